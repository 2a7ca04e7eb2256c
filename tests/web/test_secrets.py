"""Nothing that goes to a reader depends on what that reader may not know."""

from __future__ import annotations

import re

import pytest

from goldfield.match.record import Event, Kind
from goldfield.match.table import Match
from goldfield.web.reader import Reader
from tests.web.server import Guest, Running, two_at_a_table
from tests.web.twins import normal, replaced

KUHN = "tests.games.kuhn"


def with_cards(running: Running, table: str, cards: tuple[int, int]) -> None:
    """Deal other cards at a running table, as if they had come from the dice."""

    def deal(match: Match) -> list[Event]:
        return [
            Event(cards[n], Kind.CHANCE, -1) if n < 2 else event
            for n, event in enumerate(match.events)
        ]

    replaced(running, table, deal)


def everything(guest: Guest, table: str) -> dict[str, str]:
    """All that a reader can get of a table."""
    found = {}
    for path in ("", "/part", "/step/0", "/step/1", "/step/2", "/step/3", "/dice", "/game.json"):
        found[path] = normal(guest.get(f"/table/{table}{path}").text)
    guest.get(f"/table/{table}")
    for form in ({"notation": "sing"}, {"notation": "fold"}, {"do": "roll"}, {}):
        at = str(guest.position(table))
        answer = guest.ask(f"/table/{table}/move", {"position": at, **form})
        found[str(form)] = normal(answer.text)
    found["start"] = normal(guest.get("/").text)
    return found


def test_readers_see_the_same_whatever_they_may_not_know(running: Running) -> None:
    table, jana, petr = two_at_a_table(running, KUHN)
    eva = running.guest("Eva")
    seen: dict[tuple[int, int], list[dict[str, str]]] = {}
    for cards in [(0, 1), (0, 2), (1, 0), (2, 1)]:
        with_cards(running, table, cards)
        seen[cards] = [everything(guest, table) for guest in (jana, petr, eva)]
    spectator = [views[2] for views in seen.values()]
    assert all(view == spectator[0] for view in spectator)
    assert seen[0, 1][0] == seen[0, 2][0]  # Jana holds the jack in both
    assert seen[0, 1][0] != seen[1, 0][0]
    assert seen[0, 1][1] == seen[2, 1][1]  # Petr holds the queen in both
    assert seen[0, 1][1] != seen[0, 2][1]


def test_no_page_of_a_running_table_holds_the_seed(running: Running) -> None:
    table, jana, petr = two_at_a_table(running)
    entry = running.call(running.house.store.entry(table))
    keys = [entry.seed.hex(), repr(entry.seed), *(s.player for s in entry.seats)]
    for guest in (jana, petr, running.guest("Eva")):
        for name, text in everything(guest, table).items():
            for key in keys:
                assert key not in text, name


def test_the_stream_says_ids_and_versions_only(running: Running) -> None:
    table, jana, _ = two_at_a_table(running, KUHN)
    with jana.http.stream("GET", f"/live?watch={table}") as stream:
        lines: list[str] = []
        for line in stream.iter_lines():
            lines.append(line)
            if line.startswith("data:") and lines[-2] != "event: beat":
                break
    said = [line for line in lines if line and not line.startswith(("id:", "retry:", ":"))]
    assert re.fullmatch(
        rf'data: {{"id": "{table}", "version": "[\d.]+", "position": \d+}}', said.pop()
    )
    assert said.pop() == "event: change"
    assert set(said) <= {"event: beat", "data: {}"}


def test_step_through_shows_what_a_seat_saw_then(running: Running) -> None:
    table, jana, petr = two_at_a_table(running, KUHN)
    jana.move(table, "bet")
    petr.move(table, "fold")  # nobody shows a card
    _, match = running.call(running.house.host.match(table))
    assert match.is_over
    stranger = running.guest()
    open_page = stranger.get(f"/table/{table}/step/2").text
    assert match.game.show_state(match.states[2]) in open_page
    for seat in (0, 1):
        page = stranger.get(f"/table/{table}/step/2?as={seat + 1}").text
        assert match.game.show(match.states[2], seat) in page
        assert match.game.show_state(match.states[2]) not in page


def test_pass_and_play_with_secrets_hides_both_hands(running: Running) -> None:
    guest = running.guest("Jana")
    table = guest.open_table(KUHN, **{"seat-2": "here", "here-2": "Petr"})
    _, match = running.call(running.house.host.match(table))
    public = match.game.show(match.state, -1)
    page = guest.get(f"/table/{table}").text
    assert "Hand the device to Jana" in page
    assert match.game.show(match.state, 0) not in page
    own = guest.get(f"/table/{table}?as=1&at={match.position}").text
    assert match.game.show(match.state, 0) in own
    other = guest.get(f"/table/{table}?as=2&at={match.position}").text  # it is not Petr's turn
    assert match.game.show(match.state, 1) not in other
    assert public not in own


@pytest.mark.parametrize("seat", [-1, 0, 1])
def test_a_reader_holds_views_only(running: Running, seat: int) -> None:
    table, _, _ = two_at_a_table(running, KUHN)
    _, match = running.call(running.house.host.match(table))
    reader = Reader(match, seat)
    assert reader.view == match.game.view(match.state, seat)
    for position in range(match.position + 1):
        assert reader.at(position).view == match.game.view(match.states[position], seat)
    sentences = [str(s) for line in reader.log() for s in line.sentences]
    assert len([s for s in sentences if "dealt a card" in s]) == (2 if seat < 0 else 1)
