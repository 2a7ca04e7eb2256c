"""Another game: the seats of the last one are kept, everybody is told, one press sits down."""

from __future__ import annotations

import re

from goldfield.store.store import SitterKind, Status
from tests.web.server import Guest, Running, finish, two_at_a_table
from tests.web.test_live import news


def asked_for(running: Running) -> tuple[str, str, Guest, Guest]:
    """A finished table, the one that Petr asked for after it, and both players."""
    table, jana, petr = two_at_a_table(running)
    finish(running, table)
    petr.get(f"/table/{table}")
    later = petr.post(f"/table/{table}/rematch").headers["location"].removeprefix("/table/")
    return table, later, jana, petr


def test_who_is_awaited_is_told_at_once_and_sits_down_with_one_press(running: Running) -> None:
    table, jana, petr = two_at_a_table(running)
    finish(running, table)
    page = jana.get(f"/table/{table}").text
    assert "would like to play again" not in page
    with jana.http.stream("GET", f"/live?watch={table}") as stream:
        ear = news(stream)
        version = next(ear)["version"]
        petr.get(f"/table/{table}")
        later = petr.post(f"/table/{table}/rematch").headers["location"].removeprefix("/table/")
        while "Sit down and play" not in jana.get(f"/table/{table}/part").text:
            told = next(ear)["version"]
            assert float(str(told)) > float(str(version))
            version = told
    part = jana.get(f"/table/{table}/part").text
    # In the talk, which screen readers hear, and beside the result.
    assert re.search(r"Petr</bdi></b> <i[^>]*>would like to play again", part)
    assert "Petr would like to play again. Your seat is kept." in part
    form = part.partition("Your seat is kept.")[2].partition("</form>")[0]
    address = re.search(r'action="([^"]+)"', form)
    assert address
    assert jana.post(address[1]).headers["location"] == f"/table/{later}"
    entry = running.call(running.house.store.entry(later))
    assert entry.status is Status.RUNNING
    assert [s.name for s in entry.seats] == ["Jana", "Petr"]
    # The offer is gone from the page of the last game.
    assert "Sit down and play" not in jana.get(f"/table/{table}/part").text


def test_asking_twice_is_said_once(running: Running) -> None:
    table, later, jana, petr = asked_for(running)
    for _ in range(3):
        petr.get(f"/table/{table}")
        assert petr.post(f"/table/{table}/rematch").headers["location"] == f"/table/{later}"
    assert jana.get(f"/table/{table}").text.count("would like to play again.</i>") == 1


def test_a_kept_seat_is_offered_to_nobody_else(running: Running) -> None:
    table, later, jana, _ = asked_for(running)
    eva = running.guest("Eva")
    for path in (f"/table/{table}", f"/table/{later}"):
        page = eva.get(path).text
        assert "Sit down" not in page
        assert "Take this seat" not in page
    assert "Kept for Jana" in eva.get(f"/table/{later}").text
    assert "Waiting for Jana." in eva.read(f"/table/{later}")
    listed = eva.get("/").text.partition(f'href="/table/{later}"')[2][:60]
    assert "Look" in listed
    answer = eva.ask(f"/table/{later}/sit", {"seat": "1"})
    assert (answer.status_code, answer.json()["code"]) == (409, "seat-kept")
    assert "Jana" in answer.json()["sentence"]
    # Nor is the secret by which the server knows Jana on any page.
    player = running.call(running.house.store.entry(later)).seats[0].player
    for guest in (eva, jana):
        assert player not in guest.get(f"/table/{later}").text
    # The one it is kept for finds it by the start page and by the plain link as well.
    assert "Your seat is kept" in jana.get("/").text
    assert "Kept for you" in jana.get(f"/table/{later}").text
    assert jana.post(f"/table/{later}/sit", {"seat": "1"}).is_redirect
    entry = running.call(running.house.store.entry(later))
    assert entry.status is Status.RUNNING
    assert [s.name for s in entry.seats] == ["Jana", "Petr"]


def test_whoever_asked_may_free_a_seat_or_put_a_bot_there(running: Running) -> None:
    table, later, jana, petr = asked_for(running)
    page = petr.get(f"/table/{later}").text
    assert "Free the seat" in page
    assert petr.post(f"/table/{later}/seat", {"seat": "1", "kind": "open"}).is_redirect
    # Jana's page offers no seat that is not hers any more, but the way there.
    part = jana.get(f"/table/{table}/part").text
    assert "Your seat is kept" not in part
    assert f'href="/table/{later}"' in part
    assert running.guest("Eva").sit(later, 1).is_redirect
    entry = running.call(running.house.store.entry(later))
    assert [s.name for s in entry.seats] == ["Eva", "Petr"]
    jana.get(f"/table/{table}")
    assert jana.post(f"/table/{table}/rematch").headers["location"] == f"/table/{later}"
    assert [s.name for s in running.call(running.house.store.entry(later)).seats] == ["Eva", "Petr"]

    table, later, jana, petr = asked_for(running)
    petr.get(f"/table/{later}")
    assert petr.post(f"/table/{later}/seat", {"seat": "1", "kind": "bot:greedy"}).is_redirect
    entry = running.call(running.house.store.entry(later))
    assert entry.seats[0].kind is SitterKind.BOT
    assert "Your seat is kept" not in jana.get(f"/table/{table}/part").text


def test_two_people_at_one_device_return_together(running: Running) -> None:
    ann, max_ = running.guest("Ann"), running.guest("Max")
    table = ann.open_table(
        **{"option-players": "3", "seat-2": "here", "here-2": "Ben", "seat-3": "person"}
    )
    max_.sit(table, 3)
    assert ann.start(table).is_redirect
    finish(running, table)
    max_.get(f"/table/{table}")
    later = max_.post(f"/table/{table}/rematch").headers["location"].removeprefix("/table/")
    entry = running.call(running.house.store.entry(later))
    assert [(s.name, s.is_kept) for s in entry.seats] == [
        ("Ann", True),
        ("Ben", True),
        ("Max", False),
    ]
    ann.get(f"/table/{table}")
    ann.post(f"/table/{table}/rematch")
    entry = running.call(running.house.store.entry(later))
    assert entry.status is Status.RUNNING
    assert [s.name for s in entry.seats] == ["Ann", "Ben", "Max"]


def test_a_seat_carried_to_another_device_is_taken_from_there(running: Running) -> None:
    """The seat of the last game counts, wherever it is by now."""
    table, later, jana, _ = asked_for(running)
    jana.get(f"/table/{table}/links")
    page = jana.post(f"/table/{table}/links", {"seat": "1"}).text
    found = re.search(r"/seat/\w+", page.partition(running.url)[2])
    assert found
    phone = running.guest()
    phone.get(found[0])
    assert phone.post(found[0]).is_redirect
    phone.get(f"/table/{table}")
    assert phone.post(f"/table/{table}/rematch").headers["location"] == f"/table/{later}"
    entry = running.call(running.house.store.entry(later))
    assert entry.status is Status.RUNNING
    assert entry.seats[0].name == "Jana"
