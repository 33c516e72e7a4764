"""The charts and tables of the campaign, read once."""

from __future__ import annotations

from calendar import month_name
from functools import cache
from typing import Any

import msgspec

from sandtable.games.vengeance.components import components, folder
from sandtable.games.vengeance.model.battle import SIDES
from sandtable.kernel.errors import DataError

PILLBOXES = ("1+3+5", "1+5+7", "2+3+5", "2+5+7", "3+3+5", "3+5+7")
"""Capacity, CA and NCA of the pillboxes."""
AA_GROUPS = ("G6", "G7", "G8")
"""RV-I2 They leave the German chart after the Initial CGS."""

FOR_MODULE = {
    "Pre-Registered Hex": ("registered", 2),
    "Off-Board Observer": ("observer", 1),
    "Spotter Plane": ("spotter", 1),
}
"""RV-CG9b, RV-CG10 What is bought for a module of artillery: how the module records it, and how many it may have."""


class ReinforcementGroup(msgspec.Struct, frozen=True):
    """RV-RePh8.6193 A row of a Reinforcement Group chart."""

    id: str
    name: str
    cpp: int
    max_cgs: int
    max_cg: int
    full: int = 0
    depleted: int = 0
    unit: str = ""
    extra: tuple[str, ...] = ()
    weapons: tuple[str, ...] = ()
    crew: str = ""
    transport: str = ""
    notes: tuple[str, ...] = ()
    assault_engineer: bool = False
    dug_in: bool = False
    mortar: bool = False
    aa: bool = False
    module: str = ""
    aircraft: str = ""
    san: int = 0
    fpp: int = 0

    @property
    def letter(self) -> str:
        """I infantry, V vehicles, G guns, O artillery, M sniper and fortifications, S aircraft, P Panzerfaust."""
        return self.id[0]


_NOTE = "note "


class Chart(msgspec.Struct, frozen=True):
    """A side's chart: its rows, and the vehicles that a die decides (notes D, E, F, K, N)."""

    groups: dict[str, ReinforcementGroup]
    dice: dict[str, dict[str, str]]

    def by_note(self, group: ReinforcementGroup) -> dict[str, str]:
        """Notes E, F, K, N: the types of vehicles among which a die decides; none if the group has its own type."""
        return self.dice[group.unit.removeprefix(_NOTE)] if group.unit.startswith(_NOTE) else {}


class Fortification(msgspec.Struct, frozen=True):
    """RV-RePh8.621 A row of the fortification table; a cost for each size, or one by formula."""

    type: str
    fpp: int | tuple[int, ...] | str
    says: str
    """What it is good for, in our words."""
    notes: tuple[str, ...] = ()

    def __contains__(self, note: str) -> bool:
        return note in self.notes


@cache
def chart(side: str) -> Chart:
    """The Reinforcement Group chart of a side."""
    file = f"campaign/rg_{side}.toml"
    table = folder().toml(file)
    dice = {name.removeprefix("note_"): rows for name, rows in table.items() if name.startswith("note_")}
    return Chart(folder().records(ReinforcementGroup, file, "rg"), dice)


@cache
def tables() -> dict[str, Any]:
    """The tables of the campaign."""
    return folder().toml("campaign/tables.toml")


@cache
def frame() -> dict[str, Any]:
    """The dates, the start and the victory conditions."""
    return folder().toml("campaign/campaign.toml")


@cache
def fortifications() -> dict[str, Fortification]:
    """RV-RePh8.621 What FPP buy."""
    return folder().records(Fortification, "campaign/tables.toml", "fortification", by="type")


@cache
def fortification_row(work: str) -> Fortification:
    """RV-RePh8.621 The row of the table under which a kind of counter was bought."""
    printed = next(name for name, type in components().printed_works.items() if type == work)
    return next(row for row in fortifications().values() if printed.startswith(row.type))


def read_all() -> None:
    """Read every file, so that the fingerprint of the data knows them all."""
    tables(), frame()
    folder().toml("campaign/steps.toml"), folder().toml("campaign/starts.toml")
    for side in SIDES:
        chart(side)


def dates() -> tuple[str, ...]:
    """RV-CGS3 The nine dates."""
    return tuple(frame()["dates"])


_PARTS_OF_DAY = {"AM": "morning", "PM": "afternoon", "NT": "night"}


def date_name(date: str) -> str:
    """RV-CGS3, RV-BRV17 A date as it is told: 28 April, afternoon."""
    day, part = date.split()
    month, number = day.split("/")
    return f"{number} {month_name[int(month)]}, {_PARTS_OF_DAY[part]}"


def is_night(date: int) -> bool:
    """CG7"""
    return dates()[date] in frame()["night"]


def by_die(rows: dict[str, str], die: int) -> str:
    """A row such as 1-3, 5 or 7+ of a table that a die decides."""
    for span, result in rows.items():
        low, _, high = span.removesuffix("+").partition("-")
        if int(low) <= die <= (99 if span.endswith("+") else int(high or low)):
            return result
    raise DataError(f"No row of {rows} is for a {die}.")


def by_limit(rows: list[dict[str, Any]], final: int) -> str:
    """The first row whose `max` is not below the Final result."""
    return next(str(row["result"]) for row in rows if final <= row["max"])


@cache
def _for_date(table: str, date: int) -> dict[str, Any]:
    return next((row for row in tables()[table] if row["date"] == dates()[date]), {})


def critical_date(side: str, date: int) -> int:
    """RV-CG31 The Critical Date modifier of a side for a date."""
    return int(_for_date("critical_date", date)[side])


def cpp_base(side: str, date: int) -> int:
    """RV-RePh8.6161"""
    return int(_for_date("cpp_base", date)[side])


def historical(date: int) -> dict[str, str]:
    """RV-RePh8.617 Weather, EC, moon and cloud of a date."""
    return _for_date("weather_historical", date)
