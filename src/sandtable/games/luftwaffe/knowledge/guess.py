"""What a seat cannot know, dealt again: missions, covered stacks, dummies, Sneak Raid, shuttle plans, key industry."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from sandtable.games.luftwaffe.components import AIRBASE, AMERICAN, FRONTS, GERMAN, parts
from sandtable.games.luftwaffe.map.geography import distances
from sandtable.games.luftwaffe.model import Arrival, Luftwaffe, is_bomber, kind_of
from sandtable.games.luftwaffe.rules.courses import longest
from sandtable.games.luftwaffe.rules.missions import covered_stacks
from sandtable.games.luftwaffe.rules.setup import SET_UP, ways_out
from sandtable.games.luftwaffe.rules.shuttles import may_return_by
from sandtable.kernel.dice import Dice
from sandtable.kernel.state import replace


def guess(s: Luftwaffe, seat: str, dice: Dice) -> None:
    """LW-2.2 Deal again what the seat cannot know; what it sees stays as it is."""
    if seat != GERMAN:
        guess_key(s, dice)
    # A prepared raid is known by its set-up (no two are alike), so nothing of it can be dealt again (LW-17.2).
    if seat == AMERICAN or s.result or s.solo:
        return
    missions = open_missions(s)
    if s.step in SET_UP and s.step != "deploy":
        swap_plans(s, dice)
        for id, unit in s.americans.items():
            if unit.mission:
                s.americans[id] = replace(unit, mission=dice.pick(missions))
            if unit.hex and unit.status in ("covered", "up"):
                place_anew(s, id, dice)
        s.dummies = tuple(dice.pick(_zone_hexes(s)) for _ in s.dummies)
        return
    if s.turn == 0 and s.step == "deploy":
        return
    seen = covered_stacks(s)
    deal_arrivals(s, seen, dice)
    deal_stacks(s, seen, dice)
    for id, unit in s.americans.items():
        if is_bomber(unit):
            deal_mission(s, id, missions, dice)


def guess_key(s: Luftwaffe, dice: Dice) -> None:
    """LW-15.5.1 The key industry may be any complex not yet named, with a city still standing."""
    if not s.key or s.grounded:
        return
    p = parts()
    open_to = [
        letter
        for letter, complex in p.complexes.items()
        if complex.id not in s.named
        and any(letter in c.industries and c.id not in s.destroyed for c in p.cities.values())
    ]
    s.key = dice.pick(open_to) if open_to else s.key


def open_missions(s: Luftwaffe) -> list[str]:
    """LW-3.5 The missions that can be written now."""
    return [*(c for c in parts().cities if c not in s.destroyed), AIRBASE]


def _zone_hexes(s: Luftwaffe) -> list[str]:
    return [h for front in FRONTS for h in s.zone.hexes[front]]


def place_anew(s: Luftwaffe, id: str, dice: Dice) -> None:
    """LW-3.6, LW-3.7 Another zone hex of the same front, for a unit that nobody else has seen yet."""
    unit = s.americans[id]
    hex = dice.pick(s.zone.hexes[s.zone.front[unit.hex]])
    s.americans[id] = replace(unit, hex=hex, start=hex if unit.start else "")


def swap_plans(s: Luftwaffe, dice: Dice) -> None:
    """LW-3.1 While the American sets up, units of one type and strength trade their plans."""
    alike: dict[tuple[str, int, bool], list[str]] = {}
    for id, u in s.americans.items():
        if u.status in ("covered", "sneak", "up"):
            alike.setdefault((u.type, u.factors, s.individual and bool(u.clock)), []).append(id)
    trade: dict[str, str] = {}
    for ids in alike.values():
        others = list(ids)
        dice.shuffle(others)
        trade |= dict(zip(ids, others, strict=True))
    before = dict(s.americans)
    for id, other in trade.items():
        clock = before[id].clock if s.individual else before[other].clock
        s.americans[id] = replace(before[other], clock=clock)
    back = {other: id for id, other in trade.items()}
    s.queue = tuple(back.get(id, id) for id in s.queue)
    s.sneak = replace(s.sneak, units=tuple(back.get(id, id) for id in s.sneak.units))


# -- what comes later ------------------------------------------------------------------------------------------------


def deal_arrivals(s: Luftwaffe, seen: list[str], dice: Dice) -> None:
    """LW-7.6, LW-13.4 A Sneak Raid and a shuttle from Russia, as far as they have not been told."""
    if s.sneak.told < 3 and seen:
        hidden = [id for id, u in s.americans.items() if u.status in ("covered", "sneak") and kind_of(u).heavy]
        units = chosen_raiders(s, hidden, dice)
        others = sum(u.status in ("covered", "sneak") for u in s.americans.values()) - len(units)
        if len(seen) > others + parts().dummies:
            units = [id for id in hidden if s.americans[id].status == "sneak"]
        fronts = [f for f in FRONTS if s.zone.hexes[f]]
        for id in hidden:
            unit = s.americans[id]
            if id in units and unit.status == "covered":
                unit = replace(unit, status="sneak", hex="", front="baltic", home="west")
            elif id not in units and unit.status == "sneak":
                front = dice.pick(fronts)
                home = unit.home if unit.home == "russia" else front
                unit = replace(unit, status="covered", hex=s.zone.hexes[front][0], front=front, home=home)
            s.americans[id] = unit
        turn = arrival_turn(s, s.sneak, parts().sneak_turns, bool(units), dice)
        s.sneak = replace(s.sneak, units=tuple(units), turn=turn) if units else Arrival()
    if s.shuttle.told < 3 and s.scenario.shuttle:
        deal_shuttle(s, dice)


def arrival_turn(s: Luftwaffe, arrival: Arrival, turns: Sequence[int], any_units: bool, dice: Dice) -> int:
    """The turn that was told, or one of which nothing had to be told yet."""
    if arrival.told or not any_units:
        return arrival.turn
    later = [t for t in turns if t >= s.turn + 3]
    return dice.pick(later) if later else arrival.turn


def chosen_raiders(s: Luftwaffe, hidden: list[str], dice: Dice) -> list[str]:
    """LW-3.4 Which hidden bombers may be the Sneak Raid: of one type, up to five; none, if none was told."""
    if not hidden:
        return []
    possible = bool(s.sneak.units) or s.turn + 3 <= max(parts().sneak_turns)
    if s.sneak.told == 0 and (not possible or dice.below(2)):
        return []
    type = s.americans[dice.pick(hidden)].type
    pool = [id for id in hidden if s.americans[id].type == type]
    dice.shuffle(pool)
    return pool[: 1 + dice.below(min(len(pool), max(parts().sneak_counts)))]


def deal_shuttle(s: Luftwaffe, dice: Dice) -> None:
    """LW-13.4 Which of the units in Russia come back, when and through which number."""
    pool = [id for id, u in s.americans.items() if u.status in ("russia", "returning")]
    if not pool or s.shuttle.told:
        return
    planned = [id for id in pool if s.americans[id].status == "returning"]
    if not planned:
        return
    turn = arrival_turn(s, s.shuttle, tuple(range(3, 21)), True, dice)
    number = dice.pick(sorted({n.number for n in parts().numbered.values()}))
    if all(may_return_by(s.americans[id].type, number) for id in planned):
        s.shuttle = replace(s.shuttle, turn=turn, number=number)


# -- what is covered -------------------------------------------------------------------------------------------------


def deal_stacks(s: Luftwaffe, seen: list[str], dice: Dice) -> None:
    """LW-3.7 Deal covered units and a number of dummies out on the stacks that can be seen."""
    covered = [id for id, u in s.americans.items() if u.status == "covered"]
    if not seen:
        return
    least = max(0, len(seen) - len(covered))
    number = least + dice.below(max(1, parts().dummies - least + 1))
    counters = [*covered, *([""] * number)]
    dice.shuffle(counters)
    dummies = []
    for place, id in enumerate(counters):
        hex = seen[place] if place < len(seen) else dice.pick(seen)
        if not id:
            dummies.append(hex)
            continue
        unit, front = s.americans[id], s.zone.front[hex]
        home = front if unit.home == unit.front else unit.home
        s.americans[id] = replace(unit, hex=hex, front=front, home=home)
    s.dummies = tuple(dummies)


# -- missions --------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4_000)
def possible_targets(start: str, hex: str, flown: int, mf: int) -> tuple[str, ...]:
    """LW-5.4 The cities to which the way flown so far is a direct course; all bombers of a stream have the same."""
    fitting = []
    for city in parts().cities.values():
        to_target = distances(city.hex)
        if flown + to_target[hex] <= longest(to_target[start], mf):
            fitting.append(city.id)
    return tuple(fitting)


def deal_mission(s: Luftwaffe, id: str, missions: Sequence[str], dice: Dice) -> None:
    """LW-3.5, LW-13.1 A mission, and a way out, that fit everything seen of the bomber."""
    unit = s.americans[id]
    if not unit.mission or unit.turned or unit.strike or unit.status not in ("covered", "sneak", "up"):
        return
    if unit.status == "up" and unit.start != unit.hex:
        possible = possible_targets(unit.start, unit.hex, unit.flown, kind_of(unit).mf)
        fitting = [c for c in possible if c not in s.destroyed]
        over = parts().city_at.get(unit.hex)
        if over is not None:
            fitting = [c for c in fitting if c != over.id]  # it would have bombed it
        if over is not None and over.id == unit.mission:
            return  # it bombs now: everybody is about to see it
        unit = replace(unit, mission=dice.pick([*fitting, AIRBASE]))
    else:
        unit = replace(unit, mission=dice.pick(missions))
    if s.scenario.shuttle and kind_of(unit).heavy and unit.front != "russia":
        way = dice.pick(ways_out(s, id))
        front = unit.front if unit.front in FRONTS else "west"  # a Sneak raider goes home to the west (LW-7.7)
        unit = replace(unit, home=front if way == "front" else way)
    s.americans[id] = unit
