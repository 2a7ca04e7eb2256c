"""Links in other hands: previews, old devices, browsers that forget."""

from __future__ import annotations

import pytest

from tests.web.server import Running, two_at_a_table
from tests.web.test_absence import leave
from tests.web.test_seats import link_of

IN_APP = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML) "
    "Mobile/15E148 [FBAN/FBIOS;FBAV/440.0]"
)
USUAL = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_a_preview_takes_no_seat_and_spends_no_link(running: Running, method: str) -> None:
    jana = running.guest("Jana")
    waiting = jana.open_table()
    table, petr, _ = two_at_a_table(running)
    link = link_of(petr, table)
    store = running.house.store
    before = [running.call(store.entry(one)) for one in (waiting, table)]
    preview = running.guest()
    for _ in range(3):
        for path in (f"/table/{waiting}", f"/table/{waiting}/sit", link, f"/table/{table}"):
            agent = {"user-agent": "WhatsApp/2.23 facebookexternalhit/1.1"}
            answer = preview.http.request(method, path, headers=agent)
            assert answer.status_code in (200, 303)
            preview.http.cookies.clear()  # a preview keeps none
    assert [running.call(store.entry(one)) for one in (waiting, table)] == before
    phone = running.guest()
    phone.get(link)
    assert phone.post(link).headers["location"] == f"/table/{table}"


def test_the_old_device_is_told_in_words_and_its_link_is_dead(running: Running) -> None:
    table, jana, petr = two_at_a_table(running)
    old = link_of(jana, table)
    link = link_of(jana, table)
    words = "has gone on at another device"
    assert words not in jana.read(f"/table/{table}")
    phone = running.guest()
    assert phone.get(old).status_code == 404
    assert "used up or was replaced" in phone.read(old)
    # Two clicks: the link, and its button.
    assert "Take the seat" in phone.read(link)
    assert phone.post(link).is_redirect
    told = jana.read(f"/table/{table}")
    assert "Your seat (Jana) has gone on at another device, and from here you watch." in told
    assert "Jana" in phone.read(f"/table/{table}")
    for other in (phone, petr, running.guest()):
        assert words not in other.read(f"/table/{table}")
    # The same words on the part that the page fetches, and none any more once it is back.
    assert words in jana.get(f"/table/{table}/part").text
    phone.get(f"/table/{table}")
    home = link_of(phone, table)
    jana.get(home)
    assert jana.post(home).is_redirect
    assert words not in jana.read(f"/table/{table}")
    assert words in phone.read(f"/table/{table}")


def test_a_browser_inside_an_app_is_told_and_offered_the_link_to_the_seat(running: Running) -> None:
    table, jana, _ = two_at_a_table(running)
    waiting = jana.open_table()
    for one in (table, waiting):
        inside = jana.get(f"/table/{one}", **{"user-agent": IN_APP}).text
        usual = jana.get(f"/table/{one}", **{"user-agent": USUAL}).text
        assert 'class="toast forgetful sure"' in inside
        assert "This browser may forget who you are" in inside
        assert f'href="/table/{one}/links"' in inside
        # There, but shown only where the page's script finds that nothing can be kept.
        assert 'class="toast forgetful"' in usual
    stranger = running.guest().get(f"/table/{table}", **{"user-agent": IN_APP}).text
    assert "forgetful" not in stranger, "who has no seat has nothing to lose"


def test_who_lost_every_cookie_has_the_seat_back_in_two_clicks(running: Running) -> None:
    table, jana, _ = two_at_a_table(running)
    link = link_of(jana, table)
    jana.http.cookies.clear()
    assert "You have no seat" in jana.read(f"/table/{table}/links")
    jana.get(link)
    assert jana.post(link).is_redirect
    entry = running.call(running.house.store.entry(table))
    assert entry.seats[0].name == "Jana"
    assert jana.get(f"/table/{table}/links").status_code == 200


def test_the_page_of_links_knows_of_an_older_one_and_never_shows_it(running: Running) -> None:
    table, jana, _ = two_at_a_table(running)
    assert "No link yet." in jana.read(f"/table/{table}/links")
    link = link_of(jana, table)
    page = jana.get(f"/table/{table}/links").text
    assert "There is a link, which was shown once. A fresh one makes it useless." in page
    assert link not in page
    assert "Make a fresh link" in page


def test_whoever_sits_here_is_told_what_a_second_seat_would_mean(running: Running) -> None:
    table, jana, petr = two_at_a_table(running)
    link = link_of(jana, table)
    words = "You sit at this table already"
    assert f"{words} (Petr). With this seat you would play for both." in petr.read(link)
    assert words not in jana.read(link)
    assert words not in running.guest().read(link)
    assert "This seat is here already" in jana.read(link)


def test_who_watches_while_somebody_is_away_reads_how_to_get_back_to_a_seat(
    running: Running,
) -> None:
    table, jana, petr = two_at_a_table(running)
    words = "Open the link to your seat here"
    petr.http.cookies.clear()
    assert words not in petr.read(f"/table/{table}")
    leave(running, table, 1)
    running.house.hub.touch(table)
    text = petr.read(f"/table/{table}")
    assert f"Petr is away. Is that you? {words}" in text
    assert "those at the table can let a bot play on" in text
    assert words not in jana.read(f"/table/{table}"), "who has a seat needs none"
    leave(running, table, 0)
    running.house.hub.touch(table)
    assert "Jana, Petr are away. Are you one of them?" in petr.read(f"/table/{table}")


def test_who_sits_down_is_offered_a_link_until_there_is_one(running: Running) -> None:
    jana, petr = running.guest("Jana"), running.guest("Petr")
    table = jana.open_table()
    words = "Keep a link to your seat"
    assert words not in petr.read(f"/table/{table}")
    petr.sit(table, 2)
    for seat, guest in enumerate((jana, petr), 1):
        page = guest.get(f"/table/{table}").text
        assert page.count(words) == 1
        assert "data-own-seat>" in page, "the menu has the way there at all times"
        link_of(guest, table, seat)
        assert words not in guest.read(f"/table/{table}")
    assert "data-own-seat hidden>" in running.guest().get(f"/table/{table}").text
