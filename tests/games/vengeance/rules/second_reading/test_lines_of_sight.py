"""Lines of sight (chapter A6); each test failed before."""

from __future__ import annotations

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.smoke_in_the_way import smoke_hindrance
from sandtable.games.vengeance.model.vehicles import BURNING
from sandtable.games.vengeance.rules.vehicles.under_fire.shelter import vehicle_hindrance
from tests.games.vengeance.bench import battle, drm, vehicle


def test_a_vehicle_in_bypass_hinders_who_looks_over_its_hexside() -> None:
    """RV-A6.8 Not only along it; one on a hexside that the line does not touch does not."""
    s = battle(E5="1.5")
    f = field_of(s)
    sight = f.los("E3", "E6")
    for side, expected in ((0, 1), (3, 1), (1, 0)):
        vehicle(s, "ru_t34_85", "E5", "tank", bypass=side)
        assert drm(vehicle_hindrance(s, f, sight, "E3", "E6")) == expected


def test_over_smoke_one_fires_freely() -> None:
    """RV-A6.7, RV-D10.1 It stands two levels high: from roof to roof of 2½ levels nothing of it counts."""
    s = battle(E5="2.5", E8="2.5")
    f = field_of(s)
    s.smoke["E5"] = 2
    vehicle(s, "ru_t34_85", "E8", "tank", wreck=BURNING)
    sight = f.los("E5-roof", "E8-roof")
    assert sight.clear
    assert smoke_hindrance(s, f, "E5-roof", "E8-roof") == []
    assert vehicle_hindrance(s, f, sight, "E5-roof", "E8-roof") == []
    assert drm(smoke_hindrance(s, f, "E5-roof", "E7")) == 1
