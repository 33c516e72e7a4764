"""What must be true of every state that play can reach."""

from __future__ import annotations

from sandtable.games.luftwaffe.components import AMERICAN, GERMAN, parts
from sandtable.games.luftwaffe.model import Luftwaffe, kind_of

_AMERICAN = ("reserve", "covered", "sneak", "up", "recovered", "lost", "withdrawn", "russia", "returning")
_GERMAN = ("reserve", "off", "ground", "air", "lost", "withdrawn")


def invariants(s: Luftwaffe) -> list[str]:
    """What is wrong with a state, in sentences."""
    p = parts()
    wrong: list[str] = []
    for id, u in s.americans.items():
        if u.status not in _AMERICAN or p.units[id].side != AMERICAN:
            wrong.append(f"{id} has the status {u.status!r}")
        if (u.factors == 0) != (u.status == "lost") or u.factors > 2:
            wrong.append(f"{id} has {u.factors} factors and is {u.status}")
        if u.status == "up" and (u.hex not in p.grid or p.terrain[u.hex] == "S"):
            wrong.append(f"{id} is face up at {u.hex!r}")
        if u.status == "covered" and s.turn and s.zone.front.get(u.hex) is None:
            wrong.append(f"{id} is covered outside the zone, at {u.hex!r}")
        if u.status == "up" and kind_of(u).time_piece and u.clock not in s.clocks:
            wrong.append(f"{id} flies without a time piece")
        if len(u.path) > kind_of(u).mf:
            wrong.append(f"{id} flew {len(u.path)} hexes")
    for id, g in s.germans.items():
        if g.status not in _GERMAN or p.units[id].side != GERMAN:
            wrong.append(f"{id} has the status {g.status!r}")
        if (g.factors == 0) != (g.status == "lost") or g.factors > 2:
            wrong.append(f"{id} has {g.factors} factors and is {g.status}")
        if g.status in ("air", "ground") and (g.hex in s.zone.all or p.terrain[g.hex] == "S"):
            wrong.append(f"{id} is at {g.hex}, where no German may be")
        if g.status == "ground" and p.base_at.get(g.hex) is None:
            wrong.append(f"{id} stands at {g.hex}, where there is no base")
        if g.status == "air" and g.clock not in s.clocks:
            wrong.append(f"{id} flies without a time piece")
    if len(s.dummies) > p.dummies:
        wrong.append(f"there are {len(s.dummies)} dummies")
    wrong += [f"{c} is destroyed and not on the Target Sheet" for c in s.destroyed if c not in p.cities]
    wrong += [f"{side} lost {n} factors to fuel" for side, n in s.fuel.items() if n < 0]
    return wrong
