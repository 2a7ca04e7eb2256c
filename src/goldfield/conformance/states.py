"""Checks of the rules' plain side: what the game says of itself, its states, moves and scores."""

from __future__ import annotations

import copy
import json
import pickle
import random
from array import array
from collections import Counter
from collections.abc import Sequence
from typing import Any

from goldfield.conformance.case import INT64, Case
from goldfield.conformance.check import check
from goldfield.games.contract import CHANCE, OVER, WIN, IllegalMove, Starters, State, Why
from goldfield.rng import seeded
from goldfield.words import Message


@check
def info_is_honest(case: Case) -> None:
    """Seats, sides, counts and bounds of ``info`` are what the game shows."""
    info, rules = case.game.info, case.game.rules
    if info.seats != rules.players:
        case.broken(f"info.seats is {info.seats}, but rules.players is {rules.players}.")
    if len(info.side_of) != info.seats or set(info.side_of) != set(range(info.sides)):
        case.broken(
            f"info.side_of is {info.side_of}.",
            "It holds the side of each seat; sides are numbered from 0 without gaps.",
        )
    if any(WIN % sharing for sharing in range(1, info.sides + 1)):
        case.broken(f"{info.sides} sides cannot share a win of {WIN} parts evenly.")
    for name in ("moves", "most_moves", "score_unit"):
        if type(getattr(info, name)) is not int or getattr(info, name) < 1:
            case.broken(f"info.{name} is {getattr(info, name)!r}.", "It is an int of at least 1.")
    if info.most_moves > info.moves or info.most_outcomes > info.outcomes:
        case.broken("info.most_moves or most_outcomes is more than there are ids.")
    if not set(info.forced) <= set(range(info.moves)):
        case.broken(f"info.forced is {info.forced}.", f"It lists moves 0 to {info.moves - 1}.")
    longest = max(map(len, case.walks))
    if info.longest is not None and longest > info.longest:
        case.broken(f"A random game had {longest} steps, but info.longest is {info.longest}.")
    for spot in case.each():
        actor = case.game.to_act(spot.state)
        if type(actor) is not int or not (actor in (CHANCE, OVER) or 0 <= actor < info.seats):
            case.broken(f"to_act is {actor!r}.", "It is a seat, CHANCE or OVER.")


@check
def setup_is_plain(case: Case) -> None:
    """The plain setup holds ints, flat lists, arrays and tuples of ints; nobody writes it."""
    setup = case.game.setup
    remedy = (
        "setup_of returns a NamedTuple of ints, lists of ints, array.array or tuples of ints; the "
        "engine makes NumPy arrays of them for compiled use."
    )
    if not hasattr(setup, "_fields"):
        case.broken(f"The setup is a {type(setup).__name__}.", remedy)
    for name, value in zip(getattr(setup, "_fields", ()), setup, strict=True):
        flat = value if isinstance(value, list | tuple) else ()
        plain = type(value) is int or isinstance(value, list | tuple | array)
        if not plain or any(not _is_plain(item) for item in flat):
            case.broken(f"setup.{name} is not plain: {str(value)[:80]}.", remedy)
    before = copy.deepcopy(setup)
    for record in case.walks[:2]:
        state = case.game.start()
        for move in record:
            state = case.game.room.play(setup, state, move)
    if case.game.setup != before:
        case.broken("A game changed the setup while it was played.", "The setup is read only.")


@check
def states_are_plain(case: Case) -> None:
    """States are NamedTuples of ints and tuples of ints, of one shape, that survive any store."""
    start = case.game.start()
    if start != case.game.start():
        case.broken("start gave two different states.", "What is random is a chance outcome.")
    for spot in case.each():
        state = spot.state
        if type(state) is not type(start) or not hasattr(state, "_fields"):
            case.broken(f"A state is a {type(state).__name__}.", "It is one NamedTuple type.")
        if not all(map(_is_plain, state)):
            case.broken(
                "The state holds something other than ints within 64 bits and tuples of them.",
                "Bools, floats and NumPy scalars must not leak into states: they are refused by "
                "JSON, or wrap. Write 1 if … else 0, and int(…) around what an array gave.",
            )
        if _shape(state) != _shape(start):
            case.broken(
                "The state has another shape than the first one.",
                "Compiled code needs tuples of one length in all states of a game.",
            )
        again = type(state)(*_tuples(json.loads(json.dumps(state))))
        copies = (again, pickle.loads(pickle.dumps(state)), copy.deepcopy(state))
        if any(c != state or hash(c) != hash(state) for c in copies):
            case.broken("The state is not the same after JSON, pickle or deepcopy.")
        ids = case.next_ids(state)
        if ids and any(case.game.play(c, ids[0]) != case.game.play(state, ids[0]) for c in copies):
            case.broken(
                "A copied state goes on differently.",
                "play may depend on nothing but setup, state and move.",
            )


@check
def moves_are_in_order(case: Case) -> None:
    """Legal moves are ascending, distinct ids within bounds; an undecided seat always has one."""
    game, info = case.game, case.game.info
    for spot in case.each("seat"):
        out: list[Any] = [None] * info.most_moves
        try:
            count = game.room.moves(game.setup, spot.state, out)
        except IndexError:
            case.broken(
                f"moves wrote beyond the {info.most_moves} places of out.",
                "info.most_moves must be the most legal moves that one state can have.",
            )
        moves = out[:count]
        if count < 1:
            case.broken(
                "The seat to act has no legal move.",
                "Where nothing can be done let play go on to the next seat, or give a pass.",
            )
        if any(type(move) is not int for move in moves):
            case.broken(f"moves wrote {moves}.", "Moves are ints, not NumPy's.")
        if moves != sorted(set(moves)):
            case.broken(f"moves wrote {moves}.", "Write them ascending, each once.")
        if not 0 <= moves[0] <= moves[-1] < info.moves:
            case.broken(f"moves wrote {moves}; info.moves is {info.moves}.")
        if game.moves(spot.state) != moves:
            case.broken("moves gave another answer when asked again.")


@check
def legal_moves_can_be_played(case: Case) -> None:
    """Every legal move and outcome leads to a state, always the same one."""
    start = case.game.start()
    for spot in case.each():
        before = copy.deepcopy(spot.state)
        ids = case.next_ids(spot.state)
        for move in _some(ids, 60 * case.depth):
            after = case.game.play(spot.state, move)
            if type(after) is not type(start) or _shape(after) != _shape(start):
                case.broken(f"Move {move} led to {after!r}, which is no state.")
            if case.game.play(spot.state, move) != after:
                case.broken(f"Move {move} led to two different states.")
            if spot.state != before:
                case.broken(f"Move {move} changed the state that it was played in.")


@check
def other_moves_are_refused(case: Case) -> None:
    """The checked door refuses every other id with a sentence, and nothing changes."""
    info = case.game.info
    dice = random.Random("refused")
    for i, spot in enumerate(case.each()):
        legal = set(case.next_ids(spot.state))
        count = max(info.moves, info.outcomes)
        tries: list[Any] = list(range(count)) if i < 5 else [dice.randrange(count)]
        tries += [
            -1,
            -2,
            count,
            2**31,
            2**63,
            -(2**70),
            10**5000,
            True,
            False,
            None,
            1.0,
            "",
            b"1",
            [0],
        ]
        for move in tries:
            if type(move) is int and move in legal:
                continue
            try:
                case.game.play(spot.state, move)
            except IllegalMove as refusal:
                if not isinstance(refusal.message, Message) or not str(refusal.message).strip():
                    case.broken(f"Move {move!r} was refused without a sentence.")
                if case.kind(spot.state) == "over" and refusal.why is not Why.ILLEGAL:
                    case.broken("A move after the end is illegal, whatever it is.")
            else:
                case.broken(f"Move {move!r} was taken, but it is not one of {sorted(legal)}.")


@check
def scores_and_shares_add_up(case: Case) -> None:
    """Scores are ints, one per seat; win shares are one number per side and sum to WIN."""
    game, info = case.game, case.game.info
    for spot in case.each():
        scores = game.room.scores(game.setup, spot.state)
        if len(scores) != info.seats or any(type(score) is not int for score in scores):
            case.broken(f"scores are {scores!r}.", "One int per seat, in units of 1/score_unit.")
    for spot in case.each("over"):
        shares = game.room.shares(game.setup, spot.state)
        if (
            len(shares) != info.sides
            or any(type(share) is not int or share < 0 for share in shares)
            or sum(shares) != WIN
        ):
            case.broken(
                f"shares are {shares!r}.",
                f"One int per side ({info.sides} here), at least 0, summing to WIN = {WIN}.",
            )


@check
def records_replay(case: Case) -> None:
    """A record, played through the checked door, leads to the same end."""
    for record in case.walks[: 3 * case.depth]:
        fast = checked = case.game.start()
        for move in json.loads(json.dumps(record)):
            fast = case.game.room.play(case.game.setup, fast, move)
            try:
                checked = case.game.play(checked, move)
            except IllegalMove as refusal:
                case.broken(f"Move {move} of a record was refused when replayed: {refusal}")
        if fast != checked or not case.game.is_over(checked):
            case.broken(f"The record {list(record)[:200]} replays to another state.")


@check
def the_right_seat_begins(case: Case) -> None:
    """The option ``first`` decides who moves first; 0 lets every seat begin now and then.

    Chance may end a first turn before anything could be decided, so only the seat that begins
    most often counts.
    """
    game = case.game
    begun: Counter[int] = Counter()
    for stream in range(100):
        state, rng = game.start(), seeded(1, stream)
        while game.to_act(state) == CHANCE:
            outcome, rng = game.roll(state, rng)
            state = game.play(state, outcome)
        begun[game.to_act(state)] += 1
    first = game.rules.first
    if first and begun.most_common(1)[0][0] != first - 1:
        case.broken(f"With first={first} the seats (from 0) began so often: {dict(begun)}.")
    if first == 0 and set(begun) != set(range(game.info.seats)):
        case.broken(f"With a random start only the seats {sorted(begun)} began in 100 games.")


@check
def a_next_game_has_starters(case: Case) -> None:
    """Who may begin the next game, where a game says that, are seats, and a sentence tells why."""
    tell = getattr(case.game.room, "next_starters", None)
    if tell is None:
        return
    game = case.game
    for spot in case.each("over", 60 * case.depth):
        for starter in range(game.info.seats):
            found = tell(game.rules, game.setup, spot.state, starter)
            if not isinstance(found, Starters):
                case.broken(f"next_starters gave a {type(found).__name__}.", "Starters.")
            seats = list(found.seats)
            if not seats or seats != sorted(set(seats) & set(range(game.info.seats))):
                case.broken(
                    f"next_starters gave the seats {seats}.", "They ascend, at least one of them."
                )
            if not isinstance(found.why, Message) or not str(found.why).strip():
                case.broken(f"next_starters gave the reason {found.why!r}.", "Use say(…).")


def _is_plain(value: object) -> bool:
    if type(value) is int:
        return -INT64 <= value < INT64
    return type(value) is tuple and all(map(_is_plain, value))


def _shape(value: Any) -> Any:
    return 0 if isinstance(value, int) else tuple(map(_shape, value))


def _tuples(value: list[Any]) -> State:
    return tuple(_tuples(item) if isinstance(item, list) else item for item in value)


def _some(items: Sequence[int], most: int) -> Sequence[int]:
    """At most ``most`` of the items, evenly chosen, the first and the last among them."""
    if len(items) <= most:
        return items
    return [items[i * (len(items) - 1) // (most - 1)] for i in range(most)]
