"""Several people at one terminal and a game with secrets: nobody finds what is another's there.

Seen through a terminal of its own: what stays on the screen or above it, what the arrow keys and
the Tab key bring up.
"""

from __future__ import annotations

import re
from pathlib import Path

from tests.test_cli_play import Play, play
from tests.test_cli_process import Terminal

__all__ = ["play"]

UP, TAB, EMPTY_LINE = "\x1b[A", "\t", "\x15"


def plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text).replace("\r", "")


def test_a_curtain_falls_between_two_turns() -> None:
    terminal = Terminal("play", "nuggets", "--names", "Ann,Ben", "--seed", "1")
    shown = terminal.read_until("Ann, press Enter: ")
    assert "Hand the keyboard to Ann; nobody else should look." in shown
    assert "x11" not in shown
    terminal.type("\n")
    assert "1 x11  2 x2  3 x1  4 x1  5 x1" in terminal.read_until("Ann> ")
    terminal.type("4@c4\n")
    terminal.read_until("Ben, press Enter: ")
    # What Ann did is told as everybody may know it; all else is gone, the prompt with it.
    left = plain(terminal.in_reach)
    assert "Ann put a chip on c4, face down." in left
    assert "4@c4" not in left
    assert not re.search(r"x1|Ann>|●4", left)
    # Neither completion nor earlier lines bring it back, before and after Enter.
    terminal.type(f"5@{TAB}{TAB}{EMPTY_LINE}{UP}{UP}{EMPTY_LINE}\n")
    shown = terminal.read_until("Ben> ")
    assert "4@c4" not in shown
    assert "5@a1" not in shown.partition("Type ")[0]
    assert re.search(r"●  *│|● ", shown)
    assert "●4" not in shown
    terminal.type(f"{UP}{UP}{EMPTY_LINE}d3|e3; e3|f3\n")
    shown = terminal.read_until("Ann, press Enter: ")
    assert "c4" not in shown.partition("Ben placed")[0]
    terminal.type("\n")
    shown = terminal.read_until("Ann> ")
    assert "●4" in shown
    assert "Ben placed the second blocker between e3 and f3." in plain(terminal.in_reach)
    # Between two decisions of one player there is no curtain.
    terminal.type("a1|b1\n")
    shown = terminal.read_until("Ann> ")
    assert "Hand the keyboard" not in shown
    assert "Where does the second blocker go?" in shown
    terminal.type("b1|c1\n")
    terminal.read_until("Ben, press Enter: ")
    assert plain(terminal.in_reach).count("Ann placed") == 2
    terminal.type("quit\n")
    terminal.read_until("Good-bye")
    assert terminal.end() == 0
    assert "Traceback" not in terminal.shown


def test_the_curtain_hides_what_any_game_hides(tmp_path: Path) -> None:
    terminal = Terminal("play", "tests.games.kuhn", "--names", "Ann,Ben", "--seed", "2")
    terminal.read_until("Ann, press Enter: ")
    terminal.type("\n")
    card = re.search(r"1 ([JQK])\? -", terminal.read_until("Ann> "))
    assert card is not None
    terminal.type("bet\n")
    terminal.read_until("Ben, press Enter: ")
    left = plain(terminal.in_reach)
    assert "Ann put in a chip." in left
    assert f"{card[1]}?" not in left
    file = tmp_path / "game.json"
    terminal.type("\n")
    shown = terminal.read_until("Ben> ")
    assert re.search(r"1 \?[JQK] b", shown)
    terminal.type(f"save {file}\n")
    terminal.read_until(r"The record is in (.|\n)*Ben> ")
    assert '"text": "?"' in file.read_text()
    terminal.type("fold\n")
    terminal.read_until("leaves: ")
    terminal.type("\n")
    assert terminal.end() == 0


def test_one_person_against_bots_needs_no_curtain(play: Play) -> None:
    out = play("--bots", "random", typed=["2@c4", "quit"], game="nuggets")
    assert "Hand the keyboard" not in out
    assert "You put a chip worth 2 on c4, face down." in out


def test_a_bot_between_two_people_is_told_to_both(play: Play) -> None:
    typed = ["", "1@c4", "", "1@c5", "", "?", "quit"]
    out = play("--names", "Ann,Ben", "--bots", "random", typed=typed, game="nuggets")
    assert out.count("Hand the keyboard to Ann") == 2
    assert out.count("Hand the keyboard to Ben") == 1
    assert out.count("Ann put a chip on c4, face down.") == 1
    assert "Ann put a chip worth" not in out
