"""The ruler: how far it is from one hex to another, and whose guns reach so far."""

from __future__ import annotations

from sandtable.games.ontoberlin.components import KINDS
from sandtable.games.ontoberlin.knowledge.sight import OnToBerlinView
from sandtable.games.ontoberlin.map.geography import MAP
from sandtable.games.ontoberlin.names import name, say
from sandtable.kernel.errors import Refused
from sandtable.kernel.table import Measured


def measure(view: OnToBerlinView, a: str, b: str) -> Measured:
    """OB-0.4, OB-8.2.1 The hexes from one to the other, and which artillery in the first reaches the second."""
    for hex in (a, b):
        if hex not in MAP.hexes:
            raise Refused(say("not_a_hex", place=name(hex)))
    range = MAP.distance(a, b)
    guns = [id for id, unit in view.units.items() if unit.at == a and id in KINDS and KINDS[id].cls == "artillery"]
    near = [id for id in guns if range <= (1 if view.units[id].landed else KINDS[id].artillery_range)]
    text = say("measured_guns", hexes=range, guns=near) if near else say("measured", hexes=range)
    return Measured(a, b, range, text, ends=(a, b), clause="OB-0.4")
