"""Setting up a raid: German bases, Sneak Raid, missions, face-up units, covered stacks and dummies. Chapter 3"""

from __future__ import annotations

from functools import lru_cache

from sandtable.games.luftwaffe.components import AIRBASE, AMERICAN, FRONTS, GERMAN, SIDES, Base, parts
from sandtable.games.luftwaffe.map.geography import zone
from sandtable.games.luftwaffe.model import American, Arrival, German, Luftwaffe, Step, is_bomber, kind_of, tag_of
from sandtable.games.luftwaffe.names import say
from sandtable.games.luftwaffe.rules.missions import face_up
from sandtable.games.luftwaffe.rules.shuttles import may_return_by, waiting_in_russia
from sandtable.kernel.flow import Choose, Flow, Option, Refusal
from sandtable.kernel.options import id_in, number_in
from sandtable.kernel.state import replace

PLAN = "LW-3.1"
"""The clause of every choice of the American's set-up: others see the clause, and it must not tell what he does."""
REST: Option = ("rest",)
"""Leave the rest of a step of the set-up to the program."""
SET_UP: tuple[Step, ...] = (
    "deploy",
    "sneak",
    "from_russia",
    "fighter_plans",
    "missions",
    "placing",
    "dummies",
    "reveal",
)
"""The steps of a set-up; until the last the German sees nothing of the American's."""


def begin_set_up(s: Luftwaffe) -> None:
    """LW-3.1 Clear the table for a raid; the German deploys first."""
    s.turn = 0
    s.clocks, s.entered, s.staged = {}, {}, {}
    s.fuel, s.raid_losses, s.legs = dict.fromkeys(SIDES, 0), dict.fromkeys(SIDES, 0), {}
    s.fresh = []
    s.sneak, s.shuttle = Arrival(), Arrival()
    s.dummies, s.guns_fired, s.queue = (), (), ()
    for id, u in s.americans.items():
        if u.status in ("covered", "up", "recovered"):
            s.americans[id] = American(type=u.type, factors=u.factors, status="covered")
        elif u.status == "lost":
            s.americans[id] = American(type=u.type, factors=0, status="lost")
        elif u.status == "russia":  # else who bombed in the last raid shows the mission of this one (LW-2.2, LW-13.7)
            s.americans[id] = waiting_in_russia(u)
    for id, g in s.germans.items():
        if g.status in ("ground", "air", "off"):
            s.germans[id] = German(type=g.type, factors=g.factors, status="off")
    s.queue = tuple(units_to_deploy(s))
    s.step = "deploy"


# -- the German ------------------------------------------------------------------------------------------------------


def units_to_deploy(s: Luftwaffe) -> list[str]:
    """LW-3.2, LW-12.14.1, LW-15.5.2 Every unit in play, jets and rockets first; none in a quarter that grounds them."""
    if s.grounded and s.grounded == s.quarter:
        return []
    ready = [id for id, g in s.germans.items() if g.status == "off"]
    return sorted(ready, key=lambda id: not kind_of(s.germans[id]).jet)


def jets_in_play(s: Luftwaffe) -> int:
    """LW-12.14.1 Jet and rocket units in play."""
    return sum(kind_of(g).jet and g.status in ("off", "ground", "air") for g in s.germans.values())


def usable_bases(s: Luftwaffe) -> list[Base]:
    """LW-3.3 Bases on the German side that the RAF has not made unusable."""
    return [b for b in s.zone.bases if b.id not in s.unusable]


def open_bases(s: Luftwaffe, id: str) -> list[Base]:
    """LW-3.2, LW-12.14.1 One counter on a base, or two factors from the Tournament Game on; jets on jet bases alone."""
    unit = s.germans[id]
    bases = usable_bases(s)
    held: dict[str, int] = {}
    jets: set[str] = set()
    for g in s.germans.values():
        if g.status == "ground":
            held[g.hex] = held.get(g.hex, 0) + g.factors
            if kind_of(g).jet:
                jets.add(g.hex)
    if kind_of(unit).jet:
        bases = [b for b in bases if b.id in s.jet_bases and b.hex not in jets]
    if not s.scenario.quarters:
        return [b for b in bases if b.hex not in held]
    room = 2 - unit.factors
    return [b for b in bases if held.get(b.hex, 0) <= room]


def deployment(s: Luftwaffe) -> Flow:
    """LW-3.1, LW-3.2, LW-12.14.1, LW-12.14.6, LW-14.6.1 The German puts one unit on a base."""
    if s.queue and kind_of(s.germans[s.queue[0]]).jet and jets_in_play(s) > len(s.jet_bases):
        bases: list[Option] = [("jet_base", b.id) for b in usable_bases(s) if b.id not in s.jet_bases]
        pick = yield Choose(GERMAN, [*bases, ("no_jet_base",)], rule="LW-12.14.1", ask="jet_base")
        if pick != ("no_jet_base",):
            s.jet_bases = (*s.jet_bases, id_in(pick))
            s.journal.add("LW-12.14.1", "jet_base", base=id_in(pick))
            return
    while s.queue:
        id = s.queue[0]
        options: list[Option] = [("deploy", id, b.id) for b in open_bases(s, id)]
        if tag_of(id) == "school" or not options:
            options.append(("keep_off", id))
        pick = yield Choose(
            GERMAN,
            options,
            rule="LW-3.2",
            ask="deploy",
            about=(id,),
            forced=True,
            why_not=lambda o: _why_not_base(s, o),
        )
        s.queue = s.queue[1:]
        if pick[0] == "deploy":
            base = parts().bases[id_in(pick, 2)]
            rocket_base = base.id if kind_of(s.germans[id]).rocket else ""
            s.germans[id] = replace(s.germans[id], status="ground", hex=base.hex, fuelled=True, base=rocket_base)
        if s.queue:
            return
    s.journal.add("LW-3.1", "deployed")
    s.step = "solo_raid" if s.solo else "sneak"


def _why_not_base(s: Luftwaffe, option: Option) -> Refusal | None:
    if option[0] != "deploy" or len(option) != 3 or option[2] not in parts().bases:
        return None
    base = parts().bases[id_in(option, 2)]
    if base.hex in s.zone.all:
        return say("base_in_zone"), "LW-3.3"
    if base.id in s.unusable:
        return say("base_out_this_quarter"), "LW-14.8"
    if option[1] in s.germans and kind_of(s.germans[id_in(option)]).jet:
        return say("jets_on_jet_bases"), "LW-12.14.1"
    return say("base_taken"), "LW-3.2"


# -- the American's plan -----------------------------------------------------------------------------------------------


def sneak_raid(s: Luftwaffe) -> Flow:
    """LW-3.4, LW-7.5, LW-7.8 How many units, in which turn, and which: heavy bombers of one type."""
    p = parts()
    by_type: dict[str, list[str]] = {}
    for id, u in s.americans.items():
        if u.status == "covered" and kind_of(u).heavy:
            by_type.setdefault(u.type, []).append(id)
    most = max((len(ids) for ids in by_type.values()), default=0)
    counts: list[Option] = [("sneak", n) for n in p.sneak_counts if n <= most]
    count = number_in((yield Choose(AMERICAN, counts, rule=PLAN, ask="sneak")))
    turn = 0
    if count:
        turns: list[Option] = [("sneak_turn", t) for t in p.sneak_turns]
        turn = number_in((yield Choose(AMERICAN, turns, rule=PLAN, ask="sneak_turn")))
    chosen: list[str] = []
    while len(chosen) < count:
        able = [ids for type, ids in by_type.items() if len(ids) >= count]
        if chosen:
            able = [by_type[s.americans[chosen[0]].type]]
        options: list[Option] = [("raider", id) for ids in able for id in ids if id not in chosen]
        pick = yield Choose(AMERICAN, options, rule=PLAN, ask="raider", about=(count - len(chosen),))
        chosen.append(id_in(pick))
    if chosen:
        s.sneak = Arrival(turn=turn, units=tuple(chosen))
        for id in chosen:
            s.americans[id] = replace(s.americans[id], status="sneak", front="baltic", home="west")
        s.journal.add("LW-3.4", "sneak_planned", seen_by=(AMERICAN,), units=chosen, turn=turn)
    s.step = "missions"
    s.queue = tuple(bombers_to_plan(s))
    if s.scenario.shuttle:
        s.step = "from_russia"
        s.queue = tuple(id for id, u in s.americans.items() if u.status == "russia")


def from_russia(s: Luftwaffe) -> Flow:
    """LW-13.4, LW-13.5, LW-14.10.2, LW-14.10.3 Which units in Russia fly back, in which turn, through which number."""
    for id in s.queue:
        options: tuple[Option, ...] = (("return", id), ("wait", id))
        if (yield Choose(AMERICAN, options, rule=PLAN, ask="from_russia", about=(id,), together=True))[0] == "return":
            unit = replace(s.americans[id], status="returning", front="russia", home="", from_russia=True)
            s.americans[id] = unit
    if s.queue:
        units = [id for id in s.queue if s.americans[id].status == "returning"]
        turns: list[Option] = [("return_turn", t) for t in range(3, s.scenario.turns + 1)]
        turn = number_in((yield Choose(AMERICAN, turns, rule=PLAN, ask="from_russia_turn")))
        able = [n for n in numbers() if all(may_return_by(s.americans[id].type, n) for id in units)]
        choices: list[Option] = [("return_number", n) for n in able]
        number = number_in((yield Choose(AMERICAN, choices, rule=PLAN, ask="from_russia_number")))
        if units:
            s.shuttle = Arrival(turn=turn, number=number, units=tuple(units))
            seen_by = (AMERICAN,)
            s.journal.add("LW-13.4", "shuttle_planned", seen_by=seen_by, units=units, turn=turn, number=number)
    s.queue = tuple(fighters_to_plan(s))
    s.step = "fighter_plans"


def numbers() -> list[int]:
    """LW-1.7 The numbers of the numbered hexes."""
    return sorted({n.number for n in parts().numbered.values()})


def fighters_to_plan(s: Luftwaffe) -> list[str]:
    """LW-14.10.1 Fighters that might be planned to Russia, in the Advanced Game."""
    if not s.scenario.raf or "fighters" in s.closed_shuttles:
        return []
    return [id for id, u in s.americans.items() if u.status == "covered" and not is_bomber(u)]


def fighter_plans(s: Luftwaffe) -> Flow:
    """LW-14.10.1, LW-14.10.5 Fighters may be planned to Russia like bombers."""
    for id in s.queue:
        options: tuple[Option, ...] = (("not_to_russia", id), ("to_russia", id))
        if (yield Choose(AMERICAN, options, rule=PLAN, ask="fighter_plan", about=(id,), together=True))[
            0
        ] == "to_russia":
            s.americans[id] = replace(s.americans[id], home="russia")
    s.queue = tuple(bombers_to_plan(s))
    s.step = "missions"


def bombers_to_plan(s: Luftwaffe) -> list[str]:
    """LW-3.5 Every bomber that takes part gets exactly one mission."""
    return [id for id, u in s.americans.items() if u.status in ("covered", "sneak", "returning") and is_bomber(u)]


@lru_cache(maxsize=4_000)
def _all_missions(id: str) -> tuple[Option, ...]:
    return (*(("mission", id, city) for city in parts().cities), ("mission", id, AIRBASE))


def mission_options(s: Luftwaffe, id: str) -> tuple[Option, ...]:
    """LW-3.5, LW-15.5.5, LW-20.11 Any city of the Target Sheet that still stands, or an airbase attack."""
    every = _all_missions(id)
    if not s.destroyed:
        return every
    return tuple(o for o in every if o[2] not in s.destroyed)


def planning(s: Luftwaffe) -> Flow:
    """LW-3.1, LW-3.5, LW-13.1 The Target Sheet: one bomber's mission, and its way out in the longer games."""
    if not s.queue:
        s.queue = tuple(id for id, u in s.americans.items() if u.status == "covered")
        s.step = "placing"
        return
    others: tuple[Option, ...] = tuple(("plan", other) for other in s.queue[1:])
    options = mission_options(s, s.queue[0]) + others
    pick = yield Choose(AMERICAN, options, rule=PLAN, ask="mission", about=(s.queue[0],))
    if pick[0] == "plan":  # the bombers are planned in any order
        s.queue = (id_in(pick), *(other for other in s.queue if other != pick[1]))
        options = mission_options(s, s.queue[0])
        pick = yield Choose(AMERICAN, options, rule=PLAN, ask="mission", about=(s.queue[0],))
    id = s.queue[0]
    s.americans[id] = replace(s.americans[id], mission=id_in(pick, 2))
    if s.scenario.shuttle:
        ways = ways_out(s, id)
        homes: list[Option] = [("way_out", id, way) for way in ways]
        pick = yield Choose(AMERICAN, homes, rule=PLAN, ask="way_out", about=(id,), forced=True)
        if pick[2] != "front":
            s.americans[id] = replace(s.americans[id], home=id_in(pick, 2))
    s.journal.add("LW-3.5", "mission", seen_by=(AMERICAN,), unit=id, city=s.americans[id].mission)
    s.queue = s.queue[1:]


def ways_out(s: Luftwaffe, id: str) -> list[str]:
    """LW-13.1, LW-13.2, LW-13.5, LW-13.10, LW-7.7, LW-14.4 Where a bomber may recover; "front": where it starts."""
    unit = s.americans[id]
    south = bool(s.zone.hexes["south"])
    russia = kind_of(unit).heavy
    if unit.status == "returning":
        return ["west", *(["south"] if south else []), "russia"]
    if unit.status == "sneak":
        return ["west", *(["south"] if south else []), *(["russia"] if shuttle_open(s, "west") else [])]
    ways = ["front"]
    if south:
        ways += FRONTS
    if russia and any(shuttle_open(s, front) for front in FRONTS if s.zone.hexes[front]):
        ways.append("russia")
    return ways


def shuttle_open(s: Luftwaffe, home: str) -> bool:
    """LW-13.8 Whether shuttles from this home to Russia may still start."""
    return s.scenario.shuttle and home not in s.closed_shuttles


@lru_cache(maxsize=200)
def _all_places(zone_key: str, id: str, fronts: tuple[str, ...]) -> tuple[Option, ...]:
    hexes = [h for front in fronts for h in zone(zone_key).hexes[front]]
    return (*(("face_up", id, h) for h in hexes), *(("cover", id, h) for h in hexes))


def placing(s: Luftwaffe) -> Flow:
    """LW-3.6 - LW-3.9 One unit goes face up on a zone hex, to cross on Turn 1, or into a covered stack."""
    if not s.queue:
        s.step, s.queue = "dummies", ("",) * parts().dummies
        return
    id = s.queue[0]
    unit = s.americans[id]
    fronts: tuple[str, ...] = FRONTS
    if unit.home == "russia" and is_bomber(unit):
        fronts = tuple(f for f in FRONTS if shuttle_open(s, f) and s.zone.hexes[f])
    pick = yield Choose(AMERICAN, _all_places(s.zone_key, id, fronts), rule=PLAN, ask="place", about=(id,))
    s.queue = s.queue[1:]
    hex = id_in(pick, 2)
    front = s.zone.front[hex]
    if pick[0] == "face_up":
        face_up(s, id, hex)
    else:
        s.americans[id] = replace(unit, hex=hex, front=front, home=unit.home or front)
        s.journal.add("LW-3.7", "covered", seen_by=(AMERICAN,), unit=id, hex=hex)


@lru_cache(maxsize=100)
def _dummy_places(zone_key: str) -> tuple[Option, ...]:
    return (*(("dummy", h) for front in FRONTS for h in zone(zone_key).hexes[front]), ("no_dummy",))


def placing_dummies(s: Luftwaffe) -> Flow:
    """LW-3.7 Up to ten dummies. Each is asked for, so that the number of choices does not tell how many there are."""
    if not s.queue:
        s.step = "reveal"
        return
    pick = yield Choose(AMERICAN, _dummy_places(s.zone_key), rule=PLAN, ask="dummy", about=(len(s.queue),))
    s.queue = s.queue[1:]
    if pick[0] == "dummy":
        s.dummies = (*s.dummies, id_in(pick))
