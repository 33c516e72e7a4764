"""The names of everything on the table, for prompts, journal and tooltips."""

from __future__ import annotations

from sandtable.board.texts import Texts
from sandtable.games.airlift.components import (
    BASES,
    CARDS,
    COUNTERS,
    FLIGHT_CHITS,
    FOLDER,
    PERSONNEL,
    SEASONS,
    SOLITAIRE,
    SPACES,
    SQUADRONS,
    TYPE_OF,
)
from sandtable.kernel.words import Words

SHORT = {id: squadron.name.removesuffix(" Squadron") for id, squadron in SQUADRONS.items()}
"""USAF 10, CW 30 ..."""


def _names(words: Words) -> dict[str, str]:
    say = words.say
    names = {id: space.name for id, space in SPACES.items()}
    names |= {id: SHORT[id] for id in SQUADRONS}
    names |= {
        id: say("plane_name", type=TYPE_OF[id].id, slot=c.slot, squadron=SHORT[c.squadron])
        for id, c in COUNTERS.items()
    }
    for seat, chits in FLIGHT_CHITS.items():
        names |= {chit: say("flight_name", squadron=SHORT[seat], number=chit[-1]) for chit in chits}
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
    names |= {f"{id}-cargo": say("cargo_space", base=SPACES[id].name) for id in BASES}
    names |= {f"{id}-maintenance": say("maintenance_space", base=SPACES[id].name) for id in BASES}
    return names


TEXTS = Texts(FOLDER.translations(_names))
WORDS = TEXTS.by_language
say, term, name = TEXTS.say, TEXTS.term, TEXTS.name
