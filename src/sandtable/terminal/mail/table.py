"""The table of a turn by mail: that of `sandtable play`, with what is different by mail."""

from __future__ import annotations

import shlex

from sandtable.kernel.errors import Refused
from sandtable.kernel.sentences import tell
from sandtable.kernel.words import plain
from sandtable.terminal.analysis import start_analysis
from sandtable.terminal.commands import COMMANDS, tell_choices
from sandtable.terminal.mail.sitting import MailSitting
from sandtable.terminal.play import Command, Leave, Play
from sandtable.terminal.screen import TableScreen
from sandtable.terminal.text import QUIET

_SEAL = "Your turn is over. Press Enter to seal the letter, or type `undo`:"


class MailPlay(Play):
    """A table at which one turn is played; the letter is sealed when it is over."""

    def __init__(self, sitting: MailSitting, screen: TableScreen, commands: dict[str, Command]) -> None:
        super().__init__(sitting, screen, commands)
        self.mailed = sitting
        name = self.words.name(sitting.desk.seat)
        turn = len(sitting.desk.letter.turns) + 1
        self.mark = tell("BY MAIL: {name}, turn {turn}. `quit` keeps what you have done.", name=name, turn=turn)
        self.cursor = tell("by mail") + "> "
        self.seen[sitting.desk.seat] = 0
        self.sealing = False
        if sitting.taken_up:
            self.notice(sitting.taken_up)

    def run(self) -> bool:
        """Play the turn; whether it is over and may be sealed."""
        desk = self.mailed.desk
        try:
            while True:
                if desk.goes_on():
                    self.ask(desk.seat)
                elif self.sealing or not desk.position.can_undo or not self._takes_back():
                    break
        except (Leave, EOFError, KeyboardInterrupt) as reason:
            self.mailed.store()
            kept = "The letter is unchanged; {n:choice of this turn is|choices of this turn are} kept. Continue with:"
            self.say(tell(kept, n=len(desk.steps)))
            self.print_command(desk.seat)
            if isinstance(reason, KeyboardInterrupt):
                raise
            return False
        self.print([part for line in self.news(desk.seat) for part in self.drawing.line(line)])
        self.print(self.notices)
        return True

    def _takes_back(self) -> bool:
        """The turn is over: whether the player undoes his last choice instead of sealing."""
        typed = self.screen.read(tell(_SEAL) + " ").strip()
        if typed != "undo":
            return False
        self.mailed.undo(self.mailed.desk.seat)
        return True

    def too_late_to_undo(self) -> Refused:
        return Refused(
            "You can't undo that: a die was rolled, something was revealed, or the other player's orders have answered "
            "since. By mail nobody is here to agree to more."
        )

    def print_command(self, seat: str) -> None:
        self.say(f"  sandtable mail open {shlex.quote(str(self.sitting.path))} --seat {seat} --key …", QUIET)


def rest_of_turn(play: Play, seat: str, rest: str) -> bool:
    """`rest`: a bot plays the rest of the turn, which is then sealed."""
    chosen = []
    while play.sitting.to_ask:
        option = play.sitting.advice(seat)
        chosen.append(plain(play.words.option(option)))
        play.sitting.choose(seat, option)
    tell_choices(play, chosen)
    assert isinstance(play, MailPlay)
    play.sealing = True
    return True


def analyse(play: Play, seat: str, rest: str) -> bool:
    if rest:
        raise Refused("By mail an analysis starts here: the steps before this turn are not all yours to see.")
    return start_analysis(play, seat, "")


def _nobody_agrees(play: Play, seat: str, rest: str) -> bool:
    raise Refused("By mail nobody is here to agree to that. `undo` goes back to the last die roll.")


MAIL_COMMANDS: dict[str, Command] = {
    **COMMANDS, "rewind": _nobody_agrees, "rest": rest_of_turn, "analyse": analyse, "analyze": analyse,
    "stop": COMMANDS["quit"],
}  # fmt: skip
