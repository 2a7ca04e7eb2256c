"""Positions of Moje zlato! as one line of text: ``act 1 hand=CKS attack=yes chests=2,-,3 top=1 …``.

Reading checks everything: what it returns is a position that the rules can reach in that phase,
and nothing else is accepted. ``docs/notation.md`` holds the grammar.
"""

from __future__ import annotations

import re

from goldfield.games.moje_zlato.cards import (
    coin_sabres,
    count,
    entry_of,
    gem_sabres,
    one,
    owner_of,
    part_of,
    with_entry,
)
from goldfield.games.moje_zlato.deck import (
    CONTENTS,
    FACES,
    FISH,
    MOST_CHESTS,
    MOST_LOCKS,
    TREASURES,
    Chest,
)
from goldfield.games.moje_zlato.reached import entries, wrong
from goldfield.games.moje_zlato.rules import Rules
from goldfield.games.moje_zlato.state import (
    ACT,
    DEAL,
    ENDED,
    REROLL,
    REROLLING,
    REVEAL,
    ROLL,
    SLOTS,
    STARTER,
    Setup,
    State,
)
from goldfield.games.moje_zlato.turn import (
    DICE,
    PART_ID,
    PARTS,
    THROW_ID,
    WHOLE,
    Part,
    Throw,
    throw_text,
)
from goldfield.games.reading import Piece, Reader, number, seat_number
from goldfield.words import say

PHASES = ("starter", "deal", "roll", "reroll", "rerolling", "act", "reveal", "over")
"""The first word of a position, by phase."""
NONE = "-"
"""What stands for nothing: no chest, no dice, no treasures."""
SABRE = "*"
"""Behind a filled place: a sabre lies there."""

_FIELDS = {
    STARTER: (),
    DEAL: (),
    ROLL: ("last",),
    REROLL: ("hand", "last"),
    REROLLING: ("hand", "falling", "last"),
    ACT: ("hand", "attack", "last"),
    REVEAL: ("hand", "opening"),
    ENDED: (),
}
_FIELDS_OF_COMMIT = {
    REROLL: ("hand", "attack", "last", "boarded", "laid"),
    REROLLING: ("hand", "falling", "attack", "last", "boarded", "laid"),
    ACT: ("hand", "attack", "last", "boarded", "laid"),
    REVEAL: ("hand", "again", "opening", "boarded", "laid"),
}


def _names(setup: Setup, phase: int) -> tuple[str, ...]:
    """The fields of a position, in their order."""
    own = _FIELDS_OF_COMMIT.get(phase, ()) if setup.commit else ()
    bones = any(count(pack, FISH) for pack in setup.contents)
    table = ("chests", "top", "buried", "unseen", "beside", "coins", "gems")
    return (*(own or _FIELDS[phase]), *table, *(("bones",) if bones else ()))


def show_state(rules: Rules, setup: Setup, s: State) -> str:
    """The exact text of a position."""
    values = {
        "hand": throw_text(s.hand) or NONE,
        "falling": str(s.thrown),
        "again": "no" if s.final else "yes",
        "attack": "no" if s.closed else "yes",
        "opening": str(s.opened),
        "last": NONE if s.last < 0 else str(s.last),
        "boarded": ",".join(str(seat + 1) for seat in _boarded(s)) or NONE,
        "laid": ",".join(_laid_text(entry) for entry in _in_order(s)) or NONE,
        "chests": ",".join(_chest_text(s, slot) for slot in range(SLOTS)),
        "top": str(s.top or NONE),
        "buried": ",".join(map(str, s.buried)),
        "unseen": ",".join(f"{n}x{chest.text}" for chest, n in chests_in(s.unseen)) or NONE,
        "beside": ",".join(_pack_text(pack) for pack in s.beside),
        "coins": ",".join(map(str, s.coins)),
        "gems": ",".join(map(str, s.gems)),
        "bones": ",".join(map(str, s.bones)),
    }
    words = [PHASES[s.phase]]
    if s.phase != STARTER:
        words.append(str(s.seat + 1))
    return " ".join([*words, *(f"{name}={values[name]}" for name in _names(setup, s.phase))])


def _boarded(s: State) -> list[int]:
    return [seat for seat in range(len(s.beside)) if s.boarded >> seat & 1]


def _in_order(s: State) -> list[int]:
    """The treasures with dice on them in the order of the text: by ship, then by treasure."""
    return sorted(entries(s), key=_place_in_text)


def _place_in_text(entry: int) -> tuple[int, int, int]:
    return owner_of(entry), part_of(entry), entry


def _laid_text(entry: int) -> str:
    """A treasure with dice on it: ``2:ccd/cc*``, sabres marked."""
    kind, coins, gems = PARTS[part_of(entry)]
    on = "c" * (coins - coin_sabres(entry)) + f"c{SABRE}" * coin_sabres(entry)
    on += "d" * (gems - gem_sabres(entry)) + f"d{SABRE}" * gem_sabres(entry)
    return f"{owner_of(entry) + 1}:{TREASURES[kind]}/{on}"


def _chest_text(s: State, slot: int) -> str:
    """A chest of the middle: its locks, and the dice that lie on them: ``3/KS``."""
    keys = s.keys >> (4 * slot) & 15
    dice = "K" * ((keys & 3) - (keys >> 2)) + "S" * (keys >> 2)
    return str(s.chests[slot] or NONE) + (f"/{dice}" if dice else "")


def _pack_text(pack: int) -> str:
    kinds = (treasure for kind, treasure in enumerate(TREASURES) for _ in range(count(pack, kind)))
    return "+".join(kinds) or NONE


def chests_in(packs: tuple[int, ...]) -> list[tuple[Chest, int]]:
    """The sorts of chests in packs by number of locks, in the order of a deck, and how many."""
    return [
        (Chest(row + 1, kind), n)
        for row, pack in enumerate(packs)
        for kind in range(len(CONTENTS))
        if (n := count(pack, kind))
    ]


def parse_state(rules: Rules, setup: Setup, text: str) -> State:
    """The position of a text. Raises BadNotation: says where and what was expected."""
    reader = Reader(text)
    word = reader.phase(PHASES)
    phase = PHASES.index(word.text)
    who = word if phase == STARTER else reader.word()
    seat = -1 if phase == STARTER else seat_number(who, setup.players)
    fields = {name: reader.field(name) for name in _names(setup, phase)}
    reader.end()

    players = setup.players
    hand = _dice(fields["hand"], rules) if "hand" in fields else 0
    falling = number(fields["falling"], 1, DICE) if "falling" in fields else 0
    attack = _yes(fields["attack"]) if "attack" in fields else phase != REVEAL
    again = _yes(fields["again"]) if "again" in fields else phase not in (ACT, REVEAL)
    chests, keys = _chests(fields["chests"])
    s = State(
        phase=phase,
        seat=seat,
        hand=hand,
        thrown=DICE if phase == ROLL else falling,
        final=0 if again else 1,
        closed=0 if attack else 1,
        opened=number(fields["opening"], 1, MOST_LOCKS) if "opening" in fields else 0,
        chests=chests,
        top=0 if fields["top"].text == NONE else number(fields["top"], 1, MOST_LOCKS),
        buried=_numbers(fields["buried"], MOST_LOCKS, MOST_CHESTS),
        unseen=_unseen(fields["unseen"], setup),
        beside=_packs(fields["beside"], players),
        coins=_numbers(fields["coins"], players, 4 * MOST_CHESTS),
        gems=_numbers(fields["gems"], players, 4 * MOST_CHESTS),
        bones=_numbers(fields["bones"], players, MOST_CHESTS)
        if "bones" in fields
        else (0,) * players,
        last=_last(fields["last"], players) if "last" in fields else -1 if phase != ENDED else 0,
        boarded=_ships(fields["boarded"], players) if "boarded" in fields else 0,
        keys=keys,
        laid=_laid(fields["laid"], players) if "laid" in fields else 0,
    )
    if fault := wrong(setup, s):
        name, expected = fault
        raise {**fields, "": word, "seat": who}[name].wrong(expected)
    return s


def _yes(piece: Piece) -> bool:
    if piece.text not in ("yes", "no"):
        raise piece.wrong(say("Expected yes or no."))
    return piece.text == "yes"


def _last(piece: Piece, players: int) -> int:
    return -1 if piece.text == NONE else number(piece, 1, players)


def _numbers(piece: Piece, n: int, most: int) -> tuple[int, ...]:
    parts = piece.split()
    if len(parts) != n:
        raise piece.wrong(say("Expected {n} numbers, parted by commas.", n=n))
    return tuple(number(part, 0, most) for part in parts)


def _dice(piece: Piece, rules: Rules) -> int:
    """A throw of at most four dice, in the order of the symbols."""
    if piece.text == NONE:
        return 0
    if not re.fullmatch(f"[{FACES}]+", piece.text):
        raise piece.wrong(say("Expected dice: {faces}.", faces=" ".join(FACES)))
    if len(piece.text) > DICE:
        raise piece.wrong(say("Expected at most {n} dice.", n=DICE))
    throw = THROW_ID[Throw(*(piece.text.count(face) for face in FACES))]
    if throw_text(throw) != piece.text:
        raise piece.wrong(say("Expected the dice in this order: {dice}.", dice=throw_text(throw)))
    return throw


def _chests(piece: Piece) -> tuple[tuple[int, ...], int]:
    """The locks of the middle's chests, and the dice on them as ``State.keys``."""
    parts = piece.split()
    if len(parts) != SLOTS:
        raise piece.wrong(say("Expected {n} places, with - where no chest lies.", n=SLOTS))
    chests: list[int] = []
    keys = 0
    for slot, part in enumerate(parts):
        found = re.fullmatch(r"-|([1-3])(?:/(K*)(S*))?", part.text)
        if found is None:
            raise part.wrong(say("Expected - or the locks of a chest, 1 to 3."))
        chests.append(int(found[1] or 0))
        natural, sabres = len(found[2] or ""), len(found[3] or "")
        filled = natural + sabres
        if "/" in part.text and not 0 < filled < chests[slot]:
            raise part.wrong(say("Expected dice on some of its locks, not on all: 3/KS."))
        keys |= (filled | sabres << 2) << (4 * slot)
    return tuple(chests), keys


def _unseen(piece: Piece, setup: Setup) -> tuple[int, ...]:
    packs = [0] * MOST_LOCKS
    if piece.text == NONE:
        return tuple(packs)
    last = Chest(0, 0)
    for part in piece.split():
        found = re.fullmatch(r"([1-9][0-9]?)x([1-3]):([a-z]{1,4})", part.text)
        if found is None or found[3] not in CONTENTS:
            raise part.wrong(say("Expected chests, as in {example}.", example="2x1:c"))
        chest = Chest(int(found[2]), CONTENTS.index(found[3]))
        if chest <= last:
            raise part.wrong(say("Expected each sort of chest once, in the order of the deck."))
        all = count(setup.contents[chest.locks - 1], chest.kind)
        if int(found[1]) > all:
            raise part.wrong(
                say(
                    "Expected at most {n} of {chest}: the deck has no more.",
                    n=all,
                    chest=chest.text,
                )
            )
        packs[chest.locks - 1] += int(found[1]) * one(chest.kind)
        last = chest
    return tuple(packs)


def _packs(piece: Piece, players: int) -> tuple[int, ...]:
    parts = piece.split()
    if len(parts) != players:
        raise piece.wrong(say("Expected the treasures beside {n} ships.", n=players))
    return tuple(_pack(part) for part in parts)


def _pack(piece: Piece) -> int:
    pack = 0
    last = 0
    for part in piece.split("+") if piece.text != NONE else ():
        if part.text not in TREASURES:
            raise part.wrong(say("Expected a treasure, as in {example}.", example="ccd"))
        kind = TREASURES.index(part.text)
        if kind < last:
            raise part.wrong(say("Expected the smaller treasures first, and coins first."))
        if count(pack, kind) == 15:
            raise part.wrong(say("Expected fewer of {treasure}.", treasure=part.text))
        pack += one(kind)
        last = kind
    return pack


def _ships(piece: Piece, players: int) -> int:
    boarded = 0
    for part in piece.split() if piece.text != NONE else ():
        bit = 1 << seat_number(part, players)
        if boarded >= bit:
            raise part.wrong(say("Expected each ship once, in order."))
        boarded |= bit
    return boarded


def _laid(piece: Piece, players: int) -> int:
    """The treasures with dice on them, as ``State.laid``."""
    laid = 0
    last = (0, 0, 0)
    for i, part in enumerate(piece.split() if piece.text != NONE else ()):
        found = re.fullmatch(r"([1-4]):([cd]{2,4})/(c*)((?:c\*)*)(d*)((?:d\*)*)", part.text)
        if found is None or found[2] not in TREASURES:
            raise part.wrong(
                say("Expected a ship and a treasure with dice, as in {example}.", example="1:cdd/d")
            )
        owner = seat_number(Piece(found[1], part.at), players)
        kind = TREASURES.index(found[2])
        coin_sabres, gem_sabres = len(found[4]) // 2, len(found[6]) // 2
        places = Part(kind, len(found[3]) + coin_sabres, len(found[5]) + gem_sabres)
        if places not in PART_ID or PART_ID[places] == WHOLE[kind]:
            raise part.wrong(say("Expected dice on some of its places, not on all."))
        entry = entry_of(owner, PART_ID[places], coin_sabres, gem_sabres)
        if i == DICE:
            raise part.wrong(say("Expected at most {n} dice.", n=DICE))
        if _place_in_text(entry) < last:
            raise part.wrong(say("Expected the ships in order, and the smaller treasures first."))
        laid = with_entry(laid, entry)
        last = _place_in_text(entry)
    return laid
