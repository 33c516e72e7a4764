"""The Rally Phase (chapters A3.1, A1.3, A4.43, A9.72, A10.6)."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.charts import tables
from sandtable.games.vengeance.campaign.entering import name_entrants
from sandtable.games.vengeance.components import CREW, HALF_SQUAD, SQUAD, components
from sandtable.games.vengeance.field import field_of
from sandtable.games.vengeance.model import GERMAN, RUSSIAN, Battle, Unit
from sandtable.games.vengeance.rules.banner import may_take_up
from sandtable.games.vengeance.rules.concealment import eyes, place_under, reveal, secretive
from sandtable.games.vengeance.rules.counters import create, mark, swap, vanish
from sandtable.games.vengeance.rules.fires import burn, change_wind
from sandtable.games.vengeance.rules.fortifications.entrenchments import trench_rally
from sandtable.games.vengeance.rules.interrogation import interrogate, interrogators
from sandtable.games.vengeance.rules.leader_loss import settle_leader_loss
from sandtable.games.vengeance.rules.leaders import can_lead, commissar_at, leaders_at, leadership
from sandtable.games.vengeance.rules.losses import reduce
from sandtable.games.vengeance.rules.morale import failed_commissar_rally, heat_of_battle, task_check
from sandtable.games.vengeance.rules.morale_level import MOST_MORALE, morale
from sandtable.games.vengeance.rules.movement.tasks import try_recovery
from sandtable.games.vengeance.rules.ordnance.handling import gun_tasks, recover_gun, repair_gun
from sandtable.games.vengeance.rules.ordnance.turn import forget_trials
from sandtable.games.vengeance.rules.reserve import release_step
from sandtable.games.vengeance.rules.support import begin_rally
from sandtable.games.vengeance.rules.units import (
    MOABIT,
    armed,
    good_order,
    held,
    in_water,
    is_dummy,
    is_leader,
    is_mmc,
    other,
    type_of,
    units_at,
    unknown,
    weapon_type,
)
from sandtable.games.vengeance.rules.vehicles.kinds import unseen
from sandtable.kernel.chances import odds
from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Choose, Flow, Odds, Option
from sandtable.kernel.journal import Modifier
from sandtable.kernel.state import replace

STEPS = ("release", "entrants", "organize", "organize_other", "self_rally", "rally", "rally_other", "end")
_DM, _SELF = 4, 1


def rally_phase(s: Battle) -> Flow:
    """RV-A3.1 One thing at a time, step by step."""
    if s.step == "":
        _begin(s)
    elif s.step == "release":
        yield from release_step(s, s.side, after="entrants")
    elif s.step == "entrants":
        yield from _entrants(s)
    elif s.step == "organize":
        yield from _organize(s, s.side)
    elif s.step == "organize_other":
        yield from _organize(s, other(s.side))
    elif s.step == "self_rally":
        yield from _self_rally(s)
    elif s.step == "rally":
        yield from _rally(s, s.side)
    elif s.step == "rally_other":
        yield from _rally(s, other(s.side))
    else:
        yield from _end(s)


def _next(s: Battle) -> None:
    s.step = STEPS[STEPS.index(s.step) + 1]


def _begin(s: Battle) -> None:
    s.self_rallied = 0
    s.interrogated = False
    for unit in list(s.units.values()):
        if unit.acted:
            mark(s, unit.id, acted=False)
    for weapon in list(s.weapons.values()):
        if weapon.tried:
            s.weapons[weapon.id] = replace(weapon, tried=())
    forget_trials(s)
    begin_rally(s)
    if s.player_turns > 1:
        change_wind(s)
    s.step = "organize" if s.campaign is None else "release"


def _entrants(s: Battle) -> Flow:
    """RV-CG21 In the campaign the ATTACKER says who will enter."""
    yield from name_entrants(s, s.side, after="organize")


# -- organizing ------------------------------------------------------------------------------------------------------


def _organize(s: Battle, side: str) -> Flow:
    """RV-A3.1 Recombine and deploy (ATTACKER only), recover, transfer and repair weapons."""
    options: list[Option] = []
    options += [("interrogate", u.id) for u in interrogators(s, side)]
    if side == s.side:
        options += _deployments(s, side)
    options += _weapon_tasks(s, side)
    options += gun_tasks(s, side)
    options += showings(s, side)
    if not options and not secretive(s, side):
        _next(s)
        return
    pick = yield Choose(side, [*options, ("done",)], rule="RV-A3.1", ask="organize")
    if pick[0] == "done":
        _next(s)
    elif pick[0] == "deploy":
        yield from _deploy(s, str(pick[1]))
    elif pick[0] == "recombine":
        _recombine(s, str(pick[1]), str(pick[2]))
    elif pick[0] == "recover" and pick[2] in s.guns:
        recover_gun(s, s.units[str(pick[1])], str(pick[2]))
    elif pick[0] == "repair" and pick[1] in s.guns:
        repair_gun(s, str(pick[1]))
    elif pick[0] == "recover":
        unit = s.units[str(pick[1])]
        try_recovery(s, unit, s.weapons[str(pick[2])])
        mark(s, unit.id, acted=True)
    elif pick[0] == "interrogate":
        yield from interrogate(s, str(pick[1]))
    elif pick[0] == "show":
        reveal(s, str(pick[1]))
    elif pick[0] == "place_under":
        place_under(s, str(pick[1]))
    elif pick[0] == "transfer":
        weapon = s.weapons[str(pick[1])]
        giver, taker = weapon.holder, str(pick[2])
        s.weapons[weapon.id] = replace(weapon, holder=taker, tried=(*weapon.tried, "transfer"))
        s.journal.add("RV-A4.431", "transfer", seen_by=eyes(s, (giver, taker)), weapon=weapon.id, unit=taker)
        mark(s, giver, acted=True)
        mark(s, taker, acted=True)
    else:
        _repair(s, str(pick[1]))


def showings(s: Battle, side: str) -> list[Option]:
    """RV-A12.13, RV-A12.2 Who may be shown of one's own will; hidden units may be placed under `?` in their own RPh."""
    mine = [u for u in s.units.values() if u.side == side and u.at and unknown(u) and not is_dummy(u)]
    found: list[Option] = [("show", u.id) for u in mine]
    tanks = [v for v in s.vehicles.values() if v.side == side and v.at and unseen(v)]
    found += [("show", v.id) for v in tanks]
    if side == s.side:
        found += [("place_under", u.id) for u in mine if u.hidden] + [("place_under", v.id) for v in tanks if v.hidden]
    return found


def _free(unit: Unit) -> bool:
    return not is_dummy(unit) and good_order(unit) and not unit.pinned and not unit.acted and bool(unit.at)


def _deployments(s: Battle, side: str) -> list[Option]:
    """RV-A1.31, RV-A1.32, RV-A25.2"""
    found: list[Option] = []
    for unit in s.units.values():
        if unit.side != side or not _free(unit) or not any(not u.acted for u in leaders_at(s, unit.at, side)):
            continue
        kind = type_of(unit).kind
        if kind == SQUAD and side != RUSSIAN and not unit.acted:
            found.append(("deploy", unit.id))
        if kind == HALF_SQUAD:
            found += [
                ("recombine", unit.id, twin.id) for twin in units_at(s, unit.at, side)
                if twin.id > unit.id and twin.type == unit.type and _free(twin) and _whole(unit.type)
            ]  # fmt: skip
    return found


def _whole(half: str) -> str:
    """The squad type that a half-squad type belongs to."""
    return next((t.id for t in components().units.values() if t.half_squad == half), "")


def _deploy(s: Battle, id: str) -> Flow:
    """RV-A1.31 A NTC: pass and the squad becomes its two half-squads, which divide its weapons as they like."""
    unit = s.units[id]
    leader = next(u for u in leaders_at(s, unit.at, unit.side) if not u.acted)
    mark(s, leader.id, acted=True)
    mark(s, id, acted=True)
    if not task_check(s, id, 0, "RV-A1.31"):
        return
    half = type_of(unit).half_squad
    first = swap(s, id, half)
    second = create(s, half, first)
    s.journal.add("RV-A1.31", "deployed", seen_by=eyes(s, (id,)), unit=id, by=second.id)
    s.acting += [id, second.id]
    for weapon in held(s, id):
        pick = yield Choose(
            unit.side, [("take_over", half, weapon.id) for half in (id, second.id)], rule="RV-A1.31", ask="divide",
            about=(weapon.id,),
        )  # fmt: skip
        s.weapons[weapon.id] = replace(weapon, holder=str(pick[1]))


def _recombine(s: Battle, id: str, twin: str) -> None:
    """RV-A1.32 Two half-squads of one type become a squad with the worse status of the two."""
    unit, second = s.units[id], s.units[twin]
    for weapon in held(s, twin):
        s.weapons[weapon.id] = replace(weapon, holder=id)
    for gun in [g for g in s.guns.values() if g.crew == twin]:
        s.guns[gun.id] = replace(gun, crew=id)
    vanish(s, twin)
    swap(s, id, _whole(unit.type), cx=unit.cx or second.cx, fanatic=unit.fanatic and second.fanatic, acted=True)
    s.journal.add("RV-A1.32", "recombined", seen_by=eyes(s, (id,)), unit=id)


def _weapon_tasks(s: Battle, side: str) -> list[Option]:
    """RV-A4.44, RV-A4.431, RV-A9.72"""
    found: list[Option] = []
    for weapon in s.weapons.values():
        if not weapon.holder:
            found += [
                ("recover", u.id, weapon.id) for u in units_at(s, weapon.at, side)
                if not u.acted and not u.melee and not u.pinned and not u.berserk and u.id not in weapon.tried
                and not is_dummy(u) and may_take_up(s, u, weapon)
            ]  # fmt: skip
            continue
        holder = s.units[weapon.holder]
        if holder.side != side or not _free(holder):
            continue
        if weapon.malfunctioned and weapon_type(weapon).repair and "repair" not in weapon.tried:
            found.append(("repair", weapon.id))
        if "transfer" not in weapon.tried:
            found += [
                ("transfer", weapon.id, u.id) for u in units_at(s, holder.at, side) if u.id != holder.id and _free(u)
            ]
    return found


def _repair(s: Battle, id: str) -> None:
    """RV-A9.72 A die at most the repair number; a 6 eliminates it."""
    weapon = s.weapons[id]
    die = s.dice.roll(6, "repair")
    type = weapon_type(weapon)
    s.journal.add("RV-A9.72", "repair", seen_by=eyes(s, (id,)), weapon=id, die=die, success=die <= type.repair)
    if die <= type.repair:
        s.weapons[id] = replace(weapon, malfunctioned=False, tried=(*weapon.tried, "repair"))
    elif die == 6:
        del s.weapons[id]
    else:
        s.weapons[id] = replace(weapon, tried=(*weapon.tried, "repair"))


# -- rallying --------------------------------------------------------------------------------------------------------


def rally_modifiers(s: Battle, unit: Unit, leader: Unit | None, self_rally: bool) -> list[Modifier]:
    """RV-A10.6, RV-A19.12 Leader, DM, self-rally, cover."""
    found: list[Modifier] = []
    commissar = leader is not None and must_obey(leader)
    if leader is not None and leadership(leader) and not commissar:
        found.append((leadership(leader), "RV-A10.6", "leader"))
    if unit.dm and not commissar:
        found.append((_DM, "RV-A10.6", "desperation morale"))
    if self_rally:
        found.append((_SELF, "RV-A10.6", "self-rally"))
    if cover := 0 if unit.aboard else field_of(s).terrain_of[unit.at].rally:
        found.append((cover, "RV-A10.6", "cover"))
    elif unit.dug and (trench := trench_rally(s, unit)):
        found.append((trench, "RV-B27.1", "trench"))
    if unit.disrupted:
        found.append((1, "RV-A19.12", "disrupted"))
    return found


def must_obey(leader: Unit) -> bool:
    """RV-A25.222, RV-BRV8.5 Commissars and Gestapo: every broken unit must try to rally through them."""
    return type_of(leader).commissar or type_of(leader).gestapo


def rally_morale(s: Battle, unit: Unit, leader: Unit | None) -> int:
    """RV-BRV8.503 A Gestapo raises the morale of those whom he rallies; a party leader does it always."""
    return min(MOST_MORALE, morale(s, unit) + (leader is not None and type_of(leader).gestapo))


def try_rally(s: Battle, id: str, leader: Unit | None, self_rally: bool, promotes: bool = False) -> None:
    """RV-A10.6, RV-A10.63, RV-A25.222 A Rally attempt."""
    unit = mark(s, id, acted=True)
    dice = s.dice.roll(6, "rally"), s.dice.roll(6, "rally")
    modifiers = rally_modifiers(s, unit, leader, self_rally)
    level = rally_morale(s, unit, leader)
    final = sum(dice) + sum(m[0] for m in modifiers)
    commissar = leader is not None and must_obey(leader)
    rallies = is_rallied(dice, final, level)
    s.journal.add(
        "RV-A10.6", "rally", unit=id, dice=dice, modifiers=modifiers, final=final, morale=level, success=rallies
    )
    if rallies:
        mark(s, id, broken=False, dm=False, disrupted=False)
        if sum(dice) == 2 and promotes:
            create_leader(s, s.units[id], was_broken=True)
        elif sum(dice) == 2 and not self_rally and not unit.aboard:
            heat_of_battle(s, id)
    elif commissar:
        failed_commissar_rally(s, id)
    elif sum(dice) == 12:
        reduce(s, id, "RV-A10.6")
    settle_leader_loss(s)


def rally_odds(s: Battle, id: str, leader: Unit | None, self_rally: bool) -> Odds:
    """The chance that a unit rallies, exact."""
    unit = s.units[id]
    modifiers = rally_modifiers(s, unit, leader, self_rally)
    level, drm = rally_morale(s, unit, leader), sum(m[0] for m in modifiers)

    def attempt(rolled: Dice) -> str:
        dice = rolled.roll(), rolled.roll()
        if is_rallied(dice, sum(dice) + drm, level):
            return "rallies"
        return "loses men" if sum(dice) == 12 else "stays broken"

    return odds(attempt, modifiers, ("rallies", "stays broken", "loses men"))


def is_rallied(dice: tuple[int, int], final: int, level: int) -> bool:
    """RV-A10.6 Not above the morale level; an Original 2 always, an Original 12 never."""
    return (final <= level and sum(dice) != 12) or sum(dice) == 2


def create_leader(s: Battle, unit: Unit, was_broken: bool, drm: int = 0) -> None:
    """RV-A18.1 A leader rises from the ranks."""
    table = components().leader_creation
    type = type_of(unit)
    modifiers: list[Modifier] = [(table[unit.side], "RV-A18.1", unit.side)]
    if unit.type in MOABIT:
        modifiers = [(tables()["moabit"]["leader_creation"], "RV-CG16", "Moabit Prisoners")]
    level = type.morale
    if level >= 8:
        modifiers.append((table["morale_8_or_more"], "RV-A18.1", "morale 8 or more"))
    elif level <= 6:
        modifiers.append((table["morale_6_or_less"], "RV-A18.1", "morale 6 or less"))
    if was_broken:
        modifiers.append((table["broken"], "RV-A18.1", "broken unit"))
    if drm:
        modifiers.append((drm, "RV-A18.1", "poor odds"))
    die = s.dice.roll(6, "leader creation")
    final = die + sum(m[0] for m in modifiers)
    made = "8-1" if final <= 1 else "8-0" if final <= 3 else "7-0" if final <= 5 else "6+1" if final == 6 else ""
    s.journal.add(
        "RV-A18.1", "leader_creation", unit=unit.id, die=die, modifiers=modifiers, final=final, by=made or "none"
    )
    if made:
        name = f"{'ge' if unit.side == GERMAN else 'ru'}_{made}"
        create(s, name, replace(unit, elr=components().elr[name], fired="", shellhole=False))


def most_self_rallies(s: Battle) -> int:
    """RV-A10.63, RV-CG2 One broken MMC may try to rally by itself, in the campaign two."""
    return 1 if s.campaign is None else 2


def _self_rally(s: Battle) -> Flow:
    """RV-A10.63 The ATTACKER lets one broken MMC try to rally by itself, before all others."""
    can = [
        u.id for u in s.units.values()
        if u.side == s.side and u.broken and is_mmc(u) and not u.disrupted and not u.melee and not u.acted and u.at
        and not in_water(u)
    ]  # fmt: skip
    led = {id: chief for id in can if (chief := commissar_at(s, s.units[id].at, s.side)) is not None}
    # RV-A.12 A commissar under `?` is none to the enemy, who would be told of him if nobody were asked.
    asked = any(id not in led or unknown(led[id]) for id in can)
    can = [id for id in can if id not in led]
    if s.self_rallied >= most_self_rallies(s) or not asked:
        _next(s)
        return
    pick = yield Choose(
        s.side, [*(("self_rally", id) for id in can), ("done",)], rule="RV-A10.63", ask="self_rally",
        odds=lambda o: rally_odds(s, str(o[1]), None, True) if len(o) > 1 else None,
    )  # fmt: skip
    if pick[0] == "done":
        _next(s)
        return
    s.self_rallied += 1
    try_rally(s, str(pick[1]), None, True, promotes=True)


def _rally_leader(s: Battle, unit: Unit) -> tuple[Unit | None, bool] | None:
    """RV-A10.6, RV-A10.61, RV-A25.222, RV-BRV8.505 Who would rally a unit: (leader, self-rally); None if nobody can.

    A commissar of the highest morale comes first, and so does a Gestapo whose printed morale nobody surpasses.
    """
    here = aboard_with(s, unit) if unit.aboard else leaders_at(s, unit.at, unit.side, unit.id)
    leaders = [u for u in here if not u.acted]
    commissars = [u for u in leaders if type_of(u).commissar]
    if commissars and max(morale(s, u) for u in leaders) == morale(s, commissars[0]):
        return commissars[0], False
    police = [u for u in leaders if type_of(u).gestapo]
    if police and max(type_of(u).morale for u in leaders) == type_of(police[0]).morale:
        return police[0], False
    leaders = [u for u in leaders if u not in police] or leaders
    if leaders:
        return leaders[0], False
    if is_leader(unit) or type_of(unit).kind == CREW or type_of(unit).self_rally:
        return None, True
    return None


def aboard_with(s: Battle, unit: Unit) -> list[Unit]:
    """RV-D6.3 The leaders who ride in the same vehicle, the best first."""
    found = [u for u in s.units.values() if u.aboard == unit.aboard and u.id != unit.id and can_lead(u)]
    return sorted(found, key=leadership)


def _rally(s: Battle, side: str) -> Flow:
    """RV-A10.6, RV-D6.3 Every broken unit once, passengers aboard too; those with a commissar must try."""
    found: dict[str, tuple[Unit | None, bool]] = {}
    for unit in s.units.values():
        there = bool(unit.at or unit.aboard)
        if unit.side == side and unit.broken and not unit.acted and not unit.melee and there and not in_water(unit):
            by = _rally_leader(s, unit)
            if by is not None:
                found[unit.id] = by
    broken = any(u.side == side and u.broken and not u.acted and u.at for u in s.units.values())
    if not found and not (broken and secretive(s, side)):
        _next(s)
        return
    options: list[Option] = [("rally", id) for id in found]
    if not any(leader is not None and must_obey(leader) for leader, _ in found.values()):
        options.append(("done",))
    pick = yield Choose(
        side, options, rule="RV-A10.6", ask="rally",
        odds=lambda o: rally_odds(s, str(o[1]), *found[str(o[1])]) if len(o) > 1 else None,
    )  # fmt: skip
    if pick[0] == "done":
        _next(s)
        return
    try_rally(s, str(pick[1]), *found[str(pick[1])])


# -- the end of the phase --------------------------------------------------------------------------------------------


def enemy_near(s: Battle, unit: Unit, armed_only: bool = True) -> bool:
    """RV-A10.62, RV-A10.5 A Known unbroken armed enemy in the Location of a unit, or ADJACENT to it."""
    for at in (unit.at, *field_of(s).adjacent[unit.at]):
        for enemy in units_at(s, at):
            known = enemy.side != unit.side and not (enemy.broken or enemy.hidden or enemy.concealed)
            if known and (not armed_only or armed(s, enemy)):
                return True
    return False


def _end(s: Battle) -> Flow:
    """RV-A10.62 DM goes, unless an enemy is near; in the open its owner may keep it, so that the unit can rout."""
    for unit in list(s.units.values()):
        if not unit.dm or not unit.broken or not unit.at or enemy_near(s, unit):
            continue
        if field_of(s).terrain_of[unit.at].rally < 0:
            mark(s, unit.id, dm=False)
            continue
        pick = yield Choose(
            unit.side, [("remove_dm", unit.id), ("keep_dm", unit.id)], rule="RV-A10.62", ask="keep_dm", about=(unit.id,)
        )
        if pick[0] == "remove_dm":
            mark(s, unit.id, dm=False)
    burn(s)
    s.step = "done"
