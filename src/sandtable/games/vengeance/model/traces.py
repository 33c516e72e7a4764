"""What play leaves behind (RV-B24.11, RV-A7.55, RV-A8.1, RV-C1.5, RV-B9.21): changed ground, fire, open questions."""

from __future__ import annotations

from sandtable.kernel.state import Record


class Alteration(Record, frozen=True):
    """RV-B24.11, RV-B23.711, RV-B29.1, RV-B30.1 What became of a hex, or of the hexside to the hex `beyond`."""

    hex: str
    becomes: str
    beyond: str = ""
    number: int = 0
    """The levels that are left of a building, the squads for which a Pillbox has room."""


class Volley(Record, frozen=True):
    """RV-A7.55 Fire of a kind from one Location at another."""

    at: str
    target: str
    kind: str


class ShotsFired(Record, frozen=True):
    """RV-A8.1 How often a firer has fired at the moving stack where it is; of a vehicle also its main gun alone."""

    number: int = 0
    of_gun: int = 0


class Shelled(Record, frozen=True):
    """RV-C1.5 A unit or vehicle that a battery has shelled in a hex."""

    battery: str
    target: str
    hex: str


class WallClaim(Record, frozen=True):
    """RV-B9.21 A side that is asked who claims wall advantage: at the walls of one Location, or (`at` "") of all."""

    side: str
    at: str = ""
    give_up_only: bool = False
    """RV-B9.24 Before this phase it can only be given up."""
