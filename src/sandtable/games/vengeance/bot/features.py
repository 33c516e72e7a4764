"""A view as figures for players that learn: the battle, what is left of both sides, and the map hex by hex.

A large field is told in blocks of 2 by 2 or 4 by 4 hexes instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import get_args

from sandtable.games.vengeance.bot.judgement import worth_of
from sandtable.games.vengeance.bot.player import worth
from sandtable.games.vengeance.components import ground
from sandtable.games.vengeance.knowledge.sight import BattleView
from sandtable.games.vengeance.map.battlefield import FIELDS, make_field
from sandtable.games.vengeance.model.battle import GERMAN, SIDES
from sandtable.games.vengeance.model.sequence import Phase
from sandtable.games.vengeance.rules.units.kinds import is_leader, is_mmc
from sandtable.kernel.features import FeatureSheet, named, row

_MOST_CELLS, _BLOCKS = 250, (2, 4)
_HEX = re.compile(r"[A-Z]+\d+")
_BATTLE = (
    *("turn", "own_turn", "worth", "wind", "rain", "night", "covers", "hiding", "batteries", "planes", "moving"),
    *("in_melee", "burning"),
)
_SIDE = ("good_order", "broken", "off_map", "vehicles", "wrecks", "casualty_points", "sniper", "panzerfausts", "exited")
_MEN = ("men", "leaders", "broken", "pinned", "worn", "concealed", "weapons", "guns", "vehicles", "control")
_GROUND = ("smoke", "fire", "danger", "works", "banner", "acting", "sniper")


class _Cells:
    """The parts of a field that are told apart, and the names of its features."""

    def __init__(self, scenario: str) -> None:
        field = FIELDS.get(scenario) or make_field(scenario)
        hexes = {field.hex_of[at] for at in field.steps}
        self.of_hex = {hex: hex for hex in sorted(hexes)}
        for size in _BLOCKS:
            if len(set(self.of_hex.values())) > _MOST_CELLS:
                self.of_hex = {hex: _block(hex, size) for hex in self.of_hex}
        cells = sorted(set(self.of_hex.values()))
        self.sheet = FeatureSheet(
            [
                *named(("phase",), get_args(Phase)),
                *named(("battle",), _BATTLE),
                *named(("own", "enemy"), _SIDE),
                *named(cells, (f"{whose}_{figure}" for whose in ("own", "enemy") for figure in _MEN)),
                *named(cells, _GROUND),
            ]
        )

    def cell(self, location: str) -> str:
        """The cell of a Location, hex or hexside, whose id begins with its hex; "" off the field."""
        begins = _HEX.match(location)
        return self.of_hex.get(begins[0], "") if begins else ""


def _block(hex: str, size: int) -> str:
    there = ground().hexes[hex]
    return f"block{there.column // size:02}{there.y2 // (2 * size):02}"


@lru_cache(maxsize=8)
def cells_of(scenario: str) -> _Cells:
    """The cells of the field of a scenario."""
    return _Cells(scenario)


def features(view: BattleView, seat: str) -> tuple[float, ...]:
    """RV-A.12 What a seat knows; a spectator looks as the German does."""
    cells = cells_of(view.scenario)
    return cells.sheet.filled(_figures(view, seat or GERMAN, cells))


def _figures(view: BattleView, seat: str, cells: _Cells) -> Iterator[tuple[str, float]]:
    yield f"phase.{view.phase}", 1.0
    told = (
        *(view.turn / 8, view.side == seat, worth(view, seat), view.wind / 2, view.rain, view.night is not None),
        *(view.covers / 5, view.hiding / 5, len(view.batteries) / 3, len(view.planes) / 3),
        *(len(view.move.units) / 3 if view.move else 0, view.melee is not None, len(view.flames) / 10),
    )
    yield from row("battle", _BATTLE, told)
    for side in SIDES:
        yield from _side(view, side, "own" if side == seat else "enemy")
    yield from ((name, value) for name, value in _on_map(view, seat, cells) if not name.startswith("."))


def _side(view: BattleView, side: str, whose: str) -> Iterator[tuple[str, float]]:
    """RV-0.3 What is left of a side as far as the seat knows."""
    men = [unit for unit in view.units.values() if unit.side == side]
    vehicles = [vehicle for vehicle in view.vehicles.values() if vehicle.side == side]
    told = (
        sum(worth_of(unit) for unit in men if not unit.broken) / 10,
        sum(unit.broken for unit in men) / 5,
        sum(not unit.at and not unit.aboard for unit in men) / 10,
        sum(not vehicle.wreck for vehicle in vehicles) / 5,
        sum(bool(vehicle.wreck) for vehicle in vehicles) / 5,
        view.cvp.get(side, 0) / 20,
        view.san.get(side, 0) / 5,
        view.fausts.get(side, 0) / 5,
        view.exited.get(side, 0) / 10,
    )
    yield from row(whose, _SIDE, told)


def _on_map(view: BattleView, seat: str, cells: _Cells) -> Iterator[tuple[str, float]]:
    """RV-0.1 What is in each cell; what is off the field has no name before its dot."""
    of = cells.cell
    for unit in view.units.values():
        if unit.at:
            here = f"{of(unit.at)}.{'own' if unit.side == seat else 'enemy'}"
            yield f"{here}_men", worth_of(unit) if is_mmc(unit) else 0.25
            yield f"{here}_leaders", float(is_leader(unit))
            yield f"{here}_broken", float(unit.broken)
            yield f"{here}_pinned", float(unit.pinned)
            yield f"{here}_worn", float(bool(unit.cx or unit.fired or unit.moved))
            yield f"{here}_concealed", float(unit.concealed)
    for weapon in view.weapons.values():
        holder = view.units.get(weapon.holder)
        place = holder.at if holder is not None else weapon.at
        side = holder.side if holder is not None else weapon.side
        if place:
            yield f"{of(place)}.{'own' if side == seat else 'enemy'}_weapons", 0.0 if weapon.malfunctioned else 0.5
    for gun in view.guns.values():
        if gun.at:
            yield f"{of(gun.at)}.{'own' if gun.side == seat else 'enemy'}_guns", 1.0
    for vehicle in view.vehicles.values():
        if vehicle.at and not vehicle.wreck:
            yield f"{of(vehicle.at)}.{'own' if vehicle.side == seat else 'enemy'}_vehicles", 1.0
    for place, side in view.control.items():
        yield f"{of(place)}.{'own' if side == seat else 'enemy'}_control", 0.5
    yield from _ground(view, cells)


def _ground(view: BattleView, cells: _Cells) -> Iterator[tuple[str, float]]:
    """RV-0.2 What lies in a cell beside men and vehicles, and who acts there."""
    of = cells.cell
    yield from ((f"{of(at)}.smoke", level / 3) for at, level in view.smoke.items())
    yield from ((f"{of(hex)}.smoke", 1.0) for hex in view.screens)
    yield from ((f"{of(at)}.fire", level / 2) for at, level in view.flames.items())
    yield from ((f"{of(at)}.danger", strength / 8) for at, strength in view.residual.items())
    yield from ((f"{of(at)}.danger", strength / 8) for at, (_, strength) in view.lanes.items())
    yield from ((f"{of(work.at)}.works", 1.0) for work in view.works.values() if work.at)
    yield from ((f"{of(at)}.works", 0.5) for at in view.foxholes)
    yield from ((f"{of(at)}.banner", 1.0) for at in view.banners.values())
    yield from ((f"{of(hex)}.sniper", 1.0) for hex in view.snipers.values() if hex)
    movers = view.move.units if view.move else ()
    yield from ((f"{of(view.units[id].at)}.acting", 1.0) for id in movers if id in view.units)
    if view.drive and view.drive.vehicle in view.vehicles:
        yield f"{of(view.vehicles[view.drive.vehicle].at)}.acting", 1.0
    if view.melee:
        yield f"{of(view.melee.at)}.acting", 1.0
