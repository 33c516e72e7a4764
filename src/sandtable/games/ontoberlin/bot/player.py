"""OB-18.1, OB-18.2 What a sensible player would do, knowing only what the seat sees.

Every decision has a procedure here; `bot_battle` judges fights and `bot_march` moves. Choices before the game (the
deployment, the divisions, the first strikes) follow the advice of OB-18.2.
"""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.ontoberlin.bot import battle, goals, march, objectives
from sandtable.games.ontoberlin.components import (
    AIRFIELDS,
    ALLIED,
    DIVISIONS,
    FORMATIONS,
    GERMAN,
    KINDS,
    OTHER,
    REICHSTAG,
)
from sandtable.games.ontoberlin.knowledge.sight import OnToBerlinView, as_state
from sandtable.games.ontoberlin.map.geography import MAP
from sandtable.games.ontoberlin.model import DROPPING, OnToBerlin
from sandtable.games.ontoberlin.rules.setup import DEPLOYMENTS
from sandtable.games.ontoberlin.rules.supply import EDGE
from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Option
from sandtable.kernel.options import id_in

DONE: Option = ("done",)
FAR_FIELD = 20
"""An airfield so far from the Reichstag does not lead to the centre."""


def sensible(view: OnToBerlinView, seat: str, options: list[Option], rule: str, dice: Dice) -> Option:
    """The choice for a decision."""
    if len(options) == 1:
        return options[0]
    s = as_state(view)
    chosen = _BY_RULE[rule](s, seat, options, dice) if rule in _BY_RULE else options[0]
    return chosen if chosen in options else options[0]


# -- before the game -------------------------------------------------------------------------------------------------


def set_up(s: OnToBerlin, seat: str, options: list[Option], dice: Dice) -> Option:
    """Take one of the sound prepared deployments."""
    if DONE in options:
        return DONE
    plans = [option for option in options if option[0] == "deploy" and DEPLOYMENTS[id_in(option)].advised]
    if plans:
        return dice.pick(plans)
    return max(options, key=lambda o: (_shelter(s, id_in(o)), o))


def _shelter(s: OnToBerlin, hex: str) -> int:
    """How well a hex protects a German unit."""
    pf, drm = march.bare_cover(hex, True, hex in s.ruins, hex in s.fallen)
    return pf - drm


def assign(s: OnToBerlin, seat: str, options: list[Option], dice: Dice) -> Option:
    """The divisions with a small Confusion Factor land on the map, Americans with engineers near the centre."""
    airfield = id_in(options[0], 2)
    on_map = AIRFIELDS[airfield].on_map
    best = min(DIVISIONS[id_in(o)].confusion for o in options)
    worst = max(DIVISIONS[id_in(o)].confusion for o in options)
    wanted = best if on_map else worst
    able = [o for o in options if DIVISIONS[id_in(o)].confusion == wanted]
    if on_map:
        near = MAP.distance(AIRFIELDS[airfield].centre, REICHSTAG) < FAR_FIELD
        able = [o for o in able if (DIVISIONS[id_in(o)].nationality == "us") == near] or able
    return dice.pick(able)


def choose_lz(s: OnToBerlin, seat: str, options: list[Option], dice: Dice) -> Option:
    """A perimeter hex without Germans, with open ground and a road around it."""

    def score(option: Option) -> tuple[float, str]:
        hex = id_in(option, 2)
        ground = sum(MAP.hexes[n].terrain in ("clear", "park", "airfield") for n in MAP.within(hex, 3))
        foes = sum(len(s.stacks.get(n, ())) * (3 - MAP.distance(hex, n)) for n in MAP.within(hex, 2))
        return ground - 2.0 * foes - (20 if hex in s.stacks else 0) + 3 * MAP.hexes[hex].road, hex

    return max(options, key=score)


def plan_strikes(s: OnToBerlin, seat: str, options: list[Option], dice: Dice) -> Option:
    """Single strikes where they kill or silence flak; napalm where cover is good."""

    def score(option: Option) -> float:
        hex = id_in(option)
        strikes, napalm = s.plan.get(hex, (0, 0))
        extra = 1 if option[0] == "plan_napalm" else 0
        before = battle.strike_value(s, hex, strikes, napalm, ALLIED) if strikes else 0.0
        return battle.strike_value(s, hex, strikes + 1, napalm + extra, ALLIED) - before - 0.06 * extra

    return max(options, key=lambda option: (score(option), option))


# -- the drop --------------------------------------------------------------------------------------------------------


def drop_order(s: OnToBerlin, seat: str, options: list[Option], dice: Dice) -> Option:
    return options[0]


def land_order(s: OnToBerlin, seat: str, options: list[Option], dice: Dice) -> Option:
    """Somebody who comes down where he aims on the Landing Zone; then fighting units first, while there is room."""
    held = s.divisions[s.dropping].lz in s.stacks

    def rank(option: Option) -> tuple[bool, bool, int, Option]:
        kind = KINDS[id_in(option)]
        fights = kind.cls == "infantry"
        return not held and fights and kind.drop == "glider", fights, kind.fs, option

    return max(options, key=rank)


def aim(s: OnToBerlin, seat: str, options: list[Option], dice: Dice) -> Option:
    """Gliders close to the Landing Zone; parachutists where open ground is widest, since they drift."""
    landing: list[Option] = [("land", u) for u in FORMATIONS[s.dropping] if s.units[u].at == DROPPING]
    lz = s.divisions[s.dropping].lz
    parachute = KINDS[id_in(land_order(s, seat, landing, dice))].drop == "parachute"

    def score(option: Option) -> tuple[float, str]:
        hex = id_in(option)
        radius = 4 if parachute else 1
        open_ground = sum(MAP.hexes[n].terrain in ("clear", "park", "airfield") for n in MAP.within(hex, radius))
        near = MAP.distance(hex, lz)
        foes = sum(n in s.stacks and KINDS[s.stacks[n][0]].side == GERMAN for n in MAP.within(hex, 2))
        return 0.35 * open_ground - 0.8 * near - 0.8 * foes + (4 if hex == lz else 0), hex

    return max(options, key=score)


def displaced(s: OnToBerlin, seat: str, options: list[Option], dice: Dice) -> Option:
    """The safest ground."""
    return max(options, key=lambda o: (MAP.hexes[id_in(o, 2)].terrain in ("clear", "park", "airfield"), o))


def landing_mode(s: OnToBerlin, seat: str, options: list[Option], dice: Dice) -> Option:
    """Combat Mode, unless everything is out of reach, or the Landing Zone must be occupied by a short march."""
    u = id_in(options[0])
    hex = s.units[u].at
    if any(0 < MAP.distance(hex, lz) <= KINDS[u].maneuver_ma // 4 for lz in goals.unguarded(s, u)):
        return ("maneuver", u)
    near = any(n in s.stacks and KINDS[s.stacks[n][0]].side == GERMAN for n in MAP.within(hex, 2))
    on_lz = any(d.lz == hex for d in s.divisions.values())
    return ("combat", u) if near or on_lz or KINDS[u].maneuver_ma < 8 else ("maneuver", u)


# -- reinforcements --------------------------------------------------------------------------------------------------


def reserve(s: OnToBerlin, seat: str, options: list[Option], dice: Dice) -> Option:
    """Roll for the 52nd, bring it to the airfield nearest to the fighting, and spread it over the perimeter."""
    verb = options[0][0]
    if verb == "roll":
        return options[0]
    if verb == "bring":
        fields = [o for o in options if o[0] == "bring" and AIRFIELDS[id_in(o, 2)].on_map]
        return (
            min(fields, key=lambda o: MAP.distance(AIRFIELDS[id_in(o, 2)].centre, REICHSTAG)) if fields else options[0]
        )
    if verb == "put_down":
        return min(options, key=lambda o: (len(s.stacks.get(id_in(o, 2), ())), MAP.distance(id_in(o, 2), REICHSTAG)))
    return choose_lz(s, seat, options, dice)


def call_up(s: OnToBerlin, seat: str, options: list[Option], dice: Dice) -> Option:
    """Into strongpoints and large buildings, those in danger first."""

    def score(option: Option) -> tuple[float, str]:
        hex = id_in(option)
        company = len(s.stacks.get(hex, ()))
        return _shelter(s, hex) + (1.5 if hex == REICHSTAG and company < 3 else 0) - 0.4 * company, hex

    return max(options, key=score)


def sources(s: OnToBerlin, seat: str, options: list[Option], dice: Dice) -> Option:
    """The source that supplies most of the division; of equals an airfield, and the one nearest to the centre."""

    def score(option: Option) -> tuple[int, int]:
        place = id_in(option, 2)
        near = -MAP.distance(AIRFIELDS[place].centre, REICHSTAG) if place != EDGE else -99
        return goals.supplied_by(s, id_in(option), place), near

    return max(options, key=score)


# -- movement --------------------------------------------------------------------------------------------------------


def move(s: OnToBerlin, seat: str, options: list[Option], dice: Dice, think: march.Think = march.Mind) -> Option:
    """Pick a unit, or go on with the one that moves."""
    if s.active and s.march is not None:
        return march.next_step(s, options, think)
    return march.pick_unit(s, options)


def enter_map(s: OnToBerlin, seat: str, options: list[Option], dice: Dice) -> Option:
    """At the entry nearest to the unit's goal."""
    goal = goals.goal_of(s, s.active, goals.enemy_stacks(s, KINDS[s.active].side))
    return min(options, key=lambda o: (goal.steps[MAP.place[id_in(o)]] if goal.hex else 0, o))


def face(s: OnToBerlin, seat: str, options: list[Option], dice: Dice) -> Option:
    """Turn the stacks that look the wrong way."""
    if options[0][0] == "face":
        return march.facing_option(s, id_in(options[0]))
    for option in options:
        if option[0] == "turn" and march.best_facing(s, id_in(option)) != s.facing[id_in(option)]:
            return option
    return DONE


# -- combat ----------------------------------------------------------------------------------------------------------


def step_one(
    s: OnToBerlin, seat: str, options: list[Option], dice: Dice, bombard: battle.Plan = battle.bombardment
) -> Option:
    """The strike or bombardment that promises most; the order of assaults belongs here too."""
    if options[0][0] == "resolve":
        return min(options, key=lambda o: (objectives.prize_of(s, id_in(o), seat), o))
    best: tuple[float, Option] = (0.08, DONE)
    strikes = [id_in(o) for o in options if o[0] == "strike"]
    if strikes:
        hex, gain = battle.best_strike(s, strikes, seat)
        if gain > best[0]:
            best = (gain + 0.2, ("strike", hex))
    return best_of(options, "bombard", lambda target: bombard(s, target, seat)[0], best)


def best_of(options: list[Option], verb: str, gain_at: Callable[[str], float], best: tuple[float, Option]) -> Option:
    """The option with this verb whose target promises most, if it is more than the best so far."""
    for option in options:
        if option[0] == verb and (gain := gain_at(id_in(option))) > best[0]:
            best = (gain, option)
    return best[1]


def strikes(s: OnToBerlin, seat: str, options: list[Option], dice: Dice) -> Option:
    """How many; the target is the one that `step_one` chose, and is asked again since nothing else is known."""
    targets = [h for h in sorted(s.stacks) if KINDS[s.stacks[h][0]].side == OTHER[seat] and h not in s.struck]
    hex, _ = battle.best_strike(s, targets, seat)
    return battle.how_many_strikes(s, hex, options, seat)


def compose_with(choose: battle.Plan) -> Callable[..., Option]:
    """Put the attack together that was judged best, unit by unit."""

    def compose(s: OnToBerlin, seat: str, options: list[Option], dice: Dice) -> Option:
        if options[0][0] in ("done", "fire", "assault"):
            return open_fire(s, seat, options)
        attack = s.attack
        if attack is None:
            return options[-1]
        fresh = as_if_new(s)
        _, wanted = choose(fresh, attack.target, seat)
        for u in wanted:
            if u not in attack.units and ("add", u) in options:
                return ("add", u)
        return ("commit",) if ("commit",) in options else ("cancel",)

    return compose


def as_if_new(s: OnToBerlin) -> OnToBerlin:
    """The state as it was before the attack was begun."""
    twin = s.clone()
    twin.attack = None
    return twin


def open_fire(s: OnToBerlin, seat: str, options: list[Option], fire: battle.Plan = battle.gunfire) -> Option:
    """The target on which guns do most, if they do anything."""
    return best_of(options, "fire", lambda target: fire(s, target, seat)[0], (0.06, DONE))


def announce(s: OnToBerlin, seat: str, options: list[Option], dice: Dice) -> Option:
    """Every assault that promises something, the best first."""
    gain, target, _ = battle.best_assault(s, seat)
    return ("assault", target) if target and gain > 0.1 else DONE


def defend(s: OnToBerlin, seat: str, options: list[Option], dice: Dice) -> Option:
    """Fire whenever it can do anything, all guns on one hex."""
    if ("commit",) in options:
        more = [o for o in options if o[0] == "add"]
        return more[0] if more else ("commit",)
    shots = [o for o in options if o[0] == "defend"]
    if not shots:
        return options[0]
    best = max(shots, key=lambda o: (battle.defensive_value(s, id_in(o), id_in(o, 2)), o))
    return best if battle.defensive_value(s, id_in(best), id_in(best, 2)) > 0.03 else ("hold",)


def lose(s: OnToBerlin, seat: str, options: list[Option], dice: Dice) -> Option:
    """The unit worth least."""
    return min(options, key=lambda o: (KINDS[id_in(o)].fs + KINDS[id_in(o)].pf, not s.units[id_in(o)].disrupted, o))


def retreat(s: OnToBerlin, seat: str, options: list[Option], dice: Dice, think: march.Think = march.Mind) -> Option:
    """To the hex that is safest and nearest to where one wants to be."""
    u = id_in(options[0])
    mind = think(s, u)
    combat = s.units[u].combat
    return max(options, key=lambda o: (mind.score(id_in(o, 2), combat), o))


def advance(s: OnToBerlin, seat: str, options: list[Option], dice: Dice, think: march.Think = march.Mind) -> Option:
    """Advance where the hex is better than the unit's own; never out of a Landing Zone that would be left empty."""
    best: tuple[float, Option] = (0.0, DONE)
    enemies = goals.enemy_stacks(s, seat)
    for option in options:
        if option[0] != "advance":
            continue
        u = id_in(option)
        here = s.units[u].at
        if goals.garrison_of(s, u, enemies):
            continue
        target = _target_of(s, u)
        mind = think(s, u)
        gain = mind.score(target, True) - mind.score(here, True) if target else 0.0
        if gain > best[0]:
            best = (gain, option)
    return best[1]


def _target_of(s: OnToBerlin, u: str) -> str:
    """The hex that was assaulted: the announced target that is empty and that this unit attacked."""
    return next((hex for hex, units in s.assaults.items() if u in units and hex not in s.stacks), "") or next(
        (hex for hex, units in s.assaults.items() if u in units), ""
    )


def exploit(s: OnToBerlin, seat: str, options: list[Option], dice: Dice, think: march.Think = march.Mind) -> Option:
    mind = think(s, s.active)
    best: tuple[float, Option] = (mind.score(s.units[s.active].at, True), ("end",))
    if ("end",) not in options:
        best = (-999.0, options[0])
    for option in options:
        if option[0] == "go":
            score = mind.score(id_in(option), True)
            if score > best[0]:
                best = (score, option)
    return best[1]


def interdict(s: OnToBerlin, seat: str, options: list[Option], dice: Dice) -> Option:
    """The formation that is due next."""
    return options[1]


def first(s: OnToBerlin, seat: str, options: list[Option], dice: Dice) -> Option:
    return options[0]


_BY_RULE: dict[str, Callable[[OnToBerlin, str, list[Option], Dice], Option]] = {
    "OB-13.1": set_up,
    "OB-13.3": face,
    "OB-15.1.1": assign,
    "OB-15.1.3": choose_lz,
    "OB-15.1.5": lambda s, seat, options, dice: (
        options[0] if options[0][0] == "resolve" else plan_strikes(s, seat, options, dice)
    ),
    "OB-15.3.1": drop_order,
    "OB-15.3.3": land_order,
    "OB-15.3.4": aim,
    "OB-15.3.8": first,
    "OB-15.3.9": displaced,
    "OB-15.3.11": landing_mode,
    "OB-15.4.3": reserve,
    "OB-5.5": call_up,
    "OB-5.2": enter_map,
    "OB-6.2.4": sources,
    "OB-7.1": move,
    "OB-17.1": first,
    "OB-3.4.2": face,
    "OB-4.3.4": step_one,
    "OB-8.2.1": compose_with(battle.bombardment),
    "OB-8.3.2": strikes,
    "OB-8.4.1": compose_with(battle.gunfire),
    "OB-8.5.1": compose_with(battle.assault),
    "OB-8.5.2": announce,
    "OB-8.5.3": defend,
    "OB-8.7.4": lose,
    "OB-8.7.5": lose,
    "OB-8.8.1": retreat,
    "OB-8.10.1": advance,
    "OB-8.10.2": exploit,
    "OB-14.4.1": interdict,
}
