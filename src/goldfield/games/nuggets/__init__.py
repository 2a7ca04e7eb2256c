"""Nuggets by Christwart Conrad: fences part the land, face-down chips claim the mines in it."""
