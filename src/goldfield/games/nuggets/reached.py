"""What the rules of Nuggets cannot have brought about: a position held against chips and turns.

:func:`wrong` names the first field of a position's text that does not fit. Nothing is left
unchecked: what passes can be reached by a game, or is what a seat or a spectator may know of such
a position.
"""

from __future__ import annotations

from typing import TypeAlias

from goldfield.games.contract import SPECTATOR
from goldfield.games.nuggets.board import (
    BOARD,
    EAST_COUNT,
    EAST_LINES,
    FEWEST,
    LINE_SPACE,
    LINES,
    NORTH_LINES,
    SPACES,
    area_of,
    closing_lines,
    popcount,
    space_text,
)
from goldfield.games.nuggets.layout import VALUES
from goldfield.games.nuggets.rules import hand_size, in_hand, view
from goldfield.games.nuggets.state import (
    BLOCKERS,
    CHIP_VALUES,
    ENDED,
    HAND_BITS,
    LAYOUT,
    MARKERS,
    SECOND,
    STARTER,
    UNKNOWN,
    Setup,
    State,
)
from goldfield.words import Message, say, say_n

Wrong: TypeAlias = "tuple[str, int, Message] | None"
"""The name of a field (empty for the phase), its part between commas, and what was expected."""

KNOWN_IN_HAND = (1 << (HAND_BITS * UNKNOWN)) - 1
"""The part of a hand that counts chips of known value."""


def wrong(setup: Setup, s: State) -> Wrong:
    """The first field that does not fit, and what was expected; None for a position reached."""
    return (
        _wrong_phase(setup, s)
        or _wrong_mines(setup, s)
        or _wrong_fences(s)
        or _wrong_chips(setup, s)
        or _wrong_knowledge(setup, s)
        or _wrong_turn(setup, s)
    )


def put_up(east: int, north: int, line: int) -> tuple[int, int]:
    """The fences with one more."""
    board = 1 << LINE_SPACE[line]
    return (east | board, north) if line < EAST_COUNT else (east, north | board)


def lines_left(s: State) -> bool:
    """Whether a further blocker can be placed."""
    bad_east, bad_north = closing_lines(s.east, s.north)
    left = (EAST_LINES & ~(s.east | bad_east)) | (NORTH_LINES & ~(s.north | bad_north))
    return s.stock > 0 and left != 0


def small_areas(east: int, north: int) -> list[int]:
    """The areas of fewer than four spaces, in the order of their spaces (NU4)."""
    small: list[int] = []
    left = BOARD
    for space in range(SPACES):
        if left >> space & 1:
            area = area_of(space, east, north)
            left &= ~area
            if popcount(area) < FEWEST:
                small.append(area)
    return small


def spaces_text(board: int) -> str:
    """The spaces of a board: ``a1 a2 a3``."""
    return " ".join(space_text(space) for space in range(SPACES) if board >> space & 1)


def _wrong_phase(setup: Setup, s: State) -> Wrong:
    if s.phase == STARTER and setup.first:
        return "", 0, say("Expected a phase after the start: the starter of this table is set.")
    if s.phase == LAYOUT and setup.mines[0] >= 0:
        return "", 0, say("Expected another phase: no mines are drawn at this table.")
    if s.phase == LAYOUT and setup.first and s.seat != setup.first - 1:
        return "seat", 0, say("Expected {seat}, who begins at this table.", seat=setup.first)
    return None


def _wrong_mines(setup: Setup, s: State) -> Wrong:
    """The markers against the option ``layout`` and, while they are drawn, the phase."""
    laid = sum(mine >= 0 for mine in s.mines)
    if setup.mines[0] >= 0:
        for i, (mine, own) in enumerate(zip(s.mines, setup.mines, strict=True)):
            if mine != own:
                marker = f"{VALUES[i]}@{space_text(own)}"
                expected = say("Expected {marker}: this table's mines are set.", marker=marker)
                return "mines", i if i < laid else 0, expected
    elif s.phase == STARTER and laid:
        return "mines", 0, say("Expected -: the mines are drawn after the start.")
    elif s.phase == LAYOUT and laid == MARKERS:
        return "mines", 0, say("Expected fewer than {n} markers: one is drawn.", n=MARKERS)
    elif s.phase not in (STARTER, LAYOUT) and laid < MARKERS:
        return "mines", 0, say("Expected {n} markers.", n=MARKERS)
    return None


def _wrong_fences(s: State) -> Wrong:
    fences = [line for line in range(LINES) if put_up(s.east, s.north, line) == (s.east, s.north)]
    if small_areas(s.east, s.north):
        return _closed_off(fences)
    if len(fences) > BLOCKERS:
        return "fences", 0, say("Expected at most {n} blockers.", n=BLOCKERS)
    if s.stock != BLOCKERS - len(fences):
        expected = say(
            "Expected {n}: with those on the land they are {all}.",
            n=BLOCKERS - len(fences),
            all=BLOCKERS,
        )
        return "stock", 0, expected
    if s.phase == SECOND and len(fences) % 2 == 0:
        expected = say("Expected an odd number of blockers: the second of a turn is due (NU3).")
        return "fences", 0, expected
    if s.phase == SECOND and not lines_left(s):
        return "", 0, say("Expected another phase: no second blocker can be placed (NU3).")
    if s.phase != SECOND and len(fences) % 2 and lines_left(s):
        expected = say("Expected an even number of blockers: a turn adds two, where it can (NU3).")
        return "fences", 0, expected
    return None


def _closed_off(fences: list[int]) -> Wrong:
    """The first fence, in the order of the text, that closes off too small an area."""
    east = north = 0
    for i, line in enumerate(fences):
        east, north = put_up(east, north, line)
        if small := small_areas(east, north):
            expected = say(
                "Expected areas of {n} spaces or more (NU4), not {spaces}.",
                n=FEWEST,
                spaces=spaces_text(small[0]),
            )
            return "fences", i, expected
    return None


def _wrong_chips(setup: Setup, s: State) -> Wrong:
    """The chips of each seat against those that it starts with."""
    all_chips = hand_size(setup.hand)
    for seat in range(setup.players):
        board, hand = popcount(s.chips[seat]), hand_size(s.hands[seat])
        if board > all_chips:
            return "chips", seat, say("Expected at most {n} chips of a seat.", n=all_chips)
        if board + hand != all_chips:
            expected = say_n(
                "Expected {n} chip in hand: with those on the board they are {all}.",
                "Expected {n} chips in hand: with those on the board they are {all}.",
                all_chips - board,
                all=all_chips,
            )
            return "hands", seat, expected
        for i in range(CHIP_VALUES):
            most = in_hand(setup.hand, i)
            lie = popcount(s.worth[i] & s.chips[seat])
            if lie + in_hand(s.hands[seat], i) > most:
                expected = say(
                    "Expected at most {n} of value {value} in all: a seat starts with so many.",
                    n=most,
                    value=i + 1,
                )
                return "chips" if lie > most else "hands", seat, expected
    return None


def _wrong_knowledge(setup: Setup, s: State) -> Wrong:
    """Which values are known: all, those that one seat knows, or none (NU8)."""
    seen = 0
    for board in s.worth:
        seen |= board
    known = [_knows(s, seat, seen) for seat in range(setup.players)]
    if all(all(knows) for knows in known):
        return None
    if s.phase == ENDED:
        expected = say("Expected the value of every chip: all are turned over at the end (NU10).")
        for name, part in (("chips", 1), ("hands", 0)):
            for seat, knows in enumerate(known):
                if not knows[part]:
                    return name, seat, expected
    readers = [
        seat for seat, knows in enumerate(known) if knows[0] and (knows[1] or not setup.look)
    ]
    if any(view(setup, s, seat) == s for seat in (SPECTATOR, *readers)):
        return None
    told = [seat for seat, chips in enumerate(s.chips) if chips & seen]
    if told and not setup.look:
        expected = say("Expected the values of all chips, or of none on the board (NU8).")
        return "chips", told[0], expected
    told += [seat for seat, hand in enumerate(s.hands) if hand & KNOWN_IN_HAND]
    expected = say("Expected the values of all chips, of those of one seat, or of none (NU8).")
    return "hands", sorted({*told})[-1], expected


def _knows(s: State, seat: int, seen: int) -> tuple[bool, bool]:
    """Whether all values of a seat's chips in hand, and on the board, are told."""
    return in_hand(s.hands[seat], UNKNOWN) == 0, s.chips[seat] & ~seen == 0


def _wrong_turn(setup: Setup, s: State) -> Wrong:
    """Whether chips and fences can have come to be by turns, with this seat to act."""
    if s.phase in (STARTER, LAYOUT):
        return None
    passed = s.passed
    if s.phase == ENDED:
        passed &= ~(1 << s.seat)
    elif passed >> s.seat & 1:
        return "seat", 0, say("Expected a seat that has not passed (NU6).")
    chips = [popcount(board) for board in s.chips]
    fences = BLOCKERS - s.stock
    built = fences // 2 if s.phase == SECOND else (fences + 1) // 2
    if _can_be(setup, chips, built, passed, s.seat):
        return None
    can = tuple(
        str(seat + 1)
        for seat in range(setup.players)
        if s.passed >> seat & 1 == (s.phase == ENDED)
        and _can_be(setup, chips, built, s.passed & ~(1 << seat), seat)
    )
    if can:
        expected = say(
            "Expected a seat that can be next after these turns: {seats}.", seats=tuple(can)
        )
        return "seat", 0, expected
    expected = say("Expected so many chips and blockers as players play who take turns.")
    return "chips", 0, expected


def _can_be(setup: Setup, chips: list[int], built: int, passed: int, to_act: int) -> bool:
    """Whether seats that took turns can have played these chips and built so often.

    Who has not passed has had as many turns as there were rounds, and one more if it comes before
    ``to_act`` in this round. Who passed has had at least one turn fewer before passing.
    """
    starters = [setup.first - 1] if setup.first else range(setup.players)
    for starter in starters:
        for rounds in range(max(chips) + built + 1):
            fewest = most = 0
            for seat, played in enumerate(chips):
                before = (seat - starter) % setup.players < (to_act - starter) % setup.players
                turns = rounds + before
                if passed >> seat & 1:
                    most += turns - 1 - played
                    possible = turns > played
                else:
                    fewest += turns - played
                    possible = turns >= played
                if not possible:
                    break
            else:
                if fewest <= built <= fewest + most:
                    return True
    return False
