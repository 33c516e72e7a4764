"""Whom both sides have seen (RV-A.12): counters made in play have only a number, and keep a name when they fall."""

from __future__ import annotations

from sandtable.games.vengeance.knowledge.enemy_counters import Knowledge
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.rules.units.counters import MADE


def note_identified(s: Battle) -> None:
    """RV-A.12, RV-CGS1 Note the types of all new counters that lie open on the map now."""
    known = Knowledge(s, "")
    for kind in (s.units, s.weapons, s.guns, s.vehicles):
        for id, thing in kind.items():
            if MADE in id and known.open(id):
                s.identified[id] = thing.type
