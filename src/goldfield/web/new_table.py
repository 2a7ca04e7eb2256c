"""The form for a new table, generated from the game's options, and what it opens."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from starlette.responses import Response

from goldfield.games.options import BadOption, Option, Scalar, options_of, read_options
from goldfield.store.store import NewMatch, Sitter, SitterKind
from goldfield.web import forms
from goldfield.web.catalog import option_template
from goldfield.web.context import GameCard, Notice
from goldfield.web.context_pages import FormChoice, FormOption, FormSeat, NewTablePage
from goldfield.web.forms import one
from goldfield.web.identity import NAME_LENGTH, PHRASE_LENGTH, TITLE_LENGTH, clean
from goldfield.web.refusal import Refusal, bad_form
from goldfield.web.seating import seated
from goldfield.web.visit import Visit
from goldfield.words import Message, say

OPTION = "option-"
FRESH = {"first": 0}
"""Where a table opened on a page differs from the game's own defaults: who begins is drawn."""
ANY_GAME = "random"
"""The bot that can play every game; a game's own are better company."""


async def new(visit: Visit) -> Response:
    """GET /new: the form for a game and a preset."""
    query = visit.request.query_params
    game = _game(visit, query.get("game", ""))
    first = game.presets[0].name if game.presets else ""
    return visit.page("new.html", _form_page(visit, game, {}, query.get("preset", first)))


async def new_post(visit: Visit) -> Response:
    """POST /new: open the table, or show the form again."""
    form = visit.form
    game = _game(visit, one(form, "game"))
    if one(form, "do", "open") == "fill":
        return visit.page("new.html", _form_page(visit, game, form, one(form, "preset")))
    name = clean(one(form, "name"), NAME_LENGTH)
    visit.rename(name)
    try:
        options = _options(visit, game, form)
        players = int(options["players"])
        kinds = [one(form, f"seat-{n + 1}", _usual(game, n)) for n in range(players)]
        seats = seated(
            game,
            kinds,
            visit.visitor.id,
            visit.visitor.name,
            [one(form, f"here-{n + 1}") for n in range(players)],
            one(form, "phrase"),
        )
    except BadOption as error:
        page = _form_page(visit, game, form, "", refused=error)
        notice = Notice(error.message, bad=True)
        if visit.json:
            raise
        return visit.page("new.html", page, status=400, notices=(notice,))
    return await opened(
        visit,
        game.name,
        options,
        seats,
        title=clean(one(form, "title"), TITLE_LENGTH),
        public=one(form, "listed") == "yes",
    )


async def play_now(visit: Visit) -> Response:
    """POST /play: a table against bots that starts at once."""
    form = visit.form
    game = _game(visit, one(form, "game"))
    if not game.characters:
        raise bad_form(say("This game has no bots yet: open a table for people instead."))
    visit.rename(one(form, "name"))
    bots = [b for b in form.get("bot", ()) if b] or [
        _usual(game, 1).partition(":")[2],
        _usual(game, 2).partition(":")[2],
    ]
    bots = bots[: game.most - 1]
    while len(bots) + 1 < game.fewest:
        bots.append(bots[-1])
    preset = _preset(game, one(form, "preset"))
    room = visit.house.catalog.room(game.name)
    rules = read_options(room.Rules, {**preset, **FRESH, "players": len(bots) + 1})
    kinds = ["me", *(f"bot:{name}" for name in bots)]
    seats = seated(
        game,
        kinds,
        visit.visitor.id,
        visit.visitor.name,
        [""] * len(kinds),
        one(form, "phrase"),
    )
    return await opened(visit, game.name, rules.as_dict(), seats, public=False)


async def opened(
    visit: Visit,
    game: str,
    options: Mapping[str, Scalar],
    seats: tuple[Sitter, ...],
    *,
    title: str = "",
    public: bool,
    rematch_of: str = "",
) -> Response:
    """Open a table, start it when nobody is awaited, and lead there."""
    house = visit.house
    if not house.table_rate.takes(visit.visitor.id):
        raise Refusal(
            429, "too-fast", say("That is a lot of new tables: wait a minute before the next one.")
        )
    entry = await house.store.create(
        NewMatch(
            game=game,
            options=options,
            seats=seats,
            owner=visit.visitor.id,
            title=title,
            public=public,
            rematch_of=rematch_of,
            key=_key(visit),
        )
    )
    if not any(s.kind is SitterKind.EMPTY for s in entry.seats):
        await house.store.start(entry.id)
    return visit.go(house.url("table", id=entry.id))


def _key(visit: Visit) -> str:
    """A key equal for the same form sent twice, empty when the form has none."""
    if not one(visit.form, "once"):
        return ""
    fields = sorted(forms.plain_fields(visit.form))
    return hashlib.sha256(
        repr((visit.visitor.id, visit.request.url.path, fields)).encode()
    ).hexdigest()


def _game(visit: Visit, name: str) -> GameCard:
    return visit.house.catalog.card(name or next(iter(visit.house.catalog.packages)))


def _preset(game: GameCard, name: str) -> Mapping[str, Scalar]:
    """The options of a preset, none for an unknown name."""
    return next((p.options for p in game.presets if p.name == name), {})


def _usual(game: GameCard, seat: int) -> str:
    """What a seat of a fresh form is for: oneself, then bots, or people where there are none."""
    if seat == 0:
        return "me"
    known = [c.name for c in game.characters]
    bots = [name for name in known if name != ANY_GAME] or known
    return f"bot:{bots[(seat - 1) % len(bots)]}" if bots else "person"


def _given(visit: Visit, game: GameCard, form: forms.Form) -> dict[str, str]:
    """The posted options as text; the last value counts, so that a ticked box beats its no."""
    room = visit.house.catalog.room(game.name)
    return {
        o.name: one(form, OPTION + o.name)
        for o in options_of(room.Rules)
        if OPTION + o.name in form
    }


def _options(visit: Visit, game: GameCard, form: forms.Form) -> dict[str, Scalar]:
    given, preset = _given(visit, game, form), one(form, "preset")
    # Without scripts the options still show what they were for the preset chosen before.
    is_shown = preset == one(form, "shown-preset", preset)
    if is_shown and given.keys() - {"players", "first"}:
        given = {**_preset(game, preset), **given}
    else:
        given = {**given, **_preset(game, preset)}
    rules = read_options(visit.house.catalog.room(game.name).Rules, given)
    return rules.as_dict()


def _form_page(
    visit: Visit,
    game: GameCard,
    form: forms.Form,
    preset: str,
    refused: BadOption | None = None,
) -> NewTablePage:
    room = visit.house.catalog.room(game.name)
    chosen = _preset(game, preset)
    given = _given(visit, game, form)
    values: dict[str, str] = {}
    for o in options_of(room.Rules):
        value = chosen.get(o.name, given.get(o.name, FRESH.get(o.name, o.default)))
        values[o.name] = _text(value)
    players = forms.whole(values.get("players", "")) or game.fewest
    players = min(max(players, game.fewest), game.most)
    return NewTablePage(
        games=visit.house.catalog.cards,
        game=game,
        preset=preset,
        options=tuple(
            _field(visit, game, o, values[o.name], refused) for o in options_of(room.Rules)
        ),
        seats=tuple(
            FormSeat(
                n,
                # who opens a table by this form mostly waits for friends
                one(form, f"seat-{n + 1}", "person" if n else "me"),
                clean(one(form, f"here-{n + 1}"), NAME_LENGTH),
            )
            for n in range(game.most)
        ),
        players=players,
        title=clean(one(form, "title"), TITLE_LENGTH),
        listed=one(form, "listed") == "yes" if form else True,
        phrase=clean(one(form, "phrase"), PHRASE_LENGTH),
    )


def _field(
    visit: Visit, game: GameCard, o: Option, value: str, refused: BadOption | None
) -> FormOption:
    why: Message | None = refused.message if refused and refused.option == o.name else None
    return FormOption(
        name=o.name,
        label=o.label,
        help=o.help,
        flag=o.is_flag,
        on=o.is_flag and value == "yes",
        choices=tuple(
            FormChoice(_text(c.value), c.label, _text(c.value) == value) for c in o.choices
        ),
        text=value,
        template=option_template(visit.house.renderer, game.name, o.name),
        refused=why,
    )


def _text(value: object) -> str:
    """An option's value as a form holds it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return {"true": "yes", "on": "yes"}.get(str(value), str(value))
