"""A field that play has changed takes over from the untouched one what lies far from the changes."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.games.vengeance.map import altered_ground
from sandtable.games.vengeance.map.altered_ground import (
    BREACH,
    BRIDGE_GONE,
    BRIDGE_PARTIAL,
    BUNKER,
    LEVELS,
    ROADBLOCK,
    RUBBLE_STONE,
    RUBBLE_WOOD,
    SHELLHOLES,
    TRAIL,
    AlteredGround,
    AlteredSightlines,
    altered_field,
)
from sandtable.games.vengeance.map.battlefield import make_field
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.line_of_sight import Sightlines
from sandtable.games.vengeance.model.traces import Alteration

PARTS = ("steps", "accessible", "adjacent", "hex_of", "level_of", "terrain_of", "walled", "cliffs", "shores")


def some_changes(base: Field, chance: Random) -> list[Alteration]:
    """Rubble, breaches, bridges and whatever else play does, each where it can happen."""
    g, area = base.ground, sorted(base.area)
    houses = [hex for hex in area if g.hexes[hex].building]
    bridges = [hex for hex in area if g.hexes[hex].bridge]
    changes = [Alteration(chance.choice(houses), chance.choice((RUBBLE_STONE, RUBBLE_WOOD))) for _ in range(3)]
    changes += [Alteration(hex, LEVELS, number=2) for hex in houses if g.hexes[hex].floors > 2][:1]
    changes += [Alteration(chance.choice(area), SHELLHOLES), Alteration(chance.choice(area), TRAIL)]
    changes += [Alteration(chance.choice(area), BUNKER, number=2)]
    changes += [Alteration(hex, chance.choice((BRIDGE_GONE, BRIDGE_PARTIAL))) for hex in chance.sample(bridges, 1)]
    for feature in (BREACH, ROADBLOCK):
        hex = chance.choice(area)
        beyond = chance.choice(g.neighbours[hex])
        changes.append(Alteration(min(hex, beyond), feature, max(hex, beyond)))
    return list({change.hex: change for change in changes}.values())


@pytest.mark.parametrize(("name", "times"), [("brv04", 6), ("campaign", 1)])
def test_a_changed_field_is_the_one_made_from_nothing(name: str, times: int) -> None:
    """RV-B24.11, RV-B23.711, RV-B29.1, RV-BRV11.311 Every step, wall and shore, in the same order."""
    base, chance = make_field(name), Random(name)
    for _ in range(times):
        changes = some_changes(base, chance)
        quick = altered_field(base, changes)
        ground = AlteredGround(base.ground, tuple(changes))
        whole = Field(ground, base.area, AlteredSightlines(ground, base.los), base.closed)
        assert quick.locations == whole.locations
        assert quick.manholes == whole.manholes
        for part in PARTS:
            assert list(getattr(quick, part).items()) == list(getattr(whole, part).items()), (part, changes)
        assert quick.steps != base.steps


def test_changed_maps_keep_few_lines_of_sight_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """A campaign changes its map dozens of times; most verdicts are those of the untouched map, which keeps them."""
    base = make_field("brv04")
    house = next(hex for hex in sorted(base.area) if base.ground.hexes[hex].building)
    changes = (Alteration(house, RUBBLE_STONE),)
    places = [at for at in base.locations if base.hex_of[at] != house][::5]
    free = AlteredSightlines(AlteredGround(base.ground, changes), base.los)
    wanted = {(a, b): free(a, b) for a in places for b in places}
    assert free.most < base.los.most
    monkeypatch.setattr(altered_ground, "MOST_TAKEN_OVER", 40)
    sparing = AlteredSightlines(AlteredGround(base.ground, changes), base.los)
    for (a, b), there in wanted.items():
        assert sparing(a, b) == there
        assert sparing.kept <= 41
    assert free.kept > 400


@pytest.mark.parametrize("most", [2, 3])
def test_a_map_that_knows_too_many_lines_still_knows_the_one_that_it_looks_at(most: int) -> None:
    """A verdict is kept in both directions; where the second was one too many, the first had been forgotten with it."""
    base = make_field("brv04")
    lines = Sightlines(base.ground)
    lines.most = most
    places = sorted(base.locations)[:12]
    for a in places:
        for b in places:
            assert lines(a, b) == base.los(a, b)
            assert lines.kept <= most + 1
