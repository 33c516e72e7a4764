"""The Rout Phase (chapters A10.4, A10.5)."""

from __future__ import annotations

from sandtable.board.paths import Reach, outwards, reachable
from sandtable.games.vengeance.campaign.leaving import rout_off, ways_off
from sandtable.games.vengeance.field import Field, field_of
from sandtable.games.vengeance.model import Battle, Unit
from sandtable.games.vengeance.rules import seeing
from sandtable.games.vengeance.rules.aiming import corners
from sandtable.games.vengeance.rules.artillery.effect import walk_into_fire
from sandtable.games.vengeance.rules.concealment import place_under, secretive
from sandtable.games.vengeance.rules.counters import mark, put
from sandtable.games.vengeance.rules.detection import runs_into, unknown_enemies
from sandtable.games.vengeance.rules.fires import burn_those_who_stayed, in_blaze
from sandtable.games.vengeance.rules.fortifications import mines
from sandtable.games.vengeance.rules.fortifications.wire import get_off
from sandtable.games.vengeance.rules.leader_loss import settle_leader_loss
from sandtable.games.vengeance.rules.leaders import can_lead, commissar_at, leadership
from sandtable.games.vengeance.rules.losses import eliminate, reduce
from sandtable.games.vengeance.rules.morale import break_unit, failed_commissar_rally, morale_check
from sandtable.games.vengeance.rules.morale_level import MOST_MORALE, is_fanatic, morale
from sandtable.games.vengeance.rules.rally import enemy_near
from sandtable.games.vengeance.rules.stacking import room_for
from sandtable.games.vengeance.rules.units import (
    armed,
    below,
    enemies_at,
    good_order,
    held,
    in_water,
    is_leader,
    is_mmc,
    other,
    type_of,
    units_at,
    weapon_type,
)
from sandtable.games.vengeance.rules.vehicles.aboard import get_off as unload
from sandtable.games.vengeance.rules.vehicles.kinds import mobile
from sandtable.games.vengeance.rules.visibility import illuminated
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.journal import Modifier
from sandtable.kernel.state import replace

STEPS = ("break", "break_other", "rout", "rout_other")
_MF, _WOUNDED_MF, _FAR = 6, 3, 16
_OVERSTACK = 4


def rout_phase(s: Battle) -> Flow:
    """RV-A3.6 Voluntary breaks, then the ATTACKER routs all his units, then the DEFENDER."""
    if s.step == "":
        for unit in list(s.units.values()):
            if unit.acted:
                mark(s, unit.id, acted=False)
        if s.vehicles:
            leave_wrecked_rides(s)
        s.step = "break"
    elif s.step in ("break", "break_other"):
        yield from _voluntary(s, s.side if s.step == "break" else other(s.side))
    elif s.step in ("rout", "rout_other"):
        yield from _rout_one(s, s.side if s.step == "rout" else other(s.side))
    else:
        fail_to_rout(s)
        s.step = "done"


def _next(s: Battle) -> None:
    at = STEPS.index(s.step) + 1
    s.step = STEPS[at] if at < len(STEPS) else "end"


# -- enemies ---------------------------------------------------------------------------------------------------------


def known_enemies(s: Battle, side: str) -> list[Unit]:
    """RV-A.12 Unbroken enemies of a side that it knows of."""
    return [u for u in s.units.values() if u.side != side and u.at and not (u.broken or u.hidden or u.concealed)]


def normal_range(s: Battle, unit: Unit) -> int:
    """The farthest Normal Range of a unit and its machine guns, at most 16 hexes."""
    ranges = [weapon_type(w).range for w in held(s, unit.id) if weapon_type(w).is_mg and not w.malfunctioned]
    return min(_FAR, max([type_of(unit).range, *ranges]))


def under_eyes(s: Battle, f: Field, at: str, side: str, good: bool) -> bool:
    """RV-A10.5, RV-A10.53 In Open Ground, in LOS and Normal Range of a Known enemy; a Good Order one if `good`."""
    if not f.terrain_of[at].open_ground or s.smoke.get(at):
        return False
    for enemy in known_enemies(s, side):
        if good and (not good_order(enemy) or enemy.pinned or enemy.ti):
            continue
        reach = normal_range(s, enemy)
        if (
            reach
            and f.range(enemy.at, at) <= reach
            and seeing.sees(s, f, enemy.at, at)
            and not seeing.hindrance(s, f, enemy.at, at)
        ):
            return True
    return False


def must_rout(s: Battle, unit: Unit) -> bool:
    """RV-A10.5, RV-E1.7 An enemy in its Location or ADJACENT, eyes on it in the open, a Blaze; at night only that."""
    if not unit.broken or unit.melee or not unit.at or in_water(unit) or below(unit):
        return False
    if s.night is not None:
        return in_blaze(s, unit.at)
    stands = corners(unit)[0] if unit.bypass else unit.at
    return enemy_near(s, unit) or in_blaze(s, unit.at) or under_eyes(s, field_of(s), stands, unit.side, good=False)


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


def _voluntary(s: Battle, side: str) -> Flow:
    """RV-A10.4 A Good Order unit may break of its own will in a Blaze, or with an enemy near or in range."""
    f = field_of(s)
    enemies = [(e.at, normal_range(s, e)) for e in known_enemies(s, side) if armed(s, e)]
    lookout = seeing.Lookout(s, f)
    can = [
        u.id for u in s.units.values()
        if u.side == side and u.at and good_order(u) and (is_mmc(u) or is_leader(u)) and not is_fanatic(s, u)
        and not type_of(u).commissar and not type_of(u).gestapo and not u.encircled
        and (in_blaze(s, u.at) or enemy_near(s, u) or _threatened(lookout, f, u, enemies))
    ]  # fmt: skip
    if not can and not secretive(s, side):
        _next(s)
        return
    pick = yield Choose(side, [*(("break", id) for id in can), ("done",)], rule="RV-A10.4", ask="voluntary_break")
    if pick[0] == "done":
        _next(s)
        return
    break_unit(s, str(pick[1]))
    settle_leader_loss(s)


def _threatened(lookout: seeing.Lookout, f: Field, unit: Unit, enemies: list[tuple[str, int]]) -> bool:
    return any(f.range(at, unit.at) <= reach and lookout.sees(at, unit.at) for at, reach in enemies)


# -- paths -----------------------------------------------------------------------------------------------------------


def _next_to_enemy(s: Battle, f: Field, at: str, side: str) -> bool:
    return any(not (e := s.units[i]).broken and e.side != side and not e.hidden and not e.concealed
               for n in (at, *f.adjacent[at]) for i in s.at.get(n, ()))  # fmt: skip


class Flight:
    """RV-A10.51 The steps that a routing unit may take: never nearer to an enemy that sees it, never next to one."""

    def __init__(self, s: Battle, unit: Unit) -> None:
        self.s, self.f, self.unit = s, field_of(s), unit
        self.enemies = list(dict.fromkeys(e.at for e in known_enemies(s, unit.side)))
        self._shut: dict[str, bool] = {}

    def _closed(self, to: str) -> bool:
        known = self._shut.get(to)
        if known is None:
            s, f, side = self.s, self.f, self.unit.side
            known = self._shut[to] = (
                enemies_at(s, to, side) or in_blaze(s, to) or _next_to_enemy(s, f, to, side)
                or not room_for(s, f, to, side, [self.unit], _OVERSTACK)
            )  # fmt: skip
        return known

    def steps(self, at: str, all_mf: int = _MF) -> list[tuple[str, int]]:
        """The legal steps out of a Location and their cost."""
        f, smoke = self.f, self.s.smoke
        skirting = self.unit.bypass and at == self.unit.at
        ways = f.ways_out(at, self.unit.bypass) if skirting else f.steps[at]
        ways = tuple([step for step in ways if step.to != at and not self._closed(step.to)])
        free = self._not_towards_watchers(at, {f.hex_of[step.to] for step in ways})
        return [
            (step.to, all_mf if step.all_mf else step.cost + (1 if step.to in smoke else 0))
            for step in ways if f.hex_of[step.to] in free
        ]  # fmt: skip

    def _not_towards_watchers(self, at: str, hexes: set[str]) -> set[str]:
        """Of the hexes next to a Location those that are nearer to no enemy who sees it."""
        f, here = self.f, self.f.hex_of[at]
        for enemy in self.enemies:
            if not hexes:
                break
            nearer = f.ground.nearer(here, f.hex_of[enemy])
            # Lines of sight are dear: they are asked for only where a step leads nearer.
            if not hexes.isdisjoint(nearer) and not f.los(enemy, at).blocked:
                hexes = hexes - nearer
        return hexes


def rout_paths(s: Battle, unit: Unit, most: int) -> Reach[str]:
    """RV-A10.51 Where a unit can rout within its MF."""
    return reachable(unit.at, Flight(s, unit).steps, most)


def is_cover(f: Field, at: str) -> bool:
    """RV-A10.51 Building, rubble or woods."""
    terrain = f.place(at).terrain
    return terrain.startswith(("BUILDING", "RUBBLE", "FACTORY", "CELLAR")) or terrain == "WOODS"


def destinations(s: Battle, unit: Unit, most: int, came_from: tuple[str, ...]) -> list[str]:
    """RV-A10.51 The nearest cover, and what lies beyond covers that may be passed over; else a place out of danger."""
    f = field_of(s)
    enemies = known_enemies(s, unit.side)
    start = came_from[0]
    left = {f.hex_of[at] for at in came_from}
    covers: list[str] = []
    others: list[str] = []
    bound = 0
    for at, cost in outwards(unit.at, Flight(s, unit).steps, most):
        if bound and cost > bound:
            break
        if at != unit.at:
            others.append(at)
        if not is_cover(f, at) or f.hex_of[at] in left:
            continue
        covers.append(at)
        passed = not room_for(s, f, at, unit.side, [unit]) or any(
            f.range(at, e.at) <= f.range(start, e.at) for e in enemies
        )
        if not passed and not bound:
            bound = cost
    if covers:
        return covers
    safe = [at for at in others if not under_eyes(s, f, at, unit.side, good=False)]
    return safe or others


def crawls(s: Battle, unit: Unit) -> list[str]:
    """RV-A10.52 Low crawl: one Location by a legal path; not if disrupted, encircled or together with an enemy."""
    if unit.disrupted or unit.encircled or enemies_at(s, unit.at, unit.side):
        return []
    return list(dict.fromkeys(at for at, _ in Flight(s, unit).steps(unit.at)))


def _mf(unit: Unit) -> int:
    return _WOUNDED_MF if unit.wounded else _MF


# -- routing ---------------------------------------------------------------------------------------------------------


def _rout_one(s: Battle, side: str) -> Flow:
    """RV-A10.5 One broken unit of a side routs, in the order of its owner."""
    ways: list[str] = []
    forced: list[str] = []
    for unit in s.units.values():
        if unit.side != side or not unit.broken or unit.acted or unit.melee or not unit.at:
            continue
        must = must_rout(s, unit)
        if not must and not unit.dm:
            continue
        steps = Flight(s, unit).steps(unit.at)
        if _may_go_in(s, unit):
            steps.append((unit.at, field_of(s).ways_out(unit.at, unit.bypass)[0].cost))
        off = ways_off(s, field_of(s), unit, {}, _mf(unit))
        if off or (steps and (any(cost <= _mf(unit) for _, cost in steps) or crawls(s, unit))):
            ways.append(unit.id)
            if must:
                forced.append(unit.id)
    if not ways:
        _next(s)
        return
    choices: list[Option] = [("rout", id) for id in ways]
    if not forced:
        choices.append(("done",))
    pick = yield Choose(side, choices, rule="RV-A10.5", ask="rout")
    if pick[0] == "done":
        _next(s)
        return
    id = str(pick[1])
    mark(s, id, acted=True, dm=True)
    yield from _rout(s, id, id in forced)


def _ways(s: Battle, unit: Unit) -> list[Option]:
    found: list[Option] = [("to", at) for at in destinations(s, unit, _mf(unit), (unit.at,)) if at != unit.at]
    if _may_go_in(s, unit):
        found.insert(0, ("to", unit.at))
    if s.campaign is not None:
        reach = rout_paths(s, unit, _mf(unit))
        found += [("off_map", at) for at in ways_off(s, field_of(s), unit, reach, _mf(unit))]
    return found + [("crawl", at) for at in crawls(s, unit)]


def _may_go_in(s: Battle, unit: Unit) -> bool:
    """RV-A4.32 Out of a bypass it may go into the building of its hex, if no enemy is in it."""
    return bool(unit.bypass) and not enemies_at(s, unit.at, unit.side) and not in_blaze(s, unit.at)


def _rout(s: Battle, id: str, forced: bool) -> Flow:
    unit = s.units[id]
    options = _ways(s, unit)
    leaders = [u for u in units_at(s, unit.at, unit.side) if _may_go_along(u)]
    led = ""
    while True:
        choices = [*options, *(("along", u.id) for u in leaders if not led)]
        if not forced:
            choices.append(("stay", id))
        pick = yield Choose(unit.side, choices, rule="RV-A10.51", ask="rout_to", about=(id,))
        if pick[0] != "along":
            break
        led = str(pick[1])
    if pick[0] == "stay" or (unit.wired and not get_off(s, id)):
        return
    _pass_the_gestapo(s, id)
    if id not in s.units:
        return
    if pick[0] == "crawl":
        _crawl(s, id, str(pick[1]))
        return
    passed = [s.units[id].at]
    spent = 0
    target = str(pick[1])
    if pick[0] == "off_map":
        _run_off(s, id, led, target)
        return
    if target == s.units[id].at:
        put(s, id, target)
        s.journal.add("RV-A4.32", "routs", unit=id, to=target)
        target = ""
    while target:
        reach = reachable(s.units[id].at, Flight(s, s.units[id]).steps, _mf(unit) - spent, until=target)
        if target not in reach:
            break
        spent += reach[target]
        if not _run(s, id, led, reach.path(target)):
            break
        passed.append(target)
        target = ""
        if spent < _mf(unit) and _seen(s, s.units[id]):
            ways = destinations(s, s.units[id], _mf(unit) - spent, tuple(passed))
            on = [("to", at) for at in ways if is_cover(field_of(s), at)]
            if on:
                more = yield Choose(unit.side, [*on, ("stay", id)], rule="RV-A10.51", ask="rout_on", about=(id,))
                target = str(more[1]) if more[0] == "to" else ""
    if led and led in s.units:
        mark(s, led, acted=True)


def _run_off(s: Battle, id: str, led: str, edge: str) -> None:
    """RV-CG20 The unit routs to the edge of the map and leaves it there; who led it stays behind."""
    if edge != s.units[id].at:
        reach = rout_paths(s, s.units[id], _mf(s.units[id]))
        if not _run(s, id, led, reach.path(edge)):
            return
        if led and led in s.units:
            mark(s, led, acted=True)
    rout_off(s, id)


def _crawl(s: Battle, id: str, to: str) -> None:
    """RV-A10.52, RV-B28.1, RV-A12.15 One Location on the belly; mines and shells are there all the same."""
    came = s.units[id].at
    if _blocked(s, s.units[id], to):
        return
    if s.works and not _through_mines(s, id, to):
        return
    put(s, id, to)
    s.journal.add("RV-A10.52", "low_crawl", unit=id, to=to)
    if s.works:
        mines.enter(s, [id], came, to)
    if s.batteries and id in s.units:
        walk_into_fire(s, [id])


def _blocked(s: Battle, unit: Unit, at: str) -> bool:
    """RV-A12.15 Hidden enemies in the way of a rout are placed under `?`, and it ends."""
    if not runs_into(s, at, unit.side):
        return False
    for hidden in unknown_enemies(s, at, unit.side):
        place_under(s, hidden, "RV-A12.15")
    return True


def _may_go_along(unit: Unit) -> bool:
    """RV-A10.71 Good Order, unpinned leaders, but no commissars and no Gestapo."""
    return can_lead(unit) and not unit.acted and not type_of(unit).commissar and not type_of(unit).gestapo


def _seen(s: Battle, unit: Unit) -> bool:
    f = field_of(s)
    return any(f.los(e.at, unit.at).clear for e in known_enemies(s, unit.side))


def _pass_the_gestapo(s: Battle, id: str) -> None:
    """RV-BRV8.506 Routing out of a Location with a Gestapo: a NMC first; failing costs men, the rest runs on."""
    unit = s.units[id]
    if not any(type_of(u).gestapo and can_lead(u) for u in units_at(s, unit.at, unit.side)):
        return
    cover = field_of(s).terrain_of[unit.at].rally
    dice = s.dice.roll(6, "Gestapo"), s.dice.roll(6, "Gestapo")
    raised = 0 if commissar_at(s, unit.at, unit.side) else 1
    passed = sum(dice) + cover <= min(MOST_MORALE, morale(s, unit) + raised)
    s.journal.add("RV-BRV8.506", "gestapo", unit=id, dice=dice, success=passed)
    if not passed:
        failed_commissar_rally(s, id)
        settle_leader_loss(s)


def _run(s: Battle, id: str, led: str, path: list[str]) -> bool:
    """RV-A10.53, RV-A10.71, RV-A12.15 Step by step, with interdiction in open hexes under enemy eyes.

    Whether it got there: nobody routs past hidden enemies.
    """
    f = field_of(s)
    for at in path:
        if s.units[id].wired and not get_off(s, id):
            return False
        came = s.units[id].at
        if _blocked(s, s.units[id], at) or (s.works and not _through_mines(s, id, at)):
            return False
        put(s, id, at)
        if led and led in s.units:
            put(s, led, at)
        s.journal.add("RV-A10.51", "routs", unit=id, to=at)
        if s.works:
            mines.enter(s, [id], came, at)
            if id not in s.units:
                return False
        if s.batteries:
            walk_into_fire(s, [id, led] if led else [id])
            if id not in s.units:
                return False
        if s.night is not None and not illuminated(s, f, at):
            continue  # RV-E1.7
        if not under_eyes(s, f, at, s.units[id].side, good=True):
            continue
        stopped = _interdict(s, id, led)
        if led and led in s.units:
            morale_check(s, led, 0, "RV-A10.53", led=False)
            settle_leader_loss(s)
        if stopped or id not in s.units:
            return False
    return True


def _through_mines(s: Battle, id: str, to: str) -> bool:
    """RV-B28.1 Mines attack who leaves their hex. Whether the unit still can."""
    mines.leave(s, [id], s.units[id].at, to)
    return id in s.units


def _interdict(s: Battle, id: str, led: str) -> bool:
    """RV-A10.53 A NMC: fail and lose men, equal and be pinned there. Whether its rout has ended."""
    unit = s.units[id]
    dice = s.dice.roll(6, "interdiction"), s.dice.roll(6, "interdiction")
    leader = s.units.get(led)
    modifiers: list[Modifier] = []
    if leader is not None and leadership(leader):
        modifiers.append((leadership(leader), "RV-A10.71", "leader routing along"))
    level = morale(s, unit)
    final = sum(dice) + sum(m[0] for m in modifiers)
    failed = final > level or sum(dice) == 12
    s.journal.add(
        "RV-A10.53",
        "interdiction",
        unit=id,
        dice=dice,
        modifiers=modifiers,
        final=final,
        morale=level,
        success=not failed,
    )
    if failed:
        reduce(s, id, "RV-A10.53")
        settle_leader_loss(s)
        return id not in s.units
    if final == level:
        s.units[id] = replace(s.units[id], pinned=True)
        s.journal.add("RV-A10.53", "pinned", unit=id)
        return True
    return False


def fail_to_rout(s: Battle) -> None:
    """RV-A10.54, RV-A20.3, RV-BRV1, RV-A19.12 Who must rout and did not is eliminated: there is no quarter."""
    for unit in list(s.units.values()):
        if unit.id not in s.units or not unit.broken or unit.melee or not unit.at:
            continue
        near = s.night is None and enemy_near(s, unit)
        if near or (not unit.acted and must_rout(s, unit)):
            eliminate(s, unit.id, "RV-A10.54", "failed_to_rout")
    settle_leader_loss(s)
    for side in (s.side, other(s.side)):
        burn_those_who_stayed(s, side)
