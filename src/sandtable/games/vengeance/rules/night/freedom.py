"""Freedom of Movement (chapter E1.21): at night the Scenario Defender's units stay until something stirs them."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.vengeance.campaign.areas import is_spree_bridge
from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map import current_sight
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import GERMAN, Battle, Unit
from sandtable.games.vengeance.model.vehicles import Vehicle
from sandtable.games.vengeance.rules.morale.leaders import can_lead
from sandtable.games.vengeance.rules.units.counters import mark
from sandtable.games.vengeance.rules.units.enemies import known_places
from sandtable.games.vengeance.rules.units.kinds import held, is_dummy, is_mmc, type_of, units_at, weapon_type
from sandtable.games.vengeance.rules.vehicles.kinds import manned
from sandtable.kernel.state import replace


def has_freedom(s: Battle, unit: Unit | Vehicle) -> bool:
    """RV-E1.21, RV-CG8 Whether a unit may move and advance as it likes."""
    return is_stirred(s, unit) or (isinstance(unit, Unit) and mines_a_bridge(s, unit))


def is_stirred(s: Battle, unit: Unit | Vehicle) -> bool:
    """RV-E1.21 Whether a unit has Freedom of Movement for good."""
    return s.night is None or unit.side != s.night.defender or unit.free


def note_bridge_parties(s: Battle) -> None:
    """RV-CG8 Who set up on a bridge of the Spree: Assault Engineers who mine it, and single men with them."""
    if s.night is not None and s.night.defender == GERMAN:
        f = field_of(s)
        for unit in list(s.units.values()):
            if unit.side == GERMAN and unit.at and is_spree_bridge(f.hex_of[unit.at]):
                mark(s, unit.id, from_bridge=True)


def mines_a_bridge(s: Battle, unit: Unit) -> bool:
    """RV-CG8 German Assault Engineers who set up on a bridge of the Spree and hold a DC, and single men with them.

    As long as they are on a bridge: what they are free for is to set the charge.
    """
    if not unit.from_bridge or not unit.at or not is_spree_bridge(field_of(s).hex_of[unit.at]):
        return False
    there = units_at(s, unit.at, GERMAN) if not is_mmc(unit) else [unit]
    return any(
        type_of(u).assault_engineer and u.from_bridge and any(weapon_type(w).type == "DC" for w in held(s, u.id))
        for u in there
    )  # fmt: skip


def gain_freedom(s: Battle, ids: Iterable[str], alarm: bool = True) -> None:
    """RV-E1.21 For good: these have been attacked, have seen an enemy, or were told. Radio vehicles tell each other."""
    ids = list(ids)
    seen = alarm and any(id in s.vehicles or (id in s.units and not is_dummy(s.units[id])) for id in ids)
    if seen and s.campaign is not None and not s.campaign.alarmed:
        s.campaign = replace(s.campaign, alarmed=True)  # RV-CG7c
    for id in ids:
        unit, vehicle = s.units.get(id), s.vehicles.get(id)
        if unit is not None and not is_stirred(s, unit):
            mark(s, id, free=True)
            s.journal.add("RV-E1.21", "freedom", unit=id, seen_by=(unit.side,))
        elif vehicle is not None and not is_stirred(s, vehicle):
            s.vehicles[id] = replace(vehicle, free=True)
            s.journal.add("RV-E1.21", "freedom", unit=id, seen_by=(vehicle.side,))
            if _has_radio(vehicle):
                gain_freedom(s, [v.id for v in s.vehicles.values() if v.side == vehicle.side and _has_radio(v)], alarm)


def free_radios(s: Battle, newcomer: Vehicle) -> None:
    """RV-CG7c A radio vehicle that enters as a reinforcement frees the other radio vehicles of its side."""
    if _has_radio(newcomer):
        gain_freedom(s, [v.id for v in s.vehicles.values() if v.side == newcomer.side and _has_radio(v)], alarm=False)


def _has_radio(vehicle: Vehicle) -> bool:
    return components().armour.types[vehicle.type].radio


def look_around(s: Battle, places: Iterable[str] | None = None) -> None:
    """RV-E1.21 A Known enemy in its LOS, or Melee, frees a unit; if places are named, only the enemies there count."""
    assert s.night is not None
    f = field_of(s)
    own: list[Unit | Vehicle] = [u for u in s.units.values() if u.side == s.night.defender and u.at]
    own += [v for v in s.vehicles.values() if v.side == s.night.defender and v.at and manned(v)]
    campaign = s.campaign
    quiet = campaign is not None and not campaign.alarmed
    still = [u for u in own if not is_stirred(s, u)]
    if not still and not quiet:
        return
    seen = known_places(s, s.night.defender)
    if places is not None:
        seen = [at for at in seen if at in places]
    if (
        campaign is not None
        and quiet
        and any(current_sight.sees(s, f, u.at, at) for u in own if not _asleep(u) for at in seen)
    ):
        s.campaign = replace(campaign, alarmed=True)  # RV-CG7c Who is free already gives the alarm, too.
    stirred = [u.id for u in still if any(current_sight.sees(s, f, u.at, at) for at in seen)]
    gain_freedom(s, [*stirred, *(u.id for u in still if isinstance(u, Unit) and u.melee)])


def _asleep(unit: Unit | Vehicle) -> bool:
    """Who sees nobody: a dummy, or a Reserve that is not Released."""
    return isinstance(unit, Unit) and is_dummy(unit)


def wake_up(s: Battle) -> None:
    """RV-E1.21 At the end of its own RPh: beside a Good Order leader who has it, or with a dr of 1."""
    if s.night is None or s.side != s.night.defender:
        return
    most = components().conditions.straying.freedom
    for unit in list(s.units.values()):
        if unit.side != s.side or not unit.at or is_stirred(s, unit):
            continue
        led = any(can_lead(u) and u.free for u in units_at(s, unit.at, unit.side) if u.id != unit.id)
        if led or s.dice.roll(6, "freedom of movement") <= most:
            gain_freedom(s, [unit.id], alarm=False)
    for vehicle in list(s.vehicles.values()):
        still = (
            vehicle.side == s.side and vehicle.at and not vehicle.wreck and not is_stirred(s, s.vehicles[vehicle.id])
        )
        if still and s.dice.roll(6, "freedom of movement") <= most:
            gain_freedom(s, [vehicle.id], alarm=False)
