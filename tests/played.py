"""Matches played by fixed seeds, for the tests of match, store and documents."""

from __future__ import annotations

import random

from goldfield import load
from goldfield.match.fair import commitment
from goldfield.match.record import Header, Seat, SeatKind
from goldfield.match.table import Match

PIG, KUHN, PARTNERS = "tests.games.pig", "tests.games.kuhn", "tests.games.partners"
PEBBLES = "tests.games.pebbles"
TEST_GAMES = (PIG, KUHN, PARTNERS, PEBBLES)


def begun(game: str, seed: int = 1, **options: int | str | bool) -> Match:
    """A started match; everything that is random in it comes from ``seed``."""
    rng = random.Random(f"{game} {seed}")
    loaded = load(game, **options)
    secret = rng.randbytes(32)
    seats = tuple(
        Seat(f"Seat {i + 1}", SeatKind.PERSON, "", f"phrase {rng.random()}", i)
        for i in range(loaded.info.seats)
    )
    header = Header(
        match_id=f"test{seed}",
        game=game,
        rules_version=loaded.room.RULES_VERSION,
        options=loaded.rules.as_dict(),
        seats=seats,
        commitment=commitment(secret),
        created="2026-11-30T18:25:44.000Z",
    )
    match = Match(header, (), secret)
    return match.extended(match.opening())


def played(game: str, seed: int = 1, most: int = 10_000, **options: int | str | bool) -> Match:
    """A match played at random for at most so many decisions, usually to its end."""
    match = begun(game, seed, **options)
    rng = random.Random(f"{game} {seed} moves")
    for _ in range(most):
        if match.is_over:
            break
        move = rng.choice(match.game.moves(match.state))
        match = match.extended(match.plan(match.position, match.to_act, [move]))
    return match


def wavered(game: str, seed: int = 1, most: int = 10_000, **options: int | str | bool) -> Match:
    """The same with people who take back half of what they may, at random."""
    match = begun(game, seed, **options)
    rng = random.Random(f"{game} {seed} wavering")
    for _ in range(most):
        if match.is_over:
            break
        seat = match.to_act
        if match.can_take_back(seat) and rng.random() < 0.5:
            events = match.undo_plan(match.position, seat)
        else:
            move = rng.choice(match.game.moves(match.state))
            events = match.plan(match.position, seat, [move])
        match = match.extended(events)
    return match
