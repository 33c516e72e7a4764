"""Finding the way at night (chapters E1.5, E1.53): what it costs, and who may lose his way."""

from __future__ import annotations

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map import current_sight
from sandtable.games.vengeance.map.field import Field, LocationStep
from sandtable.games.vengeance.model.battle import Battle, Move, Unit
from sandtable.games.vengeance.rules.concealment.gain_and_loss import eyes
from sandtable.games.vengeance.rules.morale.leaders import can_lead, leadership
from sandtable.games.vengeance.rules.night.cloaking import under
from sandtable.games.vengeance.rules.units.enemies import known_places
from sandtable.games.vengeance.rules.weather import overcast
from sandtable.kernel.flow import Option
from sandtable.kernel.modifiers import Modifier, total
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace

CAREFUL, SURE, ASTRAY = "careful", "sure", "astray"
"""It has not checked and may enter one hex; it did not stray; it strays."""
_ROUGH = ("WOODS", "ORCHARD", "DEBRIS", "RUBBLE", "BUILDING", "FACTORY", "GATE")
_LEADING = ("ROAD", "BRIDGE", "SBAHN", "BUILDING")
_STEPS = ("to", "to_cover", "assault", "minimum", "dash", "bypass", "overrun")


def groping(f: Field, at: str, step: LocationStep) -> int:
    """RV-E1.5 One MF more into woods, orchard, debris, rubble or a building from outside; not along a road."""
    if step.road or not at or f.hex_of[at] == f.hex_of[step.to]:
        return 0
    rough = f.place(step.to).terrain.startswith(_ROUGH) or "DEBRIS" in f.hex(step.to).features
    return int(rough and "BUILDING" not in step.outer)


def set_out(s: Battle, f: Field, move: Move) -> Move:
    """RV-E1.53, RV-E1.41 A stack that sees no Known enemy must be careful, or check; who is cloaked goes together."""
    unit = s.units[move.units[0]]
    if unit.cloak:
        move = replace(move, units=tuple(u.id for u in under(s, unit.cloak)), leader="")
    if unit.berserk or (unit.at and any(current_sight.sees(s, f, unit.at, at) for at in known_places(s, unit.side))):
        return move
    return replace(move, dark=CAREFUL)


def is_marked_way(f: Field, came: str, to: str) -> bool:
    """RV-E1.53 Along a road, or inside one building."""
    a, b = f.hex(came), f.hex(to)
    if a.id == b.id:
        return True
    side = f.ground.side(a.id, b.id)
    return any(feature in side for feature in _LEADING)


def note_step(f: Field, move: Move, at: str) -> Move:
    """RV-E1.53 Count the hexes that were entered otherwise."""
    if not move.dark or not move.came or is_marked_way(f, move.came, at):
        return move
    return replace(move, strange=move.strange + 1)


def within_bearings(s: Battle, f: Field, move: Move, options: list[Option]) -> list[Option]:
    """RV-E1.53 A careful stack enters one hex at most that is neither road nor in its building; or it checks first."""
    if move.dark != CAREFUL:
        return options
    at = s.units[move.units[0]].at
    if move.strange and at:
        options = [o for o in options if o[0] not in _STEPS or is_marked_way(f, at, id_in(o))]
    elif not move.spent:
        options = [*options, ("roam",)]
    return options


def straying_modifiers(s: Battle, f: Field, units: list[Unit]) -> list[Modifier]:
    """RV-E1.53 Leadership, +1 overcast, -1 within one hex of a friendly stack that did not stray."""
    table = components().conditions.straying
    modifiers: list[Modifier] = []
    leaders = [leadership(u) for u in units if can_lead(u)]
    best = min(leaders, default=0)
    if best:
        modifiers.append((best, "RV-E1.53", "leader"))
    if overcast(s):
        modifiers.append((table.overcast, "RV-E1.53", "overcast"))
    at = units[0].at
    steady = [s.units[id].at for id in s.steady if id in s.units]
    if at and any(place and f.range(at, place) <= 1 for place in steady):
        modifiers.append((table.steady_friend, "RV-E1.53", "a nearby stack did not stray"))
    return modifiers


def check_bearings(s: Battle, f: Field) -> None:
    """RV-E1.53 The Straying DR, before the stack moves."""
    move = s.move
    assert move is not None
    units = [s.units[id] for id in move.units]
    dice = s.dice.pair(6, "straying")
    modifiers = straying_modifiers(s, f, units)
    final = sum(dice) + total(modifiers)
    strays = final >= components().conditions.straying.strays
    s.journal.add(
        "RV-E1.53",
        "straying",
        seen_by=eyes(s, move.units),
        units=move.units,
        dice=dice,
        modifiers=modifiers,
        final=final,
        success=not strays,
    )
    s.move = replace(move, dark=ASTRAY if strays else SURE)
    if not strays:
        s.steady += move.units
