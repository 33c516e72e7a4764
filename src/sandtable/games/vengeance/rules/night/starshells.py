"""Starshells (chapter E1.92): once for each side in the Prep Fire, Movement and Defensive Fire Phases."""

from __future__ import annotations

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map import current_sight
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.model.conditions import Light
from sandtable.games.vengeance.rules.concealment.gain_and_loss import acts_in_sight, eyes, secretive
from sandtable.games.vengeance.rules.units.enemies import known_places
from sandtable.games.vengeance.rules.units.kinds import good_order, is_leader, is_mmc, other
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace

PHASES = ("PFPh", "MPh", "DFPh")


def next_to_ask(s: Battle) -> str:
    """RV-E1.92 The side that has its chance now, the ATTACKER first; "" if both have had it."""
    if s.phase not in PHASES or s.step or s.move is not None:
        return ""
    return next((side for side in (s.side, other(s.side)) if side not in s.asked), "")


def users(s: Battle, f: Field, side: str) -> list[Unit]:
    """RV-E1.92 Good Order leaders and MMC that see a Known enemy or a Gunflash; after the first starshell all."""
    assert s.night is not None
    can = [
        u for u in s.units.values()
        if u.side == side and u.at and good_order(u) and not (u.hidden or u.cloak) and (is_leader(u) or is_mmc(u))
    ]  # fmt: skip
    if s.night.starshells:
        return can
    seen = list(dict.fromkeys([*known_places(s, side), *s.flashes]))
    return [u for u in can if any(at != u.at and current_sight.sees(s, f, u.at, at) for at in seen)]


def landing_hexes(f: Field, at: str) -> dict[str, int]:
    """RV-E1.92 The hexes exactly three hexes away along the six hex grains, each with its direction."""
    distance = components().conditions.illumination.starshell_distance
    direction_to: dict[str, int] = {}
    for direction in range(6):
        hex = f.hex_of[at]
        for _ in range(distance):
            hex = f.ground.towards[hex][direction] if hex else ""
        if hex and hex in f.area:
            direction_to[hex] = direction
    return direction_to


def starshell(s: Battle, side: str) -> Flow:
    """RV-E1.92 The side names a user, or lets the chance pass."""
    f = field_of(s)
    options: list[Option] = [("starshell", u.id) for u in users(s, f, side) if landing_hexes(f, u.at)]
    if not options and not secretive(s, side):
        s.asked.append(side)
        return
    pick = yield Choose(side, [*options, ("no_light",)], rule="RV-E1.92", ask="starshell")
    s.asked.append(side)
    if pick[0] == "no_light":
        return
    unit = s.units[id_in(pick)]
    if not fires_off(s, unit):
        return
    hexes = landing_hexes(f, unit.at)
    at = yield Choose(
        side, [("light", hex) for hex in hexes], rule="RV-E1.92", ask="light", about=(unit.id,), forced=True
    )  # fmt: skip
    burn_over(s, f, id_in(at))


def fires_off(s: Battle, unit: Unit) -> bool:
    """RV-E1.92 A leader on a dr of 4 or less, an MMC on 2 or less, +1 CX. A failure uses up the attempt."""
    table = components().conditions.illumination
    need = table.starshell_leader if is_leader(unit) else table.starshell_mmc
    acts_in_sight(s, [unit.id], "RV-E1.92")
    die = s.dice.roll(6, "starshell")
    success = die + unit.cx <= need
    s.journal.add(
        "RV-E1.92", "starshell", seen_by=eyes(s, (unit.id,)), unit=unit.id, die=die, need=need, success=success
    )
    return success


def burn_over(s: Battle, f: Field, hex: str) -> None:
    """RV-E1.92 It drifts one hex in the direction of a dr, and burns until the end of the Player Turn."""
    assert s.night is not None
    die = s.dice.roll(6, "starshell drift")
    to = f.ground.towards[hex][die - 1] or hex
    s.lights.append(Light(to if to in f.area else hex, components().conditions.illumination.starshell_radius))
    s.night = replace(s.night, starshells=True)
    s.journal.add("RV-E1.91", "light", at=s.lights[-1].hex, die=die)
