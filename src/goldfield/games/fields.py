"""Fields of a posted board: whatever is not exactly as a page sends it is refused, never cut."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from goldfield.games.contract import CHANCE, OVER, IllegalMove, Why
from goldfield.words import Message, SeatName, say, shortened

LONGEST = 200
"""Characters of a move in writing at most."""


def single(form: Mapping[str, Sequence[str]], name: str, default: str = "") -> str:
    """The one value of a field, or the default.

    Raises:
        IllegalMove: when it was sent more than once, or is too long for a move.
    """
    values = form.get(name) or (default,)
    if len(values) > 1:
        raise IllegalMove(
            Why.UNPARSABLE,
            say("The field {name} came more than once; nothing was played.", name=name),
        )
    return written(values[0])


def written(text: str) -> str:
    """A text that may be a move. Raises IllegalMove for one that is too long."""
    if len(text) <= LONGEST:
        return text
    raise IllegalMove(
        Why.UNPARSABLE,
        say(
            "{text} is no move: it is longer than {n} characters.",
            text=shortened(text, 30),
            n=LONGEST,
        ),
    )


def numbers(
    form: Mapping[str, Sequence[str]], name: str, below: int, none: IllegalMove
) -> set[int]:
    """The numbers from 0 that are ticked in a field. Raises ``none`` where one is none."""
    found: set[int] = set()
    for text in form.get(name) or ():
        if not (text.isascii() and text.isdigit() and len(text) < 4 and int(text) < below):
            raise none
        found.add(int(text))
    return found


def too_far(actor: int, last: str) -> Message:
    """Why a further move given together with the last one cannot be decided yet."""
    if actor == CHANCE:
        return say(
            "After {move} chance decides; what follows can only be chosen once it has.", move=last
        )
    if actor == OVER:
        return say("After {move} the game is over; nothing can follow.", move=last)
    return say(
        "After {move} it is {seat} who acts; nothing more can be chosen before.",
        move=last,
        seat=SeatName(actor),
    )
