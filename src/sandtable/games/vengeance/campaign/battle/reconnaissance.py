"""Reconnaissance before the scenario begins (RV-RePh8.6243)."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.points import sheet, write
from sandtable.games.vengeance.campaign.supply import front_line
from sandtable.games.vengeance.components import ground
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import GERMAN, RUSSIAN, Battle
from sandtable.games.vengeance.rules.concealment.gain_and_loss import place_under, reveal
from sandtable.games.vengeance.rules.units.kinds import is_reserve, other, units_at
from sandtable.games.vengeance.rules.vehicles.kinds import vehicles_at
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.options import id_in

_REACH = 3
_HEXES = {1: 3, 2: 3, 3: 2, 4: 2, 5: 1, 6: 1}
"""How many hexes a dr lets a Recon look at."""


def inspect(s: Battle) -> Flow:
    """RV-RePh8.6243, RV-RePh8.624 Each Recon looks at enemy hexes near the own Front Line; the German first."""
    side = next((side for side in (GERMAN, RUSSIAN) if sheet(s, side).recon), "")
    if not side:
        s.step = "snipers"
        return
    options: list[Option] = [("inspect", hex) for hex in within_reach(s, side)]
    pick = yield Choose(
        side, [*options, ("no_look",)], rule="RV-RePh8.6243", ask="inspect", about=(sheet(s, side).recon,)
    )  # fmt: skip
    if pick[0] == "no_look":
        write(s, side, recon=0)
        return
    write(s, side, recon=sheet(s, side).recon - 1)
    named = id_in(pick)
    die = s.dice.roll(6, "Recon")
    s.journal.add("RV-RePh8.6243", "recon", side=side, at=named, die=die, hexes=_HEXES[die])
    look_into(s, side, named)
    seen = [named]
    while len(seen) < _HEXES[die]:
        beside: list[Option] = [("inspect", hex) for hex in ground().neighbours[named] if hex not in seen]
        pick = yield Choose(side, beside, rule="RV-RePh8.6243", ask="inspect_more", about=(named,))
        seen.append(id_in(pick))
        look_into(s, side, seen[-1])


def within_reach(s: Battle, side: str) -> list[str]:
    """RV-RePh8.6243 The enemy hexes within three of an own Front Line Location."""
    front = front_line(s, side)
    g = ground()
    return [
        hex for hex, area in s.areas.items()
        if area.startswith(other(side)) and any(g.range(hex, own) <= _REACH for own in front)
    ]  # fmt: skip


def look_into(s: Battle, side: str, hex: str) -> None:
    """RV-RePh8.6243 Concealed units of the hex are shown, hidden ones placed under a `?`."""
    for at in field_of(s).ground.of_hex[hex]:
        for unit in units_at(s, at, other(side)):
            if unit.hidden:
                place_under(s, unit.id, "RV-RePh8.6243")
            elif unit.concealed and not is_reserve(unit):
                reveal(s, unit.id, "RV-RePh8.6243")
        for vehicle in vehicles_at(s, at, other(side)):
            if vehicle.hidden:
                place_under(s, vehicle.id, "RV-RePh8.6243")
            elif vehicle.concealed:
                reveal(s, vehicle.id, "RV-RePh8.6243")
