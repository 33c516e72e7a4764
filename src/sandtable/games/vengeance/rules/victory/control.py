"""Control and victory (chapters A26, SCN8)."""

from __future__ import annotations

from typing import Any

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.ground import GROUND, LEVEL
from sandtable.games.vengeance.model.battle import RUSSIAN, SIDES, Battle, Unit
from sandtable.games.vengeance.rules.units.enemies import counts_as_armed, enemies, enemies_in, is_enemy, is_known
from sandtable.games.vengeance.rules.units.kinds import (
    MOABIT,
    below,
    good_order,
    is_dummy,
    is_mmc,
    other,
    units_at,
    unknown,
)
from sandtable.games.vengeance.rules.units.stacking import halves
from sandtable.games.vengeance.scenarios.areas import start_control
from sandtable.games.vengeance.scenarios.cards import scenario
from sandtable.games.vengeance.scenarios.filters import hexes_of
from sandtable.kernel.errors import DataError

AT_ONCE, TURN_END, GAME_END = "at_once", "any_turn_end", "game_end"
"""RV-SCN8 When a condition is tested."""


def judge_at_once(s: Battle) -> None:
    """RV-SCN8, RV-A26.3 After an action: the conditions that win at once."""
    if fulfilled(s, (AT_ONCE,)):
        s.winner, s.won_by = scenario(s.scenario).victory.side, "task"


def update_control(s: Battle) -> None:
    """RV-A26.1, RV-A26.12 After every CCPh: a Good Order armed MMC without an armed enemy in its Location controls it;
    a whole building it gains too, unless it is one of the prisoners of Moabit.

    RV-A.12 What unknown units take, only their own side knows; what both sides see is kept beside the truth.
    """
    f = field_of(s)
    for at in list(s.at):
        units = units_at(s, at)
        if below(units[0]):
            continue  # RV-B8.13
        for side in SIDES:
            holders = holders_of(s, at, side)
            if not holders:
                continue
            guards = any(u.type not in MOABIT for u in holders)  # RV-A26.12
            for id in (at, *(_whole_building(s, f, at, side) if guards else ())):
                s.control[id] = side
            if all(map(unknown, holders)):
                s.secretly_taken[at] = tuple(dict.fromkeys((*s.secretly_taken.get(at, ()), side)))
                continue
            for id in (at, *(_whole_building(s, f, at, side, as_seen=True) if guards else ())):
                s.open_control[id] = side
                _lose_claims(s, id, side)


def _lose_claims(s: Battle, at: str, side: str) -> None:
    """RV-A26.1 A side took a Location openly: nobody believes to hold it who has no unknown unit there."""
    if at in s.secretly_taken:
        enemy = other(side)
        if enemy in s.secretly_taken[at] and holders_of(s, at, enemy):
            s.secretly_taken[at] = (enemy,)
        else:
            del s.secretly_taken[at]


def holders_of(s: Battle, at: str, side: str) -> list[Unit]:
    """RV-A26.1 The Good Order MMC by which a side holds a Location now: no armed enemy is there."""
    if any(counts_as_armed(s, e) for e in enemies_in(s, at, side)):
        return []
    return [u for u in units_at(s, at, side) if is_mmc(u) and good_order(u)]


def _whole_building(s: Battle, f: Field, at: str, side: str, as_seen: bool = False) -> list[str]:
    """RV-A26.1, RV-BRV3.1, RV-BRV12.11 No armed enemy in any Location of the building: all of it is gained.

    As both sides see it, a `?` counter is an armed enemy, and hidden ones are not there.
    """
    building = f.ground.buildings.get(f.hex(at).building)
    if building is None:
        return []
    places = [id for hex in building.hexes if hex in f.area for id in f.ground.of_hex[hex] if id in f.steps]
    enemies = [e for id in places for e in enemies_in(s, id, side)]
    denied = any(e.concealed if as_seen and not is_known(e) else counts_as_armed(s, e) for e in enemies)
    return [] if denied else places


def controls_building(s: Battle, f: Field, id: str, side: str) -> bool:
    """RV-A26.1 Whether a side controls every Location of a building and no armed enemy is in it."""
    places = [
        at for hex in f.ground.buildings[id].hexes if hex in f.area for at in f.ground.of_hex[hex] if at in f.steps
    ]
    if any(counts_as_armed(s, e) for at in places for e in enemies_in(s, at, side)):
        return False
    return all(controller(s, at) == side for at in places)


def controller(s: Battle, at: str) -> str:
    """Who controls a Location now."""
    return s.control.get(at) or start_control(s.scenario)[at]


def condition_value(s: Battle, wanted: dict[str, Any], side: str) -> tuple[int, int]:
    """RV-SCN8 How far a condition is fulfilled: (now, needed)."""
    f = field_of(s)
    kind = wanted["type"]
    if kind == "control_locations":
        places = [hex for b in wanted["buildings"] for hex in f.ground.buildings[b].hexes if hex in f.steps]
        needed = len(places) if wanted["needed"] == "all" else int(wanted["needed"])
        return sum(controller(s, at) == side for at in places) + _banner_points(s, wanted), needed
    if kind == "banner":
        return int(placed_banners(s) > 0), 1
    if kind == "control_buildings":
        needed = len(wanted["buildings"]) if wanted["needed"] == "all" else int(wanted["needed"])
        return sum(controls_building(s, f, b, side) for b in wanted["buildings"]), needed
    if kind == "no_enemy_in":
        hexes = [hex for b in wanted["buildings"] for hex in f.ground.buildings[b].hexes]
        left = [e for e in enemies(s, side) if is_enemy(e) and not (isinstance(e, Unit) and is_dummy(e))]
        return int(not any(f.hex_of[e.at] in hexes for e in left)), 1
    if kind in ("squads", "mmc"):
        keys = {k: v for k, v in wanted.items() if k in ("bank", "cols", "hexes")}
        if "y_max" in wanted:
            keys["y"] = [0, wanted["y_max"]]
        area = frozenset(hexes_of(f.ground, keys, f.area))
        units = [
            u
            for u in s.units.values()
            if u.side == side and is_mmc(u) and good_order(u) and u.at and f.hex_of[u.at] in area
        ]
        if kind == "mmc":
            return len(units), int(wanted["needed"])
        return sum(map(halves, units)), 2 * int(wanted["needed"])
    if kind == "lvp_gain":
        return location_points(s, f, wanted["weights"], side), int(wanted["needed"])
    if kind == "exit_cvp":
        return s.exited.get(side, 0), int(wanted["needed"])
    raise DataError(f"A scenario asks for {kind!r}, which is not known.")


def location_points(s: Battle, f: Field, weights: dict[str, int], side: str) -> int:
    """RV-SCN8 Stone Locations that the enemy controlled at the start and the side controls now, no roofs or cellars."""
    start = start_control(s.scenario)
    return sum(
        weight
        for building, weight in weights.items()
        for hex in f.ground.buildings[building].hexes
        for at in f.ground.of_hex[hex]
        if at in f.steps and f.place(at).kind in (GROUND, LEVEL) and not f.place(at).terrain.startswith("RUBBLE")
        and start.get(at) == other(side) and controller(s, at) == side
    )  # fmt: skip


def placed_banners(s: Battle) -> int:
    """RV-BRV14.4 Banners that count as successfully placed: emplaced on a Russian Controlled Reichstag rooftop."""
    return sum(controller(s, at) == RUSSIAN for at in s.banners.values())


def _banner_points(s: Battle, wanted: dict[str, Any]) -> int:
    """RV-BRV14.4, RV-SCN8 What a placed Banner counts for."""
    return int(wanted.get("banner_counts", 0)) if placed_banners(s) else 0


def fulfilled(s: Battle, moments: tuple[str, ...] = (AT_ONCE, TURN_END, GAME_END)) -> bool:
    """RV-SCN8 Whether the side with the task has fulfilled it, by what is tested at one of these moments."""
    victory = scenario(s.scenario).victory

    def holds(wanted: dict[str, Any]) -> bool:
        now, needed = condition_value(s, wanted, victory.side)
        return now >= needed

    if victory.check == "any_of":
        return any(holds(c) for c in victory.conditions if c.get("when", victory.when) in moments)
    return victory.when in moments and all(map(holds, victory.conditions))


def judge(s: Battle, game_end: bool) -> None:
    """RV-SCN8, RV-A26.3, RV-A16.1 At the end of each Game Turn, if the task says so, and after the last.

    Losses alone end nothing and cost no ELR: there is no battlefield integrity.
    """
    victory = scenario(s.scenario).victory
    if fulfilled(s, (AT_ONCE, TURN_END, GAME_END) if game_end else (AT_ONCE, TURN_END)):
        s.winner, s.won_by = victory.side, "task"
    elif game_end:
        s.winner, s.won_by = other(victory.side), "defence"
    if s.winner:
        s.reveal()  # when all is over, both sides show what they have hidden
