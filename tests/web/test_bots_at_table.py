"""Bots at the table: they move by themselves, after a restart too, and exactly one acts."""

from __future__ import annotations

import asyncio
import html
import re
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldfield.bots.thinker import Chosen
from goldfield.games.contract import State
from goldfield.games.options import Scalar
from goldfield.match.record import Kind
from goldfield.store.store import Full, Status
from goldfield.web.bots import BotRunner, rest
from tests.web.server import Guest, Minds, Running


def against_bots(guest: Guest, *bots: str) -> str:
    answer = guest.post("/play", {"game": "gold_nuggets", "bot": list(bots), "name": "Jana"})
    return answer.headers["location"].removeprefix("/table/")


def until_my_turn(running: Running, table: str, seconds: float = 60.0) -> bool:
    """Wait until seat 0 is to act (True) or the game is over (False)."""
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        _, match = running.call(running.house.host.match(table))
        if match.is_over:
            return False
        if match.to_act == 0:
            return True
        time.sleep(0.01)
    raise AssertionError("the bots did not move")


def test_a_whole_game_against_three_bots(running: Running) -> None:
    guest = running.guest("Jana")
    table = against_bots(guest, "greedy", "cautious", "random")
    while until_my_turn(running, table):
        _, match = running.call(running.house.host.match(table))
        move = match.game.legal(match.state)[-1]
        assert guest.move(table, move).status_code == 200
    entry, match = running.call(running.house.host.match(table))
    assert entry.status is Status.FINISHED
    assert sum(match.game.scores(match.state)) == 77
    assert {event.seat for event in match.events if event.kind is Kind.MOVE} == {0, 1, 2, 3}
    page = guest.get(f"/table/{table}")
    assert page.status_code == 200
    assert (
        entry.seed.hex() in page.text or entry.seed.hex() in guest.get(f"/table/{table}/dice").text
    )


def test_bots_go_on_after_a_restart(database: Path) -> None:
    first = Running(database, bot_delay=30.0).start()
    guest = first.guest("Jana")
    tables = [against_bots(guest, "greedy", "cautious") for _ in range(3)]
    cookies = dict(guest.http.cookies)
    first.see_off()
    first.stop()
    second = Running(database).start()
    try:
        guest = second.guest()
        guest.http.cookies.update(cookies)
        for table in tables:
            if until_my_turn(second, table):
                page = guest.get(f"/table/{table}")
                assert 'name="position"' in page.text
    finally:
        second.see_off()
        second.stop()


def test_two_runners_on_one_table_move_once(running: Running) -> None:
    """As two server processes would: the expected position lets one through."""
    house = running.house
    other = BotRunner(house.store, house.host, running.minds, 0.0)
    guest = running.guest("Jana")
    for _ in range(5):
        table = against_bots(guest, "random", "random", "random")

        async def nudge(table: str = table) -> None:
            for _ in range(20):
                other.look(table)
                house.bots.look(table)
                await asyncio.sleep(0.005)

        running.call(nudge())
        until_my_turn(running, table)
        _, match = running.call(house.host.match(table))
        entry = running.call(house.store.entry(table))
        assert entry.position == match.position
    running.call(other.close())


def test_a_bot_waits_for_space_on_the_disk(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = running.house
    monkeypatch.setattr(house.bots, "_retry", 0.05)
    guest = running.guest("Jana")
    store = type(house.store)

    async def full(*args: object, **values: object) -> None:
        raise Full

    with monkeypatch.context() as patch:
        patch.setattr(store, "append", full)
        for _ in range(20):
            table = against_bots(guest, "greedy", "greedy", "greedy", "greedy")
            _, match = running.call(house.host.match(table))
            if match.to_act != 0:
                break
        assert match.to_act != 0
        ends = time.monotonic() + 20
        while house.bots.trouble(table) is None:
            assert time.monotonic() < ends
            time.sleep(0.01)
        assert "disk" in guest.read(f"/table/{table}")
    until_my_turn(running, table)
    assert house.bots.trouble(table) is None


def test_a_bot_that_fails_is_reported_and_asked_again(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = running.house
    monkeypatch.setattr(house.bots, "_retry", 0.02)
    failures = 3
    think = running.minds.choose

    async def stumble(
        package: str,
        options: Mapping[str, Scalar],
        view: State,
        seat: int,
        bot: str,
        seed: int | None = None,
    ) -> Chosen:
        nonlocal failures
        if failures:
            failures -= 1
            raise RuntimeError("asleep")
        return await think(package, options, view, seat, bot, seed)

    monkeypatch.setattr(running.minds, "choose", stumble)
    guest = running.guest("Jana")
    while failures:
        until_my_turn(running, against_bots(guest, "greedy", "greedy", "greedy", "greedy"))


def test_a_table_of_bots_alone_can_be_watched(running: Running) -> None:
    guest = running.guest("Jana")
    table = guest.open_table(**{"seat-1": "bot:greedy", "seat-2": "bot:cautious"})
    assert table in guest.get("/").text
    ends = time.monotonic() + 60
    while guest.get(f"/table/{table}/part").headers["x-phase"] != "finished":
        assert time.monotonic() < ends
        time.sleep(0.05)
    assert guest.get(f"/table/{table}").status_code == 200
    assert guest.get("/").status_code == 200


def test_nothing_is_left_running(running: Running) -> None:
    guest = running.guest("Jana")
    table = against_bots(guest, "greedy")
    until_my_turn(running, table)
    ends = time.monotonic() + 20
    while running.house.bots.busy:
        assert time.monotonic() < ends
        time.sleep(0.01)


@given(st.floats(0.01, 5), st.floats(0, 60))
def test_how_hard_a_bot_thinks_does_not_show(pace: float, thought: float) -> None:
    """It moves when its pace is full, or full again: not as soon as it is done."""
    whole, part = divmod((rest(pace, thought) + thought) / pace + 1e-6, 1)
    assert whole >= 1
    assert part < 2e-6
    assert rest(0.0, thought) == 0.0


def plain(page: str) -> str:
    """The words of a page."""
    return " ".join(
        re.sub("[\u2068\u2069]", "", html.unescape(re.sub("<[^>]*>", "", page))).split()
    )


WORKING_OUT = {
    "en": "Perfect still has to work out this game. Until then, Prospector plays for it.",
    "cs": "Bot Dokonalost si tuhle hru ještě musí propočítat. Do té doby za něj hraje Prospektor.",
    "es": "Perfección todavía tiene que calcular este juego. Hasta entonces, "
    "Prospector juega en su lugar.",
}


COULD_NOT = {
    "en": "Perfect could not work out this game, so Prospector plays for it.",
    "cs": "Botovi Dokonalost se nepodařilo tuhle hru propočítat, a tak za něj hraje Prospektor.",
    "es": "Perfección no ha podido calcular este juego, así que Prospector juega en su lugar.",
}


class StandIns(Minds):
    """The perfect bot is not prepared before somebody says so; others are."""

    prepared = False
    failed = ""

    async def choose(
        self,
        package: str,
        options: Mapping[str, Scalar],
        view: State,
        seat: int,
        bot: str,
        seed: int | None = None,
    ) -> Chosen:
        by = "prospector" if bot == "perfect" and not self.prepared else bot
        chosen = await super().choose(package, options, view, seat, by, seed)
        return Chosen(chosen.move, by, self.failed if by != bot else "")


def test_the_page_says_so_while_another_bot_stands_in(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    minds = StandIns()
    monkeypatch.setattr(running.house.bots, "_thinker", minds)
    guest = running.guest("Jana")
    table = against_bots(guest, "perfect")

    def play_on(until: Callable[[], bool]) -> None:
        while not until():
            assert until_my_turn(running, table)
            _, match = running.call(running.house.host.match(table))
            if not until():
                assert guest.move(table, match.game.legal(match.state)[-1]).status_code == 200

    play_on(lambda: running.house.bots.note(table) is not None)
    promised = running.house.bots.note(table)
    for code, sentence in WORKING_OUT.items():
        page = guest.get(f"/table/{table}", **{"accept-language": code})
        assert sentence == part(page.text, "bots")
    minds.failed = "MemoryError"
    play_on(lambda: running.house.bots.note(table) != promised)
    for code, sentence in COULD_NOT.items():
        page = guest.get(f"/table/{table}", **{"accept-language": code})
        assert sentence == part(page.text, "bots")
        assert WORKING_OUT[code] not in plain(page.text), "a promise that is not kept"
    minds.prepared = True
    play_on(lambda: running.house.bots.note(table) is None)
    assert part(guest.get(f"/table/{table}").text, "bots") == ""


PLAINLY = {
    "en": "Perfect cannot play at this table, so Prospector plays for it.",
    "cs": "Bot Dokonalost u tohoto stolu hrát neumí, a tak za něj hraje Prospektor.",
    "es": "Perfección no puede jugar en esta mesa, así que Prospector juega en su lugar.",
}


def part(page: str, name: str) -> str:
    """The words of the ``div`` with that id."""
    found = re.search(rf'<div [^>]*id="{name}"[^>]*>', page)
    assert found
    rest, depth = page[found.end() :], 1
    for tag in re.finditer(r"<(/?)div\b[^>]*>", rest):
        depth += -1 if tag[1] else 1
        if not depth:
            return plain(rest[: tag.start()])
    raise AssertionError(f"{name} does not end")


def test_where_a_bot_lacks_something_the_table_says_who_plays_for_it(running: Running) -> None:
    """Once as a notice in plain words, to everybody; what could be done about it stands aside."""
    guest, other = running.guest("Jana"), running.guest()
    while True:
        table = against_bots(guest, "perfect", "digger-3")
        if until_my_turn(running, table):
            break
    for code, sentence in PLAINLY.items():
        for viewer in (guest, other):
            page = viewer.get(f"/table/{table}", **{"accept-language": code}).text
            assert part(page, "bots") == sentence
            assert sentence in part(page, "log-region")
            assert "goldfield solve" not in part(page, "log-region")
            assert plain(page).count("goldfield solve") == 1
    said = {
        "en": "can do so with goldfield solve. Prospector plays for Perfect.",
        "cs": "příkazem goldfield solve. Za bota Dokonalost hraje Prospektor.",
        "es": "resolverlo con goldfield solve. Prospector juega en lugar de Perfección.",
    }
    for code, sentence in said.items():
        page = guest.get(f"/table/{table}", **{"accept-language": code})
        assert sentence in plain(page.text)
    _, match = running.call(running.house.host.match(table))
    assert guest.move(table, match.game.legal(match.state)[-1]).status_code == 200
    if until_my_turn(running, table):
        assert part(guest.get(f"/table/{table}").text, "bots") == "", "not at every move"
        assert part(other.get(f"/table/{table}").text, "bots") == PLAINLY["en"]


def test_a_table_that_waits_says_plainly_who_will_play_for_a_bot(running: Running) -> None:
    guest = running.guest("Jana")
    table = guest.open_table(**{"option-players": "3", "seat-2": "person", "seat-3": "bot:perfect"})
    page = guest.get(f"/table/{table}").text
    assert PLAINLY["en"] in part(page, "gate")
    assert "goldfield solve" not in part(page, "gate")
    assert "can do so with goldfield solve. Prospector plays for Perfect." in plain(page)


def test_bots_of_every_level_can_be_asked_for_by_name(running: Running) -> None:
    guest = running.guest("Jana")
    form = guest.get("/new?game=gold_nuggets").text
    names = re.findall(r'<option value="bot:([a-z0-9-]+)"', form)
    levels = [f"digger-{level}" for level in range(1, 10)]
    usual = ["perfect", "prospector", "cautious", "greedy", "random"]
    assert names[: len(usual) + len(levels)] == usual + levels
    # nobody meets them unasked
    table = against_bots(guest)
    entry = running.call(running.house.store.entry(table))
    assert [sitter.bot for sitter in entry.seats] == ["", "prospector", "cautious"]
    table = against_bots(guest, "digger-2", "digger-2")
    entry = running.call(running.house.store.entry(table))
    assert [sitter.bot for sitter in entry.seats] == ["", "digger-2", "digger-2"]
    page = plain(guest.get(f"/table/{table}", **{"accept-language": "cs"}).text)
    assert "Kopáč 2" in page
    assert "Kopáč 2 (2)" in page
