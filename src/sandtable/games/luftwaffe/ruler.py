"""The ruler: how far it is from one square to another, and how many turns whoever is there needs for it."""

from __future__ import annotations

from sandtable.games.luftwaffe.components import parts
from sandtable.games.luftwaffe.knowledge.sight import LuftwaffeView
from sandtable.games.luftwaffe.map.geography import FAR, distance
from sandtable.games.luftwaffe.names import hexes_told, short
from sandtable.kernel.errors import Refused
from sandtable.kernel.table import Measured


def measure(view: LuftwaffeView, a: str, b: str) -> Measured:
    """LW-1.1, LW-8.5 The squares from one to the other, and the turns that each known type in the first needs."""
    for hex in (a, b):
        if hex not in parts().terrain:
            raise Refused(f"{hex!r} is not a hex of the map.")
    range = distance(a, b)
    if range >= FAR:
        return Measured(a, b, 0, "No path leads from one to the other.", ends=(a, b), clause="LW-1.1")
    there = [unit.type for unit in view.americans.values() if unit.hex == a]
    there += [unit.type for unit in view.germans.values() if unit.hex == a]
    known = [type for type in dict.fromkeys(there) if type in parts().types]
    turns = ", ".join(f"{short(type)} {-(-range // parts().types[type].mf)}" for type in known)
    text = hexes_told(range)
    return Measured(a, b, range, f"{text}; turns: {turns}." if turns else f"{text}.", ends=(a, b), clause="LW-1.1")
