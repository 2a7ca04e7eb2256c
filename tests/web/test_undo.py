"""Taking back at a table: by whoever moved, once, and only as far as nothing came to light."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from goldfield.games.contract import SPECTATOR
from goldfield.match.record import Event, Kind
from goldfield.match.table import Match
from goldfield.match.verify import verify_text
from goldfield.store.host import header_of
from goldfield.web.context import TablePage
from goldfield.web.reader import Reader, sentences_of
from tests.played import PEBBLES, wavered
from tests.web.server import GAMES, Guest, Running, finish, two_at_a_table
from tests.web.test_refusals import refused
from tests.web.twins import normal


def pebbles(running: Running, *moves: str, **options: str) -> tuple[str, Guest, Guest]:
    """Jana (seat 1) and Petr at a table of Pebbles without its die, after moves of Jana's."""
    table, jana, petr = two_at_a_table(running, PEBBLES, **{"option-dice": "no", **options})
    for move in moves:
        assert jana.move(table, move).status_code == 200
    return table, jana, petr


def match_of(running: Running, table: str) -> Match:
    return running.call(running.house.host.match(table))[1]


def form(position: int, seat: int | None = 1) -> dict[str, str]:
    named = {} if seat is None else {"seat": str(seat)}
    return {"position": str(position), **named}


@pytest.mark.parametrize("seat", [1, None])
def test_a_move_is_taken_back_by_who_made_it(running: Running, seat: int | None) -> None:
    table, jana, _ = pebbles(running, "A1", "B2")
    jana.get(f"/table/{table}")
    answer = jana.ask(f"/table/{table}/undo", form(3, seat))
    assert answer.status_code == 200
    assert (answer.json()["code"], answer.json()["position"]) == ("ok", 4)
    match = match_of(running, table)
    assert match.events[-1] == Event(1, Kind.UNDO, 0)
    assert match.game.show_state(match.state).startswith("1 lay 2 4 A1/B/0")
    # By a form without scripts, and by the page's script.
    answer = jana.post(f"/table/{table}/undo", form(4, seat))
    assert (answer.status_code, answer.headers["location"]) == (303, f"/table/{table}")
    jana.move(table, "A2")
    part = jana.post(f"/table/{table}/undo", form(6, seat), **{"x-part": "1"})
    assert (part.status_code, part.headers["x-position"]) == (200, "7")
    assert "<html" not in part.text
    assert "You took back the last move." in part.text
    # Whoever reloads gets the table.
    assert jana.get(f"/table/{table}/undo").headers["location"] == f"/table/{table}"


def test_everybody_reads_that_and_what_was_taken_back(running: Running) -> None:
    table, jana, petr = pebbles(running, "A1")
    jana.ask(f"/table/{table}/undo", form(1))
    for guest in (petr, running.guest("Eva")):
        page = guest.read(f"/table/{table}")
        assert "Jana took back the last move." in page
        assert "Jana laid a 1 on A." in page
    sentences = sentences_of(Reader(match_of(running, table), SPECTATOR).log())
    assert [s.id for s in sentences][-1] == "{seat} took back the last move."
    # Step by step, there and back.
    for position, text in ((0, "lay 3"), (1, "lay 2"), (2, "lay 3")):
        assert text in petr.get(f"/table/{table}/step/{position}").text


def test_a_shell_that_was_opened_stays_open(running: Running) -> None:
    table, jana, petr = pebbles(running, "A1", "open")
    before = petr.get(f"/table/{table}/part").headers["x-version"]
    jana.get(f"/table/{table}")
    sentence = refused(jana.ask(f"/table/{table}/undo", form(3)), 409, "nothing-to-take-back")
    assert "a card was turned over since, and what they showed stays known" in sentence
    page = jana.post(f"/table/{table}/undo", form(3))
    assert page.status_code == 409
    assert sentence in page.text
    assert petr.get(f"/table/{table}/part").headers["x-version"] == before
    assert [event.kind for event in match_of(running, table).events] == [
        Kind.MOVE,
        Kind.MOVE,
        Kind.CHANCE,
    ]


def test_where_there_is_nothing_or_never_anything_to_take_back(running: Running) -> None:
    table, jana, _ = pebbles(running)
    jana.get(f"/table/{table}")
    refused(jana.ask(f"/table/{table}/undo", form(0)), 409, "nothing-to-take-back")
    table, jana, _ = two_at_a_table(running, "tests.games.pig")
    jana.get(f"/table/{table}")
    sentence = refused(jana.ask(f"/table/{table}/undo", form(0)), 409, "nothing-to-take-back")
    assert sentence == "In this game a move stands once it is made."


def test_others_cannot_take_it_back(running: Running) -> None:
    table, _, petr = pebbles(running, "A1")
    before = petr.get(f"/table/{table}/part").headers["x-version"]
    eva = running.guest("Eva")
    for guest, seats in ((eva, (1, 2, None)), (petr, (1,))):
        guest.get(f"/table/{table}")
        for seat in seats:
            refused(guest.ask(f"/table/{table}/undo", form(1, seat)), 403, "forbidden")
    for seat in (2, None):
        refused(petr.ask(f"/table/{table}/undo", form(1, seat)), 409, "not-your-turn")
    assert petr.get(f"/table/{table}/part").headers["x-version"] == before


def test_after_the_turn_it_is_too_late(running: Running) -> None:
    table, jana, petr = pebbles(running, "A1", "stop")
    sentence = refused(jana.ask(f"/table/{table}/undo", form(2)), 409, "not-your-turn")
    assert "Petr" in sentence
    refused(petr.ask(f"/table/{table}/undo", form(2, 2)), 409, "nothing-to-take-back")
    finish(running, table)
    refused(jana.ask(f"/table/{table}/undo", form(2)), 409, "closed")


@pytest.mark.parametrize(
    "fields", [{}, {"position": "x", "seat": "1"}, {"position": "1", "seat": "9"}]
)
def test_a_form_that_cannot_be_read(running: Running, fields: dict[str, str]) -> None:
    table, jana, _ = pebbles(running, "A1")
    refused(jana.ask(f"/table/{table}/undo", fields), 400, "bad-form")
    assert jana.position(table) == 1


def test_a_form_without_its_token_or_before_the_start(running: Running) -> None:
    table, jana, _ = pebbles(running, "A1")
    answer = jana.http.post(f"/table/{table}/undo", data=form(1))
    assert answer.status_code == 403
    assert jana.position(table) == 1
    waiting = jana.open_table(PEBBLES)
    jana.get(f"/table/{waiting}")
    refused(jana.ask(f"/table/{waiting}/undo", form(0)), 409, "not-started")


def test_a_double_click_takes_back_one_move(running: Running) -> None:
    table, jana, _ = pebbles(running, "A1", "A2")
    jana.get(f"/table/{table}")
    assert jana.ask(f"/table/{table}/undo", form(2)).status_code == 200
    sentence = refused(jana.ask(f"/table/{table}/undo", form(2)), 409, "stale")
    assert "Nothing was changed" in sentence
    assert (
        match_of(running, table)
        .game.show_state(match_of(running, table).state)
        .startswith("1 lay 2 4 A1/")
    )


def test_of_taking_back_and_moves_at_once_one_is_done(running: Running) -> None:
    jana = running.guest("Jana")
    table = jana.open_table(PEBBLES, **{"seat-2": "here", "here-2": "Petr", "option-dice": "no"})
    windows = [_second_window(jana) for _ in range(4)]
    done = {"undo": 0, "A1": 0, "stop": 0}
    with ThreadPoolExecutor(8) as pool:
        for race in range(16):
            match = match_of(running, table)
            if match.is_closed:
                break
            if not match.can_take_back(match.to_act):
                jana.move(table, "A2")
            at = jana.position(table)
            gate = threading.Barrier(8)

            def post(n: int, at: int = at, race: int = race, gate=gate) -> tuple[str, int]:
                window = windows[n % 4]
                what = ("undo", "undo", "A1" if race % 3 else "stop")[n % 3]
                gate.wait()
                if what == "undo":
                    answer = window.ask(f"/table/{table}/undo", {"position": str(at)})
                else:
                    answer = window.move(table, what, at)
                return what, answer.status_code

            answers = list(pool.map(post, range(8)))
            assert sorted(status for _, status in answers) == [200] + [409] * 7
            done[next(what for what, status in answers if status == 200)] += 1
            match = match_of(running, table)
            # One that was made is in the record, and nothing else is.
            assert len([e for e in match.events[at:] if e.kind is not Kind.FORCED]) == 1
    assert done["undo"] > 0
    closed = running.call(running.house.store.abandon(table))
    assert closed.position == match_of(running, table).position
    assert verify_text(jana.get(f"/table/{table}/game.json").text, GAMES).true


def _second_window(guest: Guest) -> Guest:
    other = guest.running.guest(guest.name)
    other.http.cookies = guest.http.cookies
    other.get("/")
    return other


def test_the_bot_is_not_asked_before_the_turn_is_over(running: Running) -> None:
    jana = running.guest("Jana")
    table = jana.open_table(PEBBLES, **{"seat-2": "bot:random", "option-dice": "no"})
    asked = running.minds.asked
    for position in range(0, 8, 2):
        assert jana.move(table, "A1", position).status_code == 200
        jana.get(f"/table/{table}")
        assert jana.ask(f"/table/{table}/undo", form(position + 1)).status_code == 200
    assert running.minds.asked == asked
    jana.move(table, "stop")
    while match_of(running, table).to_act != 0:
        pass
    events = match_of(running, table).events
    assert not [e for e in events if e.kind is Kind.UNDO and e.seat == 1]
    assert running.minds.asked > asked


def test_two_at_one_device(running: Running) -> None:
    jana = running.guest("Jana")
    table = jana.open_table(PEBBLES, **{"seat-2": "here", "here-2": "Petr", "option-dice": "no"})
    for move in ("stop", "A1"):
        jana.move(table, move)
    jana.get(f"/table/{table}")
    refused(jana.ask(f"/table/{table}/undo", form(2, 1)), 409, "not-your-turn")
    assert jana.ask(f"/table/{table}/undo", form(2, 2)).status_code == 200
    assert "Petr took back the last move." in jana.read(f"/table/{table}")


def test_the_page_knows_who_may_take_back(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, jana, petr = pebbles(running)
    eva = running.guest("Eva")
    render = running.house.renderer.render
    pages: list[TablePage] = []

    def spy(template: str, *args: Any, **values: Any) -> str:
        if template == "part.html":
            pages.append(values["page"])
        return render(template, *args, **values)

    monkeypatch.setattr(running.house.renderer, "render", spy)

    def offered() -> list[bool]:
        pages.clear()
        running.house.parts._kept.clear()
        for guest in (jana, petr, eva):
            guest.get(f"/table/{table}/part")
        return [page.undo for page in pages]

    expected = {"": False, "B1": True, "open": False, "A2": True, "stop": False}
    for move, jana_may in expected.items():
        if move:
            jana.move(table, move)
        assert offered() == [jana_may, False, False], move
    petr.move(table, "A1")
    assert offered() == [False, True, False]
    finish(running, table)
    assert offered() == [False, False, False]


def test_dice_come_back_and_an_opened_chest_does_not(running: Running) -> None:
    """Moje zlato!, until both have happened: a die laid and taken back, a chest opened."""
    jana = running.guest("Jana")
    laid = opened = 0
    while not (laid and opened):
        options = {"option-commit": "yes", "option-rerolls": "1", "seat-2": "here"}
        table = jana.open_table("moje_zlato", **options)
        for _ in range(60):
            match = match_of(running, table)
            if match.is_closed or (laid and opened):
                break
            game, at, seat = match.game, match.position, match.to_act
            moves = game.legal(match.state)
            last = game.show_state(match.state)
            quiet = [m for m in moves if len(match.plan(at, seat, [m])) == 1 and m != "stand"]
            chests = [m for m in moves if m.startswith("open")]
            if quiet and not laid:
                assert jana.move(table, quiet[0], at).status_code == 200
                assert match_of(running, table).can_take_back(seat)
                jana.get(f"/table/{table}")
                answer = jana.ask(f"/table/{table}/undo", form(at + 1, seat + 1))
                assert answer.status_code == 200
                match = match_of(running, table)
                assert game.show_state(match.state) == last
                assert "took back the last move." in jana.read(f"/table/{table}")
                laid += 1
            elif chests:
                assert jana.move(table, chests[0], at).status_code == 200
                match = match_of(running, table)
                if match.to_act == seat:
                    assert not match.can_take_back(seat)
                    before = match.events
                    jana.get(f"/table/{table}")
                    answer = jana.ask(f"/table/{table}/undo", form(match.position, seat + 1))
                    refused(answer, 409, "nothing-to-take-back")
                    assert "a card was turned over since" in answer.json()["sentence"]
                    assert match_of(running, table).events == before
                    opened += 1
            else:
                assert jana.move(table, moves[-1], at).status_code == 200


# Secrets


def test_who_may_not_see_a_pebble_does_not_see_it_taken_back(running: Running) -> None:
    """Whatever lay there, and was taken back: the same bytes for everybody else."""
    table, jana, petr = pebbles(running, "A1", "A2", **{"option-secret": "yes"})
    jana.ask(f"/table/{table}/undo", form(2))
    eva = running.guest("Eva")
    seen: list[list[dict[str, str]]] = []
    for ups in ((0, 1), (1, 0), (1, 1), (0, 0)):
        _lay(running, table, ups)
        seen.append([_everything(guest, table) for guest in (petr, eva, jana)])
    for guest in (0, 1):
        assert all(views[guest] == seen[0][guest] for views in seen)
        assert "?" in seen[0][guest]["/game.json"]
    assert len({str(views[2]) for views in seen}) == 4


def _lay(running: Running, table: str, ups: Sequence[int]) -> None:
    """Exchange the pebbles of a running table."""

    async def exchange() -> None:
        host = running.house.host
        entry, match = await host.match(table)
        events = [
            replace(event, move=ups[n]) if event.kind is Kind.MOVE else event
            for n, event in enumerate(match.events)
        ]
        host._folded[table] = Match(header_of(entry), events, entry.seed)
        running.house.parts._kept.clear()

    running.call(exchange())


def _everything(guest: Guest, table: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for path in ("", "/part", "/step/0", "/step/1", "/step/2", "/step/3", "/game.json"):
        found[path] = normal(guest.get(f"/table/{table}{path}").text)
    guest.get(f"/table/{table}")
    for fields in (form(3), form(3, 2), form(2), {}):
        if guest.name != "Jana":
            found[str(fields)] = normal(guest.ask(f"/table/{table}/undo", fields).text)
    return found


# Turns


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("players", [2, 3])
def test_turns_and_the_chart_know_nothing_of_what_was_taken_back(seed: int, players: int) -> None:
    match = wavered(PEBBLES, seed, players=players, first=0)
    assert any(event.kind is Kind.UNDO for event in match.events)
    reader = Reader(match)
    turns = reader.turns()
    # Every seat has two turns; each begins where the one before was stopped.
    stops = [
        at + 1
        for at, event in enumerate(match.events)
        if match.game.show_state(match.states[at]).split()[0]
        != match.game.show_state(match.states[at + 1]).split()[0]
    ]
    assert [position for position, _ in turns] == [0, *stops[1:], match.position]
    assert len(turns) - 1 == 2 * players
    for (_, before), (_, after) in itertools.pairwise(turns):
        assert all(a <= b for a, b in zip(before, after, strict=True))
    assert turns[-1][1] == reader.scores()
