"""The campaign beside the map: its record, an order-of-battle sheet for each side, its chart, the Set Up Areas."""

from __future__ import annotations

from collections import Counter

from sandtable.games.vengeance.armour import Vehicle
from sandtable.games.vengeance.campaign.areas import isolated_areas
from sandtable.games.vengeance.campaign.charts import chart, dates, fortifications
from sandtable.games.vengeance.campaign.deployment import side_sheet_lines
from sandtable.games.vengeance.campaign.fortify import price, sizes
from sandtable.games.vengeance.campaign.points import sheet
from sandtable.games.vengeance.campaign.posts import in_reserve
from sandtable.games.vengeance.campaign.purchase import bought_ever, bought_now, cost, modes
from sandtable.games.vengeance.campaign.sheet import DUG_IN, ENTER, HERE, ITEM, ON_BOARD, RESERVE, Sheet
from sandtable.games.vengeance.components import components, ground
from sandtable.games.vengeance.field import field_of
from sandtable.games.vengeance.guns import Gun
from sandtable.games.vengeance.model import SIDES, Battle, Unit
from sandtable.games.vengeance.names import NAMES, SIDE_NAMES, STEP_NAMES, group_id
from sandtable.games.vengeance.rules.units import is_reserve
from sandtable.games.vengeance.sight import BattleView, as_battle
from sandtable.kernel.table import Overlay, Panel, Row

REFIT_STEPS = {
    "Melees": ("melee", "markers"), "Victory": ("victory",), "Escape": ("escape", "equipment"),
    "Fires": ("fires",), "Veterans": ("wounded", "recombine", "crews", "promote"), "Date": ("date",),
    "Shift": ("shift",), "Repair": ("repair", "exchange", "removal"), "Chits": ("chits", "cpp"),
    "Purchase": ("purchase", "strength", "gestapo", "dismount"), "Fortify": ("commanders", "fortify"),
    "Recon": ("recon",),
    "Initiative": ("initiative", "artillery", "minefields", "begin"),
}  # fmt: skip
"""RV-RePh8.600 The parts of the Refit Phase, with their steps."""


def refit_part(step: str) -> str:
    """The part of the Refit Phase that a step belongs to."""
    return next((part for part, steps in REFIT_STEPS.items() if step in steps), "Melees")


def campaign_heading(view: BattleView) -> str:
    """Date and what is going on."""
    assert view.campaign is not None
    date = dates()[view.campaign.date]
    if view.phase == "refit":
        return f"Campaign, {date}: Refit Phase"
    if view.phase == "setup":
        return f"Campaign, {date}: set-up"
    return f"Campaign, {date}: turn {view.turn}, {SIDE_NAMES[view.side]}"


def campaign_panels(view: BattleView) -> list[Panel]:
    """The record of the campaign, what this step is about, a sheet for each side, and the chart of the seat."""
    s = as_battle(view)
    panels = [_record(view)]
    if view.phase == "refit":
        text = STEP_NAMES.get(view.step, "")
        panels.insert(0, Panel("step", "Refit Phase", "text", text=text, clause="RV-RePh8.600"))
    cut_off = isolated_areas(s) if s.areas else set()
    for side in SIDES:
        panels += [_sheet(s, view, side), _order_of_battle(s, view, side, cut_off)]
        if side == view.seat:
            panels.append(_chart(s, side))
            panels += [_for_sale(s, side)] if view.step == "fortify" else []
    return panels


def _record(view: BattleView) -> Panel:
    """RV-CGS1 What both sides know."""
    campaign = view.campaign
    assert campaign is not None
    attacker = "both" if campaign.dual else SIDE_NAMES[campaign.attacker]
    rows = (
        Row("Date", dates()[campaign.date], clause="RV-CGS3"),
        Row("Scenarios played", campaign.played, len(dates()), clause="RV-CGS3"),
        Row("Attacker", attacker, clause="RV-RePh8.623"),
        Row("Weather", campaign.weather, clause="RV-RePh8.617"),
        Row("Red Banner", campaign.banner or "not raised", clause="RV-CG17"),
        Row("The Russians win with every Location of the Reichstag at the end of a scenario,", clause="RV-CGS10"),
        Row("the Germans if that has not happened with the scenario of 1 May AM.", clause="RV-CGS10"),
    )
    return Panel("campaign", "Campaign", "facts", rows, clause="RV-CGS1")


def _sheet(s: Battle, view: BattleView, side: str) -> Panel:
    """RV-CGS1, RV-CGS2 The record of a side; points and stocks only to itself."""
    kept: Sheet = getattr(view.campaign, side)
    rows = [
        Row("Scenarios won", kept.won, clause="RV-CGS11"),
        Row("Attack chits left", kept.chits, clause="RV-CG26"),
        Row("ELR steps lost", kept.elr_lost, clause="RV-CG24"),
        Row("CVP lost in the scenario before", kept.suffered, clause="RV-RePh8.6162"),
    ]
    if side == view.seat or view.winner:
        rows.insert(0, Row("CPP", kept.cpp, clause="RV-RePh8.616", tone="good"))
        rows.insert(1, Row("FPP", kept.fpp, clause="RV-RePh8.621"))
        rows += [Row(what, number, clause="RV-CGS1") for what, number in side_sheet_lines(s, side)]
        rows += [Row(f"{m.calibre} artillery", m.ammunition, clause="RV-CG9") for m in kept.modules]
        rows += [Row(name, number, clause="RV-RePh8.621") for name, number in kept.fortifications]
        rows += [Row("Recons", kept.recon, clause="RV-RePh8.622")] * bool(kept.recon)
        rows += [Row("Aircraft that wait", kept.aircraft, clause="RV-RePh8.6193b")] * bool(kept.aircraft)
    return Panel(f"{side}-sheet", f"{SIDE_NAMES[side]}: record", "facts", tuple(rows), seat=side, clause="RV-CGS1")


def _order_of_battle(s: Battle, view: BattleView, side: str, cut_off: set[str]) -> Panel:
    """RV-CGS1 A side by type of unit: on the map, off it, in Reserve, Isolated, hidden; of the enemy what is seen."""
    places: dict[str, Counter[str]] = {}

    def count(name: str, counter: Unit | Vehicle | Gun, hidden: bool, reserve: bool = False) -> None:
        area = s.areas.get(field_of(s).hex_of[counter.at], "") if counter.at else s.posts.get(counter.id, "")
        counts = places.setdefault(name, Counter())
        counts["on" if counter.at else "off"] += 1
        counts["reserve"] += reserve
        counts["isolated"] += area in cut_off or s.posts.get(counter.id) == HERE
        counts["hidden"] += hidden

    for unit in s.units.values():
        if unit.side == side and not is_reserve(unit):
            count(components().units[unit.type].name, unit, unit.hidden, in_reserve(s, unit.id))
    for vehicle in s.vehicles.values():
        if vehicle.side == side and not vehicle.wreck:
            count(components().armour.types[vehicle.type].name, vehicle, vehicle.hidden)
    for gun in s.guns.values():
        if gun.side == side:
            crew = s.units.get(gun.crew)
            count(components().ordnance.guns[gun.type].name, gun, crew is not None and crew.hidden)
    columns = ("on", "off", "reserve", "isolated", "hidden")
    rows = tuple(Row(name, cells=tuple(str(counts[c] or "") for c in columns)) for name, counts in places.items())
    heads = ("Unit", "map", "off", "Res.", "Isol.", "hid.")
    own = side == view.seat or view.winner
    text = "On the map, off it, in Reserve, Isolated, hidden." if own else "What is seen of it on the map."
    title = f"{SIDE_NAMES[side]}: order of battle"
    return Panel(f"{side}-oob", title, "chart", rows, heads, text, seat=side, clause="RV-CGS1")


_COLUMNS = {ENTER: "enters", ON_BOARD: "on map", RESERVE: "Reserve", DUG_IN: "dug in", ITEM: "item"}
"""RV-RePh8.6194a to RV-RePh8.6194c How a group may come, as the chart heads it."""


def _chart(s: Battle, side: str) -> Panel:
    """RV-RePh8.619 The chart of a side: what a group costs by how it comes, and how often it was bought."""
    groups = chart(side).groups.values()
    prices = {g.id: {mode: str(cost(s, side, g, mode)) for mode in modes(s, side, g)} for g in groups}
    columns = [mode for mode in _COLUMNS if any(mode in ways for ways in prices.values())]
    rows = []
    for group in groups:
        cells = [prices[group.id].get(mode, "–") for mode in columns]
        now = f"{bought_now(s, side, group.id)}/{group.max_cgs}"
        ever = f"{bought_ever(s, side, group.id)}/{group.max_cg}"
        id, name = group_id(side, group.id), f"{group.id} {group.name}"
        rows.append(Row(name, cells=(*cells, now, ever), ref=id, clause="RV-RePh8.6195"))
    heads = ("Group, in CPP", *(_COLUMNS[mode] for mode in columns), "this date", "campaign")
    title = f"{SIDE_NAMES[side]}: Reinforcement Groups"
    return Panel(f"{side}-chart", title, "chart", tuple(rows), heads, seat=side, clause="RV-RePh8.619")


def _for_sale(s: Battle, side: str) -> Panel:
    """RV-RePh8.621 What FPP buy: the price of each size, and how many a side has bought for the next set-up."""
    stock = dict(sheet(s, side).fortifications)
    rows = []
    for row in fortifications().values():
        priced = ((NAMES.get(size, size), price(s, row, size)) for size in sizes(row))
        prices = ", ".join(f"{name} {fpp}" if name else f"{fpp}" for name, fpp in priced)
        bought = sum(number for name, number in stock.items() if name.startswith(row.type))
        rows.append(
            Row(NAMES.get(row.type, row.type), cells=(prices, str(bought or "")), ref=row.type, clause="RV-RePh8.621")
        )
    heads = ("Fortification", "FPP", "bought")
    return Panel(f"{side}-works", "For sale", "chart", tuple(rows), heads, seat=side, clause="RV-RePh8.621")


def area_overlays(view: BattleView) -> tuple[Overlay, ...]:
    """RV-RePh8.605 The Set Up Areas of both sides on the map: drawn while one refits and sets up."""
    hexes: dict[str, list[str]] = {}
    for hex, area in view.areas.items():
        hexes.setdefault(area, []).append(hex)
    shown = view.phase in ("refit", "setup")
    found = []
    for area, spaces in hexes.items():
        side, _, number = area.partition("-")
        kind = "foe" if view.seat and side != view.seat else "own"
        title = f"{SIDE_NAMES[side]}: area {number}"
        texts = {_middle(spaces): f"{SIDE_NAMES[side][0]}{number}"}
        found.append(Overlay(f"area-{area}", title, tuple(spaces), kind, "RV-RePh8.605", texts, shown))
    return tuple(found)


def _middle(hexes: list[str]) -> str:
    """The hex of an area that lies nearest to its middle: there its name is written."""
    spots = {hex: (3 * ground().hexes[hex].column, ground().hexes[hex].y2) for hex in hexes}
    x, y = (sum(spot[axis] for spot in spots.values()) / len(spots) for axis in (0, 1))
    return min(hexes, key=lambda hex: ((spots[hex][0] - x) ** 2 + 3 * (spots[hex][1] - y) ** 2, hex))
