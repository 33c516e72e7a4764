"""Small questions of one kind at the terminal: a list with an answer each, changed by number and confirmed once."""

from __future__ import annotations

from rich.text import Text

from sandtable.kernel.errors import Refused
from sandtable.kernel.flow import Option
from sandtable.kernel.sentences import tell
from sandtable.kernel.together import Question, asked_together, next_answer
from sandtable.kernel.words import plain
from sandtable.terminal.pick import is_number
from sandtable.terminal.play import Play
from sandtable.terminal.text import STRONG, wrapped

_HOW = "Press Enter to confirm these answers, type a number to change one, or `back` to leave them:"


def all_together(play: Play, seat: str, rest: str) -> bool:
    """`together`: this question and those like it that follow, in one list."""
    rows = asked_together(play.sitting.position, seat)
    if not rows:
        raise Refused("No question of this kind follows. Answer this one.")
    answers = [row.default for row in rows]
    while True:
        _show(play, rows, answers)
        typed = play.screen.read(tell(_HOW) + " ").strip()
        if not typed:
            break
        if typed == "back":
            return False
        if not is_number(typed) or not 1 <= int(typed) <= len(rows):
            raise Refused("Type a number from 1 to {last}, `back`, or just Enter. Nothing was chosen.", last=len(rows))
        at = int(typed) - 1
        options = rows[at].options
        answers[at] = options[(options.index(answers[at]) + 1) % len(options)]
    given = list(zip(rows, answers, strict=True))
    # What was rolled may have changed what is asked: then the rest is asked as it stands now.
    while (answer := next_answer(play.sitting.position, seat, given)) is not None:
        play.sitting.choose(seat, answer)
        given = [(row, said) for row, said in given if row.ticked or said != answer]
        if len(answer) == 1:
            break
    return True


def _show(play: Play, rows: list[Question], answers: list[Option]) -> None:
    for number, (row, answer) in enumerate(zip(rows, answers, strict=True), 1):
        text = Text(f"{number:>2} ", STRONG)
        if row.ticked:
            text.append(f"{plain(play.words.option(row.options[0]))}: ")
            text.append(tell("yes" if answer == row.options[0] else "no"), STRONG)
        else:
            text.append(f"{plain(play.words.prompt(row.ask, row.about))} ")
            text.append(plain(play.words.option(answer)), STRONG)
        play.print(wrapped(play.console, text, play.drawing.width, 3))
