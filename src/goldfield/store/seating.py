"""Who sits down with which phrase, and the order in which phrases are frozen."""

from __future__ import annotations

from dataclasses import replace

from goldfield.match.fair import new_phrase
from goldfield.store.store import MAX_NAME, MAX_PHRASE, Entry, NotAllowed, Sitter, SitterKind
from goldfield.words import say


def freezes_first(sitter: Sitter, owner: str) -> bool:
    """Whether this phrase is frozen before the others': a bot's or the owner's."""
    return sitter.kind is SitterKind.BOT or (
        sitter.kind is SitterKind.PERSON and sitter.player == owner
    )


def seated(sitter: Sitter, owner: str) -> Sitter:
    """Somebody who has just sat down; a bot and the owner have their phrase from then on."""
    phrase = sitter.phrase
    if not phrase and freezes_first(sitter, owner):
        phrase = new_phrase()
    return replace(sitter, phrase=phrase, frozen=-1)


def frozen(entry: Entry) -> tuple[Sitter, ...]:
    """The seats with their phrases frozen: the bots' and the owner's first, then the others'."""
    first = [freezes_first(sitter, entry.owner) for sitter in entry.seats]
    order = sorted(range(len(first)), key=lambda seat: not first[seat])
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
