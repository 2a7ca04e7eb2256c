"""The people at one keyboard: what they see, what they type, and the bots between them."""

from __future__ import annotations

import importlib
import importlib.util
import os
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TextIO, cast

from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from goldfield.bots import decide
from goldfield.cli.screen import Speaker, about, screen
from goldfield.cli.sitting import Sitting, Step
from goldfield.cli.trouble import Trouble
from goldfield.games.contract import SPECTATOR, Choice, IllegalMove, Why
from goldfield.games.options import in_words
from goldfield.games.rulebook import about_word, rulebook
from goldfield.match.refused import Refused
from goldfield.rng import fresh_seed, seeded
from goldfield.words import Message, render, say, say_n

FEW = 7
"""So many choices are listed without being asked for."""
LEFT, INTERRUPTED = 0, 130


class Leave(Exception):
    """Whoever sits here wants to stop."""


class Keyboard:
    """One terminal with a table on it."""

    def __init__(
        self,
        sitting: Sitting,
        names: Sequence[str],
        bots: Sequence[str],
        you: int,
        seed: int | None,
        source: TextIO,
    ) -> None:
        """``bots``: a bot's name per seat, empty for people. ``you``: the seat called "You", or -1.

        ``seed`` makes the bots' choices repeatable; ``source`` is where lines come from.
        """
        self._sitting = sitting
        self._game = sitting.game
        self._names, self._bots = names, bots
        self._speak = Speaker(names, you)
        self._about: int | None = None
        self._source = source
        self._out = screen()
        self._bot_seed = fresh_seed() if seed is None else seed
        self._decisions = 0
        self._saved: set[Path] = set()
        self._people = [seat for seat, bot in enumerate(bots) if not bot]
        self._listed: list[Choice] = []
        # News go to everybody at the keyboard: what more than one person reads is what all know.
        self._reader = self._people[0] if len(self._people) == 1 else SPECTATOR

    def say(self, message: Message, style: str = "") -> None:
        """Print a sentence."""
        self._out.print(Text.from_markup(self._speak(message)), style=style)

    def run(self) -> int:
        """Play until the game is over or everybody has left; the exit status."""
        self._welcome()
        try:
            self._tell(self._sitting.begin())
            while not self._over:
                seat = self._game.to_act(self._sitting.state)
                if self._bots[seat]:
                    self._let_bot(seat)
                else:
                    self._ask(seat)
            self._finish()
        except (Leave, EOFError):
            self.say(say("Good-bye."))
        except KeyboardInterrupt:
            self._out.print()
            self.say(say("Good-bye."))
            return INTERRUPTED
        return LEFT

    @property
    def _over(self) -> bool:
        return self._game.is_over(self._sitting.state)

    def _welcome(self) -> None:
        game = self._game
        self._out.print(Rule(Text(str(game.room.TITLE), "bold"), align="left", style="dim"))
        self._out.print(Text(" · ".join(map(str, in_words(game.rules))), "dim"))
        seats = [say("{n} {name}", n=n + 1, name=name) for n, name in enumerate(self._names)]
        self._out.print(Text(str(say("Seats: {seats}", seats=tuple(seats)))))
        promise = self._sitting.promise()
        if promise is not None:
            self._out.print(Text(render(promise), "dim"), soft_wrap=True)
        if self._people:
            self.say(
                say("Type ? for your moves, help for the rules; also state, undo, save, quit."),
                "dim",
            )

    def _tell(self, steps: Sequence[Step]) -> None:
        """Say what happened."""
        game = self._game
        for before, move, after in steps:
            news = game.present.describe(
                game.rules,
                game.setup,
                game.view(before, self._reader),
                game.mask(before, move, self._reader),
                game.view(after, self._reader),
            )
            for message in news:
                seat = about(message)
                if seat is not None and seat != self._about:
                    self._out.print()
                    self._about = seat
                self.say(message)

    def _let_bot(self, seat: int) -> None:
        """Let a bot decide from its view."""
        state, game = self._sitting.state, self._game
        rng = seeded(self._bot_seed, self._decisions)
        self._decisions += 1
        move, _ = decide(game, self._bots[seat], game.view(state, seat), seat, rng)
        self._tell(self._sitting.play(seat, [int(move)]))

    def _ask(self, seat: int) -> None:
        """Show the table to a person and take one move."""
        if self._game.info.hidden and len(self._people) > 1:
            self.say(say("{name} is next; nobody else should look.", name=self._names[seat]))
            self._read(str(say("Press Enter: ")))
            self._out.clear()
        self._listed = self._choices(seat)
        self._draw(seat)
        if len(self._listed) <= FEW:
            self._list()
        prompt = f"{self._names[seat]}> " if len(self._people) > 1 else "> "
        position = self._sitting.state
        while self._sitting.state is position:
            line = self._read(prompt).strip()
            try:
                self._obey(seat, line)
            except IllegalMove as refusal:
                self._refuse(refusal)
            except (Trouble, Refused) as refusal:
                self.say(refusal.message)
            except OSError as error:
                self.say(say("That cannot be written: {reason}.", reason=str(error.strerror)))

    def _refuse(self, refusal: IllegalMove) -> None:
        """Say why a move is none, and what an ambiguous one may have meant."""
        sentence = Text.from_markup(self._speak(refusal.message))
        sentence.append(f" ({refusal.rule})" if refusal.rule else "", "dim")
        if refusal.why is Why.UNPARSABLE:
            sentence.append(" ").append(str(say("? lists your moves.")), "dim")
        self._out.print(sentence)
        self._list(refusal.candidates)

    def _read(self, prompt: str) -> str:
        """A line that somebody typed. Raises EOFError at the end of the input."""
        if self._source is sys.stdin and sys.stdin.isatty():
            _learn_words([*COMMANDS, *(choice.text for choice in self._listed)])
            return input(prompt)
        self._out.print(Text(prompt), end="")
        line = self._source.readline()
        self._out.print(Text(line.rstrip("\n")))
        if not line:
            raise EOFError
        return line

    def _obey(self, seat: int, line: str) -> None:
        """Do what a line says: a command, or moves with semicolons between them."""
        word, _, rest = line.partition(" ")
        command = COMMANDS.get(word.lower())
        if not line:
            self.say(say("Type a move; ? lists them."))
        elif command is not None and (not rest or word.lower() in ("save", "help")):
            command(self, seat, rest.strip())
        elif line.startswith("#"):
            self._tell(self._sitting.play(seat, [self._numbered(line[1:])]))
        else:
            moves: list[int | str] = [text for text in line.split(";") if text.strip()]
            self._tell(self._sitting.play(seat, moves))

    def _numbered(self, text: str) -> int:
        if text.strip().isdecimal() and 1 <= int(text) <= len(self._listed):
            return self._listed[int(text) - 1].move
        raise Trouble(say("The list has the numbers 1 to {n}.", n=len(self._listed)))

    def _choices(self, seat: int) -> list[Choice]:
        game = self._game
        view = game.view(self._sitting.state, seat)
        return list(game.present.choices(game.rules, game.setup, view, seat))

    def _draw(self, seat: int) -> None:
        """The table as a reader sees it: the game's own drawing, or its text."""
        game = self._game
        view = game.view(self._sitting.state, seat)
        self._out.print()
        draw = _drawing(game.package)
        if draw is None:
            self._out.print(Text(game.show_state(view)), soft_wrap=True)
        else:
            data = game.present.table(game.rules, game.setup, view, seat)
            self._out.print(draw(data, self._names, self._speak))

    def _list(self, only: Sequence[str] | None = None) -> None:
        """The legal moves, or only some of them, with what each brings."""
        grid = Table.grid(padding=(0, 2, 0, 0))
        for number, choice in enumerate(self._listed, 1):
            if only is not None and choice.text not in only:
                continue
            grid.add_row(
                Text(f"#{number}", "dim"),
                Text(choice.text, "bold"),
                Text.from_markup(self._speak(choice.effect)),
            )
        if grid.row_count:
            self._out.print(grid)

    def _finish(self) -> None:
        """The end: who won, and that the dice were fair."""
        game, state = self._game, self._sitting.state
        self._draw(SPECTATOR)
        shares = game.shares(state)
        winners = tuple(self._names[seat] for seat, share in enumerate(shares) if share)
        self.say(
            say_n("{names} won.", "{names} share the win.", len(winners), names=winners), "bold"
        )
        check = self._sitting.check()
        if check is not None:
            self.say(check, "dim")
        if self._people and self._source is sys.stdin and sys.stdin.isatty():
            while line := self._read(
                str(say("save FILE keeps the record, Enter leaves: "))
            ).strip():
                try:
                    if line.split()[0].lower() != "save":
                        return
                    self._save(-1, line.partition(" ")[2].strip())
                except Trouble as trouble:
                    self.say(trouble.message)

    def _show_list(self, seat: int, rest: str) -> None:
        self._list()

    def _show_table(self, seat: int, rest: str) -> None:
        self._draw(seat)

    def _show_help(self, seat: int, rest: str) -> None:
        """The rules as played here; ``help WORD`` only the chapters with that word."""
        try:
            played = rulebook(self._game.package, self._game.rules)
            if not rest:
                self._page(Markdown(played))
                return
            here, elsewhere = about_word(rest, played, rulebook(self._game.package))
        except FileNotFoundError:
            raise Trouble(say("This game has no rules in writing.")) from None
        if not here and not elsewhere:
            raise Trouble(say("The rules do not mention {word}.", word=rest[:40]))
        shown: list[RenderableType] = [Markdown(here)] if here else []
        if elsewhere:
            told = say("This table is played without {word}. Where it is played:", word=rest[:40])
            shown += [Text(str(told)), Markdown(elsewhere)]
        self._page(Group(*shown))

    def _page(self, text: RenderableType) -> None:
        """Print what may be longer than the screen: then a screen at a time, as ``man`` does."""
        typing = self._source is sys.stdin and sys.stdin.isatty() and self._out.is_terminal
        if not typing or len(self._out.render_lines(text)) < self._out.height:
            self._out.print(text)
            return
        pager = os.environ.get("PAGER") or shutil.which("less") or ""
        os.environ.setdefault("LESS", "-R")
        with self._out.pager(styles="less" in pager):
            self._out.print(text)

    def _show_state(self, seat: int, rest: str) -> None:
        self._out.print(Text(self._game.show(self._sitting.state, seat)), soft_wrap=True)

    def _undo(self, seat: int, rest: str) -> None:
        self._sitting.undo(seat)
        self.say(say("Taken back."))

    def _save(self, seat: int, rest: str) -> None:
        if not rest:
            raise Trouble(say("Say where: save FILE."))
        if not rest.isprintable():
            raise Trouble(say("A file cannot be called so."))
        file = Path(rest)
        if file.exists() and file.resolve() not in self._saved:
            raise Trouble(say("{file} exists already; name another file.", file=rest))
        file.write_text(self._sitting.record(close=False), encoding="utf-8")
        self._saved.add(file.resolve())
        self.say(say("The record is in {file}.", file=rest))

    def _quit(self, seat: int, rest: str) -> None:
        raise Leave


COMMANDS: dict[str, Callable[[Keyboard, int, str], None]] = {
    "?": Keyboard._show_list,
    "help": Keyboard._show_help,
    "table": Keyboard._show_table,
    "state": Keyboard._show_state,
    "undo": Keyboard._undo,
    "save": Keyboard._save,
    "quit": Keyboard._quit,
    "exit": Keyboard._quit,
}


def _drawing(package: str) -> Callable[..., RenderableType] | None:
    """``draw`` of a game's ``face/terminal.py``, if it has one."""
    try:
        module: Any = importlib.import_module(package + ".face.terminal")
    except ModuleNotFoundError:
        return None
    return cast("Callable[..., RenderableType]", module.draw)


def _learn_words(words: Sequence[str]) -> None:
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
