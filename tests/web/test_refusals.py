"""Bad input over HTTP is met with a sentence, the right status and the table as it stands."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from goldfield.store.store import Full, TalkKind
from tests.web.server import Guest, Running, finish, legal, two_at_a_table


def refused(answer: httpx.Response, status: int, code: str) -> str:
    assert answer.status_code == status, answer.text
    body = answer.json()
    assert body["code"] == code
    assert body["sentence"].endswith((".", "?"))
    return body["sentence"]


def chat(running: Running, table: str) -> list[str]:
    lines = running.call(running.house.store.talk(table))
    return [line.text for line in lines if line.kind is TalkKind.CHAT]


def test_illegal_move_says_why_and_changes_nothing(running: Running) -> None:
    table, jana, _ = two_at_a_table(running)
    at = jana.position(table)
    answer = jana.move(table, "again")
    assert refused(answer, 422, "illegal")
    assert answer.json()["position"] == at == jana.position(table)


def test_two_illegal_moves_get_two_answers_of_their_own(running: Running) -> None:
    table, jana, _ = two_at_a_table(running)
    first = refused(jana.move(table, "again"), 422, "illegal")
    second = refused(jana.move(table, "sing"), 400, "unparsable")
    assert first != second


def test_a_refused_form_comes_back_with_the_table_and_the_sentence(running: Running) -> None:
    table, jana, _ = two_at_a_table(running)
    at = str(jana.position(table))
    form = {"position": at, "do": "collect", "seat": "1"}
    sentence = jana.ask(f"/table/{table}/move", form).json()["sentence"]
    page = jana.post(f"/table/{table}/move", form)
    assert page.status_code == 422
    assert sentence in page.text
    assert f'name="position" value="{at}"' in page.text
    part = jana.post(f"/table/{table}/move", form, **{"x-part": "1"})
    assert part.status_code == 422
    assert sentence in part.text
    assert "<html" not in part.text
    assert part.headers["x-position"] == at
    # Somebody who reloads the refusal gets the table.
    assert jana.get(f"/table/{table}/move").headers["location"] == f"/table/{table}"


@pytest.mark.parametrize(
    "form", [{}, {"position": "x"}, {"position": "-1"}, {"position": "9" * 40}]
)
def test_a_form_without_a_position_is_unreadable(running: Running, form: dict[str, str]) -> None:
    table, jana, _ = two_at_a_table(running)
    refused(jana.ask(f"/table/{table}/move", {"notation": "roll", **form}), 400, "bad-form")


def test_somebody_elses_seat(running: Running) -> None:
    table, jana, petr = two_at_a_table(running)
    at = str(jana.position(table))
    move = legal(running, table)[0]
    petr.get(f"/table/{table}")
    form = {"position": at, "notation": move, "seat": "1"}
    refused(petr.ask(f"/table/{table}/move", form), 403, "forbidden")
    form["seat"] = "2"
    sentence = refused(petr.ask(f"/table/{table}/move", form), 409, "not-your-turn")
    assert "Jana" in sentence
    assert jana.position(table) == int(at)


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("move", {"position": "1", "notation": "roll"}),
        ("move", {"position": "1", "notation": "roll", "seat": "1"}),
        ("chat", {"text": "psst", "seat": "1"}),
        ("phrase", {"phrase": "x", "seat": "1"}),
        ("start", {}),
        ("abandon", {"sure": "yes"}),
        ("seat", {"seat": "2", "kind": "open"}),
        ("rematch", {}),
        ("links", {"seat": "1"}),
    ],
)
def test_spectators_cannot_act(running: Running, path: str, form: dict[str, str]) -> None:
    table, jana, _ = two_at_a_table(running)
    before = jana.get(f"/table/{table}/part").headers["x-version"]
    stranger = running.guest("Eva")
    stranger.get(f"/table/{table}")
    refused(stranger.ask(f"/table/{table}/{path}", form), 403, "forbidden")
    assert jana.get(f"/table/{table}/part").headers["x-version"] == before


def test_a_finished_game_takes_no_move(running: Running) -> None:
    table, jana, _ = two_at_a_table(running)
    finish(running, table)
    refused(jana.move(table, "roll"), 409, "closed")


def test_the_same_move_twice_counts_once(running: Running) -> None:
    table, jana, _ = two_at_a_table(running)
    at = jana.position(table)
    move = legal(running, table)[-1]
    assert jana.move(table, move, at).status_code == 200
    after = jana.position(table)
    refused(jana.move(table, move, at), 409, "stale")
    assert jana.position(table) == after


def test_raced_moves_let_exactly_one_through(running: Running) -> None:
    jana = running.guest("Jana")
    table = jana.open_table(**{"option-players": "2", "seat-2": "here", "here-2": "Petr"})
    others = [_second_window(jana) for _ in range(4)]
    with ThreadPoolExecutor(8) as pool:
        for _ in range(25):
            at = jana.position(table)
            moves = legal(running, table)
            if not moves:
                break
            gate = threading.Barrier(8)

            def post(n: int, at: int = at, moves: list[str] = moves, gate=gate) -> int:
                gate.wait()
                window = others[n % 4]
                return window.move(table, moves[n % 2 % len(moves)], at).status_code

            answers = sorted(pool.map(post, range(8)))
            assert answers == [200] + [409] * 7
    _, match = running.call(running.house.host.match(table))
    assert match.position == running.call(running.house.store.entry(table)).position


def _second_window(guest: Guest) -> Guest:
    other = guest.running.guest(guest.name)
    other.http.cookies = guest.http.cookies
    other.get("/")
    return other


def test_a_chat_of_a_megabyte(running: Running) -> None:
    table, jana, _ = two_at_a_table(running)
    jana.get(f"/table/{table}")
    refused(jana.ask(f"/table/{table}/chat", {"text": "x" * 1_000_000}), 413, "too-large")
    page = jana.post(f"/table/{table}/chat", {"text": "x" * 1_000_000})
    assert page.status_code == 413
    assert "too much at once" in page.text
    refused(jana.ask(f"/table/{table}/chat", {"text": "x" * 2_000}), 413, "too-long")
    assert chat(running, table) == []


def test_chat_is_said_once_by_a_bouncing_button(running: Running) -> None:
    table, jana, petr = two_at_a_table(running)
    jana.get(f"/table/{table}")
    for _ in range(3):
        answer = jana.post(f"/table/{table}/chat", {"text": "not my gold again!", "key": "k1"})
        assert answer.status_code == 303
    jana.post(f"/table/{table}/chat", {"text": "and once more", "key": "k1"})
    assert chat(running, table) == ["not my gold again!", "and once more"]
    assert petr.read(f"/table/{table}").count("not my gold again!") == 1


def test_talking_too_fast(running: Running) -> None:
    table, jana, _ = two_at_a_table(running)
    jana.get(f"/table/{table}")
    answers = [
        jana.ask(f"/table/{table}/chat", {"text": f"line {n}", "key": str(n)}) for n in range(12)
    ]
    assert {a.status_code for a in answers} == {200, 429}
    assert answers[-1].json()["code"] == "too-fast"


def test_a_full_disk_is_a_sentence_and_play_goes_on(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, jana, _ = two_at_a_table(running)
    at = jana.position(table)
    move = legal(running, table)[0]
    store = type(running.house.store)

    async def full(*args: object, **values: object) -> None:
        raise Full

    with monkeypatch.context() as patch:
        patch.setattr(store, "append", full)
        refused(jana.move(table, move, at), 507, "disk-full")
        page = jana.post(f"/table/{table}/move", {"position": str(at), "notation": move})
        assert page.status_code == 507
        assert "disk is full" in page.text
        assert f'name="position" value="{at}"' in page.text
    assert jana.move(table, move, at).status_code == 200


def test_unknown_places_are_designed_pages(running: Running) -> None:
    guest = running.guest()
    for path, status in [
        ("/nowhere", 404),
        ("/table/zzz", 404),
        ("/table/zzz/part", 404),
        ("/table/zzz/step/3", 404),
        ("/seat/nothing", 404),
        ("/rules/chess", 404),
        ("/new?game=chess", 404),
        ("/static/0/none.css", 404),
        ("/join?code=zzz", 404),
        ("/play", 405),
    ]:
        page = guest.get(path)
        assert page.status_code == status, path
        assert "<title>" in page.text, path
        assert "Traceback" not in page.text
    assert guest.http.put("/").status_code == 405
    answer = guest.get("/table/zzz", accept="application/json")
    assert answer.json()["code"] == "no-table"


def test_unknown_games_and_options(running: Running) -> None:
    guest = running.guest()
    assert guest.ask("/new", {"game": "chess"}).status_code == 404
    answer = guest.ask("/new", {"game": "gold_nuggets", "option-players": "9"})
    assert "players=9" in refused(answer, 400, "bad-option")
    page = guest.post("/new", {"game": "gold_nuggets", "option-players": "9", "title": "Ours"})
    assert page.status_code == 400
    assert 'value="Ours"' in page.text
    refused(guest.ask("/new", {"game": "gold_nuggets", "seat-2": "bot:nobody"}), 400, "bad-form")
    refused(guest.ask("/new", {"game": "gold_nuggets", "seat-2": "chair"}), 400, "bad-form")
    refused(guest.ask("/play", {"game": "gold_nuggets", "bot": "nobody"}), 400, "bad-form")


def test_odd_bodies(running: Running) -> None:
    guest = running.guest()
    http = guest.http
    kinds = "application/x-www-form-urlencoded"
    for body in (b"\xff\xfe", b"a=%FF", b"&".join(b"a=%d" % n for n in range(2000))):
        answer = http.post("/name", content=body, headers={"content-type": kinds})
        assert answer.status_code == 400, body[:20]
    answer = http.post("/name", content=b"{}", headers={"content-type": "application/json"})
    assert answer.status_code == 415
    broken = {"content-type": "multipart/form-data; boundary=x"}
    assert http.post("/name", content=b"--y\r\n", headers=broken).status_code in (400, 403)
