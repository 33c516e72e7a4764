"""The counters and markers on the map."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from sandtable.games.luftwaffe.components import AMERICAN, parts
from sandtable.games.luftwaffe.knowledge.sight import UNSEEN, LuftwaffeView
from sandtable.games.luftwaffe.model import American, German
from sandtable.games.luftwaffe.names import short
from sandtable.kernel.table import Badge, Drawn, Piece

_ALIKE = {"Me 109": "Bf 109", "Me 110": "Bf 110"}
"""Types that the rulebook calls otherwise than the maker did."""


@lru_cache(maxsize=2048)  # all tables share what is printed on a counter
def _values(type: str, factors: int, designation: str, e: int) -> dict[str, str | int]:
    kind = parts().types[type]
    values: dict[str, str | int] = {
        "aircraft": short(type), "unit": designation, "factors": f"{factors}-{kind.mf}", "strength": factors,
        "mf": kind.mf,
    }  # fmt: skip
    if not kind.bomber:
        values["e"] = e
    return values


@lru_cache(maxsize=512)
def _drawing(type: str, tanks: bool | None, e: int) -> dict[str, Drawn]:
    """The outline of the aircraft, its type in one word, and of a fighter the E that counts now."""
    name, bomber = short(type), parts().types[type].bomber
    drawing: dict[str, Drawn] = {
        "symbol": "bomber" if bomber else "fighter", "outline": _ALIKE.get(name, name), "type": name.replace(" ", ""),
    }  # fmt: skip
    return drawing if bomber else drawing | {"e_now": f"E{e - (2 if tanks else 0)}"}


class _Fuel(NamedTuple):
    """LW-6.2 The turn in which a unit's time is up, the turns that are left, and those that it had at take-off."""

    due: int
    left: int
    most: int

    @property
    def drawing(self) -> dict[str, Drawn]:
        """What the face draws as a pie."""
        return {"fuel": self.left, "fuel_at_take_off": self.most}


@cache
def _status(status: str) -> str:
    """Where a unit is while it is not on the map."""
    called: str = parts().folder.toml("words.toml")["terms"][f"status {status}"]
    return called


def _printed_e(id: str, type: str) -> int:
    counter = parts().units[id]
    return counter.e if counter.e >= 0 and counter.type == type else parts().types[type].e


@lru_cache(maxsize=4096)  # few of a hundred counters change with a choice
def _american_piece(id: str, u: American, order: int, tanks: bool | None, fuel: _Fuel | None, his_own: bool) -> Piece:
    p = parts()
    badges: list[Badge] = []
    if tanks:
        badges.append(Badge("T", "info", "Carries drop tanks: −2 E"))
    if u.escort:
        badges.append(Badge("E", "good", f"Close escort for the {short(u.escort)}"))
    if u.homing:
        badges.append(Badge("H", "warn", "Flying home for lack of fuel"))
    if u.bombed:
        badges.append(Badge("✓", "good", "Has bombed"))
    if fuel is not None:
        badges.append(Badge(str(fuel.due), "dark", f"Out of fuel in turn {fuel.due}", drawn=True))
    notes = [p.types[u.type].name]
    if u.mission:
        target = p.cities.get(u.mission)
        notes.append("Mission: " + (target.name if target else "an airbase"))
        if not u.bombed and his_own:
            badges.append(Badge("⌖", "info", notes[-1]))
    where, back = u.hex, False
    if u.status != "up":
        where = "hangar" if u.status in (UNSEEN, "covered", "sneak", "returning") else f"pool-{u.status}"
        if u.status == "covered" and u.hex:
            where = u.hex
            back = True
        notes.append(_status(u.status))
    e = _printed_e(id, u.type)
    values = _values(u.type, u.factors, p.units[id].designation, e)
    drawing = _drawing(u.type, tanks, e) | (fuel.drawing if fuel else {})
    return Piece(id, "plane", where, f"{short(u.type)} {p.units[id].designation}", "us", order, 0, values,
                 tuple(badges), " · ".join(notes), back, drawing)  # fmt: skip


@lru_cache(maxsize=4096)
def _german_piece(id: str, g: German, order: int, tanks: bool | None, fuel: _Fuel | None) -> Piece:
    p = parts()
    badges: list[Badge] = []
    if g.status == "ground":
        badges.append(Badge("▂", "dark", "On the ground"))
        if not g.fuelled:
            badges.append(Badge("F", "warn", "Waiting for fuel"))
    if g.status == "air" and tanks:
        badges.append(Badge("T", "info", "Carries drop tanks: −2 E"))
    if g.staging:
        badges.append(Badge("S", "info", "Staging: does not fight"))
    if g.status == "air" and fuel is not None:
        badges.append(Badge(str(fuel.due), "dark", f"Must land by turn {fuel.due}", drawn=True))
    notes = [p.types[g.type].name]
    if g.status == "air":
        notes.append(f"took off in turn {g.took_off}")
    where = g.hex if g.status in ("air", "ground") else "hangar" if g.status == "off" else f"pool-{g.status}"
    e = _printed_e(id, g.type)
    values = _values(g.type, g.factors, p.units[id].designation, e)
    drawing = _drawing(g.type, tanks, e) | (fuel.drawing if fuel and g.status == "air" else {})
    return Piece(id, "plane", where, f"{short(g.type)} {p.units[id].designation}", "luftwaffe", order, 0, values,
                 tuple(badges), " · ".join(notes), drawing=drawing)  # fmt: skip


def counters(view: LuftwaffeView) -> list[Piece]:
    """Everything that lies on the map or in a box, the lowest first."""
    pieces, tanks, his_own = _covered_stacks(view), view.tanks, view.seat == AMERICAN
    # LW-2.3 The time pieces in sight are those of the seat's own side.
    fuel = {key: _Fuel(at.due, max(at.due - view.turn, 0), at.due - at.since) for key, at in view.clocks.items()}
    for n, (id, u) in enumerate(view.americans.items(), 1):
        pieces.append(_american_piece(id, u, n, tanks.get(u.clock), fuel.get(u.clock), his_own))
    for n, (id, g) in enumerate(view.germans.items(), 200):
        pieces.append(_german_piece(id, g, n, tanks.get(g.clock), fuel.get(g.clock)))
    return [*pieces, *_aims(view), *_markers(view)]


def _covered_stacks(view: LuftwaffeView) -> list[Piece]:
    """LW-3.6 Dummies, and for the German the stacks whose cover he sees."""
    pieces: list[Piece] = []
    for n, hex in enumerate(view.dummies):
        pieces.append(Piece(f"dummy-{n}", "counter", hex, "Dummy", "us", 0, 0, {}, (), "", True, {"top": "dummy"}))
    if view.seat != AMERICAN:
        back: dict[str, Drawn] = {"top": "?"}
        pieces += [
            Piece(f"stack-{hex}", "counter", hex, "Covered stack", "us", back=True, drawing=back) for hex in view.stacks
        ]
    return pieces


def _aims(view: LuftwaffeView) -> list[Piece]:
    """LW-2.2 Which cities the bombers of the viewer are sent to."""
    p = parts()
    aimed: dict[str, list[str]] = {}
    for id, u in view.americans.items():
        if u.mission in p.cities and not u.bombed and u.factors:
            aimed.setdefault(u.mission, []).append(f"{short(u.type)} {p.units[id].designation}")
    return [
        _marker(
            f"aim-{city}",
            city,
            f"Sent to {p.cities[city].name}: {', '.join(units)}",
            899,
            f"{len(units)}",
            sight=1,
        )
        for city, units in aimed.items()
    ]


def _markers(view: LuftwaffeView) -> list[Piece]:
    """Destroyed cities, unusable bases and jet bases."""
    cities, bases = parts().cities, parts().bases
    return [
        *(_marker(f"ruin-{c}", c, f"{cities[c].name} destroyed", 900, "✕", ruin=1) for c in view.destroyed),
        *(_marker(f"out-{b}", b, f"{bases[b].name} unusable", 901, "∅", unusable=1) for b in view.unusable),
        *(_marker(f"jets-{b}", b, f"{bases[b].name} jet base", 902, "J") for b in view.jet_bases),
    ]


def _marker(id: str, place: str, label: str, order: int, text: str, **drawing: int) -> Piece:
    """A marker on the dot of its city or base, so that it belongs to no stack."""
    return Piece(id, "marker", place, label, "", order, drawing={"text": text, **drawing})
