"""One friendly class for people over the functions of a game: ``goldfield.load`` returns it."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from fractions import Fraction
from typing import cast

from goldfield.games.contract import (
    CHANCE,
    OVER,
    SPECTATOR,
    WIN,
    IllegalMove,
    Info,
    NotationRoom,
    PresentRoom,
    RulesRoom,
    Setup,
    State,
    Why,
)
from goldfield.games.fields import written
from goldfield.games.options import BaseRules, read_options
from goldfield.games.racing import Solved
from goldfield.rng import Rng
from goldfield.words import say


class Game:
    """A game under given rules.

    Attributes:
        name: The last part of the package's name, ``"gold_nuggets"``.
        rules: The validated options.
        info: The game's nature under these options.
        setup: What the functions of the rules take as their first argument.
        room: The functions of ``rules.py``; ``play`` there is the fast door without checks.
        notation: The functions of ``notation.py``.
    """

    def __init__(self, package: str, /, **options: object) -> None:
        self.package = package
        self.name = package.rpartition(".")[2]
        self.room = cast(RulesRoom, importlib.import_module(package + ".rules"))
        self.notation = cast(NotationRoom, importlib.import_module(package + ".notation"))
        self.rules: BaseRules = read_options(self.room.Rules, options)
        self.info: Info = self.room.info(self.rules)
        self.setup: Setup = self.room.setup_of(self.rules)
        self._out = [0] * self.info.most_moves

    def __repr__(self) -> str:
        options = ", ".join(f"{k}={v!r}" for k, v in self.rules.as_dict().items())
        return f"<Game {self.name}: {options}>"

    @property
    def present(self) -> PresentRoom:
        """The functions of ``present.py``, loaded when first used."""
        return cast(PresentRoom, importlib.import_module(self.package + ".present"))

    def start(self) -> State:
        """The first state."""
        return self.room.start(self.setup)

    def to_act(self, state: State) -> int:
        """The seat to move, or CHANCE, or OVER."""
        return self.room.to_act(self.setup, state)

    def turn_of(self, state: State) -> int:
        """The seat whose turn it is, also while chance decides; negative where nobody's is."""
        of_game = getattr(self.room, "turn_of", None)
        return self.to_act(state) if of_game is None else of_game(self.setup, state)

    def is_over(self, state: State) -> bool:
        """Whether the game has ended."""
        return self.to_act(state) == OVER

    def moves(self, state: State) -> list[int]:
        """The legal moves as ids, ascending; none where chance is to act or the game is over."""
        if self.to_act(state) < 0:
            return []
        return self._out[: self.room.moves(self.setup, state, self._out)]

    def legal(self, state: State) -> list[str]:
        """The legal moves in notation."""
        return [self.show_move(state, move) for move in self.moves(state)]

    def play(self, state: State, move: int | str) -> State:
        """The next state: the checked door. Takes an id or a text, a move or a chance outcome.

        Raises:
            IllegalMove: when the move is no move, not legal here or ambiguous.
        """
        actor = self.to_act(state)
        if actor == OVER:
            raise IllegalMove(Why.ILLEGAL, say("The game is over."))
        if isinstance(move, str):
            move = self.parse_move(state, move)
        elif type(move) is not int or not self._is_next(state, actor, move):
            # An id may come from anywhere; a number of thousands of digits cannot be shown.
            shown = str(move) if type(move) is int and abs(move) < 2**63 else "That"
            raise IllegalMove(Why.ILLEGAL, say("{move} is not possible here.", move=shown))
        return self.room.play(self.setup, state, move)

    def roll(self, state: State, rng: Rng) -> tuple[int, Rng]:
        """A sampled chance outcome and the next generator; ``play`` takes the outcome.

        Raises:
            ValueError: when chance is not to act.
        """
        if self.to_act(state) != CHANCE:
            raise ValueError("chance is not to act in this state")
        return self.room.roll(self.setup, state, rng)

    def outcomes(self, state: State) -> list[tuple[int, Fraction]]:
        """The possible chance outcomes with exact probabilities; none where a seat is to act."""
        if self.to_act(state) != CHANCE:
            return []
        return self.room.outcomes(self.setup, state)

    def scores(self, state: State) -> tuple[Fraction, ...]:
        """The score of each seat in points."""
        unit = self.info.score_unit
        return tuple(Fraction(score, unit) for score in self.room.scores(self.setup, state))

    def shares(self, state: State) -> tuple[Fraction, ...]:
        """The win share of each *seat* in a finished game; a seat's share is its side's.

        Raises:
            ValueError: when the game is not over.
        """
        if not self.is_over(state):
            raise ValueError("the game is not over")
        shares: Sequence[int] = self.room.shares(self.setup, state)
        return tuple(Fraction(shares[side], WIN) for side in self.info.side_of)

    def solution(self) -> Solved:
        """Perfect play under these rules: as it was kept on disk, or solved now and kept.

        The engine does it, which is looked for by name as everything above the games is.

        Raises:
            CannotSolve: (a ``ValueError``) where more than scores is carried from turn to turn: the
                game has no room ``race``.
        """
        return importlib.import_module("goldfield.engine.solve").solve(self)

    def view(self, state: State, seat: int = SPECTATOR) -> State:
        """The state as a seat, or a spectator, may know it."""
        self._check_seat(seat)
        return self.room.view(self.setup, state, seat)

    def reader_of(self, state: State) -> int | None:
        """Whose view a state is, SPECTATOR or a seat; None where it tells more than all of them."""
        readers = range(SPECTATOR, self.info.seats)
        return next((seat for seat in readers if self.view(state, seat) == state), None)

    def mask(self, state: State, move: int, seat: int = SPECTATOR) -> int:
        """A move or outcome about to be played in ``state``, as a seat or spectator may know it."""
        self._check_seat(seat)
        return self.room.mask(self.setup, state, move, seat)

    def guess(self, view: State, seat: int, rng: Rng) -> tuple[State, Rng]:
        """A full state that agrees with a view of ``seat``."""
        self._check_seat(seat)
        return self.room.guess(self.setup, view, seat, rng)

    def show(self, state: State, seat: int = SPECTATOR) -> str:
        """The text form of what a seat, or a spectator, may know."""
        return self.show_state(self.view(state, seat))

    def show_state(self, state: State) -> str:
        """The exact text form of a state or a view."""
        return self.notation.show_state(self.rules, self.setup, state)

    def parse_state(self, text: str) -> State:
        """The state of a text form. Raises BadNotation: says where and what was expected."""
        return self.notation.parse_state(self.rules, self.setup, text)

    def show_move(self, state: State, move: int) -> str:
        """The notation of a move, an outcome or a masked one in ``state``."""
        return self.notation.show_move(self.rules, self.setup, state, move)

    def parse_move(self, state: State, text: str) -> int:
        """The legal move that a text means. Raises IllegalMove."""
        if self.is_over(state):
            raise IllegalMove(Why.ILLEGAL, say("The game is over."))
        return self.notation.parse_move(self.rules, self.setup, state, written(text))

    def _is_next(self, state: State, actor: int, move: int) -> bool:
        if actor == CHANCE:
            return any(outcome == move for outcome, _ in self.outcomes(state))
        return move in self.moves(state)

    def _check_seat(self, seat: int) -> None:
        if not SPECTATOR <= seat < self.info.seats:
            raise ValueError(f"seat {seat} does not exist; seats are 0 to {self.info.seats - 1}")
