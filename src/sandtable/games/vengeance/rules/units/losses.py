"""Losses (chapters A.9, A7.302, A17, A19): Casualty Reduction, wounds, elimination, and the next lower type."""

from __future__ import annotations

from sandtable.games.vengeance.components import CREW, HALF_SQUAD, HERO, LEADER, SQUAD, components
from sandtable.games.vengeance.model.battle import RUSSIAN, Battle, Fallen, Unit
from sandtable.games.vengeance.rules.concealment.gain_and_loss import reveal
from sandtable.games.vengeance.rules.morale.leaders import leadership
from sandtable.games.vengeance.rules.units.counters import (
    count,
    create,
    end_lanes,
    lose_points_of,
    mark,
    points,
    remove,
    swap,
)
from sandtable.games.vengeance.rules.units.kinds import held, is_leader, type_of, units_at, weapon_type
from sandtable.kernel.state import replace


def feel_loss(s: Battle, unit: Unit) -> None:
    """RV-A10.2, RV-D6.3 A leader is lost to his men, on foot or aboard; that is settled when the attack is over."""
    if is_leader(unit):
        s.fallen.append(Fallen(unit.type, unit.side, unit.at or unit.aboard, False, -min(0, leadership(unit)), unit.id))


def replace_by_elr(s: Battle, id: str) -> list[str]:
    """RV-A19.1, RV-BRV8.2, RV-BRV8.2b, RV-A19.12 The next lower type, or two half-squads, broken."""
    unit = s.units[id]
    type = type_of(unit)
    if type.underlined_morale:
        becomes = f"{type.half_squad} x2" if type.kind == SQUAD else "none"
    else:
        becomes = components().replacement.get(unit.type, "none")
    if becomes == "none":
        return [id]
    if becomes == "disrupted":
        if unit.side == RUSSIAN:
            mark(s, id, disrupted=True)
            s.journal.add("RV-A19.12", "disrupted", unit=id)
        return [id]
    lower, twice = becomes.removesuffix(" x2"), becomes.endswith(" x2")
    unit = swap(s, id, lower, elr=elr_as(unit, lower))
    s.journal.add("RV-A19.1", "replaced", unit=id, by=components().units[lower].told, two=twice)
    if not twice:
        return [id]
    second = create(s, lower, unit)
    for weapon in held(s, id)[1::2]:
        s.weapons[weapon.id] = replace(weapon, holder=second.id)
    return [id, second.id]


def elr_as(unit: Unit, type: str) -> int:
    """RV-BRV8.1, RV-BRV8.21 The ELR of a unit that becomes another type: lowered as it is now, and at least 0."""
    elr = components().elr
    return max(0, elr[type] - (elr[unit.type] - unit.elr))


def reduce(s: Battle, id: str, clause: str) -> None:
    """RV-A1.5, RV-A7.302 Casualty Reduction: a squad becomes a half-squad, a half-squad is lost, a man is hit."""
    reveal(s, id)
    if id not in s.units:
        return  # RV-A12.11 a dummy
    unit = s.units[id]
    type = type_of(unit)
    if type.kind in (LEADER, HERO):
        wound(s, id, clause)
        return
    if type.kind in (HALF_SQUAD, CREW):
        remove(s, id, clause, "reduced")
        return
    half = swap(s, id, type.half_squad, elr=elr_as(unit, type.half_squad))
    lose_points_of(s, unit, points(unit) - points(half))
    count(s, f"{unit.side}_halved")
    s.journal.add(clause, "reduced", unit=id)
    # A half-squad has one use for weapons: it keeps the best one, until its owner is asked.
    weapons = sorted(held(s, id), key=lambda w: -weapon_type(w).fp)
    if len(weapons) > 1:
        s.reduced[id] = tuple(w.id for w in weapons)
    ride = s.vehicles.get(unit.aboard)
    end_lanes(s, [w.id for w in weapons[1:]])
    for weapon in weapons[1:]:
        s.weapons[weapon.id] = replace(weapon, holder="", at=ride.at if ride is not None else unit.at)


def wound(s: Battle, id: str, clause: str) -> None:
    """RV-A17.1 A man is hit: 5 or more is his end, with +1 if he is wounded already."""
    reveal(s, id)
    unit = s.units[id]
    die = s.dice.roll(6, "wound")
    final = die + unit.wounded
    s.journal.add("RV-A17.1", "wound", unit=id, die=die, final=final, success=final <= 4)
    if final > 4:
        feel_loss(s, unit)
        remove(s, id, clause, "killed")
    else:
        mark(s, id, wounded=True)


def eliminate(s: Battle, id: str, clause: str, cause: str) -> None:
    """A unit is eliminated; a leader's men feel it."""
    reveal(s, id)
    if id not in s.units:
        return  # a dummy
    feel_loss(s, s.units[id])
    remove(s, id, clause, cause)


def overrun_disrupted(s: Battle, at: str, side: str) -> None:
    """RV-A19.12, RV-A20.3 Disrupted enemies do not fight who enters their Location: without quarter they are lost."""
    for unit in units_at(s, at):
        if unit.side != side and unit.disrupted and not unit.melee:
            eliminate(s, unit.id, "RV-A19.12", "failed_to_rout")


def random_selection(s: Battle, ids: list[str], wanted: int = 1) -> list[str]:
    """RV-A.9 One die for each; the highest are taken, and all that tie for the last place."""
    if len(ids) <= wanted:
        return list(ids)
    rolled = {id: s.dice.roll(6, "random selection") for id in ids}
    last = sorted(rolled.values(), reverse=True)[wanted - 1]
    chosen = [id for id in ids if rolled[id] >= last]
    s.journal.add("RV-A.9", "selected", units=tuple(chosen), rolls=tuple(rolled.values()))
    return chosen


def surviving(s: Battle, ids: list[str]) -> list[str]:
    """Those that are still on the map."""
    return [id for id in ids if id in s.units]
