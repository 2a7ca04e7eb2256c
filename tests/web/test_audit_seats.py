"""Seats under a race: nobody sits twice, nobody is undone, a link is used once; settled words."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor

from goldfield.match.fair import derived_phrase
from goldfield.store.store import Entry, Sitter, SitterKind, Status
from tests.web.server import Guest, Running
from tests.web.test_seats import link_of, seats


def entry_of(running: Running, table: str) -> Entry:
    return running.call(running.house.store.entry(table))


def at_once(*posts: tuple[Guest, str, dict[str, str]]) -> list[int]:
    """The statuses of posts sent side by side."""
    with ThreadPoolExecutor(len(posts)) as pool:
        return list(pool.map(lambda p: p[0].ask(p[1], p[2]).status_code, posts))


def test_one_visitor_gets_one_seat_however_many_are_asked_for(running: Running) -> None:
    fields = {"option-players": "5", **{f"seat-{n}": "person" for n in range(2, 6)}}
    for _ in range(5):
        table = running.guest("Jana").open_table(**fields)
        petr = running.guest("Petr")
        petr.get(f"/table/{table}")
        at_once(
            *((petr, f"/table/{table}/sit", {"seat": str(n), "name": "Petr"}) for n in range(2, 6))
        )
        taken = [s for s in seats(running, table) if not s.startswith("empty")]
        assert taken == ["person:Jana", "person:Petr"]
        running.see_off()


def test_people_of_one_name_who_sit_down_at_once_are_told_apart(running: Running) -> None:
    fields = {"option-players": "5", **{f"seat-{n}": "person" for n in range(2, 6)}}
    table = running.guest("Jana").open_table(**fields)
    guests = [running.guest("Petr") for _ in range(4)]
    for guest in guests:
        guest.get(f"/table/{table}")
    codes = at_once(
        *(
            (guest, f"/table/{table}/sit", {"seat": str(n), "name": "Petr"})
            for n, guest in enumerate(guests, 2)
        )
    )
    assert codes == [200] * 4
    names = [sitter.name for sitter in entry_of(running, table).seats]
    assert sorted(names) == ["Jana", "Petr", "Petr 2", "Petr 3", "Petr 4"]


def test_a_seat_link_raced_for_is_used_once(running: Running) -> None:
    jana = running.guest("Jana")
    for _ in range(5):
        table = jana.open_table()
        path = link_of(jana, table)
        phones = [running.guest() for _ in range(4)]
        assert sorted(at_once(*((phone, path, {}) for phone in phones))) == [200, 404, 404, 404]
        entry = entry_of(running, table)
        held = [
            phone
            for phone in phones
            if f'action="/table/{table}/leave"' in phone.get(f"/table/{table}").text
            or f'action="/table/{table}/start"' in phone.page.text
        ]
        assert len(held) == 1
        assert entry.seats[0].token_hash == ""


def test_a_claimed_seat_is_not_taken_back_by_a_page_of_before(running: Running) -> None:
    """A new link, other words, getting up: whatever the old device sends beside the claim."""
    posts = (("links", {"seat": "2"}), ("leave", {"seat": "2"}), ("phrase", {"seat": "2"}))
    for post, fields in posts * 4:
        jana, petr, phone = running.guest("Jana"), running.guest("Petr"), running.guest()
        table = jana.open_table()
        petr.sit(table)
        path = link_of(petr, table, 2)
        claimed, other = at_once(
            (phone, path, {}), (petr, f"/table/{table}/{post}", {**fields, "phrase": "stale"})
        )
        there = entry_of(running, table).seats[1]
        if claimed == 200:
            # Either the other came first and was done, or it found the seat gone; the new holder
            # sits, and can make a link of their own.
            assert other in (200, 403)
            assert there.kind is SitterKind.PERSON
            assert there.token_hash == ""
            phone.get(f"/table/{table}/links")
            assert phone.ask(f"/table/{table}/links", {"seat": "2"}).status_code == 200
        else:
            assert (claimed, other) == (404, 200)
        running.see_off()


def test_who_was_sent_away_does_not_sit_again_by_choosing_words(running: Running) -> None:
    for _ in range(6):
        jana, petr = running.guest("Jana"), running.guest("Petr")
        table = jana.open_table()
        petr.sit(table)
        jana.get(f"/table/{table}")
        petr.get(f"/table/{table}")
        freed, _ = at_once(
            (jana, f"/table/{table}/seat", {"seat": "2", "kind": "open"}),
            (petr, f"/table/{table}/phrase", {"seat": "2", "phrase": "mine"}),
        )
        assert freed == 200
        assert entry_of(running, table).seats[1] == Sitter()
        running.see_off()


def test_settled_words_are_shown_to_all_and_stay(running: Running) -> None:
    jana, petr = running.guest("Jana"), running.guest("Petr")
    table = jana.open_table(
        phrase="opening words",
        **{
            "option-players": "4",
            "seat-2": "person",
            "seat-3": "bot:greedy",
            "seat-4": "here",
            "here-4": "Dan",
        },
    )
    petr.sit(table)
    entry = entry_of(running, table)
    shown = petr.read(f"/table/{table}")
    assert entry.commitment in shown
    assert "opening words" in shown
    for seat in (2, 3):
        assert entry.seats[seat].phrase == derived_phrase(entry.commitment, seat)
        assert entry.seats[seat].phrase in shown
    assert entry.seats[1].phrase in petr.page.text
    stranger = running.guest().read(f"/table/{table}")
    assert "opening words" in stranger
    assert entry.seats[1].phrase not in stranger
    page = jana.get(f"/table/{table}").text
    assert f'action="/table/{table}/phrase"' not in page
    assert entry.seats[1].phrase not in page
    for seat in ("1", "4"):
        answer = jana.ask(f"/table/{table}/phrase", {"seat": seat, "phrase": "better words"})
        assert answer.status_code == 409
        assert "they stay as they are" in answer.json()["sentence"]
    # A bot instead of a person, put there after all words were known, is nobody's choice either.
    assert jana.post(f"/table/{table}/seat", {"seat": "2", "kind": "open"}).is_redirect
    assert jana.post(f"/table/{table}/seat", {"seat": "2", "kind": "bot:greedy"}).is_redirect
    jana.start(table)
    entry = entry_of(running, table)
    assert [s.phrase for s in entry.seats] == [
        "opening words",
        *(derived_phrase(entry.commitment, seat) for seat in (1, 2, 3)),
    ]
    assert [s.frozen for s in entry.seats] == [0, 1, 2, 3]


def test_a_table_of_bots_that_starts_at_once_has_words_that_nobody_chose(running: Running) -> None:
    guest = running.guest()
    answer = guest.post("/play", {"game": "gold_nuggets", "phrase": "just mine"})
    entry = entry_of(running, answer.headers["location"].removeprefix("/table/"))
    assert entry.status is Status.RUNNING
    assert entry.seats[0].phrase == "just mine"
    for seat in range(1, len(entry.seats)):
        assert entry.seats[seat].phrase == derived_phrase(entry.commitment, seat)
    assert [s.frozen for s in entry.seats] == list(range(len(entry.seats)))
    assert re.search(rf"\b{entry.commitment}\b", guest.get(answer.headers["location"]).text)
