"""Detection, search and mopping up in the Movement Phase (chapters A4.8, A12.15, A12.152, A12.153)."""

from __future__ import annotations

from sandtable.games.vengeance.components import SQUAD, components
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import Battle, Move, Unit
from sandtable.games.vengeance.rules.artillery.blast_area import burst_hexes
from sandtable.games.vengeance.rules.concealment.detection import show_somebody
from sandtable.games.vengeance.rules.concealment.gain_and_loss import moves_in_sight, remove_dummies, reveal_all
from sandtable.games.vengeance.rules.fortifications.secrecy import find_works
from sandtable.games.vengeance.rules.morale.leaders import leaders_at, leadership
from sandtable.games.vengeance.rules.morale.level import lax
from sandtable.games.vengeance.rules.movement.allowance import mf_left
from sandtable.games.vengeance.rules.movement.expenditure import end_move, spend
from sandtable.games.vengeance.rules.movement.sewers import find_tunnel
from sandtable.games.vengeance.rules.units.counters import mark
from sandtable.games.vengeance.rules.units.enemies import unknown_enemies, unseen_vehicles
from sandtable.games.vengeance.rules.units.kinds import (
    armed,
    good_order,
    is_dummy,
    is_mmc,
    other,
    type_of,
    units_at,
    unknown,
)
from sandtable.games.vengeance.rules.units.losses import eliminate, reduce
from sandtable.games.vengeance.rules.units.stacking import halves
from sandtable.games.vengeance.rules.vehicles.kinds import able
from sandtable.games.vengeance.rules.victory.control import controller
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.modifiers import Modifier, total
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace

_MOST = 6
_COSTS_MEN = 1


# -- detection -------------------------------------------------------------------------------------------------------


def detection(s: Battle) -> Flow:
    """RV-A12.15 Somebody is shown; the stack goes back to where it came from, has moved, and may be fired at there."""
    move = s.move
    assert move is not None
    if all(is_dummy(s.units[id]) for id in move.units):
        remove_dummies(s, move.units)
        end_move(s)
        return
    yield from show_somebody(s, move.bumped, other(s.side))
    s.journal.add("RV-A12.15", "detected", at=move.bumped, side=s.side)
    s.move = replace(move, bumped="", mode="bumped", over=True)
    moves_in_sight(s, move.units, quietly=False)
    if s.move.units and s.units[s.move.units[0]].at:
        spend(s, move.cost)
    else:
        end_move(s)  # it came from off the map, or there were only dummies


# -- search ----------------------------------------------------------------------------------------------------------


def search_options(s: Battle, f: Field, move: Move) -> list[Option]:
    """RV-A12.152, RV-A12.153 A stack may search for 1 MF; a squad that has not moved may mop up its building hex."""
    first = s.units[move.units[0]]
    if not first.at or move.mode or not any(not is_dummy(s.units[id]) for id in move.units):
        return []
    options: list[Option] = [("search",)] if mf_left(s, move) >= 1 else []
    if not move.spent and not move.double and len(move.units) == 1 and may_mop_up(f, first):
        options.append(("mop_up", first.id))
    return options


def searching(s: Battle, f: Field, pick: Option) -> Flow:
    """RV-A4.8 A search, or mopping up."""
    if pick[0] == "mop_up":
        mop_up(s, f, id_in(pick))
    else:
        yield from search(s, f)


def search_modifiers(s: Battle, units: list[Unit], drm: dict[str, int]) -> list[Modifier]:
    """RV-A12.152 Each half-squad over the first, the leader (of others), Lax, and CX where the table has it."""
    modifiers: list[Modifier] = []
    more = sum(map(halves, units)) - 1
    if more > 0:
        modifiers.append((more * drm["per_hs_over_one"], "RV-A12.152", "half-squads over the first"))
    leaders = [u for u in leaders_at(s, units[0].at, units[0].side) if u.id in {v.id for v in units}]
    if leaders and len(units) > 1 and leadership(leaders[0]):
        modifiers.append((leadership(leaders[0]), "RV-A12.152", "leader"))
    if "cx" in drm and any(u.cx for u in units):
        modifiers.append((drm["cx"], "RV-A12.152", "counter-exhausted"))
    if any(lax(s, u) for u in units):
        modifiers.append((drm["lax"], "RV-A11.17", "lax"))
    return modifiers


def search(s: Battle, f: Field) -> Flow:
    """RV-A12.152 A die says how many of six Accessible Locations stay unsearched; the searcher chooses the others."""
    assert s.move is not None
    moves_in_sight(s, s.move.units, quietly=False)
    move = s.move
    units = [s.units[id] for id in move.units if not is_dummy(s.units[id])]
    at, side = units[0].at, units[0].side
    modifiers = search_modifiers(s, units, components().search)
    die = s.dice.roll(6, "search")
    final = die + total(modifiers)
    places = list(f.accessible[at])
    number = max(0, min(_MOST, len(places)) - max(0, final))
    s.journal.add("RV-A12.152", "search", at=at, die=die, modifiers=modifiers, final=final, number=number)
    danger = False
    for left in range(number, 0, -1):
        pick = yield Choose(
            side, [("search_at", to) for to in places], rule="RV-A12.152", ask="search_at", about=(left,), forced=True
        )
        to = id_in(pick)
        places.remove(to)
        danger = danger or to in s.residual or _lie_in_wait(s, to, side) or _is_deadly(s, f, to, side)
        reveal_all(s, [*(u.id for u in units_at(s, to) if u.side != side), *_vehicles(s, to, side)], "RV-A12.152")
        find_works(s, to, units)
        find_tunnel(s, to)
    for unit in units:
        mark(s, unit.id, ti=True, searching=True)
    if danger:
        _search_casualties(s, [s.units[u.id] for u in units])
    if s.move is not None:
        s.move = replace(s.move, over=True, mode="search")
        spend(s, 1)


def _lie_in_wait(s: Battle, at: str, side: str) -> bool:
    """RV-A12.152 An armed Good Order unit that the searchers did not know."""
    return any(
        able(s.vehicles[id]) if id in s.vehicles else armed(s, s.units[id]) and good_order(s.units[id])
        for id in unknown_enemies(s, at, side)
    )


def _is_deadly(s: Battle, f: Field, at: str, side: str) -> bool:
    """RV-A12.152 An enemy minefield lies there, known or not, or shells fall there."""
    mines = any(w.at == at and w.side != side and w.type.startswith(("ap_mine", "at_mine")) for w in s.works.values())
    return mines or (bool(s.batteries) and f.hex_of[at] in burst_hexes(s, f))


def _vehicles(s: Battle, at: str, side: str) -> list[str]:
    """RV-A12.152, RV-A12.153 The vehicles of the enemy that are found."""
    return unseen_vehicles(s, at, other(side)) if s.vehicles else []


def _search_casualties(s: Battle, units: list[Unit]) -> None:
    """RV-A12.152 Whoever finds an enemy or mines, or walks into fire or shells, loses men on a 1 or less."""
    modifiers = search_modifiers(s, units, components().search_casualties)
    die = s.dice.roll(6, "search casualties")
    final = die + total(modifiers)
    hit = final <= _COSTS_MEN
    s.journal.add(
        "RV-A12.152", "search_casualties", at=units[0].at, die=die, modifiers=modifiers, final=final, success=hit,
        for_side=other(units[0].side),
    )  # fmt: skip
    victim = next((u for u in units if is_mmc(u)), units[0])
    if hit:
        reduce(s, victim.id, "RV-A12.152")


# -- mopping up ------------------------------------------------------------------------------------------------------


def may_mop_up(f: Field, unit: Unit) -> bool:
    """RV-A12.153 A Good Order squad inside a building."""
    inside = f.place(unit.at).terrain.startswith(("BUILDING", "FACTORY", "CELLAR"))
    return type_of(unit).kind == SQUAD and inside


def mop_up(s: Battle, f: Field, id: str) -> None:
    """RV-A12.153, RV-A20.3 Everything in the hex is shown; in a house that is ours otherwise no broken enemy is left.

    The squad is TI instead of moving.
    """
    unit = s.units[id]
    moves_in_sight(s, (id,), quietly=False)
    mark(s, id, ti=True, searching=True)
    s.journal.add("RV-A12.153", "mops_up", unit=id, at=unit.at)
    hex = f.hex(unit.at)
    here = [at for at in f.ground.of_hex[hex.id] if at in f.steps]
    s.reveal()
    reveal_all(s, [u.id for at in here for u in units_at(s, at) if u.side != unit.side], "RV-A12.153")
    reveal_all(s, [id for at in here for id in _vehicles(s, at, unit.side)], "RV-A12.153")
    if _ours_otherwise(s, f, hex.building, unit.side):
        for at in here:
            for enemy in units_at(s, at):
                if enemy.side != unit.side and enemy.broken:
                    eliminate(s, enemy.id, "RV-A12.153", "failed_to_rout")
    end_move(s)


def _ours_otherwise(s: Battle, f: Field, building: str, side: str) -> bool:
    """RV-A12.153 Every Location of the building is ours, but for those that hold only broken enemies."""
    if not building:
        return False
    places = [at for hex in f.ground.buildings[building].hexes for at in f.ground.of_hex[hex] if at in f.steps]
    for at in places:
        enemies = [u for u in units_at(s, at) if u.side != side and not unknown(u)]
        if any(not u.broken for u in enemies) or (not enemies and controller(s, at) != side):
            return False
    return True
