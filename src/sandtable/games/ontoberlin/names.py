"""The names of everything an option or a line of the journal can name, and what the game says."""

from __future__ import annotations

from sandtable.board.texts import Texts
from sandtable.games.ontoberlin.components import AIRFIELDS, DATA, DIVISIONS, FORMATIONS, KINDS, LEADERS
from sandtable.games.ontoberlin.map.geography import MAP
from sandtable.kernel.words import Words


def _hex_name(id: str) -> str:
    place = MAP.hexes[id].place
    return f"{id} {place}" if place else id


def _names(words: Words) -> dict[str, str]:
    """Every id with its name; `words.toml` lists those that no component has printed on it."""
    return (
        {id: _hex_name(id) for id in MAP.hexes}
        | {id: kind.name for id, kind in KINDS.items()}
        | {id: leader["name"] for id, leader in LEADERS.items()}
        | {id: words.term(id) for id in (*DIVISIONS, *FORMATIONS)}
        | {id: field.name for id, field in AIRFIELDS.items()}
        | {plan["id"]: plan["name"] for plan in DATA.toml("deployments.toml")["deployment"]}
    )


TEXTS = Texts(DATA.translations(_names))
WORDS = TEXTS.by_language
say, name = TEXTS.say, TEXTS.name


def term(sort: str, id: str) -> str:
    """What a class of units, a service, a kind of ground is called: "anti-tank", "Hitler Youth", "built-up"."""
    return TEXTS.words().terms.get(f"{sort} {id}", id)
