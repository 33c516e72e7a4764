"""Set-up (chapters A2.9, SCN6, SCN7): one side places everything, then the other; then the snipers."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.vengeance.campaign.battle.cloaks import cloak_step, may_cloak
from sandtable.games.vengeance.campaign.battle.posts import (
    beside_its_group,
    leave_outside,
    staying_outside,
    waits_for_men,
)
from sandtable.games.vengeance.campaign.battle.reconnaissance import inspect
from sandtable.games.vengeance.campaign.battle.tunnels import dig_end, waiting_tunnel
from sandtable.games.vengeance.campaign.battle.weapons_dealt_out import deal_out, is_dealt_out
from sandtable.games.vengeance.campaign.supply import isolated_areas
from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import GERMAN, Battle, Unit, Weapon
from sandtable.games.vengeance.model.campaign import RESERVE
from sandtable.games.vengeance.model.sequence import SETS_UP
from sandtable.games.vengeance.rules.air.arrival import muster_planes
from sandtable.games.vengeance.rules.artillery.muster import is_battery, muster_battery, record, record_secretly
from sandtable.games.vengeance.rules.concealment.gain_and_loss import place_under
from sandtable.games.vengeance.rules.concealment.set_up import cover, may_cover
from sandtable.games.vengeance.rules.fire.snipers import place_sniper, sniper_counters
from sandtable.games.vengeance.rules.fortifications.set_up import (
    muster_works,
    pillbox_places,
    place_work,
    settle_in,
    waiting_work,
)
from sandtable.games.vengeance.rules.night.sky import hidden_by_night, open_sky
from sandtable.games.vengeance.rules.ordnance.set_up import muster_guns, name_spotter, next_gun, next_mortar, place_gun
from sandtable.games.vengeance.rules.reserve import crowd_under, hold_back
from sandtable.games.vengeance.rules.set_up.deployed_squads import may_set_up_deployed, set_up_deployed
from sandtable.games.vengeance.rules.set_up.handed_out import hand_out
from sandtable.games.vengeance.rules.set_up.places import is_set_up, places_to_set_up
from sandtable.games.vengeance.rules.units.counters import mark, put
from sandtable.games.vengeance.rules.units.enemies import enemies_at
from sandtable.games.vengeance.rules.units.kinds import (
    BANNERS,
    other,
    units_at,
    weapon_type,
)
from sandtable.games.vengeance.rules.units.stacking import capacity, halves, room_for
from sandtable.games.vengeance.rules.vehicles.crews.armor_leaders import name_vehicle, next_commander
from sandtable.games.vengeance.rules.vehicles.set_up.aboard import may_mount, mount
from sandtable.games.vengeance.rules.vehicles.set_up.placement import muster_vehicles, place_vehicle, waiting
from sandtable.games.vengeance.scenarios.cards import Force, Scenario, first_move, first_setup, lowered_elr, scenario
from sandtable.games.vengeance.scenarios.special_rules import before_set_up, special_task
from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.options import id_in

WEAPONS = {
    "LMG": "lmg", "MMG": "mmg", "HMG": "hmg", ".50cal": "hmg50",
    "PSK": "psk", "DC": "dc", "FT": "ft", "50mm MTR": "mtr50",
}  # fmt: skip


def new_battle(name: str, dice: Dice) -> Battle:
    """RV-SCN3, RV-SCN4 All counters of a scenario, waiting to be set up."""
    card = scenario(name)
    s = Battle(
        dice=dice,
        scenario=name,
        side=card.first_move,
        step=SETS_UP[card.first_setup],
        units={},
        weapons={},
        ec=card.ec.lower(),
    )
    open_sky(s, card)
    for side in (card.first_setup, other(card.first_setup)):
        _muster(s, card, side)
        force: Force = getattr(card, side)
        s.san[side] = force.san
        muster_planes(s, side, force.aircraft, card.sighting)
        s.fausts[side] = panzerfausts(side, force)
        s.covers[side] = force.concealment + sum(group.fortifications.get("?", 0) for group in force.groups)
        s.hiding[side] = 2 * (force.hidden + hidden_by_night(card, side))
    before_set_up(s)
    return s


def panzerfausts(side: str, force: Force) -> int:
    """RV-SCN7, RV-SCN4 Two for each German squad unless the card says otherwise; note G gives Russians one a squad."""
    if force.panzerfaust is not None:
        return force.panzerfaust
    squads = sum(number for group in force.groups for number in group.squads.values())
    if side == GERMAN:
        return 2 * squads
    return squads if any(group.other.get("panzerfaust") for group in force.groups) else 0


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


def after_set_up(s: Battle) -> Flow:
    """RV-A2.9, RV-RePh8.6243, RV-A14.2 Both sides stand: Recons look at the enemy, and Snipers are placed."""
    yield from inspect(s) if s.step == "recon" else _snipers(s)


def next_counter(s: Battle, side: str) -> tuple[str, Flow] | None:
    """RV-A2.9 What a side sets up next, and of which kind it is; None when everything stands."""
    if isolated_first(s):
        return _next_isolated(s, side)
    for kind, following in _KINDS:
        if (step := following(s, side)) is not None:
            return kind, step
    return None


def end_set_up(s: Battle, side: str) -> None:
    """RV-A2.9, RV-SCN6 A side is set up: the other follows, then Recons and Snipers."""
    s.step = SETS_UP[other(side)] if side == first_setup(s) else "snipers" if s.campaign is None else "recon"
    s.journal.add("RV-A2.9", "set_up", side=side)


_ISOLATED = "isolated"
"""RV-RePh8.6241 Noted when the Isolated counters of both sides have been set up, before all others."""


def _due(s: Battle) -> Callable[[str], bool]:
    """RV-RePh8.6241, RV-I12 Whether it is the turn of a counter: at first only of what sets up in an Isolated area."""
    if s.campaign is None or _ISOLATED in s.asked:
        return lambda id: True
    cut_off = isolated_areas(s)
    return lambda id: s.posts.get(id) in cut_off


def isolated_first(s: Battle) -> bool:
    """RV-RePh8.6241 Whether the Isolated counters of both sides are still to be placed, before all others."""
    return s.campaign is not None and _ISOLATED not in s.asked


def isolated_stand(s: Battle, side: str) -> None:
    """RV-RePh8.6241 The Isolated counters of a side stand: those of the other follow, then all others of both."""
    if side == first_setup(s) and _next_isolated(s, other(side)) is not None:
        s.step = SETS_UP[other(side)]
        return
    s.asked.append(_ISOLATED)
    s.step = SETS_UP[first_setup(s)]


def _next_isolated(s: Battle, side: str) -> tuple[str, Flow] | None:
    """RV-RePh8.6241 The next Isolated Gun, unit or vehicle of a side."""
    due = _due(s)
    if (gun := next_gun(s, side, due)) is not None:
        return GUNS, place_gun(s, gun)
    if (unit := _unplaced(s, side)) is not None:
        return MEN, _place(s, unit)
    if (vehicle := waiting(s, side, due)) is not None:
        return VEHICLES, place_vehicle(s, vehicle)
    return None


def _commanders(s: Battle, side: str) -> Flow | None:
    """RV-SCN4, RV-RePh8.6206 Armor Leaders whose vehicle is still to be named."""
    leader = next_commander(s, side) if s.commanders else None
    return name_vehicle(s, leader) if leader is not None else None


def _works(s: Battle, side: str) -> Flow | None:
    """RV-A2.9, RV-SCN4, RV-BRV9.1, RV-B8.6 What lies first: works and tunnels."""
    if s.works and (work := waiting_work(s, side)) is not None:
        return place_work(s, work)
    if s.tunnels and (tunnel := waiting_tunnel(s, side)):
        return dig_end(s, tunnel)
    return None


def _radios(s: Battle, side: str) -> Flow | None:
    """RV-CG21 In the campaign radios and phones are given out before anybody stands."""
    radio = _ungiven_radio(s, side) if s.campaign is not None else None
    return hand_out(s, radio) if radio is not None else None


def _guns(s: Battle, side: str) -> Flow | None:
    """RV-A2.9, RV-C2.1 Guns with their crews."""
    gun = next_gun(s, side)
    return place_gun(s, gun) if gun is not None else None


def _men(s: Battle, side: str) -> Flow | None:
    """RV-A2.9, RV-A4.43, RV-RePh8.6071, RV-C9.1, RV-C1.63 Units, weapons, the spotters of mortars, artillery."""
    if (unit := _unplaced(s, side)) is not None:
        return _place(s, unit)
    if (weapon := _ungiven(s, side)) is not None:
        return hand_out(s, weapon)
    if not is_dealt_out(s, side):
        return deal_out(s, side)
    if mortar := next_mortar(s, side):
        return name_spotter(s, side, mortar)
    if (battery := record(s, side)) is not None:
        return record_secretly(s, battery)
    return None


def _vehicles(s: Battle, side: str) -> Flow | None:
    """RV-D1.1, RV-D6.1 Vehicles, and who rides on them."""
    if (vehicle := waiting(s, side)) is not None:
        return place_vehicle(s, vehicle)
    if s.vehicles and may_mount(s, side):
        return mount(s, side)
    return None


def _secrets(s: Battle, side: str) -> Flow | None:
    """RV-A12.2, RV-E1.4, RV-BRV3.6 What special rules ask for, cloaks, and last the `?` counters."""
    if (task := special_task(s, side)) is not None:
        return task
    if may_cloak(s, side):
        return cloak_step(s, side)
    return cover(s, side) if may_cover(s, side) else None


WORKS, GUNS, MEN, VEHICLES = "works", "guns", "men", "vehicles"
"""The kinds of counters of which there may be many."""
REST = {WORKS: "rest_works", GUNS: "rest_guns", MEN: "rest_men", VEHICLES: "rest_vehicles"}
ALL_THE_REST = "rest"
"""How the options are called by which a player leaves the rest of a kind, or of his set-up, to the program."""
_KINDS: tuple[tuple[str, Callable[[Battle, str], Flow | None]], ...] = (
    ("", _commanders),
    (WORKS, _works),
    ("", _radios),
    (GUNS, _guns),
    (MEN, _men),
    (VEHICLES, _vehicles),
    ("", _secrets),
)
"""RV-A2.9 What is set up, in this order."""


def _snipers(s: Battle) -> Flow:
    """RV-A14.2 DEFENDER first, after set-up."""
    for owner in (other(first_move(s)), first_move(s)):
        counter = next((key for key in sniper_counters(s, owner) if key not in s.snipers), "")
        if s.san.get(owner) and counter:
            yield from place_sniper(s, counter)
            return
    s.step = "done"


def _unplaced(s: Battle, side: str) -> Unit | None:
    """The next unit to set up: those that were put off come last, and leaders not before their men (RV-CG21)."""
    due = _due(s)
    unplaced = [
        u for u in s.units.values()
        if u.side == side and not (u.at or u.aboard) and is_set_up(s, u.id, side, u.group) and due(u.id)
    ]  # fmt: skip
    return min(unplaced, key=lambda u: (waits_for_men(s, u), u.acted), default=None)


def _ungiven(s: Battle, side: str) -> Weapon | None:
    return next((w for w in s.weapons.values() if w.side == side and not w.holder and not w.at), None)


def _ungiven_radio(s: Battle, side: str) -> Weapon | None:
    """RV-CG21 Radios and phones are given out first in the campaign, for their leaders set up where they like."""
    loose = (w for w in s.weapons.values() if w.side == side and not w.holder and not w.at)
    return next((w for w in loose if weapon_type(w).contact), None)


def places_for(s: Battle, unit: Unit) -> list[str]:
    """RV-A2.9, RV-SCN5 Where a unit may set up: in the area of its group, with room, and on no enemy."""
    f = field_of(s)
    area = places_to_set_up(s, unit.id, unit.side, unit.group)
    places = [
        at for at in area
        if room_for(s, f, at, unit.side, [unit]) and not enemies_at(s, at, unit.side)
    ]  # fmt: skip
    if s.posts.get(unit.id) == RESERVE:
        places = [at for at in places if crowd_under(s, at, unit.side) + halves(unit) <= capacity(f, at)]
        return beside_its_group(s, unit, places)
    places += [at for at in pillbox_places(s, unit, area) if room_for(s, f, at, unit.side, [unit])]
    return beside_its_group(s, unit, places) if s.campaign is not None else places


def _place(s: Battle, unit: Unit) -> Flow:
    options: list[Option] = [("set_up", unit.id, at) for at in places_for(s, unit)]
    if not options and s.campaign is not None:
        leave_outside(s, unit.id)  # RV-CG21 What finds no room comes later, from off the map.
        return
    options += staying_outside(s, unit.id)
    if not unit.acted:
        options.append(("later", unit.id))
    if may_set_up_deployed(s, unit):
        options.append(("set_up_deployed", unit.id))
    pick = yield Choose(unit.side, options, rule="RV-A2.9", ask="set_up", about=(unit.id,))
    if pick[0] == "later":
        mark(s, unit.id, acted=True)
    elif pick[0] == "set_up_deployed":
        set_up_deployed(s, unit)
    elif pick[0] == "stay_outside":
        leave_outside(s, unit.id)
    else:
        stand(s, unit, id_in(pick, 2))


def stand(s: Battle, unit: Unit, at: str) -> None:
    """RV-A2.9 A unit sets up; RV-A12.2 an enemy who was hidden there is placed under `?`, and the unit elsewhere."""
    f = field_of(s)
    hidden = [u.id for u in units_at(s, at) if u.side != unit.side]
    if hidden:
        for id in hidden:
            place_under(s, id)
        return
    if s.posts.get(unit.id) == RESERVE:
        hold_back(s, unit.id, at)
        return
    put(s, unit.id, at)
    if f.place(at).terrain == "SHELLHOLES":
        mark(s, unit.id, shellhole=True)  # RV-B2.1
    settle_in(s, unit.id)
