"""Names of everything that options and journal lines mention."""

from __future__ import annotations

import re
from functools import cache

from sandtable.board.texts import Texts
from sandtable.games.vengeance.campaign.charts import PILLBOXES, chart, fortifications
from sandtable.games.vengeance.components import components, folder, ground
from sandtable.games.vengeance.model.battle import SIDES, Weapon
from sandtable.games.vengeance.model.guns import Gun
from sandtable.games.vengeance.model.vehicles import Vehicle
from sandtable.kernel.language import ENGLISH
from sandtable.kernel.words import Words

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


def _made(words: Words, key: str, **facts: str | int) -> str:
    """A name by its template; thousands are made at once, so that their gaps are not looked up among the names."""
    return words.texts[f"name_{key}"].format(**facts)


def _locations(words: Words) -> dict[str, str]:
    return {
        place.id: place.hex if place.kind == "ground" else _made(words, place.kind, hex=place.hex, floor=place.floor)
        for place in ground().locations.values()
    }


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


def _units(words: Words, side: str) -> dict[str, str]:
    prefix, who = side[:2], _adjective(words, side)

    def numbered(key: str, sort: str, most: int) -> dict[str, str]:
        return {f"{prefix}-{sort}{n}": _made(words, key, side=who, mark=letters(n), n=n) for n in range(1, most)}

    counter = words.texts["name_unknown_counter"]
    names = numbered("unit", "", _MOST_UNITS) | numbered("module", "module-", _MOST_WEAPONS)
    names |= {f"{prefix}-new-{n}": _counter(words, side, counter, n) for n in range(1, _MOST_OF_CAMPAIGN)}
    names |= {group_id(side, group.id): f"{group.name} ({group.id})" for group in chart(side).groups.values()}
    names |= {f"{side}-{n}": _made(words, "area", side=who, n=n) for n in range(1, _MOST_UNITS)}
    names |= numbered("dummy", "dummy-", _MOST_UNITS) | numbered("reserve", "reserve-", _MOST_OF_CAMPAIGN)
    names |= {f"{prefix}-leader-{n}": person(side, n) for n in range(1, _MOST_LEADERS)}
    names |= numbered("plane", "plane-", _MOST_BATTERIES) | numbered("battery", "battery-", _MOST_BATTERIES)
    for type in components().weapons.values():
        if type.side == side:
            what, short = words.terms[f"weapon {type.type}"], type.id.split("_", 1)[1]
            names |= {
                f"{prefix}-{short}-{n}": _made(words, "numbered", side=who, what=what, n=n)
                for n in range(1, _MOST_WEAPONS)
            }
    names |= {
        f"{type.id.replace('_', '-', 1)}-{n}": _made(words, "numbered", side=who, what=type.name, n=letters(n))
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


def _adjective(words: Words, side: str) -> str:
    return words.terms[f"whose {side}"]


def _counter(words: Words, side: str, what: str, number: int) -> str:
    """RV-CGS1 A counter that was made in play: German LMG X."""
    mark = letters(number) if number < _MOST_UNITS else _made(words, "high_number", n=number)
    return _made(words, "numbered", side=_adjective(words, side), what=what, n=mark)


MOST_WORKS = 98
"""So many works of a kind have a name."""
_WORKS = ("wire", "mines", "ap", "at", "trench", "foxhole", "barrier", "pillbox", "fortified", "cupola", "tunnel")


def _works(words: Words, side: str) -> dict[str, str]:
    prefix, who = side[:2], _adjective(words, side)
    return {
        f"{prefix}-{kind}-{n}": _made(words, "numbered", side=who, what=words.terms[f"work {kind}"], n=n)
        for kind in _WORKS
        for n in range(1, MOST_WORKS + 1)
    }


def _pillboxes(words: Words) -> dict[str, str]:
    return {f"{hex}-pillbox": _made(words, "pillbox", hex=hex) for hex in ground().hexes}


def _unknown(words: Words, side: str, places: dict[str, str]) -> dict[str, str]:
    """RV-A12.1 What covers the unknown units of a side in a Location."""
    who = _adjective(words, side)
    return {f"{side[:2]}-unknown-{at}": _made(words, "unknown", side=who, place=place) for at, place in places.items()}


def _names(words: Words) -> dict[str, str]:
    """Every id with its name; `words.toml` lists those that no component has printed on it."""
    places = _locations(words) | _pillboxes(words)
    names = MODULE_NAMES | WORKS_FOR_SALE | places
    for side in SIDES:
        names |= _units(words, side) | _works(words, side) | _unknown(words, side, places)
    return names


TEXTS = Texts(folder().translations(_names))
_ENGLISH = TEXTS.by_language[ENGLISH]
NAMES = dict(_ENGLISH.names)
"""In English; those of `words.toml` and those that are made here."""
say, term, name = TEXTS.say, TEXTS.term, TEXTS.name


# -- counters that were made in play ---------------------------------------------------------------------------------


NEW = re.compile(r"(ge|ru)-new-(\d+)")
"""The id of a counter that was made in play: it tells no more than that there was one."""
_SIDES = {side[:2]: side for side in SIDES}


def weapon_kind(type: str) -> str:
    """A sort of support weapon: LMG, demolition charge."""
    return _ENGLISH.terms[f"weapon {type}"]


def counter_name(id: str, what: str) -> str:
    """RV-CGS1 A counter by what it is, also when it is gone: German LMG X, where its id tells only a number."""
    made = NEW.fullmatch(id)
    return _counter(_ENGLISH, _SIDES[made[1]], what, int(made[2])) if made else NAMES.get(id, id)


def weapon_name(weapon: Weapon) -> str:
    """A support weapon, for a line of the journal that is read when it is lost."""
    return counter_name(weapon.id, weapon_kind(components().weapons[weapon.type].type))


def gun_name(gun: Gun) -> str:
    """A Gun, likewise."""
    return counter_name(gun.id, components().ordnance.guns[gun.type].name)


def vehicle_name(vehicle: Vehicle) -> str:
    """A vehicle, likewise."""
    return counter_name(vehicle.id, components().armour.types[vehicle.type].name)
