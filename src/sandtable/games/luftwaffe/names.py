"""The names of everything that can be named: units, types, cities, bases, hexes, fronts."""

from __future__ import annotations

from sandtable.board.texts import Texts
from sandtable.games.luftwaffe.components import parts
from sandtable.kernel.words import Words


def _short(words: Words, type: str) -> str:
    return words.terms.get(f"type {type}") or parts().types[type].name


def _unit_name(words: Words, id: str) -> str:
    unit = parts().units[id]
    return f"{_short(words, unit.type)} {unit.designation}"


def _place_name(words: Words, hex: str) -> str:
    p = parts()
    if hex in p.city_at:
        return p.city_at[hex].name
    if hex in p.base_at:
        return words.say("airbase", base=p.base_at[hex].name)
    return words.say("entry", number=p.numbered[hex].number) if hex in p.numbered else ""


def _names(words: Words) -> dict[str, str]:
    """Every id with its name, beside those that `words.toml` lists."""
    p = parts()
    return (
        {hex: f"{hex} {_place_name(words, hex)}".strip() for hex in p.grid}
        | {c.id: c.name for c in p.cities.values()}
        | {b.id: words.say("airbase", base=b.name) for b in p.bases.values()}
        | {type: words.say("all_of_type", type=_short(words, type)) for type in p.types}
        | {f"{type}_from_russia": words.say("all_from_russia", type=_short(words, type)) for type in p.types}
        | {unit: _unit_name(words, unit) for unit in p.units}
        | {c.id: c.name for c in p.complexes.values()}
    )


TEXTS = Texts(parts().folder.translations(_names))
say, term, name = TEXTS.say, TEXTS.term, TEXTS.name


def short(type: str) -> str:
    """The short name of a type: B-17."""
    return _short(TEXTS.words(), type)


def called(id: str) -> str:
    """The name of a type, a unit, or of the aircraft of a type that come from Russia."""
    p = parts()
    if id in p.units:
        return name(id)
    type, _, from_russia = id.partition("_from_")
    return say("from_russia", type=short(type)) if from_russia else short(type) if type in p.types else id


def hexes_told(count: int) -> str:
    """A distance in words."""
    return say("hexes", count=count)
