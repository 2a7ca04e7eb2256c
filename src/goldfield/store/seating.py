"""Who may sit down where, with which phrase, and the order in which phrases are frozen.

The owner's phrase is fixed when the table is opened, before its seed is drawn. Phrases of bots and
of further seats of the owner follow from the fingerprint of the seed: nobody chooses them. All
others may choose theirs, once they know both, until the start.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace

from goldfield.match.fair import derived_phrase, new_phrase
from goldfield.store.store import (
    FIXED,
    FREE,
    MAX_NAME,
    MAX_PHRASE,
    AlreadySeated,
    Entry,
    NameTaken,
    NotAllowed,
    PhraseSettled,
    SeatChanged,
    Sitter,
    SitterKind,
    Status,
)
from goldfield.words import say

_UNSEEN = re.compile("[\u034f\u180b-\u180f\u200c\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""What stands in a name without being seen: joiners, and choices between forms of one letter."""


def opening(
    sitters: Sequence[Sitter], owner: str, commitment: str, phrase: str
) -> tuple[Sitter, ...]:
    """The seats of a new table. ``phrase`` is the owner's if they gave none with their own seat.

    The owner's own seat is the first of theirs that came with a phrase, else their first.
    """
    theirs = [
        seat
        for seat, sitter in enumerate(sitters)
        if sitter.kind is SitterKind.PERSON and sitter.player == owner
    ]
    own = next((seat for seat in theirs if sitters[seat].phrase), theirs[0] if theirs else -1)
    seats: list[Sitter] = []
    for seat, sitter in enumerate(sitters):
        if seat == own:
            kept = replace(sitter, phrase=sitter.phrase or phrase, frozen=FIXED)
        else:
            kept = _sat_down(sitter, seat, owner, commitment)
        _check_name(kept.name, seats)
        seats.append(kept)
    return tuple(seats)


def seated(entry: Entry, seat: int, seen: Sitter, sitter: Sitter, *, beside: bool) -> Sitter:
    """What a seat becomes when ``sitter`` is put where ``seen`` was seen.

    Raises NotAllowed: SeatChanged, AlreadySeated, NameTaken, PhraseSettled; see ``Store.sit``.
    """
    now = entry.seats[seat]
    if replace(now, frozen=seen.frozen) != seen:
        raise SeatChanged
    others = [other for at, other in enumerate(entry.seats) if at != seat]
    if sitter.name != now.name:
        _check_name(sitter.name, others)
    if sitter.kind is SitterKind.PERSON and sitter.player != now.player and not beside:
        people = [other for other in others if other.kind is SitterKind.PERSON]
        if any(other.player == sitter.player for other in people):
            raise AlreadySeated
    if entry.status is not Status.WAITING:
        if sitter.kind is SitterKind.EMPTY:
            raise NotAllowed(say("The match has begun: a seat cannot be left empty."))
        return replace(sitter, phrase=now.phrase, frozen=now.frozen)
    if now.kind is sitter.kind is SitterKind.PERSON:
        # The same seat goes on: with another phrase, a link, or at another device.
        if sitter.phrase != now.phrase and is_settled(entry, seat, sitter.player):
            raise PhraseSettled
        return replace(sitter, phrase=sitter.phrase or new_phrase(), frozen=now.frozen)
    return _sat_down(sitter, seat, entry.owner, entry.commitment)


def _sat_down(sitter: Sitter, seat: int, owner: str, commitment: str) -> Sitter:
    """Somebody who has just sat down."""
    if sitter.kind is SitterKind.EMPTY:
        phrase = ""
    elif sitter.kind is SitterKind.BOT or sitter.player == owner:
        phrase = derived_phrase(commitment, seat)
    else:
        phrase = sitter.phrase or new_phrase()
    return replace(sitter, phrase=phrase, frozen=FREE)


def is_settled(entry: Entry, seat: int, player: str = "") -> bool:
    """Whether nobody can choose a seat's phrase any more, so that everybody may see it.

    ``player``: who holds the seat, if not who is there now.
    """
    sitter = entry.seats[seat]
    return (
        sitter.kind is SitterKind.BOT
        or sitter.frozen != FREE
        or (sitter.kind is SitterKind.PERSON and (player or sitter.player) == entry.owner)
    )


def frozen(entry: Entry) -> tuple[Sitter, ...]:
    """The seats with their phrases frozen: the owner's, those that nobody chose, all others."""

    def rank(seat: int) -> int:
        sitter = entry.seats[seat]
        if sitter.frozen == FIXED:
            return 0
        return 1 if sitter.phrase == derived_phrase(entry.commitment, seat) else 2

    order = sorted(range(len(entry.seats)), key=rank)
    return tuple(
        replace(sitter, phrase=sitter.phrase or new_phrase(), frozen=order.index(seat))
        for seat, sitter in enumerate(entry.seats)
    )


def check_sitter(sitter: Sitter) -> None:
    """Refuse a name or a phrase that is too long."""
    check_length(sitter.name, MAX_NAME)
    check_length(sitter.phrase, MAX_PHRASE)


def check_length(text: str, most: int) -> None:
    """Refuse what is too long to be kept: forms say so earlier, this is the last door."""
    if len(text) > most:
        raise NotAllowed(
            say(
                "This text is too long: {n} characters, at most {most} are kept.",
                n=len(text),
                most=most,
            )
        )


def alike(name: str) -> str:
    """What names have in common that read the same: their letters, however wide or large."""
    return unicodedata.normalize("NFKC", _UNSEEN.sub("", name)).casefold()


def _check_name(name: str, others: Sequence[Sitter]) -> None:
    """Refuse a name that somebody else at the table has, or one that reads the same."""
    if name and alike(name) in {alike(other.name) for other in others}:
        raise NameTaken(name)
