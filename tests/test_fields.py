"""Posted moves are taken as they are or refused: nothing is cut off, nothing overlooked."""

from __future__ import annotations

from typing import Any

import pytest

import goldfield
from goldfield.games.contract import CHANCE, IllegalMove, State, Why
from goldfield.games.game import Game

JUNK = " " * 200 + "but only if Ann did"


def refused(game: Game, s: State, form: dict[str, list[str]]) -> IllegalMove:
    seat = game.to_act(s)
    with pytest.raises(IllegalMove) as found:
        game.present.read_form(game.rules, game.setup, game.view(s, seat), seat, form)
    return found.value


def asked(name: str, **options: Any) -> tuple[Game, State]:
    """A game and its first position in which somebody decides."""
    game = goldfield.load(name, players=2, **options)
    s = game.start()
    while game.to_act(s) == CHANCE:
        s = game.play(s, game.outcomes(s)[0][0])
    return game, s


@pytest.mark.parametrize("tail", [JUNK, "   c1|d1 whatever", "  junk junk", ";nonsense"])
@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("nuggets", {"do": ["pass"]}),
        ("nuggets", {"line": ["a1|b1"]}),
        ("nuggets", {"do": ["build"], "line": ["d3|e3"]}),
        ("nuggets", {"chip": ["2"], "space": ["c4"]}),
        ("moje_zlato", {"do": ["keep"]}),
        ("moje_zlato", {"do": ["stand"]}),
        ("moje_zlato", {"do": ["again"], "die": ["1"]}),
        ("gold_nuggets", {"do": ["roll"], "die": ["0"]}),
        ("gold_nuggets", {"do": ["collect"], "die": ["0"]}),
    ],
)
def test_every_field_is_read_whole(name: str, form: dict[str, list[str]], tail: str) -> None:
    game, s = asked(name, first=1)
    seat = game.to_act(s)
    view = game.view(s, seat)
    if name != "nuggets" or "line" not in form or form["line"] != ["a1|b1"]:
        assert game.present.read_form(game.rules, game.setup, view, seat, form)
    for field, values in form.items():
        for damaged in ([values[0] + tail], [values[0] + "x" * 60_000], [*values, "bogus"]):
            error = refused(game, s, {**form, field: damaged})
            assert len(str(error.message)) < 400


def keys_in_hand() -> tuple[Game, State]:
    """Moje zlato! with four keys rolled, and cards that they open."""
    game = goldfield.load("moje_zlato", players=2, first=1)
    s = game.start()
    while game.to_act(s) == CHANCE:
        texts = {game.show_move(s, move): move for move, _ in game.outcomes(s)}
        s = game.play(s, texts.get("KKKK", texts.get("locks 1", next(iter(texts.values())))))
    return game, s


def test_a_card_that_is_not_there_is_not_overlooked() -> None:
    game, s = keys_in_hand()
    s = game.play(s, "stand")
    seat, form = game.to_act(s), {"do": ["cards"], "card": ["chest-1"]}
    (move,) = game.present.read_form(game.rules, game.setup, game.view(s, seat), seat, form)
    assert game.show_move(s, move) == "open 1"
    for damaged in ({"card": ["chest-1", "bogus"]}, {"card": ["chest-1"], "die": ["bogus"]}):
        assert refused(game, s, {"do": ["cards"], **damaged}).why is Why.UNPARSABLE


def test_what_follows_chance_is_not_chosen_before() -> None:
    game, s = keys_in_hand()
    error = refused(game, s, {"do": ["stand;open 1;open 2"]})
    assert str(error.message).startswith("After open 1 chance decides")
    assert "At most 4 moves" in str(refused(game, s, {"do": ["stand;" * 4 + "end"]}).message)


def test_a_word_before_two_lines_hides_no_line() -> None:
    game, s = asked("nuggets", first=1)
    for lines in (["pass", "d3|e3"], ["d3|e3", "pass"], ["2@c4", "d3|e3"], ["2@c4"]):
        assert refused(game, s, {"line": lines}).why is not Why.AMBIGUOUS
    both = {"line": ["d3|e3"], "chip": ["2"], "space": ["c4"]}
    assert "press the button" in str(refused(game, s, both).message)


def test_a_move_in_writing_is_not_cut() -> None:
    game, s = asked("nuggets", first=1)
    for text in ("pass" + JUNK, "pass" + " " * 196 + "x", "pass" + " " * 10_000):
        with pytest.raises(IllegalMove) as found:
            game.parse_move(s, text)
        assert found.value.why is Why.UNPARSABLE
        assert len(str(found.value.message)) < 300
