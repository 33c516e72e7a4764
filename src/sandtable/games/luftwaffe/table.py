"""How it lies on the table: the map, the counters, the records beside it."""

from __future__ import annotations

from functools import cache

from sandtable.games.luftwaffe.components import AIRBASE, AMERICAN, City, parts
from sandtable.games.luftwaffe.geography import zone
from sandtable.games.luftwaffe.model import American, German
from sandtable.games.luftwaffe.names import short
from sandtable.games.luftwaffe.rules.scoring import objective_cities
from sandtable.games.luftwaffe.sight import UNSEEN, LuftwaffeView
from sandtable.games.luftwaffe.table_lines import lines, overlays
from sandtable.kernel.state import replace
from sandtable.kernel.table import Badge, Board, Label, Link, Panel, Piece, Row, Space, Table

SIZE = 24.0
_COUNTRIES = {
    "G": "Germany", "A": "Austria", "S": "Switzerland", "N": "Netherlands", "B": "Belgium", "F": "France",
    "L": "Luxembourg", "D": "Denmark", "P": "Poland", "C": "Czechoslovakia", "H": "Hungary", "Y": "Yugoslavia",
    "I": "Italy", "W": "Sweden", "R": "Romania", "~": "Sea",
}  # fmt: skip
_KINDS = {"~": "water", "S": "mountain"}
_SIGNS = {"A": "✈", "M": "⚙", "B": "◎", "C": "⚗", "O": "▲", "R": "╪", "N": "⚓", "S": "▰"}
PHASES = ("Set-up", "German half-turn", "American half-turn", "Between raids")
_PHASE = {
    "german_start": 1, "german_move": 1, "german_combat": 1, "german_end": 1, "american_start": 2, "american_move": 2,
    "uncover": 2, "escorts": 2, "flak": 2, "bomb": 2, "american_combat": 2, "american_end": 2,
}  # fmt: skip


def industries(city: City) -> str:
    """The industries of a city in words."""
    complexes = parts().complexes
    return ", ".join(complexes[letter].name for letter in city.industries)


def signs(city: City) -> str:
    """The industries of a city as signs."""
    return "".join(_SIGNS.get(letter, letter) for letter in city.industries)


@cache
def board(zones: tuple[tuple[str, str], ...]) -> Board:
    """LW-1.1 - LW-1.7 The map: coast, borders, cities, bases, rail, numbered hexes and the lines with their names."""
    p = parts()
    width, height = p.grid.extent(SIZE)
    spaces = (*(_space(hex, zones) for hex in p.grid), *_places())
    links = (*_borders(), *(link for key, name in zones for link in _start_line(key, name)))
    return Board(width, height, spaces, links, _labels(), art="luftwaffe")


def _space(hex: str, zones: tuple[tuple[str, str], ...]) -> Space:
    p = parts()
    x, y = p.grid.centre(hex, SIZE)
    city, base, numbered = p.city_at.get(hex), p.base_at.get(hex), p.numbered.get(hex)
    tags: list[str] = []
    notes = [_COUNTRIES[p.terrain[hex]]]
    if city is not None:
        notes.append(f"{city.name}: {industries(city)}{' · heavy AA' if city.aa else ''}")
    if base is not None:
        notes.append(f"{base.name} airbase")
    if numbered is not None:
        notes.append(f"number {numbered.number} ({'Baltic' if numbered.area == 'baltic' else 'Poland'})")
    front = zone(zones[0][0]).front.get(hex)
    if front is not None:
        tags.append(f"zone-{front}")
        notes.append(f"friendly zone, {front}")
    kind = _KINDS.get(p.terrain[hex], "clear")
    return Space(hex, x, y, "hex", SIZE * 2, SIZE * 1.7320508, (), "", kind, " · ".join(notes), tuple(tags))


def _places() -> list[Space]:
    """LW-1.3 - LW-1.5 Cities and bases lie upon their hexes, so that what an option names can be seen and clicked."""
    p = parts()
    found = []
    for c in p.cities.values():
        x, y = p.grid.centre(c.hex, SIZE)
        tags = ("city", *(("flak",) if c.aa else ()), *(("rail",) if "R" in c.industries else ()))
        note = f"{c.name}: {industries(c)}{' · heavy AA' if c.aa else ''}"
        found.append(Space(c.id, x - 7, y - 8, "circle", 13, 13, (), "", "city", note, tags))
    for b in p.bases.values():
        x, y = p.grid.centre(b.hex, SIZE)
        found.append(
            Space(b.id, x + 8, y - 9, "circle", 10, 10, (), "", "airfield", f"{b.name} airbase", ("airfield",))
        )
    return found


def _borders() -> list[Link]:
    """LW-1.6 Coasts, frontiers and rail lines."""
    p = parts()
    found: list[Link] = []
    for hex in p.grid:
        for other in p.grid.neighbours[hex]:
            here, there = p.terrain[hex], p.terrain[other]
            if other > hex and here != there:
                kind = "hexside" if "~" in (here, there) else "border"
                found.append(Link(p.grid.side(hex, other, SIZE), kind, hex, other))
    rails = (Link(tuple(p.grid.centre(hex, SIZE) for hex in line), "rail", line[0], line[-1]) for line in p.rail)
    return [*found, *rails]


def _start_line(zone_key: str, name: str) -> list[Link]:
    """LW-1.2 The R line or Start Line: the border between zone hexes and other hexes; its name on its first side."""
    p = parts()
    behind = zone(zone_key).all
    sides = [
        Link(p.grid.side(hex, other, SIZE), "front", hex, other)
        for hex in p.grid
        for other in p.grid.neighbours[hex]
        if other > hex and (hex in behind) != (other in behind)
    ]
    return [replace(link, label=name) if n == len(sides) // 2 else link for n, link in enumerate(sides)]


def _labels() -> tuple[Label, ...]:
    p = parts()
    found = []
    for c in p.cities.values():
        x, y = p.grid.centre(c.hex, SIZE)
        found.append(Label(f"{c.name} {signs(c)}", x, y + SIZE * 0.62, "city" if c.aa else "place"))
    for letter, name in _COUNTRIES.items():
        hexes = [p.grid.centre(h, SIZE) for h in p.grid if p.terrain[h] == letter]
        if letter != "~" and len(hexes) > 20:
            middle = (sum(x for x, _ in hexes) / len(hexes), sum(y for _, y in hexes) / len(hexes))
            found.append(Label(name, middle[0], middle[1], "region"))
    for n in p.numbered.values():
        x, y = p.grid.centre(n.hex, SIZE)
        found.append(Label(str(n.number), x, y, "small"))
    return tuple(found)


# -- counters ----------------------------------------------------------------------------------------------------------


def _values(type: str, factors: int, designation: str, tanks: bool | None, e: int) -> dict[str, str | int]:
    kind = parts().types[type]
    values: dict[str, str | int] = {
        "symbol": "bomber" if kind.bomber else "fighter", "aircraft": short(type), "unit": designation,
        "factors": f"{factors}-{kind.mf}", "top": short(type), "strength": factors, "mf": kind.mf,
    }  # fmt: skip
    if not kind.bomber:
        values["right"] = f"E{e - (2 if tanks else 0)}"
        values["e"] = e
    return values


def _printed_e(id: str, type: str) -> int:
    counter = parts().units[id]
    return counter.e if counter.e >= 0 and counter.type == type else parts().types[type].e


def _american_piece(view: LuftwaffeView, id: str, u: American, order: int) -> Piece:
    p = parts()
    tanks = view.tanks.get(u.clock)
    badges: list[Badge] = []
    if tanks:
        badges.append(Badge("T", "info", "carries drop tanks: E is two lower"))
    if u.escort:
        badges.append(Badge("E", "good", f"close escort of the {short(u.escort)}"))
    if u.homing:
        badges.append(Badge("H", "warn", "flies home for lack of fuel"))
    if u.bombed:
        badges.append(Badge("✓", "good", "has bombed"))
    if u.clock in view.clocks:
        badges.append(Badge(str(view.clocks[u.clock].due), "dark", f"time is up in turn {view.clocks[u.clock].due}"))
    notes = [p.types[u.type].name]
    if u.mission:
        target = p.cities.get(u.mission)
        notes.append("mission: " + (target.name if target else "an airbase"))
        if not u.bombed and view.seat == AMERICAN:
            badges.append(Badge("⌖", "info", notes[-1]))
    where, back = u.hex, False
    if u.status != "up":
        where = "hangar" if u.status in (UNSEEN, "covered", "sneak", "returning") else f"pool-{u.status}"
        if u.status == "covered" and u.hex:
            where = u.hex
            back = True
        notes.append(u.status)
    values = _values(u.type, u.factors, p.units[id].designation, tanks, _printed_e(id, u.type))
    return Piece(id, "plane", where, f"{short(u.type)} {p.units[id].designation}", "us", order, 0, values,
                 tuple(badges), " · ".join(notes), back)  # fmt: skip


def _german_piece(view: LuftwaffeView, id: str, g: German, order: int) -> Piece:
    p = parts()
    tanks = view.tanks.get(g.clock)
    badges: list[Badge] = []
    if g.status == "ground":
        badges.append(Badge("▂", "dark", "on the ground"))
        if not g.fuelled:
            badges.append(Badge("F", "warn", "waits for fuel"))
    if g.status == "air" and tanks:
        badges.append(Badge("T", "info", "carries drop tanks: E is two lower"))
    if g.staging:
        badges.append(Badge("S", "info", "staging: does not fight"))
    if g.status == "air" and g.clock in view.clocks:
        badges.append(Badge(str(view.clocks[g.clock].due), "dark", f"must land in turn {view.clocks[g.clock].due}"))
    notes = [p.types[g.type].name]
    if g.status == "air":
        notes.append(f"took off in turn {g.took_off}")
    where = g.hex if g.status in ("air", "ground") else "hangar" if g.status == "off" else f"pool-{g.status}"
    values = _values(g.type, g.factors, p.units[id].designation, tanks, _printed_e(id, g.type))
    return Piece(id, "plane", where, f"{short(g.type)} {p.units[id].designation}", "luftwaffe", order, 0, values,
                 tuple(badges), " · ".join(notes))  # fmt: skip


# -- beside the map ----------------------------------------------------------------------------------------------------


def _pools() -> tuple[Panel, ...]:
    titles = {
        "hangar": "In play, not on the map", "pool-recovered": "Recovered", "pool-lost": "Eliminated",
        "pool-russia": "In Russia", "pool-reserve": "Not yet entered", "pool-withdrawn": "Withdrawn",
    }  # fmt: skip
    return tuple(Panel(id, title, "cards") for id, title in titles.items())


def _record(view: LuftwaffeView) -> Panel:
    scenario = parts().scenarios[view.game]
    rows = [Row("Turn", view.turn, 20, clause="LW-4.1")]
    if view.quarter:
        rows.append(Row("Quarter", view.quarter, clause="LW-12.3"))
    total = len(objective_cities(scenario.objective))
    needed = scenario.american_wins_at or scenario.american_targets
    rows.append(Row("Cities that count", view.score, total, f"the American needs {needed}", clause="LW-10.1"))
    rows += [Row(f"{side.title()} factors lost to fuel", n, clause="LW-10.4") for side, n in view.fuel.items()]
    rows += [Row(f"{side.title()} factors lost in this raid", n) for side, n in view.raid_losses.items()]
    rows += [Row(f"Replacements: {name}", n, clause="LW-12.9") for name, n in view.replacements.items()]
    if view.sneak.told or (view.seat == AMERICAN and view.sneak.units):
        where = f", area {view.sneak.number}" if view.sneak.number else ""
        rows.append(Row("Sneak Raid", f"turn {view.sneak.turn}{where}", tone="warn", clause="LW-7.6"))
    if view.key:
        rows.append(Row("Key industry", parts().complexes[view.key].name, clause="LW-15.5.1"))
    return Panel("record", "Record", "facts", tuple(rows))


def _time_record(view: LuftwaffeView) -> Panel:
    rows = tuple(
        Row(short(key) if key in parts().types else key, clock.due, 20, "with tanks" if clock.tanks else "no tanks",
            ref=key, clause="LW-6.2")
        for key, clock in view.clocks.items()
    )  # fmt: skip
    return Panel("time", "Time Record", "track", (Row("TIME NOW", view.turn, 20, clause="LW-2.5"), *rows))


def _target_sheet(view: LuftwaffeView) -> Panel:
    p = parts()
    aimed: dict[str, list[str]] = {}
    for id, u in view.americans.items():
        if u.mission and u.mission != AIRBASE:
            aimed.setdefault(u.mission, []).append(f"{short(u.type)} {p.units[id].designation}")
    objective = set(objective_cities(p.scenarios[view.game].objective))
    rows = tuple(
        Row(
            c.name, "destroyed" if c.id in view.destroyed else "", ref=c.id, lit=c.id in objective,
            tone="bad" if c.id in view.destroyed else "",
            note="; ".join(aimed.get(c.id, [])),
            cells=(signs(c), "AA" if c.aa else "", f"⌖{len(aimed[c.id])}" if c.id in aimed else ""),
        )
        for c in p.cities.values()
    )  # fmt: skip
    return Panel("sheet", "Target Sheet", "chart", rows, ("City", "Industries", "AA", "Sent"), clause="LW-1.3")


def _combat_table() -> Panel:
    table = parts().table
    rows = tuple(
        Row(str(index + 1), cells=(*(str(n) for n in losses), *(
            next((str(n) for n, row in table.listed[column] if row == index), "") for column in table.columns
        )))
        for index, losses in enumerate(table.rows[:30])
    )  # fmt: skip
    return Panel("combat", "Aerial Combat Table", "chart", rows, ("Row", *"123456", *table.columns), clause="LW-9.2.1")


_TABLE_PANEL: list[Panel] = []


def lay_out(view: LuftwaffeView) -> Table:
    """The pieces and panels as a seat sees them."""
    p = parts()
    pieces: list[Piece] = []
    for n, hex in enumerate(view.dummies):
        pieces.append(Piece(f"dummy-{n}", "counter", hex, "Dummy", "us", 0, 0, {"top": "dummy"}, (), "", True))
    if view.seat != AMERICAN:
        back: dict[str, str | int] = {"top": "?"}
        pieces += [
            Piece(f"stack-{hex}", "counter", hex, "Covered stack", "us", 0, 0, back, (), "", True)
            for hex in view.stacks
        ]
    pieces += [_american_piece(view, id, u, n) for n, (id, u) in enumerate(view.americans.items(), 1)]
    pieces += [_german_piece(view, id, g, n) for n, (id, g) in enumerate(view.germans.items(), 200)]
    aimed: dict[str, list[str]] = {}
    for id, u in view.americans.items():
        if u.mission in p.cities and not u.bombed and u.factors:
            aimed.setdefault(u.mission, []).append(f"{short(u.type)} {p.units[id].designation}")
    for city, units in aimed.items():
        text: dict[str, str | int] = {"text": f"⌖{len(units)}"}
        label = f"Sent to {p.cities[city].name}: {', '.join(units)}"
        pieces.append(Piece(f"aim-{city}", "marker", p.cities[city].hex, label, "", 899, 0, text))
    for city in view.destroyed:
        pieces.append(Piece(f"ruin-{city}", "marker", p.cities[city].hex, f"{p.cities[city].name} destroyed", "",
                            900, 0, {"text": "✕"}))  # fmt: skip
    for base in view.unusable:
        pieces.append(Piece(f"out-{base}", "marker", p.bases[base].hex, f"{p.bases[base].name} unusable", "",
                            901, 0, {"text": "∅"}))  # fmt: skip
    for base in view.jet_bases:
        pieces.append(Piece(f"jets-{base}", "marker", p.bases[base].hex, f"{p.bases[base].name} jet base", "",
                            902, 0, {"text": "J"}))  # fmt: skip
    if not _TABLE_PANEL:
        _TABLE_PANEL.append(_combat_table())
    phase = PHASES[_PHASE.get(view.step, 3 if view.quarter and view.step not in ("deploy", "set_up") else 0)]
    panels = (_record(view), _time_record(view), _target_sheet(view), *_pools(), _TABLE_PANEL[0])
    heading = f"{view.quarter} · Turn {view.turn}" if view.quarter else f"Turn {view.turn}"
    return Table(heading, tuple(pieces), panels, PHASES, phase, view.result, overlays(view), lines(view))
