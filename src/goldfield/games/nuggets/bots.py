"""The opponents that know Nuggets: greedy and the surveyor."""

from __future__ import annotations

from goldfield.bots.bot import Bot
from goldfield.games.nuggets.greedy import Corners, choose_greedy
from goldfield.games.nuggets.surveyor import choose_surveyor, prepare_surveyor
from goldfield.games.nuggets.walls import line_corners
from goldfield.words import say

BOTS = {
    bot.name: bot
    for bot in (
        Bot(
            "greedy",
            say("Takes whatever changes its share of the gold most, now."),
            choose_greedy,
            lambda rules: Corners(line_corners()),
            say("Greedy"),
        ),
        Bot(
            "surveyor",
            say("Waits, cuts others off, and keeps its high chips for the last word."),
            choose_surveyor,
            prepare_surveyor,
            say("Surveyor"),
        ),
    )
}
