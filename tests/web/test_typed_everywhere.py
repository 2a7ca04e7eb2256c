"""Whatever is typed anywhere stands as that text on every page, in every language, and is no more.

One property over all fields and pages: a typed text has a word that occurs nowhere else; wherever
that word turns up, the whole text stands around it, as text or as the value of an attribute.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from urllib.parse import quote

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from goldfield.web.identity import NAME_LENGTH, clean
from goldfield.web.visit import Rate
from goldfield.words import shortened
from tests.web.server import Guest, Running, finish

LANGUAGES = ("en", "cs", "es")
SIGNS = [
    "<img src=x onerror=alert(1)>", "</script><script>", "<b>", "</option>", "</bdi>", "<!--",
    "{{7*7}}", "{%x%}", "%s", "%(x)s", "{0}", "{seat}", "{name}", "{x!r}", "&lt;", "&#60;", "&amp",
    "\"'>", "\" autofocus onfocus=a ", "'", "`", "\\u003c", "\\", "${x}", "$1", "]]>", "\u2028",
    "\u202e", "\u2066", "\u200f", "\u200b", "\u0000", "\r\nX: y", "שלום", "مرحبا",
    "👩\u200d👩\u200d👧",
    "e" + "\u0301" * 9, "ﬁ", "\ue000", "\ue001csrf\ue001", "\u034fFox", "You", "Ty", "Tú", " ",
]  # fmt: skip
SHORT = [sign for sign in SIGNS if len(sign) < 14]


class Seen(HTMLParser):
    """All text and attribute values of a page, and the names of tags and attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.names: set[str] = set()
        self._run = ""
        self.feed(page)
        self.close()
        self._end()

    def _end(self) -> None:
        if self._run:
            self.texts.append(self._run)
        self._run = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._end()
        self.names.add(tag)
        for name, value in attrs:
            self.names.add(name if name != "src" else f"src={value}")
            self.texts.append(value or "")

    def handle_endtag(self, tag: str) -> None:
        self._end()

    def handle_data(self, data: str) -> None:
        self._run += data

    def handle_comment(self, data: str) -> None:
        self._end()
        self.texts.append(data)


def strings(value: object) -> Iterator[str]:
    """Every string in JSON."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from (str(key), *strings(inner))
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner)


def only_text(answer: str, kind: str, typed: dict[str, str], where: str) -> set[str]:
    """Which of the typed texts (by their words) an answer shows; each stands there whole."""
    if "json" in kind:
        found = list(strings(json.loads(answer)))
    else:
        page = Seen(answer)
        assert not {name for name in page.names if name.startswith("on")}, where
        assert "src=x" not in page.names, where
        found = list(page.texts)
        for text in page.texts:
            if text[:1] in "[{" and text.strip().endswith(("]", "}")):
                try:
                    found += strings(json.loads(text))
                    found.remove(text)
                except ValueError:
                    pass
    shown: set[str] = set()
    for word, text in typed.items():
        for place in found:
            if word not in place:
                continue
            shown.add(word)
            # A long text may be cut short where it only says which one is meant.
            whole = text in place or any(
                f"{text[:n]}…" in place or f"{text[:n]}..." in place for n in range(10, len(text))
            )
            assert whole, (where, text, place[:600])
    return shown


@st.composite
def texts(draw: st.DrawFn, word: str, most: int) -> str:
    """Something hostile with a word in it that is found nowhere else."""
    room = most - len(word)
    before, after = "", ""
    for _ in range(draw(st.integers(1, 4))):
        sign = draw(st.sampled_from(SHORT if most < 40 else SIGNS))
        if len(before) + len(sign) + len(after) <= room:
            if draw(st.booleans()):
                before += sign
            else:
                after += sign
    return before + word + after


FIELDS = {"name": NAME_LENGTH, "here": NAME_LENGTH, "guest": NAME_LENGTH, "title": 60}
COUNT = itertools.count()
LONGER = {"phrase": 100, "chat": 200, "move": 60}


@settings(
    max_examples=6,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(data=st.data())
def test_what_is_typed_is_text_on_every_page_in_every_language(
    running: Running, data: st.DataObject
) -> None:
    mine = next(COUNT)  # the tables of examples before this one are still listed
    typed = {
        field: data.draw(texts(f"zq{mine}x{n}w", most), field)
        for n, (field, most) in enumerate({**FIELDS, **LONGER}.items())
    }
    kept = {
        re.findall(r"zq\d+x\dw", text)[0]: clean(text, {**FIELDS, **LONGER}[field])
        for field, text in typed.items()
    }
    move = next(reversed(kept))
    kept[move] = shortened(typed["move"], 1000)
    assert all(word in text for word, text in kept.items())
    house = running.house
    house.chat_rate = house.manners_rate = house.table_rate = Rate(10_000, 0.0)
    jana, eva = running.guest(), running.guest()
    game = data.draw(st.sampled_from(["gold_nuggets", "moje_zlato", "nuggets"]))
    jana.name = typed["name"]
    table = jana.open_table(
        game,
        **{
            "seat-2": "here",
            "here-2": typed["here"],
            "option-players": "3",
            "seat-3": "person",
            "title": typed["title"],
            "phrase": typed["phrase"],
        },
    )
    shown: set[str] = set()
    look = Look(running, kept, shown)
    at = f"/table/{table}"
    look(jana, "/", at, f"{at}/links", "/new")
    look(eva, "/", at)
    petr = running.guest("Petr")
    assert petr.sit(table, 3).is_redirect
    assert jana.start(table).is_redirect
    eva.get(at)
    assert eva.post(f"{at}/chat", {"text": typed["chat"], "name": typed["guest"]}).is_redirect
    number = str(running.call(house.store.talk(table))[-1].seq)
    assert petr.post(f"{at}/report", {"line": number}).status_code == 200
    look(jana, at, f"{at}/part", f"{at}/dice", f"{at}/rules")
    petr.get(at)
    assert petr.post(f"{at}/mute", {"who": "seat-1"}).is_redirect
    assert petr.post(f"{at}/mute", {"who": f"line-{number}"}).is_redirect
    look(petr, at)
    look(eva, at, f"{at}/part")
    for guest in (jana, petr):
        position = str(guest.position(table))
        form = {"position": position, "notation": typed["move"]}
        for headers in ({}, {"x-part": "1"}, {"accept": "application/json"}):
            look.answer(guest.post(f"{at}/move", form, **headers), "move")
    finish(running, table)
    steps = jana.position(table)
    look(jana, at, f"{at}/part", f"{at}/dice", f"{at}/step/0", f"{at}/step/{steps}", "/")
    look(eva, at, f"{at}/step/{steps}", f"{at}/game.json")
    record = eva.get(f"{at}/game.json").text
    eva.get("/import")
    look.answer(eva.post("/import", {"record": record, "step": str(steps)}), "import")
    jana.get(at)
    later = jana.post(f"{at}/rematch").headers["location"]
    look(jana, later)
    look(petr, later, at)
    assert shown >= kept.keys() - {move}  # of which a refusal may show the beginning alone


class Look:
    """Looks at pages in every language, and notes which typed texts are shown."""

    def __init__(self, running: Running, typed: dict[str, str], shown: set[str]) -> None:
        self._typed, self._shown = typed, shown

    def __call__(self, guest: Guest, *paths: str) -> None:
        for path in paths:
            for language in LANGUAGES:
                answer = guest.get(path, **{"accept-language": language})
                assert answer.status_code == 200, (path, answer.text[-300:])
                self.answer(answer, f"{language} {path}")

    def answer(self, answer, where: str) -> None:
        kind = answer.headers["content-type"]
        self._shown |= only_text(answer.text, kind, self._typed, where)


QUERIES = [
    "/?x={}", "/new?game={}", "/new?game=nuggets&preset={}", "/join?code={}", "/rules/{}",
    "/rules/nuggets?preset={}", "/table/{}", "/seat/{}", "/import?step={}", "/{}", "/table/T?as={}",
    "/table/T/part?since={}", "/table/T/step/{}",
]  # fmt: skip


@settings(
    max_examples=15,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(text=texts("zq7w", 60))
def test_what_stands_in_an_address_is_text(running: Running, text: str) -> None:
    guest = running.guest("Jana")
    table = guest.open_table()
    for query in QUERIES:
        path = query.replace("T", table).format(quote(text, safe=""))
        for headers in ({}, {"accept": "application/json"}):
            answer = guest.get(path, **headers)
            assert answer.status_code != 500, path
            if answer.is_redirect or not answer.content:
                continue
            kind = answer.headers["content-type"]
            # It may be cut or tidied, but never be more than text.
            if "json" in kind:
                answer.json()
            else:
                page = Seen(answer.text)
                assert not {name for name in page.names if name.startswith("on")}, path
                assert "src=x" not in page.names, path
                assert "49" not in re.findall(r"(\d+)zq7w|zq7w(\d+)", answer.text), path


def test_every_text_of_a_record_is_text(running: Running) -> None:
    """Each string of a record in turn is replaced: it is refused in a sentence or shown as text."""
    jana = running.guest("Jana")
    table = jana.open_table(**{"seat-2": "bot:greedy"})
    finish(running, table)
    steps = jana.position(table)
    record = json.loads(jana.get(f"/table/{table}/game.json").text)
    guest = running.guest()
    guest.http.headers["accept-language"] = "cs"
    guest.get("/import")
    hostile = "<img src=x onerror=alert(1)>{{7*7}}%s{seat}zq8w</script>"
    places = list(paths_of({**record, "moves": record["moves"][:3]}))
    assert len(places) > 15
    for path in places:
        bad = json.loads(json.dumps(record))
        inner = bad
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = hostile
        for headers in ({}, {"accept": "application/json"}):
            form = {"record": json.dumps(bad), "step": str(steps)}
            answer = guest.post("/import", form, **headers)
            assert answer.status_code in (200, 303, 400, 413, 422), path
            if answer.is_redirect:
                continue
            kind = answer.headers["content-type"]
            # What was pasted stands in its field again as JSON, in which quotes are escaped.
            only_text(answer.text, kind, {"zq8w": hostile}, str(path))


def paths_of(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The ways to all strings in JSON."""
    if isinstance(value, str):
        yield path
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from paths_of(inner, (*path, key))
    elif isinstance(value, list):
        for n, inner in enumerate(value):
            yield from paths_of(inner, (*path, n))
