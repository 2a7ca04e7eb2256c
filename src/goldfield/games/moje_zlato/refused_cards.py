"""Why a chest or a treasure of Moje zlato! cannot be used as a text says (MZ2, MZ3, MZ5)."""

from __future__ import annotations

from collections.abc import Sequence

from goldfield.games.contract import IllegalMove
from goldfield.games.moje_zlato.cards import count
from goldfield.games.moje_zlato.cards_shown import cards_beside
from goldfield.games.moje_zlato.deck import TREASURES
from goldfield.games.moje_zlato.needs import named
from goldfield.games.moje_zlato.placing import has_part, locks_left
from goldfield.games.moje_zlato.refusals import (
    OF_COMMIT,
    Said,
    dice,
    duty,
    illegal,
    no_single_dice,
    not_dice,
    too_early,
    treasure,
)
from goldfield.games.moje_zlato.rules import Rules
from goldfield.games.moje_zlato.state import ACT, REROLL, SLOTS, Setup, State
from goldfield.games.moje_zlato.turn import (
    COINS,
    DICE,
    GEMS,
    PART_ID,
    THROWS,
    Part,
    places_left,
    throw_text,
)
from goldfield.words import Message, SeatName, say, say_n

SINGLE = OF_COMMIT[:3]
"""The words that lay a single die."""


def is_untimely(rules: Rules, s: State, verb: str) -> bool:
    """Whether a word has no place before the dice stand, or none any more."""
    if verb in ("stand", "reroll"):
        return s.phase == ACT
    if verb in SINGLE:
        return not rules.commit or s.phase == ACT
    return s.phase == REROLL


def not_here(rules: Rules, setup: Setup, s: State, said: Said, texts: Sequence[str]) -> IllegalMove:
    """Why what a text says cannot be done; ``texts`` can."""
    if said.verb in ("stand", "reroll"):
        return not_dice(rules, s, said, texts)
    if is_untimely(rules, s, said.verb):
        single = said.verb in SINGLE
        return no_single_dice(rules, s, texts) if single else too_early(rules, said, texts)
    if said.verb == "end":
        return duty(texts)
    if said.verb in ("open", "lock"):
        return _chest(s, said)
    if len(said.cards) > 1 and said.verb != "attack":
        return illegal(say("{verb} takes one treasure at a time.", verb=said.verb), "MZ3")
    if said.verb == "load":
        return _filling(setup, s, s.seat, said)
    if said.verb == "take":
        return _take(rules, setup, s, said)
    if said.verb == "board":
        return _board(setup, s, said)
    if said.verb == "lay":
        return _lay(setup, s, said)
    return _attack(setup, s, said)


# ---- chests


def _chest(s: State, said: Said) -> IllegalMove:
    """``open`` or ``lock`` of a chest that is not there or cannot take these dice."""
    there = tuple(slot + 1 for slot in range(SLOTS) if s.chests[slot])
    if not there:
        return illegal(say("No chest lies in the middle any more."), "MZ3")
    if said.place >= 0 and s.chests[said.place] == 0:
        return illegal(
            say_n(
                "No chest lies in place {place}; there is one in place {there}.",
                "No chest lies in place {place}; there are some in places {there}.",
                len(there),
                place=said.place + 1,
                there=there,
            ),
            "MZ3",
        )
    hand = THROWS[s.hand]
    have = "K" * hand.keys + "S" * hand.sabres
    if not have:
        return illegal(
            say("A lock takes a key or a sabre, and you have neither in hand: {dice}.",
                dice=dice(throw_text(s.hand))),
            "MZ3",
        )  # fmt: skip
    if said.verb == "lock":
        begun = next((slot for slot in range(SLOTS) if s.keys >> (4 * slot) & 15), 0)
        return illegal(
            say("One chest at a time: first the one in place {n}, which is begun.", n=begun + 1),
            "MZ5",
        )
    if said.place < 0:
        return illegal(
            say(
                "Every place must be filled: no chest here opens with {have}.",
                have=named(have),
            ),
            "MZ5",
        )
    return illegal(
        say(
            "Every place must be filled: this chest needs {needs}, and you have {have}; a sabre "
            "counts as a key.",
            needs=named("K" * locks_left(s, said.place)),
            have=named(have),
        ),
        "MZ5",
    )


# ---- treasures


def _treasures(cards: Sequence[str]) -> Message:
    """What lies beside a ship instead."""
    if not cards:
        return say("nothing lies there")
    treasures = tuple(treasure(card) for card in cards)
    return say_n("there lies {treasures}", "there lie {treasures}", len(cards), treasures=treasures)


def _absent(setup: Setup, s: State, owner: int, card: Part) -> IllegalMove | None:
    """The refusal of a treasure that does not lie beside a ship, or not with such dice on it."""
    kind = TREASURES[card.kind]
    there = [other.key for other in cards_beside(setup, s, owner)]
    own = owner == s.seat
    if not count(s.beside[owner], card.kind):
        elsewhere = [
            seat
            for seat in range(setup.players)
            if own and seat != owner and count(s.beside[seat], card.kind)
        ]
        if elsewhere:
            return illegal(
                say(
                    "{treasure} lies beside {seat}, not beside your ship: only an attack takes it.",
                    treasure=treasure(kind),
                    seat=SeatName(elsewhere[0]),
                ),
                "MZ3",
            )
        where = say("your ship") if own else say("the ship of {seat}", seat=SeatName(owner))
        return illegal(
            say(
                "No {treasure} lies beside {ship}: {there}.",
                treasure=treasure(kind),
                ship=where,
                there=_treasures(there),
            ),
            "MZ3" if own else "MZ2",
        )
    part = PART_ID.get(card, -1)
    if part < 0 or not (has_part(setup, s, owner, part) or part == setup.whole[card.kind]):
        same = [key for key in there if key.partition("/")[0] == kind]
        return illegal(
            say(
                "No {treasure} has dice on just these places: there lies {treasures}.",
                treasure=treasure(kind),
                treasures=tuple(treasure(key) for key in same),
            ),
            "MZ5",
        )
    return None


def _filling(setup: Setup, s: State, owner: int, said: Said) -> IllegalMove:
    """``load`` or ``take``: the treasure is not there, or the dice do not fill it."""
    hand = throw_text(s.hand)
    if not said.cards:
        if not s.beside[owner]:
            return illegal(
                say("Nothing lies beside your ship: open a chest first.")
                if owner == s.seat
                else say("Nothing lies beside the ship of {seat}.", seat=SeatName(owner)),
                "MZ3",
            )
        return illegal(
            say(
                "Every place must be filled: no treasure there is filled by {dice}.",
                dice=dice(hand),
            ),
            "MZ5",
        )
    card = said.cards[0]
    if absent := _absent(setup, s, owner, card):
        return absent
    return _too_few(s, card)


def _too_few(s: State, card: Part) -> IllegalMove:
    coins, gems = places_left(PART_ID[card])
    return illegal(
        say(
            "Every place must be filled: {treasure} needs {needs}, and your dice are {dice}; a "
            "sabre counts as either.",
            treasure=treasure(TREASURES[card.kind]),
            needs=named("C" * coins + "D" * gems),
            dice=dice(throw_text(s.hand)),
        ),
        "MZ5",
    )


def _take(rules: Rules, setup: Setup, s: State, said: Said) -> IllegalMove:
    """``take`` is for ships on which a sabre lies since before the second roll."""
    if not rules.commit:
        return illegal(
            say(
                "At this table treasures are taken by an attack at once, as in {example}.",
                example="attack 2: cd",
            ),
            "MZ2",
        )
    ships = [seat for seat in range(setup.players) if s.boarded >> seat & 1]
    if said.place == s.seat:
        return illegal(say("What lies beside your own ship is loaded, not taken: load."), "MZ3")
    if said.place >= 0 and said.place not in ships:
        return illegal(
            say(
                "No sabre of yours lies on the ship of {seat}: attack it, as in {example}.",
                seat=SeatName(said.place),
                example="attack 2: cd",
            ),
            "MZ2",
        )
    if not ships:
        return illegal(
            say(
                "No sabre of yours lies on a ship: attack, as in {example}.", example="attack 2: cd"
            ),
            "MZ2",
        )
    return _filling(setup, s, said.place if said.place >= 0 else ships[0], said)


# ---- attacks


def _too_large() -> IllegalMove:
    """A treasure of four symbols beside another ship."""
    return illegal(say("Four symbols and a sabre are five dice: this cannot be taken."), "MZ2")


def _attack(setup: Setup, s: State, said: Said) -> IllegalMove:
    """``attack``: MZ2, and dice for every place."""
    kinds = [card.kind for card in said.cards]
    if said.place == s.seat:
        return illegal(
            say("Your own ship is not attacked: load takes what lies beside it, as in load cd."),
            "MZ2",
        )
    victims = [
        seat
        for seat in range(setup.players)
        if said.place in (-1, seat) and seat != s.seat and not s.boarded >> seat & 1
    ]
    if not victims:
        return illegal(
            say(
                "Your sabre lies on that ship already, and a second one may not: type take instead "
                "of attack."
            ),
            "MZ2",
        )
    if s.closed:
        return illegal(
            say("Attacks come first: none once a chest is opened or a treasure loaded this turn."),
            "MZ2",
        )
    hand = THROWS[s.hand]
    if hand.sabres == 0:
        return illegal(
            say("An attack needs a sabre, and you have none in hand: {dice}.",
                dice=dice(throw_text(s.hand))),
            "MZ2",
        )  # fmt: skip
    if any(card.coins + card.gems for card in said.cards):
        return illegal(say("An attack fills whole treasures: leave out the slash."), "MZ2")
    if any(len(TREASURES[kind]) == DICE for kind in kinds):
        return _too_large()
    if not any(s.beside[victim] for victim in victims):
        return illegal(
            say("Nothing lies beside the ship of {seat}, so there is nothing to take.",
                seat=SeatName(victims[0]))
            if len(victims) == 1
            else say("Nothing lies beside any other ship, so there is nothing to take."),
            "MZ2",
        )  # fmt: skip
    for card in said.cards:
        holders = [v for v in victims if count(s.beside[v], card.kind) >= kinds.count(card.kind)]
        if not holders:
            return _too_few_there(setup, s, victims, card, kinds.count(card.kind))
    left = throw_text(s.hand).replace("S", "", 1)
    needs = "C" * sum(COINS[kind] for kind in kinds) + "D" * sum(GEMS[kind] for kind in kinds)
    if not kinds:
        return illegal(
            say(
                "Every place must be filled: besides the sabre on the ship you have {dice}, and "
                "that fills no treasure there.",
                dice=named(left),
            ),
            "MZ5",
        )
    return illegal(
        say(
            "Every place must be filled: besides the sabre on the ship this needs {needs}, and "
            "you have {dice}.",
            needs=named(needs),
            dice=named(left),
        ),
        "MZ5",
    )


def _too_few_there(
    setup: Setup, s: State, victims: Sequence[int], card: Part, n: int
) -> IllegalMove:
    """Treasures of which a ship has fewer, or none."""
    kind = treasure(TREASURES[card.kind])
    if len(victims) > 1:
        return illegal(
            say("No other ship has {n} × {treasure} beside it.", n=n, treasure=kind)
            if n > 1
            else say("No {treasure} lies beside any other ship.", treasure=kind),
            "MZ2",
        )
    if absent := _absent(setup, s, victims[0], card):
        return absent
    return illegal(
        say(
            "Beside the ship of {seat} there are not so many {treasure}: {there}.",
            seat=SeatName(victims[0]),
            treasure=kind,
            there=_treasures([other.key for other in cards_beside(setup, s, victims[0])]),
        ),
        "MZ2",
    )


# ---- single dice before the second roll


def _board(setup: Setup, s: State, said: Said) -> IllegalMove:
    """``board``: a sabre on a ship begins an attack."""
    if said.place == s.seat:
        return illegal(say("Your own ship is not boarded."), "MZ2")
    if said.place >= 0 and s.boarded >> said.place & 1:
        return illegal(
            say("Your sabre lies on that ship already, and a second one may not."), "MZ2"
        )
    if s.closed:
        return illegal(
            say("Attacks come first: a die lies, or has lain, on a chest or an own treasure."),
            "MZ2",
        )
    if THROWS[s.hand].sabres == 0:
        return illegal(
            say("Boarding takes a sabre, and you have none in hand: {dice}.",
                dice=dice(throw_text(s.hand))),
            "MZ2",
        )  # fmt: skip
    if said.place < 0:
        return illegal(say("No ship has anything beside it that can be taken."), "MZ2")
    return illegal(
        say("Nothing that can be taken lies beside the ship of {seat}.", seat=SeatName(said.place)),
        "MZ2",
    )


def _lay(setup: Setup, s: State, said: Said) -> IllegalMove:
    """``lay``: a die on one place of a treasure."""
    owner = said.place if said.place >= 0 else s.seat
    if owner != s.seat and not s.boarded >> owner & 1:
        return illegal(
            say(
                "First a sabre lies on the ship of {seat}: board {n}.",
                seat=SeatName(owner),
                n=owner + 1,
            ),
            "MZ2",
        )
    if not said.cards:
        if not s.beside[owner]:
            return _filling(setup, s, owner, said)
    elif absent := _absent(setup, s, owner, said.cards[0]):
        return absent
    elif owner != s.seat and len(TREASURES[said.cards[0].kind]) == DICE:
        return _too_large()
    face = said.dice or "C"
    if not throw_text(s.hand).strip("K" + "CD".replace(face, "")):
        return illegal(
            say(
                "That place takes {face} or a sabre, and you have neither in hand: {dice}.",
                face=dice(face),
                dice=dice(throw_text(s.hand)),
            ),
            "MZ6",
        )
    return illegal(
        say("It has no place left for {face}.", face=dice(face))
        if said.cards
        else say("No treasure there has a place left for {face}.", face=dice(face)),
        "MZ5",
    )
