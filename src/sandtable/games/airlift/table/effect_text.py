"""The effects of cards in words: the closed vocabulary read aloud."""

from __future__ import annotations

from sandtable.games.airlift.components import Operation, every_event
from sandtable.games.airlift.names import NAMES
from sandtable.games.airlift.rules.cards import alternative_id

_WHO = {
    "ap": "the Active Player",
    "others": "every other player",
    "all": "every player",
    "us": "each US player",
    "cw": "each Commonwealth player",
    "most_delivered": "the player who delivered most",
}
_SCOPE = {
    "flight": "plane{s} in flight",
    "base": "plane{s} at an airbase",
    "us_flight": "US plane{s} in flight",
    "cw_flight": "Commonwealth plane{s} in flight",
    "us_base": "US plane{s} at an airbase",
    "cw_base": "Commonwealth plane{s} at an airbase",
}
_PLACE = {
    "us_homes": "each US home airbase",
    "cw_homes": "each Commonwealth home airbase",
    "each_home": "each home airbase",
}


def effect_names() -> dict[str, str]:
    """AL-6.3 Every alternative of every event by its id, named by what it does."""
    names = {}
    for card, season, event in every_event():
        for n, alternative in enumerate(event.effects):
            names[alternative_id(card, season, n)] = effect_text(alternative).removesuffix(".")
    return names


def effect_text(operations: tuple[Operation, ...]) -> str:
    """One alternative of an effect, its operations joined."""
    text = "; ".join(operation_text(operation) for operation in operations)
    return f"{text[:1].upper()}{text[1:]}."


def operation_text(op: Operation) -> str:
    """One operation (AL-7.1 to AL-7.26)."""
    plural = "" if abs(op.n) == 1 else "s"
    texts = {
        "sp": f"{op.n:+d} support for {_WHO.get(op.who, op.who)}",
        "vp": f"{op.n:+d} victory point{plural} for {_WHO.get(op.who, op.who)}",
        "sr": f"Soviet Resolve {op.n:+d}",
        "last": f"Last Draw {op.n:+d}",
        "cube": f"{op.n} {NAMES.get(op.colour, op.colour)} to {_PLACE.get(op.place, NAMES.get(op.place, op.place))}",
        "lose_cube": f"lose {op.n} {NAMES.get(op.colour, 'cargo')} at airbases",
        "pm": f"place or move {NAMES.get(op.name, op.name)}",
        "pm_draw": f"draw {op.n} from the Personnel box",
        "pm_remove": f"remove {op.n} personnel marker{plural}",
        "mechanic": f"place {op.n} Luftwaffe Mechanic{plural}",
        "plumber": f"place {op.n} RAF Plumber{plural}",
        "snack": f"place {op.n} Snack Bar{plural}",
        "problem": f"a problem for {op.n} {_SCOPE.get(op.scope, op.scope).format(s=plural)}",
        "roll": f"the top plane of every incoming stack rolls on Level {op.level}",
        "nsc": f"No Second Chance for {op.n} plane{plural}",
        "smoke": "chemicals and smoke over a stack",
        "manifest": f"discard {op.n} cube{plural} from a plane in flight",
        "repair": f"remove {op.n} problem{plural}",
        "weather": f"{NAMES.get(op.kind, op.kind).lower()} this turn",
        "clear": "the weather clears for this turn",
        "build": f"{op.n} free support on {NAMES.get(op.base, op.base)}",
        "ground": "a flight of the Active Player's choice is unavailable"
        if op.who == "ap_choice"
        else "one flight of each player is unavailable",
        "harass": f"{op.n:+d} harassment chit{plural} this turn",
        "move": f"movement {op.n:+d} this turn for planes of {_WHO.get(op.who, op.who)}",
        "transfer": f"transfer {op.n} cube{plural} at no cost",
        "outgoing": f"{op.n} {NAMES.get(op.colour, op.colour)} from the morale track to an airport",
        "c74": "the C-74 Globemaster arrives",
        "caltf": "the Combined Airlift Task Force is formed",
        "candy": "the Candy Bomber",
    }
    return texts[op.op]
