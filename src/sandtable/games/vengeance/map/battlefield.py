"""The field of each battle: its part of the map, with the changes that play has laid over it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from sandtable.games.vengeance.components import ground, sightlines
from sandtable.games.vengeance.map.altered_ground import altered_field
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.ground import CELLAR, SEWER, VIADUCT
from sandtable.games.vengeance.map.line_cache import remember
from sandtable.games.vengeance.model.traces import Alteration
from sandtable.games.vengeance.scenarios.cards import scenario
from sandtable.games.vengeance.scenarios.filters import hexes_of

FIELDS: dict[str, Field] = {}
"""The field of each scenario; tests put maps of their own here."""


class OnGround(Protocol):
    """A battle, or what a seat sees of one: its scenario, and what has changed on its map."""

    @property
    def scenario(self) -> str: ...

    @property
    def altered(self) -> Sequence[Alteration]: ...


def field_of(s: OnGround) -> Field:
    """The field on which a battle is fought."""
    known = FIELDS.get(s.scenario)
    if known is None:
        known = make_field(s.scenario)
    return altered_field(known, s.altered) if s.altered else known


def make_field(name: str) -> Field:
    """The field of a scenario, made once: its play area; RV-SCN2 without what a special rule closes.

    All fields of the real map share its lines of sight.
    """
    known = FIELDS.get(name)
    if known is None:
        card = scenario(name)
        area = frozenset(hexes_of(ground(), card.play_area))
        rules = card.special
        closed = {CELLAR: rules.no_cellars, SEWER: not card.sewers_from, VIADUCT: rules.no_sbahn}
        known = FIELDS[name] = Field(ground(), area, sightlines(), tuple(kind for kind, shut in closed.items() if shut))
        remember(known, name)
    return known
