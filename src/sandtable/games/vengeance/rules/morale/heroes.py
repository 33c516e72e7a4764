"""Heroes and hardened men (chapter A15): what becomes of a unit after the Heat of Battle, berserk men apart."""

from __future__ import annotations

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map import current_sight
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.rules.concealment.gain_and_loss import reveal
from sandtable.games.vengeance.rules.units.counters import create, mark, swap
from sandtable.games.vengeance.rules.units.enemies import known_places
from sandtable.games.vengeance.rules.units.kinds import is_leader
from sandtable.games.vengeance.rules.units.losses import elr_as


def make_hero(s: Battle, id: str) -> None:
    """RV-A15.2 A hero beside an MMC; a leader becomes heroic himself."""
    unit = s.units[id]
    if is_leader(unit):
        mark(s, id, heroic=True, pinned=False)
        s.journal.add("RV-A15.2", "heroic", unit=id)
        return
    reveal(s, id)
    clean = Unit(id, unit.type, unit.side, unit.at, components().elr[unit.type], moved=unit.moved, melee=unit.melee)
    hero = create(s, f"{unit.side[:2]}_hero", clean)
    s.journal.add("RV-A15.2", "hero", unit=hero.id, by=id)


def harden(s: Battle, id: str) -> None:
    """RV-A15.21, RV-BRV8.2a, RV-BRV8.501 The next better type; at the top Fanatic (a leader: heroic). It rallies."""
    unit = s.units[id]
    becomes = components().hardening.get(unit.type, "fanatic")
    changes = {"broken": False, "dm": False, "pinned": False, "disrupted": False}
    if becomes == "fanatic":
        mark(s, id, fanatic=True, **changes)
    elif becomes == "heroic":
        mark(s, id, heroic=True, **changes)
    else:
        swap(s, id, becomes, elr=elr_as(unit, becomes), **changes)
    printed = components().units.get(becomes)
    s.journal.add("RV-A15.21", "hardened", unit=id, by=becomes if printed is None else printed.told)


def sees_enemy(s: Battle, unit: Unit) -> bool:
    """RV-A.12 Whether a Known enemy is in the LOS of a unit."""
    f = field_of(s)
    return any(current_sight.sees(s, f, unit.at, at) for at in known_places(s, unit.side))


def calm_down(s: Battle, id: str) -> None:
    """RV-A15.4 A berserk unit returns to normal."""
    mark(s, id, berserk=False)
    s.journal.add("RV-A15.4", "calm", unit=id)
