"""The rules of a game in words: ``texts/rules.<language>.md``, as played under given options.

A part that does not always hold stands between two lines of their own, ``<!-- if … -->`` and
``<!-- end -->``; parts do not lie in one another. ``if`` names options (``pairs``, for a flag that
is set, or ``rob=several``), all of which must hold; a comma separates alternatives. ``unless``
follows with options none of which may hold, or stands alone::

    <!-- if pairs, general unless extra -->

``general`` is no option: it holds in the general rules, which tell the game under its usual options
and then, in chapters of their own, how it is played under others. ``deck=usual`` holds where an
option has the value that it has when nothing is said: a deck has too many values to name one. What
it is instead, ``<!-- say deck -->`` tells: it stands for the value in words, in the language of the
rulebook.

``<!-- draw dice-C 30x31 -->`` is a picture of the game's ``face/pieces.svg``, beside words that say
the same: a page shows it, a text leaves it out.
"""

from __future__ import annotations

import importlib
import re
from importlib.resources import files

from goldfield.games.options import BaseRules, options_of
from goldfield.words import ENGLISH, Translator, render

GENERAL = "general"
USUAL = "usual"
_SAID = re.compile(r"<!-- say (\w+) -->")
_DRAWN = re.compile(r"<!-- draw ([\w-]+) (\d+x\d+) -->( ?)")
_PART = re.compile(
    r"^[ ]*<!-- (?:if ([^>]*?))? ?(?:unless ([^>]*?))? -->\n(.*?)^[ ]*<!-- end -->\n",
    re.DOTALL | re.MULTILINE,
)


def rulebook(
    package: str,
    rules: BaseRules | None = None,
    language: str = "en",
    *,
    pictures: bool = False,
    translator: Translator = ENGLISH,
) -> str:
    """The rules as Markdown: as played under ``rules``, or without them the general rules.

    With ``pictures`` these are images whose address is ``#NAME`` and whose title is their size.
    ``translator`` puts into that language what the text leaves to be said.

    Raises:
        FileNotFoundError: when the game has no rules in that language.
    """
    text = files(package).joinpath("texts", f"rules.{language}.md").read_text(encoding="utf-8")
    usual: BaseRules = rules or importlib.import_module(package + ".rules").Rules()
    options = {o.name: (o, getattr(usual, o.name)) for o in options_of(type(usual))}

    def holds(condition: str) -> bool:
        if condition == GENERAL:
            return rules is None
        name, _, wanted = condition.partition("=")
        option, value = options[name]
        return value == option.default if wanted == USUAL else str(value) == (wanted or "True")

    def kept(part: re.Match[str]) -> str:
        alternatives = [chosen.split() for chosen in (part[1] or "").split(",")]
        unwanted = (part[2] or "").split()
        wanted = any(all(map(holds, chosen)) for chosen in alternatives)
        return part[3] if wanted and not any(map(holds, unwanted)) else ""

    def said(name: re.Match[str]) -> str:
        option, value = options[name[1]]
        if option.structure is None:
            return str(value)
        return render(option.structure.words(str(value)), translator)

    text = _DRAWN.sub(r'![](#\1 "\2")\3' if pictures else "", text)
    return re.sub(r"\n{3,}", "\n\n", _SAID.sub(said, _PART.sub(kept, text)))


def about_word(word: str, played: str, general: str) -> tuple[str, str]:
    """What two rulebooks, as played and general, say of a word: whole chapters, or nothing.

    Chapters that are called by the word are enough; without any, those that mention it are meant.
    The second text is what is not played, where that is what the word is about: chapters of the
    general rules that are called by it while none of those played is, or that alone mention it.
    """
    here = _chapters(played)
    others = {name: text for name, text in _chapters(general).items() if name not in here}
    called = [text for name, text in here.items() if word.lower() in name.lower()]
    found = called or [text for text in here.values() if word.lower() in text.lower()]
    elsewhere: list[str] = []
    if not called:
        elsewhere = [text for name, text in others.items() if word.lower() in name.lower()]
    if not found and not elsewhere:
        elsewhere = [text for text in others.values() if word.lower() in text.lower()]
    return "\n".join(found), "\n".join(elsewhere)


def _chapters(text: str) -> dict[str, str]:
    """The chapters of Markdown by their headings; what stands before the first is none."""
    parts = [part.partition("\n") for part in text.split("\n## ")[1:]]
    return {name: f"## {name}\n{rest}" for name, _, rest in parts}
