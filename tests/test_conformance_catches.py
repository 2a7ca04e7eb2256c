"""The suite finds what is broken: games are damaged one function at a time, and it must say so."""

from __future__ import annotations

import dataclasses
import itertools
import random
import sys
from collections.abc import Callable
from fractions import Fraction
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, cast

import numpy as np
import pytest

from goldfield.bots.bot import Bot
from goldfield.conformance import CHECKS, Broken, Case, races, run
from goldfield.games.contract import BadNotation, Choice, IllegalMove, Starters, Why, below, rule
from goldfield.games.options import (
    BaseRules,
    Preset,
    Structure,
    first_option,
    option,
    players_option,
)
from goldfield.rng import seeded
from goldfield.words import SeatName, say
from tests.games.kuhn import rules as kuhn
from tests.games.partners import rules as partners
from tests.games.pebbles import rules as pebbles
from tests.games.pig import notation as pig_texts
from tests.games.pig import present as pig_present
from tests.games.pig import rules as pig

PIG, KUHN, PARTNERS = "tests.games.pig", "tests.games.kuhn", "tests.games.partners"
PEBBLES = "tests.games.pebbles"
MUTANTS: list[Any] = []


def mutant(
    check: str, says: str, game: str = PIG, into: list[Any] = MUTANTS, **options: object
) -> Callable[..., None]:
    """Note a way to damage a game, the check that must find it, and a part of what it says."""

    def note(damage: Callable[[Case, pytest.MonkeyPatch], None]) -> None:
        values = (check, says, game, options, damage)
        into.append(pytest.param(*values, id=f"{check}-{damage.__name__}"))

    return note


def copied(room: object, functions: dict[str, object]) -> Any:
    module = ModuleType("damaged")
    module.__dict__.update(vars(room) | functions)
    return module


def rules_with(case: Case, **functions: object) -> None:
    """Give the case a copy of the game's rules with other functions."""
    case.game.room = copied(case.game.room, functions)


def texts_with(case: Case, **functions: object) -> None:
    """Give the case a copy of the game's notation with other functions."""
    case.game.notation = copied(case.game.notation, functions)


def info_with(case: Case, **changes: Any) -> None:
    """Let the game say something else of itself."""
    case.game.info = dataclasses.replace(case.game.info, **changes)


# What the game says of itself


@mutant("info_is_honest", "info.longest is 5")
def bound_too_short(case: Case, patch: pytest.MonkeyPatch) -> None:
    info_with(case, longest=5)
    patch.setattr(Case, "walks", ((0,) * 6,))


@mutant("info_is_honest", "not over after 5 steps")
def bound_too_short_for_a_walk(case: Case, patch: pytest.MonkeyPatch) -> None:
    info_with(case, longest=5)


@mutant("info_is_honest", "rules.players is 2")
def seats_miscounted(case: Case, patch: pytest.MonkeyPatch) -> None:
    info_with(case, seats=3)


@mutant("info_is_honest", "without gaps")
def sides_with_a_gap(case: Case, patch: pytest.MonkeyPatch) -> None:
    info_with(case, side_of=(0, 2))


@mutant("info_is_honest", "to_act is 7")
def nobody_to_act(case: Case, patch: pytest.MonkeyPatch) -> None:
    assert case.spots
    rules_with(case, to_act=lambda setup, s: 7 if s.turn == 3 else pig.to_act(setup, s))


@mutant("setup_is_plain", "setup.goal is not plain")
def array_in_the_setup(case: Case, patch: pytest.MonkeyPatch) -> None:
    case.game.setup = pig.Setup(2, 1, cast("int", np.int64(100)))


@mutant("setup_is_plain", "changed the setup", game=PARTNERS)
def setup_written(case: Case, patch: pytest.MonkeyPatch) -> None:
    def play(setup: Any, s: Any, move: int) -> Any:
        setup.worth[0] += 1
        return partners.play(setup, s, move)

    rules_with(case, play=play)


@mutant("the_game_introduces_itself", "TITLE is 'Pig', no Message")
def title_no_message(case: Case, patch: pytest.MonkeyPatch) -> None:
    rules_with(case, TITLE="Pig")


@mutant("the_game_introduces_itself", "RULES_VERSION is 0")
def no_version(case: Case, patch: pytest.MonkeyPatch) -> None:
    rules_with(case, RULES_VERSION=0)


# States


@mutant("states_are_plain", "two different states")
def random_start(case: Case, patch: pytest.MonkeyPatch) -> None:
    flip = itertools.count()
    rules_with(case, start=lambda setup: pig.State(next(flip) % 2, 0, 0, (0, 0)))


def played(change: Callable[[Any], Any]) -> Callable[..., Any]:
    """Pig's play with something done to every state it returns."""
    return lambda setup, s, move: change(pig.play(setup, s, move))


@mutant("states_are_plain", "NumPy scalars must not leak")
def numpy_in_the_state(case: Case, patch: pytest.MonkeyPatch) -> None:
    rules_with(case, play=played(lambda s: s._replace(turn=np.int64(s.turn))))


@mutant("states_are_plain", "something other than ints")
def bool_in_the_state(case: Case, patch: pytest.MonkeyPatch) -> None:
    rules_with(case, play=played(lambda s: s._replace(rolling=s.rolling == 1)))


@mutant("states_are_plain", "something other than ints")
def beyond_64_bits(case: Case, patch: pytest.MonkeyPatch) -> None:
    rules_with(case, play=played(lambda s: s._replace(turn=s.turn + 2**63)))


@mutant("states_are_plain", "another shape")
def longer_state(case: Case, patch: pytest.MonkeyPatch) -> None:
    rules_with(case, play=played(lambda s: s._replace(scores=(*s.scores, 0)[: 2 + s.rolling])))


@mutant("states_are_plain", "one NamedTuple type")
def bare_tuple(case: Case, patch: pytest.MonkeyPatch) -> None:
    rules_with(case, play=played(lambda s: pig.State(*s) if s.rolling else tuple(s)))
    rules_with(case, to_act=lambda setup, s: pig.to_act(setup, pig.State(*s)))
    play = case.game.room.play
    rules_with(case, play=lambda setup, s, move: play(setup, pig.State(*s), move))


@mutant("legal_moves_can_be_played", "led to two different states")
def impure_play(case: Case, patch: pytest.MonkeyPatch) -> None:
    calls = itertools.count()
    play = played(lambda s: s._replace(turn=next(calls) % 5))
    patch.setattr(Case, "walks", ())
    rules_with(case, play=play)


@mutant("legal_moves_can_be_played", "IndexError")
def failing_play(case: Case, patch: pytest.MonkeyPatch) -> None:
    def play(setup: Any, s: Any, move: int) -> Any:
        return s.scores[5] if s.turn == 2 else pig.play(setup, s, move)

    patch.setattr(Case, "walks", ())
    rules_with(case, play=play)


# Moves


def writes(*ids: Any) -> Callable[..., int]:
    """A ``moves`` that writes these ids."""

    def moves(setup: Any, s: Any, out: Any) -> int:
        for i, move in enumerate(ids):
            out[i] = move
        return len(ids)

    return moves


@mutant("moves_are_in_order", "Write them ascending")
def descending(case: Case, patch: pytest.MonkeyPatch) -> None:
    rules_with(case, moves=writes(1, 0))


@mutant("moves_are_in_order", "each once")
def twice(case: Case, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Case, "spots", tuple(case.each("seat", 1)))
    rules_with(case, moves=writes(1, 1))


@mutant("moves_are_in_order", "info.moves is 1")
def beyond_info(case: Case, patch: pytest.MonkeyPatch) -> None:
    info_with(case, moves=1)


@mutant("moves_are_in_order", "not NumPy's")
def numpy_moves(case: Case, patch: pytest.MonkeyPatch) -> None:
    rules_with(case, moves=writes(np.int64(0), np.int64(1)))


@mutant("moves_are_in_order", "info.most_moves must be")
def more_than_most(case: Case, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Case, "spots", tuple(case.each("seat", 1)))
    info_with(case, most_moves=1)


@mutant("moves_are_in_order", "no legal move")
def stuck(case: Case, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Case, "spots", tuple(case.each("seat", 1)))
    rules_with(case, moves=writes())


@mutant("other_moves_are_refused", "was taken")
def open_door(case: Case, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(type(case.game), "play", lambda game, s, move: s)


@mutant("other_moves_are_refused", "ValueError")
def door_without_a_sentence(case: Case, patch: pytest.MonkeyPatch) -> None:
    def play(game: Any, s: Any, move: Any) -> Any:
        raise ValueError("no")

    patch.setattr(type(case.game), "play", play)


@mutant("records_replay", "not over after")
def endless(case: Case, patch: pytest.MonkeyPatch) -> None:
    patch.setattr("goldfield.conformance.case.ENDLESS", 2000)
    case.game.setup = pig.Setup(2, 1, 10**9)


@mutant("records_replay", "was refused when replayed")
def play_by_the_clock(case: Case, patch: pytest.MonkeyPatch) -> None:
    assert case.walks
    calls = itertools.count()
    rules_with(case, play=played(lambda s: s._replace(turn=s.turn + next(calls) % 2)))


@mutant(
    "the_right_seat_begins", "With first=2 the seats (from 0) began so often: {0: 100}", first=2
)
def deaf_to_first(case: Case, patch: pytest.MonkeyPatch) -> None:
    rules_with(case, start=lambda setup: pig.State(0, 0, 0, (0, 0)))


@mutant("the_right_seat_begins", "only the seats [0]", first=0)
def never_the_second(case: Case, patch: pytest.MonkeyPatch) -> None:
    rules_with(case, roll=lambda setup, s, rng: (pig.FIRST, rng))


@mutant("a_next_game_has_starters", "gave the seats [1, 0]")
def starters_in_disorder(case: Case, patch: pytest.MonkeyPatch) -> None:
    rules_with(case, next_starters=lambda rules, setup, s, starter: Starters((1, 0), say("Why.")))


@mutant("a_next_game_has_starters", "gave the seats [2]")
def starter_from_elsewhere(case: Case, patch: pytest.MonkeyPatch) -> None:
    rules_with(case, next_starters=lambda rules, setup, s, starter: Starters((2,), say("Why.")))


@mutant("a_next_game_has_starters", "gave the reason")
def starters_without_a_reason(case: Case, patch: pytest.MonkeyPatch) -> None:
    rules_with(case, next_starters=lambda rules, setup, s, starter: Starters((0,), cast("Any", 1)))


@mutant("a_next_game_has_starters", "gave a tuple")
def bare_seats(case: Case, patch: pytest.MonkeyPatch) -> None:
    rules_with(case, next_starters=lambda rules, setup, s, starter: (0,))


@mutant("scores_and_shares_add_up", "summing to WIN")
def half_a_win(case: Case, patch: pytest.MonkeyPatch) -> None:
    rules_with(case, shares=lambda setup, s: (30, 0))


@mutant("scores_and_shares_add_up", "One int per side (2 here)", game=PARTNERS)
def share_per_seat(case: Case, patch: pytest.MonkeyPatch) -> None:
    rules_with(case, shares=lambda setup, s: (15, 15, 15, 15))


@mutant("scores_and_shares_add_up", "One int per seat")
def broken_points(case: Case, patch: pytest.MonkeyPatch) -> None:
    rules_with(case, scores=lambda setup, s: (0.5, 0.5))


# Chance


@mutant("outcomes_are_exact", "no positive Fraction")
def float_chances(case: Case, patch: pytest.MonkeyPatch) -> None:
    rules_with(case, outcomes=lambda setup, s: [(face, 1 / 6) for face in range(6)])


@mutant("outcomes_are_exact", "sum to 5/6")
def five_faces(case: Case, patch: pytest.MonkeyPatch) -> None:
    rules_with(case, outcomes=lambda setup, s: [(face, Fraction(1, 6)) for face in range(5)])


@mutant("outcomes_are_exact", "ascending")
def outcomes_out_of_order(case: Case, patch: pytest.MonkeyPatch) -> None:
    faces = [(face, Fraction(1, 6)) for face in (0, 1, 2, 3, 5, 4)]
    rules_with(case, outcomes=lambda setup, s: faces)


@mutant("outcomes_are_exact", "info.most_outcomes is 5")
def too_many_outcomes(case: Case, patch: pytest.MonkeyPatch) -> None:
    info_with(case, most_outcomes=5)


@mutant("rolls_follow_the_outcomes", "standard deviations")
def loaded_die(case: Case, patch: pytest.MonkeyPatch) -> None:
    def roll(setup: Any, s: Any, rng: Any) -> Any:
        face, rng = below(rng, 12)
        return (0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 4)[face], rng

    rules_with(case, roll=roll)


@mutant("rolls_follow_the_outcomes", "never gave outcome 5")
def no_six(case: Case, patch: pytest.MonkeyPatch) -> None:
    rules_with(case, roll=lambda setup, s, rng: below(rng, 5))


@mutant("rolls_follow_the_outcomes", "outcomes does not list")
def a_seven(case: Case, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Case, "walks", ())
    rules_with(case, roll=lambda setup, s, rng: below(rng, 7))


@mutant("rolls_depend_on_the_generator_alone", "gave back the generator unused")
def same_generator(case: Case, patch: pytest.MonkeyPatch) -> None:
    assert case.spots
    rules_with(case, roll=lambda setup, s, rng: (below(rng, 6)[0], rng))


@mutant("rolls_depend_on_the_generator_alone", "two results from one generator")
def other_dice(case: Case, patch: pytest.MonkeyPatch) -> None:
    dice = random.Random(1)
    rules_with(case, roll=lambda setup, s, rng: (dice.randrange(6), below(rng, 6)[1]))


# Texts


@mutant("states_round_trip", "was read as")
def turn_left_out(case: Case, patch: pytest.MonkeyPatch) -> None:
    show = pig_texts.show_state
    texts_with(case, show_state=lambda r, setup, s: show(r, setup, s._replace(turn=0)))


@mutant("states_round_trip", "One line of printable text")
def two_lines(case: Case, patch: pytest.MonkeyPatch) -> None:
    show = pig_texts.show_state
    texts_with(case, show_state=lambda *args: show(*args).replace(" ", "\n"))


@mutant("states_round_trip", "refused the text")
def unreadable(case: Case, patch: pytest.MonkeyPatch) -> None:
    def parse(*args: Any) -> Any:
        raise BadNotation(say("No."), 0)

    texts_with(case, parse_state=parse)


@mutant("moves_round_trip", "was read as 1")
def moves_share_a_text(case: Case, patch: pytest.MonkeyPatch) -> None:
    texts_with(case, show_move=lambda *args: "hold")


@mutant("moves_round_trip", "was refused")
def text_not_read(case: Case, patch: pytest.MonkeyPatch) -> None:
    show = pig_texts.show_move
    texts_with(case, show_move=lambda *args: show(*args).upper())


@mutant("masked_moves_have_texts", "shows the move that is hidden from seat", game=KUHN)
def mask_read_aloud(case: Case, patch: pytest.MonkeyPatch) -> None:
    show = case.game.notation.show_move
    texts_with(case, show_move=lambda r, u, s, move: "J" if move >= 5 else show(r, u, s, move))


@mutant("damaged_states_are_refused", "ValueError")
def bare_int(case: Case, patch: pytest.MonkeyPatch) -> None:
    def parse(r: Any, setup: Any, text: str) -> Any:
        seat, rolling, turn, scores = text.split(" ")
        won, lost = map(int, scores.split(","))
        return pig.State(int(seat) - 1, int(rolling), int(turn), (won, lost))

    texts_with(case, parse_state=parse)


@mutant("damaged_states_are_refused", "at is the offset")
def beyond_the_text(case: Case, patch: pytest.MonkeyPatch) -> None:
    def parse(*args: Any) -> Any:
        try:
            return pig_texts.parse_state(*args)
        except BadNotation as error:
            raise BadNotation(error.message, 10**6) from error

    texts_with(case, parse_state=parse)


@mutant("damaged_states_are_refused", "but its state shows as")
def tolerant(case: Case, patch: pytest.MonkeyPatch) -> None:
    parse = pig_texts.parse_state
    texts_with(case, parse_state=lambda r, setup, text: parse(r, setup, text.strip("x\x00")[:9]))


@mutant("damaged_states_are_refused", "cannot be played on")
def impossible_position(case: Case, patch: pytest.MonkeyPatch) -> None:
    def parse(r: Any, setup: Any, text: str) -> Any:
        s = pig_texts.parse_state(r, setup, text)
        return s._replace(seat=7) if s.turn == 9 else s

    def show(r: Any, setup: Any, s: Any) -> str:
        return pig_texts.show_state(r, setup, s._replace(seat=0) if s.seat == 7 else s)

    texts_with(case, parse_state=parse, show_state=show)
    patch.setattr("goldfield.conformance.texts.EXAMPLES", 3000)


@mutant("damaged_states_are_refused", "without a short sentence")
def echo(case: Case, patch: pytest.MonkeyPatch) -> None:
    def parse(r: Any, setup: Any, text: str) -> Any:
        try:
            return pig_texts.parse_state(r, setup, text)
        except BadNotation as error:
            raise BadNotation(say("No: {text}", text=text), 0) from error

    texts_with(case, parse_state=parse)


@mutant("damaged_moves_are_refused", "legal are")
def any_move_will_do(case: Case, patch: pytest.MonkeyPatch) -> None:
    texts_with(case, parse_move=lambda r, setup, s, text: len(text))


@mutant("damaged_moves_are_refused", "KeyError")
def move_not_found(case: Case, patch: pytest.MonkeyPatch) -> None:
    texts_with(case, parse_move=lambda r, setup, s, text: {"roll": 0, "hold": 1}[text])


@mutant("damaged_moves_are_refused", "may have meant")
def ambiguous_without_candidates(case: Case, patch: pytest.MonkeyPatch) -> None:
    def parse(*args: Any) -> Any:
        raise IllegalMove(Why.AMBIGUOUS, say("Which?"))

    texts_with(case, parse_move=parse)


# Secrets


@mutant("a_view_is_a_state", "in that", game=KUHN)
def view_of_a_view(case: Case, patch: pytest.MonkeyPatch) -> None:
    def view(setup: Any, s: Any, seat: int) -> Any:
        hidden = kuhn.NONE if kuhn.UNKNOWN in s.cards else kuhn.UNKNOWN
        return s._replace(cards=(hidden, hidden)) if s.line == kuhn.RAISED else s

    rules_with(case, view=view)


@mutant("a_view_is_a_state", "not a State", game=KUHN)
def view_of_another_type(case: Case, patch: pytest.MonkeyPatch) -> None:
    rules_with(case, view=lambda setup, s, seat: tuple(s))


@mutant("spectators_know_least", "A spectator sees", game=KUHN)
def spectator_sees_all(case: Case, patch: pytest.MonkeyPatch) -> None:
    rules_with(case, view=lambda setup, s, seat: s if seat < 0 else kuhn.view(setup, s, seat))


@mutant("spectators_know_least", "is public, yet hidden from seat", game=KUHN)
def spectator_reads_all(case: Case, patch: pytest.MonkeyPatch) -> None:
    mask = kuhn.mask
    rules_with(case, mask=lambda u, s, move, seat: move if seat < 0 else mask(u, s, move, seat))


@mutant("hidden_parts_are_declared", "every view is the whole state", game=KUHN)
def nothing_hidden(case: Case, patch: pytest.MonkeyPatch) -> None:
    rules_with(case, view=lambda setup, s, seat: s)


@mutant("hidden_parts_are_declared", "info.hidden is empty", game=KUHN)
def secretly_hidden(case: Case, patch: pytest.MonkeyPatch) -> None:
    info_with(case, hidden=())


@mutant("hidden_parts_are_declared", "names fields", game=KUHN)
def unknown_part(case: Case, patch: pytest.MonkeyPatch) -> None:
    info_with(case, hidden=("hand",))


@mutant("masks_hide_or_keep", "nobody could tell the lie", game=KUHN)
def mask_lies(case: Case, patch: pytest.MonkeyPatch) -> None:
    rules_with(case, mask=lambda setup, s, move, seat: 0)


@mutant("masks_hide_or_keep", "masked differently", game=KUHN)
def mask_peeks(case: Case, patch: pytest.MonkeyPatch) -> None:
    def mask(setup: Any, s: Any, move: int, seat: int) -> int:
        return kuhn.HIDDEN_CARD + (s.cards[0] == kuhn.KING)

    rules_with(case, mask=mask)


@mutant("hidden_moves_stay_hidden", "is shown 5 for several moves", game=KUHN)
def view_shows_the_masked(case: Case, patch: pytest.MonkeyPatch) -> None:
    rules_with(case, view=lambda setup, s, seat: s)


@mutant("masks_show_no_more_than_the_view", "it knows what its view hides", game=KUHN)
def mask_shows_the_hidden(case: Case, patch: pytest.MonkeyPatch) -> None:
    rules_with(case, mask=lambda setup, s, move, seat: move)


@mutant("guesses_agree_with_the_view", "view(guess(view(s))) must be view(s)", game=KUHN)
def guess_changes_the_known(case: Case, patch: pytest.MonkeyPatch) -> None:
    guess = lambda setup, view, seat, rng: (view._replace(cards=(1, 2)), rng)  # noqa: E731
    rules_with(case, guess=guess)


@mutant("guesses_agree_with_the_view", "two states from one generator", game=KUHN)
def guess_by_other_dice(case: Case, patch: pytest.MonkeyPatch) -> None:
    calls = itertools.count()
    rules_with(
        case, guess=lambda u, view, seat, rng: kuhn.guess(u, view, seat, seeded(next(calls), 0))
    )


@mutant("guesses_agree_with_the_view", "still hides something", game=KUHN)
def half_a_guess(case: Case, patch: pytest.MonkeyPatch) -> None:
    def guess(setup: Any, view: Any, seat: int, rng: Any) -> Any:
        full, rng = kuhn.guess(setup, view, seat, rng)
        if view.cards[0] == kuhn.UNKNOWN:
            return view._replace(cards=(full.cards[0], view.cards[1])), rng
        return full, rng

    rules_with(case, guess=guess)


@mutant("guesses_differ", "never gave two different states", game=KUHN)
def stubborn_guess(case: Case, patch: pytest.MonkeyPatch) -> None:
    rules_with(case, guess=lambda u, view, seat, rng: kuhn.guess(u, view, seat, seeded(1, 1)))


@mutant("guesses_differ", "no guess was the true state", game=PARTNERS)
def guess_never_true(case: Case, patch: pytest.MonkeyPatch) -> None:
    def guess(setup: Any, view: Any, seat: int, rng: Any) -> Any:
        s, rng = partners.guess(setup, view, seat, rng)
        return s._replace(out=s.out | 16), rng

    rules_with(case, guess=guess)


@mutant("twins_cannot_be_told_apart", "must follow from what it sees", game=KUHN)
def moves_peek(case: Case, patch: pytest.MonkeyPatch) -> None:
    def moves(setup: Any, s: Any, out: Any) -> int:
        out[0], out[1] = 0, 1
        return 1 if kuhn.JACK in s.cards else 2

    rules_with(case, moves=moves)


@mutant("twins_cannot_be_told_apart", "somebody else is to act", game=KUHN)
def turn_peeks(case: Case, patch: pytest.MonkeyPatch) -> None:
    assert case.spots
    peek = lambda setup, s: kuhn.to_act(setup, s) if kuhn.JACK in s.cards else 0  # noqa: E731
    rules_with(case, to_act=peek)


@mutant("twins_cannot_be_told_apart", "is masked differently", game=KUHN)
def twins_masked_apart(case: Case, patch: pytest.MonkeyPatch) -> None:
    def mask(setup: Any, s: Any, move: int, seat: int) -> int:
        return kuhn.HIDDEN_CARD if kuhn.JACK in s.cards else move

    rules_with(case, mask=mask)


@mutant("twins_cannot_be_told_apart", "they read", game=KUHN)
def text_peeks(case: Case, patch: pytest.MonkeyPatch) -> None:
    secret = itertools.count()
    texts_with(case, show_state=lambda *args: f"{next(secret)}")


@mutant("taking_back_shows_nothing", "could take it back", game=PEBBLES, secret=True, dice=False)
def empty_hands_turn_pebbles_up(case: Case, patch: pytest.MonkeyPatch) -> None:
    def view(setup: Any, s: Any, seat: int) -> Any:
        return s if s.hand == 0 else pebbles.view(setup, s, seat)

    rules_with(case, view=view)


# Options, sentences, the page, bots


def options_with(case: Case, kind: type[BaseRules]) -> None:
    rules_with(case, Rules=kind)
    case.game.rules = kind()


@dataclasses.dataclass(frozen=True)
class Undescribed(BaseRules):
    players: int = players_option(2, 4)
    first: int = first_option(4)
    goal: int = 100


@dataclasses.dataclass(frozen=True)
class Nameless(BaseRules):
    players: int = players_option(2, 4)
    first: int = first_option(4)
    goal: bool = option(True, label=say(""), help=say("Points."))


def structured(**changes: Any) -> Structure:
    """A structure for any text."""
    sound = Structure(read=str, grammar=say("Any text."), own=say("Own deck"))
    return dataclasses.replace(sound, **changes)


@dataclasses.dataclass(frozen=True)
class Shouting(BaseRules):
    players: int = players_option(2, 4)
    first: int = first_option(4)
    deck: str = option("Aa", label=say("Deck"), help=say("Cards."), structure=structured())

    def as_dict(self) -> dict[str, Any]:
        return super().as_dict() | {"deck": self.deck.upper()}


def with_deck(case: Case, default: str = "aa", **changes: Any) -> None:
    """Let the game have a structured option that is damaged."""

    @dataclasses.dataclass(frozen=True)
    class Decked(BaseRules):
        """Options with a deck."""

        players: int = players_option(2, 4)
        first: int = first_option(4)
        deck: str = option(
            default, label=say("Deck"), help=say("Cards."), structure=structured(**changes)
        )

    options_with(case, Decked)


@mutant("options_are_described", "Make every field with option")
def field_without_a_label(case: Case, patch: pytest.MonkeyPatch) -> None:
    options_with(case, Undescribed)


@mutant("options_are_described", "is empty")
def empty_label(case: Case, patch: pytest.MonkeyPatch) -> None:
    options_with(case, Nameless)


@mutant("structured_options_have_one_form", "'a' is held, but read as 'aa'")
def read_grows(case: Case, patch: pytest.MonkeyPatch) -> None:
    with_deck(case, "a", read=lambda text: text + "a")


@mutant("structured_options_have_one_form", "'Aa' is held, but read as 'aa'")
def default_in_another_form(case: Case, patch: pytest.MonkeyPatch) -> None:
    with_deck(case, "Aa", read=str.lower)


@mutant("structured_options_have_one_form", "is empty")
def own_deck_without_words(case: Case, patch: pytest.MonkeyPatch) -> None:
    with_deck(case, words=lambda text: say(""))


@mutant("structured_options_have_one_form", "one of split and join")
def parts_that_are_never_joined(case: Case, patch: pytest.MonkeyPatch) -> None:
    with_deck(case, split=lambda text: {"a": text})


@mutant("structured_options_have_one_form", "came back from its parts as 'a'")
def part_lost(case: Case, patch: pytest.MonkeyPatch) -> None:
    halves: Any = {"split": lambda text: dict(enumerate(text)), "join": lambda parts: parts[0]}
    with_deck(case, **halves)


@mutant("structured_options_have_one_form", "not the same for every value")
def parts_that_come_and_go(case: Case, patch: pytest.MonkeyPatch) -> None:
    with_deck(case, split=lambda text: dict.fromkeys(text, text), join=max)
    case.game.rules = dataclasses.replace(case.game.rules, deck="b")  # pyright: ignore


@mutant("presets_are_valid", "not canonical")
def preset_in_another_form(case: Case, patch: pytest.MonkeyPatch) -> None:
    with_deck(case, read=str.lower)
    rules_with(case, PRESETS=(Preset("big", say("Big"), say("Many."), {"deck": "Aa"}),))


@mutant("options_can_be_stored", "came back as")
def option_lost_in_a_form(case: Case, patch: pytest.MonkeyPatch) -> None:
    options_with(case, Shouting)


@mutant("bad_options_are_refused", "players=None was taken")
def everything_goes(case: Case, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(BaseRules, "__post_init__", lambda rules: None)


@mutant("presets_are_valid", "is refused")
def preset_out_of_range(case: Case, patch: pytest.MonkeyPatch) -> None:
    rules_with(case, PRESETS=(Preset("big", say("Big"), say("Many."), {"players": 9}),))


@mutant("presets_are_valid", "share a name")
def presets_alike(case: Case, patch: pytest.MonkeyPatch) -> None:
    rules_with(case, PRESETS=(Preset("big", say("Big"), say("Many."), {}),) * 2)


@mutant("choices_are_the_legal_moves", "choices lists [0]")
def choice_forgotten(case: Case, patch: pytest.MonkeyPatch) -> None:
    choices = pig_present.choices
    patch.setattr(pig_present, "choices", lambda *args: choices(*args)[:1])


@mutant("choices_are_the_legal_moves", "is read as another move")
def choice_mislabelled(case: Case, patch: pytest.MonkeyPatch) -> None:
    wrong = [Choice(0, "hold", say("You roll.")), Choice(1, "hold", say("You hold."))]
    patch.setattr(pig_present, "choices", lambda *args: wrong)


@mutant("the_log_is_in_words", "no Message")
def log_of_strings(case: Case, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(pig_present, "describe", lambda *args: ["rolled"])


@mutant("the_log_is_in_words", "cannot be rendered")
def log_without_values(case: Case, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(pig_present, "describe", lambda *args: [say("{seat} rolled.")])


@mutant("the_log_is_in_words", "names seat 2, which does not exist")
def log_of_a_ghost(case: Case, patch: pytest.MonkeyPatch) -> None:
    said = [say("{seat} rolled.", seat=SeatName(2))]
    patch.setattr(pig_present, "describe", lambda *args: said)


@mutant("the_log_is_in_words", "KeyError")
def log_fails(case: Case, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(pig_present, "describe", lambda r, u, s, move, after: [{0: say("Rolled.")}[move]])


@mutant("the_table_is_plain_data", "Only JSON scalars")
def table_with_a_tuple(case: Case, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(pig_present, "table", lambda r, u, view, seat: {"scores": view.scores})


@mutant("the_table_is_plain_data", "must be pure")
def table_of_chance(case: Case, patch: pytest.MonkeyPatch) -> None:
    calls = itertools.count()
    patch.setattr(pig_present, "table", lambda *args: {"n": next(calls)})


@mutant("what_moved_is_plain_data", "A list of dicts")
def moved_of_nothing(case: Case, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(pig_present, "moved", lambda r, u, before, move, after: None, raising=False)


@mutant("what_moved_is_plain_data", "Only JSON scalars")
def moved_with_a_tuple(case: Case, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(pig_present, "moved", lambda *args: [{"from": (1, 2)}], raising=False)


@mutant("forms_are_read_or_refused", "KeyError")
def form_not_checked(case: Case, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(pig_present, "read_form", lambda r, u, view, seat, form: [len(form["do"][0])])


@mutant("forms_are_read_or_refused", "beyond the seat's turn")
def form_plays_for_others(case: Case, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(pig_present, "read_form", lambda *args: [1, 1])


@mutant("forms_are_read_or_refused", "no move at all")
def form_of_nothing(case: Case, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(pig_present, "read_form", lambda *args: [])


@mutant("forms_are_read_or_refused", "is played even where do is")
def form_cut_short(case: Case, patch: pytest.MonkeyPatch) -> None:
    read = pig_present.read_form

    def cut(r: Any, u: Any, view: Any, seat: int, form: Any) -> list[int]:
        return read(r, u, view, seat, {"do": [text[:200].strip() for text in form.get("do", ())]})

    patch.setattr(pig_present, "read_form", cut)


@mutant("forms_are_read_or_refused", "is played even where do is")
def form_of_many(case: Case, patch: pytest.MonkeyPatch) -> None:
    read = pig_present.read_form
    patch.setattr(
        pig_present,
        "read_form",
        lambda r, u, view, seat, form: read(r, u, view, seat, {"do": list(form.get("do", ()))[:1]}),
    )


def bots_with(patch: pytest.MonkeyPatch, choose: Callable[..., Any], name: str = "cheat") -> None:
    room = ModuleType("tests.games.pig.bots")
    room.__spec__ = ModuleSpec(room.__name__, None)
    bot = Bot(name, say("Plays."), choose, lambda rules: ())
    room.__dict__["BOTS"] = {"cheat": bot}
    patch.setitem(sys.modules, room.__name__, room)


@mutant("bots_play_from_their_view", "chose 5")
def bot_cheats(case: Case, patch: pytest.MonkeyPatch) -> None:
    bots_with(patch, lambda setup, table, view, seat, rng: (5, rng))


@mutant("bots_play_from_their_view", "chose otherwise")
def bot_moody(case: Case, patch: pytest.MonkeyPatch) -> None:
    calls = itertools.count()
    bots_with(patch, lambda setup, table, view, seat, rng: (next(calls) % 2, rng))


@mutant("bots_play_from_their_view", "calls itself")
def bot_misnamed(case: Case, patch: pytest.MonkeyPatch) -> None:
    bots_with(patch, lambda setup, table, view, seat, rng: (0, rng), "somebody")


# Compiled code


@rule
def overflowing_roll(setup: Any, s: Any, rng: Any) -> Any:
    face, rng = below(rng, 6)
    return ((face + 1) * 6148914691236517205 >> 62) % 6, rng


@mutant("plain_and_compiled_games_agree", "compiled code with")
def overflow(case: Case, patch: pytest.MonkeyPatch) -> None:
    rules_with(case, roll=overflowing_roll)


@rule
def overflowing_scores(setup: Any, s: Any) -> Any:
    return ((s.turn + 3) * 6148914691236517205 >> 62, 0)


@mutant("plain_and_compiled_functions_agree", "scores differs")
def overflow_in_scores(case: Case, patch: pytest.MonkeyPatch) -> None:
    rules_with(case, scores=overflowing_scores)


@pytest.mark.parametrize(("check", "says", "game", "options", "damage"), MUTANTS)
def test_a_damaged_game_is_found(
    monkeypatch: pytest.MonkeyPatch,
    check: str,
    says: str,
    game: str,
    options: dict[str, object],
    damage: Callable[[Case, pytest.MonkeyPatch], None],
) -> None:
    found_in_damaged(monkeypatch, check, says, game, options, damage)


def found_in_damaged(
    monkeypatch: pytest.MonkeyPatch,
    check: str,
    says: str,
    game: str,
    options: dict[str, object],
    damage: Callable[[Case, pytest.MonkeyPatch], None],
) -> None:
    """Damage a game and see that the check says so."""
    case = Case(game, options)
    damage(case, monkeypatch)
    with pytest.raises(Broken) as found:
        run(check, case)
    assert says in str(found.value)
    assert str(found.value).startswith(game.rpartition(".")[2])


def test_every_check_can_fail() -> None:
    """Those of races are in test_conformance_races.py."""
    others = {name for name, check in CHECKS.items() if check.__module__ != races.__name__}
    assert {param.values[0] for param in MUTANTS} == others
