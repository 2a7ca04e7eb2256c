"""A link as a QR code: a picture inside the page, black on white by day and by night."""

from __future__ import annotations

import functools

import segno
from markupsafe import Markup

QUIET = 4
"""White modules around the code, as readers need them."""


@functools.lru_cache(maxsize=512)
def qr(link: str, name: str) -> Markup:
    """The code of a link as SVG; ``name`` is what it is called for those who do not see it."""
    code = segno.make(link, error="m", micro=False)
    size = code.symbol_size(border=QUIET)[0]
    # One path along the dark modules; colours are the style sheet's.
    path = "".join(
        f"M{x + QUIET} {y + QUIET}h1v1h-1z"
        for y, row in enumerate(code.matrix)
        for x, dark in enumerate(row)
        if dark
    )
    return Markup(
        '<svg class="qr" role="img" aria-label="{name}" viewBox="0 0 {size} {size}" '
        'shape-rendering="crispEdges"><path class="light" d="M0 0h{size}v{size}H0z"/>'
        '<path d="{path}"/></svg>'
    ).format(name=name, size=size, path=path)
