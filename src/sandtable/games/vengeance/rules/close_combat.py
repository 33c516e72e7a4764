"""Close Combat (chapters A11, J2): ambush, declarations, simultaneous attacks, Melee."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from sandtable.games.vengeance.campaign.charts import tables
from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.field import Field, field_of
from sandtable.games.vengeance.model import Attack, Battle, Melee, Unit
from sandtable.games.vengeance.rules.concealment import eyes, may_be_hidden, preventers, reveal_all, secretive
from sandtable.games.vengeance.rules.counters import mark, put
from sandtable.games.vengeance.rules.detection import runs_into, show_somebody
from sandtable.games.vengeance.rules.fires import in_blaze
from sandtable.games.vengeance.rules.heroes import calm_down, sees_enemy
from sandtable.games.vengeance.rules.leader_creation import create_leader
from sandtable.games.vengeance.rules.leader_loss import settle_leader_loss
from sandtable.games.vengeance.rules.leaders import leadership
from sandtable.games.vengeance.rules.losses import eliminate, random_selection, reduce
from sandtable.games.vengeance.rules.morale_level import lax
from sandtable.games.vengeance.rules.movement.allowance import difficult
from sandtable.games.vengeance.rules.stacking import overstacked, room_for
from sandtable.games.vengeance.rules.units import (
    MOABIT,
    enemies_at,
    good_order,
    is_hero,
    is_leader,
    is_mmc,
    known_enemies_at,
    other,
    type_of,
    units_at,
    unknown,
    veil,
)
from sandtable.games.vengeance.rules.visibility import illuminated
from sandtable.kernel.chances import odds
from sandtable.kernel.flow import Choose, Flow, Odds, Option
from sandtable.kernel.journal import Modifier
from sandtable.kernel.state import replace

AMBUSH_MARGIN = 3
_LOOKS = ("look", "look_other")
_AMBUSH_TERRAIN = ("BUILDING", "RUBBLE", "WOODS", "DEBRIS", "CELLAR", "FACTORY", "GATE")


def close_combat_phase(s: Battle) -> Flow:
    """RV-A3.8, RV-A11.1 The Locations with both sides, in the ATTACKER's order, one finished before the next."""
    if s.melee is None:
        places = [at for at in s.at if at not in s.fought and len({u.side for u in units_at(s, at)}) == 2]
        if not places:
            yield from _look_on(s)
            return
        pick = yield Choose(s.side, [("combat", at) for at in places], rule="RV-A11.1", ask="combat", forced=True)
        s.melee = Melee(str(pick[1]))
        return
    step = s.melee.step
    if step == "ambush":
        _ambush(s)
    elif step == "hand_to_hand":
        yield from _hand_to_hand(s)
    elif step in ("first", "second"):
        yield from _declare(s, _declarer(s, step))
    else:
        yield from _resolve_all(s)


def _look_on(s: Battle) -> Flow:
    """RV-A12.12, RV-Z4 Before concealment is gained hidden units may show themselves to prevent it, ATTACKER first."""
    if s.step not in _LOOKS:
        s.step = _LOOKS[0]
        return
    side = s.side if s.step == _LOOKS[0] else other(s.side)
    if may_be_hidden(s, side):
        lookers = preventers(s, side)
        pick = yield Choose(side, [*(("show", id) for id in lookers), ("done",)], rule="RV-A12.12", ask="look_on")
        if pick[0] == "show":
            reveal_all(s, (str(pick[1]),), "RV-A12.12")
            return
    s.step = _LOOKS[1] if s.step == _LOOKS[0] else "done"


def _declarer(s: Battle, step: str) -> str:
    """RV-A11.11, RV-A11.18 The ATTACKER declares first, or the side that ambushed."""
    assert s.melee is not None
    first = s.melee.ambusher or s.side
    return first if step == "first" else other(first)


# -- ambush and hand-to-hand -----------------------------------------------------------------------------------------


def ambush_modifiers(s: Battle, at: str, side: str) -> list[Modifier]:
    """RV-A11.18 The drm of a side; what is bad counts if one unit has it, concealment only if all have it."""
    drm = components().ambush
    units = units_at(s, at, side)
    found: list[Modifier] = []
    leaders = [u for u in units if is_leader(u) and good_order(u) and not u.pinned]
    if leaders and len(units) > 1:
        best = min(map(leadership, leaders))
        if best:
            found.append((best, "RV-A11.18", "leader"))
    for name, has in (
        ("cx", any(u.cx for u in units)), ("broken", any(u.broken for u in units)),
        ("pinned", any(u.pinned for u in units)),
        ("lax", any(lax(s, u) for u in units)), ("berserk", any(u.berserk for u in units)),
        ("concealed", all(u.concealed for u in units)),
    ):  # fmt: skip
        if has:
            found.append((drm[name], "RV-A11.18", name))
    if s.night is not None and any(u.type in MOABIT for u in units):
        found.append((tables()["moabit"]["ambush_at_night"], "RV-CG16", "Moabit Prisoners"))
    return found


def ambush_margin(s: Battle, at: str) -> int:
    """RV-A11.18, RV-E1.7 Three; at night two are enough for an ATTACKER who is not illuminated."""
    if s.night is not None and not illuminated(s, field_of(s), at):
        return components().conditions.night.ambush_margin
    return AMBUSH_MARGIN


def is_ambush_terrain(f: Field, at: str) -> bool:
    """RV-A11.18 Buildings, rubble, woods, debris and cellars."""
    return f.place(at).terrain.startswith(_AMBUSH_TERRAIN)


def _ambush(s: Battle) -> None:
    """RV-A11.18 Both roll a die when Infantry advanced into cover, or one is concealed; three lower ambushes."""
    melee = s.melee
    assert melee is not None
    at = melee.at
    cover = is_ambush_terrain(field_of(s), at) or any(u.concealed for u in units_at(s, at))
    fresh = not any(u.melee for u in units_at(s, at))
    ambusher = ""
    if fresh and at in s.advanced and cover:
        finals: dict[str, int] = {}
        for side in (s.side, other(s.side)):
            modifiers = ambush_modifiers(s, at, side)
            die = s.dice.roll(6, "ambush")
            finals[side] = die + sum(m[0] for m in modifiers)
            s.journal.add(
                "RV-A11.18", "ambush_roll", side=side, at=at, die=die, modifiers=modifiers, final=finals[side]
            )
        gap = finals[s.side] - finals[other(s.side)]
        if gap <= -ambush_margin(s, at) or gap >= AMBUSH_MARGIN:
            ambusher = s.side if gap < 0 else other(s.side)
            s.journal.add("RV-A11.18", "ambush", side=ambusher, at=at)
    s.melee = replace(melee, step="hand_to_hand", ambusher=ambusher)


def _hand_to_hand(s: Battle) -> Flow:
    """RV-J2.31, RV-BRV2, RV-A11.4 Either side may make it hand-to-hand; the ATTACKER is asked first."""
    melee = s.melee
    assert melee is not None
    units = units_at(s, melee.at)
    declared = False
    if not any(u.broken for u in units):
        for side in (s.side, other(s.side)):
            if melee.ambusher == other(side) or not any(good(u) for u in units_at(s, melee.at, side)):
                continue
            pick = yield Choose(
                side,
                [("hand_to_hand", melee.at), ("ordinary", melee.at)],
                rule="RV-J2.31",
                ask="hand_to_hand",
                about=(melee.at,),
            )
            if pick[0] == "hand_to_hand":
                declared = True
                s.journal.add("RV-J2.31", "hand_to_hand", side=side, at=melee.at)
                break
    s.melee = replace(melee, step="first", hand_to_hand=declared)


def good(unit: Unit) -> bool:
    """Unbroken and unpinned; Melee does not matter here."""
    return not unit.broken and not unit.pinned


# -- declarations ----------------------------------------------------------------------------------------------------


def withdrawal_places(s: Battle, f: Field, unit: Unit) -> list[str]:
    """RV-A11.2 ADJACENT Locations without Known enemies, with room, for a unit that may leave."""
    if unit.pinned or unit.ti or unit.berserk or s.phase == "refit":
        return []  # RV-RePh8.601 no Withdrawal when melees are concluded
    return [
        to for to in f.adjacent[unit.at]
        if not known_enemies_at(s, to, unit.side) and not in_blaze(s, to) and room_for(s, f, to, unit.side, [unit])
    ]  # fmt: skip


def _declare(s: Battle, side: str) -> Flow:
    """RV-A11.11, RV-A11.16, RV-A11.2 One declaration of a side, or the end of its declarations."""
    melee = s.melee
    assert melee is not None
    f = field_of(s)
    busy = {id for a in melee.attacks for id in a.attackers} | {id for id, _ in melee.withdrawals}
    attacked = {id for a in melee.attacks for id in a.defenders}
    mine = [u for u in units_at(s, melee.at, side) if u.id not in busy]
    theirs = [id for id in targets(s, melee.at, side) if id not in attacked]
    ambushed = melee.ambusher == other(side)
    must_go = [u for u in mine if u.broken and withdrawal_places(s, f, u)]
    options: list[Option] = []
    if must_go:
        options = [("withdraw", must_go[0].id, to) for to in withdrawal_places(s, f, must_go[0])]
    else:
        able = [u for u in mine if not u.broken]
        options = [("attack", a.id, d) for a in able for d in theirs]
        wild = [u for u in able if u.berserk and theirs]
        if wild:  # RV-A15.4: they attack first, all in one attack
            options = [("attack", u.id, d) for u in wild for d in theirs]
        elif not ambushed:
            options += [("withdraw", u.id, to) for u in able for to in withdrawal_places(s, f, u)]
        # RV-RePh8.601 When melees are concluded each side must attack while it can.
        must = bool(wild) or (
            s.phase == "refit" and not any(s.units[a.attackers[0]].side == side for a in melee.attacks)
        )
        if not (must and options):
            options.append(("done",))
    pick = yield Choose(
        side,
        options,
        rule="RV-A11.11",
        ask="close_combat",
        about=(melee.at,),
        forced=len(options) == 1 and options[0] == ("done",),
    )
    if pick[0] == "done":
        yield from _declared(s)
    elif pick[0] == "withdraw":
        yield from _withdraw(s, side, str(pick[1]), str(pick[2]))
    else:
        yield from _make_attack(s, side, str(pick[1]), str(pick[2]), [u.id for u in mine if not u.broken], theirs)


def targets(s: Battle, at: str, side: str) -> list[str]:
    """RV-A11.19 Whom a side can attack: each Known enemy, and the `?` counter with all that is under it."""
    enemies = units_at(s, at, other(side))
    covered = [veil(other(side), at)] if any(map(unknown, enemies)) else []
    return [u.id for u in enemies if not unknown(u)] + covered


def uncovered(s: Battle, at: str, ids: tuple[str, ...]) -> list[str]:
    """RV-A11.19 The units that targets stand for: those under a `?` counter can only be attacked together."""
    found = [id for id in ids if id in s.units]
    return found + [u.id for u in units_at(s, at) if unknown(u) and veil(u.side, at) in ids]


def _withdraw(s: Battle, side: str, id: str, to: str) -> Flow:
    melee = s.melee
    assert melee is not None
    if melee.ambusher == side and not s.units[id].broken:
        yield from _slip_away(s, id, to, "RV-A11.18")  # unattacked, before the others know what happened
        return
    s.melee = replace(melee, withdrawals=(*melee.withdrawals, (id, to)))


def _slip_away(s: Battle, id: str, to: str, clause: str) -> Flow:
    """RV-A11.2, RV-A4.7, RV-A12.15 A unit leaves, CX into Difficult Terrain, unless unknown enemies send it back."""
    side = s.units[id].side
    if known_enemies_at(s, to, side):
        return
    if runs_into(s, to, side):
        yield from show_somebody(s, to, other(side))
        return
    unit = s.units[id]
    tired = all(difficult(s, unit, step) for step in field_of(s).steps[unit.at] if step.to == to)
    put(s, id, to)
    mark(s, id, melee=False, cx=unit.cx or (tired and not unit.broken))
    s.journal.add(clause, "withdraws", seen_by=eyes(s, (id,)), unit=id, to=to)


def _make_attack(s: Battle, side: str, first: str, target: str, mine: list[str], theirs: list[str]) -> Flow:
    """RV-A11.11, RV-A15.4 Several units may attack together, and several may be attacked; the berserk all at once."""
    melee = s.melee
    assert melee is not None
    attackers, defenders = [first], [target]
    if s.units[first].berserk:
        attackers += [id for id in mine if s.units[id].berserk and id != first]
    while True:
        s.acting += attackers
        options: list[Option] = [("join", id) for id in mine if id not in attackers]
        options += [("also", id) for id in theirs if id not in defenders]
        options.append(("set",))
        planned = Attack(tuple(attackers), tuple(defenders))
        pick = yield Choose(
            side, options, rule="RV-A11.11", ask="close_combat_group", about=(melee.at,), forced=not secretive(s, side),
            odds=_odds_of(s, planned),
        )  # fmt: skip
        if pick[0] == "set":
            break
        (attackers if pick[0] == "join" else defenders).append(str(pick[1]))
    reveal_all(s, attackers, "RV-A11.19")
    s.melee = replace(melee, attacks=(*melee.attacks, planned))


def _odds_of(s: Battle, planned: Attack) -> Callable[[Option], Odds | None]:
    """The chances; nobody can reckon with what he does not know."""
    open_odds = all(id in s.units for id in planned.defenders)
    return lambda option: attack_odds(s, planned) if option == ("set",) and open_odds else None


def _declared(s: Battle) -> Flow:
    """A side has declared: the other one does, or the ambusher's attacks come first."""
    melee = s.melee
    assert melee is not None
    if melee.step == "first":
        if melee.ambusher:
            yield from resolve_attacks(s)
            melee = s.melee
            assert melee is not None
            if not _both_here(s, melee.at):
                s.melee = replace(melee, step="resolve")
                return
        s.melee = replace(melee, step="second")
    else:
        s.melee = replace(melee, step="resolve")


def _both_here(s: Battle, at: str) -> bool:
    return len({u.side for u in units_at(s, at)}) == 2


# -- dice ------------------------------------------------------------------------------------------------------------


def combat_fp(unit: Unit, attacking: bool, concealed_target: bool = False) -> Fraction:
    """RV-A11.11 The inherent FP of an MMC, 1 for a man; halved for a pinned attacker and a concealed target."""
    fp = Fraction(type_of(unit).fp if is_mmc(unit) else 1)
    if attacking and unit.pinned:
        fp /= 2
    if attacking and concealed_target:
        fp /= 2
    return fp


def kill_number(attack: Fraction, defence: Fraction, hand_to_hand: bool) -> int:
    """RV-A11.12 The odds, reduced in favour of the defender to the nearest listed ratio."""
    table = components()
    ratio = attack / defence
    row = table.hand_to_hand_kill if hand_to_hand else table.kill
    index = sum(1 for a, d in table.odds if ratio >= Fraction(a, d))
    if index == len(table.odds) and ratio > Fraction(*table.odds[-1]):
        index += 1
    return row[index]


def attack_numbers(s: Battle, planned: Attack) -> tuple[int, list[Modifier]]:
    """RV-A11.12, RV-A11.14 The kill number and the DRM of one attack."""
    melee = s.melee
    assert melee is not None
    drm = components().cc_drm
    mine = [s.units[id] for id in planned.attackers]
    theirs = [s.units[id] for id in uncovered(s, melee.at, planned.defenders)]
    hidden = any(u.concealed for u in theirs)
    fp = sum((combat_fp(u, True, hidden) for u in mine), Fraction(0))
    against = sum((combat_fp(u, False) for u in theirs), Fraction(0))
    found: list[Modifier] = []
    leaders = [u for u in mine if is_leader(u) and not u.pinned]
    if leaders and len(mine) > 1 and not any(u.berserk for u in mine):
        best = min(map(leadership, leaders))
        if best:
            found.append((best, "RV-A11.14", "leadership"))
    leaving = {id for id, _ in melee.withdrawals}
    tests = (
        ("heroic", any(is_hero(u) or u.heroic for u in mine), "hero"),
        ("by_ambush", melee.ambusher == mine[0].side, "ambush"),
        ("vs_ambush", melee.ambusher == theirs[0].side, "ambushed"),
        ("vs_cx_ti_rider", any(u.cx or u.ti for u in theirs), "target CX or TI"),
        ("by_cx_ti_rider", any(u.cx or u.ti for u in mine), "CX or TI"),
        ("vs_broken", all(u.broken or u.id in leaving for u in theirs), "all broken or withdrawing"),
    )
    found += [(drm[name], "RV-A11.14", reason) for name, holds, reason in tests if holds]
    if melee.hand_to_hand and any(u.type in MOABIT for u in mine):
        found.append((tables()["moabit"]["hand_to_hand"], "RV-CG16", "Moabit Prisoners"))
    f = field_of(s)
    if any(u.wired for u in mine):
        found.append((1, "RV-B26.1", "on wire"))
    if any(u.wired for u in theirs):
        found.append((-1, "RV-B26.1", "target on wire"))
    if any(u.encircled for u in mine):
        found.append((1, "RV-A7.7", "encircled"))
    if over := overstacked(s, f, melee.at, mine[0].side):
        found.append((over * drm["by_overstacked_each"], "RV-A5.12", "overstacked"))
    if over := overstacked(s, f, melee.at, theirs[0].side):
        found.append((over * drm["vs_overstacked_each"], "RV-A5.131", "overstacked target"))
    return kill_number(fp, against, melee.hand_to_hand), found


def attack_odds(s: Battle, planned: Attack) -> Odds:
    """The chances of one attack, exact."""
    kill, modifiers = attack_numbers(s, planned)
    drm = sum(m[0] for m in modifiers)
    return odds(lambda dice: attack_result(dice.roll() + dice.roll() + drm, kill), modifiers, RESULTS)


RESULTS = ("eliminated", "casualty reduction", "no effect")


def attack_result(final: int, kill: int) -> str:
    """RV-A11.12 Below the kill number all die, at it one is reduced."""
    return RESULTS[0] if final < kill else RESULTS[1] if final == kill else RESULTS[2]


def _poor_odds(s: Battle, planned: Attack) -> int:
    """RV-A18.1 Who wins against the odds is the likelier to lead: the drm for each column below 1-1."""
    mine = sum((combat_fp(s.units[id], True) for id in planned.attackers), Fraction(0))
    theirs = sum((combat_fp(s.units[id], False) for id in planned.defenders), Fraction(0))
    if not theirs or mine >= theirs:
        return 0
    table = components()
    below = sum(1 for a, d in table.odds if mine / theirs < Fraction(a, d) <= 1)
    return below * table.leader_creation["per_odds_column_below_1_1"]


def resolve_attacks(s: Battle) -> Flow:
    """RV-A11.12, RV-A11.13, RV-A11.19, RV-Z4 Roll all declared attacks, then let them take effect together."""
    melee = s.melee
    assert melee is not None
    results: list[tuple[Attack, int, int, int]] = []
    for planned in melee.attacks:
        planned = Attack(
            tuple(id for id in planned.attackers if id in s.units),
            tuple(uncovered(s, melee.at, planned.defenders)),
        )
        if not planned.attackers or not planned.defenders:
            continue
        kill, modifiers = attack_numbers(s, planned)
        reveal_all(s, planned.defenders, "RV-A11.19")
        side = s.units[planned.attackers[0]].side
        dice = s.dice.roll(6, "close combat"), s.dice.roll(6, "close combat")
        final = sum(dice) + sum(m[0] for m in modifiers)
        s.journal.add(
            "RV-A11.12", "close_combat", side=side, firers=planned.attackers, units=planned.defenders, dice=dice,
            modifiers=modifiers, final=final, kill=kill, at=melee.at,
            result=attack_result(final, kill),
        )  # fmt: skip
        results.append((planned, kill, final, sum(dice)))
        s.engaged += planned.attackers
    for planned, _, _, original in results:
        maker = next((s.units[id] for id in planned.attackers if is_mmc(s.units[id])), None)
        if original == 2 and maker is not None:
            create_leader(s, maker, was_broken=False, drm=_poor_odds(s, planned))
    for planned, kill, final, _ in results:
        there = [id for id in planned.defenders if id in s.units]
        if final < kill:
            for id in there:
                eliminate(s, id, "RV-A11.12", "close_combat")
        elif final == kill and there:
            for id in random_selection(s, there):
                reduce(s, id, "RV-A11.12")
    s.melee = replace(melee, attacks=())
    settle_leader_loss(s)
    yield from _infiltrate(s, results)


def _infiltrate(s: Battle, results: list[tuple[Attack, int, int, int]]) -> Flow:
    """RV-A11.13 After an Original 2 the attackers, after an Original 12 the attacked may leave at once."""
    f = field_of(s)
    for planned, _, _, original in results:
        free: tuple[str, ...] = ()
        if original == 2 and any(id in s.units and is_mmc(s.units[id]) for id in planned.attackers):
            free = planned.attackers
        elif original == 12:
            free = planned.defenders
        for id in free:
            if id not in s.units or not enemies_at(s, s.units[id].at, s.units[id].side):
                continue
            places = withdrawal_places(s, f, s.units[id])
            if places:
                unit = s.units[id]
                pick = yield Choose(
                    unit.side,
                    [*(("withdraw", id, to) for to in places), ("stay", id)],
                    rule="RV-A11.13",
                    ask="infiltrate",
                    about=(id,),
                )
                if pick[0] == "withdraw":
                    yield from _slip_away(s, id, str(pick[2]), "RV-A11.13")


def _resolve_all(s: Battle) -> Flow:
    """RV-A11.12, RV-A11.2, RV-A11.15 The last attacks, the withdrawals, and Melee for those who are left."""
    yield from resolve_attacks(s)
    melee = s.melee
    assert melee is not None
    for id, to in melee.withdrawals:
        unit = s.units.get(id)
        if unit is not None and unit.at == melee.at and enemies_at(s, melee.at, unit.side):
            yield from _slip_away(s, id, to, "RV-A11.2")
    settle_leader_loss(s)
    hold_in_melee(s, melee.at)
    s.fought.append(melee.at)
    s.melee = None


def hold_in_melee(s: Battle, at: str) -> None:
    """RV-A11.15 Unbroken Known units of both sides left in one Location are in Melee; else it is over at once."""
    units = units_at(s, at)
    fighting = len({u.side for u in units if not u.broken and not unknown(u)}) == 2
    for unit in units:
        held = fighting and not unit.broken and not unknown(unit)
        if unit.melee != held:
            mark(s, unit.id, melee=held)
        if unit.berserk and not fighting and not sees_enemy(s, unit):
            calm_down(s, unit.id)
