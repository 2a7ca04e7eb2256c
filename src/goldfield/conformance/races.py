"""Checks of a race: a room ``race`` tells of the game what its rules do, or solving it is in vain.

The last of them needs no solution. To what lies beyond a turn any shares will do, as long as both
sides take the same: then what the automaton, the leaves and their ends make of a position must be
what the rules make of it, by chance's mean and the best move. The functions that find fault raise
:class:`Wrong`; tests of the solver use them too.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from goldfield.conformance.case import Case, Spot
from goldfield.conformance.check import check
from goldfield.games.contract import CHANCE, OVER, WIN, State
from goldfield.games.game import Game
from goldfield.games.racing import FINAL, NO_LEAF, PASS, RUN, Place, Race, RaceRoom, Turn
from goldfield.solutions import Facts, Solution, Table, race_room
from goldfield.solutions.scores import scores_of

PILES = 20
"""Piles for which every leaf is ended, at depth 1."""
PLACES = 60
"""Positions valued by the automaton and by the rules, at depth 1."""
EXACT = 1e-9
"""The most by which the two may differ: nothing but rounding."""

End: TypeAlias = tuple[int, tuple[int, ...]]
"""RUN, PASS or FINAL, and the piles thereafter."""


class Wrong(ValueError):
    """What is wrong with a race, in a sentence."""


@check
def a_turn_is_an_automaton(case: Case) -> None:
    """Where there is a room ``race``: all is public, the automaton's parts fit, rolls lead on."""
    room = _room(case)
    if room is None:
        return
    info = case.game.info
    if info.hidden or info.sides != info.seats:
        case.broken("A race hides nothing, and in it every seat plays for itself.")
    race = room.race_of(case.game.rules)
    if not 0 < race.most <= race.total or race.most_ends < 1:
        case.broken(f"total, most, most_ends are {race.total}, {race.most}, {race.most_ends}.")
    try:
        fits(race.turn)
    except Wrong as wrong:
        case.broken(str(wrong), "class Turn in games/racing.py says what the arrays hold.")


@check
def places_are_nodes(case: Case) -> None:
    """``race.place`` agrees with who is to act and with the automaton; the supply never grows."""
    room = _room(case)
    if room is None:
        return
    game = case.game
    race = room.race_of(game.rules)
    for spot in case.each():
        found = room.place(game.setup, spot.state)
        try:
            if found is not None:
                stands(game, race, spot.state, found)
        except Wrong as wrong:
            case.broken(str(wrong), "None where nothing is rolled and nobody decides on rolling.")
    placed = 0
    for record in case.walks:
        state, before = game.start(), 0
        for i, move in enumerate(record, 1):
            state = game.room.play(game.setup, state, move)
            found = room.place(game.setup, state)
            if found is None:
                continue
            placed += 1
            if sum(found.piles) < before:
                case.here = Spot(state, record, i)
                case.broken(f"The piles sum to less than before: {before}.", "A supply must sink.")
            before = sum(found.piles)
    if not placed:
        case.broken("place is None everywhere.", "It says where in a turn a state stands.")


@check
def leaves_have_ends(case: Case) -> None:
    """``race.ends`` writes ends that keep to the race, and ``race.won`` shares that sum to WIN."""
    room = _room(case)
    if room is None:
        return
    game = case.game
    race = room.race_of(game.rules)
    for piles in _piles(case, room, race):
        for code in race.turn.codes:
            try:
                found = ends_of(game, room, race, piles, code)
            except Wrong as wrong:
                case.broken(str(wrong), "RaceRoom.ends in games/racing.py says what is written.")
            for how, after in found:
                shares = room.won(game.setup, after) if how == FINAL else (WIN, *after[1:])
                if how == FINAL and (
                    len(shares) != len(piles)
                    or any(type(share) is not int or share < 0 for share in shares)
                    or sum(shares) != WIN
                ):
                    case.broken(f"won gives {shares!r} for {after}.", f"They sum to {WIN}.")


@check
def a_race_follows_the_rules(case: Case) -> None:
    """Whatever comes after a turn is worth, automaton and ends make the same of it as the rules."""
    room = _room(case)
    if room is None:
        return
    solution = pretended(case.game)
    for spot, found in _placed(case, room):
        case.here = spot
        said, done = by_race(solution, found), by_rules(solution, spot.state)
        if abs(said[found.seat] - done[found.seat]) > EXACT:
            case.broken(
                f"To seat {found.seat} a position is worth {said[found.seat]:.9f} by the race and "
                f"{done[found.seat]:.9f} by the rules, if what follows the turn is given.",
                "Node, branches, ends or won are not those of the rules, or something outlives a "
                "turn that is not in the piles.",
            )


def fits(turn: Turn) -> None:
    """See whether the arrays of an automaton fit together.

    Raises:
        Wrong: with the first that does not.
    """
    nodes = turn.nodes
    if not nodes or len(turn.throws) != nodes or len(turn.codes) < 1:
        raise Wrong(
            f"There are {nodes} leaves, {len(turn.throws)} throws, {len(turn.codes)} codes."
        )
    _steps("branch_at", turn.branch_at, nodes, len(turn.ways))
    _steps("to_at", turn.to_at, len(turn.ways), len(turn.to))
    for node in range(nodes):
        begin, end = turn.branch_at[node], turn.branch_at[node + 1]
        ways = turn.ways[begin:end]
        if sum(ways) != turn.throws[node] or any(way < 1 for way in ways):
            raise Wrong(
                f"At node {node} the branches come up in {sum(ways)} ways of {turn.throws[node]}."
            )
        if not NO_LEAF <= turn.leaf[node] < len(turn.codes):
            raise Wrong(f"Node {node} has the leaf {turn.leaf[node]} of {len(turn.codes)}.")
        if turn.leaf[node] == NO_LEAF and not turn.throws[node]:
            raise Wrong(f"At node {node} the turn can neither end nor go on.")
        to = turn.to[turn.to_at[begin] : turn.to_at[end]]
        if any(not node < after < nodes for after in to):
            raise Wrong(f"From node {node} rolls lead to {sorted(set(to))[:20]}: numbers grow.")


def _steps(name: str, at: Sequence[int], items: int, end: int) -> None:
    if len(at) != items + 1 or at[0] != 0 or at[-1] != end or list(at) != sorted(at):
        raise Wrong(f"{name} must rise from 0 to {end} in {items} steps.")


def stands(game: Game, race: Race, s: State, found: Place) -> None:
    """See whether a state can stand where it is said to.

    Raises:
        Wrong: when it cannot.
    """
    actor = game.to_act(s)
    if actor == OVER:
        raise Wrong("The game is over, and yet there is a place.")
    if not 0 <= found.seat < game.info.seats or not 0 <= found.node < race.turn.nodes:
        raise Wrong(f"There is no {found}.")
    if actor != (CHANCE if found.rolling else found.seat):
        raise Wrong(f"rolling is {found.rolling} for seat {found.seat}; to_act is {actor}.")
    if found.rolling and not race.turn.throws[found.node]:
        raise Wrong(f"Node {found.node} is rolled at, but has no throws.")
    _scored(race, found.piles, game.info.seats)


def ends_of(game: Game, room: RaceRoom, race: Race, piles: tuple[int, ...], code: int) -> list[End]:
    """All ends of a leaf.

    Raises:
        Wrong: when they are not as :class:`goldfield.games.racing.RaceRoom` says.
    """
    width = len(piles) + 1
    out = [0] * (race.most_ends * width)
    try:
        count = room.ends(game.setup, piles, code, out)
    except IndexError:
        raise Wrong(f"ends wrote more than most_ends = {race.most_ends}.") from None
    if not 1 <= count <= race.most_ends:
        raise Wrong(f"ends gives {count} of at most {race.most_ends} for {piles}, code {code}.")
    found = [(out[i], tuple(out[i + 1 : i + width])) for i in range(0, count * width, width)]
    for how, after in found:
        if how not in (RUN, PASS, FINAL) or any(type(pile) is not int for pile in after):
            raise Wrong(f"ends wrote {how}, {after} for {piles}, code {code}.")
        if sum(after) < sum(piles):
            raise Wrong(f"The supply grows from {piles} to {after}, code {code}.")
        if how != FINAL:
            _scored(race, after, len(piles))
    return found


def _scored(race: Race, piles: tuple[int, ...], seats: int) -> None:
    if (
        len(piles) != seats
        or any(type(pile) is not int or not 0 <= pile <= race.most for pile in piles)
        or sum(piles) > race.total
    ):
        raise Wrong(f"The piles are {piles}; most is {race.most}, total {race.total}.")


class Pretended(Table):
    """Shares at the beginning of every run that nobody solved: any, but always the same."""

    def shares(self, piles: tuple[int, ...]) -> tuple[float, ...]:
        """Shares that sum to 1."""
        draw = random.Random(str(piles))
        parts = [draw.random() for _ in piles]
        return tuple(part / sum(parts) for part in parts)


def pretended(game: Game) -> Solution:
    """A game as if it were solved; see :class:`Pretended`."""
    scores = scores_of(game.info.seats, 1, 1)
    return Solution(game, Pretended(scores, Facts(0.0, 0.0, 0.0), memoryview(b"")))


def by_race(solution: Solution, place: Place) -> tuple[float, ...]:
    """What a place is worth, by seat, by the automaton and the ends of its leaves."""
    seat, seats = place.seat, len(place.piles)
    run = solution.run(place.piles[seat:] + place.piles[:seat])
    node = solution.turn.node_of[place.node]
    shares = run.rolled[node] if place.rolling else run.chosen[node]
    assert shares is not None
    return tuple(shares[(n - seat) % seats] for n in range(seats))


def by_rules(solution: Solution, s: State) -> tuple[float, ...]:
    """What a state is worth, by seat, by one step of the rules: the mean, or what is best."""
    game, play = solution.game, solution.game.room.play
    actor = game.to_act(s)
    if actor == CHANCE:
        sums = [0.0] * game.info.seats
        for outcome, chance in game.outcomes(s):
            for seat, share in enumerate(solution.value(play(game.setup, s, outcome))):
                sums[seat] += float(chance) * share
        return tuple(sums)
    after = [solution.value(play(game.setup, s, move)) for move in game.moves(s)]
    return max(after, key=lambda shares: shares[actor])


def _room(case: Case) -> RaceRoom | None:
    return race_room(case.game) if "race" in case.rooms else None


def _placed(case: Case, room: RaceRoom) -> Iterator[tuple[Spot, Place]]:
    """Positions that have a place: of the sample, evenly chosen, and the last of some games."""
    setup = case.game.setup
    found = [(s, place) for s in case.spots if (place := room.place(setup, s.state)) is not None]
    most = PLACES * case.depth
    yield from (found[i * len(found) // most] for i in range(most)) if len(found) > most else found
    for record in case.walks[: most // 5]:
        state, last = case.game.start(), None
        for i, move in enumerate(record, 1):
            state = case.game.room.play(setup, state, move)
            if (place := room.place(setup, state)) is not None:
                last = Spot(state, record, i), place
        if last is not None:
            yield last


def _piles(case: Case, room: RaceRoom, race: Race) -> Iterator[tuple[int, ...]]:
    """Some piles that were reached, and some at random with little or much left."""
    seats, draw = case.game.info.seats, random.Random("piles")
    reached = {p.piles: s for s, p in _placed(case, room)}
    for piles, spot in list(reached.items())[:: max(1, len(reached) // (PILES * case.depth))]:
        case.here = spot
        yield piles
    case.here = None
    for i in range(PILES * case.depth):
        drawn = [0] * seats
        for _ in range(race.total - (0, 1, 2, race.total // 2)[i % 4]):
            seat = draw.choice((i % seats, draw.randrange(seats)))
            if drawn[seat] < race.most:
                drawn[seat] += 1
        yield tuple(drawn)
