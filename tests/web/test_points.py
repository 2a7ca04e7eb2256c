"""Scores with halves and thirds, and partners who share one: on every page of a table."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from goldfield.web.chart import drawn_chart
from goldfield.web.context import ChartLine
from goldfield.web.reader import Reader
from goldfield.words import number_text
from tests.web.server import Guest, Running


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0"),
        (12, "12"),
        (Fraction(7, 2), "3½"),
        (Fraction(7, 3), "2⅓"),
        (Fraction(2, 3), "⅔"),
        (Fraction(31, 6), "5⅙"),
        (Fraction(11, 6), "1⅚"),
        (Fraction(12, 6), "2"),
        (Fraction(-1, 2), "−½"),
        (Fraction(22, 7), "3 1⁄7"),
    ],
)
def test_numbers_are_written_as_people_write_them(number: Fraction, text: str) -> None:
    assert number_text(number) == text


def test_a_chart_takes_parts_of_points() -> None:
    lines = [
        ChartLine(((0, "Ann"), (2, "Cid")), (0, Fraction(7, 2), Fraction(45, 2))),
        ChartLine(((1, "Ben"),), (0, 3, 22)),
    ]
    chart = drawn_chart(lines, Fraction(45, 2))
    assert [line.last for line in chart.lines] == [Fraction(45, 2), 22]
    assert all(re.fullmatch(r"M[\d. L]+", line.path) for line in chart.lines)
    assert chart.values[-1].value >= 23
    heights = [float(line.path.split("L")[-1].split()[1]) for line in chart.lines]
    assert heights[0] < heights[1]  # more points stand higher


def played(running: Running, players: int, text: str) -> tuple[str, list[Guest]]:
    """A table of Nuggets after some moves, everybody from afar; it ends if all pass."""
    names = ("Ann", "Ben", "Cid", "Dan")
    people = [running.guest(name) for name in names[:players]]
    seats = {f"seat-{n}": "person" for n in range(2, players + 1)}
    table = people[0].open_table("nuggets", **{"option-players": str(players), **seats})
    for seat, guest in enumerate(people[1:], 2):
        assert guest.sit(table, seat).is_redirect
    assert people[0].start(table).is_redirect
    for position, move in enumerate(text.split()):
        _, match = running.call(running.house.host.match(table))
        answer = people[match.to_act].move(table, move, position)
        assert answer.status_code == 200, answer.text
    return table, people


def words(page: str) -> str:
    """A page as it is read, without its scripts."""
    page = re.sub(r"<(script|template).*?</\1>", "", page, flags=re.DOTALL)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page))


def test_a_half_is_shown_in_ranks_headline_chart_and_steps(running: Running) -> None:
    """The 45 points of the whole land go to two who tie."""
    table, (ann, _) = played(running, 2, "3@a1 3@h5 pass pass")
    page = ann.get(f"/table/{table}").text
    shown = words(page)
    assert shown.count("22½") >= 5  # ranks, tally, names of the chart, its numbers
    assert "You and Ben share the win" in shown
    assert 'aria-label="You: 22½, Ben: 22½"' in page
    assert re.findall(r'class="big"[^>]*>\s*22½', page)
    assert page.count('aria-label="8 mines: ½ 8, ½ 7, ½ 6, ½ 6, ½ 5, ½ 5, ½ 4, ½ 4"') == 2
    assert shown.count("points: 22½") == 2
    last = words(ann.get(f"/table/{table}/step/4").text)
    assert last.count("22½") >= 2


def test_halves_thirds_and_sixths_are_shown(running: Running) -> None:
    """All three share the 14 of twelve spaces, two of them the 31 of the rest."""
    moves = (
        "a3/a4 b3/b4 1@a1 1@a2 c3/c4 d3/d4 1@h5 1@g5 d1|e1 d2|e2 1@g3 1@h3 d3|e3 e4|f4 "
        "pass pass 1@a3 pass"
    )
    table, (ann, *_) = played(running, 3, moves)
    page = ann.get(f"/table/{table}").text
    shown = words(page)
    assert "tied: 4⅔ points for each." in shown
    assert "tied: 15½ points for each." in shown
    assert "Ben and Cid share the win" in shown
    assert re.findall(r'data-total="([^"]+)"', page) == ["4⅔", "20⅙", "20⅙"]
    assert re.findall(r'data-totals="([^"]+)"', page) == ["4⅔ 4⅔ 4⅔", "4⅔ 20⅙ 20⅙"]
    assert 'aria-label="You: 4⅔, Ben: 20⅙, Cid: 20⅙"' in page


def test_who_took_no_mine_is_heard_to_have_none(running: Running) -> None:
    table, (ann, _) = played(running, 2, "3@a1 2@h5 pass pass")
    page = ann.get(f"/table/{table}").text
    heard = re.findall(r'role="img" aria-label="(\d+ mines?[^"]*)"', page)
    assert heard == ["8 mines: 8, 7, 6, 6, 5, 5, 4, 4", "0 mines"]


def test_partners_are_one_side(running: Running) -> None:
    table, (ann, ben, cid, _) = played(running, 4, "4@a1 1@a2 1@a3 1@b1 pass pass pass pass")
    one = ann.get(f"/table/{table}").text
    assert "You and Cid win by 45" in words(one)
    assert "Ann and You win by 45" in words(cid.get(f"/table/{table}").text)
    assert "Ann and Cid win by 45" in words(ben.get(f"/table/{table}").text)
    assert len(re.findall(r'<path class="line ', one)) == 4  # two lines, wide and narrow
    assert "You and Cid: 45, Ben and Dan: 0" in one
    _, match = running.call(running.house.host.match(table))
    assert Reader(match).scores() == (45, 0, 45, 0)
    assert Reader(match).winners() == (0, 2)


def test_the_course_of_a_running_game_stays_untold(running: Running) -> None:
    """What the land is worth to whom comes to light with the last pass only."""
    table, _ = played(running, 2, "3@a1 2@h5")
    _, match = running.call(running.house.host.match(table))
    for seat in (-1, 0, 1):
        assert Reader(match, seat).standing() == (0, 0)
        assert all(standing == (0, 0) for _, standing in Reader(match, seat).turns())
    running.call(_passed(running, table))
    _, match = running.call(running.house.host.match(table))
    assert [s for _, s in Reader(match).turns()][1:3] == [(45, 0), (45, 0)]
    assert all(s == (0, 0) for _, s in Reader(match, 0, as_then=True).turns()[:-1])


async def _passed(running: Running, table: str) -> None:
    for _ in range(2):
        _, match = await running.house.host.match(table)
        await running.house.host.play(table, match.position, match.to_act, ["pass"])
