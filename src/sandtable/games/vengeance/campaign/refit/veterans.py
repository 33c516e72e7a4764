"""Wounds heal and men learn: RV-RePh8.610 and the Battle Hardening and Promotion of RV-RePh8.611."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.charts import tables
from sandtable.games.vengeance.campaign.points import roll_two, sheet, write
from sandtable.games.vengeance.campaign.supply import isolated_areas
from sandtable.games.vengeance.components import HERO, LEADER, SQUAD, components
from sandtable.games.vengeance.model.battle import RUSSIAN, Battle, Unit
from sandtable.games.vengeance.model.campaign import HERE
from sandtable.games.vengeance.rules.rally.reorganization import worse_status
from sandtable.games.vengeance.rules.units.counters import mark, new_id, remove, swap, vanish
from sandtable.games.vengeance.rules.units.kinds import good_order, is_hero, is_leader, is_mmc, is_moabit, type_of
from sandtable.games.vengeance.rules.units.losses import random_selection
from sandtable.games.vengeance.rules.units.stacking import halves, squad_halves
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.modifiers import total
from sandtable.kernel.options import id_in
from sandtable.kernel.records import Modifier
from sandtable.kernel.state import replace


def heal(s: Battle) -> None:
    """RV-RePh8.610 A wounded leader recovers on 3 or less and dies on a 6; +1 if he is Isolated."""
    table, cut_off = tables()["wounded_leader"], {*isolated_areas(s), HERE}
    for unit in list(s.units.values()):
        if not unit.wounded or is_mmc(unit):
            continue
        modifiers: list[Modifier] = []
        if s.posts.get(unit.id) in cut_off:
            modifiers.append((int(table["drm"]["isolated"]), "RV-RePh8.610", "Isolated"))
        die = s.dice.roll(6, "wounded leader")
        final = die + total(modifiers)
        heals, dies = final <= table["recovers_max"], final >= table["dies_min"]
        result = "recovers" if heals else "dies" if dies else "stays wounded"
        s.journal.add(
            "RV-RePh8.610", "wound_heals", unit=unit.id, die=die, modifiers=modifiers, final=final, result=result
        )
        if heals:
            mark(s, unit.id, wounded=False)
        elif dies:
            remove(s, unit.id, "RV-RePh8.610", "wounds")


# -- recombining -----------------------------------------------------------------------------------------------------


def pairs(s: Battle, side: str) -> list[Option]:
    """RV-RePh8.6111 Two half-squads of one type kept in one Set Up Area may be a squad again; not who mans a Gun."""
    crews = {gun.crew for gun in s.guns.values()}
    whole = {t.half_squad: t.id for t in components().units.values() if t.kind == SQUAD and t.half_squad}
    options: list[Option] = []
    waiting: dict[tuple[str, str], str] = {}
    for unit in s.units.values():
        if unit.side != side or unit.type not in whole or unit.broken or not unit.at or unit.id in crews:
            continue
        place = (unit.type, s.posts.get(unit.id, ""))
        if not place[1].startswith(side):
            continue
        if place in waiting:
            options.append(("recombine", waiting.pop(place), unit.id))
        else:
            waiting[place] = unit.id
    return options


def recombine(s: Battle, side: str) -> Flow:
    """RV-RePh8.6111, RV-A1.32 One pair of half-squads, or no more."""
    options = pairs(s, side)
    pick = yield Choose(side, [*options, ("done",)], rule="RV-RePh8.6111", ask="recombine_refit", forced=not options)
    if pick[0] == "done":
        s.pending.remove(side)
        return
    first, second = s.units[id_in(pick)], s.units[id_in(pick, 2)]
    squad = next(t.id for t in components().units.values() if t.kind == SQUAD and t.half_squad == first.type)
    for weapon in [w for w in s.weapons.values() if w.holder == second.id]:
        s.weapons[weapon.id] = replace(weapon, holder=first.id)
    vanish(s, second.id)
    swap(s, first.id, squad, **worse_status(first, second))
    s.journal.add("RV-RePh8.6111", "recombined", unit=first.id)


# -- hardening -------------------------------------------------------------------------------------------------------


def hardening_modifiers(s: Battle, unit: Unit) -> list[Modifier]:
    """RV-RePh8.6113 What the scenario was like for its side."""
    drm = tables()["battle_hardening"]["drm"]
    kept = sheet(s, unit.side)
    tests = (
        ("inflicted_more_cvp_than_suffered", "took more CVP than it lost", kept.inflicted > kept.suffered),
        ("won_cgs", "won the scenario", kept.won_last),
        ("lost_cgs", "lost the scenario", kept.lost_last),
        ("russian", "Russians", unit.side == RUSSIAN),
        ("moabit", "Moabit Prisoners", is_moabit(s, unit)),
    )
    return [(int(drm[name]), "RV-RePh8.6113", reason) for name, reason, holds in tests if holds]


def candidates(s: Battle, side: str) -> list[str]:
    """RV-RePh8.6113 One MMC for every five squad-equivalents, at least one, by Random Selection."""
    cut_off = isolated_areas(s)
    able = [
        u for u in s.units.values()
        if u.side == side and is_mmc(u) and good_order(u) and u.at
        and (post := s.posts.get(u.id, "")).startswith(side) and post not in cut_off
    ]  # fmt: skip
    number = max(1, sum(map(halves, able)) // 10)
    chosen: list[str] = []
    while able and len(chosen) < number:
        for id in random_selection(s, [u.id for u in able]):
            if len(chosen) < number:
                chosen.append(id)
        able = [u for u in able if u.id not in chosen]
    return chosen


def harden(s: Battle, side: str) -> None:
    """RV-RePh8.6113, RV-RePh8.6114 MMC, Heroes and leaders who learned from the battle."""
    table = tables()["battle_hardening"]
    chosen = candidates(s, side)
    on_map = [u for u in s.units.values() if u.side == side and u.at and good_order(u)]
    for unit in on_map:
        if is_leader(unit):
            _test(s, unit, int(table["leader_success_max"]), "RV-RePh8.6114")
        elif is_hero(unit):
            _test(s, unit, int(table["hero_to_leader_max"]), "RV-RePh8.6113")
        elif unit.id in chosen:
            _test(s, unit, int(table["mmc_success_max"]), "RV-RePh8.6113")


def _test(s: Battle, unit: Unit, most: int, clause: str) -> None:
    modifiers = hardening_modifiers(s, unit)
    dice = roll_two(s, "battle hardening")
    final = sum(dice) + total(modifiers)
    becomes = improved(unit) if final <= most else ""
    s.journal.add(
        clause, "hardening_test", unit=unit.id, dice=dice, modifiers=modifiers, final=final, most=most,
        becomes=becomes, success=bool(becomes), result=_told(becomes),
    )  # fmt: skip
    if becomes in ("fanatic", "heroic"):
        mark(s, unit.id, **{becomes: True})
    elif becomes:
        swap(s, unit.id, becomes, heroic=unit.heroic or is_hero(unit))


def _told(becomes: str) -> str:
    """What a test of Battle Hardening has brought."""
    if not becomes or becomes in ("fanatic", "heroic"):
        return f"becomes|{becomes}" if becomes else "no change"
    return f"becomes|{components().units[becomes].told}"


def improved(unit: Unit) -> str:
    """RV-A15.21, RV-BRV8.2a, RV-RePh8.6114 What a unit becomes: a better type, fanatic or heroic; "" if nothing."""
    if type_of(unit).kind == HERO:
        return f"{unit.side[:2]}_8-0"
    found = components().hardening.get(unit.type, "")
    return "" if found == "none" else found


# -- promotion -------------------------------------------------------------------------------------------------------


def may_promote(s: Battle, side: str) -> bool:
    """RV-RePh8.6115 Whether leaders to squads is still low enough with one leader more; once in a Refit Phase."""
    ratio = int(tables()["promotion"]["squads_per_leader"][side])
    own = [u for u in s.units.values() if u.side == side]
    leaders = sum(type_of(u).kind == LEADER for u in own)
    return not sheet(s, side).promoted and 2 * (leaders + 1) * ratio <= squad_halves(own)


def promote(s: Battle, side: str) -> Flow:
    """RV-RePh8.6115 A side may make a 7-0 from the ranks; RV-CGS2 its men off the map count, so everybody is asked."""
    able = may_promote(s, side)
    options: list[Option] = [("promote",), ("done",)] if able else [("done",)]
    pick = yield Choose(side, options, rule="RV-RePh8.6115", ask="promote" if able else "promote_none")
    if pick[0] == "promote":
        id = new_id(s, side)
        type = f"{side[:2]}_7-0"
        s.units[id] = Unit(id, type, side, elr=components().elr[type])
        s.posts[id] = "on_board"
        write(s, side, promoted=True)
        s.journal.add("RV-RePh8.6115", "promoted", side=side)
    s.pending.remove(side)
