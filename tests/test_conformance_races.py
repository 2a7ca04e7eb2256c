"""The suite finds a room ``race`` that tells of the game something else than its rules do."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Any

import pytest

import goldfield
from goldfield.conformance import CHECKS, Case, races
from goldfield.games.gold_nuggets import race as gold_race
from goldfield.games.racing import PASS, RUN
from tests.games.pig import race as pig_race
from tests.test_conformance_catches import copied, found_in_damaged, info_with, mutant

RACES: list[Any] = []
damaged = partial(mutant, into=RACES)


def race_with(patch: pytest.MonkeyPatch, room: ModuleType = pig_race, **functions: object) -> None:
    """Let the game have a copy of its room ``race`` with other functions."""
    patch.setitem(sys.modules, room.__name__, copied(room, functions))


def turned(change: Callable[[Any], Any]) -> Callable[..., Any]:
    """Pig's race with something done to its automaton."""

    def race_of(rules: Any) -> Any:
        race = pig_race.race_of(rules)
        return race._replace(turn=change(race.turn))

    return race_of


def with_number(numbers: Any, at: int, number: int) -> Any:
    changed = numbers[:]
    changed[at] = number
    return changed


@damaged("a_turn_is_an_automaton", "in 6 ways of 5")
def race_of_five_faces(case: Case, patch: pytest.MonkeyPatch) -> None:
    race_of = turned(lambda turn: turn._replace(throws=with_number(turn.throws, 3, 5)))
    race_with(patch, race_of=race_of)


@damaged("a_turn_is_an_automaton", "rolls lead to [1, 4, 5, 6, 7]")
def race_that_turns_back(case: Case, patch: pytest.MonkeyPatch) -> None:
    race_with(patch, race_of=turned(lambda turn: turn._replace(to=with_number(turn.to, 5, 1))))


@damaged("a_turn_is_an_automaton", "to_at must rise")
def race_with_a_branch_too_few(case: Case, patch: pytest.MonkeyPatch) -> None:
    race_with(patch, race_of=turned(lambda turn: turn._replace(to_at=turn.to_at[:-1])))


@damaged("a_turn_is_an_automaton", "can neither end nor go on")
def race_with_a_dead_end(case: Case, patch: pytest.MonkeyPatch) -> None:
    race_with(
        patch, race_of=turned(lambda turn: turn._replace(leaf=with_number(turn.leaf, -1, -1)))
    )


@damaged("a_turn_is_an_automaton", "has the leaf 102 of 102")
def race_with_an_unknown_leaf(case: Case, patch: pytest.MonkeyPatch) -> None:
    race_with(
        patch, race_of=turned(lambda turn: turn._replace(leaf=with_number(turn.leaf, 7, 102)))
    )


@damaged("a_turn_is_an_automaton", "A race hides nothing")
def race_with_a_secret(case: Case, patch: pytest.MonkeyPatch) -> None:
    info_with(case, hidden=("turn",))


@damaged("places_are_nodes", "rolling is True for seat 0; to_act is 0")
def race_always_rolling(case: Case, patch: pytest.MonkeyPatch) -> None:
    def place(setup: Any, s: Any) -> Any:
        found = pig_race.place(setup, s)
        return found and found._replace(rolling=True)

    race_with(patch, place=place)


@damaged("places_are_nodes", "The game is over, and yet")
def race_placed_after_the_end(case: Case, patch: pytest.MonkeyPatch) -> None:
    def place(setup: Any, s: Any) -> Any:
        return pig_race.place(setup, s._replace(scores=(0, 0)))

    race_with(patch, place=place)


@damaged("places_are_nodes", "sum to less than before")
def race_with_a_pile_that_shrinks(case: Case, patch: pytest.MonkeyPatch) -> None:
    def place(setup: Any, s: Any) -> Any:
        found = pig_race.place(setup, s)
        return found and found._replace(piles=tuple(pile % 7 for pile in found.piles))

    race_with(patch, place=place)


@damaged("places_are_nodes", "place is None everywhere")
def race_without_places(case: Case, patch: pytest.MonkeyPatch) -> None:
    race_with(patch, place=lambda setup, s: None)


def ended(change: Callable[..., Any], room: ModuleType = pig_race) -> Callable[..., Any]:
    """The ends of a race with something done to what was written: (how, piles) -> the same."""

    def ends(setup: Any, piles: Any, code: int, out: Any) -> int:
        count = room.ends(setup, piles, code, out)
        for at in range(0, count * (len(piles) + 1), len(piles) + 1):
            how, after = change(out[at], tuple(out[at + 1 : at + 1 + len(piles)]), code)
            out[at : at + 1 + len(piles)] = [how, *after]
        return count

    return ends


@damaged("leaves_have_ends", "The supply grows from")
def race_with_ends_that_give_back(case: Case, patch: pytest.MonkeyPatch) -> None:
    def change(how: int, piles: Any, code: int) -> Any:
        return how, (0, *piles[1:]) if code == pig_race.BUSTED else piles

    race_with(patch, ends=ended(change))


@damaged("leaves_have_ends", "ends wrote 7")
def race_with_another_end(case: Case, patch: pytest.MonkeyPatch) -> None:
    race_with(patch, ends=ended(lambda how, piles, code: (7, piles)))


@damaged("leaves_have_ends", "most is 99, total 198")
def race_with_an_end_beyond_the_goal(case: Case, patch: pytest.MonkeyPatch) -> None:
    race_with(patch, ends=ended(lambda how, piles, code: (PASS, piles)))


@damaged("leaves_have_ends", "ends gives 0 of at most 1")
def race_without_ends(case: Case, patch: pytest.MonkeyPatch) -> None:
    race_with(patch, ends=lambda setup, piles, code, out: 0)


@damaged("leaves_have_ends", "wrote more than most_ends = 1", game="gold_nuggets")
def race_with_more_ends_than_said(case: Case, patch: pytest.MonkeyPatch) -> None:
    def race_of(rules: Any) -> Any:
        return gold_race.race_of(rules)._replace(most_ends=1)

    race_with(patch, gold_race, race_of=race_of)


@damaged("leaves_have_ends", "won gives (0, 0)")
def race_that_nobody_wins(case: Case, patch: pytest.MonkeyPatch) -> None:
    race_with(patch, won=lambda setup, piles: (0, 0))


FOLLOWS = "a_race_follows_the_rules"


@damaged(FOLLOWS, "by the race and")
def race_with_a_bust_that_keeps(case: Case, patch: pytest.MonkeyPatch) -> None:
    def change(how: int, piles: Any, code: int) -> Any:
        return how, (piles[0] + 1, *piles[1:]) if code == pig_race.BUSTED else piles

    race_with(patch, ends=ended(change))


@damaged(FOLLOWS, "by the race and")
def race_with_another_turn_for_the_same_seat(case: Case, patch: pytest.MonkeyPatch) -> None:
    race_with(patch, ends=ended(lambda how, piles, code: (RUN if how == PASS else how, piles)))


@damaged(FOLLOWS, "by the race and", players=3)
def race_with_the_seats_turned(case: Case, patch: pytest.MonkeyPatch) -> None:
    def place(setup: Any, s: Any) -> Any:
        found = pig_race.place(setup, s)
        return found and found._replace(piles=(*found.piles[1:], found.piles[0]))

    race_with(patch, place=place)


@damaged(FOLLOWS, "by the race and")
def race_with_a_wrong_face(case: Case, patch: pytest.MonkeyPatch) -> None:
    race_with(patch, race_of=turned(lambda turn: turn._replace(to=with_number(turn.to, 0, 3))))


@damaged(FOLLOWS, "by the race and")
def race_with_a_node_too_far(case: Case, patch: pytest.MonkeyPatch) -> None:
    def place(setup: Any, s: Any) -> Any:
        found = pig_race.place(setup, s)
        return found and found._replace(node=min(found.node + 1, setup.goal))

    race_with(patch, place=place)


@damaged(FOLLOWS, "by the race and", goal=10)
def race_that_the_last_one_wins(case: Case, patch: pytest.MonkeyPatch) -> None:
    race_with(patch, won=lambda setup, piles: pig_race.won(setup, piles)[::-1])


@damaged(FOLLOWS, "by the race and", game="gold_nuggets", rob="several", players=3)
def race_that_robs_from_one_alone(case: Case, patch: pytest.MonkeyPatch) -> None:
    one = goldfield.load("gold_nuggets", players=3).setup

    def ends(setup: Any, piles: Any, code: int, out: Any) -> int:
        return gold_race.ends(setup._replace(several=one.several), piles, code, out)

    race_with(patch, gold_race, ends=ends)


@damaged(FOLLOWS, "by the race and", game="gold_nuggets")
def race_without_another_run(case: Case, patch: pytest.MonkeyPatch) -> None:
    def change(how: int, piles: Any, code: int) -> Any:
        return PASS if how == RUN else how, piles

    race_with(patch, gold_race, ends=ended(change, gold_race))


@pytest.mark.parametrize(("check", "says", "game", "options", "damage"), RACES)
def test_a_damaged_race_is_found(
    monkeypatch: pytest.MonkeyPatch,
    check: str,
    says: str,
    game: str,
    options: dict[str, object],
    damage: Callable[[Case, pytest.MonkeyPatch], None],
) -> None:
    found_in_damaged(monkeypatch, check, says, game, options, damage)


def test_every_check_of_races_can_fail() -> None:
    of_races = {name for name, check in CHECKS.items() if check.__module__ == races.__name__}
    assert {param.values[0] for param in RACES} == of_races
