"""Why a text is no move of Nuggets here: one sentence each, with the number of its rule.

No sentence tells the value of a chip on the board: not even its owner may be told where
``look=False`` is played.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from goldfield.games.contract import IllegalMove, Why
from goldfield.games.nuggets.board import (
    COLUMNS,
    FEWEST,
    SPACES,
    area_of,
    ends_of,
    line_between,
    line_text,
    popcount,
    space_text,
)
from goldfield.games.nuggets.layout import VALUES
from goldfield.games.nuggets.reached import put_up, spaces_text
from goldfield.games.nuggets.rules import hand_size, in_hand
from goldfield.games.nuggets.state import (
    CHIP,
    CHIP_VALUES,
    LINES,
    PASS,
    SECOND,
    STARTER,
    UNKNOWN,
    Setup,
    State,
)
from goldfield.words import Message, SeatName, say, say_n, shortened


def _illegal(message: Message, rule: str) -> IllegalMove:
    return IllegalMove(Why.ILLEGAL, message, rule)


def _unparsable(message: Message, rule: str = "") -> IllegalMove:
    return IllegalMove(Why.UNPARSABLE, message, rule)


def _quoted(text: str) -> str:
    return shortened(text, 30)


def over() -> IllegalMove:
    """Any text once the game has ended."""
    return _illegal(say("The game is over."), "NU7")


# ---- while chance is to act


def next_marker(s: State) -> int:
    """The value of the marker that is drawn next."""
    return VALUES[s.mines.index(-1)]


def no_outcome(s: State, is_a_move: bool, words: str, text: str) -> IllegalMove:
    """A player's move, or nothing that can be read, while chance is to act."""
    if s.phase == STARTER and is_a_move:
        return _illegal(say("The first player is being drawn: nobody can move yet."), "NU2")
    if is_a_move:
        return _illegal(say("The mines are being drawn: nobody can move yet."), "NU1")
    what = (
        say("it draws who begins, as in {example}", example="first 2")
        if s.phase == STARTER
        else say("it draws a mine, as in {example}", example=f"{next_marker(s)}@d3")
    )
    return _unparsable(
        say("{text} is no move, and chance is to act now: {what}.", text=_quoted(text), what=what)
        if words
        else say("Chance is to act now: {what}.", what=what)
    )


def no_seat(seat: int, players: int) -> IllegalMove:
    """A seat that the table does not have."""
    return _illegal(
        say("There is no seat {seat}; seats are 1 to {n}.", seat=seat, n=players), "NU2"
    )


def other_marker(s: State, value: int) -> IllegalMove:
    """A marker before its time."""
    return _illegal(
        say("The mine drawn next is worth {next}, not {value}.", next=next_marker(s), value=value),
        "NU1",
    )


def marker_lies(space: int, value: int) -> IllegalMove:
    """A second marker on a space."""
    return _illegal(
        say("A mine worth {value} lies on {space} already.", value=value, space=space_text(space)),
        "NU1",
    )


# ---- texts that are no move


def begun() -> IllegalMove:
    """The draw of the first player at any other time."""
    return _illegal(say("Who begins is settled."), "NU2")


def no_move(s: State, words: str, text: str, examples: tuple[str, str]) -> IllegalMove:
    """A text that cannot be read; what is possible is named instead."""
    ways = _ways(s, *examples)
    if not words:
        return _unparsable(say("Type a move. {ways}", ways=ways))
    near = difflib.get_close_matches(words[:20], ["pass"], 1) if s.phase != SECOND else []
    hint = say(" Did you mean {near}?", near=near[0]) if near else ""
    return _unparsable(
        say("{text} is no move. {ways}{hint}", text=_quoted(text), ways=ways, hint=hint)
    )


def _ways(s: State, line: str, chip: str) -> Message:
    """How what is possible now is typed."""
    if s.phase == SECOND:
        return say("The second blocker is due, as in {line}.", line=line)
    if line and chip:
        return say(
            "You may place a blocker, as in {line}, play a chip, as in {chip}, or pass.",
            line=line,
            chip=chip,
        )
    if line:
        return say("You may place a blocker, as in {line}, or pass.", line=line)
    if chip:
        return say("You may play a chip, as in {chip}, or pass.", chip=chip)
    return say("You can only pass.")


def two_lines(first: str, second: str) -> IllegalMove:
    """Both blockers of a turn in one text."""
    return _unparsable(
        say(
            "Two blockers are two moves, one after the other: {first}, then {second}.",
            first=first,
            second=second,
        ),
        "NU3",
    )


def half_a_line(s: State, space: int) -> IllegalMove:
    """A single space where only a blocker can be meant."""
    last = space % COLUMNS == COLUMNS - 1
    line = line_between(space, space - 1 if last else space + 1)
    example = "" if line is None else line_text(line)
    if s.phase == SECOND:
        message = say(
            "The second blocker is due, and a blocker parts two spaces, as in {example}.",
            example=example,
        )
    else:
        message = say("A blocker parts two spaces, as in {example}.", example=example)
    return _unparsable(message, "NU3")


def where(value: str, example: str) -> IllegalMove:
    """A chip without a space."""
    if not example:
        return _unparsable(say("{value} alone is no move.", value=value))
    return _unparsable(
        say(
            "{value} alone does not say where the chip goes; a chip is played as in {example}.",
            value=value,
            example=example,
        ),
        "NU5",
    )


def which_chip(example: str) -> IllegalMove:
    """``?`` as the value of one's own chip."""
    if not example:
        return _unparsable(say("? stands for a chip of somebody else."), "NU5")
    return _unparsable(
        say(
            "? stands for a chip of somebody else; say which one of yours, as in {example}.",
            example=example,
        ),
        "NU5",
    )


def which_value(texts: Sequence[str]) -> IllegalMove:
    """A space alone while there are chips of several values in hand."""
    return IllegalMove(
        Why.AMBIGUOUS,
        say("Which chip? This can mean {texts}.", texts=" / ".join(texts)),
        "NU5",
        texts,
    )


# ---- blockers


def off_board(name: str, rule: str) -> IllegalMove:
    """A space that the board does not have."""
    return _illegal(
        say("There is no space {space}: columns are a to h, rows 1 to 5.", space=name), rule
    )


def off_board_line(a: str, b: str) -> IllegalMove:
    """A line of which an end is not on the board; at its rim there is nothing to be fenced."""
    inside = [name for name in (a, b) if _is_on_board(name)]
    steps = abs(ord(a[0]) - ord(b[0])) + abs(int(a[1:]) - int(b[1:]))
    if inside and steps == 1:
        return _illegal(
            say(
                "That is the rim at {space}: it encloses by itself and takes no blocker.",
                space=inside[0],
            ),
            "NU4",
        )
    return off_board(b if _is_on_board(a) else a, "NU3")


def _is_on_board(name: str) -> bool:
    return name[0] in "abcdefgh" and name[1:] in ("1", "2", "3", "4", "5")


def no_neighbours(a: str, b: str) -> IllegalMove:
    """Two spaces that no line parts."""
    if a == b:
        return _illegal(
            say("A blocker parts two spaces, as in d3|e3; {space} is only one.", space=a), "NU3"
        )
    return _illegal(
        say(
            "{a} and {b} are no neighbours: a blocker parts spaces side by side, as in {beside}, "
            "or one above the other, as in {above}.",
            a=a,
            b=b,
            beside="d3|e3",
            above="d3/d4",
        ),
        "NU3",
    )


def no_line(s: State, line: int) -> IllegalMove | None:
    """Why no blocker can be placed on a line; None where it can."""
    a, b = map(space_text, ends_of(line))
    east, north = put_up(s.east, s.north, line)
    if (east, north) == (s.east, s.north):
        return _illegal(say("A blocker stands between {a} and {b} already.", a=a, b=b), "NU3")
    if s.stock == 0:
        return _illegal(say("No blocker is left: all of them stand."), "NU3")
    sides = [area_of(end, east, north) for end in ends_of(line)]
    small = [side for side in sides if popcount(side) < FEWEST]
    if len(small) == 1 or sides[0] == sides[1]:
        return (
            _illegal(
                say_n(
                    "A blocker between {a} and {b} would close off {n} space, {spaces}; an area "
                    "needs {fewest}.",
                    "A blocker between {a} and {b} would close off {n} spaces, {spaces}; an area "
                    "needs {fewest}.",
                    popcount(small[0]),
                    a=a,
                    b=b,
                    spaces=spaces_text(small[0]),
                    fewest=FEWEST,
                ),
                "NU4",
            )
            if small
            else None
        )
    if small:
        return _illegal(
            say(
                "A blocker between {a} and {b} would leave two areas that are too small, {one} and "
                "{other}; each needs {fewest} spaces.",
                a=a,
                b=b,
                one=spaces_text(small[0]),
                other=spaces_text(small[1]),
                fewest=FEWEST,
            ),
            "NU4",
        )
    return None


# ---- chips and passing


def highest(setup: Setup) -> int:
    """The value of the highest chip that a seat starts with."""
    return max(i + 1 for i in range(CHIP_VALUES) if in_hand(setup.hand, i))


def no_such_chip(setup: Setup, value: int) -> IllegalMove:
    """A value that no chip of this table has."""
    return _illegal(
        say(
            "No chip is worth {value}: with {players} players they are worth 1 to {n}.",
            value=value,
            players=setup.players,
            n=highest(setup),
        ),
        "NU5",
    )


def second_due() -> IllegalMove:
    """A chip after the first blocker of a turn."""
    return _illegal(
        say("The second blocker of this turn is due: no chip is played between the two."), "NU3"
    )


def not_here(setup: Setup, s: State, move: int) -> IllegalMove:
    """A move that reads well and is not legal in this position."""
    if move == PASS:
        return _illegal(
            say("The second blocker of this turn is due: you cannot pass between the two."), "NU3"
        )
    if move < LINES:
        return no_line(s, move) or _illegal(say("No blocker can be placed now."), "NU3")
    value, space = divmod(move - CHIP, SPACES)
    return _no_chip(s, value + 1, space)


def _no_chip(s: State, value: int, space: int) -> IllegalMove:
    name = space_text(space)
    if space in s.mines:
        return _illegal(say("A mine lies on {space}: no chip goes there.", space=name), "NU5")
    if any(chips >> space & 1 for chips in s.chips):
        return _illegal(say("A chip lies on {space} already.", space=name), "NU5")
    hand = s.hands[s.seat]
    if in_hand(hand, UNKNOWN):
        return _illegal(
            say("Which chips are in that hand is known to {seat} alone.", seat=SeatName(s.seat)),
            "NU5",
        )
    if hand_size(hand) == 0:
        return _illegal(say("You have no chip left to play."), "NU7")
    values = tuple(str(i + 1) for i in range(CHIP_VALUES) if in_hand(hand, i))
    return _illegal(
        say("You have no {value} in hand, only {values}.", value=value, values=values), "NU5"
    )
