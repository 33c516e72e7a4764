"""The Rout Phase (chapters A3.6, A10.4, A10.5): voluntary breaks, routs, and who failed to rout."""

from __future__ import annotations

from sandtable.board.paths import reachable
from sandtable.games.vengeance.campaign.battle.leaving import rout_off, ways_off
from sandtable.games.vengeance.map import current_sight
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.model.sequence import Step
from sandtable.games.vengeance.rules.concealment.gain_and_loss import secretive
from sandtable.games.vengeance.rules.fortifications.wire import get_off
from sandtable.games.vengeance.rules.morale.checks import break_unit
from sandtable.games.vengeance.rules.morale.leaders import can_lead
from sandtable.games.vengeance.rules.morale.level import is_fanatic
from sandtable.games.vengeance.rules.rout.danger import must_rout, normal_range
from sandtable.games.vengeance.rules.rout.interdiction import crawl, pass_the_gestapo, run
from sandtable.games.vengeance.rules.rout.legal_steps import (
    Flight,
    Watch,
    crawls,
    destinations,
    is_cover,
    rout_mf,
    rout_paths,
)
from sandtable.games.vengeance.rules.rout.route_choice import choose_way
from sandtable.games.vengeance.rules.terrain.blazes import burn_those_who_stayed, in_blaze
from sandtable.games.vengeance.rules.units.counters import drop, heaviest_first, is_overloaded, mark, put
from sandtable.games.vengeance.rules.units.enemies import (
    armed_enemy_near,
    enemies_at,
    known_armed_enemies,
    known_enemies,
)
from sandtable.games.vengeance.rules.units.kinds import good_order, is_leader, is_mmc, other, type_of, units_at
from sandtable.games.vengeance.rules.units.losses import eliminate
from sandtable.games.vengeance.rules.vehicles.crews.passengers import get_off as unload
from sandtable.games.vengeance.rules.vehicles.kinds import mobile
from sandtable.kernel.flow import Choose, Flow, Once, Option
from sandtable.kernel.options import id_in
from sandtable.kernel.sequence import Activity
from sandtable.kernel.state import replace


def _begin(s: Battle) -> None:
    """RV-A3.6 Nobody has routed yet."""
    for unit in list(s.units.values()):
        if unit.acted:
            mark(s, unit.id, acted=False)
    if s.vehicles:
        leave_wrecked_rides(s)
    s.step = "break"


def leave_wrecked_rides(s: Battle) -> None:
    """RV-D6.3 Broken passengers of an immobile vehicle get off if they would have to rout where it stands."""
    for unit in list(s.units.values()):
        ride = s.vehicles.get(unit.aboard)
        if ride is None or not unit.broken or mobile(ride) or not ride.at:
            continue
        if must_rout(s, replace(unit, at=ride.at)):
            unload(s, unit.id)
            s.journal.add("RV-D6.3", "unloads", unit=unit.id, vehicle=ride.id, at=ride.at)


# -- voluntary breaks ------------------------------------------------------------------------------------------------


def _voluntary(s: Battle, side: str, after: Step) -> Flow:
    """RV-A10.4 A Good Order unit may break of its own will in a Blaze, or with an enemy near or in range."""
    breakable = Once(lambda: _breakable(s, side))
    if not secretive(s, side) and not breakable():
        s.step = after
        return
    pick = yield Choose(
        side, lambda: [*(("break", id) for id in breakable()), ("done",)],
        rule="RV-A10.4", ask="voluntary_break", together=True,
    )  # fmt: skip
    if pick[0] == "done":
        s.step = after
        return
    break_unit(s, id_in(pick))


def _breakable(s: Battle, side: str) -> list[str]:
    """RV-A10.4 The units that may break of their own will."""
    f = field_of(s)
    enemies = [(e.at, normal_range(s, e)) for e in known_armed_enemies(s, side)]
    lookout = current_sight.Lookout(s, f)
    return [
        u.id for u in s.units.values()
        if u.side == side and u.at and good_order(u) and (is_mmc(u) or is_leader(u)) and not is_fanatic(s, u)
        and not type_of(u).commissar and not type_of(u).gestapo and not u.encircled
        and (in_blaze(s, u.at) or armed_enemy_near(s, u) or _threatened(lookout, f, u, enemies))
    ]  # fmt: skip


def _threatened(lookout: current_sight.Lookout, f: Field, unit: Unit, enemies: list[tuple[str, int]]) -> bool:
    """RV-A10.4 Whether a unit is in LOS and Normal Range of an armed enemy."""
    return any(f.range(at, unit.at) <= reach and lookout.sees(at, unit.at) for at, reach in enemies)


# -- routing ---------------------------------------------------------------------------------------------------------


def _rout_one(s: Battle, side: str, after: Step) -> Flow:
    """RV-A10.5 One broken unit of a side routs, in the order of its owner."""
    able = Routs(s, side)
    if not able.somebody():
        if able.looked_at and secretive(s, side):
            s.reveal()  # RV-A.12 what hidden men leave no room for, or bar, shows when nobody routs
        s.step = after
        return
    pick = yield Choose(side, able.options, rule="RV-A10.5", ask="rout")
    if pick[0] == "done":
        s.step = after
        return
    id = id_in(pick)
    forced = must_rout(s, s.units[id])
    mark(s, id, acted=True, dm=True)
    yield from _rout(s, id, forced)


class Routs:
    """RV-A10.5 The broken units of a side that rout at one moment; each is looked at once, and only when asked for."""

    def __init__(self, s: Battle, side: str) -> None:
        self._s, self._watch = s, Watch(s, side)
        self._left = iter([u for u in s.units.values() if u.side == side and _waits_to_rout(u)])
        self._able: list[str] = []
        self._forced = False
        self.looked_at = False
        """Whether any unit was looked at that must or may rout, able to or not."""

    def somebody(self) -> bool:
        """Whether one of them can rout."""
        return bool(self._able) or self._find_next()

    def options(self) -> list[Option]:
        """RV-A10.5 Who routs; if nobody must, the owner may be done."""
        while self._find_next():
            pass
        options: list[Option] = [("rout", id) for id in self._able]
        return options if self._forced else [*options, ("done",)]

    def _find_next(self) -> bool:
        """Look for the next unit that can rout; False if all were looked at."""
        s = self._s
        for unit in self._left:
            must = must_rout(s, unit)
            if (not must and not unit.dm) or (must and unit.disrupted and not in_blaze(s, unit.at)):
                continue  # RV-A19.12 A Disrupted unit does not run from the enemy: without quarter it is lost.
            self.looked_at = True
            if _can_rout(s, unit, self._watch):
                self._able.append(unit.id)
                self._forced = self._forced or must
                return True
        return False


def _waits_to_rout(unit: Unit) -> bool:
    """RV-A10.5 A broken unit on the map that has not routed yet."""
    return unit.broken and not unit.acted and not unit.melee and bool(unit.at)


def _can_rout(s: Battle, unit: Unit, watch: Watch) -> bool:
    """RV-A10.51, RV-A10.52, RV-CG20 Whether there is anywhere for a unit to rout."""
    flight = Flight(s, unit, watch)
    steps = list(flight.steps(unit.at))
    if flight.passed and not destinations(flight, rout_mf(unit), (unit.at,)):
        steps = []  # past the enemy there is nowhere to go
    if _may_go_in(s, unit):
        steps.append((unit.at, field_of(s).ways_out(unit.at, unit.bypass)[0].cost))
    if ways_off(s, field_of(s), unit, {}, rout_mf(unit)):
        return True
    return bool(steps) and (any(cost <= rout_mf(unit) for _, cost in steps) or bool(crawls(flight)))


def _ways(s: Battle, unit: Unit) -> list[Option]:
    """RV-A10.51, RV-A10.52, RV-CG20 Where a unit may rout to: a cover, indoors, off the map, or by low crawl."""
    flight = Flight(s, unit)
    options: list[Option] = [("to", at) for at in destinations(flight, rout_mf(unit), (unit.at,)) if at != unit.at]
    if _may_go_in(s, unit):
        options.insert(0, ("to", unit.at))
    if s.campaign is not None:
        reach = rout_paths(s, unit, rout_mf(unit))
        options += [("off_map", at) for at in ways_off(s, field_of(s), unit, reach, rout_mf(unit))]
    return options + [("crawl", at) for at in crawls(flight)]


def _may_go_in(s: Battle, unit: Unit) -> bool:
    """RV-A4.32 Out of a bypass it may go into the building of its hex, if no enemy is in it."""
    return bool(unit.bypass) and not enemies_at(s, unit.at, unit.side) and not in_blaze(s, unit.at)


def _rout(s: Battle, id: str, forced: bool) -> Flow:
    """RV-A10.51, RV-A10.52, RV-A10.71 A unit says where it goes and who goes along, and goes there."""
    unit = s.units[id]
    ways = Once(lambda: _ways(s, unit))
    leaders = [u for u in units_at(s, unit.at, unit.side) if _may_go_along(u)]
    led = ""

    def choices() -> list[Option]:
        along: list[Option] = [("along", u.id) for u in leaders if not led]
        return [*ways(), *along, *([] if forced else [("stay", id)])]

    while True:
        pick = yield Choose(unit.side, choices, rule="RV-A10.51", ask="rout_to", about=(id,))
        if pick[0] != "along":
            break
        led = id_in(pick)
    if pick[0] == "stay" or (unit.wired and not get_off(s, id)):
        return
    yield from _lighten(s, unit)
    pass_the_gestapo(s, id)
    if id not in s.units:
        return
    if pick[0] == "crawl":
        crawl(s, id, id_in(pick))
    elif pick[0] == "off_map":
        yield from _run_off(s, id, led, id_in(pick))
    else:
        yield from _run_to(s, id, led, id_in(pick))


def _lighten(s: Battle, unit: Unit) -> Flow:
    """RV-A4.4 A broken unit routs with at most its IPC; its owner says what is left behind."""
    while is_overloaded(s, unit):
        loads: list[Option] = [("drop", unit.id, weapon.id) for weapon in heaviest_first(s, unit)]
        pick = yield Choose(unit.side, loads, rule="RV-A4.4", ask="too_heavy", about=(unit.id,), forced=True)
        drop(s, unit, s.weapons[id_in(pick, 2)], "RV-A4.4")


def _run_to(s: Battle, id: str, led: str, target: str) -> Flow:
    """RV-A10.51 To one cover and, with MF left and an enemy in sight, on to the next; RV-A4.32 or indoors at once."""
    start = s.units[id]
    passed, spent = [start.at], 0
    if target == start.at:
        put(s, id, target)
        s.journal.add("RV-A4.32", "routs", unit=id, to=target)
        target = ""
    while target:
        left = rout_mf(start) - spent
        flight = Flight(s, s.units[id])
        reach = reachable(flight.unit.at, flight.steps, left, until=target)
        if target not in reach:
            break
        spent += reach[target]
        way = yield from choose_way(s, flight, target, left)
        if not run(s, id, led, way):
            break
        passed.append(target)
        target = ""
        if spent < rout_mf(start) and _seen(s, s.units[id]):
            ways = destinations(Flight(s, s.units[id]), rout_mf(start) - spent, tuple(passed))
            on = [("to", at) for at in ways if is_cover(s, field_of(s), at, start.side)]
            if on:
                more = yield Choose(start.side, [*on, ("stay", id)], rule="RV-A10.51", ask="rout_on", about=(id,))
                target = id_in(more) if more[0] == "to" else ""
    if led and led in s.units:
        mark(s, led, acted=True)


def _run_off(s: Battle, id: str, led: str, edge: str) -> Flow:
    """RV-CG20 The unit routs to the edge of the map and leaves it there; who led it stays behind."""
    if edge != s.units[id].at:
        way = yield from choose_way(s, Flight(s, s.units[id]), edge, rout_mf(s.units[id]))
        if not run(s, id, led, way):
            return
        if led and led in s.units:
            mark(s, led, acted=True)
    rout_off(s, id)


def _may_go_along(unit: Unit) -> bool:
    """RV-A10.71 Good Order, unpinned leaders, but no commissars and no Gestapo."""
    return can_lead(unit) and not unit.acted and not type_of(unit).commissar and not type_of(unit).gestapo


def _seen(s: Battle, unit: Unit) -> bool:
    """RV-A10.51 Whether a Known enemy has a LOS to a unit that has reached cover."""
    f = field_of(s)
    return any(current_sight.sees(s, f, e.at, unit.at) for e in known_enemies(s, unit.side))


def fail_to_rout(s: Battle) -> None:
    """RV-A10.54, RV-A20.3, RV-BRV1, RV-A19.12 Who must rout and did not is eliminated: there is no quarter."""
    for unit in list(s.units.values()):
        if unit.id not in s.units or not unit.broken or unit.melee or not unit.at:
            continue
        near = s.night is None and armed_enemy_near(s, unit)
        if near or (not unit.acted and must_rout(s, unit)):
            eliminate(s, unit.id, "RV-A10.54", "failed_to_rout")
    for side in (s.side, other(s.side)):
        burn_those_who_stayed(s, side)


def _end(s: Battle) -> None:
    """RV-A10.5 Who should have routed and did not is lost."""
    fail_to_rout(s)
    s.step = "done"


ROUT_PHASE: dict[Step, Activity[Battle]] = {
    "": _begin,
    "break": lambda s: _voluntary(s, s.side, after="break_other"),
    "break_other": lambda s: _voluntary(s, other(s.side), after="rout"),
    "rout": lambda s: _rout_one(s, s.side, after="rout_other"),
    "rout_other": lambda s: _rout_one(s, other(s.side), after="end"),
    "end": _end,
}
"""RV-A3.6 Voluntary breaks, then the ATTACKER routs all his units, then the DEFENDER."""
