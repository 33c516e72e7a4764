"""The names of everything that can be named: units, types, cities, bases, hexes, fronts."""

from __future__ import annotations

from sandtable.games.luftwaffe.components import AIRBASE, AMERICAN, GERMAN, parts

_SHORT = {
    "b17": "B-17", "b24": "B-24", "b25": "B-25", "b26": "B-26", "a20": "A-20", "a26": "A-26", "p38": "P-38",
    "p39": "P-39", "p40": "P-40", "p47": "P-47", "p51": "P-51", "spit": "Spitfire", "me109": "Me 109",
    "fw190": "Fw 190", "me110": "Me 110", "ju88": "Ju 88", "me410": "Me 410", "do217": "Do 217", "he219": "He 219",
    "de520": "D.520", "ta152": "Ta 152", "he162": "He 162", "me262": "Me 262", "me163": "Me 163",
}  # fmt: skip


def short(type: str) -> str:
    """The short name of a type: B-17."""
    return _SHORT.get(type) or parts().types[type].name


def called(id: str) -> str:
    """The name of a type, a unit, or of the aircraft of a type that come from Russia."""
    p = parts()
    if id in p.units:
        return f"{short(p.units[id].type)} {p.units[id].designation}"
    type, _, from_russia = id.partition("_from_")
    return f"{short(type)} from Russia" if from_russia else short(type) if type in p.types else id


def all_of(type: str) -> str:
    """The aircraft of a type together: B-17s, Spitfires, P-51s from Russia."""
    type, _, from_russia = type.partition("_from_")
    return f"{short(type)}s from Russia" if from_russia else f"{short(type)}s"


def all_names() -> dict[str, str]:
    """Every id with its name."""
    p = parts()
    names = {AMERICAN: "American", GERMAN: "German"}
    for hex in p.grid:
        city, base, numbered = p.city_at.get(hex), p.base_at.get(hex), p.numbered.get(hex)
        place = (
            city.name if city else f"{base.name} airbase" if base else f"(entry {numbered.number})" if numbered else ""
        )
        names[hex] = f"{hex} {place}".strip()
    names |= {c.id: c.name for c in p.cities.values()}
    names |= {b.id: f"{b.name} airbase" for b in p.bases.values()}
    names |= {type: all_of(type) for type in (*p.types, *(f"{t}_from_russia" for t in p.types))}
    names |= {unit: called(unit) for unit in p.units}
    names |= {c.id: c.name for c in p.complexes.values()}
    names |= {"value.mf": "Movement", "value.e": "E", "tag.airfield": "Airbase"}
    names |= {"tag.zone-west": "Western friendly zone", "tag.zone-south": "Southern friendly zone"}
    names |= {
        AIRBASE: "an airbase", "west": "England", "south": "Italy", "russia": "Russia", "front": "its own zone",
        "bomber": "bombers", "fighter": "fighters",
    }  # fmt: skip
    return names


def hexes_told(count: int) -> str:
    """A distance in words."""
    return f"{count} {'hex' if count == 1 else 'hexes'}"
