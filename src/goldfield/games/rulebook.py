"""The rules of a game in words: ``texts/rules.<language>.md``, as played under given options.

A part that does not always hold stands between two lines of their own, ``<!-- if … -->`` and
``<!-- end -->``; parts do not lie in one another. ``if`` names options (``pairs``, for a flag that
is set, or ``rob=several``), all of which must hold; a comma separates alternatives. ``unless``
follows with options none of which may hold, or stands alone::

    <!-- if pairs, general unless extra -->

``general`` is no option: it holds in the general rules, which tell the game under its usual options
and then, in chapters of their own, how it is played under others.
"""

from __future__ import annotations

import importlib
import re
from importlib.resources import files

from goldfield.games.options import BaseRules

GENERAL = "general"
_PART = re.compile(
    r"^[ ]*<!-- (?:if ([^>]*?))? ?(?:unless ([^>]*?))? -->\n(.*?)^[ ]*<!-- end -->\n",
    re.DOTALL | re.MULTILINE,
)


def rulebook(package: str, rules: BaseRules | None = None, language: str = "en") -> str:
    """The rules as Markdown: as played under ``rules``, or without them the general rules.

    Raises:
        FileNotFoundError: when the game has no rules in that language.
    """
    text = files(package).joinpath("texts", f"rules.{language}.md").read_text(encoding="utf-8")
    usual: BaseRules = rules or importlib.import_module(package + ".rules").Rules()
    options = usual.as_dict()

    def holds(condition: str) -> bool:
        if condition == GENERAL:
            return rules is None
        name, _, value = condition.partition("=")
        return str(options[name]) == (value or "True")

    def kept(part: re.Match[str]) -> str:
        alternatives = [chosen.split() for chosen in (part[1] or "").split(",")]
        unwanted = (part[2] or "").split()
        wanted = any(all(map(holds, chosen)) for chosen in alternatives)
        return part[3] if wanted and not any(map(holds, unwanted)) else ""

    return re.sub(r"\n{3,}", "\n\n", _PART.sub(kept, text))


def about_word(word: str, played: str, general: str) -> tuple[str, str]:
    """What two rulebooks, as played and general, say of a word: whole chapters, or nothing.

    The second text is what is not played, where that is what the word is about: chapters of the
    general rules that are called by it while none of those played is, or that alone mention it.
    """
    here = _chapters(played)
    others = {name: text for name, text in _chapters(general).items() if name not in here}
    found = [text for text in here.values() if word.lower() in text.lower()]
    elsewhere: list[str] = []
    if not any(word.lower() in name.lower() for name in here):
        elsewhere = [text for name, text in others.items() if word.lower() in name.lower()]
    if not found and not elsewhere:
        elsewhere = [text for text in others.values() if word.lower() in text.lower()]
    return "\n".join(found), "\n".join(elsewhere)


def _chapters(text: str) -> dict[str, str]:
    """The chapters of Markdown by their headings; what stands before the first is none."""
    parts = [part.partition("\n") for part in text.split("\n## ")[1:]]
    return {name: f"## {name}\n{rest}" for name, _, rest in parts}
