"""Set-up of fortifications (chapters BRV9.1, BRV9.3, BRV9.4, BRV3.2): each counter in its place, before the men."""

from __future__ import annotations

from itertools import count

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map.altered_ground import BUNKER, alter
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.ground import GROUND, PILLBOX, WATER
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.model.field_works import Work, hexes_beside, hexside
from sandtable.games.vengeance.names import MOST_WORKS
from sandtable.games.vengeance.rules.fortifications.barriers import barrier_sides, put_up
from sandtable.games.vengeance.rules.fortifications.entrenchments import ENTRENCHMENTS, foxhole_room
from sandtable.games.vengeance.rules.fortifications.secrecy import BARRIERS
from sandtable.games.vengeance.rules.fortifications.strongholds import may_be_fortified
from sandtable.games.vengeance.rules.set_up.places import places_to_set_up
from sandtable.games.vengeance.rules.units.counters import mark, number_of
from sandtable.games.vengeance.rules.vehicles.set_up.placement import man_cupola
from sandtable.games.vengeance.scenarios.cards import scenario
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.options import id_in, number_in
from sandtable.kernel.state import replace

_NO_GROUND = (*WATER, "POND", "GATE")
FIELDS_OF_MINES = {"ap_factors": (6, 8, 12), "at_factors": (1, 2, 3, 4, 5)}
_HIDDEN = ("ap_mine", "at_mine", "fortified_location")
_DUG = ("foxhole", "trench")
_NOT_ON_OPEN_MAP = "?"


def work_id(s: Battle, side: str, type: str) -> str:
    """Ids tell nothing of what is hidden: a Barricade is numbered among the roadblocks."""
    kind = "barrier" if type in BARRIERS else type.split("_")[0] if not type.startswith("pillbox") else "pillbox"
    found = (f"{side[:2]}-{kind}-{number_of(s, nth, MOST_WORKS)}" for nth in count(1))
    return next(id for id in found if id not in s.works)


def muster_works(s: Battle, side: str, group: int, listed: dict[str, int]) -> None:
    """RV-SCN4, RV-BRV9.4 The fortification counters of a group wait to be placed; mines as a number of factors."""
    for printed, number in listed.items():
        if printed == _NOT_ON_OPEN_MAP:
            continue
        type = components().printed_works[printed]
        if type in FIELDS_OF_MINES:
            id = work_id(s, side, type)
            s.works[id] = Work(id, type, side, group=group, factors=number)
            continue
        for _ in range(number):
            id = work_id(s, side, type)
            s.works[id] = Work(id, type, side, group=group, hidden=type in BARRIERS)


def waiting_work(s: Battle, side: str) -> Work | None:
    """The next fortification that a side has to place."""
    return next((w for w in s.works.values() if w.side == side and not w.at), None)


def place_work(s: Battle, work: Work) -> Flow:
    """RV-BRV9.1, RV-A2.9 Where a fortification stands; for mines how strong a field, for a Pillbox where it looks."""
    if work.type in FIELDS_OF_MINES:
        yield from _lay_mines(s, work)
        return
    verb = "bar" if work.type in BARRIERS else "emplace"
    options: list[Option] = [
        (verb, work.id, *filter(None, hexes_beside(place))) for place in places_for(s, field_of(s), work)
    ]
    if not options:
        del s.works[work.id]
        return
    pick = yield Choose(work.side, options, rule="RV-BRV9.1", ask="emplace", about=(work.id,))
    place = id_in(pick, 2)
    if work.type in BARRIERS:
        put_up(s, work.id, hexside(place, id_in(pick, 3)))
        if work.type == "barricade" and scenario(s.scenario).special.barricade_breached:
            s.works[work.id] = replace(s.works[work.id], breached=True)
    elif work.type.startswith("pillbox"):
        yield from _aim_pillbox(s, work, place)
    elif work.type.startswith("cupola"):
        man_cupola(s, replace(work, at=place))
    else:
        s.works[work.id] = replace(work, at=place, hidden=starts_hidden(s, work.type, place))


def _lay_mines(s: Battle, pool: Work) -> Flow:
    """RV-BRV9.4 A-P fields of 6, 8 or 12 factors, A-T fields of 1 to 5; what is left over and too small is lost."""
    sizes = [n for n in FIELDS_OF_MINES[pool.type] if n <= pool.factors]
    places = places_for(s, field_of(s), pool)
    if not sizes or not places:
        del s.works[pool.id]
        return
    chosen = yield Choose(
        pool.side, [("strength", pool.id, n) for n in sizes], rule="RV-BRV9.4", ask="mine_strength",
        about=(pool.id, pool.factors), forced=True,
    )  # fmt: skip
    size = number_in(chosen, 2)
    options: list[Option] = [("emplace", pool.id, at) for at in places]
    pick = yield Choose(pool.side, options, rule="RV-BRV9.1", ask="emplace", about=(pool.id,))
    type = f"ap_mine_{size}" if pool.type == "ap_factors" else "at_mine"
    s.works[pool.id] = replace(pool, factors=pool.factors - size)
    id = work_id(s, pool.side, "mines")
    s.works[id] = Work(id, type, pool.side, id_in(pick, 2), pool.group, hidden=True, factors=size)
    if pool.factors == size:
        del s.works[pool.id]


def _aim_pillbox(s: Battle, work: Work, hex: str) -> Flow:
    """RV-B30.1 The covered arc is set at placement."""
    s.works[work.id] = replace(work, at=hex)
    pick = yield Choose(
        work.side, [("arc", work.id, n) for n in range(6)], rule="RV-B30.1", ask="pillbox_arc", about=(work.id, hex)
    )
    at = f"{hex}-pillbox"
    s.works[work.id] = replace(work, at=at, arc=number_in(pick, 2))
    alter(s, hex, BUNKER, number=components().fortifications[work.type].capacity_squads)


def starts_hidden(s: Battle, type: str, at: str) -> bool:
    """RV-BRV9.1, RV-BRV3.3, RV-B28.1 Mines and fortified Locations are hidden, foxholes and trenches where they may be:
    in concealment terrain, at night everywhere. A-T Ditches never.
    """
    if type.startswith(_HIDDEN):
        return True
    return type.startswith(_DUG) and (field_of(s).terrain_of[at].conceal or s.night is not None)


def places_for(s: Battle, f: Field, work: Work) -> list[str]:
    """RV-BRV3.2, RV-BRV9.3, RV-BRV10.2, RV-B23.9, RV-B29.1 Where a fortification of its group may stand."""
    area = places_to_set_up(s, work.id, work.side, work.group)
    rules = scenario(s.scenario).special
    if work.type in BARRIERS:
        return barrier_sides(f, set(rules.barriers_at) or {f.hex_of[at] for at in area})
    if "cupola" in work.type and rules.cupolas_beside:
        area = tuple(at for at in f.steps if _beside(f, at, rules.cupolas_beside))
    if work.type == "fortified_location":
        return [at for at in area if may_be_fortified(s, f, at)]
    kind = work.type.split("_")[0]
    taken = {w.at.removesuffix("-pillbox") for w in s.works.values() if w.at and w.type.startswith(kind)}
    places = []
    for at in area:
        hex = f.hex(at)
        if f.place(at).kind != GROUND or hex.building or hex.base in _NO_GROUND or at in taken:
            continue
        if hex.base == "PIT" and work.type != "wire":
            continue
        if work.type.startswith(ENTRENCHMENTS) and not f.terrain_of[at].entrench:
            continue
        if hex.terrain.startswith("RUBBLE") and not work.type.startswith("ap"):
            continue
        places.append(at)
    return places


def _beside(f: Field, at: str, building: str) -> bool:
    """RV-SCN2 A hex next to a building, by a special rule."""
    hexes = f.ground.buildings[building].hexes
    return f.place(at).kind == GROUND and at not in hexes and any(n in hexes for n in f.ground.neighbours[f.hex_of[at]])


def pillbox_places(s: Battle, unit: Unit, area: tuple[str, ...]) -> list[str]:
    """RV-B30.1, RV-SCN5, RV-RePh8.6242 The Pillboxes of its side in the area where a unit may set up."""
    boxes = [w.at for w in s.works.values() if w.side == unit.side and w.type.startswith(PILLBOX) and w.at]
    if not boxes:
        return []
    f = field_of(s)
    hexes = {f.hex_of[at] for at in area}
    return [at for at in boxes if f.hex_of[at] in hexes]


def settle_in(s: Battle, id: str) -> None:
    """RV-B27.1, RV-B26.1, RV-BRV16.8 Who sets up in an entrenchment is IN it while it has room, and beneath the wire.

    Every scenario of a campaign begins with a set-up of its own, so nothing holds a unit that was IN a trench before.
    """
    unit = s.units[id]
    if s.works:
        mark(s, id, wired=False, dug=foxhole_room(s, unit.at, [unit]))
