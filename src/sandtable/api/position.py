"""A game in progress, as people who study games and write players use it."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

import msgspec

from sandtable.api.drawing import draw_board
from sandtable.api.notebook import frame, still
from sandtable.bots.player import Bot, ask, load_bot
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.errors import Refused, SandtableError, UnknownName
from sandtable.kernel.flow import Choose, Odds, Option
from sandtable.kernel.game import Outcome, View, find_game
from sandtable.kernel.journal import Journal
from sandtable.kernel.position import Position as Playing
from sandtable.kernel.records import Choice
from sandtable.kernel.save import Recorder, save, write_save
from sandtable.kernel.show import show_decision, show_lines, words_for
from sandtable.kernel.state import State
from sandtable.kernel.table import Board, Table
from sandtable.kernel.words import plain


class Position:
    """A game in progress: who must choose what, and what comes of it. `sandtable.new` and `load` make one.

    Where a method takes a seat, it may be left out while only one seat has to choose.

    Examples:
        >>> import sandtable
        >>> position = sandtable.new("warbirds", seed=7, players=1)
        >>> position
        <Warbirds, step 0: seat-1 to choose among 146 (WB-6.5)>
        >>> option = position.options()[0]
        >>> position.text(option)
        'Assign Capt. Warren Halloway to Pilot'
        >>> position.apply(option).step
        1
        >>> position.undo().step
        0
    """

    def __init__(self, playing: Playing, seed: str, past: tuple[Choice, ...] = (), imagined: bool = False) -> None:
        self._playing = playing
        self._seed = seed
        self._past = past
        self._imagined = imagined

    # -- where the game stands ---------------------------------------------------------------------------------------

    @property
    def game(self) -> str:
        """The id of the game."""
        return self._playing.game.id

    @property
    def title(self) -> str:
        """The name of the game."""
        return self._playing.game.title

    @property
    def settings(self) -> dict[str, str | int]:
        """The options the game was begun with."""
        return dict(self._playing.options_chosen)

    @property
    def seats(self) -> tuple[str, ...]:
        """All seats, in order."""
        return self._playing.seats

    @property
    def to_move(self) -> tuple[str, ...]:
        """The seats that must choose now: several only when they choose secretly, none when the game is over."""
        return self._playing.deciders

    @property
    def step(self) -> int:
        """How many choices were made."""
        return len(self._past) + len(self._playing.steps)

    @property
    def steps(self) -> list[tuple[str, Option]]:
        """All choices so far, as (seat, option)."""
        return [(step.seat, step.option) for step in (*self._past, *self._playing.steps)]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._playing.over

    @property
    def outcome(self) -> Outcome | None:
        """How it ended: `result`, `winners`, `scores`, `facts`, `drawn`."""
        return self._playing.outcome

    @property
    def state(self) -> State:
        """The truth, with everything hidden in it. Look at it, but never change it."""
        return self._playing.state

    def digest(self) -> str:
        """A fingerprint: equal positions have equal ones on every machine."""
        return self._playing.digest()

    # -- choosing ----------------------------------------------------------------------------------------------------

    def options(self, seat: str | None = None) -> list[Option]:
        """What a seat may choose: tuples of a verb and the ids of pieces and spaces."""
        return list(self._playing.options(self._asked(seat))) if not self.over else []

    def apply(self, option: Option, seat: str | None = None) -> Position:
        """Make a choice, and give the position back. What is not offered is refused with the rule; nothing changes.

        Examples:
            >>> import sandtable
            >>> try:
            ...     sandtable.new("warbirds", seed=7).apply(("assign", "crew-01", "cook"))
            ... except sandtable.Refused as refused:
            ...     print(refused)
            You can't choose “Assign Capt. Warren Halloway to cook” now. (WB-6.5)
        """
        asked = self._asked(seat)
        if not _is_option(option):
            raise Refused("{option} is not an option: an option is a verb and the ids it names.", option=repr(option))
        self._playing.apply(asked, tuple(option))
        return self

    def undo(self) -> Position:
        """Take the last choice back, if nothing was rolled or shown since."""
        self._playing.undo()
        return self

    def redo(self) -> Position:
        """Make a choice again that was taken back."""
        self._playing.redo()
        return self

    def rewind(self, step: int) -> Position:
        """Go back to an earlier step, whatever was rolled since. The dice stay the same."""
        self._playing.rewind(step - len(self._past))
        return self

    @property
    def rule(self) -> str:
        """The clause of the choice that is to be made."""
        return self._playing.decision.rule if self._playing.decision is not None else ""

    def prompt(self, seat: str | None = None) -> str:
        """The question as the seat reads it."""
        shown = None if self.over else show_decision(self._playing, self._asked(seat))
        return plain(shown.prompt) if shown is not None else ""

    def text(self, option: Option, seat: str | None = None) -> str:
        """An option as the seat reads it."""
        return plain(words_for(self._playing, self._asked(seat)).option(option))

    def why_not(self, option: Option, seat: str | None = None) -> str:
        """Why a choice would be refused; "" if it is legal."""
        refused = self._playing.refusal(self._asked(seat), option)
        return "" if refused is None else str(refused)

    def odds(self, option: Option) -> Odds | None:
        """What an option may lead to, if it depends on the dice and the rules can tell."""
        decision = self._playing.decision
        return decision.odds(option) if isinstance(decision, Choose) and decision.odds is not None else None

    def clause(self, id: str = "") -> str:
        """The text of a clause; of the choice that is to be made if none is named."""
        clause = self._playing.game.clauses.get(id or self.rule)
        if clause is None and id:
            raise UnknownName("{game} has no rule {id}.", game=self.title, id=repr(id))
        return clause.text if clause is not None else ""

    # -- looking -----------------------------------------------------------------------------------------------------

    def sight(self, seat: str | None = None) -> View:
        """What a seat may see, as a frozen record; seat "" is a spectator."""
        return self._playing.sight(self._asked(seat))

    def table(self, seat: str | None = None) -> Table:
        """The pieces and panels as they lie for a seat."""
        table: Table = self._playing.game.table(self.sight(seat))
        return table

    @property
    def board(self) -> Board:
        """The board, which never changes."""
        return self._playing.game.board(self._playing.options_chosen)

    def worth(self, seat: str | None = None) -> float:
        """How good the position looks for a seat, from 0 (lost) to 1 (won)."""
        asked = self._asked(seat)
        return float(self._playing.game.worth(self.sight(asked), asked))

    def journal(self, seat: str | None = None) -> list[str]:
        """What has happened, as a seat may read it; all of it if no seat is named. Clones begin a new one."""
        lines = self._playing.journal.lines
        if seat is not None:
            seat = self._asked(seat)
        if seat is None:
            return [plain(self._playing.game.words.line(line.event, line.facts)) for line in lines]
        return [plain(line.text) for line in show_lines(words_for(self._playing, seat), lines, seat)]

    def svg(self, seat: str | None = None, width: int = 720) -> str:
        """The board with its pieces as a seat sees it."""
        looker = self._looker(seat)
        return draw_board(self.board, self.table(looker), width)

    # -- copies, bots, saves -----------------------------------------------------------------------------------------

    def clone(self) -> Position:
        """A position of its own at the same decision. It can be played on and saved; undo goes back to here.

        Examples:
            >>> import sandtable
            >>> position = sandtable.new("airlift", seed=1)
            >>> twin = position.clone().play("random", most=10)
            >>> (position.step, twin.step)
            (0, 10)
        """
        twin = self._playing.clone()
        history = (*self._past, *self._playing.steps)
        return Position(twin, self._seed, history[: len(history) - len(twin.steps)], self._imagined)

    def imagine(self, seat: str | None = None, seed: str | int = 0) -> Position:
        """A clone as the seat may imagine it: what it cannot know is dealt again, and the dice are others."""
        twin = self._playing.imagine(self._asked(seat), Dice(seed_from(seed)))
        return Position(twin, "", imagined=True)

    def ask(self, bot: str | Bot, seat: str | None = None, seed: str | int | None = None) -> Option:
        """What a bot would choose. It sees what the seat sees, and no more."""
        chosen = load_bot(bot) if isinstance(bot, str) else bot
        if not callable(chosen):
            raise UnknownName("{name} is not a bot: it can't be called with a question and dice.", name=repr(bot))
        dice = Dice(seed_from(f"bot {self.step} {self._seed}" if seed is None else seed))
        return ask(self._playing, self._asked(seat, first=True), chosen, dice)

    def play(self, bots: str | Bot | Mapping[str, str | Bot], most: int | None = None) -> Position:
        """Let bots play on: to the end, for `most` choices, or until a seat must choose that has none.

        Examples:
            >>> import sandtable
            >>> position = sandtable.new("warbirds", seed=2).play("greedy")
            >>> position.over
            True
        """
        for seat in bots if isinstance(bots, Mapping) else ():
            self._asked(seat)
        last = None if most is None else self.step + most
        while not self.over and (last is None or self.step < last):
            seat = self.to_move[0]
            bot = bots.get(seat) if isinstance(bots, Mapping) else bots
            if bot is None:
                break
            self.apply(self.ask(bot, seat), seat)
        return self

    def save(self, path: str | Path, **notes: Any) -> Path:
        """Write a save that the terminal and `sandtable.load` open, and that proves itself step by step."""
        if self._imagined:
            raise SandtableError("An imagined position cannot be saved: it has no history that could be played again.")
        again = Playing.new(self._playing.game, self._playing.options_chosen, self._seed)
        recorder = Recorder(again)
        for seat, option in self.steps:
            again.apply(seat, option)
            recorder.note()
        path = Path(path)
        write_save(path, save(again, self._seed, recorder.digests, notes))
        return path

    def __copy__(self) -> Position:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        """Positions go to other processes as seed and choices, and are played again there."""
        if self._imagined:
            raise SandtableError("An imagined position cannot be sent: it has no history that could be played again.")
        return _again, (self.game, self.settings, self._seed, self.steps)

    # -- showing itself ----------------------------------------------------------------------------------------------

    def __repr__(self) -> str:
        where = f"<{self.title}, step {self.step}: "
        if self.outcome is not None:
            return f"{where}{self.outcome.result.replace('_', ' ')}>"
        seats = " and ".join(self.to_move)
        several = len(self.to_move) > 1
        many = "secretly" if several else f"among {len(self.options())}"
        return f"{where}{seats} to choose {many} ({self.rule})>"

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        looker = self._looker(None)
        heading = f"<b>{escape(self.title)}</b> {escape(self.table(looker).heading)}"
        picture = frame(still(self._playing.game, self._playing, looker)) or self.svg()
        if self.outcome is not None:
            return f"{heading}<br>{escape(self.outcome.result.replace('_', ' '))}<br>{picture}"
        asked = " and ".join(self._playing.game.words.name(seat) for seat in self.to_move)
        prompt = f"{escape(asked)}: {escape(self.prompt(looker) if looker else '')}"
        return f"{heading}<br>{prompt} ({escape(self.rule)})<br>{picture}"

    # -- seats -------------------------------------------------------------------------------------------------------

    def _asked(self, seat: str | None, first: bool = False) -> str:
        if seat is not None:
            if seat != "" and seat not in self.seats:
                raise Refused(f"There is no seat {seat!r}. The seats are {', '.join(self.seats)}.")
            return seat
        if not self.to_move:
            raise Refused("The game is over and nobody is asked: name the seat.")
        if len(self.to_move) > 1 and not first:
            raise Refused(f"{' and '.join(self.to_move)} choose at the same time: name the seat.")
        return self.to_move[0]

    def _looker(self, seat: str | None) -> str:
        if seat is not None:
            return self._asked(seat)
        return self.to_move[0] if len(self.to_move) == 1 else ""


def _is_option(option: object) -> bool:
    """A verb and what it names, as a tuple or as the list that JSON makes of it."""
    if not isinstance(option, list | tuple) or not option:
        return False
    return all(isinstance(part, str | int) for part in option)


def _again(game: str, settings: dict[str, str | int], seed: str, steps: list[tuple[str, Option]]) -> Position:
    """The position with the same seed and choices."""
    playing = Playing.new(find_game(game), settings, Dice(seed), Journal())
    for seat, option in steps:
        playing.apply(seat, option)
    return Position(playing, seed)


def as_dict(view: View) -> dict[str, Any]:
    """A view, or any other record, as plain dicts, lists, strings and numbers."""
    plain: dict[str, Any] = msgspec.to_builtins(view)
    return plain
