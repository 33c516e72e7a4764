"""Problem rolls (AL-14.4 to AL-14.9): on take-off and landing, under harassment, in Soviet airspace."""

from __future__ import annotations

from sandtable.games.airlift.components import PROBLEM
from sandtable.games.airlift.map.corridors import FROHNAU, HARASSABLE
from sandtable.games.airlift.model import FLIGHT, Airlift, Plane, Sees
from sandtable.games.airlift.rules.pieces import add_problem, crash, in_soviet_airspace, marker_left
from sandtable.games.airlift.rules.weather import fog_level
from sandtable.kernel.chances import odds
from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Odds
from sandtable.kernel.modifiers import Modifier, total
from sandtable.kernel.state import replace


def landing_level(s: Sees, at: Plane) -> int:
    """AL-14.4, AL-14.5 The column of a landing roll; 0 for no roll."""
    fog = fog_level(s)
    if at.unidentified:
        return 4 if fog else 3
    return max(min(at.problems, 4), fog)


def take_off_level(s: Sees, at: Plane) -> int:
    """AL-12.4, AL-14.4, AL-14.5 The column of a take-off roll; 0 for no roll."""
    fog = fog_level(s)
    if at.unidentified:
        return 4 if fog else 3
    return fog


def modifiers(at: Plane) -> list[Modifier]:
    """AL-13.10, AL-14.8 What is added to the die."""
    return [(1, "AL-13.10", "in Soviet airspace")] if in_soviet_airspace(at) else []


def result(level: int, die: int, added: list[Modifier]) -> str:
    """AL-14.8 The result of a die on a column; more than 8 counts as 8."""
    return PROBLEM[level][min(8, die + total(added)) - 1]


def roll_for_problems(
    s: Airlift, plane: str, level: int, clause: str, buzzed: bool = False, crash_only: bool = False
) -> bool:
    """AL-14.5 to AL-14.9, AL-0.1, AL-0.9 One d8 on the Problem Results Chart. Whether the plane survived.

    Who rolls makes no difference to the dice: the AP for harassment and events, the owner for take-off and landing.
    """
    at = s.planes[plane]
    added = modifiers(at)
    die = s.dice.roll(8, "problem")
    got = result(level, die, added)
    s.journal.add(
        clause, "problem_roll", plane=plane, level=level, roll=die, modifiers=added, result=f"result {got}",
        chart="AL-14.7", column=f"level|{level}",
    )  # fmt: skip
    if got == "crash":
        crash(s, plane)
        return False
    if crash_only or got == "ne":
        return True
    if got == "problem":
        add_problem(s, plane, "AL-14.7")
    elif got == "u":
        turn_unidentified(s, plane)
    elif buzzed:
        divert(s, plane)
    return True


def turn_unidentified(s: Airlift, plane: str) -> None:
    """AL-14.7, AL-19.4 All P go, one U comes; a plane with U has nothing more to fear but a crash."""
    at = s.planes[plane]
    if not at.unidentified:
        s.planes[plane] = replace(at, problems=0, unidentified=True)
        s.journal.add("AL-14.7", "unidentified", plane=plane, at=at.place)


def can_be_diverted(at: Plane) -> bool:
    """AL-9.5, AL-21.3 In a harassable space other than Frohnau and without DIVERT."""
    return at.status == FLIGHT and at.place in HARASSABLE and at.place != FROHNAU and not at.divert


def divert(s: Airlift, plane: str) -> None:
    """AL-9.4, AL-9.5, AL-14.6, AL-21.3 A DIVERT marker, if one is left and the plane can be diverted."""
    at = s.planes[plane]
    if can_be_diverted(at) and marker_left(s, "divert"):
        s.planes[plane] = replace(at, divert=True)
        s.journal.add("AL-9.5", "diverted", plane=plane, at=at.place)


def roll_odds(at: Plane, level: int, crash_only: bool) -> Odds | None:
    """What a problem roll may bring, from the same table as the roll."""
    if not level:
        return None
    names = {"ne": "nothing", "divert": "nothing", "problem": "result problem", "u": "result u", "crash": "crash"}
    added = modifiers(at)

    def happens(dice: Dice) -> str:
        got = result(level, dice.roll(8), added)
        return names["ne" if (crash_only or at.unidentified) and got != "crash" else got]

    return odds(happens, added)
