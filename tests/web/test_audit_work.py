"""What one visitor sends never stops the server for the others for long."""

from __future__ import annotations

import json
import threading

import pytest

from goldfield.match.form import MOST_MEMBERS, MOST_PARTS, BadRecord, parsed
from goldfield.web import forms, pages_record
from tests.web.server import Running


def test_a_long_form_is_taken_apart_beside_the_event_loop(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = running.guest()
    guest.get("/import")
    threads: list[int] = []
    plain = forms._plain  # pyright: ignore[reportPrivateUsage]

    def noted(body: bytes) -> list[tuple[str, str]]:
        threads.append(threading.get_ident())
        return plain(body)

    async def own() -> int:
        return threading.get_ident()

    monkeypatch.setattr(forms, "_plain", noted)
    guest.post("/import", {"record": "ž" * forms.BODY})
    guest.post("/import", {"record": "ž"})
    loop = running.call(own())
    assert threads[0] != loop
    assert threads[1] == loop


def test_a_long_record_comes_as_a_multipart_form(running: Running) -> None:
    guest = running.guest()
    guest.get("/import")
    typed = "q" * forms.PLAIN_BODY
    assert guest.post("/import", {"record": typed}).status_code == 413
    fields = {"csrf": (None, guest.token), "record": (None, typed)}
    assert guest.http.post("/import", files=fields).status_code == 400


def test_a_long_refused_record_does_not_come_back(running: Running) -> None:
    guest = running.guest()
    guest.get("/import")
    for length in (100, pages_record.ECHOED, pages_record.ECHOED + 1):
        page = guest.post("/import", {"record": "q" * length})
        assert page.status_code == 400
        assert ("qqq" in page.text) == (length <= pages_record.ECHOED)


@pytest.mark.parametrize("part", ["[],", '{"a":', "["])
def test_more_parts_than_a_record_has_are_not_read(part: str) -> None:
    counted: list[int] = []

    def fail(*args: object, **values: object) -> object:
        counted.append(1)
        raise AssertionError

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json, "loads", fail)
        with pytest.raises(BadRecord):
            parsed("[" + part * MOST_PARTS)
        with pytest.raises(BadRecord):
            parsed(("[" + part * MOST_PARTS).encode())
    assert not counted


def test_an_object_has_few_members() -> None:
    few = {f"k{n}": n for n in range(MOST_MEMBERS)}
    assert len(parsed(json.dumps(few)).members(MOST_MEMBERS)) == MOST_MEMBERS
    with pytest.raises(BadRecord):
        parsed(json.dumps([[{**few, "more": 1}]]))
