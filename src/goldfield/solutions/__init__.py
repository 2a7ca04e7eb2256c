"""What was solved: tables on disk, and from them the exact value of any state of a race.

Nothing here imports NumPy or a compiler, so web and bots may look values up; computing them is the
engine's (:mod:`goldfield.engine.solve`).
"""

from goldfield.solutions.solution import Solution, load, race_of, race_room
from goldfield.solutions.table import Damaged, Facts, Table

__all__ = ["Damaged", "Facts", "Solution", "Table", "load", "race_of", "race_room"]
