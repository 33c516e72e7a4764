"""Saved games: step through them, and prove them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from sandtable.kernel.dice import commitment
from sandtable.kernel.errors import Refused, UnknownName
from sandtable.kernel.journal import Journal
from sandtable.kernel.position import Position
from sandtable.kernel.save import Save, load_save, restore
from sandtable.kernel.sentences import either, tell
from sandtable.kernel.show import show_lines
from sandtable.kernel.words import plain
from sandtable.terminal.draw import Drawing
from sandtable.terminal.endings import ending_lines
from sandtable.terminal.pick import is_number
from sandtable.terminal.text import QUIET, STRONG, WARN

KEYS = "Enter next · p previous · NUMBER that step · < first · > last · t table · q quit"


def verified(file: Path) -> dict[str, Any]:
    """Play a save again, comparing every digest; the first that differs is a SaveError with its step."""
    record = load_save(file)
    position, _ = restore(record)
    outcome = position.outcome
    end = tell("The game is not over.")
    if outcome is not None:
        end = tell("Result: {result}.", result=position.game.ending(position.state).title)
    steps = len(record.steps)
    sound = "{file} is verified: {steps:step|steps} of {title} with the same rolls."
    return {
        "file": str(file),
        "game": record.game,
        "steps": steps,
        "over": position.over,
        "result": outcome.result if outcome is not None else "",
        "seed": record.seed,
        "commitment": commitment(record.seed),
        "digest": record.digests[-1],
        "sentence": f"{tell(sound, file=file, steps=steps, title=position.game.title)} {end}",
    }


class Replay:
    """A saved game that can be wound to every step."""

    def __init__(self, record: Save, seat: str) -> None:
        self.position, _ = restore(record, Journal())
        self.steps = list(self.position.steps)
        if seat and seat not in self.position.seats:
            raise UnknownName(
                "There is no seat '{seat}'; choose {known}.", seat=seat, known=either(self.position.seats)
            )
        self.seat = seat

    def wind(self, step: int) -> Position:
        """The position after that many steps."""
        if not 0 <= step <= len(self.steps):
            raise Refused("There is no step {step}. The game has {steps:step|steps}.", step=step, steps=len(self.steps))
        if step < len(self.position.steps):
            self.position.rewind(step)
        for one in self.steps[len(self.position.steps) : step]:
            self.position.apply(one.seat, one.option)
        return self.position

    def eyes(self, step: int) -> str:
        """Through whose eyes a step is seen: the seat asked for, or else whoever made it."""
        return self.seat or (self.steps[step - 1].seat if step else self.position.seats[0])


def replay_file(file: Path, seat: str) -> None:
    """Step through a save with keys; over a pipe, list it."""
    replay = Replay(load_save(file), seat)
    console = Console(highlight=False, markup=False, emoji=False)
    game = replay.position.game
    drawing = Drawing(console, game, game.board(replay.position.options_chosen))
    if sys.stdin.isatty() and sys.stdout.isatty():
        _with_keys(replay, console, drawing)
    else:
        for step in range(len(replay.steps) + 1):
            _print_step(replay, console, drawing, step)
        _print_end(replay, console)


def _print_step(replay: Replay, console: Console, drawing: Drawing, step: int) -> None:
    position = replay.wind(step)
    words = position.game.words
    if step:
        made = replay.steps[step - 1]
        # What another seat chose may be its secret; what everybody may know of it stands in the journal.
        what = plain(words.option(made.option)) if replay.seat in ("", made.seat) else tell("makes a choice")
        console.print(Text.assemble((f"{step:>5}  {words.name(made.seat)}: ", QUIET), (what, STRONG)), soft_wrap=True)
    for line in show_lines(words, position.journal.lines, replay.eyes(step)):
        if line.step == step:
            for part in drawing.line(line):
                console.print(part, soft_wrap=True)


def _print_end(replay: Replay, console: Console) -> None:
    if replay.position.over:
        console.print()
        for line in ending_lines(console, replay.position, console.width):
            console.print(line, soft_wrap=True)
    else:
        console.print(Text(tell("The game is not over."), QUIET))


def _with_keys(replay: Replay, console: Console, drawing: Drawing) -> None:
    step, last = 0, len(replay.steps)
    while True:
        position = replay.wind(step)
        table = position.game.table(position.sight(replay.eyes(step)))
        console.clear()
        for part in drawing.heading(table, tell("step {step} of {last}", step=step, last=last)):
            console.print(part, soft_wrap=True)
        for part in drawing.board_lines(table, position.sight(replay.eyes(step))):
            console.print(part, soft_wrap=True)
        _print_step(replay, console, drawing, step)
        if step == last:
            _print_end(replay, console)
        console.print(Text(tell(KEYS), QUIET), soft_wrap=True)
        try:
            typed = input("> ").strip()
            step = _key(typed, step, last, replay, console, drawing)
        except Refused as error:
            console.print(Text(str(error), WARN))
            input(tell("Press Enter to continue.") + " ")
        except (EOFError, KeyboardInterrupt):
            print()
            return
        if step < 0:
            return


def _key(typed: str, step: int, last: int, replay: Replay, console: Console, drawing: Drawing) -> int:
    """Where a key leads; -1 is out."""
    moves = {"": min(step + 1, last), "n": min(step + 1, last), "p": max(step - 1, 0), "<": 0, ">": last, "q": -1}
    if typed in moves:
        return moves[typed]
    if typed == "t":
        table = replay.position.game.table(replay.position.sight(replay.eyes(step)))
        for block in drawing.panels(table):
            for part in block:
                console.print(part, soft_wrap=True)
        input(tell("Press Enter to continue.") + " ")
        return step
    if is_number(typed) and int(typed) <= last:
        return int(typed)
    raise Refused("'{typed}' is neither a step nor a key. The game has {last:step|steps}.", typed=typed, last=last)
