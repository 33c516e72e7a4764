"""OB-8.2-8.4 Bombardment, Mixed Bombardment, Air Strikes and Direct Gun Fire: Steps 1 and 2 of the Combat Segment."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from sandtable.games.ontoberlin.components import ALLIED, GERMAN, KINDS, OTHER, REGULAR, TABLES
from sandtable.games.ontoberlin.knowledge.sight import as_state, sight
from sandtable.games.ontoberlin.map.geography import MAP
from sandtable.games.ontoberlin.model import Attack, OnToBerlin
from sandtable.games.ontoberlin.names import say
from sandtable.games.ontoberlin.rules.attacks import (
    BOMBARDMENT,
    GUNFIRE,
    MIXED,
    STRIKE,
    assess,
    fit_to_attack,
    kind_of,
    ss_conflict,
)
from sandtable.games.ontoberlin.rules.basics import front, holder, seen
from sandtable.games.ontoberlin.rules.results import close_combat, resolve
from sandtable.kernel.flow import Asks, Choose, Flow, Odds, Option, Refusal
from sandtable.kernel.options import id_in, number_in
from sandtable.kernel.state import replace
from sandtable.kernel.words import signed

DONE: Option = ("done",)
CANCEL: Option = ("cancel",)
FREE_SPOTTING = ("408 Artillery", "56th Panzer Korps")
"""OB-8.2.2 German artillery for which any unit may spot."""


# -- OB-8.2 bombardment ----------------------------------------------------------------------------------------------


def spots_for(spotter: str, gun: str) -> bool:
    """OB-8.2.2 Whether a unit may spot for an artillery unit."""
    eye, mouth = KINDS[spotter], KINDS[gun]
    if mouth.side == ALLIED:
        return eye.nation == mouth.nation
    if (eye.service == "ss" and mouth.service in REGULAR) or (mouth.service == "ss" and eye.service in REGULAR):
        return False
    return mouth.formation in FREE_SPOTTING or eye.formation == mouth.formation or eye.cls == "hq"


def spotters(s: OnToBerlin, side: str, target: str) -> list[str]:
    """OB-8.2.1 Friendly undisrupted non-artillery units, in either mode, adjacent to the target."""
    return [
        u
        for n in MAP.neighbours[target]
        if holder(s, n) == side
        for u in s.stacks[n]
        if not s.units[u].disrupted and KINDS[u].cls != "artillery"
    ]


def ready_artillery(s: OnToBerlin, side: str) -> list[str]:
    """OB-8.1.7 Artillery that can still fire in this player-turn."""
    return [
        u
        for hex in sorted(s.stacks)
        if KINDS[s.stacks[hex][0]].side == side
        for u in s.stacks[hex]
        if KINDS[u].cls == "artillery" and fit_to_attack(s, u)
    ]


def in_range(s: OnToBerlin, gun: str, target: str) -> bool:
    """OB-8.2.1, OB-15.3.11 Range of artillery; just landed, it reaches adjacent hexes only."""
    unit = s.units[gun]
    return MAP.distance(unit.at, target) <= (1 if unit.landed else KINDS[gun].artillery_range)


def artillery_for(s: OnToBerlin, side: str, target: str, guns: list[str] | None = None) -> list[str]:
    """OB-8.2.1, OB-8.2.2 The artillery that can bombard a hex, each with a lawful spotter."""
    eyes = spotters(s, side, target)
    if not eyes:
        return []
    ready = ready_artillery(s, side) if guns is None else guns
    return [gun for gun in ready if in_range(s, gun, target) and any(spots_for(eye, gun) for eye in eyes)]


def bombardment_targets(s: OnToBerlin, side: str) -> list[str]:
    """OB-8.2.1 Enemy hexes that some artillery unit can bombard now."""
    guns = ready_artillery(s, side)
    if not guns:
        return []
    enemy = OTHER[side]
    return [hex for hex in sorted(s.stacks) if holder(s, hex) == enemy and artillery_for(s, side, hex, guns)]


def helpers_for(s: OnToBerlin, side: str, target: str) -> list[str]:
    """OB-8.2.4 Who can make a Bombardment Mixed: adjacent units facing the target, and guns that could fire at it."""
    beside = [
        u
        for n in MAP.neighbours[target]
        if holder(s, n) == side and target in front(s, n)
        for u in s.stacks[n]
        if KINDS[u].cls != "artillery" and fit_to_attack(s, u)
    ]
    return beside + [u for u in guns_for(s, side, target) if u not in beside]


# -- OB-8.4 direct gun fire ------------------------------------------------------------------------------------------


def could_fire(s: OnToBerlin, u: str, target: str) -> bool:
    """OB-8.4.1, OB-8.4.3 Range, arc and line of sight of a gun."""
    kind = KINDS[u]
    here = s.units[u].at
    distance = MAP.distance(here, target)
    if distance > TABLES.range[kind.cls] or (s.units[u].landed and distance > 1):
        return False
    return MAP.in_arc(here, s.facing.get(here, 0), target) and (distance == 1 or MAP.sees(here, target))


def guns_for(s: OnToBerlin, side: str, target: str) -> list[str]:
    """OB-8.4.1 The guns that can fire at a hex now."""
    return [
        u
        for hex in MAP.within(target, 3)
        if holder(s, hex) == side
        for u in s.stacks[hex]
        if KINDS[u].is_gun and fit_to_attack(s, u) and could_fire(s, u, target)
    ]


def gunfire_targets(s: OnToBerlin, side: str) -> list[str]:
    """OB-8.4.1 Enemy hexes that some gun can fire at now."""
    enemy = OTHER[side]
    targets: dict[str, bool] = {}
    for hex, stack in s.stacks.items():
        if KINDS[stack[0]].side != side:
            continue
        for u in stack:
            if KINDS[u].is_gun and fit_to_attack(s, u):
                for near in MAP.within(hex, TABLES.range[KINDS[u].cls]):
                    if near in s.stacks and near not in targets and holder(s, near) == enemy and could_fire(s, u, near):
                        targets[near] = True
    return sorted(targets)


# -- putting an attack together --------------------------------------------------------------------------------------


def compose(
    s: OnToBerlin, able: Callable[[Attack], list[str]], ready: Callable[[Attack], bool], rule: str
) -> Asks[bool]:
    """Add units to `s.attack` one by one until it is committed; False if it is called off.

    The prompt and the odds name the exact column of the Lower Matrix for the attack as it stands.
    """
    by = s.player
    while True:
        attack = s.attack
        assert attack is not None
        can = [u for u in able(attack) if u not in attack.units and not ss_conflict(attack.units, u)]
        options: list[Option] = [("add", u) for u in can]
        batch = together(attack, can)
        if len(batch) > 1:
            options.append(("add_all",))
        if ready(attack):
            options.append(("commit",))
        options.append(CANCEL)
        pick = yield Choose(
            by,
            options,
            rule=rule,
            ask=f"compose_{kind_of(attack)}" if attack.units else "compose",
            about=summary(s, attack),
            odds=lambda option, batch=batch: composed_odds(s, option, batch),  # type: ignore[misc]
            why_not=lambda option: _why_not_add(s, option),
        )
        if pick == CANCEL:
            s.attack = None
            return False
        if pick[0] == "commit":
            return True
        added = tuple(batch) if pick[0] == "add_all" else (id_in(pick),)
        s.attack = replace(attack, units=(*attack.units, *added))


def put_together(
    s: OnToBerlin, verb: str, targets: list[str], kind: str, units_for: Callable[[str], list[str]],
    rules: tuple[str, str], ask: str,
) -> Asks[Attack | None]:  # fmt: skip
    """A target is chosen and an attack on it composed. None when the side wants no more of them; an attack that was
    called off comes back without units. `rules` are the clauses of the target and of the units.

    OB-3.6.1 In the fog a side is asked even if it can do nothing: to be passed over would tell what lies below.
    """
    options: list[Option] = [DONE, *((verb, hex) for hex in targets)]
    if not targets and not s.fog:
        return None
    pick = yield Choose(s.player, options, rule=rules[0], ask=ask if targets else f"idle_{ask}")
    if pick == DONE:
        return None
    target = id_in(pick)
    called_off = s.attack = Attack(kind, target)
    ready = yield from compose(s, lambda attack: units_for(target), lambda attack: bool(attack.units), rules[1])
    return s.attack if ready and s.attack is not None else called_off


def together(attack: Attack, can: list[str]) -> list[str]:
    """OB-8.1.6, OB-8.2.4 Those of the units that can be added at once: none if SS and others would meet."""
    if any(ss_conflict(tuple(can), u) for u in can):
        return []
    if attack.kind != BOMBARDMENT or not can:
        return can
    return [u for u in can if KINDS[u].nation == KINDS[(*attack.units, *can)[0]].nation]


def summary(s: OnToBerlin, attack: Attack) -> tuple[str | int, ...]:
    """Target, strength, protection, column and dice modifier of an attack, for prompts."""
    if not attack.units and not attack.strikes:
        return (attack.target,)
    sum_up = assess(as_seen(s, s.player, attack.target), attack)
    return attack.target, sum_up.strength, sum_up.protection, sum_up.column_term, signed(sum_up.drm)


def composed_odds(s: OnToBerlin, option: Option, batch: list[str]) -> Odds | None:
    """The odds of an attack as it stands, or what they would be with the unit or units that the option adds."""
    attack = s.attack
    if attack is None or option[0] not in ("add", "add_all", "commit"):
        return None
    added = {"add": option[1:], "add_all": batch}.get(str(option[0]), ())
    attack = replace(attack, units=(*attack.units, *map(str, added)))
    odds = assess(as_seen(s, s.player, attack.target), attack).odds()
    return msgspec.structs.replace(odds, preview=option[0] != "commit")


def as_seen(s: OnToBerlin, seat: str, target: str) -> OnToBerlin:
    """OB-3.6 The state as a seat knows it, for an attack on a hex: odds and prompts may not tell what the fog hides."""
    if target not in s.stacks or all(known for _, known in seen(s, seat, target)):
        return s
    return as_state(sight(s, seat))


def _why_not_add(s: OnToBerlin, option: Option) -> Refusal | None:
    attack = s.attack
    if attack is None or len(option) != 2 or option[0] != "add" or option[1] not in s.units:
        return None
    u = id_in(option)
    unit = s.units[u]
    if ss_conflict(attack.units, u):
        return say("ss_attacks_alone"), "OB-8.1.6"
    if unit.attacked:
        return say("already_attacked"), "OB-8.1.1"
    if not unit.combat:
        return say("not_in_combat_mode"), "OB-8.1.7"
    if KINDS[u].defend_only:
        return say("defends_only"), "OB-1.4.2"
    if unit.at in s.stacks and attack.target not in front(s, unit.at):
        return say("out_of_front_or_range"), "OB-3.4.1"
    return None


def same_nation(attack: Attack, u: str) -> bool:
    """OB-8.2.4 Allied artillery and the other participants are of one nationality."""
    return KINDS[u].side == GERMAN or all(KINDS[other].nation == KINDS[u].nation for other in attack.units)


def bombarders(s: OnToBerlin, attack: Attack) -> list[str]:
    """OB-8.2.1-8.2.4 Artillery first; once there is some, others may join."""
    side = s.player
    guns = artillery_for(s, side, attack.target)
    if attack.units:
        guns = guns + helpers_for(s, side, attack.target)
    mixed = kind_of(attack) == MIXED
    return [u for u in guns if same_nation(attack, u) or (not mixed and KINDS[u].cls == "artillery")]


# -- Step 1 ----------------------------------------------------------------------------------------------------------


def strike_targets(s: OnToBerlin, side: str) -> list[str]:
    """OB-8.3.2 Any hex with enemy units that was not struck in this player-turn."""
    enemy = OTHER[side]
    return [hex for hex in sorted(s.stacks) if KINDS[s.stacks[hex][0]].side == enemy and hex not in s.struck]


def step_one(s: OnToBerlin) -> Flow:
    """OB-4.3.4 Step 1: one Air Strike, Bombardment or Mixed Bombardment, in any order, until the player is done."""
    side = s.player
    options: list[Option] = [DONE]
    if s.strikes:
        options.extend(("strike", hex) for hex in strike_targets(s, side))
    options.extend(("bombard", hex) for hex in bombardment_targets(s, side))
    idle = len(options) == 1
    if idle and not s.fog:
        s.step = "step_two"
        return
    ask = "idle_step_one" if idle else "step_one"
    pick = yield Choose(side, options, rule="OB-4.3.4", ask=ask, about=(s.strikes,))
    if pick == DONE:
        s.step = "step_two"
    elif pick[0] == "strike":
        yield from strike(s, id_in(pick))
    else:
        yield from bombard(s, id_in(pick))


def bombard(s: OnToBerlin, target: str) -> Flow:
    """OB-8.2 A Bombardment or Mixed Bombardment of one hex."""
    s.attack = Attack(BOMBARDMENT, target)
    ready = yield from compose(
        s,
        lambda attack: bombarders(s, attack),
        lambda attack: bool(attack.units) and (kind_of(attack) != MIXED or one_nation(attack)),
        "OB-8.2.1",
    )
    if ready and s.attack is not None:
        yield from resolve(s, s.attack, s.player, kind_of(s.attack))
        close_combat(s)


def one_nation(attack: Attack) -> bool:
    """OB-8.2.4"""
    return len({KINDS[u].nation for u in attack.units}) == 1


def strike(s: OnToBerlin, target: str) -> Flow:
    """OB-8.3.2, OB-8.3.4 An Air Strike of up to three strikes, one of them napalm if the Allied player likes."""
    side = s.player
    most = min(s.strikes, TABLES.strike["max_per_target"])
    options: list[Option] = [("strikes", n) for n in range(1, most + 1)]
    if side == ALLIED and s.napalm:
        options += [("napalm", n) for n in range(1, most + 1)]
    options.append(CANCEL)
    pick = yield Choose(
        side,
        options,
        rule="OB-8.3.2",
        ask="strikes",
        about=(target,),
        odds=lambda option: strike_odds(s, target, option),
    )
    if pick == CANCEL:
        return
    napalm = 1 if pick[0] == "napalm" else 0
    attack = Attack(STRIKE, target, (), number_in(pick), napalm)
    s.strikes -= attack.strikes
    s.napalm -= napalm
    s.struck[target] = True
    yield from resolve(s, attack, side, STRIKE)
    close_combat(s)


def strike_odds(s: OnToBerlin, target: str, option: Option) -> Odds | None:
    """The odds of an Air Strike."""
    if option[0] not in ("strikes", "napalm") or target not in s.stacks:
        return None
    attack = Attack(STRIKE, target, (), number_in(option), 1 if option[0] == "napalm" else 0)
    return assess(as_seen(s, s.player, attack.target), attack).odds()


# -- Step 2 ----------------------------------------------------------------------------------------------------------


def step_two(s: OnToBerlin) -> Flow:
    """OB-4.3.4, OB-8.4.4, OB-8.4.5 Step 2: one Direct Gun Fire after the other; all results apply, nobody advances."""
    side = s.player
    attack = yield from put_together(
        s, "fire", gunfire_targets(s, side), GUNFIRE, lambda target: guns_for(s, side, target),
        ("OB-8.4.1", "OB-8.4.1"), ask="step_two",
    )  # fmt: skip
    if attack is None:
        s.step = "announce"
    elif attack.units:
        yield from resolve(s, attack, side, GUNFIRE)
        close_combat(s)
