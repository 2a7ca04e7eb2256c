"""What readers do about talk: mute somebody for themselves, report a line, judge a reported one."""

from __future__ import annotations

from starlette.responses import Response

from goldfield.store.manners import same_person
from goldfield.store.store import Entry, NoSuchLine, SitterKind, Standing, Talk
from goldfield.web import forms
from goldfield.web.context import Notice
from goldfield.web.forms import one
from goldfield.web.manners import name_of, own_players
from goldfield.web.pages_table import after, said
from goldfield.web.refusal import Refusal, bad_form, forbidden
from goldfield.web.rights import acts_as_owner
from goldfield.web.visit import Visit
from goldfield.words import say

MOST = 1_000_000
"""The highest number of a line, or of a mute, that is looked for."""


async def mute(visit: Visit) -> Response:
    """POST mute: the visitor hears somebody no more, whom a line or a seat names."""
    entry = await visit.house.store.entry(visit.table)
    player, name = await _whom(visit, entry)
    if not player or player in own_players(entry, visit.visitor.id):
        raise Refusal(
            409, "nobody", say("There is nobody to mute there: choose somebody else who speaks.")
        )
    _not_too_fast(visit)
    people = same_person(entry, player) - {visit.visitor.id}
    await visit.house.store.mute(entry.id, visit.visitor.id, people, name)
    return await _done(visit)


async def _whom(visit: Visit, entry: Entry) -> tuple[str, str]:
    """The player that the form names by a seat (``seat-2``) or a line (``line-17``), and a name."""
    kind, _, typed = one(visit.form, "who").partition("-")
    found = forms.whole(typed)
    if kind == "seat" and found and found <= len(entry.seats):
        sitter = entry.seats[found - 1]
        return (sitter.player, sitter.name) if sitter.kind is SitterKind.PERSON else ("", "")
    if kind == "line" and found and found <= MOST:
        said = await visit.house.store.line(entry.id, found)
        return said.player, name_of(entry, said.player, said.name)
    raise NoSuchLine


async def unmute(visit: Visit) -> Response:
    """POST unmute: the visitor hears somebody again."""
    entry = await visit.house.store.entry(visit.table)
    number = forms.number(visit.form, "muted", 1, MOST)
    await visit.house.store.unmute(entry.id, visit.visitor.id, number)
    return await _done(visit)


async def report(visit: Visit) -> Response:
    """POST report: whoever opened the table is shown a line, among those around it."""
    entry, line = await _line(visit)
    if line.player in own_players(entry, visit.visitor.id):
        raise forbidden(say("You said this line yourself: report one of somebody else."))
    if not entry.owner or line.player in same_person(entry, entry.owner):
        raise Refusal(
            409,
            "nobody-above",
            say("Nobody at this table can take this line away. You can mute whoever said it."),
        )
    if line.standing is Standing.KEPT:
        raise Refusal(
            409, "let-stand", say("Whoever opened the table has seen this line and let it stand.")
        )
    if line.standing is Standing.GONE:
        raise Refusal(409, "gone", say("This line was taken away."))
    _not_too_fast(visit)  # a line reported before too: nobody is to see that it was
    await visit.house.store.judge(entry.id, line.seq, Standing.PLAIN, Standing.REPORTED)
    notice = say("Whoever opened the table is shown this line now. Who reported it is not told.")
    return await said(visit, *await visit.house.table(entry.id), Notice(notice))


async def judge(visit: Visit) -> Response:
    """POST judge: whoever decides for the table takes a reported line away, or lets it stand."""
    entry, line = await _line(visit)
    if not acts_as_owner(visit.house, entry, visit.visitor.id):
        raise forbidden(say("Only the one who opened this table can do that."))
    standing = {"take": Standing.GONE, "keep": Standing.KEPT}.get(one(visit.form, "do"))
    if standing is None:
        raise bad_form(say("A reported line can be taken away or kept: {choices}.",
                           choices=("take", "keep")))  # fmt: skip
    if line.standing is Standing.PLAIN:
        raise Refusal(409, "not-reported", say("Nobody has reported this line."))
    if line.player in own_players(entry, visit.visitor.id):
        raise forbidden(say("You said this line yourself, so others judge it."))
    await visit.house.store.judge(entry.id, line.seq, Standing.REPORTED, standing)
    return await _done(visit)


async def _line(visit: Visit) -> tuple[Entry, Talk]:
    entry = await visit.house.store.entry(visit.table)
    seq = forms.whole(one(visit.form, "line"))
    if not seq or seq > MOST:
        raise NoSuchLine
    return entry, await visit.house.store.line(entry.id, seq)


def _not_too_fast(visit: Visit) -> None:
    if not visit.house.manners_rate.takes(visit.visitor.id):
        raise Refusal(429, "too-fast", say("That was a lot at once: wait a few seconds."))


async def _done(visit: Visit) -> Response:
    return await after(visit, *await visit.house.table(visit.table))
