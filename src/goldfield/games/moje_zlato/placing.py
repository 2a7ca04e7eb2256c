"""What dice may be laid on and what that does: MZ2 to MZ6, and single dice with ``commit``."""

from __future__ import annotations

from typing import Any

from goldfield.games.contract import put, rule
from goldfield.games.moje_zlato.cards import (
    coin_sabres,
    count,
    entry_of,
    find_entry,
    gem_sabres,
    laid_on,
    one,
    with_entry,
    without_entry,
)
from goldfield.games.moje_zlato.deck import MOST_LOCKS
from goldfield.games.moje_zlato.state import (
    ACT,
    COIN,
    FILL,
    GEM,
    KEY,
    LOOTS,
    OPEN,
    PARTS,
    REROLL,
    REVEAL,
    SABRE,
    SLOTS,
    Setup,
    State,
)

THREE_SYMBOLS = (1 << 36) - 1
"""The kinds of one to three symbols in a pack: those that an attack can take."""


@rule
def locks_left(s: State, slot: int) -> int:
    """How many locks of a chest no die lies on."""
    return s.chests[slot] - ((s.keys >> (4 * slot)) & 3)


@rule
def can_open(setup: Setup, s: State, slot: int) -> bool:
    """MZ3: whether the dice in hand fill what is left of a chest's locks."""
    locks = locks_left(s, slot)
    return locks > 0 and setup.pay_keys[s.hand * (MOST_LOCKS + 1) + locks] >= 0


@rule
def untouched(setup: Setup, s: State, owner: int, kind: int) -> int:
    """How many treasures of a kind lie beside a ship without a die on them."""
    cards = count(s.beside[owner], kind)
    if s.laid > 0:
        cards -= laid_on(s.laid, owner, setup.whole[kind], setup.whole[kind + 1])
    return cards


@rule
def has_part(setup: Setup, s: State, owner: int, part: int) -> bool:
    """Whether such a treasure, with just these places filled, lies beside a ship."""
    kind = setup.kind_of[part]
    if part == setup.whole[kind]:
        return untouched(setup, s, owner, kind) > 0
    return find_entry(s.laid, owner, part) > 0


@rule
def acts(setup: Setup, s: State, out: Any) -> int:
    """MZ2 to MZ4: write all that whole cards can be done with; ending where nothing is a duty."""
    n = 0
    for slot in range(SLOTS):
        if can_open(setup, s, slot):
            out[n] = OPEN + slot
            n += 1
    duty = n
    for owner in range(setup.players):
        if owner == s.seat:
            before = n
            n = fills(setup, s, owner, out, n)
            duty += n - before
        elif (s.boarded >> owner) & 1 == 1:
            n = fills(setup, s, owner, out, n)
    n = attacks(setup, s, out, n)
    if duty == 0:
        out[n] = setup.end
        n += 1
    return n


@rule
def fills(setup: Setup, s: State, owner: int, out: Any, n: int) -> int:
    """Append the treasures beside a ship whose free places the dice in hand fill (MZ3, MZ5)."""
    row = s.hand * PARTS
    pack = s.beside[owner]
    kind = 0
    while (pack >> (4 * kind)) > 0:
        if count(pack, kind) > 0:
            whole = setup.whole[kind]
            if setup.pay_part[row + whole] >= 0 and untouched(setup, s, owner, kind) > 0:
                out[n] = FILL + owner * PARTS + whole
                n += 1
            if s.laid > 0:
                for part in range(whole + 1, setup.whole[kind + 1]):
                    if setup.pay_part[row + part] >= 0 and find_entry(s.laid, owner, part) > 0:
                        out[n] = FILL + owner * PARTS + part
                        n += 1
        kind += 1
    return n


@rule
def attacks(setup: Setup, s: State, out: Any, n: int) -> int:
    """Append the attacks that the dice in hand can make at once (MZ2)."""
    first = setup.loots_at[s.hand]
    end = setup.loots_at[s.hand + 1]
    if s.closed == 1 or first == end:
        return n
    for victim in range(setup.players):
        pack = s.beside[victim]
        if victim != s.seat and pack > 0 and (s.boarded >> victim) & 1 == 0:
            for k in range(first, end):
                loot = setup.loots[k]
                if holds(setup, pack, loot):
                    out[n] = setup.attack + victim * LOOTS + loot
                    n += 1
    return n


@rule
def holds(setup: Setup, pack: int, loot: int) -> bool:
    """Whether all of a loot lies in a pack."""
    for i in range(6 * loot, 6 * loot + 6, 2):
        if count(pack, setup.loot_needs[i]) < setup.loot_needs[i + 1]:
            return False
    return True


@rule
def can_go_on(setup: Setup, s: State) -> bool:
    """MZ4: whether the dice in hand can still do anything, an attack included."""
    for slot in range(SLOTS):
        if can_open(setup, s, slot):
            return True
    row = s.hand * PARTS
    for owner in range(setup.players):
        if owner == s.seat or (s.boarded >> owner) & 1 == 1:
            pack = s.beside[owner]
            kind = 0
            while (pack >> (4 * kind)) > 0:
                if count(pack, kind) > 0:
                    for part in range(setup.whole[kind], setup.whole[kind + 1]):
                        if setup.pay_part[row + part] >= 0 and has_part(setup, s, owner, part):
                            return True
                kind += 1
        elif s.closed == 0:
            pack = s.beside[owner]
            for k in range(setup.loots_at[s.hand], setup.loots_at[s.hand + 1]):
                if holds(setup, pack, setup.loots[k]):
                    return True
    return False


@rule
def die_for(setup: Setup, hand: int, symbol: int) -> int:
    """The symbol of the die that is laid on a place: the natural one, else a sabre; -1: neither."""
    if setup.minus_one[hand * 4 + symbol] >= 0:
        return symbol
    return SABRE if setup.minus_one[hand * 4 + SABRE] >= 0 else -1


@rule
def lays(setup: Setup, s: State, out: Any, n: int) -> int:
    """Append what a single die may be laid on before the second roll (``commit``).

    One chest at a time: the next is begun once the one begun before is open. Without that, keys
    could be wasted on several chests at once for ever, and a game need not end.
    """
    first = setup.end + 1
    if die_for(setup, s.hand, KEY) >= 0:
        for slot in range(SLOTS):
            elsewhere = s.keys & ~(15 << (4 * slot))
            if s.chests[slot] > 0 and elsewhere == 0:
                out[n] = first + slot
                n += 1
    if s.closed == 0 and setup.minus_one[s.hand * 4 + SABRE] >= 0:
        for victim in range(setup.players):
            free = victim != s.seat and (s.boarded >> victim) & 1 == 0
            if free and s.beside[victim] & THREE_SYMBOLS > 0:
                out[n] = first + SLOTS + victim
                n += 1
    first += SLOTS + setup.players
    for owner in range(setup.players):
        pack = s.beside[owner]
        if owner != s.seat:
            pack = pack & THREE_SYMBOLS if (s.boarded >> owner) & 1 == 1 else 0
        kind = 0
        while (pack >> (4 * kind)) > 0:
            if count(pack, kind) > 0:
                for part in range(setup.whole[kind], setup.whole[kind + 1]):
                    if has_part(setup, s, owner, part):
                        for symbol in range(2):
                            place = setup.filled[2 * part + symbol] != NO_PLACE
                            if place and die_for(setup, s.hand, symbol) >= 0:
                                out[n] = first + 2 * (owner * PARTS + part) + symbol
                                n += 1
            kind += 1
    return n


NO_PLACE = -2
FULL = -1


@rule
def in_hand(s: State, phase: int, hand: int, thrown: int, final: int, closed: int) -> State:
    """The same table with other dice in hand."""
    return State(
        phase,
        s.seat,
        hand,
        thrown,
        final,
        closed,
        0,
        s.chests,
        s.top,
        s.buried,
        s.unseen,
        s.beside,
        s.coins,
        s.gems,
        s.bones,
        s.last,
        s.boarded,
        s.keys,
        s.laid,
    )


@rule
def with_cards(
    s: State, beside: tuple[int, ...], coins: int, gems: int, boarded: int, laid: int
) -> State:
    """The same dice once treasures have moved: so many coins and diamonds under the own ship."""
    return State(
        s.phase,
        s.seat,
        s.hand,
        s.thrown,
        s.final,
        s.closed,
        s.opened,
        s.chests,
        s.top,
        s.buried,
        s.unseen,
        beside,
        put(s.coins, s.seat, s.coins[s.seat] + coins),
        put(s.gems, s.seat, s.gems[s.seat] + gems),
        s.bones,
        s.last,
        boarded,
        s.keys,
        laid,
    )


@rule
def with_chest(s: State, phase: int, slot: int, opened: int, keys: int) -> State:
    """The same once a chest of the middle has been opened (``opened`` locks) or got a key."""
    chests = put(s.chests, slot, 0) if opened > 0 else s.chests
    return State(
        phase,
        s.seat,
        s.hand,
        s.thrown,
        s.final,
        s.closed,
        opened,
        chests,
        s.top,
        s.buried,
        s.unseen,
        s.beside,
        s.coins,
        s.gems,
        s.bones,
        s.last,
        s.boarded,
        keys,
        s.laid,
    )


@rule
def opened_chest(setup: Setup, s: State, slot: int) -> State:
    """MZ3: the keys are spent and the chest is about to be turned over."""
    left = setup.pay_keys[s.hand * (MOST_LOCKS + 1) + locks_left(s, slot)]
    keys = s.keys & ~(15 << (4 * slot))
    after = in_hand(s, REVEAL, left, 0, s.final, 1)
    return with_chest(after, REVEAL, slot, s.chests[slot], keys)


@rule
def filled_card(setup: Setup, s: State, owner: int, part: int) -> State:
    """MZ3, MZ5: all free places of a treasure are filled; it goes under the ship of the turn."""
    kind = setup.kind_of[part]
    laid = s.laid
    if part != setup.whole[kind]:
        laid = without_entry(laid, find_entry(laid, owner, part))
    left = setup.pay_part[s.hand * PARTS + part]
    after = in_hand(s, s.phase, left, 0, s.final, 1 if owner == s.seat else s.closed)
    beside = put(s.beside, owner, s.beside[owner] - one(kind))
    return with_cards(after, beside, setup.kind_coins[kind], setup.kind_gems[kind], s.boarded, laid)


@rule
def attacked(setup: Setup, s: State, victim: int, loot: int) -> State:
    """MZ2: a sabre on the ship, and the loot goes straight under the attacker's."""
    after = in_hand(s, s.phase, setup.pay_loot[s.hand * LOOTS + loot], 0, s.final, s.closed)
    beside = put(s.beside, victim, s.beside[victim] - setup.loot_pack[loot])
    return with_cards(
        after, beside, setup.loot_coins[loot], setup.loot_gems[loot], s.boarded, s.laid
    )


@rule
def acted(setup: Setup, s: State, move: int) -> State:
    """The table after one of ``acts`` but for the end of the turn."""
    if move < FILL:
        return opened_chest(setup, s, move - OPEN)
    if move < setup.attack:
        owner = (move - FILL) // PARTS
        return filled_card(setup, s, owner, move - FILL - owner * PARTS)
    victim = (move - setup.attack) // LOOTS
    return attacked(setup, s, victim, move - setup.attack - victim * LOOTS)


@rule
def laid_die(setup: Setup, s: State, move: int) -> State:
    """The table after one of ``lays``: a card that is full takes effect at once."""
    place = move - setup.end - 1
    if place < SLOTS:
        return laid_on_chest(setup, s, place)
    place -= SLOTS
    if place < setup.players:
        hand = setup.minus_one[s.hand * 4 + SABRE]
        after = in_hand(s, REROLL, hand, 0, 0, s.closed)
        return with_cards(after, s.beside, 0, 0, s.boarded | (1 << place), s.laid)
    place -= setup.players
    owner = place // (2 * PARTS)
    place -= owner * 2 * PARTS
    return laid_on_treasure(setup, s, owner, place // 2, place % 2)


@rule
def laid_on_chest(setup: Setup, s: State, slot: int) -> State:
    """A key or a sabre on one lock of a chest; the last one opens it."""
    if locks_left(s, slot) == 1:
        return opened_chest(setup, s, slot)
    die = die_for(setup, s.hand, KEY)
    keys = s.keys + (1 << (4 * slot))
    if die == SABRE:
        keys += 4 << (4 * slot)
    after = in_hand(s, REROLL, setup.minus_one[s.hand * 4 + die], 0, 0, 1)
    return with_chest(after, REROLL, slot, 0, keys)


@rule
def laid_on_treasure(setup: Setup, s: State, owner: int, part: int, symbol: int) -> State:
    """A die on one place of a treasure; the last one loads or takes it."""
    filled = setup.filled[2 * part + symbol]
    if filled == FULL:
        return filled_card(setup, s, owner, part)
    die = die_for(setup, s.hand, symbol)
    laid = s.laid
    on_coins = 0
    on_gems = 0
    if part != setup.whole[setup.kind_of[part]]:
        entry = find_entry(laid, owner, part)
        laid = without_entry(laid, entry)
        on_coins = coin_sabres(entry)
        on_gems = gem_sabres(entry)
    if die == SABRE and symbol == COIN:
        on_coins += 1
    if die == SABRE and symbol == GEM:
        on_gems += 1
    laid = with_entry(laid, entry_of(owner, filled, on_coins, on_gems))
    hand = setup.minus_one[s.hand * 4 + die]
    after = in_hand(s, REROLL, hand, 0, 0, 1 if owner == s.seat else s.closed)
    return with_cards(after, s.beside, 0, 0, s.boarded, laid)


@rule
def settled(setup: Setup, s: State) -> int:
    """The phase after dice were laid: the one it was, or -1 where the turn is over (MZ4)."""
    if s.final == 0:
        return REROLL if s.hand > 0 else -1
    return ACT if s.hand > 0 and can_go_on(setup, s) else -1
