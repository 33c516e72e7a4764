"""The table in a terminal: shows it, asks, and understands what is typed."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from rich.text import Text

from sandtable.kernel.errors import Refused, SandtableError
from sandtable.kernel.flow import Odds, Option
from sandtable.kernel.position import ROLLED
from sandtable.kernel.sentences import tell
from sandtable.kernel.show import ShownDecision, ShownLine, show_decision, show_lines, words_for
from sandtable.kernel.table import Table
from sandtable.kernel.words import Words
from sandtable.terminal.draw import Drawing, short_odds
from sandtable.terminal.endings import ending_lines
from sandtable.terminal.map.marks import SideLetters
from sandtable.terminal.pick import OptionGroup, grouped, is_number, is_whole, matching, option_from
from sandtable.terminal.screen import OptionEntry, TablePage, TableScreen
from sandtable.terminal.sitting import Sitting
from sandtable.terminal.text import QUIET, RULE, STRONG, WARN, columns, said, wrapped

_ON_RESUME = 8


Command: TypeAlias = Callable[["Play", str, str], bool]
"""What can be typed besides a choice, given who is asked and what follows; whether somebody must be asked again."""


class TableQuestion(NamedTuple):
    """What the coach says, the prompt, the entries of the list, and all of it as lines."""

    coached: list[Text]
    prompt: Text
    entries: list[OptionEntry]
    lines: list[Text]


class Leave(Exception):
    """The person gets up; everything is saved."""


class Play:
    """One terminal at which a game is played."""

    mark = ""
    """What stands on every page of a table that is not the game itself."""
    cursor = "> "

    def __init__(self, sitting: Sitting, screen: TableScreen, commands: Mapping[str, Command]) -> None:
        self.sitting = sitting
        self.screen = screen
        self.console = screen.console
        self.drawing = Drawing(screen.console, sitting.game, sitting.game.board(sitting.position.options_chosen))
        self.seen: dict[str, int] = {}
        self.notices: list[Text] = []
        self.told: list[ShownLine] = []
        self.letters: dict[str, SideLetters] = {}
        self.narrowed: list[Sequence[Option]] = []
        self.entries: list[OptionGroup] = []
        self.last_seat = ""
        self.asked = False
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
            # Not wrapped: it is there to be copied.
            self.print([Text(f"  {self.command_to_resume}")])
            if isinstance(reason, KeyboardInterrupt):
                raise
            return False

    @property
    def command_to_resume(self) -> str:
        return f"sandtable play --resume {shlex.quote(str(self.sitting.path))}"

    def ask(self, seat: str) -> None:
        """Ask one seat until it has chosen."""
        self.narrowed = []
        self.show(seat)
        while True:
            typed = self.screen.read(self.cursor, lambda: self.show(seat, again=True)).strip()
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
            raise self.why_not(seat, typed)
        return self.take(seat, meant)

    def why_not(self, seat: str, typed: str) -> Refused:
        """Why what somebody typed can't be chosen."""
        position = self.sitting.position
        things = self.drawing.things(self.table(seat))
        wanted = option_from(typed, position.options(seat), self.words, things)
        if not is_whole(wanted, self.words):
            # With a verb alone the rules have nothing to say: a sentence made of it would have gaps.
            rule = position.decision.rule if position.decision is not None else ""
            return Refused("“{typed}” matches no option now. Name the piece and the place too.", rule, typed=typed)
        return position.refusal(seat, wanted) or Refused("“{typed}” matches no option now.", typed=typed)

    def too_late_to_undo(self) -> Refused:
        """Why the last choice can't be undone."""
        return Refused(
            "You can't undo that: a die was rolled, something was revealed, or another player has chosen since. "
            "`rewind` undoes your last choice anyway; the dice stay the same."
        )

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
        self.screen.narrow(self.page(seat))
        return False

    # -- what is shown -------------------------------------------------------------------------------------------------

    @property
    def words(self) -> Words:
        """The words of the game, as who is asked now calls the things on the table."""
        position = self.sitting.position
        return self.sitting.game.words if position.over else words_for(position, self.sitting.to_ask)

    def say(self, text: str, style: str = "") -> None:
        lines = (wrapped(self.console, Text(line, style), self.drawing.width, 2) for line in text.split("\n"))
        self.print([part for line in lines for part in line])

    def print(self, lines: Sequence[Text]) -> None:
        self.screen.print(lines)

    def notice(self, text: str) -> None:
        """Tell something on the next page: a page that is cleared would wipe it out."""
        self.notices += wrapped(self.console, Text(text, QUIET), self.drawing.width, 2)

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
        if self.sitting.secret:
            self.screen.curtain(self.words.name(seat))

    def news(self, seat: str) -> list[ShownLine]:
        """The journal since this seat was asked last."""
        lines = show_lines(self.words, self.sitting.position.journal.lines, seat)
        since = min(self.seen.get(seat, 0), len(lines))
        self.seen[seat] = len(lines)
        return lines[since:]

    def show(self, seat: str, again: bool = False) -> None:
        """Show the table and the question; `again` tells the same news once more."""
        if not again:
            self.told = self.news(seat)
        self.screen.show(self.page(seat), self.drawing)
        self.asked = True
        self.notices = []

    def page(self, seat: str) -> TablePage:
        """The table, what happened, and the question."""
        table, question = self.table(seat), self.question(seat)
        named = frozenset(thing for option in self.sitting.position.options(seat) for thing in option[1:])
        news = [part for line in self.told for part in self.drawing.line(line)]
        name = self.words.name(seat) if len(self.sitting.position.seats) > 1 else ""
        heading = self.drawing.heading(table, name)
        return TablePage(
            seat=seat, mark=self.mark, table=table, view=self.sitting.position.sight(seat), heading=heading,
            news=[*news, *self.notices], coached=question.coached, prompt=question.prompt, entries=question.entries,
            question=question.lines, named=named,
        )  # fmt: skip

    def question(self, seat: str) -> TableQuestion:
        """The prompt with its rule and the numbered options, narrowed as far as the person has gone."""
        position = self.sitting.position
        shown = show_decision(position, seat)
        if shown is None:
            return TableQuestion([], Text(), [], [])
        options = self.narrowed[-1] if self.narrowed else position.options(seat)
        rolled = position.decision is not None and position.decision.ask == ROLLED
        prompt = self._prompt(shown, seat)
        if rolled and all(isinstance(option[1], int) for option in options):
            self.entries = []
            faces = [int(option[1]) for option in options]
            prompt = prompt + Text(" " + tell("{least} to {most}", least=min(faces), most=max(faces)))
            return TableQuestion(
                [], prompt, [OptionEntry(str(face), Text(str(face)), frozenset()) for face in faces], [prompt]
            )
        if rolled:
            self.entries = [OptionGroup(self.words.name(option[1]), (option,)) for option in options]
        else:
            most = self.screen.most_entries
            charted = self.charted(seat) if len(options) > most else frozenset()
            self.entries = grouped(options, self.words, most, charted)
        coached: list[Text] = []
        coaching = self.sitting.coaching
        if coaching is not None and seat == coaching.learner and not self.narrowed:
            coaching.look(position)
            coached = coaching.said(position, self.console, self.drawing.width)
        odds = {entry.option: entry.odds for entry in shown.options}
        listed = [_entry(number, group, odds) for number, group in enumerate(self.entries, 1)]
        asked = [*coached, *wrapped(self.console, prompt, self.drawing.width, 2)]
        high = self.console.height - 8 if self.screen.paged else 0
        typed = [
            OptionEntry(str(number), text, frozenset(str(thing) for option in group.options for thing in option[1:]))
            for number, (text, group) in enumerate(zip(listed, self.entries, strict=True), 1)
        ]
        return TableQuestion(coached, prompt, typed, [*asked, *columns(listed, self.drawing.width, high=high)])

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
        if not self.asked:
            prompt.append("  " + tell("(`help` lists what you can type)"), QUIET)
        if shown.together:
            prompt.append("  " + tell("(`together` answers all similar questions at once)"), QUIET)
        if self.narrowed:
            told = tell("({n} of {all}; `back` for all)", n=len(self.narrowed[-1]), all=len(shown.options))
            prompt.append(f"  {told}", QUIET)
        return prompt

    def finish(self) -> None:
        """The end: what happened last, the result, and where the game is kept."""
        seat = self.last_seat or next(iter(self.sitting.humans), "")
        news = [part for line in self.news(seat) for part in self.drawing.line(line)]
        path = shlex.quote(str(self.sitting.path))
        kept = "The game is saved in {path}. View it with `sandtable replay`, check it with `sandtable verify`."
        lines = [Text(""), *self.drawing.heading(self.table(seat)), *news, *self.notices, Text("")]
        lines += ending_lines(self.console, self.sitting.position, self.drawing.width)
        self.screen.show_end(
            [*lines, Text(""), *wrapped(self.console, Text(tell(kept, path=path)), self.drawing.width, 2)]
        )


def _entry(number: int, group: OptionGroup, odds: dict[Option, Odds | None]) -> Text:
    text = Text(f"{number:>2} ", STRONG)
    text.append(group.text)
    if group.single:
        text.append(short_odds(odds.get(group.options[0])), QUIET)
    return text
