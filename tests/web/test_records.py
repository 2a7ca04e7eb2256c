"""Looking back at games: step-through, the check of the dice, records out and in."""

from __future__ import annotations

import json
import re

from goldfield.match.document import export
from tests.played import played
from tests.web.server import Running, finish, two_at_a_table


def finished(running: Running):
    table, jana, petr = two_at_a_table(running)
    finish(running, table)
    _, match = running.call(running.house.host.match(table))
    return table, match, jana, petr


def test_the_record_is_downloaded_checked_and_brought_back(running: Running) -> None:
    table, match, jana, _ = finished(running)
    answer = jana.get(f"/table/{table}/game.json")
    file = re.search('filename="(.*)"', answer.headers["content-disposition"])
    assert file is not None
    for told in (f"/table/{table}", f"/table/{table}/dice", "/fair"):
        page = jana.get(told).text
        assert "Download the record" in page or "download the record" in page
        assert f"goldfield verify {file[1]}" in page, "one name in all places"
    record = answer.json()
    assert record["match"] == table
    stranger = running.guest()
    stranger.get("/import")
    page = stranger.post("/import", {"record": answer.text})
    assert page.status_code == 200
    assert match.game.show_state(match.state) in page.text
    middle = stranger.post("/import", {"record": answer.text, "step": "9"})
    assert match.game.show_state(match.states[9]) in middle.text
    file = {"file": ("game.json", answer.content, "application/json")}
    page = stranger.http.post("/import", data={"csrf": stranger.token}, files=file)
    assert page.status_code == 200
    assert match.game.show_state(match.state) in page.text


def test_a_tampered_record_is_refused_or_named_false(running: Running) -> None:
    _, match, jana, _ = finished(running)
    record = json.loads(jana.get(f"/table/{match.header.match_id}/game.json").text)
    stranger = running.guest()
    stranger.get("/import")
    chance = next(n for n, e in enumerate(record["moves"]) if n > 5 and e["kind"] == "chance")
    other = next(
        e
        for e in record["moves"]
        if e["kind"] == "chance"
        and e["move"] != record["moves"][chance]["move"]
        and len(e["text"]) == len(record["moves"][chance]["text"])
    )
    record["moves"][chance] = {
        **record["moves"][chance],
        "move": other["move"],
        "text": other["text"],
    }
    page = stranger.post("/import", {"record": json.dumps(record)})
    assert "Traceback" not in page.text
    assert "This record is false" in page.text
    record["moves"][chance]["text"] = "GL23455"
    page = stranger.post("/import", {"record": json.dumps(record)})
    assert page.status_code == 400
    assert f"This record is false. At move {chance + 1}: The text GL23455" in page.text
    assert "moves[" not in page.text.partition("<textarea")[0], "people count in words, from 1"
    answer = stranger.ask("/import", {"record": json.dumps(record)}).json()
    assert answer["place"] == f"moves[{chance}].text"


def test_what_is_no_record_is_refused_with_a_sentence(running: Running) -> None:
    stranger = running.guest()
    stranger.get("/import")
    for text in ("", "{", "[]", '{"format": 1}', "\u0000", "x" * 100_000, "[" * 50_000):
        answer = stranger.ask("/import", {"record": text})
        assert answer.status_code in (400, 422), text[:20]
        assert answer.json()["sentence"].endswith((".", "?"))
        page = stranger.post("/import", {"record": text[:100]})
        assert page.status_code in (400, 422)
        assert 'action="/import"' in page.text
    answer = stranger.ask("/import", {"record": "x" * 5_000_000})
    assert answer.status_code == 413


def test_step_through_every_position(running: Running) -> None:
    table, match, jana, _ = finished(running)
    for position in (0, 1, 2, 7, match.position - 1, match.position):
        page = jana.get(f"/table/{table}/step/{position}")
        assert page.status_code == 200
        assert match.game.show_state(match.states[position]) in page.text
    beyond = jana.get(f"/table/{table}/step/{match.position + 5}")
    assert beyond.headers["location"].endswith(f"/step/{match.position}")
    assert jana.get(f"/table/{table}/step/-1").status_code == 404


def test_a_finished_table_shows_chart_check_and_seed(running: Running) -> None:
    table, match, jana, _ = finished(running)
    page = jana.get(f"/table/{table}")
    assert page.status_code == 200
    dice = jana.get(f"/table/{table}/dice").text
    assert match.seed is not None
    assert match.seed.hex() in dice
    assert match.header.commitment in dice
    assert "True: the seed fits its fingerprint" in dice
    for phrase in match.header.phrases:
        assert phrase in dice


def test_a_running_table_has_a_record_without_a_seed(running: Running) -> None:
    table, jana, _ = two_at_a_table(running)
    assert jana.get(f"/table/{table}/game.json").json()["seed"] is None
    entry = running.call(running.house.store.entry(table))
    dice = jana.get(f"/table/{table}/dice").text
    assert entry.commitment in dice
    assert entry.seed.hex() not in dice


def test_where_nothing_was_drawn_there_is_nothing_to_check(running: Running) -> None:
    table, jana, _ = two_at_a_table(running, "nuggets")
    finish(running, table)
    for guest in (jana, running.guest()):
        assert 'id="check-title"' not in guest.get(f"/table/{table}").text
        assert 'id="check-title"' not in guest.get(f"/table/{table}/step/1").text
        page = guest.get(f"/table/{table}/dice").text
        assert "nothing was drawn in this match, every move is legal" in page
        assert "Nothing drawn" in page
        assert "Dice checked" not in page
        assert "0 rolls" not in page
    table, match, jana, _ = finished(running)
    assert match.record().seed
    for path in (f"/table/{table}", f"/table/{table}/dice", f"/table/{table}/step/1"):
        assert "Dice checked" in jana.get(path).text


def test_steps_mark_one_turn_even_where_one_seat_goes_on_alone(running: Running) -> None:
    """Two blockers or one chip stand out on the land, however much that seat did in a row."""
    guest = running.guest("Jana")
    guest.get("/import")
    match = played("nuggets")
    found = []
    for step in range(match.position - 12, match.position + 1):
        page = guest.post("/import", {"record": export(match), "step": str(step)}).text
        marked = re.findall(r'<div class="(?:spc|ln) [^"]*\bnew"[^>]* data-spot="([^"]+)"', page)
        assert len(marked) <= 2
        assert len(marked) < 2 or all(len(one) > 2 for one in marked)
        found += marked
    assert found
