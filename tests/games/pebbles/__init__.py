"""Pebbles: a small game whose moves can be taken back, for the tests alone."""
