"""One step of play with three and more seats, to compile: a turn at given piles, choices mixed.

A *row* is what something is worth to the seats from the one that has the turn, all but the last
(which has the rest of the win). A turn is gone through twice: from its ends to its beginning for
the rows, and, where slopes are wanted, from its beginning to its ends for how often each is
reached, and how the first row follows what it is worth to the chooser there (reverse
accumulation).
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
NOWHERE = -1
"""The link of an end that leads to no state of the same supply."""


class Space(NamedTuple):
    """Where values are written while a turn is computed; one for each thread.

    Rows have a column for each seat but the last. How the row of the whole turn *follows* an own
    share: by so much each of its columns moves when the chooser there gets more by choosing
    otherwise. What is merely reached counts besides, in ``reach``.
    """

    ends: Any
    """int64[most_ends * (players + 1)]: what ``ends`` of the game writes."""
    options: Any
    """float64[most options, columns]: rows to be chosen from."""
    weights: Any
    """float64[most options]: how much of each option is taken."""
    turns: Any
    """float64[most options, columns]: how the mixture follows the own share of each option."""
    links: Any
    """int64[most options]: where options lead to, as ``link_of`` has it, or NOWHERE."""
    near: Any
    """int64[leaves * most options]: links that were seen."""
    leaves: Any
    """float64[leaves, columns]"""
    most: Any
    """float64[leaves]: the own share of a leaf's best end."""
    leaf_reach: Any
    """float64[leaves]"""
    leaf_follow: Any
    """float64[leaves, columns]"""
    nodes: Any
    """float64[nodes, columns]"""
    rolled: Any
    """float64[nodes, columns]: what rolling there is worth."""
    reach: Any
    """float64[nodes]"""
    follow: Any
    """float64[nodes, columns]"""
    own: Any
    """float64[nodes]: the first column of ``nodes``."""
    by_width: Any
    """float64[columns]: how the row of the whole turn moves with the logarithm of the width."""
    calm: Any
    """float64[3]: the least gap of an option that is not taken at all, the largest of one that is
    taken beside a better one, and whether there is any of these."""
    best: Any
    """int64[sets]: the node that is best in each set."""
    second: Any
    """float64[sets]: the own share of the second best."""


@rule
def mixed(
    options: Any, count: int, seats: int, width: float, tie: int, weights: Any, out: Any
) -> float:
    """Choose among ``options[:count]``: write the mixture of rows, return the best own share.

    An option that is worth less than the best by ``gap < width`` has the weight
    (1 - gap / width)^2: a choice changes smoothly, and nothing that costs more is ever chosen.
    """
    best = best_of(options, count)
    total = weighed(options, count, best, width, tie, weights)
    for c in range(seats):
        out[c] = 0.0
    for k in range(count):
        if weights[k] > 0.0:
            for c in range(seats):
                out[c] += weights[k] * options[k, c]
    for c in range(seats):
        out[c] /= total
    return best


@rule
def best_of(options: Any, count: int) -> float:
    """The largest own share of ``options[:count]``."""
    best = options[0, 0]
    for k in range(1, count):
        best = max(best, options[k, 0])
    return best


@rule
def weighed(options: Any, count: int, best: float, width: float, tie: int, weights: Any) -> float:
    """Write the weight of each option, and return their sum."""
    total = 0.0
    for k in range(count):
        near = 1.0 - (best - options[k, 0]) / width
        weights[k] = near * near * liking(k, count, tie) if near > 0.0 else 0.0
        total += weights[k]
    return total


@rule
def followed(
    space: Space,
    count: int,
    seats: int,
    width: float,
    tie: int,
    ways: int,
    reach: float,
    follow: Any,
) -> None:
    """Write how a mixture of ``space.options[:count]`` follows each: weights and turns.

    ``reach`` and ``follow`` are those of the mixture, of which there are as many as ``ways``;
    ``space.turns[k]`` is the ``follow`` of k. Notes in ``calm`` and ``by_width``, too.
    """
    options, weights, turns = space.options, space.weights, space.turns
    best = best_of(options, count)
    total = weighed(options, count, best, width, tie, weights)
    lead = 0
    for k in range(count):
        if 1.0 - (best - options[k, 0]) / width == 1.0:
            lead = k
    calm = space.calm
    for k in range(count):
        weights[k] /= total
        gap = best - options[k, 0]
        if gap >= width:
            calm[0] = min(calm[0], gap)
        elif k != lead:
            unlike = False
            for c in range(seats):
                unlike = unlike or abs(options[k, c] - options[lead, c]) > ALIKE
            if unlike:
                calm[1] = max(calm[1], gap)
                calm[2] = 1.0
    for c in range(seats):
        mean = 0.0
        for k in range(count):
            mean += weights[k] * (reach * options[k, c] + follow[c] * options[k, 0])
        rest = 0.0
        for k in range(count):
            turns[k, c] = 0.0
            near = 1.0 - (best - options[k, 0]) / width
            if near > 0.0 and k != lead:
                worth = reach * options[k, c] + follow[c] * options[k, 0]
                grows = 2.0 / total * near * liking(k, count, tie) * (worth - mean)
                space.by_width[c] += ways * (1.0 - near) * grows
                turns[k, c] = grows / width
                rest += turns[k, c]
        turns[lead, c] = -rest
        for k in range(count):
            turns[k, c] += weights[k] * follow[c]


@rule
def liking(k: int, count: int, tie: int) -> float:
    """How much of an option is taken when all are equal."""
    if (tie == FIRST and k > 0) or (tie == LAST and k < count - 1):
        return LEAST
    return 1.0


@rule
def link_of(number: int, how: int) -> int:
    """What tells apart the states that a turn leads to, and who goes on there: RUN or PASS.

    States are counted from the first of their level.
    """
    return 2 * number + how


def rows_rule(room: RaceRoom) -> Callable[..., int]:
    """The function that writes the rows of all ends of a leaf, and returns how many there are."""
    ends, won = room.ends, room.won

    @rule
    def rows(
        setup: Any,
        scores: Scores,
        code: int,
        piles: tuple[int, ...],
        first: int,
        table: Any,
        now: Any,
        space: Space,
    ) -> int:
        players = len(piles)
        seats = players - 1
        options, links = space.options, space.links
        count = ends(setup, piles, code, space.ends)
        for k in range(count):
            at = k * (players + 1)
            how = space.ends[at]
            then = piles
            for seat in range(players):
                then = put(then, seat, space.ends[at + 1 + seat])
            links[k] = NOWHERE
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
            if number >= first:
                links[k] = link_of(number - first, how)
            others = 0.0
            for c in range(seats):
                value = now[number - first, c] if number >= first else table[number, c] / PARTS
                if how == PASS:
                    others += value
                    if c < seats - 1:
                        options[k, c + 1] = value
                else:
                    options[k, c] = value
            if how == PASS:
                options[k, 0] = 1.0 - others
        return count

    return rows


def turn_rule(room: RaceRoom) -> Callable[..., float]:
    """The function that plays a turn at given piles.

    It leaves in ``space.nodes[0]`` what the turn of the seat with ``piles[0]`` is worth and
    returns the most that any single choice in it gains on what is chosen. ``table`` holds the
    states of smaller supply and ``now`` those of this one.
    """
    rows = rows_rule(room)

    @rule
    def turn(
        setup: Any,
        scores: Scores,
        form: TurnForm,
        piles: tuple[int, ...],
        table: Any,
        now: Any,
        width: float,
        tie: int,
        space: Space,
    ) -> float:
        seats = len(piles) - 1
        rest = 0
        for pile in piles:
            rest += pile
        first = scores.begin[scores.total - rest]
        gain = 0.0
        options, weights = space.options, space.weights
        leaves, most = space.leaves, space.most
        for leaf in range(len(form.codes)):
            count = rows(setup, scores, form.codes[leaf], piles, first, table, now, space)
            most[leaf] = mixed(options, count, seats, width, tie, weights, leaves[leaf])
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
                    least = value if value < top else top
                    second = least if least > second else second
                    best = x if value > top else best
                    top = value if value > top else top
                space.best[s] = best
                space.second[s] = second
            row = nodes[node]
            leaf = form.leaf[node]
            throws = form.throws[node]
            if throws == 0:
                for c in range(seats):
                    row[c] = leaves[leaf, c]
                own_share[node] = row[0]
                continue
            bust = form.busts[node]
            for c in range(seats):
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
                            for c in range(seats):
                                options[count, c] = nodes[x, c]
                                if abs(nodes[x, c] - nodes[best, c]) > ALIKE:
                                    alike = False
                            count += 1
                    if not alike:
                        mixture = options[count]
                        top = mixed(options, count, seats, width, tie, weights, mixture)
                        gain = max(gain, top - mixture[0])
                        for c in range(seats):
                            row[c] += ways * mixture[c]
                        continue
                for c in range(seats):
                    row[c] += ways * nodes[best, c]
            for c in range(seats):
                row[c] /= throws
                space.rolled[node, c] = row[c]
            if leaf != NO_LEAF:
                gap = leaves[leaf, 0] - row[0]
                if gap >= width:
                    for c in range(seats):
                        row[c] = leaves[leaf, c]
                elif gap > -width:
                    top = max(most[leaf], row[0])
                    for c in range(seats):
                        options[0, c] = leaves[leaf, c]
                        options[1, c] = row[c]
                    mixed(options, 2, seats, width, tie, weights, row)
                    gain = max(gain, top - row[0])
            own_share[node] = row[0]
        return gain

    return turn


@rule
def reached(form: TurnForm, seats: int, width: float, tie: int, space: Space) -> None:
    """How often each leaf of the turn that was just played is reached, and how the turn follows it.

    Writes ``space.leaf_reach`` and ``space.leaf_follow``, ``calm`` and ``by_width``.
    """
    options, weights, turns = space.options, space.weights, space.turns
    nodes, own_share, reach, follow = space.nodes, space.own, space.reach, space.follow
    for node in range(len(form.leaf)):
        reach[node] = 0.0
        for c in range(seats):
            follow[node, c] = 0.0
    for leaf in range(len(form.codes)):
        space.leaf_reach[leaf] = 0.0
        for c in range(seats):
            space.leaf_follow[leaf, c] = 0.0
    calm = space.calm
    calm[0], calm[1], calm[2] = 1.0, 0.0, 0.0
    for c in range(seats):
        space.by_width[c] = 0.0
    reach[0] = 1.0
    for node in range(len(form.leaf)):
        if reach[node] == 0.0:
            continue
        leaf = form.leaf[node]
        throws = form.throws[node]
        gap = width
        if throws > 0:
            gap = -width
            if leaf != NO_LEAF:
                gap = space.leaves[leaf, 0] - space.rolled[node, 0]
        if throws > 0 and leaf != NO_LEAF and abs(gap) >= width:
            calm[0] = min(calm[0], abs(gap))
        if gap >= width:
            space.leaf_reach[leaf] += reach[node]
            for c in range(seats):
                space.leaf_follow[leaf, c] += follow[node, c]
            continue
        if gap > -width:
            for c in range(seats):
                options[0, c] = space.leaves[leaf, c]
                options[1, c] = space.rolled[node, c]
            followed(space, 2, seats, width, tie, 1, reach[node], follow[node])
            space.leaf_reach[leaf] += reach[node] * weights[0]
            for c in range(seats):
                space.leaf_follow[leaf, c] += turns[0, c]
                follow[node, c] = turns[1, c]
            reach[node] *= weights[1]
        reach[node] /= throws
        for c in range(seats):
            follow[node, c] /= throws
        bust = form.busts[node]
        space.leaf_reach[BUST] += bust * reach[node]
        for c in range(seats):
            space.leaf_follow[BUST, c] += bust * follow[node, c]
        for b in range(form.branch_at[node], form.branch_at[node + 1]):
            s = form.branch[b]
            ways = form.ways[b]
            best = space.best[s]
            if space.second[s] <= own_share[best] - width:
                calm[0] = min(calm[0], own_share[best] - space.second[s])
                reach[best] += ways * reach[node]
                for c in range(seats):
                    follow[best, c] += ways * follow[node, c]
                continue
            count = 0
            for i in range(form.whole_at[s], form.whole_at[s + 1]):
                x = form.whole[i]
                if own_share[x] > own_share[best] - width:
                    for c in range(seats):
                        options[count, c] = nodes[x, c]
                    count += 1
                else:
                    calm[0] = min(calm[0], own_share[best] - own_share[x])
            followed(space, count, seats, width, tie, ways, reach[node], follow[node])
            k = 0
            for i in range(form.whole_at[s], form.whole_at[s + 1]):
                x = form.whole[i]
                if own_share[x] > own_share[best] - width:
                    reach[x] += ways * reach[node] * weights[k]
                    for c in range(seats):
                        follow[x, c] += ways * turns[k, c]
                    k += 1


def space_for(race: Race, form: TurnForm, players: int) -> Space:
    """Space for turns with so many players."""
    columns = players - 1
    sizes = [end - begin for begin, end in zip(form.whole_at, form.whole_at[1:], strict=False)]
    options = max(race.most_ends, 2, *sizes) + 1
    leaves, nodes, sets = len(form.codes), len(form.leaf), len(form.base)
    return Space(
        np.zeros(race.most_ends * (players + 1), np.int64),
        np.zeros((options, columns)),
        np.zeros(options),
        np.zeros((options, columns)),
        np.zeros(options, np.int64),
        np.zeros(leaves * options, np.int64),
        np.zeros((leaves, columns)),
        np.zeros(leaves),
        np.zeros(leaves),
        np.zeros((leaves, columns)),
        np.zeros((nodes, columns)),
        np.zeros((nodes, columns)),
        np.zeros(nodes),
        np.zeros((nodes, columns)),
        np.zeros(nodes),
        np.zeros(columns),
        np.zeros(3),
        np.zeros(sets, np.int64),
        np.zeros(sets),
    )
