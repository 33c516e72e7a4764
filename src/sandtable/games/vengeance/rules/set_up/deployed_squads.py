"""Squads that set up Deployed (RV-A1.31)."""

from __future__ import annotations

from sandtable.games.vengeance.components import SQUAD
from sandtable.games.vengeance.model.battle import GERMAN, Battle, Unit
from sandtable.games.vengeance.rules.units.counters import new_id
from sandtable.games.vengeance.rules.units.kinds import type_of
from sandtable.kernel.state import replace

_TENTH = 10


def _count(s: Battle) -> str:
    """Under which name they are counted; each set-up of a campaign has its own."""
    return f"deployed-{s.campaign.date if s.campaign is not None else 0}"


def may_set_up_deployed(s: Battle, unit: Unit) -> bool:
    """RV-A1.31 A German squad, while less than a tenth (FRU) of the side's squads is Deployed."""
    if unit.side != GERMAN or type_of(unit).kind != SQUAD or not type_of(unit).half_squad:
        return False
    done = s.made.get(_count(s), 0)
    squads = done + sum(1 for u in s.units.values() if u.side == GERMAN and type_of(u).kind == SQUAD)
    return done < -(-squads // _TENTH)


def set_up_deployed(s: Battle, unit: Unit) -> None:
    """RV-A1.31 It is set up as its two half-squads, each for itself; what it carries stays with the first."""
    s.made[_count(s)] = s.made.get(_count(s), 0) + 1
    half = type_of(unit).half_squad
    second = replace(unit, id=new_id(s, unit.side), type=half)
    s.units[unit.id] = replace(unit, type=half)
    s.units[second.id] = second
    if unit.id in s.posts:
        s.posts[second.id] = s.posts[unit.id]
    s.journal.add("RV-A1.31", "deployed", seen_by=(unit.side,), unit=unit.id, by=second.id)
