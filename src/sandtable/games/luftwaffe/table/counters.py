"""The counters and markers on the map."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.games.luftwaffe.components import AIRBASE, AMERICAN, parts
from sandtable.games.luftwaffe.knowledge.sight import UNSEEN, LuftwaffeView
from sandtable.games.luftwaffe.model import American, German
from sandtable.games.luftwaffe.names import name, say, short, term
from sandtable.kernel.language import once_told
from sandtable.kernel.table import Badge, Drawn, Piece

_ALIKE = {"Me 109": "Bf 109", "Me 110": "Bf 110"}
"""Types that the rulebook calls otherwise than the maker did."""


@once_told(2048)  # all tables share what is printed on a counter
def _values(type: str, factors: int, designation: str, e: int) -> dict[str, str | int]:
    kind = parts().types[type]
    values: dict[str, str | int] = {
        "aircraft": short(type), "unit": designation, "factors": f"{factors}-{kind.mf}", "strength": factors,
        "mf": kind.mf,
    }  # fmt: skip
    if not kind.bomber:
        values["e"] = e
    return values


@once_told(512)
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


def _printed_e(id: str, type: str) -> int:
    counter = parts().units[id]
    return counter.e if counter.e >= 0 and counter.type == type else parts().types[type].e


@once_told(4096)  # few of a hundred counters change with a choice
def _american_piece(id: str, u: American, order: int, tanks: bool | None, fuel: _Fuel | None, his_own: bool) -> Piece:
    p = parts()
    badges: list[Badge] = []
    if tanks:
        badges.append(Badge("T", "info", say("badge_tanks")))
    if u.escort:
        badges.append(Badge("E", "good", say("badge_escort", type=name(u.escort))))
    if u.homing:
        badges.append(Badge("H", "warn", say("badge_homing")))
    if u.bombed:
        badges.append(Badge("✓", "good", say("badge_bombed")))
    if fuel is not None:
        badges.append(Badge(str(fuel.due), "dark", say("badge_out_of_fuel", turn=fuel.due), drawn=True))
    notes = [p.types[u.type].name]
    if u.mission:
        target = p.cities.get(u.mission)
        notes.append(say("mission", target=target.name if target else name(AIRBASE)))
        if not u.bombed and his_own:
            badges.append(Badge("⌖", "info", notes[-1]))
    where, back = u.hex, False
    if u.status != "up":
        where = "hangar" if u.status in (UNSEEN, "covered", "sneak", "returning") else f"pool-{u.status}"
        if u.status == "covered" and u.hex:
            where = u.hex
            back = True
        notes.append(term(f"status {u.status}"))
    e = _printed_e(id, u.type)
    values = _values(u.type, u.factors, p.units[id].designation, e)
    drawing = _drawing(u.type, tanks, e) | (fuel.drawing if fuel else {})
    return Piece(id, "plane", where, name(id), "us", order, 0, values,
                 tuple(badges), " · ".join(notes), back, drawing)  # fmt: skip


@once_told(4096)
def _german_piece(id: str, g: German, order: int, tanks: bool | None, fuel: _Fuel | None) -> Piece:
    p = parts()
    badges: list[Badge] = []
    if g.status == "ground":
        badges.append(Badge("▂", "dark", say("badge_ground")))
        if not g.fuelled:
            badges.append(Badge("F", "warn", say("badge_waits_for_fuel")))
    if g.status == "air" and tanks:
        badges.append(Badge("T", "info", say("badge_tanks")))
    if g.staging:
        badges.append(Badge("S", "info", say("badge_staging")))
    if g.status == "air" and fuel is not None:
        badges.append(Badge(str(fuel.due), "dark", say("badge_must_land", turn=fuel.due), drawn=True))
    notes = [p.types[g.type].name]
    if g.status == "air":
        notes.append(say("took_off_in_turn", turn=g.took_off))
    where = g.hex if g.status in ("air", "ground") else "hangar" if g.status == "off" else f"pool-{g.status}"
    e = _printed_e(id, g.type)
    values = _values(g.type, g.factors, p.units[id].designation, e)
    drawing = _drawing(g.type, tanks, e) | (fuel.drawing if fuel and g.status == "air" else {})
    return Piece(id, "plane", where, name(id), "luftwaffe", order, 0, values,
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
        pieces.append(Piece(f"dummy-{n}", "counter", hex, say("dummy"), "us", 0, 0, {}, (), "", True, {"top": "dummy"}))
    if view.seat != AMERICAN:
        back: dict[str, Drawn] = {"top": "?"}
        pieces += [
            Piece(f"stack-{hex}", "counter", hex, say("covered_stack"), "us", back=True, drawing=back)
            for hex in view.stacks
        ]
    return pieces


def _aims(view: LuftwaffeView) -> list[Piece]:
    """LW-2.2 Which cities the bombers of the viewer are sent to."""
    p = parts()
    aimed: dict[str, list[str]] = {}
    for id, u in view.americans.items():
        if u.mission in p.cities and not u.bombed and u.factors:
            aimed.setdefault(u.mission, []).append(name(id))
    return [
        _marker(
            f"aim-{city}",
            city,
            say("sent_to", city=p.cities[city].name, units=units),
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
        *(
            _marker(f"ruin-{c}", c, say("city_destroyed", city=cities[c].name), 900, "✕", ruin=1)
            for c in view.destroyed
        ),
        *(_marker(f"out-{b}", b, say("base_unusable", base=name(b)), 901, "∅", unusable=1) for b in view.unusable),
        *(_marker(f"jets-{b}", b, say("jet_base", base=bases[b].name), 902, "J") for b in view.jet_bases),
    ]


def _marker(id: str, place: str, label: str, order: int, text: str, **drawing: int) -> Piece:
    """A marker on the dot of its city or base, so that it belongs to no stack."""
    return Piece(id, "marker", place, label, "", order, drawing={"text": text, **drawing})
