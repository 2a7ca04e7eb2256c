"""What a posted board of Moje zlato! means: dice, cards and buttons as moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from goldfield.games.contract import IllegalMove, Why
from goldfield.games.fields import numbers, single, too_far
from goldfield.games.moje_zlato.cards_shown import cards_beside, faces_in_hand
from goldfield.games.moje_zlato.choosing import options_of
from goldfield.games.moje_zlato.notation import parse_move, show_move
from goldfield.games.moje_zlato.offers import TOGETHER, sets_of, why_no_card, why_no_chest
from goldfield.games.moje_zlato.rules import Rules, play, to_act
from goldfield.games.moje_zlato.state import REROLL, Setup, State
from goldfield.games.moje_zlato.turn import DICE
from goldfield.words import Message, say, say_n


def read_form(
    rules: Rules, setup: Setup, view: State, seat: int, form: Mapping[str, Sequence[str]]
) -> list[int]:
    """The moves that a posted form means: one, or single dice laid one after another.

    Fields: ``do`` (``again``, ``keep``, ``end``, ``cards``, or moves in notation with semicolons
    between them), ``die`` (numbers of the dice in hand), ``card`` (pieces), ``reading`` (the
    notation of one of several readings).
    """
    do = single(form, "do", "cards")
    if do == "keep":
        return [parse_move(rules, setup, view, "stand")]
    if do == "again":
        faces = _chosen_dice(view, form)
        if not faces:
            raise IllegalMove(
                Why.ILLEGAL, say("Choose the dice to roll again, or keep them all."), "MZ1"
            )
        return [parse_move(rules, setup, view, f"reroll {faces}")]
    if do == "cards":
        return list(_chosen_cards(rules, setup, view, form))
    return _written(rules, setup, view, seat, do)


def _written(rules: Rules, setup: Setup, view: State, seat: int, text: str) -> list[int]:
    """Moves in notation, each in the position after the one before."""
    parts = text.split(";")
    if len(parts) > DICE:
        raise IllegalMove(
            Why.UNPARSABLE, say_n("At most {n} move.", "At most {n} moves, one a die.", DICE), "MZ5"
        )
    found: list[int] = []
    for part in parts:
        if found:
            last = show_move(rules, setup, view, found[-1])
            view = play(setup, view, found[-1])
            if to_act(setup, view) != seat:
                raise IllegalMove(Why.ILLEGAL, too_far(to_act(setup, view), last))
        found.append(parse_move(rules, setup, view, part.strip()))
    return found


def _chosen_dice(view: State, form: Mapping[str, Sequence[str]]) -> str:
    """The dice that are ticked, as faces."""
    hand = faces_in_hand(view)
    none = IllegalMove(Why.UNPARSABLE, say("There is no such die in your hand."), "MZ1")
    return "".join(hand[number] for number in sorted(numbers(form, "die", len(hand), none)))


def _chosen_cards(
    rules: Rules, setup: Setup, view: State, form: Mapping[str, Sequence[str]]
) -> Sequence[int]:
    """What the ticked cards mean."""
    options = options_of(rules, setup, view)
    order = _pieces(setup, view)
    chosen = [piece for piece in form.get("card") or [] if piece]
    if not chosen:
        raise IllegalMove(Why.ILLEGAL, say("Choose a card first."), "MZ3")
    if any(piece not in order for piece in chosen):
        raise IllegalMove(Why.UNPARSABLE, say("There is no such card on the table."), "MZ3")
    chosen.sort(key=order.index)
    dice = _chosen_dice(view, form)
    key = " ".join([*chosen, *(dice if view.phase == REROLL else "")])
    entry = sets_of(rules, setup, view, options).get(key)
    readings: list[dict[str, Any]] = entry["readings"] if entry else []
    wanted = single(form, "reading")
    if wanted:
        readings = [r for r in readings if r["text"] == wanted]
    if not readings:
        raise IllegalMove(Why.ILLEGAL, _why(setup, view, chosen, entry), "MZ5")
    if len(readings) > 1:
        raise IllegalMove(
            Why.AMBIGUOUS,
            say("Which dice do you lay there?"),
            "MZ5",
            [r["text"] for r in readings],
        )
    return readings[0]["moves"]


def _why(
    setup: Setup, view: State, chosen: Sequence[str], entry: Mapping[str, Any] | None
) -> Message:
    """Why chosen cards cannot be filled."""
    if entry and entry["why"]:
        return entry["why"]
    if len(chosen) > 1:
        return TOGETHER
    for slot, locks in enumerate(view.chests):
        if locks and chosen[0] == f"chest-{slot + 1}":
            return why_no_chest(setup, view, slot)
    for owner in range(setup.players):
        for card in cards_beside(setup, view, owner):
            if card.piece == chosen[0]:
                return why_no_card(setup, view, card)
    return TOGETHER


def _pieces(setup: Setup, view: State) -> list[str]:
    """Every card on the table in the order of the page, alike ones once."""
    found: list[str] = []
    for owner in range(setup.players):
        found.append(f"ship-{owner + 1}")
        found += [card.piece for card in cards_beside(setup, view, owner)]
    found += [f"chest-{slot + 1}" for slot, locks in enumerate(view.chests) if locks]
    return list(dict.fromkeys(found))
