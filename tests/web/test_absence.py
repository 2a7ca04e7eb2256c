"""Somebody is gone: a bot sits in, is seen to, and hands the seat back."""

from __future__ import annotations

import json
import time
from pathlib import Path

import httpx
import pytest

from goldfield.games.contract import OVER
from goldfield.match.verify import verify_text
from goldfield.web import absence
from tests.web.server import Guest, Running, legal, two_at_a_table
from tests.web.test_serve import served, token_of


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is away is waited for no longer; whoever has a page open still is."""
    monkeypatch.setattr(absence, "AWAY_WAIT", 0.0)


def leave(running: Running, table: str, seat: int) -> None:
    """Close the browser of whoever sits there, and let the server believe it."""
    player = running.call(running.house.store.entry(table)).seats[seat].player
    running.house.hub.forget(player)
    running.house.hub._shown.pop(player, None)


def ask(guest: Guest, table: str, what: str, seat: int = 1):
    guest.get(f"/table/{table}")
    return guest.ask(f"/table/{table}/{what}", {"seat": str(seat)})


def state_of(running: Running, table: str) -> tuple[int, int]:
    """Position and who is to act."""
    _, match = running.call(running.house.host.match(table))
    return match.position, match.to_act


def wait_for_turn(running: Running, table: str, seat: int) -> None:
    """Until a seat is to act or the game is over: bots think in the server's loop."""
    for _ in range(50_000):  # a slow machine takes its time
        to_act = state_of(running, table)[1]
        if to_act in (seat, OVER):
            return
        time.sleep(0.01)
    raise AssertionError("the bots did not come to an end")


def test_nobody_is_taken_a_turn_from_before_the_time_that_the_page_tells(running: Running) -> None:
    table, jana, petr = two_at_a_table(running)
    jana.get(f"/table/{table}")
    answer = ask(petr, table, "stand-in")
    assert answer.status_code == 409
    assert "Wait a little longer" in answer.json()["sentence"]
    leave(running, table, 0)
    page = petr.read(f"/table/{table}")
    assert "Jana is away. After 2 minutes anyone at the table can let a bot play on" in page
    assert "Let a bot play on" not in page
    assert ask(petr, table, "stand-in").status_code == 409
    assert ask(petr, table, "stand-in", 3).status_code in (400, 422), "there is no such seat"


def test_somebody_who_only_looks_on_for_long_can_be_stood_in_for(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, jana, petr = two_at_a_table(running)
    jana.get(f"/table/{table}")
    assert "Let a bot play on" not in petr.read(f"/table/{table}")
    monkeypatch.setattr(absence, "SILENT_WAIT", 0.0)
    jana.get(f"/table/{table}")
    page = petr.read(f"/table/{table}")
    assert "Jana has not moved for" in page
    assert "Let a bot play on" in page
    assert ask(petr, table, "stand-in").status_code == 200


def test_pages_are_made_anew_once_the_wait_is_over(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(absence, "AWAY_WAIT", 0.5)
    table, _, petr = two_at_a_table(running)
    leave(running, table, 0)
    shown = petr.get(f"/table/{table}/part").headers["x-version"]
    for _ in range(50_000):
        answer = petr.get(f"/table/{table}/part?since={shown}")
        if "Let a bot play on</button>" in answer.text:
            break
        time.sleep(0.01)
    assert answer.headers["x-version"] != shown


def test_a_bot_is_there_for_whoever_was_killed_with_the_server(tmp_path: Path) -> None:
    """Not stopped, but killed right behind the answer."""
    database = tmp_path / "goldfield.sqlite3"
    with served(database) as (process, address):
        with httpx.Client(base_url=address, verify=False) as http:
            form = {"csrf": token_of(http.get("/")), "game": "nuggets", "seat-2": "here"}
            table = http.post("/new", data=form).headers["location"]
            answer = http.post(
                f"{table}/stand-in", data={"csrf": token_of(http.get(table)), "seat": "1"}
            )
            assert answer.status_code == 303
            cookies = dict(http.cookies)
        process.kill()
        process.wait()
    with served(database) as (_, address):
        page = httpx.get(address + table, cookies=cookies, verify=False)
        assert "A bot plays for you" in page.text


def test_only_the_seated_may_and_only_for_whoever_is_to_act(
    running: Running, impatient: None
) -> None:
    table, jana, _ = two_at_a_table(running)
    leave(running, table, 0)
    stranger = running.guest("Eva")
    for what in ("stand-in", "back"):
        answer = ask(stranger, table, what)
        assert answer.status_code == 403
        assert answer.json()["sentence"].endswith(".")
    assert "Let a bot play on</button>" not in stranger.get(f"/table/{table}").text
    leave(running, table, 1)
    jana.get(f"/table/{table}")
    answer = ask(jana, table, "stand-in", 2)
    assert answer.status_code == 409
    assert "not to act" in answer.json()["sentence"]


def test_a_bot_plays_on_from_half_a_turn_and_hands_the_seat_back(
    running: Running, impatient: None
) -> None:
    table, jana, petr = two_at_a_table(running)
    kept = next(move for move in legal(running, table) if move.startswith("keep"))
    assert jana.move(table, kept).status_code == 200
    if state_of(running, table)[1] != 0:  # all seven dice at once
        return
    leave(running, table, 0)
    page = petr.get(f"/table/{table}").text
    assert "Let a bot play on</button>" in page
    assert ask(petr, table, "stand-in").status_code == 200
    wait_for_turn(running, table, 1)
    entry = running.call(running.house.store.entry(table))
    assert entry.seats[0].name == "Jana", "the seat stays hers"
    said = petr.read(f"/table/{table}")
    assert "Jana: a bot (Perfect) plays from here on." in said
    if entry.status != "running":
        return
    assert "away, a bot plays" in said
    mine = jana.read(f"/table/{table}")
    assert "A bot plays for you" in mine
    assert ask(jana, table, "back").status_code == 200
    assert "back, and playing again" in petr.read(f"/table/{table}")
    assert running.call(running.house.store.entry(table)).stand_in(0) == ""
    assert "A bot plays for you" not in jana.read(f"/table/{table}")


@pytest.mark.parametrize(
    ("game", "fields"),
    [
        ("gold_nuggets", {}),
        ("gold_nuggets", {"option-rob": "several", "option-straights": "yes"}),
        ("moje_zlato", {}),
        ("moje_zlato", {"option-commit": "yes"}),
        ("nuggets", {}),
    ],
)
def test_every_game_is_finished_by_bots_for_both_people(
    running: Running, impatient: None, game: str, fields: dict[str, str]
) -> None:
    """Each sits in at a turn's middle where the game has one; all that there is stays there."""
    table, jana, petr = two_at_a_table(running, game, **fields)
    if game == "nuggets":  # the first of two blockers is down, the second is due
        line = next(m for m in legal(running, table) if "|" in m or "/" in m)
        assert jana.move(table, line).status_code == 200
        assert state_of(running, table)[1] == 0
    assert ask(jana, table, "stand-in", 1).status_code == 200, "one's own seat at any time"
    assert ask(petr, table, "stand-in", 2).status_code == 200
    wait_for_turn(running, table, OVER)
    entry, match = running.call(running.house.host.match(table))
    assert entry.status == "finished"
    assert match.to_act == OVER
    page = petr.read(f"/table/{table}")
    assert "Jana: a bot (" in page
    assert verify_text(petr.get(f"/table/{table}/game.json").text).true
    record = json.loads(petr.get(f"/table/{table}/game.json").text)
    assert [(one["seat"], bool(one["bot"])) for one in record["stand_ins"]] == [
        (1, True),
        (2, True),
    ]


def test_whoever_has_a_bot_play_cannot_move_beside_it(database: Path) -> None:
    running = Running(database, bot_delay=60.0).start()
    try:
        table, jana, _ = two_at_a_table(running)
        assert ask(jana, table, "stand-in").status_code == 200
        page = jana.get(f"/table/{table}").text
        assert "I am back</button>" in page
        assert f'action="/table/{table}/move' not in page
        position = state_of(running, table)[0]
        answer = jana.move(table, legal(running, table)[0], position)
        assert answer.status_code == 409
        assert "Say first that you are back" in answer.json()["sentence"]
        assert ask(jana, table, "back").status_code == 200
        assert jana.move(table, legal(running, table)[0], position).status_code == 200
    finally:
        running.see_off()
        running.stop()


def test_a_bot_that_sits_in_goes_on_after_a_restart(database: Path) -> None:
    first = Running(database, bot_delay=60.0).start()
    table, jana, _ = two_at_a_table(first)
    assert ask(jana, table, "stand-in").status_code == 200
    position = state_of(first, table)[0]
    first.see_off()
    first.stop()
    second = Running(database).start()
    try:
        wait_for_turn(second, table, 1)
        assert state_of(second, table)[0] > position
        again = second.guest()
        again.http.cookies = jana.http.cookies
        if state_of(second, table)[1] != OVER:
            assert "A bot plays for you" in again.read(f"/table/{table}")
    finally:
        second.see_off()
        second.stop()


def test_without_the_owner_a_table_begins_is_finished_and_played_again(
    running: Running, impatient: None
) -> None:
    jana, petr = running.guest("Jana"), running.guest("Petr")
    table = jana.open_table(**{"option-players": "3", "seat-3": "person"})
    petr.sit(table)
    owner = running.call(running.house.store.entry(table)).owner
    # Before the start: told that the owner is away, and refused as long as that is not for good.
    petr.get(f"/table/{table}")
    assert petr.ask(f"/table/{table}/start").status_code == 403
    running.house.hub.forget(owner)
    assert running.house.hub.is_gone(owner)
    petr.get(f"/table/{table}")
    give = {"seat": "3", "kind": "bot:random"}
    assert petr.ask(f"/table/{table}/seat", give).status_code == 200
    assert petr.ask(f"/table/{table}/start").status_code == 200
    # During the game: a bot sits in for the owner, and Petr plays to the end.
    assert ask(petr, table, "stand-in", 2).status_code == 200
    for _ in range(400):
        wait_for_turn(running, table, 0)
        if state_of(running, table)[1] == OVER:
            break
        running.house.hub.forget(owner)
        ask(petr, table, "stand-in", 1)
    entry = running.call(running.house.store.entry(table))
    assert entry.status == "finished"
    # Another game: the owner's seat is kept, and goes to a bot so that it can begin.
    petr.get(f"/table/{table}")
    again = petr.post(f"/table/{table}/rematch").headers["location"].removeprefix("/table/")
    petr.get(f"/table/{again}")
    assert petr.ask(f"/table/{again}/seat", {"seat": "1", "kind": "bot:random"}).status_code == 200
    petr.get(f"/table/{again}")
    assert petr.ask(f"/table/{again}/start").status_code == 200
    assert running.call(running.house.store.entry(again)).status in ("running", "finished")


def test_those_who_wait_for_an_owner_who_is_away_are_told_when_they_may_begin(
    running: Running,
) -> None:
    jana, petr = running.guest("Jana"), running.guest("Petr")
    table = jana.open_table()
    petr.sit(table)
    words = "Jana opened this table and is away. After five minutes anyone who sits here can begin"
    assert words not in petr.read(f"/table/{table}")
    hub, owner = running.house.hub, running.call(running.house.store.entry(table)).owner
    hub._seen[owner] -= 60  # a minute ago
    hub._shown.clear()
    assert words in petr.read(f"/table/{table}")
    assert words not in running.guest("Eva").read(f"/table/{table}")


def test_a_bot_that_sits_in_for_somebody_is_given_the_view_of_that_seat(
    running: Running, impatient: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, jana, _ = two_at_a_table(running, "nuggets")
    seen: list[tuple[object, int]] = []
    choose = running.minds.choose

    async def note(package, options, view, seat, bot, seed=None):
        seen.append((view, seat))
        return await choose(package, options, view, seat, bot, seed)

    monkeypatch.setattr(running.minds, "choose", note)
    assert ask(jana, table, "stand-in").status_code == 200
    wait_for_turn(running, table, 1)
    _, match = running.call(running.house.host.match(table))
    assert seen
    for view, seat in seen:
        assert seat == 0
        assert view in [match.game.view(state, 0) for state in match.states]
        assert view not in match.states or match.game.view(view, 0) == view
