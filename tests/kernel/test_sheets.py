"""The sheet between two parts of a game: it stands on the table when a mission, raid, season or scenario is over."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sandtable.games.vengeance.campaign.battle.scoring import settle_scenario
from sandtable.games.vengeance.model.battle import Battle
from sandtable.kernel.ending import EndingTable, PartSheet
from sandtable.kernel.game import find_game
from sandtable.kernel.journal import Journal
from sandtable.kernel.position import Position
from sandtable.kernel.save import load_save
from sandtable.kernel.table import Table

GOLDEN = Path(__file__).parents[1] / "golden"


def tables(game: str, name: str) -> Iterator[tuple[Position, Table]]:
    """A recorded game, step by step, as a spectator sees its table whenever the sequence of play goes on."""
    record, found = load_save(GOLDEN / game / f"{name}.sandtable"), find_game(game)
    position, step = Position.new(found, record.options, record.seed, Journal()), ""
    for choice in record.steps:
        position.apply(choice.seat, choice.option)
        state: Any = position.state
        if state.step != step:
            step = state.step
            yield position, found.table(position.sight(""))


def sheets(game: str, name: str, most: int) -> list[PartSheet]:
    """The first sheets of a recorded game, each once, and each told as it should be."""
    found: dict[str, PartSheet] = {}
    for position, table in tables(game, name):
        if table.sheet is not None and table.sheet.id not in found:
            found[table.sheet.id] = table.sheet
            check(table.sheet, position)
            if len(found) == most:
                break
    return list(found.values())


def check(sheet: PartSheet, position: Position) -> None:
    clauses, rows = position.game.clauses, [row for table in sheet.tables for row in table.rows]
    assert sheet.title
    assert sheet.why.endswith(".")
    assert sheet.clauses
    named = [*sheet.clauses, *(row.clause for row in rows if row.clause)]
    assert all(clauses.get(clause) is not None for clause in named)
    assert all(len(row.values) == len(table.columns) for table in sheet.tables for row in table.rows)
    assert all(point.values.keys() == sheet.names.keys() for point in sheet.curve)


def total(table: EndingTable) -> tuple[str | int, ...]:
    return next(row.values for row in table.rows if row.total)


def test_a_mission_of_warbirds() -> None:
    first, second = sheets("warbirds", "002-tour-complete", 2)
    assert (first.id, second.id) == ("mission-1", "mission-2")
    men, aircraft, missions = second.tables
    assert men.columns == ("Now", "Medals")
    assert men.rows[-1].label == f"{31 - len(men.rows)} others", "the sheet tells of all thirty men"
    assert men.rows[-1].values == ("ready to fly", 0)
    assert [row.label for row in aircraft.rows] == ["Fuselage", "Left Wing", "Right Wing", "Tail", "Engines out"]
    assert first.tables[1] != aircraft, "each mission has its own damage"
    assert len(missions.rows) == 3
    assert [point.values["crew"] for point in second.curve] == [
        first.curve[0].values["crew"],
        float(total(missions)[-1]),
    ]


def test_a_season_of_the_airlift() -> None:
    first, second = sheets("airlift", "005-won", 2)
    assert (first.id, second.id) == ("season-1", "season-2")
    season, campaign = second.tables
    assert [row.label for row in season.rows] == ["Cubes delivered", "Goals met", "Planes lost", "Score"]
    assert len(campaign.rows) == 3
    assert total(campaign) == tuple(int(value) for value in second.curve[-1].values.values())
    assert set(first.winners) | set(first.losers) == set(first.names)


def test_a_raid_and_a_quarter_of_the_luftwaffe() -> None:
    told = {sheet.id: sheet for sheet in sheets("luftwaffe", "004-american", 9)}
    raid = next(sheet for id, sheet in told.items() if id.startswith("raid-"))
    quarter = told[raid.id.replace("raid", "quarter")]
    losses = raid.tables[0]
    assert losses.columns == ("American", "German")
    assert total(losses) == tuple(sum(int(row.values[side]) for row in losses.rows[:-1]) for side in (0, 1))
    (by_quarter,) = quarter.tables
    assert total(by_quarter)[1:] == total(losses), "what the first raid cost is what the first quarter cost"
    assert raid.tables[1] == by_quarter, "the raid is told among the quarters as soon as it is over"
    assert raid.curve == quarter.curve
    assert len(quarter.curve) == len(by_quarter.rows) - 1
    for sheet in told.values():
        if sheet.id.startswith("quarter-"):
            rows = [tuple(map(int, row.values)) for row in sheet.tables[0].rows]
            assert rows[-1] == tuple(map(sum, zip(*rows[:-1], strict=True))), "each row is one quarter"
            assert tuple(sheet.curve[-1].values[side] for side in ("american", "german")) == rows[-1][1:]
    assert max(int(total(sheet.tables[-1])[1]) for sheet in told.values()) > 0
    assert sum(id.startswith("quarter-") for id in told) > 2


def test_a_scenario_of_the_campaign_of_red_vengeance() -> None:
    game = find_game("vengeance")
    position = Position.new(game, {"scenario": "campaign", "start": "4/30 PM"}, 1, Journal())
    assert game.table(position.sight("german")).sheet is None, "nothing was fought here yet"
    s = position.state
    assert isinstance(s, Battle)
    s.turn = 6
    s.cvp["russian"] = 21
    settle_scenario(s, {})
    for seat in ("german", "russian", ""):
        sheet = game.table(game.sight(s, seat)).sheet
        assert sheet is not None
        check(sheet, position)
        assert sheet.id == "scenario-7"
        assert sheet.winners + sheet.losers in (("german", "russian"), ("russian", "german"))
        assert sheet.tables[0].rows[0].values == (0, 21)
        line = position.journal.lines[-1]
        assert (line.event, set(sheet.counted.values()) <= line.facts.keys()) == (sheet.event, True)


def test_a_game_that_is_over_has_an_ending_instead() -> None:
    *_, (position, _) = tables("airlift", "025-won")
    assert position.over
    table = position.game.table(position.sight(""))
    assert table.sheet is None
    assert [score.label for score in table.scores] == ["Victory points", "Berlin Morale"]
