"""What a seat may imagine: unknown units dealt again under the same `?` counters, hidden ones somewhere else."""

from __future__ import annotations

from sandtable.games.vengeance.knowledge.campaign_secrets import guess_campaign
from sandtable.games.vengeance.knowledge.enemy_counters import being_set_up
from sandtable.games.vengeance.knowledge.guess_vehicles import guess_vehicles
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import SIDES, Battle, Unit
from sandtable.games.vengeance.rules.concealment.gain_and_loss import in_concealment_terrain
from sandtable.games.vengeance.rules.set_up.places import is_set_up, places_to_set_up
from sandtable.games.vengeance.rules.units.counters import put
from sandtable.games.vengeance.rules.units.enemies import enemies_at
from sandtable.games.vengeance.rules.units.kinds import below, held, is_dummy, is_reserve, units_at, unknown
from sandtable.games.vengeance.rules.units.stacking import capacity, halves, room_for
from sandtable.kernel.dice import Dice
from sandtable.kernel.state import replace

_TRIES = 6


def guess(s: Battle, seat: str, dice: Dice) -> None:
    """RV-A.12, RV-A12.1 Everything the seat cannot know, dealt again in place; what it sees stays as it is.

    The counters keep their ids and places; what is under them changes.
    """
    if s.winner:
        return
    guess_campaign(s, seat, dice)
    s.numbering = ""
    for id in [id for id, t in s.tunnels.items() if t.side != seat and not (t.known or being_set_up(s, t.side))]:
        if not any(to in s.tunnels[id].ends for to in s.underway.values()):
            del s.tunnels[id]  # RV-B8.6 Nobody thinks of a tunnel of which he was told nothing.
    if s.phase == "refit":
        return  # RV-RePh8.602 Nobody on the map is unknown.
    for side in SIDES:
        if side != seat and not being_set_up(s, side):
            _deal(s, side, dice)
            _hide_elsewhere(s, side, dice)
            if s.vehicles:
                guess_vehicles(s, side, dice)


def _deal(s: Battle, side: str, dice: Dice) -> None:
    """What unknown units are and hold is exchanged among them.

    Units that act or have fired, a Panzerfaust too, and the crews of Guns stay what they are.
    """
    acting = {*s.acting, *(w.holder for w in s.weapons.values() if w.id in s.acting or w.used or w.fired)}
    acting |= {gun.crew for gun in s.guns.values()}
    slots = [
        u for u in s.units.values()
        if u.side == side and u.at and unknown(u) and not (u.fired or u.fausts) and not below(u)
        and u.id not in acting and not is_reserve(u)
    ]  # fmt: skip
    if len(slots) < 2:
        return
    for _ in range(_TRIES):
        dealt = list(slots)
        dice.shuffle(dealt)
        if _fits(s, side, dict(zip((u.id for u in slots), dealt, strict=True))):
            _exchange(s, slots, dealt)
            return


def _fits(s: Battle, side: str, dealt: dict[str, Unit]) -> bool:
    """RV-A5.1, RV-A12.2 No stack grows too high, and no dummy is hidden or among enemies."""
    f = field_of(s)
    for at in dict.fromkeys(s.units[id].at for id in dealt):
        stack = units_at(s, at, side)
        size = sum(halves(dealt.get(u.id, u)) for u in stack)
        if size > max(capacity(f, at), sum(map(halves, stack))):
            return False
        men = [u for u in stack if u.id in dealt and is_dummy(dealt[u.id])]
        if any(u.hidden for u in men) or (men and any(u.side != side for u in units_at(s, at))):
            return False
    return True


def _exchange(s: Battle, slots: list[Unit], dealt: list[Unit]) -> None:
    holders = {was.id: slot.id for slot, was in zip(slots, dealt, strict=True)}
    for slot, what in zip(slots, dealt, strict=True):
        s.units[slot.id] = replace(
            slot, type=what.type, elr=what.elr, group=what.group, wounded=what.wounded, heroic=what.heroic,
            fanatic=what.fanatic, smoked=what.smoked,
        )  # fmt: skip
    for weapon in list(s.weapons.values()):
        if weapon.holder in holders:
            s.weapons[weapon.id] = replace(weapon, holder=holders[weapon.holder])
    for battery in list(s.batteries.values()):
        if battery.keeper in holders:
            s.batteries[battery.id] = replace(battery, keeper=holders[battery.keeper])


def _hide_elsewhere(s: Battle, side: str, dice: Dice) -> None:
    """RV-A12.2 Hidden units have not moved: they may lie wherever their group could have set up hidden.

    RV-B24.11 But not in upper Locations that have come down since.
    """
    f = field_of(s)
    manned = {g.crew for g in s.guns.values()}
    for unit in [u for u in s.units.values() if u.side == side and u.hidden and u.at and u.id not in s.acting]:
        if unit.id in manned or below(unit) or not is_set_up(s, unit.id, side, unit.group):
            continue
        places = [
            at for at in places_to_set_up(s, unit.id, side, unit.group)
            if at in f.steps and in_concealment_terrain(f, at)
            and not enemies_at(s, at, side) and room_for(s, f, at, side, [unit])
        ]  # fmt: skip
        if places:
            carried = held(s, unit.id)
            put(s, unit.id, dice.pick(places))
            for weapon in carried:  # RV-C1.61 He has not come from elsewhere: his phone was laid where he is.
                s.weapons[weapon.id] = weapon
