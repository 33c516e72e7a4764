"""The Shift of units between Set Up Areas (RV-RePh8.613, RV-RePh8.6131)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from sandtable.games.vengeance.campaign.areas import is_spree_bridge, neighbours_on_foot
from sandtable.games.vengeance.campaign.battle.viaduct import friendly_viaduct
from sandtable.games.vengeance.campaign.refit.minefields import leave_mines, on_the_ground
from sandtable.games.vengeance.campaign.supply import isolated_areas, open_hexes
from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import GERMAN, SIDES, Battle
from sandtable.games.vengeance.model.campaign import HERE, UP
from sandtable.games.vengeance.model.guns import Gun
from sandtable.games.vengeance.model.vehicles import Vehicle
from sandtable.games.vengeance.rules.ordnance.mounts import gun_type
from sandtable.games.vengeance.rules.terrain.bridges import bridge_limit
from sandtable.games.vengeance.rules.units.kinds import other
from sandtable.games.vengeance.rules.vehicles.kinds import kind_of, manned, mobile
from sandtable.games.vengeance.rules.vehicles.movement.movement_chart import column
from sandtable.games.vengeance.rules.vehicles.movement.weak_bridges import is_too_heavy
from sandtable.games.vengeance.rules.vehicles.movement.wire_and_mines import anti_tank_mines
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.options import id_in

_PUSHED = 6
"""RV-RePh8.613 How many hexes a Gun is pushed."""


class Paths:
    """RV-RePh8.613, RV-RePh8.6052 The paths between the areas of a side, looked up once for a whole question."""

    def __init__(self, s: Battle, side: str) -> None:
        self.s, self.side = s, side
        self.cut_off = isolated_areas(s)
        self._may_trace = open_hexes(s, side)
        self._open: dict[str, list[str]] = {}
        self._driven: dict[tuple[str, str], dict[str, int]] = {}

    def _next(self, hex: str) -> list[str]:
        known = self._open.get(hex)
        if known is None:
            around = neighbours_on_foot(self.s, hex)
            known = self._open[hex] = [n for n in around if self._may_trace(n)]
        return known

    def on_foot(self, area: str, passable: Callable[[str], bool] | None = None) -> dict[str, int]:
        """The other non-isolated areas to which a path leads from one, and how many hexes it has."""
        areas = self.s.areas
        here = {hex for hex, name in areas.items() if name == area}
        seen, distances, steps = set(here), dict[str, int](), 0
        while here:
            steps += 1
            here = {n for hex in here for n in self._next(hex) if n not in seen and (passable is None or passable(n))}
            seen |= here
            for name in sorted({areas.get(hex, "") for hex in here}):
                if name.startswith(self.side) and name not in self.cut_off:
                    distances.setdefault(name, steps)
        distances.pop(area, None)
        return distances

    def driven(self, area: str, vehicle: Vehicle) -> dict[str, int]:
        """The areas to which a vehicle of this type can drive."""
        known = self._driven.get((area, vehicle.type))
        if known is None:
            known = self._driven[area, vehicle.type] = self.on_foot(area, partial(_passable, self.s, vehicle))
        return known


def shifts(s: Battle, side: str) -> list[Option]:
    """RV-RePh8.613 Every unit, Gun and vehicle of a side and the areas to which it may Shift; each once."""
    paths, areas = Paths(s, side), {*s.areas.values()}
    posts = {
        id: post for id, post in s.posts.items()
        if post.startswith(side) and post not in paths.cut_off and id not in s.pending and post in areas
    }  # fmt: skip
    on_foot = {area: paths.on_foot(area) for area in dict.fromkeys(posts.values())}
    options: list[Option] = []
    for id, post in posts.items():
        if id in s.units and s.units[id].side == side:
            options += [("shift", id, to) for to in on_foot[post]]
        elif id in s.guns:
            options += [("shift", id, to) for to in _ways_of_gun(s, s.guns[id], paths, on_foot[post])]
        elif id in s.vehicles and mobile(s.vehicles[id]) and manned(s.vehicles[id]) and on_foot[post]:
            options += [("shift", id, to) for to in paths.driven(post, s.vehicles[id])]
    return options


def _ways_of_gun(s: Battle, gun: Gun, paths: Paths, on_foot: dict[str, int]) -> list[str]:
    """RV-RePh8.613 A Gun goes with its crew: as far as they can push it, or where a vehicle can tow it."""
    crew = s.units.get(gun.crew)
    if crew is None or s.posts.get(crew.id) != s.posts[gun.id] or crew.id in s.pending or gun_type(gun).rfnm:
        return []
    towing = [
        v for v in s.vehicles.values()
        if v.side == crew.side and s.posts.get(v.id) == s.posts[gun.id] and mobile(v) and manned(v)
        and kind_of(v).tow and gun_type(gun).m >= kind_of(v).tow
    ]  # fmt: skip
    towed = {to for v in towing for to in paths.driven(s.posts[gun.id], v)}
    return [to for to, steps in on_foot.items() if steps <= _PUSHED or to in towed]


def _passable(s: Battle, vehicle: Vehicle, hex: str) -> bool:
    """RV-RePh8.613, RV-BRV11.313 Whether a vehicle can drive through a hex; over a Partial bridge if it knows so."""
    f = field_of(s)
    if is_spree_bridge(hex):
        limit = bridge_limit(s, hex)
        known = vehicle.side == GERMAN or hex in s.limits_known
        return limit is None or (known and not is_too_heavy(vehicle, limit))
    if f.hex(hex).building:
        return kind_of(vehicle).fully_tracked
    on_road = any("ROAD" in side for side in f.ground.sides[hex])
    return on_road or column(vehicle, components().armour.costs[f.place(hex).terrain]) != "NA"


def shift_step(s: Battle) -> Flow:
    """RV-RePh8.613 The sides in turn, in secret: one unit, Gun or vehicle to another area, or no more."""
    side = s.pending[0]
    options = shifts(s, side)
    pick = yield Choose(side, [*options, ("done",)], rule="RV-RePh8.613", ask="shift" if options else "shift_none")
    if pick[0] == "done":
        s.pending = [other for other in s.pending[1:] if other in SIDES]
        if not s.pending:
            empty_areas(s)
            s.step = "repair"
        return
    go(s, id_in(pick), id_in(pick, 2))
    s.journal.add("RV-RePh8.613", "shifted", seen_by=(side,), unit=pick[1], area=pick[2])


def go(s: Battle, id: str, area: str) -> None:
    """RV-RePh8.613, RV-RePh8.6042 One Shift for each; a Gun goes with its crew; mines attack who leaves them."""
    crew = s.guns[id].crew if id in s.guns else id
    for one in dict.fromkeys((id, crew)):
        s.posts[one] = area
        s.pending.append(one)
    if crew in s.units:
        s.pending += [one for one in leave_mines(s, [crew]) if one not in s.pending]
    elif id in s.vehicles:
        anti_tank_mines(s, id, on_the_ground(s, s.vehicles[id].at))


def empty_areas(s: Battle) -> None:
    """RV-RePh8.6131 An area that all have left, or an Isolated one in which nobody is, becomes No Man's Land."""
    hex_of = field_of(s).hex_of
    crews = [v for v in s.vehicles.values() if manned(v)]
    stood = {u.id: s.areas.get(hex_of[u.at], "") for u in s.units.values() if u.at}
    stood |= {v.id: s.areas.get(hex_of[v.at], "") for v in crews if v.at}
    kept = {s.posts[id] if s.posts.get(id, HERE) != HERE else area for id, area in stood.items()}
    for side in [u.side for u in s.units.values() if s.posts.get(u.id) == UP]:
        kept |= {s.areas[hex_of[at]] for at in friendly_viaduct(s, side)}
    left = ({*stood.values()} | isolated_areas(s)) - kept - {*s.posts.values()}
    for side in SIDES:
        for area in sorted(area for area in left if area.startswith(side)):
            _abandon(s, [hex for hex, name in s.areas.items() if name == area], side)


def _abandon(s: Battle, hexes: list[str], side: str) -> None:
    leave = partial(_forget, s, side)
    for hex in hexes:
        leave(hex)
    s.journal.add("RV-RePh8.6131", "area_abandoned", side=side, hexes=len(hexes), enemy=other(side))


def _forget(s: Battle, side: str, hex: str) -> None:
    del s.areas[hex]
    for at in list(s.control):
        if (at == hex or at.startswith(f"{hex}-")) and s.control[at] == side:
            s.control[at] = ""
