"""Neither a number, nor a version, nor a refusal tells of mutes and reports of others."""

from __future__ import annotations

import re

import pytest

from goldfield.web.visit import Rate
from tests.web.server import Running, two_at_a_table
from tests.web.test_manners import do, line, region, speak


def test_a_line_taken_away_is_not_reported_again(running: Running) -> None:
    table, jana, petr = two_at_a_table(running)
    speak(petr, table, "foul word")
    number = line(running, table, "foul word")
    eva = running.guest("Eva")
    do(eva, table, "report", {"line": number}, (200,))
    do(jana, table, "judge", {"line": number, "do": "take"})
    assert "This line was taken away." in do(eva, table, "report", {"line": number}, (409,)).text
    assert "Reported lines" not in jana.get(f"/table/{table}").text


def test_numbers_of_mutes_tell_nothing_of_what_others_mute(running: Running) -> None:
    table, jana, petr = two_at_a_table(running)
    eva = running.guest("Eva")
    speak(eva, table, "hello")
    voice = f"line-{line(running, table, 'hello')}"
    do(jana, table, "mute", {"who": "seat-2"})
    do(jana, table, "mute", {"who": voice})
    do(petr, table, "mute", {"who": voice})
    assert re.findall(r'name="muted" value="(\d+)"', region(petr, table, "muted")) == ["1"]
    # Where a seat brings its mutes to somebody who mutes others already, none is mixed up.
    page = jana.post(f"/table/{table}/links", {"seat": "1"}).text
    found = re.search(r"/seat/[\w-]+", page)
    assert found
    ota = running.guest("Ota")
    speak(ota, table, "here too")
    speak(jana, table, "mind your dice")
    do(ota, table, "mute", {"who": f"line-{line(running, table, 'hello')}"})
    ota.get(found[0])
    assert ota.post(found[0]).is_redirect
    shown = region(ota, table, "muted")
    numbers = re.findall(r'name="muted" value="(\d+)"', shown)
    assert len(numbers) == len(set(numbers)) == 2
    assert "You have muted Petr." in ota.read(f"/table/{table}")


def test_whoever_reports_cannot_tell_whether_others_did(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _, petr = two_at_a_table(running)
    eva, ota = running.guest("Eva"), running.guest("Ota")
    for text in ("one", "two"):
        speak(petr, table, text)
    one, two = (line(running, table, text) for text in ("one", "two"))
    do(ota, table, "report", {"line": one}, (200,))

    def raised(number: str) -> int:
        """By how much a report raises the version that all see."""
        before = running.call(running.house.store.entry(table)).version
        do(eva, table, "report", {"line": number}, (200,))
        return running.call(running.house.store.entry(table)).version - before

    assert raised(one) == raised(two)
    monkeypatch.setattr(running.house, "manners_rate", Rate(1, 1000.0))
    do(eva, table, "report", {"line": one}, (200,))
    for number in (one, two):
        do(eva, table, "report", {"line": number}, (429,))


def test_an_unmute_that_unmutes_nobody_changes_no_page(running: Running) -> None:
    table, *_ = two_at_a_table(running)
    stranger = running.guest()
    before = running.call(running.house.store.entry(table)).version
    do(stranger, table, "unmute", {"muted": "7"})
    assert running.call(running.house.store.entry(table)).version == before
