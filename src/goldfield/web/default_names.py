"""What whoever gives no name is called, by each reader's own word for it: animals, and bots.

Somebody without a name is called after the animal of the seat, a bot after its character. Such a
name is kept as its English words behind a mark that nobody can type. Pages put the reader's words
in their place; whatever knows nothing of this shows the English ones, since the mark is unseen.
"""

from __future__ import annotations

import functools
import re

import goldfield
from goldfield.bots import bots_of
from goldfield.web.identity import MARK
from goldfield.words import ENGLISH, Message, Translator, render, say

ANIMAL_NAMES = (say("Fox"), say("Bear"), say("Owl"), say("Hare"), say("Mole"))


def default_name(seat: int) -> str:
    """What whoever sits there without a name is called, as it is kept."""
    return MARK + ANIMAL_NAMES[seat % len(ANIMAL_NAMES)].id


def bot_name(title: Message) -> str:
    """What a bot of that title is called, as it is kept."""
    return MARK + render(title, ENGLISH)


def is_default(name: str) -> bool:
    """Whether a kept name is that of a seat's animal or of a bot."""
    return name.startswith(MARK)


def as_read(text: str, translator: Translator) -> str:
    """Text, or markup, in which animals and bots are called as in the translator's language."""
    if MARK not in text:
        return text
    known, marked = _known()
    return marked.sub(lambda found: render(known[found[1]], translator), text)


@functools.cache
def _known() -> tuple[dict[str, Message], re.Pattern[str]]:
    """The default names by their English words, and what finds one behind its mark."""
    titles = [
        bot.title for name in goldfield.games() for bot in bots_of(goldfield.load(name)).values()
    ]
    known = {render(name, ENGLISH): name for name in (*titles, *ANIMAL_NAMES)}
    longest_first = sorted(known, key=len, reverse=True)
    return known, re.compile(f"{MARK}({'|'.join(map(re.escape, longest_first))})")
