"""A match through one reader's eyes: the only door from a match to a page.

Everything here goes through ``view`` and ``mask`` for the seat given at the start, or for a
spectator; pages get a :class:`Reader`, never the state.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from goldfield.games.contract import SPECTATOR, Choice, State
from goldfield.match.document import export
from goldfield.match.record import Kind
from goldfield.match.table import Match
from goldfield.web.context import LogLine
from goldfield.words import Message

LOG_LINES = 60
"""Lines of the log that a running table shows at most; step-through has them all."""


class Reader:
    """What ``seat`` (or SPECTATOR) may know of a match at one position, the current by default."""

    def __init__(self, match: Match, seat: int = SPECTATOR, position: int | None = None) -> None:
        self._match = match
        self.seat = seat
        self.game = match.game
        self.position = match.position if position is None else position
        state = match.states[self.position]
        open_to_all = match.is_closed
        self.view: State = state if open_to_all else self.game.view(state, seat)

    @property
    def to_act(self) -> int:
        """The seat to act, CHANCE or OVER."""
        return self.game.to_act(self.view)

    @property
    def text(self) -> str:
        """The exact text of the position."""
        return self.game.show_state(self.view)

    def board(self) -> dict[str, Any]:
        """All that the game's template draws."""
        game = self.game
        return game.present.table(game.rules, game.setup, self.view, self.seat)

    def choices(self) -> list[Choice]:
        """The legal moves of the reader's seat, if it is to act."""
        if self.seat < 0 or self.to_act != self.seat:
            return []
        return self.game.present.choices(self.game.rules, self.game.setup, self.view, self.seat)

    def scores(self) -> tuple[int, ...]:
        """The score of each seat in whole points, rounded down."""
        game = self.game
        unit = game.info.score_unit
        return tuple(score // unit for score in game.room.scores(game.setup, self.view))

    def winners(self) -> tuple[int, ...]:
        """The seats that share the win of a finished game."""
        if not self.game.is_over(self.view):
            return ()
        return tuple(seat for seat, share in enumerate(self.game.shares(self.view)) if share > 0)

    def moves_of(self, form: Mapping[str, Sequence[str]]) -> list[int]:
        """The moves that a posted form of the game's template means. Raises IllegalMove."""
        game = self.game
        return game.present.read_form(game.rules, game.setup, self.view, self.seat, form)

    def log(self, since: int = 0, most: int = LOG_LINES) -> tuple[LogLine, ...]:
        """What happened up to the position, in sentences, newest first."""
        game = self.game
        lines: list[LogLine] = []
        since = max(since, self.position - 3 * most)
        for step in self._match.seen(self.seat, since):
            if step.position >= self.position:
                break
            sentences = game.present.describe(
                game.rules, game.setup, step.before, step.event.move, step.after
            )
            if sentences:
                lines.append(LogLine(step.position + 1, step.event.seat, tuple(sentences)))
        return tuple(reversed(lines[-most:]))

    def turns(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """The positions at which another turn began (and the last), with the scores there."""
        game = self.game
        found: list[tuple[int, tuple[int, ...]]] = []
        last: tuple[int, tuple[int, ...]] | None = None
        for position in range(self.position + 1):
            view = self.at(position).view
            actor = game.to_act(view)
            if actor < 0 and position not in (0, self.position):
                continue
            now = (actor, game.room.scores(game.setup, view))
            if now != last or position == self.position:
                unit = game.info.score_unit
                found.append((position, tuple(score // unit for score in now[1])))
                last = now
        return tuple(found)

    def at(self, position: int) -> Reader:
        """The same reader's eyes at another position."""
        return Reader(self._match, self.seat, position)

    def starter(self) -> int:
        """The seat that began, by option or by the draw."""
        first = self.game.rules.first
        if first > 0:
            return first - 1
        rules = type(self.game.rules)
        drawn = self.at(min(1, self._match.position)).view
        for seat in range(self.game.info.seats):
            options = {**self.game.rules.as_dict(), "first": seat + 1}
            other = self.game.room.setup_of(rules(**options))
            if self.game.room.start(other) == drawn:
                return seat
        return 0

    def record(self) -> str:
        """The record as JSON, as this reader may know it."""
        return export(self._match, self.seat)

    @property
    def last_chance(self) -> int:
        """The position after the newest chance event, 0 when there was none."""
        events = self._match.events
        found = (i + 1 for i in range(self.position - 1, -1, -1) if events[i].kind is Kind.CHANCE)
        return next(found, 0)


def sentences_of(lines: Sequence[LogLine]) -> tuple[Message, ...]:
    """All sentences of some lines in the order they happened."""
    return tuple(sentence for line in reversed(lines) for sentence in line.sentences)
