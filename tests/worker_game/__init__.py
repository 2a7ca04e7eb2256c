"""Pig once more, with bots that do what no bot should, for the tests of the workers."""
