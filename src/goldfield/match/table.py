"""One match being played: its record folded into states, and the next events planned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from goldfield import load
from goldfield.games.contract import CHANCE, OVER, IllegalMove, State, Why
from goldfield.games.fields import too_far
from goldfield.games.game import Game
from goldfield.match.fair import fair_dice
from goldfield.match.record import UNDO_TEXT, Event, Header, Kind, Record, SeatKind
from goldfield.match.refused import (
    BOTS_STAND,
    STANDS,
    Closed,
    NothingToTakeBack,
    NotYourTurn,
    Refused,
    Stale,
)
from goldfield.match.undo import check_often, last_move
from goldfield.words import say


class Transition(NamedTuple):
    """One event between two states; ``position`` counts events from 0."""

    position: int
    before: State
    event: Event
    after: State


class Match:
    """A match as it stands: immutable, so a page may go on reading while another move arrives.

    Attributes:
        header: What was fixed at the start.
        game: The game under the match's options.
        events: What has happened.
        states: The state before each event, and the current one last.
        abandoned: Whether the match was given up before its end.
    """

    __slots__ = ("_chances", "_seed", "abandoned", "events", "game", "header", "states")

    def __init__(
        self,
        header: Header,
        events: Sequence[Event],
        seed: bytes | None,
        *,
        abandoned: bool = False,
        game: Game | None = None,
    ) -> None:
        """Fold a trusted record (``match.replayed`` is for those from outside).

        ``seed`` is the secret; without it the match can be read but no move planned. ``game``
        spares loading it again.
        """
        self.header = header
        self.game = game or load(header.game, **header.options)
        self.abandoned = abandoned
        self._seed = seed
        self.events: tuple[Event, ...] = ()
        self.states: tuple[State, ...] = (self.game.start(),)
        self._chances = 0
        self._fold(events)

    def __repr__(self) -> str:
        return f"<Match {self.header.match_id} of {self.header.game} at {self.position}>"

    def _fold(self, events: Sequence[Event]) -> None:
        """Append events that are known to be right."""
        play, setup = self.game.room.play, self.game.setup
        states = list(self.states)
        for event in events:
            if event.kind is Kind.UNDO:
                states.append(states[event.move])
            else:
                states.append(play(setup, states[-1], event.move))
        self.states = tuple(states)
        self.events += tuple(events)
        self._chances += sum(event.kind is Kind.CHANCE for event in events)

    @property
    def position(self) -> int:
        """How many events there are: the position at which the next one will stand."""
        return len(self.events)

    @property
    def state(self) -> State:
        """The current state: the truth, for nobody's eyes. Show ``game.view`` of it."""
        return self.states[-1]

    @property
    def to_act(self) -> int:
        """The seat to move, or OVER; CHANCE only before ``opening`` was appended."""
        return self.game.to_act(self.state)

    @property
    def is_over(self) -> bool:
        """Whether the game was played to its end."""
        return self.to_act == OVER

    @property
    def is_closed(self) -> bool:
        """Whether no move can come any more, so that the seed is revealed and nothing masked."""
        return self.abandoned or self.is_over

    @property
    def seed(self) -> bytes | None:
        """The seed once the match is closed; None before, whatever is known inside."""
        return self._seed if self.is_closed else None

    def record(self) -> Record:
        """The true record, with the seed once closed. For readers of a running match: ``seen``."""
        return Record(self.header, self.events, self.seed)

    def extended(self, events: Sequence[Event], header: Header | None = None) -> Match:
        """The match after further events that a plan or ``opening`` made, or the store kept.

        ``header``: the same with other names, when somebody else has taken a seat over.
        """
        grown = object.__new__(Match)
        grown.header = header or self.header
        grown.game, grown.abandoned = self.game, self.abandoned
        grown._seed, grown._chances = self._seed, self._chances
        grown.events, grown.states = self.events, self.states
        grown._fold(events)
        return grown

    def given_up(self) -> Match:
        """The match as abandoned: closed, its seed revealed."""
        closed = self.extended(())
        closed.abandoned = True
        return closed

    def opening(self) -> tuple[Event, ...]:
        """The chance and forced events before the first decision; append them at the start."""
        return tuple(self._follow(self.state, self._chances)) if not self.events else ()

    def plan(self, position: int, seat: int, moves: Sequence[int | str]) -> tuple[Event, ...]:
        """The events to append at ``position`` when ``seat`` makes ``moves`` together.

        The moves come first, then the chance outcomes and forced moves that follow, until somebody
        must decide or the game is over. Texts are read as that seat's view understands them.
        Nothing changes here: append the events, and only when that succeeded they have happened.

        Raises:
            Stale: when ``position`` is not the current one.
            Closed: when the match is finished or abandoned.
            NotYourTurn: when another seat is to act.
            IllegalMove: when one of the moves is not legal; then none of them is made.
        """
        self._check_turn(position, seat)
        if not moves:
            raise IllegalMove(Why.UNPARSABLE, say("No move was given."))
        game, state = self.game, self.state
        planned: list[Event] = []
        last = ""
        for given in moves:
            actor = game.to_act(state)
            if planned and actor != seat:
                raise IllegalMove(Why.ILLEGAL, too_far(actor, last))
            move = given
            if isinstance(move, str):
                move = game.parse_move(game.view(state, seat), move)
            after = game.play(state, move)
            last = game.show_move(game.view(state, seat), move)
            kind = Kind.FORCED if self._forced(state) is not None else Kind.MOVE
            planned.append(Event(int(move), kind, seat))
            state = after
        planned.extend(self._follow(state, self._chances))
        return tuple(planned)

    def undo_plan(self, position: int, seat: int) -> tuple[Event, ...]:
        """The event to append at ``position`` when ``seat`` takes its last move back.

        Repeated, it takes back move after move, as far as the last chance event or another seat's
        move. Forced moves that followed a move are taken back along with it.

        Raises:
            Stale, Closed, NotYourTurn: as ``plan``.
            NothingToTakeBack: when the last move stands; the sentence says why.
        """
        self._check_turn(position, seat)
        if not self.game.info.takes_back:
            raise NothingToTakeBack(STANDS)
        if self.header.seats[seat].kind is SeatKind.BOT:
            raise NothingToTakeBack(BOTS_STAND)
        at = last_move(self.events, seat)
        if self.header.bot_at(seat, at):  # one that sat in
            raise NothingToTakeBack(BOTS_STAND)
        check_often(self.events, seat)
        return (Event(at, Kind.UNDO, seat),)

    def can_take_back(self, seat: int) -> bool:
        """Whether ``undo_plan`` has something to take back for a seat now."""
        try:
            return bool(self.undo_plan(self.position, seat))
        except Refused:
            return False

    def _check_turn(self, position: int, seat: int) -> None:
        """Refuse what comes too late, or from a seat that is not to act."""
        if self.is_closed:
            raise Closed(abandoned=self.abandoned)
        if position != self.position:
            raise Stale(self.position)
        if self.to_act != seat:
            raise NotYourTurn(self.to_act)

    def _forced(self, state: State) -> int | None:
        """The move that the match makes by itself in this state, if any."""
        if not self.game.info.forced or self.game.to_act(state) < 0:
            return None
        legal = self.game.moves(state)
        return legal[0] if len(legal) == 1 and legal[0] in self.game.info.forced else None

    def _follow(self, state: State, chances: int) -> Iterator[Event]:
        """The chance outcomes and forced moves from a state on, until a seat must decide."""
        game = self.game
        while (actor := game.to_act(state)) != OVER:
            if actor == CHANCE:
                if self._seed is None:
                    raise ValueError("the seed of this match is not known here")
                dice = fair_dice(self._seed, self.header.match_id, chances, self.header.phrases)
                move, _ = game.room.roll(game.setup, state, dice)
                yield Event(move, Kind.CHANCE, -1)
                chances += 1
            elif (forced := self._forced(state)) is not None:
                move = forced
                yield Event(move, Kind.FORCED, actor)
            else:
                return
            state = game.room.play(game.setup, state, move)

    def transitions(self, since: int = 0) -> Iterator[Transition]:
        """Every event from a position on, with the true states around it."""
        for at in range(since, self.position):
            yield Transition(at, self.states[at], self.events[at], self.states[at + 1])

    def seen(self, reader: int, since: int = 0) -> Iterator[Transition]:
        """The same as a seat, or SPECTATOR, may know it: views and masked moves.

        Once the match is closed everybody sees everything.
        """
        if self.is_closed:
            yield from self.transitions(since)
            return
        view = self.game.view
        before = view(self.states[since], reader) if since < self.position else ()
        for at in range(since, self.position):
            after = view(self.states[at + 1], reader)
            shown = masked(self.game, self.states[at], self.events[at], reader)
            yield Transition(at, before, shown, after)
            before = after


def masked(game: Game, before: State, event: Event, reader: int) -> Event:
    """An event as a seat, or SPECTATOR, may know it."""
    if event.kind is Kind.UNDO:
        return event
    return Event(game.mask(before, event.move, reader), event.kind, event.seat)


def notation(game: Game, before: State, event: Event) -> str:
    """An event in writing; ``before`` is the state before it, or a view where it is masked."""
    return UNDO_TEXT if event.kind is Kind.UNDO else game.show_move(before, event.move)
