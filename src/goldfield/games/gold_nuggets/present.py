"""Gold Nuggets for people: a view and its legal moves as sentences and plain data. Pure.

The page's template and the terminal draw what :func:`table` returns. For every choice of dice it
holds either what each legal reading brings or the reason why the choice is refused, so that a
script on the page needs no rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from goldfield.games.contract import Choice, IllegalMove, Why
from goldfield.games.fields import numbers, single
from goldfield.games.gold_nuggets.choosing import Choices, reading_label, tag, taken
from goldfield.games.gold_nuggets.move_text import VERBS
from goldfield.games.gold_nuggets.moving import moved
from goldfield.games.gold_nuggets.notation import parse_move, show_move
from goldfield.games.gold_nuggets.rules import (
    AGAIN,
    AGAIN_MOVE,
    CHOICE,
    COLLECT,
    END,
    KEEP,
    ROB,
    ROLL_ON,
    SOURCE,
    STOP,
    Rules,
    Setup,
    State,
    can_rob,
    moves,
    play,
    table_of,
    to_act,
)
from goldfield.games.gold_nuggets.sentences import BLOWS, asked, bust_words, describe, hint, title
from goldfield.games.gold_nuggets.turn import NUMBERS, Aside, roll_text, worth_of_number
from goldfield.words import Message, SeatName, say, say_n, shortened

__all__ = ["PIECES", "choices", "describe", "moved", "read_form", "table"]

PIECES: Mapping[str, Message] = {
    "G": say("gold"),
    "L": say("lasso"),
    **{str(number): say("{number}", number=number) for number in NUMBERS},
}
"""How the faces of the dice are called aloud."""
PHASES = ("starter", "roll", "keep", "choice", "source", "again", "over")


def choices(rules: Rules, setup: Setup, view: State, seat: int) -> list[Choice]:
    """Every legal move of ``seat`` with what it brings."""
    out = [0] * max(len(table_of(rules).asides), 2 + rules.players)
    legal = out[: moves(setup, view, out)]
    found: list[Choice] = []
    for move in legal:
        if view.phase == KEEP:
            effect = _table_worth(setup, move)
        else:
            action = _action(rules, setup, view, view.aside, move - setup.asides)
            effect = say("{label}: {effect}", label=action["label"], effect=action["effect"])
        found.append(Choice(move, show_move(rules, setup, view, move), effect))
    return found


def table(rules: Rules, setup: Setup, view: State, seat: int) -> dict[str, Any]:
    """All that the template draws; Messages where a person reads.

    Keys: ``phase``, ``blows`` (signs of sentences of the log, by their ids), ``to_act``,
    ``mine`` (``seat`` is to act), ``title``, ``asked`` (the title
    with the name of who is asked), ``hint``, ``supply``, ``piles``, ``run``, ``worth`` (of what
    lies aside), ``in_hand``, ``dice`` (rolled: ``face``, ``name``, ``can``, ``tag``, ``why``
    not), ``aside`` (groups: ``kind``, ``faces``, ``worth``, ``text``), ``sets`` (by chosen faces:
    ``why`` and whether it is ``near``, or ``readings``), ``actions``.
    """
    acting = to_act(setup, view)
    mine = seat >= 0 and acting == seat
    rolled = roll_text(view.roll) if view.phase == KEEP else ""
    return {
        "phase": PHASES[view.phase],
        "blows": BLOWS,
        "to_act": acting,
        "seat": view.seat,
        "mine": mine,
        "title": title(rules, setup, view, mine),
        "asked": asked(rules, setup, view),
        "hint": hint(rules, setup, view, mine),
        "supply": view.supply,
        "piles": list(view.piles),
        "run": view.run,
        "worth": setup.worth[view.aside],
        "owed": view.owed,
        "in_hand": setup.left[view.aside],
        "dice": _dice(rules, view),
        "rolled": rolled,
        "aside": _groups(rules, table_of(rules).asides[view.aside]),
        "sets": _sets(rules, setup, view) if mine and view.phase == KEEP else {},
        "actions": _actions(rules, setup, view) if mine else [],
    }


def read_form(
    rules: Rules, setup: Setup, view: State, seat: int, form: Mapping[str, Sequence[str]]
) -> list[int]:
    """The moves that a posted form means: a set-aside and what follows it, or one move.

    Fields: ``die`` (indices into the rolled dice), ``reading`` (the notation of one reading),
    ``do`` (``roll``, ``collect``, ``rob-2``, ``keep``, ``again``, ``end``, ``stop``).
    """
    do = single(form, "do", "keep")
    text = do.replace("rob-", "rob ")
    if view.phase != KEEP:
        return [parse_move(rules, setup, view, text)]
    if text not in ("keep", *VERBS) and do not in [f"rob-{n + 1}" for n in range(rules.players)]:
        raise IllegalMove(
            Why.UNPARSABLE, say("There is no button {do} here.", do=shortened(do, 30))
        )
    move = _chosen_keep(rules, setup, view, form)
    after = play(setup, view, move)
    if do == "keep" or after.phase not in (CHOICE, SOURCE):
        return [move]
    return [move, parse_move(rules, setup, after, text)]


def _chosen_keep(rules: Rules, setup: Setup, view: State, form: Mapping[str, Sequence[str]]) -> int:
    rolled = roll_text(view.roll)
    none = IllegalMove(Why.UNPARSABLE, say("There is no such die on the table."), "GN2")
    chosen = "".join(rolled[i] for i in sorted(numbers(form, "die", len(rolled), none)))
    reading = single(form, "reading")
    if reading:
        move = parse_move(rules, setup, view, reading)
        asides = table_of(rules).asides
        if not chosen or taken(asides[view.aside], asides[move]) == chosen:
            return move
    of_dice = Choices(rules, view)
    found = of_dice.readings(chosen)
    if not found:
        raise IllegalMove(Why.ILLEGAL, of_dice.why_not(chosen), "GN2")
    if len(found) > 1:
        texts = [show_move(rules, setup, view, move) for move in found]
        raise IllegalMove(
            Why.AMBIGUOUS,
            say("These dice can be read in more than one way: choose one."),
            "GN2",
            texts,
        )
    return found[0]


def _dice(rules: Rules, s: State) -> list[dict[str, Any]]:
    if s.phase != KEEP:
        return []
    of_dice = Choices(rules, s)
    usable = of_dice.usable
    return [
        {
            "face": face,
            "name": PIECES[face],
            "can": face in usable,
            "tag": tag(rules, s, face, usable),
            "why": None if face in usable else of_dice.why_not(face),
        }
        for face in roll_text(s.roll)
    ]


def _groups(rules: Rules, aside: Aside) -> list[dict[str, Any]]:
    """What lies aside, in groups that belong together."""
    groups: list[dict[str, Any]] = []

    def add(kind: str, faces: str, worth: int, text: Message) -> None:
        groups.append({"kind": kind, "faces": faces, "worth": worth, "text": text})

    if aside.gold:
        add("gold", "G" * aside.gold, aside.gold, say("gold"))
    if aside.lasso:
        add("lasso", "L" * aside.lasso, 0, say("lassos") if aside.lasso > 1 else say("lasso"))
    for number, count in zip(NUMBERS, aside.numbers, strict=True):
        if count:
            worth = worth_of_number(number, count, rules.pairs, rules.extra)
            kind = "set" if count >= 3 else "pair"
            text = say("set of {number}", number=number)
            add(kind, str(number) * count, worth, text if count >= 3 else say("pair"))
    for faces, count, worth in (
        ("234", aside.low, 3),
        ("345", aside.high, 3),
        ("2345", aside.long, 4),
    ):
        for _ in range(count):
            add("straight", faces, worth, say("straight"))
    return groups


def _table_worth(setup: Setup, a: int) -> Message:
    worth = setup.worth[a]
    left = setup.left[a]
    if left == 0:
        return say_n("all seven, worth {n} nugget", "all seven, worth {n} nuggets", worth)
    if worth == 0:
        return say("nothing yet")
    return say_n("worth {n} nugget", "worth {n} nuggets", worth)


def _sets(rules: Rules, setup: Setup, s: State) -> dict[str, Any]:
    """For every choice of the rolled dice: its readings, or why it is refused.

    ``near`` tells a refused choice that only lacks some dice from one that leads nowhere.
    """
    run = table_of(rules)
    before = run.asides[s.aside]
    of_dice = Choices(rules, s)
    sets: dict[str, Any] = {}
    for chosen in of_dice:
        readings = [
            {
                "move": move,
                "text": show_move(rules, setup, s, move),
                "label": reading_label(before, run.asides[move], setup.worth[move]),
                "worth": setup.worth[move],
                "in_hand": setup.left[move],
                "actions": _after_keep(rules, setup, s, move),
            }
            for move in of_dice.readings(chosen)
        ]
        sets[chosen] = {
            "why": None if readings else of_dice.why_not(chosen),
            "near": of_dice.is_near(chosen),
            "readings": readings,
        }
    return sets


def _after_keep(rules: Rules, setup: Setup, s: State, a: int) -> list[dict[str, Any]]:
    """What may follow once table ``a`` lies aside."""
    if setup.left[a] > 0:
        verbs = [ROLL_ON, COLLECT]
    elif can_rob(setup, a):
        verbs = [COLLECT]
    else:
        gain = min(setup.worth[a], s.supply)
        effect = say_n("brings {n} nugget", "brings {n} nuggets", gain)
        return [_made("keep", None, say("Set all seven aside"), effect, "keep")]
    if can_rob(setup, a):
        verbs += [ROB + j for j in range(rules.players) if j != s.seat]
    owed = s._replace(owed=setup.worth[a])
    return [_action(rules, setup, owed, a, verb) for verb in verbs]


def _actions(rules: Rules, setup: Setup, s: State) -> list[dict[str, Any]]:
    """The buttons of a state; in KEEP the general ones, for a page without scripts."""
    if s.phase == KEEP:
        return _general_actions(rules, setup, s)
    if s.phase not in (CHOICE, SOURCE, AGAIN):
        return []
    out = [0] * (3 + rules.players)
    legal = out[: moves(setup, s, out)]
    owed = s._replace(owed=setup.worth[s.aside]) if s.phase == CHOICE else s
    return [_action(rules, setup, owed, s.aside, move - setup.asides) for move in legal]


def _general_actions(rules: Rules, setup: Setup, s: State) -> list[dict[str, Any]]:
    run = table_of(rules)
    after = run.keeps(s.aside, s.roll)
    chosen = say("the dice you chose")
    actions: list[dict[str, Any]] = []
    if any(setup.left[a] > 0 for a in after):
        actions.append(
            _made("roll", None, say("Roll the rest"), say("after setting aside"), "roll")
        )
    if any(setup.left[a] > 0 or can_rob(setup, a) for a in after):
        actions.append(_made("collect", None, say("Collect"), say("from the supply"), "heap"))
    if any(can_rob(setup, a) for a in after):
        actions += [
            _made(
                f"rob-{j + 1}",
                j,
                say("Rob {seat}", seat=SeatName(j)),
                say("has {n}", n=s.piles[j]),
                "rope",
            )
            for j in range(rules.players)
            if j != s.seat
        ]
    if any(setup.left[a] == 0 and not can_rob(setup, a) for a in after):
        actions.append(_made("keep", None, say("Set all seven aside"), chosen, "keep"))
    return actions


def _made(
    do: str,
    seat: int | None,
    label: Message,
    effect: Message,
    icon: str,
    warn: Message | None = None,
) -> dict[str, Any]:
    return {
        "do": do,
        "seat": seat,
        "label": label,
        "effect": effect,
        "warn": warn,
        "icon": icon,
    }


def _action(rules: Rules, setup: Setup, s: State, a: int, verb: int) -> dict[str, Any]:
    """The button of a move beyond the keeps, with table ``a`` aside and ``s.owed`` to collect."""
    if verb == ROLL_ON:
        n = setup.left[a]
        label = say_n("Roll {n} die", "Roll {n} dice", n)
        return _made("roll", None, label, bust_words(rules, a), "roll")
    if verb == AGAIN_MOVE:
        return _made("again", None, say("Roll all seven again"), bust_words(rules, 0), "again")
    if verb == END:
        return _made("end", None, say("End the turn"), say("keep what you have"), "end")
    if verb == STOP:
        return _made("stop", None, say("Leave it at that"), say("take no more"), "end")
    owed = s.owed or setup.worth[a]
    if verb == COLLECT:
        gain = min(owed, s.supply)
        if owed == 0:
            return _made("collect", None, say("Collect nothing"), say("ends the turn"), "heap")
        label = say("Collect {number}", number=gain)
        effect = say("all the supply has left") if gain < owed else say("from the supply")
        return _made("collect", None, label, effect, "heap")
    victim = verb - ROB
    has = s.piles[victim]
    effect = say("{gain} of {pile}", gain=min(owed, has), pile=has)
    warn = None
    if has == 0:
        effect = say("has nothing")
        warn = say("{seat} has nothing: robbing there brings nothing.", seat=SeatName(victim))
    return _made(
        f"rob-{victim + 1}", victim, say("Rob {seat}", seat=SeatName(victim)), effect, "rope", warn
    )
