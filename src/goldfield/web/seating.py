"""Sitting down: names that nobody else at the table has, bots of a character, phrases."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from goldfield.store.store import Entry, NameTaken, SeatChanged, Sitter, SitterKind, Store
from goldfield.web.context import ANIMALS, GameCard
from goldfield.web.identity import NAME_LENGTH, PHRASE_LENGTH, clean
from goldfield.web.refusal import bad_form
from goldfield.words import say


def own_name(wanted: str, seat: int, taken: Iterable[str]) -> str:
    """A person's name: what they typed, else their seat's animal; never one in use here."""
    name = clean(wanted, NAME_LENGTH) or ANIMALS[seat % len(ANIMALS)].capitalize()
    return unlike(name, taken)


def unlike(name: str, taken: Iterable[str]) -> str:
    """The name, with a number behind it if somebody at the table has it already."""
    used = {other.casefold() for other in taken}
    if name.casefold() not in used:
        return name
    number = 2
    while f"{name} {number}".casefold() in used:
        number += 1
    return f"{name} {number}"


def person(player: str, name: str, phrase: str = "") -> Sitter:
    """Somebody on a seat."""
    return Sitter(SitterKind.PERSON, player=player, name=name, phrase=clean(phrase, PHRASE_LENGTH))


def bot(game: GameCard, character: str, taken: Iterable[str]) -> Sitter:
    """A bot on a seat.

    Raises:
        Refusal: 400 when the game has no such character.
    """
    for known in game.characters:
        if known.name == character:
            return Sitter(SitterKind.BOT, name=unlike(str(known.label), taken), bot=character)
    raise bad_form(
        say(
            "There is no bot {name}; there are: {known}.",
            name=character[:40],
            known=tuple(c.name for c in game.characters),
        )
    )


def seated(
    game: GameCard, kinds: Sequence[str], player: str, own: str, here: Sequence[str], phrase: str
) -> tuple[Sitter, ...]:
    """The seats of a new table by the words of its form (``me``, ``person``, ``here``, ``bot:X``).

    ``own`` is the name of the person at this browser, ``here`` are the names of others beside
    them, by seat.

    Raises:
        Refusal: 400 for a word that is none of these.
    """
    seats: list[Sitter] = []
    taken: list[str] = []
    for n, kind in enumerate(kinds):
        match kind.partition(":"):
            case "me", _, _:
                sitter = person(player, own_name(own, n, taken), phrase)
            case "here", _, _:
                sitter = person(player, own_name(here[n], n, taken))
            case "bot", _, character:
                sitter = bot(game, character, taken)
            case (("person" | "open"), _, _):
                sitter = Sitter()
            case _:
                raise bad_form(
                    say("A seat is for me, person, here or bot:NAME, not {kind}.", kind=kind[:40])
                )
        if sitter.name:
            taken.append(sitter.name)
        seats.append(sitter)
    return tuple(seats)


TRIES = 10
"""How often a seat is looked at again that changed between looking and writing."""


async def put(
    store: Store,
    match_id: str,
    seat: int,
    sitter_of: Callable[[Entry], Sitter],
    *,
    beside: bool = False,
) -> Entry:
    """Put onto a seat whom ``sitter_of`` names, given the table as it stands.

    It raises when the table as it stands does not allow it, and is asked again when the seat, or
    a name, was taken before this was written. ``beside`` as in ``Store.sit``.
    """
    for _ in range(TRIES):
        entry = await store.entry(match_id)
        sitter = sitter_of(entry)
        try:
            return await store.sit(match_id, seat, entry.seats[seat], sitter, beside=beside)
        except (SeatChanged, NameTaken):
            continue
    raise SeatChanged
