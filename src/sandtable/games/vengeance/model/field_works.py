"""Records of field works and of what play does to the ground (chapters B24, B26 to B30, BRV9, BRV11).

RV-BRV3.0 Of Red Barricades only what the module names is used: debris, embankments, factories, cellars, dug-in tanks,
and its rules 3, 5, 6, 8, 10 and 17.
"""

from __future__ import annotations

from sandtable.kernel.state import Record


def hexside(a: str, b: str) -> str:
    """The id of the hexside between two neighbours, the same from both: K11/K12."""
    return f"{a}/{b}" if a < b else f"{b}/{a}"


def hexes_beside(side: str) -> tuple[str, str]:
    """The two hexes of a hexside that is named by its id."""
    a, _, b = side.partition("/")
    return a, b


class Work(Record, frozen=True):
    """RV-B26.1 to RV-B30.1 A fortification counter. `at` is a Location, or the hexside of a barrier; "" off the map.

    `hidden` is true while the enemy does not know of it; of a Roadblock or Barricade only the type is hidden.
    """

    id: str
    type: str
    side: str
    at: str = ""
    group: int = 0
    hidden: bool = False
    arc: int = -1
    """RV-B30.1 The corner through which a Pillbox looks, 0 to 5; -1 if it has none."""
    factors: int = 0
    """RV-BRV9.4 Mines that are still to be placed, or A-T mines in the hex."""
    breached: bool = False
    """A Barricade that an AFV has broken through."""

    @property
    def places(self) -> tuple[str, ...]:
        """Its Location, or the two hexes beside the hexside of a barrier; none off the map."""
        return tuple(filter(None, hexes_beside(self.at)))


class SetCharge(Record, frozen=True):
    """RV-A23.7 A demolition charge that was set and waits, hidden, for its setter."""

    weapon: str
    type: str
    side: str
    at: str
    setter: str
    setter_at: str
    """Where the setter was when he last could fire it: another may take his place there."""
    tried: bool = False
    """A NTC for it has failed in this phase."""
    urgent: bool = False
    """RV-BRV11.315 It goes off in this phase or is lost."""


class LaborCounter(Record, frozen=True):
    """RV-B24.7, RV-BRV9.213 A Labor counter of -1 or -2: on what is cleared, and the hex that it is cleared from."""

    what: str
    hex: str
    drm: int


class Labour(Record, frozen=True):
    """RV-B24.7, RV-A23.7, RV-BRV14.3 What a unit does for a whole Movement Phase; it is rolled for at its end."""

    unit: str
    kind: str
    what: str
    """The counter, the hexside or the Location that is cleared; the charge that is set."""


class Screen(Record, frozen=True):
    """RV-A24.2 SMOKE or WP of a gun or of artillery in a hex; `age` counts its owner's Prep Fire Phases."""

    side: str
    wp: bool = False
    dispersed: bool = False
    age: int = 0
