"""Tables of solved games on disk: versioned, checked, written whole or not at all.

A file is ``MAGIC``, 32 bytes SHA-256 of all that follows, four bytes with the length of a header,
the header (JSON, padded with spaces), and then for each score state, in the order of
:mod:`scores`, the shares of all seats but the last as unsigned 32-bit numbers of parts of
``PARTS``; all numbers are little-endian. The header names the game, its rules and the version of
the solver (``key``) and tells how exact the numbers are (:class:`Facts`).
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import mmap
import os
import sys
import tempfile
from array import array
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TypeAlias

import platformdirs

from goldfield.games.game import Game
from goldfield.games.racing import Race
from goldfield.solutions.scores import Scores, scores_of
from goldfield.solutions.turns import Shares
from goldfield.words import Message, say

MAGIC = b"goldfield solution 1\n"
SOLVER = 3
"""Raised by every change of the solver after which its numbers would differ."""
PARTS = 2**32 - 1
"""The parts of one win in a table."""
SETTLED = 1e-5
"""A solution whose residual is larger has scores at which play did not settle."""

Numbers: TypeAlias = "memoryview | array[int]"


@dataclass(frozen=True)
class Facts:
    """How a table was found and how exact it is.

    Attributes:
        residual: The most by which a stored share differs from what one step of play from there
            is worth, counted with the stored shares of all that can follow.
        epsilon: The most that any seat at any state could gain by deviating once.
        seconds: How long it took.
        width: How far apart options may be that are still mixed; 0: choices are pure.
    """

    residual: float
    epsilon: float
    seconds: float
    width: float = 0.0

    @property
    def settled(self) -> bool:
        """Whether one step of play changes no stored share by more than ``SETTLED``.

        It always is so with two players. With more, some scores may be left over at which no
        equilibrium was found, and shares everywhere are less exact than ``epsilon`` says.
        """
        return self.residual <= SETTLED


class Damaged(Exception):
    """A file that is not what it should be; ``message`` names it and says what is wrong."""

    def __init__(self, path: Path, what: Message) -> None:
        self.message = say("{file} is damaged: {what}.", file=str(path), what=what)
        super().__init__(str(self.message))


class Table:
    """The shares of every score state at the beginning of a run.

    Attributes:
        scores: How the states are numbered.
        facts: How exact the numbers are.
        numbers: ``numbers[state * (players - 1) + seat]``, parts of ``PARTS``; seat 0 is about to
            begin a run. What all but the last seat leave of ``PARTS`` is the last one's.
    """

    def __init__(self, scores: Scores, facts: Facts, numbers: Numbers) -> None:
        self.scores = scores
        self.facts = facts
        self.numbers = numbers

    def shares(self, piles: tuple[int, ...]) -> Shares:
        """The shares where the seat with ``piles[0]`` is about to begin a run."""
        seats = len(piles) - 1
        at = self.scores.rank(piles) * seats
        parts = self.numbers[at : at + seats].tolist()
        return (*(part / PARTS for part in parts), (PARTS - sum(parts)) / PARTS)


def default_folder() -> Path:
    """Where tables are kept: ``~/.local/share/goldfield/solutions`` on Linux."""
    return platformdirs.user_data_path("goldfield", appauthor=False) / "solutions"


def key_of(game: Game, race: Race) -> dict[str, object]:
    """What a table belongs to: the game, its rules as played, and who found it how.

    The seat that begins is left out, for all seats are alike.
    """
    digest = hashlib.sha256(repr((race.total, race.most)).encode())
    for part in race.turn:
        digest.update(repr(part.tolist()).encode())
    return {
        "game": game.package,
        "rules_version": game.room.RULES_VERSION,
        "options": {k: v for k, v in game.rules.as_dict().items() if k != "first"},
        "turn": digest.hexdigest()[:16],
        "solver": SOLVER,
    }


def file_of(game: Game, race: Race, folder: Path | None = None) -> Path:
    """The file of a game's table under its rules."""
    key = json.dumps(key_of(game, race), sort_keys=True).encode()
    name = f"{game.name}-{game.info.seats}-{hashlib.sha256(key).hexdigest()[:16]}.shares"
    return (folder or default_folder()) / name


def read(game: Game, race: Race, folder: Path | None = None) -> Table | None:
    """The table of a game under its rules, or None where there is none that can be opened.

    Raises:
        Damaged: for a file that was cut short, changed, or is of something else.
    """
    path = file_of(game, race, folder)
    try:
        with path.open("rb") as file:
            data = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except ValueError:
        raise Damaged(path, say("it is empty")) from None
    except OSError:
        return None
    head = len(MAGIC) + 32
    if bytes(data[: len(MAGIC)]) != MAGIC or len(data) < head + 4:
        raise Damaged(path, say("it does not begin as such a file does"))
    if hashlib.sha256(data[head:]).digest() != bytes(data[len(MAGIC) : head]):
        raise Damaged(path, say("what it holds does not match its checksum"))
    begin = head + 4 + int.from_bytes(data[head : head + 4], "little")
    header = json.loads(bytes(data[head + 4 : begin]))
    scores = scores_of(game.info.seats, race.total, race.most)
    expected = scores.states * (game.info.seats - 1)
    if header["key"] != key_of(game, race) or len(data) - begin != 4 * expected:
        raise Damaged(path, say("it is of another game or other rules"))
    facts = Facts(**header["facts"])
    if sys.byteorder == "little" and array("I").itemsize == 4 and begin % 4 == 0:
        return Table(scores, facts, data[begin:].cast("I"))
    numbers = array("L" if array("L").itemsize == 4 else "I", data[begin:].tobytes())
    if sys.byteorder == "big":
        numbers.byteswap()
    return Table(scores, facts, numbers)


def write(
    game: Game, race: Race, facts: Facts, numbers: Numbers, folder: Path | None = None
) -> None:
    """Keep a table: its file is written whole or not at all.

    Raises:
        OSError: where nothing can be written.
    """
    path = file_of(game, race, folder)
    header = json.dumps({"key": key_of(game, race), "facts": asdict(facts)}).encode()
    header += b" " * (-(len(MAGIC) + 32 + 4 + len(header)) % 8)
    parts = [len(header).to_bytes(4, "little"), header, _little(numbers)]
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = None
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            temporary = Path(file.name)
            for part in (MAGIC, digest.digest(), *parts):
                file.write(part)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError:
        if temporary is not None:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)
        raise


def _little(numbers: Numbers) -> memoryview:
    if sys.byteorder == "little":
        return memoryview(numbers).cast("B")
    swapped = array("I", numbers.tobytes())
    swapped.byteswap()
    return memoryview(swapped).cast("B")
