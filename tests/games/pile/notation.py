"""The texts of Pig."""

from tests.games.pig.notation import *  # noqa: F403
