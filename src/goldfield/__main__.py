"""``python -m goldfield`` is the command ``goldfield``."""

from __future__ import annotations

import sys

from goldfield.cli import main

if __name__ == "__main__":
    sys.exit(main())
