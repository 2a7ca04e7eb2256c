"""What was still allowed when it was looked at, and is not any more when it is written."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from goldfield.match.record import Kind
from goldfield.store.store import Status
from goldfield.web.visit import Rate
from tests.web.server import Guest, Running, legal, two_at_a_table
from tests.web.test_absence import ask, state_of
from tests.web.test_audit_seats import at_once, entry_of
from tests.web.test_seats import link_of


@pytest.fixture(scope="module")
def slow_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    path = tmp_path_factory.mktemp("slow") / "goldfield.sqlite3"
    server = Running(path, bot_delay=60.0).start()
    yield server
    server.stop()


@pytest.fixture
def patient(slow_server: Running) -> Iterator[Running]:
    """A server whose bots take a minute for a move."""
    yield slow_server
    slow_server.see_off()


def just_before(
    running: Running,
    monkeypatch: pytest.MonkeyPatch,
    write: str,
    happens: Callable[[], Awaitable[object]],
) -> None:
    """Let something happen when a write of the store is due, and all was looked at already."""
    store = running.house.store
    written = getattr(store, write)

    async def late(*args: Any, **values: Any) -> Any:
        monkeypatch.setattr(store, write, written)
        await happens()
        return await written(*args, **values)

    monkeypatch.setattr(store, write, late)


def moved_on(running: Running, table: str, seat: int = 0) -> Callable[[], Awaitable[object]]:
    """The seat goes to another browser."""

    async def moves() -> None:
        store = running.house.store
        there = (await store.entry(table)).seats[seat]
        await store.sit(table, seat, there, replace(there, player="phone"), beside=True)

    return moves


def test_an_old_device_does_not_move_once_its_seat_has_gone(
    patient: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, jana, _ = two_at_a_table(patient)
    position = state_of(patient, table)[0]
    just_before(patient, monkeypatch, "append", moved_on(patient, table))
    answer = jana.move(table, legal(patient, table)[0], position)
    assert answer.status_code == 403
    assert answer.json()["sentence"].startswith("This is not your seat")
    assert state_of(patient, table)[0] == position


def test_an_old_device_takes_nothing_back_once_its_seat_has_gone(
    patient: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    while True:
        table, jana, _ = two_at_a_table(patient)
        kept = next(move for move in legal(patient, table) if move.startswith("keep"))
        assert jana.move(table, kept).status_code == 200
        position, to_act = state_of(patient, table)
        _, match = patient.call(patient.house.host.match(table))
        if to_act == 0 and match.can_take_back(0):
            break
    just_before(patient, monkeypatch, "append", moved_on(patient, table))
    answer = jana.ask(f"/table/{table}/undo", {"position": str(position)})
    assert answer.status_code == 403
    assert state_of(patient, table)[0] == position


def test_a_person_does_not_move_once_a_bot_plays_for_them(
    patient: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, jana, _ = two_at_a_table(patient)
    position = state_of(patient, table)[0]
    store = patient.house.store
    just_before(
        patient,
        monkeypatch,
        "append",
        lambda: store.let_bot_play(table, position, 0, "prospector"),
    )
    answer = jana.move(table, legal(patient, table)[0], position)
    assert answer.status_code == 409
    assert answer.json()["code"] == "bot-plays"
    assert state_of(patient, table)[0] == position


def test_an_old_device_lets_no_bot_play_and_sends_none_away_once_its_seat_has_gone(
    patient: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, jana, _ = two_at_a_table(patient)
    just_before(patient, monkeypatch, "let_bot_play", moved_on(patient, table))
    assert ask(jana, table, "stand-in").status_code == 403
    assert entry_of(patient, table).stand_in(0) == ""
    table, jana, _ = two_at_a_table(patient)
    assert ask(jana, table, "stand-in").status_code == 200
    just_before(patient, monkeypatch, "let_person_play", moved_on(patient, table))
    assert ask(jana, table, "back").status_code == 403


@pytest.mark.parametrize("write", ["abandon", "start", "sit"])
def test_an_old_device_does_not_decide_once_the_table_has_gone_along(
    patient: Running, monkeypatch: pytest.MonkeyPatch, write: str
) -> None:
    jana, petr = patient.guest("Jana"), patient.guest("Petr")
    table = jana.open_table(**{"option-players": "3", "seat-3": "person"})
    petr.sit(table)
    jana.get(f"/table/{table}")
    give = {"seat": "3", "kind": "bot:greedy"}
    if write == "start":
        assert jana.ask(f"/table/{table}/seat", give).status_code == 200
    just_before(patient, monkeypatch, write, moved_on(patient, table))
    path, fields = {
        "abandon": ("abandon", {"sure": "yes"}),
        "start": ("start", {}),
        "sit": ("seat", give),
    }[write]
    answer = jana.ask(f"/table/{table}/{path}", fields)
    assert answer.status_code == 403
    assert "Only the one who opened this table" in answer.json()["sentence"]
    entry = entry_of(patient, table)
    assert (entry.status, entry.owner) == (Status.WAITING, "phone")
    assert (entry.seats[2].bot == "greedy") == (write == "start")


def test_a_claim_beside_a_move_leaves_no_move_behind_it(patient: Running) -> None:
    for _ in range(6):
        table, jana, _ = two_at_a_table(patient)
        position = state_of(patient, table)[0]
        move, path = legal(patient, table)[0], link_of(jana, table)
        phone = patient.guest()
        fields = {"position": str(position), "notation": move}
        claimed, played = at_once((phone, path, {}), (jana, f"/table/{table}/move", fields))
        entry = entry_of(patient, table)
        assert claimed == 200
        assert played in (200, 403)
        assert entry.handovers[-1].position == entry.position
        patient.see_off()


def test_a_bot_asked_for_beside_a_move_is_not_said_to_have_made_it(patient: Running) -> None:
    for _ in range(6):
        table, jana, _ = two_at_a_table(patient)
        position = state_of(patient, table)[0]
        fields = {"position": str(position), "notation": legal(patient, table)[0]}
        jana.get(f"/table/{table}")
        _, played = at_once(
            (jana, f"/table/{table}/stand-in", {"seat": "1"}),
            (jana, f"/table/{table}/move", fields),
        )
        assert played in (200, 409)
        _, match = patient.call(patient.house.host.match(table))
        for at, event in enumerate(match.events):
            if event.kind is Kind.MOVE:
                assert not match.header.bot_at(event.seat, at)
        patient.see_off()


def test_who_lets_a_bot_play_and_comes_back_again_and_again_is_told_to_move(
    patient: Running,
) -> None:
    table, jana, _ = two_at_a_table(patient)
    codes = [ask(jana, table, what).status_code for _ in range(5) for what in ("stand-in", "back")]
    assert codes == [200] * 6 + [409, 200] * 2
    answer = ask(jana, table, "stand-in")
    assert "make it, and then ask again" in answer.json()["sentence"]
    page = jana.read(f"/table/{table}")
    assert page.count("back, and playing again") == 1, "of all that only the last is in the log"
    assert "plays from here on" not in page


def come_and_go(guest: Guest, table: str, times: int) -> list[int]:
    guest.get(f"/table/{table}")
    return [
        guest.ask(f"/table/{table}/{what}", {"seat": "2", "name": "Eva"}).status_code
        for _ in range(times)
        for what in ("sit", "leave")
    ]


def test_a_stranger_who_comes_and_goes_wipes_out_no_talk(
    patient: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patient.house, "seat_rate", Rate(8, 3600.0))
    jana = patient.guest("Jana")
    table = jana.open_table()
    jana.get(f"/table/{table}")
    assert jana.ask(f"/table/{table}/chat", {"text": "Tea is ready"}).status_code == 200
    eva = patient.guest("Eva")
    assert come_and_go(eva, table, 60) == [200] * 8 + [429, 403] * 56
    answer = eva.ask(f"/table/{table}/sit", {"seat": "2"})
    assert answer.json()["sentence"].startswith("You sat down and got up a lot")
    page = jana.read(f"/table/{table}")
    assert "Tea is ready" in page
    assert page.count("sat down.") + page.count("got up.") == 1, "of all that only the last"
