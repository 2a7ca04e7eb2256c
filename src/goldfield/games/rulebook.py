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
