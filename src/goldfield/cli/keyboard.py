"""The people at one keyboard: what they see, what they type, and the bots between them."""

from __future__ import annotations

import importlib
import importlib.util
import os
import shutil
import sys
from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, TextIO, cast

from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from goldfield.bots import decide
from goldfield.cli.screen import Speaker, about, screen, wipe
from goldfield.cli.sitting import Sitting, Step, warned_of
from goldfield.cli.trouble import Trouble
from goldfield.cli.typed import forget_lines, learn_words
from goldfield.games.contract import SPECTATOR, Choice, IllegalMove, Why
from goldfield.games.options import in_words
from goldfield.games.rulebook import about_word, rulebook
from goldfield.match.refused import Refused
from goldfield.rng import fresh_seed, seeded
from goldfield.words import Message, render, say, say_n, shortened

FEW = 7
"""So many choices are listed without being asked for."""
MANY = 60
"""Where there are more choices than these, those that bring the same are listed together."""
ECHOED = 300
"""Characters of a line from a file or a pipe that are printed at most."""
LEFT, INTERRUPTED = 0, 130


def _unwritable(error: OSError) -> Message:
    return say("That cannot be written: {reason}.", reason=str(error.strerror))


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
        self._out = screen()
        self._speak = Speaker(names, you, self._out.options.ascii_only)
        self._about: int | None = None
        self._source = source
        self._bot_seed = fresh_seed() if seed is None else seed
        self._decisions = 0
        self._saved: set[Path] = set()
        self._people = [seat for seat, bot in enumerate(bots) if not bot]
        self._listed: list[Choice] = []
        # News go to everybody at the keyboard: what more than one person reads is what all know.
        self._reader = self._people[0] if len(self._people) == 1 else SPECTATOR
        # With secrets and several people the screen belongs to one of them at a time.
        self._hides = bool(self._game.info.hidden) and len(self._people) > 1
        self._before_screen: int | None = None
        self._news: list[Text] = []
        self._read_by = dict.fromkeys(self._people, 0)

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
    def _is_typed(self) -> bool:
        """Whether lines come from somebody at a keyboard, not from a file or another program."""
        return self._source is sys.stdin and sys.stdin.isatty()

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
                self._news.append(Text.from_markup(self._speak(message)))

    def _let_bot(self, seat: int) -> None:
        """Let a bot decide from its view."""
        state, game = self._sitting.state, self._game
        rng = seeded(self._bot_seed, self._decisions)
        self._decisions += 1
        move, _ = decide(game, self._bots[seat], game.view(state, seat), seat, rng)
        self._tell(self._sitting.play(seat, [int(move)]))

    def _ask(self, seat: int) -> None:
        """Show the table to a person and take one move."""
        if self._hides and seat != self._before_screen:
            self._hand_over(seat)
        self._listed = self._choices(seat)
        self._draw(seat)
        if len(self._listed) <= FEW:
            self._list()
        prompt = f"{self._names[seat]}> " if len(self._people) > 1 else "> "
        position = self._sitting.state
        while self._sitting.state is position:
            words = [*COMMANDS, *(choice.text for choice in self._listed)]
            line = self._read(prompt, words).strip()
            try:
                self._obey(seat, line)
            except IllegalMove as refusal:
                self._refuse(refusal)
            except (Trouble, Refused) as refusal:
                self.say(refusal.message)
            except OSError as error:
                self.say(_unwritable(error))
        self._read_by[seat] = len(self._news)

    def _hand_over(self, seat: int) -> None:
        """Draw a curtain: nothing that only the last player may know stays in reach of the next.

        The screen is emptied with all above it, earlier lines and completions are forgotten. What
        has happened since ``seat`` last looked is public, and told once more.
        """
        if self._before_screen is not None:
            wipe(self._out)
            forget_lines()
            if self._out.is_terminal:
                for line in self._news[self._read_by[seat] :]:
                    self._out.print(line)
        self._listed = []
        self._about = None
        self._before_screen = seat
        name = self._names[seat]
        self._out.print()
        self.say(say("Hand the keyboard to {name}; nobody else should look.", name=name), "bold")
        line = self._read(str(say("{name}, press Enter: ", name=name)))
        if line.strip().lower() in ("quit", "exit"):
            raise Leave

    def _refuse(self, refusal: IllegalMove) -> None:
        """Say why a move is none, and what an ambiguous one may have meant."""
        sentence = Text.from_markup(self._speak(refusal.message))
        sentence.append(f" ({refusal.rule})" if refusal.rule else "", "dim")
        if refusal.why is Why.UNPARSABLE:
            sentence.append(" ").append(str(say("? lists your moves.")), "dim")
        self._out.print(sentence)
        self._list(refusal.candidates)

    def _read(self, prompt: str, words: Sequence[str] = ()) -> str:
        """A line that somebody typed; Tab completes words. Raises EOFError at the end of input."""
        if self._is_typed:
            learn_words(words)
            return input(prompt)
        self._out.print(Text(prompt), end="")
        line = self._source.readline()
        typed = line.rstrip("\n")
        self._out.print(Text(typed if len(typed) <= ECHOED else typed[: ECHOED - 1] + "…"))
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
        else:
            moves: list[int | str] = [text for text in line.split(";") if text.strip()]
            if line.startswith("#"):
                moves = [self._numbered(line[1:])]
            if self._is_typed:
                warning = warned_of(self._game, self._sitting.state, seat, moves)
                if warning is not None and not self._insists(seat, line, warning):
                    return
            self._tell(self._sitting.play(seat, moves))

    def _insists(self, seat: int, line: str, warning: Message) -> bool:
        """Whether a line is typed again after a warning; any other one means what it says."""
        self.say(warning)
        again = self._read(str(say("Type it again, or y, to do so: "))).strip()
        if again.lower() in ("y", "yes", line.lower()):
            return True
        self.say(say("Nothing was done."))
        if again.lower() not in ("", "n", "no"):
            self._obey(seat, again)
        return False

    def _numbered(self, text: str) -> int:
        text = text.strip()
        # Python reads no number of thousands of digits.
        if text.isdecimal() and len(text) < 10 and 1 <= int(text) <= len(self._listed):
            return self._listed[int(text) - 1].move
        raise Trouble(say("The list has the numbers 1 to {n}.", n=len(self._listed)))

    def _choices(self, seat: int) -> list[Choice]:
        game = self._game
        view = game.view(self._sitting.state, seat)
        found = list(game.present.choices(game.rules, game.setup, view, seat))
        if len(found) > MANY:
            effects = list(dict.fromkeys(choice.effect for choice in found))
            found.sort(key=lambda choice: effects.index(choice.effect))
        return found

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
        if only is None and len(self._listed) > MANY:
            self._list_together(grid)
            return
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

    def _list_together(self, grid: Table) -> None:
        """Many legal moves: a row for each thing that moves bring."""
        number = 1
        for effect, choices in groupby(self._listed, key=lambda choice: choice.effect):
            texts = [choice.text for choice in choices]
            last = number + len(texts) - 1
            row = Text()
            for text in texts:
                row.append(" " if row else "").append(
                    text.replace(" ", "\N{NO-BREAK SPACE}"), "bold"
                )
            row.append(": ").append_text(Text.from_markup(self._speak(effect)))
            grid.add_row(Text(f"#{number}" + f"-{last}" * (last > number), "dim"), row)
            number = last + 1
        self._out.print(grid)

    def _finish(self) -> None:
        """The end: who won, and that the dice were fair."""
        game, state = self._game, self._sitting.state
        self._draw(SPECTATOR)
        shares, sides = game.shares(state), game.info.side_of
        won = dict.fromkeys(side for side, share in zip(sides, shares, strict=True) if share)
        winners = tuple(self._side(side) for side in won)
        self.say(
            say_n("{names} won.", "{names} share the win.", len(winners), names=winners), "bold"
        )
        decided = game.present.table(game.rules, game.setup, state, SPECTATOR).get("decided")
        if decided is not None:
            self.say(decided)
        check = self._sitting.check()
        if check is not None:
            self.say(check, "dim")
        if self._people and self._is_typed:
            while line := self._read(
                str(say("save FILE keeps the record, Enter leaves: ")), ["save"]
            ).strip():
                try:
                    if line.split()[0].lower() != "save":
                        return
                    self._save(-1, line.partition(" ")[2].strip())
                except Trouble as trouble:
                    self.say(trouble.message)
                except OSError as error:
                    self.say(_unwritable(error))

    def _side(self, side: int) -> Message:
        """A side as people call it: a player, or partners together."""
        names = [
            say("{name}", name=name)
            for name, own in zip(self._names, self._game.info.side_of, strict=True)
            if own == side
        ]
        together = names[0]
        for name in names[1:]:
            together = say("{a} and {b}", a=together, b=name)
        return together

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
            raise Trouble(say("The rules do not mention {word}.", word=shortened(rest)))
        shown: list[RenderableType] = [Markdown(here)] if here else []
        if elsewhere:
            told = say(
                "This table is played without {word}. Where it is played:", word=shortened(rest)
            )
            shown += [Text(str(told)), Markdown(elsewhere)]
        self._page(Group(*shown))

    def _page(self, text: RenderableType) -> None:
        """Print what may be longer than the screen: then a screen at a time, as ``man`` does."""
        if (
            not (self._is_typed and self._out.is_terminal)
            or len(self._out.render_lines(text)) < self._out.height
        ):
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
