"""What was solved: tables on disk, and from them the exact value of any state of a race.

Nothing here imports NumPy or a compiler, so web and bots may look values up; computing them is the
engine's (:mod:`goldfield.engine.solve`).
"""
