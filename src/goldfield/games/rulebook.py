"""The rules of a game in words: ``texts/rules.<language>.md``, as played under given options.

Parts that hold only under some options stand between ``<!-- if NAME NAME=VALUE … -->`` and
``<!-- end -->``; ``unless`` in place of ``if``, or after the conditions, names options that must
not be set.
"""

from __future__ import annotations

import re
from importlib.resources import files

from goldfield.games.options import BaseRules

_PART = re.compile(
    r"<!-- (?:if ([^>]*?))? ?(?:unless ([^>]*?))? -->\n(.*?)<!-- end -->\n", re.DOTALL
)


def rulebook(package: str, rules: BaseRules | None = None, language: str = "en") -> str:
    """The rules as Markdown; without ``rules`` every part of them.

    Raises:
        FileNotFoundError: when the game has no rules in that language.
    """
    text = files(package).joinpath("texts", f"rules.{language}.md").read_text(encoding="utf-8")
    options = {} if rules is None else rules.as_dict()

    def holds(condition: str) -> bool:
        name, _, value = condition.partition("=")
        return str(options[name]) == (value or "True")

    def kept(part: re.Match[str]) -> str:
        wanted, unwanted = (part[1] or "").split(), (part[2] or "").split()
        if rules is None or (all(map(holds, wanted)) and not any(map(holds, unwanted))):
            return part[3]
        return ""

    return re.sub(r"\n{3,}", "\n\n", _PART.sub(kept, text))
