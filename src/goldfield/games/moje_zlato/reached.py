"""What the rules of Moje zlato! cannot have brought about: a position held against deck and dice.

:func:`wrong` names the first field of a position's text that does not fit, and what was expected
there. Between turns the counts must agree with the deck. Within a turn the dice tell the rest:
those no longer in hand have opened, loaded or taken something; run backwards, that must end at a
table as it is between turns.

Two things are left unchecked, since they would take whole games to be told: whether MZ4 forced
another course on earlier turns, and which of the last turns brought what.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import TypeAlias

from goldfield.games.contract import put
from goldfield.games.moje_zlato.backwards import loaded_of, origins, times_seen
from goldfield.games.moje_zlato.cards import (
    coin_sabres,
    count,
    entry_at,
    gem_sabres,
    laid_on,
    owner_of,
    part_of,
)
from goldfield.games.moje_zlato.deck import CONTENTS, FISH, MOST_LOCKS, TREASURES
from goldfield.games.moje_zlato.placing import THREE_SYMBOLS, can_go_on
from goldfield.games.moje_zlato.state import (
    ACT,
    DEAL,
    ENDED,
    REROLL,
    REROLLING,
    REVEAL,
    ROLL,
    SABRE,
    SLOTS,
    STARTER,
    Setup,
    State,
)
from goldfield.games.moje_zlato.turn import (
    COINS,
    DICE,
    GEMS,
    PARTS,
    SIZES,
    THROWS,
    WHOLE,
    Throw,
)
from goldfield.words import Message, say, say_n

Wrong: TypeAlias = "tuple[str, Message] | None"
"""The name of a field, empty for the phase, and what was expected there."""

IN_HAND = (REROLL, REROLLING, ACT, REVEAL)
"""The phases within a turn in which the dice have fallen."""
MOST_TRIES = 2_000
"""So many ways to share out loaded treasures are tried; what is not settled then is accepted."""


def wrong(setup: Setup, s: State) -> Wrong:
    """The first field that does not fit, and what was expected; None for a position reached."""
    return (
        _wrong_phase(setup, s)
        or (_wrong_dice(setup, s) if s.phase in IN_HAND else None)
        or _wrong_chests(s)
        or _wrong_treasures(setup, s)
        or (_wrong_turn(setup, s) if s.phase in IN_HAND else _wrong_between(setup, s))
    )


def can_show(setup: Setup, symbol: int) -> bool:
    """Whether this table's die has a face with a symbol."""
    one_die = setup.throw_of[setup.throw_base[1] : setup.throw_base[2]]
    return any(THROWS[throw][symbol] for throw in one_die)


def entries(s: State) -> list[int]:
    """The treasures on which dice lie."""
    return [entry for i in range(DICE) if (entry := entry_at(s.laid, i))]


def _wrong_phase(setup: Setup, s: State) -> Wrong:
    if s.phase == STARTER and setup.first:
        return "", say("Expected a phase after the start: the starter of this table is set.")
    if s.phase in (REROLL, REROLLING) and not setup.rerolls:
        return "", say("Expected another phase: at this table the dice are rolled once.")
    if s.keys and not (setup.commit and s.phase in IN_HAND):
        return "chests", say("Expected no dice on chests: none can lie there now.")
    if s.phase == STARTER and s.unseen != setup.contents:
        return "unseen", say("Expected the whole deck: nothing is opened before the start.")
    if s.phase == STARTER and any(s.chests):
        return "chests", say("Expected no chest: they come to light after the start.")
    if s.phase in (STARTER, DEAL) and s.top:
        return "top", say("Expected -: the pile's next chest has not come to light yet.")
    return None


# ---- dice in hand and on cards


def _wrong_dice(setup: Setup, s: State) -> Wrong:
    """Whether the dice in hand and on cards can be these."""
    lying = _lying(s)
    for name, dice in (("hand", THROWS[s.hand]), *lying):
        if any(n and not can_show(setup, symbol) for symbol, n in enumerate(dice)):
            return name, say("Expected dice that this table's die can show.")
    used = SIZES[s.hand] + s.thrown + sum(sum(dice) for _, dice in lying)
    if used > DICE:
        return "hand", say("Expected {n} dice in all, those on cards included.", n=DICE)
    if s.hand == 0 and s.phase in (REROLL, ACT):
        return "hand", say("Expected dice in hand: without any the turn is over.")
    if not setup.commit and used < DICE and s.phase in (REROLL, REROLLING):
        return "hand", say("Expected {n} dice: none is used before the second roll.", n=DICE)
    return _wrong_laid(s) or _wrong_closed(s)


def _lying(s: State) -> list[tuple[str, Throw]]:
    """The dice on cards, each with the field that shows them."""
    found = [
        ("boarded", Throw(0, 0, 0, 1)) for seat in range(len(s.beside)) if s.boarded >> seat & 1
    ]
    for slot in range(SLOTS):
        keys = s.keys >> 4 * slot
        found.append(("chests", Throw(0, 0, (keys & 3) - (keys >> 2 & 3), keys >> 2 & 3)))
    for entry in entries(s):
        _, coins, gems = PARTS[part_of(entry)]
        by_sabres = coin_sabres(entry), gem_sabres(entry)
        dice = Throw(coins - by_sabres[0], gems - by_sabres[1], 0, sum(by_sabres))
        found.append(("laid", dice))
    return found


def _wrong_laid(s: State) -> Wrong:
    """Whether dice can lie on these cards, and those in hand beside them."""
    if s.boarded >> s.seat & 1:
        return "boarded", say("Expected other ships: nobody attacks the own one.")
    begun = sum(s.keys >> 4 * slot & 15 > 0 for slot in range(SLOTS))
    if begun > (0 if s.phase == REVEAL and not s.final else 1):
        return "chests", say("Expected dice on one chest at the most: one at a time is begun.")
    for entry in entries(s):
        owner, kind = owner_of(entry), PARTS[part_of(entry)].kind
        if owner != s.seat and not s.boarded >> owner & 1:
            return "laid", say("Expected dice on own treasures and on those of boarded ships.")
        if owner != s.seat and len(TREASURES[kind]) == DICE:
            return "laid", say("Expected a treasure that can be taken: of three symbols at most.")
        end = [*WHOLE, len(PARTS)][kind + 1]
        if laid_on(s.laid, owner, WHOLE[kind], end) > count(s.beside[owner], kind):
            return "laid", say("Expected treasures that lie beside that ship.")
    if not s.final and (face := _spared(s)):
        return "hand", say("Expected no {face}: it is laid before a sabre is (MZ6).", face=face)
    return None


def _spared(s: State) -> str:
    """The symbol in hand for which a sabre lies on a card, against MZ6, or nothing."""
    sabres = [
        sum(map(coin_sabres, entries(s))),
        sum(map(gem_sabres, entries(s))),
        sum(s.keys >> 4 * slot + 2 & 3 for slot in range(SLOTS)),
    ]
    for face, in_hand, laid in zip("CDK", THROWS[s.hand][:3], sabres, strict=True):
        if in_hand and laid:
            return face
    return ""


def _wrong_closed(s: State) -> Wrong:
    if not s.closed and _is_closing(s):
        return "attack", say("Expected no: dice lie on a chest or on an own treasure (MZ2).")
    if s.closed and not _is_closing(s) and _spent(s) == 0:
        return "attack", say("Expected yes: nothing has been opened or loaded (MZ2).")
    return None


def _is_closing(s: State) -> bool:
    """Whether what lies on cards, or a chest that is turning over, rules out attacks (MZ2)."""
    own = any(owner_of(entry) == s.seat for entry in entries(s))
    return own or s.keys > 0 or s.phase == REVEAL


def _spent(s: State) -> int:
    """How many dice are on cards that are full, or on attacks made at once."""
    return DICE - SIZES[s.hand] - s.thrown - sum(sum(dice) for _, dice in _lying(s))


# ---- chests and treasures against the deck


def _wrong_chests(s: State) -> Wrong:
    """Whether the chests that nobody has seen yet are those in the middle and in the pile."""
    for row in range(MOST_LOCKS):
        n = sum(count(s.unseen[row], kind) for kind in range(len(CONTENTS)))
        in_sight = [*s.chests, s.top, s.opened].count(row + 1)
        if n < in_sight:
            return "unseen", say_n(
                "Expected at least {n} chest with so many locks: {locks}.",
                "Expected at least {n} chests with so many locks: {locks}.",
                in_sight,
                locks=row + 1,
            )
        if s.buried[row] != n - in_sight:
            return "buried", say_n(
                "Expected {buried} with {n} lock: {unseen} are unseen, {in_sight} of them in "
                "sight.",
                "Expected {buried} with {n} locks: {unseen} are unseen, {in_sight} of them in "
                "sight.",
                row + 1,
                buried=n - in_sight,
                unseen=n,
                in_sight=in_sight,
            )
    return None


def _wrong_treasures(setup: Setup, s: State) -> Wrong:
    """Whether what lies beside and under the ships is what has been found."""
    loaded = loaded_of(setup, s)
    for kind, n in enumerate(loaded):
        if n < 0:
            return "beside", say(
                "Expected at most {n} of {treasure}: no more have been found.",
                n=times_seen(setup, s, kind),
                treasure=TREASURES[kind],
            )
    for name, values, worth in (("coins", s.coins, COINS), ("gems", s.gems, GEMS)):
        all = sum(n * each for n, each in zip(loaded, worth, strict=True))
        if sum(values) != all:
            return name, say("Expected {n} in all: so many have been loaded.", n=all)
    if sum(s.bones) != (all := times_seen(setup, s, FISH)):
        return "bones", say("Expected {n} in all: so many have been found.", n=all)
    return None


@lru_cache(maxsize=1024)
def _can_be_split(loaded: tuple[int, ...], coins: tuple[int, ...], gems: tuple[int, ...]) -> bool:
    """Whether whole treasures, shared out, make just these coins and diamonds.

    Treasures of one symbol fit wherever anything is missing, so only the others are tried.
    """
    cards = [
        (COINS[kind], GEMS[kind])
        for kind in reversed(range(len(TREASURES)))
        for _ in range(loaded[kind])
        if len(TREASURES[kind]) > 1
    ]
    failed: set[tuple[int, tuple[tuple[int, int], ...]]] = set()

    def fits(i: int, ships: tuple[tuple[int, int], ...]) -> bool:
        if i == len(cards) or len(failed) > MOST_TRIES:
            return True
        if (i, ships) in failed:
            return False
        for j, (c, d) in enumerate(ships):
            left = c - cards[i][0], d - cards[i][1]
            if min(left) >= 0 and (j == 0 or ships[j] != ships[j - 1]):
                rest = tuple(sorted((*ships[:j], left, *ships[j + 1 :])))
                if fits(i + 1, rest):
                    return True
        failed.add((i, ships))
        return False

    return fits(0, tuple(sorted(zip(coins, gems, strict=True))))


def _wrong_between(setup: Setup, s: State) -> Wrong:
    """Whether a table can look like this between turns, or when the dice are first rolled."""
    chests = sum(setup.deck)
    opened = sum(times_seen(setup, s, kind) for kind in range(len(CONTENTS)))
    for slot in range(chests, SLOTS):
        if s.chests[slot]:
            return "chests", say_n(
                "Expected no more places in use: the deck has {n} chest.",
                "Expected no more places in use: the deck has {n} chests.",
                chests,
            )
    if s.phase == DEAL:
        if fault := _wrong_gaps(setup, s, opened):
            return fault
    elif s.phase != STARTER:
        if s.top == 0 and any(s.buried):
            return "top", say("Expected the locks of the pile's next chest.")
        if s.top and 0 in s.chests:
            return "chests", say("Expected three chests: gaps are filled from the pile (MZ7).")
    if not _can_be_split(tuple(loaded_of(setup, s)), s.coins, s.gems):
        return "coins", say("Expected coins and gems that whole treasures make.")
    return _wrong_last(setup, s)


def _wrong_gaps(setup: Setup, s: State, opened: int) -> Wrong:
    """The middle while chests are dealt: at the start from the left, later the gaps of a turn."""
    if not any(s.buried):
        return "buried", say("Expected a chest that can come to light.")
    gaps = s.chests.count(0)
    if opened == 0 and not any(s.chests[SLOTS - gaps :]):
        begins = setup.first in (0, s.seat + 1)
        return None if begins else ("seat", say("Expected seat {n}: it begins.", n=setup.first))
    if not any(_can_have_ended(setup, end) for end in _ends(s)):
        return "chests", say("Expected chests that fill, from the left, the gaps of a turn (MZ7).")
    return None


def _ends(s: State) -> Iterator[State]:
    """The tables at the end of the turn before, while the gaps that it left are being filled."""
    seat = (s.seat - 1) % len(s.beside)
    gaps = {slot for slot in range(SLOTS) if s.chests[slot] == 0}
    for n in range(1, SLOTS - len(gaps) + 1):
        for filled in combinations(sorted({*range(SLOTS)} - gaps), n):
            if gaps and max(filled) > min(gaps):
                continue
            chests, buried = s.chests, s.buried
            for slot in filled[1:]:
                row = s.chests[slot] - 1
                buried = put(buried, row, buried[row] + 1)
            for slot in filled:
                chests = put(chests, slot, 0)
            yield s._replace(
                phase=ROLL, seat=seat, chests=chests, top=s.chests[filled[0]], buried=buried
            )


def _can_have_ended(setup: Setup, s: State) -> bool:
    """Whether a turn in which chests were opened can have led to this table."""
    return any(
        _wrong_between(setup, start) is None
        for spent in range(1, DICE + 1)
        for start in origins(setup, s, spent, can_show(setup, SABRE), opening=True)
    )


def _wrong_last(setup: Setup, s: State) -> Wrong:
    """MZ8: the last turns are counted once no chest is left."""
    if s.phase in (STARTER, DEAL):
        return None
    left = s.top > 0 or any(s.chests)
    if s.phase == ENDED and left:
        return "chests", say("Expected no chest left: the game ends once all are open (MZ8).")
    if left != (s.last < 0):
        if left:
            return "last", say("Expected -: there are chests to be opened (MZ8).")
        return "last", say("Expected the turns left, 1 to {n} (MZ8).", n=setup.players)
    if s.phase == ROLL and s.last == setup.players:
        end = s._replace(seat=(s.seat - 1) % setup.players, last=-1)
        if not _can_have_ended(setup, end):
            return "last", say("Expected fewer: the last chest was not opened just now (MZ8).")
    return _wrong_opener(setup, s)


def _wrong_opener(setup: Setup, s: State) -> Wrong:
    """Whether the seat whose chest was the last can have opened it: what it found is somewhere."""
    if s.phase == ENDED:
        opener = s.seat
    elif s.last > 0:
        opener = (s.seat - 1 - setup.players + s.last) % setup.players
    else:
        return None
    kept = s.beside[opener] + s.coins[opener] + s.gems[opener] + s.bones[opener]
    stolen = can_show(setup, SABRE) and any(
        n for kind, n in enumerate(loaded_of(setup, s)) if len(TREASURES[kind]) < DICE
    )
    if kept or (stolen and s.last < setup.players):
        return None
    where = "last" if s.phase != ENDED else "beside"
    return where, say(
        "Expected something that seat {n} found: it opened the last chest (MZ8).", n=opener + 1
    )


# ---- within a turn


def _wrong_turn(setup: Setup, s: State) -> Wrong:
    """Whether the dice that are spent can have led from a table between turns to this one."""
    spent = _spent(s)
    table = s._replace(hand=0, keys=0, laid=0)
    if s.phase != REVEAL and spent == 0:
        if fault := _wrong_between(setup, table):
            return fault
        if not any(s.chests) and not any(s.beside):
            return "", say("Expected another phase: nothing is in reach, so the turn is over.")
        if not _can_board(setup, s, table):
            return "boarded", say("Expected ships beside which there is something to take.")
    elif not any(_is_start(setup, s, start) for start in _starts(setup, s, table, spent)):
        return "hand", say_n(
            "Expected other dice: {n} is spent, and nothing it can have paid for is to be seen.",
            "Expected other dice: {n} are spent, and nothing they can have paid for is to be seen.",
            spent,
        )
    if s.phase == ACT and not can_go_on(setup, s):
        return "hand", say("Expected dice that can do something: the turn would be over (MZ4).")
    return None


def _can_board(setup: Setup, s: State, start: State) -> bool:
    """Whether something that can be taken lay beside each boarded ship when the turn began."""
    ships = (seat for seat in range(setup.players) if s.boarded >> seat & 1)
    return all(start.beside[seat] & THREE_SYMBOLS for seat in ships)


def _is_start(setup: Setup, s: State, start: State) -> bool:
    in_reach = any(start.chests) or any(start.beside)
    return in_reach and _can_board(setup, s, start) and _wrong_between(setup, start) is None


def _starts(setup: Setup, s: State, table: State, spent: int) -> Iterator[State]:
    """The tables, with nothing on cards, that so many dice can have turned into this one."""
    if s.phase == REVEAL:
        spent -= s.opened
        if spent < 0 or 0 not in s.chests:
            return iter(())
        table = table._replace(chests=put(s.chests, s.chests.index(0), s.opened))
    # An attack at once comes with the final dice and before anything else.
    own = s.keys > 0 or any(owner_of(entry) == s.seat for entry in entries(s))
    at_once = s.final == 1 and not own and can_show(setup, SABRE)
    return origins(setup, table, spent, at_once, opening=s.closed == 1, opened=_is_closing(s))
