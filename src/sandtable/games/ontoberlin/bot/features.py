"""A view as figures for players that learn: points and turn, the divisions, what is fought for, the map in sectors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from sandtable.games.ontoberlin.bot.worth import figures
from sandtable.games.ontoberlin.components import ALLIED, DIVISIONS, FORMATIONS, KINDS, LEADERS, OTHER, REICHSTAG, TURNS
from sandtable.games.ontoberlin.knowledge.sight import OnToBerlinView
from sandtable.games.ontoberlin.map.geography import MAP
from sandtable.games.ontoberlin.model import BOX, ELIMINATED, LOST, Step
from sandtable.kernel.features import FeatureSheet, named, row

_SECTOR = 5
"""A sector is so many hexes wide and high."""
_GAME = (
    *("turn", "own_turn", "own_points", "enemy_points", "strikes", "napalm", "hitler_youth", "volkssturm", "pool"),
    *("ruins", "fallen", "assaults", "waiting", "own_lost", "enemy_lost"),
)
_DIVISION = ("dropped", "zone_alive", "arrived", "on_map", "lost_in_drop", "eliminated")
_PLACE = ("own", "enemy", "own_near", "enemy_near", "taken")
_FORCE = ("units", "fire", "protection", "combat", "disrupted", "guns")
_OUTLOOK = ("lead_late", "near_the_reichstag", "zones_alive")
_REICHSTAG = "reichstag"


def sector(hex: str) -> str:
    """The part of the map in which a hex lies."""
    return f"sector{(int(hex[:2]) - 1) // _SECTOR:02}{(int(hex[2:]) - 1) // _SECTOR:02}"


SECTOR_OF = {hex: sector(hex) for hex in MAP.hexes}
SHEET = FeatureSheet(
    [
        *named(("step",), get_args(Step)),
        *named(("game",), _GAME),
        *named(DIVISIONS, _DIVISION),
        *named((_REICHSTAG, *LEADERS), _PLACE),
        *named(sorted({*SECTOR_OF.values()}), (f"{whose}_{figure}" for whose in ("own", "enemy") for figure in _FORCE)),
        *named(sorted({*SECTOR_OF.values()}), ("enemy_unknown", "acting", "struck")),
        *named(("outlook",), _OUTLOOK),
    ]
)


def features(view: OnToBerlinView, seat: str) -> tuple[float, ...]:
    """OB-2.2, OB-3.6 What a seat knows; a spectator looks as the Allied player does."""
    return SHEET.filled(_figures(view, seat or ALLIED))


def _figures(view: OnToBerlinView, seat: str) -> Iterator[tuple[str, float]]:
    yield f"step.{view.step}", 1.0
    gone = [KINDS[u].side for u, unit in view.units.items() if unit.at == ELIMINATED]
    told = (
        *(view.turn / TURNS, view.player == seat, view.vp[seat] / 40, view.vp[OTHER[seat]] / 40),
        *(view.strikes / 10, view.napalm / 5, view.hj_trigger, view.vs_trigger, view.pool / 30),
        *(len(view.ruins) / 20, len(view.fallen) / 10, len(view.assaults) / 5),
        sum(unit.at == BOX and KINDS[u].side == seat for u, unit in view.units.items()) / 20,
        *(gone.count(side) / 30 for side in (seat, OTHER[seat])),
    )
    yield from row("game", _GAME, told)
    yield from _divisions(view)
    yield from _places(view, seat)
    for hex, stack in view.stacks.items():
        yield from _stack(view, seat, hex, stack)
    if view.active and view.units[view.active].at in SECTOR_OF:
        yield f"{SECTOR_OF[view.units[view.active].at]}.acting", 1.0
    yield from ((f"{SECTOR_OF[hex]}.struck", 1.0) for hex in view.struck)
    outlook = figures(view, seat)[1]
    yield from ((f"outlook.{name}", outlook[name]) for name in _OUTLOOK)


def _divisions(view: OnToBerlinView) -> Iterator[tuple[str, float]]:
    """OB-2.1 What has become of the Allied divisions."""
    for id, status in view.divisions.items():
        at = [view.units[u].at for u in FORMATIONS[id] if u in view.units]
        where = (sum(place in view.stacks for place in at), at.count(LOST), at.count(ELIMINATED))
        told = (status.dropped, status.lz_alive, status.arrived, *(number / len(FORMATIONS[id]) for number in where))
        yield from row(id, _DIVISION, told)


def _places(view: OnToBerlinView, seat: str) -> Iterator[tuple[str, float]]:
    """OB-12.1, OB-12.2 Who is in and around the Reichstag and the headquarters of the leaders."""
    places = {_REICHSTAG: REICHSTAG, **{id: leader.hex for id, leader in view.leaders.items()}}
    for place, hex in places.items():
        in_it, near = {True: 0, False: 0}, {True: 0, False: 0}
        for around in (hex, *MAP.neighbours.get(hex, ())):
            stack = view.stacks.get(around, ())
            if stack:
                (in_it if around == hex else near)[KINDS[stack[0]].side == seat] += len(stack)
        taken = place in view.leaders and bool(view.leaders[place].captured)
        yield from row(place, _PLACE, (in_it[True] / 3, in_it[False] / 3, near[True] / 6, near[False] / 6, taken))


def _stack(view: OnToBerlinView, seat: str, hex: str, stack: tuple[str, ...]) -> Iterator[tuple[str, float]]:
    """OB-3.6.1 A stack as the seat sees it: a unit that it cannot identify counts as unknown."""
    kinds = [KINDS[u] for u in stack]
    whose = "own" if kinds[0].side == seat else "enemy"
    units = [view.units[u] for u in stack]
    told = (
        len(stack) / 3,
        sum(kind.fs for kind in kinds) / 10,
        sum(kind.pf for kind in kinds) / 10,
        sum(unit.combat for unit in units) / 3,
        sum(unit.disrupted for unit in units) / 3,
        sum(kind.is_gun for kind in kinds) / 3,
    )
    yield from row(f"{SECTOR_OF[hex]}", [f"{whose}_{figure}" for figure in _FORCE], told)
    if whose == "enemy":
        yield f"{SECTOR_OF[hex]}.enemy_unknown", sum(not kind.known for kind in kinds) / 3
