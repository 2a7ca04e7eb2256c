"""What travels over the table with a move or an outcome, for pages that show it on the way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from goldfield.games.moje_zlato.deck import CONTENTS, FISH, TREASURES
from goldfield.games.moje_zlato.deeds import Attack, Fill, Lay, Lock, Open, deed
from goldfield.games.moje_zlato.placing import FULL, locks_left
from goldfield.games.moje_zlato.rules import Rules
from goldfield.games.moje_zlato.state import (
    CONTENT,
    DEAL,
    REROLLING,
    REVEAL,
    ROLL,
    STARTER,
    Setup,
    State,
)
from goldfield.games.moje_zlato.turn import LOOTS, PARTS, throw_text


def moved(
    rules: Rules, setup: Setup, before: State, move: int, after: State
) -> list[dict[str, Any]]:
    """What a step moved: pictures (``what``) ``from`` one place of the template ``to`` another.

    A step without ``to`` goes on with the next one that has no ``from``: a chest is taken up, and
    ``turn``: it is turned over on the way. ``roll`` are the dice that fell.
    """
    return [*_steps(setup, before, move), *_dealt(setup, before, after)]


def _steps(setup: Setup, before: State, move: int) -> Iterator[dict[str, Any]]:
    if before.phase in (STARTER, DEAL):
        return
    seat = before.seat + 1
    if before.phase in (ROLL, REROLLING):
        yield {"roll": throw_text(move)}
    elif before.phase == REVEAL:
        kind = move - CONTENT
        if kind == FISH:
            yield {"what": ["fish"], "to": f"hold-{seat}", "turn": True}
        else:
            yield {"what": _pictures(kind), "to": f"beside-{seat}-{CONTENTS[kind]}", "turn": True}
    else:
        match deed(setup, move):
            case Open(slot):
                yield {"from": f"chest-{slot + 1}"}
            case Lock(slot) if locks_left(before, slot) == 1:
                yield {"from": f"chest-{slot + 1}"}
            case Fill(owner, part):
                yield _carried(owner, PARTS[part].kind, seat)
            case Lay(owner, part, symbol) if setup.filled[2 * part + symbol] == FULL:
                yield _carried(owner, PARTS[part].kind, seat)
            case Attack(victim, loot):
                for kind in LOOTS[loot]:
                    yield _carried(victim, kind, seat)
            case _:
                pass


def _pictures(kind: int) -> list[str]:
    return [f"treasure-{symbol}" for symbol in TREASURES[kind]]


def _carried(owner: int, kind: int, seat: int) -> dict[str, Any]:
    """A treasure goes from beside a ship under that of the seat."""
    place = f"beside-{owner + 1}-{TREASURES[kind]}"
    return {"what": _pictures(kind), "from": place, "to": f"hold-{seat}"}


def _dealt(setup: Setup, before: State, after: State) -> Iterator[dict[str, Any]]:
    """Chests that came from the pile into the middle, but for the first three (MZ7)."""
    if before.unseen == setup.contents:
        return
    for slot, (was, now) in enumerate(zip(before.chests, after.chests, strict=True), 1):
        if now and not was:
            yield {"what": [f"closed-{now}"], "from": "pile", "to": f"chest-{slot}"}
