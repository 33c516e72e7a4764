"""Rubble made in play (chapters B24.11, B24.12, O6.6, BRV3.4): buildings come down, and the ground is another."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.battle.hulks import cover_wrecks
from sandtable.games.vengeance.map.altered_ground import (
    BREACH,
    GUTTED,
    LEVELS,
    RUBBLE_STONE,
    RUBBLE_WOOD,
    alter,
    restore_side,
)
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.ground import CELLAR, GROUND, LEVEL, ROOF
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.rules.fortifications.strongholds import is_fortified
from sandtable.games.vengeance.rules.morale.checks import break_unit, morale_check
from sandtable.games.vengeance.rules.ordnance.mounts import lose_gun
from sandtable.games.vengeance.rules.reserve import rouse_at
from sandtable.games.vengeance.rules.units.counters import lose_weapon, mark, put
from sandtable.games.vengeance.rules.units.kinds import units_at
from sandtable.games.vengeance.rules.units.losses import eliminate, reduce
from sandtable.games.vengeance.rules.units.stacking import room_for
from sandtable.games.vengeance.rules.vehicles.kinds import is_afv, vehicles_at
from sandtable.games.vengeance.rules.vehicles.movement.bog import bog_roll
from sandtable.games.vengeance.rules.vehicles.under_fire.damage import wreck
from sandtable.kernel.modifiers import Modifier, total
from sandtable.kernel.state import replace

_FALLS = {"stone": 11, "wood": 9}
_LOW_COLUMN = 16
_TAKES_RUBBLE = ("OPEN", "PAVED", "DIRT", "BOULEVARD", "RUNWAY", "ORCHARD", "DEBRIS", "SHELLHOLES")
_EARTHWORKS = ("trench", "foxhole", "at_ditch", "wire", "ap_mine", "at_mine", "fortified_location", "pillbox", "cupola")


def after_blast(s: Battle, location: str, column: int, result: str) -> bool:
    """RV-B24.11, RV-A23.5 The Rubble DR after a KIA by HE of 70mm or more, a bomb, artillery or a DC in a building.

    `column` is the FP of the column, `result` that of the IFT before its effects. Whether something came down.
    """
    f = field_of(s)
    place, hex = f.place(location), f.hex(location)
    if not hex.building or not result.endswith("KIA") or place.kind not in (GROUND, LEVEL, ROOF, CELLAR):
        return False
    modifiers: list[Modifier] = [(int(result[:-3]), "RV-B24.11", result)]
    if column <= _LOW_COLUMN:
        modifiers.append((-2, "RV-B24.11", "column of 16 or less"))
    if is_fortified(s, location):
        modifiers.append((-2, "RV-B24.11", "fortified"))
    dice = s.dice.pair(6, "rubble")
    final = sum(dice) + total(modifiers)
    falls = final >= _FALLS[f.ground.buildings[hex.building].material]
    s.journal.add(
        "RV-B24.11", "rubble", target=location, dice=dice, modifiers=modifiers, final=final, success=falls
    )  # fmt: skip
    if falls:
        collapse(s, hex.id, max(0, place.floor))
    return falls


def collapse(s: Battle, hex: str, level: int = 0, spared: str = "") -> None:
    """RV-B24.11, RV-B24.12, RV-O6.6 The levels of a building hex from one upward are lost; from 0 means all.

    `spared` is the vehicle that has brought a wooden house down by driving into it (RV-B23.41).
    """
    f = field_of(s)
    material = f.ground.buildings[f.ground.hexes[hex].building].material
    inside = [id for id in f.ground.of_hex[hex] if f.place(id).kind in (GROUND, LEVEL, ROOF)]
    lost = [id for id in inside if f.place(id).floor >= level]
    for at in [*lost, f"{hex}-cellar"] if level == 0 else lost:
        rouse_at(s, at)  # RV-RePh8.6194b Reserves too are in the house that comes down.
    victims = [u.id for at in lost for u in units_at(s, at)]
    buried = [u.id for u in units_at(s, f"{hex}-cellar")] if level == 0 else []
    _clear_away(s, hex, [*lost, *([f"{hex}-cellar"] if level == 0 else [])], level == 0, spared)
    rubble = RUBBLE_WOOD if material == "wood" else RUBBLE_STONE
    alter(s, hex, rubble if level == 0 else LEVELS, number=level)
    s.journal.add("RV-B24.11", "collapses", target=hex, by=rubble.lower().replace("_", " of ") if level == 0 else "")
    for id in victims:
        if id in s.units:
            _fall(s, id, hex)
    for id in buried:
        if id in s.units:
            _dig_out(s, f, id, hex)
    for weapon in [w for w in s.weapons.values() if w.at and w.at not in field_of(s).steps]:
        lose_weapon(s, weapon.id)  # with those who carried it up there
    if level == 0:
        _falling_rubble(s, hex, rubble)


def gut(s: Battle, hex: str) -> None:
    """RV-O5.5, RV-BRV12.71, RV-RePh8.6094 A Factory hex burns out: its walls stand, within them only the ground."""
    f = field_of(s)
    inside = [at for at in f.ground.of_hex[hex] if f.place(at).kind in (GROUND, LEVEL, ROOF, CELLAR)]
    _clear_away(s, hex, inside, whole=False, spared="")
    alter(s, hex, GUTTED)
    s.journal.add("RV-BRV12.71", "gutted", at=hex)


def _clear_away(s: Battle, hex: str, lost: list[str], whole: bool, spared: str) -> None:
    """RV-B24.11, RV-BRV14.5 What lay, burnt or stood in lost Locations goes with them."""
    upper = [at for at in lost if at != hex]
    tables: tuple[dict[str, int] | dict[str, tuple[str, int]] | dict[str, tuple[int, ...]] | dict[str, str], ...] = (
        s.residual, s.lanes, s.smoke, s.foxholes, s.flames, s.hits, s.control,
    )  # fmt: skip
    for table in tables:
        for at in upper:
            table.pop(at, None)
    _lose_things(s, hex, lost, whole, spared)
    s.charges[:] = [replace(c, target=hex) if c.target in upper else c for c in s.charges]
    if whole:
        for change in [c for c in s.altered if c.becomes == BREACH and hex in (c.hex, c.beyond)]:
            restore_side(s, change.hex, change.beyond)
    if s.move is not None and s.move.came in upper:
        s.move = replace(s.move, came=hex)


def _lose_things(s: Battle, hex: str, lost: list[str], whole: bool, spared: str) -> None:
    """RV-B24.11, RV-BRV14.5 Works, Guns, vehicles, weapons, Banners, charges and tunnels under a fallen building."""
    upper = [at for at in lost if at != hex]
    for work in [w for w in s.works.values() if w.at in lost]:
        if work.at in upper or work.type == "fortified_location":
            del s.works[work.id]
    for gun in [g for g in s.guns.values() if g.at in lost]:
        lose_gun(s, gun.id, "RV-B24.11")
    for vehicle in [v for v in s.vehicles.values() if v.at in lost and not v.wreck and v.id != spared]:
        wreck(s, vehicle.id, burns=False, clause="RV-B24.11", crew_may_live=False)
    cover_wrecks(s, [v for v in s.vehicles.values() if v.at in lost and v.id != spared])
    for weapon in [w for w in s.weapons.values() if w.at in upper]:
        lose_weapon(s, weapon.id)
    for banner in [id for id, at in s.banners.items() if at in lost]:
        del s.banners[banner]
        s.weapons.pop(banner, None)
    s.set_charges[:] = [c for c in s.set_charges if c.at not in lost]
    for tunnel in [id for id, t in s.tunnels.items() if whole and any(at in lost for at in t.ends)]:
        del s.tunnels[tunnel]


def collapse_tunnel(s: Battle, at: str) -> None:
    """RV-B8.6 A charge with a KIA in one end destroys the tunnel with everybody inside."""
    for id, tunnel in list(s.tunnels.items()):
        if at in tunnel.ends:
            del s.tunnels[id]
            for unit, to in list(s.underway.items()):
                if to in tunnel.ends and unit in s.units and s.units[unit].at in tunnel.ends:
                    del s.underway[unit]
                    eliminate(s, unit, "RV-B8.6", "killed")


def _fall(s: Battle, id: str, hex: str) -> None:
    """RV-B24.11 1 to 3: men are lost and the rest lies broken at ground level; 4 to 6: all are lost."""
    die = s.dice.roll(6, "collapse")
    if die > 3:
        eliminate(s, id, "RV-B24.11", "crushed")
        return
    reduce(s, id, "RV-B24.11")
    if id not in s.units:
        return
    if s.units[id].at != hex:
        put(s, id, hex)
    if s.units[id].bypass:
        s.skirting.remove(id)
    mark(s, id, melee=False, berserk=False, bypass="")
    if not s.units[id].broken:
        break_unit(s, id)


def _dig_out(s: Battle, f: Field, id: str, hex: str) -> None:
    """RV-O6.6 4 or more is the end; otherwise the unit gets into an adjacent cellar of the building."""
    unit = s.units[id]
    die = s.dice.roll(6, "cellar")
    ways = [
        to for n in f.ground.neighbours[hex] if f.ground.joined(hex, n) and (to := f"{n}-cellar") in f.steps
        and room_for(s, f, to, unit.side, [unit]) and not any(u.side != unit.side for u in units_at(s, to))
    ]  # fmt: skip
    if die >= 4 or not ways:
        eliminate(s, id, "RV-O6.6", "crushed")
        return
    put(s, id, ways[0])
    mark(s, id, melee=False)


def _falling_rubble(s: Battle, hex: str, rubble: str) -> None:
    """RV-B24.12, RV-BRV3.4 A die of 1 lets rubble fall into one adjacent hex; not into buildings or water."""
    if s.dice.roll(6, "falling rubble") != 1:
        return
    f = field_of(s)
    there = f.ground.towards[hex][s.dice.roll(6, "direction") - 1]
    if not there or there not in f.area or f.ground.hexes[there].terrain not in _TAKES_RUBBLE:
        return
    alter(s, there, rubble)
    s.foxholes.pop(there, None)
    for work in [w for w in s.works.values() if w.at == there and w.type.startswith(_EARTHWORKS)]:
        del s.works[work.id]
    s.journal.add("RV-B24.12", "rubble_falls", target=there)
    _bury(s, there, rubble)
    for unit in units_at(s, there):
        mark(s, unit.id, dug=False, shellhole=False, wired=False)
    for unit in units_at(s, there):
        if unit.id in s.units:
            morale_check(s, unit.id, 1, "RV-B24.12")


def _bury(s: Battle, hex: str, rubble: str) -> None:
    """RV-B24.12 Guns and soft vehicles under falling rubble are eliminated; an AFV makes a bog DR with +3."""
    for gun in [g for g in s.guns.values() if g.at == hex]:
        lose_gun(s, gun.id, "RV-B24.12")
    for vehicle in vehicles_at(s, hex):
        if is_afv(vehicle):
            more: tuple[Modifier, ...] = ((1, "RV-B24.12", "falling rubble"),) if rubble == RUBBLE_WOOD else ()
            bog_roll(s, field_of(s), vehicle.id, extra=more)
        else:
            wreck(s, vehicle.id, burns=False, clause="RV-B24.12", crew_may_live=False)
    cover_wrecks(s, [v for v in s.vehicles.values() if v.at == hex])
