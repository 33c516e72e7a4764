"""Movement (chapter 7), with the mode changes of OB-3.3 and the facings of OB-3.4; points are counted in halves."""

from __future__ import annotations

from sandtable.games.ontoberlin.components import ALLIED, KINDS, OTHER, TABLES
from sandtable.games.ontoberlin.map.geography import MAP
from sandtable.games.ontoberlin.model import BOX, March, OnToBerlin
from sandtable.games.ontoberlin.names import say
from sandtable.games.ontoberlin.rules.basics import (
    ask_facing,
    holder,
    set_mode,
    set_top,
    told,
    why_no_room,
    zoc,
)
from sandtable.games.ontoberlin.rules.entering import look_for_falls
from sandtable.games.ontoberlin.rules.entry_hexes import come_in, entry_options
from sandtable.games.ontoberlin.rules.legs import Leg
from sandtable.games.ontoberlin.rules.reach import MODE_CHANGE, begin, mobile, why_not_move
from sandtable.games.ontoberlin.rules.subway import ride, subway_riders
from sandtable.kernel.flow import Choose, Flow, Option, Refusal
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace

MOVE: dict[str, Option] = {u: ("move", u) for u in KINDS}
TOP: dict[str, Option] = {u: ("top", u) for u in KINDS}
DONE: Option = ("done",)


# -- the segment -----------------------------------------------------------------------------------------------------


def move_units(s: OnToBerlin) -> Flow:
    """OB-4.3.3, OB-7.1 One activity of the Movement Segment: a unit moves, a stack is ordered, or the segment ends."""
    pick = yield Choose(s.player, lambda: _picks(s), rule="OB-7.1", ask="move", why_not=lambda o: _why_not_pick(s, o))
    if pick == DONE:
        s.step = "facing"
        return
    u = id_in(pick)
    if pick[0] == "top":
        set_top(s, u)
    elif pick[0] == "subway":
        yield from ride(s, u)
    else:
        yield from move(s, u)


def _picks(s: OnToBerlin) -> list[Option]:
    """OB-7.1, OB-17.1, OB-3.6.1 What a player may do next in his Movement Segment."""
    riders: list[Option] = [("subway", u) for u in subway_riders(s)]
    covering = [TOP[u] for u in covered(s, s.player)] if s.fog else []
    return [DONE, *[MOVE[u] for u in movable(s, s.player)], *riders, *covering]


def movable(s: OnToBerlin, side: str) -> list[str]:
    """OB-7.1, OB-5.2 The units that can still move: on the map, or waiting to enter it."""
    units, stacks, by_kind_alone = s.units, s.stacks, s.turn > 1
    able = []
    for u in mobile(side, s.hj_trigger, s.vs_trigger, s.tower):
        unit = units[u]
        if unit.moved or unit.disrupted:
            continue
        if unit.at in stacks:
            if (by_kind_alone and not unit.landed) or why_not_move(s, u) is None:
                able.append(u)
        elif unit.at == BOX and _has_entry(s, u):
            able.append(u)
    return able


def covered(s: OnToBerlin, side: str) -> list[str]:
    """OB-3.6.1 The units that lie below others of their stack."""
    stacks = [stack for stack in s.stacks.values() if len(stack) > 1 and KINDS[stack[0]].side == side]
    return sorted([u for stack in stacks for u in stack[:-1]])


def _has_entry(s: OnToBerlin, u: str) -> bool:
    """Whether a waiting unit can come in anywhere: an empty entry hex will do."""
    free = any(hex not in s.stacks and hex not in s.ruins for hex in s.units[u].entries)
    return free or bool(entry_options(s, u))


def _why_not_pick(s: OnToBerlin, option: Option) -> Refusal | None:
    """Why a unit cannot be picked."""
    if len(option) != 2 or option[0] != "move" or option[1] not in s.units:
        return None
    u = id_in(option)
    unit = s.units[u]
    if KINDS[u].side != s.player:
        return say("cant_move_enemy_unit"), "OB-7.1"
    if unit.at == BOX:
        return say("entries_blocked"), "OB-5.3"
    if unit.at not in s.stacks:
        return say("not_on_the_map"), "OB-7.1"
    refusal = why_not_move(s, u)
    return refusal and (say(refusal[0]), refusal[1])


def move(s: OnToBerlin, u: str) -> Flow:
    """OB-7.1, OB-3.3.2 One unit's move: as many legs and mode changes as it can pay for."""
    s.active = u
    enemy_zoc = zoc(s, OTHER[KINDS[u].side])
    march = begin(s, u)
    if s.units[u].at == BOX:
        march = yield from come_in(s, u, march, enemy_zoc)
    began, to_face = s.units[u].at, False
    while True:
        leg = Leg(s, u, march, enemy_zoc)
        if not leg.can_go_on():
            break
        s.march = march
        pick = yield Choose(
            KINDS[u].side,
            leg.options,
            rule="OB-7.1",
            ask="go",
            about=(u, _points(march.most - march.spent)),
            why_not=lambda option, leg=leg, march=march: _why_not_go(s, u, option, leg, march),  # type: ignore[misc]
        )
        match pick:
            case ("go", str(to)):
                to_face = s.units[u].combat and to not in s.facing
                march = leg.walk(to)
            case (("combat" | "maneuver") as mode, _):
                march, to_face = replace(march, spent=march.spent + MODE_CHANGE), False
                yield from change_mode(s, u, mode == "combat")
            case _:
                break
    yield from end_move(s, u, began, to_face)


def change_mode(s: OnToBerlin, u: str, combat: bool) -> Flow:
    """OB-3.3.2, OB-3.4.2, OB-10.3.6 A unit turns over; the first in Combat Mode of a hex sets its facing."""
    here, side = s.units[u].at, KINDS[u].side
    first = combat and here not in s.facing
    set_mode(s, u, combat=combat)
    s.journal.add("OB-3.3.2", "combat" if combat else "maneuver", unit=u, hex=here, seen_by=told(s, side))
    if first:
        yield from ask_facing(s, here)
    if side == ALLIED and combat:
        look_for_falls(s, here)


def end_move(s: OnToBerlin, u: str, began: str, to_face: bool) -> Flow:
    """OB-3.4.2, OB-7.1, OB-10.3.6 The move is over: who came in Combat Mode as the first of the hex faces it now."""
    here, side = s.units[u].at, KINDS[u].side
    s.units[u] = replace(s.units[u], moved=True)
    s.active, s.march = "", None
    if began == here:
        return
    s.journal.add("OB-7.1", "moved", unit=u, hex=here, side=side)
    if to_face:
        yield from ask_facing(s, here)
    if side == ALLIED and s.units[u].combat:
        look_for_falls(s, here)


def _points(halves: int) -> str:
    """Movement points as they are spoken: 3½."""
    return f"{halves // 2}{'½' if halves % 2 else ''}" if halves != 1 else "½"


def _why_not_go(s: OnToBerlin, u: str, option: Option, leg: Leg, march: March) -> Refusal | None:
    """Why a unit cannot go to a hex."""
    if option[0] in ("combat", "maneuver"):
        if march.spent + MODE_CHANGE > march.most:
            return say("mode_change_cost", mode_change=TABLES.mode_change), "OB-3.3.2"
        return (say("mode_change_no_loc"), "OB-6.2.6") if s.units[u].no_loc else None
    if option[0] != "go" or len(option) != 2 or option[1] not in MAP.hexes:
        return None
    hex = id_in(option)
    if hex in MAP.water:
        return say("cant_enter_water"), "OB-7.2"
    if holder(s, hex) == OTHER[KINDS[u].side]:
        return say("enemies_there"), "OB-7.7"
    if leg.reaches(hex):
        return why_no_room(s, u, hex)
    if march.stopped:
        return say("must_stop_in_zoc"), "OB-3.2.3"
    if hex in s.ruins and not s.units[u].combat:
        return say("ruins_combat_mode"), "OB-7.5"
    if hex in MAP.neighbours[s.units[u].at] and not MAP.passable(s.units[u].at, hex, KINDS[u].motor):
        return say("cant_cross_water"), "OB-7.4"
    return say("cant_get_there", points=_points(march.most - march.spent)), "OB-7.1"


# -- OB-3.4.2 facing at the end --------------------------------------------------------------------------------------


def set_facings(s: OnToBerlin) -> Flow:
    """OB-3.4.2 At the end of his Movement Segment the owner turns each of his stacks as he likes, once."""
    side = s.player
    options: list[Option] = [DONE]
    options.extend(("turn", hex) for hex in sorted(s.facing) if hex not in s.turned and holder(s, hex) == side)
    if len(options) == 1:
        pick: Option = DONE
    else:
        pick = yield Choose(side, options, rule="OB-3.4.2", ask="turn")
    if pick == DONE:
        s.turned.clear()
        s.step = "end_movement"
        return
    hex = id_in(pick)
    s.turned[hex] = True
    yield from ask_facing(s, hex)
    if side == ALLIED:
        look_for_falls(s, hex)
