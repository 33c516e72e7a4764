"""Cloaking in a night of the campaign (RV-CG7b, RV-E1.4): the German attacker puts his Infantry under counters."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.battle.posts import in_reserve, own_places
from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.model.battle import GERMAN, Battle, Unit
from sandtable.games.vengeance.model.campaign import ENTER, OFF
from sandtable.games.vengeance.rules.night.cloaking import (
    cloak,
    counters_at,
    empty_counter,
    is_sheltered,
    most_empty,
    under,
)
from sandtable.games.vengeance.rules.reserve import may_share
from sandtable.games.vengeance.rules.units.enemies import enemies_at
from sandtable.games.vengeance.rules.units.kinds import good_order, is_dummy, is_mmc
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.options import id_in

_ASKED = "cloaking at set-up"


def may_cloak(s: Battle, side: str) -> bool:
    """RV-CG7b Only the German, and only when he chose Attack and the Russian Idle; once, at the end of his set-up."""
    campaign = s.campaign
    if s.night is None or campaign is None or side != GERMAN or _ASKED in s.asked:
        return False
    return campaign.attacker == GERMAN and not campaign.dual


def cloakable(s: Battle, side: str) -> list[Unit]:
    """RV-E1.4, RV-CG7b Infantry on the map or about to enter; nobody hidden, in Reserve or at a Gun.

    RV-BRV16.1 Of those aboard only who is inside a vehicle that is buttoned up.
    """
    crews = {gun.crew for gun in s.guns.values()}
    return [
        u for u in s.units.values()
        if u.side == side and good_order(u) and not (u.cloak or u.hidden or is_dummy(u))
        and u.id not in crews and not in_reserve(s, u.id)
        and (is_sheltered(s.vehicles[u.aboard]) if u.aboard else u.at or s.posts.get(u.id, OFF) in (ENTER, OFF))
    ]  # fmt: skip


def mates(s: Battle, unit: Unit) -> list[str]:
    """RV-E1.4 The counters of its Location, or off the map of its group, under which there is room for a unit."""
    counters = []
    for counter in dict.fromkeys(u.cloak for u in s.units.values() if u.cloak and u.side == unit.side):
        men = under(s, counter)
        here = all(
            u.at == unit.at and u.aboard == unit.aboard and (u.at or u.group == unit.group) and not is_dummy(u)
            for u in men
        )
        if here and may_share([*men, unit]):
            counters.append(counter)
    return counters


def cloak_one(s: Battle, unit: Unit) -> None:
    """RV-E1.4 A unit goes under a counter that has room for it, or under a new one."""
    room = mates(s, unit)
    if not room and unit.at and len(counters_at(s, unit.at, unit.side)) >= components().conditions.cloaking.counters:
        return
    cloak(s, room[0] if room else _new(s), [unit.id])


def _new(s: Battle) -> str:
    number = s.made["cloaks"] = s.made.get("cloaks", 0) + 1
    return f"cloak-{number}"


def empty_left(s: Battle, side: str) -> int:
    """RV-E1.4 How many empty counters may still be added: a third of the real ones, rounded down."""
    cloaked = [u for u in s.units.values() if u.cloak and u.side == side]
    real = len({u.cloak for u in cloaked if not is_dummy(u)})
    return most_empty(real) - sum(map(is_dummy, cloaked))


def empty_places(s: Battle, side: str) -> list[str]:
    """RV-E1.4, RV-E1.41 Where an empty counter may lie: where the side sets up, three counters at most."""
    most = components().conditions.cloaking.counters
    return [
        at for at in own_places(s, side)
        if not enemies_at(s, at, side) and len(counters_at(s, at, side)) < most
    ]  # fmt: skip


def cloak_step(s: Battle, side: str) -> Flow:
    """RV-CG7b, RV-E1.4 One unit, all of them, or an empty counter; until the owner has had enough."""
    options: list[Option] = [("cloak", u.id) for u in cloakable(s, side)]
    if len(options) > 1:
        options.append(("cloak_all",))
    if empty_left(s, side) > 0:
        options += [("empty_cloak", at) for at in empty_places(s, side)]
    pick = yield Choose(side, [*options, ("done",)], rule="RV-CG7b", ask="cloak")
    if pick[0] == "cloak":
        cloak_one(s, s.units[id_in(pick)])
    elif pick[0] == "cloak_all":
        for unit in sorted(cloakable(s, side), key=lambda u: not is_mmc(u)):
            cloak_one(s, s.units[unit.id])
    elif pick[0] == "empty_cloak":
        empty_counter(s, side, id_in(pick), _new(s))
    if pick[0] == "done" or not (cloakable(s, side) or empty_left(s, side) > 0):
        s.asked.append(_ASKED)
