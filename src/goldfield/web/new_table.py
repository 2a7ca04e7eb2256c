"""The form for a new table, generated from the game's options, and what it opens."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from starlette.responses import Response

from goldfield.games.options import BadOption, Option, Scalar, options_of, read_options
from goldfield.store.store import Check, NewMatch, Sitter, SitterKind
from goldfield.web import forms, option_form
from goldfield.web.catalog import option_template
from goldfield.web.context import GameCard, Notice
from goldfield.web.context_pages import FormSeat, NewTablePage
from goldfield.web.forms import one
from goldfield.web.identity import NAME_LENGTH, PHRASE_LENGTH, TITLE_LENGTH, clean
from goldfield.web.refusal import Refusal, bad_form, no_preset
from goldfield.web.seating import seated
from goldfield.web.visit import Visit
from goldfield.words import Message, say

FRESH = {"first": 0}
"""Where a table opened on a page differs from the game's own defaults: who begins is drawn."""
PLAYERS = "players"
ANY_GAME = "random"
"""The bot that can play every game; a game's own are better company."""


async def new(visit: Visit) -> Response:
    """GET /new: the form for a game and a preset."""
    query = visit.request.query_params
    game = _game(visit, query.get("game", ""))
    preset = query.get("preset", _first_preset(game))
    return visit.page("new.html", _form_page(visit, game, {}, preset))


async def new_post(visit: Visit) -> Response:
    """POST /new: open the table, or show the form again."""
    form = visit.form
    game = _game(visit, one(form, "game"))
    do, preset = one(form, "do", "open"), one(form, "preset")
    if one(form, "shown-game", game.name) != game.name:
        # The options are another game's, and nobody has seen this one's: no table opens by them.
        others = option_form.kept(form, (PLAYERS,))
        form = {name: values for name, values in form.items() if name not in others}
        return visit.page("new.html", _form_page(visit, game, form, _first_preset(game)))
    option_form.check(_options(visit, game), form)
    _check_preset(game, preset)
    if do == "fill":
        return visit.page("new.html", _form_page(visit, game, form, preset))
    if do == "read":
        # What was typed is meant, also where another preset was chosen and not filled in yet.
        preset = one(form, "shown-preset")
        form = {**form, "preset": [preset]}
    name = clean(one(form, "name"), NAME_LENGTH)
    visit.rename(name)
    try:
        rules = read_options(
            visit.house.catalog.room(game.name).Rules,
            option_form.chosen(_options(visit, game), form, _preset(game, preset)),
        )
        options = rules.as_dict()
        if do == "read":
            return visit.page("new.html", _form_page(visit, game, form, preset, values=options))
        players = int(options[PLAYERS])
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
        if visit.json:
            raise
        page = _form_page(visit, game, form, preset, refused=error)
        places = {o.name: f"o-{o.name}-refused" for o in page.options}
        notice = Notice(error.message, bad=True, place=places.get(error.option, ""))
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
    wanted = one(form, "preset")
    _check_preset(game, wanted)
    preset = _preset(game, wanted)
    room = visit.house.catalog.room(game.name)
    rules = read_options(room.Rules, {**preset, **FRESH, PLAYERS: len(bots) + 1})
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
    check: Check | None = None,
) -> Response:
    """Open a table, start it when nobody is awaited, and lead there; ``check`` as in the store."""
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
        ),
        check=check,
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


def _check_preset(game: GameCard, name: str) -> None:
    """Refuse a posted preset that the game does not have; none at all may be posted."""
    known = [p.name for p in game.presets]
    if name and name not in known:
        raise no_preset(422, name, known)


def _preset(game: GameCard, name: str) -> Mapping[str, Scalar]:
    """The options of a preset, none for an unknown name."""
    return next((p.options for p in game.presets if p.name == name), {})


def _first_preset(game: GameCard) -> str:
    """The preset that a form shows before any was chosen, empty where there is none."""
    return game.presets[0].name if game.presets else ""


def _usual(game: GameCard, seat: int) -> str:
    """What a seat of a fresh form is for: oneself, then bots, or people where there are none."""
    if seat == 0:
        return "me"
    known = [c.name for c in game.characters if c.usual]
    bots = [name for name in known if name != ANY_GAME] or known
    return f"bot:{bots[(seat - 1) % len(bots)]}" if bots else "person"


def _options(visit: Visit, game: GameCard) -> tuple[Option, ...]:
    return options_of(visit.house.catalog.room(game.name).Rules)


def _form_page(
    visit: Visit,
    game: GameCard,
    form: forms.Form,
    preset: str,
    *,
    values: Mapping[str, Scalar] | None = None,
    refused: BadOption | None = None,
) -> NewTablePage:
    """The form, its options as in ``values``; else as a preset has them, the others as typed.

    A refused form shows them as they were typed, but where a preset was meant to replace them.
    """
    options, of_preset = _options(visit, game), _preset(game, preset)
    templates = {o.name: option_template(visit.house.renderer, game.name, o.name) for o in options}
    typed: forms.Form = {}
    if values is None:
        values = {**FRESH, **of_preset}
        as_typed = refused and option_form.is_shown(form)
        typed = option_form.kept(form, () if as_typed else of_preset)
    shown = option_form.fields(options, values, typed, templates, refused)
    players = forms.whole(next(o.text for o in shown if o.name == PLAYERS)) or game.fewest
    players = min(max(players, game.fewest), game.most)
    return NewTablePage(
        games=visit.house.catalog.cards,
        game=game,
        preset=preset if preset in [p.name for p in game.presets] else "",
        sets={p.name: option_form.sets(options, p, templates) for p in game.presets},
        options=shown,
        seats=tuple(
            FormSeat(
                n,
                _sitter(game, n, one(form, f"seat-{n + 1}")),
                clean(one(form, f"here-{n + 1}"), NAME_LENGTH),
            )
            for n in range(game.most)
        ),
        players=players,
        title=clean(one(form, "title"), TITLE_LENGTH),
        listed=one(form, "listed") == "yes" if form else True,
        phrase=clean(one(form, "phrase"), PHRASE_LENGTH),
        warnings=_warnings(visit, game, values, typed),
    )


def _sitter(game: GameCard, seat: int, kind: str) -> str:
    """Who is to sit on a seat, as posted; a bot that does not know the game gives way to one."""
    if kind.startswith("bot:") and kind[4:] not in [c.name for c in game.characters]:
        return _usual(game, max(seat, 1))
    # who opens a table by this form mostly waits for friends
    return kind or ("person" if seat else "me")


def _warnings(
    visit: Visit, game: GameCard, values: Mapping[str, Scalar], typed: forms.Form
) -> tuple[Message, ...]:
    """What may surprise about the options of a form; nothing where they are refused anyway."""
    try:
        given = option_form.posted(_options(visit, game), typed)
        rules = visit.house.catalog.room(game.name).Rules
        return read_options(rules, {**values, **given}).warnings()
    except BadOption:
        return ()
