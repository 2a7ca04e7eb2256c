"""Bring the catalogues of texts up to date with the source; with ``--check`` only say what is due.

Every package with texts has ``texts/LANGUAGE.po``: Goldfield itself and each game. New texts come
in untranslated (or as another catalogue translates the same text), gone ones stay behind as ``#~``
until ``--prune`` drops them, and no translation is lost.
"""

from __future__ import annotations

import contextlib
import io
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

import goldfield
from goldfield.texts import CORE, LANGUAGES, SOURCE, packages

SRC = Path(goldfield.__file__).resolve().parent.parent
PLURALS = {
    "cs": "nplurals=3; plural=(n==1 ? 0 : n>=2 && n<=4 ? 1 : 2);",
    "es": "nplurals=2; plural=(n != 1);",
}
"""Which form of a counted text goes with which number, by language."""
KEYWORDS = {
    "say": None,
    "say_n": (1, 2),
    "_": None,
    "gettext": None,
    "ngettext": (1, 2),
}
METHODS = [("**.py", "python"), ("**.html", "jinja2.ext:babel_extract")]
OPTIONS = {"**.html": {"trim_blocks": "true", "lstrip_blocks": "true", "silent": "false"}}
HEADER = """\
msgid ""
msgstr ""
"Project-Id-Version: goldfield\\n"
"Language: {language}\\n"
"Plural-Forms: {plurals}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""
_TAG = re.compile(r"</?[a-zA-Z][^>]*>")


def folder(package: str) -> Path:
    """Where a package stands."""
    return SRC.joinpath(*package.split("."))


def path(package: str, language: str) -> Path:
    """The catalogue of a package's texts in a language."""
    return folder(package) / "texts" / f"{language}.po"


def catalogues() -> Iterator[tuple[str, str]]:
    """Every package with every language that it is to be translated into."""
    for package in packages():
        for language in LANGUAGES:
            if language != SOURCE:
                yield package, language


def extracted(package: str) -> Catalog:
    """The texts in a package's source; those of games are not Goldfield's own."""
    root = folder(package)
    others = {folder(other) for other in packages() if other != package and package == CORE}
    found = Catalog()
    # Of values that are put together on the spot, which are no texts, babel warns.
    with contextlib.redirect_stderr(io.StringIO()):
        texts = list(
            extract_from_dir(
                root,
                METHODS,
                OPTIONS,
                KEYWORDS,
                directory_filter=lambda name: Path(name) not in others,
            )
        )
    for file, line, text, _comments, _context in texts:
        if text and text != ("",):
            found.add(text, locations=[((root / file).relative_to(SRC).as_posix(), line)])
    for message in found:
        message.locations.sort()
    return found


def read(package: str, language: str) -> Catalog:
    """A catalogue as it is written; empty where there is none yet."""
    file = path(package, language)
    if not file.exists():
        return Catalog(locale=language)
    with file.open("rb") as opened:
        return read_po(opened, locale=language)


def translated(message: Message) -> bool:
    """Whether a message has its text, or all of its forms."""
    forms = message.string if isinstance(message.string, list | tuple) else [message.string]
    return bool(forms) and all(forms)


def write(package: str, language: str, catalog: Catalog) -> None:
    """Write a catalogue in the one form in which it is kept."""
    file = path(package, language)
    file.parent.mkdir(exist_ok=True)
    body = io.BytesIO()
    write_po(body, catalog, width=0, omit_header=True, sort_by_file=True, include_lineno=False)
    head = HEADER.format(language=language, plurals=PLURALS[language])
    file.write_bytes(head.encode() + body.getvalue().rstrip() + b"\n")


def updated(package: str, language: str, known: dict[object, Message], prune: bool) -> Catalog:
    """A catalogue brought up to date; ``known`` is what any catalogue translates, by its text."""
    source = extracted(package)
    catalog = read(package, language)
    catalog.update(source, no_fuzzy_matching=True)
    for message in catalog:
        if message.id and not translated(message) and message.id in known:
            message.string = known[message.id].string
    gone = {} if prune else {k: m for k, m in catalog.obsolete.items() if translated(m)}
    catalog.obsolete.clear()
    catalog.obsolete.update(gone)
    return catalog


def due(package: str, language: str) -> Iterator[str]:
    """What is to be done in a catalogue, a line each."""
    catalog, source = read(package, language), extracted(package)
    wanted = {message.id: message for message in source if message.id}
    have = {message.id: message for message in catalog if message.id}
    for id in wanted:
        if id not in have:
            yield f"missing: {id!r}"
    for id, message in have.items():
        if id not in wanted:
            yield f"no longer in the source: {id!r}"
        elif message.fuzzy:
            yield f"fuzzy: {id!r}"
        elif not translated(message):
            yield f"not translated: {id!r}"
        else:
            yield from (f"{fault}: {id!r}" for fault in faults(message, language))
    for message in catalog.obsolete.values():
        yield f"no longer in the source: {message.id!r}"


def faults(message: Message, language: str) -> Iterator[str]:
    """What is wrong with a translation: its forms, placeholders, markup, the space around it."""
    if isinstance(message.id, str):
        pairs = [((message.id,), str(message.string))]
    else:
        one, many = message.id
        forms = list(message.string or ())
        number = int(re.findall(r"nplurals=(\d)", PLURALS[language])[0])
        if len(forms) != number:
            yield f"{len(forms)} forms instead of {number}"
        # Only the first form may leave out the number, where it stands for one alone.
        pairs = [((one, many) if n == 0 else (many,), form) for n, form in enumerate(forms)]
    for originals, text in pairs:
        try:
            if placeholders(text) not in [placeholders(o) for o in originals]:
                yield f"other placeholders in {text!r}"
        except ValueError:
            yield f"broken placeholders in {text!r}"
        if Counter(_TAG.findall(text)) not in [Counter(_TAG.findall(o)) for o in originals]:
            yield f"other markup in {text!r}"
        if _around(text) not in [_around(o) for o in originals]:
            yield f"other space around {text!r}"


def placeholders(text: str) -> Counter[str]:
    """The names in braces, each with how often it stands there."""
    return Counter(name for _, name, _, _ in Formatter().parse(text) if name is not None)


def _around(text: str) -> tuple[bool, bool]:
    return text[:1].isspace(), text[-1:].isspace()


def unlike(language: str) -> Iterator[str]:
    """Texts that catalogues translate differently without a comment that says why."""
    seen: dict[object, tuple[str, Message]] = {}
    for package in packages():
        for message in read(package, language):
            if not message.id or not translated(message):
                continue
            where, other = seen.setdefault(message.id, (package, message))
            reasons = message.user_comments or other.user_comments
            if message.string != other.string and not reasons:
                yield f"{message.id!r} is {message.string!r} here, {other.string!r} in {where}"


def main(arguments: list[str]) -> int:
    """Update, or check."""
    if arguments not in ([], ["--check"], ["--prune"]):
        print("texts.py [--check|--prune]", file=sys.stderr)
        return 2
    if arguments == ["--check"]:
        lines = [
            f"{path(package, language).relative_to(SRC)}: {line}"
            for package, language in catalogues()
            for line in due(package, language)
        ]
        for language in LANGUAGES:
            if language != SOURCE:
                lines += [f"{language}: {line}" for line in unlike(language)]
        print("\n".join(lines) or "Every text is translated.", file=sys.stderr)
        return 1 if lines else 0
    for language in LANGUAGES:
        if language == SOURCE:
            continue
        known: dict[object, Message] = {}
        for package in packages():
            old = read(package, language)
            for message in (*old.obsolete.values(), *old):
                if message.id and translated(message) and not message.fuzzy:
                    known.setdefault(message.id, message)
        for package in packages():
            write(package, language, updated(package, language, known, bool(arguments)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
