"""A game as it is played at one terminal: from its start with fair dice, or from a position."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from goldfield.cli.trouble import Trouble
from goldfield.games.contract import CHANCE, State
from goldfield.games.game import Game
from goldfield.match.document import export
from goldfield.match.fair import commitment, derived_phrase, new_phrase, new_seed
from goldfield.match.record import Header, Kind, Seat, SeatKind
from goldfield.match.table import Match
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
        """Take back the last move of a seat. Raises Trouble where something was revealed since."""
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
            match_id = f"seed-{seed}"
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
        self._secret = secret
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
        events = self._match.events
        if not events:
            raise Trouble(say("Nothing has happened yet."))
        last = events[-1]
        if last.kind is Kind.CHANCE:
            raise Trouble(say("The dice have fallen since, and what they showed stays known."))
        if last.kind is not Kind.MOVE or last.seat != seat:
            raise Trouble(say("The last move was not yours."))
        if self.game.info.hidden:
            raise Trouble(say("In a game with secrets a move stands."))
        self._match = Match(self._match.header, events[:-1], self._secret, game=self.game)

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


class FromPosition:
    """A game that begins in the middle; its dice are good, but there is nothing to verify."""

    def __init__(self, game: Game, state: State, seed: int | None) -> None:
        self.game = game
        self.state = state
        self._rng: Rng = seeded(fresh_seed() if seed is None else seed, 0)
        self._before: State | None = None
        self._last_seat = -1

    def begin(self) -> list[Step]:
        return self._follow()

    def play(self, seat: int, moves: Sequence[int | str]) -> list[Step]:
        game, before = self.game, self.state
        steps: list[Step] = []
        state = before
        for move in moves:
            chosen = game.parse_move(state, move) if isinstance(move, str) else move
            after = game.play(state, chosen)
            steps.append(Step(state, chosen, after))
            state = after
        self.state = state
        followed = self._follow()
        alone = len(moves) == 1 and not followed
        self._before, self._last_seat = (before, seat) if alone else (None, -1)
        return steps + followed

    def _follow(self) -> list[Step]:
        """Chance and forced moves until somebody must decide."""
        game = self.game
        steps: list[Step] = []
        while not game.is_over(self.state):
            state = self.state
            if game.to_act(state) == CHANCE:
                move, self._rng = game.roll(state, self._rng)
            else:
                legal = game.moves(state)
                if len(legal) > 1 or legal[0] not in game.info.forced:
                    break
                move = legal[0]
            self.state = game.play(state, move)
            steps.append(Step(state, move, self.state))
        return steps

    def undo(self, seat: int) -> None:
        if self._before is None or self._last_seat != seat or self.game.info.hidden:
            raise Trouble(say("Dice have fallen or somebody has moved since: that stays."))
        self.state, self._before = self._before, None

    def record(self, close: bool) -> str:
        raise Trouble(say("A game begun from a position has no record."))

    def promise(self) -> Message | None:
        return None

    def check(self) -> Message | None:
        return None
