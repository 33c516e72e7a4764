"""Chapters 1 and 21: the components."""

from __future__ import annotations

from collections import Counter

import pytest

from sandtable.games.luftwaffe import GAME
from sandtable.games.luftwaffe.components import CombatTable, Components, parts
from sandtable.games.luftwaffe.map.geography import open_neighbours, route, zone
from sandtable.kernel.errors import DataError


def test_the_grid_has_48_columns_of_36_hexes_with_even_columns_lower() -> None:
    """LW-1.1"""
    grid = parts().grid
    assert len(grid) == 48 * 36
    assert set(grid.neighbours["0302"]) == {"0301", "0303", "0201", "0202", "0401", "0402"}
    assert set(grid.neighbours["0402"]) == {"0401", "0403", "0302", "0303", "0502", "0503"}


def test_the_friendly_zone_depends_on_the_game_and_has_two_fronts() -> None:
    """LW-1.2"""
    basic, year_1943 = zone("3b|4"), zone("3|")
    assert basic.front["0510"] == "west"
    assert basic.front["2034"] == "south"
    assert not year_1943.hexes["south"]
    assert year_1943.all < basic.all
    assert parts().zone_code["0413"] == "5"
    assert "0413" in zone("3b5|4").all
    assert "0413" not in basic.all


def test_the_target_sheet_has_78_cities_and_eight_complexes() -> None:
    """LW-1.3, LW-1.4"""
    p = parts()
    assert len(p.cities) == 78
    counts = Counter(letter for c in p.cities.values() for letter in c.industries)
    assert counts == {"A": 43, "R": 34, "O": 19, "M": 11, "N": 7, "S": 6, "C": 5, "B": 5}
    assert len(p.city_at) == 78
    assert sum(c.aa for c in p.cities.values()) == 40


def test_106_bases_one_to_a_hex_some_beside_a_city() -> None:
    """LW-1.5"""
    p = parts()
    assert len(p.bases) == len(p.base_at) == 106
    assert set(p.base_at) & set(p.city_at)


def test_rail_lines_end_in_rail_centers_and_numbers_lie_in_the_baltic_and_in_poland() -> None:
    """LW-1.6, LW-1.7"""
    p = parts()
    assert {id for ends in p.rail_ends for id in ends} == {c.id for c in p.cities.values() if "R" in c.industries}
    assert {n.number for n in p.numbered.values() if n.area == "baltic"} == {6, 7, 8, 9}
    assert {n.number for n in p.numbered.values() if n.area == "poland"} == {3, 4, 5}


def test_counters_have_two_factors_and_school_counters_an_e_of_their_own() -> None:
    """LW-1.8, LW-1.9"""
    p = parts()
    assert {u.factors for u in p.units.values()} == {2}
    assert all(u.e == p.types[u.type].e - 1 for u in p.units.values() if u.tag == "school")
    kinds = {t.kind for t in p.types.values()}
    assert kinds == {"heavy_bomber", "medium_bomber", "fighter", "jet", "rocket"}
    assert all(t.e == 0 for t in p.types.values() if t.bomber)


def test_markers() -> None:
    """LW-1.10"""
    p = parts()
    assert p.dummies == 10
    assert p.sneak_counts == (0, 1, 2, 3, 4, 5)
    assert p.sneak_turns == (3, 4, 5, 6, 7, 8, 9, 10)


def test_the_combat_table_never_falls_with_more_factors_or_a_better_die() -> None:
    """LW-1.11, LW-21.2"""
    table = parts().table
    for column in table.columns:
        for n in range(1, 120):
            here = [table.losses(column, n, die) for die in range(1, 7)]
            assert here == sorted(here)
            assert here[5] <= table.losses(column, n + 1, 6)
    with pytest.raises(DataError):
        CombatTable([{"row": "1", **{f"d{d}": "0" for d in range(1, 7)}, "x": "3"}] * 2)


def test_orders_of_battle_name_known_counters() -> None:
    """LW-1.12"""
    p = parts()
    assert len(p.single_oob["oob_basic.toml"]["american"]) == 28
    custer = Counter(p.units[id].type for id in p.single_oob["oob_custer.toml"]["german"])
    assert (custer["me262"], custer["me163"], custer["me109"]) == (2, 1, 11)
    assert len(p.cards["oob_tournament.toml"]) == len(p.cards["oob_advanced.toml"]) == 10


def test_what_is_printed_is_kept_and_the_rest_is_said_to_be_reconstructed() -> None:
    """LW-21.1, LW-21.3, LW-21.4"""
    types = parts().types
    assert [types[t].e for t in ("me109", "fw190", "p51", "p47", "p38")] == [3, 4, 4, 3, 2]
    assert [types[t].mf for t in ("me109", "fw190", "me163")] == [6, 7, 4]
    assert types["me109"].time_with == 4
    assert [types[t].time_with for t in ("p51", "p47", "p38", "spit", "p39", "p40")] == [14, 10, 14, 6, 6, 10]
    assert "Reconstructed" in GAME.about
    assert (
        "Balance table" in GAME.clauses.clauses["LW-21.4"].text
        or "balance" in GAME.clauses.clauses["LW-21.4"].text.lower()
    )


def test_components_that_contradict_themselves_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """LW-1.6"""
    folder = parts().folder
    real = type(folder).csv

    def without_a_line(self: object, name: str) -> list[dict[str, str]]:
        rows = real(folder, name)
        return rows[:3] if name == "rail.csv" else rows

    monkeypatch.setattr(type(folder), "csv", without_a_line)
    with pytest.raises(DataError, match="rail centers"):
        Components(folder)


def test_routes_are_as_long_as_asked_and_avoid_guns() -> None:
    """LW-5.9, LW-9.7.1"""
    path = route("1114", "1414", 4)
    assert len(path) == 4
    assert path[-1] == "1414"
    assert not set(path[:-1]) & parts().aa_hexes
    assert all(n in open_neighbours()[h] for h, n in zip(("1114", *path), path, strict=False))
