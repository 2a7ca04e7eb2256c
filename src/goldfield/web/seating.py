"""Sitting down: names that nobody else at the table has, bots of a character, phrases."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence

from goldfield import texts
from goldfield.bots import listed
from goldfield.store.seating import alike
from goldfield.store.store import Check, Entry, NameTaken, SeatChanged, Sitter, SitterKind, Store
from goldfield.web.context import GameCard
from goldfield.web.default_names import as_read, bot_name, default_name, is_default
from goldfield.web.identity import NAME_LENGTH, PHRASE_LENGTH, clean
from goldfield.web.refusal import bad_form
from goldfield.words import render, say, shortened


def own_name(wanted: str, seat: int, taken: Iterable[str]) -> str:
    """A person's name: what they typed, else their seat's animal; never one in use here."""
    typed = "" if is_default(wanted) else clean(wanted, NAME_LENGTH)
    return unlike(typed or default_name(seat), taken)


def unlike(name: str, taken: Iterable[str]) -> str:
    """The name, with a number behind it if somebody at the table has it already.

    So that nobody is called as every page calls its own reader, "You" always gets a number, in
    every language. Two default names, or one and a typed one, differ in every language too.
    """
    used = {form for other in taken for form in _forms(other)}
    used.update(alike(word) for word in _reader_words())
    if used.isdisjoint(_forms(name)):
        return name
    # "Anna 2", but "Digger 3 (2)", which is no digger of another level
    behind = "{name} ({number})" if name[-1:].isdigit() else "{name} {number}"
    number = 2
    while not used.isdisjoint(_forms(behind.format(name=name, number=number))):
        number += 1
    return behind.format(name=name, number=number)


@functools.cache
def _reader_words() -> tuple[str, ...]:
    """What pages call their own reader, in all languages."""
    return tuple(render(say("You"), texts.translator(code)) for code in texts.LANGUAGES)


def _forms(name: str) -> set[str]:
    """How a name reads in all languages."""
    if not is_default(name):
        return {alike(name)}
    return {alike(as_read(name, texts.translator(code))) for code in texts.LANGUAGES}


def names_beside(entry: Entry, seat: int) -> list[str]:
    """The names at the other seats."""
    return [sitter.name for at, sitter in enumerate(entry.seats) if at != seat]


def person(player: str, name: str, phrase: str = "") -> Sitter:
    """Somebody on a seat."""
    return Sitter(SitterKind.PERSON, player=player, name=name, phrase=clean(phrase, PHRASE_LENGTH))


def bot(game: GameCard, character: str, taken: Iterable[str]) -> Sitter:
    """A bot on a seat, called as in each reader's own language.

    Raises:
        Refusal: 400 when the game has no such character.
    """
    for known in game.characters:
        if known.name == character:
            name = unlike(bot_name(known.label), taken)
            return Sitter(SitterKind.BOT, name=name, bot=character)
    raise bad_form(
        say(
            "There is no bot {name}; there are: {known}.",
            name=shortened(character),
            known=listed(game.characters),
        )
    )


def seated(
    game: GameCard,
    kinds: Sequence[str],
    player: str,
    own: str,
    here: Sequence[str],
    phrase: str,
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
                sitter = person(player, own_name(clean(here[n], NAME_LENGTH), n, taken))
            case "bot", _, character:
                sitter = bot(game, character, taken)
            case (("person" | "open"), _, _):
                sitter = Sitter()
            case _:
                raise bad_form(
                    say(
                        "A seat is for me, person, here or bot:NAME, not {kind}.",
                        kind=shortened(kind),
                    )
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
    check: Check | None = None,
) -> Entry:
    """Put onto a seat whom ``sitter_of`` names, given the table as it stands.

    It raises when the table as it stands does not allow it, and is asked again when the seat, or
    a name, was taken before this was written. ``beside`` and ``check`` as in ``Store.sit``.
    """
    for _ in range(TRIES):
        entry = await store.entry(match_id)
        sitter = sitter_of(entry)
        try:
            seen = entry.seats[seat]
            return await store.sit(match_id, seat, seen, sitter, beside=beside, check=check)
        except (SeatChanged, NameTaken):
            continue
    raise SeatChanged
