"""Templates: where they are found, and the functions that every one of them may call."""

from __future__ import annotations

import functools
import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from pathlib import Path

from babel.numbers import format_decimal
from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined
from markupsafe import Markup

from goldfield.texts import LANGUAGES
from goldfield.web.chart import drawn_chart
from goldfield.web.context import ANIMALS, Points
from goldfield.web.default_names import as_read, default_name
from goldfield.web.qr import qr
from goldfield.web.security import TOKEN
from goldfield.web.wording import Wording
from goldfield.words import apart, counted, number_text

TEMPLATES = Path(__file__).parent / "templates"
_MARK = secrets.token_hex(16)
"""Nobody outside knows it, so that no typed text can pass for one of the places below."""
CSRF_PLACE = f"\ue001csrf {_MARK}\ue001"
"""Stands for the form token in markup that several visitors may share."""
KEY_PLACE = f"\ue001key {_MARK}\ue001"
"""Stands for a fresh key of a form that must not count twice."""
_PLACE = re.compile(f"{CSRF_PLACE}|{KEY_PLACE}")

_wording: ContextVar[Wording] = ContextVar("wording")


class Renderer:
    """Renders templates; ``faces`` maps a game's name to the folder of its face."""

    def __init__(
        self,
        faces: dict[str, Path],
        url: Callable[..., str],
        static: Callable[[str], str],
        *,
        reload: bool = False,
    ) -> None:
        loader = ChoiceLoader(
            [
                FileSystemLoader(TEMPLATES),
                PrefixLoader({name: FileSystemLoader(face) for name, face in faces.items()}),
            ]
        )
        env = Environment(
            loader=loader,
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=reload,
        )
        env.globals.update(
            t=lambda value: _wording.get().html(value),
            t_plain=lambda value: _wording.get().plain(value),
            t_aloud=lambda value: _wording.get().aloud(value),
            data=lambda value: Markup(_script_safe(_wording.get().data(value))),
            url=url,
            static=static,
            csrf=hidden_fields,
            icon=icon,
            drawn_chart=drawn_chart,
            qr=qr,
            decimal=decimal,
            points=number_text,
            animal=lambda seat: ANIMALS[seat % len(ANIMALS)],
            animal_name=default_name,
            gettext=gettext,
            ngettext=ngettext,
            _=gettext,
            language=lambda: _wording.get().language,
            languages=LANGUAGES,
            says_you=lambda: _wording.get().says_you,
        )
        env.filters.update(
            t=env.globals["t"],
            t_plain=env.globals["t_plain"],
            data=env.globals["data"],
            isolated=Markup("<bdi>{}</bdi>").format,
            apart=apart,
            first=lambda items: next(iter(items), None),
            last=lambda items: next(iter(reversed(tuple(items))), None),
        )
        self.env = env

    def has(self, template: str) -> bool:
        """Whether there is such a template."""
        return bool(self.env.loader) and template in _found(self.env, [template])

    def render(self, template: str, wording: Wording, **values: object) -> str:
        """The markup of a template; places of tokens are left open, see :func:`filled`."""
        mark = _wording.set(wording)
        try:
            markup = self.env.get_template(template).render(**values)
            return as_read(markup, wording.translator)
        finally:
            _wording.reset(mark)


def filled(markup: str, token: Callable[[], str]) -> str:
    """Markup with a visitor's form token and a fresh key in the places left for them."""
    made = functools.cache(token)
    return _PLACE.sub(
        lambda place: made() if place[0] == CSRF_PLACE else secrets.token_urlsafe(9), markup
    )


def gettext(text: str, /, **values: object) -> Markup:
    """A template's own text in the viewer's language, with its placeholders filled in."""
    own = Markup(_wording.get().translator.gettext(text))
    return own.format(**_apart(values)) if values else own


def ngettext(one: str, many: str, n: Points, /, **values: object) -> Markup:
    """A template's own counted text in the viewer's language; ``{n}`` is the count."""
    sentence = _wording.get().translator.ngettext(one, many, counted(n))
    return Markup(sentence).format(n=number_text(n), **_apart(values))


def _apart(values: Mapping[str, object]) -> dict[str, object]:
    """Typed text among the values of a sentence, marked off where that is needed."""
    return {name: apart(value) if type(value) is str else value for name, value in values.items()}


def decimal(value: float) -> str:
    """A number with one decimal, as the viewer's language writes it."""
    return format_decimal(value, format="0.0", locale=_wording.get().language)


def hidden_fields() -> Markup:
    """The form's token, and a key by which a form that is sent twice counts once."""
    return Markup(
        f'<input type="hidden" name="{TOKEN}" value="{CSRF_PLACE}">'
        f'<input type="hidden" name="once" value="{KEY_PLACE}">'
    )


def icon(name: str) -> Markup:
    """A small drawing from the page's sprite, silent for screen readers."""
    return Markup('<svg class="icon" aria-hidden="true"><use href="#i-{}"/></svg>').format(name)


def _script_safe(text: str) -> str:
    """JSON that is safe inside a script element and, quoted by ', inside an attribute."""
    for sign, code in (("<", "\\u003c"), (">", "\\u003e"), ("&", "\\u0026"), ("'", "\\u0027")):
        text = text.replace(sign, code)
    return text


def _found(env: Environment, templates: Sequence[str]) -> list[str]:
    known = set(env.list_templates())
    return [name for name in templates if name in known]
