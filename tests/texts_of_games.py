"""What tests of a game's texts share: random games, refusals as values, and damage."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from hypothesis import strategies as st

from goldfield.games.contract import CHANCE, BadNotation, IllegalMove, State
from goldfield.games.game import Game

DOCS = Path(__file__).parent.parent / "docs" / "notation.md"


def walk(game: Game, rng: random.Random, steps: int) -> Iterator[tuple[State, list[int]]]:
    """Positions of random games with their moves, or with one sampled outcome."""
    s = game.start()
    for _ in range(steps):
        if game.is_over(s):
            return
        if game.to_act(s) == CHANCE:
            outcomes, weights = zip(*game.outcomes(s), strict=True)
            moves = rng.choices(outcomes, [float(w) for w in weights])
        else:
            moves = game.moves(s)
        yield s, moves
        s = game.play(s, rng.choice(moves))


def move_of(game: Game, s: State, text: str) -> int | IllegalMove:
    """The move of a text, or the refusal."""
    try:
        return game.notation.parse_move(game.rules, game.setup, s, text)
    except IllegalMove as refusal:
        return refusal


def position_of(game: Game, text: str) -> State | BadNotation:
    """The position of a text, or what is wrong with it."""
    try:
        return game.parse_state(text)
    except BadNotation as damage:
        return damage


def check_damaged(game: Game, text: str, letters: str, data: st.DataObject) -> None:
    """Damage the text of a position: that is found, with the place, or means another position."""
    assert game.show_state(game.parse_state(text)) == text
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 3))
        put = data.draw(st.text(letters, max_size=3))
        text = text[:at] + put + text[at + cut :]
    found = position_of(game, text)
    if isinstance(found, BadNotation):
        assert 0 <= found.at <= len(text)
        assert str(found.message).startswith("Expected ")
        assert str(found).endswith(f"(at character {found.at + 1})")
    else:
        assert game.show_state(found) == " ".join(text.split())
        if game.to_act(found) >= 0:
            assert game.legal(found)
