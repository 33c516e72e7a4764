"""OB-8.1 The elements of combat: strength, protection, columns, dice modifiers; and OB-8.6, the advantages of a Close
Assault. The same assessment gives the odds that are shown and the column on which an attack is resolved."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from sandtable.games.ontoberlin.components import (
    ALLIED,
    FLAK_OF_REICHSTAG,
    GERMAN,
    KINDS,
    MILITIA,
    REGULAR,
    REICHSTAG,
    TABLES,
    VEHICLES,
)
from sandtable.games.ontoberlin.map.geography import MAP
from sandtable.games.ontoberlin.model import Attack, OnToBerlin
from sandtable.games.ontoberlin.rules.basics import front, holder, in_command, open_to_all
from sandtable.games.ontoberlin.rules.entering import live_strongpoint
from sandtable.kernel.chances import totals
from sandtable.kernel.flow import Odds
from sandtable.kernel.journal import Modifier
from sandtable.kernel.modifiers import total
from sandtable.kernel.state import Record

STRIKE, BOMBARDMENT, MIXED, GUNFIRE, ASSAULT = "strike", "bombardment", "mixed", "gunfire", "assault"
ARMOR = ("armor", "assault_gun")
RESULTS = ("-", "D", "R", "EX", "E")


class Assessment(Record, frozen=True):
    """An attack worked out: column -1 means too weak."""

    kind: str
    strength: int
    protection: int
    column: int
    shifts: tuple[Modifier, ...] = ()
    drms: tuple[Modifier, ...] = ()

    @property
    def drm(self) -> int:
        return total(self.drms)

    @property
    def letter(self) -> str:
        return TABLES.letters[self.column] if self.column >= 0 else "-"

    @property
    def column_term(self) -> str:
        """The column, as a term."""
        return f"column {self.letter}" if self.column >= 0 else "too weak"

    def _outcome(self, result: str) -> str:
        """A result on its column, as a term with its gap."""
        return f"on column {result}|{self.letter}" if self.column >= 0 else f"too weak {result}"

    def result(self, roll: int) -> str:
        """OB-8.1.4, OB-8.2.3, OB-8.3.3 The result of a natural roll, as it counts for this kind of attack."""
        return _result(self.column, roll + self.drm, self.kind in (STRIKE, BOMBARDMENT))

    def chances(self) -> Mapping[str, float]:
        """The exact chance of each result."""
        return _chances(self.column, self.drm, self.kind in (STRIKE, BOMBARDMENT))

    def odds(self) -> Odds:
        """What is shown before an attack is committed, with the exact column of the Lower Matrix."""
        outcomes = tuple((self._outcome(r), chance) for r, chance in self.chances().items() if chance)
        protection = str(self.protection) if self.protection < 9 else "9+"
        sums = (
            ("strength", str(self.strength), "OB-8.1.2"),
            ("protection", protection, "OB-8.1.3"),
            # Shifts of the column are part of it: added to the dice they would count twice.
            *((reason, f"{value:+d}".replace("-", "−"), clause) for value, clause, reason in self.shifts),
            ("column", self.letter, "OB-8.1.4"),
        )
        return Odds(outcomes, self.drms, sums=sums)


def _result(column: int, roll: int, from_afar: bool) -> str:
    """OB-8.1.4, OB-8.2.3, OB-8.3.3"""
    if column < 0:
        return "-"
    result = TABLES.result(column, roll)
    return {"R": "D", "EX": "-"}.get(result, result) if from_afar else result


@cache
def _chances(column: int, drm: int, from_afar: bool) -> Mapping[str, float]:
    shares = dict.fromkeys(("E", "EX", "R", "D", "-"), 0.0)
    for roll, share in totals(2).items():
        shares[_result(column, roll + drm, from_afar)] += share
    return shares


# -- the ground ------------------------------------------------------------------------------------------------------


def is_tower(s: OnToBerlin, hex: str) -> bool:
    """OB-10.1, OB-16.1 A flak tower, or the Reichstag while its battalion is there."""
    if hex == REICHSTAG and s.tower:
        unit = s.units.get(FLAK_OF_REICHSTAG)
        return unit is not None and unit.at == REICHSTAG
    return "flaktower" in MAP.hexes[hex].features


def ground(s: OnToBerlin, hex: str) -> tuple[tuple[Modifier, ...], tuple[Modifier, ...]]:
    """OB-8.1.2, OB-8.1.5, OB-9.1, OB-10.1, OB-10.2, OB-10.3.1, OB-10.3.2, OB-10.4 What the ground adds to PF and dice.

    A strongpoint helps the one unit with the highest PF, so it is added to the protection of the hex (OB-10.3.1); an
    empty one has nobody to help (OB-10.3.4).
    """
    german = holder(s, hex) == GERMAN
    return _ground(hex, german, hex in s.ruins, german and live_strongpoint(s, hex), is_tower(s, hex))


@cache
def _ground(
    hex: str, german: bool, ruins: bool, strongpoint: bool, tower: bool
) -> tuple[tuple[Modifier, ...], tuple[Modifier, ...]]:
    pf: list[Modifier] = []
    drm: list[Modifier] = []

    def add(row_pf: int, row_drm: int, clause: str, reason: str) -> None:
        if row_pf:
            pf.append((row_pf, clause, reason))
        if row_drm:
            drm.append((row_drm, clause, reason))

    printed = MAP.hexes[hex]
    if tower:
        row = TABLES.feature["flaktower"]
        add(row.pf, row.drm, "OB-10.1", "flak tower")
    else:
        terrain = TABLES.terrain[printed.terrain]
        add(terrain.pf, terrain.drm, "OB-8.1.5", f"ground {printed.terrain}")
        if "major" in printed.features:
            major = TABLES.feature["major"]
            add(major.pf, major.drm, "OB-8.1.5", "major building")
    if "bunker" in printed.features and german:
        bunker = TABLES.feature["bunker"]
        add(bunker.pf, bunker.drm, "OB-10.2", "bunker")
    if ruins:
        row = TABLES.feature["ruins"]
        add(row.pf, row.drm, "OB-9.1", "ruins")
    if strongpoint:
        row = TABLES.feature["strongpoint"]
        add(row.pf, row.drm, "OB-10.3.2", "strongpoint")
    return tuple(pf), tuple(drm)


# -- strength --------------------------------------------------------------------------------------------------------


def fit_to_attack(s: OnToBerlin, u: str) -> bool:
    """OB-8.1.7, OB-8.1.1, OB-19.4, OB-1.4.2 Combat Mode, undisrupted, FS at least 1, may and has not attacked."""
    unit, kind = s.units[u], KINDS[u]
    return unit.combat and not unit.attacked and kind.fs >= 1 and not kind.defend_only


def soft_target(s: OnToBerlin, hex: str) -> bool:
    """OB-8.4.2 Holds no armor, assault gun, mech or recon unit."""
    return not any(KINDS[u].cls in VEHICLES for u in s.stacks.get(hex, ()))


def gun_strength(s: OnToBerlin, u: str, target: str) -> int:
    """OB-8.4.2 AT is halved against soft targets, flak at range 2 or 3, both rounded up."""
    kind = KINDS[u]
    if kind.cls == "at" and soft_target(s, target):
        return (kind.fs + 1) // 2
    if kind.cls == "flak" and MAP.distance(s.units[u].at, target) > 1:
        return (kind.fs + 1) // 2
    return kind.fs


def strength_of(s: OnToBerlin, u: str, kind: str, target: str) -> int:
    """OB-8.1.2 What a unit adds to an attack."""
    if kind in (GUNFIRE, MIXED) and KINDS[u].is_gun:
        return gun_strength(s, u, target)
    return KINDS[u].fs


def kind_of(attack: Attack) -> str:
    """OB-8.2.4 A Bombardment with other units than artillery is Mixed."""
    if attack.kind == BOMBARDMENT and any(KINDS[u].cls != "artillery" for u in attack.units):
        return MIXED
    return attack.kind


def ss_conflict(units: tuple[str, ...], u: str) -> bool:
    """OB-8.1.6 SS and army, navy or Luftwaffe never add strength to the same attack."""
    service = KINDS[u].service
    if service == "ss":
        return any(KINDS[other].service in REGULAR for other in units)
    return service in REGULAR and any(KINDS[other].service == "ss" for other in units)


# -- the assessment --------------------------------------------------------------------------------------------------


def assess(s: OnToBerlin, attack: Attack) -> Assessment:
    """OB-8.1.2, OB-8.1.3, OB-8.1.4, OB-8.1.5, OB-19.1, OB-19.3 Strength, protection, column, shifts, ceiling, dice."""
    target, kind = attack.target, kind_of(attack)
    defenders = s.stacks[target]
    pf, drms = ground(s, target)
    if kind == STRIKE:
        strength = TABLES.strike["strength"] * attack.strikes
        if attack.napalm:
            pf, drms = (), ()
    else:
        strength = sum(strength_of(s, u, kind, target) for u in attack.units)
    protection = max(1, min(9, max(KINDS[u].pf for u in defenders) + total(pf)))
    column = TABLES.column(strength, protection)
    shifts: tuple[Modifier, ...] = ()
    extra: list[Modifier] = []
    if kind == ASSAULT:
        shifts = advantages(s, attack)
        column = max(-1, column + max(-1, min(3, total(shifts))))
        extra += hexside_drm(s, attack)
    elif kind == BOMBARDMENT:
        column = min(column, TABLES.ceiling)
    column = min(column, len(TABLES.letters) - 1)
    if kind in (ASSAULT, MIXED) and any(
        not in_command(s, u) for u in attack.units if kind == ASSAULT or KINDS[u].cls not in ("artillery", "at", "flak")
    ):
        extra.append((TABLES.command_drm, "OB-3.5.2", "out of command"))
    if all(s.units[u].disrupted for u in defenders):
        extra.append((1, "OB-8.1.5", "all defenders disrupted"))
    return Assessment(kind, strength, protection, column, shifts, (*drms, *extra))


def hexside_drm(s: OnToBerlin, attack: Attack) -> list[Modifier]:
    """OB-8.5.4 All attacking hexes across a canal, a river, or one or the other."""
    types = set()
    for u in attack.units:
        side = MAP.sides.get(s.units[u].at + attack.target)
        types.add(side.type if side is not None else "")
    if not types or "" in types:
        return []
    if types == {"river"}:
        return [(TABLES.river_bridge_drm, "OB-8.5.4", "across the river")]
    return [(TABLES.canal_drm, "OB-8.5.4", "across the canal")]


def advantages(s: OnToBerlin, attack: Attack) -> tuple[Modifier, ...]:
    """OB-8.6.1-8.6.5 The column shifts of a Close Assault."""
    target = attack.target
    attackers = [KINDS[u] for u in attack.units]
    defenders = s.stacks[target]
    kinds = [KINDS[u] for u in defenders]
    hexes = {s.units[u].at for u in attack.units}
    standing = [KINDS[u] for u in defenders if s.units[u].combat]
    built_up = target in MAP.built_up
    shifts: list[Modifier] = []
    if outflanked(s, target, hexes, bool(standing)):
        shifts.append((1, "OB-8.6.2", "outflanked"))
    if not built_up and MAP.hexes[target].terrain != "woods":
        armored = any(k.cls in ARMOR for k in attackers)
        if armored and not any(k.cls in (*ARMOR, "at", "flak") for k in standing):
            shifts.append((1, "OB-8.6.3", "armor superiority"))
        elif not armored and any(k.cls in ARMOR for k in standing):
            shifts.append((-1, "OB-8.6.3", "defending armor"))
    if any(k.cls == "engineer" for k in attackers) and (
        built_up or "bunker" in MAP.hexes[target].features or live_strongpoint(s, target)
    ):
        shifts.append((1, "OB-8.6.4", "engineers"))
    if all(k.service in MILITIA for k in kinds) and not any(k.service in MILITIA for k in attackers):
        shifts.append((1, "OB-8.6.5", "quality"))
    return tuple(shifts)


def outflanked(s: OnToBerlin, target: str, hexes: set[str], standing: bool) -> bool:
    """OB-8.6.2, OB-10.3.3 From a rear hex, from two opposite hexes, or all defenders in Maneuver Mode; counts once."""
    if not standing:
        return True
    ahead = front(s, target)
    if any(hex not in ahead for hex in hexes):
        return True
    around = MAP.grid.towards[target]
    return any(around[d] in hexes and around[d + 3] in hexes for d in range(3))


# -- before and after the dice ---------------------------------------------------------------------------------------


def note_attack(s: OnToBerlin, attack: Attack, by: str) -> None:
    """OB-11.3.1, OB-11.4.1, OB-11.4.2, OB-8.3.6 Count the fight; Hitler Youth and Volkssturm may be woken by it."""
    target = attack.target
    s.fights[target] = s.fights.get(target, 0) + 1
    open_to_all(s, (target, *(s.units[u].at for u in attack.units)))
    if by != ALLIED or attack.kind == STRIKE:
        return
    if any(KINDS[u].service in ("ss", "luftwaffe") for u in s.stacks.get(target, ())):
        if not s.hj_trigger:
            s.hj_trigger = True
            s.journal.add("OB-11.3.1", "hj_wakes")
        if kind_of(attack) != BOMBARDMENT and not s.vs_trigger:
            s.vs_trigger = True
            s.journal.add("OB-11.4.1", "vs_wakes")
