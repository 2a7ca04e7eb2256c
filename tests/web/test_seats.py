"""Sitting down, links that carry a seat, pass and play, rematches, owners who leave."""

from __future__ import annotations

import html
import re
from concurrent.futures import ThreadPoolExecutor

from goldfield.store.store import SitterKind, Status
from goldfield.web.default_names import bot_name
from goldfield.words import say
from tests.web.server import Guest, Running, finish, two_at_a_table


def seats(running: Running, table: str) -> list[str]:
    entry = running.call(running.house.store.entry(table))
    return [f"{s.kind.value}:{s.name}" for s in entry.seats]


def link_of(guest: Guest, table: str, seat: int = 1) -> str:
    guest.get(f"/table/{table}/links")
    page = guest.post(f"/table/{table}/links", {"seat": str(seat)})
    assert page.status_code == 200
    found = re.search(rf"{re.escape(guest.running.url)}(/seat/\w+)", html.unescape(page.text))
    assert found
    return found[1]


def test_two_clicks_to_a_game_against_bots(running: Running) -> None:
    guest = running.guest()
    answer = guest.post("/play", {"game": "gold_nuggets"})
    assert answer.status_code == 303
    page = guest.get(answer.headers["location"])
    assert page.status_code == 200
    table = answer.headers["location"].removeprefix("/table/")
    entry = running.call(running.house.store.entry(table))
    assert entry.status is Status.RUNNING
    assert [s.kind for s in entry.seats].count(SitterKind.BOT) == len(entry.seats) - 1
    assert not entry.public


def test_the_same_form_sent_twice_opens_one_table(running: Running) -> None:
    guest = running.guest("Jana")
    form = {"game": "gold_nuggets", "once": "abc", "seat-2": "person"}
    first = guest.post("/new", form).headers["location"]
    assert guest.post("/new", form).headers["location"] == first
    assert guest.post("/new", {**form, "title": "Other"}).headers["location"] != first


def test_the_plain_link_makes_nobody_somebody_else(running: Running) -> None:
    table, jana, petr = two_at_a_table(running)
    before = seats(running, table)
    stranger = running.guest("Eva")
    for guest in (jana, petr, stranger):
        assert guest.get(f"/table/{table}").status_code == 200
    assert seats(running, table) == before
    # An invitation used by somebody seated leads to the own seat.
    assert petr.sit(table).headers["location"] == f"/table/{table}"
    assert seats(running, table) == before
    assert "your turn" in jana.read(f"/table/{table}").lower()


def test_two_people_cannot_take_one_seat(running: Running) -> None:
    table = running.guest("Jana").open_table()
    guests = [running.guest(f"Guest {n}") for n in range(6)]
    with ThreadPoolExecutor(6) as pool:
        codes = list(pool.map(lambda g: g.sit(table).status_code, guests))
    assert sorted(codes) == [303, *[409] * 5]


def test_a_full_table_starts_only_for_its_owner(running: Running) -> None:
    jana, petr = running.guest("Jana"), running.guest("Petr")
    table = jana.open_table(**{"option-players": "3", "seat-3": "person"})
    petr.sit(table)
    assert jana.start(table).status_code == 409  # a seat is open
    petr.get(f"/table/{table}")
    assert petr.ask(f"/table/{table}/seat", {"seat": "3", "kind": "bot:greedy"}).status_code == 403
    jana.get(f"/table/{table}")
    assert jana.post(f"/table/{table}/seat", {"seat": "3", "kind": "bot:greedy"}).is_redirect
    assert seats(running, table) == ["person:Jana", "person:Petr", f"bot:{bot_name(say('Greedy'))}"]
    # A page that still shows a seat as open does not give away who sits there now.
    assert jana.ask(f"/table/{table}/seat", {"seat": "2", "kind": "bot:greedy"}).status_code == 409
    assert petr.start(table).status_code == 403
    assert jana.start(table).status_code == 303
    assert jana.ask(f"/table/{table}/seat", {"seat": "3", "kind": "open"}).status_code == 409


def test_a_seat_is_first_offered_to_a_bot_that_needs_no_solution(running: Running) -> None:
    jana = running.guest("Jana")
    table = jana.open_table(**{"option-players": "3", "seat-2": "person", "seat-3": "person"})
    page = jana.get(f"/table/{table}").text
    offered = re.search(r'id="give-2".*?</select>', page, re.DOTALL)
    assert offered
    assert re.findall(r'value="([^"]+)" selected', offered[0]) == ["bot:prospector"]
    assert 'value="bot:perfect"' in offered[0]


def test_getting_up_and_own_words_for_the_dice(running: Running) -> None:
    jana, petr = running.guest("Jana"), running.guest("Petr")
    table = jana.open_table()
    petr.sit(table)
    petr.get(f"/table/{table}")
    assert petr.post(f"/table/{table}/phrase", {"seat": "2", "phrase": "medvěd"}).is_redirect
    assert "medvěd" in petr.get(f"/table/{table}").text
    assert "medvěd" not in jana.get(f"/table/{table}").text
    assert petr.ask(f"/table/{table}/phrase", {"seat": "1", "phrase": "x"}).status_code == 403
    assert petr.post(f"/table/{table}/leave", {"seat": "2"}).is_redirect
    assert seats(running, table) == ["person:Jana", "empty:"]
    petr.sit(table)
    jana.start(table)
    assert petr.ask(f"/table/{table}/leave", {"seat": "2"}).status_code == 409
    assert petr.ask(f"/table/{table}/phrase", {"seat": "2", "phrase": "late"}).status_code == 409


def test_a_seat_link_carries_the_seat(running: Running) -> None:
    table, jana, petr = two_at_a_table(running)
    path = link_of(jana, table)
    phone = running.guest()
    # Looking, as link previews and chat programs do, takes nothing.
    assert phone.get(path).status_code == 200
    phone.http.head(path)
    assert "your turn" in jana.read(f"/table/{table}").lower()
    assert phone.post(path).headers["location"] == f"/table/{table}"
    assert "your turn" in phone.read(f"/table/{table}").lower()
    assert jana.move(table, "roll").status_code == 403
    assert "another device" in petr.read(f"/table/{table}")
    # Whoever opened the table still decides for it.
    entry = running.call(running.house.store.entry(table))
    assert entry.owner == entry.seats[0].player
    # Used once, the link is dead.
    assert running.guest().get(path).status_code == 404
    assert petr.post(path).status_code == 404


def test_a_newer_seat_link_kills_the_older(running: Running) -> None:
    table, jana, _ = two_at_a_table(running)
    first, second = link_of(jana, table), link_of(jana, table)
    stranger = running.guest()
    assert stranger.get(first).status_code == 404
    assert stranger.get(second).status_code == 200


def test_several_people_at_one_device(running: Running) -> None:
    guest = running.guest("Jana")
    table = guest.open_table(**{"seat-2": "here", "here-2": "Petr"})
    assert seats(running, table) == ["person:Jana", "person:Petr"]
    for _ in range(12):
        _, match = running.call(running.house.host.match(table))
        seat = match.to_act
        assert guest.move(table, match.game.legal(match.state)[-1]).status_code == 200
        assert seat in (0, 1)
    other = 2 - running.call(running.house.host.match(table))[1].to_act
    form = {"position": str(guest.position(table)), "seat": str(other), "notation": "roll"}
    assert guest.ask(f"/table/{table}/move", form).status_code == 409


def test_a_rematch_begins_with_the_next_seat(running: Running) -> None:
    table, jana, petr = two_at_a_table(running)
    jana.get(f"/table/{table}")
    assert jana.ask(f"/table/{table}/rematch").status_code == 409
    finish(running, table)
    stranger = running.guest()
    stranger.get(f"/table/{table}")
    assert stranger.ask(f"/table/{table}/rematch").status_code == 403
    petr.get(f"/table/{table}")
    first = petr.post(f"/table/{table}/rematch").headers["location"]
    second = first.removeprefix("/table/")
    assert seats(running, second) == ["empty:Jana", "person:Petr"]
    assert second in stranger.get(f"/table/{table}").text
    assert "Sit down and play" in jana.get(f"/table/{table}").text
    jana.get(f"/table/{table}")
    assert jana.post(f"/table/{table}/rematch").headers["location"] == first
    entry = running.call(running.house.store.entry(second))
    assert entry.status is Status.RUNNING
    assert [s.name for s in entry.seats] == ["Jana", "Petr"]
    assert entry.options["first"] == 2
    # The third game is Jana's again.
    finish(running, second)
    jana.get(f"/table/{second}")
    third = jana.post(f"/table/{second}/rematch").headers["location"].removeprefix("/table/")
    assert running.call(running.house.store.entry(third)).options["first"] == 1


def test_a_rematch_of_a_random_starter(running: Running) -> None:
    guest = running.guest("Jana")
    for _ in range(4):
        table = guest.open_table(
            **{"option-first": "0", "option-players": "3", "seat-2": "here", "seat-3": "here"}
        )
        _, match = running.call(running.house.host.match(table))
        starter = match.states[1].seat
        finish(running, table)
        guest.get(f"/table/{table}")
        path = guest.post(f"/table/{table}/rematch").headers["location"]
        entry = running.call(running.house.store.entry(path.removeprefix("/table/")))
        assert entry.options["first"] == (starter + 1) % 3 + 1


def test_the_owner_gives_up_a_table(running: Running) -> None:
    table, jana, petr = two_at_a_table(running)
    jana.get(f"/table/{table}")
    assert jana.ask(f"/table/{table}/abandon").status_code == 400
    assert jana.post(f"/table/{table}/abandon", {"sure": "yes"}).is_redirect
    entry = running.call(running.house.store.entry(table))
    assert entry.status is Status.ABANDONED
    for guest in (jana, petr, running.guest()):
        assert entry.seed.hex() in guest.get(f"/table/{table}/dice").text
        assert guest.get(f"/table/{table}").status_code == 200
    assert petr.move(table, "roll").status_code == 409


def test_a_table_given_up_before_it_began(running: Running) -> None:
    jana = running.guest("Jana")
    table = jana.open_table()
    jana.get(f"/table/{table}")
    assert jana.post(f"/table/{table}/abandon", {"sure": "yes"}).is_redirect
    assert jana.get(f"/table/{table}").status_code == 200
    assert jana.get("/").status_code == 200
    assert running.guest("Petr").sit(table).status_code == 409


def test_a_table_goes_on_without_its_owner(running: Running) -> None:
    jana, petr = running.guest("Jana"), running.guest("Petr")
    table = jana.open_table()
    petr.sit(table)
    assert petr.start(table).status_code == 403
    owner = running.call(running.house.store.entry(table)).owner
    running.house.hub.forget(owner)
    assert petr.start(table).status_code == 303


def test_start_page_lists_what_is_public(running: Running) -> None:
    jana, petr = running.guest("Jana"), running.guest("Petr")
    shown = jana.open_table(title="Come and dig")
    hidden = jana.open_table(title="Only us", listed="no")
    start = petr.get("/").text
    assert "Come and dig" in start
    assert shown in start
    assert hidden not in start
    assert hidden in jana.get("/").text
    assert petr.get(f"/join?code={hidden.upper()}").headers["location"] == f"/table/{hidden}"
    link = f"{running.url}/table/{hidden}"
    assert petr.http.get("/join", params={"code": link}).headers["location"] == f"/table/{hidden}"


def test_nobody_is_called_as_the_page_calls_its_reader(running: Running) -> None:
    ann, petr = running.guest("Ann"), running.guest("You")
    table = ann.open_table("nuggets", **{"option-players": "3", "seat-3": "here", "here-3": "yOU"})
    assert petr.sit(table).is_redirect
    assert ann.start(table).is_redirect
    entry = running.call(running.house.store.entry(table))
    assert [s.name for s in entry.seats] == ["Ann", "You 3", "yOU 2"]
    watcher = running.guest("\uff39\uff4f\uff55")  # the same letters, only wider
    watcher.get(f"/table/{table}")
    assert watcher.post(f"/table/{table}/chat", {"text": "Hi", "name": watcher.name}).is_redirect
    assert f"<bdi>{watcher.name} 4</bdi>" in ann.get(f"/table/{table}").text
