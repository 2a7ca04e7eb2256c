"""What people read of Pig."""

from tests.games.pig.present import *  # noqa: F403
