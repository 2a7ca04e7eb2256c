"""One step of play with three and more seats, to compile: a turn at given piles, choices mixed.

A *row* is what something is worth to the seats from the one that has the turn, all but the last
(which has the rest of the win). While slopes are wanted it goes on, for each state of an orbit to
which the turn may lead, with how the row follows the shares there: first the chance of coming
there, then by how much each share follows the chooser's own share there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from goldfield.engine.turn_form import TurnForm
from goldfield.games.contract import WIN, put
from goldfield.games.racing import BUST, FINAL, NO_LEAF, PASS, Race, RaceRoom
from goldfield.rule import rule
from goldfield.solutions.scores import Scores, rank
from goldfield.solutions.table import PARTS

ALIKE = 1e-15
"""Rows that differ by no more are one to whoever mixes."""
EVEN, FIRST, LAST = range(3)
"""Which of equal choices is taken: all of them, or hardly any but the first or the last."""
LEAST = 1e-3
"""How much of an option is taken that is not the one wanted, when all are equal."""


class Space(NamedTuple):
    """Where values are written while a turn is computed; one for each thread."""

    ends: Any
    """int64[most_ends * (players + 1)]: what ``ends`` of the game writes."""
    options: Any
    """float64[most options, columns]: rows to be chosen from."""
    leaves: Any
    """float64[leaves, columns]"""
    most: Any
    """float64[leaves]: the own share of a leaf's best end."""
    nodes: Any
    """float64[nodes, columns]"""
    own: Any
    """float64[nodes]: the first column of ``nodes``."""
    best: Any
    """int64[sets]: the node that is best in each set."""
    second: Any
    """float64[sets]: the own share of the second best."""


@rule
def mixed(
    options: Any, count: int, seats: int, columns: int, width: float, tie: int, out: Any
) -> float:
    """Choose among ``options[:count]``: write the mixture of rows, return the best own share.

    An option that is worth less than the best by ``gap < width`` has the weight
    (1 - gap / width)^2: a choice changes smoothly, and nothing that costs more is ever chosen.
    """
    best = options[0, 0]
    for k in range(1, count):
        best = max(best, options[k, 0])
    for c in range(columns):
        out[c] = 0.0
    total = 0.0
    several = 0
    lead = 0
    for k in range(count):
        near = 1.0 - (best - options[k, 0]) / width
        if near > 0.0:
            weight = near * near * liking(k, count, tie)
            total += weight
            several += 1
            for c in range(columns):
                out[c] += weight * options[k, c]
            if near == 1.0:
                lead = k
    for c in range(columns):
        out[c] /= total
    if several > 1 and columns > seats:
        scale = 2.0 / (width * total)
        for d in range(seats + 1, columns, seats + 1):
            mean = 0.0
            for k in range(count):
                near = 1.0 - (best - options[k, 0]) / width
                if near > 0.0:
                    mean += near * liking(k, count, tie) * (options[k, d] - options[lead, d])
            mean /= total
            for k in range(count):
                near = 1.0 - (best - options[k, 0]) / width
                if near > 0.0:
                    moved = near * liking(k, count, tie)
                    moved *= options[k, d] - options[lead, d] - near * mean
                    for c in range(seats):
                        out[d + c] += scale * moved * options[k, c]
    return best


@rule
def liking(k: int, count: int, tie: int) -> float:
    """How much of an option is taken when all are equal."""
    if (tie == FIRST and k > 0) or (tie == LAST and k < count - 1):
        return LEAST
    return 1.0


@rule
def link_of(number: int, how: int) -> int:
    """What tells apart the states that a turn leads to, and who goes on there: RUN or PASS."""
    return 2 * number + how


def turn_rule(room: RaceRoom) -> Callable[..., float]:
    """The function that plays a turn at given piles.

    It leaves in ``space.nodes[0]`` what the turn of the seat with ``piles[0]`` is worth and
    returns the most that any single choice in it gains on what is chosen. ``table`` holds the
    states of smaller supply and ``now`` those of this one; but where the turn leads to a state of
    which ``link_of`` makes ``links[k]``, ``here[k]`` counts (float64[players - 1]), with
    ``begin <= k < end``. With more ``columns`` than shares there are slopes by k.
    """
    ends, won = room.ends, room.won

    @rule
    def turn(
        setup: Any,
        scores: Scores,
        form: TurnForm,
        piles: tuple[int, ...],
        table: Any,
        now: Any,
        links: Any,
        here: Any,
        begin: int,
        end: int,
        width: float,
        tie: int,
        columns: int,
        space: Space,
    ) -> float:
        players = len(piles)
        seats = players - 1
        rest = 0
        for pile in piles:
            rest += pile
        first = scores.begin[scores.total - rest]
        gain = 0.0
        options, leaves, most = space.options, space.leaves, space.most
        for leaf in range(len(form.codes)):
            count = ends(setup, piles, form.codes[leaf], space.ends)
            for k in range(count):
                at = k * (players + 1)
                how = space.ends[at]
                then = piles
                for seat in range(players):
                    then = put(then, seat, space.ends[at + 1 + seat])
                for c in range(seats, columns):
                    options[k, c] = 0.0
                if how == FINAL:
                    shares = won(setup, then)
                    for c in range(seats):
                        options[k, c] = shares[c] / WIN
                    continue
                if how == PASS:
                    own = then[0]
                    for seat in range(seats):
                        then = put(then, seat, then[seat + 1])
                    then = put(then, seats, own)
                number = rank(scores, then)
                within = -1
                if number >= first:
                    for j in range(begin, end):
                        if links[j] == link_of(number, how):
                            within = j
                others = 0.0
                for c in range(seats):
                    if number < first:
                        value = table[number, c] / PARTS
                    elif within >= 0:
                        value = here[within, c]
                    else:
                        value = now[number - first, c]
                    if how == PASS:
                        others += value
                        if c < seats - 1:
                            options[k, c + 1] = value
                    else:
                        options[k, c] = value
                if how == PASS:
                    options[k, 0] = 1.0 - others
                if within >= 0 and columns > seats:
                    at = seats + within * (seats + 1)
                    options[k, at] = 1.0
                    options[k, at + 1] = 1.0
            most[leaf] = mixed(options, count, seats, columns, width, tie, leaves[leaf])
            gain = max(gain, most[leaf] - leaves[leaf, 0])
        nodes, own_share = space.nodes, space.own
        for node in range(len(form.leaf) - 1, -1, -1):
            for s in range(form.set_at[node + 1], form.set_at[node]):
                item = form.item_at[s]
                base = form.base[s]
                if base >= 0:
                    best = space.best[base]
                    second = space.second[base]
                else:
                    best = form.item[item]
                    second = -1.0
                    item += 1
                top = own_share[best]
                for i in range(item, form.item_at[s + 1]):
                    x = form.item[i]
                    value = own_share[x]
                    if value > top:
                        second = top
                        top = value
                        best = x
                    elif value > second:
                        second = value
                space.best[s] = best
                space.second[s] = second
            row = nodes[node]
            leaf = form.leaf[node]
            throws = form.throws[node]
            if throws == 0:
                for c in range(columns):
                    row[c] = leaves[leaf, c]
                own_share[node] = row[0]
                continue
            bust = form.busts[node]
            for c in range(columns):
                row[c] = bust * leaves[BUST, c]
            for b in range(form.branch_at[node], form.branch_at[node + 1]):
                s = form.branch[b]
                ways = form.ways[b]
                best = space.best[s]
                if space.second[s] > own_share[best] - width:
                    count = 0
                    alike = True
                    for i in range(form.whole_at[s], form.whole_at[s + 1]):
                        x = form.whole[i]
                        if own_share[x] > own_share[best] - width:
                            for c in range(columns):
                                options[count, c] = nodes[x, c]
                                if abs(nodes[x, c] - nodes[best, c]) > ALIKE:
                                    alike = False
                            count += 1
                    if not alike:
                        mixture = options[count]
                        top = mixed(options, count, seats, columns, width, tie, mixture)
                        gain = max(gain, top - mixture[0])
                        for c in range(columns):
                            row[c] += ways * mixture[c]
                        continue
                for c in range(columns):
                    row[c] += ways * nodes[best, c]
            for c in range(columns):
                row[c] /= throws
            if leaf != NO_LEAF:
                gap = leaves[leaf, 0] - row[0]
                if gap >= width:
                    for c in range(columns):
                        row[c] = leaves[leaf, c]
                elif gap > -width:
                    top = max(most[leaf], row[0])
                    for c in range(columns):
                        options[0, c] = leaves[leaf, c]
                        options[1, c] = row[c]
                    mixed(options, 2, seats, columns, width, tie, row)
                    gain = max(gain, top - row[0])
            own_share[node] = row[0]
        return gain

    return turn


def space_for(race: Race, form: TurnForm, players: int, links: int) -> Space:
    """Space for turns that may follow so many links."""
    columns = players - 1 + links * players
    sizes = [end - begin for begin, end in zip(form.whole_at, form.whole_at[1:], strict=False)]
    options = max(race.most_ends, 2, *sizes) + 1
    leaves, nodes, sets = len(form.codes), len(form.leaf), len(form.base)
    return Space(
        np.zeros(race.most_ends * (players + 1), np.int64),
        np.zeros((options, columns)),
        np.zeros((leaves, columns)),
        np.zeros(leaves),
        np.zeros((nodes, columns)),
        np.zeros(nodes),
        np.zeros(sets, np.int64),
        np.zeros(sets),
    )
