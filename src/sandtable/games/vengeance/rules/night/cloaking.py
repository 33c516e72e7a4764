"""Cloaking (chapters E1.4 to E1.43, A12.4): counters in the night under which there may be men, or nothing.

Those under one counter are concealed, and share its name: they move as one until the counter is taken off. An empty
counter is a dummy.
"""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map import current_sight
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle, Move, Unit
from sandtable.games.vengeance.model.vehicles import Vehicle
from sandtable.games.vengeance.rules.concealment.gain_and_loss import remove_dummies
from sandtable.games.vengeance.rules.concealment.set_up import make_dummy
from sandtable.games.vengeance.rules.morale.level import inexperienced
from sandtable.games.vengeance.rules.units.counters import mark
from sandtable.games.vengeance.rules.units.kinds import (
    good_order,
    held,
    is_dummy,
    is_leader,
    is_mmc,
    units_at,
    unknown,
    weapon_type,
)
from sandtable.games.vengeance.rules.vehicles.kinds import able, aboard, carries_riders, is_afv, unseen
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace

_MAY = ("to", "to_cover", "assault", "minimum", "dash", "bypass", "double", "roam", "stop")
"""RV-E1.41 What a Cloaking counter may do in its Movement Phase."""
_STEPS = ("to", "to_cover", "assault", "minimum", "dash", "bypass")


# -- at set-up -------------------------------------------------------------------------------------------------------


def most_empty(real: int) -> int:
    """RV-E1.4 A third of the real counters, rounded down."""
    return real // components().conditions.cloaking.empty_share


def cloak(s: Battle, counter: str, ids: Iterable[str]) -> None:
    """RV-E1.4, RV-A12.4 Infantry goes under a counter; its weapons are dismantled if they can be.

    RV-BRV16.1 Not those of passengers.
    """
    for id in ids:
        mark(s, id, cloak=counter, concealed=True, hidden=False)
        for weapon in held(s, id):
            if not s.units[id].aboard and weapon_type(weapon).dm_pp and not weapon.dm:
                s.weapons[weapon.id] = replace(weapon, dm=True)


def is_sheltered(vehicle: Vehicle) -> bool:
    """RV-BRV16.1 Whether passengers may be Cloaked inside a vehicle: it is armoured and buttoned up."""
    return is_afv(vehicle) and not vehicle.ce and not carries_riders(vehicle)


def uncloak_aboard(s: Battle, id: str) -> None:
    """RV-BRV16.1, RV-E1.43 The hatches are open, or they must get out: whoever is inside is seen."""
    men = [u for u in aboard(s, id) if u.cloak]
    if men:
        s.reveal()
        s.journal.add("RV-BRV16.1", "uncloaked", at=s.vehicles[id].at, side=men[0].side)
        for unit in men:
            mark(s, unit.id, cloak="", concealed=False)


def empty_counter(s: Battle, side: str, at: str, counter: str) -> str:
    """RV-E1.4 A counter with nothing under it. The id of its dummy."""
    id = make_dummy(s, side, at)
    mark(s, id, cloak=counter)
    return id


def under(s: Battle, counter: str) -> list[Unit]:
    """Who is under a counter."""
    return [u for u in s.units.values() if counter and u.cloak == counter]


def counters_at(s: Battle, at: str, side: str) -> set[str]:
    """The Cloaking counters of a side in a Location."""
    return {u.cloak for u in units_at(s, at, side) if u.cloak}


# -- moving ----------------------------------------------------------------------------------------------------------


def cloaked_mf(s: Battle, unit: Unit) -> int:
    """RV-E1.41 4 MF; 6 with a leader or only SMC; 3 with only Inexperienced men and no leader."""
    table = components().conditions.cloaking
    men = [u for u in under(s, unit.cloak) if not is_dummy(u)]
    if any(map(is_leader, men)) or (men and not any(map(is_mmc, men))):
        return table.mf_led
    return table.mf_raw if men and all(inexperienced(s, u) for u in men) else table.mf


def cloaked_options(s: Battle, move: Move, options: list[Option]) -> list[Option]:
    """RV-E1.41 It only moves, together; three counters at most in a Location."""
    unit = s.units[move.units[0]]
    most = components().conditions.cloaking.counters
    return [
        o for o in options
        if o[0] in _MAY and (o[0] not in _STEPS or len(counters_at(s, id_in(o), unit.side)) < most)
    ]  # fmt: skip


# -- conversion ------------------------------------------------------------------------------------------------------


def convert(s: Battle, ids: Iterable[str]) -> None:
    """RV-E1.43, RV-E1.42 The counters of these units are taken off: contents under `?`, empty ones removed."""
    for counter in dict.fromkeys(s.units[id].cloak for id in ids if id in s.units and s.units[id].cloak):
        men = under(s, counter)
        s.reveal()
        s.journal.add("RV-E1.43", "uncloaked", at=men[0].at, side=men[0].side)
        for unit in men:
            mark(s, unit.id, cloak="")
        remove_dummies(s, [u.id for u in men])


def convert_seen(s: Battle) -> None:
    """RV-E1.43 Within NVR and LOS, or lit and in LOS, of a Good Order enemy who is himself Known."""
    cloaked = [u for u in s.units.values() if u.cloak and u.at]
    if not cloaked:
        return
    f = field_of(s)
    watchers: list[Unit | Vehicle] = [e for e in s.units.values() if e.at and good_order(e) and not unknown(e)]
    watchers += [v for v in s.vehicles.values() if able(v) and not unseen(v)]
    seen = [
        u.id for u in cloaked
        if any(e.side != u.side and current_sight.sees(s, f, e.at, u.at) for e in watchers)
    ]  # fmt: skip
    convert(s, seen)


def next_to_uncloak(s: Battle, side: str) -> bool:
    """RV-E1.43 Whether a side may take counters off at the start of this phase, and was not asked yet."""
    return f"cloaks of {side}" not in s.asked and any(u.cloak and u.side == side and u.at for u in s.units.values())


def uncloak_or_not(s: Battle, side: str) -> Flow:
    """RV-E1.43 The owner takes counters off at the start of a friendly phase, as he likes."""
    first = {u.cloak: u.id for u in s.units.values() if u.cloak and u.side == side and u.at}
    options: list[Option] = [("uncloak", id) for id in first.values()]
    pick = yield Choose(side, [*options, ("stay_cloaked",)], rule="RV-E1.43", ask="uncloak")
    if pick[0] == "stay_cloaked":
        s.asked.append(f"cloaks of {side}")
    else:
        convert(s, [id_in(pick)])
