"""The rules are Pig's."""

from tests.games.pig.rules import *  # noqa: F403
