"""A solved game: the exact win shares of any state of it, and of every move there."""

from __future__ import annotations

import importlib
import importlib.util
from collections import OrderedDict
from functools import lru_cache
from pathlib import Path
from typing import TypeVar, cast

from goldfield.games.contract import CHANCE, OVER, WIN, State
from goldfield.games.game import Game
from goldfield.games.options import BaseRules
from goldfield.games.racing import FINAL, NO_LEAF, PASS, Option, Place, Race, RaceRoom
from goldfield.solutions.table import Damaged, Facts, Table, read
from goldfield.solutions.turns import Reduced, Run, Shares, best, reduced, run_of

T = TypeVar("T")

KEPT_RUNS = 16


def race_room(game: Game) -> RaceRoom | None:
    """The game's ``race`` room; None for a game that cannot be solved."""
    name = game.package + ".race"
    if importlib.util.find_spec(name) is None:
        return None
    return cast(RaceRoom, importlib.import_module(name))


@lru_cache(maxsize=16)
def race_of(room: RaceRoom, rules: BaseRules) -> tuple[Race, Reduced]:
    """The race under given rules, and its turn made small; kept for the last rules asked for."""
    race = room.race_of(rules)
    return race, reduced(race.turn)


def load(game: Game, folder: Path | None = None) -> Solution | None:
    """The solution of a game as it was kept; None where it was not solved or cannot be.

    Never computes. A damaged file counts as none: the engine says so when it solves anew.
    """
    room = race_room(game)
    if room is None:
        return None
    try:
        table = read(game, race_of(room, game.rules)[0], folder)
    except Damaged:
        return None
    return None if table is None else Solution(game, table)


class Solution:
    """What perfect play is worth, by seat, in any state of a game; :func:`load` finds it.

    With two players nobody can do better. With more every seat answers best to all others doing
    likewise, up to ``facts.epsilon``; see whether ``facts.settled`` before relying on digits.

    Attributes:
        game: The game with its rules.
        table: The shares at the beginning of every run.
    """

    def __init__(self, game: Game, table: Table) -> None:
        room = race_room(game)
        if room is None:
            raise ValueError(f"{game.name} has no room race")
        self.game = game
        self.table = table
        self._room = room
        self.race, self.turn = race_of(room, game.rules)
        self._kept: OrderedDict[tuple[int, ...], Run] = OrderedDict()

    @property
    def facts(self) -> Facts:
        """How exact the numbers are."""
        return self.table.facts

    def value(self, state: State) -> Shares:
        """The win shares by seat in any state: of decision, of chance, in the middle of a turn."""
        game = self.game
        actor = game.to_act(state)
        if actor == OVER:
            return tuple(float(share) for share in game.shares(state))
        place = self._room.place(game.setup, state)
        if place is not None:
            return self._at(place)
        if actor == CHANCE:
            sums = [0.0] * game.info.seats
            for outcome, chance in game.outcomes(state):
                shares = self.value(game.room.play(game.setup, state, outcome))
                for seat, share in enumerate(shares):
                    sums[seat] += float(chance) * share
            return tuple(sums)
        after = [self.value(game.room.play(game.setup, state, move)) for move in game.moves(state)]
        return _seen_from(
            -actor, best([_seen_from(actor, shares) for shares in after], self.facts.width)
        )

    def options(self, state: State) -> list[Option]:
        """Every legal move with the win shares of perfect play after it; empty for chance."""
        game = self.game
        return [
            Option(
                move,
                game.show_move(state, move),
                self.value(game.room.play(game.setup, state, move)),
            )
            for move in game.moves(state)
        ]

    def run(self, piles: tuple[int, ...]) -> Run:
        """The values of all nodes of ``turn`` to a seat that has ``piles[0]``."""
        run = self._kept.get(piles)
        if run is None:
            leaves = [self._leaf(piles, code) for code in self.race.turn.codes]
            run = run_of(self.turn.turn, leaves, self.facts.width)
            self._kept[piles] = run
            if len(self._kept) > KEPT_RUNS:
                self._kept.popitem(last=False)
        return run

    def _at(self, place: Place) -> Shares:
        piles = _seen_from(place.seat, place.piles)
        node = self.turn.node_of[place.node]
        if place.node == 0 and (not place.rolling or self.race.turn.leaf[0] == NO_LEAF):
            shares = self.table.shares(piles)
        elif place.rolling:
            shares = self.run(piles).rolled[node]
            assert shares is not None
        else:
            shares = self.run(piles).chosen[node]
        return _seen_from(-place.seat, shares)

    def _leaf(self, piles: tuple[int, ...], code: int) -> Shares:
        """What a leaf is worth, by its best end."""
        width = len(piles) + 1
        out = [0] * (self.race.most_ends * width)
        ends = self._room.ends(self.game.setup, piles, code, out)
        return best(
            [
                self._end(out[at], tuple(out[at + 1 : at + width]))
                for at in range(0, ends * width, width)
            ],
            self.facts.width,
        )

    def _end(self, how: int, piles: tuple[int, ...]) -> Shares:
        if how == FINAL:
            return tuple(share / WIN for share in self._room.won(self.game.setup, piles))
        if how == PASS:
            return _seen_from(-1, self.table.shares(_seen_from(1, piles)))
        return self.table.shares(piles)


def _seen_from(seat: int, things: tuple[T, ...]) -> tuple[T, ...]:
    """A tuple by seat, from that seat on to the left; a negative number turns it back."""
    seat %= len(things)
    return things[seat:] + things[:seat]
