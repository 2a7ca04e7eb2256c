"""Twins: matches that differ only in what a reader may not know, at one and the same table."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

import httpx

from goldfield.match.record import Event
from goldfield.match.table import Match
from goldfield.store.host import header_of
from tests.web.server import Guest, Running


def normal(text: str) -> str:
    """An answer without what is fresh each time: form tokens and keys, times, versions."""
    text = re.sub(r'name="(csrf|once|key)" value="[^"]*"', "", text)
    text = re.sub(r"20\d\d-\d\d-\d\dT[\d:.]+Z", "", text)
    return re.sub(r'("?version"?[=:] ?)"[\d.]+"', r"\1", text)


def replaced(running: Running, table: str, change: Callable[[Match], Sequence[Event]]) -> Match:
    """Put other events in place of a running table's, as if they had been played there."""

    async def put() -> Match:
        host = running.house.host
        entry, match = await host.match(table)
        other = Match(header_of(entry), change(match), entry.seed, game=match.game)
        assert other.position == match.position
        host._folded[table] = other
        running.house.parts._kept.clear()
        return other

    return running.call(put())


def everything(
    guest: Guest, table: str, forms: Sequence[Mapping[str, str | Sequence[str]]]
) -> dict[str, str]:
    """All that a reader can get of a table, by address or by the form that was refused.

    No form may be one that is accepted: it is sent to one twin after another.
    """
    found: dict[str, str] = {}

    def keep(name: str, answer: httpx.Response) -> None:
        told = {k: answer.headers.get(k, "") for k in ("cache-control", "x-position", "location")}
        found[name] = normal(f"{answer.status_code} {told}\n{answer.text}")

    position = guest.position(table)
    steps = [f"/step/{n}" for n in {1, position - 2, position - 1, position}]
    ways = [f"?as=1&at={position}", "?as=1", "?as=2&at=0", f"?as=2&at={position}"]
    pages = ["", "/part", "/links", "/dice", "/game.json", *steps]
    for path in (*pages, *ways, f"/part{ways[0]}", f"/step/{position}{ways[0]}"):
        keep(path, guest.get(f"/table/{table}{path}"))
    keep("start", guest.get("/"))
    guest.get(f"/table/{table}")
    at = {"position": str(position)}
    # All as programs are answered; the page and its part stand around the same sentence.
    for headers, some in (
        ({"accept": "application/json"}, forms),
        ({"x-part": "1"}, forms[:1]),
        ({}, forms[1:2]),
    ):
        for form in some:
            answer = guest.post(f"/table/{table}/move", {**at, **form}, **headers)
            assert answer.status_code >= 400, (form, answer.text)
            keep(f"move {form} {headers}", answer)
        answer = guest.post(f"/table/{table}/undo", at, **headers)
        assert answer.status_code >= 400
        keep(f"undo {headers}", answer)
    assert guest.position(table) == position
    with guest.http.stream("GET", f"/live?watch={table}") as stream:
        for line in stream.iter_lines():
            if line.startswith("data:"):
                found["live"] = normal(line)
                break
    return found


def differing(one: Mapping[str, str], other: Mapping[str, str]) -> list[str]:
    """Where two readers' everything is not the same."""
    assert one.keys() == other.keys()
    return [name for name in one if one[name] != other[name]]
