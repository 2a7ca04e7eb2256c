"""What one server process holds: store, games, templates, streams, bots, keys."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass

from goldfield.match.document import NAME
from goldfield.match.table import Match
from goldfield.store.host import Host
from goldfield.store.store import Entry, NotFound, Store
from goldfield.web.alarms import Alarms
from goldfield.web.assets import Assets
from goldfield.web.bots import BotRunner
from goldfield.web.catalog import Catalog
from goldfield.web.forms import Arrivals
from goldfield.web.identity import Identity
from goldfield.web.live import Hub
from goldfield.web.render import Renderer
from goldfield.web.security import FormTokens
from goldfield.web.settings import Settings
from goldfield.web.shared_parts import SharedParts
from goldfield.web.visit import Rate


@dataclass(slots=True)
class House:
    """Everything that requests share. No truth is kept here, only caches."""

    settings: Settings
    url: Callable[..., str]
    """The path of a route: ``url("table", id=...)``."""
    catalog: Catalog
    assets: Assets
    renderer: Renderer
    hub: Hub
    arrivals: Arrivals
    store: Store
    host: Host
    identity: Identity
    tokens: FormTokens
    bots: BotRunner
    parts: SharedParts
    chat_rate: Rate
    manners_rate: Rate
    table_rate: Rate
    seat_rate: Rate
    alarms: Alarms

    @staticmethod
    def tidy_id(text: str) -> str:
        """A table's code as somebody may have typed it, in the form in which it is kept."""
        return "".join(c for c in text[:80].lower() if c.isascii() and c.isalnum())

    async def find_id(self, text: str) -> str:
        """The id of a table as it is kept, from the code in an address.

        Codes made here look the same however they were typed. Those of matches brought along may
        hold what a person would type by mistake, so a code that is exactly one of them is that one.
        """
        tidy = self.tidy_id(text)
        if text != tidy and NAME.fullmatch(text):
            with contextlib.suppress(NotFound):
                return (await self.store.entry(text)).id
        return tidy

    def stop(self) -> None:
        """Wait for nobody any more: streams end, and forms that are still on their way."""
        self.hub.stop()
        self.arrivals.stop()
        self.alarms.stop()

    async def table(self, match_id: str) -> tuple[Entry, Match | None]:
        """A table as it stands; the match is None as long as it has not begun."""
        entry = await self.store.entry(match_id)
        if not entry.started:
            return entry, None
        return await self.host.match(match_id)
