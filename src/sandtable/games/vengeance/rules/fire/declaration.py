"""A fire attack as it is declared (chapters A7.1, A7.5): its firepower, its targets, its modifiers and its odds."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.visibility import hazy
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.rules.fire import firepower
from sandtable.games.vengeance.rules.fire import kinds as fire_kinds
from sandtable.games.vengeance.rules.fire.aim_points import seen
from sandtable.games.vengeance.rules.fire.planner import Sum, column_row, column_sum, firepower_sums
from sandtable.games.vengeance.rules.fortifications.under_fire import exposed
from sandtable.games.vengeance.rules.terrain.cover import personal
from sandtable.games.vengeance.rules.units.kinds import unknown
from sandtable.games.vengeance.rules.units.stacking import crowding
from sandtable.kernel.chances import chances
from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Odds
from sandtable.kernel.modifiers import Modifier, total


class Plan(msgspec.Struct, frozen=True):
    """A fire attack as it is declared: everything that is known before the dice."""

    firers: tuple[str, ...]
    target: str
    kind: str
    leaders: tuple[str, ...]
    powers: tuple[firepower.Power, ...]
    drm: tuple[Modifier, ...]
    groups: tuple[tuple[tuple[str, ...], tuple[Modifier, ...]], ...]
    """The targets, with the modifiers that hold for some of them only."""
    cowers: int
    """Columns lost on an Original double: 0, 1 or 2."""
    area: bool = False
    """RV-A12.1 Its firepower is halved already, because all that is seen there is a `?`."""
    hindered: int = 0
    """RV-A6.7 The points of hindrance on the line, without LV."""
    residual: bool = True
    """Whether it leaves residual FP; a snap shot does not."""

    @property
    def fp(self) -> float:
        """RV-A7.1 All firepower together."""
        return sum(p.fp for p in self.powers)


def powers_of(s: Battle, firers: list[str], target: str, kind: str, spraying: bool) -> tuple[firepower.Power, ...]:
    """RV-A7.1, RV-A7.34 What each firer of an attack adds."""
    f = field_of(s)
    powers = tuple(p for id in firers if (p := firepower.power(s, f, id, target, kind)) is not None)
    if not spraying:
        return powers
    half = (0.5, "RV-A7.34", "spraying fire")
    return tuple(firepower.Power(p.firer, p.fp / 2, (*p.factors, half)) for p in powers)


def plan(s: Battle, firers: list[str], target: str, kind: str, leaders: list[str], spraying: bool = False) -> Plan:
    """RV-A7.1, RV-A7.5 Add up an attack. In the Movement Phase only the moving stack is its target (RV-A7.4)."""
    f = field_of(s)
    powers = powers_of(s, firers, target, kind, spraying)
    moving = s.phase == "MPh" and (s.move is not None or s.drive is not None)
    side = fire_kinds.shooter(s, firers[0]).side
    places = {fire_kinds.shooter(s, id).at for id in firers}
    directing = leaders if {s.units[id].at for id in leaders} == places else []
    drm, cover, hindered = firepower.modifiers(s, firers, target, directing, moving)
    groups = target_groups(
        s,
        exposed(
            f,
            moving_targets(s)
            if moving
            else seen(s, f, firepower.target_units(s, target, side, target in places), places),
            places,
        ),
        cover,
        moving,
        not hindered and not hazy(drm),
        places,
    )
    cowers = 0
    if not directing and firepower.may_cower(s, firers):
        cowers = 2 if firepower.cowers_twice(s, firers) else 1
    area = firepower.is_area_target(s, target, side)
    return Plan(tuple(firers), target, kind, tuple(directing), powers, tuple(drm), groups, cowers, area, hindered)


def moving_targets(s: Battle) -> list[Unit]:
    """RV-A7.81 The units of the moving stack that made the last expenditure; those pinned or broken have left it."""
    return [s.units[id] for id in s.move.units] if s.move is not None else []


def target_groups(
    s: Battle, targets: list[Unit], cover: int, moving: bool, open_line: bool, places: Collection[str] = ()
) -> tuple[tuple[tuple[str, ...], tuple[Modifier, ...]], ...]:
    """The targets, put together by the modifiers that hold for each, Known units before unknown ones."""
    f = field_of(s)
    groups: dict[tuple[bool, tuple[Modifier, ...]], list[str]] = {}
    for unit in sorted(targets, key=unknown):
        own = personal(s, f, unit, cover, moving, open_line, places)
        groups.setdefault((unknown(unit), own), []).append(unit.id)
    return tuple((tuple(ids), own) for (_, own), ids in groups.items())


def groups_in_a_blast(
    s: Battle, targets: list[Unit], cover: int, open_line: bool = True
) -> tuple[tuple[tuple[str, ...], tuple[Modifier, ...]], ...]:
    """RV-A5.11, RV-A5.131 The same for what strikes everybody in a Location: a crowd of either side suffers more."""
    f = field_of(s)
    groups: dict[tuple[bool, tuple[Modifier, ...]], list[str]] = {}
    for unit in sorted(targets, key=unknown):
        own = (*personal(s, f, unit, cover, False, open_line), *crowding(s, f, unit.at, unit.side))
        groups.setdefault((unknown(unit), own), []).append(unit.id)
    return tuple((tuple(ids), own) for (_, own), ids in groups.items())


def open_modifiers(s: Battle, ids: tuple[str, ...], own: tuple[Modifier, ...]) -> tuple[Modifier, ...]:
    """RV-A12.1 The modifiers of targets as far as the enemy may know them: what unknown ones carry he does not see."""
    secret = any(id in s.units and unknown(s.units[id]) for id in ids)
    return tuple(m for m in own if m[1] in ("RV-A8.1", "RV-P5.1", "RV-A5.131")) if secret else own


def odds(s: Battle, planned: Plan) -> Odds:
    """The chance of each result of the IFT for the first group of targets, exact, as the firer may know it."""
    own = open_modifiers(s, *planned.groups[0]) if planned.groups else ()
    modifiers = (*planned.drm, *own)
    drm = total(modifiers)

    def result(rolled: Dice) -> str:
        dice = rolled.roll(), rolled.roll()
        return firepower.result_of(column_used(planned, dice), sum(dice) + drm)

    chance_of, _ = chances(result)
    best = sorted(chance_of.items(), key=lambda item: severity(item[0]), reverse=True)
    sums = (*firepower_sums(s, planned.powers), column_sum(planned.fp), *_cowering(planned))
    row = column_row(firepower.column_for(planned.fp), drm)
    return Odds(tuple(("no effect" if r == "-" else r, n) for r, n in best), modifiers, sums=sums, row=row)


def _cowering(planned: Plan) -> list[Sum]:
    """RV-A7.9, RV-A19.3 What doubles cost those whom nobody directs."""
    if not planned.cowers:
        return []
    return [("doubles: the firers cower", f"−{planned.cowers} column{'s' * (planned.cowers > 1)}", "RV-A7.9")]


def column_used(planned: Plan, dice: tuple[int, int]) -> int:
    """RV-A7.9 The column on which an attack is resolved: doubles make those cower whom nobody directs."""
    column = firepower.column_for(planned.fp)
    return column - planned.cowers if dice[0] == dice[1] else column


def severity(result: str) -> tuple[int, int]:
    """From no effect up to 7KIA."""
    if result == "-":
        return 0, 0
    if result == "PTC":
        return 1, 0
    if result.endswith("KIA"):
        return 4, int(result[:-3])
    if result.startswith("K/"):
        return 3, int(result[2:])
    return 2, 0 if result == "NMC" else int(result[:-2])
