"""WB-14 Skill tests."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from sandtable.games.warbirds.components import (
    AFT_STATIONS,
    AIRMEN,
    COCKPIT,
    CONSTANTS,
    DAMAGE,
    STATIONS,
    TEST_CARDS,
    Effect,
)
from sandtable.games.warbirds.model import CrewMan, Warbirds, holder
from sandtable.kernel.chances import chances, odds
from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Odds
from sandtable.kernel.modifiers import Modifier, total

SKILL_MAX = CONSTANTS["skill_max"]
INJURED = CONSTANTS["injured_modifier"]
OXYGEN = CONSTANTS["oxygen_modifier"]
LONE_PILOT = CONSTANTS["lone_pilot_modifier"]
FAILED_ENGINE = CONSTANTS["failed_engine_modifier"]
CONTROLS = CONSTANTS["controls_modifier"]
KEEPS: dict[str, Effect] = {id: e for id, card in DAMAGE.items() for e in card.effects if e.op == "keep"}
"""The condition that each damage card has in play while it is kept (WB-13.13)."""


def has_condition(kept: Iterable[str], condition: str) -> bool:
    """WB-13.13 Whether a kept damage card carries this condition."""
    return any(card in KEEPS and KEEPS[card].condition == condition for card in kept)


def jammed(kept: Iterable[str], station: str) -> bool:
    """WB-13.13 `gun_out`: the station may not attack."""
    return any(card in KEEPS and KEEPS[card].condition == "gun_out" and KEEPS[card].station == station for card in kept)


def value_of(modifiers: Iterable[Modifier]) -> int:
    """WB-14.2 The sum of the modifiers, not below 0 and not above 3."""
    return max(0, min(SKILL_MAX, total(modifiers)))


def station_modifiers(id: str, man: CrewMan, station: str, kept: Iterable[str]) -> list[Modifier]:
    """WB-14.2 Printed skill that the station needs, -1 if injured, -1 for `oxygen_out` where it applies."""
    skill = STATIONS[station].skill
    modifiers: list[Modifier] = [(AIRMEN[id].skills.get(skill, 0), "WB-14.2", skill)]
    if man.damage:
        modifiers.append((INJURED, "WB-17.3", "injured"))
    if station in AFT_STATIONS and has_condition(kept, "oxygen_out"):
        modifiers.append((OXYGEN, "WB-13.13", "oxygen out aft"))
    return modifiers


def cockpit_modifiers(crew: dict[str, CrewMan], kept: Iterable[str], engines_out: tuple[int, ...]) -> list[Modifier]:
    """WB-14.5 The better of the two pilots, less 1 alone, less 1 for each failed engine, less 1 for cut controls."""
    pilots = [holder(crew, station) for station in COCKPIT]
    present = [id for id in pilots if id]
    best = max(value_of(station_modifiers(id, crew[id], crew[id].station, kept)) for id in present)
    modifiers: list[Modifier] = [(best, "WB-14.5", "best pilot")]
    if len(present) == 1:
        modifiers.append((LONE_PILOT, "WB-14.5", "only one pilot"))
    if engines_out:
        modifiers.append((FAILED_ENGINE * len(engines_out), "WB-14.5", "failed engines"))
    if has_condition(kept, "controls"):
        modifiers.append((CONTROLS, "WB-13.13", "control cables cut"))
    return modifiers


def drawn(dice: Dice, value: int) -> str:
    """WB-14.1 Shuffle one success, three failures and as many further successes as the value; draw one."""
    return dice.pick(TEST_CARDS[value], "tests")


_NAMES = {"success": "success", "fail": "failure"}


@cache
def chance(value: int) -> float:
    """WB-14.1 (1 + s) / (4 + s)."""
    return chances(lambda dice: drawn(dice, value))[0]["success"]


def odds_of(modifiers: list[Modifier]) -> Odds:
    """What a test with these modifiers can do."""
    value = value_of(modifiers)
    return odds(lambda dice: _NAMES[drawn(dice, value)], modifiers, tuple(_NAMES.values()))


def draw_test(s: Warbirds, who: str, modifiers: list[Modifier], clause: str) -> bool:
    """WB-14.1 Draw, and say what came."""
    value = value_of(modifiers)
    passed = drawn(s.dice, value) == "success"
    event = "test_passed" if passed else "test_failed"
    s.journal.add(clause, event, who=who, value=value, modifiers=modifiers, success=passed)
    return passed


def station_test(s: Warbirds, station: str, clause: str) -> bool:
    """WB-14.3, WB-14.4, WB-14.7 The man at the station tests; unmanned, or with the radio smashed, it just fails.

    A test that somebody is called on for never uses up his action, and he makes it even when that has been used."""
    man = holder(s.crew, station)
    if not man:
        s.journal.add("WB-14.3", "test_unmanned", station=station)
        return False
    if station == "radio" and has_condition(s.kept, "radio_out"):
        s.journal.add("WB-13.13", "radio_silent", who=man)
        return False
    return draw_test(s, man, station_modifiers(man, s.crew[man], station, s.kept), clause)


def pilot_test(s: Warbirds, clause: str) -> bool:
    """WB-14.5 The pilots test together; with both stations unmanned it fails."""
    flying = holder(s.crew, "pilot") or holder(s.crew, "copilot")
    if not flying:
        s.journal.add("WB-14.5", "test_unmanned", station="pilot")
        return False
    return draw_test(s, flying, cockpit_modifiers(s.crew, s.kept, s.engines_out), clause)


def card_test(s: Warbirds, who: str, clause: str) -> bool:
    """WB-13.2 The test that a card calls for: a station, or the cockpit."""
    return pilot_test(s, clause) if who == "cockpit" else station_test(s, who, clause)
