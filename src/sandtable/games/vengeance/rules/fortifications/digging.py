"""Foxholes and entrenching (chapter B27)."""

from __future__ import annotations

from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import RUSSIAN, Battle
from sandtable.games.vengeance.rules.concealment.gain_and_loss import eyes
from sandtable.games.vengeance.rules.morale.checks import roll
from sandtable.games.vengeance.rules.morale.leaders import leader_drm
from sandtable.games.vengeance.rules.units.counters import mark
from sandtable.games.vengeance.rules.units.kinds import good_order, is_dummy, is_mmc, type_of
from sandtable.games.vengeance.rules.units.stacking import halves
from sandtable.kernel.flow import Option
from sandtable.kernel.modifiers import Modifier, total

_SUCCESS = 5


def diggers(s: Battle, f: Field, side: str) -> list[Option]:
    """RV-B27.11, RV-BRV3.2, RV-A12.11 Good Order MMC and dummies in terrain that can be dug, not IN a foxhole yet."""
    return [
        ("entrench", u.id)
        for u in s.units.values()
        if u.side == side and u.at and (is_mmc(u) or is_dummy(u)) and good_order(u)
        and not (u.ti or u.pinned or u.fired or u.dug or u.wired)
        and f.place(u.at).kind == "ground" and f.terrain_of[u.at].entrench
    ]  # fmt: skip


def entrench(s: Battle, id: str) -> None:
    """RV-B27.11 A DR of 5 or less digs a foxhole for its size; in either case it is TI for the Player Turn."""
    unit = s.units[id]
    type = type_of(unit)
    value, leader = leader_drm(s, unit)
    size = 2 if is_dummy(unit) else halves(unit)
    tests: tuple[tuple[int, bool, str], ...] = (
        (value, bool(leader and value), "leadership"),
        (1, size < 2, "half-squad or crew"),
        (1, unit.cx, "counter-exhausted"),
        (-1, unit.side == RUSSIAN, "Russian"),
        (-1, type.assault_engineer, "assault engineers"),
        (unit.labor, unit.labor < 0, "labor"),
    )
    modifiers: list[Modifier] = [(v, "RV-B27.11", reason) for v, holds, reason in tests if holds]
    dice = roll(s, unit.side, "entrenching")
    final = sum(dice) + total(modifiers)
    success = final <= _SUCCESS
    s.journal.add(
        "RV-B27.11",
        "entrench",
        seen_by=eyes(s, (id,)),
        unit=id,
        dice=dice,
        modifiers=modifiers,
        final=final,
        success=success,
    )
    if success:
        s.foxholes[unit.at] = s.foxholes.get(unit.at, 0) + size
        mark(s, id, dug=True, shellhole=False, ti=True, labor=0)
    else:
        mark(s, id, ti=True, labor=max(-2, unit.labor - 1))
