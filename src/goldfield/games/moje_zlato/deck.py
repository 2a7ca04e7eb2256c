"""The deck and the die as data: their texts, what they mean, and what is wrong with them.

A deck is a list of chests, ``3x1:c 2x2:cd 1x3:fish``: how many, how many locks, and what lies
behind them, coins (c) and diamonds (d) or fish bones. A die is its six faces, ``CCDKKS``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from goldfield.games.options import BadOption, Structure
from goldfield.words import Message, Pieces, say, say_n

TREASURES = (
    *("c", "d"),
    *("cc", "cd", "dd"),
    *("ccc", "ccd", "cdd", "ddd"),
    *("cccc", "cccd", "ccdd", "cddd", "dddd"),
)
"""What can lie beside a ship, by kind: one to four symbols, coins first."""
FISH = len(TREASURES)
"""The kind of fish bones: they go straight under the ship."""
CONTENTS = (*TREASURES, "fish")
"""What a chest can hold, by kind."""
MOST_LOCKS = 3
FACES = "CDKS"
"""The symbols of a die: coin, diamond, key, sabre."""
SIDES = 6
MOST_CHESTS = 60
MOST_ALIKE = 15
"""So many chests of a deck may hold the same: a position counts each kind in four bits."""
MOST_TEXT = 1000
"""The characters of a text at most; a canonical deck of every sort of chest has half."""

DEFAULT_DECK = "3x1:c 3x1:d 2x2:cc 2x2:cd 2x2:dd 1x3:ccc 2x3:ccd 2x3:cdd 1x3:ddd"
DEFAULT_FACES = "CCDKKS"
SPOILED = ((1, "c"), (2, "cd"), (3, "cdd"))
"""The chests of which one each hides fish bones instead with the option ``fish``."""

_ITEM = re.compile(r"(?:(\d{1,3})[x×*])?(\d{1,3}):([a-z]{1,20})", re.ASCII)


class Chest(NamedTuple):
    """What a chest card shows and hides: its locks, and the kind of its content."""

    locks: int
    kind: int

    @property
    def text(self) -> str:
        """The chest in the notation of a deck: ``2:cd``."""
        return f"{self.locks}:{CONTENTS[self.kind]}"


SORTS = tuple(
    Chest(locks, kind) for locks in range(1, MOST_LOCKS + 1) for kind in range(len(CONTENTS))
)
"""Every sort of chest that a deck can have."""


@lru_cache(maxsize=64)
def chests_of(text: str) -> dict[Chest, int]:
    """How many chests of each sort a deck's text lists, in the order of locks and contents.

    Raises:
        BadOption: when the text is no deck; says where and what is allowed.
    """
    found: dict[Chest, int] = {}
    for item in filter(None, re.split(r"[\s,;]+", text.lower())):
        chest, n = _item(item)
        found[chest] = found.get(chest, 0) + n
    total = sum(found.values())
    if not 1 <= total <= MOST_CHESTS:
        raise _bad(
            say("A deck has 1 to {most} chests; this one has {n}.", most=MOST_CHESTS, n=total)
        )
    for kind, content in enumerate(CONTENTS):
        alike = sum(n for chest, n in found.items() if chest.kind == kind)
        if alike > MOST_ALIKE:
            raise _bad(
                say(
                    "At most {most} chests may hold the same; {n} of this deck hold {content}.",
                    most=MOST_ALIKE,
                    n=alike,
                    content=content,
                )
            )
    return {chest: found[chest] for chest in sorted(found) if found[chest]}


def _item(item: str) -> tuple[Chest, int]:
    """One entry of a deck: a sort of chest and how many."""
    match = _ITEM.fullmatch(item)
    if match is None:
        raise _bad(
            say(
                "{item} is no chest of a deck; write how many, the locks and the treasure, as in "
                "{example}.",
                item=_short(item),
                example="3x1:c 2x2:cd 1x3:fish",
            )
        )
    n, locks, content = int(match[1] or 1), int(match[2]), match[3]
    if not 1 <= locks <= MOST_LOCKS:
        raise _bad(say("A chest has 1 to 3 locks, not {locks}.", locks=locks))
    if content != "fish":
        content = "".join(sorted(content))
    if content not in CONTENTS:
        raise _bad(
            say(
                "A chest hides 1 to 4 coins (c) and diamonds (d), or fish; not {content}.",
                content=content,
            )
        )
    return Chest(locks, CONTENTS.index(content)), n


def deck_text(chests: dict[Chest, int]) -> str:
    """The canonical text of a deck."""
    return " ".join(f"{chests[chest]}x{chest.text}" for chest in sorted(chests) if chests[chest])


def spoiled(chests: dict[Chest, int]) -> dict[Chest, int]:
    """The deck in which one chest each of ``SPOILED`` hides fish bones instead.

    Raises:
        BadOption: when the deck has no such chest, or too many fish bones then.
    """
    found = dict(chests)
    for locks, content in SPOILED:
        chest = Chest(locks, CONTENTS.index(content))
        if not found.get(chest):
            raise BadOption(
                "fish",
                say(
                    "Fish bones replace a chest {chest}, and this deck has none. Put fish "
                    "bones into the deck itself and leave the option off.",
                    chest=chest_words(chest),
                ),
            )
        found[chest] -= 1
        bones = Chest(locks, FISH)
        found[bones] = found.get(bones, 0) + 1
    fish = sum(n for chest, n in found.items() if chest.kind == FISH)
    if fish > MOST_ALIKE:
        raise BadOption(
            "fish",
            say(
                "At most {most} chests may hold the same; with those that the option fish swaps, "
                "{n} of this deck hold fish.",
                most=MOST_ALIKE,
                n=fish,
            ),
        )
    return {chest: found[chest] for chest in sorted(found) if found[chest]}


def read_deck(value: Any) -> str:
    """The canonical text of a deck.

    Raises:
        BadOption: for what is no deck; says where and what is allowed.
    """
    if not isinstance(value, str):
        raise _bad(say("A deck is written as text, as in {example}.", example=DEFAULT_DECK))
    if len(value) > MOST_TEXT:
        raise _bad(say("The text of a deck has at most {n} characters.", n=MOST_TEXT))
    return deck_text(chests_of(value))


def deck_words(text: str) -> Message:
    """A deck as people read it: how many chests, then each sort by its locks."""
    chests = chests_of(text)
    found = say_n("{n} chest", "{n} chests", sum(chests.values()))
    for locks in range(1, MOST_LOCKS + 1):
        behind = tuple(
            say("{n} × {content}", n=n, content=content_words(chest.kind))
            for chest, n in chests.items()
            if chest.locks == locks
        )
        if behind:
            row = say_n("{n} lock: {chests}", "{n} locks: {chests}", locks, chests=behind)
            found = say("{before}; {after}", before=found, after=row)
    return found


def chest_words(chest: Chest) -> Message:
    """A sort of chest after the word chest: its locks, and what it hides."""
    return say_n(
        "with {n} lock hiding {content}",
        "with {n} locks hiding {content}",
        chest.locks,
        content=content_words(chest.kind),
    )


def content_words(kind: int) -> Message:
    """What a chest hides: a treasure as its pieces, or fish bones."""
    if kind == FISH:
        return say("fish bones")
    return say("{treasure}", treasure=Pieces("treasure", TREASURES[kind]))


def split_deck(text: str) -> dict[str, str]:
    """A deck as the fields of a form: for every sort of chest, ``1:c``, how many, or nothing."""
    chests = chests_of(text)
    return {chest.text: str(chests.get(chest, "")) for chest in SORTS}


def join_deck(parts: Mapping[str, str]) -> str:
    """The text of a deck from how many there are of each sort.

    Raises:
        BadOption: when one of them is no number.
    """
    found: list[str] = []
    for part, typed in parts.items():
        n = typed.strip()
        if n and not (n.isascii() and n.isdigit() and len(n) <= 3):
            chest = next((c for c in SORTS if c.text == part), None)
            raise _bad(
                say(
                    "The number of chests {chest} is 0 to {most}, not {n}.",
                    chest=chest_words(chest) if chest else _short(part),
                    most=MOST_ALIKE,
                    n=_short(n),
                )
            )
        if n.strip("0"):
            found.append(f"{n}x{part}")
    return " ".join(found)


def read_faces(value: Any) -> str:
    """The canonical text of a die: its faces in the order of ``FACES``.

    Raises:
        BadOption: for what is no die.
    """
    # Letters first, capitals then: some letters become two capitals, or one of another alphabet.
    readable = isinstance(value, str) and len(value) <= MOST_TEXT
    faces = re.sub(r"[\s,;]", "", value) if readable else ""
    if len(faces) != SIDES or faces.strip(FACES + FACES.lower()):
        raise BadOption(
            "faces",
            say(
                "A die has six faces: C coin, D diamond, K key, S sabre, as in {example}.",
                example=DEFAULT_FACES,
            ),
        )
    faces = faces.upper()
    if "K" not in faces:
        raise BadOption("faces", say("One of the faces must be a key, K: it opens the chests."))
    return "".join(sorted(faces, key=FACES.index))


def faces_words(faces: str) -> Message:
    """A die as people read it: how many faces show each symbol."""
    names = (say("coin"), say("diamond"), say("key"), say("sabre"))
    return say(
        "{faces}",
        faces=tuple(
            say("{n} × {content}", n=faces.count(face), content=name)
            for face, name in zip(FACES, names, strict=True)
            if face in faces
        ),
    )


def split_faces(faces: str) -> dict[str, str]:
    """A die as the fields of a form, ``1`` to ``6``."""
    return {str(number): face for number, face in enumerate(faces, 1)}


def join_faces(parts: Mapping[str, str]) -> str:
    """The text of a die from its single faces."""
    return "".join(parts.get(str(number), "") for number in range(1, SIDES + 1))


def check_showable(chests: dict[Chest, int], faces: str) -> None:
    """Refuse a deck that hides symbols which the die cannot show."""
    if "S" in faces:
        return
    for chest in chests:
        if chest.kind == FISH:
            continue
        for symbol in sorted(set(TREASURES[chest.kind])):
            if symbol.upper() not in faces:
                raise BadOption(
                    "faces",
                    say(
                        "The die {faces} can never load {chest}: it shows neither {symbol} nor S.",
                        faces=faces,
                        chest=chest.text,
                        symbol=symbol.upper(),
                    ),
                )


def warnings_of(chests: dict[Chest, int]) -> tuple[Message, ...]:
    """What is legal and yet may surprise."""
    if any(chest.kind != FISH and len(TREASURES[chest.kind]) == 4 for chest in chests):
        return (
            say(
                "A treasure of four symbols cannot be stolen: an attack needs a die for the sabre."
            ),
        )
    return ()


def _bad(message: Message) -> BadOption:
    return BadOption("deck", message)


def _short(text: str) -> str:
    """The beginning of something typed, for use in a sentence."""
    return text if len(text) <= 20 else text[:19] + "…"


DECK = Structure(
    read=read_deck,
    grammar=say(
        "Sorts of chests with spaces between: {example} is three chests with two locks that hide a "
        "coin and a diamond each. A deck has 1 to {most} chests with 1 to 3 locks; behind them lie "
        "1 to 4 coins (c) and diamonds (d) or, written fish, fish bones. At most {alike} chests "
        "may hide the same. A treasure of four symbols cannot be stolen.",
        example="3x2:cd",
        most=MOST_CHESTS,
        alike=MOST_ALIKE,
    ),
    own=say("Own chests"),
    words=deck_words,
    split=split_deck,
    join=join_deck,
)
FACES_OF_A_DIE = Structure(
    read=read_faces,
    grammar=say(
        "Six letters: C coin, D diamond, K key, S sabre, which stands for any of them. At least "
        "one is a key, and every treasure of the chests can be loaded."
    ),
    own=say("Own dice"),
    words=faces_words,
    split=split_faces,
    join=join_faces,
)
