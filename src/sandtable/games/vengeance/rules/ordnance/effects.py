"""What a shell does among men and weapons (C3.2, C3.3, C3.7, C10.3, A7.302, A7.309)."""

from __future__ import annotations

import msgspec

from sandtable.games.vengeance.components import COLUMNS
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.names import weapon_name
from sandtable.games.vengeance.rules.artillery.indirect_fire import strike_vehicle
from sandtable.games.vengeance.rules.fire import attack, declaration, firepower
from sandtable.games.vengeance.rules.fire.encirclement import note_hit
from sandtable.games.vengeance.rules.fortifications.strongholds import demolish, pillbox_at
from sandtable.games.vengeance.rules.morale.checks import roll
from sandtable.games.vengeance.rules.ordnance.covered_arc import in_arc
from sandtable.games.vengeance.rules.ordnance.mounts import lose_gun
from sandtable.games.vengeance.rules.terrain.blazes import kindle
from sandtable.games.vengeance.rules.terrain.bridges import blast_bridge
from sandtable.games.vengeance.rules.terrain.rubble import after_blast
from sandtable.games.vengeance.rules.terrain.smoke import lay_smoke
from sandtable.games.vengeance.rules.units.counters import end_lanes, lose_weapon
from sandtable.games.vengeance.rules.units.kinds import weapon_type
from sandtable.games.vengeance.rules.units.losses import random_selection
from sandtable.games.vengeance.rules.vehicles.under_fire.small_arms import exposed_at, fire_on_vehicles
from sandtable.kernel.modifiers import Modifier, total
from sandtable.kernel.state import replace

_LOST_AT_ONCE = ("FT", "DC", "PSK", "BANNER")
_GUN_LOST = 2
_RUBBLE = 70
"""RV-A7.309 The calibre from which on a shell may bring a building down."""
Groups = tuple[tuple[tuple[str, ...], tuple[Modifier, ...]], ...]


class Impact(msgspec.Struct, frozen=True, kw_only=True):
    """Where a shell lands, on whom, and how hard."""

    at: str
    firer_at: str
    side: str
    power: float
    area: bool
    groups: Groups
    """Whom it hits, with the DRM of the effects roll."""
    critical: bool
    tem: int
    calibre: int
    explosive: bool
    smoke: bool
    indirect: bool
    clause: str
    rides: tuple[str, ...] = ()
    """The vehicles that Area fire hits."""


def land(s: Battle, impact: Impact) -> int:
    """RV-C3.2, RV-C3.3, RV-C8.5, RV-A7.301 The effects of a hit on a Location. The IFT column used, as an index."""
    if impact.smoke:
        lay(s, impact)
        return -1
    column = firepower.column_for(impact.power / 2 if impact.area else impact.power)
    chosen: list[str] = []
    if impact.critical:
        chosen = _chosen(s, impact)
        for id in chosen:
            if id in s.guns:
                lose_gun(s, id, "RV-C3.7")
    if impact.explosive:
        blast_bridge(s, impact.at, column, impact.side)
        if impact.at not in field_of(s).steps:
            return -1
    exposed = not impact.area and bool(exposed_at(s, impact.at, impact.side))
    if not (impact.groups or impact.rides or exposed):
        return column
    dice = roll(s, impact.side, "effects")
    for id in impact.rides if column >= 0 else ():
        strike_vehicle(s, id, column, dice, "RV-C3.2")
    worst = "-"
    if any(id in s.units for id in chosen):
        worst = _critical(s, impact, [id for id in chosen if id in s.units], dice)
    others = tuple((tuple(id for id in ids if id not in chosen), own) for ids, own in impact.groups)
    rest = tuple((ids, own) for ids, own in others if ids)
    if rest:
        result = attack.strike(s, impact.at, column, dice, (), rest, clause=impact.clause)
        worst = max(worst, result, key=declaration.severity)
    if exposed:
        counted = max(0, impact.tem)  # in the To Hit DR
        fire_on_vehicles(s, impact.at, impact.side, column, dice, (), counted=counted)
    _aftermath(s, impact, column, worst)
    return column


def lay(s: Battle, impact: Impact) -> None:
    """RV-C8.5, RV-A24.2 A smoke round: a full counter in the Location."""
    lay_smoke(s, field_of(s).hex_of[impact.at], impact.side)


def _chosen(s: Battle, impact: Impact) -> list[str]:
    """RV-C3.7 The one unit or Gun that a Critical Hit strikes, by Random Selection."""
    units = [id for ids, _ in impact.groups for id in ids]
    guns = [gun.id for gun in s.guns.values() if gun.at == impact.at] if s.phase != "MPh" else []
    return random_selection(s, [*units, *guns])


def _critical(s: Battle, impact: Impact, ids: list[str], dice: tuple[int, int]) -> str:
    """RV-C3.7 Twice the full FP, and positive cover is turned against the target."""
    column = firepower.column_for(min(2 * impact.power, COLUMNS[-1]))
    own = {id: mods for group, mods in impact.groups for id in group}
    worst = "-"
    for id in ids:
        cover = total(own[id]) if impact.area else impact.tem
        if _through_the_slit(s, impact):
            cover = 0  # RV-B30.1
        turned: tuple[Modifier, ...] = ((-cover, "RV-C3.7", "critical hit: TEM reversed"),) if cover > 0 else ()
        result = attack.strike(s, impact.at, column, dice, turned, (((id,), ()),), clause="RV-C3.7")
        worst = max(worst, result, key=declaration.severity)
    return worst


def _through_the_slit(s: Battle, impact: Impact) -> bool:
    """RV-B30.1 Whether direct fire comes into a Pillbox through its covered arc."""
    f = field_of(s)
    if f.place(impact.at).kind != "pillbox" or impact.indirect or not impact.firer_at:
        return False
    work = pillbox_at(s, impact.at)
    return work is not None and in_arc(f.ground, f.hex_of[impact.at], work.arc, f.hex_of[impact.firer_at])


def _aftermath(s: Battle, impact: Impact, column: int, worst: str) -> None:
    """RV-A7.7, RV-A7.302, RV-C10.3, RV-A7.309, RV-B25.1 What is hit besides men."""
    if worst != "-" and impact.firer_at:
        note_hit(s, impact.at, {impact.firer_at})
    if not impact.explosive:
        return
    blast_weapons(s, impact.at, worst)
    if worst.endswith("KIA") and field_of(s).place(impact.at).kind == "pillbox":
        demolish(s, impact.at, impact.calibre, rear=not _through_the_slit(s, impact))
        return
    if impact.calibre >= _RUBBLE and worst.endswith("KIA"):
        used = firepower.column_for(min(2 * impact.power, COLUMNS[-1])) if impact.critical else column
        after_blast(s, impact.at, COLUMNS[used], worst)
    if impact.critical and impact.at in field_of(s).steps:
        kindle(s, impact.at)


def blast_weapons(s: Battle, at: str, result: str) -> None:
    """RV-A7.302, RV-C10.3 A KIA or K/ of HE, bombs, OBA, DC or FT: one SW is hit, and a KIA may destroy a Gun."""
    if not (result.endswith("KIA") or result.startswith("K/")):
        return
    here = [
        w.id for w in s.weapons.values()
        if not w.malfunctioned and (s.units[w.holder].at if w.holder in s.units else w.at) == at
    ]  # fmt: skip
    for id in random_selection(s, here):
        if weapon_type(s.weapons[id]).type in _LOST_AT_ONCE:
            s.journal.add("RV-A7.302", "weapon_lost", weapon=id, name=weapon_name(lose_weapon(s, id)))
        elif weapon_type(s.weapons[id]).repair:
            s.weapons[id] = replace(s.weapons[id], malfunctioned=True)
            end_lanes(s, (id,))
            s.journal.add("RV-A7.302", "malfunction", weapon=id)
    if result.endswith("KIA"):
        for gun in [g for g in s.guns.values() if g.at == at]:
            die = s.dice.roll(6, "gun under fire")
            if die <= _GUN_LOST:
                lose_gun(s, gun.id, "RV-C10.3")
