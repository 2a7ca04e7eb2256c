"""Pile, a test-only game: Pig with a structured option, and no face to ask for it."""
