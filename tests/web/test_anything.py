"""Whatever is sent to whatever address: an answer with a sentence, never a failure of ours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.routing import Route

from goldfield.web.render import CSRF_PLACE, KEY_PLACE
from goldfield.web.wording import YOU
from tests.web.server import Guest, Running, two_at_a_table

FIELDS = [
    "position", "seat", "notation", "do", "die", "reading", "text", "key", "name", "phrase",
    "kind", "sure", "game", "preset", "option-players", "option-first", "option-pairs", "seat-1",
    "seat-2", "here-2", "title", "listed", "bot", "record", "step", "next", "once",
    "first", "first-shown", "as", "option-layout", "option-layout.kind", "option-layout.8a",
]  # fmt: skip
VALUES = st.one_of(
    st.sampled_from(
        ["", "0", "1", "2", "3", "-1", "99", "99999999999999999999", "yes", "roll", "collect",
         "rob-2", "rob-99", "rob-", "keep", "keep GG", "keep (", "again", "bot:greedy", "bot:",
         "here", "me", "person", "open", "gold_nuggets", "nuggets", "family", "²", "١", "0x1",
         "1e3", "//x", "/table/", "{}", "[]", "{0.__class__}", "%00", "\ue000",
         "\ue001csrf\ue001", "\r\nX: y"]
    ),
    st.text(max_size=30),
)  # fmt: skip


@dataclass(frozen=True)
class Places:
    """Every route with its methods, two tables to name in them, and somebody who asks."""

    routes: list[tuple[str, str]]
    tables: list[str]
    guest: Guest


@pytest.fixture(scope="module")
def places(server: Running) -> Iterator[Places]:
    table, jana, _ = two_at_a_table(server)
    waiting = jana.open_table()
    server.see_off()
    routes = [
        (method, route.path)
        for route in server.app.routes
        if isinstance(route, Route) and "abandon" not in route.path
        for method in sorted(route.methods or ())
        if (method, route.path) != ("GET", "/live")  # it has no end
    ]
    eva = Guest(server, "Eva")
    yield Places(routes, [table, waiting], eva)
    eva.http.close()


@settings(
    max_examples=120,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(data=st.data())
def test_no_request_makes_the_server_fail(places: Places, data: st.DataObject) -> None:
    method, path = data.draw(st.sampled_from(places.routes))
    odd = st.text(min_size=1, max_size=12).map(lambda text: quote(text, safe=""))
    number = st.one_of(st.integers(-5, 10**25).map(str), odd)
    path = path.replace("{id}", data.draw(st.one_of(st.sampled_from(places.tables), odd)))
    path = path.replace("{position}", data.draw(number))
    path = path.replace("{game}", data.draw(st.sampled_from(["nuggets", "x"])))
    path = re.sub(r"{\w+(:path)?}", lambda _: data.draw(odd), path)
    fields = data.draw(st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=6))
    guest = places.guest
    if method == "POST":
        fields = {"csrf": guest.token, **fields}
        kinds = [{}, {"x-part": "1"}, {"accept": "application/json"}]
        headers = data.draw(st.sampled_from(kinds))
        answer = guest.http.post(path, data=fields, headers=headers)
    else:
        asked = st.sampled_from(["as", "at", "step", "since", "code", "game", "preset"])
        answer = guest.http.request(method, path, params=data.draw(st.dictionaries(asked, VALUES)))
    # Full lists of streams and rates are refusals, too; a failure of ours is a 500.
    assert answer.status_code != 500, (method, path, fields, answer.text[-300:])
    for stand_in in (YOU, CSRF_PLACE, KEY_PLACE):
        assert stand_in not in answer.text
    assert "X" not in answer.headers
    if answer.is_redirect:
        assert answer.headers["location"].startswith("/")
        assert not answer.headers["location"].startswith("//")


@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(data=st.data())
def test_no_move_form_makes_the_server_fail(running: Running, data: st.DataObject) -> None:
    """The forms of a person whose turn it is go deepest."""
    guest = running.guest("Jana")
    table = guest.open_table(**{"seat-2": "here", "option-straights": "yes"})
    for _ in range(3):
        position = guest.position(table)
        form: dict[str, str | list[str]] = {"position": str(position)}
        form["do"] = data.draw(
            st.one_of(st.sampled_from(["roll", "collect", "keep", "again", "end", "rob-2"]), VALUES)
        )
        form["die"] = data.draw(st.lists(st.one_of(st.integers(-1, 8).map(str), VALUES)))
        if data.draw(st.booleans()):
            form["reading"] = data.draw(VALUES)
        if data.draw(st.integers(0, 3)) == 0:
            form["notation"] = data.draw(VALUES)
        answer = guest.post(f"/table/{table}/move", form)
        assert answer.status_code in (303, 400, 403, 409, 422), answer.text[-500:]
        assert (guest.position(table) > position) == (answer.status_code == 303)
