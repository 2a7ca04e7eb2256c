"""The sentences of Nuggets: every step of random games is told, truly, and tells no secret.

What is told is compared with a land of names and walks (:mod:`tests.nuggets_land`).
"""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import pytest

import goldfield
from goldfield.games.contract import SPECTATOR, IllegalMove
from goldfield.games.game import Game
from goldfield.games.nuggets import sentences
from goldfield.games.nuggets.awarded import points_words
from goldfield.games.nuggets.board import LINES, ends_of, line_text
from goldfield.games.nuggets.rules import Rules, State
from goldfield.games.nuggets.state import ENDED, LAYOUT, SECOND, STARTER, TURN
from goldfield.rng import seeded
from goldfield.words import Message, SeatName, render
from tests.nuggets_land import Land, Step, land_of, steps
from tests.test_moje_zlato_sentences import check_message, values

OPTIONS: list[dict[str, object]] = [
    {"players": 2},
    {"players": 2, "look": False, "layout": "random"},
    {"players": 3, "first": 0, "layout": "4@a1 4@a2 5@a3 5@a4 6@a5 6@b1 7@b2 8@b3"},
    {"players": 4, "first": 0, "layout": "random"},
    {"players": 4, "first": 3, "look": False},
]
PARTS = {"1/2": "½", "1/3": "⅓", "2/3": "⅔"}


class Told(NamedTuple):
    """One transition, what every reader is told of it, and the land before and after it."""

    step: Step
    actor: int
    said: dict[int, list[Message]]
    before: Land
    after: Land

    @property
    def is_chip(self) -> bool:
        return self.actor >= 0 and "@" in self.step.text

    @property
    def is_blocker(self) -> bool:
        return self.actor >= 0 and self.step.text[2] in "|/"

    def text(self, reader: int = SPECTATOR) -> str:
        return " ".join(map(render, self.said[reader]))


def told(game: Game, state: State, move: int, after: State, reader: int) -> list[Message]:
    """What a reader is told of a transition."""
    return game.present.describe(
        game.rules,
        game.setup,
        game.view(state, reader),
        game.mask(state, move, reader),
        game.view(after, reader),
    )


@pytest.fixture(params=OPTIONS, ids=str, scope="module")
def played(request: pytest.FixtureRequest) -> tuple[Game, list[Told]]:
    game = goldfield.load("nuggets", **request.param)
    found: list[Told] = []
    for seed in range(6):
        land = land_of(game)
        for step in steps(game, seed, builds=(0.2, 0.5, 1)[seed % 3], passes=0.02 * (seed == 0)):
            before = copy.deepcopy(land)
            actor = game.to_act(step.before)
            land.do(actor, step.text)
            said = {
                reader: told(game, step.before, step.move, step.after, reader)
                for reader in range(SPECTATOR, game.info.seats)
            }
            found.append(Told(step, actor, said, before, copy.deepcopy(land)))
    return game, found


def area_text(land: Land, area: set[str]) -> str:
    """An area as sentences name it."""
    worth = land.worth(area)
    mines = ", ".join(map(str, worth))
    inside = f"mines: {mines}" if len(worth) > 1 else f"mine: {mines}" if mines else "no mine"
    return f"{len(area)} spaces ({inside})"


def new_areas(before: Land, after: Land) -> list[str]:
    old = before.areas()
    return sorted(area_text(after, area) for area in after.areas() if area not in old)


def areas_told(text: str, verb: str) -> list[str]:
    """The two areas that a sentence says a blocker makes."""
    found = re.search(rf"{verb} two areas: (\d+ spaces \([^)]*\)) and (\d+ spaces \([^)]*\))", text)
    return sorted(found.groups()) if found else []


def number(points: Fraction) -> str:
    whole, part = divmod(points, 1)
    return f"{whole or ''}{PARTS[str(part)]}" if part else str(whole)


def side_text(land: Land, side: int) -> str:
    if land.players == 4:
        return f"seat {side + 1} and seat {side + 3}"
    return f"seat {side + 1}"


def test_every_sentence_is_whole_for_every_reader(played: tuple[Game, list[Told]]) -> None:
    for one in played[1]:
        for said in one.said.values():
            for message in said:
                check_message(message)


def test_who_acts_is_named_first(played: tuple[Game, list[Told]]) -> None:
    for one in played[1]:
        for said in one.said.values():
            named = [v for message in said for v in values(message) if isinstance(v, SeatName)]
            if one.step.before.phase == STARTER:
                assert named == [SeatName(one.step.after.seat)]
            elif one.step.before.phase == LAYOUT:
                assert named == []
            else:
                assert named[0] == SeatName(one.actor)


def test_the_drawn_mines_are_told_once_and_all(played: tuple[Game, list[Told]]) -> None:
    _, tolds = played
    for one in tolds:
        if one.step.before.phase != LAYOUT:
            continue
        mines = re.findall(r"(\d) on ([a-h][1-5])", one.text())
        if len(one.after.mines) < 8:
            assert one.text() == ""
        else:
            assert {space: int(value) for value, space in mines} == one.after.mines
            assert [int(value) for value, _ in mines] == [8, 7, 6, 6, 5, 5, 4, 4]


def test_blockers_are_told_with_what_they_part(played: tuple[Game, list[Told]]) -> None:
    game, tolds = played
    parting = single = 0
    for one in tolds:
        if not one.is_blocker:
            continue
        assert len({one.text(reader) for reader in one.said}) == 1
        text, line = one.text(), one.step.text
        is_second = "pass" not in game.legal(one.step.before)
        which = "the second" if is_second else "a"
        start = f"seat {one.actor + 1} placed {which} blocker between {line[:2]} and {line[3:]}."
        assert text.startswith(start)
        made = new_areas(one.before, one.after)
        assert areas_told(text, "makes") == made
        parting += bool(made)
        stock, lines = 35 - len(one.after.fences), one.after.lines()
        assert ("the last blocker" in text) == (stock == 0)
        assert ("no line left" in text) == (stock > 0 and not lines)
        assert ("one blocker only" in text) == (not is_second and not lines)
        single += "one blocker only" in text
    assert parting
    assert single


def test_the_value_of_a_chip_is_told_to_its_owner_alone(played: tuple[Game, list[Told]]) -> None:
    game, tolds = played
    look = game.rules.as_dict()["look"]
    for one in tolds:
        if not one.is_chip:
            continue
        value, space = one.step.text.split("@")
        for reader in one.said:
            chip = f"a chip worth {value}" if look and reader == one.actor else "a chip"
            start = f"seat {one.actor + 1} put {chip} on {space}, face down."
            text = one.text(reader)
            assert text.startswith(start)
            assert not re.search(r"\d", text[len(start) :])
            left = [sum(hand) for hand in one.after.hands]
            assert ("last chip in that hand" in text) == (left[one.actor] == 0)
            assert ("no space left" in text) == (not one.after.free() and any(left))


def test_passes_are_told_with_their_reason(played: tuple[Game, list[Told]]) -> None:
    game, tolds = played
    forced = 0
    for one in tolds:
        if one.step.text != "pass":
            continue
        text, held = one.text(), sum(one.before.hands[one.actor])
        can_play = held and one.before.free()
        if can_play or one.before.lines():
            chips = f", with {held} chip{'s' * (held > 1)} in hand" if held else ""
            assert text.startswith(f"seat {one.actor + 1} passed, for good{chips}.")
        else:
            forced += 1
            fences = "blocker left" if len(one.before.fences) == 35 else "line left for a blocker"
            chips = "there is no space left for a chip" if held else "no chip is left in that hand"
            why = f"there is no {fences}, and {chips}."
            assert text.startswith(f"seat {one.actor + 1} had to pass: {why}")
        still = [n for n in range(game.info.seats) if n not in one.after.out]
        alone = re.search(r"Everybody but seat (\d) is out", text)
        assert (int(alone[1]) - 1 if alone else None) == (still[0] if len(still) == 1 else None)
        assert ("Everybody has passed" in text) == (not still)
    assert forced


def test_the_end_tells_who_takes_what_and_why(played: tuple[Game, list[Told]]) -> None:
    _, tolds = played
    shared = 0
    for one in tolds:
        if one.step.after.phase != ENDED:
            continue
        assert len({one.text(reader) for reader in one.said}) == 1
        land, texts = one.after, [render(message) for message in one.said[SPECTATOR]]
        areas = [area for area in land.areas() if land.worth(area)]
        begin = texts.index("Everybody has passed: every chip is turned face up.") + 1
        assert sorted(texts[begin:-1]) == sorted(award_text(land, area) for area in areas)
        worths = [sum(map(int, re.findall(r"(\d) on", text))) for text in texts[begin:-1]]
        assert worths == sorted(worths)
        total = dict.fromkeys(range(2 if land.players == 4 else land.players), Fraction())
        for area in areas:
            takers = land.takers(area)
            shared += len(takers) > 1
            for side, points in takers.items():
                total[side] += points
        told = (f"{side_text(land, side)} {number(points)}" for side, points in total.items())
        assert texts[-1] == f"In all: {', '.join(told)}."
    assert shared


def listed(parts: list[str]) -> str:
    """Parts as people say them one after the other."""
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))


def award_text(land: Land, area: set[str]) -> str:
    """What should be said of an area with mines."""
    mines = sorted(((v, at) for at, v in land.mines.items() if at in area), reverse=True)
    mines.sort(
        key=lambda mine: (-mine[0], -"12345".index(mine[1][1]), -"abcdefgh".index(mine[1][0]))
    )
    head = f"Mine{'s' * (len(mines) > 1)} {listed([f'{v} on {at}' for v, at in mines])}"
    takers = land.takers(area)
    if not takers:
        return f"{head}. There was no chip: nobody got anything."
    sums = ", ".join(
        f"{side_text(land, side)} {has}" for side, has in sorted(land.sums(area).items())
    )
    share = f"{number(next(iter(takers.values())))} points"
    names = listed([side_text(land, side) for side in sorted(takers)])
    if len(takers) > 1 and land.players == 4:
        names = "Both sides"
    brings = f"{names} tied: {share} for each." if len(takers) > 1 else f"{names} took {share}."
    return f"{head}: {sums}. {brings}"


def test_points_are_written_with_halves_and_thirds() -> None:
    written = {6: "1 point", 12: "2 points", 15: "2½ points", 0: "0 points", 3: "½ points"}
    written |= {8: "1⅓ points", 16: "2⅔ points", 270: "45 points"}
    for sixths, text in written.items():
        check_message(points_words(sixths))
        assert render(points_words(sixths)) == text


def test_different_moves_are_told_differently(played: tuple[Game, list[Told]]) -> None:
    """To whom may know; to others only a chip's value makes no difference."""
    game, tolds = played
    look = game.rules.as_dict()["look"]
    for one in tolds[::29]:
        s = one.step.before
        if one.actor < 0:
            continue
        for reader in one.said:
            found: dict[str, int] = {}
            for move in game.moves(s):
                after = State(*game.play(s, move))
                text = " ".join(map(render, told(game, s, move, after, reader)))
                masked = game.mask(s, move, reader)
                assert found.setdefault(text, masked) == masked
                assert (masked == move) == (
                    "@" not in game.show_move(s, move) or (bool(look) and reader == one.actor)
                )


def twins(game: Game, told: list[Told]) -> Iterator[tuple[Told, int, State]]:
    """Steps, readers who cannot know all, and what else the position may be for these."""
    draw = random.Random(3)
    for one in told[::19]:
        for reader in one.said:
            view = game.view(one.step.before, reader)
            twin, _ = game.guess(view, reader, seeded(draw.getrandbits(60), 0))
            if twin != one.step.before and one.actor >= 0:
                yield one, reader, State(*twin)


def test_twins_are_told_alike(played: tuple[Game, list[Told]]) -> None:
    """Who cannot tell two positions apart reads the same of both, before the game is over."""
    game, tolds = played
    rules = game.rules
    assert isinstance(rules, Rules)
    compared = 0
    for one, reader, twin in twins(game, tolds):
        s = one.step.before
        if one.step.after.phase == ENDED:
            continue
        masked = game.mask(s, one.step.move, reader)
        for move in game.moves(twin):
            if game.mask(twin, move, reader) != masked:
                continue
            after = State(*game.play(twin, move))
            said = [render(message) for message in told(game, twin, move, after, reader)]
            # a chip may be the last of its value for one twin and not for the other
            assert said == [render(message) for message in one.said[reader]]
            compared += 1
        shown = [
            game.present.table(rules, game.setup, game.view(at, reader), reader) for at in (s, twin)
        ]
        for name in ("title", "asked", "hint"):
            assert shown[0][name] == shown[1][name]
        if reader == one.actor:
            listed = [
                game.present.choices(rules, game.setup, game.view(at, reader), reader)
                for at in (s, twin)
            ]
            assert listed[0] == listed[1]
    assert compared > 20


def test_headlines_and_hints_for_everybody(played: tuple[Game, list[Told]]) -> None:
    game, tolds = played
    rules = game.rules
    assert isinstance(rules, Rules)
    seen: set[str] = set()
    for one in tolds[::3]:
        s, land = one.step.before, one.before
        for mine in (True, False):
            title = sentences.title(rules, game.setup, s, mine)
            hint = sentences.hint(rules, game.setup, s, mine)
            check_message(title)
            check_message(hint)
            named = [*values(title), *values(hint)]
            if one.actor >= 0:
                assert (SeatName(one.actor) in named) != mine
        asked = sentences.asked(rules, game.setup, s)
        check_message(asked)
        assert (SeatName(one.actor) in values(asked)) == (one.actor >= 0)
        if s.phase not in (TURN, SECOND):
            continue
        legal = game.legal(s)
        text = render(sentences.title(rules, game.setup, s, True)).lower()
        seen.add(text)
        assert ("second" in text) == ("pass" not in legal)
        assert ("pass" in text) == ("pass" in legal)
        assert ("chip" in text) == any("@" in move for move in legal)
        assert ("build" in text) == (bool(land.lines()) and "pass" in legal)
        hint_text = render(sentences.hint(rules, game.setup, s, True))
        alone = len(land.out) == game.info.seats - 1 and "pass" in legal
        assert ("Everybody else has passed" in hint_text) == alone
    assert len(seen) >= 4


def test_effects_tell_areas_and_what_is_final(played: tuple[Game, list[Told]]) -> None:
    game, tolds = played
    rules = game.rules
    assert isinstance(rules, Rules)
    alone = 0
    blockers = (one for one in tolds if one.is_blocker and one.step.before.phase == TURN)
    single = next(one for one in blockers if not one.after.lines())
    for one in [*tolds[::31], single]:
        if one.actor < 0:
            continue
        s, land = one.step.before, one.before
        labels: set[str] = set()
        for move in game.moves(s):
            effect = sentences.effect(rules, game.setup, s, move)
            label = sentences.label(rules, game.setup, s, move)
            check_message(effect)
            check_message(label)
            text, shown = game.show_move(s, move), render(effect)
            labels.add(render(label))
            value, _, space = text.partition("@")
            if text == "pass":
                held = sum(land.hands[one.actor])
                assert (f"with {held} chip" in shown) == (held > 0)
                last = len(land.out) == game.info.seats - 1
                assert ("ends the game" in shown) == last
                assert ("out for the rest" in shown) != last
            elif space:
                area = area_text(land, land.area(space))
                assert shown == f"counts {value} in an area of {area}"
                assert space in render(label)
            else:
                after = copy.deepcopy(land)
                after.do(one.actor, text)
                made = new_areas(land, after)
                assert areas_told(shown, "makes") == made
                assert ("parts nothing" in shown) == (not made)
                none_next = "pass" in game.legal(s) and not after.lines()
                assert ("no second blocker" in shown) == none_next
                alone += none_next
        assert len(labels) == len(game.moves(s))
    assert alone


def test_why_a_line_takes_no_blocker_is_the_answer_to_typing_it(
    played: tuple[Game, list[Told]],
) -> None:
    game, tolds = played
    rules = game.rules
    assert isinstance(rules, Rules)
    for one in tolds[::37]:
        s = one.step.before
        if one.actor < 0:
            continue
        lines = {(a, b) for a, b in one.before.lines()}
        for line in range(LINES):
            why = sentences.why_not_line(rules, game.setup, s, line)
            text = line_text(line)
            assert (why is None) == ((text[:2], text[3:]) in lines), ends_of(line)
            if why is not None:
                check_message(why)
                with pytest.raises(IllegalMove) as refused:
                    game.parse_move(s, text)
                assert refused.value.message == why


def test_each_phase_is_asked_in_its_own_words() -> None:
    game = goldfield.load("nuggets", players=2, layout="random", first=0)
    s = State(*game.start())
    titles = {
        render(sentences.title(Rules(), game.setup, s._replace(phase=phase), False))
        for phase in (STARTER, LAYOUT, ENDED)
    }
    assert len(titles) == 3
