"""Another game: the seats of the last one are kept, everybody is told, one press sits down."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from goldfield.store.store import Entry, NewMatch, SitterKind, Status
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


# ---- who begins ----------------------------------------------------------------------------------


def played(running: Running, players: int, *moves: str, **fields: str) -> tuple[str, list[Guest]]:
    """A finished table of Nuggets that Ann opened, and its players.

    ``moves`` are chips and lines in turn, as every seat plays them, before all pass.
    """
    people = [running.guest(name) for name in ("Ann", "Ben", "Cid", "Dan")[:players]]
    seats = {f"seat-{n + 1}": "person" for n in range(1, players)}
    table = people[0].open_table("nuggets", **{"option-players": str(players), **seats, **fields})
    for seat, guest in enumerate(people[1:], 2):
        assert guest.sit(table, seat).is_redirect
    assert people[0].start(table).is_redirect

    async def play() -> None:
        host = running.house.host
        left = list(moves)
        while True:
            _, match = await host.match(table)
            if match.is_closed:
                return
            move = left.pop(0) if left else "pass"
            await host.play(table, match.position, match.to_act, [move])

    running.call(play())
    return table, people


def again(guest: Guest, table: str, **fields: str) -> str:
    """The table of the rematch that a guest asks for, or comes back to."""
    guest.get(f"/table/{table}")
    answer = guest.post(f"/table/{table}/rematch", fields)
    assert answer.is_redirect, answer.text
    return answer.headers["location"].removeprefix("/table/")


def first_at(running: Running, table: str) -> int:
    return int(running.call(running.house.store.entry(table)).options["first"])


def test_the_loser_begins_and_every_page_tells_why(running: Running) -> None:
    table, (ann, ben, cid) = played(running, 3, "2@a1", "1@b1", "3@c1")
    # One area: Cid takes it all. Ann and Ben lost alike, and Ann opened the table.
    for guest, words in (
        (ann, "Who begins the next game?"),
        (ben, "It is for Ann to say who begins. As it stands, Ann will."),
        (cid, "It is for Ann to say who begins. As it stands, Ann will."),
    ):
        page = guest.read(f"/table/{table}")
        assert words in page
        assert "Whoever lost a game begins the next one, and several had the fewest" in page
    table, (ann, ben) = played(running, 2, "1@a1", "2@c1")
    assert "You will begin. Whoever lost a game begins the next one." in ann.read(f"/table/{table}")
    assert "Ann will begin. Whoever lost" in ben.read(f"/table/{table}")
    later = again(ben, table)
    assert first_at(running, later) == 1
    assert "Ann will begin. Whoever lost a game" in ben.read(f"/table/{later}")
    assert again(ann, table) == later
    _, match = running.call(running.house.host.match(later))
    assert match.to_act == 0
    for guest in (ann, ben, running.guest()):
        you = "You" if guest is ann else "Ann"
        assert f"{you} may begin. Whoever lost a game begins the next one." in guest.read(
            f"/table/{later}"
        )


def test_only_the_owner_chooses_among_several_losers(running: Running) -> None:
    table, (ann, ben, cid) = played(running, 3, "1@a1", "1@b1", "3@c1")
    for guest in (ben, cid):
        guest.get(f"/table/{table}")
        answer = guest.ask(f"/table/{table}/rematch", {"first": "2"})
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
        assert "not yours to choose" in answer.json()["sentence"]
    assert not running.call(running.house.store.entry(table)).rematch
    ann.get(f"/table/{table}")
    answer = ann.ask(f"/table/{table}/rematch", {"first": "3"})
    assert answer.status_code == 400
    assert "Cid is not among those who may begin" in answer.json()["sentence"]
    for nonsense in ("0", "4", "x"):
        assert ann.ask(f"/table/{table}/rematch", {"first": nonsense}).status_code == 400
    later = again(ben, table)
    assert first_at(running, later) == 1
    # Who asked for the game opened its table, and still has no choice; Ann has, before she sits.
    ben.get(f"/table/{later}")
    assert ben.ask(f"/table/{later}/begins", {"first": "2"}).status_code == 403
    assert 'name="first"' not in ben.page.text
    stranger = running.guest()
    assert 'name="first"' not in stranger.get(f"/table/{later}").text
    assert stranger.ask(f"/table/{later}/begins", {"first": "2"}).status_code == 403
    assert 'name="first"' in ann.get(f"/table/{later}").text
    assert 'name="first"' in ann.get(f"/table/{table}").text
    assert again(ann, table, first="2") == later
    assert first_at(running, later) == 2
    assert "As it stands, you will." in ben.read(f"/table/{later}")
    # And as long as it waits; what the form showed anyway changes nothing.
    ann.get(f"/table/{later}")
    assert ann.post(f"/table/{later}/begins", {"first": "1", "first-shown": "2"}).is_redirect
    assert first_at(running, later) == 1
    ann.post(f"/table/{later}/begins", {"first": "2", "first-shown": "2"})
    assert first_at(running, later) == 1
    ann.post(f"/table/{later}/begins", {"first": "2"})
    again(cid, table)
    _, match = running.call(running.house.host.match(later))
    assert match.to_act == 1
    answer = ann.ask(f"/table/{later}/begins", {"first": "1"})
    assert answer.status_code == 409
    assert "settled" in answer.json()["sentence"]


def test_who_has_not_come_back_cannot_be_cut_off(running: Running) -> None:
    """The last one to sit down chooses by the press that starts the game."""
    table, (ann, ben) = played(running, 2)  # nobody had a point: Ann's choice
    later = again(ben, table)
    page = ann.get(f"/table/{later}").text
    assert "all had equally many points" in page
    answer = ann.post(f"/table/{later}/sit", {"seat": "1", "first": "2", "first-shown": "1"})
    assert answer.is_redirect
    entry, match = running.call(running.house.host.match(later))
    assert entry.status is Status.RUNNING
    assert match.to_act == 1
    assert "Ben may begin." in ann.read(f"/table/{later}")


def test_losing_partners_choose_between_them(running: Running) -> None:
    moves = ("3@a1", "1@b1", "2@c1", "1@d1")
    table, (ann, ben, cid, dan) = played(running, 4, *moves)
    assert "Who begins the next game?" in ben.read(f"/table/{table}")
    assert "The side that lost a game begins" in ben.read(f"/table/{table}")
    told = ann.read(f"/table/{table}")
    assert "It is for Ben, Dan to say who begins. As it stands, Ben will." in told
    ann.get(f"/table/{table}")
    assert ann.ask(f"/table/{table}/rematch", {"first": "4"}).status_code == 403
    later = again(ann, table)
    assert first_at(running, later) == 2  # the lower seat, unless they say otherwise
    again(dan, table, first="4")
    assert first_at(running, later) == 4
    again(cid, table)
    # Ben's page showed his own seat before Dan chose; he sits down and leaves that as it is.
    again(ben, table, first="2", **{"first-shown": "2"})
    _, match = running.call(running.house.host.match(later))
    assert match.to_act == 3


@pytest.mark.parametrize("asked", [False, True])
def test_who_may_choose_is_looked_at_when_the_choice_is_written(
    running: Running, monkeypatch: pytest.MonkeyPatch, asked: bool
) -> None:
    """The seat goes to another device after the form was read, before anything is written."""
    moves = ("3@a1", "1@b1", "2@c1", "1@d1")
    table, (ann, _, _, dan) = played(running, 4, *moves)
    later = again(ann, table) if asked else ""
    store = running.house.store
    usual = {name: getattr(store, name) for name in ("create", "choose_first")}

    async def lose_the_seat() -> None:
        there = (await store.entry(table)).seats[3]
        if there.player != "phone":
            await store.sit(table, 3, there, replace(there, player="phone"), beside=True)

    async def create(new: NewMatch, **more: Any) -> Entry:
        await lose_the_seat()
        return await usual["create"](new, **more)

    async def choose_first(match_id: str, seat: int, **more: Any) -> Entry:
        await lose_the_seat()
        return await usual["choose_first"](match_id, seat, **more)

    monkeypatch.setattr(store, "create", create)
    monkeypatch.setattr(store, "choose_first", choose_first)
    dan.get(f"/table/{table}")
    answer = dan.ask(f"/table/{table}/rematch", {"first": "4"})
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    assert running.call(store.entry(table)).rematch == later
    assert not later or first_at(running, later) == 2


def test_a_game_given_up_is_begun_again_by_the_same_seat(running: Running) -> None:
    jana, petr = running.guest("Jana"), running.guest("Petr")
    table = jana.open_table("nuggets", **{"option-first": "2"})
    assert petr.sit(table).is_redirect
    assert jana.start(table).is_redirect
    jana.get(f"/table/{table}")
    assert jana.post(f"/table/{table}/abandon", {"sure": "yes"}).is_redirect
    assert "Petr will begin. A game that was given up" in jana.read(f"/table/{table}")
    assert first_at(running, again(jana, table)) == 2


def test_a_table_that_follows_no_other_has_no_choice(running: Running) -> None:
    jana = running.guest("Jana")
    table = jana.open_table("nuggets")
    jana.get(f"/table/{table}")
    answer = jana.ask(f"/table/{table}/begins", {"first": "2"})
    assert (answer.status_code, answer.json()["code"]) == (409, "no-choice")
    assert first_at(running, table) == 1
