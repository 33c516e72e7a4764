"""The command line: `sandtable serve`, `play`, `games`, `simulate`, `ladder`, `rules`, `replay`, `bench` and others.

What a command needs is imported when it is called: games and libraries would make `--help` wait for them.
"""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path
from typing import Annotated, NoReturn

import typer

import sandtable
from sandtable.kernel.errors import SandtableError, UnknownName
from sandtable.terminal.admin import admin
from sandtable.terminal.arguments import (
    Bots,
    Data,
    DatabaseUrl,
    GameName,
    GameOrCoverage,
    Into,
    Json,
    MaybeGame,
    Players,
    Ray,
    Rivals,
    Scenario,
    Seed,
    Settings,
    SpokenLanguage,
    Workers,
    console,
    print_json,
    settled,
    speak_to_the_reader,
    usage,
    use_data,
)
from sandtable.terminal.mail.commands import mail
from sandtable.terminal.operating import database, people, work
from sandtable.terminal.outbox import outbox
from sandtable.terminal.study_command import study

app = typer.Typer(
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # boxes and colours would cost the help half of its time
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(mail, name="mail")
app.command()(study)
app.add_typer(database, name="db")
app.add_typer(people, name="people")
admin.add_typer(outbox, name="outbox")
app.add_typer(admin, name="admin")


def main() -> NoReturn:
    """Run the program. Whatever goes wrong, a person reads a sentence."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        code = app(standalone_mode=False)
    except SandtableError as error:
        code = _fail(str(error))
    except typer.exceptions.TyperException as error:
        code = _fail(usage(error))
    except (KeyboardInterrupt, typer.Abort):
        code = 130
    except BrokenPipeError:
        code = _reader_left()
    except SystemExit as left:  # how Rich and Typer end a program whose reader has left
        code = _reader_left() if isinstance(left.__context__, BrokenPipeError) else left.code
    except Exception as error:
        if os.environ.get("SANDTABLE_DEBUG"):
            raise
        from sandtable.terminal.extras import what_is_missing

        missing = what_is_missing(error) if isinstance(error, ModuleNotFoundError) else ""
        bug = f"Sandtable failed because of a bug: {type(error).__name__}: {error}. Set SANDTABLE_DEBUG=1 to see where."
        code = _fail(missing) if missing else _fail(bug, 1)
    sys.exit(code if isinstance(code, int) else 0)


def _reader_left() -> int:
    """The status of a program that a closed pipe ended, as a shell gives it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # or Python complains once more when it closes stdout
    return 141


def _fail(sentence: str, code: int = 2) -> int:
    if sentence:
        print(sentence, file=sys.stderr)
    return code


def _tell_version(wanted: bool) -> None:
    if wanted:
        print(f"sandtable {sandtable.__version__}")
        raise typer.Exit


@app.callback()
def begin(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", callback=_tell_version, is_eager=True)
    ] = False,
    language: SpokenLanguage = "",
) -> None:
    """Play historical board wargames with every rule enforced, in the browser or the terminal, and simulate them."""
    if context.invoked_subcommand is None:
        print(context.get_help())
        raise typer.Exit(2)
    from sandtable.config import use_config

    use_config()  # before the options of a command are read, for some come from the environment
    speak_to_the_reader(language)


@app.command()
def serve(
    host: Annotated[str, typer.Option(envvar="SANDTABLE_HOST", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(envvar="SANDTABLE_PORT", help="The port to listen on.")] = 8000,
    db: DatabaseUrl = "",
    data: Data = None,
) -> int:
    """Start the browser table and print its address."""
    use_data(data)
    from sandtable.server.run import serve as run

    return run(host, port, db)


app.command()(work)


@app.command()
def play(
    game: GameName = "",
    scenario: Scenario = "",
    players: Players = 0,
    option: Settings = [],  # noqa: B006 - typer reads it, nobody changes it
    seat: Annotated[list[str], typer.Option("--seat", metavar="NAME=human|BOT", help="Seat a person or a bot.")] = [],  # noqa: B006
    seed: Seed = "",
    dice: Annotated[str, typer.Option(metavar="auto|manual", help="`manual`: type what you roll.")] = "auto",
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Continue a saved game.")] = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Save the game to this file.")] = None,
    lesson: Annotated[bool, typer.Option("--lesson", help="A guided first game: a coach explains each step.")] = False,
    full: Annotated[bool, typer.Option("--full", help="Full screen: map, options and journal in panes.")] = False,
    data: Data = None,
) -> None:
    """Play in the terminal."""
    use_data(data)
    from sandtable.terminal.begin import sit_down

    if lesson and (scenario or players or option):
        raise UnknownName("A lesson sets its own options. With --lesson, name only the game.")
    settle = partial(settled, scenario=scenario, players=players, others=option)
    sit_down(game, settle, seat, seed, dice, resume, save, lesson, full)


@app.command("games")
def list_games(game: MaybeGame = "", json: Json = False, data: Data = None) -> None:
    """List the games, or the scenarios, seats and options of one."""
    use_data(data)
    from sandtable.kernel.game import find_game, games
    from sandtable.terminal import listing

    chosen = {game: find_game(game)} if game else games()
    if json:
        print_json({name: listing.about(one) for name, one in chosen.items()})
    elif game:
        listing.print_game(console(), chosen[game])
    else:
        listing.print_games(console(), chosen)


@app.command()
def simulate(
    game: GameName,
    count: Annotated[int, typer.Option("--games", min=1, help="The number of games (seeds) to play.")] = 100,
    scenario: Scenario = "",
    players: Players = 0,
    option: Settings = [],  # noqa: B006
    bots: Bots = "greedy",
    seed: Seed = "0",
    swap: Annotated[bool, typer.Option("--swap", help="Play each seed with each bot in each seat.")] = False,
    sweep: Annotated[
        list[str], typer.Option(metavar="NAME=A,B", help="Play every value of an option, or of `data` (folders).")
    ] = [],  # noqa: B006
    into: Into = None,
    decisions: Annotated[
        bool, typer.Option("--decisions", help="Keep every decision too, in a file beside --into or in the report.")
    ] = False,
    workers: Workers = 0,
    ray: Ray = "",
    report: Annotated[Path | None, typer.Option(metavar="DIR", help="Write a report with plots here.")] = None,
    json: Json = False,
    data: Data = None,
) -> int:
    """Let bots play many games and count the results."""
    use_data(data)
    from sandtable.kernel.game import find_game
    from sandtable.terminal import studies

    wanted = find_game(game)
    cells = studies.cells(sweep)
    options = studies.cell_options(wanted, cells, scenario, players, option)
    plans = studies.plans(wanted, options, cells, count, bots, seed, swap, decisions)
    played = studies.play_sweep(cells, plans, workers, ray, into)
    # Written before anything is printed: whoever reads the first lines only (`| head`) gets it too.
    written = studies.report(played, report) if report is not None else None
    if json:
        print_json(played.as_object())
    else:
        studies.print_sweep(console(), played)
    if written is not None:
        print(f"The report is in {written}", file=sys.stderr)
    return 0 if played.complete else 130


@app.command()
def ladder(
    game: GameName,
    bots: Rivals = "recruit,regular,veteran",
    count: Annotated[int, typer.Option("--games", min=1, help="The seeds; each is played on all seats.")] = 20,
    scenario: Scenario = "",
    players: Players = 0,
    option: Settings = [],  # noqa: B006
    seed: Seed = "0",
    into: Into = None,
    workers: Workers = 0,
    ray: Ray = "",
    json: Json = False,
    data: Data = None,
) -> int:
    """Let bots play each other and rate them, with intervals."""
    use_data(data)
    from sandtable.kernel.game import find_game
    from sandtable.terminal import ladders

    wanted = find_game(game)
    options = settled(wanted, scenario, players, option)
    rated = ladders.play_ladder(wanted, options, count, bots, seed, into, workers, ray)
    if json:
        print_json(rated.as_object())
    else:
        ladders.print_ladder(console(), rated)
    return 0 if len(rated.played) == rated.plan.games else 130


@app.command()
def rules(
    game: GameOrCoverage,
    words: Annotated[list[str], typer.Argument(metavar="[CLAUSE | WORDS]", help="A clause, or words to search.")] = [],  # noqa: B006
    printed: Annotated[
        str,
        typer.Option(metavar="SECTION", help="Clauses of a section of the printed rulebook; `all` lists the sections."),
    ] = "",
    json: Json = False,
    data: Data = None,
) -> None:
    """Read the rules. `sandtable rules coverage [GAME]` lists clauses that no code or test names."""
    use_data(data)
    from sandtable.kernel.game import find_game, games
    from sandtable.terminal import listing

    if game == "coverage":
        chosen = {name: find_game(name) for name in words} if words else games()
        listing.coverage(console(), chosen, print_json if json else None)
    elif printed:
        listing.printed(console(), find_game(game), printed, print_json if json else None)
    else:
        listing.rules(console(), find_game(game), " ".join(words), print_json if json else None)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A saved game.")],
    seat: Annotated[str, typer.Option(help="Show what this seat sees; by default all cards are open.")] = "",
    data: Data = None,
) -> None:
    """Step through a saved game."""
    use_data(data)
    from sandtable.terminal.replay import replay_file

    replay_file(file, seat)


@app.command()
def analyse(
    file: Annotated[Path, typer.Argument(help="A saved game.")],
    seat: Annotated[str, typer.Option(help="Advise only this seat.")] = "",
    decisions: Annotated[
        int, typer.Option(min=0, help="The number of decisions to search: those that mattered most.")
    ] = 8,
    nodes: Annotated[int, typer.Option(min=1, help="The number of nodes to search for each decision.")] = 4000,
    report: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a page with the curve here.")] = None,
    json: Json = False,
    data: Data = None,
) -> None:
    """Find the turning points of a saved match, and better choices."""
    use_data(data)
    from sandtable.terminal import advising

    analysis = advising.analysed(file, seat, nodes, decisions)
    if report is not None:
        from sandtable.lab.advice_report import write_analysis

        write_analysis(analysis, report)
    if json:
        print_json(analysis.as_object())
    else:
        advising.print_analysis(console(), analysis)


@app.command()
def verify(file: Annotated[Path, typer.Argument(help="A saved game.")], json: Json = False, data: Data = None) -> None:
    """Replay a saved game and check every step and roll."""
    use_data(data)
    from sandtable.terminal.replay import verified

    proof = verified(file)
    if json:
        print_json(proof)
    else:
        print(proof["sentence"])


@app.command()
def prepare(
    file: Annotated[Path, typer.Argument(help="The save of a finished game.")],
    name: Annotated[str, typer.Option(help="A name for the prepared game.")] = "Written down",
    into: Annotated[Path | None, typer.Option(help="Add it to this data file, for use with --data.")] = None,
    data: Data = None,
) -> None:
    """Turn a finished raid into one you can play against alone (Luftwaffe)."""
    use_data(data)
    from sandtable.kernel.game import find_game
    from sandtable.kernel.save import load_save

    record = load_save(file)
    text = find_game(record.game).written_down(record, file.stem, name)
    if into is None:
        print(text, end="")
        return
    into.parent.mkdir(parents=True, exist_ok=True)
    with into.open("a", encoding="utf-8") as end:
        end.write("\n" + text)
    print(f"{name} is added to {into}.")


@app.command()
def bench(
    game: MaybeGame = "",
    scenario: Scenario = "",
    option: Settings = [],  # noqa: B006
    seconds: Annotated[float, typer.Option(min=0.1, help="Seconds to measure each game.")] = 3.0,
    json: Json = False,
    data: Data = None,
) -> None:
    """Measure the speed of the engine on one core."""
    use_data(data)
    from sandtable.kernel.game import find_game, games
    from sandtable.terminal import studies

    chosen = {game: find_game(game)} if game else games()
    measured = {name: studies.measure(one, settled(one, scenario, 0, option), seconds) for name, one in chosen.items()}
    if json:
        print_json(measured)
    else:
        studies.print_bench(console(), measured)


@app.command()
def doctor(json: Json = False, data: Data = None) -> int:
    """Check that Sandtable has everything it needs."""
    use_data(data)
    import msgspec

    from sandtable.terminal import checkup

    checks = checkup.examine()
    if json:
        print_json({check.what: msgspec.structs.asdict(check) for check in checks})
    else:
        checkup.print_checks(console(), checks)
    return 0 if all(check.ok or not check.needed for check in checks) else 1


if __name__ == "__main__":
    main()
