"""Sewers and tunnels (chapters B8, BRV16.3): below the streets, out of everybody's sight."""

from __future__ import annotations

from itertools import count

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.ground import CELLAR, GROUND, PILLBOX, SEWER
from sandtable.games.vengeance.model.battle import GERMAN, Battle, Move, Unit, Weapon
from sandtable.games.vengeance.names import MOST_WORKS
from sandtable.games.vengeance.rules.concealment.gain_and_loss import (
    ANY_RANGE,
    eyes,
    place_under,
    tell_advance,
    watched,
)
from sandtable.games.vengeance.rules.morale.checks import task_check
from sandtable.games.vengeance.rules.morale.leaders import leadership
from sandtable.games.vengeance.rules.movement.allowance import mf_left
from sandtable.games.vengeance.rules.movement.expenditure import end_move, spend
from sandtable.games.vengeance.rules.units.counters import mark, number_of, put
from sandtable.games.vengeance.rules.units.enemies import enemies_at, unknown_enemies
from sandtable.games.vengeance.rules.units.kinds import below, both_sides_at, held, is_leader, units_at, weapon_type
from sandtable.games.vengeance.rules.units.stacking import halves
from sandtable.games.vengeance.scenarios.areas import sewers_from
from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Option
from sandtable.kernel.state import replace

_NUMBERS = components().special_movement["sewer"]


# -- going below -----------------------------------------------------------------------------------------------------


def sewer_options(s: Battle, f: Field, move: Move) -> list[Option]:
    """RV-B8.1, RV-MAP11, RV-BRV3.12, RV-B8.6 What a stack that has spent nothing yet may do below the ground."""
    units = [s.units[id] for id in move.units]
    if move.spent or move.double or units[0].bypass:
        return []
    at = units[0].at
    options: list[Option] = [("tunnel", end) for end in tunnel_ends(s, units[0])]
    if not _is_manhole(f, at) or s.turn < sewers_from(s.scenario) or enemies_at(s, at, units[0].side):
        return options
    fits = sum(map(halves, units)) <= 2 * int(_NUMBERS["squad_equivalents_max"])
    if fits and any(map(is_leader, units)) and all(_fits(w) for id in move.units for w in held(s, id)):
        options.append(("sewer", f"{f.hex_of[at]}-sewer"))
    return options


def _is_manhole(f: Field, at: str) -> bool:
    return at in f.steps and f.place(at).kind in (GROUND, CELLAR) and f"{f.hex_of[at]}-sewer" in f.steps


def _fits(weapon: Weapon) -> bool:
    """RV-B8.1 Weapons go along dismantled, or if they weigh little."""
    return weapon.dm or weapon_type(weapon).pp <= _NUMBERS["pp_max"]


def go_below(s: Battle, move: Move) -> None:
    """RV-B8.1 All MF at the manhole; who sees it may fire before it is open."""
    cost = max(1, mf_left(s, move))
    s.move = replace(move, mode="sewer", road=False, over=True)
    spend(s, cost)


def descend(s: Battle) -> None:
    """RV-B8.1, RV-BRV16.3 The leader's check with his own morale, 4TC or for Germans 2TC: the stack is below, or TI."""
    move = s.move
    assert move is not None
    leader = next((id for id in move.units if is_leader(s.units[id])), "")
    if not leader:
        return
    plus = int(_NUMBERS["entry_tc_german" if s.side == GERMAN else "entry_tc"])
    hex = field_of(s).hex_of[s.units[leader].at]
    if not task_check(s, leader, plus, "RV-B8.1", led=False):
        for id in move.units:
            mark(s, id, ti=True)
        return
    readers = eyes(s, move.units)
    for id in move.units:
        put(s, id, f"{hex}-sewer")
        mark(s, id, hidden=True, concealed=False)
        s.entered.append(id)
    s.journal.add("RV-B8.1", "below", units=move.units, at=hex, seen_by=readers)


# -- moving below ----------------------------------------------------------------------------------------------------


def sewer_moves(s: Battle, f: Field, move: Move) -> list[Option]:
    """RV-B8.11, RV-BRV16.3, RV-MAP11 The manholes that a stack with its leader can make for: near, on the same bank."""
    if not any(is_leader(s.units[id]) for id in move.units):
        return []
    here = f.hex(s.units[move.units[0]].at)
    return [
        ("sewer_to", hex) for hex in manholes(f, here.bank)
        if hex != here.id and f.ground.range(here.id, hex) <= _NUMBERS["reach_hexes"]
    ]  # fmt: skip


def manholes(f: Field, bank: str) -> list[str]:
    """RV-MAP11, RV-MAP12 The hexes with a manhole on one bank."""
    return [
        at.removesuffix("-sewer")
        for at in f.steps
        if f.place(at).kind == SEWER and f.ground.hexes[f.hex_of[at]].bank == bank
    ]


def grope(s: Battle, f: Field, move: Move, wanted: str) -> None:
    """RV-B8.11 DR and the leader's modifier: 9 arrives, 10 and 11 get lost, 12 stays. The enemy learns nothing."""
    side = s.units[move.units[0]].side
    here = f.hex_of[s.units[move.units[0]].at]
    lead = min(leadership(s.units[id]) for id in move.units if is_leader(s.units[id]))
    dice = s.dice.pair(6, "sewer")
    final = sum(dice) + lead
    to = wanted
    if final >= _NUMBERS["stay_min"]:
        to = here
    elif final > _NUMBERS["arrive_max"]:
        others = [hex for hex in manholes(f, f.ground.hexes[here].bank) if hex not in (wanted, here)]
        nearest = min((f.ground.range(wanted, hex) for hex in others), default=0)
        near = [hex for hex in others if f.ground.range(wanted, hex) == nearest]
        # Who is to know nothing cannot be asked: the dice choose among equals.
        to = near[s.dice.roll(len(near), "which manhole") - 1] if len(near) > 1 else (near or [here])[0]
    for id in move.units:
        if to != here:
            put(s, id, f"{to}-sewer")
        mark(s, id, moved=True, hidden=True, concealed=False)
    modifiers = [(lead, "RV-B8.11", "leader")] if lead else []
    s.journal.add(
        "RV-B8.11", "sewer", units=move.units, to=to, dice=dice, modifiers=modifiers, final=final, seen_by=(side,)
    )
    end_move(s)


# -- coming up -------------------------------------------------------------------------------------------------------


def ways_up(s: Battle, f: Field, unit: Unit) -> list[str]:
    """RV-B8.12, RV-BRV3.12 The ground, and the cellar if there is one; not in the turn in which it went below."""
    if unit.id in s.entered:
        return []
    hex = f.hex_of[unit.at]
    return [at for at in (hex, f"{hex}-cellar") if at in f.steps]


def come_up(s: Battle, f: Field, id: str) -> None:
    """RV-B8.12 Among enemies it counts as concealed; elsewhere it is Known to those who see it."""
    unit = s.units[id]
    seen = watched(s, unit.at, unit.side, ANY_RANGE)
    mark(s, id, hidden=False, concealed=enemies_at(s, unit.at, unit.side) or not seen)
    s.reveal()


def meet_below(s: Battle) -> None:
    """RV-B8.13 Stacks of both sides under one hex find each other in the Close Combat Phase."""
    for at in [at for at in s.at if at.endswith("-sewer")]:
        if both_sides_at(s, at):
            for unit in units_at(s, at):
                mark(s, unit.id, hidden=False)
            s.reveal()


# -- tunnels ---------------------------------------------------------------------------------------------------------


def tunnel_ends(s: Battle, unit: Unit) -> list[str]:
    """RV-B8.6 The far ends of the tunnels of its side, or of those the enemy has lost the secret of, if it is alone."""
    return [
        tunnel.ends[1 - tunnel.ends.index(unit.at)] for tunnel in s.tunnels.values()
        if unit.at in tunnel.ends
        and (tunnel.side == unit.side or (tunnel.known and not enemies_at(s, unit.at, unit.side)))
    ]  # fmt: skip


def may_dig(f: Field, a: str, b: str) -> bool:
    """RV-B8.6 Between two Pillboxes, ground levels of buildings or cellars, at most five hexes apart."""
    kinds = (CELLAR, PILLBOX)
    fit = all(f.place(at).kind in kinds or (f.place(at).kind == GROUND and f.hex(at).building) for at in (a, b))
    return fit and a != b and f.range(a, b) <= components().special_movement["tunnel"]["length_max"]


def tunnel_id(s: Battle, side: str) -> str:
    """The id of one more tunnel."""
    found = (f"{side[:2]}-tunnel-{number_of(s, nth, MOST_WORKS)}" for nth in count(1))
    return next(id for id in found if id not in s.tunnels)


def crawl(s: Battle, move: Move, to: str) -> None:
    """RV-B8.6 All MF at one end; in the Advance Phase it is at the other."""
    for id in move.units:
        s.underway[id] = to
    cost = max(1, mf_left(s, move))
    s.move = replace(move, mode="tunnel", road=False, over=True)
    spend(s, cost)


def leave_tunnels(s: Battle) -> None:
    """RV-B8.6 Those who went in and are still fit come out at the other end, whoever waits there."""
    for id, to in list(s.underway.items()):
        unit = s.units.get(id)
        if unit is not None and not (unit.broken or unit.pinned or unit.melee):
            put(s, id, to)
            mark(s, id, acted=True)
            tell_advance(s, id, to, "RV-B8.6")
            for enemy in unknown_enemies(s, to, unit.side):
                place_under(s, enemy, "RV-A12.15")
            if to not in s.advanced:
                s.advanced.append(to)
    s.underway.clear()


def find_tunnel(s: Battle, at: str) -> None:
    """RV-B8.6 A Search in one end reveals the tunnel."""
    for id, tunnel in list(s.tunnels.items()):
        if at in tunnel.ends and not tunnel.known:
            s.tunnels[id] = replace(tunnel, known=True)
            s.reveal()
            s.journal.add("RV-B8.6", "tunnel_found", at=at)


# -- secrecy ---------------------------------------------------------------------------------------------------------


def unseen(s: Battle, seat: str) -> frozenset[str]:
    """RV-B8.11, RV-B8.13 The units below the streets that a seat does not know of."""
    return frozenset(u.id for u in s.units.values() if u.side != seat and u.hidden and below(u))


def guess_sewers(s: Battle, seat: str, dice: Dice) -> None:
    """RV-B8.11 For a bot: enemy stacks below may be under any manhole of their bank."""
    hidden = [s.units[id] for id in sorted(unseen(s, seat))]
    if not hidden:
        return
    f = field_of(s)
    for at in list(dict.fromkeys(u.at for u in hidden)):
        there = manholes(f, f.hex(at).bank)
        to = there[dice.roll(len(there), "sewer") - 1]
        for unit in hidden:
            if unit.at == at and to != f.hex_of[at]:
                put(s, unit.id, f"{to}-sewer")
