"""Muting for oneself, reporting to whoever opened the table, and what nobody else learns of it."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from goldfield.store.store import TalkKind
from goldfield.web.visit import Rate
from tests.web.server import Guest, Running, two_at_a_table


@pytest.fixture(autouse=True)
def in_no_hurry(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running.house, "chat_rate", Rate(10_000, 0.0))
    monkeypatch.setattr(running.house, "manners_rate", Rate(10_000, 0.0))


def speak(guest: Guest, table: str, text: str) -> None:
    guest.get(f"/table/{table}")
    assert guest.post(f"/table/{table}/chat", {"text": text, "name": guest.name}).is_redirect


def region(guest: Guest, table: str, name: str) -> str:
    """A part of what the guest's page shows."""
    page = guest.get(f"/table/{table}/part").text
    shown = page.partition(f'id="{name}" data-region')[2].partition("</section>")[0]
    return shown.partition("data-region")[0]


def heard(guest: Guest, table: str) -> list[str]:
    """What the guest can read of the talk, on the page and in its living part."""
    found: list[list[str]] = []
    for path in (f"/table/{table}", f"/table/{table}/part"):
        lines = guest.get(path).text.partition('id="chat-lines"')[2].partition("</ol>")[0]
        found.append(re.findall(r"</b> <bdi>(.*?)</bdi>", lines))
    assert found[0] == found[1]
    return found[0]


def do(guest: Guest, table: str, what: str, form: dict[str, str], status: Sequence[int] = (303,)):
    guest.get(f"/table/{table}")
    answer = guest.post(f"/table/{table}/{what}", form)
    assert answer.status_code in status, answer.text[-500:]
    return answer


def line(running: Running, table: str, text: str) -> str:
    """The number of a line."""
    talk = running.call(running.house.store.talk(table))
    return next(str(one.seq) for one in talk if one.text == text)


def test_a_muted_seat_is_gone_for_one_reader_alone_and_can_be_heard_again(
    running: Running,
) -> None:
    table, jana, petr = two_at_a_table(running)
    eva = running.guest("Eva")
    speak(petr, table, "grumble")
    speak(jana, table, "hello")
    before = petr.get(f"/table/{table}/part").headers["x-version"]
    page = do(jana, table, "mute", {"who": "seat-2"})
    assert page.headers["location"] == f"/table/{table}"
    speak(petr, table, "grumble more")
    assert heard(jana, table) == ["hello"]
    assert "You have muted Petr." in jana.read(f"/table/{table}")
    assert "grumble" not in jana.get(f"/table/{table}").text
    # What is done at the table stays in its log.
    assert "Petr" in jana.get(f"/table/{table}/part").text.partition('id="log"')[2]
    for other in (petr, eva):
        assert heard(other, table) == ["grumble", "hello", "grumble more"]
        assert "You have muted" not in other.read(f"/table/{table}")
    # A version says that something changed, for the reader's other pages, and nothing else.
    assert petr.get(f"/table/{table}/part").headers["x-version"] != before
    number = re.search(r'name="muted" value="(\d+)"', region(jana, table, "muted"))
    assert number
    do(jana, table, "unmute", {"muted": number[1]})
    assert heard(jana, table) == ["grumble", "hello", "grumble more"]
    assert "You have muted" not in jana.read(f"/table/{table}")
    do(jana, table, "unmute", {"muted": number[1]})


def test_who_watches_can_be_muted_and_mute_without_others_sharing_it(running: Running) -> None:
    table, jana, _ = two_at_a_table(running)
    eva, ivo = running.guest("Eva"), running.guest("Ivo")
    speak(eva, table, "wrong die!")
    speak(ivo, table, "quite right")
    mute = f"line-{line(running, table, 'wrong die!')}"
    for reader in (jana, ivo):
        assert f'value="{mute}"' in region(reader, table, "manners")
        do(reader, table, "mute", {"who": mute})
        assert heard(reader, table) == ["quite right"]
    for reader in (eva, running.guest("Ota"), running.guest()):
        assert heard(reader, table) == ["wrong die!", "quite right"]
        assert "You have muted" not in reader.read(f"/table/{table}")


@pytest.mark.parametrize("first", [0, 1])
def test_who_watches_is_not_offered_to_mute_or_report_themselves(
    running: Running, first: int
) -> None:
    """Nor are others kept from it, whoever of them asked for the page first."""
    table, *_ = two_at_a_table(running)
    eva, ota = running.guest("Eva"), running.guest("Ota")
    speak(eva, table, "wrong die!")
    number = line(running, table, "wrong die!")
    for reader in ((eva, ota), (ota, eva))[first] * 2:
        offered = region(reader, table, "manners")
        assert 'value="seat-1"' in offered
        own = reader is eva
        assert (f'value="line-{number}"' in offered) is not own
        assert (f'value="{number}"' in offered) is not own
        assert heard(reader, table) == ["wrong die!"]


def test_mutes_go_along_to_another_device_and_the_next_game(running: Running) -> None:
    table, jana, petr = two_at_a_table(running)
    speak(petr, table, "before")
    do(jana, table, "mute", {"who": "seat-2"})
    phones: list[Guest] = []
    for guest, seat in ((jana, "1"), (petr, "2")):
        page = guest.post(f"/table/{table}/links", {"seat": seat}).text
        link = re.search(r"/seat/[\w-]+", page)
        assert link
        phone = running.guest()
        phone.get(link[0])
        assert phone.post(link[0]).is_redirect
        phone.name = guest.name
        phones.append(phone)
    speak(phones[1], table, "after")
    assert heard(phones[0], table) == []
    assert "You have muted Petr." in phones[0].read(f"/table/{table}")
    assert heard(phones[1], table) == ["before", "after"]
    # Nobody is offered twice, under the old device and the new one.
    assert 'id="mute-who"' not in region(phones[0], table, "manners")
    assert region(running.guest(), table, "manners").count('value="seat-2"') == 1
    phones[0].get(f"/table/{table}")
    assert phones[0].post(f"/table/{table}/abandon", {"sure": "yes"}).is_redirect
    phones[0].get(f"/table/{table}")
    later = phones[0].post(f"/table/{table}/rematch").headers["location"].removeprefix("/table/")
    phones[1].get(f"/table/{table}")
    assert phones[1].post(f"/table/{table}/rematch").is_redirect
    speak(phones[1], later, "once more")
    assert "once more" not in phones[0].get(f"/table/{later}").text
    number = re.search(r'name="muted" value="(\d+)"', region(phones[0], later, "muted"))
    assert number
    do(phones[0], later, "unmute", {"muted": number[1]})
    assert heard(phones[0], later) == ["once more"]


def test_a_flood_of_muted_lines_pushes_nobody_else_out(running: Running) -> None:
    table, jana, petr = two_at_a_table(running)
    speak(jana, table, "first")
    do(jana, table, "mute", {"who": "seat-2"})
    player = running.call(running.house.store.entry(table)).seats[1].player
    for n in range(130):
        said = running.house.store.say(table, f"flood {n}", seat=1, name="Petr", player=player)
        running.call(said)
    assert heard(jana, table) == ["first"]
    assert "first" not in heard(petr, table)


@pytest.mark.parametrize(
    ("form", "status", "code"),
    [
        ({"who": "seat-1"}, 409, "nobody"),
        ({"who": "seat-3"}, 404, "no-line"),
        ({"who": "line-999"}, 404, "no-line"),
        ({"who": "line-" + "9" * 40}, 404, "no-line"),
        ({"who": "line-1"}, 404, "no-line"),  # somebody sat down
        ({"who": "\u202eseat-2"}, 404, "no-line"),
        ({}, 404, "no-line"),
        ({"who": ["seat-2", "seat-1"]}, 422, "contradictory"),
    ],
)
def test_whom_nobody_can_mute(running: Running, form, status: int, code: str) -> None:
    table, jana, _ = two_at_a_table(running)
    jana.get(f"/table/{table}")
    answer = jana.ask(f"/table/{table}/mute", form)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    page = jana.post(f"/table/{table}/mute", form)
    assert page.status_code == status
    assert 'id="chat-lines"' in page.text  # beside the table
    assert answer.json()["sentence"] in page.text


def test_who_opened_the_table_sees_a_reported_line_in_context_and_takes_it_away(
    running: Running,
) -> None:
    table, jana, petr = two_at_a_table(running)
    eva = running.guest("Eva")
    for n in range(4):
        speak(petr, table, f"fair {n}")
    speak(eva, table, "foul word")
    speak(petr, table, "well well")
    number = line(running, table, "foul word")
    assert f'value="{number}"' in region(petr, table, "manners")
    told = do(petr, table, "report", {"line": number}, (200,))
    assert "is shown this line now" in told.text
    do(petr, table, "report", {"line": number}, (200,))  # reloaded
    # For nobody else anything has changed: not who reported, nor that somebody did.
    for guest in (petr, eva, running.guest()):
        assert "Reported lines" not in guest.get(f"/table/{table}").text
    shown = region(jana, table, "reports")
    assert [t for t in ("fair 2", "fair 3", "foul word", "well well") if t not in shown] == []
    assert "fair 1" not in shown
    assert "Petr reported" not in shown
    for guest in (petr, eva):
        do(guest, table, "judge", {"line": number, "do": "take"}, (403,))
    do(jana, table, "judge", {"line": number, "do": "take"})
    for guest in (jana, petr, eva, running.guest()):
        page = guest.get(f"/table/{table}").text
        assert "foul word" not in page
        assert "This line was taken away." in page
    assert "Reported lines" not in jana.get(f"/table/{table}").text
    found = running.call(running.house.store.talk(table))
    assert "foul word" not in [one.text for one in found]


def test_a_line_that_may_stand_is_not_asked_about_again(running: Running) -> None:
    table, jana, petr = two_at_a_table(running)
    speak(petr, table, "You lucky one")
    number = line(running, table, "You lucky one")
    eva = running.guest("Eva")
    do(eva, table, "report", {"line": number}, (200,))
    do(jana, table, "judge", {"line": number, "do": "keep"})
    assert "You lucky one" in heard(eva, table)
    assert "Reported lines" not in jana.get(f"/table/{table}").text
    assert "let it stand" in do(eva, table, "report", {"line": number}, (409,)).text


def test_lines_that_cannot_be_reported_or_judged(running: Running) -> None:
    table, jana, petr = two_at_a_table(running)
    speak(jana, table, "mine")
    speak(petr, table, "yours")
    mine, yours = (line(running, table, text) for text in ("mine", "yours"))
    other, *_ = two_at_a_table(running)
    do(petr, table, "report", {"line": mine}, (409,))
    do(petr, table, "report", {"line": yours}, (403,))
    do(jana, table, "judge", {"line": yours, "do": "take"}, (409,))
    do(jana, table, "judge", {"line": mine, "do": "take"}, (409,))
    do(petr, other, "report", {"line": yours}, (404,))
    do(jana, table, "report", {"line": "1"}, (404,))
    do(jana, table, "judge", {"line": "\x00", "do": "take"}, (404,))
    do(jana, table, "judge", {"line": yours, "do": "burn"}, (400,))
    assert {"mine", "yours"} <= set(heard(petr, table))


def test_too_many_at_once_are_refused_in_a_sentence(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, jana, petr = two_at_a_table(running)
    speak(petr, table, "grumble")
    monkeypatch.setattr(running.house, "manners_rate", Rate(1, 1000.0))
    do(jana, table, "mute", {"who": "seat-2"})
    answer = do(jana, table, "mute", {"who": "seat-2"}, (429,))
    assert "wait a few seconds" in answer.text


def test_partners_have_no_words_that_others_cannot_read(running: Running) -> None:
    """Talk, phrases, names, mutes and reports of partners: all that is sent, all can read."""
    jana = running.guest("Jana")
    people = [jana, *(running.guest(name) for name in ("Petr", "Eva", "Ivo"))]
    table = jana.open_table(
        "nuggets", **{"option-players": "4", "seat-3": "person", "seat-4": "person"}
    )
    for seat, guest in enumerate(people[1:], 2):
        assert guest.sit(table, seat).is_redirect
    assert jana.start(table).is_redirect
    watching = running.guest("Ota")
    everybody = [*people, watching, running.guest()]
    # Partners sit across from one another.
    speak(people[0], table, "build in the north")
    speak(people[2], table, "yes I will")
    for guest in everybody:
        assert heard(guest, table) == ["build in the north", "yes I will"]
    # No post of the talk names a reader: a field that would is not heeded.
    people[0].get(f"/table/{table}")
    fields = {"text": "psst", "to": "3", "for": "3", "private": "yes", "whisper": "3"}
    assert people[0].post(f"/table/{table}/chat", fields).is_redirect
    for guest in everybody:
        assert heard(guest, table)[-1] == "psst"
    # Whom somebody mutes, and that somebody reported, is seen by nobody else, partners included.
    seen = [_without_tokens(guest, table) for guest in everybody]
    do(people[0], table, "mute", {"who": "seat-2"})
    do(people[0], table, "mute", {"who": "seat-4"})
    now = [_without_tokens(guest, table) for guest in everybody]
    assert now[1:] == seen[1:]
    assert now[0] != seen[0]
    number = line(running, table, "yes I will")
    do(people[1], table, "report", {"line": number}, (200,))
    after = [_without_tokens(guest, table) for guest in everybody]
    assert after[1:] == now[1:]
    talk = running.call(running.house.store.talk(table))
    assert {one.kind for one in talk} <= {TalkKind.CHAT, TalkKind.SEAT}


def _without_tokens(guest: Guest, table: str) -> str:
    page = guest.get(f"/table/{table}/part").text
    return re.sub(r'(name="(?:csrf|once|key)" value=)"[^"]*"', r"\1", page)


def test_no_page_tells_who_said_a_line_otherwise_than_by_name(running: Running) -> None:
    table, jana, petr = two_at_a_table(running)
    eva = running.guest("Eva")
    speak(eva, table, "hello")
    do(jana, table, "mute", {"who": f"line-{line(running, table, 'hello')}"})
    players = {one.player for one in running.call(running.house.store.talk(table)) if one.player}
    assert players
    for guest in (jana, petr, eva):
        for path in ("", "/part", "/game.json", "/dice", "/rules"):
            text = guest.get(f"/table/{table}{path}").text
            assert not [player for player in players if player in text]
