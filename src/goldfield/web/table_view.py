"""A table as one visitor sees it: from the store's entry and a reader to a page's data."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import urlsplit

from goldfield.games.contract import OVER, SPECTATOR
from goldfield.match.record import Kind as EventKind
from goldfield.match.record import Record
from goldfield.match.rolled import drawn_of, is_drawn
from goldfield.match.table import Match
from goldfield.match.verify import verify
from goldfield.store.seating import is_settled
from goldfield.store.store import Entry, SitterKind, Standing, Status, Talk, TalkKind
from goldfield.web.absence import absent_at, giving_way, played_for
from goldfield.web.addresses import is_here_only
from goldfield.web.catalog import PLAIN_TABLE, edition_of, load_game, rules_of
from goldfield.web.context import (
    ChartLine,
    ChatLine,
    Check,
    Kind,
    LogLine,
    Notice,
    Phase,
    Reading,
    SeatCard,
    TableCard,
    TablePage,
)
from goldfield.web.eyes import wanted_eyes
from goldfield.web.forms import Form
from goldfield.web.house import House
from goldfield.web.identity import in_other_app
from goldfield.web.manners import muted_by, with_manners
from goldfield.web.reader import LOG_LINES, Reader, news_for, sentences_of
from goldfield.web.render import KEY_PLACE
from goldfield.web.rights import acts_as_owner, kept_for, mine_of
from goldfield.web.rolls_shown import rolls_shown
from goldfield.web.starters import begins_at
from goldfield.web.visit import Visit
from goldfield.web.wording import Wording
from goldfield.words import Message, SeatName, say

CHAT_LINES = 100
"""Lines of talk that a table shows."""
SPOKEN = 4
"""Sentences that a screen reader is told at once at most."""

SEAT_EVENTS = {
    "sat": say("sat down."),
    "left": say("got up."),
    "moved": say("went on at another device."),
    "bot": say("let a bot take over."),
    "again": say("would like to play again."),
}
"""What a line of talk about a seat says after the name, by the word that the store keeps."""


def version_of(house: House, entry: Entry) -> str:
    """What changes whenever a page has something new to show."""
    return house.hub.version(entry.id, entry.version)


def wording_of(visit: Visit, entry: Entry) -> Wording:
    """Messages about a table as one visitor reads them."""
    names = [sitter.name for sitter in entry.seats]
    return visit.wording(names, mine_of(entry, visit.visitor.id), entry.game)


def seat_cards(
    house: House, entry: Entry, visitor: str, reader: Reader | None = None
) -> tuple[SeatCard, ...]:
    """The seats of a table for one visitor."""
    closed = entry.status in (Status.FINISHED, Status.ABANDONED)
    scores = reader.scores() if reader else (0,) * len(entry.seats)
    winners = reader.winners() if reader and closed else ()
    ranks = reader.ranks() if reader else scores
    to_act = reader.to_act if reader and not closed else OVER
    players = [s.player for s in entry.seats if s.kind is SitterKind.PERSON]
    side_of = load_game(entry.game, entry.options).info.side_of
    cards: list[SeatCard] = []
    for n, sitter in enumerate(entry.seats):
        kind: Kind = "open"
        if sitter.kind is SitterKind.BOT:
            kind = "bot"
        elif sitter.kind is SitterKind.PERSON:
            kind = "here" if players.count(sitter.player) > 1 else "person"
        mine = kind in ("person", "here") and sitter.player == visitor
        cards.append(
            SeatCard(
                number=n,
                name=sitter.name if kind != "open" else "",
                kind=kind,
                character=sitter.bot,
                mine=mine,
                owner=kind in ("person", "here") and sitter.player == entry.owner,
                to_act=n == to_act,
                present=kind == "bot"
                or (kind != "open" and house.hub.shows(entry.id, sitter.player)),
                score=scores[n],
                side=side_of[n],
                phrase=sitter.phrase if mine or reader or is_settled(entry, n) else "",
                settled=is_settled(entry, n),
                won=n in winners,
                rank=ranks[n],
                kept=sitter.name if sitter.is_kept else "",
                stand_in=entry.stand_in(n) if not closed else "",
                kept_mine=sitter.is_kept and sitter.player == visitor,
                linked=mine and bool(sitter.token_hash),
            )
        )
    return tuple(cards)


def phase_of(entry: Entry) -> Phase:
    """The word for a table's status."""
    phases: dict[Status, Phase] = {
        Status.WAITING: "waiting",
        Status.RUNNING: "running",
        Status.FINISHED: "finished",
        Status.ABANDONED: "abandoned",
    }
    return phases[entry.status]


def table_card(house: House, entry: Entry, match: Match | None, visitor: str) -> TableCard:
    """A table in a list."""
    mine = mine_of(entry, visitor)
    reader = Reader(match) if match else None
    to_act = match.to_act if match and not match.is_closed else OVER
    return TableCard(
        id=entry.id,
        title=entry.title,
        game=house.catalog.card(entry.game),
        edition=edition_of(load_game(entry.game, entry.options)),
        seats=seat_cards(house, entry, visitor, reader),
        phase=phase_of(entry),
        turn=entry.position,
        mine=bool(mine),
        my_turn=to_act in mine and not entry.stand_in(to_act),
        can_sit=entry.status is Status.WAITING
        and not mine
        and any(s.kind is SitterKind.EMPTY and not s.is_kept for s in entry.seats),
        kept=bool(kept_for(entry, visitor)),
    )


def chat_lines(talk: Sequence[Talk], mine: Sequence[int]) -> tuple[ChatLine, ...]:
    """The table's talk, oldest first."""
    return tuple(
        ChatLine(
            name=line.name,
            seat=line.seat,
            text=line.text if line.kind is TalkKind.CHAT else "",
            mine=line.seat in mine,
            when=line.at,
            number=line.seq,
            gone=line.standing is Standing.GONE,
            event=None if line.kind is TalkKind.CHAT else SEAT_EVENTS.get(line.text),
        )
        for line in talk
    )


async def table_page(
    visit: Visit,
    entry: Entry,
    match: Match | None,
    *,
    notice: Notice | None = None,
    chat_notice: Notice | None = None,
    form: Form | None = None,
) -> TablePage:
    """All that a table's page shows to this visitor now."""
    house, visitor = visit.house, visit.visitor
    mine = mine_of(entry, visitor.id)
    game = match.game if match else load_game(entry.game, entry.options)
    ways = giving_way(game, entry)
    muted = await muted_by(house, entry, visitor.id)
    talk = await house.store.talk(entry.id, limit=CHAT_LINES, without=[m.whom for m in muted])
    page = TablePage(
        id=entry.id,
        title=entry.title,
        game=house.catalog.card(entry.game),
        rules=rules_of(game),
        edition=edition_of(game),
        warnings=game.rules.warnings(),
        give_way=tuple(bot.plain for bot in ways),
        lacking=tuple(bot.why for bot in ways),
        chance=is_drawn(game),
        phase=phase_of(entry),
        version=version_of(house, entry),
        position=entry.position,
        seats=(),
        mine=mine,
        seat=SPECTATOR,
        owner=acts_as_owner(house, entry, visitor.id),
        link=f"{base_of(visit)}{house.url('table', id=entry.id)}",
        here_only=here_only(visit),
        commitment=entry.commitment,
        watchers=house.hub.watchers(entry.id, [s.player for s in entry.seats]),
        viewer_name=visitor.name if mine or match is None else "",
        named=bool(visitor.name),
        begun=match is not None,
        chat=chat_lines(talk, mine),
        chat_key=KEY_PLACE,
        notice=notice,
        chat_notice=chat_notice,
        next_id=entry.rematch,
        form=form or {},
        lost=tuple(entry.seats[seat].name for seat in entry.lost_by(visitor.id)),
        forgetful=bool(mine) and in_other_app(visit.request.headers),
    )
    page = await with_manners(house, entry, page, visitor.id, talk, muted)
    begins = await begins_at(house, entry, match, visitor.id)
    page = replace(page, begins=begins)
    if entry.rematch:
        page = _with_next(page, await house.store.entry(entry.rematch), visitor.id)
    if match is None:
        open_seats = tuple(n for n, s in enumerate(entry.seats) if s.kind is SitterKind.EMPTY)
        return replace(
            page,
            seats=seat_cards(house, entry, visitor.id),
            seat=mine[0] if mine else SPECTATOR,
            open_seats=open_seats,
            can_start=page.owner and not open_seats,
            owner_away=_owner_away(house, entry, page),
        )
    return _played(house, entry, match, page, visit)


def _owner_away(house: House, entry: Entry, page: TablePage) -> str:
    """Who opened a waiting table and is away, for those who sit there and wait for them."""
    if page.owner or not page.mine or house.hub.shows(entry.id, entry.owner):
        return ""
    names = [s.name for s in entry.seats if s.kind is SitterKind.PERSON and s.player == entry.owner]
    return names[0] if names else "?"


def _with_next(page: TablePage, later: Entry, visitor: str) -> TablePage:
    """The page of a finished game after which somebody asked for another."""
    kept = kept_for(later, visitor)
    asked = next((s.name for s in later.seats if s.player == later.owner and not s.is_kept), "")
    return replace(page, next_seat=kept[0], next_by=asked) if kept else page


def _played(house: House, entry: Entry, match: Match, page: TablePage, visit: Visit) -> TablePage:
    """The page of a table at which a game runs, or ran."""
    eyes = wanted_eyes(visit, match, page.mine)
    reader = Reader(match, eyes.seat)
    log = reader.log()
    if page.begins and not match.is_closed and match.position < LOG_LINES:
        # The very first line of a game that follows another.
        first = say("{seat} may begin. {why}", seat=SeatName(page.begins.seat), why=page.begins.why)
        log += (LogLine(-1, page.begins.seat, (first,)),)
    if not match.is_closed and match.position < LOG_LINES:
        log += tuple(LogLine(-1, -1, (note,)) for note in page.give_way)
    to_act = reader.to_act if not match.is_closed else OVER
    bot = to_act >= 0 and bool(entry.bot_at(to_act))
    stand_in = to_act >= 0 and bool(entry.stand_in(to_act))
    seats = seat_cards(house, entry, visit.visitor.id, reader)
    page = replace(
        page,
        seats=seats,
        seat=eyes.seat,
        board=reader.board(),
        position_text=reader.text,
        choices=(
            tuple(Reading(c.text, c.effect) for c in reader.choices())
            if page.game.table_template == PLAIN_TABLE
            else ()
        ),
        to_act=to_act,
        my_move=to_act >= 0 and to_act == eyes.seat and not stand_in,
        undo=not stand_in and match.can_take_back(eyes.seat),
        curtain=eyes.curtain and not stand_in,
        held=eyes.query,
        thinking=bot,
        bot_trouble=house.bots.trouble(entry.id) if bot else None,
        bot_note=house.bots.note(entry.id),
        greeting=() if match.is_closed or _has_moved(match, page.mine) else page.give_way,
        log=log,
        news=news_for(log, to_act),
        spoken=_spoken(reader, to_act, SPECTATOR if stand_in else eyes.seat),
        absent=absent_at(house, entry, match),
        back=not match.is_closed and any(entry.stand_in(seat) for seat in page.mine),
    )
    if not match.is_closed:
        return page
    turns = reader.turns()
    chart = tuple(
        ChartLine(
            tuple((seat.number, seat.name) for seat in partners),
            tuple(standing[partners[0].number] for _, standing in turns),
        )
        for side in sorted({seat.side for seat in seats})
        if (partners := [seat for seat in seats if seat.side == side])
    )
    return replace(
        page,
        chart=chart,
        chart_text=reader.chart_text,
        chart_most=max((max(line.points) for line in chart), default=1) or 1,
        turns=len(turns) - 1,
        played_for=played_for(match),
        rolls=rolls_shown(match),
        drawn=drawn_of(match.game),
        check=check_of(match.record()),
    )


def _has_moved(match: Match, seats: Sequence[int]) -> bool:
    """Whether anybody on one of these seats has made a move."""
    return any(event.kind is EventKind.MOVE and event.seat in seats for event in match.events)


def _spoken(reader: Reader, to_act: int, seat: int) -> tuple[Message, ...]:
    """What a screen reader says: the newest events and whose turn it is."""
    newest = sentences_of(reader.log(max(0, reader.position - 3)))[-SPOKEN:]
    if to_act < 0:
        return newest
    if to_act == seat:
        return (*newest, say("It is your turn."))
    return (*newest, say("{seat} is to act.", seat=SeatName(to_act)))


def check_of(record: Record) -> Check:
    """The check of a record's dice, kept for the records that were asked for last."""
    return _checked(record.header.match_id, len(record.events), _Held(record))


class _Held:
    """A record beside a cache's key: all are equal, since the key already tells them apart."""

    def __init__(self, record: Record) -> None:
        self.record = record

    def __hash__(self) -> int:
        return 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Held) and other.record == self.record


@functools.lru_cache(maxsize=64)
def _checked(match_id: str, events: int, held: _Held) -> Check:
    record = held.record
    found = verify(record)
    return Check(
        ok=found.true and found.seed_known,
        sentence=found.summary,
        commitment=record.header.commitment,
        seed=record.seed.hex() if record.seed else "",
        phrases=record.header.phrases if record.seed else (),
        rolls=len(found.rolls),
    )


def base_of(visit: Visit) -> str:
    """The address of this server for links that people give to one another.

    As it was set; else as the visitor's browser knows it, unless that means each computer itself
    and others nearby can reach this one by another.
    """
    settings, url = visit.house.settings, visit.request.url
    if settings.url:
        return settings.url
    if settings.nearby and is_here_only(url.hostname or ""):
        return settings.nearby
    return f"{url.scheme}://{url.netloc}"


def here_only(visit: Visit) -> bool:
    """Whether links made here open on this computer only."""
    return is_here_only(urlsplit(base_of(visit)).hostname or "")
