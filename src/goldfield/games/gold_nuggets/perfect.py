"""The choice that nobody can better: by the exact win shares of a solved game.

A solution (:mod:`goldfield.solutions`) knows the shares at the beginning of every run. From these
follow, for the piles as they lie, the share of every way to end a run and of every table, and the
bot takes the option that leaves it the largest share. With two players no other play does better
against the best answer to it. With more it is the best answer to others who play like it, as far
as the solution is one (its ``epsilon``).

Shares are whole numbers of 1/``ONE``: plain and compiled choices are the same to the last bit.
"""

from __future__ import annotations

import contextlib
from array import array
from functools import lru_cache
from typing import Any, NamedTuple

from goldfield.games.contract import WIN
from goldfield.games.game import Game
from goldfield.games.gold_nuggets.race import ends
from goldfield.games.gold_nuggets.rules import (
    AGAIN,
    CHOICE,
    COLLECT,
    ENDED,
    KEEP,
    ROB,
    ROLL_ON,
    SOURCE,
    Rules,
    Setup,
    State,
    collected,
    moves,
    named_source,
    play,
    shares,
    turn_over,
)
from goldfield.games.racing import BUST, FINAL, NO_LEAF, PASS, Turn
from goldfield.rule import put, rule
from goldfield.solutions.scores import Scores, rank
from goldfield.solutions.solution import load, race_of, race_room
from goldfield.solutions.table import PARTS, file_of
from goldfield.words import Message, say_n

FINE = 1 << 8
"""Shares are kept so much finer than in a table: means of rolls lose nothing that matters."""
ONE = PARTS * FINE
"""The whole win."""
UNKNOWN = -1
ON_DEMAND = 2
"""So many players a game is solved for when the bot is needed; for more an operator does it."""


class Perfect(NamedTuple):
    """What the bot looks up."""

    numbers: array[int]
    """The shares at the beginning of a run, as in :class:`goldfield.solutions.table.Table`."""
    scores: Scores
    turn: Turn
    """The reduced automaton of a run."""
    node_of: list[int]
    """The node of each table of dice set aside."""
    most_moves: int
    most_ends: int


@rule
def choose_perfect(setup: Setup, table: Perfect, view: State, seat: int, rng: Any) -> Any:
    """The option with the largest win share; of equal ones the first."""
    options = [0] * table.most_moves
    values = [0] * table.most_moves
    n = worth_of_options(setup, table, view, options, values)
    best = 0
    for i in range(1, n):
        if values[i] > values[best]:
            best = i
    return options[best], rng


@rule
def worth_of_options(setup: Setup, table: Perfect, s: State, options: Any, values: Any) -> int:
    """Write every legal option and the share it leaves the seat to act; returns how many."""
    n = moves(setup, s, options)
    if s.phase == KEEP:
        nodes = turn_values(setup, table, s, table.node_of[s.aside])
        for i in range(n):
            values[i] = nodes[table.node_of[options[i]]]
        return n
    for i in range(n):
        if s.phase == CHOICE and options[i] == setup.asides + ROLL_ON:
            node = table.node_of[s.aside]
            nodes = turn_values(setup, table, s, node)
            values[i] = mean_of_rolls(table, node, nodes)
        else:
            values[i] = settled(setup, table, play(setup, s, options[i]), s.seat)
    return n


@rule
def turn_values(setup: Setup, table: Perfect, s: State, first: int) -> Any:
    """The shares of all nodes after ``first``, for the seat that has the turn.

    A node holds the better of ending the run there and of rolling on. Nothing leads to node 0: in
    its place stands the share after a bust.
    """
    piles = seen_from(s.piles, s.seat)
    turn = table.turn
    out = [0] * (table.most_ends * (setup.players + 1))
    leaves = [UNKNOWN] * len(turn.codes)
    leaves[BUST] = leaf_worth(setup, table, piles, turn.codes[BUST], out)
    nodes = [leaves[BUST]] * len(turn.leaf)
    for node in range(len(turn.leaf) - 1, first, -1):
        best = UNKNOWN
        if turn.leaf[node] != NO_LEAF:
            leaf = turn.leaf[node]
            if leaves[leaf] == UNKNOWN:
                leaves[leaf] = leaf_worth(setup, table, piles, turn.codes[leaf], out)
            best = leaves[leaf]
        if turn.throws[node] > 0:
            best = max(best, mean_of_rolls(table, node, nodes))
        nodes[node] = best
    return nodes


@rule
def mean_of_rolls(table: Perfect, node: int, nodes: Any) -> int:
    """The mean over the rolls of a node, each followed by its best node."""
    turn = table.turn
    total = 0
    for branch in range(turn.branch_at[node], turn.branch_at[node + 1]):
        begin = turn.to_at[branch]
        end = turn.to_at[branch + 1]
        best = nodes[0]
        if begin < end:
            best = nodes[turn.to[begin]]
            for at in range(begin + 1, end):
                best = max(best, nodes[turn.to[at]])
        total += turn.ways[branch] * best
    return total // turn.throws[node]


@rule
def leaf_worth(setup: Setup, table: Perfect, piles: Any, code: int, out: Any) -> int:
    """The share of ending a run in a leaf in the best way; ``piles`` from the seat that plays."""
    width = setup.players + 1
    best = UNKNOWN
    for end in range(ends(setup, piles, code, out)):
        after = piles
        for at in range(setup.players):
            after = put(after, at, out[end * width + 1 + at])
        best = max(best, end_worth(setup, table, out[end * width], after))
    return best


@rule
def end_worth(setup: Setup, table: Perfect, how: int, piles: Any) -> int:
    """The share of whoever had the turn after one end; ``piles`` from their own on."""
    if how == FINAL:
        return shares(setup, State(ENDED, 0, 0, 0, 0, piles, 1, 0, 0))[0] * ONE // WIN
    if how == PASS:
        return share_of(setup, table, seen_from(piles, 1), setup.players - 1)
    return share_of(setup, table, piles, 0)


@rule
def share_of(setup: Setup, table: Perfect, piles: Any, seat: int) -> int:
    """The share of a seat where seat 0 is about to begin a run."""
    at = rank(table.scores, piles) * (setup.players - 1)
    if seat < setup.players - 1:
        return table.numbers[at + seat] * FINE
    others = 0
    for other in range(setup.players - 1):
        others += table.numbers[at + other]
    return (PARTS - others) * FINE


@rule
def seen_from(piles: Any, seat: int) -> Any:
    """The piles from a seat on, to the left."""
    turned = piles
    for at in range(len(piles)):
        turned = put(turned, at, piles[(seat + at) % len(piles)])
    return turned


@rule
def settled(setup: Setup, table: Perfect, s: State, seat: int) -> int:
    """The share of ``seat`` in what its choice has led to, by the best that can follow."""
    if s.phase != SOURCE:
        return passed_on(setup, table, s, seat)
    best = UNKNOWN
    if s.named > 0:
        best = passed_on(setup, table, collected(setup, s), seat)
    # Of several sources all but the last one are emptied: else that one would be the last.
    for last in range(setup.players + 1):
        for before in range(2 << setup.players if setup.several == 1 else 1):
            now = s
            possible = free(s, last) and (before >> last) & 1 == 0
            for source in range(setup.players + 1):
                if possible and (before >> source) & 1 == 1:
                    possible = free(now, source) and 0 < holds(now, source) < now.owed
                    if possible:
                        now = named_source(setup, now, now.owed, names(source))
            if possible:
                after = named_source(setup, now, now.owed, names(last))
                if after.phase == SOURCE:
                    after = collected(setup, after)
                best = max(best, passed_on(setup, table, after, seat))
    return best


@rule
def free(s: State, source: int) -> bool:
    """Whether a source may still be named: the supply is number 0, a seat the next of its own."""
    return source != s.seat + 1 and (s.named >> source) & 1 == 0


@rule
def holds(s: State, source: int) -> int:
    """What a source holds."""
    return s.supply if source == 0 else s.piles[source - 1]


@rule
def names(source: int) -> int:
    """What names a source."""
    return COLLECT if source == 0 else ROB + source - 1


@rule
def passed_on(setup: Setup, table: Perfect, s: State, seat: int) -> int:
    """The share of ``seat`` where a collection is over: a run follows, a turn, or nothing."""
    go_on = UNKNOWN
    if s.phase == AGAIN:
        go_on = share_of(setup, table, seen_from(s.piles, seat), 0)
        s = turn_over(setup, s)
    if s.phase == ENDED:
        return max(go_on, end_worth(setup, table, FINAL, seen_from(s.piles, seat)))
    behind = (seat - s.seat) % setup.players
    return max(go_on, share_of(setup, table, seen_from(s.piles, s.seat), behind))


def prepare_perfect(rules: Rules) -> Perfect:
    """The table of a solved game; for two players it is solved now unless it was before.

    Raises:
        LookupError: where more players were not solved for; :func:`lacking` says so before.
    """
    game = game_of(rules)
    found = load(game)
    if found is None:
        if rules.players > ON_DEMAND:
            raise LookupError(f"not solved for {rules.players} players")
        from goldfield.engine.solve import solve

        found = solve(game)
    numbers = found.table.numbers
    return Perfect(
        numbers if isinstance(numbers, array) else array("I", numbers),
        found.table.scores,
        found.turn.turn,
        found.turn.node_of,
        game.info.most_moves,
        found.race.most_ends,
    )


def lacking(rules: Rules) -> Message | None:
    """Why the bot cannot play: nobody has solved the game for so many players here."""
    if rules.players <= ON_DEMAND:
        return None
    game = game_of(rules)
    room = race_room(game)
    assert room is not None
    with contextlib.suppress(OSError):
        file = file_of(game, race_of(room, rules)[0]).stat()
        if _is_sound(rules, file.st_mtime_ns, file.st_size):
            return None
    return say_n(
        "For {n} player under these rules the game is not solved here; whoever runs this server "
        "can do so with goldfield solve.",
        "For {n} players under these rules the game is not solved here; whoever runs this server "
        "can do so with goldfield solve.",
        rules.players,
    )


@lru_cache(maxsize=16)
def _is_sound(rules: Rules, changed: int, size: int) -> bool:
    """Whether the file of a solution can be read; looked at once until it is another one."""
    return load(game_of(rules)) is not None


@lru_cache(maxsize=16)
def game_of(rules: Rules) -> Game:
    """The game under these rules."""
    return Game(__name__.rpartition(".")[0], **rules.as_dict())
