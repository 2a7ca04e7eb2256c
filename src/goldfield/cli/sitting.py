"""A game as it is played at one terminal: from its start with fair dice, or from a position."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from goldfield.cli.trouble import Trouble
from goldfield.games.contract import CHANCE, State
from goldfield.games.game import Game
from goldfield.match.document import export
from goldfield.match.fair import commitment, derived_phrase, new_phrase, new_seed
from goldfield.match.record import Event, Header, Kind, Seat, SeatKind
from goldfield.match.refused import STANDS, NothingToTakeBack
from goldfield.match.replay import kind_here
from goldfield.match.table import Match
from goldfield.match.undo import last_move
from goldfield.match.verify import verify
from goldfield.rng import Rng, fresh_seed, seeded
from goldfield.store.ids import new_id
from goldfield.words import Message, say


class Step(NamedTuple):
    """One move or outcome between two states."""

    before: State
    move: int
    after: State


class Sitting(Protocol):
    """A game under way."""

    game: Game

    @property
    def state(self) -> State:
        """The current state: the truth."""
        ...

    def begin(self) -> list[Step]:
        """What happens before the first decision."""
        ...

    def play(self, seat: int, moves: Sequence[int | str]) -> list[Step]:
        """Make moves together, with the dice that follow. Raises IllegalMove, Refused."""
        ...

    def undo(self, seat: int) -> None:
        """Take back the last move of a seat. Raises NothingToTakeBack, with the reason."""
        ...

    def record(self, close: bool) -> str:
        """The record as JSON; ``close`` gives the game up if it is not over. Raises Trouble."""
        ...

    def promise(self) -> Message | None:
        """What was promised about the dice at the start."""
        ...

    def check(self) -> Message | None:
        """Whether the dice were as promised, once the game is over."""
        ...


def warned_of(game: Game, state: State, seat: int, moves: Sequence[int | str]) -> Message | None:
    """What ``seat`` should know before one of these moves, where the game asks twice about it."""
    tell = getattr(game.present, "warning", None)
    if tell is None:
        return None
    for given in moves:
        if game.to_act(state) != seat:
            return None
        view = game.view(state, seat)
        move = game.parse_move(view, given) if isinstance(given, str) else given
        told = tell(game.rules, game.setup, view, move)
        if told is not None:
            return told
        state = game.play(state, move)
    return None


class FromStart:
    """A match with fair dice, so that its record can be verified."""

    def __init__(
        self, game: Game, names: Sequence[str], bots: Sequence[str], phrase: str, seed: int | None
    ) -> None:
        """``bots`` holds a bot's name per seat, empty for a person; ``seed`` repeats a game."""
        self.game = game
        if seed is None:
            phrase = phrase or new_phrase()
            secret, match_id = new_seed(), new_id()
        else:
            phrase = phrase or f"seed-{seed}"
            secret = hashlib.sha256(b"goldfield play --seed %d" % seed).digest()
            match_id = _repeated_id(game, names, bots, phrase, seed)
        self._seeded = seed is not None
        # As at a table: the phrase of whoever opens it is fixed first, nobody chooses the others.
        phrases = [derived_phrase(commitment(secret), seat) for seat in range(len(names))]
        own = bots.index("") if "" in bots else -1
        if own >= 0:
            phrases[own] = phrase
        order = sorted(range(len(names)), key=lambda seat: seat != own)
        seats = tuple(
            Seat(
                name,
                SeatKind.BOT if bot else SeatKind.PERSON,
                bot,
                phrases[seat],
                order.index(seat),
            )
            for seat, (name, bot) in enumerate(zip(names, bots, strict=True))
        )
        header = Header(
            match_id=match_id,
            game=game.name if game.package.startswith("goldfield.games.") else game.package,
            rules_version=game.room.RULES_VERSION,
            options=game.rules.as_dict(),
            seats=seats,
            commitment=commitment(secret),
            created=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        )
        self._match = Match(header, (), secret, game=game)

    @property
    def state(self) -> State:
        return self._match.state

    def begin(self) -> list[Step]:
        return self._append(self._match.extended(self._match.opening()))

    def play(self, seat: int, moves: Sequence[int | str]) -> list[Step]:
        events = self._match.plan(self._match.position, seat, moves)
        return self._append(self._match.extended(events))

    def _append(self, grown: Match) -> list[Step]:
        since, self._match = self._match.position, grown
        return [Step(t.before, t.event.move, t.after) for t in grown.transitions(since)]

    def undo(self, seat: int) -> None:
        self._match = self._match.extended(self._match.undo_plan(self._match.position, seat))

    def record(self, close: bool) -> str:
        match = self._match
        return export(match.given_up() if close and not match.is_over else match)

    def promise(self) -> Message | None:
        if self._seeded:
            return say("A repeated game: its dice come from the seed given, so they are no secret.")
        return say(
            "Fair dice: the secret behind them has the fingerprint (SHA-256)\n{commitment}",
            commitment=self._match.header.commitment,
        )

    def check(self) -> Message | None:
        return verify(self._match.record()).summary


def _repeated_id(
    game: Game, names: Sequence[str], bots: Sequence[str], phrase: str, seed: int
) -> str:
    """The id of a repeated match, which takes part in its dice: the same for the same command, and
    another one for another game, other options, other players or another phrase."""
    told = [seed, game.package, game.room.RULES_VERSION, dict(game.rules.as_dict())]
    text = json.dumps([*told, list(names), list(bots), phrase], sort_keys=True)
    return f"seed-{hashlib.sha256(text.encode()).hexdigest()[:16]}"


class FromPosition:
    """A game that begins in the middle; its dice are good, but there is nothing to verify.

    The position may be what somebody knows of one: what it hides is then dealt at random.
    """

    def __init__(self, game: Game, state: State, seed: int | None) -> None:
        self.game = game
        self._rng: Rng = seeded(fresh_seed() if seed is None else seed, 0)
        reader = game.reader_of(state)
        whole = state
        if reader is not None:
            whole, self._rng = game.guess(state, reader, self._rng)
        self.state = whole
        self._is_dealt = whole != state
        # What happened, as a record would have it, and the state before each event.
        self._events: list[Event] = []
        self._states: list[State] = []

    def begin(self) -> list[Step]:
        return self._follow()

    def play(self, seat: int, moves: Sequence[int | str]) -> list[Step]:
        game = self.game
        steps: list[Step] = []
        state = self.state
        for move in moves:
            chosen = game.parse_move(state, move) if isinstance(move, str) else move
            after = game.play(state, chosen)
            steps.append(Step(state, chosen, after))
            state = after
        for step in steps:
            self._happened(step, kind_here(game, step.before), seat)
        return steps + self._follow()

    def _happened(self, step: Step, kind: Kind, seat: int) -> None:
        self._events.append(Event(step.move, kind, seat))
        self._states.append(step.before)
        self.state = step.after

    def _follow(self) -> list[Step]:
        """Chance and forced moves until somebody must decide."""
        game = self.game
        steps: list[Step] = []
        while not game.is_over(self.state):
            state = self.state
            actor = game.to_act(state)
            if actor == CHANCE:
                move, self._rng = game.roll(state, self._rng)
            else:
                legal = game.moves(state)
                if len(legal) > 1 or legal[0] not in game.info.forced:
                    break
                move = legal[0]
            steps.append(Step(state, move, game.play(state, move)))
            self._happened(steps[-1], Kind.CHANCE if actor == CHANCE else Kind.FORCED, actor)
        return steps

    def undo(self, seat: int) -> None:
        if not self.game.info.takes_back:
            raise NothingToTakeBack(STANDS)
        at = last_move(self._events, seat)
        self.state = self._states[at]
        del self._events[at:], self._states[at:]

    def record(self, close: bool) -> str:
        raise Trouble(say("A game begun from a position has no record."))

    def promise(self) -> Message | None:
        return say("What this position hides has been dealt at random.") if self._is_dealt else None

    def check(self) -> Message | None:
        return None
