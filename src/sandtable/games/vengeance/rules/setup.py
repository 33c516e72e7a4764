"""Set-up (chapters A2.9, SCN6, SCN7): one side places everything, then the other; then the snipers."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.posts import beside_its_group
from sandtable.games.vengeance.campaign.sheet import OFF
from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.field import field_of
from sandtable.games.vengeance.model import GERMAN, Battle, Unit, Weapon
from sandtable.games.vengeance.rules.air.arrival import muster_planes
from sandtable.games.vengeance.rules.artillery.muster import is_battery, muster_battery, record, record_secretly
from sandtable.games.vengeance.rules.fortifications.placing import (
    muster_works,
    pillbox_places,
    place_work,
    settle_in,
    waiting_work,
)
from sandtable.games.vengeance.rules.night.sky import open_sky
from sandtable.games.vengeance.rules.ordnance.setup import (
    muster_guns,
    name_spotter,
    next_gun,
    next_mortar,
    place_gun,
)
from sandtable.games.vengeance.rules.sniper import place_sniper, sniper_counters
from sandtable.games.vengeance.rules.units import (
    BANNERS,
    enemies_at,
    is_leader,
    is_mmc,
    mark,
    other,
    put,
    room_for,
    weapon_type,
)  # fmt: skip
from sandtable.games.vengeance.rules.vehicles.setting_up import muster_vehicles, place_vehicle, waiting
from sandtable.games.vengeance.scenarios import (
    Force,
    Scenario,
    first_move,
    first_setup,
    is_set_up,
    lowered_elr,
    places_to_set_up,
    scenario,
)
from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Choose, Flow
from sandtable.kernel.state import replace

WEAPONS = {
    "LMG": "lmg", "MMG": "mmg", "HMG": "hmg", ".50cal": "hmg50",
    "PSK": "psk", "DC": "dc", "FT": "ft", "50mm MTR": "mtr50",
}  # fmt: skip


def new_battle(name: str, dice: Dice) -> Battle:
    """RV-SCN3, RV-SCN4 All counters of a scenario, waiting to be set up."""
    card = scenario(name)
    s = Battle(
        dice=dice, scenario=name, side=card.first_move, step=card.first_setup, units={}, weapons={}, ec=card.ec.lower()
    )
    open_sky(s, card)
    for side in (card.first_setup, other(card.first_setup)):
        _muster(s, card, side)
        force: Force = getattr(card, side)
        s.san[side] = force.san
        muster_planes(s, side, force.aircraft, card.sighting)
        s.fausts[side] = force.panzerfaust
    return s


def _muster(s: Battle, card: Scenario, side: str) -> None:
    force: Force = getattr(card, side)
    names = components().core_ids["german_units" if side == GERMAN else "russian_units"]
    elr, lowered = components().elr, lowered_elr(force.elr)
    prefix = side[:2]
    men = leaders = 0
    for index, group in enumerate(force.groups):
        for printed, number in (*group.squads.items(), *group.crews.items()):
            for _ in range(number):
                men += 1
                type = names[printed]
                id = f"{prefix}-{men}"
                s.units[id] = Unit(id, type, side, elr=max(0, elr[type] - lowered), group=index)
        for printed in group.leaders:
            leaders += 1
            type = names[printed]
            id = f"{prefix}-leader-{leaders}"
            s.units[id] = Unit(id, type, side, elr=max(0, elr[type] - lowered), group=index)
        for printed, number in group.sw.items():
            for _ in range(number):
                if is_battery(printed):
                    muster_battery(s, side, printed, index, group.registered)
                    continue
                type = f"{prefix}_{WEAPONS[printed]}"
                count = 1 + sum(1 for w in s.weapons.values() if w.type == type)
                id = f"{prefix}-{WEAPONS[printed]}-{count}"
                s.weapons[id] = Weapon(id, type, side, group=index)
        muster_guns(s, side, index, group.guns)
        muster_vehicles(s, side, index, group)
        for _ in range(group.other.get("red_banner", 0)):
            id = next(b for b in BANNERS if b not in s.weapons)
            s.weapons[id] = Weapon(id, "ru_banner", side, group=index)
        muster_works(s, side, index, group.fortifications)


def set_up(s: Battle) -> Flow:
    """RV-A2.9, RV-SCN6, RV-SCN7 The next counter of the side that sets up; weapons go to units of their group."""
    side = s.step
    if side in ("german", "russian"):
        work = waiting_work(s, side) if s.works else None
        if work is not None:
            yield from place_work(s, work)
            return
        if (gun := next_gun(s, side)) is not None:
            yield from place_gun(s, gun)
            return
        for unit in s.units.values():
            if unit.side == side and not unit.at and is_set_up(s, unit.id, side, unit.group):
                yield from _place(s, unit)
                return
        for weapon in s.weapons.values():
            if weapon.side == side and not weapon.holder and not weapon.at:
                yield from _give(s, weapon)
                return
        if mortar := next_mortar(s, side):
            yield from name_spotter(s, side, mortar)
            return
        if (battery := record(s, side)) is not None:
            yield from record_secretly(s, battery)
            return
        if (vehicle := waiting(s, side)) is not None:
            yield from place_vehicle(s, vehicle)
            return
        s.step = other(side) if side == first_setup(s) else "snipers"
        return
    # RV-A14.2 DEFENDER first, after set-up.
    for owner in (other(first_move(s)), first_move(s)):
        counter = next((key for key in sniper_counters(s, owner) if key not in s.snipers), "")
        if s.san.get(owner) and counter:
            yield from place_sniper(s, counter)
            return
    s.step = "done"


def _place(s: Battle, unit: Unit) -> Flow:
    f = field_of(s)
    places = [
        at for at in places_to_set_up(s, unit.id, unit.side, unit.group)
        if room_for(s, f, at, unit.side, [unit]) and not enemies_at(s, at, unit.side)
    ]  # fmt: skip
    places += [at for at in pillbox_places(s, unit) if room_for(s, f, at, unit.side, [unit])]
    if s.campaign is not None:
        places = beside_its_group(s, unit, places)
        if not places:
            s.posts[unit.id] = OFF  # RV-CG21 What finds no room comes later, from off the map.
            return
    pick = yield Choose(
        unit.side, [("set_up", unit.id, at) for at in places], rule="RV-A2.9", ask="set_up", about=(unit.id,)
    )
    put(s, unit.id, str(pick[2]))
    if f.place(str(pick[2])).terrain == "SHELLHOLES":
        mark(s, unit.id, shellhole=True)  # RV-B2.1
    settle_in(s, unit.id)


def _give(s: Battle, weapon: Weapon) -> Flow:
    fits = is_leader if weapon_type(weapon).contact else is_mmc  # RV-C1.6
    units = [u.id for u in s.units.values() if u.side == weapon.side and u.group == weapon.group and fits(u)]
    if s.campaign is not None and not units:
        # RV-CG21, RV-RePh8.6149 The men of its group are gone: others take it, or it is lost.
        units = [u.id for u in s.units.values() if u.side == weapon.side and fits(u)]
        if not units:
            del s.weapons[weapon.id]
            return
    pick = yield Choose(
        weapon.side, [("give", weapon.id, id) for id in units], rule="RV-SCN7", ask="give", about=(weapon.id,)
    )
    s.weapons[weapon.id] = replace(weapon, holder=str(pick[2]))
