"""The table in a terminal: shows it, asks, and understands what is typed."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from rich.console import Console
from rich.text import Text

from sandtable.kernel.errors import Refused, SandtableError
from sandtable.kernel.flow import Odds, Option
from sandtable.kernel.position import ROLLED
from sandtable.kernel.sentences import tell
from sandtable.kernel.show import ShownDecision, show_decision, show_lines, words_for
from sandtable.kernel.table import Table
from sandtable.kernel.words import Words
from sandtable.terminal.draw import Drawing, short_odds
from sandtable.terminal.endings import ending_lines
from sandtable.terminal.pick import OptionGroup, grouped, is_number, matching, option_from
from sandtable.terminal.sitting import Sitting
from sandtable.terminal.text import QUIET, RULE, STRONG, WARN, columns, said, wrapped

_RESERVED_FOR_JOURNAL = 6
_AT_ONCE = 20
_ON_RESUME = 8


Command: TypeAlias = Callable[["Play", str, str], bool]
"""What can be typed besides a choice, given who is asked and what follows; whether somebody must be asked again."""


class Leave(Exception):
    """The person gets up; everything is saved."""


class Play:
    """One terminal at which a game is played. `paged` redraws the screen before each question."""

    def __init__(
        self,
        sitting: Sitting,
        console: Console,
        read: Callable[[str], str],
        interactive: bool,
        commands: Mapping[str, Command],
    ) -> None:
        self.sitting = sitting
        self.console = console
        self.read = read
        self.interactive = interactive
        self.paged = interactive and console.is_terminal and not console.is_dumb_terminal
        self.drawing = Drawing(console, sitting.game, sitting.game.board(sitting.position.options_chosen))
        self.seen: dict[str, int] = {}
        self.narrowed: list[Sequence[Option]] = []
        self.entries: list[OptionGroup] = []
        self.last_seat = ""
        self.last_heading = ""
        self.commands = commands
        if sitting.position.steps:
            for seat in ("", *sitting.position.seats):
                lines = show_lines(sitting.game.words, sitting.position.journal.lines, seat)
                self.seen[seat] = max(0, len(lines) - _ON_RESUME)

    # -- the loop ------------------------------------------------------------------------------------------------------

    def run(self) -> bool:
        """Play to the end or until the person leaves; whether the game is over."""
        try:
            while True:
                self.sitting.bots_play()
                if self.sitting.position.over:
                    self.finish()
                    return True
                seat = self.sitting.to_ask
                self.curtain(seat)
                self.ask(seat)
        except (Leave, EOFError, KeyboardInterrupt) as reason:
            self.sitting.recorder.note()
            self.sitting.store()
            if not isinstance(reason, Leave):
                self.say("")
            made = len(self.sitting.position.steps)
            self.say(tell("Saved after {made:choice|choices}. Continue with:", made=made))
            self.say(f"  sandtable play --resume {shlex.quote(str(self.sitting.path))}")
            if isinstance(reason, KeyboardInterrupt):
                raise
            return False

    def ask(self, seat: str) -> None:
        """Ask one seat until it has chosen."""
        self.narrowed = []
        self.page(seat)
        while True:
            typed = self.read("> ").strip()
            try:
                if typed and self.obey(seat, typed):
                    return
            except SandtableError as error:
                self.refused(error)

    def obey(self, seat: str, typed: str) -> bool:
        """Do what was typed; whether somebody must be asked again."""
        word, _, rest = typed.partition(" ")
        if is_number(word) and not rest:
            return self.numbered(seat, int(word))
        if word.startswith("?"):
            word, rest = "?", typed[1:].strip()
        if word == "choose":
            typed = rest
        elif command := self.commands.get(word.lower()):
            return command(self, seat, rest.strip())
        options = self.sitting.position.options(seat)
        meant = matching(self.narrowed[-1], self.words, typed) if self.narrowed else []
        meant = meant or matching(options, self.words, typed)
        if not meant:
            refusal = self.sitting.position.refusal(seat, option_from(typed, options, self.words))
            raise refusal or Refused("'{typed}' matches no option. `help` lists what you can type.", typed=typed)
        return self.take(seat, meant)

    def numbered(self, seat: str, number: int) -> bool:
        decision = self.sitting.position.decision
        if decision is not None and decision.ask == ROLLED and (ROLLED, number) in self.sitting.position.options(seat):
            return self.take(seat, [(ROLLED, number)])
        if not self.entries:
            raise Refused("This die has no {number}.", number=number)
        if not 1 <= number <= len(self.entries):
            raise Refused("This list has no {number}: it runs from 1 to {last}.", number=number, last=len(self.entries))
        return self.take(seat, self.entries[number - 1].options)

    def take(self, seat: str, options: Sequence[Option]) -> bool:
        """Choose the only option, or show those that are left."""
        if len(options) == 1:
            self.sitting.choose(seat, options[0])
            return True
        self.narrowed.append(options)
        self.print(self.question(seat))
        return False

    # -- what is shown -------------------------------------------------------------------------------------------------

    @property
    def words(self) -> Words:
        """The words of the game, as who is asked now calls the things on the table."""
        position = self.sitting.position
        return self.sitting.game.words if position.over else words_for(position, self.sitting.to_ask)

    def say(self, text: str, style: str = "") -> None:
        self.console.print(Text(text, style), soft_wrap=True)

    def print(self, lines: Sequence[Text]) -> None:
        for line in lines:
            self.console.print(line, soft_wrap=True)

    def refused(self, error: SandtableError) -> None:
        text = Text(error.sentence, WARN)
        if error.rule:
            text.append(f"  {error.rule}", RULE)
        self.print(wrapped(self.console, text, self.drawing.width))

    def table(self, seat: str) -> Table:
        table: Table = self.sitting.game.table(self.sitting.position.sight(seat))
        return table

    def curtain(self, seat: str) -> None:
        """Between seats that may not see each other's things, the screen is cleared and the next one called."""
        before, self.last_seat = self.last_seat, seat
        if not before or before == seat or len(self.sitting.humans) < 2:
            return
        name = self.words.name(seat)
        if not self.sitting.secret or not self.interactive:
            return
        if self.paged:
            self.console.clear()
        else:
            self.say("\n" * 40)
        self.read(tell("Now {name}. Press Enter when only {name} can see the screen.", name=name) + " ")

    def news(self, seat: str) -> list[Text]:
        """The journal since this seat was asked last."""
        lines = show_lines(self.words, self.sitting.position.journal.lines, seat)
        since = min(self.seen.get(seat, 0), len(lines))
        self.seen[seat] = len(lines)
        return [part for line in lines[since:] for part in self.drawing.line(line)]

    def page(self, seat: str) -> None:
        """The table as far as it fits, what happened, and the question."""
        table, question, news = self.table(seat), self.question(seat), self.news(seat)
        heading = self.drawing.heading(table, self.words.name(seat) if len(self.sitting.position.seats) > 1 else "")
        if not self.paged:
            self._roll_on(table, heading, news, question, seat)
            return
        self.last_heading = table.heading
        self.console.clear()
        room = self.console.height - 1 - len(heading) - len(question)
        self.print(heading)
        room = self._lay_out(table, seat, room, min(len(news), _RESERVED_FOR_JOURNAL))
        if len(news) > room > 0:
            cut = len(news) - room + 1
            told = tell("… {n:earlier line|earlier lines}: log", n=cut)
            news = [Text(f"  {told}", QUIET), *news[cut:]]
        self.print(news if room > 0 else [])
        self.print(question)

    def _lay_out(self, table: Table, seat: str, room: int, kept: int) -> int:
        """Print board and panels as far as they fit above `kept` lines of journal; how much room is left."""
        named = {thing for option in self.sitting.position.options(seat) for thing in option[1:]}
        board = self.drawing.board_lines(table, self.sitting.position.sight(seat), named)
        picture = self.drawing.has_schematic and len(board) <= room - kept
        room -= len(board) if picture else 0
        panels: list[Text] = []
        for block in self.drawing.panels(table, short=True):
            if len(block) <= room - kept:
                panels += block
                room -= len(block)
        if not picture:
            # A list of spaces can be cut, a picture cannot.
            fitting = max(0, room - kept)
            if len(board) > fitting:
                board = [*board[: fitting - 1], Text(tell("… `table` shows the rest"), QUIET)] if fitting > 1 else []
            room -= len(board)
        self.print([*board, *panels])
        return room

    def _roll_on(self, table: Table, heading: list[Text], news: list[Text], question: list[Text], seat: str) -> None:
        """Without a screen to clear: the whole table once, then only what is new."""
        first = not self.last_heading
        if table.heading != self.last_heading:
            self.say("")
            self.print(heading)
            self.last_heading = table.heading
        if first:
            self.print(self.drawing.board_lines(table, self.sitting.position.sight(seat)))
            for block in self.drawing.panels(table):
                self.print(block)
        self.print(news)
        self.print(question)

    def question(self, seat: str) -> list[Text]:
        """The prompt with its rule and the numbered options, narrowed as far as the person has gone."""
        position = self.sitting.position
        shown = show_decision(position, seat)
        if shown is None:
            return []
        options = self.narrowed[-1] if self.narrowed else position.options(seat)
        rolled = position.decision is not None and position.decision.ask == ROLLED
        prompt = self._prompt(shown, seat)
        if rolled and all(isinstance(option[1], int) for option in options):
            self.entries = []
            faces = [int(option[1]) for option in options]
            return [prompt + Text(" " + tell("{least} to {most}", least=min(faces), most=max(faces)))]
        if rolled:
            self.entries = [OptionGroup(self.words.name(option[1]), (option,)) for option in options]
        else:
            most = _AT_ONCE if not self.paged else max(9, self.console.height // 3)
            charted = self.charted(seat) if len(options) > most else frozenset()
            self.entries = grouped(options, self.words, most, charted)
        coaching = self.sitting.coaching
        coached: list[Text] = []
        if coaching is not None and seat == coaching.learner and not self.narrowed:
            coaching.look(position)
            coached = coaching.said(position, self.console, self.drawing.width)
        odds = {entry.option: entry.odds for entry in shown.options}
        listed = [_entry(number, group, odds) for number, group in enumerate(self.entries, 1)]
        return [
            *coached,
            *wrapped(self.console, prompt, self.drawing.width, 2),
            *columns(listed, self.drawing.width, high=self.console.height - 8 if self.paged else 0),
        ]

    def charted(self, seat: str) -> frozenset[str]:
        """What a seat can choose from the charts on its table."""
        charts = (panel for panel in self.table(seat).panels if panel.kind == "chart")
        return frozenset(row.ref for panel in charts for row in panel.rows if row.ref)

    def _prompt(self, shown: ShownDecision, seat: str) -> Text:
        prompt = Text()
        if len(self.sitting.humans) > 1:
            prompt.append(f"{self.words.name(seat)}: ", STRONG)
        prompt.append_text(said(shown.prompt))
        prompt.stylize(STRONG)
        if shown.rule:
            prompt.append(f"  {shown.rule}", RULE)
        if not self.last_heading:
            prompt.append("  " + tell("(`help` lists what you can type)"), QUIET)
        if shown.together:
            prompt.append("  " + tell("(`together` answers those like it too)"), QUIET)
        if self.narrowed:
            told = tell("({n} of {all}; `back` for all)", n=len(self.narrowed[-1]), all=len(shown.options))
            prompt.append(f"  {told}", QUIET)
        return prompt

    def finish(self) -> None:
        """The end: what happened last, the result, and where the game is kept."""
        seat = self.last_seat or next(iter(self.sitting.humans), "")
        self.say("")
        self.print(self.drawing.heading(self.table(seat)))
        self.print(self.news(seat))
        self.say("")
        self.print(list(ending_lines(self.console, self.sitting.position, self.drawing.width)))
        self.say("")
        path = shlex.quote(str(self.sitting.path))
        kept = "The game is saved in {path}. View it with `sandtable replay`, check it with `sandtable verify`."
        self.say(tell(kept, path=path))


def _entry(number: int, group: OptionGroup, odds: dict[Option, Odds | None]) -> Text:
    text = Text(f"{number:>2} ", STRONG)
    text.append(group.text)
    if group.single:
        text.append(short_odds(odds.get(group.options[0])), QUIET)
    return text
