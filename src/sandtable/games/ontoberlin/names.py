"""The names of everything an option or a line of the journal can name."""

from __future__ import annotations

from sandtable.games.ontoberlin.components import AIRFIELDS, ALLIED, DIVISIONS, FORMATIONS, GERMAN, KINDS, LEADERS
from sandtable.games.ontoberlin.map.geography import MAP
from sandtable.games.ontoberlin.rules.setup import DEPLOYMENTS

COMPASS_NAMES = {
    "N": "north",
    "NE": "north-east",
    "SE": "south-east",
    "S": "south",
    "SW": "south-west",
    "NW": "north-west",
}


def _hex_name(id: str) -> str:
    place = MAP.hexes[id].place
    return f"{id} {place}" if place else id


NAMES: dict[str, str] = (
    {ALLIED: "Allied", GERMAN: "German", "edge": "the map edge"}
    | {id: _hex_name(id) for id in MAP.hexes}
    | {id: kind.name for id, kind in KINDS.items()}
    | {id: leader["name"] for id, leader in LEADERS.items()}
    | {id: id for id in (*DIVISIONS, *FORMATIONS)}
    | {"Muncheberg": "Müncheberg"}
    | {id: field.name for id, field in AIRFIELDS.items()}
    | {id: plan.name for id, plan in DEPLOYMENTS.items()}
    | COMPASS_NAMES
    | {"tag.fort": "Strongpoint", "tag.flak": "Flak tower", "value.move": "Movement"}
)
