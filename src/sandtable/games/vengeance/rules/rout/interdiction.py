"""On the way of a rout (chapters A10.53, A10.71, A12.15, B28): interdiction, mines, hidden enemies, the Gestapo."""

from __future__ import annotations

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.visibility import illuminated
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.rules.artillery.effect import walk_into_fire
from sandtable.games.vengeance.rules.concealment.detection import runs_into
from sandtable.games.vengeance.rules.concealment.gain_and_loss import place_under
from sandtable.games.vengeance.rules.fortifications import mines
from sandtable.games.vengeance.rules.fortifications.wire import get_off
from sandtable.games.vengeance.rules.morale.checks import failed_commissar_rally, heat_of_battle, morale_check
from sandtable.games.vengeance.rules.morale.leader_loss import settle_leader_loss
from sandtable.games.vengeance.rules.morale.leaders import can_lead, commissar_with, leadership
from sandtable.games.vengeance.rules.morale.level import MOST_MORALE, morale
from sandtable.games.vengeance.rules.rally.attempt import rally_cover
from sandtable.games.vengeance.rules.rout.danger import under_eyes
from sandtable.games.vengeance.rules.units.counters import put
from sandtable.games.vengeance.rules.units.enemies import unknown_enemies
from sandtable.games.vengeance.rules.units.kinds import type_of, units_at
from sandtable.games.vengeance.rules.units.losses import reduce
from sandtable.kernel.modifiers import Modifier, total
from sandtable.kernel.state import replace


def crawl(s: Battle, id: str, to: str) -> None:
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


def pass_the_gestapo(s: Battle, id: str) -> None:
    """RV-BRV8.506 Routing out of a Location with a Gestapo: a NMC first; failing costs men, the rest runs on."""
    unit = s.units[id]
    if not any(type_of(u).gestapo and can_lead(u) for u in units_at(s, unit.at, unit.side)):
        return
    cover = rally_cover(s, unit)
    dice = s.dice.pair(6, "Gestapo")
    raised = 0 if commissar_with(s, unit) else 1
    passed = sum(dice) + cover <= min(MOST_MORALE, morale(s, unit) + raised)
    s.journal.add("RV-BRV8.506", "gestapo", unit=id, dice=dice, success=passed)
    if not passed:
        failed_commissar_rally(s, id)


def run(s: Battle, id: str, led: str, path: list[str]) -> bool:
    """RV-A10.53, RV-A10.71, RV-A12.15 Step by step, with interdiction in open hexes under enemy eyes.

    Whether it got there: nobody routs past hidden enemies.
    """
    f = field_of(s)
    for at in path:
        if not _enter(s, id, led, at):
            return False
        if s.night is not None and not illuminated(s, f, at):
            continue  # RV-E1.7
        if not under_eyes(s, f, at, s.units[id].side, good=True):
            continue
        led = _interdict_leader(s, led)
        if id not in s.units or _interdict(s, id, led) or id not in s.units:
            return False
    return True


def _enter(s: Battle, id: str, led: str, at: str) -> bool:
    """RV-A10.51, RV-B26.1, RV-B28.1, RV-C1.5 One step over wire and mines and into shells. Whether it took it."""
    if s.units[id].wired and not get_off(s, id):
        return False
    came = s.units[id].at
    if _blocked(s, s.units[id], at) or (s.works and not _through_mines(s, id, at, led)):
        return False
    led = led if _keeps_up(s, led) else ""
    put(s, id, at)
    if led:
        put(s, led, at)
    s.journal.add("RV-A10.51", "routs", unit=id, to=at)
    if s.works:
        mines.enter(s, [id, led], came, at)
    if s.batteries and id in s.units:
        walk_into_fire(s, [id, led] if led else [id])
    return id in s.units


def _through_mines(s: Battle, id: str, to: str, led: str = "") -> bool:
    """RV-B28.1 Mines attack who leaves their hex, the leader who goes along too. Whether the unit still can."""
    mines.leave(s, [id, led], s.units[id].at, to)
    return id in s.units


def _keeps_up(s: Battle, led: str) -> bool:
    """RV-A10.71 Whether the leader who goes along still can: mines may have broken or pinned him."""
    leader = s.units.get(led)
    return leader is not None and not leader.broken and not leader.pinned


def _interdict_leader(s: Battle, led: str) -> str:
    """RV-A10.53, RV-A10.71 The leader who goes along is checked before his men; pinned or broken he stops there.

    The leader who still goes along, "" if there is none.
    """
    if led not in s.units:
        return ""
    morale_check(s, led, 0, "RV-A10.53", led=False)
    settle_leader_loss(s)
    return led if _keeps_up(s, led) else ""


def _interdict(s: Battle, id: str, led: str) -> bool:
    """RV-A10.53, RV-A15.1 A NMC: fail and lose men, equal and be pinned there. Whether its rout has ended."""
    unit = s.units[id]
    dice = s.dice.pair(6, "interdiction")
    leader = s.units.get(led)
    modifiers: list[Modifier] = []
    if leader is not None and leadership(leader):
        modifiers.append((leadership(leader), "RV-A10.71", "leader routing along"))
    level = morale(s, unit)
    final = sum(dice) + total(modifiers)
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
        return id not in s.units
    if sum(dice) == 2:
        heat_of_battle(s, id)
        if not s.units[id].broken:
            return True
    if final == level:
        s.units[id] = replace(s.units[id], pinned=True)
        s.journal.add("RV-A10.53", "pinned", unit=id)
        return True
    return False
