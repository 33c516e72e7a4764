"""The American's movement: which unit or stack moves, and who goes with it. LW-4.3.3, LW-5.7"""

from __future__ import annotations

from sandtable.games.luftwaffe.components import AMERICAN
from sandtable.games.luftwaffe.model import American, Luftwaffe, is_bomber
from sandtable.games.luftwaffe.names import say
from sandtable.games.luftwaffe.rules.air_time import drop_options, drop_tanks
from sandtable.games.luftwaffe.rules.bomber_flights import fly_bombers
from sandtable.games.luftwaffe.rules.fighter_flights import fly_escort, fly_fighters, fly_home
from sandtable.games.luftwaffe.rules.losses import dissolve_escorts
from sandtable.kernel.flow import Choose, Flow, Option, Refusal
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace

DONE: Option = ("done",)


def must_move(s: Luftwaffe, unit: American) -> bool:
    """LW-5.3, LW-5.10, LW-8.4 Bombers fly on every turn, and their close escort with them."""
    return is_bomber(unit) or bool(unit.escort)


def may_act(s: Luftwaffe, unit: American) -> bool:
    """LW-4.3.3 A unit that has not moved; an escort moves after its bombers."""
    if unit.status != "up" or unit.moved:
        return False
    if not unit.escort:
        return True
    waiting = (u for u in s.americans.values() if u.status == "up" and not u.moved and u.type == unit.escort)
    return all(u.hex != unit.hex for u in waiting)


def companions(s: Luftwaffe, id: str) -> list[str]:
    """LW-5.7 The units that may be led by this one: of its type and kind of task, in its hex, not yet moved."""
    lead = s.americans[id]
    alike = (lead.type, lead.hex, lead.turned, lead.escort, lead.homing)
    return [
        other
        for other, u in s.americans.items()
        if u.status == "up" and not u.moved and (u.type, u.hex, u.turned, u.escort, u.homing) == alike
    ]


def american_movement(s: Luftwaffe) -> Flow:
    """LW-4.3.3, LW-5.7, LW-6.6 One unit or stack moves, or tanks are dropped, or the movement is finished."""
    able = [id for id, u in s.americans.items() if may_act(s, u)]
    if not able:
        s.step = "uncover"
        return
    units = [s.americans[id] for id in able]
    options: list[Option] = [("move", id) for id in able]
    stacks: dict[tuple[str, str, bool, str, bool], int] = {}
    for u in units:
        alike = (u.type, u.hex, u.turned, u.escort, u.homing)
        stacks[alike] = stacks.get(alike, 0) + 1
    options += [
        ("lead", id)
        for id, u in zip(able, units, strict=True)
        if stacks[(u.type, u.hex, u.turned, u.escort, u.homing)] > 1
    ]
    behind = s.zone.all
    options += [
        ("recover", id)
        for id, u in zip(able, units, strict=True)
        if u.hex in behind and not u.escort and not is_bomber(u)
    ]
    options += drop_options(s, (u for u in s.americans.values() if u.status == "up"))
    if not any(must_move(s, u) for u in units):
        options.append(DONE)
    pick = yield Choose(AMERICAN, options, rule="LW-4.3.3", ask="american_move", why_not=lambda o: _not_done(s, o))
    match pick:
        case ("done",):
            s.step = "uncover"
        case ("drop", str(key)):
            drop_tanks(s, key)
        case ("recover", str(id)):
            recover(s, id)
        case (verb, str(id)):
            yield from fly(s, companions(s, id) if verb == "lead" else [id], id)


def _not_done(s: Luftwaffe, option: Option) -> Refusal | None:
    if option == DONE:
        return say("bombers_fly_first"), "LW-5.3"
    if option[0] in ("move", "lead") and len(option) == 2 and option[1] in s.americans:
        unit = s.americans[id_in(option)]
        if unit.escort and not unit.moved:
            return say("escort_moves_later"), "LW-8.4"
        if unit.moved:
            return say("already_moved"), "LW-5.1"
    return None


def recover(s: Luftwaffe, id: str) -> None:
    """LW-5.11, LW-8.3 A unit inside the zone is out of the raid."""
    s.americans[id] = replace(
        s.americans[id], status="recovered", hex="", moved=True, escort="", homing=False, path=(), strike="", clock=""
    )
    s.journal.add("LW-5.11", "recovered", unit=id)


def fly(s: Luftwaffe, ids: list[str], lead: str) -> Flow:
    """LW-5.7 The movement of a stack behind its leader; those that may not follow are left to move on their own."""
    unit = s.americans[lead]
    s.moving = (lead, *(id for id in ids if id != lead))
    if is_bomber(unit):
        yield from fly_bombers(s, ids, lead)
    elif unit.escort:
        yield from fly_escort(s, ids, lead)
    elif unit.homing:
        yield from fly_home(s, ids, lead)
    else:
        yield from fly_fighters(s, ids, lead)
    s.moving = ()


def begin_american_movement(s: Luftwaffe) -> None:
    """LW-5.1, LW-9.1.4, LW-15.2.3 Every unit may move once; an escort that fired in the German half has fired."""
    dissolve_escorts(s)
    for id, u in s.americans.items():
        if u.status == "up" and (u.moved or u.path or u.strike or u.quarry):
            s.americans[id] = replace(u, moved=False, path=(), strike="", used=0, origin="", quarry=False)
