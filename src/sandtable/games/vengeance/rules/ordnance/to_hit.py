"""The To Hit process (C3, C5, C6): pure sums of plain facts, the same for Guns, mortars, vehicles and light weapons."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.model.guns import APCR, AREA, HE, SMOKE, Ordnance
from sandtable.kernel.modifiers import Modifier, total

_C5, _C6 = "RV-C5.1", "RV-C6.1"
_SMALL, _TINY = 57, 40


class ShotConditions(msgspec.Struct, frozen=True, kw_only=True):
    """RV-C5.1, RV-C6.1 The facts of one shot that the cases A to R and the other DRM ask for."""

    target_type: str
    range: int
    # the firer
    turned: int = 0
    """Hexsides by which its covered arc was turned for this shot (Case A)."""
    arc: str = "NT"
    in_cover: bool = False
    """It stands in woods, a building or rubble, where A and E count double and B more."""
    advancing: bool = False
    """It fires in the AFPh (Case B)."""
    bounding: str = ""
    """Case C: ma_aamg, stabilized, t_st or nt_prc."""
    bounding_first: float = -1
    """MP that a bounding first firer has spent in the target's LOS, -1 if it is none (C1, C2)."""
    after_moving: bool = False
    inside: bool = False
    """A backblast weapon is fired from inside without accepting the backblast (Case C3)."""
    pinned: bool = False
    same_hex: bool = False
    intensive: bool = False
    immobilizing: bool = False
    captured: bool = False
    unqualified: bool = False
    buttoned_up: bool = False
    cx: bool = False
    encircled: bool = False
    heroic: bool = False
    spotted: bool = False
    stuns: int = 0
    armor_leader: int = 0
    inexperienced: bool = False
    overstacked: int = 0
    on_wire: bool = False
    over_obstacle: bool = False
    """Its turret was turned over the obstacle that the vehicle passes in bypass."""
    # the target
    moving: bool = False
    """A vehicle that moves or is in Motion, or Infantry that dashes (Case J)."""
    mp_in_los: float = -1
    """MP that a vehicle under First Fire has spent in the firer's LOS (J1, J2); -1 if that does not matter."""
    no_assault_movement: bool = False
    in_the_open: bool = False
    concealed: bool = False
    point_blank: bool = False
    """A Gun or MA, firer and target not moving (Case L)."""
    acquired: int = 0
    hazardous: bool = False
    size: int = 0
    crowd: int = 0
    tem: tuple[Modifier, ...] = ()
    hindrance: tuple[Modifier, ...] = ()


def band(bands: Iterable[tuple[int, int]], range: int) -> int:
    """The place of a range among range bands, -1 beyond the last."""
    return next((n for n, (low, high) in enumerate(bands) if low <= range <= high), -1)


def basic_number(target_type: str, colour: str, range: int) -> int:
    """RV-C3.1 The Basic To Hit number by target type, range and colour."""
    tables = components().ordnance
    row = AREA if target_type == AREA else f"{target_type}_{colour}"
    return tables.basic[row][band(tables.range_bands, range)]


def gun_modifiers(gun: Ordnance, range: int, ammunition: str) -> list[Modifier]:
    """RV-C3.1 What barrel, calibre and round add to the Basic number."""
    tables = components().ordnance
    place = band(tables.range_bands, range)
    tests = (
        ("short_star", gun.barrel == "*", "short barrel"),
        ("L", gun.barrel == "L", "long barrel"),
        ("LL", gun.barrel == "LL", "very long barrel"),
        ("apcr_apds", ammunition == APCR, "APCR"),
        ("smoke", ammunition == SMOKE, "smoke round"),
        ("cal_57_or_less", gun.calibre <= _SMALL, "57 mm or less"),
        ("cal_40_or_less", gun.calibre <= _TINY, "40 mm or less"),
    )
    modifiers = [(tables.gun_modifiers[name][place], "RV-C3.1", reason) for name, holds, reason in tests if holds]
    return [m for m in modifiers if m[0]]


def to_hit_number(gun: Ordnance, target_type: str, colour: str, range: int, ammunition: str = HE) -> int:
    """RV-C3.1 The modified To Hit number."""
    return basic_number(target_type, colour, range) + total(gun_modifiers(gun, range, ammunition))


# -- the DRM ---------------------------------------------------------------------------------------------------------


def to_hit_drm(c: ShotConditions) -> list[Modifier]:
    """RV-C3.1, RV-C5.1, RV-C6.1 Every DRM of a shot, in the order of its cases, less what Area fire does not use."""
    modifiers = [*_firer_cases(c), *_target_cases(c), *_other(c)]
    return [modifier for modifier in modifiers if modifier[0]]


def _value(case: str, name: str = "value") -> int:
    return int(components().ordnance.cases[case][name])


def _for_area(case: str) -> bool:
    return bool(components().ordnance.cases[case]["area"])


def _firer_cases(c: ShotConditions) -> list[Modifier]:
    """RV-C5.1 Cases A to I."""
    cases = components().ordnance.cases
    twice = 2 if c.in_cover else 1
    rates = {"T": "t", "ST": "st", "RST": "st", "1MT": "st"}
    turn = sum(cases["A"][rates.get(c.arc, "nt")][: c.turned]) * twice
    tests: tuple[tuple[str, int, bool, str], ...] = (
        ("A", turn, c.turned > 0, f"covered arc changed by|{c.turned}"),
        ("B", _value("B", "value_in_cover" if c.in_cover else "value"), c.advancing, "fire in the AFPh"),
        ("C", _value("C", c.bounding) if c.bounding else 0, bool(c.bounding), "bounding fire"),
        ("C1", _value("C1"), 2 < c.bounding_first <= 3, "2½ to 3 MP in the target's LOS"),
        ("C2", _value("C2"), 0 <= c.bounding_first <= 2, "at most 2 MP in the target's LOS"),
        ("C3", _value("C3"), c.after_moving, "light weapon after moving"),
        ("C3", _value("C3"), c.inside, "backblast weapon fired from inside"),
        ("D", _value("D"), c.pinned, "pinned"),
        ("E", _value("E") * twice, c.same_hex, "in its own hex"),
        ("F", _value("F"), c.intensive, "intensive fire"),
        ("G", _value("G"), c.immobilizing, "deliberate immobilization"),
        ("H", _value("H"), c.captured, "captured weapon"),
        ("H", _value("H"), c.unqualified, "not trained for it"),
        ("I", _value("I"), c.buttoned_up, "buttoned up"),
    )
    return _chosen(c, tests, _C5)


def _target_cases(c: ShotConditions) -> list[Modifier]:
    """RV-C6.1, RV-C6.5, RV-C6.6 Cases J to R, without bore sighting (M); hazardous movement (O) leaves out J."""
    moving = c.moving and not c.hazardous
    near = {1: "range1", 2: "range2"}.get(c.range, "")
    tests: tuple[tuple[str, int, bool, str], ...] = (
        ("J", _value("J"), moving, "moving target"),
        ("J1", _value("J1"), moving and 1 < c.mp_in_los <= 3, "at most 3 MP in LOS"),
        ("J2", _value("J2"), moving and 0 <= c.mp_in_los <= 1, "at most 1 MP in LOS"),
        ("J3", _value("J3"), c.no_assault_movement and not c.hazardous, "no assault movement"),
        ("J4", _value("J4"), c.in_the_open and not c.hazardous, "moving in the open"),
        ("K", _value("K"), c.concealed, "concealed target"),
        ("L", _value("L", near) if near else 0, c.point_blank and bool(near), "point blank"),
        ("N", c.acquired, bool(c.acquired), "acquired target"),
        ("O", _value("O"), c.hazardous, "hazardous movement"),
        ("P", c.size, bool(c.size), "target size"),
    )
    modifiers = _chosen(c, tests, _C6)
    if _for_area("Q") or c.target_type != AREA:
        modifiers += [(value, clause, f"Q: {reason}") for value, clause, reason in c.tem]
    return modifiers + [(value, clause, f"R: {reason}") for value, clause, reason in c.hindrance]


def _chosen(c: ShotConditions, tests: Iterable[tuple[str, int, bool, str]], clause: str) -> list[Modifier]:
    return [
        (value, "RV-C6.5" if case == "N" else clause, f"{case}: {reason}")
        for case, value, holds, reason in tests
        if holds and (c.target_type != AREA or _for_area(case))
    ]


def _other(c: ShotConditions) -> list[Modifier]:
    """RV-C3.1 What is no case: exhaustion, crowds, encirclement, heroes, spotters, stunned crews and their leaders."""
    drm = components().ordnance.other_drm
    tests: tuple[tuple[int, bool, str, str], ...] = (
        (drm["cx"], c.cx, "RV-A4.51", "counter-exhausted firer"),
        (drm["overstacked_firer_each"] * c.overstacked, c.overstacked > 0, "RV-A5.12", "overstacked firers"),
        (drm["overstacked_target_each"] * c.crowd, c.crowd > 0, "RV-A5.131", "overstacked target"),
        (drm["encircled_firer"], c.encircled, "RV-A7.7", "encircled firer"),
        (drm["heroic"], c.heroic, "RV-A15.2", "hero"),
        (1, c.over_obstacle, "RV-D2.3", "turned over the obstacle"),
        (drm["wire_infantry"], c.on_wire, "RV-C3.1", "firer on wire"),
        (drm["spotted_fire"], c.spotted, "RV-C9.1", "spotted fire"),
        (drm["stunned_each"] * c.stuns, c.stuns > 0, "RV-C3.1", "crew was stunned"),
        (1, c.inexperienced, "RV-C3.1", "inexperienced crew"),
        (c.armor_leader, bool(c.armor_leader), "RV-C3.1", "Armor Leader"),
    )
    return [(value, clause, reason) for value, holds, clause, reason in tests if holds]


# -- the roll --------------------------------------------------------------------------------------------------------


class Verdict(msgspec.Struct, frozen=True, order=True):
    """What a To Hit roll has brought."""

    hit: bool
    critical: bool = False


MISS, HIT, CRITICAL = Verdict(False), Verdict(True), Verdict(True, True)


def settle(original: int, final: int, number: int, area: bool, light: bool, die: Callable[[], int]) -> Verdict:
    """RV-C3.1, RV-C3.7, RV-C3.71 Hit or miss; an Original 2 hits and may be critical, an Original 12 misses.

    `die` is rolled only after an Original 2. Light anti-tank weapons never hit critically.
    """
    if original == 12:
        return MISS
    if original != 2:
        return HIT if final <= number else MISS
    need = number - (final - original)
    if need < 2:
        return HIT if die() <= 2 else MISS
    if light:
        return HIT
    return CRITICAL if area or die() <= (need + 1) // 2 else HIT


def hit_location(dice: tuple[int, int]) -> str:
    """RV-C3.9 The coloured die lower than the white one: turret or upper part, else the hull."""
    return "turret" if dice[0] < dice[1] else "hull"
