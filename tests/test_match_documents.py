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

from goldfield.match.document import export, import_match
from goldfield.match.fair import fair_dice
from goldfield.match.verify import verify_text
from tests.played import played

DOCS = Path(__file__).parents[1] / "docs"
FAIR = (DOCS / "fair-dice.md").read_text(encoding="utf-8")
RECORDS = (DOCS / "records.md").read_text(encoding="utf-8")


def block(text: str, language: str) -> str:
    """The only block of code in a language."""
    (found,) = re.findall(rf"```{language}\n(.*?)```", text, re.S)
    return found


EXAMPLE = block(FAIR, "json")
CHECKER = block(FAIR, "python")


def check(folder: Path, text: str) -> tuple[bool, str]:
    """What the checker of the documents says of a record."""
    game = folder / "game.json"
    game.write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-I", "-X", "utf8", "-c", CHECKER, str(game)],
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


def test_the_checker_is_short_and_uses_only_the_standard_library() -> None:
    lines = [line for line in CHECKER.splitlines() if line.strip()]
    assert len(lines) <= 20
    assert re.findall(r"import (.*)", CHECKER) == ["hashlib, hmac, json, struct, sys"]
    assert "goldfield" not in CHECKER


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
        assert re.findall(r"^\| `(\w+)` \|", text, re.M) == list(fields)


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
