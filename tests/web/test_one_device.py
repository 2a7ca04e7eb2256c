"""Several people at one device, in a game with secrets: a curtain, and nothing behind it."""

from __future__ import annotations

import re
import time

import httpx

from tests.web.server import Guest, Running

NUGGETS = "nuggets"


def together(running: Running, **fields: str) -> tuple[Guest, str]:
    """Ann and Ben at one device, and their running table; Ann begins."""
    ann = running.guest("Ann")
    table = ann.open_table(NUGGETS, **{"seat-2": "here", "here-2": "Ben", **fields})
    return ann, table


def curtain(answer: httpx.Response) -> str:
    """To whom the device is to be handed; empty where no curtain hangs."""
    found = re.search(r"Hand the device to ([^<]*)", answer.text)
    if found:
        assert 'id="board"' in answer.text
        assert "form" not in answer.text.partition('id="board"')[2].partition("</div>\n<aside")[0]
    return found[1] if found else ""


def way(answer: httpx.Response) -> str:
    """The address behind "I am …"."""
    found = re.search(r'href="([^"]*\?as=[^"]*)"', answer.text)
    assert found
    return found[1].replace("&amp;", "&")


def shows(answer: httpx.Response, seat: int) -> bool:
    """Whether an answer is for the eyes of a seat: its form asks that seat."""
    return (
        f'name="seat" value="{seat + 1}"'
        in answer.text.partition('id="board"')[2].partition("<aside")[0]
    )


def post(guest: Guest, address: str, seat: int, notation: str, **headers: str) -> httpx.Response:
    """A move as a page at an address posts it."""
    page = guest.get(address)
    action = re.search(r'action="(/table/\w+/move[^"]*)"', page.text)
    assert action
    at = page.text.partition('name="position" value="')[2].partition('"')[0]
    form = {"position": at, "seat": str(seat + 1), "notation": notation}
    return guest.post(action[1].replace("&amp;", "&"), form, **headers)


def test_the_device_goes_round(running: Running) -> None:
    guest, table = together(running)
    plain = f"/table/{table}"
    page = guest.get(plain)
    assert curtain(page) == "Ann"
    assert not shows(page, 0)
    assert not shows(page, 1)
    for seat, name, other, chip in ((0, "Ann", "Ben", "5@a1"), (1, "Ben", "Ann", "4@h5")):
        page = guest.get(plain)
        assert curtain(page) == name
        address = way(page)
        page = guest.get(address)
        assert (curtain(page), shows(page, seat)) == ("", True)
        # The other one's address leads nowhere but to the curtain.
        for wrong in (f"{plain}?as={2 - seat}", f"{plain}?as=3", f"{plain}?as=0", f"{plain}?as=x"):
            assert curtain(guest.get(wrong)) == name
        answer = post(guest, address, seat, chip)
        assert answer.headers["location"] == plain
        assert curtain(guest.get(answer.headers["location"])) == other
        # Back, or a reload: the server is asked again, and shows nothing any more.
        back = guest.get(address)
        assert curtain(back) == other
        assert back.headers["cache-control"] == "no-store"
        assert chip not in back.text


def test_no_curtain_between_two_blockers(running: Running) -> None:
    guest, table = together(running)
    address = way(guest.get(f"/table/{table}"))
    answer = post(guest, address, 0, "a1|b1")
    assert answer.headers["location"] == address
    page = guest.get(answer.headers["location"])
    assert (curtain(page), shows(page, 0)) == ("", True)
    answer = post(guest, address, 0, "c1|d1", **{"x-part": "1"})
    assert curtain(answer) == "Ben"
    assert not shows(answer, 0)
    assert not shows(answer, 1)


def test_no_curtain_for_who_goes_on_alone(running: Running) -> None:
    guest, table = together(running)
    plain = f"/table/{table}"
    post(guest, way(guest.get(plain)), 0, "pass")
    address = way(guest.get(plain))
    for chip in ("1@a1", "1@a2", "2@a3"):
        answer = post(guest, address, 1, chip)
        assert answer.headers["location"] == address
        page = guest.get(address)
        assert (curtain(page), shows(page, 1)) == ("", True)
    # Whoever comes by the plain address may be anybody.
    assert curtain(guest.get(plain)) == "Ben"


def test_talk_and_refusals_leave_the_device_where_it_is(running: Running) -> None:
    guest, table = together(running)
    address = way(guest.get(f"/table/{table}"))
    answer = post(guest, address, 0, "5@d3")
    assert answer.status_code == 422
    assert (curtain(answer), shows(answer, 0)) == ("", True)
    page = guest.get(address)
    action = re.search(r'action="(/table/\w+/chat[^"]*)"', page.text)
    assert action
    chat = action[1].replace("&amp;", "&").partition("#")[0]
    answer = guest.post(chat, {"text": "My turn"}, **{"x-part": "1"})
    assert (curtain(answer), shows(answer, 0)) == ("", True)
    assert guest.post(chat, {"text": "Still"}).headers["location"] == address
    # What the page fetches when there are news keeps the eyes, too.
    part = re.search(r'data-part="([^"]*)"', page.text)
    assert part
    assert shows(guest.get(part[1].replace("&amp;", "&")), 0)


def test_a_bots_move_lets_the_curtain_fall(running: Running) -> None:
    """Nobody knows who has the device in hand by then."""
    guest, table = together(running, **{"option-players": "3", "seat-3": "bot:random"})

    def move(seat: int, notation: str) -> None:
        async def play() -> None:
            host = running.house.host
            _, match = await host.match(table)
            await host.play(table, match.position, seat, [notation])

        running.call(play())

    plain = f"/table/{table}"
    address = way(guest.get(plain))
    move(0, "1@a1")
    move(1, "pass")
    ends = time.monotonic() + 60
    while running.call(running.house.host.match(table))[1].to_act == 2:
        assert time.monotonic() < ends
        time.sleep(0.01)
    assert curtain(guest.get(address)) == "Ann"


def test_only_those_at_the_device_see_a_curtain(running: Running) -> None:
    guest, table = together(running, **{"option-players": "3", "seat-3": "person"})
    eva = running.guest("Eva")
    assert eva.sit(table, 3).is_redirect
    assert guest.start(table).is_redirect
    assert curtain(guest.get(f"/table/{table}")) == "Ann"
    for address in (f"/table/{table}", f"/table/{table}?as=1", f"/table/{table}?as=1&at=0"):
        for other in (eva, running.guest()):
            page = other.get(address)
            assert curtain(page) == ""
            assert not shows(page, 0)
            assert "data-held" not in page.text


def test_a_move_stands(running: Running) -> None:
    """A chip that was put down everybody saw put down: it is not taken up again."""
    guest, table = together(running)
    address = way(guest.get(f"/table/{table}"))
    post(guest, address, 0, "a1|b1")
    page = guest.get(address)
    assert "/undo" not in page.text
    at = page.text.partition('name="position" value="')[2].partition('"')[0]
    answer = guest.ask(f"/table/{table}/undo", {"position": at, "seat": "1"})
    assert answer.status_code == 409
    assert answer.json()["sentence"] == "In this game a move stands once it is made."


def test_without_a_position_that_can_be_read_the_curtain_hangs(running: Running) -> None:
    """Nobody knows since when the device has been in those hands."""
    guest, table = together(running)
    post(guest, way(guest.get(f"/table/{table}")), 0, "1@a1")
    at = running.call(running.house.host.match(table))[1].position
    for damaged in ("", "&at", "&at=", "&at=x", f"&at=-{at}", f"&at={at}x", "&at=" + "9" * 5000):
        for page in ("", "/part"):
            answer = guest.get(f"/table/{table}{page}?as=2{damaged}")
            assert (curtain(answer), shows(answer, 1)) == ("Ben", False), damaged
    assert shows(guest.get(f"/table/{table}?as=2&at={at}"), 1)


def test_looking_back_keeps_the_device_in_the_same_hands(running: Running) -> None:
    guest, table = together(running)
    plain = f"/table/{table}"
    post(guest, way(guest.get(plain)), 0, "1@a1")
    held = way(guest.get(plain)).removeprefix(plain)
    page = guest.get(f"{plain}/step/1{held}").text
    fields = re.findall(r'<input type="hidden" name="(as|at)" value="(\d+)">', page)
    assert "?" + "&".join("=".join(field) for field in fields) == held
    assert f'href="{plain}{held}"'.replace("&", "&amp;") in page
    for asked in (f"{plain}/step/1{held}&step=0", f"{plain}/step/999{held}"):
        answer = guest.get(asked)
        assert answer.status_code == 303
        assert answer.headers["location"].endswith(held)
    # Nobody else's hands: then there is nothing to keep.
    assert 'name="at"' not in guest.get(f"{plain}/step/1").text
