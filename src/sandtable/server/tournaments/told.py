"""What everybody is told of a tournament."""

from __future__ import annotations

import msgspec

from sandtable.board.box import spoken_options
from sandtable.kernel.errors import SandtableError
from sandtable.kernel.game import find_game
from sandtable.server.clocks.time import TimeControl
from sandtable.server.lobby.lobby import scenario_of
from sandtable.server.records import shown_name
from sandtable.server.tournaments.records import Board, Entry, Kind, State, Tournament, Whole
from sandtable.server.tournaments.standings import Line, Outcome, standings


class TournamentListed(msgspec.Struct, frozen=True):
    """A tournament in a list."""

    id: str
    title: str
    note: str
    game: str
    game_title: str
    scenario: str
    kind: Kind
    state: State
    round: int
    rounds: int
    entry: Entry
    playing: int
    most: int
    clock: TimeControl | None
    rated: bool
    created: str


class StandingTold(msgspec.Struct, frozen=True):
    """A line of the standings, in points."""

    rank: int
    name: str
    points: float
    buchholz: float
    berger: float
    direct: float
    won: int
    drawn: int
    lost: int
    withdrawn: bool
    you: bool


class BoardTold(msgspec.Struct, frozen=True):
    """Two who meet; nobody on the second side is a bye."""

    board: int
    first: str
    second: str
    match: str
    outcome: Outcome


class RoundTold(msgspec.Struct, frozen=True):
    """One round."""

    number: int
    boards: list[BoardTold]


class TournamentTold(msgspec.Struct, frozen=True):
    """A tournament with everything that everybody may know of it."""

    about: TournamentListed
    sides: list[str]
    """The first and the second side, in the words of the game."""
    organiser: str
    by_itself: bool
    standings: list[StandingTold]
    cross: list[list[str]]
    """For each line of the standings, the results against the others in the same order: 1, ½, 0, or nothing."""
    rounds: list[RoundTold]
    invited: list[str]
    yours: bool
    """Whether you run it."""
    you: str
    """Whether you are playing, invited, withdrawn, or nothing of these."""
    round_over: bool


def listed(made: Tournament, playing: int) -> TournamentListed:
    """A tournament as lists show it."""
    try:
        game = find_game(made.game)
        title, scenario = game.title, scenario_of(spoken_options(game), made.options)
    except SandtableError:
        title, scenario = made.game, ""
    return TournamentListed(
        id=made.id,
        title=made.title,
        note=made.note,
        game=made.game,
        game_title=title,
        scenario=scenario,
        kind=made.kind,
        state=made.state,
        round=made.round,
        rounds=made.rounds,
        entry=made.entry,
        playing=playing,
        most=made.most,
        clock=made.control,
        rated=made.rated,
        created=made.created,
    )


def told(whole: Whole, me: str) -> TournamentTold:
    """A tournament as somebody sees it."""
    made = whole.tournament
    names = {one.person: shown_name(one.name) for one in whole.entrants}
    out = {one.person for one in whole.entrants if one.status == "withdrawn"}
    lines = standings(whole.players, [one.played for one in whole.boards], made.kind == "swiss")
    mine = next((one.status for one in whole.entrants if me and one.person == me), "")
    return TournamentTold(
        about=listed(made, len(whole.playing)),
        sides=_sides(made),
        organiser=shown_name(whole.organiser),
        by_itself=made.by_itself,
        standings=[_standing(line, names, out, me) for line in lines],
        cross=[[_met(whole, one.player, other.player) for other in lines] for one in lines],
        rounds=[_round(number, whole, names) for number in range(1, made.round + 1)],
        invited=[shown_name(one.name) for one in whole.entrants if one.status == "invited"],
        yours=bool(me) and made.organiser == me,
        you=mine,
        round_over=whole.round_over,
    )


def _sides(made: Tournament) -> list[str]:
    try:
        game = find_game(made.game)
        return [game.words.name(seat) for seat in game.seats(made.options)]
    except SandtableError:
        return []


def _standing(line: Line, names: dict[str, str], out: set[str], me: str) -> StandingTold:
    return StandingTold(
        rank=line.rank,
        name=names[line.player],
        points=line.points / 2,
        buchholz=line.buchholz / 2,
        berger=line.berger / 4,
        direct=line.direct / 2,
        won=line.won,
        drawn=line.drawn,
        lost=line.lost,
        withdrawn=line.player in out,
        you=bool(me) and line.player == me,
    )


def _met(whole: Whole, one: str, other: str) -> str:
    for board in whole.boards:
        if {one, other} == {board.first, board.second} and one != other and board.outcome not in ("", "neither"):
            return {0: "0", 1: "½", 2: "1"}[board.played.points(one)]
    return ""


def _round(number: int, whole: Whole, names: dict[str, str]) -> RoundTold:
    return RoundTold(number, [_board(one, names) for one in whole.boards if one.round == number])


def _board(one: Board, names: dict[str, str]) -> BoardTold:
    second = names.get(one.second, "") if one.second else ""
    return BoardTold(one.board, names.get(one.first, ""), second, one.match, one.outcome)
