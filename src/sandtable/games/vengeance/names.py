"""Names of everything that options and journal lines mention."""

from __future__ import annotations

import re
from functools import cache

from sandtable.board.texts import Texts
from sandtable.games.vengeance.campaign.charts import PILLBOXES, chart, fortifications
from sandtable.games.vengeance.components import components, folder, ground
from sandtable.games.vengeance.model.battle import GERMAN, RUSSIAN, SIDES, Weapon
from sandtable.games.vengeance.model.guns import Gun
from sandtable.games.vengeance.model.vehicles import Vehicle
from sandtable.kernel.language import ENGLISH

SIDE_NAMES = {GERMAN: "Germans", RUSSIAN: "Russians"}
ADJECTIVES = {GERMAN: "German", RUSSIAN: "Russian"}
_KINDS = {
    "roof": "{} rooftop",
    "cellar": "{} cellar",
    "bridge": "{} bridge",
    "viaduct": "{} viaduct",
    "culvert": "{} culvert",
    "sewer": "the sewer below {}",
    "swim": "the water at {}",
}
_MOST_UNITS, _MOST_WEAPONS = 60, 25
_MOST_BATTERIES = 6
_MOST_LEADERS = 60
_MOST_OF_CAMPAIGN = 1_200
MODES = ("enter", "on_board", "reserve", "dug_in", "item")
"""How a purchase arrives; `words.toml` names it, and no name begins with a word that options have before a gap."""
WORKS_FOR_SALE = {
    **{type: type for type in fortifications() if type not in ("HIP", "?")},
    **{size: size for size in PILLBOXES},
}
MODULE_NAMES = {group.module: group.module for side in SIDES for group in chart(side).groups.values() if group.module}
WEAPON_NAMES = {
    "LMG": "LMG", "MMG": "MMG", "HMG": "HMG", "HMG50": ".50-cal", "LIGHT_MTR": "light mortar", "PSK": "Panzerschreck",
    "PF": "Panzerfaust", "FT": "flamethrower", "DC": "demolition charge", "RADIO": "radio", "PHONE": "phone",
    "BANNER": "Red Banner",
}  # fmt: skip


def _locations() -> dict[str, str]:
    names = {}
    for place in ground().locations.values():
        if place.kind == "ground":
            names[place.id] = place.hex
        elif place.kind == "level":
            names[place.id] = f"{place.hex} level {place.floor}"
        else:
            names[place.id] = _KINDS[place.kind].format(place.hex)
    return names


def group_id(side: str, group: str) -> str:
    """How options name a Reinforcement Group: its bare id would be that of a hex."""
    return f"{side[:2]}-group-{group}"


def letters(number: int) -> str:
    """A, B … Z, AA, BB … as on the counters of the family."""
    return chr(65 + (number - 1) % 26) * (1 + (number - 1) // 26)


@cache
def _people() -> dict[str, list[str]]:
    """The names that leaders have, as the file has them: a table asks for hundreds, a file is read once."""
    return folder().toml("names.toml")


def person(side: str, number: int) -> str:
    """The name of a leader; where there are more leaders than names, A. Krause comes after the last."""
    people = _people()[side]
    again, place = divmod(number - 1, len(people))
    return f"{letters(again)}. {people[place]}" if again else people[place]


def _units(side: str) -> dict[str, str]:
    prefix, who = side[:2], ADJECTIVES[side]
    names = {f"{prefix}-{n}": f"{who} {letters(n)}" for n in range(1, _MOST_UNITS)}
    names |= {f"{prefix}-new-{n}": f"{who} counter {letters(n)}" for n in range(1, _MOST_UNITS)}
    names |= {f"{prefix}-new-{n}": f"{who} counter no. {n}" for n in range(_MOST_UNITS, _MOST_OF_CAMPAIGN)}
    names |= {f"{prefix}-module-{n}": f"{who} artillery {n}" for n in range(1, _MOST_WEAPONS)}
    names |= {group_id(side, group.id): f"{group.name} ({group.id})" for group in chart(side).groups.values()}
    names |= {f"{side}-{n}": f"{who} area {n}" for n in range(1, _MOST_UNITS)}
    names |= {f"{prefix}-dummy-{n}": f"{who} dummy {n}" for n in range(1, _MOST_UNITS)}
    names |= {f"{prefix}-reserve-{n}": f"{who} Reserve {n}" for n in range(1, _MOST_OF_CAMPAIGN)}
    names |= {f"{prefix}-leader-{n}": person(side, n) for n in range(1, _MOST_LEADERS)}
    names |= {f"{prefix}-plane-{n}": f"{who} aircraft {n}" for n in range(1, _MOST_BATTERIES)}
    names |= {f"{prefix}-battery-{n}": f"{who} battery {n}" for n in range(1, _MOST_BATTERIES)}
    for type in components().weapons.values():
        if type.side == side:
            name, short = WEAPON_NAMES[type.type], type.id.split("_", 1)[1]
            names |= {f"{prefix}-{short}-{n}": f"{who} {name} {n}" for n in range(1, _MOST_WEAPONS)}
    names |= {
        f"{type.id.replace('_', '-', 1)}-{n}": f"{who} {type.name} {letters(n)}"
        for type in components().ordnance.guns.values()
        if type.side == side
        for n in range(1, _MOST_WEAPONS)
    }
    names |= {
        f"{type.id.replace('_', '-', 1)}-{n}": f"{type.name} {letters(n)}"
        for type in components().armour.types.values()
        if type.side == side
        for n in range(1, _MOST_WEAPONS)
    }
    return names


MOST_WORKS = 98
"""So many works of a kind have a name."""
_WORK_NAMES = {
    "wire": "wire", "mines": "mines", "ap": "A-P mines", "at": "A-T works", "trench": "trench",
    "foxhole": "foxhole", "barrier": "roadblock", "pillbox": "pillbox", "fortified": "fortified Location",
    "cupola": "armored cupola", "tunnel": "tunnel",
}  # fmt: skip


def _works(side: str) -> dict[str, str]:
    prefix, who = side[:2], ADJECTIVES[side]
    return {
        f"{prefix}-{kind}-{n}": f"{who} {name} {n}"
        for kind, name in _WORK_NAMES.items()
        for n in range(1, MOST_WORKS + 1)
    }


HEXSIDE_NAMES = {
    f"side-{d}": name
    for d, name in enumerate(("northern", "north-eastern", "south-eastern", "southern", "south-western",
                              "north-western"))
}  # fmt: skip
ARC_NAMES = {
    f"arc-{corner}": name
    for corner, name in enumerate(("north-north-east", "east", "south-south-east", "south-south-west", "west",
                                   "north-north-west"))
}  # fmt: skip


def _unknown(side: str) -> dict[str, str]:
    """RV-A12.1 What covers the unknown units of a side in a Location."""
    places = _locations() | _pillboxes()
    return {f"{side[:2]}-unknown-{at}": f"{ADJECTIVES[side]} ? in {name}" for at, name in places.items()}


def _pillboxes() -> dict[str, str]:
    return {f"{hex}-pillbox": f"pillbox {hex}" for hex in ground().hexes}


_MADE: dict[str, str] = {
    **MODULE_NAMES,
    **WORKS_FOR_SALE,
    **ARC_NAMES,
    **HEXSIDE_NAMES,
    **_locations(),
    **_units(GERMAN),
    **_units(RUSSIAN),
    **_works(GERMAN),
    **_works(RUSSIAN),
    **_pillboxes(),
    **_unknown(GERMAN),
    **_unknown(RUSSIAN),
    **{side: SIDE_NAMES[side] for side in SIDES},
}
TEXTS = Texts(folder().translations(lambda _: _MADE))
NAMES = dict(TEXTS.by_language[ENGLISH].names)
"""In English; those of `words.toml` and those that are made here."""
say, term, name = TEXTS.say, TEXTS.term, TEXTS.name


# -- counters that were made in play ---------------------------------------------------------------------------------


NEW = re.compile(r" counter (?=(no\. )?\w+$)")
"""What stands in the name of a counter of which one knows no more than that there was one."""


def counter_name(id: str, what: str) -> str:
    """RV-CGS1 A counter by what it is, also when it is gone: German LMG X, where its id tells only a number."""
    return NEW.sub(f" {what} ", NAMES.get(id, id))


def weapon_name(weapon: Weapon) -> str:
    """A support weapon, for a line of the journal that is read when it is lost."""
    return counter_name(weapon.id, WEAPON_NAMES.get(components().weapons[weapon.type].type, "weapon"))


def gun_name(gun: Gun) -> str:
    """A Gun, likewise."""
    return counter_name(gun.id, components().ordnance.guns[gun.type].name)


def vehicle_name(vehicle: Vehicle) -> str:
    """A vehicle, likewise."""
    return counter_name(vehicle.id, components().armour.types[vehicle.type].name)
