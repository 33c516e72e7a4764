"""The areas of a scenario: where groups set up and enter, who controls what at first (RV-SCN5, RV-SCN6, RV-SCN13)."""

from __future__ import annotations

from functools import cache

from sandtable.games.vengeance.map.battlefield import FIELDS, make_field
from sandtable.games.vengeance.map.ground import BRIDGE, CELLAR, GROUND, LEVEL, ROOF
from sandtable.games.vengeance.model.battle import SIDES
from sandtable.games.vengeance.scenarios.cards import CAMPAIGN, PLAYABLE, Force, is_written, scenario
from sandtable.games.vengeance.scenarios.filters import hexes_of

_SET_UP = (GROUND, LEVEL, BRIDGE)
_FOR_MEN = (*_SET_UP, ROOF, CELLAR)
_NEAR = 3
"""RV-SCN14 How far from its set-up area an edge hex may be by which a side leaves."""


@cache
def sewers_from(name: str) -> int:
    """RV-BRV16.3 The turn from which a scenario has sewer movement."""
    if name in FIELDS and name.partition("+")[0] not in PLAYABLE:
        return 1  # a field that no scenario speaks of
    return scenario(name).sewers_from or 99


@cache
def setup_places(name: str, side: str, group: int, men: bool = False) -> tuple[str, ...]:
    """RV-SCN5, RV-BRV4, RV-BRV3.11 The Locations where a group may set up: ground and upper levels, no sewers.

    Men also on rooftops and in cellars.
    """
    kinds = _FOR_MEN if men else _SET_UP
    f = make_field(name)
    card: Force = getattr(scenario(name), side)
    hexes = hexes_of(f.ground, card.groups[group].setup, f.area)
    return tuple(
        at for hex in hexes for at in f.ground.of_hex[hex] if at in f.steps and f.place(at).kind in kinds
    )  # fmt: skip


@cache
def entry_hexes(name: str, side: str, group: int) -> tuple[str, ...]:
    """RV-SCN6 The hexes by which a group may enter."""
    f = make_field(name)
    card: Force = getattr(scenario(name), side)
    return tuple(hex for hex in hexes_of(f.ground, card.groups[group].enter, f.area) if hex in f.steps)


@cache
def friendly_edge(name: str, side: str) -> tuple[str, ...]:
    """RV-SCN14, RV-D5.3 Where a side leaves: where it enters, else the edges within three hexes of its set-up area."""
    f = FIELDS[name]
    border = tuple(
        hex for hex in f.ground.hexes
        if hex in f.area and hex in f.steps and len(set(f.ground.neighbours[hex]) & f.area) < 6
    )  # fmt: skip
    if not is_written(name):
        return border
    groups = getattr(scenario(name), side).groups
    entered = tuple(hex for n, g in enumerate(groups) if g.enter for hex in entry_hexes(name, side, n))
    if entered:
        return entered
    area = {hex for g in groups if g.setup for hex in hexes_of(f.ground, g.setup, f.area)}
    return tuple(hex for hex in border if any(f.ground.range(hex, own) <= _NEAR for own in area))


@cache
def start_control(name: str) -> dict[str, str]:
    """RV-SCN13 Who controls each Location at the start: the side without the task, but for the other's own area.

    A building belongs to that area only if all of it does.
    """
    f = make_field(name)
    card = scenario(name)
    if name == CAMPAIGN:
        return dict.fromkeys(f.locations, "")  # RV-CG14 What nobody controls is No Man's Land.
    tasked = card.victory.side
    idle = next(side for side in SIDES if side != tasked)
    areas = {
        side: {
            hex
            for group in getattr(card, side).groups
            if group.setup
            for hex in hexes_of(f.ground, group.setup, f.area)
        }
        for side in SIDES
    }
    own = areas[tasked] - areas[idle]
    for building in f.ground.buildings.values():
        if not (set(building.hexes) & f.area) <= own:
            own -= set(building.hexes)
    return {at: tasked if f.hex_of[at] in own else idle for at in f.locations}
