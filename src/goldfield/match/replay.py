"""An untrusted record replayed, every event through the checked door."""

from __future__ import annotations

from collections.abc import Sequence

from goldfield.games.contract import CHANCE, IllegalMove, State
from goldfield.games.game import Game
from goldfield.match.form import BadRecord
from goldfield.match.record import UNDO_TEXT, Event, Kind, Record
from goldfield.match.refused import STANDS, NothingToTakeBack
from goldfield.match.undo import last_move
from goldfield.words import Message, SeatName, say, shortened


class Walk:
    """A replay of an untrusted record, one event at a time through the checked door."""

    def __init__(self, game: Game, record: Record, texts: Sequence[str] = ()) -> None:
        """``texts``: the notation beside each event, to be checked too; empty: there is none."""
        self.game = game
        self.record = record
        self.texts = texts
        self.position = 0
        self.states: list[State] = [game.start()]

    @property
    def state(self) -> State:
        """The state that the replay has come to."""
        return self.states[-1]

    def shown(self, move: int) -> str:
        """The notation of a legal move or possible outcome here; of any other that it is none."""
        game, state = self.game, self.state
        if game.to_act(state) == CHANCE:
            known = any(outcome == move for outcome, _ in game.outcomes(state))
        else:
            known = move in game.moves(state)
        if known:
            return game.show_move(state, move)
        return str(say("number {move} (impossible here)", move=move))

    def step(self) -> None:
        """Check the next event against the state and play it. Raises BadRecord."""
        at, game, state = self.position, self.game, self.state
        event = self.record.events[at]
        text = self.texts[at] if self.texts else str(say("The move"))
        place = f"moves[{at}]"
        actor = game.to_act(state)
        if game.is_over(state):
            raise BadRecord(place, say("The game was over before this move."))
        if event.seat != actor:
            raise BadRecord(place + ".seat", _whose(actor))
        if event.kind is Kind.UNDO:
            self._take_back(event, place)
            return
        try:
            after = game.play(state, event.move)
        except IllegalMove as illegal:
            raise BadRecord(
                place,
                say(
                    "{text} (number {move}) is not legal here: {why}",
                    text=shortened(text),
                    move=event.move,
                    why=illegal.message,
                ),
            ) from illegal
        meant = game.show_move(state, event.move)
        if self.texts and text != meant:
            raise BadRecord(
                place + ".text",
                say(
                    "The text {text} does not fit the number {move}, which means {meant}.",
                    text=shortened(text),
                    move=event.move,
                    meant=meant,
                ),
            )
        kind = kind_here(game, state)
        if kind is not event.kind:
            raise BadRecord(
                place + ".kind",
                say(
                    "This event is of kind {kind}, not {found}.",
                    kind=kind.value,
                    found=event.kind.value,
                ),
            )
        self._go_on(after)

    def _take_back(self, event: Event, place: str) -> None:
        """Check a move taken back and return to the state before it. Raises BadRecord."""
        if not self.game.info.takes_back:
            raise BadRecord(place, STANDS)
        try:
            last = last_move(self.record.events, event.seat, self.position)
        except NothingToTakeBack as nothing:
            raise BadRecord(
                place,
                say(
                    "Nothing can be taken back here: {seat} has not moved since chance or another "
                    "seat decided.",
                    seat=SeatName(event.seat),
                ),
            ) from nothing
        if event.move != last:
            raise BadRecord(
                place + ".move",
                say(
                    "This takes back move {found}, but the last one, move {last}, has to be taken "
                    "back first.",
                    found=event.move + 1,
                    last=last + 1,
                ),
            )
        if self.texts and self.texts[self.position] != UNDO_TEXT:
            raise BadRecord(
                place + ".text",
                say("Taking back is written {text}.", text=UNDO_TEXT),
            )
        self._go_on(self.states[last])

    def _go_on(self, after: State) -> None:
        self.states.append(after)
        self.position += 1

    def finish(self) -> None:
        """Check that a record may stop where the replay has come to. Raises BadRecord."""
        if not self.game.is_over(self.state):
            if kind_here(self.game, self.state) is not Kind.MOVE:
                raise BadRecord(
                    "moves", say("The record stops in mid-turn: what follows by itself is missing.")
                )
        elif self.record.seed is None:
            raise BadRecord("seed", say("The game is over, so its seed belongs in the record."))


def _whose(actor: int) -> Message:
    if actor == CHANCE:
        return say("Chance is to decide here, not a seat.")
    return say("It is {seat} who acts here.", seat=SeatName(actor))


def kind_here(game: Game, state: State) -> Kind:
    """The kind of the event that follows a state."""
    if game.to_act(state) == CHANCE:
        return Kind.CHANCE
    legal: Sequence[int] = game.moves(state)
    forced = len(legal) == 1 and legal[0] in game.info.forced
    return Kind.FORCED if forced else Kind.MOVE
