"""The languages that people read, and the translators made from the catalogues of their texts.

Every package that has texts of its own (Goldfield itself, each game, a game of somebody else's)
keeps them in ``texts/LANGUAGE.po`` in its folder. An installed Goldfield finds them compiled as
``.mo``; a checkout compiles them in memory when a language is asked for first.
"""

from __future__ import annotations

import functools
import gettext
import io
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING

import goldfield
from goldfield.words import ENGLISH, Translator

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

LANGUAGES = {"en": "English", "cs": "Čeština", "es": "Español"}
"""What there is to choose from: the code of each language and its own name for itself."""
SOURCE = "en"
"""The language in which the texts are written; it has no catalogue."""
CORE = "goldfield"
"""The package whose texts are those of no game."""


def packages() -> tuple[str, ...]:
    """The packages of Goldfield that have texts: its own, and those of its games."""
    return (CORE, *(f"{CORE}.games.{name}" for name in goldfield.games()))


def catalogue(package: str, language: str) -> Traversable:
    """The file of a package's texts in a language, whether it is there or not."""
    return files(package).joinpath("texts", f"{language}.po")


@functools.lru_cache(maxsize=64)
def translator(language: str, *first: str) -> Translator:
    """Who translates into a language: the catalogues of the packages ``first``, then all others.

    A text that none of them holds stays in English.
    """
    if language == SOURCE:
        return ENGLISH
    chain: gettext.NullTranslations | None = None
    for package in reversed(dict.fromkeys((*first, *packages()))):
        compiled = _compiled(package, language)
        if compiled is not None:
            texts = gettext.GNUTranslations(io.BytesIO(compiled))
            if chain is not None:
                texts.add_fallback(chain)
            chain = texts
    return chain or ENGLISH


@functools.cache
def _compiled(package: str, language: str) -> bytes | None:
    """A package's catalogue in a language, compiled; None where it has none."""
    written = catalogue(package, language)
    if written.is_file():
        return compiled(_read(written))
    made = files(package).joinpath("texts", f"{language}.mo")
    return made.read_bytes() if made.is_file() else None


def _read(written: Traversable) -> Catalog:
    from babel.messages.pofile import read_po

    with written.open("rb") as file:
        return read_po(file)


def compiled(catalog: Catalog) -> bytes:
    """A catalogue in the form in which it is looked up."""
    from babel.messages.mofile import write_mo

    out = io.BytesIO()
    write_mo(out, catalog)
    return out.getvalue()
