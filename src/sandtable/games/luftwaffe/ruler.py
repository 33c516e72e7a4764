"""The ruler: how far it is from one hex to another, and how many turns each type there needs for it."""

from __future__ import annotations

from sandtable.games.luftwaffe.components import parts
from sandtable.games.luftwaffe.knowledge.sight import LuftwaffeView
from sandtable.games.luftwaffe.map.geography import FAR, distance
from sandtable.games.luftwaffe.names import say, short
from sandtable.kernel.errors import Refused
from sandtable.kernel.table import Measured


def measure(view: LuftwaffeView, a: str, b: str) -> Measured:
    """LW-1.1, LW-8.5 The hexes from one to the other, and the turns that each known type in the first needs."""
    a, b = _hex(a), _hex(b)
    range = distance(a, b)
    if range >= FAR:
        return Measured(a, b, 0, say("no_path"), ends=(a, b), clause="LW-1.1")
    there = [unit.type for unit in view.americans.values() if unit.hex == a]
    there += [unit.type for unit in view.germans.values() if unit.hex == a]
    known = [type for type in dict.fromkeys(there) if type in parts().types]
    turns = ", ".join(f"{short(type)} {-(-range // parts().types[type].mf)}" for type in known)
    text = say("measured_turns", hexes=range, turns=turns) if turns else say("measured", hexes=range)
    return Measured(a, b, range, text, ends=(a, b), clause="LW-1.1")


def _hex(id: str) -> str:
    """The hex itself, or that of a city or base."""
    place = parts().cities.get(id) or parts().bases.get(id)
    hex = place.hex if place else id
    if hex not in parts().terrain:
        raise Refused(say("not_a_hex"))
    return hex
