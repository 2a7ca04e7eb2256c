"""Any game through the contract, compiled: random playouts, games between bots, perfect play.

The web process must not import anything from here: these modules import numba.

>>> from goldfield.engine.playouts import playouts
>>> playouts(game, 100_000, seed=7, threads=1).steps_per_second

>>> from goldfield.engine.simulate import simulate
>>> result = simulate(game, ["cautious", "greedy"], games=10_000, seed=7, progress=tick)
>>> print(result.as_dict())            # what `goldfield simulate --json` prints
>>> result.plot(Path("out.png"))       # needs the extra "plots"

>>> from goldfield.engine.solve import solve
>>> solve(game).value(game.start())    # what `goldfield solve` prints

``tick(done, total)`` is called in the caller's thread every fraction of a second. Ctrl-C ends a
run early with the result of the games played so far (``result.interrupted``), which is exactly the
result of a run of that many games. A result depends on the seed alone, never on threads.
"""
