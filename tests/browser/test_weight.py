"""A first page is light, and nothing of it comes from elsewhere."""

from __future__ import annotations

import pytest

import goldfield
from tests.browser.people import MY_TURN, Person
from tests.browser.server import Server

pytestmark = pytest.mark.browser

MOST = 150_000
"""Bytes that a table's page and all that it loads may have on the way, headers included."""


@pytest.mark.parametrize("game", goldfield.games())
def test_a_table_with_all_it_loads_is_light(shared_server: Server, people, game: str) -> None:
    ivy: Person = people(shared_server, name="Ivy")
    page = ivy.page
    page.goto(shared_server.url)
    form = page.locator(f'form:has(input[name="game"][value="{game}"])')
    form.get_by_role("button", name="Play against bots").click()
    page.wait_for_selector(MY_TURN)
    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.send("Network.setCacheDisabled", {"cacheDisabled": True})
    sizes: dict[str, float] = {}
    loaded: dict[str, str] = {}
    wire.on(
        "Network.requestWillBeSent", lambda e: loaded.update({e["requestId"]: e["request"]["url"]})
    )
    wire.on(
        "Network.loadingFinished",
        lambda e: sizes.update({loaded.get(e["requestId"], "?"): e["encodedDataLength"]}),
    )
    page.reload()
    page.wait_for_selector(MY_TURN)
    page.wait_for_load_state("load")
    page.wait_for_timeout(500)
    assert len(sizes) > 8, "the pictures, the style and the modules are counted"
    assert sum(sizes.values()) <= MOST, sorted(sizes.items(), key=lambda one: -one[1])
    assert all(url.startswith((shared_server.url, "data:")) for url in loaded.values()), loaded


@pytest.mark.parametrize("path", ["/", "/new?game=moje_zlato", "/rules/nuggets", "/nothing"])
def test_pages_load_nothing_from_elsewhere(shared_server: Server, people, path: str) -> None:
    ivy: Person = people(shared_server)
    ivy.forgiving = True  # the browser notes the 404 itself
    asked: list[str] = []
    ivy.page.on("request", lambda request: asked.append(request.url))
    ivy.page.goto(shared_server.url + path)
    ivy.page.wait_for_load_state("load")
    assert asked
    assert all(url.startswith(shared_server.url) for url in asked), asked
