"""The sentences of Moje zlato!: what is asked, and what a move is called and brings."""

from __future__ import annotations

from goldfield.games.moje_zlato.deck import TREASURES
from goldfield.games.moje_zlato.deeds import (
    Attack,
    Board,
    End,
    Fill,
    Lay,
    Lock,
    Open,
    Reroll,
    deed,
    left_after,
    paid_for,
)
from goldfield.games.moje_zlato.happened import describe, dice, face, loot, place, treasure
from goldfield.games.moje_zlato.placing import FULL, acts, die_for, lays, locks_left
from goldfield.games.moje_zlato.rules import Rules
from goldfield.games.moje_zlato.state import (
    ACT,
    DEAL,
    ENDED,
    KEY,
    REROLL,
    REROLLING,
    REVEAL,
    ROLL,
    SLOTS,
    STAND,
    STARTER,
    Setup,
    State,
)
from goldfield.games.moje_zlato.turn import LOOTS, PARTS, THROWS, places_left
from goldfield.words import Message, Pieces, SeatName, say, say_n

__all__ = ["CHOICES", "asked", "describe", "duty", "effect", "hint", "label", "title"]


def title(rules: Rules, setup: Setup, s: State, mine: bool) -> Message:
    """The headline of a state, as a question where the reader (``mine``) is to act."""
    if s.phase == STARTER:
        return say("Who begins?")
    if s.phase == DEAL:
        return say("The pile's next chest comes to light")
    if s.phase == REVEAL:
        return say("What does the chest hold?")
    if s.phase == ENDED:
        return say("The last turn is over")
    if s.phase == ROLL:
        return say("About to roll: {seat}", seat=SeatName(s.seat))
    if s.phase == REROLLING:
        return say("About to roll again: {seat}", seat=SeatName(s.seat))
    if not mine:
        return _watched(setup, s)
    if s.phase == REROLL:
        if _may_lay(setup, s):
            return say("Lay dice, roll again, or let them stand?")
        return say("Roll again, or let the dice stand?")
    if _may_end(setup, s):
        return say("Attack, or end the turn?") if not s.boarded else say("Take more, or end?")
    return say("What do the dice do?")


def asked(rules: Rules, setup: Setup, s: State) -> Message:
    """The headline of a state that names who is asked, for those who share a device."""
    if s.phase == ACT and not _may_end(setup, s):
        return say("{seat}: what do the dice do?", seat=SeatName(s.seat))
    return _watched(setup, s) if s.phase in (REROLL, ACT) else title(rules, setup, s, True)


def _watched(setup: Setup, s: State) -> Message:
    """The headline for those who look on while somebody decides."""
    who = SeatName(s.seat)
    if s.phase == REROLL:
        return say("{seat}: roll again, or stand?", seat=who)
    if _may_end(setup, s):
        return say("{seat}: attack, or end the turn?", seat=who)
    return say("{seat} uses the dice", seat=who)


def _legal(setup: Setup, s: State) -> list[int]:
    out = [0] * (setup.end + 1)
    return out[: acts(setup, s, out)]


def _may_lay(setup: Setup, s: State) -> bool:
    """With ``commit``: whether any die in hand may be laid on a card."""
    out = [0] * (2 * len(PARTS) * setup.players + SLOTS + setup.players)
    return setup.commit == 1 and lays(setup, s, out, 0) > 0


def _may_end(setup: Setup, s: State) -> bool:
    return s.phase == ACT and setup.end in _legal(setup, s)


CHOOSE_AGAIN = say("Choose the dice to roll again. Then the result stands.")
CHOOSE_OR_LAY = say("Choose dice to roll again, or to lay on a card: what lies there stays.")
CHOOSE_CARDS = (
    say("Choose a chest for the keys, or a treasure."),
    say("Choose a chest for the sabres, or a treasure."),
    say("Choose a chest for keys and sabres, or a treasure."),
)
CHOOSE_CHEST = (
    say("Choose a chest that the keys open."),
    say("Choose a chest that the sabres open."),
    say("Choose a chest that keys and sabres open."),
)
CHOOSE_TREASURE = say("Choose a treasure that the dice fill.")
CHOICES = (CHOOSE_AGAIN, CHOOSE_OR_LAY, *CHOOSE_CARDS, *CHOOSE_CHEST, CHOOSE_TREASURE)
"""What to do on a page; a terminal says instead what to type."""


def hint(rules: Rules, setup: Setup, s: State, mine: bool) -> Message:
    """The line under the headline: what to do, or what to know."""
    if s.phase == ENDED:
        return say("Most points win.")
    if s.phase not in (REROLL, ACT):
        return say("A moment.")
    if not mine:
        return say("{seat} is choosing.", seat=SeatName(s.seat))
    if s.phase == REROLL:
        return CHOOSE_OR_LAY if _may_lay(setup, s) else CHOOSE_AGAIN
    verbs = [deed(setup, move) for move in _legal(setup, s)]
    if _may_end(setup, s):
        return say("Nothing can be opened or loaded; nobody has to attack.")
    if any(isinstance(verb, Attack) for verb in verbs):
        return say("You may attack now; after opening or loading you cannot.")
    chests = [verb.slot for verb in verbs if isinstance(verb, Open | Lock)]
    treasures = any(isinstance(verb, Fill | Lay) for verb in verbs)
    if not chests:
        return CHOOSE_TREASURE
    keys = THROWS[s.hand].keys
    sabres = any(locks_left(s, slot) > keys for slot in chests)
    by = 0 if not sabres else 2 if keys else 1
    return CHOOSE_CARDS[by] if treasures else CHOOSE_CHEST[by]


def duty(setup: Setup, s: State, mine: bool) -> Message | None:
    """Why the turn cannot be ended yet (MZ4)."""
    if not mine or s.phase != ACT or _may_end(setup, s):
        return None
    return say("What can be opened or loaded must be.")


def label(rules: Rules, setup: Setup, s: State, move: int) -> Message:
    """What a legal move is called on its button, the verb first."""
    match deed(setup, move):
        case Reroll(throw):
            if throw == STAND:
                return say("Let the dice stand")
            if throw == s.hand:
                return say("Roll all again")
            return say("Roll {dice} again", dice=dice(throw))
        case Open(slot):
            return say_n(
                "Open the chest with {n} lock", "Open the chest with {n} locks", s.chests[slot]
            )
        case Fill(owner, part):
            kind = PARTS[part].kind
            if owner == s.seat:
                return say("Load {treasure}", treasure=treasure(kind))
            return say("Take {treasure} from {seat}", treasure=treasure(kind), seat=SeatName(owner))
        case Attack(victim, taken):
            return say(
                "Attack {seat}: take {treasures}", seat=SeatName(victim), treasures=loot(taken)
            )
        case End():
            return say("End the turn")
        case Lock(slot):
            return say_n(
                "Lay {die} on the chest with {n} lock",
                "Lay {die} on the chest with {n} locks",
                s.chests[slot],
                die=face(die_for(setup, s.hand, KEY)),
            )
        case Board(victim):
            return say("Attack {seat}", seat=SeatName(victim))
        case Lay(owner, part, symbol):
            return _lay_label(setup, s, owner, part, symbol)


def _lay_label(setup: Setup, s: State, owner: int, part: int, symbol: int) -> Message:
    die, card = face(die_for(setup, s.hand, symbol)), treasure(PARTS[part].kind)
    if owner == s.seat:
        return say(
            "Lay {die} on {place} of {treasure}", die=die, place=place(symbol), treasure=card
        )
    return say(
        "Lay {die} on {place} of {treasure} beside the ship of {seat}",
        die=die,
        place=place(symbol),
        treasure=card,
        seat=SeatName(owner),
    )


def effect(rules: Rules, setup: Setup, s: State, move: int) -> Message:
    """What a legal move brings, in a few words that stand beside its notation or its label."""
    costs = dice(paid_for(setup, s, move))
    match deed(setup, move):
        case Reroll(throw):
            return _reroll_effect(setup, s, throw)
        case Open(slot):
            return say_n(
                "opens the chest with {n} lock, for {dice}",
                "opens the chest with {n} locks, for {dice}",
                s.chests[slot],
                dice=costs,
            )
        case Fill(_, part):
            return _points(part, costs)
        case Attack(_, taken):
            points = sum(len(TREASURES[kind]) for kind in LOOTS[taken])
            return say_n(
                "brings {n} point, for {dice}", "brings {n} points, for {dice}", points, dice=costs
            )
        case End():
            return say("ends the turn; {dice} left unused", dice=dice(s.hand))
        case Lock(slot):
            return _lock_effect(setup, s, slot, costs)
        case Board():
            return say("{dice} on that ship, to take what lies beside it", dice=costs)
        case Lay(_, part, symbol):
            if setup.filled[2 * part + symbol] == FULL:
                return _points(part, costs)
            return say_n(
                "lays {dice} there; {n} place is then still free",
                "lays {dice} there; {n} places are then still free",
                sum(places_left(part)) - 1,
                dice=costs,
            )


def _reroll_effect(setup: Setup, s: State, throw: int) -> Message:
    if throw == STAND:
        return say("rolls none again")
    kept = left_after(setup, s, throw)
    if kept == 0:
        return say("keeps none")
    return say("keeps {dice}", dice=dice(kept))


def _lock_effect(setup: Setup, s: State, slot: int, costs: Pieces) -> Message:
    left = locks_left(s, slot) - 1
    if left == 0:
        return say_n(
            "opens the chest with {n} lock, for {dice}",
            "opens the chest with {n} locks, for {dice}",
            s.chests[slot],
            dice=costs,
        )
    return say_n(
        "lays {dice} there; {n} lock is then still shut",
        "lays {dice} there; {n} locks are then still shut",
        left,
        dice=costs,
    )


def _points(part: int, costs: Pieces) -> Message:
    return say_n(
        "brings {n} point, for {dice}",
        "brings {n} points, for {dice}",
        len(TREASURES[PARTS[part].kind]),
        dice=costs,
    )
