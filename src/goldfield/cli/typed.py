"""Help with typing: the Tab key completes, the arrow keys bring back earlier lines."""

from __future__ import annotations

from collections.abc import Sequence


def learn_words(words: Sequence[str]) -> None:
    """Let the Tab key complete commands and legal moves, and the arrow keys recall lines."""
    try:
        import readline
    except ImportError:
        return

    def complete(text: str, at: int) -> str | None:
        typed = readline.get_line_buffer().lstrip()
        start = len(typed) - len(text)
        fitting = [word[start:] for word in words if word.startswith(typed)]
        return fitting[at] if at < len(fitting) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" ")
    readline.parse_and_bind("tab: complete")


def forget_lines() -> None:
    """Let the arrow keys bring back nothing that was typed before."""
    try:
        import readline
    except ImportError:
        return
    readline.clear_history()
