"""Records as JSON: they round-trip, hide what they must, and damage is refused with its place."""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldfield.games.contract import SPECTATOR
from goldfield.match.document import export, import_match, read
from goldfield.match.form import MOST_BYTES, BadRecord
from goldfield.match.record import SCHEMA
from tests.played import KUHN, PARTNERS, PEBBLES, PIG, TEST_GAMES, begun, played, wavered


def loads(text: str) -> dict[str, Any]:
    return json.loads(text)


def refused(document: object) -> BadRecord:
    """How a document is refused."""
    text = document if isinstance(document, str | bytes) else json.dumps(document)
    with pytest.raises(BadRecord) as caught:
        import_match(text, TEST_GAMES)
    message = str(caught.value.message)
    entry = re.match(r"(move|seat)s\[(\d+)\]", caught.value.place)
    if entry is not None:
        assert re.match(
            rf"This record is (false|damaged)\. At {entry[1]} {int(entry[2]) + 1}: ", message
        )
    assert "[" not in message.split(":")[0], "places are words"
    assert message.endswith((".", "?", ")")), message
    return caught.value


@pytest.mark.parametrize("game", TEST_GAMES)
def test_a_finished_match_comes_back_whole(game: str) -> None:
    for seed in range(10):
        match = played(game, seed, first=0)
        text = export(match)
        again = import_match(text, TEST_GAMES)
        assert again.record() == match.record()
        assert again.states == match.states
        assert export(again) == text
        assert match.seed is not None
        assert loads(text)["seed"] == match.seed.hex()


def test_an_abandoned_match_comes_back_abandoned() -> None:
    match = played(KUHN, most=1).given_up()
    again = import_match(export(match), TEST_GAMES)
    assert again.abandoned
    assert again.record() == match.record()


def test_a_running_match_without_secrets_can_be_taken_over_but_for_its_seed() -> None:
    match = played(PIG, most=9)
    again = import_match(export(match), TEST_GAMES)
    assert again.record() == match.record()
    assert loads(export(match))["seed"] is None
    assert not again.is_closed


@pytest.mark.parametrize("game", [KUHN, PARTNERS])
def test_a_running_match_with_secrets_is_masked(game: str) -> None:
    match = played(game, most=1)
    for reader in range(SPECTATOR, match.game.info.seats):
        document = loads(export(match, reader))
        assert document["seen_by"] == ("spectator" if reader < 0 else reader + 1)
        assert document["seed"] is None
        for at, entry in enumerate(document["moves"]):
            before, move = match.states[at], match.events[at].move
            assert entry["move"] == match.game.mask(before, move, reader)
        assert read(json.dumps(document), TEST_GAMES).record.reader == reader
        assert refused(document).place == "seen_by"


@settings(deadline=None)
@given(st.integers(0, 200), st.integers(0, 3))
def test_what_a_seat_may_not_know_leaves_no_trace_in_its_record(seed: int, decisions: int) -> None:
    """Two matches alike but for a hidden card give the same text to who may not know it."""
    match = played(KUHN, seed, most=min(decisions, 1))
    if match.is_closed:
        return
    texts: dict[tuple[object, ...], str] = {}
    for other_seed in range(30):
        other = played(KUHN, other_seed, most=min(decisions, 1))
        if other.is_closed:
            continue
        seen = tuple(other.game.view(state, 0) for state in other.states)
        document = loads(export(other, 0))
        moves = json.dumps(document["moves"])
        assert texts.setdefault(seen, moves) == moves
    assert len(texts) > 1


def test_an_export_names_every_field_and_one_event_a_line() -> None:
    text = export(played(PIG))
    document = loads(text)
    assert list(document) == [
        "format", "schema", "match", "game", "rules_version", "options", "created", "seats",
        "commitment", "seed", "seen_by", "moves",
    ]  # fmt: skip
    assert document["schema"] == SCHEMA
    lines = [line for line in text.splitlines() if '"move": ' in line]
    assert len(lines) == len(document["moves"])
    assert all(loads(line.rstrip(","))["text"] for line in lines)


@pytest.mark.parametrize("field", ["name", "phrase"])
@pytest.mark.parametrize(
    "char",
    ["\u202e", "\u2066", "\u200b", "\u2028", "\ufeff", "\ue000", "\ue001", "\U000f0000", "\ufffe",
     "\U000e0041", "\x00", "\x85", "\udfff"],
)  # fmt: skip
def test_what_turns_hides_or_stands_in_for_text_is_refused(field: str, char: str) -> None:
    document = json.loads(json.dumps(BASE))
    seat = document["seats"][1]
    seat[field] = f"An{char}na"
    seat["phrase_sha256"] = hashlib.sha256(seat["phrase"].encode("utf-8", "replace")).hexdigest()
    bad = refused(document)
    assert bad.place == f"seats[1].{field}"
    assert f"U+{ord(char):04X} is not allowed" in str(bad.message)


def test_joiners_may_stand_in_a_word_only() -> None:
    document = json.loads(json.dumps(BASE))
    for name in ("نمی\u200cدانم", "क्\u200dष", "👩\u200d🌾"):
        document["seats"][0]["name"] = name
        assert import_match(json.dumps(document), TEST_GAMES).header.seats[0].name == name
    for name in ("\u200dAna", "Ana \u200dB"):
        document["seats"][0]["name"] = name
        assert "U+200D is not allowed" in str(refused(document).message)


def test_a_bot_may_have_any_name_of_its_form() -> None:
    document = json.loads(json.dumps(BASE))
    document["seats"][1] |= {"kind": "bot", "bot": "of-a_later-version2"}
    assert import_match(json.dumps(document), TEST_GAMES).header.seats[1].bot
    for name in ("", "Greedy", "x" * 41, "a b"):
        document["seats"][1]["bot"] = name
        assert refused(document).place == "seats[1].bot"


def test_a_record_is_utf_8_and_nothing_else() -> None:
    text = json.dumps(BASE)
    assert import_match(text.encode(), TEST_GAMES).is_over
    assert import_match(text.encode("utf-8-sig"), TEST_GAMES).is_over, "editors write such a mark"
    for encoding in ("utf-16", "utf-16-le", "utf-32"):
        assert "not JSON" in str(refused(text.encode(encoding)).message)


def test_names_full_of_markup_and_of_any_script_are_plain_text() -> None:
    document = loads(export(played(KUHN)))
    for name in ("<script>alert(1)</script>", "{name} %s {0}", "Žofie 🐎", "'; DROP TABLE match"):
        document["seats"][0]["name"] = name
        assert import_match(json.dumps(document), TEST_GAMES).header.seats[0].name == name


BASE = loads(export(played(PIG, seed=3, first=0)))
DAMAGE: list[tuple[str, Any, str, str]] = [
    # path, new value, place named, words of the sentence
    ("format", "chess", "format", "not the record of a Goldfield match"),
    ("schema", 2, "schema", "reads schema 1"),
    ("schema", "1", "schema", "Expected a whole number, found a text"),
    ("game", "nonesuch", "game", "There is no game nonesuch"),
    ("game", "os", "game", "There is no game os"),
    ("game", "tests.games.nonesuch", "game", "There is no game"),
    ("rules_version", 99, "rules_version", "version 99 of the rules"),
    ("options.goal", 11, "options", "goal=11 is not allowed"),
    ("options.colour", 1, "options", "There is no option colour"),
    (
        "options.goal",
        None,
        "options.goal",
        "Expected a text, a whole number, or a yes or no, found nothing",
    ),
    ("options.goal", [1], "options.goal", "found a list"),
    ("options", [], "options", "Expected an object"),
    ("options", {"players": 2, "first": 0}, "options", "The option goal is missing"),
    ("options.name", "pig", "options", "There is no option name"),
    ("options.self", 1, "options", "There is no option self"),
    ("options.package", 1, "options", "There is no option package"),
    ("options.\ud800", 1, "", "The name of a field has at most 64 letters"),
    ("options.\ue001", 1, "", "The name of a field has at most 64 letters"),
    ("options." + "x" * 65, 1, "", "The name of a field has at most 64 letters"),
    ("\ud800", 1, "", "The name of a field has at most 64 letters"),
    ("seats.0.\ud800", 1, "", "The name of a field has at most 64 letters"),
    ("created", "yesterday", "created", "Expected a time in UTC such as 2026-"),
    ("created", "2026-13-30T18:25:44Z", "created", "Expected a time"),
    ("created", "2026-11-30T24:25:44Z", "created", "Expected a time"),
    ("created", "2026-11-30T18:25:44", "created", "Expected a time"),
    ("created", "\u0662026-11-30T18:25:44Z", "created", "Expected a time"),
    ("seats.0.bot", "greedy", "seats[0].bot", "A person is no bot"),
    ("seats.0.kind", "bot", "seats[0].bot", "A bot has a name"),
    ("seats", {}, "seats", "Expected a list"),
    ("seats", [], "seats", "The options say 2 seats, here are 0"),
    ("match", "../etc", "match", "1 to 64 letters"),
    ("match", "", "match", "must not be empty"),
    ("seats.0.name", "x" * 201, "seats[0].name", "201 characters, at most 200"),
    ("seats.0.name", "a\x00b", "seats[0].name", "U+0000 is not allowed"),
    ("seats.0.name", "a\nb", "seats[0].name", "U+000A is not allowed"),
    ("seats.0.name", "\ud800", "seats[0].name", "U+D800 is not allowed"),
    ("seats.0.name", "", "seats[0].name", "must not be empty"),
    ("seats.0.kind", "dog", "seats[0].kind", "Expected one of: person, bot"),
    ("seats.0.kind", ["person"], "seats[0].kind", "Expected one of"),
    ("seats.1.phrase", "another", "seats[1].phrase", "not the phrase whose fingerprint"),
    ("seats.1.frozen", 1, "seats", "each once"),
    ("seats.1.frozen", True, "seats[1].frozen", "found a yes or no"),
    ("commitment", "xyz", "commitment", "Expected 64 hexadecimal digits"),
    ("seed", "00", "seed", "Expected 64 hexadecimal digits"),
    ("seed", None, "seed", "the game is over, so its seed belongs"),
    ("seen_by", "me", "seen_by", "Expected a whole number"),
    ("moves", 5, "moves", "Expected a list, found the number 5"),
    ("moves.7", "hold", "moves[7]", "Expected an object, found a text"),
    ("moves.7.move", 1.5, "moves[7].move", "found the number 1.5"),
    ("moves.7.move", -1, "moves[7].move", "Expected a number from 0"),
    ("moves.7.move", 2**40, "moves[7].move", "Expected a number from 0"),
    ("moves.7.text", "nonsense", "moves[7].text", "does not fit the number"),
    ("moves.7.kind", "magic", "moves[7].kind", "Expected one of: move, chance, forced, undo"),
    ("moves.0.seat", 1, "moves[0].seat", "Chance has no seat"),
    ("moves.0.move", 5, "moves[0]", "(number 5) is not legal here"),
    ("moves.1.seat", None, "moves[1].seat", "every move has one"),
    ("moves.1.seat", 3, "moves[1].seat", "Expected a number from 1 to 2"),
    ("moves.1.move", 77, "moves[1]", "(number 77) is not legal here"),
    ("moves.1.kind", "forced", "moves[1].kind", "of kind move, not forced"),
    ("moves.1.mood", "good", "moves[1]", "There is no field mood here"),
    ("extra", 1, "", "There is no field extra here"),
]


@pytest.mark.parametrize(("path", "value", "place", "words"), DAMAGE)
def test_damage_is_refused_with_its_place(path: str, value: Any, place: str, words: str) -> None:
    document = json.loads(json.dumps(BASE))
    at: Any = document
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    for step in way:
        at = at[step]
    assert last not in at or at[last] != value if isinstance(at, dict) else at[last] != value
    at[last] = value
    bad = refused(document)
    assert bad.place == place
    assert words.lower() in str(bad.message).lower()


@pytest.mark.parametrize("name", sorted(BASE))
def test_every_field_is_needed(name: str) -> None:
    document = {key: value for key, value in BASE.items() if key != name}
    assert f"The field {name} is missing" in str(refused(document).message)


def test_a_cut_record_is_refused_where_it_was_cut() -> None:
    """It may end only where somebody has to decide, and without a seed only before the end."""
    match = played(PIG, seed=3, first=0)
    for n in range(len(BASE["moves"])):
        document = {**BASE, "seed": None, "moves": BASE["moves"][:n]}
        if match.game.to_act(match.states[n]) < 0:
            assert "stops in mid-turn" in str(refused(document).message)
        else:
            assert import_match(json.dumps(document), TEST_GAMES).position == n


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not JSON: line 1, column 1"),
        ("{", "not JSON: line 1"),
        ("[" * 100_000, "not JSON that a record could be"),
        (b"\xff\xfe\x00", "not JSON"),
        ('{"schema": NaN}', "not JSON that a record could be"),
        ('{"schema": ' + "9" * 5000 + "}", "not JSON that a record could be"),
        ('{"format": "goldfield match", "format": "x"}', "not JSON that a record could be"),
        ("[]", "Expected an object, found a list"),
        ("null", "Expected an object, found nothing"),
        (" " * (MOST_BYTES + 1), "too large"),
    ],
)
def test_what_is_no_record_is_refused_in_a_sentence(text: str | bytes, words: str) -> None:
    assert words in str(refused(text).message)


def test_a_game_of_ones_own_is_loaded_only_when_named() -> None:
    text = export(played(PIG))
    with pytest.raises(BadRecord, match="There is no game"):
        import_match(text)
    assert import_match(text, [PIG]).is_over


@pytest.mark.parametrize("base", [BASE, loads(export(wavered(PEBBLES, 4)))], ids=["pig", "pebbles"])
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_no_damage_escapes_as_another_error(base: dict[str, Any], data: st.DataObject) -> None:
    """Replace, drop or duplicate any value anywhere: import it or refuse it, never stumble."""
    document = json.loads(json.dumps(base))
    spots: list[tuple[Any, Any]] = []

    def walk(at: Any) -> None:
        for key in list(at) if isinstance(at, dict) else range(len(at)):
            spots.append((at, key))
            if isinstance(at[key], dict | list):
                walk(at[key])

    walk(document)
    for _ in range(data.draw(st.integers(1, 3))):
        at, key = data.draw(st.sampled_from(spots))
        at[key] = data.draw(
            st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
            | st.lists(st.integers(), max_size=2) | st.just({})
        )  # fmt: skip
    text = json.dumps(document)
    with contextlib.suppress(BadRecord):
        assert import_match(text, TEST_GAMES).position == len(document["moves"])


def test_a_record_of_a_match_just_begun_has_no_moves() -> None:
    text = export(begun(PIG))
    assert loads(text)["moves"] == []
    assert import_match(text, TEST_GAMES).events == ()
