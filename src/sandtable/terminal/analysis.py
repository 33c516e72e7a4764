"""The analysis board in the terminal: `analyse` forks the game as the seat sees it, `quit` goes back to it."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from pathlib import Path

from rich.text import Text

from sandtable.kernel.analysis import analyse, is_same_position
from sandtable.kernel.dice import Dice, ManualDice
from sandtable.kernel.errors import Refused
from sandtable.kernel.journal import Journal
from sandtable.kernel.position import Position
from sandtable.kernel.save import Recorder
from sandtable.kernel.sentences import tell
from sandtable.terminal.endings import ending_lines
from sandtable.terminal.pick import is_number
from sandtable.terminal.play import Leave, Play
from sandtable.terminal.sitting import HUMAN, Sitting
from sandtable.terminal.text import QUIET, STRONG


class AnalysisSitting(Sitting):
    """An analysis: all seats are those of the one who looks, nothing is stored, everything can be taken back."""

    def __init__(self, begin: Callable[[], Position], seed: str) -> None:
        self._begin = begin
        position = begin()
        players = dict.fromkeys(position.seats, HUMAN)
        super().__init__(position, Recorder(position), seed, players, Path())

    @property
    def secret(self) -> bool:
        return False

    @property
    def can_undo(self) -> bool:
        return True  # or says why not

    def undo(self, seat: str) -> None:
        if not self.position.steps:
            raise Refused("There is nothing to undo: the analysis is at its start.")
        self.rewind(len(self.position.steps) - 1)

    def rewind(self, steps: int) -> None:
        kept = self.position.steps[:steps]
        self.position = self.recorder.position = self._begin()
        for step in kept:
            self.position.apply(step.seat, step.option)
        self.recorder.note()

    def store(self, path: Path | None = None) -> None:
        if path is not None:
            raise Refused("You can't save an analysis: it holds guesses in place of secrets.")


class AnalysisPlay(Play):
    """The table of an analysis, upon the table of the game."""

    def __init__(self, play: Play, board: AnalysisSitting) -> None:
        self.mark = tell(
            "ANALYSIS BOARD: you play all sides, what you can't know is guessed. `quit` returns to the game."
        )
        self.cursor = tell("analysis") + "> "
        commands = {**play.commands, "analyse": _deeper, "analyze": _deeper}
        super().__init__(board, play.screen, commands)

    def run(self) -> bool:
        """Play on until the person goes back to the game."""
        try:
            while not self.sitting.position.over:
                self.ask(self.sitting.to_ask)
            self.finish()
        except (Leave, EOFError):
            pass
        return True

    def finish(self) -> None:
        """How the analysis ended; nothing of it is stored."""
        lines = ending_lines(self.console, self.sitting.position, self.drawing.width)
        self.screen.show_end([Text(tell("ANALYSIS BOARD"), STRONG), *lines])


def start_analysis(play: Play, seat: str, rest: str) -> bool:
    """Fork the position as the seat sees it, now or at step N; the game waits meanwhile."""
    truth = play.sitting.position
    if rest and not (is_number(rest) and int(rest) <= len(truth.steps)):
        raise Refused(
            "`analyse` starts here, `analyse N` at step N. The game has {steps:step|steps}.", steps=len(truth.steps)
        )
    past = _at(play.sitting, int(rest)) if rest else truth
    seed = secrets.token_hex(32)
    board = AnalysisSitting(lambda: analyse(past, seat, Dice(seed), Journal()), secrets.token_hex(32))
    same = is_same_position(past, board.position, seat)
    told = tell("Analysis: you play all sides, and what you can't know is guessed. `quit` returns to the game.")
    play.say(told, STRONG)
    if not same:
        told = tell(
            "The analysis starts where this activity began: you can't know what the other player may choose now."
        )
        play.say(told, QUIET)
    AnalysisPlay(play, board).run()
    play.say(tell("Back in the game."), STRONG)
    return True


def _at(sitting: Sitting, step: int) -> Position:
    """The game at an earlier step."""
    now = sitting.position
    dice = ManualDice(sitting.seed) if isinstance(now.state.dice, ManualDice) else sitting.seed
    past = Position.new(sitting.game, now.options_chosen, dice)
    for made in now.steps[:step]:
        past.apply(made.seat, made.option)
    return past


def _deeper(play: Play, seat: str, rest: str) -> bool:
    raise Refused("This is already an analysis: `undo` and `rewind` go back freely, `quit` leaves it.")
