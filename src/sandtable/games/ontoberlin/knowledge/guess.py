"""OB-2.2, OB-3.6 What a seat may imagine of what it cannot know."""

from __future__ import annotations

from functools import cache

from sandtable.games.ontoberlin.components import (
    AIRFIELDS,
    ALLIED,
    DIVISIONS,
    GERMAN,
    KINDS,
    ON_MAP,
    RESERVE,
    SIDES,
    VS_POOL,
)
from sandtable.games.ontoberlin.knowledge.sight import HIDDEN_POOL
from sandtable.games.ontoberlin.map.geography import MAP
from sandtable.games.ontoberlin.model import (
    POOL,
    OnToBerlin,
)
from sandtable.games.ontoberlin.rules.basics import glimpse, whole_stack_seen
from sandtable.kernel.dice import Dice
from sandtable.kernel.state import replace


def guess(s: OnToBerlin, seat: str, dice: Dice) -> None:
    """OB-2.2, OB-3.6 Deal again what a seat cannot know: units under the fog, the pool, the Allied plan."""
    if seat != ALLIED:
        _guess_plan(s, dice)
    for side in SIDES:
        if side != seat:
            _guess_units(s, seat, side, dice)


def _guess_units(s: OnToBerlin, seat: str, side: str, dice: Dice) -> None:
    """Exchange the identities of hidden units among those that could stand in each other's place.

    Services and nations stay (stacking), artillery stays artillery (it exerts no ZOC, which shows), flak stays flak.
    """
    busy = {s.active, *(s.attack.units if s.attack else ())}
    groups: dict[tuple[str, ...], list[str]] = {}
    # Everybody knows the top unit of a stack, so only what lies below one can be hidden.
    several = [hex for hex, stack in s.stacks.items() if len(stack) > 1 and KINDS[stack[0]].side == side]
    for hex in sorted(several):
        if not whole_stack_seen(s, seat, hex):
            for u, known in glimpse(s, hex):
                if not known and u not in busy:
                    groups.setdefault(_group(u), []).append(u)
    if side == GERMAN:
        for u in VS_POOL:
            if s.units[u].at in HIDDEN_POOL and u not in busy:
                groups.setdefault(_group(u), []).append(u)
    for key in sorted(groups):
        old = groups[key]
        new = sorted(old)
        dice.shuffle(new)
        records = [s.units[u] for u in old]
        swapped = dict(zip(old, new, strict=True))
        for hex in sorted({record.at for record in records if record.at in s.stacks}):
            s.stacks[hex] = tuple(swapped.get(u, u) for u in s.stacks[hex])
        for u, record in zip(new, records, strict=True):
            s.units[u] = record


@cache
def _group(u: str) -> tuple[str, ...]:
    kind = KINDS[u]
    special = kind.cls if kind.cls in ("artillery", "flak") else "static" if kind.static else ""
    if u in VS_POOL:
        special = POOL
    return kind.nation, "" if kind.side == ALLIED else kind.service, special


def _guess_plan(s: OnToBerlin, dice: Dice) -> None:
    """OB-15.1.1-15.1.4 Another lawful assignment of the divisions whose drop has not begun, and other LZ hexes."""
    secret = [d for d in DIVISIONS if d != RESERVE and not s.divisions[d].public]
    # Sorted: what is dealt must not depend on which division really has which field.
    fields = sorted(s.divisions[d].airfield for d in secret)
    if not any(fields):
        return
    open_nations = {
        DIVISIONS[d].nationality for d in DIVISIONS if s.divisions[d].public and s.divisions[d].airfield in ON_MAP
    }
    all_given = all(fields)
    chosen = [hex for d in secret for hex in (s.divisions[d].lz,) if hex]
    while True:
        shuffled = list(secret)
        dice.shuffle(shuffled)
        nations = {
            DIVISIONS[d].nationality for d, field in zip(shuffled, fields, strict=True) if field in ON_MAP
        } | open_nations
        if len(nations) > 1 or not (all_given or _on_map_given(fields)):
            break
    with_lz = {MAP.perimeter_of[hex] for hex in chosen}
    for d, field in zip(shuffled, fields, strict=True):
        lz = dice.pick(AIRFIELDS[field].perimeter) if field in with_lz else ""
        s.divisions[d] = replace(s.divisions[d], airfield=field, lz=lz, edge=AIRFIELDS[field].edge if field else "")


def _on_map_given(fields: list[str]) -> bool:
    return all(a in fields for a in ON_MAP)
