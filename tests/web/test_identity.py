"""Names, cookies, form tokens, headers."""

from __future__ import annotations

import html
import unicodedata

import httpx
import pytest
from hypothesis import given, strategies

from goldfield.store.store import NameTaken
from goldfield.web.default_names import default_name
from goldfield.web.identity import NAME_LENGTH, clean
from goldfield.web.seating import person
from goldfield.web.security import HEADERS, FormTokens
from goldfield.web.wording import Wording
from goldfield.words import Pieces, SeatName, say
from tests.web.server import Running, two_at_a_table

NASTY = (
    "<img src=x onerror=alert(1)>",
    "{{7*7}}",
    "%s{0}{seat}",
    "</script><b>",
    "\u202eevil\u202c",
    '"><svg onload=x>',
)


@given(strategies.text(max_size=200), strategies.integers(1, 60))
def test_cleaned_text_is_one_visible_line(text: str, most: int) -> None:
    line = clean(text, most)
    assert len(line) <= most
    assert line == line.strip()
    assert clean(line, most) == line
    for char in line:
        assert char in "\u200c\u200d" or unicodedata.category(char)[0] != "C"
    assert not line or unicodedata.category(line[0])[0] != "M"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Jana \t Nová\n", "Jana Nová"),
        ("\u202eevil\u202c", "evil"),
        ("a\u0000b\u0007", "ab"),
        ("Z\u0301\u0301\u0301\u0301\u0301\u0301\u0301", "\u0179\u0301\u0301\u0301"),
        ("\u200b\u2060", ""),
        ("\u200d\u200c", ""),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("x" * 99, "x" * NAME_LENGTH),
        ("\u3164", ""),
        ("\u2800 \uffa0", ""),
        ("\u115f\u1160\u17b4\ufffc\U0001d159", ""),
        ("\ufe0f \ufe0f", ""),
        ("\u3164\ufe0f\u20dd Jana", "Jana"),
        ("Jana\u3164Nová", "Jana Nová"),
        ("❤\ufe0f", "❤\ufe0f"),
    ],
)
def test_names(typed: str, kept: str) -> None:
    assert clean(typed, NAME_LENGTH) == kept


@pytest.mark.parametrize("nasty", NASTY)
def test_markup_is_text_everywhere(running: Running, nasty: str) -> None:
    jana, petr = running.guest(nasty), running.guest("Petr")
    table = jana.open_table(title=nasty, phrase=nasty)
    petr.sit(table)
    lobby = petr.get(f"/table/{table}").text
    jana.start(table)
    jana.ask(f"/table/{table}/chat", {"text": nasty, "key": "1"})
    petr.post("/name", {"name": nasty, "next": "/"})
    shown = clean(nasty, NAME_LENGTH)
    pages = [
        lobby,
        petr.get(f"/table/{table}").text,
        petr.get("/").text,
        petr.get(f"/table/{table}/step/1").text,
        petr.get(f"/table/{table}/dice").text,
        jana.get(f"/table/{table}/links").text,
    ]
    for page in pages:
        assert "<img src=x" not in page
        assert "<svg onload" not in page
        assert "</script><b>" not in page
        assert "\u202e" not in page
        assert str(html.escape(shown)).replace("&#x27;", "&#39;") in page.replace("&#34;", "&quot;")


def test_a_tampered_cookie_makes_a_stranger_with_a_sentence(running: Running) -> None:
    table, jana, _ = two_at_a_table(running)
    name = running.house.identity.cookie
    good = jana.http.cookies[name]
    for bad in (
        good[:9] + ("A" if good[9] != "A" else "B") + good[10:],
        "x",
        "." * 4000,
        good[: len(good) // 2],
    ):
        with httpx.Client(base_url=running.url, verify=False, cookies={name: bad}) as http:
            page = http.get(f"/table/{table}")
            assert page.status_code == 200
            assert "you come as a new guest" in page.text
            assert name in page.cookies
            again = http.get(f"/table/{table}")
        assert again.status_code == 200
    assert "you come as a new guest" not in jana.get(f"/table/{table}").text


def test_the_cookie_is_kept_from_scripts(running: Running) -> None:
    answer = httpx.get(running.url, verify=False)
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Secure" not in cookie  # plain http at home
    assert "set-cookie" not in running.guest().get("/").headers


def test_a_browser_without_cookies_is_told(running: Running) -> None:
    guest = running.guest()
    token = guest.token
    guest.http.cookies.clear()
    answer = guest.http.post("/name", data={"csrf": token, "name": "Jana"})
    assert answer.status_code == 403
    assert "cookies" in answer.text


def test_forms_of_other_sites_and_other_guests_do_nothing(running: Running) -> None:
    table, jana, petr = two_at_a_table(running)
    jana.get(f"/table/{table}")
    petr.get(f"/table/{table}")
    at = jana.position(table)
    form = {"position": str(at), "notation": "roll"}
    path = f"/table/{table}/move"
    assert jana.ask(path, {**form, "csrf": "forged"}).status_code == 403
    assert jana.ask(path, {**form, "csrf": petr.token}).status_code == 403
    assert jana.post(path, form, origin="https://evil.example").status_code == 403
    assert jana.post(path, form, origin="null").status_code == 403
    assert jana.post(path, form, **{"sec-fetch-site": "cross-site"}).status_code == 403
    assert jana.post(path, form, **{"sec-fetch-site": "same-site"}).status_code == 403
    assert jana.position(table) == at
    answer = jana.ask("/name", {"name": "Jana"})
    assert answer.status_code == 200
    assert jana.post("/name", {"name": "J"}, origin=running.url).status_code == 303


@given(strategies.text(min_size=1, max_size=40), strategies.text(max_size=60))
def test_form_tokens_are_of_one_visitor_and_never_alike(visitor: str, other: str) -> None:
    tokens = FormTokens("key")
    token = tokens.make(visitor)
    assert token != tokens.make(visitor)
    assert tokens.is_good(visitor, token)
    assert not tokens.is_good(visitor, other)
    assert visitor == other or not tokens.is_good(other, token)
    assert not FormTokens("another").is_good(visitor, token)


def test_every_answer_has_the_headers(running: Running) -> None:
    guest = running.guest()
    table = guest.open_table()
    answers = [
        guest.get("/"),
        guest.get(f"/table/{table}"),
        guest.get(f"/table/{table}/part"),
        guest.get("/nowhere"),
        guest.get("/table/zzz"),
        guest.get("/healthz"),
        guest.get(running.house.assets.address("goldfield.css")),
        guest.ask("/name", {"name": "x"}),
        guest.post("/name", {"csrf": "x"}),
        guest.http.put("/"),
        guest.http.head("/"),
    ]
    for answer in answers:
        for name, value in HEADERS.items():
            assert answer.headers[name] == value, (answer.url, name)
    policy = HEADERS["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    # What the policy forbids is not in the pages either.
    for answer in answers:
        assert " style=" not in answer.text
        assert " onclick=" not in answer.text


@pytest.mark.parametrize(
    "typed", ["jana", "Ｊａｎａ", "Ja\u200dna", "Jana\ufe0f", "J\U000e0100ana", "Jan\u180ba"]
)
def test_names_at_a_table_differ(running: Running, typed: str) -> None:
    """In what is seen: not only in the size of letters, or in signs that show nothing."""
    jana, petr = running.guest("Jana"), running.guest(typed)
    table = jana.open_table()
    petr.sit(table)
    entry = running.call(running.house.store.entry(table))
    assert [s.name for s in entry.seats] == ["Jana", f"{typed} 2"]


def test_names_that_read_the_same_are_not_both_taken_by_a_race(running: Running) -> None:
    jana = running.guest("Jana")
    table = jana.open_table()
    store = running.house.store
    free = running.call(store.entry(table)).seats[1]
    with pytest.raises(NameTaken):
        running.call(store.sit(table, 1, free, person("somebody", "Ja\u200dna")))


def test_somebody_without_a_name_gets_the_animal_of_the_seat(running: Running) -> None:
    guest = running.guest()
    table = guest.open_table(name="")
    entry = running.call(running.house.store.entry(table))
    assert entry.seats[0].name == default_name(0)
    assert "Fox" in guest.read(f"/table/{table}")


@pytest.mark.parametrize("typed", [default_name(0), f"{default_name(0)} the First"])
def test_nobody_types_the_mark_of_a_default_name(typed: str) -> None:
    assert clean(typed, 40) == typed.replace("\u034f", "")


def test_sentences_say_you_to_one_person_only() -> None:
    message = say("{seat} robbed {victim}.", seat=SeatName(1), victim=SeatName(0))
    names = ["<Jana>", "Petr"]
    assert Wording(names).plain(message) == "Petr robbed <Jana>."
    assert Wording(names, (1,)).plain(message) == "You robbed <Jana>."
    assert Wording(names, (0,)).plain(message) == "Petr robbed you."
    assert Wording(names, (0, 1)).plain(message) == "Petr robbed <Jana>."
    assert "&lt;Jana&gt;" in Wording(names).html(message)
    dice = say("{dice}", dice=Pieces("dice", 'G"'))
    assert 'href="#dice-&#34;"' in Wording().html(dice)
    assert Wording(names).data({"a": [message, None, 1]}) == '{"a":["Petr robbed <Jana>.",null,1]}'
