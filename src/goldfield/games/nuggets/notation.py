"""The text forms of Nuggets: positions and moves, exact, readable and typeable.

``docs/notation.md`` holds the grammar. The two halves live in :mod:`state_text` and
:mod:`move_text`.
"""

from __future__ import annotations

from goldfield.games.nuggets.move_text import parse_move, show_move
from goldfield.games.nuggets.state_text import parse_state, show_state

__all__ = ["parse_move", "parse_state", "show_move", "show_state"]
