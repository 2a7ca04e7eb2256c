"""Who may decide for a table: its owner, and nobody else by a seat link or a restart."""

from __future__ import annotations

from pathlib import Path

from tests.web.server import Running, two_at_a_table
from tests.web.test_seats import link_of


def test_a_seat_beside_the_owner_is_taken_elsewhere_without_the_table(running: Running) -> None:
    jana = running.guest("Jana")
    form = {"option-players": "3", "seat-2": "here", "here-2": "Petr", "seat-3": "person"}
    table = jana.open_table(**form)
    petr = running.guest()
    assert petr.post(link_of(jana, table, 2)).is_redirect
    petr.get(f"/table/{table}")
    for path, fields in (("abandon", {"sure": "yes"}), ("seat", {"seat": "1", "kind": "open"})):
        assert petr.ask(f"/table/{table}/{path}", fields).status_code == 403
    jana.get(f"/table/{table}")
    assert jana.ask(f"/table/{table}/seat", {"seat": "3", "kind": "bot:random"}).status_code == 200


def test_the_table_goes_along_with_the_last_seat_of_its_owner(running: Running) -> None:
    jana = running.guest("Jana")
    table = jana.open_table()
    phone = running.guest()
    assert phone.post(link_of(jana, table, 1)).is_redirect
    for guest, status in ((jana, 403), (phone, 200)):
        guest.get(f"/table/{table}")
        assert guest.ask(f"/table/{table}/abandon", {"sure": "yes"}).status_code == status


def test_a_restart_makes_no_guest_the_owner(database: Path) -> None:
    first = Running(database).start()
    table, _, petr = two_at_a_table(first)
    first.see_off()
    first.stop()
    second = Running(database).start()
    try:
        again = second.guest()
        again.http.cookies = petr.http.cookies
        again.get(f"/table/{table}")
        assert again.ask(f"/table/{table}/abandon", {"sure": "yes"}).status_code == 403
        # Five minutes without a sign of the owner are what it takes.
        second.house.hub.forget(second.call(second.house.store.entry(table)).owner)
        assert again.ask(f"/table/{table}/abandon", {"sure": "yes"}).status_code == 200
    finally:
        second.see_off()
        second.stop()
