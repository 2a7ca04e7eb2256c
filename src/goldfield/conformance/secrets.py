"""Checks of secrets: what a seat sees, and everything made from it, depends on nothing hidden."""

from __future__ import annotations

import random
from collections.abc import Iterator

from goldfield.conformance.case import Case, Spot, uniform
from goldfield.conformance.check import check
from goldfield.games.contract import SPECTATOR, State
from goldfield.rng import seeded

TWINS = 150
"""Positions from which twins are made, at depth 1."""


@check
def a_view_is_a_state(case: Case) -> None:
    """A view has the state's type, and seen again by the same seat it is the same view."""
    game = case.game
    for spot in case.each():
        for seat in range(SPECTATOR, game.info.seats):
            view = game.view(spot.state, seat)
            if type(view) is not type(spot.state):
                case.broken(f"The view of seat {seat} is a {type(view).__name__}, not a State.")
            if game.view(view, seat) != view:
                case.broken(
                    f"Seat {seat} sees {view!r}, and in that {game.view(view, seat)!r}.",
                    "view must leave what is already hidden as it is.",
                )
            if game.to_act(view) != game.to_act(spot.state):
                case.broken(f"In the view of seat {seat} somebody else is to act.")
            if game.turn_of(view) != game.turn_of(spot.state):
                case.broken(f"In the view of seat {seat} it is somebody else's turn.")


@check
def spectators_know_least(case: Case) -> None:
    """Whoever may not even sit down knows no more than any seat."""
    game = case.game
    for spot in case.each():
        public = game.view(spot.state, SPECTATOR)
        for seat in range(game.info.seats):
            if game.view(game.view(spot.state, seat), SPECTATOR) != public:
                case.broken(
                    f"A spectator sees {public!r}, which is not part of what seat {seat} sees.",
                    "What is public is known to every seat, in the same form.",
                )
        for move in _few(case, spot):
            masked = game.mask(spot.state, move, SPECTATOR)
            for seat in range(game.info.seats):
                if masked == move != game.mask(spot.state, move, seat):
                    case.broken(f"Move {move} is public, yet hidden from seat {seat}.")


@check
def hidden_parts_are_declared(case: Case) -> None:
    """``info.hidden`` is empty exactly when everybody sees everything."""
    game = case.game
    seats = range(SPECTATOR, game.info.seats)
    hides = any(game.view(s.state, seat) != s.state for s in case.each() for seat in seats)
    if hides and not game.info.hidden:
        case.broken("view hides something, but info.hidden is empty.", "Name what is hidden.")
    if not hides and game.info.hidden:
        case.broken(f"info.hidden is {game.info.hidden}, but every view is the whole state.")
    if not set(game.info.hidden) <= set(getattr(game.start(), "_fields", ())):
        case.broken(f"info.hidden is {game.info.hidden}.", "It names fields of the State.")


@check
def masks_hide_or_keep(case: Case) -> None:
    """A masked move is the move itself or an id that no move has; masked again it stays."""
    game = case.game
    for spot in case.each():
        ids = game.info.outcomes if case.kind(spot.state) == "chance" else game.info.moves
        for move in _few(case, spot):
            for seat in range(SPECTATOR, game.info.seats):
                masked = game.mask(spot.state, move, seat)
                if type(masked) is not int or (masked != move and masked < ids):
                    case.broken(
                        f"Seat {seat} is shown {masked!r} for move {move}.",
                        f"A hidden move needs an id of its own, {ids} or higher, never another "
                        "move's: nobody could tell the lie from the move.",
                    )
                if game.mask(game.view(spot.state, seat), move, seat) != masked:
                    case.broken(
                        f"In the view of seat {seat} move {move} is masked differently.",
                        "mask may look only at what the seat may know.",
                    )


@check
def hidden_moves_stay_hidden(case: Case) -> None:
    """Two moves that a seat cannot tell apart leave it with the same view.

    Not so for who moves: a game may test whether players remember what they did, and their hand
    still shows what is left of it.
    """
    game = case.game
    for spot in case.each(most=400 * case.depth):
        actor = game.to_act(spot.state)
        for seat in range(SPECTATOR, game.info.seats):
            if seat == actor != SPECTATOR:
                continue
            after: dict[int, State] = {}
            for move in _few(case, spot):
                reached = game.room.play(game.setup, spot.state, move)
                if game.is_over(reached):
                    continue
                masked = game.mask(spot.state, move, seat)
                view = game.view(reached, seat)
                if after.setdefault(masked, view) != view:
                    case.broken(
                        f"Seat {seat} is shown {masked} for several moves, but sees afterwards "
                        f"{after[masked]!r} or {view!r}.",
                        "Either mask hides what view then shows, or view shows what it should not.",
                    )


@check
def masks_show_no_more_than_the_view(case: Case) -> None:
    """What tells a seat two moves apart, in the log or the record, is also in its view."""
    game = case.game
    for spot in case.each(most=400 * case.depth):
        for seat in range(SPECTATOR, game.info.seats):
            after: dict[State, tuple[int, int, State]] = {}
            for move in _few(case, spot):
                reached = game.room.play(game.setup, spot.state, move)
                masked = game.mask(spot.state, move, seat)
                other, shown, twin = after.setdefault(
                    game.view(reached, seat), (move, masked, reached)
                )
                if shown != masked and twin != reached:
                    case.broken(
                        f"After {other} and after {move} seat {seat} sees the same, but was shown "
                        f"{shown} and {masked}: it knows what its view hides.",
                        "mask must hide what view hides.",
                    )


@check
def guesses_agree_with_the_view(case: Case) -> None:
    """A guessed state is complete, can be played on, and looks to the seat as what it sees."""
    game = case.game
    for i, spot in enumerate(case.each(most=TWINS * case.depth)):
        for seat in range(SPECTATOR, game.info.seats):
            view = game.view(spot.state, seat)
            guessed, rng = game.guess(view, seat, seeded(3, i))
            if game.guess(view, seat, seeded(3, i)) != (guessed, rng):
                case.broken("guess gave two states from one generator.", "Draw from rng alone.")
            if type(guessed) is not type(view) or game.view(guessed, seat) != view:
                case.broken(
                    f"From {view!r} seat {seat} guessed {guessed!r}, which it would see as "
                    f"{game.view(guessed, seat)!r}.",
                    "view(guess(view(s))) must be view(s).",
                )
            again, _ = game.guess(guessed, seat, seeded(4, i))
            if again != guessed:
                case.broken(
                    f"The guess {guessed!r} still hides something: it was guessed on as {again!r}.",
                    "guess fills in everything; a full state has nothing left to guess.",
                )
            if seat == i % game.info.seats and i % 3 == 0:
                case.finish(guessed, random.Random(i), uniform)


@check
def guesses_differ(case: Case) -> None:
    """Where something is hidden from a seat, different guesses do occur, the truth among them."""
    game = case.game
    if not game.info.hidden:
        return
    various = true = tried = 0
    for i, spot in enumerate(case.each(most=TWINS * case.depth)):
        for seat in range(SPECTATOR, game.info.seats):
            view = game.view(spot.state, seat)
            if view == spot.state:
                continue
            guesses = {game.guess(view, seat, seeded(i, k))[0] for k in range(12)}
            tried += 1
            various += len(guesses) > 1
            true += spot.state in guesses
    if tried and not various:
        case.broken("guess never gave two different states.", "It must draw from rng.")
    if tried and not true:
        case.broken(
            f"In {tried} positions no guess was the true state.",
            "guess must be able to give every state that agrees with the view.",
        )


@check
def twins_cannot_be_told_apart(case: Case) -> None:
    """Two states that differ only in what a seat may not know give it the same, move by move.

    The twins are guessed from one view, so every difference between them is hidden from the seat.
    They are played on together until something hidden is shown.
    """
    game = case.game
    for i, spot in enumerate(case.each(most=TWINS * case.depth)):
        for seat in range(SPECTATOR, game.info.seats):
            view = game.view(spot.state, seat)
            one, _ = game.guess(view, seat, seeded(10, i))
            other, _ = game.guess(view, seat, seeded(11, i))
            if one != other:
                _together(case, one, other, seat, random.Random(i))


def _together(case: Case, one: State, other: State, seat: int, dice: random.Random) -> None:
    game = case.game
    begun = one, other
    record: list[int] = []
    for _ in range(30):
        view = game.view(one, seat)
        if game.view(other, seat) != view:
            return  # Something hidden was shown; from here on they are no twins.
        same = f"The states {begun[0]!r} and {begun[1]!r} are alike to seat {seat}, and so they "
        same += f"are after {record}; but "
        if game.to_act(one) != game.to_act(other):
            case.broken(same + "somebody else is to act.", "Whose turn it is is public.")
        if game.is_over(one):
            return
        ids, others = case.next_ids(one), case.next_ids(other)
        mine = game.to_act(one) == seat != SPECTATOR
        if mine and not ids == others == game.moves(view):
            case.broken(
                same + f"its legal moves are {ids}, {others} and, from the view, "
                f"{game.moves(view)}.",
                "What a seat may do must follow from what it sees.",
            )
        both = sorted(set(ids) & set(others))
        for move in both[:40]:
            if game.mask(one, move, seat) != game.mask(other, move, seat):
                case.broken(same + f"move {move} is masked differently.")
        texts = [game.show(state, seat) for state in (one, other)]
        if texts[0] != texts[1]:
            case.broken(same + f"they read {texts[0]!r} and {texts[1]!r}.")
        # Further on the views are found equal before a table is made of them: once is enough.
        if "present" in case.rooms and not record:
            tables = [
                game.present.table(game.rules, game.setup, game.view(state, seat), seat)
                for state in (one, other)
            ]
            if tables[0] != tables[1]:
                case.broken(same + "its table is drawn differently.")
        if not both:
            return
        move = dice.choice(both)
        record.append(move)
        one = game.room.play(game.setup, one, move)
        other = game.room.play(game.setup, other, move)


@check
def taking_back_shows_nothing(case: Case) -> None:
    """Where ``info.takes_back``, no move that can be taken back shows anybody what was hidden."""
    game = case.game
    if not (game.info.takes_back and game.info.hidden):
        return
    for i, spot in enumerate(case.each("seat", most=TWINS * case.depth)):
        actor = game.to_act(spot.state)
        for seat in range(SPECTATOR, game.info.seats):
            view = game.view(spot.state, seat)
            guesses = [game.guess(view, seat, seeded(12, 4 * i + k))[0] for k in range(4)]
            after: dict[int, State] = {}
            for state in (spot.state, *guesses):
                for move in _few(case, Spot(state, spot.record, spot.length)):
                    reached = game.room.play(game.setup, state, move)
                    if game.to_act(reached) != actor:
                        continue
                    shown = move if seat == actor else game.mask(state, move, seat)
                    seen = game.view(reached, seat)
                    if after.setdefault(shown, seen) != seen:
                        case.broken(
                            f"After {shown} seat {seat} sees {after[shown]!r} or {seen!r}, "
                            f"whichever was hidden from it, and seat {actor} could take it back.",
                            "Let chance show what was hidden, or leave info.takes_back False.",
                        )


def _few(case: Case, spot: Spot) -> Iterator[int]:
    ids = case.next_ids(spot.state)
    yield from ids[:: max(1, len(ids) // 30)]
