"""A campaign that begins on a later date, with a prepared position (data/campaign/starts.toml): ours, not printed."""

from __future__ import annotations

from functools import cache

import msgspec

from sandtable.games.vengeance.campaign.areas import compute_areas
from sandtable.games.vengeance.campaign.charts import dates, historical, is_night
from sandtable.games.vengeance.campaign.points import lose_elr, note, sheet, write
from sandtable.games.vengeance.campaign.purchase.leaders import roll_for_all
from sandtable.games.vengeance.campaign.purchase.raising import raise_groups
from sandtable.games.vengeance.campaign.refit.step_texts import OPENING
from sandtable.games.vengeance.components import components, folder, ground
from sandtable.games.vengeance.map.altered_ground import (
    BREACH,
    RUBBLE_STONE,
    SHELLHOLES,
    alter,
    alter_side,
)
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import GERMAN, RUSSIAN, SIDES, Battle, Weapon
from sandtable.games.vengeance.model.campaign import ITEM, ON_BOARD, Bought
from sandtable.games.vengeance.model.field_works import Work, hexes_beside
from sandtable.games.vengeance.model.vehicles import WRECKED, Vehicle
from sandtable.games.vengeance.rules.fortifications.set_up import work_id
from sandtable.games.vengeance.rules.units.counters import new_id
from sandtable.games.vengeance.rules.units.kinds import BANNERS, other

_BOTH = "both"


class Start(msgspec.Struct, frozen=True):
    """What each side has when a campaign begins on a date."""

    date: str
    german: tuple[str, ...]
    russian: tuple[str, ...]
    cpp: dict[str, int]
    san: dict[str, int]


class Fought(msgspec.Struct, frozen=True):
    """A scenario before: who attacked, who won, and the CVP that each side lost in it."""

    date: str
    attacker: str
    winner: str
    german: int
    russian: int


class Taken(msgspec.Struct, frozen=True):
    """What the Russian has taken south of the Spree by the beginning of a date."""

    by: str
    hexes: tuple[str, ...] = ()
    locations: tuple[str, ...] = ()


class WreckOrWork(msgspec.Struct, frozen=True):
    """A wreck or a field work."""

    type: str
    at: str


class Damage(msgspec.Struct, frozen=True):
    """What was shot to pieces, or dug, by the beginning of a date."""

    by: str
    rubble: tuple[str, ...] = ()
    shellholes: tuple[str, ...] = ()
    breaches: tuple[str, ...] = ()
    wrecks: tuple[WreckOrWork, ...] = ()
    works: tuple[WreckOrWork, ...] = ()


class Flying(msgspec.Struct, frozen=True):
    """RV-CG17 Where a Banner flies from a date on."""

    by: str
    at: str


class Chronicle(msgspec.Struct, frozen=True):
    """The course of the battle, as far as it is prepared."""

    start: tuple[Start, ...]
    fought: tuple[Fought, ...]
    taken: tuple[Taken, ...]
    damage: tuple[Damage, ...]
    banner: tuple[Flying, ...]


_STARTS = "campaign/starts.toml"


@cache
def chronicle() -> Chronicle:
    """The course of the battle."""
    told = {key: rows for key, rows in folder().toml(_STARTS).items() if key != "source"}
    return folder().record(Chronicle, _STARTS, told)


@cache
def starts() -> dict[str, Start]:
    """The prepared positions by date."""
    return {start.date: start for start in chronicle().start}


def is_past(told: str, date: str) -> bool:
    """Whether what is told of one date has come by the beginning of another."""
    return dates().index(told) <= dates().index(date)


def begin_on(s: Battle, date: str) -> None:
    """RV-CGS1, RV-CGS3 The state of a campaign at the start of the Refit Phase's second half of a date."""
    start, number = starts()[date], dates().index(date)
    note(s, date=number - 1)
    shoot_to_pieces(s, date)
    divide_ground(s, date)
    for side in SIDES:
        groups: tuple[str, ...] = getattr(start, side)
        lines = tuple(Bought(id, ON_BOARD if id[0] in "IVG" else ITEM, 0, number - 1, number - 1) for id in groups)
        write(s, side, cpp=start.cpp[side], fpp=0, bought=lines)
        s.san[side] = start.san[side]
    raise_groups(s)
    for side in SIDES:
        roll_for_all(s, side)
    raise_banner(s, date)
    remember(s, date)
    note(s, date=number)
    s.areas = compute_areas(s)
    s.step, s.pending = OPENING, [RUSSIAN, GERMAN]


# -- the ground ------------------------------------------------------------------------------------------------------


def divide_ground(s: Battle, date: str) -> None:
    """RV-CG14 The north bank is Russian, the south bank German but for what the Russian has taken."""
    f = field_of(s)
    for hex in ground().hexes.values():
        side = RUSSIAN if hex.bank == "N" else GERMAN if hex.bank == "S" else ""
        _hold(s, side, *(at for at in f.ground.of_hex[hex.id] if side))
    for row in chronicle().taken:
        if is_past(row.by, date):
            _hold(s, RUSSIAN, *(at for hex in row.hexes for at in f.ground.of_hex[hex]), *row.locations)
    s.open_control = dict(s.control)


def _hold(s: Battle, side: str, *places: str) -> None:
    for at in places:
        if at in field_of(s).steps:
            s.control[at] = side


def shoot_to_pieces(s: Battle, date: str) -> None:
    """RV-CG27 Rubble, shellholes, breaches, wrecks and known field works stay from one scenario to the next."""
    for row in (row for row in chronicle().damage if is_past(row.by, date)):
        for hexes, becomes in ((row.rubble, RUBBLE_STONE), (row.shellholes, SHELLHOLES)):
            for hex in hexes:
                alter(s, hex, becomes)
        for side in row.breaches:
            alter_side(s, *hexes_beside(side), BREACH)
        for wreck in row.wrecks:
            side = components().armour.types[wreck.type].side
            id = new_id(s, side)
            s.vehicles[id] = Vehicle(id, wreck.type, side, wreck.at, wreck=WRECKED, ce=False)
        for work in row.works:
            id = work_id(s, GERMAN, work.type)
            s.works[id] = Work(id, work.type, GERMAN, work.at)


def raise_banner(s: Battle, date: str) -> None:
    """RV-CG17, RV-BRV14.4 A Banner that was raised before flies where it was."""
    for row in chronicle().banner:
        id = next((banner for banner in BANNERS if banner not in s.weapons), "")
        if id and is_past(row.by, date):
            s.weapons[id] = Weapon(id, "ru_banner", RUSSIAN, at=row.at)
            s.banners[id] = row.at
            note(s, banners=tuple(s.banners.values()))


# -- what was ---------------------------------------------------------------------------------------------------------


def remember(s: Battle, date: str) -> None:
    """RV-CGS1 The record of the scenarios before: results, chits, losses and ELR, the weather of the last one."""
    past = [row for row in chronicle().fought if is_past(row.date, date) and row.date != date]
    for row in past:
        for side in SIDES:
            _enter(s, side, row)
    last = past[-1]
    before = historical(dates().index(last.date))
    s.ec = before["ec"].lower()
    note(
        s, played=len(past), attacker=RUSSIAN if last.attacker == _BOTH else last.attacker, dual=last.attacker == _BOTH,
        night_before=is_night(dates().index(last.date)), weather=before.get("weather", "Clear"),
        cloud=before.get("cloud", ""),
    )  # fmt: skip


def _enter(s: Battle, side: str, row: Fought) -> None:
    """RV-CG24, RV-CG26, RV-CGS11 One scenario in the record of a side; nobody chose a chit for the Initial CGS."""
    kept, won = sheet(s, side), row.winner == side
    attacked = row.attacker in (side, _BOTH) and row.date != dates()[0]
    write(
        s, side, attacked=attacked, chits=kept.chits - attacked,
        suffered=getattr(row, side), inflicted=getattr(row, other(side)), won_last=won, lost_last=not won,
        won=kept.won + won, lost=kept.lost + (not won),
    )  # fmt: skip
    lose_elr(s, side, getattr(row, side))
