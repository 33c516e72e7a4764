"""Which weapon a half-squad keeps after Casualty Reduction (chapter A7.302): its owner says."""

from __future__ import annotations

from sandtable.games.vengeance.model.battle import Battle
from sandtable.kernel.flow import Choose, Flow
from sandtable.kernel.state import replace


def keep_weapon(s: Battle) -> Flow:
    """RV-A7.302, RV-Z3 One SW of the owner's choice; the others lie in the Location.

    The program has left the strongest in its hands until the question can be asked.
    """
    id, weapons = next(iter(s.reduced.items()))
    there = _still_there(s, id, weapons)
    if len(there) > 1:
        unit = s.units[id]
        pick = yield Choose(unit.side, [("keep", w) for w in there], rule="RV-A7.302", ask="keep", about=(id,))
        for weapon in there:
            kept = weapon == pick[1]
            s.weapons[weapon] = replace(s.weapons[weapon], holder=id if kept else "", at="" if kept else unit.at)
    del s.reduced[id]


def _still_there(s: Battle, id: str, weapons: tuple[str, ...]) -> list[str]:
    """The weapons that are still in the hands of a unit, or lie where it is."""
    unit = s.units.get(id)
    if unit is None or not unit.at:
        return []
    found = [s.weapons[w] for w in weapons if w in s.weapons]
    return [w.id for w in found if w.holder == id or (not w.holder and w.at == unit.at)]
