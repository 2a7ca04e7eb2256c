"""Invitations: the link as it is offered, and what it does in whose hands."""

from __future__ import annotations

import pytest

from tests.web.server import Running, finish, two_at_a_table


@pytest.mark.parametrize(
    ("host", "is_alone"),
    [
        ("127.0.0.1:8000", True),
        ("127.1.2.3", True),
        ("localhost:8000", True),
        ("gold.localhost", True),
        ("[::1]:8000", True),
        ("192.168.1.7:8000", False),
        ("10.0.0.2", False),
        ("gold.example", False),
        ("localhost.example", False),
        ("[fe80::1]:8000", False),
    ],
)
def test_a_link_for_this_computer_only_says_so_wherever_it_is_offered(
    running: Running, host: str, is_alone: bool
) -> None:
    jana = running.guest("Jana")
    waiting = jana.open_table()
    table, petr, _ = two_at_a_table(running)
    pages = [
        jana.get(f"/table/{waiting}", host=host),
        petr.get(f"/table/{table}", host=host),
        running.guest().get(f"/table/{table}", host=host),
    ]
    for page in pages:
        assert page.status_code == 200
        assert f"//{host}/table/" in page.text
        assert ("opens on this computer only" in page.text) == is_alone
        assert ("--lan" in page.text) == is_alone


def test_a_seat_link_for_this_computer_only_says_so(running: Running) -> None:
    table, jana, _ = two_at_a_table(running)
    assert "opens on this computer only" not in jana.get(f"/table/{table}/links").text
    page = jana.post(f"/table/{table}/links", {"seat": "1"}).text
    assert "opens on this computer only" in page
    host = "gold.example"
    page = jana.post(f"/table/{table}/links", {"seat": "1"}, host=host, origin=f"http://{host}")
    assert f"http://{host}/seat/" in page.text
    assert "opens on this computer only" not in page.text


def test_an_invitation_used_by_somebody_seated_leads_to_their_seat(running: Running) -> None:
    jana, petr = running.guest("Jana"), running.guest("Petr")
    table = jana.open_table(**{"option-players": "3", "seat-3": "person"})
    petr.sit(table, 2)
    for guest, name in ((jana, "Jana"), (petr, "Petr")):
        page = guest.get(f"/table/{table}").text
        assert "Take this seat" not in page
        answer = guest.post(f"/table/{table}/sit", {"seat": "3", "name": "Other"})
        assert answer.headers["location"] == f"/table/{table}"
        entry = running.call(running.house.store.entry(table))
        assert [s.name for s in entry.seats] == ["Jana", "Petr", ""]
        assert name in guest.read(f"/table/{table}")
    # A table where everybody is invites nobody any more.
    assert "whoever should play" in jana.get(f"/table/{table}").text
    running.guest("Eva").sit(table, 3)
    page = jana.get(f"/table/{table}").text
    assert "whoever should play" not in page
    assert "whoever wants to watch" in page


def test_a_table_closed_before_it_began_says_just_that(running: Running) -> None:
    jana, petr = running.guest("Jana"), running.guest("Petr")
    table = jana.open_table()
    jana.get(f"/table/{table}")
    jana.post(f"/table/{table}/abandon", {"sure": "yes"})
    for guest in (jana, petr):
        text = guest.read(f"/table/{table}")
        assert "This table was closed before the game began" in text
        for odd in ("Open seat", "Step through", "Nobody wins", "Nothing has happened", "Log"):
            assert odd not in text
    # One that was begun shows what there was.
    table, jana, petr = two_at_a_table(running)
    jana.get(f"/table/{table}")
    jana.post(f"/table/{table}/abandon", {"sure": "yes"})
    text = petr.read(f"/table/{table}")
    assert "before the game began" not in text
    assert "Step through" in text


def test_own_games_on_the_start_page_lead_on(running: Running) -> None:
    table, jana, petr = two_at_a_table(running)
    own = jana.get("/").text.partition("Your games")[2]
    assert "Your turn" in own
    own = petr.get("/").text.partition("Your games")[2]
    assert "Your turn" not in own
    assert "Under way" in own
    assert ">Go on</a>" in own
    assert ">Look</a>" not in own
    finish(running, table)
    assert f"/table/{table}" not in petr.get("/").text


def test_whoever_is_invited_reads_by_whom_and_finds_a_seat_before_anything_else(
    running: Running,
) -> None:
    jana, petr = running.guest("Jana"), running.guest("Petr")
    table = jana.open_table(**{"option-players": "3", "seat-3": "person"})
    page = petr.get(f"/table/{table}").text
    assert "Jana invites you to play." in petr.read(f"/table/{table}")
    assert page.index("Sit down here") < page.index("Send this link")
    page = jana.get(f"/table/{table}").text
    assert "invites you" not in page
    assert page.index("Send this link") < page.index("Free seat")
    petr.sit(table, 2)
    page = petr.get(f"/table/{table}").text
    assert "invites you" not in page
    assert page.count('id="table-link"') == 1
