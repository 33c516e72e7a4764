"""What is looked at while long games are played: invariants, tables, and views that name what nobody may know."""

from __future__ import annotations

import re

import msgspec

from sandtable.games.vengeance import GAME
from sandtable.games.vengeance.model.battle import SIDES, Battle
from sandtable.games.vengeance.rules.units.kinds import is_reserve, unknown

_NAMES = re.compile(r"[^\s\"/]+")


def secrets(s: Battle, seat: str) -> set[str]:
    """RV-A.12 The ids of counters of the enemy that a seat may not know, and of what they hold."""
    found = {u.id for u in s.units.values() if u.side != seat and u.at and unknown(u) and not is_reserve(u)}
    found |= {v.id for v in s.vehicles.values() if v.side != seat and (v.hidden or v.concealed)}
    found |= {w.id for w in s.weapons.values() if w.side != seat and w.holder in found}
    found |= {g.id for g in s.guns.values() if g.side != seat and g.crew in found}
    found |= {t.id for t in s.works.values() if t.side != seat and t.hidden and t.at and "/" not in t.at}
    return found


def told(s: Battle) -> list[str]:
    """Secrets that a view names; RV-A.12 but who was seen stays known by name, though not where he is."""
    wrong = []
    for seat in SIDES if not s.winner else ():
        unseen, view = secrets(s, seat), GAME.sight(s, seat)
        for field in (name for name in view.__struct_fields__ if name != "identified"):
            names = _NAMES.findall(msgspec.json.encode(getattr(view, field)).decode())
            wrong += [f"the {seat} is told of {id} in {field}" for id in sorted(unseen.intersection(names))]
    return wrong


def lay_tables(s: Battle) -> None:
    """The table of every seat and of a spectator can be made."""
    for seat in (*SIDES, ""):
        GAME.table(GAME.sight(s, seat))


def faults(s: Battle) -> list[str]:
    """All that is wrong with a state."""
    return [*GAME.invariants(s), *told(s)]
