"""The sentences of Moje zlato!: every step of random games is told, truly and by whom."""

from __future__ import annotations

import random
import re
import string
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import pytest

import goldfield
from goldfield.games.game import Game
from goldfield.games.moje_zlato import sentences
from goldfield.games.moje_zlato.rules import Rules, State
from goldfield.games.moje_zlato.state import (
    ACT,
    DEAL,
    ENDED,
    REROLL,
    REROLLING,
    REVEAL,
    ROLL,
    STAND,
    STARTER,
)
from goldfield.games.moje_zlato.turn import throw_text
from goldfield.rng import seeded
from goldfield.words import Message, Pieces, SeatName, Value, render
from tests.moje_zlato_position import Position

TINY = "2x1:c 1x1:fish 2x2:cd 1x2:dd 1x3:cdd 1x2:cccc"
OPTIONS: list[dict[str, object]] = [
    {"players": 3},
    {"players": 4, "fish": True, "first": 0},
    {"players": 2, "rerolls": 0, "deck": TINY},
    {"players": 3, "commit": True, "fish": True},
    {"players": 2, "commit": True, "deck": TINY, "first": 2},
    {"players": 2, "deck": "1x1:c", "faces": "CKKKKK"},
]


class Step(NamedTuple):
    """One transition and what is said of it."""

    before: State
    move: int
    text: str
    after: State
    said: list[Message]

    @property
    def is_turn_over(self) -> bool:
        return self.before.phase not in (STARTER, DEAL) and self.after.phase in (ROLL, DEAL, ENDED)


def steps(game: Game, seed: int) -> Iterator[Step]:
    """A game of random moves."""
    rng, choice = seeded(seed, 5), random.Random(seed)
    state = State(*game.start())
    while not game.is_over(state):
        if game.to_act(state) < 0:
            move, rng = game.roll(state, rng)
        else:
            move = choice.choice(game.moves(state))
        after = State(*game.play(state, move))
        said = game.present.describe(game.rules, game.setup, state, move, after)
        yield Step(state, move, game.show_move(state, move), after, said)
        state = after


@pytest.fixture(params=OPTIONS, ids=str, scope="module")
def played(request: pytest.FixtureRequest) -> tuple[Game, list[Step]]:
    game = goldfield.load("moje_zlato", **request.param)
    return game, [step for seed in range(12) for step in steps(game, seed)]


def values(message: Message) -> Iterator[Value]:
    """Every value in a message and in those within."""

    def inside(value: Value) -> Iterator[Value]:
        yield value
        if isinstance(value, Message):
            yield from values(value)
        if isinstance(value, tuple):
            for part in value:
                yield from inside(part)

    for _, value in message.values:
        yield from inside(value)


def pieces(said: list[Message], kind: str) -> list[str]:
    """The texts of pieces of a kind that sentences hold."""
    found = (v for message in said for v in values(message))
    return [v.text for v in found if isinstance(v, Pieces) and v.kind == kind]


def check_message(message: Message) -> None:
    """A sentence renders whole, and a translator gets the same values in both numbers."""
    text = render(message)
    assert text
    assert not re.search(r"[{}]|\bNone\b|  ", text), text
    given = {name for name, _ in message.values}
    for template in filter(None, (message.id, message.plural)):
        used = {name for _, name, _, _ in string.Formatter().parse(template) if name}
        assert used <= given, template
        assert used | {"n"} == given | {"n"}, template


def dice_paid(hand: str, need: str) -> str:
    """The dice of ``hand`` that fill places, natural symbols before sabres: by hand, not by table.

    ``!`` is the mast of a ship, which takes a sabre and nothing else.
    """
    left = Counter(hand)
    paid = Counter[str]()
    for place in sorted(need):
        face = {"!": "S", "k": "K"}.get(place, place.upper())
        die = face if left[face] else "S"
        assert left[die], (hand, need)
        left[die] -= 1
        paid[die] += 1
    return "".join(sorted(paid.elements()))


def missing(card: str) -> str:
    """The free places of a treasure in notation: ``ccd/c`` is ``cd``."""
    content, _, filled = card.partition("/")
    return "".join((Counter(content) - Counter(filled)).elements())


def paid_for(game: Game, before: State, text: str) -> str:
    """The dice that a move lays on cards, read from its notation."""
    verb, _, rest = text.partition(" ")
    hand = throw_text(before.hand)
    if verb in ("stand", "reroll", "end"):
        return ""
    if verb == "open":
        slot = int(rest) - 1
        return dice_paid(hand, "k" * (before.chests[slot] - (before.keys >> 4 * slot & 3)))
    if verb == "lock":
        return dice_paid(hand, "k")
    if verb == "board":
        return "S"
    if verb == "lay":
        return dice_paid(hand, rest[0].lower())
    if verb == "attack":
        return dice_paid(hand, "!" + "".join(re.findall("[cd]", rest)))
    return dice_paid(hand, missing(rest.rpartition(" ")[2]))


def left_over(game: Game, step: Step) -> str:
    """The dice in hand when a turn ended, read from the notation of its last step."""
    hand = throw_text(step.before.hand)
    if step.before.phase in (ROLL, REROLLING):
        return "".join(sorted(hand + step.text))
    if step.before.phase == REVEAL:
        return hand
    return "".join((Counter(hand) - Counter(paid_for(game, step.before, step.text))).elements())


def test_every_sentence_is_whole(played: tuple[Game, list[Step]]) -> None:
    for step in played[1]:
        for message in step.said:
            check_message(message)


def test_who_acts_is_named_first(played: tuple[Game, list[Step]]) -> None:
    _, steps = played
    for step in steps:
        named = [v for message in step.said for v in values(message) if isinstance(v, SeatName)]
        if step.before.phase == DEAL:
            assert named == []
        elif step.before.phase == STARTER:
            assert named == [SeatName(step.after.seat)]
        elif step.said:
            assert named[0] == SeatName(step.before.seat), step
        else:
            # told with the chest that is turned over, and with the dice that fall
            assert re.match("open|lock|reroll", step.text), step
            assert step.after.phase in (REVEAL, REROLLING)


def test_what_is_taken_loaded_and_found_is_named(played: tuple[Game, list[Step]]) -> None:
    _, steps = played
    for step in steps:
        seat = step.before.seat
        if step.before.phase in (STARTER, DEAL):
            continue
        gained = step.after.coins[seat] + step.after.gems[seat]
        gained -= step.before.coins[seat] + step.before.gems[seat]
        treasures = pieces(step.said, "treasure")
        if gained:
            assert sum(map(len, treasures)) == gained
        if step.before.phase == REVEAL:
            assert treasures == ([] if step.text == "fish" else [step.text])
            assert ("fish bones" in render(step.said[0])) == (step.text == "fish")
        robbed = [i for i, pack in enumerate(step.after.beside) if pack < step.before.beside[i]]
        named = {v.seat for m in step.said for v in values(m) if isinstance(v, SeatName)}
        if robbed and robbed != [seat]:
            assert named == {seat, *robbed}
        elif not step.text.startswith(("board", "lay")):
            # a sabre that took nothing is told with the ship on which it lay
            boarded = {n for n in range(len(step.before.coins)) if step.before.boarded >> n & 1}
            assert named <= {seat, *boarded}


def test_single_dice_are_told_with_their_place(played: tuple[Game, list[Step]]) -> None:
    """``lay C ccd/d``: the die, then the place it lies on and the treasure."""
    game, steps = played
    found = 0
    for step in steps:
        if not step.text.startswith(("lay ", "lock ")) or not step.said:
            continue
        paid = paid_for(game, step.before, step.text)
        if "laid" in render(step.said[0]):
            found += 1
            assert pieces(step.said[:1], "dice") == [paid]
            if step.text.startswith("lay"):
                symbol, card = step.text.split()[1:3]
                told = [symbol.lower(), card.partition("/")[0]]
                assert pieces(step.said[:1], "treasure") == told
                assert f"; {len(missing(card)) - 1} place" in render(step.said[0])
    assert bool(found) == bool(game.setup.commit)


def test_rolls_are_told_with_what_was_kept(played: tuple[Game, list[Step]]) -> None:
    for step in played[1]:
        if step.before.phase in (ROLL, REROLLING):
            shown = pieces(step.said[:1], "dice")
            kept = throw_text(step.before.hand)
            assert shown == ([kept] if kept else []) + [step.text]


def test_dice_that_a_turn_leaves_unused_are_told(played: tuple[Game, list[Step]]) -> None:
    game, steps = played
    lost_on_cards = 0
    for step in steps:
        if not step.is_turn_over:
            assert "over" not in " ".join(map(render, step.said))
            continue
        left = left_over(game, step)
        text = " ".join(map(render, step.said))
        told = re.search(r"Left unused: (\w+)\.", text)
        if told:
            assert Counter(told[1]) == Counter(left)
        elif "No card takes these dice" in text or "nothing to open, load or take" in text:
            assert step.before.phase != ACT
            assert left
        else:
            assert left == ""
        assert ("the turn is over" in text.lower()) == (bool(left) and step.text != "end")
        lost = re.search(r"Lost on cards that are not full: (\w+)\.", text)
        if lost:
            lost_on_cards += 1
        if not game.setup.commit:
            assert not lost
            assert "took nothing" not in text
    assert bool(lost_on_cards) == bool(game.setup.commit)


def test_a_sabre_that_took_nothing_is_told() -> None:
    """Where the log can be sure of it: no die of the turn has filled a card."""
    start = {"beside": ("", "ddd", "c"), "chests": (3, 0, 0), "commit": True}
    for lay, told in (
        (lambda t: t.board(1), True),
        (lambda t: t.board(2).lay("C", "c", owner=2), False),
    ):
        t = Position(**start).fell("CCKS")
        lay(t)
        before = t.state
        said = sentences.describe(t.rules, t.setup, before, STAND, t.stand().state)
        assert t.is_turn_of(1)
        assert ("The sabre on the ship of seat 2 took nothing." in map(render, said)) == told
        assert ("took nothing" in " ".join(map(render, said))) == told


def test_the_last_chest_and_the_end_are_told_once(played: tuple[Game, list[Step]]) -> None:
    _, steps = played
    games = sum(step.after.phase == ENDED for step in steps)
    texts = [" ".join(map(render, step.said)) for step in steps]
    assert sum("last chest" in text for text in texts) == games
    assert sum("the game has ended" in text for text in texts) == games
    last: Step | None = None
    for step, text in zip(steps, texts, strict=True):
        if "last chest" in text:
            assert last is None
            assert step.before.phase == REVEAL
            last = step
        if step.is_turn_over and step.after.last >= 0:
            assert last is not None
        if "the game has ended" in text:
            assert step.after.phase == ENDED
            assert ("worth nothing" in text) == any(step.after.beside)
            last = None


def test_chests_that_come_to_light_are_told(played: tuple[Game, list[Step]]) -> None:
    game, steps = played
    for step in steps:
        text = " ".join(map(render, step.said))
        rows = re.findall(r"next chest has (\d) lock", text)
        assert rows == ([str(step.after.top)] if rows else [])
        if step.before.phase == DEAL and step.after.unseen != game.setup.contents:
            pairs = zip(step.before.chests, step.after.chests, strict=True)
            new = [now for was, now in pairs if now > was]
            told = [int(n) for n in re.findall(r"A chest with (\d) lock", text)]
            assert told == new
            assert bool(rows) == bool(step.after.top)
        elif step.before.phase == DEAL and step.after.phase == ROLL:
            listed = re.search(r"in the middle; [^:]*: ([\d, ]+)\.", text)
            assert listed is not None
            in_sight = [n for n in step.after.chests if n]
            assert [int(n) for n in listed[1].split(", ")] == in_sight
        elif step.before.phase == DEAL:
            assert text == ""


def test_different_events_are_told_differently(played: tuple[Game, list[Step]]) -> None:
    """In one state no two moves or outcomes share their sentences, unless they come to the same.

    Told alike is only on which of two treasures that are alike, and both begun, a die was laid.
    """
    game, steps = played

    def comes_to(state: State) -> tuple[object, ...]:
        # chests with as many locks are told alike, wherever they lie
        middle = sorted((n, state.keys >> 4 * i & 15) for i, n in enumerate(state.chests))
        return (*state._replace(chests=(), keys=0), tuple(middle))

    for step in steps[::13]:
        found: dict[tuple[str, ...], tuple[object, ...]] = {}
        moves = game.moves(step.before) or [move for move, _ in game.outcomes(step.before)]
        for move in moves:
            after = State(*game.play(step.before, move))
            said = game.present.describe(game.rules, game.setup, step.before, move, after)
            text = tuple(map(render, said))
            if text:
                assert found.setdefault(text, comes_to(after)) == comes_to(after), text


def test_headlines_and_hints_for_everybody(played: tuple[Game, list[Step]]) -> None:
    game, steps = played
    rules = game.rules
    assert isinstance(rules, Rules)
    for step in steps[::3]:
        for s in (step.before, step.after):
            acting = game.to_act(s)
            for mine in (True, False):
                title = sentences.title(rules, game.setup, s, mine)
                hint = sentences.hint(rules, game.setup, s, mine)
                check_message(title)
                check_message(hint)
                if acting >= 0:
                    named = [*values(title), *values(hint)]
                    assert (SeatName(acting) in named) != mine
            laying = any(re.match("lock|lay|board", text) for text in game.legal(s))
            asking = render(sentences.title(rules, game.setup, s, True))
            assert ("Lay dice" in asking) == (s.phase == REROLL and laying)
            asked = sentences.asked(rules, game.setup, s)
            check_message(asked)
            assert (SeatName(acting) in values(asked)) == (acting >= 0)


def test_effects_tell_points_and_dice(played: tuple[Game, list[Step]]) -> None:
    game, steps = played
    rules = game.rules
    assert isinstance(rules, Rules)
    for step in steps[::5]:
        s = step.before
        for move in game.moves(s):
            effect = sentences.effect(rules, game.setup, s, move)
            label = sentences.label(rules, game.setup, s, move)
            check_message(effect)
            check_message(label)
            text, shown = game.show_move(s, move), render(effect)
            after = State(*game.play(s, move))
            gained = sum(after.coins) + sum(after.gems) - sum(s.coins) - sum(s.gems)
            told = re.search(r"brings (\d+) point", shown)
            assert (int(told[1]) if told else 0) == gained
            paid = paid_for(game, s, text)
            if paid:
                assert Counter(pieces([effect], "dice")[0]) == Counter(paid), (text, shown)
            assert shown.startswith("opens") == (after.phase == REVEAL)
            if text.startswith("reroll"):
                kept = pieces([effect], "dice")
                assert Counter("".join(kept)) == Counter(throw_text(after.hand))


def test_each_phase_of_a_turn_is_asked_in_its_own_words() -> None:
    game = goldfield.load("moje_zlato", commit=True, players=2)
    s = State(*game.start())
    titles = {
        render(sentences.title(Rules(commit=True), game.setup, s._replace(phase=phase), False))
        for phase in (STARTER, DEAL, ROLL, REROLL, ACT, REVEAL, ENDED)
    }
    assert len(titles) == 7
