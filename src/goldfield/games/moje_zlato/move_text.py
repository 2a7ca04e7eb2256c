"""Moves and chance outcomes of Moje zlato! as text: ``reroll CK``, ``attack 2: c, cd``, ``CKKS``.

``docs/notation.md`` holds the grammar. What a text may not mean is said by :mod:`refusals`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from goldfield.games.contract import IllegalMove
from goldfield.games.moje_zlato import refusals, refused_cards
from goldfield.games.moje_zlato.deck import CONTENTS, FACES, FISH, TREASURES
from goldfield.games.moje_zlato.deeds import (
    Attack,
    Board,
    Deed,
    End,
    Fill,
    Lay,
    Lock,
    Open,
    Reroll,
    deed,
)
from goldfield.games.moje_zlato.refusals import Said
from goldfield.games.moje_zlato.rules import Rules, info, moves, outcomes
from goldfield.games.moje_zlato.state import (
    CONTENT,
    DEAL,
    ENDED,
    LOCKS,
    OUTCOME_STARTER,
    REROLLING,
    REVEAL,
    ROLL,
    SLOTS,
    STAND,
    STARTER,
    Setup,
    State,
)
from goldfield.games.moje_zlato.turn import (
    DICE,
    LOOTS,
    PARTS,
    THROW_ID,
    Part,
    Throw,
    throw_text,
)

CHANCES = (STARTER, DEAL, ROLL, REROLLING, REVEAL)
"""The phases in which chance is to act."""
CARD = re.compile(r"([cd]{1,4})(?:/([cd]{1,4}))?")
"""A treasure, and behind the slash what is filled already."""


def show_move(rules: Rules, setup: Setup, s: State, move: int) -> str:
    """The canonical text of a legal move or a possible outcome."""
    if s.phase == STARTER:
        return f"first {move - OUTCOME_STARTER + 1}"
    if s.phase == DEAL:
        return f"locks {move - LOCKS + 1}"
    if s.phase == REVEAL:
        return CONTENTS[move - CONTENT]
    if s.phase in (ROLL, REROLLING):
        return throw_text(move)
    match deed(setup, move):
        case Reroll(throw):
            return "stand" if throw == STAND else f"reroll {throw_text(throw)}"
        case Open(slot):
            return f"open {slot + 1}"
        case Fill(owner, part):
            verb = "load" if owner == s.seat else f"take {owner + 1}:"
            return f"{verb} {part_text(PARTS[part])}"
        case Attack(victim, loot):
            return f"attack {victim + 1}: {', '.join(TREASURES[kind] for kind in LOOTS[loot])}"
        case End():
            return "end"
        case Lock(slot):
            return f"lock {slot + 1}"
        case Board(victim):
            return f"board {victim + 1}"
        case Lay(owner, part, symbol):
            where = "" if owner == s.seat else f" from {owner + 1}"
            return f"lay {FACES[symbol]} {part_text(PARTS[part])}{where}"


def part_text(part: Part) -> str:
    """A treasure, and after a slash the places of it that are filled: ``ccd/c``."""
    filled = "c" * part.coins + "d" * part.gems
    return TREASURES[part.kind] + (f"/{filled}" if filled else "")


def parse_move(rules: Rules, setup: Setup, s: State, text: str) -> int:
    """The legal move, or the outcome, that a text means. Raises IllegalMove."""
    if s.phase == ENDED:
        raise refusals.over()
    words = re.sub(r"[\s,;:+.]+", " ", text.lower()).strip().replace(" /", "/").replace("/ ", "/")
    if s.phase in CHANCES:
        return _outcome(rules, setup, s, words, text)
    legal = _legal(rules, setup, s)

    def texts(moves: Sequence[int]) -> list[str]:
        return [show_move(rules, setup, s, move) for move in moves]

    verb, rest = _first_word(words)
    if verb not in refusals.WORDS:
        raise refusals.no_move(rules, s, words, text, texts(legal))
    if refused_cards.is_untimely(rules, s, verb):
        raise refused_cards.not_here(rules, setup, s, Said(verb), texts(legal))
    said = _read(setup, verb, rest)
    found = _meant(s, said, [(move, deed(setup, move)) for move in legal])
    if len(found) == 1:
        return found[0]
    if found:
        raise refusals.ambiguous(texts(found))
    raise refused_cards.not_here(rules, setup, s, said, texts(legal))


def _legal(rules: Rules, setup: Setup, s: State) -> list[int]:
    out = [0] * info(rules).most_moves
    return out[: moves(setup, s, out)]


def _outcome(rules: Rules, setup: Setup, s: State, words: str, text: str) -> int:
    """What chance brought; an exact text is one of the possible outcomes."""
    possible = [outcome for outcome, _ in outcomes(setup, s)]
    dice = words.replace(" ", "").upper()
    outcome = -1
    if s.phase == STARTER:
        if found := re.fullmatch(r"(?:first )?([0-9]{1,9})", words):
            outcome = OUTCOME_STARTER + int(found[1]) - 1
    elif s.phase == DEAL:
        if found := re.fullmatch(r"(?:locks? )?([0-9]{1,9})(?: locks?)?", words):
            outcome = LOCKS + int(found[1]) - 1
    elif s.phase == REVEAL:
        if words in ("fish", "fish bones", "bones"):
            outcome = CONTENT + FISH
        elif (kind := _kind(dice.lower())) >= 0:
            outcome = CONTENT + kind
    elif dice and not dice.strip(FACES):
        if len(dice) != s.thrown:
            raise refusals.wrong_number(s.thrown, len(dice))
        outcome = THROW_ID[_throw(dice)]
    if outcome in possible:
        return outcome
    raise refusals.no_outcome(rules, s, words, text, outcome)


def _throw(dice: str) -> Throw:
    return Throw(*(dice.count(face) for face in FACES))


def _kind(letters: str) -> int:
    """The kind of a treasure written in any order, or -1."""
    treasure = "".join(sorted(letters[: DICE + 1]))
    return TREASURES.index(treasure) if treasure in TREASURES else -1


def _first_word(words: str) -> tuple[str, str]:
    """The word that a text begins with, and the rest; a number may follow close upon it."""
    verb, _, rest = words.partition(" ")
    if found := re.fullmatch(r"([a-z]+)([0-9].*)", verb):
        return found[1], f"{found[2]} {rest}".strip()
    return verb, rest


def _read(setup: Setup, verb: str, rest: str) -> Said:
    """What a text says, whether or not it can be done."""
    if verb in ("stand", "end"):
        if rest:
            raise refusals.alone(verb, rest)
        return Said(verb)
    if verb == "reroll":
        dice = rest.replace(" ", "").upper()
        if dice.strip(FACES):
            raise refusals.no_dice(rest)
        return Said(verb, dice="".join(sorted(dice)))
    if verb in ("open", "lock"):
        return Said(verb, place=_number(verb, rest, SLOTS, refusals.no_place))
    if verb == "board":
        return Said(verb, place=_number(verb, rest, setup.players, refusals.no_seat))
    return _cards(setup, verb, rest)


def _number(verb: str, text: str, most: int, none: Callable[[int, int], IllegalMove]) -> int:
    """A place or a seat, written from 1 and returned from 0; -1 where no number stands."""
    if not text:
        return -1
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise refusals.no_number(verb, text)
    if not 1 <= int(text) <= most:
        raise none(int(text), most)
    return int(text) - 1


def _cards(setup: Setup, verb: str, rest: str) -> Said:
    """What follows ``load``, ``take``, ``attack`` and ``lay``: treasures, a seat, a place."""
    symbol, seat = "", ""
    words = rest.split(" ") if rest else []
    if verb == "lay":
        if words and words[-1].isascii() and words[-1].isdigit():
            seat = words.pop()
        words = [word for word in words if word not in ("from", "on")]
        if words and words[0] not in ("c", "d"):
            raise refusals.which_symbol(rest)
        symbol = words.pop(0).upper() if words else ""
    elif verb in ("take", "attack") and words and re.fullmatch(r"[0-9]+", words[0]):
        seat = words.pop(0)
    place = _number(verb, seat, setup.players, refusals.no_seat)
    cards: list[Part] = []
    for word in words:
        found = CARD.fullmatch(word)
        if found is None:
            raise refusals.no_treasure(verb, word)
        filled = found[2] or ""
        cards.append(Part(_kind(found[1]), filled.count("c"), filled.count("d")))
    return Said(verb, place=place, cards=tuple(cards), dice=symbol)


def _meant(s: State, said: Said, deeds: Sequence[tuple[int, Deed]]) -> list[int]:
    """The legal moves that a text may mean: those that it names, else those that come near."""
    found = [move for move, what in deeds if _names(s, said, what)] or _near(s, said, deeds)
    if found or said.verb != "lay" or said.place >= 0:
        return found
    # Where no own treasure is meant it may be one of a boarded ship.
    ships = [said._replace(place=seat) for seat in range(len(s.beside)) if seat != s.seat]
    return [move for other in ships for move in _meant(s, other, deeds)]


def _near(s: State, said: Said, deeds: Sequence[tuple[int, Deed]]) -> list[int]:
    """The moves with just these symbols: on a treasure that is begun, or on other treasures."""
    if not said.cards or any(card.coins + card.gems for card in said.cards):
        return []
    alike = [(move, what) for move, what in deeds if _names(s, said._replace(cards=()), what)]
    kinds = [card.kind for card in said.cards]
    if len(kinds) == 1 and said.verb != "attack":
        return [move for move, what in alike if _kinds(what) == (kinds[0],)]
    found = [move for move, what in alike if _symbols(_kinds(what)) == _symbols(kinds)]
    if found and said.verb != "attack":
        # Treasures named one after another may also have been meant one after another.
        found += [move for move, what in alike if move not in found and _kinds(what)[0] in kinds]
    return sorted(found)


def _kinds(what: Deed) -> tuple[int, ...]:
    """The treasures that a move is about."""
    if isinstance(what, Attack):
        return LOOTS[what.loot]
    return (PARTS[what.part].kind,) if isinstance(what, Fill | Lay) else ()


def _symbols(kinds: Iterable[int]) -> str:
    """The symbols of treasures taken together."""
    return "".join(sorted("".join(TREASURES[kind] for kind in kinds)))


def _names(s: State, said: Said, what: Deed) -> bool:
    """Whether a text names a move; what it leaves out may be anything."""
    match what:
        case Reroll(throw):
            verb = "stand" if throw == STAND else "reroll"
            return said.verb == verb and said.dice == throw_text(throw)
        case Open(slot):
            return said.verb == "open" and said.place in (-1, slot)
        case Lock(slot):
            return said.verb == "lock" and said.place in (-1, slot)
        case Board(victim):
            return said.verb == "board" and said.place in (-1, victim)
        case End():
            return said.verb == "end"
        case Fill(owner, part):
            right = said.verb == ("load" if owner == s.seat else "take")
            return right and said.place in (-1, owner) and said.cards in ((), (PARTS[part],))
        case Attack(victim, loot):
            wanted = sorted(said.cards)
            right = said.verb == "attack" and said.place in (-1, victim)
            return right and wanted in ([], sorted(Part(kind, 0, 0) for kind in LOOTS[loot]))
        case Lay(owner, part, symbol):
            right = said.verb == "lay" and said.dice in ("", FACES[symbol])
            ship = s.seat if said.place < 0 else said.place
            return right and owner == ship and said.cards in ((), (PARTS[part],))
