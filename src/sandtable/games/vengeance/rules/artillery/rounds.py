"""Where a round falls (chapters C1.3 to C1.33, C1.9, E1.93): accuracy, error, and the hexes that can be aimed at."""

from __future__ import annotations

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.batteries import FFE1, IR, SR, Battery
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.rules.artillery.observers import looks, sees_hex, viewpoint
from sandtable.games.vengeance.rules.units.enemies import known_places


def aim_hexes(s: Battle, f: Field, battery: Battery) -> list[str]:
    """RV-C1.3, RV-C1.32, RV-C1.33, RV-E1.93 The hexes for an Aiming Round: in LOS, and near enough to the marker."""
    if battery.mission == IR and not battery.marker:
        return sorted(set(ir_hexes(s, f, battery)) | set(flare_hexes(s, f, battery)))
    table = components().oba.geometry
    most = {SR: table.sr_correction, FFE1: table.ffe_correction}.get(battery.marker, 0)
    return [
        hex for hex in f.ground.hexes
        if hex in f.area and (not most or 1 <= f.ground.range(hex, battery.at) <= most) and sees_hex(s, f, battery, hex)
    ]  # fmt: skip


def ir_hexes(s: Battle, f: Field, battery: Battery) -> list[str]:
    """RV-E1.93 The hexes exactly 6, 12 or 18 hexes from the observer."""
    eye = viewpoint(s, f, battery)
    if eye is None:
        return []
    table = components().oba.reconstructed
    rings = [table.ir_step * n for n in range(1, table.ir_steps + 1)]
    return [hex for hex in f.ground.hexes if hex in f.area and f.ground.range(hex, eye.hex) in rings]


def flare_hexes(s: Battle, f: Field, battery: Battery) -> list[str]:
    """RV-E1.93 The hexes on his LOS to a Gunflash or a Known enemy."""
    eye = viewpoint(s, f, battery)
    if eye is None:
        return []
    places = known_places(s, battery.side)
    hexes: list[str] = []
    for at in dict.fromkeys([*s.flashes, *places]):
        there = f.place(at)
        if there.hex != eye.hex and looks(s, f, battery, there):
            hexes += [hex for part in f.los.look(eye, there).between for hex in part if hex in f.area]
            hexes.append(there.hex)
    return list(dict.fromkeys(hexes))


def moved(f: Field, hex: str, direction: int, extent: int) -> str:
    """So many hexes in a direction (1 is north, then clockwise); "" beyond the edge of the play area."""
    for _ in range(extent):
        hex = f.ground.towards[hex][direction - 1]
        if not hex or hex not in f.area:
            return ""
    return hex


def fall_of_shot(
    s: Battle, f: Field, battery: Battery, hex: str, most: int | None = None, halved: bool = False, sure: bool = True
) -> str:
    """RV-C1.3, RV-C1.31, RV-C1.32, RV-C1.9 Where an Aiming Round falls, "" off the map.

    `most` limits the extent of the error, `halved` halves it; not `sure`: there is no accuracy dr, the error is rolled.
    """
    if sure:
        need: int = getattr(components().oba.accuracy, battery.side)
        die = s.dice.roll(6, "accuracy")
        s.journal.add("RV-C1.3", "accuracy", battery=battery.id, target=hex, die=die, need=need, success=die <= need)
        if die <= need:
            return hex
    dice = s.dice.pair(6, "error")
    extent = dice[1] // 2 if halved else dice[1]
    if most is not None:
        extent = min(extent, most)
    to = moved(f, hex, dice[0], extent)
    where = "error" if to else "error_off_map"
    s.journal.add("RV-C1.3", where, battery=battery.id, dice=dice, direction=dice[0], hexes=extent, to=to)
    return to


def most_error(f: Field, battery: Battery, hex: str, in_sight: bool) -> int | None:
    """RV-C1.32, RV-C1.33 A corrected SR errs by at most a third of the way, a FFE by one hex if it was in LOS."""
    table = components().oba.geometry
    if battery.marker == FFE1:
        return table.ffe_error if in_sight else None
    if battery.marker == SR:
        return -(-f.ground.range(battery.at, hex) // table.sr_error_divisor)
    return None
