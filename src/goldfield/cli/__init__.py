"""The command line: ``goldfield serve | play | simulate | solve | verify | games | …``.

Start-up is part of the manners of a command, so nothing heavy is imported here: each command
imports what it needs when it runs.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence

__all__ = ["main"]

INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells have it."""
BAD_INPUT = 2
"""The exit status for whatever the person who typed can put right."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return the exit status; errors are one sentence on standard error."""
    _stand_in_for_closed_streams()
    from goldfield.cli.app import command
    from goldfield.cli.trouble import sentence_of

    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal that knows ASCII only, or somebody types what is no text.
            stream.reconfigure(errors="replace")
    try:
        status = command().main(
            None if arguments is None else list(arguments),
            prog_name="goldfield",
            standalone_mode=False,
        )
        sys.stdout.flush()
    except KeyboardInterrupt:
        status = INTERRUPTED
    except BrokenPipeError:
        status = 1
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 1
    except Exception as error:
        sentence = sentence_of(error)
        if sentence is None:
            if os.environ.get("GOLDFIELD_TRACEBACK"):
                raise
            _complain(
                f"Goldfield has a defect: {type(error).__name__}: {error}. "
                "GOLDFIELD_TRACEBACK=1 shows where."
            )
            return 1
        _complain(sentence)
        return BAD_INPUT
    _let_go_of_a_broken_pipe()
    return status if isinstance(status, int) else 0


def _stand_in_for_closed_streams() -> None:
    """Whoever started this may have closed them: nothing is read then, and nobody reads."""
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is not None:
            continue
        nowhere = os.open(os.devnull, os.O_RDWR)
        # Such a low number is kept from the next file that is opened: libraries write there.
        stream = os.fdopen(nowhere, mode, encoding="utf-8", closefd=nowhere != number)
        setattr(sys, name, stream)


def _complain(sentence: str) -> None:
    print(f"goldfield: {sentence}", file=sys.stderr)


def _let_go_of_a_broken_pipe() -> None:
    """Nobody reads what is still to be written: leave without complaint."""
    try:
        sys.stdout.flush()
    except (BrokenPipeError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
