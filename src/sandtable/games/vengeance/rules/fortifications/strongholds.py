"""Fortified Locations, the walls of the Reichstag, and Pillboxes (chapters B23.9, B23.922, B30, BRV12.3)."""

from __future__ import annotations

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map.altered_ground import BREACH, remove_pillbox
from sandtable.games.vengeance.map.field import Field, LocationStep
from sandtable.games.vengeance.map.ground import CELLAR, GROUND, PILLBOX, ROOF
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.model.field_works import Work
from sandtable.games.vengeance.rules.ordnance.covered_arc import in_arc
from sandtable.games.vengeance.rules.units.counters import lose_weapon
from sandtable.games.vengeance.rules.units.enemies import enemies_in, is_armed, is_known, is_unbroken
from sandtable.games.vengeance.rules.units.kinds import units_at
from sandtable.games.vengeance.rules.units.losses import eliminate
from sandtable.kernel.journal import Modifier


def fortification(s: Battle, location: str) -> Work | None:
    """RV-B23.9 The counter that makes a Location fortified, hidden or not."""
    if not s.works:
        return None
    return next((w for w in s.works.values() if w.at == location and w.type == "fortified_location"), None)


def is_fortified(s: Battle, location: str) -> bool:
    """RV-B23.9, RV-B23.93 Whether a Location is fortified; a Rooftop never is."""
    return fortification(s, location) is not None


def fortified_tem(s: Battle, location: str) -> list[Modifier]:
    """RV-B23.9 One more against all fire, where it is known that the Location is fortified."""
    work = fortification(s, location)
    return [(1, "RV-B23.9", "fortified")] if work is not None and not work.hidden else []


# -- entry -----------------------------------------------------------------------------------------------------------


def barred(s: Battle, f: Field, unit: Unit, step: LocationStep, known: bool = False) -> bool:
    """RV-B23.9, RV-B23.922, RV-BRV12.3a, RV-BRV12.31, RV-BRV3.12 No way in past an unbroken armed defender.

    Into a fortified Location from outside the building or from an unfortified Location of it, across an outer wall of
    the Reichstag, and into a cellar; a Breach opens the hexside. With `known` hidden fortifications and unknown
    defenders do not count.
    """
    enemies = enemies_in(s, step.to, unit.side)
    if not enemies or not any(is_unbroken(e) and is_armed(s, e) and (is_known(e) or not known) for e in enemies):
        return False
    place, here = f.place(step.to), f.place(unit.at) if unit.at else None
    if place.kind == CELLAR:
        return True
    if here is None or BREACH in step.outer:
        return False
    outer = here.hex != place.hex and "BUILDING" not in step.outer
    building = f.ground.buildings.get(f.ground.hexes[place.hex].building)
    if building is not None and building.kind == "reichstag" and outer and place.kind == GROUND:
        return True
    work = fortification(s, step.to)
    if work is None or work.side == unit.side or (known and work.hidden):
        return False
    return outer or (here.hex != place.hex and not is_fortified(s, unit.at))


def breachable(s: Battle, f: Field, at: str) -> list[str]:
    """RV-B23.711, RV-BRV12.31 The hexes whose wall a DC could breach from a ground-level Location."""
    if f.place(at).kind != GROUND:
        return []
    hexes = []
    hex = f.hex_of[at]
    for d, n in enumerate(f.ground.towards[hex]):
        if n not in f.steps:
            continue
        side = f.ground.sides[hex][d]
        if BREACH in side:
            continue
        if "ROWHOUSE" in side or "FACTORY_WALL" in side:
            hexes.append(n)
        elif "BUILDING" not in side and f.ground.hexes[n].building:
            work = fortification(s, n)
            built_up = f.ground.buildings[f.ground.hexes[n].building].kind == "reichstag"
            if built_up or (work is not None and not work.hidden):
                hexes.append(n)
    return hexes


# -- pillboxes -------------------------------------------------------------------------------------------------------


def pillbox_at(s: Battle, location: str) -> Work | None:
    """RV-B30.1 The Pillbox whose Location this is."""
    return next((w for w in s.works.values() if w.at == location and w.type.startswith("pillbox")), None)


def pillbox_tem(s: Battle, f: Field, at: str, target: str) -> list[Modifier]:
    """RV-B30.1 The first number against fire through the covered arc, the second against all other fire."""
    work = pillbox_at(s, target)
    if work is None:
        return []
    figures = components().fortifications[work.type]
    here, there = f.hex_of[target], f.hex_of[at]
    through = here != there and in_arc(f.ground, here, work.arc, there)
    value = figures.ca_tem if through else figures.nca_tem
    return [(value, "RV-B30.1", "pillbox" if through else "pillbox, outside its arc")]


def looks_out(s: Battle, f: Field, unit: Unit, target: str) -> bool:
    """RV-B30.1 Units IN a Pillbox see and fire within its arc, and into their own hex."""
    if f.place(unit.at).kind != PILLBOX:
        return True
    work = pillbox_at(s, unit.at)
    here, there = f.hex_of[unit.at], f.hex_of[target]
    return here == there or (work is not None and in_arc(f.ground, here, work.arc, there))


def may_be_fortified(s: Battle, f: Field, location: str) -> bool:
    """RV-B23.9, RV-B23.93, RV-BRV12.3b Building Locations, from the ground up; no Rooftop, no cellar, no rubble."""
    place = f.place(location)
    if not f.hex(location).building or place.kind in (ROOF, CELLAR) or is_fortified(s, location):
        return False
    if place.kind == GROUND:
        return True
    below = place.hex if place.floor == 1 else f"{place.hex}-{place.floor - 1}"
    return is_fortified(s, below)


def demolish(s: Battle, location: str, calibre: int = 0, rear: bool = False) -> None:
    """RV-B30.1 A KIA by a placed or set DC, or by HE of 150mm from behind, ends a Pillbox and who is IN it."""
    work = pillbox_at(s, location) if s.works else None
    if work is None or (calibre and not (calibre >= 150 and rear)):
        return
    for unit in units_at(s, location):
        eliminate(s, unit.id, "RV-B30.1", "crushed")
    for weapon in [w for w in s.weapons.values() if w.at == location]:
        lose_weapon(s, weapon.id)
    del s.works[work.id]
    remove_pillbox(s, location.removesuffix("-pillbox"))
    s.journal.add("RV-B30.1", "work_gone", work=work.id, at=work.at.removesuffix("-pillbox"), for_side="")
