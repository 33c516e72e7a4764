"""What a sensible American does: plans streams with escort, keeps them together, fights where it pays, comes home."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from sandtable.games.luftwaffe.bot.estimates import (
    apart,
    behind,
    best_e,
    effective_e,
    expected_kills,
    is_bomber,
    movement,
    turns_left,
)
from sandtable.games.luftwaffe.bot.raid import (
    choose_dummy,
    choose_guard,
    choose_mission,
    choose_place,
    choose_raid,
    choose_sneak,
    choose_start,
    choose_uncovered,
    choose_way_out,
)
from sandtable.games.luftwaffe.components import AIRBASE, parts
from sandtable.games.luftwaffe.knowledge.sight import LuftwaffeView
from sandtable.games.luftwaffe.map.geography import FAR, distances
from sandtable.games.luftwaffe.model import American
from sandtable.games.luftwaffe.rules.scoring import objective_cities
from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Option
from sandtable.kernel.options import id_in

# -- movement ----------------------------------------------------------------------------------------------------------


def choose_move(view: LuftwaffeView, options: list[Option]) -> Option:
    """LW-4.3.3 Bombers first, in whole stacks, then their escort, then the free fighters."""
    best: tuple[int, int] | None = None
    choice: Option = ("done",)
    zone = behind(view).all
    for option in options:
        if option[0] not in ("lead", "move"):
            continue
        unit = view.americans[id_in(option)]
        rank = 0 if is_bomber(unit) else 1 if unit.escort else 2
        key = (rank, 0 if option[0] == "lead" else 1)
        if best is None or key < best:
            best, choice = key, option
    if best is not None and best[0] == 2:
        id = id_in(choice)
        unit = view.americans[id]
        if unit.hex in zone and ("recover", id) in options and not prey_near(view, unit):
            return ("recover", id)
    return choice


def prey_near(view: LuftwaffeView, unit: American) -> bool:
    """Whether a fighter in the zone has something to cross the line for: Germans in the air, or bombers to go with."""
    mf = movement(unit)
    left = turns_left(view, unit)
    if left > 3 and any(is_bomber(u) and u.status == "up" and not u.bombed for u in view.americans.values()):
        return True
    return left > 2 and any(g.status == "air" and apart(g.hex, unit.hex) <= mf for g in view.germans.values())


def goal_distance(view: LuftwaffeView, unit: American, hex: str) -> int:
    """How far it is from a hex to the target, or to the zone for a bomber on its way home."""
    if unit.mission == AIRBASE and not unit.turned:
        return distances(base_to_bomb(view, unit))[hex]
    if unit.turned or unit.mission not in parts().cities:
        return behind(view).to_front.get(unit.home or "west", {}).get(hex, FAR)
    return distances(parts().cities[unit.mission].hex)[hex]


def way_home(view: LuftwaffeView, unit: American) -> int:
    """How far it is from where the unit is to its zone."""
    return behind(view).to_front.get(unit.home or "west", {}).get(unit.hex, FAR)


def base_to_bomb(view: LuftwaffeView, unit: American) -> str:
    """LW-7.14, LW-7.16 The airbase with most aircraft on it that the bomber can reach and be home in time."""
    reach, home = turns_left(view, unit) * movement(unit), behind(view).to_front.get(unit.home or "west", {})
    able = [
        base.hex
        for base in parts().bases.values()
        if base.id not in view.unusable and apart(unit.hex, base.hex) + home.get(base.hex, FAR) <= reach
    ]
    if not able:
        return min(parts().bases.values(), key=lambda base: (apart(unit.hex, base.hex), base.id)).hex
    standing = Counter[str]()
    for g in view.germans.values():
        if g.status == "ground":
            standing[g.hex] += g.factors
    return max(able, key=lambda hex: (standing[hex], -apart(unit.hex, hex), hex))


def danger(view: LuftwaffeView, hex: str) -> float:
    """German factors that may be over a hex in their next half-turn."""
    threat = 0.0
    for g in view.germans.values():
        if g.status in ("air", "ground") and apart(g.hex, hex) <= movement(g):
            threat += g.factors * (1.0 if g.status == "air" or g.fuelled else 0.3)
    return threat


def choose_course(view: LuftwaffeView, options: list[Option]) -> Option:
    """LW-5.4 Keep the stream together, near its targets and away from guns and fighters."""
    units = [view.americans[id] for id in view.moving]
    for verb in ("exit", "bomb_at"):
        offered = [o for o in options if o[0] == verb]
        if verb == "bomb_at" and offered:
            best = max(offered, key=lambda o: strafed_factors(view, id_in(o)))
            late = turns_left(view, units[0]) * movement(units[0]) < 2 * movement(units[0]) + way_home(view, units[0])
            if late or strafed_factors(view, id_in(best)):
                return best
        elif offered:
            return offered[0]
    over = [o for o in options if o[0] == "over"]
    if over:
        return min(over, key=lambda o: behind(view).to_front[units[0].home].get(id_in(o), FAR))
    flights = [o for o in options if o[0] == "fly"]
    if not flights:
        return leave_behind(view, options)
    guns = parts().aa_hexes

    def cost(option: Option) -> float:
        hex = id_in(option)
        way = sum(goal_distance(view, u, hex) for u in units)
        target = any(u.mission in parts().cities and parts().cities[u.mission].hex == hex for u in units)
        return way + (1.5 if hex in guns and not target else 0) + 0.05 * danger(view, hex)

    return min(flights, key=cost)


def leave_behind(view: LuftwaffeView, options: list[Option]) -> Option:
    """LW-5.5 The stream must split: the bomber whose target lies farthest from the leader's goes its own way."""
    lead = view.americans[view.moving[0]]
    aim = parts().cities[lead.mission].hex if lead.mission in parts().cities else lead.hex

    def away(option: Option) -> int:
        unit = view.americans[id_in(option)]
        return apart(parts().cities[unit.mission].hex, aim) if unit.mission in parts().cities else 99

    apart_units = [o for o in options if o[0] == "without"]
    return max(apart_units, key=away) if apart_units else options[0]


def choose_escort(view: LuftwaffeView, options: list[Option]) -> Option:
    """LW-8.4 - LW-8.6 Stay while the fuel lasts; leave bombers that have bombed to hunt those who attacked."""
    unit = view.americans[view.moving[0]]
    left, mf, to_zone = turns_left(view, unit), movement(unit), behind(view).to_zone
    stays = [o for o in options if o[0] == "escort_to"]
    safe = [o for o in stays if to_zone.get(id_in(o), FAR) <= mf * left]
    hunts = [o for o in options if o[0] == "pursue" and to_zone.get(id_in(o), FAR) <= mf * max(left - 1, 0)]
    if hunts and left >= 2:
        best = max(hunts, key=lambda o: attack_worth(view, list(view.moving), id_in(o)))
        if attack_worth(view, list(view.moving), id_in(best)) > 1.2:
            return best
    if safe:
        guarded = {
            id_in(o): sum(u.factors for u in view.americans.values() if u.hex == o[1] and u.escort) for o in safe
        }
        fresh = {
            id_in(o): sum(1 for u in view.americans.values() if u.hex == o[1] and is_bomber(u) and not u.bombed)
            for o in safe
        }
        return max(safe, key=lambda o: fresh[id_in(o)] - 0.5 * guarded[id_in(o)])
    return next((o for o in options if o[0] == "break_off"), options[0])


def airborne(view: LuftwaffeView, hex: str) -> list[str]:
    return [id for id, g in view.germans.items() if g.status == "air" and g.hex == hex]


def strafed_factors(view: LuftwaffeView, hex: str) -> int:
    return sum(g.factors for g in view.germans.values() if g.status == "ground" and g.hex == hex)


def attack_worth(view: LuftwaffeView, ids: list[str], hex: str) -> float:
    """Expected kills of an attack in a hex."""
    enemies = airborne(view, hex)
    if enemies:
        there = sum(view.germans[id].factors for id in enemies)
        return min(expected_kills(view, ids, view.americans, best_e(view, view.germans, enemies)), there)
    ground = strafed_factors(view, hex)
    guns = 2 if hex in parts().aa_hexes else 1
    return min(expected_kills(view, ids, view.americans, -9), ground) - guns / 6 if ground else 0.0


def choose_flight(view: LuftwaffeView, options: list[Option]) -> Option:
    """LW-5.2 Attack where it pays and the way home is short enough; else stay with the bombers; else go home."""
    ids = list(view.moving)
    unit = view.americans[ids[0]]
    left, mf, to_zone = turns_left(view, unit), movement(unit), behind(view).to_zone
    flights = {id_in(o): o for o in options if o[0] in ("fly", "strike")}
    flights |= {id_in(o): o for o in options if o[0] == "strike"}
    safe = {hex: o for hex, o in flights.items() if to_zone.get(hex, FAR) <= mf * max(left - 1, 0)}
    if left >= 2:
        best = max(
            ((attack_worth(view, ids, h), h) for h in hot_hexes(view) if h in safe),
            default=(0.0, ""),
            key=lambda w: w[0],
        )
        if best[0] > 0.4:
            return safe[best[1]]
    enemies = Counter(g.hex for g in view.germans.values() if g.status == "air")
    bombers = [u.hex for u in view.americans.values() if u.status == "up" and is_bomber(u) and not u.bombed]
    bombers = bombers or [u.hex for u in view.americans.values() if u.status == "up" and is_bomber(u)]
    if bombers and left >= 3:
        near = [o for hex, o in safe.items() if o[0] == "fly" and not enemies[hex]]
        if near:
            streams = list(dict.fromkeys(bombers))  # many fly in one hex
            return min(near, key=lambda o: min(apart(id_in(o), hex) for hex in streams))
    home = [o for o in options if o[0] == "fly"]
    return min(home, key=lambda o: (to_zone.get(id_in(o), FAR), enemies[id_in(o)]))


def hot_hexes(view: LuftwaffeView) -> list[str]:
    return list(dict.fromkeys(g.hex for g in view.germans.values() if g.status in ("air", "ground")))


# -- combat ------------------------------------------------------------------------------------------------------------


def choose_tanks(view: LuftwaffeView, options: list[Option]) -> Option:
    """LW-6.6 Drop when it raises the odds and everybody of the type still gets home."""
    key = id_in(options[0])
    ids = [id for id, u in view.americans.items() if u.clock == key and u.status == "up"]
    if not ids:
        return options[1]
    kind = parts().types[view.americans[ids[0]].type]
    attacking = view.step == "american_combat"
    left = min(turns_left(view, view.americans[ids[0]]), kind.time_without)
    reach = kind.mf * (left + (0 if attacking else 1))
    to_zone = behind(view).to_zone
    if any(to_zone.get(view.americans[id].hex, FAR) > reach for id in ids):
        return options[1]
    enemies = airborne(view, view.battle)
    enemies += [id for id, g in view.germans.items() if g.strike == view.battle]
    met, own = best_e(view, view.germans, enemies), effective_e(view, ids[0], view.americans[ids[0]])
    # As defender a higher E lowers the die of everybody who is worse; as attacker it only makes good what lacks.
    useful = met > own if attacking else own < 4
    return options[0] if useful else options[1]


def choose_battle(view: LuftwaffeView, options: list[Option]) -> Option:
    """LW-4.3.7 What must be fought first; strafing where it pays."""
    battles = [o for o in options if o[0] == "battle"]
    if battles:
        return battles[0]
    for option in options:
        if option[0] == "strafe":
            hex = id_in(option)
            fighters = [
                id
                for id, u in view.americans.items()
                if u.status == "up" and not u.escort and not is_bomber(u) and not u.fired and hex in (u.hex, u.strike)
            ]
            if attack_worth(view, fighters, hex) > 0:
                return option
    return ("done",) if ("done",) in options else options[0]


def choose_reduced(view: LuftwaffeView, options: list[Option]) -> Option:
    """LW-9.3.4 Bombers that have bombed are reduced first, and fighters before bombers."""
    return max(options, key=lambda o: (not is_bomber(u := view.americans[id_in(o)]), u.bombed))


def choose_lost(view: LuftwaffeView, options: list[Option]) -> Option:
    """LW-9.5.5 Reduced fighters go first."""
    return min(options, key=lambda o: view.americans[id_in(o)].factors)


def choose_way(view: LuftwaffeView, options: list[Option]) -> Option:
    """Where the units that move now go."""
    unit = view.americans[view.moving[0]]
    if is_bomber(unit):
        return choose_course(view, options)
    if unit.homing:
        home = behind(view).to_front["russia"] if unit.home == "russia" else behind(view).to_zone
        return min(options, key=lambda o: (o[0] != "exit", home.get(id_in(o), FAR)))
    return choose_flight(view, options)


def choose_raf(view: LuftwaffeView, options: list[Option]) -> Option:
    """LW-14.8 The city of the objective that is hardest to reach by day."""
    p = parts()
    wanted = objective_cities(p.scenarios[view.game].objective)
    cities = [o for o in options if o[1] in wanted] or [o for o in options if o[1] in p.cities]
    if not cities:
        return options[0]
    return max(cities, key=lambda o: behind(view).to_zone.get(p.cities[id_in(o)].hex, FAR))


def choose_city(view: LuftwaffeView, options: list[Option]) -> Option:
    """LW-12.15 A city given up: the one that is hardest to reach."""
    return max(options, key=lambda o: behind(view).to_zone.get(parts().cities[id_in(o)].hex, FAR))


def choose_rebuilt(view: LuftwaffeView, options: list[Option]) -> Option:
    """LW-12.11 Bombers first, then the fighters with the longest legs; whole units before new ones."""

    def value(option: Option) -> tuple[int, int, int]:
        unit = view.americans[id_in(option)]
        kind = parts().types[unit.type]
        return (kind.heavy, kind.time_with, unit.factors)

    return max(options, key=value)


_BY_VERB: tuple[tuple[str, Callable[[LuftwaffeView, list[Option]], Option]], ...] = (
    ("face_up", choose_place),
    ("escort", choose_guard),
    ("way_out", choose_way_out),
    ("at", choose_start),
    ("move", choose_move),
    ("escort_to", choose_escort),
    ("break_off", choose_escort),
    ("fly", choose_way),
    ("exit", choose_way),
    ("without", choose_way),
    ("drop", choose_tanks),
    ("reduce", choose_reduced),
    ("lose", choose_lost),
    ("battle", choose_battle),
    ("strafe", choose_battle),
    ("uncover", choose_uncovered),
    ("end_raid", lambda view, options: ("end_raid",)),
    ("raid", choose_raid),
    ("raf", choose_raf),
    ("concede", choose_city),
    ("rebuild", choose_rebuilt),
    ("return_turn", lambda view, options: options[len(options) // 4]),
)
"""What is asked is told by the first of these verbs that is offered."""


def decide(view: LuftwaffeView, options: list[Option], dice: Dice) -> Option:
    """The American's choice, told by what is asked."""
    verbs = {o[0] for o in options}
    if "mission" in verbs:
        return choose_mission(view, options, dice)
    if "sneak" in verbs:
        return choose_sneak(view, options, dice)
    if "sneak_turn" in verbs:
        return options[dice.below(len(options) // 2)]
    if "dummy" in verbs:
        return choose_dummy(view, options, dice)
    if verbs & {"raider", "area", "enter"}:
        return options[dice.below(len(options))]
    for verb, choose in _BY_VERB:
        if verb in verbs:
            return choose(view, options)
    return options[0]
