"""Typed text never passes for the places that the server fills in itself."""

from __future__ import annotations

from markupsafe import escape

from goldfield.web.render import CSRF_PLACE, KEY_PLACE, filled, hidden_fields
from goldfield.web.wording import Wording
from goldfield.words import SeatName, say
from tests.web.server import Running

TYPED = "\ue001csrf\ue001 \ue001key\ue001 \ue000"


def test_places_are_filled_in_one_go() -> None:
    made: list[int] = []

    def token() -> str:
        # What is filled in is not looked at again.
        made.append(1)
        return KEY_PLACE + CSRF_PLACE

    found = filled(f"a{CSRF_PLACE}b{KEY_PLACE}c{CSRF_PLACE}d{KEY_PLACE}e", token)
    assert len(made) == 1
    left = found.replace(KEY_PLACE + CSRF_PLACE, "T")
    first, second = left[len("aTb") : -len("e")].split("cTd")
    assert left == f"aTb{first}cTd{second}e"
    assert len(first) == len(second) >= 12
    assert first != second


def test_many_places_are_filled_in_time_that_grows_with_their_number() -> None:
    """A count of steps, not of seconds: the text is copied once, however many places it has."""

    class Copied(str):
        copies = 0

        def replace(self, *args: object, **values: object) -> str:
            Copied.copies += 1
            return Copied(super().replace(*args, **values))  # pyright: ignore

    filled(Copied(KEY_PLACE * 1000), str)
    assert Copied.copies <= 2


def test_typed_stand_ins_stay_what_they_are() -> None:
    markup = str(escape(TYPED))
    assert filled(markup, lambda: "secret") == markup
    assert filled(str(hidden_fields()), lambda: "secret") != str(hidden_fields())
    wording = Wording(["\ue000", "Petr"], mine=(1,))
    sentence = say("{who} rolled with {other}, {typed}.", who=SeatName(0), other=SeatName(1),
                   typed="\ue000")  # fmt: skip
    assert wording.plain(sentence) == "\ue000 rolled with you, \ue000."


def test_an_echoed_text_gets_no_token(running: Running) -> None:
    guest = running.guest()
    guest.get("/import")
    typed = "x" + TYPED * 200
    page = guest.http.post("/import", files={"csrf": (None, guest.token), "record": (None, typed)})
    assert page.status_code == 400
    assert page.text.count("\ue001csrf\ue001") == page.text.count("\ue001key\ue001") == 200
    token = page.text.split('name="csrf" value="')[1].split('"')[0]
    assert page.text.count(token) == page.text.count('name="csrf"')
