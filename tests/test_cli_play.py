"""A game in the terminal: typed, scripted, with and without colours, and its record."""

from __future__ import annotations

import contextlib
import io
import json
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

import goldfield
from goldfield.cli import main
from goldfield.cli.screen import Speaker
from goldfield.games.gold_nuggets.face.terminal import draw
from goldfield.games.rulebook import rulebook
from goldfield.match.fair import derived_phrase
from goldfield.rng import seeded
from goldfield.words import SeatName, say
from tests.test_notation_moves import OPTIONS

Play = Callable[..., str]
ENOUGH = ["#2", "#1"] * 3000
"""Lines that end any game: collect where one may, else the first choice; the rest is refused."""
TINY = "2x1:c 1x1:fish 1x2:cd 1x2:dd 1x3:cdd"
WHOLE_GAMES: list[tuple[str, str, dict[str, object]]] = [
    *(("gold_nuggets", "prospector,cautious", {**options}) for options in OPTIONS[::5]),
    ("moje_zlato", "greedy,random", {}),
    ("moje_zlato", "greedy,greedy", {"fish": True, "commit": True, "first": 0}),
    ("moje_zlato", "random,greedy", {"rerolls": 0, "deck": TINY}),
    ("moje_zlato", "greedy,random", {"commit": True, "deck": TINY, "faces": "CDKKKS"}),
    ("nuggets", "greedy,random", {"look": False, "first": 0}),
    ("nuggets", "random,greedy,random", {"layout": "random"}),
]
every_game = pytest.mark.parametrize("game", goldfield.games())


@pytest.fixture
def play(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Play:
    """Plays in this process; returns what was printed."""
    monkeypatch.setenv("COLUMNS", "80")

    def run(*arguments: str | Path, typed: list[str], game: str = "gold_nuggets") -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(line + "\n" for line in typed)))
        assert main(["play", game, *map(str, arguments)]) == 0
        out, err = capsys.readouterr()
        assert err == ""
        return out

    return run


@pytest.mark.parametrize(("game", "bots", "options"), WHOLE_GAMES, ids=str)
def test_a_whole_game_and_its_record(
    play: Play,
    tmp_path: Path,
    game: str,
    bots: str,
    options: dict[str, object],
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "game.json"
    flags = [
        f"--{'' if value else 'no-'}{name}" if isinstance(value, bool) else f"--{name}={value}"
        for name, value in options.items()
    ]
    out = play("--bots", bots, "--record", file, *flags, typed=ENOUGH, game=game)
    assert re.search(r"^(.* won|.* share the win)\.$", out, re.MULTILINE)
    assert "True: the seed fits its fingerprint" in " ".join(out.split())
    assert max(map(len, out.splitlines())) <= 80 or all(
        " " not in line for line in out.splitlines() if len(line) > 80
    )
    told = json.loads(file.read_text())
    assert {name: told["options"][name] for name in options} == options
    assert [seat["bot"] for seat in told["seats"]] == ["", *bots.split(",")]
    assert main(["verify", str(file)]) == 0
    capsys.readouterr()


@every_game
def test_several_people_share_a_keyboard(play: Play, game: str) -> None:
    out = play("--names", "Ann,Ben", "--bots", "greedy", typed=ENOUGH, game=game)
    assert "Seats: 1 Ann, 2 Ben, 3 greedy" in out
    assert "Ann> " in out
    assert "Ben> " in out
    assert "greedy> " not in out
    out = play("--players", "3", "--names", "Ann,Ann", typed=["quit"], game=game)
    assert "Seats: 1 Ann, 2 Ann 2, 3 Player 3" in out


@every_game
def test_bots_play_among_themselves(play: Play, game: str) -> None:
    out = play("--players", "2", "--bots", "greedy,greedy", typed=[], game=game)
    assert "Seats: 1 greedy 1, 2 greedy 2" in out
    assert "> " not in out


@every_game
def test_the_same_seed_is_the_same_game(play: Play, game: str) -> None:
    def once(seed: str) -> str:
        return play("--bots", "random,greedy", "--seed", seed, typed=ENOUGH, game=game)

    assert once("5") == once("5") != once("6")
    bots = ["--players", "2", "--bots", "random,random"]
    fresh = [play(*bots, typed=[], game=game) for _ in range(2)]
    assert fresh[0] != fresh[1]


START = "keep 1 run=1 aside=- roll=GGL2223 supply=77 piles=0,0"


def test_commands_and_refusals_at_the_prompt(play: Play, tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    out = play(
        "--state",
        START,
        typed=[
            "",
            "keep 33",
            "keep 3",
            "roll",
            "dig",
            "#99",
            "undo",
            f"save {file}",
            "save",
            "?",
            "table",
            "state",
            "help GN7",
            "help zebra",
            "KEEP g, 222",
            "state",
            "undo",
            "state",
            "keep GG L 222; state",
            "keep GG L 222; rob 2",
            "keep GG L; collect",
            "QUIT",
        ],
    )
    for sentence in (
        "Type a move; ? lists them.",
        "You rolled only 3, not 33. (GN2)",
        "A single 3 can only join a set, and no set of 3 lies aside. (GN2)",
        "Set at least one die aside before you roll on. (GN2)",
        "dig is no move",
        "The list has the numbers 1 to 11.",
        "There is nothing to take back: you have not moved yet in this turn.",
        "A game begun from a position has no record.",
        "Say where: save FILE.",
        "The rules do not mention zebra.",
        "choice 1 run=1 aside=G,222 supply=77 piles=0,0",
        "Taken back.",
        "state is no move",
        "Robbing takes three lassos aside; 1 lies there. (GN7)",
        "collected 2 nuggets from the supply",
        "Good-bye.",
    ):
        assert sentence in " ".join(out.split()), sentence
    assert out.count(START) == 2
    listed = out.split("> table")[0]
    assert len(re.findall(r"^#\d+ +keep ", listed, re.MULTILINE)) == 11
    assert not file.exists()


WORDS = ["save", "keep", "help", "#", "reroll", "open", "attack", "lay", "load"]


@every_game
@given(
    lines=st.lists(
        st.text(max_size=12)
        | st.sampled_from(["#1", "#2", "collect", "undo", "state", "help", "help GN", "save \0"])
        | st.builds("{} {}".format, st.sampled_from(WORDS), st.text() | st.text("CDKS123:/ ")),
        max_size=12,
    )
)
@settings(max_examples=40, deadline=None)
def test_whatever_is_typed_the_table_plays_on(game: str, lines: list[str]) -> None:
    out = io.StringIO()
    with (
        tempfile.TemporaryDirectory() as folder,
        contextlib.chdir(folder),
        contextlib.redirect_stdout(out),
        pytest.MonkeyPatch.context() as patch,
    ):
        typed = "\n".join([*lines, "exit", "quit", "Enter"])
        patch.setattr(sys, "stdin", io.StringIO(typed))
        assert main(["play", game, "--bots", "greedy", "--seed", "3"]) == 0
    assert "Good-bye." in out.getvalue()


def test_you_are_named_in_lower_case_within_a_sentence() -> None:
    speak = Speaker(["You", "greedy"], 0)
    you, other = SeatName(0), SeatName(1)
    assert speak(say("{a} robbed {b}.", a=other, b=you)) == (
        "[bold]greedy[/bold] robbed [bold]you[/bold]."
    )
    assert speak(say("{a} robbed {b}.", a=you, b=other)).startswith("[bold]You[/bold] robbed")
    assert speak(say("{a} 3, {b} 4. {b} won.", a=other, b=you)) == (
        "[bold]greedy[/bold] 3, [bold]you[/bold] 4. [bold]You[/bold] won."
    )


def test_undo_and_save_in_a_match(play: Play, tmp_path: Path) -> None:
    file, other = tmp_path / "a.json", tmp_path / "b.json"
    other.write_text("mine")
    out = play(
        "--seed",
        "4",
        typed=[
            *("undo", "keep GGG", "undo", "keep GG", "undo", "keep GGGG; roll", "undo"),
            *(f"save {file}", f"save {file}", f"save {other}", "save /no/such/folder/x"),
        ],
    )
    flat = " ".join(out.split())
    assert flat.count("Taken back.") == 2
    assert flat.count("There is nothing to take back: you have not moved yet in this turn.") == 1
    assert flat.count("dice have fallen or a card was turned over since") == 1
    assert flat.count("The record is in ") == 2
    assert "exists already; name another file." in flat
    assert "That cannot be written: No such file or directory." in flat
    assert other.read_text() == "mine"
    told = json.loads(file.read_text())
    # What was taken back stays in the record, and so does that it was.
    told_moves = [(m["text"], m["move"]) for m in told["moves"] if m["kind"] != "chance"]
    assert [text for text, _ in told_moves] == [
        *("keep GGG", "undo", "keep GG", "undo", "keep GGGG", "roll"),
    ]
    assert [at for text, at in told_moves if text == "undo"] == [1, 3]
    assert main(["verify", str(file)]) == 0
    assert told["seed"] is None


def test_leaving_early_closes_the_record(play: Play, tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    out = play("--bots", "random", "--record", file, "--phrase", "spring tide", typed=["quit"])
    assert f"The record is in {file}." in " ".join(out.split()).replace("in /", "in /")
    told = json.loads(file.read_text())
    assert told["seed"] is not None
    assert told["seats"][0]["phrase"] == "spring tide"
    assert [seat["frozen"] for seat in told["seats"]] == [1, 2]
    # The bot's is nobody's choice.
    assert told["seats"][1]["phrase"] == derived_phrase(told["commitment"], 1)
    assert main(["verify", str(file)]) == 0


@every_game
def test_no_colours_where_they_are_not_wanted(
    play: Play, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    def shown() -> str:
        return play("--seed", "3", typed=["?", "quit"], game=game)

    assert "\x1b" not in shown()
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in shown()
    monkeypatch.setenv("NO_COLOR", "1")
    assert not re.search(r"\x1b\[[0-9;]*3\d", shown())


@every_game
def test_markup_in_names_is_text(play: Play, game: str) -> None:
    out = play("--names", "[red]Ann[/],{seat}", typed=["?", "#1", "quit", "quit"], game=game)
    assert "1 [red]Ann[/], 2 {seat}" in out
    assert re.search(r"^\[red\]Ann\[/\] (rolled|placed) ", out, re.MULTILINE)
    assert "[red]Ann[/]> " in out


def test_a_game_without_a_drawing_shows_its_position(play: Play) -> None:
    out = play("--seed", "1", typed=["help", "roll", "hold", "quit"], game="tests.games.pig")
    assert re.search(r"^[01] 0 0 0,0$", out, re.MULTILINE)
    assert "This game has no rules in writing." in out


def drawn(position: str, width: int = 80, encoding: str = "utf-8") -> str:
    game = goldfield.load("gold_nuggets", players=3, straights=True, rob="several")
    s = game.parse_state(position)
    data = game.present.table(game.rules, game.setup, s, s.seat)
    file = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    console = Console(file=file, width=width, color_system=None)
    console.print(draw(data, ["Ann", "Ben", "A very long name indeed"], Speaker(["A", "B", "C"])))
    file.flush()
    return file.buffer.getvalue().decode(encoding)


def test_piles_are_countable() -> None:
    shown = drawn("roll 1 run=1 aside=- supply=34 piles=0,23,20").splitlines()
    supply, ann, ben, long = shown[:4]
    assert supply.split()[-2:] == ["▲▲▲", "●●●●"]
    assert ann.split()[-1] == "0"
    assert ben.split()[-2:] == ["▲▲", "●●●"]
    assert "A very long name in…" in long
    assert long.split()[-1] == "▲▲"


def test_the_drawing_tells_dice_apart_without_colour() -> None:
    shown = drawn("keep 2 run=1 aside=LLL,(345) roll=2 supply=70 piles=7,0,0")
    assert "▶ Ben" in shown
    assert "robs" in shown
    assert "=3" in shown
    assert shown.count("╭───╮") == 7
    shown = drawn("keep 2 run=1 aside=LLL roll=G233 supply=70 piles=7,0,0")
    assert shown.count("╭───╮") == 4
    assert shown.count("┌╌ ╌┐") == 3


@pytest.mark.parametrize("width", [80, 40])
def test_the_drawing_fits_and_knows_ascii(width: int) -> None:
    game = goldfield.load("gold_nuggets", players=3, straights=True, rob="several")
    rng, s = seeded(4, 0), game.start()
    for _ in range(300):
        if game.is_over(s):
            break
        text = game.show(s)
        assert all(len(line) <= width for line in drawn(text, width).splitlines())
        assert drawn(text, width, "ascii").isascii()
        if game.to_act(s) < 0:
            move, rng = game.roll(s, rng)
        else:
            move = game.moves(s)[-1]
        s = game.play(s, move)


def test_the_rulebook_has_every_rule() -> None:
    everything = rulebook("goldfield.games.gold_nuggets")
    for number in range(1, 10):
        assert f"GN{number})" in everything or f"GN{number}," in everything
    assert everything.count("[house]") >= 6


def test_the_terminal_says_what_to_type_and_what_is_played_here(play: Play) -> None:
    typed = ["help pairs", "help stop", "foo", "rol", "stop", "keep GG L 222", "foo", "quit"]
    out = " ".join(play("--state", START, typed=typed).split())
    assert "Type keep and the dice, as in keep GG L 222. ? lists all that may be kept." in out
    assert "Choose the dice" not in out, "that is for a page"
    assert "This table is played without pairs. Where it is played: If played with pairs" in out
    assert "This table is played without stop. Where it is played: If you may rob several" in out
    assert "foo is no move. Now you set dice aside, as in keep GG L 222. ? lists your" in out
    assert "Did you mean roll? ? lists your moves." in out
    assert "foo is no move. Possible now: roll, collect. ? lists your moves." in out
    out = " ".join(play("--pairs", "--state", START, typed=["help pairs", "quit"]).split())
    assert "Two dice of one number may be set aside" in out
    assert "This table is played without" not in out


def test_values_in_sentences_are_escaped() -> None:
    speak = Speaker(["[b]x[/b]"])
    assert speak(say("[{who}] has {what}", who=SeatName(0), what="[i]")) == (
        r"[[bold]\[b]x\[/b][/bold]] has \[i]"
    )


def test_what_a_position_hides_is_dealt(play: Play) -> None:
    """A view may be played on from; everybody still sees only what they may know."""
    board = "mines=4@e1,4@d5,5@g2,5@b4,6@b2,6@g4,7@e3,8@d3 fences=a1|b1,a2|b2 stock=33 chips=-,?@c4"
    typed = ["1@c5", "state", "quit"]
    view = f"turn 1 {board} hands=16x?,15x? passed=-"
    out = " ".join(play("--bots", "random", "--state", view, typed=typed, game="nuggets").split())
    assert "What this position hides has been dealt at random." in out
    assert "hands=10x1+2x2+1x3+1x4+1x5,1" in out
    assert "1@c5" in out.rpartition("chips=")[2]
