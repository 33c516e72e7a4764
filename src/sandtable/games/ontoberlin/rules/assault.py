"""OB-8.5 Close Assault with defensive fire, and OB-8.10, advance and exploitation: Step 3 of the Combat Segment."""

from __future__ import annotations

from sandtable.games.ontoberlin.components import ALLIED, KINDS, OTHER, TABLES, VEHICLES
from sandtable.games.ontoberlin.map.geography import MAP
from sandtable.games.ontoberlin.model import Attack, March, OnToBerlin
from sandtable.games.ontoberlin.rules.attacks import ASSAULT, GUNFIRE, assess, fit_to_attack, ss_conflict
from sandtable.games.ontoberlin.rules.basics import ask_facing, front, holder, open_to_all, room, seen, zoc
from sandtable.games.ontoberlin.rules.entering import capture, enter, look_for_falls
from sandtable.games.ontoberlin.rules.fire import as_seen, could_fire, put_together
from sandtable.games.ontoberlin.rules.legs import Leg
from sandtable.games.ontoberlin.rules.results import close_combat, resolve
from sandtable.kernel.flow import Asks, Choose, Flow, Odds, Option
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace

DONE: Option = ("done",)
HOLD: Option = ("hold",)
NO_ASSAULT = ("artillery", "at", "flak")


# -- announcing ------------------------------------------------------------------------------------------------------


def can_assault(s: OnToBerlin, u: str) -> bool:
    """OB-8.5.1, OB-8.1.7 Fit to attack, and neither artillery nor AT nor flak."""
    return KINDS[u].cls not in NO_ASSAULT and fit_to_attack(s, u) and not _announced(s, u)


def _announced(s: OnToBerlin, u: str) -> bool:
    return any(u in units for units in s.assaults.values())


def assaulters_for(s: OnToBerlin, side: str, target: str) -> list[str]:
    """OB-8.5.1 The units that can join a Close Assault on a hex: the target in front, the hexside open to them."""
    return [
        u
        for n in MAP.neighbours[target]
        if holder(s, n) == side and target in front(s, n)
        for u in s.stacks[n]
        if can_assault(s, u) and MAP.passable(n, target, KINDS[u].motor)
    ]


def assault_targets(s: OnToBerlin, side: str) -> list[str]:
    """OB-8.5.1, OB-8.5.2 Enemy hexes that can be assaulted and are not announced yet."""
    enemy = OTHER[side]
    targets: dict[str, bool] = {}
    for hex, stack in s.stacks.items():
        if KINDS[stack[0]].side != side:
            continue
        ahead = [n for n in front(s, hex) if n in s.stacks and n not in s.assaults and holder(s, n) == enemy]
        if ahead:
            for u in stack:
                if can_assault(s, u):
                    targets.update({n: True for n in ahead if MAP.passable(hex, n, KINDS[u].motor)})
    return sorted(targets)


def announce(s: OnToBerlin) -> Flow:
    """OB-8.5.2 Step 3: announce one Close Assault; all are announced before the first is resolved."""
    side = s.player
    attack = yield from put_together(
        s, "assault", assault_targets(s, side), ASSAULT, lambda target: assaulters_for(s, side, target),
        ("OB-8.5.2", "OB-8.5.1"), ask="announce",
    )  # fmt: skip
    if attack is None:
        s.step = "assaults"
    elif attack.units:
        s.assaults[attack.target] = attack.units
        s.journal.add("OB-8.5.2", "announced", hex=attack.target, units=attack.units)
        open_to_all(s, (attack.target, *(s.units[u].at for u in attack.units)))
        s.attack = None


# -- resolving -------------------------------------------------------------------------------------------------------


def resolve_assaults(s: OnToBerlin) -> Flow:
    """OB-4.3.4, OB-8.5.3, OB-8.5.4 The announced assaults one by one, in the active player's order."""
    if not s.assaults:
        close_combat(s)
        s.step = "interdict"
        return
    options: list[Option] = [("resolve", hex) for hex in sorted(s.assaults)]
    pick = yield Choose(
        s.player, options, rule="OB-4.3.4", ask="resolve", forced=True, odds=lambda option: _announced_odds(s, option)
    )
    target = id_in(pick)
    s.attack = Attack(ASSAULT, target, s.assaults[target])
    for u in s.attack.units:
        s.units[u] = replace(s.units[u], attacked=True)
    yield from defend_by_fire(s)
    yield from assault(s)
    del s.assaults[target]
    close_combat(s)


def _announced_odds(s: OnToBerlin, option: Option) -> Odds | None:
    target = id_in(option)
    if target not in s.stacks:
        return None
    attack = Attack(ASSAULT, target, still_able(s, target, s.assaults[target]))
    return assess(as_seen(s, s.player, target), attack).odds() if attack.units else None


def still_able(s: OnToBerlin, target: str, units: tuple[str, ...]) -> tuple[str, ...]:
    """OB-8.5.4, OB-8.5.1, OB-19.2 The announced units still adjacent and in Combat Mode, with the way open."""

    def able(u: str) -> bool:
        at = s.units[u].at
        if not s.units[u].combat or at not in s.stacks or at not in MAP.neighbours[target]:
            return False
        return target in front(s, at) and MAP.passable(at, target, KINDS[u].motor)

    return tuple(u for u in units if able(u))


# -- OB-8.5.3 defensive fire -----------------------------------------------------------------------------------------


def defensive_shots(s: OnToBerlin, attack: Attack, defender: str) -> list[tuple[str, str]]:
    """OB-8.5.3 Each gun that may fire defensively now, with the attacking hexes it can fire at."""
    hexes = dict.fromkeys(s.units[u].at for u in still_able(s, attack.target, attack.units))
    shots: list[tuple[str, str]] = []
    for hex in hexes:
        for near in MAP.within(hex, 3):
            if holder(s, near) == defender:
                for u in s.stacks[near]:
                    unit = s.units[u]
                    if KINDS[u].is_gun and unit.combat and not unit.fired and could_fire(s, u, hex):
                        shots.append((u, hex))
    return shots


def might_fire(s: OnToBerlin, attack: Attack, defender: str) -> bool:
    """Whether the attacker must reckon with defensive fire: what he sees does not exclude a gun in range.

    The defender is asked whenever this is so, so that the question itself betrays nothing.
    """
    hexes = dict.fromkeys(s.units[u].at for u in still_able(s, attack.target, attack.units))
    return any(
        not known and s.units[u].combat
        for hex in hexes
        for near in MAP.within(hex, 3)
        if holder(s, near) == defender
        for u, known in seen(s, OTHER[defender], near)
    )


def defend_by_fire(s: OnToBerlin) -> Flow:
    """OB-8.5.3, OB-11.4.2 The defender fires at the attackers' hexes: each gun once a player-turn, some together."""
    assert s.attack is not None
    attack = s.attack
    defender = OTHER[s.player]
    while True:
        shots = defensive_shots(s, attack, defender)
        if not shots and not might_fire(s, attack, defender):
            return
        options: list[Option] = [HOLD, *(("defend", u, hex) for u, hex in shots)]
        pick = yield Choose(
            defender,
            options,
            rule="OB-8.5.3",
            ask="defend",
            about=(attack.target,),
            odds=lambda option: _shot_odds(s, option, ()),
        )
        if pick == HOLD:
            return
        hex = id_in(pick, 2)
        guns: tuple[str, ...] = (id_in(pick),)
        while more := [u for u, at in shots if at == hex and u not in guns and not ss_conflict(guns, u)]:
            joining: list[Option] = [("commit",), *(("add", u) for u in more)]
            pick = yield Choose(
                defender,
                joining,
                rule="OB-8.5.3",
                ask="defend_more",
                about=(hex,),
                odds=lambda option, guns=guns, hex=hex: _shot_odds(s, (*option, hex), guns),  # type: ignore[misc]
            )
            if pick[0] == "commit":
                break
            guns = (*guns, id_in(pick))
        yield from fire_defensively(s, hex, guns, defender)


def _shot_odds(s: OnToBerlin, option: Option, guns: tuple[str, ...]) -> Odds | None:
    """The odds of defensive fire by these guns and the one that the option adds."""
    if option[0] not in ("defend", "add", "commit"):
        return None
    firing = guns if option[0] == "commit" else (*guns, id_in(option))
    target = str(option[-1])
    return assess(as_seen(s, KINDS[firing[0]].side, target), Attack(GUNFIRE, target, firing)).odds()


def fire_defensively(s: OnToBerlin, hex: str, guns: tuple[str, ...], defender: str) -> Flow:
    """OB-8.5.3, OB-8.1.1 Resolve defensive fire. It is not the unit's attack of its own player-turn."""
    attacked = {u: s.units[u].attacked for u in guns}
    yield from resolve(s, Attack(GUNFIRE, hex, guns), defender, "defensive_fire")
    for u in guns:
        s.units[u] = replace(s.units[u], fired=True, attacked=attacked[u])


# -- OB-8.5.4 the assault --------------------------------------------------------------------------------------------


def assault(s: OnToBerlin) -> Flow:
    """OB-8.5.4, OB-8.5.5 The units that can still attack must; then they may advance."""
    assert s.attack is not None
    target = s.attack.target
    units = still_able(s, target, s.attack.units)
    if not units:
        return
    attack = s.attack = replace(s.attack, units=units)
    result = "-"
    if target in s.stacks:
        result = yield from resolve(s, attack, s.player, ASSAULT)
    else:
        s.journal.add("OB-8.5.5", "empty", hex=target)
    if target in s.stacks:
        return
    survivors = still_able(s, target, units)
    if s.player == ALLIED and survivors:
        take_leader(s, target)
    yield from advance(s, target, survivors, exploit=result in ("E", "R"))


def take_leader(s: OnToBerlin, hex: str) -> None:
    """OB-11.1.7 A Close Assault that empties his hex captures a leader, whether or not anyone advances."""
    for leader, record in s.leaders.items():
        if record.hex == hex and not record.captured:
            capture(s, leader)


def advance(s: OnToBerlin, target: str, survivors: tuple[str, ...], exploit: bool) -> Flow:
    """OB-8.10.1, OB-8.10.2 Surviving attackers may enter the hex, and fast ones go on after E or R."""
    side = s.player
    advanced: list[str] = []
    while True:
        can = [
            u
            for u in survivors
            if u not in advanced and MAP.passable(s.units[u].at, target, KINDS[u].motor) and room(s, u, target)
        ]
        if not can:
            break
        options: list[Option] = [DONE, *(("advance", u) for u in can)]
        pick = yield Choose(side, options, rule="OB-8.10.1", ask="advance", about=(target,))
        if pick == DONE:
            break
        u = id_in(pick)
        s.active = u
        s.reveal()  # OB-3.6.2 who advances is seen
        enter(s, u, target)
        advanced.append(u)
        s.journal.add("OB-8.10.1", "advances", unit=u, hex=target)
    s.active = ""
    if advanced:
        yield from ask_facing(s, target)
        if side == ALLIED:
            look_for_falls(s, target)
    if exploit:
        for u in advanced:
            if KINDS[u].cls in VEHICLES:
                yield from exploitation(s, u)


def exploitation(s: OnToBerlin, u: str) -> Asks[None]:
    """OB-8.10.2 Up to 2 MP in Combat Mode under OB-7; the unit stops in an enemy ZOC and may not attack again."""
    side = KINDS[u].side
    enemy_zoc = zoc(s, OTHER[side])
    most = 2 * TABLES.exploitation
    march = March(0, most, most, may_change=False, began_combat=True, least_step=False)
    s.active = u
    began = s.units[u].at
    while True:
        leg = Leg(s, u, march, enemy_zoc)
        if not leg.can_go_on():
            break
        s.march = march
        pick = yield Choose(side, leg.options, rule="OB-8.10.2", ask="exploit", about=(u,))
        if pick == ("end",):
            break
        march = leg.walk(id_in(pick))
    s.active, s.march = "", None
    if s.units[u].at != began:
        yield from ask_facing(s, s.units[u].at)
        if side == ALLIED:
            look_for_falls(s, s.units[u].at)
