"""OB-8.7-8.9 What an attack does: disruption, retreat, exchange, elimination; and OB-9.2, ruins."""

from __future__ import annotations

from collections.abc import Collection

from sandtable.games.ontoberlin.components import ALLIED, KINDS, OTHER, TABLES
from sandtable.games.ontoberlin.map.geography import MAP
from sandtable.games.ontoberlin.model import Attack, OnToBerlin
from sandtable.games.ontoberlin.rules.attacks import (
    ASSAULT,
    BOMBARDMENT,
    MIXED,
    STRIKE,
    Assessment,
    assess,
    kind_of,
    note_attack,
)
from sandtable.games.ontoberlin.rules.basics import ask_facing, disrupt, eliminate, holder, is_static, room, zoc
from sandtable.games.ontoberlin.rules.entering import enter, look_for_falls
from sandtable.kernel.flow import Asks, Choose, Option
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace


def resolve(s: OnToBerlin, attack: Attack, by: str, cause: str) -> Asks[str]:
    """OB-8.1.3, OB-8.1.4 Roll for an attack and carry its result out. Gives the result as it counted."""
    if attack.target not in s.stacks:
        return "-"
    s.reveal()  # OB-3.6.2 what takes part in a combat is seen
    for u in attack.units:
        s.units[u] = replace(s.units[u], attacked=True)
    note_attack(s, attack, by)
    sum_up = assess(s, attack)
    if sum_up.column < 0:
        s.journal.add("OB-8.1.3", "too_weak", hex=attack.target, units=attack.units, strength=sum_up.strength)
        return "-"
    dice = list(s.dice.pair(6, cause))
    result = sum_up.result(sum(dice))
    s.journal.add(
        "OB-8.1.4",
        f"attack_{sum_up.kind}",
        hex=attack.target,
        units=attack.units,
        column=sum_up.letter,
        strength=sum_up.strength,
        protection=sum_up.protection,
        dice=dice,
        modifiers=list(sum_up.drms),
        shifts=list(sum_up.shifts),
        result=result,
        meaning={"say": f"result_{result}"},
        # An exchange is good for nobody: what is lost in it tells its own story.
        success=None if result == "EX" else result != "-",
        for_side=by,
    )
    yield from carry_out(s, attack, by, result, cause)
    ruin(s, attack.target, sum_up, sum(dice))
    return result


def carry_out(s: OnToBerlin, attack: Attack, by: str, result: str, cause: str) -> Asks[None]:
    """OB-8.7.1, OB-8.7.2, OB-8.7.3, OB-8.7.4, OB-8.7.5 The result, for every unit in the target hex."""
    target = attack.target
    victim = OTHER[by]
    if result == "D":
        for u in s.stacks[target]:
            disrupt(s, u)
    elif result == "R":
        yield from retreat_all(s, target, kind_of(attack), cause)
    elif result in ("E", "EX"):
        options: list[Option] = [("lose", u) for u in s.stacks[target]]
        rule = "OB-8.7.5" if result == "E" else "OB-8.7.4"
        pick = yield Choose(victim, options, rule=rule, ask="lose", about=(target,), forced=True)
        lost = id_in(pick)
        eliminate(s, lost, cause)
        if result == "E":
            for u in s.stacks.get(target, ()):
                disrupt(s, u)
        else:
            yield from exchange(s, attack, by, lost)


def exchange(s: OnToBerlin, attack: Attack, by: str, lost: str) -> Asks[None]:
    """OB-8.7.4 The attacker loses exactly one unit at least as strong or as well protected; artillery is exempt."""
    able = [u for u in attack.units if KINDS[u].cls != "artillery" and s.units[u].at in s.stacks]
    if not able:
        return
    fair = [u for u in able if KINDS[u].fs >= KINDS[lost].fs or KINDS[u].pf >= KINDS[lost].pf]
    if not fair:
        best = max(KINDS[u].fs for u in able)
        fair = [u for u in able if KINDS[u].fs == best]
    options: list[Option] = [("lose", u) for u in fair]
    pick = yield Choose(by, options, rule="OB-8.7.4", ask="exchange", about=(attack.target,), forced=True)
    eliminate(s, id_in(pick), "exchange", "OB-8.7.4")


def ruin(s: OnToBerlin, hex: str, sum_up: Assessment, natural: int) -> None:
    """OB-9.2, OB-8.2.5 Shells and bombs turn a builtup hex into ruins: column C or higher, a natural 10 or more."""
    if sum_up.kind not in (STRIKE, BOMBARDMENT, MIXED) or natural < TABLES.ruins_roll:
        return
    printed = MAP.hexes[hex]
    spared = "major" in printed.features or "flaktower" in printed.features or hex in s.ruins
    if printed.terrain == "builtup" and not spared and sum_up.column >= TABLES.ruins_column:
        s.ruins[hex] = True
        s.journal.add("OB-9.2", "ruins", hex=hex)


# -- OB-8.8 retreat --------------------------------------------------------------------------------------------------


def retreat_all(s: OnToBerlin, hex: str, kind: str, cause: str) -> Asks[None]:
    """OB-8.7.3, OB-8.8, OB-10.3.5 Every unit of the hex retreats, from the top of the stack down."""
    for u in reversed(s.stacks[hex]):
        unit = s.units[u]
        if is_static(s, u) or (unit.combat and KINDS[u].ma == 0):
            if kind == ASSAULT:
                eliminate(s, u, cause, "OB-8.8.3")
            else:
                disrupt(s, u)
        else:
            yield from retreat(s, u, cause)


def retreat(s: OnToBerlin, u: str, cause: str) -> Asks[None]:
    """OB-8.8.1, OB-8.8.2, OB-8.8.4 The owner moves a unit 2 hexes away, or 1; if it cannot, it is eliminated."""
    side = KINDS[u].side
    ways = retreats(s, u, zoc(s, OTHER[side]))
    if not ways:
        eliminate(s, u, cause, "OB-8.8.2")
        return
    s.active = u
    s.reveal()
    options: list[Option] = [("retreat", u, hex) for hex in ways]
    pick = yield Choose(side, options, rule="OB-8.8.1", ask="retreat", about=(u,), forced=True)
    to = id_in(pick, 2)
    for step in ways[to]:
        enter(s, u, step)
    s.journal.add("OB-8.8.1", "retreats", unit=u, hex=to)
    s.active = ""
    if s.units[u].combat:
        yield from ask_facing(s, to)
    if side == ALLIED:
        look_for_falls(s, to)


def retreats(s: OnToBerlin, u: str, enemy_zoc: Collection[str]) -> dict[str, tuple[str, ...]]:
    """OB-8.8.1, OB-8.8.2 Where a unit can retreat to, with the hexes on the way: 2 hexes if it can, else 1."""
    start, side = s.units[u].at, KINDS[u].side
    steps = MAP.open_steps[KINDS[u].motor]
    combat = s.units[u].combat

    def lawful(hex: str) -> bool:
        there = holder(s, hex)
        if there == OTHER[side] or (hex in s.ruins and not combat):
            return False
        return there == side or hex not in enemy_zoc

    near = [hex for hex in steps[start] if lawful(hex)]
    far: dict[str, tuple[str, ...]] = {}
    for first in near:
        for hex in steps[first]:
            if hex not in far and MAP.distance(start, hex) == TABLES.retreat and lawful(hex) and room(s, u, hex):
                far[hex] = (first, hex)
    return far or {hex: (hex,) for hex in near if room(s, u, hex)}


def close_combat(s: OnToBerlin) -> None:
    """OB-3.6.2 The combat is over: what was seen for it is hidden again."""
    s.open.clear()
    s.attack = None
    for target, units in s.assaults.items():
        s.open[target] = True
        for u in units:
            if s.units[u].at in s.stacks:
                s.open[s.units[u].at] = True
