"""docs/fair-dice.md and docs/records.md: examples are true, the checker checks, nothing lacks."""

from __future__ import annotations

import hashlib
import hmac
import json
import random
import re
import struct
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from goldfield import load
from goldfield.games.moje_zlato.state import ACT
from goldfield.match.document import export, import_match
from goldfield.match.fair import fair_dice
from goldfield.match.record import Kind
from goldfield.match.verify import verify_text
from tests.played import begun, played, wavered

DOCS = Path(__file__).parents[1] / "docs"
FAIR = (DOCS / "fair-dice.md").read_text(encoding="utf-8")
RECORDS = (DOCS / "records.md").read_text(encoding="utf-8")


def blocks(text: str, language: str) -> list[str]:
    """The blocks of code in a language."""
    return re.findall(rf"```{language}\n(.*?)```", text, re.S)


def block(text: str, language: str) -> str:
    """The only one."""
    (found,) = blocks(text, language)
    return found


EXAMPLE = block(FAIR, "json")
CHECKER, CHESTS = blocks(FAIR, "python")


def check(folder: Path, text: str, checker: str = CHECKER) -> tuple[bool, str]:
    """What a checker of the documents says of a record."""
    game = folder / "game.json"
    game.write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-I", "-X", "utf8", "-c", checker, str(game)],
        capture_output=True,
        encoding="utf-8",
    )
    said = done.stdout + done.stderr
    assert "Traceback" not in said
    assert said.startswith("True" if done.returncode == 0 else "False")
    return done.returncode == 0, said.strip()


@cache
def exported(seed: int) -> str:
    options: dict[str, Any] = {"players": 2 + seed % 4, "first": 0, "pairs": seed % 2 == 0}
    return export(played("gold_nuggets", seed, **options))


def test_the_checkers_are_short_and_use_only_the_standard_library() -> None:
    for checker, most in ((CHECKER, 20), (CHESTS, 40)):
        lines = [line for line in checker.splitlines() if line.strip()]
        assert len(lines) <= most
        (used,) = re.findall(r"import (.*)", checker)
        assert set(used.split(", ")) <= {"hashlib", "hmac", "json", "re", "struct", "sys"}
        assert "goldfield" not in checker


@pytest.mark.parametrize("seed", range(4))
def test_the_checker_agrees_with_verify_on_true_records(tmp_path: Path, seed: int) -> None:
    text = exported(seed)
    found = verify_text(text)
    assert found.true
    true, said = check(tmp_path, text)
    assert true
    assert f"all {len(found.rolls)} rolls" in said


@pytest.mark.parametrize("seed", range(4))
def test_a_false_roll_is_named_by_both_in_the_same_words(tmp_path: Path, seed: int) -> None:
    document = json.loads(exported(seed))
    rng = random.Random(seed)
    chances = [at for at, move in enumerate(document["moves"]) if move["kind"] == "chance"]
    number = rng.randrange(1, len(chances))
    at = chances[number]
    dice = len(document["moves"][at]["text"])
    other = next(
        move
        for game in range(20)
        for move in json.loads(exported(game))["moves"]
        if move["kind"] == "chance"
        and len(move["text"]) == dice
        and move["text"] not in ("first", document["moves"][at]["text"])
        and not move["text"].startswith("first")
    )
    document["moves"][at] |= {"move": other["move"], "text": other["text"]}
    text = json.dumps(document)
    found = verify_text(text)
    assert found.findings[0].place == f"moves[{at}]"
    true, said = check(tmp_path, text)
    assert not true
    assert f"roll {number + 1} at position {at}: the record says {other['text']}" in said
    assert said.removeprefix("False: r") == str(found.findings[0].message).removeprefix("R")


def test_a_false_starter_is_named_by_both(tmp_path: Path) -> None:
    document = json.loads(exported(0))
    first = document["moves"][0]
    seat = int(first["text"].split()[1])
    other = 3 - seat
    document["moves"][0] |= {"move": first["move"] + other - seat, "text": f"first {other}"}
    text = json.dumps(document)
    assert "Roll 1 at position 0" in str(verify_text(text).findings[0].message)
    assert "roll 1 at position 0" in check(tmp_path, text)[1]


DECKS: list[dict[str, Any]] = [
    {},
    {"fish": True, "players": 3, "commit": True},
    {"deck": "1x1:c 1x3:cccd", "commit": True},
    {"deck": "2x1:d 4x2:ccd 2x2:fish 3x3:cd", "faces": "CDKSSK", "players": 4},
]


@pytest.mark.parametrize("options", DECKS)
@pytest.mark.parametrize("seed", range(3))
def test_the_checker_of_chests_agrees_with_verify(
    tmp_path: Path, options: dict[str, Any], seed: int
) -> None:
    text = export(wavered("moje_zlato", seed, first=0, **options))
    found = verify_text(text)
    assert found.true
    assert check(tmp_path, text, CHESTS) == (
        True,
        f"True: the seed gives all {len(found.rolls)} rolls.",
    )


@pytest.mark.parametrize("seed", range(3))
def test_a_false_chest_or_roll_is_named_by_both_in_the_same_words(
    tmp_path: Path, seed: int
) -> None:
    match = wavered("moje_zlato", seed, first=0, fish=True, commit=True)
    chances = [at for at, event in enumerate(match.events) if event.kind is Kind.CHANCE]
    seen: set[str] = set()
    for number, at in enumerate(chances):
        game, state = match.game, match.states[at]
        says = [game.show_move(state, outcome) for outcome, _ in game.outcomes(state)]
        true = game.show_move(state, match.events[at].move)
        kind = re.sub(r"\d|[CDKS]+", "", true)
        others = [i for i, text in enumerate(says) if text != true]
        if kind in seen or not others:
            continue
        seen.add(kind)
        document = json.loads(export(match))
        other = game.outcomes(state)[others[-1]][0]
        document["moves"][at] |= {"move": other, "text": says[others[-1]]}
        text = json.dumps(document)
        said = check(tmp_path, text, CHESTS)[1]
        assert f"roll {number + 1} at position {at}: the record says {says[others[-1]]}" in said
        message = str(verify_text(text).findings[0].message)
        assert said.removeprefix("False: r") == message.removeprefix("R")
    assert len(seen) > 4


def test_the_lines_with_an_undo_are_moje_zlatos() -> None:
    lines = re.findall(r'^    (\{"kind".*\}),$', RECORDS, re.M)
    move, undo = map(json.loads, lines)
    game = load("moje_zlato", first=1)
    assert (undo["kind"], undo["text"], undo["seat"]) == ("undo", "undo", move["seat"])
    assert f"event {undo['move']}" in RECORDS
    state = begun("moje_zlato", first=1).state
    assert game.show_move(state._replace(phase=ACT), move["move"]) == move["text"]


def test_a_letter_of_a_phrase_or_a_bit_of_the_seed_is_named_by_both(tmp_path: Path) -> None:
    document = json.loads(exported(1))
    phrase = document["seats"][1]["phrase"]
    document["seats"][1]["phrase"] = phrase[:-1] + ("x" if phrase[-1] != "x" else "y")
    text = json.dumps(document)
    assert verify_text(text).findings[0].place == "seats[1].phrase"
    assert check(tmp_path, text) == (
        False,
        "False: this phrase of seat 2 is not the one frozen.",
    )
    document = json.loads(exported(1))
    seed = bytearray.fromhex(document["seed"])
    seed[13] ^= 4
    document["seed"] = seed.hex()
    text = json.dumps(document)
    assert verify_text(text).findings[0].place == "seed"
    assert check(tmp_path, text) == (False, "False: this seed is not the one promised.")


def test_the_example_is_an_export_and_true(tmp_path: Path) -> None:
    match = import_match(EXAMPLE)
    assert export(match) == EXAMPLE
    found = verify_text(EXAMPLE)
    assert found.true
    assert match.abandoned
    assert check(tmp_path, EXAMPLE)[0]
    assert match.position == 8
    assert "given up after eight events" in FAIR


def test_the_numbers_of_the_example_are_right() -> None:
    match = import_match(EXAMPLE)
    seed, phrases = match.seed, match.header.phrases
    assert seed == bytes(range(32))
    dice = fair_dice(seed, "example", 1, phrases)
    message = dice.head + struct.pack(">I", 0) + dice.tail
    hexadecimal = FAIR.replace(" ", "")
    assert message.hex() in hexadecimal
    assert hmac.new(seed, message, hashlib.sha256).hexdigest() in hexadecimal
    word, _ = dice.next32()
    number, rest = divmod(word * 6**7, 2**32)
    digits = "".join(str(number // 6**i % 6) for i in range(6, -1, -1))
    for shown in (hex(word), word, 6**7, number, rest, 2**32 % 6**7, digits):
        assert str(shown) in FAIR
    fallen = [{"0": "gold", "1": "lasso"}.get(digit, digit) for digit in digits]
    assert "dice " + ", ".join(fallen) + "." in FAIR.replace("\n", " ")
    faces = "".join(sorted(("GL2345"[int(digit)] for digit in digits), key="GL2345".index))
    assert match.game.show_move(match.states[1], match.events[1].move) == faces
    assert f"`{faces}`" in FAIR


def test_every_field_of_a_record_is_described_and_no_other() -> None:
    document = json.loads(EXAMPLE)
    top, seat, move = re.split(r"A \*\*(?:seat|move)\*\*:", RECORDS)
    for text, fields in (
        (top, document),
        (seat, document["seats"][0]),
        (move, document["moves"][0]),
    ):
        described = re.findall(r"^\| `(\w+)` \|", text, re.M)
        assert [field for field in described if field != "stand_ins"] == list(fields)
    assert "stand_ins" in re.findall(r"^\| `(\w+)` \|", top, re.M), "only where a bot sat in"


def test_the_sentences_of_the_documents_are_those_of_the_program() -> None:
    document = json.loads(exported(0))
    at = next(i for i, m in enumerate(document["moves"]) if i > 5 and m["kind"] == "chance")
    document["moves"][at]["text"] = "nonsense"
    finding = verify_text(json.dumps(document)).findings[0]
    sentence = str(finding.message)
    assert finding.place == f"moves[{at}].text"
    assert str(finding.line) == f"At move {at + 1}: {sentence}"
    said = re.escape(sentence).replace("nonsense", "GGL2")
    said = re.sub(r"\d+", r"\\d+", said.replace(re.escape(sentence.split()[-1]), "GGG245\\."))
    assert re.search(said, " ".join(RECORDS.split()))


def test_the_program_of_the_documents_runs(tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text(exported(2), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", block(RECORDS, "python")],
        capture_output=True,
        encoding="utf-8",
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].startswith("True: the seed fits")
