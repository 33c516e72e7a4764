"""Maintenance (AL-11.1 to AL-11.4, AL-10.5)."""

from __future__ import annotations

from sandtable.games.airlift.components import MAINTENANCE, PERSONNEL, PLANES_OF
from sandtable.games.airlift.model import MAINTENANCE as IN_MAINTENANCE
from sandtable.games.airlift.model import READY, Airlift, Plane, Sees
from sandtable.games.airlift.rules.personnel import maintenance_help
from sandtable.games.airlift.rules.pieces import add_problem, owner
from sandtable.kernel.chances import odds
from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Asks, Choose, Flow, Odds
from sandtable.kernel.modifiers import Modifier, total
from sandtable.kernel.options import choose_one, number_in
from sandtable.kernel.state import replace


def in_maintenance(s: Sees, flight: str) -> list[str]:
    """AL-11.1 The flight's planes in a maintenance circle."""
    return [plane for plane in PLANES_OF[flight] if s.planes[plane].status == IN_MAINTENANCE]


def maintenance_roll(s: Airlift) -> Flow:
    """AL-11.1 One roll for one plane of the flight, in the order the owner likes."""
    seat = owner(s.waiting[0])
    plane = yield from choose_one(seat, "maintain", s.waiting, rule="AL-11.1", ask="maintain", forced=True)
    s.waiting.remove(plane)
    used = yield from _support_used(s, seat, plane)
    added = modifiers(s, plane, used)
    die = s.dice.roll(8, "maintenance")
    got = result(die, added)
    s.journal.add(
        "AL-11.1", "maintenance_roll", plane=plane, roll=die, modifiers=added, result=f"maintenance {got}",
        chart="AL-11.2", column="result",
    )  # fmt: skip
    if got == "passable":
        yield from passable(s, seat, plane)
    else:
        repair(s, plane, got)


def _support_used(s: Airlift, seat: str, plane: str) -> Asks[int]:
    """AL-10.5 How many of his support points lying there the owner uses for this roll; they go to the pool."""
    base = s.planes[plane].place
    lying = s.upkeep.get(f"{seat}@{base}", 0)
    if not lying:
        return 0
    pick = yield Choose(
        seat,
        [("use", n) for n in range(lying + 1)],
        rule="AL-10.5",
        ask="use",
        about=(plane,),
        odds=lambda option: roll_odds(s, plane, number_in(option)),
    )
    used = number_in(pick)
    s.upkeep[f"{seat}@{base}"] = lying - used
    if not s.upkeep[f"{seat}@{base}"]:
        del s.upkeep[f"{seat}@{base}"]
    s.support_pool += used
    return used


def modifiers(s: Sees, plane: str, used: int) -> list[Modifier]:
    """AL-11.1 Minus 1 for each P or a U, plus 1 for each support point used and each helper at the base."""
    at = s.planes[plane]
    added: list[Modifier] = []
    if at.problems:
        added.append((-at.problems, "AL-11.1", "problems"))
    if at.unidentified:
        added.append((-1, "AL-11.1", "unidentified problem"))
    if used:
        added.append((used, "AL-10.5", "support used"))
    added.extend((1, "AL-6.9", PERSONNEL[m].name) for m in maintenance_help(s, at.place))
    return added


def result(die: int, added: list[Modifier]) -> str:
    """AL-11.1 The row of the Maintenance Chart; below 1 counts as 1, above 8 as 8."""
    return MAINTENANCE[max(1, min(8, die + total(added))) - 1]


def passable(s: Airlift, seat: str, plane: str) -> Flow:
    """AL-11.2 Passable: stay unchanged, or all P go, a U comes, and the plane is ready."""
    pick = yield Choose(seat, [("fly_unfit", plane), ("stay", plane)], rule="AL-11.2", ask="passable", about=(plane,))
    if pick[0] == "fly_unfit":
        s.planes[plane] = replace(s.planes[plane], problems=0, unidentified=True, status=READY)
        s.journal.add("AL-11.2", "passed", plane=plane)


def repaired(at: Plane, got: str) -> Plane:
    """AL-11.2, AL-11.3 The plane after Repair 1 or Repair 2; without P and U it is ready."""
    if got == "repair1":
        if at.unidentified:
            return replace(at, unidentified=False, problems=1)
        at = replace(at, problems=at.problems - 1)
    else:
        at = replace(at, unidentified=False, problems=0 if at.unidentified else max(0, at.problems - 2))
    return at if at.problems else replace(at, status=READY)


def repair(s: Airlift, plane: str, got: str) -> None:
    """AL-11.2 The other results: a new problem, nothing, or a repair."""
    if got == "problem":
        add_problem(s, plane, "AL-11.2")
    elif got in ("repair1", "repair2"):
        s.planes[plane] = repaired(s.planes[plane], got)
        s.journal.add(
            "AL-11.3", "repaired", plane=plane, ready=s.planes[plane].status == READY, at=s.planes[plane].place
        )


def roll_odds(s: Sees, plane: str, used: int) -> Odds:
    """What a maintenance roll may bring, from the same chart as the roll."""
    added = modifiers(s, plane, used)
    at = s.planes[plane]

    def attempt(dice: Dice) -> str:
        got = result(dice.roll(8), added)
        if got in ("repair1", "repair2"):
            return "ready" if repaired(at, got).status == READY else "better"
        return "nothing" if got == "unflyable" else f"maintenance {got}"

    return odds(attempt, added)
