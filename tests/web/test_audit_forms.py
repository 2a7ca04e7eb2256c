"""A form is done as it was sent or refused: no value is cut, picked from several or overlooked."""

from __future__ import annotations

import pytest

from goldfield.games.options import options_of
from tests.web.server import Guest, Running, two_at_a_table

JUNK = " " * 200 + "but only if Ann did"


@pytest.mark.parametrize(
    "fields",
    [
        {"notation": "pass" + JUNK},
        {"notation": ["pass", "d3|e3"]},
        {"notation": "x" * 60_000},
        {"do": "pass" + JUNK},
        {"do": ["pass", "build"], "line": "d3|e3"},
        {"line": "d3|e3   c1|d1 whatever"},
        {"chip": "2", "space": "c4  junk junk"},
        {"chip": ["2", "3"], "space": "c4"},
        {"notation": "pass", "position": ["2", "2"]},
        {"notation": "pass", "seat": ["1", "1"]},
    ],
)
def test_a_move_is_never_cut(running: Running, fields: dict[str, str | list[str]]) -> None:
    table, jana, _ = two_at_a_table(running, "nuggets")
    at = jana.position(table)
    for send in (jana.ask, jana.post):
        answer = send(f"/table/{table}/move", {"position": str(at), **fields})
        assert 400 <= answer.status_code < 500, answer.text[-300:]
        assert "x" * 100 not in answer.text
    assert jana.position(table) == at
    assert len(jana.ask(f"/table/{table}/move", {"position": str(at), **fields}).text) < 1000


def new_table(guest: Guest, **fields: str | list[str]) -> tuple[int, str]:
    guest.get("/new")
    answer = guest.ask("/new", {"game": "moje_zlato", "seat-1": "me", **fields})
    return answer.status_code, answer.json().get("sentence", "")


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"option-fishes": "no"}, "There is no option fishes"),
        ({"option-" + "x" * 9000: "no"}, "There is no option xxx"),
        ({"option-deck.kind": "usual"}, "The option deck has no part kind"),
        ({"option-faces.7": "C"}, "The option faces has no part 7"),
        ({"option-fish.1": "no"}, "The option fish has no part 1"),
        ({"option-fish": ["yes", "no"]}, "The field option-fish came more than once"),
        ({"option-players": ["2", "3"]}, "The field option-players came more than once"),
        ({"option-faces.1": ["C", "D"]}, "The field option-faces.1 came more than once"),
        ({"option-deck": ["", "usual"]}, "The field option-deck came more than once"),
        ({"game": ["nuggets", "moje_zlato"]}, "The field game came more than once"),
        ({"seat-2": ["bot:random", "person"]}, "The field seat-2 came more than once"),
        ({"preset": "bogus"}, "There is no preset bogus; there are: "),
    ],
)
def test_no_option_is_overlooked(
    running: Running, fields: dict[str, str | list[str]], says: str
) -> None:
    status, sentence = new_table(running.guest("Jana"), **fields)
    assert (status, sentence[: len(says)]) == (422, says)
    assert len(sentence) < 300


def test_a_ticked_box_beats_its_no_and_a_pasted_text_its_parts(running: Running) -> None:
    jana = running.guest("Jana")
    assert "fish" in [o.name for o in options_of(running.house.catalog.room("moje_zlato").Rules)]
    jana.get("/new")
    table = jana.open_table(
        "moje_zlato",
        **{"option-fish": ["no", "yes"], "option-faces": "CCDKSS", "option-faces.1": "C"},  # pyright: ignore
    )
    entry = running.call(running.house.store.entry(table))
    assert entry.options["fish"] is True
    assert entry.options["faces"] == "CCDKSS"
