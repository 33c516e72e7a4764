"""How the German bot shares out what is in the air: enough on each prey, no more than needed, and all at once."""

from __future__ import annotations

from math import fsum

from sandtable.games.luftwaffe.bot.estimates import (
    apart,
    best_e,
    expected,
    expected_kills,
    movement,
    printed_e,
    turns_left,
)
from sandtable.games.luftwaffe.bot.prey import Prey
from sandtable.games.luftwaffe.components import parts
from sandtable.games.luftwaffe.knowledge.sight import LuftwaffeView
from sandtable.games.luftwaffe.map.geography import FAR, to_base
from sandtable.games.luftwaffe.model import German

LEAST = 0.02
"""What an attack must promise to be flown."""
ENOUGH = 0.93
"""The share of the gain for which no more units are spent."""

Stack = tuple[str, ...]


def losses_caused(view: LuftwaffeView, ids: list[str], target: Prey, own: float = 0.0) -> float:
    """LW-9.2.1, LW-9.5.2 The mean loss that these units cause here, the escort's E counted.

    LW-15.2.2 Where escorts are ignored, their E does not count, but they fire first and thin the attackers out; each
    factor that they shoot down takes `own` off.
    """
    e = max((printed_e(id, view.americans[id]) for id in target.guards), default=-9)
    left, cost = 1.0, 0.0
    if target.bypassed and target.guards:
        factors = sum(view.germans[id].factors for id in ids)
        shot = expected_kills(view, target.guards, view.americans, best_e(view, view.germans, ids))
        left, e = max(0.0, 1 - shot / max(factors, 1)), -9
        cost = own * min(shot, factors)
    by_type: dict[tuple[str, int], int] = {}
    for id in ids:
        unit = view.germans[id]
        key = (unit.type, printed_e(id, unit))
        by_type[key] = by_type.get(key, 0) + unit.factors
    types = parts().types
    return left * fsum(expected(types[t].column, f, min(0, best - e)) for (t, best), f in by_type.items()) - cost


def movers(view: LuftwaffeView) -> list[Stack]:
    """Stacks in the air that have still to move and may fight."""
    stacks: dict[tuple[str, str], list[str]] = {}
    for id, g in view.germans.items():
        if g.status == "air" and not g.moved and not g.staging and turns_left(view, g) > 0:
            stacks.setdefault((g.type, g.hex), []).append(id)
    return [tuple(ids) for ids in stacks.values()]


def engaged(view: LuftwaffeView, hex: str) -> list[str]:
    """Units that have moved into a hex already, to attack there."""
    return [
        id
        for id, g in view.germans.items()
        if g.moved and not g.fired and ((g.status == "air" and not g.staging and g.hex == hex) or g.strike == hex)
    ]


def can_attack(view: LuftwaffeView, unit: German, hex: str, home: dict[str, int]) -> bool:
    """LW-6.12 Whether a unit can be over a hex this turn and still come home."""
    reach = movement(unit) - (1 if parts().scenarios[view.game].pass_through_attacks else 0)
    return apart(unit.hex, hex) <= reach and home.get(hex, FAR) <= movement(unit) * turns_left(view, unit)


def assignments(view: LuftwaffeView, targets: dict[str, Prey], own: float = 0.0) -> dict[str, str]:
    """For every unit that should attack this turn, where: the best prey first, with what is least needed elsewhere.

    What he loses to an escort that fires first counts `own`.
    """
    home = to_base(view.zone_key, view.unusable)
    hunted = {hex: t for hex, t in targets.items() if t.bombers}
    able: dict[Stack, list[str]] = {}
    for stack in movers(view):
        unit = view.germans[stack[0]]
        hexes = [hex for hex in hunted if can_attack(view, unit, hex, home)]
        if hexes:
            able[stack] = hexes
    there = {hex: engaged(view, hex) for hex in hunted}
    sent: dict[str, str] = {}
    groups: dict[str, tuple[float, list[Stack]] | None] = {}
    while able:
        best: tuple[float, str, list[Stack]] | None = None
        for hex, target in hunted.items():
            if hex not in groups:
                can_come = [st for st, hexes in able.items() if hex in hexes]
                groups[hex] = enough_for(view, target, there[hex], can_come, able, own)
            group = groups[hex]
            if group is None:
                continue
            value, stacks = group
            if best is None or value > best[0]:
                best = value, hex, stacks
        if best is None:
            break
        _, hex, stacks = best
        for stack in stacks:
            there[hex] = [*there[hex], *stack]
            sent.update(dict.fromkeys(stack, hex))
            for elsewhere in able.pop(stack):
                groups.pop(elsewhere, None)  # there it is missing now
    return sent


def enough_for(
    view: LuftwaffeView,
    target: Prey,
    there: list[str],
    able: list[Stack],
    all_able: dict[Stack, list[str]],
    own: float,
) -> tuple[float, list[Stack]] | None:
    """What more an attack achieves with everybody who can come, and those of them who are enough for it."""
    if not able:
        return None
    so_far = target.value(losses_caused(view, there, target, own)) if there else 0.0
    everybody = [*there, *(id for st in able for id in st)]
    most = target.value(losses_caused(view, everybody, target, own))
    if most - so_far < LEAST:
        return None
    chosen: list[Stack] = []
    ids, value = list(there), so_far
    for stack in sorted(able, key=lambda st: (len(all_able[st]), apart(view.germans[st[0]].hex, target.hex))):
        chosen.append(stack)
        ids += stack
        value = target.value(losses_caused(view, ids, target, own))
        if value >= ENOUGH * most:
            break
    return value - so_far, chosen
