"""The names of everything that lies on the table, and the words of the game in every language it has."""

from __future__ import annotations

from sandtable.board.texts import Texts
from sandtable.games.warbirds.components import (
    AAF,
    AIRMEN,
    CASUALTIES,
    DAMAGE,
    DATA,
    EVENTS,
    MISSIONS,
    PART_NAMES,
    POSITIONS,
    SOURCES,
    STATIONS,
)
from sandtable.kernel.language import ENGLISH
from sandtable.kernel.words import Words

SEATS = tuple(f"seat-{number}" for number in range(1, 7))
TROUBLES = ("controls", "bay_jam", "radio_out", "oxygen_out", "gun_out", "fuel_leak", "fire")
DEEDS = ("bomb_hits", "fuel_saves", "kills")
VALUES = (
    "rank", "skills", "medals", "skill", "acts_as", "wounds", "kills", "aircraft", "position", "attack",
    "effect", "damage", "capacity",
)  # fmt: skip
"""What is printed on the pieces: the inspector names the values."""
KINDS = ("station", "part", "engine", "airspace")


def _damage_name(words: Words, id: str) -> str:
    """A damage card by its station and by what it can break."""
    card = DAMAGE[id]
    breaks = [
        words.term(f"trouble_{e.condition}") if e.condition in TROUBLES else words.say("engine_number", number=e.engine)
        for e in card.effects
        if e.op != "fuel"
    ]
    named = ", ".join([words.term(STATIONS[card.station].name), *breaks])
    return words.say("damage_name", breaks=named, number=id[-2:])


def _source_name(words: Words, source: str) -> str:
    """R2B is 'right 2 from below'."""
    if source == AAF:
        return words.term("flak")
    position = words.term(POSITIONS[source[:2]].name)
    return words.say("from_above" if source[2] == "A" else "from_below", position=position)


def event_title(words: Words, id: str) -> str:
    """What is printed on an event card: fighters by type and source, other cards by their title."""
    card = EVENTS[id]
    return f"{card.aircraft} {card.source}" if card.source else words.term(card.name)


def _event_name(words: Words, id: str) -> str:
    """The title of an event card; equal fighters are told apart by their number."""
    title = event_title(words, id)
    return f"{title} #{id.split('-')[1]}" if EVENTS[id].source else title


def _names(words: Words) -> dict[str, str]:
    term, say = words.term, words.say
    return (
        {seat: say("player", number=seat[-1]) for seat in SEATS}
        | {id: airman.name for id, airman in AIRMEN.items()}
        | {id: term(station.name) for id, station in STATIONS.items()}
        | {id: term(position.name) for id, position in POSITIONS.items()}
        | {id: term(name) for id, name in PART_NAMES.items()}
        | {id: _event_name(words, id) for id in EVENTS}
        | {id: _damage_name(words, id) for id in DAMAGE}
        | {id: term(card.name) for id, card in CASUALTIES.items()}
        | {id: say("mission_name", title=term(m.title), target=m.target) for id, m in MISSIONS.items()}
        | {source: _source_name(words, source) for source in SOURCES}
        | {deed: term(deed) for deed in DEEDS}
        | {f"value.{value}": term(value.replace("_", " ").capitalize()) for value in VALUES}
        | {f"kind.{kind}": term(kind.capitalize()) for kind in KINDS}
    )


TEXTS = Texts(DATA.translations(_names))
WORDS = TEXTS.by_language
NAMES = WORDS[ENGLISH].names
"""In English."""
words, say, term, name = TEXTS.words, TEXTS.say, TEXTS.term, TEXTS.name
