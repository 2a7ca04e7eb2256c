"""Why a match refuses what somebody asks of it, in sentences that go to the person who asked."""

from __future__ import annotations

from goldfield.words import Message, SeatName, say


class Refused(Exception):
    """Something a match or its store does not do; ``message`` says why and what would help."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


class Stale(Refused):
    """The move was meant for an earlier position; ``position`` is the current one."""

    def __init__(self, position: int) -> None:
        super().__init__(
            say(
                "The table has moved on while you decided. Nothing was changed; "
                "look at it as it is now and choose again."
            )
        )
        self.position = position


class NotYourTurn(Refused):
    """Another seat is to act; ``seat`` is that seat."""

    def __init__(self, seat: int) -> None:
        super().__init__(say("It is not your turn: {seat} is to act.", seat=SeatName(seat)))
        self.seat = seat


class NothingToTakeBack(Refused):
    """The last move stands, for one of the reasons below."""


STANDS = say("In this game a move stands once it is made.")
NOT_YET = say("There is nothing to take back: you have not moved yet in this turn.")
REVEALED = say(
    "Your last move cannot be taken back: dice have fallen or a card was turned over since, and "
    "what they showed stays known."
)
OFTEN_ENOUGH = say("You have taken back so many moves in this turn that the last one stands.")
BOTS_STAND = say("What a bot did stands; only people take moves back.")


class Closed(Refused):
    """The match is finished or was abandoned: no move is taken any more."""

    def __init__(self, *, abandoned: bool = False) -> None:
        super().__init__(
            say("This match was given up; no move can be made any more.")
            if abandoned
            else say("This match is over; no move can be made any more.")
        )
        self.abandoned = abandoned
