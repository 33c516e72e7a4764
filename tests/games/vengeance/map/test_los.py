"""Lines of sight: the cases of the pack on test map T and on the real map, and a golden file of verdicts."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from sandtable.games.vengeance.components import ground, sightlines
from sandtable.games.vengeance.map import line_of_sight
from sandtable.games.vengeance.map.line_of_sight import Sight, Sightlines
from tests.games.vengeance.bench import Sides, map_t

GOLDEN = Path(__file__).parent / "golden" / "sight.csv"


def sight_on(sides: Sides | None = None, **terrain: str) -> Sightlines:
    """The lines of sight of test map T."""
    return Sightlines(map_t(sides, terrain))


def blocked_by(sight: Sight) -> tuple[str, str]:
    assert sight.blocked, sight
    return sight.blocked[0], sight.blocked[1]


def test_cc_55_building_between_blocks_at_one_level() -> None:
    los = sight_on(E5="1.5")
    assert blocked_by(los("E3", "E7")) == ("E5", "RV-A6.25")


def test_cc_56_along_a_hexside() -> None:
    """RV-A6.20, RV-A6.21, RV-A6.25, RV-A6.7, RV-A6.71"""
    assert sight_on(B2="1.5")("A3", "C3").clear
    assert blocked_by(sight_on(B2="RUBBLE_STONE")("A3", "C3")) == ("B2", "RV-A6.25")
    for orchards in ({"B2": "ORCHARD"}, {"B2": "ORCHARD", "B3": "ORCHARD"}):
        sight = sight_on(None, **orchards)("A3", "C3")
        assert sight.clear
        assert sight.hindrance == 1


def test_cc_57_blind_hex_behind_a_building() -> None:
    """RV-A6.4"""
    los = sight_on(E1="2.5", E4="1.5")
    assert blocked_by(los("E1-2", "E5")) == ("E4", "RV-A6.4")
    assert los("E1-2", "E6").clear


def test_cc_58_two_blind_hexes_at_range_5() -> None:
    los = sight_on(E1="2.5", E6="1.5")
    assert blocked_by(los("E1-2", "E7"))[1] == "RV-A6.4"
    assert not los("E1-2", "E8").clear
    assert los("E1-2", "E9").clear


def test_cc_59_level_1_and_rooftops() -> None:
    los = sight_on(E1="1.5", E4="1.5", E7="1.5")
    assert blocked_by(los("E1-1", "E9"))[0] == "E4"
    assert los("E1-roof", "E7-roof").clear
    assert not los("E1-roof", "E7").clear


def test_cc_60_wall_between() -> None:
    """RV-A6.27"""
    los = sight_on({("E4", "E5"): "WALL"}, E1="1.5")
    assert blocked_by(los("E2", "E7"))[1] == "RV-A6.27"
    assert los("E2", "E5").clear
    assert los("E1-1", "E7").clear


def test_cc_61_hindrances_add_up_to_a_block() -> None:
    """RV-A6.7"""
    five = sight_on(None, **{f"E{n}": "DEBRIS" for n in range(2, 7)})
    assert five("E1", "E7").hindrance == 5
    assert five("E1", "E7").causes[0] == (1, "RV-A6.7", "debris in|E2")
    six = sight_on(None, **{f"E{n}": "DEBRIS" for n in range(2, 8)})
    assert blocked_by(six("E1", "E8"))[1] == "RV-A6.7"


def test_cc_62_rubble_is_half_a_level() -> None:
    los = sight_on(E4="RUBBLE_STONE", E1="1.5")
    assert not los("E2", "E6").clear
    assert los("E1-1", "E6").clear


def test_cc_63_ranges() -> None:
    """RV-A6.11"""
    g = sight_on().ground
    assert g.range("A1", "J10") == 14
    assert g.range("B0", "A1") == 1
    assert g.range("C3", "H1") == 5
    assert g.range("A5", "J5") == 9


def test_b_01_neighbours() -> None:
    """RV-MAP1, RV-MAP2, RV-MAP3"""
    assert ground().towards["I9"] == ("I8", "J8", "J9", "I10", "H9", "H8")


def test_b_02_range() -> None:
    """RV-MAP4"""
    g = ground()
    assert g.range("I9", "K11") == 3
    assert g.range("Y18", "BB24") == 8
    assert g.range("A24", "MM24") == 38


def test_b_03_half_hexes() -> None:
    """RV-MAP2, RV-MAP5, RV-BRV16.9"""
    g = ground()
    assert len(g.hexes) == 975
    for hex in ("B0", "C25", "MM12"):
        assert hex in g.locations
    assert "B25" not in g.hexes
    assert "C0" not in g.hexes


def test_b_32_gate() -> None:
    """RV-BRV13.3, RV-B7.1"""
    los = sightlines()
    for a, b in (("AA24", "CC24"), ("Z24", "DD24")):
        assert los(a, b).clear
        assert los(a, b).causes == ((1, "RV-BRV13.3", "Gate in|BB24"),)
    assert blocked_by(los("AA25", "CC24")) == ("BB24", "RV-BRV13.3")


def test_levels_of_one_hex() -> None:
    """RV-A6.23 Only levels one apart see each other, and the roof only the level below it."""
    los = sight_on(E5="2.5")
    assert los("E5", "E5-1").clear
    assert los("E5-2", "E5-roof").clear
    assert not los("E5", "E5-2").clear
    assert not los("E5-1", "E5-roof").clear


def test_rooms_of_one_building() -> None:
    """RV-A6.28, RV-A6.29 Through its own rooms a unit sees the next hex at its level, and no other level."""
    los = sightlines()
    assert los("B5", "B6").clear
    assert los("B5-1", "B6-1").clear
    assert blocked_by(los("B5-1", "B6"))[1] == "RV-A6.28"
    # X17, X18, X19 are one building in a row: the shape of the middle one blocks.
    assert blocked_by(los("X17", "X19")) == ("X18", "RV-A6.25")


def test_adjacent_hexes_see_each_other_but_over_a_cliff() -> None:
    """RV-A6.5, RV-BRV6"""
    los = sightlines()
    assert blocked_by(los("S7", "S8"))[1] == "RV-A6.5"
    assert los("T7", "T8").clear
    g = ground()
    for a, around in g.neighbours.items():
        for b in around:
            if g.locations[a].level == g.locations[b].level and not set(g.side(a, b)) & {"ROWHOUSE", "FACTORY_WALL"}:
                assert los(a, b).clear, (a, b)


def test_depressions() -> None:
    """RV-A6.3, RV-A6.26, RV-BRV10.2"""
    los = sight_on(E4="PIT", E5="PIT", E6="PIT", H1="2.5", E9="2.5", C6="PIT")
    assert los("E4", "E6").clear
    assert los("E4", "F4").clear
    assert blocked_by(los("E5", "E8"))[1] == "RV-A6.3"
    assert blocked_by(los("C6", "E6"))[1] == "RV-A6.3"
    # From level 2, three levels above the bottom, the edge is seen over at three hexes and not farther.
    assert los("E9-2", "E6").clear
    assert blocked_by(sight_on(E4="PIT", E9="2.5")("E9-2", "E4"))[1] == "RV-A6.3"


def test_cellars() -> None:
    """RV-O6.3, RV-O6.1"""
    los = sightlines()
    assert los("B5-cellar", "B5").clear
    assert los("B5-cellar", "B6-cellar").clear
    assert not los("B5-cellar", "B6").clear
    assert los("A3-cellar", "A2").clear
    assert not los("A3-cellar", "D4-1").clear


def test_rowhouse_bar_and_factory_wall() -> None:
    """RV-B23.71, RV-O5.31, RV-BRV12.7"""
    los = sightlines()
    assert blocked_by(los("B10", "C11"))[1] == "RV-O5.31"
    assert los("B10-roof", "C11-roof").clear
    g = ground()
    bars = [(a, b) for a in g.hexes for b in g.neighbours[a] if "ROWHOUSE" in g.side(a, b)]
    assert bars
    for a, b in bars:
        assert blocked_by(los(a, b))[1] == "RV-B23.71"


def test_factory_hall() -> None:
    """RV-O5.1, RV-O5.5"""
    los = sightlines()
    assert los("B9", "B11").causes == ((1, "RV-O5.1", "factory hall in|B10"),)
    assert not los("B9-1", "B11-1").clear


def test_diet() -> None:
    """RV-BRV12.5, RV-BRV12.71"""
    los = sightlines()
    assert los("X17", "Y18").clear
    assert los("Y17-roof", "Y18").clear
    assert blocked_by(los("W18", "Y18"))[1] == "RV-BRV12.5"
    assert los("X17", "Z18").causes == ((2, "RV-O5.5", "gutted hall in|Y18"),)
    assert not los("X17-roof", "Z18-roof").clear


def test_viaduct_and_bridges() -> None:
    """RV-BRV13.1, RV-BRV13.1a, RV-B6.1, RV-BRV11.2"""
    los = sightlines()
    assert los("H4-viaduct", "J4-viaduct").causes[0][1] == "RV-BRV13.1a"
    assert not los("J4", "J4-viaduct").clear
    assert (1, "RV-BRV11.2", "bridge wreckage in|P4") in los("O5", "Q5").causes + los("O5", "Q4").causes


def test_fallen_roof_hinders_beside_the_footprint() -> None:
    """RV-BRV12.21"""
    # D2 to E4 runs along the side between D3, a roofless hex whose shape it misses, and E3.
    assert sightlines()("D2", "E4").causes == ((1, "RV-BRV12.21", "fallen roof in|D3"),)
    assert blocked_by(sightlines()("D2", "D4")) == ("D3", "RV-A6.25")


def pairs() -> list[tuple[str, str]]:
    """Pairs all over the map, near and far, of every kind of Location, the same on every run."""
    names = sorted(ground().locations)
    chosen = []
    for i in range(0, len(names), 5):
        near = [b for n in ground().neighbours[ground().hex_of(names[i])] for b in ground().of_hex[n]]
        chosen.append((names[i], names[(i * 7 + 11) % len(names)]))
        chosen.append((names[i], sorted(near)[i % len(near)]))
        second = sorted({b for n in near for m in ground().neighbours[ground().hex_of(n)] for b in ground().of_hex[m]})
        chosen.append((names[i], second[(i * 3) % len(second)]))
    return [(a, b) for a, b in dict.fromkeys(chosen) if a != b]


def verdict(a: str, b: str) -> list[str]:
    sight = sightlines()(a, b)
    why = " ".join(sight.blocked[:2]) if sight.blocked else " ".join(f"{v}:{c}" for v, c, _ in sight.causes)
    return [a, b, str(sight.range), "blocked" if sight.blocked else "clear", str(sight.hindrance), why]


def test_golden_verdicts() -> None:
    """RV-A6.1 At least 300 pairs; a change here is a change of the rules or of the map."""
    with GOLDEN.open() as file:
        rows = list(csv.reader(file))
    assert len(rows) >= 300
    assert {row[3] for row in rows} == {"clear", "blocked"}
    assert [verdict(row[0], row[1]) for row in rows] == rows


@pytest.mark.parametrize("offset", range(4))
def test_los_is_symmetric(offset: int) -> None:
    """RV-A6.1"""
    los = Sightlines(ground())
    for a, b in pairs()[offset::4]:
        there, here = los(a, b), Sightlines(ground())(b, a)
        assert (there.blocked, there.hindrance, there.range) == (here.blocked, here.hindrance, here.range)
        assert there.between == here.between[::-1]
        assert (there.leaves, there.enters) == (here.enters, here.leaves)


def test_a_map_that_knows_too_many_lines_forgets_them_and_finds_the_same_again(monkeypatch: pytest.MonkeyPatch) -> None:
    places = sorted(ground().locations)[::97]
    free = Sightlines(ground())
    wanted = {(a, b): free(a, b) for a in places for b in places}
    monkeypatch.setattr(line_of_sight, "MOST_KNOWN", 50)
    sparing = Sightlines(ground())
    for (a, b), there in wanted.items():
        assert sparing(a, b) == there
        assert sparing.open_to(a, [b]) == ([] if there.blocked else [b])
        assert sparing.kept <= 51
    assert free.kept > 200
