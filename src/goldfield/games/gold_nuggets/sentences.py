"""The sentences of Gold Nuggets: what happened, what is asked, and why a choice is refused."""

from __future__ import annotations

from collections.abc import Mapping

from goldfield.games.gold_nuggets.choosing import taken
from goldfield.games.gold_nuggets.rules import (
    AGAIN,
    AGAIN_MOVE,
    CHOICE,
    COLLECT,
    END,
    ENDED,
    KEEP,
    ROB,
    ROLL,
    ROLL_ON,
    SOURCE,
    STARTER,
    STOP,
    Rules,
    Setup,
    State,
    table_of,
)
from goldfield.games.gold_nuggets.turn import bust_chance, roll_text
from goldfield.words import Message, Pieces, SeatName, say, say_n

BLOWS: Mapping[str, str] = {
    "{seat} rolled {dice} and went bust: nothing.": "bust",
    "{seat} rolled {dice} and went bust. What the runs before brought was kept.": "bust",
    "{seat} robbed {victim}, who had nothing.": "rope",
    "{seat} robbed {victim} of {n} nugget.": "rope",
}
"""Sentences of the log that are a blow to somebody, by their ids: the sign shown with them."""


def describe(rules: Rules, setup: Setup, before: State, move: int, after: State) -> list[Message]:
    """What happened, in sentences for the log."""
    said = _what_happened(rules, setup, before, move, after)
    if after.phase == ENDED:
        said.append(say("The supply is empty: the game has ended."))
    return said


def _what_happened(
    rules: Rules, setup: Setup, before: State, move: int, after: State
) -> list[Message]:
    who = SeatName(before.seat)
    if before.phase == STARTER:
        return [say("The draw fell on {seat}: first turn.", seat=SeatName(after.seat))]
    if before.phase == ROLL:
        dice = Pieces("dice", roll_text(move))
        if after.phase == KEEP:
            return [say("{seat} rolled {dice}.", seat=who, dice=dice)]
        if before.run > 1:
            return [
                say(
                    "{seat} rolled {dice} and went bust. What the runs before brought was kept.",
                    seat=who,
                    dice=dice,
                )
            ]
        return [say("{seat} rolled {dice} and went bust: nothing.", seat=who, dice=dice)]
    if before.phase == KEEP:
        return _kept(rules, before, move, after)
    verb = move - setup.asides
    if verb == AGAIN_MOVE:
        return [say("{seat} went on with a fresh run.", seat=who)]
    if verb == END:
        return [say("{seat} ended the turn.", seat=who)]
    if verb == STOP:
        return [say("{seat} left it at that.", seat=who)]
    if verb == ROLL_ON:
        return []
    gain = after.piles[before.seat] - before.piles[before.seat]
    if verb == COLLECT:
        return [_collected(who, gain)]
    victim = SeatName(verb - ROB)
    if gain == 0:
        return [say("{seat} robbed {victim}, who had nothing.", seat=who, victim=victim)]
    return [
        say_n(
            "{seat} robbed {victim} of {n} nugget.",
            "{seat} robbed {victim} of {n} nuggets.",
            gain,
            seat=who,
            victim=victim,
        )
    ]


def _collected(who: SeatName, gain: int) -> Message:
    if gain == 0:
        return say("{seat} collected nothing.", seat=who)
    return say_n(
        "{seat} collected {n} nugget from the supply.",
        "{seat} collected {n} nuggets from the supply.",
        gain,
        seat=who,
    )


def _kept(rules: Rules, before: State, move: int, after: State) -> list[Message]:
    who = SeatName(before.seat)
    run = table_of(rules)
    dice = taken(run.asides[before.aside], run.asides[move])
    said = [say("{seat} set aside {dice}.", seat=who, dice=Pieces("dice", dice))]
    if run.left[move] == 0 and after.phase != SOURCE:
        gain = after.piles[before.seat] - before.piles[before.seat]
        said.append(say("All seven dice lie aside."))
        said.append(_collected(who, gain))
    return said


def title(rules: Rules, setup: Setup, s: State, mine: bool) -> Message:
    """The headline of a state, as a question where the reader (``mine``) is to act."""
    if s.phase == STARTER:
        return say("Who begins?")
    if s.phase == ENDED:
        return say("The supply is empty")
    if s.phase == ROLL:
        return say("About to roll: {seat}", seat=SeatName(s.seat))
    if not mine:
        return _watched(s)
    if s.phase == KEEP:
        if _may_rob_at_last(rules, setup, s):
            return say("Three lassos! Take them and rob?")
        return say("Which dice do you set aside?")
    if s.phase == CHOICE:
        return say("Roll on, or take it?")
    if s.phase == SOURCE:
        return say_n("Take {n} nugget: from where?", "Take {n} nuggets: from where?", s.owed)
    return say("All seven! Another run?")


def asked(rules: Rules, setup: Setup, s: State) -> Message:
    """The headline of a state that names who is asked, for those who share a device."""
    if s.phase == KEEP:
        return say("{seat}: which dice do you set aside?", seat=SeatName(s.seat))
    return _watched(s) if s.phase in (CHOICE, SOURCE, AGAIN) else title(rules, setup, s, True)


def _watched(s: State) -> Message:
    """The headline for those who look on while somebody decides."""
    who = SeatName(s.seat)
    if s.phase == KEEP:
        return say("{seat} sets dice aside", seat=who)
    if s.phase == CHOICE:
        return say("{seat}: roll on, or take it?", seat=who)
    if s.phase == SOURCE:
        return say("{seat}: nuggets from where?", seat=who)
    return say("{seat}: all seven! Another run?", seat=who)


def _may_rob_at_last(rules: Rules, setup: Setup, s: State) -> bool:
    """Whether these dice bring the third lasso, and with it something that can be robbed."""
    run = table_of(rules)
    if setup.rope[s.aside] or not any(s.piles[j] for j in range(len(s.piles)) if j != s.seat):
        return False
    return any(setup.rope[a] and setup.worth[a] for a in run.keeps(s.aside, s.roll))


CHOOSE = say("Choose the dice to set aside, then what happens next.")
"""What to do on a page; a terminal says instead what to type."""


def hint(rules: Rules, setup: Setup, s: State, mine: bool) -> Message:
    """The line under the headline: what to do, or what to know."""
    who = SeatName(s.seat)
    if s.phase in (STARTER, ROLL):
        return say("A moment.")
    if s.phase == ENDED:
        return say("Most nuggets win.")
    if not mine:
        return say("{seat} is choosing.", seat=who)
    if s.phase == KEEP:
        if s.run > 1:
            return say("A fresh run. What this turn brought so far is safe.")
        if s.supply == 0:
            return say("The supply is empty: only three lassos bring something now.")
        return CHOOSE
    if s.phase == SOURCE:
        return say("A source that holds less gives what it has.")
    if s.phase == AGAIN and s.supply == 0:
        return say("The supply is empty: a fresh run can only rob.")
    if s.phase == AGAIN:
        return say("What you collected is safe, whatever the dice do.")
    return say("The dice set aside stay; a bust loses what they are worth.")


def bust_words(rules: Rules, a: int) -> Message:
    """How likely the dice in hand beside table ``a`` bust."""
    chance = bust_chance(rules.straights, rules.pairs, a)
    percent = round(100 * chance)
    if chance and not percent:
        return say("busts under 1 %")
    return say("busts {percent} %", percent=percent)
