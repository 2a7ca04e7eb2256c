"""What a reader of a table is offered against talk: whom to mute, what to report, what to judge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from goldfield.store.manners import same_person
from goldfield.store.store import Entry, Mute, SitterKind, Standing, Talk, TalkKind
from goldfield.web.context import ChatLine, Muted, ReportedLine, TablePage, Voice
from goldfield.web.house import House


def own_players(entry: Entry, visitor: str) -> frozenset[str]:
    """All under which a visitor spoke at a table: also at devices that a seat has left."""
    return same_person(entry, visitor)


def name_of(entry: Entry, player: str, otherwise: str) -> str:
    """What somebody is called at a table: by their seats, else as they called themselves."""
    people = same_person(entry, player)
    seats = [s.name for s in entry.seats if s.kind is SitterKind.PERSON and s.player in people]
    return ", ".join(seats) or otherwise


async def with_manners(
    house: House,
    entry: Entry,
    page: TablePage,
    visitor: str,
    talk: Sequence[Talk],
    muted: Sequence[Mute],
) -> TablePage:
    """A table's page with what is offered to a visitor who reads this talk and mutes some."""
    reports = await house.store.reports(entry.id) if page.owner else ()
    speakers = frozenset(line.player for line in talk if line.kind is TalkKind.CHAT)
    # What all spectators are shown is the same who neither spoke nor mute anybody.
    seen = page.mine or page.owner or entry.lost_by(visitor) or visitor in speakers
    own = own_players(entry, visitor) if seen else frozenset[str]()
    return replace(
        page,
        speakers=speakers,
        voices=voices(entry, talk, own | {one.whom for one in muted}),
        muted=tuple(
            Muted(number, name_of(entry, whom, name))
            for number, (whom, name) in {m.number: (m.whom, m.name) for m in muted}.items()
        ),
        reportable=reportable(entry, talk, own),
        reports=tuple(
            ReportedLine(
                line=said(report.line, own),
                before=tuple(said(line, own) for line in report.before),
                after=tuple(said(line, own) for line in report.after),
            )
            for report in reports
            if report.line.player not in own
        ),
    )


async def muted_by(house: House, entry: Entry, visitor: str) -> tuple[Mute, ...]:
    """Whom a visitor does not hear at a table."""
    return await house.store.muted(entry.id, visitor) if entry.muting else ()


def voices(entry: Entry, talk: Sequence[Talk], without: frozenset[str]) -> tuple[Voice, ...]:
    """Whom one may mute: who sits at the table, then who spoke last without a seat."""
    found: list[Voice] = []
    known = set(without)
    for seat, sitter in enumerate(entry.seats):
        if sitter.kind is SitterKind.PERSON and sitter.player not in known:
            known |= same_person(entry, sitter.player)
            found.append(Voice(f"seat-{seat + 1}", name_of(entry, sitter.player, sitter.name)))
    for line in reversed(talk):
        if line.kind is TalkKind.CHAT and line.player not in known | {""}:
            known |= same_person(entry, line.player)
            found.append(Voice(f"line-{line.seq}", line.name, line.text))
    return tuple(found)


def reportable(entry: Entry, talk: Sequence[Talk], own: frozenset[str]) -> tuple[ChatLine, ...]:
    """Lines that the owner of the table can be asked to judge, newest first.

    Reported ones stay among them: nobody is to see that somebody reported one.
    """
    if not entry.owner:
        return ()
    spared = own | same_person(entry, entry.owner)
    return tuple(
        said(line, own)
        for line in reversed(talk)
        if line.kind is TalkKind.CHAT
        and line.standing is not Standing.GONE
        and line.player not in spared
    )


def said(line: Talk, own: frozenset[str]) -> ChatLine:
    """A line of chat for a visitor."""
    return ChatLine(
        name=line.name,
        seat=line.seat,
        text=line.text,
        mine=line.seat >= 0 and line.player in own,
        when=line.at,
        number=line.seq,
        gone=line.standing is Standing.GONE,
    )
