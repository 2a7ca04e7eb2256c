"""Choosing dice and cards on a page: what a choice does, what it leaves, and why it is refused.

A choice is a list of *pieces* in the order of the page: open treasures (``2-cd``: the seat from 1
and the card), ships (``ship-2``), chests (``chest-1``), then dice by their faces. The choices that
can be confirmed are :class:`Option`; they hold the moves, and where each die goes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from goldfield.games.moje_zlato.cards_shown import Card, cards_beside, faces_in_hand, keys_on
from goldfield.games.moje_zlato.deck import FACES, TREASURES
from goldfield.games.moje_zlato.deeds import (
    Attack,
    Board,
    Deed,
    Fill,
    Lay,
    Lock,
    Open,
    deed,
    left_after,
    paid_for,
)
from goldfield.games.moje_zlato.needs import named
from goldfield.games.moje_zlato.notation import show_move
from goldfield.games.moje_zlato.placing import FULL, attacks, locks_left
from goldfield.games.moje_zlato.rules import Rules, moves, outcomes, play
from goldfield.games.moje_zlato.state import (
    ACT,
    COIN,
    OPEN,
    PARTS,
    REROLL,
    REVEAL,
    SLOTS,
    Setup,
    State,
)
from goldfield.games.moje_zlato.turn import COINS, LOOTS, places_left, throw_text
from goldfield.games.moje_zlato.turn import PARTS as PARTS_OF
from goldfield.words import Message, say, say_n


def legal(setup: Setup, s: State) -> list[int]:
    """The legal moves; none where nobody is asked."""
    if s.phase not in (REROLL, ACT):
        return []
    single = SLOTS + setup.players + 2 * PARTS * setup.players
    out = [0] * (setup.end + 1 + single)
    return out[: moves(setup, s, out)]


@dataclass(frozen=True, slots=True)
class Option:
    """Something that a choice of pieces can mean: moves to be made together."""

    pieces: tuple[str, ...]
    """The cards, without dice."""
    moves: tuple[int, ...]
    text: str
    """The moves in notation, with semicolons between them."""
    pay: str
    """The dice that it lays, as faces in order."""
    fills: str
    """The symbols that these dice stand for, in order: a sabre stands for any."""
    leaves: str
    """The dice then in hand."""
    lays: tuple[dict[str, Any], ...]
    """Where each die goes: its number in hand, the card, the place on it, and a word for it."""
    label: Message
    effect: Message
    verdict: Message
    """What it leaves, in a sentence."""
    icon: str
    wasted: bool = False
    """Whether its card cannot be filled any more this turn, whatever is rolled."""

    @property
    def key(self) -> str:
        """The choice of these cards."""
        return " ".join(self.pieces)


def options_of(rules: Rules, setup: Setup, s: State) -> list[Option]:
    """Everything that can be done with cards now."""
    if s.phase == ACT:
        return [
            _whole(rules, setup, s, move) for move in legal(setup, s) if OPEN <= move < setup.end
        ]
    if s.phase == REROLL and setup.commit:
        return list(_single_dice(rules, setup, s))
    return []


# ---- whole cards ------------------------------------------------------------------------------


def _whole(rules: Rules, setup: Setup, s: State, move: int) -> Option:
    """A move that fills whole cards."""
    what = deed(setup, move)
    pay, leaves = throw_text(paid_for(setup, s, move)), throw_text(left_after(setup, s, move))
    match what:
        case Open(slot):
            pieces = (f"chest-{slot + 1}",)
            label, effect, icon = say("Open it"), say("turn the card over"), "open"
        case Fill(owner, part):
            pieces = (_piece(owner, part),)
            label, effect, icon = _gain(s, owner, 1, len(TREASURES[setup.kind_of[part]]))
        case Attack(victim, number):
            loot = LOOTS[number]
            pieces = tuple(_piece(victim, setup.whole[kind]) for kind in loot)
            points = sum(len(TREASURES[kind]) for kind in loot)
            label, effect, icon = _gain(s, victim, len(loot), points)
        case _:
            raise ValueError(f"move {move} fills no card")
    return Option(
        pieces,
        (move,),
        show_move(rules, setup, s, move),
        pay,
        _in_order(symbol for _, _, symbol in _goes(setup, s, what)),
        leaves,
        tuple(_placed(s, pay, _goes(setup, s, what))),
        label,
        effect,
        _leaves(setup, s, move, leaves),
        icon,
    )


def _piece(owner: int, part: int) -> str:
    """How a page names a treasure."""
    return Card(owner, part, ()).piece


def _in_order(faces: Iterable[str]) -> str:
    return "".join(sorted(faces, key=FACES.index))


def _gain(s: State, owner: int, cards: int, points: int) -> tuple[Message, Message, str]:
    effect = say_n("{n} point under your ship", "{n} points under your ship", points)
    if owner == s.seat:
        return say("Load it"), effect, "load"
    if cards == 1:
        return say("Take it"), effect, "take"
    return say("Take them"), effect, "take"


def _leaves(setup: Setup, s: State, move: int, leaves: str) -> Message:
    """What a move leaves in hand, and whether anything can still be done with it."""
    after = play(setup, s, move)
    if not leaves:
        return say("No die is left: the turn ends.")
    kept = _kept(setup, after, leaves)
    if not s.closed and after.closed and "S" in leaves and can_attack(setup, s):
        return say("{kept} No more attacks then.", kept=kept)
    return kept


def _kept(setup: Setup, after: State, leaves: str) -> Message:
    """Dice that are left, and whether what a chest may hide decides about their use."""
    dice = named(leaves)
    phases = {after.phase}
    if after.phase == REVEAL:
        phases = {play(setup, after, outcome).phase for outcome, _ in outcomes(setup, after)}
    if REROLL in phases:
        return say("Then you still have {dice} to lay or to roll again.", dice=dice)
    if phases == {ACT}:
        return say("Then you still have {dice} to use.", dice=dice)
    if ACT in phases:
        return say("What it hides decides whether you can still use {dice}.", dice=dice)
    return say_n(
        "You would lose {dice}: nothing takes it, the turn ends.",
        "You would lose {dice}: nothing takes them, the turn ends.",
        len(leaves),
        dice=dice,
    )


def can_attack(setup: Setup, s: State) -> bool:
    """Whether an attack is possible now (MZ2)."""
    if s.phase != ACT:
        return False
    out = [0] * setup.end
    return attacks(setup, s, out, 0) > 0


def _goes(setup: Setup, s: State, what: Deed) -> Iterator[tuple[str | int, int, str]]:
    """The places that a move fills: the card (its number among those chosen), place, symbol."""
    match what:
        case Open(slot):
            for place in range(len(keys_on(s, slot)), s.chests[slot]):
                yield 0, place, "K"
        case Fill(_, part):
            for place in _free(part):
                yield 0, *place
        case Attack(victim, number):
            yield f"ship-{victim + 1}", 0, "S"
            for i, kind in enumerate(LOOTS[number]):
                for place in _free(setup.whole[kind]):
                    yield i, *place
        case Lock(slot):
            yield 0, len(keys_on(s, slot)), "K"
        case Board():
            yield 0, 0, "S"
        case Lay(_, part, symbol):
            yield 0, *next(free for free in _free(part) if free[1] == FACES[symbol])
        case _:
            pass


def _free(part: int) -> Iterator[tuple[int, str]]:
    """The places of a treasure on which no die lies, coins first, and their symbols."""
    kind, coins, gems = PARTS_OF[part]
    for place in range(coins, COINS[kind]):
        yield place, "C"
    for place in range(COINS[kind] + gems, len(TREASURES[kind])):
        yield place, "D"


WHERE = {
    "C": say("on the coin"),
    "D": say("on the gem"),
    "K": say("on the lock"),
    "S": say("on the mast"),
}


def _placed(
    s: State, pay: str, goes: Iterator[tuple[str | int, int, str]]
) -> Iterator[dict[str, Any]]:
    """Which die goes to which place; natural symbols first (MZ6)."""
    left = list(pay)
    hand = list(faces_in_hand(s))
    for card, place, symbol in goes:
        die = symbol if symbol in left else "S"
        left.remove(die)
        number = hand.index(die)
        hand[number] = ""
        yield {"die": number, "card": card, "place": place, "tag": WHERE[symbol]}


# ---- single dice, before the second roll (commit) ---------------------------------------------


def _single_dice(rules: Rules, setup: Setup, s: State) -> Iterator[Option]:
    """Every way of laying dice on one card, the most dice first; ways that end alike are one."""
    found: dict[tuple[str, State], Option] = {}
    for move in legal(setup, s):
        if move <= setup.end:
            continue
        for steps in _sequences(setup, s, move):
            option, after = _laid(rules, setup, s, steps)
            found.setdefault((option.key, after), option)
    yield from sorted(found.values(), key=lambda option: -len(option.pay))


def _sequences(setup: Setup, s: State, move: int) -> Iterator[tuple[int, ...]]:
    """Dice laid one after another on the card of ``move``, beginning with it."""
    yield (move,)
    after = play(setup, s, move)
    if after.phase != REROLL or isinstance(deed(setup, move), Board):
        return
    same = _goes_on(setup, move)
    for other in legal(setup, after):
        if other in same:
            for rest in _sequences(setup, after, other):
                yield (move, *rest)


def _goes_on(setup: Setup, move: int) -> set[int]:
    """The moves that lay a further die on the card of a move."""
    match deed(setup, move):
        case Lock():
            return {move}
        case Lay(owner, part, symbol):
            filled = setup.filled[2 * part + symbol]
            if filled == FULL:
                return set()
            first = setup.end + 1 + SLOTS + setup.players + 2 * (owner * PARTS + filled)
            # a coin after a diamond is the same as a diamond after a coin
            return {first, first + 1} if symbol == COIN else {first + 1}
        case _:
            return set()


def _laid(rules: Rules, setup: Setup, s: State, steps: Sequence[int]) -> tuple[Option, State]:
    """Dice laid one after another on one card before the second roll, and the table then."""
    texts: list[str] = []
    lays: list[dict[str, Any]] = []
    fills = ""
    hand = list(faces_in_hand(s))
    before = after = s
    for step in steps:
        before, after = after, play(setup, after, step)
        texts.append(show_move(rules, setup, before, step))
        number = hand.index(throw_text(paid_for(setup, before, step)))
        card, place, symbol = next(_goes(setup, before, deed(setup, step)))
        lays.append({"die": number, "card": card, "place": place, "tag": WHERE[symbol]})
        fills += symbol
        hand[number] = ""
    all_faces = faces_in_hand(s)
    leaves = "".join(hand)
    piece, label, effect, icon = _laid_words(setup, before, steps)
    verdict = _leaves(setup, before, steps[-1], leaves)
    wasted = _left_to_fill(setup, before, steps[-1]) > len(leaves)
    if wasted:
        label, icon = say("Lay it all the same"), "warn"
        effect = say_n("the die would be lost", "the dice would be lost", len(steps))
        lost = named(_in_order(all_faces[lay["die"]] for lay in lays))
        verdict = say("It cannot be filled any more this turn: you would lose {dice}.", dice=lost)
        if not leaves:
            verdict = say(
                "It cannot be filled any more: you would lose {dice}, and the turn ends.", dice=lost
            )
    option = Option(
        (piece,),
        tuple(steps),
        "; ".join(texts),
        _in_order(all_faces[lay["die"]] for lay in lays),
        _in_order(fills),
        leaves,
        tuple(lays),
        label,
        effect,
        verdict,
        icon,
        wasted,
    )
    return option, after


def _left_to_fill(setup: Setup, before: State, move: int) -> int:
    """The places still free on a card once a die is laid on it; of a ship, on its smallest one."""
    match deed(setup, move):
        case Lock(slot):
            return locks_left(before, slot) - 1
        case Lay(_, part, symbol):
            filled = setup.filled[2 * part + symbol]
            return 0 if filled == FULL else sum(places_left(filled))
        case Board(victim):
            return min(sum(places_left(card.part)) for card in cards_beside(setup, before, victim))
        case _:
            return 0


def _laid_words(
    setup: Setup, before: State, steps: Sequence[int]
) -> tuple[str, Message, Message, str]:
    """The card on which dice are laid; what that is called, brings, and looks like."""
    n = len(steps)
    some = say_n("Lay one die on it", "Lay {n} dice on it", n)
    match deed(setup, steps[-1]):
        case Lock(slot):
            piece = f"chest-{slot + 1}"
            left = locks_left(before, slot) - 1
            if left == 0:
                return piece, say("Open it"), say("turn the card over"), "open"
            return (
                piece,
                some,
                say_n("{n} lock is left then", "{n} locks are left then", left),
                "open",
            )
        case Lay(owner, part, symbol):
            first = deed(setup, steps[0])
            piece = _piece(owner, first.part if isinstance(first, Lay) else part)
            if setup.filled[2 * part + symbol] == FULL:
                label, effect, icon = _gain(before, owner, 1, len(TREASURES[setup.kind_of[part]]))
                return piece, label, effect, icon
            left = sum(places_left(part)) - 1
            effect = say_n("{n} place is left then", "{n} places are left then", left)
            return piece, some, effect, "load" if owner == before.seat else "take"
        case Board(victim):
            effect = say("then fill a treasure beside it")
            return f"ship-{victim + 1}", say("Board it"), effect, "take"
        case _:
            raise ValueError(f"move {steps[-1]} lays no die")
