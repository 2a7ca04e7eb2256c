"""The log of Moje zlato!: what a move or an outcome did, in sentences."""

from __future__ import annotations

from goldfield.games.moje_zlato.cards_shown import (
    LETTERS,
    cards_beside,
    dice_in_hand,
    keys_on,
    laid_dice,
)
from goldfield.games.moje_zlato.deck import CONTENTS, FACES, FISH, TREASURES
from goldfield.games.moje_zlato.deeds import (
    Attack,
    Board,
    Deed,
    End,
    Fill,
    Lay,
    Lock,
    Open,
    Reroll,
    deed,
)
from goldfield.games.moje_zlato.placing import FULL, acted, die_for, in_hand, laid_die, locks_left
from goldfield.games.moje_zlato.rules import Rules
from goldfield.games.moje_zlato.state import (
    ACT,
    CONTENT,
    DEAL,
    ENDED,
    KEY,
    REROLLING,
    REVEAL,
    ROLL,
    STAND,
    STARTER,
    Setup,
    State,
)
from goldfield.games.moje_zlato.turn import DICE, LOOTS, PARTS, THROWS, places_left, throw_text
from goldfield.words import Message, Pieces, SeatName, say, say_n


def describe(rules: Rules, setup: Setup, before: State, move: int, after: State) -> list[Message]:
    """What happened, in sentences for the log."""
    if before.phase == STARTER:
        return [say("The draw fell on {seat}: first turn.", seat=SeatName(after.seat))]
    if before.phase == DEAL:
        return _dealt(setup, before, after)
    said = _what_happened(setup, before, move)
    if _is_over(after):
        said += _turn_over(setup, before, move, after)
    return said


def dice(throw: int) -> Pieces:
    """A throw inside a sentence."""
    return Pieces("dice", throw_text(throw))


def treasure(kind: int) -> Pieces:
    """A treasure inside a sentence."""
    return Pieces("treasure", TREASURES[kind])


def loot(number: int) -> tuple[Pieces, ...]:
    """The treasures of an attack inside a sentence."""
    return tuple(treasure(kind) for kind in LOOTS[number])


def _is_over(after: State) -> bool:
    """Whether the turn ended with a step that led here; dealing and the draw are no turns."""
    return after.phase in (ROLL, DEAL, ENDED)


def _dealt(setup: Setup, before: State, after: State) -> list[Message]:
    """A chest came to light. What is laid out before the first turn is told at once, at its end."""
    said: list[Message] = []
    if after.unseen == setup.contents:
        if after.phase == DEAL:
            return []
        locks = tuple(n for n in after.chests if n)
        said.append(
            say_n(
                "{n} chest lies in the middle; its locks: {locks}.",
                "{n} chests lie in the middle; their locks: {locks}.",
                len(locks),
                locks=locks,
            )
        )
    elif after.chests != before.chests:
        said += _laid_out(before, after)
    if after.top:
        said.append(
            say_n(
                "The pile's next chest has {n} lock.",
                "The pile's next chest has {n} locks.",
                after.top,
            )
        )
    return said


def _laid_out(before: State, after: State) -> list[Message]:
    """MZ7: the chests that fill gaps of the middle."""
    return [
        say_n(
            "A chest with {n} lock comes into the middle.",
            "A chest with {n} locks comes into the middle.",
            now,
        )
        for was, now in zip(before.chests, after.chests, strict=True)
        if now > was
    ]


def _what_happened(setup: Setup, before: State, move: int) -> list[Message]:
    who = SeatName(before.seat)
    if before.phase == ROLL:
        return [say("{seat} rolled {dice}.", seat=who, dice=dice(move))]
    if before.phase == REROLLING:
        return [_rolled_again(before, move)]
    if before.phase == REVEAL:
        return _revealed(before, move - CONTENT)
    done = _done(setup, before, deed(setup, move))
    return [] if done is None else [done]


def _rolled_again(before: State, move: int) -> Message:
    who = SeatName(before.seat)
    if before.hand == 0:
        return say_n(
            "{seat} rolled {n} die again: {dice}.",
            "{seat} rolled {n} dice again: {dice}.",
            before.thrown,
            seat=who,
            dice=dice(move),
        )
    return say_n(
        "{seat} kept {kept} and rolled {n} die again: {dice}.",
        "{seat} kept {kept} and rolled {n} dice again: {dice}.",
        before.thrown,
        seat=who,
        kept=dice(before.hand),
        dice=dice(move),
    )


def _revealed(before: State, kind: int) -> list[Message]:
    who, locks = SeatName(before.seat), before.opened
    if kind == FISH:
        said = say_n(
            "{seat} opened a chest with {n} lock and found fish bones.",
            "{seat} opened a chest with {n} locks and found fish bones.",
            locks,
            seat=who,
        )
    else:
        said = say_n(
            "{seat} opened a chest with {n} lock and found {treasure}.",
            "{seat} opened a chest with {n} locks and found {treasure}.",
            locks,
            seat=who,
            treasure=Pieces("treasure", CONTENTS[kind]),
        )
    if before.top == 0 and not any(before.chests):
        return [said, say("That was the last chest: after this turn everybody has one more.")]
    return [said]


def _done(setup: Setup, s: State, what: Deed) -> Message | None:
    """What a seat decided; opening a chest is told with what it holds, a throw with its dice."""
    who = SeatName(s.seat)
    match what:
        case Reroll(throw):
            if throw != STAND:
                return None
            return say("{seat} let the dice stand.", seat=who)
        case Fill(owner, part):
            return _filled(s, owner, PARTS[part].kind)
        case Attack(victim, taken):
            return say(
                "{seat} attacked {victim} and took {treasures}.",
                seat=who,
                victim=SeatName(victim),
                treasures=loot(taken),
            )
        case End():
            return say("{seat} ended the turn.", seat=who)
        case Board(victim):
            return say("{seat} attacked {victim} with a sabre.", seat=who, victim=SeatName(victim))
        case Lock(slot):
            return _locked(setup, s, slot)
        case Lay(owner, part, symbol):
            return _laid(setup, s, owner, part, symbol)
        case Open():
            return None


def _filled(s: State, owner: int, kind: int) -> Message:
    who, what = SeatName(s.seat), treasure(kind)
    if owner == s.seat:
        return say("{seat} loaded {treasure}.", seat=who, treasure=what)
    return say(
        "{seat} took {treasure} from {victim}.", seat=who, treasure=what, victim=SeatName(owner)
    )


def _locked(setup: Setup, s: State, slot: int) -> Message | None:
    if locks_left(s, slot) == 1:
        return None
    return say_n(
        "{seat} laid {die} on a chest with {n} lock.",
        "{seat} laid {die} on a chest with {n} locks.",
        s.chests[slot],
        seat=SeatName(s.seat),
        die=face(die_for(setup, s.hand, KEY)),
    )


def face(symbol: int) -> Pieces:
    """A single die inside a sentence."""
    return Pieces("dice", FACES[symbol])


def place(symbol: int) -> Pieces:
    """A single place of a treasure inside a sentence: a coin or a diamond."""
    return Pieces("treasure", LETTERS[symbol])


def _laid(setup: Setup, s: State, owner: int, part: int, symbol: int) -> Message:
    kind = PARTS[part].kind
    if setup.filled[2 * part + symbol] == FULL:
        return _filled(s, owner, kind)
    free = sum(places_left(part)) - 1
    if owner == s.seat:
        return say_n(
            "{seat} laid {die} on {place} of {treasure}; {n} place of it is still free.",
            "{seat} laid {die} on {place} of {treasure}; {n} places of it are still free.",
            free,
            seat=SeatName(s.seat),
            die=face(die_for(setup, s.hand, symbol)),
            place=place(symbol),
            treasure=treasure(kind),
        )
    return say_n(
        "{seat} laid {die} on {place} of {treasure}, to take it from {victim}; {n} place of it is "
        "still free.",
        "{seat} laid {die} on {place} of {treasure}, to take it from {victim}; {n} places of it "
        "are still free.",
        free,
        seat=SeatName(s.seat),
        die=face(die_for(setup, s.hand, symbol)),
        place=place(symbol),
        treasure=treasure(kind),
        victim=SeatName(owner),
    )


def _turn_over(setup: Setup, before: State, move: int, after: State) -> list[Message]:
    """Why a turn ended by itself, what was lost, and what the end of a turn brings."""
    said: list[Message] = []
    last = _last_table(setup, before, move)
    if before.phase == ROLL and not _in_reach(before):
        said.append(say("There is nothing to open, load or take: the turn is over."))
    elif before.phase == ACT and move == setup.end:
        said.append(say("Left unused: {dice}.", dice=dice(last.hand)))
    elif (last.hand and before.phase in (ROLL, REROLLING)) or _stands(before, move):
        said.append(say("No card takes these dice: the turn is over."))
    elif last.hand:
        said.append(say("Left unused: {dice}. The turn is over.", dice=dice(last.hand)))
    if lost := _lost_on_cards(setup, last):
        said.append(say("Lost on cards that are not full: {dice}.", dice=Pieces("dice", lost)))
    said += _lost_on_ships(setup, last)
    said += _laid_out(before, after)
    if after.phase == ENDED:
        said.append(say("Everybody has had the last turn: the game has ended."))
        if any(after.beside):
            said.append(say("What still lies beside the ships is worth nothing."))
    return said


def _stands(before: State, move: int) -> bool:
    return before.phase not in (ACT, REVEAL, ROLL, REROLLING) and move == STAND


def _in_reach(s: State) -> bool:
    return any(s.chests) or any(s.beside)


def _last_table(setup: Setup, before: State, move: int) -> State:
    """The table with the dice as they lay when the turn ended."""
    if before.phase == ROLL:
        return in_hand(before, ACT, move, 0, 1, 0)
    if before.phase == REROLLING:
        hand = setup.plus[before.hand * len(THROWS) + move]
        return in_hand(before, ACT, hand, 0, 1, before.closed)
    if before.phase == REVEAL or move in (STAND, setup.end):
        return before
    return acted(setup, before, move) if before.phase == ACT else laid_die(setup, before, move)


def _lost_on_ships(setup: Setup, s: State) -> list[Message]:
    """Sabres of attacks that took nothing: sure where no die of the turn has filled a card."""
    if dice_in_hand(s) + laid_dice(s) < DICE:
        return []
    return [
        say("The sabre on the ship of {victim} took nothing.", victim=SeatName(owner))
        for owner in range(setup.players)
        if (s.boarded >> owner) & 1
    ]


def _lost_on_cards(setup: Setup, s: State) -> str:
    """The dice on chests and treasures that were begun and not filled."""
    dice = "".join(keys_on(s, slot) for slot in range(len(s.chests)))
    for owner in range(setup.players):
        dice += "".join("".join(card.dice) for card in cards_beside(setup, s, owner))
    return "".join(sorted(dice, key=FACES.index))
