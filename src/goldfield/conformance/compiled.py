"""Checks of the rules' compiled side: it does, move for move, what plain Python does."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from goldfield.conformance.case import Case
from goldfield.conformance.check import check
from goldfield.games.contract import SPECTATOR, RulesRoom, State
from goldfield.rng import seeded

GAMES = 10
"""Whole random games played on both sides at depth 1."""
PROBES = 150
"""Positions at which every other function is compared, at depth 1."""

REMEDY = (
    "Compiled code knows 64-bit ints only: an intermediate result beyond them, a bool in a state, "
    "`/`, an index out of range or a value that depends on Python objects makes the difference."
)


@check
def plain_and_compiled_games_agree(case: Case) -> None:
    """Random games from the same seeds are the same games, in plain and in compiled code."""
    from goldfield.engine.playouts import trace_of

    most = case.game.info.longest or 20_000
    for stream in range(GAMES * case.depth):
        plain, end = trace_of(case.game, 77, stream, most, plain=True)
        fast, fast_end = trace_of(case.game, 77, stream, most)
        if plain != fast:
            at = next(
                (i for i, (p, f) in enumerate(zip(plain, fast, strict=False)) if p != f),
                min(len(plain), len(fast)),
            )
            case.broken(
                f"Game {stream} of seed 77: after the moves {list(plain[:at])[-200:]} plain Python "
                f"goes on with {plain[at : at + 1]}, compiled code with {fast[at : at + 1]}.",
                REMEDY,
            )
        if end != fast_end:
            case.broken(f"The same game ended in {end!r} plain, {fast_end!r} compiled.", REMEDY)


@check
def plain_and_compiled_functions_agree(case: Case) -> None:
    """``view``, ``mask``, ``guess``, ``scores`` and ``shares`` agree as well."""
    from goldfield.engine.tables import compiled_form

    game = case.game
    probe, share = _compiled(game.package, game.room)
    setup = compiled_form(game.setup)
    for i, spot in enumerate(case.each(most=PROBES * case.depth)):
        ids = case.next_ids(spot.state) or [0]
        for seat in range(SPECTATOR, game.info.seats):
            asked = (spot.state, seat, ids[i % len(ids)], seeded(8, i))
            plain = probe_of(game.room)(game.setup, *asked)
            fast = probe(setup, *asked)
            if plain != fast:
                names = ("to_act", "view", "mask", "guess", "its generator", "scores")
                which = next(n for n, p, f in zip(names, plain, fast, strict=True) if p != f)
                case.broken(f"{which} differs: {plain!r} plain, {fast!r} compiled.", REMEDY)
    for spot in case.each("over", PROBES):
        plain = tuple(game.room.shares(game.setup, spot.state))
        if plain != share(setup, spot.state):
            case.broken(f"shares differ: {plain!r} plain.", REMEDY)


def probe_of(room: RulesRoom) -> Callable[..., Any]:
    """One function that calls those that a random game does not."""
    to_act, view, mask, guess, scores = room.to_act, room.view, room.mask, room.guess, room.scores

    def probe(setup: Any, s: State, seat: int, move: int, rng: Any) -> Any:
        seen = view(setup, s, seat)
        guessed, after = guess(setup, seen, seat, rng)
        masked = mask(setup, s, move, seat)
        return to_act(setup, s), seen, masked, guessed, after, scores(setup, s)

    return probe


def shares_of(room: RulesRoom) -> Callable[..., Any]:
    """The shares of a finished game as a function that can be compiled."""
    shares = room.shares

    def share(setup: Any, s: State) -> Any:
        return shares(setup, s)

    return share


@lru_cache(maxsize=32)
def _compiled(package: str, room: RulesRoom) -> tuple[Callable[..., Any], Callable[..., Any]]:
    from goldfield.engine.cache import CompiledFolder
    from goldfield.engine.compiler import compiled

    folder = CompiledFolder(("goldfield", package))
    return compiled(probe_of(room), folder), compiled(shares_of(room), folder)
