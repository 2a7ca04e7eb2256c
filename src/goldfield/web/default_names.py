"""What whoever gives no name is called: the animal of the seat, by each reader's own word for it.

Such a name is kept as its English word behind a mark that nobody can type. Pages put the reader's
word in its place; whatever knows nothing of this shows the English one, since the mark is unseen.
"""

from __future__ import annotations

import re

from goldfield.web.identity import MARK
from goldfield.words import Message, Translator, say

ANIMAL_NAMES = (say("Fox"), say("Bear"), say("Owl"), say("Hare"), say("Mole"))
_BY_WORD: dict[str, Message] = {name.id: name for name in ANIMAL_NAMES}
_MARKED = re.compile(f"{MARK}({'|'.join(_BY_WORD)})")


def default_name(seat: int) -> str:
    """What whoever sits there without a name is called, as it is kept."""
    return MARK + ANIMAL_NAMES[seat % len(ANIMAL_NAMES)].id


def is_default(name: str) -> bool:
    """Whether a kept name is that of a seat's animal."""
    return name.startswith(MARK)


def as_read(text: str, translator: Translator) -> str:
    """Text, or markup, in which seats' animals are called as in the translator's language."""
    if MARK not in text:
        return text
    return _MARKED.sub(lambda found: translator.gettext(found[1]), text)
