"""A match through one reader's eyes: the only door from a match to a page.

Everything here goes through ``view`` and ``mask`` for the seat given at the start, or for a
spectator; pages get a :class:`Reader`, never the state.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import dropwhile, takewhile
from typing import Any

from goldfield.bots import called
from goldfield.games.contract import SPECTATOR, Choice, State
from goldfield.match.document import export
from goldfield.match.record import Kind, StandIn
from goldfield.match.table import Match, Transition, masked
from goldfield.match.undo import in_effect
from goldfield.web.context import LogLine, Points
from goldfield.words import Message, SeatName, say

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

    def scores(self) -> tuple[Points, ...]:
        """The exact score of each seat in points."""
        game = self.game
        return _points(game.room.scores(game.setup, self.view), game.info.score_unit)

    def standing(self) -> tuple[Points, ...]:
        """The scores for the chart: what the position was worth, where a game can tell that.

        A game may tell it only once nothing is hidden any more; before, these are the scores.
        """
        tell = getattr(self.game.present, "standing", None)
        if tell is None or self._masked:
            return self.scores()
        game = self.game
        return _points(tell(game.rules, game.setup, self.view), game.info.score_unit)

    @property
    def chart_text(self) -> Message | None:
        """What :meth:`standing` tells, where that is not the score."""
        return getattr(self.game.present, "STANDING", None)

    def ranks(self) -> tuple[Any, ...]:
        """What orders the seats at the end, more being better: points, or as the game says."""
        tell = getattr(self.game.present, "ranks", None)
        if tell is not None:
            return tuple(tell(self.game.setup, self.view))
        winners = self.winners()
        return tuple((score, seat in winners) for seat, score in enumerate(self.scores()))

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
        lines: list[LogLine] = []
        since = max(since, self.position - 3 * most)
        moved: list[Mapping[str, Any]] = []
        handed = _last_at_each(self._match.header.stand_ins, since)
        for step in self._steps(since):
            while handed and handed[0].position <= step.position:
                lines.append(self._handed(handed.pop(0)))
            sentences = self._sentences(step)
            moved += self._moved(step)
            if sentences:
                seat = step.event.seat if step.event.seat >= 0 else _subject(sentences[0])
                lines.append(LogLine(step.position + 1, seat, tuple(sentences), tuple(moved)))
                moved.clear()
        lines += [self._handed(one) for one in handed if one.position <= self.position]
        return tuple(reversed(lines[-most:]))

    def _sentences(self, step: Transition) -> list[Message]:
        """What happened in one step, in words."""
        if step.event.kind is Kind.UNDO:
            return [say("{seat} took back the last move.", seat=SeatName(step.event.seat))]
        game = self.game
        return game.present.describe(
            game.rules, game.setup, step.before, step.event.move, step.after
        )

    def _handed(self, one: StandIn) -> LogLine:
        """A bot sits in, or a person is back: a line of the log that is no event."""
        seat = SeatName(one.seat)
        if one.bot:
            bot = called(self.game, one.bot)
            sentence = say("{seat}: a bot ({bot}) plays from here on.", seat=seat, bot=bot)
        else:
            sentence = say("{seat}: back, and playing again.", seat=seat)
        return LogLine(-1, one.seat, (sentence,))

    def _moved(self, step: Transition) -> Sequence[Mapping[str, Any]]:
        """What travelled over the table in one step, where the game tells."""
        game = self.game
        tell = getattr(game.present, "moved", None)
        if tell is None or step.event.kind is Kind.UNDO:
            return ()
        return tell(game.rules, game.setup, step.before, step.event.move, step.after)

    def _steps(self, since: int) -> Iterator[Transition]:
        """Views and masked events from ``since`` up to the position."""
        for step in self._match.transitions(since):
            if step.position >= self.position:
                return
            if self._masked:
                game = self.game
                yield Transition(
                    step.position,
                    game.view(step.before, self.seat),
                    masked(game, step.before, step.event, self.seat),
                    game.view(step.after, self.seat),
                )
            else:
                yield step

    def turns(self) -> tuple[tuple[int, tuple[Points, ...]], ...]:
        """The positions at which a turn began, and the current one, with the standing there.

        The first turn begins at 0, with the draw of who has it.
        """
        starts: list[int] = [0]
        last = -1
        for position in sorted(in_effect(self._match.events, self.position)):
            whose = self.game.turn_of(self.at(position).view)
            if whose >= 0 and whose != last:
                if last >= 0:
                    starts.append(position)
                last = whose
        if self.position > 0:
            starts.append(self.position)
        return tuple((position, self.at(position).standing()) for position in starts)

    def at(self, position: int) -> Reader:
        """The same reader's eyes at another position."""
        return Reader(self._match, self.seat, position, as_then=self._masked)

    def record(self) -> str:
        """The record as JSON, as this reader may know it."""
        return export(self._match, self.seat)


def _points(scores: Sequence[int], unit: int) -> tuple[Points, ...]:
    """Scores in units as points: ints where they are whole."""
    return tuple(score // unit if score % unit == 0 else Fraction(score, unit) for score in scores)


def _last_at_each(changes: Sequence[StandIn], since: int) -> list[StandIn]:
    """Of what changed for a seat between two events only the last, from a position on."""
    last: dict[tuple[int, int], StandIn] = {}
    for one in changes:
        if one.position >= since:
            last.pop((one.position, one.seat), None)
            last[one.position, one.seat] = one
    return list(last.values())


def _subject(sentence: Message) -> int:
    """The seat that a sentence about chance names first: whose dice fell; -1 where none is."""
    return next((v.seat for _, v in sentence.values if isinstance(v, SeatName)), -1)


def news_for(lines: Sequence[LogLine], seat: int) -> LogLine | None:
    """What somebody whose turn it is should know of the turns of others since the last own one.

    Above all what was done to ``seat``, newest first; else the last thing that somebody else did.
    """
    others = [line for line in lines if line.seat >= 0]
    others = list(dropwhile(lambda line: line.seat == seat, others))
    since = list(takewhile(lambda line: line.seat != seat, others))
    to_me = [(line, s) for line in since for s in line.sentences if SeatName(seat) in _named(s)]
    if to_me:
        return replace(to_me[0][0], sentences=tuple(sentence for _, sentence in to_me))
    return since[0] if since else None


def _named(sentence: Message) -> list[object]:
    return [value for _, value in sentence.values]


def sentences_of(lines: Sequence[LogLine]) -> tuple[Message, ...]:
    """All sentences of some lines in the order they happened."""
    return tuple(sentence for line in reversed(lines) for sentence in line.sentences)
