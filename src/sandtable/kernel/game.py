"""What a game provides, and the registry that finds games by their entry points."""

# mypyc: skip (games subclass Game, and interpreted classes cannot inherit from compiled ones)
from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from sandtable.kernel.dice import Dice
from sandtable.kernel.ending import Ending, EndingRow, EndingTable
from sandtable.kernel.errors import Refused, SandtableError, UnknownName
from sandtable.kernel.flow import Flow, Option
from sandtable.kernel.language import ENGLISH, spoken
from sandtable.kernel.search_hints import SearchHints
from sandtable.kernel.sentences import either
from sandtable.kernel.sequence import SequenceOfPlay
from sandtable.kernel.state import State
from sandtable.kernel.table import Board, Measured, Overlay, Table
from sandtable.kernel.words import Words

if TYPE_CHECKING:
    from sandtable.kernel.clauses import Clauses
    from sandtable.kernel.records import Save

Setting = str | int
Options = dict[str, Setting]
S = TypeVar("S", bound=State)


class OptionSpec(msgspec.Struct, frozen=True):
    """One thing that is settled before a game begins, with the values it may have."""

    name: str
    values: tuple[Setting, ...]
    default: Setting
    text: str = ""
    labels: tuple[str, ...] = ()
    label: str = ""
    """What it is called, in the language that is spoken."""


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended. `facts` are figures for reports: causes of loss, lengths, losses.

    `lost:b17` is drawn among all facts of `lost` (`fights:5015` on the board), `lost@1943-04` as a point of a curve.
    """

    result: str
    winners: tuple[str, ...]
    scores: dict[str, float]
    facts: dict[str, Setting | float] = {}
    drawn: bool = False


class View(msgspec.Struct, frozen=True):
    """What one seat may see, built from nothing. Games add their fields; seat "" is a spectator."""

    seat: str


V = TypeVar("V", bound=View)


class Game(Generic[S, V]):
    """A game: everything the rest of Sandtable knows of it. Subclass it and register the instance as an entry point."""

    id: str
    title: str
    subtitle: str = ""
    summary: str = ""
    version: str = "1"
    """The version of the rules: a save of another one is refused with a clear sentence."""
    state_type: type[S]
    options: tuple[OptionSpec, ...]
    spoken_words: Mapping[str, Words] = {}
    """The words of a game that is translated, by language. A game that is not sets `words` alone."""
    sequence: SequenceOfPlay[Any]
    """The sequence of play: which activity belongs to each step."""
    most_decisions: int = 100_000
    """No game is longer than this many decisions; the contract suite holds it to that."""
    cooperative: bool = False
    sides: tuple[str, ...] = ()
    """The sides that fight each other, so that luck of one is harm to the others; every seat is one of them.

    None where all play together, and where seats only race each other.
    """
    open_table: bool = False
    """Whether every seat sees the same table: then it is laid once after each choice, however many look at it."""
    by_mail: bool = False
    """Whether it has standing orders, so that it can be mailed although one side hides something.

    A game in which nobody hides anything needs none (`hides`), nor one that hides only what is `sealed`.
    """
    ruler: str = ""
    """What its ruler tells of two spaces ("Line of sight", "Range"); a game without one has no `measure`."""
    surveyed: tuple[str, ...] = ()
    """The faces of pieces of which `survey` has something to tell."""
    search: SearchHints = SearchHints()
    """Which decisions matter to players that search, and how far they look ahead."""
    about: str = ""
    """Markdown for the About page: what is from the rulebook, what is reconstructed, sources, credits."""

    @property
    def words(self) -> Words:
        """The words in the language that is spoken, or else in English."""
        return self.spoken_words.get(spoken()) or self.spoken_words[ENGLISH]

    def data_version(self) -> str:
        """A fingerprint of the components, written into saves."""
        raise NotImplementedError

    def seats(self, options: Options) -> tuple[str, ...]:
        """The seats of a game with these options, in order."""
        raise NotImplementedError

    def new(self, options: Options, dice: Dice) -> S:
        """A game set up and ready for its first activity; what needs a decision is left to `play`."""
        raise NotImplementedError

    def play(self, s: S) -> Flow:
        """Run ONE activity of the sequence of play, and return; what can break into any of them is caught here."""
        return self.sequence.run(s)

    def outcome(self, s: S) -> Outcome | None:
        """The result if the game is over."""
        raise NotImplementedError

    def ending(self, s: S) -> Ending:
        """How a game that is over ended, told to the players: who won and why, in the game's own terms."""
        ended = self.outcome(s)
        assert ended is not None
        names = tuple(self.words.name(seat) for seat in ended.scores)
        won = ", ".join(self.words.name(seat) for seat in ended.winners)
        why = "A draw." if ended.drawn else f"Won by {won}." if won else "Nobody wins."
        row = EndingRow("Score", tuple(f"{score:g}" for score in ended.scores.values()), total=True)
        return Ending(ended.result.replace("_", " ").capitalize(), why, tables=(EndingTable("Score", names, (row,)),))

    def standing(self, s: S) -> dict[str, float]:
        """How the sides stand now, for the curve of a game that is over; nothing if a game has no such measure."""
        return {}

    def sight(self, s: S, seat: str) -> V:
        """What a seat may see; seat "" is a spectator."""
        raise NotImplementedError

    def guess(self, s: S, seat: str, dice: Dice) -> None:
        """Deal again, in place and at random, everything the seat cannot know; the kernel sees to the dice."""
        raise NotImplementedError

    def guesses_all(self, options: Options) -> bool:
        """Whether `guess` leaves nothing of the truth that a seat cannot know, not even how much of it there is.

        If not, somebody could read it from an analysis, where he looks through every seat.
        """
        return True

    def board(self, options: Options) -> Board:
        """The board as it lies on the table: it never changes during a game."""
        raise NotImplementedError

    def table(self, view: V) -> Table:
        """The pieces and panels as a seat sees them."""
        raise NotImplementedError

    def names_seen(self, view: V) -> Mapping[str, str]:
        """Names of things that a seat sees where the words know only a number: what was bought, raised or drawn."""
        return {}

    def measure(self, view: V, a: str, b: str) -> Measured:
        """What the ruler tells of two spaces, to whoever knows no more than the view; unknown spaces are refused."""
        raise Refused("{title} has no ruler.", title=self.title)

    def survey(self, view: V, about: str) -> tuple[Overlay, ...]:
        """What can be marked on the board about one piece: where it can go, what it sees, what it covers."""
        return ()

    def worth(self, view: V, seat: str) -> float:
        """The chance of a seat to win as far as it can be told from its view, from 0 (lost) to 1 (won)."""
        raise NotImplementedError

    def figures(self, view: V, seat: str) -> tuple[str, dict[str, float]]:
        """What `worth` is worked out from, and the name of the model that weighs it; "" where there is none."""
        return "", {}

    def sensible(self, view: V, seat: str, options: list[Option], rule: str, dice: Dice) -> Option:
        """What a sensible player would choose, knowing only the view: the `greedy` bot."""
        raise NotImplementedError

    def experienced(self, view: V, seat: str, options: list[Option], rule: str, dice: Dice) -> Option:
        """What an experienced player would choose, knowing only the view: what veteran and elite start from.

        A game that has no such player leaves it to the sensible one.
        """
        return self.sensible(view, seat, options, rule, dice)

    def plans(self, view: V, seat: str, options: list[Option], rule: str) -> tuple[Option, ...]:
        """The options that each begin another plan which the experienced player then carries out; mostly none.

        Who races whole plans tries each of them against what the experienced player would choose.
        """
        return ()

    def merit(self, s: S, seat: str) -> float:
        """What a finished game is worth to a seat when plans are compared, from 0 to 1; it may count how narrow it was.

        A game that nobody wins counts half where the seats are rivals: it does as little for the others.
        """
        ended = self.outcome(s)
        assert ended is not None
        nobody = not ended.winners and not self.cooperative and len(ended.scores) > 1
        return 0.5 if ended.drawn or nobody else float(seat in ended.winners)

    def features(self, view: V, seat: str) -> tuple[float, ...]:
        """Figures that describe a view for players that learn, always as many; none where the general ones do."""
        return ()

    def feature_names(self, options: Options) -> tuple[str, ...]:
        """What the figures of `features` are, in their order, in a game with these options."""
        return ()

    def whose(self, s: S, id: str) -> str:
        """The seat or side to which a thing belongs that the journal names; "" for what belongs to nobody."""
        return ""

    def enemies(self, seats: tuple[str, ...]) -> tuple[str, ...]:
        """The sides that fight whoever holds these seats; none for a spectator and for one who plays all sides."""
        return tuple(side for side in self.sides if side not in seats) if seats else ()

    def hides(self, options: Options) -> tuple[str, ...]:
        """The seats that choose secretly or hold what others may not see; where it is none, all see the same."""
        return self.seats(options)

    def sealed(self, options: Options) -> tuple[str, ...]:
        """By mail: the verbs of choices that stay sealed until they show on the table, if nothing else is hidden."""
        return ()

    def undraw(self, s: S) -> None:
        """By mail: take back what a seat has drawn secretly in a new game; the rules must be playable without it."""

    def draw(self, s: S, seat: str, dice: Dice) -> None:
        """By mail: draw for this seat what `undraw` took back; the same dice give the same in every turn."""

    def standing_order(self, view: V, seat: str, ask: str, options: list[Option]) -> Option | None:
        """What a seat's standing orders answer to a question in the other's turn; None if it is no such question."""
        return None

    def written_down(self, record: Save, id: str, name: str) -> str:
        """A finished game as a prepared one that others can play against, in the form of the game's own data file."""
        raise SandtableError("{title} has no prepared games, so you can't add one.", title=self.title)

    def invariants(self, s: S) -> list[str]:
        """What is wrong with a state, in sentences; an empty list for every state that play can reach."""
        raise NotImplementedError

    @property
    def clauses(self) -> Clauses:
        """The rules in our words, with their ids."""
        raise NotImplementedError

    def settle(self, wanted: Mapping[str, Setting | str]) -> Options:
        """Complete and check the options: unknown names and values are refused, defaults filled in."""
        known = {spec.name: spec for spec in self.options}
        settled: Options = {spec.name: spec.default for spec in self.options}
        for name, value in wanted.items():
            spec = known.get(name)
            if spec is None:
                raise UnknownName(
                    "{title} has no option '{name}'; choose {known}.", title=self.title, name=name, known=either(known)
                )
            by_text = {str(v): v for v in spec.values}
            if str(value) not in by_text:
                raise UnknownName(
                    "{name} can't be '{value}'; choose {known}.", name=name, value=value, known=either(by_text)
                )
            settled[name] = by_text[str(value)]
        return settled


AnyGame = Game[Any, Any]


@cache
def _points() -> dict[str, EntryPoint]:
    """Where the games are, by their ids and in the order of these."""
    points = sorted(entry_points(group="sandtable.games"), key=lambda point: point.name)
    return {point.name: point for point in points}


@cache
def _loaded(name: str) -> AnyGame | str:
    """A game, or why it cannot be loaded: one broken package must not take the rest along."""
    try:
        game: AnyGame = _points()[name].load()
    except SandtableError as fault:
        return str(fault)
    except Exception as fault:
        return f"{type(fault).__name__}: {fault}"
    return game


def games() -> dict[str, AnyGame]:
    """Every registered game by its id, in the order of their ids. This loads them all."""
    return {name: game for name in _points() if not isinstance(game := _loaded(name), str)}


def broken_games() -> dict[str, str]:
    """What is registered but cannot be loaded, with the reason."""
    return {name: why for name in _points() if isinstance(why := _loaded(name), str)}


def find_game(name: str) -> AnyGame:
    """The game of that id; no other is loaded."""
    if name in _points():
        loaded = _loaded(name)
        if isinstance(loaded, str):
            raise UnknownName("The game '{name}' can't be loaded: {loaded}", name=name, loaded=loaded)
        return loaded
    registered = games()
    near = get_close_matches(name, registered, 1)
    if near:
        raise UnknownName("There is no game '{name}'; did you mean '{near}'?", name=name, near=near[0])
    raise UnknownName("There is no game '{name}'; choose {known}.", name=name, known=either(registered))


def forget_games() -> None:
    """Look the registry up again: for tests, and after the folder of the user's own data was named."""
    _points.cache_clear()
    _loaded.cache_clear()
