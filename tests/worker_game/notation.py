"""The texts are Pig's."""

from tests.games.pig.notation import *  # noqa: F403
