"""The effects of cards in words: the closed vocabulary read aloud."""

from __future__ import annotations

from sandtable.games.airlift.components import Operation, every_event
from sandtable.games.airlift.names import name, say, term
from sandtable.games.airlift.rules.cards import alternative_id
from sandtable.kernel.words import signed

_PLACES = ("us_homes", "cw_homes", "each_home")
"""Several airbases at once."""


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
    return say(_key(op), n=op.n, signed=signed(op.n), level=op.level, **_named(op))


def _key(op: Operation) -> str:
    if op.op == "ground" and op.who == "ap_choice":
        return "effect_ground_choice"
    return f"effect_problem_{op.scope}" if op.op == "problem" else f"effect_{op.op}"


def _named(op: Operation) -> dict[str, str]:
    """Whom and what it is about."""
    return {
        "who": term(f"who {op.who}"),
        "colour": name(op.colour) if op.colour else say("cargo"),
        "place": term(f"place {op.place}") if op.place in _PLACES else name(op.place),
        "person": name(op.name),
        "weather": name(op.kind).lower(),
        "base": name(op.base),
    }
