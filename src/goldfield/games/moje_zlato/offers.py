"""What a page offers for every choice of dice and cards: what can be confirmed, or the reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product
from typing import Any

from goldfield.games.moje_zlato.cards_shown import Card, cards_beside, faces_in_hand
from goldfield.games.moje_zlato.choosing import WHERE, Option, can_attack, legal
from goldfield.games.moje_zlato.deck import FACES
from goldfield.games.moje_zlato.needs import chest_needs, loot_needs, named, places_need
from goldfield.games.moje_zlato.rules import Rules, play
from goldfield.games.moje_zlato.sentences import effect, hint, label
from goldfield.games.moje_zlato.state import ACT, REROLL, STAND, Setup, State
from goldfield.games.moje_zlato.turn import DICE, THROW_ID, THROWS, Throw, throw_text
from goldfield.words import Message, say, say_n

NAMES = {"C": say("coin"), "D": say("diamond"), "K": say("key"), "S": say("sabre")}
KEEP = (
    *(say("Keep the die"), say("Keep both")),
    *(say("Keep all three"), say("Keep all four")),
)
ALL_AGAIN = (
    *(say("Roll the die again"), say("Roll both again")),
    *(say("Roll all three again"), say("Roll all four again")),
)
TOGETHER = say("These do not go together.")
"""Why a choice is refused that nothing more exact is said about."""


def throw_of(faces: str) -> int:
    """The throw that some faces are."""
    return THROW_ID[Throw(*(faces.count(face) for face in FACES))]


def choices_of_dice(faces: str) -> list[str]:
    """Every choice of some dice, the empty one first."""
    counts = product(*(range(faces.count(face) + 1) for face in FACES))
    found = ("".join(face * n for face, n in zip(FACES, row, strict=True)) for row in counts)
    return sorted(found, key=len)


def dice_of(s: State, options: Sequence[Option], mine: bool) -> list[dict[str, Any]]:
    """The dice in hand; ``can``: something can be done with a die of that face."""
    if s.phase not in (REROLL, ACT):
        return [_die(face, False, None) for face in faces_in_hand(s)]
    useful = set("".join(option.pay for option in options))
    dice: list[dict[str, Any]] = []
    for face in faces_in_hand(s):
        can = mine and (s.phase == REROLL or face in useful)
        why = say("Nothing takes {die} now.", die=named(face)) if mine and not can else None
        dice.append(_die(face, can, why))
    return dice


def _die(face: str, can: bool, why: Message | None) -> dict[str, Any]:
    return {
        "face": face,
        "name": named(face),
        "can": can,
        "tag": say("no use now") if why else NAMES[face],
        "why": why,
    }


def again_of(rules: Rules, setup: Setup, s: State) -> dict[str, Any]:
    """For every choice of dice to roll again what that is called and brings; "": they stand."""
    if s.phase != REROLL:
        return {}
    hand = faces_in_hand(s)
    return {
        faces: {
            "move": move,
            "leaves": throw_text(s.hand if move == STAND else setup.minus[s.hand * 70 + move]),
            "label": label(rules, setup, s, move),
            "effect": effect(rules, setup, s, move),
        }
        for faces in choices_of_dice(hand)
        for move in (throw_of(faces),)
    }


def actions_of(setup: Setup, s: State) -> list[dict[str, Any]]:
    """The general buttons of a state, for a page without scripts."""
    found: list[dict[str, Any]] = []
    if s.phase == REROLL:
        found.append(made("again", say("Roll again"), say("the chosen dice"), "again"))
        found.append(_keep(setup, s))
        if setup.commit:
            found.append(made("cards", say("Lay what you chose"), say("dice on one card"), "load"))
    elif s.phase == ACT:
        moves = legal(setup, s)
        found.append(made("cards", say("Do what you chose"), say("with these dice"), "open"))
        if setup.end in moves:
            found.append(_end(s))
    return found


def made(
    do: str, label: Message, effect: Message, icon: str, *, main: bool = False
) -> dict[str, Any]:
    """A button."""
    return {
        "do": do,
        "seat": None,
        "label": label,
        "effect": effect,
        "warn": None,
        "icon": icon,
        "main": main,
    }


def _keep(setup: Setup, s: State) -> dict[str, Any]:
    """Let the dice stand; a sign warns where that would throw the turn away."""
    n = sum(THROWS[s.hand])
    if _keeping_ends(setup, s):
        return made("keep", KEEP[n - 1], say("nothing fits: the turn ends"), "warn")
    return made("keep", KEEP[n - 1], say("this result stands"), "keep")


def _keeping_ends(setup: Setup, s: State) -> bool:
    return play(setup, s, STAND).phase != ACT


def _all_again(setup: Setup, s: State) -> dict[str, Any]:
    """Roll everything again: the one thing to do where nothing fits."""
    faces = faces_in_hand(s)
    label = ALL_AGAIN[len(faces) - 1]
    return made(f"reroll {faces}", label, say("keep none"), "again", main=_keeping_ends(setup, s))


def _end(s: State) -> dict[str, Any]:
    effect = say("{dice} stay unused", dice=named(faces_in_hand(s)))
    return made("end", say("Leave it: end the turn"), effect, "end")


def sets_of(rules: Rules, setup: Setup, s: State, options: Sequence[Option]) -> dict[str, Any]:
    """For every choice of pieces: its readings, or why it is refused.

    ``near`` tells a choice that only lacks something from one that leads nowhere; ``lights`` names
    the cards that it could go on with.
    """
    sets: dict[str, Any] = {}
    if s.phase == REROLL:
        for faces in choices_of_dice(faces_in_hand(s)):
            sets[" ".join(faces)] = _again(setup, s, faces, options)
    elif s.phase == ACT:
        sets[""] = _nothing_chosen(rules, setup, s, options)
        sets.update({face: _one_die(setup, s, face, options) for face in faces_in_hand(s)})
    most = {option.key: len(option.pay) for option in reversed(options)}
    for option in options:
        # of one card: as many dice as can be laid, or a single one; others by choosing the dice
        if s.phase == ACT or len(option.pay) in (1, most[option.key]):
            _entry(sets, option.key)["readings"].append(_reading(option))
        if s.phase == REROLL:
            key = " ".join((option.key, *option.pay))
            _entry(sets, key)["readings"].append(_reading(option))
    if s.phase == ACT:
        _add_too_much(setup, s, options, sets)
        _add_ships(s, options, sets)
    return sets


def _entry(sets: dict[str, Any], key: str) -> dict[str, Any]:
    return sets.setdefault(key, {"why": None, "near": True, "lights": None, "readings": []})


def _refused(
    why: Message, *, near: bool = False, lights: list[str] | None = None
) -> dict[str, Any]:
    return {"why": why, "near": near, "lights": lights, "readings": []}


def _accepted(action: dict[str, Any], verdict: Message | None, **more: Any) -> dict[str, Any]:
    reading = {"text": "", "label": action["label"], "verdict": verdict, "actions": [action]}
    return {"why": None, "near": True, "lights": None, "readings": [{**reading, **more}]}


def _again(setup: Setup, s: State, faces: str, options: Sequence[Option]) -> dict[str, Any]:
    """Dice chosen before the second roll: they are rolled again, or laid on a card."""
    if not faces:
        entry = _accepted(_keep(setup, s), None)
        entry["readings"][0]["actions"].insert(0, _all_again(setup, s))
        return entry
    left = Counter(faces_in_hand(s))
    left.subtract(faces)
    kept = "".join(face * left[face] for face in FACES)
    n = len(faces)
    roll = say_n("Roll {n} die again", "Roll {n} dice again", n)
    others = say_n("the other one stays", "the other {n} stay", len(kept)) if kept else say("all")
    verdict = say("You roll {dice} again. What falls then, stands.", dice=named(faces))
    if kept:
        verdict = say(
            "You roll {dice} again and keep {kept}. What falls then, stands.",
            dice=named(faces),
            kept=named(kept),
        )
    entry = _accepted(made("again", roll, others, "again", main=True), verdict)
    if setup.commit:
        entry["lights"] = sorted(
            {o.key for o in options if not o.wasted and not Counter(faces) - Counter(o.pay)}
        )
    return entry


def _nothing_chosen(
    rules: Rules, setup: Setup, s: State, options: Sequence[Option]
) -> dict[str, Any]:
    if setup.end in legal(setup, s):
        return _accepted(_end(s), None)
    entry = _refused(hint(rules, setup, s, True), near=True)
    pieces = [piece for option in options for piece in option.pieces]
    chests = [piece for piece in pieces if piece.startswith("chest")]
    if not chests:
        what = say("Choose a treasure")
    elif len(chests) < len(pieces):
        what = say("Choose a chest or a treasure")
    else:
        what = say("Choose a chest")
    return {**entry, "waits": [made("cards", what, say("the turn cannot end yet"), "open")]}


def _one_die(setup: Setup, s: State, face: str, options: Sequence[Option]) -> dict[str, Any]:
    """A die chosen first: the cards that it could be laid on."""
    lights = sorted({piece for o in options if face in o.pay for piece in o.pieces})
    if not lights:
        return _refused(say("Nothing takes {die} now.", die=named(face)))
    if face == "S" and can_attack(setup, s):
        why = say("Board a ship: choose what you take beside it. Or a card that takes a sabre.")
        lights = sorted({*lights, *(f"ship-{owner + 1}" for owner in _victims(s, options))})
    else:
        why = say("Now choose a card that lights up.")
    return _refused(why, near=True, lights=lights)


def _meant(option: Option) -> Message:
    """A way of laying dice on a card, where there are several."""
    dice = named(option.pay)
    if option.pay == option.fills:
        return dice
    return say("{dice} for {symbols}", dice=dice, symbols=named(option.fills))


def _reading(option: Option) -> dict[str, Any]:
    action = made(option.text, option.label, option.effect, option.icon, main=not option.wasted)
    return {
        "moves": list(option.moves),
        "text": option.text,
        "label": _meant(option),
        "verdict": option.verdict,
        "pay": option.pay,
        "leaves": option.leaves,
        "lays": list(option.lays),
        "actions": [action],
    }


def _add_too_much(setup: Setup, s: State, options: Sequence[Option], sets: dict[str, Any]) -> None:
    """What an attack cannot take as well: one treasure more than the dice pay for."""
    for owner in range(setup.players):
        if owner == s.seat or (s.boarded >> owner) & 1:
            continue
        cards = cards_beside(setup, s, owner)
        pieces = [card.piece for card in cards]
        loots = {o.pieces for o in options if o.pieces[0] in pieces}
        for card in cards:
            if card.piece not in sets:
                sets[card.piece] = _refused(why_no_card(setup, s, card))
        for loot in loots:
            for i in range(len(pieces)):
                chosen = sorted([*loot, pieces[i]], key=pieces.index)
                key = " ".join(chosen)
                if key in sets or Counter(chosen) - Counter(pieces):
                    continue
                n = _lacking(s, [card for p in chosen for card in [_named(cards, p)]])
                sets[key] = _refused(
                    say_n(
                        "One more die is needed to take all of these.",
                        "{n} more dice are needed to take all of these.",
                        n,
                    )
                )


def _named(cards: Sequence[Card], piece: str) -> Card:
    return next(card for card in cards if card.piece == piece)


def _lacking(s: State, cards: Sequence[Card]) -> int:
    """How many dice more an attack on all of these cards would need."""
    hand = THROWS[s.hand]
    content = "".join(card.content for card in cards)
    lack = max(0, content.count("c") - hand.coins) + max(0, content.count("d") - hand.gems)
    return lack - (hand.sabres - 1)


def _add_ships(s: State, options: Sequence[Option], sets: dict[str, Any]) -> None:
    """A ship chosen without a treasure beside it."""
    for owner, lights in _victims(s, options).items():
        ship = f"ship-{owner + 1}"
        why = say("The sabre boards this ship. Now choose what you take beside it.")
        waits = [made("cards", say("Choose a treasure"), say("beside this ship"), "take")]
        sabre = {"die": faces_in_hand(s).index("S"), "card": ship, "place": 0, "tag": ON_MAST}
        entry = _refused(why, near=True, lights=lights)
        sets[ship] = {**entry, "lays": [sabre], "waits": waits}


def _victims(s: State, options: Sequence[Option]) -> dict[int, list[str]]:
    """The ships that can be attacked, and the treasures that can be taken from each."""
    found: dict[int, set[str]] = {}
    for piece in (p for o in options for p in o.pieces if not p.startswith(("chest", "ship"))):
        owner = int(piece.partition("-")[0]) - 1
        if owner != s.seat and not (s.boarded >> owner) & 1:
            found.setdefault(owner, set()).add(piece)
    return {owner: sorted(pieces) for owner, pieces in found.items()}


ON_MAST = WHERE["S"]
FIRST_DICE = say("The second roll comes first: roll dice again, or keep them all.")


def why_no_chest(setup: Setup, s: State, slot: int) -> Message:
    """Why a chest cannot be chosen now."""
    missing = chest_needs(s, slot)
    if s.phase == REROLL and not setup.commit:
        return FIRST_DICE
    if s.phase == REROLL:
        hand = THROWS[s.hand]
        if hand.keys + hand.sabres == 0:
            return say("A lock takes a key or a sabre.")
        return say("One chest at a time: first the one that is begun.")
    return say(
        "This chest needs {missing}: every lock must be filled.",
        missing=missing or say("no die"),
    )


def why_no_card(setup: Setup, s: State, card: Card) -> Message:
    """Why a treasure cannot be chosen now."""
    if s.phase == REROLL and not setup.commit:
        return FIRST_DICE
    own = card.owner == s.seat
    boarded = bool((s.boarded >> card.owner) & 1)
    if s.phase == REROLL:
        if own or boarded:
            return say("None of these dice goes there.")
        if len(card.content) >= DICE:
            return say("Four symbols and a sabre are five dice: this cannot be taken.")
        if s.closed:
            return say("Attacks come first: a die lies on a chest or an own treasure already.")
        if THROWS[s.hand].sabres == 0:
            return say("An attack needs a sabre.")
        return say("Board the ship first: a sabre on its mast.")
    if own or boarded:
        missing = places_need(s, card)
        return say(
            "It needs {missing}: every place must be filled.", missing=missing or say("no die")
        )
    if len(card.content) >= DICE:
        return say("Four symbols and a sabre are five dice: this cannot be taken.")
    if s.closed:
        return say("Attacks come first: none once a chest is opened or a treasure loaded.")
    if THROWS[s.hand].sabres == 0:
        return say("An attack needs a sabre.")
    missing = loot_needs(s, card)
    return say("It needs {missing} besides the sabre.", missing=missing or say("no die"))
