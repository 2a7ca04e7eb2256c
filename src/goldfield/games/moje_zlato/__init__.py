"""Moje zlato! (Oh My Gold!) by Wilfried and Marie Fort: pirate dice, chests, and open treasures."""
