"""Talk beside the table: anybody may speak, and what is refused is refused beside it."""

from __future__ import annotations

import html
import re
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from goldfield.web.visit import Rate
from tests.web.server import Guest, Running, finish, two_at_a_table


def lines(guest: Guest, table: str) -> list[tuple[str, str]]:
    """Who said what, as the guest's page shows it."""
    part = guest.get(f"/table/{table}/part").text.partition('id="chat-lines"')[2].partition("</ol>")
    found = re.findall(r"<b><bdi>(.*?)</bdi></b> <bdi>(.*?)</bdi>", part[0])
    return [(html.unescape(name), html.unescape(text)) for name, text in found]


@pytest.mark.parametrize("state", ["waiting", "running", "finished"])
def test_who_has_no_name_gives_one_with_the_first_line(running: Running, state: str) -> None:
    if state == "waiting":
        jana = running.guest("Jana")
        table = jana.open_table()
    else:
        table, jana, _ = two_at_a_table(running)
        if state == "finished":
            finish(running, table)
    eva = running.guest()
    form = eva.get(f"/table/{table}").text.partition('id="chat-form"')[2].partition("</form>")[0]
    assert 'name="name"' in form
    part = eva.post(f"/table/{table}/chat", {"text": "Hello", "name": "Eva"}, **{"x-part": "1"})
    assert part.status_code == 200
    # Said, and not asked again.
    form = part.text.partition('id="chat-form"')[2].partition("</form>")[0]
    assert 'name="name"' not in form
    assert lines(jana, table) == [("Eva", "Hello")]
    eva.get(f"/table/{table}")
    eva.post(f"/table/{table}/chat", {"text": "Who leads?"})
    assert lines(jana, table)[-1] == ("Eva", "Who leads?")
    # Who sits at the table is never asked.
    form = jana.get(f"/table/{table}").text.partition('id="chat-form"')[2].partition("</form>")[0]
    assert 'name="name"' not in form


def test_a_name_is_optional_everywhere_and_the_page_says_what_comes_instead(
    running: Running,
) -> None:
    table, jana, _ = two_at_a_table(running)
    stranger = running.guest()
    assert "you speak as a guest" in stranger.get(f"/table/{table}").text
    assert stranger.post(f"/table/{table}/chat", {"text": "Hello"}).is_redirect
    assert lines(jana, table) == [("Guest", "Hello")]
    waiting = jana.open_table()
    page = stranger.get(f"/table/{waiting}").text
    sitting = page.partition('id="sit-2"')[2].partition("</form>")[0]
    assert "required" not in sitting
    assert "you are called Bear" in sitting
    assert stranger.post(f"/table/{waiting}/sit", {"seat": "2"}).is_redirect
    assert "Bear" in jana.read(f"/table/{waiting}")
    nobody = running.guest()
    assert "called after the animal of your seat" in nobody.read("/new")
    assert "called after the animal of your seat" in nobody.read("/")
    assert "animal of your seat" not in jana.read("/new") + jana.read("/")


@pytest.mark.parametrize("text", ["on " * 167 + "end", "x" * 501, "on " * 5000])
def test_a_line_too_long_is_refused_and_never_shortened(running: Running, text: str) -> None:
    table, jana, _ = two_at_a_table(running)
    jana.get(f"/table/{table}")
    assert jana.ask(f"/table/{table}/chat", {"text": text}).status_code == 413
    assert lines(jana, table) == []
    longest = text[:500].strip()
    assert jana.ask(f"/table/{table}/chat", {"text": longest}).status_code == 200
    assert lines(jana, table) == [("You", longest)]


@pytest.mark.parametrize("headers", [{}, {"x-part": "1"}])
def test_a_refused_line_is_refused_beside_the_talk_and_stays_typed(
    running: Running, headers: dict[str, str]
) -> None:
    table, jana, _ = two_at_a_table(running)
    jana.get(f"/table/{table}")
    answer = jana.post(f"/table/{table}/chat", {"text": "long " * 120}, **headers)
    assert answer.status_code == 413
    above, _, below = answer.text.partition('class="chat"')
    assert "at most 500 characters" not in above
    talk = below.partition("</form>")[0]
    assert "at most 500 characters" in talk
    assert "long long" in talk
    # The refusal is nobody else's.
    assert "at most 500" not in running.guest().get(f"/table/{table}").text
    # Another refusal is no talk's.
    answer = jana.post(f"/table/{table}/move", {"position": "0", "do": "roll"}, **headers)
    above, _, below = answer.text.partition('class="chat"')
    assert 'role="alert"' in above
    assert 'role="alert"' not in below


def test_a_form_sent_twice_at_once_or_by_a_reload_says_its_line_once(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running.house, "chat_rate", Rate(100, 0.0))
    table, jana, petr = two_at_a_table(running)
    page = jana.get(f"/table/{table}").text
    form = page.partition('id="chat-form"')[2].partition("</form>")[0]
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    fields["text"] = "once only"
    gate = threading.Barrier(2)

    def press(headers: dict[str, str]) -> int:
        gate.wait()
        return jana.http.post(f"/table/{table}/chat", data=fields, headers=headers).status_code

    for headers, done in (({}, 303), ({"x-part": "1"}, 200)):
        with ThreadPoolExecutor(2) as pool:
            assert list(pool.map(press, [headers, headers])) == [done, done]
    # Without scripts the answer leads on to the table: what a reload fetches is that page.
    answer = jana.http.post(f"/table/{table}/chat", data=fields)
    assert answer.headers["location"] == f"/table/{table}"
    # Whoever goes back and sends the kept form again has said it before.
    assert jana.http.post(f"/table/{table}/chat", data=fields).status_code == 303
    assert lines(petr, table) == [("Jana", "once only")]
