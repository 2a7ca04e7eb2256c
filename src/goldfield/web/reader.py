"""A match through one reader's eyes: the only door from a match to a page.

Everything here goes through ``view`` and ``mask`` for the seat given at the start, or for a
spectator; pages get a :class:`Reader`, never the state.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from goldfield.games.contract import SPECTATOR, Choice, State
from goldfield.match.document import export
from goldfield.match.record import Event
from goldfield.match.table import Match, Transition
from goldfield.web.context import LogLine
from goldfield.words import Message, SeatName

LOG_LINES = 60
"""Lines of the log that a running table shows at most; step-through has them all."""


class Reader:
    """What ``seat`` (or SPECTATOR) may know of a match at one position, the current by default."""

    def __init__(
        self,
        match: Match,
        seat: int = SPECTATOR,
        position: int | None = None,
        *,
        as_then: bool = False,
    ) -> None:
        """``as_then`` keeps secrets hidden that the reader did not know while it was played."""
        self._match = match
        self._masked = as_then or not match.is_closed
        self.seat = seat
        self.game = match.game
        self.position = match.position if position is None else position
        state = match.states[self.position]
        self.view: State = self.game.view(state, seat) if self._masked else state

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
        for step in self._steps(since):
            sentences = game.present.describe(
                game.rules, game.setup, step.before, step.event.move, step.after
            )
            if sentences:
                seat = step.event.seat if step.event.seat >= 0 else _subject(sentences[0])
                lines.append(LogLine(step.position + 1, seat, tuple(sentences)))
        return tuple(reversed(lines[-most:]))

    def _steps(self, since: int) -> Iterator[Transition]:
        """Views and masked events from ``since`` up to the position."""
        for step in self._match.transitions(since):
            if step.position >= self.position:
                return
            if self._masked:
                game, event = self.game, step.event
                shown = game.mask(step.before, event.move, self.seat)
                yield Transition(
                    step.position,
                    game.view(step.before, self.seat),
                    Event(shown, event.kind, event.seat),
                    game.view(step.after, self.seat),
                )
            else:
                yield step

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
        return Reader(self._match, self.seat, position, as_then=self._masked)

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


def _subject(sentence: Message) -> int:
    """The seat that a sentence about chance names first: whose dice fell; -1 where none is."""
    return next((v.seat for _, v in sentence.values if isinstance(v, SeatName)), -1)


def sentences_of(lines: Sequence[LogLine]) -> tuple[Message, ...]:
    """All sentences of some lines in the order they happened."""
    return tuple(sentence for line in reversed(lines) for sentence in line.sentences)
