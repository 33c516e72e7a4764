"""Chapter 13: The German set-up: by hand, by a prepared deployment, or both; and the Volkssturm draw of OB-11.4.3."""

from __future__ import annotations

from functools import cache

from sandtable.games.ontoberlin.components import (
    AIRFIELDS,
    ALLIED,
    DATA,
    DIVISIONS,
    FLAK_OF_REICHSTAG,
    GERMAN,
    KINDS,
    LEADERS,
    REICHSTAG,
    UNITS,
    UNITS_OF,
    VS_DRAWN,
    VS_EDGE,
    VS_POOL,
)
from sandtable.games.ontoberlin.map.geography import COMPASS, MAP
from sandtable.games.ontoberlin.model import LATER, POOL, SET_UP, DivisionStatus, Leader, OnToBerlin, Unit
from sandtable.games.ontoberlin.names import say
from sandtable.games.ontoberlin.rules.basics import ask_facing, lift, put, room, set_top, why_no_room
from sandtable.kernel.dice import Dice
from sandtable.kernel.errors import DataError
from sandtable.kernel.flow import Choose, Flow, Option, Refusal
from sandtable.kernel.game import Options
from sandtable.kernel.options import id_in
from sandtable.kernel.state import Record, replace

AT: dict[str, Option] = {hex: ("at", hex) for hex in MAP.hexes}
DONE: Option = ("done",)


class Deployment(Record, frozen=True):
    """A prepared deployment: a hex for each unit that may be placed freely, hexes for the Volkssturm, and facings."""

    id: str
    name: str
    text: str
    place: dict[str, str]
    volkssturm: tuple[str, ...]
    facing: dict[str, str]
    advised: bool = True
    """Whether the sensible player takes it too: one deployment is bold rather than sound."""


def _deployments() -> dict[str, Deployment]:
    plans = {}
    for raw in DATA.toml("deployments.toml")["deployment"]:
        plan = Deployment(
            raw["id"],
            raw["name"],
            raw["text"],
            raw["place"],
            tuple(raw["volkssturm"]),
            raw.get("facing", {}),
            raw["advised"],
        )
        for u, hex in plan.place.items():
            if u not in KINDS and u not in LEADERS:
                raise DataError(f"deployments.toml: {plan.id} places the unknown unit {u}.")
            if hex not in MAP.hexes:
                raise DataError(f"deployments.toml: {plan.id} names the unknown hex {hex}.")
        plans[plan.id] = plan
    return plans


# -- OB-13.1 where a unit may be set up ------------------------------------------------------------------------------


@cache
def zone(u: str, tower: bool = False) -> tuple[str, ...]:
    """OB-13.1, OB-13.4, OB-13.5, OB-13.6, OB-13.7, OB-13.8, OB-16.1 Where a unit may be set up; never on water."""
    setup = LEADERS[u]["setup"] if u in LEADERS else KINDS[u].setup
    if u == FLAK_OF_REICHSTAG and tower:
        setup = f"hex:{REICHSTAG}"
    return _zone(setup)


@cache
def _zone(setup: str) -> tuple[str, ...]:
    what, _, rest = setup.partition(":")
    hexes = MAP.hexes.values()
    if what == "hex":
        return tuple(rest.split("|"))
    if what == "near":
        centre, radius = rest.split(":")
        wanted = list(MAP.within(centre, int(radius)))
    elif what == "airfield":
        wanted = list(AIRFIELDS[rest].perimeter)
    elif what == "free":
        wanted = [h.id for h in hexes if MAP.grid.edge_distance(h.id) >= int(rest)]
    elif what == "perimeter":
        wanted = [h.id for h in hexes if h.perimeter == "in" or (rest == "on_or_in" and h.perimeter == "on")]
    elif what == "major_or_ubahn":
        wanted = [h.id for h in hexes if "major" in h.features or "ubahn" in h.features]
    elif what == "ubahn":
        wanted = [h.id for h in hexes if "ubahn" in h.features]
    elif what == "strongpoint":
        wanted = list(MAP.strongpoints)
    elif what == "vs_pool":
        wanted = [h.id for h in hexes if h.perimeter != "out" or MAP.grid.edge_distance(h.id) >= VS_EDGE]
    else:
        wanted = []
    return tuple(hex for hex in wanted if hex not in MAP.water)


# -- a new game ------------------------------------------------------------------------------------------------------


def new_game(options: Options, dice: Dice) -> OnToBerlin:
    """OB-13.1, OB-13.4, OB-11.1.2, OB-17.3 Everything as it lies before the German places his free units.

    There is no Hitler (OB-11.1.1), no Plant Protection Battalion (OB-11.2.1) and no off-board artillery (OB-11.2.2).
    """
    units = {}
    for u in sorted(UNITS):
        kind = KINDS[u]
        later = kind.side == ALLIED or kind.setup.startswith("reinforcement")
        place = POOL if u in VS_POOL else LATER if later else SET_UP
        units[u] = Unit(place, combat=place == SET_UP and kind.cls == "flak")
    s = OnToBerlin(
        dice=dice,
        fog=options["fog_of_war"] == "on",
        variable=options["variable_reinforcements"] == "on",
        subways=options["subways"] == "on",
        tower=options["reichstag_flak_tower"] == "on",
        vp={ALLIED: int(options["handicap"]), GERMAN: 0},
        units=units,
        stacks={},
        facing={},
        ruins=dict.fromkeys(MAP.initial_ruins, True),
        fallen={},
        divisions={d: DivisionStatus() for d in DIVISIONS},
        leaders={leader: Leader(zone(leader)[0]) for leader in LEADERS},
        struck={},
        plan={},
        interdiction={},
        assaults={},
        turned={},
        open={},
        fights={},
        tally={},
    )
    for u in fixed_units(s):
        put(s, u, zone(u, s.tower)[0])
    return s


def fixed_units(s: OnToBerlin) -> list[str]:
    """OB-13.4, OB-13.5 The units with one hex to go to; they lie there from the start."""
    return [u for u in s.units if s.units[u].at == SET_UP and len(zone(u, s.tower)) == 1]


# -- placing ---------------------------------------------------------------------------------------------------------


def set_up(s: OnToBerlin) -> Flow:
    """OB-13.1-13.3 One step of the German set-up: a prepared deployment, a unit placed or moved, or done.

    Everything but the Volkssturm comes first (OB-13.2); they are drawn when all else is placed. Until he is done the
    German may change what he placed.
    """
    waiting = [u for u in s.units if s.units[u].at == SET_UP]
    if not waiting and not s.drawn:
        draw_volkssturm(s)
        return
    options: list[Option] = [("deploy", name) for name in DEPLOYMENTS]
    options.extend(("place", u) for u in waiting)
    options.extend(("shift", u) for u in free_units(s) if s.units[u].at != SET_UP)
    options.extend(("stand", leader, hex) for leader in LEADERS for hex in zone(leader) if s.leaders[leader].hex != hex)
    options.extend(("turn", hex) for hex in sorted(s.facing))
    if s.fog:
        options.extend(("top", u) for hex in sorted(s.stacks) for u in s.stacks[hex][:-1])
    if not waiting:
        options.append(DONE)
    pick = yield Choose(
        GERMAN, options, rule="OB-13.1", ask="set_up", about=(len(waiting),), why_not=lambda o: _why_not_place(s, o)
    )
    yield from _set_up_step(s, pick)


def _set_up_step(s: OnToBerlin, pick: Option) -> Flow:
    match pick:
        case ("deploy", str(name)):
            deploy(s, DEPLOYMENTS[name])
        case ("place" | "shift", str(u)):
            yield from place_by_hand(s, u)
        case ("stand", str(leader), str(hex)):
            s.leaders[leader] = Leader(hex)
        case ("turn", str(hex)):
            yield from ask_facing(s, hex, rule="OB-13.3")
        case ("top", str(u)):
            set_top(s, u)
        case _:
            s.journal.add("OB-13.2", "set_up_done")
            s.player, s.step = ALLIED, "assign"


def free_units(s: OnToBerlin) -> list[str]:
    """The units that the German places as he likes, within their zones."""
    return [u for u in _with_a_choice(s.tower) if s.units[u].at not in (LATER, POOL)]


@cache
def _with_a_choice(tower: bool) -> tuple[str, ...]:
    """The German units that have more than one hex to go to."""
    return tuple(u for u in UNITS_OF[GERMAN] if len(zone(u, tower)) > 1)


def _why_not_place(s: OnToBerlin, option: Option) -> Refusal | None:
    if option == DONE:
        return say("units_to_place"), "OB-13.1"
    if len(option) == 2 and option[0] in ("place", "shift") and option[1] in s.units:
        if KINDS[id_in(option)].side == ALLIED:
            return say("no_allied_set_up"), "OB-13.1"
        if option[1] in VS_POOL:
            return say("volkssturm_later"), "OB-13.2"
        return say("one_place_only"), "OB-13.4"
    return None


def place_by_hand(s: OnToBerlin, u: str) -> Flow:
    """OB-13.1, OB-13.3 The German puts a unit on a hex of its zone; flak faces as he likes."""
    s.active = u
    stacks = s.stacks
    options = [AT[hex] for hex in zone(u, s.tower) if hex not in stacks or room(s, u, hex)]
    pick = yield Choose(
        GERMAN, options, rule="OB-13.1", ask="place", about=(u,), why_not=lambda o: _why_not_at(s, u, o)
    )
    hex = id_in(pick)
    first = hex not in s.facing
    put(s, u, hex)
    s.active = ""
    if s.units[u].combat and first:
        yield from ask_facing(s, hex, rule="OB-13.3")


def _why_not_at(s: OnToBerlin, u: str, option: Option) -> Refusal | None:
    if len(option) != 2 or option[0] != "at" or option[1] not in MAP.hexes:
        return None
    hex = id_in(option)
    if hex in MAP.water:
        return say("cant_set_up_on_water"), "OB-13.1"
    if hex not in zone(u, s.tower):
        return say("cant_set_up_there"), "OB-13.8" if u in VS_POOL else "OB-13.1"
    return why_no_room(s, u, hex)


def draw_volkssturm(s: OnToBerlin) -> None:
    """OB-11.4.3 Thirty of the 48 are drawn without looking; then the German sees what he drew."""
    pool = sorted(VS_POOL)
    for _ in range(VS_DRAWN):
        u = s.dice.take(pool, "volkssturm drawn")
        s.units[u] = replace(s.units[u], at=SET_UP)
    s.drawn = True
    s.journal.add("OB-11.4.3", "volkssturm_drawn", number=VS_DRAWN)


# -- prepared deployments --------------------------------------------------------------------------------------------


def deploy(s: OnToBerlin, plan: Deployment) -> None:
    """OB-13.1, OB-13.2, OB-19.5 Place everything as a deployment says; where a hex is full, the next lawful one."""
    for u in free_units(s):
        if s.units[u].at in s.stacks:
            lift(s, u)
            s.units[u] = replace(s.units[u], at=SET_UP)
    regulars = [u for u in free_units(s) if u not in VS_POOL]
    for u in regulars:
        put(s, u, _first_room(s, u, (plan.place.get(u, ""), *zone(u, s.tower))))
    for leader in LEADERS:
        if plan.place.get(leader) in zone(leader):
            s.leaders[leader] = Leader(plan.place[leader])
    if not s.drawn:
        draw_volkssturm(s)
    best_first = sorted((u for u in VS_POOL if s.units[u].at == SET_UP), key=lambda u: (-KINDS[u].pf, -KINDS[u].fs, u))
    for number, u in enumerate(best_first):
        put(s, u, _first_room(s, u, (*plan.volkssturm[number:], *zone(u, s.tower))))
    for hex in s.facing:
        s.facing[hex] = COMPASS.index(plan.facing.get(hex, COMPASS[s.facing[hex]]))
    s.reveal()
    s.journal.add("OB-13.1", "deployed", name=plan.name, seen_by=(GERMAN,))


def _first_room(s: OnToBerlin, u: str, hexes: tuple[str, ...]) -> str:
    allowed = zone(u, s.tower)
    return next(hex for hex in hexes if hex in allowed and room(s, u, hex))


DEPLOYMENTS = _deployments()
