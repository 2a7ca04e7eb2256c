"""Values of chips reach nobody who may not know them: twins are the same, byte for byte."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence

import pytest
import structlog

from goldfield.match.record import Event
from goldfield.match.table import Match
from goldfield.web.live import Hub
from tests.web.server import Guest, Running
from tests.web.twins import differing, everything, replaced

NAMES = ("Ann", "Ben", "Cid", "Dan")
FORMS: tuple[dict[str, str | Sequence[str]], ...] = (
    {"notation": "sing"},
    {"notation": "5@d3"},
    {"notation": "4@a1"},
    {"notation": "1@i9"},
    {"notation": "a1|c1"},
    {"do": "play", "chip": "5", "space": "e3"},
    {"do": "play", "chip": "6", "space": "a2"},
    {"do": "build", "line": ["a1|b1", "a1|b1"]},
    {"do": "build", "line": ["c1|d1", "c1|d1", "e1|f1"]},
    {"do": "sing"},
    {},
)
# Each line is one round: by seat what it plays. The last move is Ann's first blocker.
ROUNDS = {
    2: "4@a1 1@h5 1@a2 3@h4 c1|d1",
    4: "4@a1 1@h5 1@g5 2@f5 1@a2 3@h4 1@g1 1@f1 c1|d1",
}


@pytest.fixture(autouse=True)
def everybody_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is here or away changes while the others read, and has nothing to do with secrets."""
    monkeypatch.setattr(Hub, "is_here", lambda *_: True)


def at_table(running: Running, players: int, **fields: str) -> tuple[str, list[Guest]]:
    """A running table with a person from afar on every seat, in the middle of Ann's turn."""
    people = [running.guest(name) for name in NAMES[:players]]
    seats = {f"seat-{n}": "person" for n in range(2, players + 1)}
    table = people[0].open_table("nuggets", **{"option-players": str(players), **seats, **fields})
    for seat, guest in enumerate(people[1:], 2):
        assert guest.sit(table, seat).is_redirect
    assert people[0].start(table).is_redirect
    played(running, table, ROUNDS[players].split())
    return table, people


def played(running: Running, table: str, moves: Sequence[str]) -> None:
    async def play() -> None:
        for move in moves:
            _, match = await running.house.host.match(table)
            await running.house.host.play(table, match.position, match.to_act, [move])

    running.call(play())


def with_chips(running: Running, table: str, changes: dict[str, str]) -> None:
    """Turn chips at a table into others (notations), in the order in which they were played."""

    def change(match: Match) -> list[Event]:
        events: list[Event] = []
        state, game, left = match.states[0], match.game, dict(changes)
        for event in match.events:
            text = game.show_move(state, event.move)
            if text in left:
                event = Event(game.parse_move(state, left.pop(text)), event.kind, event.seat)
            events.append(event)
            state = game.room.play(game.setup, state, event.move)
        assert not left
        return events

    replaced(running, table, change)


def test_only_the_owner_is_told_the_value_of_a_chip(running: Running) -> None:
    """Not the partner, who sits across the table, nor opponents, nor who only watches."""
    table, (ann, ben, cid, dan) = at_table(running, 4)
    readers = {"Ann": ann, "Ben": ben, "Cid": cid, "Dan": dan, "": running.guest()}
    one = {name: everything(guest, table, FORMS) for name, guest in readers.items()}
    with_chips(running, table, {"3@h4": "4@h4", "1@h5": "3@h5"})  # Ben's, in hand too
    with_chips(running, table, {"4@a1": "2@a1", "1@a2": "3@a2"})  # and Ann's
    for name, guest in readers.items():
        found = differing(one[name], everything(guest, table, FORMS))
        assert ("" in found) == (name in ("Ann", "Ben")), name
        assert not found or name in ("Ann", "Ben"), (name, found)


def test_who_has_to_remember_is_told_nothing_either(running: Running) -> None:
    """Without looking, it is the same to Ann which of her two chips lies where."""
    table, people = at_table(running, 2, **{"option-look": "no"})
    one = [everything(guest, table, FORMS) for guest in people]
    with_chips(running, table, {"4@a1": "1@a1", "1@a2": "4@a2"})
    other = [everything(guest, table, FORMS) for guest in people]
    for before, after in zip(one, other, strict=True):
        assert differing(before, after) == []


def test_people_at_one_device_see_what_all_may_see(running: Running) -> None:
    """Behind the curtain, and for the seat that is not to act, there is nothing to be found."""
    ann = running.guest("Ann")
    table = ann.open_table("nuggets", **{"seat-2": "here", "here-2": "Ben"})
    played(running, table, ROUNDS[2].split())
    one = everything(ann, table, FORMS[:1])
    with_chips(running, table, {"3@h4": "5@h4"})
    assert differing(one, everything(ann, table, FORMS[:1])) == []
    with_chips(running, table, {"4@a1": "5@a1"})
    hers = differing(one, everything(ann, table, FORMS[:1]))
    assert hers
    assert all("as=1&at=" in name for name in hers), hers


def test_the_servers_log_names_no_chip(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even when something goes wrong in the middle of a move."""
    table, people = at_table(running, 2)
    said = io.StringIO()
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(said))
    try:
        monkeypatch.setattr(type(running.house.host), "play", _broken)
        position = str(people[0].position(table))
        answer = people[0].ask(f"/table/{table}/move", {"position": position, "line": "e1|f1"})
        assert answer.status_code == 500
    finally:
        monkeypatch.undo()
        structlog.configure(logger_factory=structlog.PrintLoggerFactory())
    log = said.getvalue()
    assert "request_failed" in log
    for word in ("@", "worth", "hands", "State("):
        assert word not in log


async def _broken(*_: object) -> None:
    raise RuntimeError("the store stumbled")


def test_back_at_a_game_as_everybody_saw_it_then(running: Running) -> None:
    """All turned over, or as a seat or a spectator saw it while it was played."""
    table, people = at_table(running, 2)
    played(running, table, ["e1|f1", "pass", "pass"])
    _, match = running.call(running.house.host.match(table))
    assert match.is_over
    game = match.game
    for reader in (people[0], running.guest()):
        for position in (2, 4, match.position - 1):
            state = match.states[position]
            page = reader.get(f"/table/{table}/step/{position}").text
            assert game.show_state(state) in page
            for way, seat in (("1", 0), ("2", 1), ("0", -1)):
                page = reader.get(f"/table/{table}/step/{position}?as={way}").text
                assert game.show(state, seat) in page
                assert game.show_state(state) not in page
                # Every way on from there stays with the same eyes.
                assert f'/step/{position + 1}?as={way}"' in page
                assert re.search(rf'<option value="{way}" selected>', page)
            for way in ("", "9", "x"):
                page = reader.get(f"/table/{table}/step/{position}?as={way}").text
                assert game.show_state(state) in page
        # Once all chips were turned over everybody saw them.
        page = reader.get(f"/table/{table}/step/{match.position}?as=1").text
        assert game.show_state(match.state) in page
    stranger = running.guest()
    answer = stranger.get(f"/table/{table}/step/4?step=2&as=2")
    assert answer.headers["location"] == f"/table/{table}/step/2?as=2"
    names = stranger.read(f"/table/{table}/step/2")
    assert "as Ann saw it then" in names
    assert "as a spectator saw it then" in names


def test_back_at_a_record_from_outside(running: Running) -> None:
    table, people = at_table(running, 2)
    played(running, table, ["e1|f1", "pass", "pass"])
    _, match = running.call(running.house.host.match(table))
    record = people[0].get(f"/table/{table}/game.json").text
    stranger = running.guest()
    stranger.get("/import")
    for way, seat in (("1", 0), ("0", -1), ("", None)):
        page = stranger.post("/import", {"record": record, "step": "4", "as": way}).text
        state = match.states[4]
        shown = match.game.show_state(state) if seat is None else match.game.show(state, seat)
        assert shown in page


def test_two_people_at_a_finished_table_see_no_curtain(running: Running) -> None:
    ann = running.guest("Ann")
    table = ann.open_table("nuggets", **{"seat-2": "here", "here-2": "Ben"})
    played(running, table, ["5@a1", "4@h5", "pass", "pass"])
    page = ann.read(f"/table/{table}")
    assert "Hand the device" not in page
    assert "5@a1" in ann.get(f"/table/{table}/game.json").text
