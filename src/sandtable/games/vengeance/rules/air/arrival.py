"""Aircraft come and go (chapters E7.1, E7.2, E7.7)."""

from __future__ import annotations

from typing import Any

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.model.aircraft import Plane
from sandtable.games.vengeance.model.battle import Battle
from sandtable.kernel.errors import DataError
from sandtable.kernel.state import replace

DOWN, OFF, LEFT = "shot down", "driven off", "left"


def change(s: Battle, id: str, **changes: Any) -> Plane:
    """Change what is remembered of an aircraft."""
    plane: Plane = replace(s.planes[id], **changes)
    s.planes[id] = plane
    return plane


def muster_planes(s: Battle, side: str, types: tuple[str, ...], sighting: int) -> None:
    """RV-E7.1, RV-E7.7 The aircraft of a scenario wait; the Germans have none."""
    for number, name in enumerate(types, 1):
        type = components().air.type(name)
        if type.side != side:
            raise DataError(f"The {side} side has no {type.name}.")
        id = f"{side[:2]}-plane-{number}"
        s.planes[id] = Plane(id, name, side, bombs=type.bombs, smoke=sighting)


def arrive(s: Battle) -> None:
    """RV-E7.1, RV-A3.1, RV-E3.4 From his second Player Turn on the owner rolls in each own RPh; not in the rain."""
    waiting = [p for p in s.planes.values() if p.side == s.side and not p.here and not p.gone]
    if not waiting or s.turn < 2 or s.rain:
        return
    die = s.dice.roll(6, "air support")
    come = die <= s.turn - 1
    s.journal.add("RV-E7.1", "air_support", side=s.side, die=die, need=s.turn - 1, success=come)
    if come:
        for plane in waiting:
            change(s, plane.id, here=True, turns=components().air.attack.stay)


def end_phase_in_the_air(s: Battle) -> None:
    """RV-E7.1, RV-E7.2 Aircraft may be asked again; with the Player Turn their attack is due again, or they leave."""
    for plane in list(s.planes.values()):
        if not plane.here:
            continue
        plane = change(s, plane.id, asked=False, target="")
        if s.phase != "CCPh":
            continue
        turns = plane.turns - (plane.side == s.side)
        change(s, plane.id, attacked=False, turns=turns)
        if not turns:
            leave(s, plane.id, LEFT)


def leave(s: Battle, id: str, how: str) -> None:
    """RV-E7.1, RV-E7.5 It is gone for good."""
    change(s, id, here=False, gone=how, target="", turns=0)
    s.journal.add("RV-E7.5" if how != LEFT else "RV-E7.1", "plane_gone", plane=id, how=how)
