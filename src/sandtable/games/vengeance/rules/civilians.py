"""Civilian interrogation (chapter E2): what the people of the quarter have seen."""

from __future__ import annotations

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.model.field_works import Work
from sandtable.games.vengeance.rules.concealment.gain_and_loss import reveal_all
from sandtable.games.vengeance.rules.fortifications.secrecy import show
from sandtable.games.vengeance.rules.units.counters import mark
from sandtable.games.vengeance.rules.units.kinds import good_order, is_mmc, other, units_at, unknown
from sandtable.games.vengeance.rules.vehicles.kinds import unseen, vehicles_at
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.options import id_in

_WORST = 12


def interrogators(s: Battle, side: str) -> list[Unit]:
    """RV-E2.1 Good Order unpinned MMC in buildings; in the campaign, once in each own Rally Phase."""
    if s.campaign is None or s.interrogated or side != s.side:
        return []
    f = field_of(s)
    return [
        u for u in s.units.values()
        if u.side == side and u.at and is_mmc(u) and good_order(u) and not (u.pinned or u.acted or u.hidden)
        and f.hex(u.at).building
    ]  # fmt: skip


def interrogate(s: Battle, id: str) -> Flow:
    """RV-E2.1, RV-CG4 A DR of at most 4 (Germans) or 3 (Russians): the enemy shows something; 12 calls his sniper.

    Who asks shows himself.
    """
    reveal_all(s, (id,), "RV-E2.1")
    unit = mark(s, id, acted=True)
    s.interrogated = True
    table = components().conditions.interrogation
    need: int = getattr(table, unit.side)
    dice = s.dice.pair(6, "interrogation")
    success = sum(dice) <= need
    s.journal.add("RV-E2.1", "interrogation", unit=id, dice=dice, need=need, success=success)
    if sum(dice) == _WORST:
        s.alarms.append(other(unit.side))
    elif success:
        yield from _give_away(s, unit)


def secrets_near(s: Battle, unit: Unit) -> list[str]:
    """RV-E2.1 Stacks under `?`, hidden units and hidden fortifications of the enemy within four hexes."""
    f = field_of(s)
    near = components().conditions.interrogation.hexes
    here = f.hex_of[unit.at]
    nearest_of: dict[tuple[str, bool], str] = {}
    for enemy in s.units.values():
        close = enemy.side != unit.side and enemy.at and f.ground.range(here, f.hex_of[enemy.at]) <= near
        if close and unknown(enemy):
            nearest_of.setdefault((enemy.at, enemy.hidden), enemy.id)
    for tank in s.vehicles.values():
        near_by = tank.side != unit.side and tank.at and f.ground.range(here, f.hex_of[tank.at]) <= near
        if near_by and unseen(tank):
            nearest_of.setdefault((tank.at, tank.hidden), tank.id)
    works = [
        w.id for w in s.works.values()
        if w.side != unit.side and w.hidden and w.at and f.ground.range(here, _hex_of_work(w)) <= near
    ]  # fmt: skip
    return [*nearest_of.values(), *works]


def _hex_of_work(work: Work) -> str:
    return work.places[0].split("-")[0]


def _give_away(s: Battle, unit: Unit) -> Flow:
    """RV-E2.1 The opponent chooses what is shown; if there is nothing he says so."""
    options: list[Option] = [("give_away", id) for id in secrets_near(s, unit)]
    pick = yield Choose(
        other(unit.side), options or [("nothing_near",)], rule="RV-E2.1", ask="give_away", about=(unit.id,)
    )
    if pick[0] == "nothing_near":
        s.journal.add("RV-E2.1", "nothing_near", unit=unit.id)
        return
    id = id_in(pick)
    if id in s.works:
        show(s, s.works[id])
        return
    shown = s.units[id] if id in s.units else s.vehicles[id]
    men = [u.id for u in units_at(s, shown.at, shown.side) if unknown(u) and u.hidden == shown.hidden]
    tanks = [v.id for v in vehicles_at(s, shown.at, shown.side) if unseen(v) and v.hidden == shown.hidden]
    reveal_all(s, [*men, *tanks], "RV-E2.1")
