"""A side's fire (chapters A3.2, A3.4, A3.5): one attack after another, in an order of its choice."""

from __future__ import annotations

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import FINAL, OPPORTUNITY, PREP, Battle, Unit
from sandtable.games.vengeance.rules.concealment.gain_and_loss import acts_in_sight, eyes, secretive
from sandtable.games.vengeance.rules.fire import kinds as fire_kinds
from sandtable.games.vengeance.rules.fire.groups import compose
from sandtable.games.vengeance.rules.fire.targets import Starters, starters, targets
from sandtable.games.vengeance.rules.fortifications.digging import diggers, entrench
from sandtable.games.vengeance.rules.ordnance.handling import handle_gun, handling_options
from sandtable.games.vengeance.rules.ordnance.refusals import why_not_shoot
from sandtable.games.vengeance.rules.ordnance.rockets import rocket_odds
from sandtable.games.vengeance.rules.special_weapons.flamethrowers_and_charges import special_fire, special_fire_options
from sandtable.games.vengeance.rules.units.counters import mark
from sandtable.games.vengeance.rules.units.kinds import good_order, is_hero, is_mmc, weapon_type
from sandtable.games.vengeance.rules.vehicles.fire.bow_flamethrower import bow_flame, flame_options
from sandtable.games.vengeance.rules.vehicles.fire.machine_guns import fire_guns, gunners
from sandtable.games.vengeance.rules.vehicles.fire.main_gun import fire_gun, gun_options
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace


def fire_phase(s: Battle, side: str, rule: str) -> Flow:
    """RV-A3.2, RV-A3.4, RV-A3.5, RV-Z6 One attack of a side, or the end of its fire. In an order of its choice."""
    fire = FireOptions(s, side)
    if not secretive(s, side) and not fire.somebody():
        s.step = "done"
        return
    pick = yield Choose(
        side,
        fire.options,
        rule=rule,
        ask="fire",
        why_not=lambda option: why_not_shoot(s, option),
        odds=lambda option: rocket_odds(s, option),
    )
    match pick:
        case ("done",):
            s.step = "done"
        case ("opportunity" | "dismantle" | "assemble" | "limber" | "unlimber" | "entrench" as verb, str(id)):
            _do_instead(s, verb, id)
        case ("fire", str(firer)):
            yield from _small_arms(s, side, firer, fire.places(firer))
        case ("mg", str(vehicle)):
            yield from fire_guns(s, side, vehicle)
        case ("gun" | "gun_again" | "gun_smoke", *_):
            yield from fire_gun(s, side, pick)
        case ("bow_flame", str(vehicle), str(target)):
            bow_flame(s, vehicle, target)
        case _:
            yield from special_fire(s, side, pick)


class FireOptions:
    """RV-A3.2 What a side may do at one moment of its fire, looked for when it is asked for."""

    def __init__(self, s: Battle, side: str) -> None:
        self._s, self._side = s, side
        self._can: dict[str, list[str]] | None = None
        self._others: list[Option] | None = None

    def somebody(self) -> bool:
        """Whether there is anything to do."""
        return bool(self._besides() or self._starters())

    def options(self) -> list[Option]:
        """Who fires, what else can be done, or the end."""
        return [*(("fire", firer) for firer in self._starters()), *self._besides(), ("done",)]

    def places(self, firer: str) -> list[str]:
        """The Locations that one firer can attack; where the choice is only made again, nobody else is looked at."""
        if self._can is not None:
            return self._can[firer]
        s = self._s
        return Starters(s, field_of(s), targets(s, self._side)).by(firer, fire_kinds.shooter(s, firer))

    def _starters(self) -> dict[str, list[str]]:
        if self._can is None:
            self._can = starters(self._s, field_of(self._s), self._side, targets(self._s, self._side))
        return self._can

    def _besides(self) -> list[Option]:
        if self._others is None:
            self._others = [*_other_fire(self._s, self._side), *_instead_of_fire(self._s, self._side)]
        return self._others


def _other_fire(s: Battle, side: str) -> list[Option]:
    """RV-A3.2, RV-A22.1, RV-A23.2, RV-C2.1, RV-D3.1 Flames, charges, rockets, Guns, and what vehicles fire."""
    f = field_of(s)
    options = special_fire_options(s, f, side)
    if s.vehicles:
        options += [*gunners(s, f, side), *gun_options(s, f, side), *flame_options(s, f, side)]
    return options


def _small_arms(s: Battle, side: str, firer: str, places: list[str]) -> Flow:
    """RV-A7.5 One firer begins an attack on one of the Locations that it reaches; others may join it."""
    s.acting += [firer, fire_kinds.shooter(s, firer).id]
    at = yield Choose(
        side, [("at", place) for place in places], rule="RV-A7.5", ask="target", about=(firer,),
        forced=not secretive(s, side),
    )  # fmt: skip
    yield from compose(s, side, firer, id_in(at))


# -- instead of firing -----------------------------------------------------------------------------------------------


def _instead_of_fire(s: Battle, side: str) -> list[Option]:
    """RV-A7.25, RV-A9.8, RV-C10.2, RV-B27.11 What units and crews may do in a fire phase in place of firing."""
    options: list[Option] = []
    if s.phase in ("PFPh", "DFPh"):
        options += [*handling(s, side), *handling_options(s, side)]
    if s.phase == "PFPh":
        options += diggers(s, field_of(s), side)
        options += [("opportunity", u.id) for u in s.units.values() if _may_wait(u, side)]
    return options


def _do_instead(s: Battle, verb: str, id: str) -> None:
    """RV-A7.25, RV-A9.8, RV-C10.2, RV-B27.11 Wait for a better moment, handle a weapon or a Gun, or dig in."""
    if verb == "opportunity":
        mark(s, id, fired=OPPORTUNITY)
    elif verb == "entrench":
        acts_in_sight(s, (id,))
        if id in s.units:
            entrench(s, id)
    elif id in s.guns:
        handle_gun(s, verb, id)
    else:
        handle(s, id)


def _may_wait(unit: Unit, side: str) -> bool:
    """RV-A7.25 Who can be marked Opportunity Fire."""
    able = is_mmc(unit) or is_hero(unit)
    return unit.side == side and good_order(unit) and not unit.fired and not unit.ti and bool(unit.at) and able


def handling(s: Battle, side: str) -> list[Option]:
    """RV-A9.8 Weapons that could be dismantled or assembled instead of firing."""
    options: list[Option] = []
    for weapon in s.weapons.values():
        holder = s.units.get(weapon.holder)
        if holder is None or holder.side != side or not good_order(holder) or not holder.at:
            continue
        if holder.pinned or holder.ti:
            continue
        if weapon_type(weapon).dm_pp and not (weapon.fired or weapon.used or holder.fired):
            options.append(("assemble" if weapon.dm else "dismantle", weapon.id))
    return options


def handle(s: Battle, id: str) -> None:
    """RV-A9.8 The weapon is marked as if it had fired, and only the weapon."""
    weapon = s.weapons[id]
    s.weapons[id] = replace(weapon, dm=not weapon.dm, fired=PREP if s.phase == "PFPh" else FINAL)
    how = "assemble" if weapon.dm else "dismantle"
    s.journal.add("RV-A9.8", "handled", seen_by=eyes(s, (id,)), weapon=id, how=how)
