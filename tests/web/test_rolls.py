"""Rolled against expected on the page of a finished game, for people and bots alike."""

from __future__ import annotations

import re

import pytest

from tests.web.server import Running, finish, two_at_a_table


@pytest.mark.parametrize(("game", "faces"), [("gold_nuggets", 6), ("moje_zlato", 4)])
def test_the_last_page_tells_every_seat_what_it_rolled(
    running: Running, game: str, faces: int
) -> None:
    form = {"option-players": "3", "seat-3": "bot:random"}
    table, jana, petr = two_at_a_table(running, game, **form)
    assert "What was rolled" not in jana.read(f"/table/{table}"), "not while it is being played"
    finish(running, table)
    markup = petr.get(f"/table/{table}").text
    page = petr.read(f"/table/{table}")
    assert "What was rolled, and what to expect" in page
    names = re.findall(r'role="img" aria-label="Dice of ([^:"]+):([^"]+)"', markup)
    assert [name for name, _ in names] == ["Jana", "You", "Random"]
    for _, words in names:
        assert len(re.findall(r"[\w ]+: \d+, expected \d+\.\d", words)) == faces
    assert len(re.findall(r"\d+ dice · \d+ rolls?", page)) == 3, "the size of the sample"
    assert page.count("To be expected:") == (3 if game == "gold_nuggets" else 0)
    assert f'href="/table/{table}/dice"' in markup
    assert not re.search(r"<rect[^>]*style", markup)
    # Who watches sees the same.
    assert running.guest().read(f"/table/{table}").count("expected") >= page.count("expected") - 1


def test_a_game_without_dice_says_what_was_drawn(running: Running) -> None:
    table, jana, _ = two_at_a_table(running, "nuggets")
    finish(running, table)
    page = jana.read(f"/table/{table}")
    assert "Nothing was rolled or drawn in this game" in page
    assert "What was rolled" not in page


def test_numbers_are_written_as_the_reader_writes_them(running: Running) -> None:
    table, jana, _ = two_at_a_table(running)
    finish(running, table)
    page = jana.get(f"/table/{table}", **{"accept-language": "cs"}).text
    assert re.search(r"<td>\d+,\d</td>", page)
