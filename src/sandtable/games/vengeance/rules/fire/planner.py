"""What the fire planner shows besides the odds: the firepower that is added up, the column, and what each DR means."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.vengeance.components import COLUMNS
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.names import NAMES, counter_name, weapon_name
from sandtable.games.vengeance.rules.fire.firepower import Power, column_for, result_of
from sandtable.games.vengeance.rules.units.kinds import type_of
from sandtable.kernel.chances import totals
from sandtable.kernel.templates import with_half

Sum = tuple[str, str, str]
Cell = tuple[str, str, float]


def _firer(s: Battle, id: str) -> str:
    """RV-CGS1 A firer by what it is, for a counter made in play has only a number."""
    if id in s.weapons:
        return weapon_name(s.weapons[id])
    return counter_name(id, type_of(s.units[id]).told) if id in s.units else NAMES.get(id, id)


def firepower_sums(s: Battle, powers: Iterable[Power]) -> list[Sum]:
    """RV-A7.2 What each firer adds, with everything that doubles or halves it."""
    sums = []
    for power in powers:
        how = [
            f"{reason} ×{with_half(value)}" if "added" not in reason else reason for value, _, reason in power.factors
        ]
        clause = power.factors[0][1] if power.factors else "RV-A7.2"
        text = _firer(s, power.firer)
        sums.append((f"{text}: {', '.join(how)}" if how else text, with_half(power.fp), clause))
    return sums


def column_sum(fp: float) -> Sum:
    """RV-A7.1 The column of the IFT that a firepower reaches."""
    column = column_for(fp)
    return f"FP on the column|{with_half(fp)}", str(COLUMNS[column]) if column >= 0 else "none", "RV-A7.1"


def column_row(column: int, drm: int) -> tuple[Cell, ...]:
    """RV-A7.1 What each Original DR means on a column of the IFT."""
    cells = ((total, result_of(column, total + drm), chance) for total, chance in totals(2).items())
    return tuple((str(total), "–" if result == "-" else result, chance) for total, result, chance in cells)
