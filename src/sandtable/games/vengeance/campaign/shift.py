"""The Shift of units between Set Up Areas (RV-RePh8.613, RV-RePh8.6131)."""

from __future__ import annotations

from functools import partial

from sandtable.games.vengeance.campaign.areas import (
    garrison,
    holder,
    isolated_areas,
    neighbours_on_foot,
    spread,
    strong_by_terrain,
)
from sandtable.games.vengeance.campaign.minefields import leave_mines
from sandtable.games.vengeance.model import SIDES, Battle
from sandtable.games.vengeance.rules.units import other
from sandtable.kernel.flow import Choose, Flow, Option


def open_to(s: Battle, side: str, hex: str) -> bool:
    """RV-RePh8.613 A hex of a friendly area, or an Uncontrolled one; a bridge must be the side's own."""
    area = s.areas.get(hex, "")
    if area:
        return area.startswith(side)
    if holder(s, hex) == "nml" and f"{hex}-bridge" in s.control:
        return s.control[f"{hex}-bridge"] == side
    return not strong_by_terrain(s, hex) and not garrison(s, hex) - {side}


def joined_areas(s: Battle, side: str) -> dict[str, list[str]]:
    """RV-RePh8.613 For each non-isolated area of a side the others to which a path leads from it."""
    cut_off = isolated_areas(s)
    names = [n for n in dict.fromkeys(s.areas.values()) if n.startswith(side) and n not in cut_off]
    found: dict[str, list[str]] = {}

    def onward(hex: str) -> list[str]:
        return [n for n in neighbours_on_foot(s, hex) if open_to(s, side, n)]

    for area in names:
        if area in found:
            continue
        reached = spread([hex for hex, name in s.areas.items() if name == area], onward)
        together = [n for n in names if any(s.areas.get(hex) == n for hex in reached)]
        for one in together:
            found[one] = [n for n in together if n != one]
    return found


def shifts(s: Battle, side: str) -> list[Option]:
    """RV-RePh8.613 Every unit of a side and the areas to which it may Shift."""
    reach = joined_areas(s, side)
    return [
        ("shift", id, to)
        for id, area in s.posts.items()
        if id in s.units and s.units[id].side == side and id not in s.pending
        for to in reach.get(area, ())
    ]


def shift_step(s: Battle) -> Flow:
    """RV-RePh8.613 The sides in turn, in secret: one unit to another area, or no more."""
    side = s.pending[0]
    options = shifts(s, side)
    pick = yield Choose(side, [*options, ("done",)], rule="RV-RePh8.613", ask="shift" if options else "shift_none")
    if pick[0] == "done":
        s.pending = [other for other in s.pending[1:] if other in SIDES]
        if not s.pending:
            empty_areas(s)
            s.step = "repair"
        return
    s.posts[str(pick[1])] = str(pick[2])
    s.pending.append(str(pick[1]))  # one Shift for each
    s.pending += [id for id in leave_mines(s, [str(pick[1])]) if id not in s.pending]
    s.journal.add("RV-RePh8.613", "shifted", seen_by=(side,), unit=pick[1], area=pick[2])


def empty_areas(s: Battle) -> None:
    """RV-RePh8.6131 An area that lies among enemy areas only and is emptied becomes No Man's Land."""
    posts = set(s.posts.values())
    for side in SIDES:
        for area in {name for name in s.areas.values() if name.startswith(side) and name not in posts}:
            hexes = [hex for hex, name in s.areas.items() if name == area]
            if area in isolated_areas(s):
                _abandon(s, hexes, side)


def _abandon(s: Battle, hexes: list[str], side: str) -> None:
    leave = partial(_forget, s, side)
    for hex in hexes:
        leave(hex)
    s.journal.add("RV-RePh8.6131", "area_abandoned", side=side, hexes=len(hexes), enemy=other(side))


def _forget(s: Battle, side: str, hex: str) -> None:
    del s.areas[hex]
    for at in list(s.control):
        if (at == hex or at.startswith(f"{hex}-")) and s.control[at] == side:
            s.control[at] = ""
