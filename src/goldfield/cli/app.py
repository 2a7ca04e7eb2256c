"""The commands and their options; what they do is loaded when they run."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

import goldfield
from goldfield.cli.by_game import group_of
from goldfield.games.game import Game
from goldfield.words import say

DATABASE = typer.Option(
    "--database",
    "--data",
    help=str(say("The SQLite file; by default the one in your data folder.")),
    metavar="FILE",
    show_default=False,
)
Database = Annotated[Path | None, DATABASE]
Json = Annotated[bool, typer.Option("--json", help=str(say("Print the result as JSON.")))]
Plot = Annotated[
    Path | None,
    typer.Option(
        help=str(say("Draw the result into this file: .png, .svg or .pdf.")),
        metavar="FILE",
        show_default=False,
    ),
]

app = typer.Typer(
    name="goldfield",
    help=str(say("Gold-digging tabletop games: play them, host them, study them.")),
    invoke_without_command=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def command() -> Any:
    """The whole command line, ready to run."""
    return typer.main.get_command(app)


def _help_alone(ctx: typer.Context) -> None:
    """Where no command was named, what there is."""
    if ctx.invoked_subcommand is None:
        print(ctx.get_help())
        raise typer.Exit


def _version(wanted: bool) -> None:
    if wanted:
        print(f"goldfield {goldfield.__version__}")
        raise typer.Exit


@app.callback()
def goldfield_command(
    ctx: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=_version,
            is_eager=True,
            help=str(say("Print the version and leave.")),
        ),
    ] = False,
) -> None:
    """Options before any command."""
    _help_alone(ctx)


@app.command(help=str(say("Serve the pages until Ctrl-C.")))
def serve(
    lan: Annotated[
        bool,
        typer.Option(
            "--lan", help=str(say("Let others in your network in, and print the address for them."))
        ),
    ] = False,
    host: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help=str(say("Where to listen; by default this computer alone can reach it.")),
            show_default=False,
        ),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=65535,
            metavar="N",
            help=str(say("Port; by default the first free one from 8000.")),
            show_default=False,
        ),
    ] = None,
    database: Database = None,
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help=str(say("Open the page in a browser.")))
    ] = True,
) -> None:
    from goldfield.cli.trouble import Trouble
    from goldfield.web import CannotServe
    from goldfield.web import serve as run

    if lan and host is not None:
        raise Trouble(say("Give --lan or --host, not both: --lan listens in every network."))
    try:
        run("0.0.0.0" if lan else host or "127.0.0.1", port, database, open_browser)
    except CannotServe as error:
        raise Trouble(say("{text}", text=str(error))) from None


@app.command(help=str(say("List the games; name one to see its options, bots and presets.")))
def games(
    game: Annotated[
        str | None, typer.Argument(help=str(say("A game.")), show_default=False)
    ] = None,
) -> None:
    from goldfield.cli.listing import show_game, show_games

    if game is None:
        show_games()
    else:
        show_game(goldfield.load(game))


@app.command(help=str(say("Check the dice and moves of a record: 0 true, 1 false, 2 unreadable.")))
def verify(
    file: Annotated[
        str, typer.Argument(help=str(say("A record (JSON); - is standard input.")), metavar="FILE")
    ],
    rolls: Annotated[
        bool, typer.Option("--rolls", help=str(say("List every roll with its check.")))
    ] = False,
) -> None:
    from goldfield.cli.records import check

    raise typer.Exit(check(file, rolls))


@app.command(name="export", help=str(say("Write a match of the database as a record (JSON).")))
def export_record(
    match: Annotated[
        str | None,
        typer.Argument(
            help=str(say("The match: the last part of its table's address. Without: a list.")),
            show_default=False,
        ),
    ] = None,
    file: Annotated[
        Path | None,
        typer.Argument(
            help=str(say("Where to; without: standard output.")), metavar="FILE", show_default=False
        ),
    ] = None,
    database: Database = None,
) -> None:
    from goldfield.cli.records import export_from_store, list_store

    if match is None:
        list_store(database)
    else:
        export_from_store(match, file, database)


@app.command(name="import", help=str(say("Check records (JSON) and put them into the database.")))
def import_records(
    files: Annotated[
        list[Path], typer.Argument(help=str(say("Records of closed matches.")), metavar="FILE…")
    ],
    database: Database = None,
) -> None:
    from goldfield.cli.records import import_to_store

    raise typer.Exit(import_to_store(files, database))


def _play(
    game: Game,
    bots: Annotated[
        str,
        typer.Option(
            help=str(say("Bots, with commas; they take the last seats.")),
            metavar="NAME,…",
            show_default=False,
        ),
    ] = "",
    names: Annotated[
        str,
        typer.Option(
            help=str(say("Names of the people at this keyboard, with commas.")),
            metavar="NAME,…",
            show_default=False,
        ),
    ] = "",
    phrase: Annotated[
        str,
        typer.Option(
            help=str(say("Your phrase for the fair dice; by default a random one.")),
            metavar="TEXT",
            show_default=False,
        ),
    ] = "",
    seed: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=2**63 - 1,
            metavar="N",
            help=str(say("Repeat a game: the same seed gives the same dice and bots.")),
            show_default=False,
        ),
    ] = None,
    state: Annotated[
        str | None,
        typer.Option(
            help=str(say("Begin from this position (docs/notation.md).")),
            metavar="TEXT",
            show_default=False,
        ),
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option(
            help=str(say("Write the record here when the game ends.")),
            metavar="FILE",
            show_default=False,
        ),
    ] = None,
) -> int:
    from goldfield.cli.play import play

    return play(game, bots, names, phrase, seed, state, record)


def _simulate(
    game: Game,
    bots: Annotated[
        str,
        typer.Option(
            help=str(say("A bot for each seat, with commas; one alone takes every seat.")),
            metavar="NAME,…",
            show_default=False,
        ),
    ] = "",
    games: Annotated[
        int, typer.Option(min=1, max=10**12, metavar="N", help=str(say("How many games.")))
    ] = 10_000,
    seed: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=2**63 - 1,
            metavar="N",
            help=str(say("The same seed gives the same result; by default a fresh one.")),
            show_default=False,
        ),
    ] = None,
    threads: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=1024,
            metavar="N",
            help=str(say("Threads; by default every core.")),
            show_default=False,
        ),
    ] = None,
    state: Annotated[
        str | None,
        typer.Option(
            help=str(say("Begin every game from this position.")),
            metavar="TEXT",
            show_default=False,
        ),
    ] = None,
    plot: Plot = None,
    json: Json = False,
) -> int:
    from goldfield.cli.simulating import run

    return run(game, bots, games, seed, threads, state, plot, json)


def _solve(
    game: Game,
    anew: Annotated[
        bool, typer.Option("--anew", help=str(say("Solve again what was solved before.")))
    ] = False,
    plot: Plot = None,
    json: Json = False,
) -> int:
    from goldfield.cli.solving import run

    return run(game, anew, plot, json)


def _as_given(own: Mapping[str, Any], options: dict[str, object]) -> None:
    """The command's own options imply none of the game's."""


def _seats(own: Mapping[str, Any], options: dict[str, object]) -> None:
    """As many seats as the bots named need, unless the number of seats is given."""
    if "players" in options:
        return
    named = [name for name in own["bots"].split(",") if name.strip()]
    people = own.get("names")
    if people is not None:
        named += [name for name in people.split(",") if name.strip()] or ["one person"]
    if len(named) > 1:
        options["players"] = len(named)


app.add_typer(
    typer.Typer(
        cls=group_of("play", _play, _seats),
        help=str(say("Play a game in the terminal, against bots or with others.")),
        invoke_without_command=True,
        subcommand_metavar=str(say("GAME [OPTIONS]")),
        rich_markup_mode="rich",
        callback=_help_alone,
    ),
    name="play",
)
app.add_typer(
    typer.Typer(
        cls=group_of("simulate", _simulate, _seats),
        help=str(say("Play many games between bots and show who wins how often.")),
        invoke_without_command=True,
        subcommand_metavar=str(say("GAME [OPTIONS]")),
        rich_markup_mode="rich",
        callback=_help_alone,
    ),
    name="simulate",
)
app.add_typer(
    typer.Typer(
        cls=group_of("solve", _solve, _as_given),
        help=str(say("Solve a game: what perfect play is worth to each seat.")),
        invoke_without_command=True,
        subcommand_metavar=str(say("GAME [OPTIONS]")),
        rich_markup_mode="rich",
        callback=_help_alone,
    ),
    name="solve",
)

if __name__ == "__main__":
    sys.exit(command()())
