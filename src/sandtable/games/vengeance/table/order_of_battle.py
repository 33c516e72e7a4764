"""The order-of-battle sheet of a side (RV-CGS1): by type of counter, where they are and what has become of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from sandtable.games.vengeance.campaign.battle.posts import in_reserve, waits
from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.knowledge.sight import BattleView
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.model.campaign import HERE
from sandtable.games.vengeance.model.guns import Gun
from sandtable.games.vengeance.model.vehicles import Vehicle
from sandtable.games.vengeance.names import say
from sandtable.games.vengeance.rules.units.kinds import is_dummy, is_reserve
from sandtable.kernel.table import Panel, Row

_COLUMNS = ("on", "up", "off", "reserve", "isolated", "hidden")
_KINDS = ("squad", "hs", "crew", "leader", "hero")
"""Units in the order in which they are listed; vehicles and Guns come after them."""


class _Line:
    """A type of counter, and those of it that are counted."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.ids: list[str] = []


def order_of_battle(s: Battle, view: BattleView, side: str, cut_off: set[str]) -> Panel:
    """RV-CGS1 A side by type: on the map, off it, in Reserve, Isolated, hidden; of the enemy what is seen."""
    lines: dict[str, _Line] = {}
    for name, counter, hidden in _counters(s, side):
        line = lines.setdefault(name, _Line())
        at = _at(s, counter)
        area = s.areas.get(field_of(s).hex_of[at], "") if at else s.posts.get(counter.id, "")
        line.counts[_place(s, view, counter)] += 1
        line.counts["isolated"] += area in cut_off or s.posts.get(counter.id) == HERE
        line.counts["hidden"] += hidden
        line.ids.append(counter.id)
    total: Counter[str] = sum((line.counts for line in lines.values()), Counter())
    own = side == view.seat or bool(view.winner)
    columns = [key for key in _COLUMNS if key != "up" or total[key]] if own else ["on", "isolated"]
    rows = [
        Row(name[:1].upper() + name[1:], cells=_cells(line.counts, columns), refs=tuple(line.ids))
        for name, line in lines.items()
    ]
    if len(rows) > 1:
        rows.append(Row(say("all"), cells=_cells(total, columns), tone="sum"))
    text = say("point_at_line_to_see") if own else say("enemy_units_you_see_on")
    heads = (say("unit"), *(say(f"counters_{key}") for key in columns))
    title = say("order_of_battle", side=side)
    return Panel(f"{side}-oob", title, "chart", tuple(rows), heads, text, seat=side, clause="RV-CGS1")


def _cells(counts: Counter[str], columns: list[str]) -> tuple[str, ...]:
    return tuple(str(counts[key] or "") for key in columns)


def _counters(s: Battle, side: str) -> Iterator[tuple[str, Unit | Vehicle | Gun, bool]]:
    """The counters of a side with the names of their types, and whether they are hidden: squads first, Guns last."""
    types = components().units
    own = [u for u in s.units.values() if u.side == side and not is_reserve(u) and not is_dummy(u)]
    for unit in sorted(own, key=lambda u: (_rank(types[u.type].kind), u.type)):
        yield types[unit.type].told, unit, unit.hidden
    for vehicle in s.vehicles.values():
        if vehicle.side == side and not vehicle.wreck:
            yield components().armour.types[vehicle.type].name, vehicle, vehicle.hidden
    for gun in s.guns.values():
        if gun.side == side:
            crew = s.units.get(gun.crew)
            yield components().ordnance.guns[gun.type].name, gun, crew is not None and crew.hidden


def _rank(kind: str) -> int:
    return _KINDS.index(kind) if kind in _KINDS else len(_KINDS)


def _place(s: Battle, view: BattleView, counter: Unit | Vehicle | Gun) -> str:
    """On the map, in Reserve, to be set up now, or off the map."""
    if isinstance(counter, Unit) and in_reserve(s, counter.id):
        return "reserve"
    if _at(s, counter):
        return "on"
    return "up" if view.phase == "setup" and waits(s, counter.id) else "off"


def _at(s: Battle, counter: Unit | Vehicle | Gun) -> str:
    """The Location of a counter; who rides is where his vehicle is."""
    vehicle = s.vehicles.get(counter.aboard) if isinstance(counter, Unit) and counter.aboard else None
    return vehicle.at if vehicle is not None else counter.at
