"""A campaign that begins on a later date, with a prepared position (data/campaign/starts.toml)."""

from __future__ import annotations

from functools import cache

import msgspec

from sandtable.games.vengeance.campaign.areas import compute_areas
from sandtable.games.vengeance.campaign.charts import dates
from sandtable.games.vengeance.campaign.points import note, write
from sandtable.games.vengeance.campaign.raising import raise_groups
from sandtable.games.vengeance.campaign.sheet import ITEM, ON_BOARD, Bought
from sandtable.games.vengeance.components import folder, ground
from sandtable.games.vengeance.field import field_of
from sandtable.games.vengeance.model import GERMAN, RUSSIAN, SIDES, Battle
from sandtable.kernel.errors import DataError


class Start(msgspec.Struct, frozen=True):
    """Who holds what on a date, and which groups each side has."""

    date: str
    radius: int
    german: tuple[str, ...]
    russian: tuple[str, ...]


class Bridgehead(msgspec.Struct, frozen=True):
    """Where the Russian has crossed the Spree."""

    centre: str
    bridges: tuple[str, ...]


@cache
def starts() -> dict[str, Start]:
    """The prepared positions by date."""
    try:
        return {row["date"]: msgspec.convert(row, Start) for row in folder().toml("campaign/starts.toml")["start"]}
    except (msgspec.ValidationError, KeyError) as fault:
        raise DataError(f"The prepared positions are not as they should be: {fault}") from None


@cache
def bridgehead() -> Bridgehead:
    """The Russian bridgehead."""
    return msgspec.convert(folder().toml("campaign/starts.toml")["bridgehead"], Bridgehead)


def begin_on(s: Battle, date: str) -> None:
    """RV-CGS1, RV-CGS3 The state of a campaign at the start of the Refit Phase's second half of a date."""
    start = starts()[date]
    note(s, date=dates().index(date) - 1)
    divide_ground(s, start)
    for side in SIDES:
        groups: tuple[str, ...] = getattr(start, side)
        lines = tuple(Bought(id, ON_BOARD if id[0] in "IVG" else ITEM, 0, dates().index(date) - 1) for id in groups)
        write(s, side, cpp=0, fpp=0, bought=lines)
    raise_groups(s)
    note(s, date=dates().index(date), played=dates().index(date))
    s.areas = compute_areas(s)
    s.step, s.pending = "chits", [RUSSIAN, GERMAN]
    s.journal.add("RV-RePh8.6121", "date", date=date)


def divide_ground(s: Battle, start: Start) -> None:
    """RV-CG14 The north bank is Russian, the south bank German but for the bridgehead; the Reichstag is German."""
    f = field_of(s)
    g = ground()
    reichstag = {hex for b in g.buildings.values() if b.kind == "reichstag" for hex in b.hexes}
    for hex in g.hexes.values():
        near = start.radius and g.range(hex.id, bridgehead().centre) <= start.radius and hex.id not in reichstag
        russian = hex.bank == "N" or (hex.bank == "S" and near) or (start.radius and hex.id in bridgehead().bridges)
        side = RUSSIAN if russian else GERMAN if hex.bank == "S" else ""
        for at in f.ground.of_hex[hex.id]:
            if side and at in f.steps:
                s.control[at] = side
    s.open_control = dict(s.control)
