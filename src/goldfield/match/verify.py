"""The check of a match: commitment, every chance event and every move, recomputed from the seed."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from goldfield import load
from goldfield.games.contract import CHANCE
from goldfield.match.document import MASKED, read
from goldfield.match.fair import commitment, derived_phrase, fair_dice
from goldfield.match.form import BadRecord, with_place
from goldfield.match.record import Header, Kind, Record, SeatKind
from goldfield.match.replay import Walk
from goldfield.match.sat_in import SatIn, sat_in
from goldfield.words import Message, say, say_n


@dataclass(frozen=True, slots=True)
class CheckedRoll:
    """A chance event and its check.

    ``number`` counts chance events from 1 and ``position`` events from 0; ``recorded`` and
    ``expected`` are notations (``"GGL2"``).
    """

    number: int
    position: int
    recorded: str
    expected: str

    @property
    def true(self) -> bool:
        """Whether the record has what the seed gives."""
        return self.recorded == self.expected


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong: where (``"moves[42].text"``), and what in a sentence without the place."""

    place: str
    message: Message
    roll: CheckedRoll | None = None
    """The false roll, if that is what was found."""
    damaged: bool = False
    """Whether the form is wrong there, and not only what it says."""

    @property
    def line(self) -> Message:
        """Both in one for people; a false roll's sentence says its position itself."""
        if self.roll is not None:
            return self.message
        return with_place(self.place, self.message, damaged=self.damaged)


@dataclass(frozen=True, slots=True)
class Verification:
    """What ``verify`` found.

    ``seed_known`` is False while the match runs: then moves were replayed and no dice checked.
    ``moves`` is how many events were replayed, ``rolls`` are the chance events among them.
    ``remarks`` say what is not false and still worth knowing. ``played_for`` tells of the bots that
    sat in, as the record does, which nothing can confirm; ``names`` are those of the seats, in
    order, as they stand in the record.
    """

    seed_known: bool
    moves: int
    rolls: tuple[CheckedRoll, ...]
    findings: tuple[Finding, ...]
    remarks: tuple[Message, ...] = ()
    played_for: tuple[SatIn, ...] = ()
    names: tuple[str, ...] = ()

    @property
    def true(self) -> bool:
        """Whether nothing false was found."""
        return not self.findings

    @property
    def summary(self) -> Message:
        """The result in one sentence."""
        if self.findings:
            first, wrong = self.findings[0].line, sum(not roll.true for roll in self.rolls)
            if wrong < max(3, len(self.rolls) / 2):
                return say("This record is false. {first}", first=first)
            return say(
                "This record is false. {first} {wrong} of {rolls} rolls differ: the seed, a phrase "
                "or the name of the match is not the one that they were drawn with.",
                first=first,
                wrong=wrong,
                rolls=len(self.rolls),
            )
        if not self.seed_known:
            return say(
                "Every move is legal. The dice can be checked once the match is over and its seed "
                "is revealed."
            )
        result = say_n(
            "True: the seed fits its fingerprint, {n} draw is what seed and phrases give, "
            "and every move is legal.",
            "True: the seed fits its fingerprint, all {n} rolls and draws are what seed and "
            "phrases give, and every move is legal.",
            len(self.rolls),
        )
        if not self.rolls:
            result = say(
                "True: nothing was drawn in this match, every move is legal, and the seed fits its "
                "fingerprint."
            )
        for remark in self.remarks:
            result = say("{result} {remark}", result=result, remark=remark)
        return result


def verify(record: Record, texts: Sequence[str] = ()) -> Verification:
    """Check a record; ``texts`` are the notations beside its numbers, if it came with any.

    The first finding is the first false thing; a false roll is named before what comes of it.
    """
    header, seed = record.header, record.seed
    findings: list[Finding] = []
    rolls: list[CheckedRoll] = []
    if seed is not None and commitment(seed) != header.commitment:
        findings.append(
            Finding(
                "seed",
                say(
                    "The seed is not the one promised at the start: its SHA-256 is {found}, "
                    "the record promises {promised}.",
                    found=commitment(seed),
                    promised=header.commitment,
                ),
            )
        )
    if record.reader is not None:
        return Verification(False, 0, (), (*findings, Finding("seen_by", MASKED)))
    game = load(header.game, **header.options)
    walk = Walk(game, record, texts)
    try:
        while walk.position < len(record.events):
            undone = record.events[walk.position].kind is Kind.UNDO
            if seed is not None and not undone and game.to_act(walk.state) == CHANCE:
                dice = fair_dice(seed, header.match_id, len(rolls), header.phrases)
                expected, _ = game.room.roll(game.setup, walk.state, dice)
                roll = CheckedRoll(
                    len(rolls) + 1,
                    walk.position,
                    walk.shown(record.events[walk.position].move),
                    walk.shown(expected),
                )
                rolls.append(roll)
                if not roll.true:
                    findings.append(_false(roll))
            walk.step()
        walk.finish()
    except BadRecord as bad:
        findings.append(Finding(bad.place, bad.sentence, damaged=bad.damaged))
    return Verification(
        seed is not None,
        walk.position,
        tuple(rolls),
        tuple(findings),
        _remarks(header),
        sat_in(header, record.events),
        tuple(seat.name for seat in header.seats),
    )


def _remarks(header: Header) -> tuple[Message, ...]:
    """Bots whose phrase is not the one that nobody can choose."""
    return tuple(
        say(
            "But the phrase of seat {n}, a bot, does not follow from the fingerprint of the seed: "
            "a person had this seat before, or somebody chose it.",
            n=seat + 1,
        )
        for seat, sitting in enumerate(header.seats)
        if sitting.kind is SeatKind.BOT
        and sitting.phrase != derived_phrase(header.commitment, seat)
    )


def verify_text(text: str | bytes, packages: Collection[str] = ()) -> Verification:
    """Check a downloaded JSON file; one that is no record at all is a finding, too."""
    try:
        document = read(text, packages)
    except BadRecord as bad:
        return Verification(False, 0, (), (Finding(bad.place, bad.sentence, damaged=bad.damaged),))
    return verify(document.record, document.texts)


def _false(roll: CheckedRoll) -> Finding:
    return Finding(
        f"moves[{roll.position}]",
        say(
            "Roll {number} at position {position}: the record says {recorded}, the seed gives "
            "{expected}.",
            number=roll.number,
            position=roll.position,
            recorded=roll.recorded,
            expected=roll.expected,
        ),
        roll,
    )
