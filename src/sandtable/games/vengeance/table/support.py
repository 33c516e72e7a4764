"""How it lies on the table what comes from off the map: artillery, lights, the night, aircraft."""

from __future__ import annotations

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.knowledge.sight import BattleView, as_battle
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.visibility import illuminated
from sandtable.games.vengeance.model.aircraft import Plane
from sandtable.games.vengeance.model.batteries import SR, Battery
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.names import NAMES, name, say, term
from sandtable.games.vengeance.rules.artillery.blast_area import FFE, blast_area
from sandtable.games.vengeance.rules.vehicles.kinds import able
from sandtable.kernel.table import Badge, Overlay, Panel, Piece, Row

_SIGNS = {"SR": "SR", "FFE:1": "F1", "FFE:2": "F2", "FFE:C": "FC"}
_COLOURS = {"german": "german", "russian": "soviet"}


# -- pieces ----------------------------------------------------------------------------------------------------------


def support_pieces(view: BattleView) -> list[Piece]:
    """Rounds on the map, starshells, Gunflashes, aircraft."""
    pieces = [
        Piece(
            f"round-{b.id}", "round", b.at, f"{NAMES[b.id]}: {b.marker} {b.mission}", _COLOURS[b.side], 96,
            values={"mission": b.mission}, note=_round_note(b),
            drawing={"text": _SIGNS[b.marker], "spotting": int(b.marker == SR)},
        )
        for b in view.batteries.values() if b.marker
    ]  # fmt: skip
    pieces += [
        Piece(
            f"light-{n}",
            "light",
            light.hex,
            say("light_radius", radius=light.radius),
            "neutral",
            97,
            drawing={"text": "✺"},
        )
        for n, light in enumerate(view.lights)
    ]
    pieces += [
        Piece(f"flash-{at}", "marker", at, say("gunflash"), "neutral", 94, drawing={"text": "✦"}) for at in view.flashes
    ]
    pieces += [_plane(plane) for plane in view.planes.values()]
    return pieces


def _round_note(battery: Battery) -> str:
    if battery.marker == SR:
        return say("spotting_round_no_attack_yet")
    return say("harassing_fire") if battery.harassing else say("fire_for_effect_attacks_units")


def _plane(plane: Plane) -> Piece:
    type = components().air.type(plane.type)
    badges = (Badge("B", "bad", say("bombs_on_board")),) if plane.bombs else ()
    return Piece(
        plane.id, "aircraft", plane.target or "aircraft", f"{NAMES[plane.id]} {type.name}", _COLOURS[plane.side], 98,
        values={"FP": type.mg_fp}, badges=badges, drawing={"name": type.name},
        note=plane.gone or (say("over_battle") if plane.here else say("not_yet_arrived")),
    )  # fmt: skip


# -- panels ----------------------------------------------------------------------------------------------------------


def support_panels(view: BattleView) -> list[Panel]:
    """Batteries with their draw piles, aircraft, the sky."""
    panels: list[Panel] = []
    if view.batteries:
        rows = tuple(_battery_row(b) for b in view.batteries.values())
        panels.append(Panel("artillery", say("artillery"), "facts", rows, clause="RV-C1.1"))
    if view.planes:
        panels.append(Panel("aircraft", say("aircraft"), "cards", clause="RV-E7.1"))
    if view.night is not None or view.weather != "clear" or view.rain or view.wind or view.gusts:
        panels.append(Panel("sky", say("night_and_weather"), "facts", tuple(_sky(view)), clause="RV-E3.1"))
    return panels


def _battery_row(battery: Battery) -> Row:
    chits = say("black_red_left_red_drawn", black=battery.black, red=battery.red, reds=battery.reds)
    state = (
        say("silent_for_good")
        if battery.ended
        else battery.marker or (say("access") if battery.access else say("no_access"))
    )
    secret = [say("by", by=battery.by)] * bool(battery.by)
    secret += [say("observer_at", post=battery.post)] * bool(battery.post)
    secret += [say("pre_registered", hexes=list(battery.registered))] * bool(battery.registered)
    return Row(
        f"{NAMES[battery.id]}, {battery.module}", state, note="; ".join([chits, *secret]), ref=battery.id,
        clause="RV-C1.1", tone="bad" if battery.ended else "warn" if battery.marker in FFE else "",
    )  # fmt: skip


def _sky(view: BattleView) -> list[Row]:
    rows = [Row(say("weather"), "rain" if view.rain else view.weather, clause="RV-E3.4")]
    rows.append(
        Row(say("wind"), ("none", "mild", "heavy")[view.wind] + (", gusts" if view.gusts else ""), clause="RV-B25.6")
    )
    night = view.night
    if night is not None:
        rows.append(Row(say("night_visibility"), say("hexes", hexes=night.nvr), clause="RV-E1.1", tone="info"))
        rows.append(
            Row(say("sky"), say("moon", moon=night.moon, clouds=term(f"clouds {night.cloud}")), clause="RV-E1.1")
        )
        rows.append(Row(say("scenario_defender"), name(night.defender), clause="RV-E1.2"))
    return rows


# -- overlays --------------------------------------------------------------------------------------------------------


def support_overlays(view: BattleView) -> tuple[Overlay, ...]:
    """Blast areas, what the night hides from a seat, what is lit, the hexes it has pre-registered."""
    f = field_of(view)
    overlays = [
        Overlay(f"blast-{b.id}", say("blast_area_of", name=NAMES[b.id]), tuple(blast_area(f, b)), "bad", "RV-C1.5",
                shown=True)
        for b in view.batteries.values() if b.marker in FFE
    ]  # fmt: skip
    overlays += [
        Overlay(f"registered-{b.id}", say("pre_registered_for", name=NAMES[b.id]), b.registered, "info", "RV-C1.7")
        for b in view.batteries.values() if b.registered
    ]  # fmt: skip
    if view.night is not None and view.phase not in ("refit", "setup"):
        s = as_battle(view)
        overlays.append(
            Overlay("dark", say("beyond_night_vision"), _dark(s, f, view.seat), "dark", "RV-E1.1", shown=True)
        )
        lit = tuple(hex for hex in f.ground.hexes if hex in f.area and illuminated(s, f, hex))
        if lit:
            overlays.append(Overlay("lit", say("illuminated"), lit, "good", "RV-E1.9"))
    return tuple(overlays)


def _dark(s: Battle, f: Field, seat: str) -> tuple[str, ...]:
    """RV-E1.1 The hexes that no unit of a seat (of a spectator: nobody) can see into for want of light."""
    assert s.night is not None
    nvr = s.night.nvr
    eyes = {f.hex_of[u.at] for u in s.units.values() if u.at and seat in ("", u.side)}
    eyes |= {f.hex_of[v.at] for v in s.vehicles.values() if able(v) and seat in ("", v.side)}
    return tuple(
        hex for hex in f.ground.hexes
        if hex in f.area and not illuminated(s, f, hex) and all(f.ground.range(hex, eye) > nvr for eye in eyes)
    )  # fmt: skip
