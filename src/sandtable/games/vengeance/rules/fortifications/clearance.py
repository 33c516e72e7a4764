"""Clearance (chapter B24.7): wire, barriers, mines and paths through rubble, by a Movement Phase of hard work."""

from __future__ import annotations

from sandtable.games.vengeance.map.altered_ground import TRAIL, alter
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.model.field_works import LaborCounter, Work
from sandtable.games.vengeance.rules.concealment.gain_and_loss import eyes
from sandtable.games.vengeance.rules.fortifications.barriers import barriers_at, take_away
from sandtable.games.vengeance.rules.fortifications.mines import ap_attack
from sandtable.games.vengeance.rules.morale.checks import roll
from sandtable.games.vengeance.rules.morale.leaders import leader_drm
from sandtable.games.vengeance.rules.units.counters import mark
from sandtable.games.vengeance.rules.units.kinds import good_order, is_mmc, type_of, units_at
from sandtable.games.vengeance.rules.units.stacking import halves
from sandtable.kernel.modifiers import Modifier, total

_NEEDED = {"wire": 5, "roadblock": 5, "barricade": 5, "trail": 3, "mines": 2}
_MOST_LABOR = -2


def clearable(s: Battle, f: Field, unit: Unit) -> list[str]:
    """RV-B24.7, RV-BRV3.7 What a MMC could clear: wire and Known mines here, barriers beside it, rubble, debris."""
    if not is_mmc(unit) or not unit.at or f.place(unit.at).kind not in ("ground", "bridge"):
        return []
    hex = f.hex_of[unit.at]
    obstacles: list[str] = []
    if s.works:
        obstacles += [
            w.id for w in s.works.values()
            if w.at == unit.at and (w.type == "wire" or (w.type.startswith(("ap_mine", "at_mine")) and _known(unit, w)))
        ]  # fmt: skip
        obstacles += [w.id for w in barriers_at(s, hex)]
    ground = f.ground.hexes[hex]
    if (ground.terrain.startswith("RUBBLE") or ground.terrain == "DEBRIS") and TRAIL not in ground.features:
        obstacles.append(hex)
    return obstacles


def _known(unit: Unit, work: Work) -> bool:
    return work.side == unit.side or not work.hidden


def labor_at(s: Battle, what: str, hex: str) -> int:
    """RV-BRV9.213 The Labor counter on what is cleared from a hex: 0, -1 or -2."""
    return next((c.drm for c in s.labor if (c.what, c.hex) == (what, hex)), 0)


def clearance_modifiers(s: Battle, what: str, units: list[Unit]) -> list[Modifier]:
    """RV-B24.7, RV-BRV9.22, RV-BRV9.213, RV-BRV3.7 The DRM of a group of clearers."""
    f = field_of(s)
    hex = f.hex_of[units[0].at]
    value, leader = leader_drm(s, units[0])
    size = sum(map(halves, units))
    work = s.works.get(what)
    tests: tuple[tuple[int, bool, str, str], ...] = (
        (value, bool(leader and value), "RV-B24.7", "leadership"),
        (-2, any(type_of(u).assault_engineer for u in units), "RV-B24.7", "assault engineers"),
        (-((size - 2) // 2), size >= 4, "RV-B24.7", "more men"),
        (labor_at(s, what, hex), labor_at(s, what, hex) < 0, "RV-BRV9.213", "labor"),
        (1, any(u.cx for u in units), "RV-B24.7", "counter-exhausted"),
        (-2, work is not None and work.type == "barricade", "RV-BRV9.22", "barricade"),
        (-1, work is None and f.ground.hexes[hex].terrain == "DEBRIS", "RV-BRV3.7", "debris"),
    )
    return [(v, clause, reason) for v, holds, clause, reason in tests if holds]


def add_labor(s: Battle, what: str, hex: str, to: int = 0) -> None:
    """RV-B24.7, RV-BRV9.213 One Labor more, or at least so much; never beyond -2."""
    now = labor_at(s, what, hex)
    drm = max(_MOST_LABOR, min(to, now) if to else now - 1)
    s.labor = [c for c in s.labor if (c.what, c.hex) != (what, hex)] + [LaborCounter(what, hex, drm)]


def clear(s: Battle, what: str, units: list[Unit]) -> None:
    """RV-B24.7, RV-B28.7, RV-BRV9.22 The roll at the end of the MPh for those who are still at it."""
    f = field_of(s)
    hex = f.hex_of[units[0].at]
    work = s.works.get(what)
    kind = "trail" if work is None else "mines" if "mine" in work.type else work.type
    modifiers = clearance_modifiers(s, what, units)
    dice = roll(s, units[0].side, "clearance", calls_sniper=False)
    final = sum(dice) + total(modifiers)
    success = final <= _NEEDED[kind]
    ids = tuple(u.id for u in units)
    s.journal.add(
        "RV-B24.7", "clearance", units=ids, what=what, dice=dice, modifiers=modifiers, final=final, success=success,
        seen_by=eyes(s, ids),
    )  # fmt: skip
    if success:
        _cleared(s, what, kind, hex)
        return
    add_labor(s, what, hex)
    if kind == "mines" and sum(dice) == 12 and work is not None and work.type.startswith("ap_mine"):
        ap_attack(s, list(ids), hex)


def _cleared(s: Battle, what: str, kind: str, hex: str) -> None:
    if kind in ("roadblock", "barricade"):
        take_away(s, what, "RV-B24.7")
        return
    s.labor = [c for c in s.labor if (c.what, c.hex) != (what, hex)]
    if kind == "trail":
        alter(s, hex, TRAIL)
        return
    work = s.works.pop(what)
    s.journal.add("RV-B24.7", "work_gone", work=what, at=work.at, for_side="")
    if kind == "wire":
        for unit in units_at(s, work.at):
            mark(s, unit.id, wired=False)


def still_at_it(s: Battle, ids: list[str]) -> list[Unit]:
    """RV-B24.7 Those who were neither broken, pinned nor killed while they worked."""
    return [s.units[id] for id in ids if id in s.units and good_order(s.units[id]) and not s.units[id].pinned]
