"""The names of everything on the table, for prompts, journal and tooltips."""

from __future__ import annotations

from sandtable.games.airlift.components import (
    BASES,
    CARDS,
    COUNTERS,
    FLIGHT_CHITS,
    PERSONNEL,
    SEASONS,
    SOLITAIRE,
    SPACES,
    SQUADRONS,
    TYPE_OF,
)

SHORT = {id: squadron.name.removesuffix(" Squadron") for id, squadron in SQUADRONS.items()}
"""USAF 10, CW 30 ..."""
WEATHER = {
    "fog-1": "Fog",
    "fog-2": "Severe fog",
    "storms-1": "Storms",
    "storms-2": "Severe storms",
    "snow-1": "Snow",
    "snow-2": "Heavy snow",
}


def _names() -> dict[str, str]:
    names = {id: space.name for id, space in SPACES.items()}
    names |= {id: SHORT[id] for id in SQUADRONS}
    names |= {id: f"{TYPE_OF[id].id} {c.slot} of {SHORT[c.squadron]}" for id, c in COUNTERS.items()}
    for seat, chits in FLIGHT_CHITS.items():
        names |= {chit: f"{SHORT[seat]} flight {chit[-1]}" for chit in chits}
    counts: dict[str, int] = {}
    for id, man in PERSONNEL.items():
        counts[man.name] = counts.get(man.name, 0) + 1
        alike = sum(other.name == man.name for other in PERSONNEL.values()) > 1
        names[id] = f"{man.name} {counts[man.name]}" if alike else man.name
    for id, card in CARDS.items():
        seasons = SEASONS[:2] if card.year == 1948 else SEASONS[2:]
        names[id] = " / ".join(card.event(season).name for season in seasons)
    for season, rows in SOLITAIRE.items():
        names |= {f"solitaire-{season}-{roll}": event.name for roll, event in rows.items()}
    names |= {f"{id}-cargo": f"{SPACES[id].name}: cargo" for id in BASES}
    names |= {f"{id}-maintenance": f"{SPACES[id].name}: maintenance" for id in BASES}
    names |= {"tag.us": "American", "tag.cw": "Commonwealth", "tag.both": "Shared", "tag.soviet": "Soviet airspace"}
    names |= {"tag.airfield": "Runways", "tag.water": "Flying boats only"}
    names |= {"value.text": "Effect", "value.corner": "Berlin Morale", "value.foot": "Date"}
    names |= {"value.parts": "Spare parts", "value.count": "Cubes"}
    names |= {"fuel": "fuel", "food": "food", "medicine": "medicine", "parts": "spare parts"}
    names |= {"finished": "finished products", "refugee": "refugees", "harassment": "Soviet harassment"}
    names |= {"fog": "Fog", "storms": "Storms", "snow": "Snow"} | WEATHER
    names |= {season: season.title() for season in SEASONS}
    return names | {"pool": "the pool", "box": "the Personnel box"}


NAMES = _names()
