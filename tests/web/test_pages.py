"""Every page and every route: documented, rendered, sent well."""

from __future__ import annotations

import re

import pytest
from starlette.routing import Route

from goldfield.games.gold_nuggets import rules
from goldfield.games.options import Scalar, options_of
from goldfield.web import context
from goldfield.web.catalog import edition_of, load_game
from goldfield.web.render import TEMPLATES
from tests.web.server import Running, finish, two_at_a_table


def test_every_route_is_documented(running: Running) -> None:
    documented = context.__doc__ or ""
    for route in running.app.routes:
        assert isinstance(route, Route)
        if route.name.endswith("_again") or route.name == "robots":
            continue
        path = re.sub(r":\w+}", "}", route.path)
        method = "POST" if "POST" in (route.methods or ()) else "GET"
        assert re.search(rf"{method}\W+(the same|{re.escape(path)})", documented), (method, path)


def test_every_template_is_documented_and_there() -> None:
    named = set(re.findall(r"^(\w+\.html) ", context.__doc__ or "", re.M))
    assert named
    for name in named:
        assert (TEMPLATES / name).is_file(), name


def test_every_page_renders(running: Running) -> None:
    table, jana, petr = two_at_a_table(running)
    waiting = jana.open_table()
    over, *_ = two_at_a_table(running)
    finish(running, over)
    paths = [
        "/", "/new", "/new?preset=family", "/new?game=tests.games.pig", "/fair", "/import",
        "/rules/gold_nuggets", "/rules/gold_nuggets?preset=family", f"/table/{table}/rules",
        f"/table/{waiting}/rules", "/healthz", "/robots.txt",
        f"/table/{table}", f"/table/{waiting}",
        f"/table/{over}", f"/table/{table}/step/0", f"/table/{table}/dice", f"/table/{over}/dice",
        f"/table/{table}/links", f"/table/{over}/step/3",
    ]  # fmt: skip
    for path in paths:
        for guest in (jana, petr, running.guest()):
            page = guest.get(path)
            assert page.status_code == (403 if "links" in path and guest.name == "" else 200), path
            assert "\ue000" not in page.text
            assert "\ue001" not in page.text
            assert not re.search("(<|&lt;)!--", page.text), "comments are for who writes the page"
            head = guest.http.head(path)
            assert head.status_code == page.status_code
            assert head.content == b""


def test_a_table_leads_to_the_rules_as_played_there(running: Running) -> None:
    jana = running.guest("Jana")
    for options, there, elsewhere in (
        ({"option-pairs": "yes"}, "must come as two or more", "must come as three or more"),
        ({"option-pairs": "no"}, "must come as three or more", "Pairs"),
        ({"option-rob": "several"}, "too little together", "A source with too little"),
        ({"option-edition": "gold_nuggets"}, "the game ends at once", "may first play one more"),
    ):
        table = jana.open_table(**options)
        for page in (f"/table/{table}", f"/table/{table}/rules"):
            links = re.findall(r'href="([^"]*/rules[^"]*)"', jana.get(page).text)
            assert f"/table/{table}/rules" in links
        text = " ".join(running.guest().get(f"/table/{table}/rules").text.split())
        assert there in text
        assert elsewhere not in text
        assert f'href="/table/{table}"' in text
        assert 'href="/rules/gold_nuggets"' in text


def test_a_game_and_its_edition_of_the_same_name_are_told_once(running: Running) -> None:
    jana, petr = running.guest("Jana"), running.guest("Petr")
    for look, told in (("yes", "Nuggets"), ("no", "Nuggets · By heart")):
        table = jana.open_table("nuggets", **{"option-look": look})
        pages = [jana.get(f"/table/{table}")]
        petr.sit(table)
        jana.start(table)
        pages += [jana.get(f"/table/{table}"), jana.get(f"/table/{table}/step/0")]
        assert all(told in page.text for page in pages)
        assert not any("Nuggets · Nuggets" in page.text for page in [*pages, jana.get("/")])


def test_rules_are_told_with_the_pieces_of_the_game(running: Running) -> None:
    page = running.guest().get("/rules/moje_zlato").text
    for name in ("dice-S", "closed-3", "ship"):
        assert f'<symbol id="{name}"' in page
        assert re.search(f'<svg class="drawn"[^>]*><use href="#{name}"/></svg>', page)


def test_the_general_rules_lead_to_those_of_each_preset(running: Running) -> None:
    guest = running.guest()
    general = guest.get("/rules/gold_nuggets").text
    for preset in rules.PRESETS:
        path = f"/rules/gold_nuggets?preset={preset.name}"
        assert f'href="{path}"' in general
        page = guest.get(path).text
        assert str(preset.label) in page
        assert ("<h2>Pairs</h2>" in page) == preset.options["pairs"]
        assert f'name="preset" value="{preset.name}"' in page, "plays what was read"
    assert "<h2>If played with pairs</h2>" in general
    unknown = guest.get("/rules/gold_nuggets?preset=chess")
    assert unknown.status_code == 404
    assert "my_mine, gold_nuggets" in unknown.text


def test_pages_name_only_files_that_exist(running: Running) -> None:
    table, jana, _ = two_at_a_table(running)
    over, *_ = two_at_a_table(running)
    finish(running, over)
    found: set[str] = set()
    for path in ("/", "/new", f"/table/{table}", f"/table/{over}", "/fair"):
        found |= set(re.findall(r'(?:href|src)="(/static/[^"#]+)', jana.get(path).text))
    assert found
    for address in found:
        answer = jana.get(address)
        assert answer.status_code == 200, address
        assert "immutable" in answer.headers["cache-control"]
        plain = jana.get(address, **{"accept-encoding": "identity"})
        assert plain.content == answer.content
        old = jana.get(re.sub(r"/static/\w+", "/static/000000000000", address))
        assert old.headers["location"] == address


def test_pages_are_compressed(running: Running) -> None:
    answer = running.guest().get("/", **{"accept-encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"


def test_the_form_has_every_option(running: Running) -> None:
    guest = running.guest()
    page = guest.get("/new?game=gold_nuggets").text
    for option in options_of(rules.Rules):
        assert f'name="option-{option.name}"' in page, option.name
        assert str(option.label) in page
    for preset in rules.PRESETS:
        assert f'value="{preset.name}"' in page or f"preset={preset.name}" in page
    filled = guest.post("/new", {"game": "gold_nuggets", "preset": "family", "do": "fill"}).text
    for name, value in rules.PRESETS[-1].options.items():
        if value is True:
            assert re.search(rf'name="option-{name}"[^>]*checked', filled), name


def test_a_preset_without_scripts_is_what_the_table_gets(running: Running) -> None:
    guest = running.guest("Jana")
    for preset in rules.PRESETS:
        table = guest.open_table(preset=preset.name)
        entry = running.call(running.house.store.entry(table))
        for name, value in preset.options.items():
            assert entry.options[name] == value
    table = guest.open_table(**{"option-pairs": "yes", "option-players": "3", "seat-3": "person"})
    entry = running.call(running.house.store.entry(table))
    assert entry.options["pairs"] is True
    assert entry.options["players"] == 3


def test_texts_of_the_program_are_english_sentences(running: Running) -> None:
    table, jana, _ = two_at_a_table(running)
    for path in ("/", "/new", f"/table/{table}", "/fair"):
        text = jana.read(path)
        assert "Message(" not in text
        assert not re.search(r"\{\w+\}", text)


@pytest.mark.parametrize(
    ("options", "edition"),
    [
        ({}, "My Mine"),
        ({"edition": "gold_nuggets"}, "Gold Nuggets"),
        ({"pairs": True, "extra": True}, "Family"),
        ({"pairs": True, "players": 4, "first": 0}, "My Mine, Pairs"),
        ({"rob": "several"}, "My Mine, Robbing: from several places"),
    ],
)
def test_an_edition_in_short(options: dict[str, Scalar], edition: str) -> None:
    assert str(edition_of(load_game("gold_nuggets", options))) == edition
