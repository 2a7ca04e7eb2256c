"""Refusals: a sentence with a status, shown beside whatever the person was doing."""

from __future__ import annotations

from collections.abc import Sequence

from goldfield.words import Message, say, shortened


class Refusal(Exception):
    """A request that is not done; ``sentence`` says why and what is possible instead.

    ``code`` is a word for programs (``"stale"``), ``rule`` the number of a game's rule, ``back``
    the path of the page to go on from, ``place`` where a record is wrong (``"moves[17].text"``).
    """

    def __init__(
        self,
        status: int,
        code: str,
        sentence: Message,
        *,
        back: str = "/",
        rule: str = "",
        place: str = "",
    ) -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.sentence = sentence
        self.back = back
        self.rule = rule
        self.place = place


def no_such_table() -> Refusal:
    """No table has this code."""
    return Refusal(
        404, "no-table", say("There is no table with this code; look again at the link you got.")
    )


def no_such_page() -> Refusal:
    """Nothing is at this address."""
    return Refusal(404, "not-found", say("There is no page at this address."))


def no_preset(status: int, name: str, known: Sequence[str], back: str = "/") -> Refusal:
    """A game has no preset of this name, but those that are ``known``."""
    return Refusal(
        status,
        "no-preset",
        say(
            "There is no preset {name}; there are: {known}.",
            name=shortened(name),
            known=tuple(known),
        ),
        back=back,
    )


def bad_form(sentence: Message) -> Refusal:
    """The posted form cannot be read."""
    return Refusal(400, "bad-form", sentence)


def contradictory(sentence: Message) -> Refusal:
    """The posted form can be read, but not what it means."""
    return Refusal(422, "contradictory", sentence)


def forbidden(sentence: Message, *, back: str = "/") -> Refusal:
    """The person may not do this here."""
    return Refusal(403, "forbidden", sentence, back=back)


def too_large(limit: int) -> Refusal:
    """The posted body is longer than ``limit`` bytes."""
    return Refusal(
        413,
        "too-large",
        say("That is too much at once: at most {kb} kB can be sent here.", kb=limit // 1024),
    )


def going_down() -> Refusal:
    """The server stops before the answer is there."""
    return Refusal(
        503,
        "going-down",
        say("The server is going down. Look again in a while whether this still needs doing."),
    )


def storage_full() -> Refusal:
    """The disk of the server is full; nothing was changed."""
    return Refusal(
        507,
        "disk-full",
        say("The server's disk is full, so nothing was changed. Try again once there is space."),
    )


def storage_busy() -> Refusal:
    """The store could not be written to just now; nothing was changed."""
    return Refusal(
        503,
        "store-busy",
        say("The server could not save this just now, so nothing was changed. Please try again."),
    )
