"""What is kept of a tournament."""

from __future__ import annotations

from typing import Literal

import msgspec

from sandtable.kernel.game import Options
from sandtable.server.clocks.time import TimeControl
from sandtable.server.tournaments.standings import Outcome, Played

Kind = Literal["swiss", "robin"]
Entry = Literal["open", "invited"]
Status = Literal["invited", "playing", "withdrawn"]
State = Literal["open", "running", "over"]


class Tournament(msgspec.Struct, frozen=True):
    """A tournament of one game."""

    id: str
    title: str
    note: str
    game: str
    options: Options
    kind: Kind
    rounds: int
    """How many are planned; in a round robin it is known when it starts."""
    control: TimeControl | None
    rated: bool
    entry: Entry
    most: int
    """So many may play; 0 if there is no limit but the program's."""
    by_itself: bool
    """Whether a round starts by itself when the last one is over."""
    organiser: str
    created: str
    round: int = 0
    ended: str = ""

    @property
    def state(self) -> State:
        return "over" if self.ended else "running" if self.round else "open"


class Entrant(msgspec.Struct, frozen=True):
    """Somebody who plays in a tournament, or is invited to."""

    person: str
    seed: int
    status: Status
    name: str
    """"" once the account is removed."""


class Board(msgspec.Struct, frozen=True):
    """Two who meet in a round, their match, and how it ended."""

    round: int
    board: int
    first: str
    second: str
    match: str
    outcome: Outcome

    @property
    def played(self) -> Played:
        return Played(self.first, self.second, self.outcome)


class Whole(msgspec.Struct, frozen=True):
    """A tournament with everything in it."""

    tournament: Tournament
    entrants: tuple[Entrant, ...]
    boards: tuple[Board, ...]
    organiser: str = ""
    """The name of the organiser."""

    @property
    def playing(self) -> list[str]:
        """Who is to be paired, in the order of their seeds."""
        return [one.person for one in self.entrants if one.status == "playing"]

    @property
    def players(self) -> list[str]:
        """Who is in the standings: also those who withdrew after they had played."""
        met = {player for one in self.boards for player in (one.first, one.second)}
        return [one.person for one in self.entrants if one.status == "playing" or one.person in met]

    @property
    def round_over(self) -> bool:
        """Whether every match of the round has ended."""
        return all(one.outcome for one in self.boards if one.round == self.tournament.round)
