"""Checks of the notation: texts round-trip, and damaged ones are refused with place and reason."""

from __future__ import annotations

import random
from collections.abc import Callable

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from goldfield.conformance.case import INT64, Case, Spot, uniform
from goldfield.conformance.check import check
from goldfield.games.contract import SPECTATOR, BadNotation, IllegalMove, State, Why
from goldfield.rng import seeded
from goldfield.words import Message

EXAMPLES = 120
"""Damaged texts at depth 1."""
LONGEST_REFUSAL = 600
"""Characters of a refusal's sentence; it may not echo a text of a megabyte."""
ODD = "0123456789 ,:;|/-+?()[]{}<>&'\"\\%$\n\t\x00aAgGlLxé²٣⅔🎲\ud800"


@check
def states_round_trip(case: Case) -> None:
    """The text of a state, and of what each seat may know of it, means that state again."""
    game = case.game
    seats = range(SPECTATOR, game.info.seats)
    for spot in case.each():
        views = {game.view(spot.state, seat) for seat in seats}
        for state in {spot.state, *views}:
            text = game.show_state(state)
            if type(text) is not str or text != text.strip() or not text.isprintable() or not text:
                case.broken(f"The text of a state is {text!r}.", "One line of printable text.")
            try:
                again = game.parse_state(text)
            except BadNotation as error:
                case.broken(f"parse_state refused the text {text!r} of a state: {error}")
            if again != state or type(again) is not type(state):
                case.broken(f"{text!r} was read as {again!r}, but it is the text of {state!r}.")
            if not _is_within_64_bits(again):
                case.broken(f"{text!r} was read as {again!r}, which holds more than ints.")


@check
def moves_round_trip(case: Case) -> None:
    """Each legal move and outcome has a text of its own, which means that move again."""
    game = case.game
    for spot in case.each(most=300 * case.depth):
        actor = game.to_act(spot.state)
        ids = case.next_ids(spot.state)
        ids = ids[:: max(1, len(ids) // 60)]
        texts = [game.show_move(spot.state, move) for move in ids]
        for move, text in zip(ids, texts, strict=True):
            if text != text.strip() or not text.isprintable() or not text:
                case.broken(f"The text of move {move} is {text!r}.", "One line, no outer spaces.")
            for state in {spot.state, game.view(spot.state, actor) if actor >= 0 else spot.state}:
                try:
                    again = game.parse_move(state, text)
                except IllegalMove as refusal:
                    case.broken(f"{text!r}, the text of move {move}, was refused: {refusal}")
                if type(again) is not int or again != move:
                    case.broken(f"{text!r}, the text of move {move}, was read as {again!r}.")
            if game.play(spot.state, f" {text} ") != game.play(spot.state, move):
                case.broken(f"{text!r} with spaces around it is another move.")
        if len(set(texts)) < len(texts):
            case.broken(f"Two moves share a text: {sorted(texts)}.")


@check
def masked_moves_have_texts(case: Case) -> None:
    """A hidden move reads as hidden: one text per masked id, never the text of what it hides."""
    game = case.game
    for spot in case.each(most=200 * case.depth):
        ids = case.next_ids(spot.state)
        ids = ids[:: max(1, len(ids) // 20)]
        for seat in range(SPECTATOR, game.info.seats):
            shown: dict[str, int] = {}
            for move in ids:
                masked = game.mask(spot.state, move, seat)
                text = game.show_move(game.view(spot.state, seat), masked)
                if not text or not text.isprintable():
                    case.broken(f"The text of masked move {masked} is {text!r}.")
                if masked != move and text == game.show_move(spot.state, move):
                    case.broken(f"{text!r} shows the move that is hidden from seat {seat}.")
                if shown.setdefault(text, masked) != masked:
                    case.broken(f"{text!r} means two masked moves, {shown[text]} and {masked}.")


@check
def damaged_states_are_refused(case: Case) -> None:
    """A damaged text of a state is refused with the place, or means a state that can be played."""
    game = case.game
    spots = [s for s in case.spots if s.length < 2000]

    def texts_of(spot: Spot) -> list[str]:
        return [game.show_state(spot.state), game.show(spot.state, 0)]

    def attempt(text: str) -> None:
        try:
            state = game.parse_state(text)
        except BadNotation as error:
            if not isinstance(error.message, Message) or len(str(error.message)) > LONGEST_REFUSAL:
                case.broken(f"{text[:200]!r} was refused without a short sentence.")
            if type(error.at) is not int or not 0 <= error.at <= len(text):
                case.broken(
                    f"{text[:200]!r} was refused at {error.at}.",
                    "at is the offset of the first wrong character, 0 to len(text).",
                )
            return
        if not _is_within_64_bits(state):
            case.broken(f"{text[:200]!r} was read as {state!r}.", "Ints within 64 bits only.")
        if game.show_state(state) != " ".join(text.split()):
            case.broken(
                f"{text[:200]!r} was read, but its state shows as {game.show_state(state)!r}.",
                "parse_state accepts the exact form only; compare with show_state at its end.",
            )
        _can_go_on(case, state, text)

    _damage(case, spots, texts_of, attempt)


@check
def damaged_moves_are_refused(case: Case) -> None:
    """A damaged text of a move is refused with a sentence, or means a legal move."""
    game = case.game
    spots = [s for s in case.spots if case.kind(s.state) != "over"]
    where: list[Spot] = []

    def texts_of(spot: Spot) -> list[str]:
        where[:] = [spot]
        ids = case.next_ids(spot.state)
        return [game.show_move(spot.state, move) for move in ids[:: max(1, len(ids) // 20)]]

    def attempt(text: str) -> None:
        state = where[0].state
        legal = case.next_ids(state)
        try:
            move = game.parse_move(state, text)
        except IllegalMove as refusal:
            if not isinstance(refusal.message, Message) or not str(refusal.message).strip():
                case.broken(f"{text[:200]!r} was refused without a sentence.")
            if len(str(refusal)) > LONGEST_REFUSAL:
                case.broken(f"The refusal of {text[:50]!r}… echoes it; shorten what it quotes.")
            if (refusal.why is Why.AMBIGUOUS) != (len(refusal.candidates) > 1):
                case.broken(
                    f"{text[:200]!r} was refused as {refusal.why} with {refusal.candidates}.",
                    "An ambiguous move lists the exact texts of what it may have meant.",
                )
            for candidate in refusal.candidates:
                if game.parse_move(state, candidate) not in legal:
                    case.broken(f"{candidate!r}, offered for {text!r}, is no legal move.")
            return
        if type(move) is not int or move not in legal:
            case.broken(
                f"{text[:200]!r} was read as move {move!r}; legal are {legal[:50]}.",
                "parse_move raises IllegalMove for everything that is not legal.",
            )

    _damage(case, spots, texts_of, attempt)


def _can_go_on(case: Case, state: State, text: str) -> None:
    try:
        for seat in range(SPECTATOR, case.game.info.seats):
            case.game.view(state, seat)
        full, _ = case.game.guess(case.game.view(state, SPECTATOR), SPECTATOR, seeded(1, 0))
        case.finish(full, random.Random(1), uniform)
    except Exception as error:
        case.broken(
            f"{text!r} was read as a position that cannot be played on: "
            f"{type(error).__name__}: {error}",
            "parse_state refuses positions that no game can reach, as far as it can tell.",
        )


def _damage(
    case: Case,
    spots: list[Spot],
    texts_of: Callable[[Spot], list[str]],
    attempt: Callable[[str], None],
) -> None:
    """Try many damaged texts of the sample; hypothesis finds the smallest that fails."""

    @settings(
        max_examples=EXAMPLES * case.depth,
        phases=(Phase.generate, Phase.shrink),
        database=None,
        derandomize=True,
        deadline=None,
        report_multiple_bugs=False,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    @given(
        spot=st.integers(0, len(spots) - 1),
        which=st.integers(0, 99),
        changes=st.lists(
            st.tuples(st.sampled_from(CHANGES), NUMBER, NUMBER, st.sampled_from(ODD)), max_size=3
        ),
    )
    def damaged(
        spot: int, which: int, changes: list[tuple[Callable[..., str], int, int, str]]
    ) -> None:
        case.here = spots[spot]
        texts = texts_of(spots[spot])
        text = texts[which % len(texts)]
        for change, a, b, odd in changes:
            a, b = a % (len(text) + 1), b % (len(text) + 1)
            text = change(text, a, b, odd)
        attempt(text)

    damaged()
    case.here = spots[0]
    texts = texts_of(spots[0])
    for text in ("", " ", "9" * 5000, texts[0] * 20_000, texts[0] + "9" * 100_000, ODD):
        attempt(text)


def _cut(text: str, a: int, b: int, odd: str) -> str:
    return text[: min(a, b)] + text[max(a, b) :]


def _truncated(text: str, a: int, b: int, odd: str) -> str:
    return text[:a]


def _beheaded(text: str, a: int, b: int, odd: str) -> str:
    return text[a:]


def _inserted(text: str, a: int, b: int, odd: str) -> str:
    return text[:a] + odd + text[a:]


def _replaced(text: str, a: int, b: int, odd: str) -> str:
    return text[:a] + odd + text[a + 1 :]


def _copied(text: str, a: int, b: int, odd: str) -> str:
    """One character of the text in the place of another: looks right, says something else."""
    return text[:a] + text[b : b + 1] + text[a + 1 :]


def _doubled(text: str, a: int, b: int, odd: str) -> str:
    return text[:a] + text[min(a, b) : max(a, b)] + text[a:]


def _swapped(text: str, a: int, b: int, odd: str) -> str:
    low, high = min(a, b), max(a, b)
    if low == high or high >= len(text):
        return text[::-1]
    return text[:low] + text[high] + text[low + 1 : high] + text[low] + text[high + 1 :]


def _other_case(text: str, a: int, b: int, odd: str) -> str:
    return text.swapcase()


NUMBER = st.integers(0, 999)
CHANGES = (
    _copied,
    _replaced,
    _inserted,
    _cut,
    _truncated,
    _beheaded,
    _doubled,
    _swapped,
    _other_case,
)


def _is_within_64_bits(value: object) -> bool:
    if type(value) is int:
        return -INT64 <= value < INT64
    return isinstance(value, tuple) and all(map(_is_within_64_bits, value))
