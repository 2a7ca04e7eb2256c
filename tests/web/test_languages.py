"""Which language a page is in: what the browser asks for, what was chosen, what is in another."""

from __future__ import annotations

import re
from typing import Any

import pytest

from goldfield.games.options import BaseRules
from goldfield.games.rulebook import rulebook
from goldfield.texts import LANGUAGES, SOURCE, translator
from goldfield.web.languages import COOKIE, accepted
from goldfield.web.seating import unlike
from goldfield.web.wording import Wording
from goldfield.words import SeatName, say
from tests.web.server import Guest, Running, finish, two_at_a_table


def language(page: str) -> str:
    found = re.search(r'<html lang="(\w+)">', page)
    assert found
    return found[1]


def reader(running: Running, wanted: str, name: str = "") -> Guest:
    guest = running.guest(name)
    guest.http.headers["accept-language"] = wanted
    guest.get("/")
    return guest


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("", "en"),
        ("cs", "cs"),
        ("cs-CZ,cs;q=0.9,en;q=0.8", "cs"),
        ("de-DE,de;q=0.9,es;q=0.5,en;q=0.4", "es"),
        ("en-GB,en;q=0.9,cs;q=0.8", "en"),
        ("ES-mx", "es"),
        ("cs;q=0.3, es ; q=0.7", "es"),
        ("cs;q=0, es;q=0", "en"),
        ("cs;q=0, *", "en"),
        ("de, fr", "en"),
        ("cs;q=banana, es;q=0.1", "es"),
        ("cs;q=7, es", "es"),
        (",,;;q=1,\x00, cs", "cs"),
        ("csb, esx", "en"),
        ("x" * 5000 + ", cs", "en"),
    ],
)
def test_what_a_browser_asks_for(header: str, expected: str) -> None:
    assert accepted(header) == expected


@pytest.mark.parametrize("code", LANGUAGES)
def test_pages_answers_and_errors_are_in_that_language(running: Running, code: str) -> None:
    guest = reader(running, code)
    own = translator(code)
    for path in ("/", "/new", "/nowhere", "/table/nowhere"):
        answer = guest.get(path)
        assert language(answer.text) == code
        assert answer.headers["content-language"] == code
        assert {"accept-language", "cookie"} <= set(answer.headers["vary"].lower().split(", "))
    assert own.gettext("There is no page at this address.") in guest.get("/nowhere").text
    answer = guest.get("/nowhere", accept="application/json")
    assert answer.json()["sentence"] == own.gettext("There is no page at this address.")
    assert answer.json()["code"] == "not-found", "words for programs stay"
    assert answer.headers["content-language"] == code


def test_the_switch_works_without_scripts_and_leads_back(running: Running) -> None:
    guest = reader(running, "cs")
    page = guest.get("/new?game=nuggets")
    for form in re.findall(r'<form method="post" action="/language">.*?</form>', page.text, re.S):
        for code, called in LANGUAGES.items():
            assert re.search(rf'value="{code}" lang="{code}"[^>]*>{called}<', form)
        assert len(re.findall("aria-current", form)) == 1
        assert 'name="next" value="/new?game=nuggets"' in form
    answer = guest.post("/language", {"language": "es", "next": "/new?game=nuggets"})
    assert answer.status_code == 303
    assert answer.headers["location"] == "/new?game=nuggets"
    assert "httponly" in answer.headers["set-cookie"].lower()
    assert language(guest.get("/").text) == "es", "the choice beats the browser's wish"
    guest.post("/language", {"language": "en", "next": "//elsewhere.example/"})
    assert language(guest.get("/").text) == "en"


def test_the_switch_leads_nowhere_else_and_knows_three_languages(running: Running) -> None:
    guest = reader(running, "en")
    answer = guest.post("/language", {"language": "cs", "next": "//elsewhere.example/"})
    assert answer.headers["location"] == "/"
    for wrong in ("", "de", "CS", "cs\r\nx: y", "x" * 1000):
        answer = guest.post("/language", {"language": wrong})
        assert answer.status_code == 400
        assert language(answer.text) == "cs"
    assert guest.post("/language", {"language": "es", "csrf": "no"}).status_code == 403
    guest.http.cookies.set(COOKIE, "<script>")
    assert language(guest.get("/").text) == "en"


def test_a_refused_post_leads_back_to_a_page_that_can_be_shown(running: Running) -> None:
    guest = reader(running, "en")
    page = guest.post("/play", {"game": "nuggets", "bot": "nobody"}).text
    back = re.search(r'action="/language">.*?name="next" value="([^"]*)"', page, re.S)
    assert back
    assert guest.get(back[1]).status_code == 200


def test_everybody_reads_the_same_table_in_their_own_language(running: Running) -> None:
    table, jana, petr = two_at_a_table(running)
    jana.http.headers["accept-language"] = "cs"
    petr.http.headers["accept-language"] = "es"
    spectators = {code: reader(running, code) for code in LANGUAGES}
    for _ in range(2):  # the second time from what is kept for all spectators
        for code, guest in spectators.items():
            own = translator(code, "goldfield.games.gold_nuggets")
            for path in (f"/table/{table}", f"/table/{table}/part"):
                page = guest.get(path)
                assert page.headers["content-language"] == code
                assert 'id="board"' in page.text
                assert own.gettext("Log, newest first") in page.text
    assert translator("cs").gettext("Log, newest first") in jana.get(f"/table/{table}/part").text
    assert translator("es").gettext("Log, newest first") in petr.get(f"/table/{table}/part").text


def test_own_seats_are_named_where_the_language_needs_it() -> None:
    sentence = say("{seat} robbed {other}.", seat=SeatName(0), other=SeatName(1))
    names = ("Jana", "Petr")
    assert Wording(names, (0,)).plain(sentence) == "You robbed Petr."
    assert Wording(names, (0,), language="cs").plain(sentence) == "Jana robbed Petr."
    assert Wording(names, (0,), language="es").html(sentence).count('class="who"') == 2
    assert Wording((), language="cs", translator=translator("cs")).plain(SeatName(1)) != "seat 2"


def test_own_seats_are_named_on_the_table_too(running: Running) -> None:
    table, jana, _ = two_at_a_table(running)
    assert ">You<" in jana.get(f"/table/{table}/part").text
    jana.http.headers["accept-language"] = "cs"
    page = jana.get(f"/table/{table}/part").text
    assert ">You<" not in page
    assert re.search(r"<b><i class=\"own\">Jana<", page)


def test_whoever_has_no_name_is_called_in_the_own_language(running: Running) -> None:
    guest = reader(running, "cs")
    table = guest.open_table("nuggets", name=" ", **{"seat-2": "bot:greedy"})
    page = guest.get(f"/table/{table}").text
    for said in ("Fox", "Greedy"):
        own = translator("cs", "goldfield.games.nuggets").gettext(said)
        assert own != said
        assert own in page


def test_a_bot_is_called_as_each_reader_calls_it(running: Running) -> None:
    owner, petr = reader(running, "es"), reader(running, "cs")
    table = owner.open_table("moje_zlato", **{"option-players": "3", "seat-3": "bot:corsair"})
    owner.get(f"/table/{table}")
    owner.post(f"/table/{table}/seat", {"seat": "2", "kind": "bot:corsair"})
    for guest, first, second in (
        (owner, "Corsario", "Corsario 2"),
        (petr, "Korzár", "Korzár 2"),
        (reader(running, "en"), "Corsair", "Corsair 2"),
    ):
        names = re.findall(r"<b>([^<]+)</b><small>bot<", guest.get(f"/table/{table}").text)
        assert sorted(names) == [first, second]


def test_the_animal_of_a_seat_is_called_as_each_reader_calls_it(running: Running) -> None:
    owner, petr = reader(running, "es"), reader(running, "cs")
    table = owner.open_table(name=" ")
    assert "Liška tě zve ke hře." in petr.read(f"/table/{table}")
    petr.post(f"/table/{table}/sit", {"seat": "2", "name": "LIŠKA"})
    entry = running.call(running.house.store.entry(table))
    assert entry.seats[1].name == "LIŠKA 2", "no two have one name in any language"
    owner.start(table)
    finish(running, table)
    record = owner.get(f"/table/{table}/game.json").text
    for code, name in (("en", "Fox"), ("cs", "Liška"), ("es", "Zorro")):
        guest = reader(running, code)
        for page in (
            guest.read(f"/table/{table}"),
            guest.read(f"/table/{table}/step/3"),
            guest.post("/import", {"record": record}).text,
        ):
            assert name in page
            others = {"Fox", "Liška", "Zorro"} - {name}
            assert not [other for other in others if other in page]


def test_nobody_is_called_as_pages_call_their_reader() -> None:
    for code in LANGUAGES:
        called = translator(code).gettext("You")
        assert unlike(called, ()) == f"{called} 2"
        assert unlike(called.upper(), ()) == f"{called.upper()} 2"


def english_alone(package: str, rules: BaseRules | None, code: str, **more: Any) -> str:
    """The rulebook of a game that nobody has translated."""
    if code != SOURCE:
        raise FileNotFoundError
    return rulebook(package, rules, code, **more)


def test_rules_in_another_language_say_so(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = reader(running, "cs")
    own = guest.get("/rules/nuggets").text
    assert '<article class="prose" data-rulebook>' in own
    monkeypatch.setattr("goldfield.web.catalog.rulebook", english_alone)
    borrowed = guest.get("/rules/nuggets").text
    assert '<article class="prose" lang="en" data-rulebook>' in borrowed
    assert language(borrowed) == "cs"


def test_words_for_the_dice_come_in_the_readers_language(running: Running) -> None:
    drawn = {}
    for code in LANGUAGES:
        page = reader(running, code).get("/").text
        found = re.search(r'<body data-words="([^"]*)"', page)
        assert found
        drawn[code] = found[1].split()
        assert len(drawn[code]) >= 64, "five of them are hard to guess"
        assert len(set(drawn[code])) == len(drawn[code])
    assert drawn["cs"] != drawn["en"]
