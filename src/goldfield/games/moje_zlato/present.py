"""Moje zlato! for people: a view and its legal moves as sentences and plain data. Pure.

The page's template and the terminal draw what :func:`table` returns. For every choice of dice and
cards it holds either what that brings or the reason why it is refused, so that a script on the
page needs no rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from goldfield.games.contract import Choice
from goldfield.games.moje_zlato.cards_shown import (
    cards_beside,
    dice_in_hand,
    keys_on,
    laid_dice,
    may_hold,
)
from goldfield.games.moje_zlato.choosing import WHERE, Option, legal, options_of
from goldfield.games.moje_zlato.deck import MOST_LOCKS
from goldfield.games.moje_zlato.deeds import Attack, deed
from goldfield.games.moje_zlato.moving import moved
from goldfield.games.moje_zlato.needs import (
    called,
    chest_fits,
    chest_needs,
    loot_needs,
    named,
    places_need,
)
from goldfield.games.moje_zlato.notation import show_move
from goldfield.games.moje_zlato.offers import (
    actions_of,
    again_of,
    dice_of,
    sets_of,
    why_no_card,
    why_no_chest,
)
from goldfield.games.moje_zlato.posted import read_form
from goldfield.games.moje_zlato.rules import Rules, rank, to_act
from goldfield.games.moje_zlato.sentences import asked, describe, duty, effect, hint, title
from goldfield.games.moje_zlato.state import ACT, ENDED, REROLL, Setup, State
from goldfield.games.moje_zlato.stowing import hull_of, stowed
from goldfield.games.moje_zlato.turn import DICE
from goldfield.words import Message, say, say_n

__all__ = ["DRAWS_SEATS", "PIECES", "choices", "describe", "moved", "ranks", "read_form", "table"]

PIECES: Mapping[str, Message] = {
    "C": say("coin"),
    "D": say("diamond"),
    "K": say("key"),
    "S": say("sabre"),
    "c": say("coin"),
    "d": say("diamond"),
}
"""How faces of dice and symbols of treasures are called aloud."""
DRAWS_SEATS = True
"""The ships show whose they are, whose turn it is, and the points."""
SPANS = {1: 4, 2: 5, 3: 7, 4: 7}
"""How wide a treasure floats, in halves of a symbol, by the number of its symbols."""
CROWDS = (4, 7, 10, 14, 18, 22, 28, 36, 46, 60, 80, 110, 150, 200, 10_000)
"""The widths of all treasures beside a ship that the style sheet tells apart."""
PHASES = ("starter", "deal", "roll", "reroll", "rerolling", "act", "reveal", "over")


def choices(rules: Rules, setup: Setup, view: State, seat: int) -> list[Choice]:
    """Every legal move of ``seat`` with what it brings."""
    return [
        Choice(
            move,
            show_move(rules, setup, view, move),
            effect(rules, setup, view, move),
        )
        for move in legal(setup, view)
    ]


def table(rules: Rules, setup: Setup, view: State, seat: int) -> dict[str, Any]:
    """All that the template draws; Messages where a person reads.

    Keys: ``phase``, ``to_act``, ``seat`` (whose turn it is), ``mine`` (``seat`` is to act),
    ``title``, ``asked`` (the title with the name of who is asked), ``hint``, ``duty`` (why the turn
    cannot end yet), ``last`` (the turns
    still to come once the last chest is open, or -1), ``commit`` (single dice may be laid),
    ``dice`` (in hand), ``spent`` (how many lie on finished cards), ``thrown``, ``chests`` (the
    three places of the middle), ``pile``, ``ships`` (with the treasures beside them), ``attacks``
    (by victim, by loot), ``again`` (by the dice rolled again), ``sets`` (by chosen pieces),
    ``actions``.
    """
    acting = to_act(setup, view)
    mine = seat >= 0 and acting == seat
    asking = view.phase in (REROLL, ACT)
    options = options_of(rules, setup, view) if mine else []
    return {
        "phase": PHASES[view.phase],
        "to_act": acting,
        "seat": view.seat,
        "mine": mine,
        "title": title(rules, setup, view, mine),
        "asked": asked(rules, setup, view),
        "hint": hint(rules, setup, view, mine),
        "duty": duty(setup, view, mine),
        "last": view.last,
        "countdown": _countdown(view),
        "decided": _decided(setup, view),
        "all_open": view.top == 0 and not any(view.chests) and not any(view.buried),
        "to_come": [(view.seat + i) % setup.players for i in range(max(0, view.last))],
        "commit": bool(setup.commit),
        "dice": dice_of(view, options, mine),
        "laid": _laid_where(setup, view) if asking else [],
        "spent": DICE - dice_in_hand(view) - laid_dice(view) if asking else 0,
        "thrown": view.thrown,
        "chests": [_chest(setup, view, slot, options, mine) for slot in range(len(view.chests))],
        "pile": _pile(view),
        "hidden": [
            {"locks": locks, "hides": _hides(view, locks)} for locks in range(1, MOST_LOCKS + 1)
        ],
        "ships": [_ship(setup, view, owner, options, mine) for owner in range(setup.players)],
        "attacks": _attacks(setup, options),
        "again": again_of(rules, setup, view),
        "sets": sets_of(rules, setup, view, options) if mine else {},
        "actions": actions_of(setup, view) if mine else [],
    }


def ranks(setup: Setup, view: State) -> list[int]:
    """What places behind the winner are told by as well (MZ9)."""
    return [rank(view, seat) for seat in range(setup.players)]


def _chest(
    setup: Setup, s: State, slot: int, options: Sequence[Option], mine: bool
) -> dict[str, Any] | None:
    """A chest of the middle: its locks, and what they need; None: the place is empty."""
    locks = s.chests[slot]
    if not locks:
        return None
    piece = f"chest-{slot + 1}"
    option = next((o for o in options if o.pieces == (piece,)), None)
    missing = chest_needs(s, slot)
    asking = s.phase in (REROLL, ACT)
    return {
        "slot": slot + 1,
        "piece": piece,
        "locks": locks,
        "filled": keys_on(s, slot),
        "fits": asking and missing is None,
        "need": (missing or chest_fits(s, slot)) if asking and mine else None,
        **_offered(option, why_no_chest(setup, s, slot) if mine and not option else None),
        "hides": _hides(s, locks),
    }


def _laid_where(setup: Setup, s: State) -> list[Message]:
    """Where each die lies that was laid on a card that is not filled yet."""
    where = [WHERE["K"] for slot in range(len(s.chests)) for _ in keys_on(s, slot)]
    for owner in range(setup.players):
        where += [WHERE["S"]] * ((s.boarded >> owner) & 1)
        for card in cards_beside(setup, s, owner):
            symbols = zip(card.content.upper(), card.dice, strict=True)
            where += [WHERE[symbol] for symbol, die in symbols if die]
    return where


def _hides(s: State, locks: int) -> list[dict[str, Any]]:
    """What an unopened chest of so many locks may hold, by the public deck."""
    hides = list(may_hold(s, locks))
    of = sum(n for _, n in hides)
    return [{"content": content, "name": called(content), "n": n, "of": of} for content, n in hides]


def _countdown(s: State) -> Message | None:
    """The last round, counted down (MZ8)."""
    if s.phase == ENDED or s.last < 0:
        return None
    if s.last == 1:
        return say("The very last turn")
    return say_n("Last round: {n} turn to go", "Last round: {n} turns to go", s.last)


def _decided(setup: Setup, s: State) -> Message | None:
    """What decided a game in which two or more have most points (MZ9)."""
    if s.phase != ENDED:
        return None
    best = max(range(setup.players), key=lambda seat: rank(s, seat))
    tied = [n for n in range(setup.players) if sum(_safe(s, n)) == sum(_safe(s, best))]
    if len(tied) == 1 or len({rank(s, n) for n in tied}) == 1:
        return None
    points = say_n("{n} point", "{n} points", sum(_safe(s, best)))
    gems = sorted((s.gems[n] for n in tied), reverse=True)
    if gems[0] > gems[1]:
        return say_n(
            "Tied at {points}; {n} diamond to {other} decides it.",
            "Tied at {points}; {n} diamonds to {other} decide it.",
            gems[0],
            points=points,
            other=gems[1],
        )
    bones = sorted(s.bones[n] for n in tied if s.gems[n] == gems[0])
    return say(
        "Tied at {points}, diamonds too; the fish bones, {fewest} to {other}, decide it.",
        points=points,
        fewest=bones[0],
        other=bones[1],
    )


def _safe(s: State, seat: int) -> tuple[int, int]:
    return s.coins[seat], s.gems[seat]


def _offered(option: Option | None, why: Message | None) -> dict[str, Any]:
    """What a card can be filled for, or why not."""
    return {
        "can": option is not None,
        "lit": option is not None and not option.wasted,
        "move": option.moves[0] if option else None,
        "text": option.text if option else "",
        "pay": option.pay if option else "",
        "leaves": option.leaves if option else "",
        "label": option.label if option else None,
        "effect": option.effect if option else None,
        "why": why,
    }


def _pile(s: State) -> dict[str, Any]:
    """The chests that nobody has in sight but for the top one: how many, by locks."""
    by_locks = [n + (s.top == locks) for locks, n in enumerate(s.buried, 1)]
    return {"top": s.top, "buried": sum(by_locks), "by_locks": by_locks}


def _ship(
    setup: Setup, s: State, owner: int, options: Sequence[Option], mine: bool
) -> dict[str, Any]:
    """A ship: what is safe under it, and the open treasures beside it."""
    asking = s.phase in (REROLL, ACT)
    own = owner == s.seat
    boarded = bool((s.boarded >> owner) & 1)
    piece = f"ship-{owner + 1}"
    treasures: list[dict[str, Any]] = []
    for card in cards_beside(setup, s, owner):
        option = next((o for o in options if card.piece in o.pieces and len(o.pieces) == 1), None)
        why = why_no_card(setup, s, card) if mine and not option else None
        missing = places_need if own else loot_needs
        need = missing(s, card, short=True) if asking and mine else None
        treasures.append(
            {
                "key": card.key,
                "piece": card.piece,
                "content": card.content,
                "span": SPANS[len(card.content)],
                "name": called(card.content),
                "laid": say("{dice} on it", dice=named("".join(card.dice)))
                if any(card.dice)
                else None,
                "places": [
                    {"symbol": symbol, "die": die}
                    for symbol, die in zip(card.content, card.dice, strict=True)
                ],
                "need": need,
                "fits": asking and missing(s, card) is None,
                **_offered(option, why),
            }
        )
    return {
        "seat": owner,
        "piece": piece,
        "coins": s.coins[owner],
        "gems": s.gems[owner],
        "bones": s.bones[owner],
        "points": s.coins[owner] + s.gems[owner],
        "load": _load(s, owner),
        "hull": hull_of(s.coins[owner] + s.gems[owner] + s.bones[owner]),
        "hold": _hold(s, owner),
        "boarded": boarded,
        "can_board": any(o.pieces == (piece,) for o in options),
        "can_attack": any(t["can"] for t in treasures) and not own and not boarded,
        "treasures": treasures,
        "crowd": next(n for n in CROWDS if n >= sum(t["span"] for t in treasures)),
    }


def _hold(s: State, owner: int) -> list[dict[str, Any]]:
    """The pictures in the hold of a ship, and where they lie in that of its hull."""
    coins, gems, bones = s.coins[owner], s.gems[owner], s.bones[owner]
    pictures = ["treasure-c"] * coins + ["treasure-d"] * gems + ["fish"] * bones
    places = stowed(coins + gems, bones)
    return [
        {"picture": picture, **place._asdict()}
        for picture, place in zip(pictures, places, strict=False)
    ]


def _load(s: State, owner: int) -> Message:
    """What is safe under a ship, in words."""
    safe = (
        named("C" * s.coins[owner] + "D" * s.gems[owner])
        if s.coins[owner] + s.gems[owner]
        else None
    )
    bones = say_n("{n} fish bones", "{n} fish bones", s.bones[owner]) if s.bones[owner] else None
    if safe and bones:
        return say("under the ship: {safe}; {bones}", safe=safe, bones=bones)
    return say("under the ship: {safe}", safe=safe or bones or say("nothing yet"))


def _attacks(setup: Setup, options: Sequence[Option]) -> list[dict[str, Any]]:
    """By victim the loots that can be taken at once."""
    found: list[dict[str, Any]] = [{} for _ in range(setup.players)]
    for option in options:
        what = deed(setup, option.moves[0])
        if isinstance(what, Attack):
            loot = " ".join(piece.partition("-")[2] for piece in option.pieces)
            found[what.victim][loot] = _offered(option, None)
    return found
