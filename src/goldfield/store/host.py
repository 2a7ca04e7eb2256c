"""Playing on a store: load, plan, append; with the matches in use kept folded in memory."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence

from goldfield import load
from goldfield.match.record import Event, Header, Seat, SeatKind
from goldfield.match.table import Match
from goldfield.store.handing import stand_ins
from goldfield.store.store import Check, Entry, NotAllowed, SitterKind, Status, Store
from goldfield.words import say


def header_of(entry: Entry) -> Header:
    """The header of a started match."""
    return Header(
        match_id=entry.id,
        game=entry.game,
        rules_version=entry.rules_version,
        options=entry.options,
        seats=tuple(
            Seat(
                name=sitter.name,
                kind=SeatKind.BOT if sitter.kind is SitterKind.BOT else SeatKind.PERSON,
                bot=sitter.bot,
                phrase=sitter.phrase,
                frozen=sitter.frozen,
            )
            for sitter in entry.seats
        ),
        commitment=entry.commitment,
        created=entry.created,
        stand_ins=stand_ins(entry.handovers),
    )


class Host:
    """Moves and matches for a server or a terminal.

    Keeps no truth: only folded matches, brought up to date from the store whenever asked.
    """

    def __init__(self, store: Store, keep: int = 256) -> None:
        """``keep`` is how many folded matches stay in memory, those used last."""
        self.store = store
        self._keep = keep
        self._folded: OrderedDict[str, Match] = OrderedDict()

    async def match(self, match_id: str) -> tuple[Entry, Match]:
        """A started match as it stands. Raises NotFound, NotAllowed (not started)."""
        known = self._folded.get(match_id)
        since = known.position if known else 0
        entry, news = await self.store.read(match_id, since)
        if not entry.started:
            raise NotAllowed(
                say("This match was closed before it began.")
                if entry.status is Status.ABANDONED
                else say("The match has not begun.")
            )
        events = [dated.event for dated in news]
        header = header_of(entry)
        if known is None:
            # The first table of a variant builds its game's tables: not while others wait.
            game = await asyncio.to_thread(load, header.game, **header.options)
            match = Match(header, events, entry.seed, game=game)
        elif events or known.header != header:
            match = known.extended(events, header)
        else:
            match = known
        if entry.status is Status.ABANDONED and not match.abandoned:
            match = match.given_up()
        self._remember(match)
        return entry, match

    async def play(
        self,
        match_id: str,
        position: int,
        seat: int,
        moves: Sequence[int | str],
        *,
        stands_in: bool = False,
        check: Check | None = None,
    ) -> tuple[Entry, Match]:
        """Make moves together for a seat and return the match after them, durable.

        ``stands_in``: a bot makes them for a person; raises SeatChanged where that one is back.
        ``check`` looks in the transaction that records them whether whoever makes them still may.

        Raises Stale, NotYourTurn, Closed, IllegalMove (see ``Match.plan``), Full, Busy, NotFound.
        """
        _, match = await self.match(match_id)
        stand_in = seat if stands_in else -1
        return await self._append(match, match.plan(position, seat, moves), stand_in, check)

    async def undo(
        self, match_id: str, position: int, seat: int, *, check: Check | None = None
    ) -> tuple[Entry, Match]:
        """Take a seat's last move back and return the match after that, durable.

        ``check`` as in ``play``.

        Raises NothingToTakeBack (see ``Match.undo_plan``) and what ``play`` raises.
        """
        _, match = await self.match(match_id)
        return await self._append(match, match.undo_plan(position, seat), check=check)

    async def _append(
        self,
        match: Match,
        events: Sequence[Event],
        stand_in: int = -1,
        check: Check | None = None,
    ) -> tuple[Entry, Match]:
        """Record what was planned at the match's position."""
        after = match.extended(events)
        match_id = match.header.match_id
        entry = await self.store.append(
            match_id,
            match.position,
            events,
            finished=after.is_over,
            stand_in=stand_in,
            check=check,
        )
        self._remember(after)
        return entry, after

    def _remember(self, match: Match) -> None:
        """Keep a match, unless a later moment of it is known already."""
        known = self._folded.get(match.header.match_id)
        if known is None or known.position <= match.position:
            self._folded[match.header.match_id] = match
        self._folded.move_to_end(match.header.match_id)
        while len(self._folded) > self._keep:
            self._folded.popitem(last=False)
