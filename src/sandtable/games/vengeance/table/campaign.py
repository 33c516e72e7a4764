"""The campaign beside the map: its record, an order-of-battle sheet for each side, its chart, the Set Up Areas."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.areas import NML, holder
from sandtable.games.vengeance.campaign.battle.scoring import counted_losses, lvp_gained, reichstag
from sandtable.games.vengeance.campaign.charts import Fortification, chart, date_name, dates, fortifications, tables
from sandtable.games.vengeance.campaign.points import campaign_of, sheet
from sandtable.games.vengeance.campaign.purchase.forecast import brings, limits
from sandtable.games.vengeance.campaign.purchase.fortifications import price, sizes
from sandtable.games.vengeance.campaign.purchase.reinforcement_groups import bought_ever, bought_now, cost, modes
from sandtable.games.vengeance.campaign.refit.step_texts import (
    guide,
    initial_guide,
    initial_parts,
    part_of,
    parts,
    setup_guide,
)
from sandtable.games.vengeance.campaign.supply import isolated_areas
from sandtable.games.vengeance.components import ground
from sandtable.games.vengeance.knowledge.sight import BattleView, as_battle
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import RUSSIAN, SIDES, Battle
from sandtable.games.vengeance.model.campaign import DUG_IN, ENTER, ITEM, ON_BOARD, RESERVE, Sheet
from sandtable.games.vengeance.names import NAMES, group_id, name, say, term
from sandtable.games.vengeance.rules.units.kinds import other
from sandtable.games.vengeance.table.order_of_battle import order_of_battle
from sandtable.kernel.table import Overlay, Panel, Row

_LAST_TURN = 8
"""RV-CG32 The Game Turn that always ends a scenario."""


def campaign_heading(view: BattleView) -> str:
    """Date and what is going on."""
    assert view.campaign is not None
    date = date_name(dates()[view.campaign.date])
    if view.phase == "refit":
        return say("heading_prepared" if _is_prepared(view) else "heading_refit", date=date)
    if view.phase == "setup":
        return say("heading_setup", date=date)
    return say("heading_turn", date=date, turn=view.turn, side=view.side)


def campaign_panels(view: BattleView) -> list[Panel]:
    """What this step is about, the chart that is used in it, a record and a sheet for each side, the own one first."""
    s = as_battle(view)
    cut_off = isolated_areas(s) if s.areas else set()
    panels = [_guide(view)] if view.phase in ("refit", "setup") else []
    own = [side for side in SIDES if side == view.seat]
    for side in own:
        panels += [_for_sale(s, side)] if view.step == "fortify" else []
    sheets = [
        panel for side in (*own, *(side for side in SIDES if side not in own))
        for panel in (_sheet(view, side), order_of_battle(s, view, side, cut_off))
    ]  # fmt: skip
    charts = [_chart(s, side) for side in own]
    # While one refits, what one has comes before what is fought for.
    return [*panels, *sheets, _record(s, view), *charts] if panels else [_record(s, view), *sheets, *charts]


def _guide(view: BattleView) -> Panel:
    """RV-RePh8.627, RV-RePh8.600 Where in the Refit Phase one is, what happens, why, and what one chooses."""
    name = _setup_step(view) if view.phase == "setup" else view.step
    step = setup_guide()[name] if view.phase == "setup" else guide()[name]
    if _is_prepared(view):
        step = initial_guide().get(name, step)
    numbers = _numbers(view)
    told = [step.happens]
    if step.choose and view.seat in SIDES:
        told.append(say("you_choose", what=say(step.choose, **numbers)))
    text = "\n\n".join(told)
    clause = "RV-I0" if _is_prepared(view) else "RV-RePh8.600"
    return Panel("step", _title(view, step.part), "text", text=text, clause=clause, why=say(step.why, **numbers))


def _setup_step(view: BattleView) -> str:
    """RV-RePh8.624 Whether a side sets up its own, waits for the other, or what comes after it."""
    if view.step not in SIDES:
        return view.step if view.step in setup_guide() else "snipers"
    return "units" if view.step == view.seat else "other"


def _title(view: BattleView, part: str) -> str:
    """RV-RePh8.600 Which part it is, of how many, and what comes then."""
    if view.phase == "setup":
        return f"{part}: {name(view.step)}" if view.step in SIDES else part
    among = campaign_parts(view)
    number = among.index(part)
    after = among[number + 1] if number + 1 < len(among) else say("the_set_up")
    key = "refit_part" if among == parts() else "prepared_part"
    return say(key, number=number + 1, parts=len(among), part=part, after=after)


def campaign_parts(view: BattleView) -> tuple[str, ...]:
    """RV-RePh8.600, RV-I0 The parts of the Refit Phase, or those before the first scenario."""
    return initial_parts() if _is_prepared(view) and part_of(view.step) in initial_parts() else parts()


def _is_prepared(view: BattleView) -> bool:
    """RV-I0 Whether the first scenario of the campaign is still being prepared."""
    return view.campaign is not None and view.campaign.date == 0 and view.turn == 0


def _numbers(view: BattleView) -> dict[str, str | int]:
    """RV-CGS2 What the guide says of the side that reads it; somebody who only looks on is told no numbers."""
    assert view.campaign is not None
    if view.seat not in SIDES:
        return {"ratio": say("ratio_of_both")}
    kept: Sheet = getattr(view.campaign, view.seat)
    ratio = int(tables()["promotion"]["squads_per_leader"][view.seat])
    left = len(dates()) - view.campaign.date
    return {
        "cpp": kept.cpp, "fpp": kept.fpp, "chits": kept.chits, "left": left, "ratio": ratio, "covers": view.covers,
        "hiding": view.hiding,
    }  # fmt: skip


def _how_it_stands(s: Battle) -> list[Row]:
    """RV-CG32, RV-CGS10, RV-CGS11, RV-CGS12 The scenario that is fought: its turn, its points, the Reichstag."""
    campaign = campaign_of(s)
    lost = {side: counted_losses(s, side) for side in SIDES}
    gained = {side: lost[other(side)] + lvp_gained(s, side, s.control_at_start) for side in SIDES}
    last = say("last_turns")
    rows = [Row(say("game_turn"), s.turn, _LAST_TURN, note=last, clause="RV-CG32")]
    for side in SIDES if campaign.dual else (campaign.attacker,):
        needed = gained[other(side)] if campaign.dual else 2 * lost[side]
        told = say("needs_dual" if campaign.dual else "needs_twice", points=needed)
        clause, tone = ("RV-CGS12" if campaign.dual else "RV-CGS11"), ("good" if gained[side] > needed else "")
        rows.append(Row(say("side_points", side=side), gained[side], note=told, clause=clause, tone=tone))
    places = [at for at in reichstag() if at in field_of(s).steps]
    taken = sum(s.control.get(at, "") == RUSSIAN for at in places)
    return [*rows, Row(say("reichstag_locations"), taken, len(places), clause="RV-CGS10")]


def _record(s: Battle, view: BattleView) -> Panel:
    """RV-CGS1 What both sides know."""
    campaign = view.campaign
    assert campaign is not None
    attacker = say("both") if campaign.dual else name(campaign.attacker)
    rows = (
        *(_how_it_stands(s) if view.phase not in ("refit", "setup") else ()),
        Row(say("date"), date_name(dates()[campaign.date]), clause="RV-CGS3"),
        Row(say("scenarios_played"), campaign.played, len(dates()), clause="RV-CGS3"),
        Row(say("attacker"), attacker, clause="RV-RePh8.623"),
        Row(say("weather"), term(campaign.weather), clause="RV-RePh8.617"),
        Row(say("red_banner"), ", ".join(campaign.banners) or say("not_raised"), clause="RV-CG17"),
    )
    return Panel("campaign", say("campaign_panel"), "facts", rows, text=say("campaign_task"), clause="RV-CGS1")


def _sheet(view: BattleView, side: str) -> Panel:
    """RV-CGS1, RV-CGS2 The record of a side; points and stocks only to itself."""
    kept: Sheet = getattr(view.campaign, side)
    rows = [
        Row(say("scenarios_won"), kept.won, clause="RV-CGS11"),
        Row(say("attack_chits_left"), kept.chits, clause="RV-CG26"),
        Row(say("elr_steps_lost"), kept.elr_lost, clause="RV-CG24"),
        Row(say("cvp_lost_last"), kept.suffered, clause="RV-RePh8.6162"),
    ]
    if side == view.seat or view.winner:
        rows.insert(0, Row("CPP", kept.cpp, clause="RV-RePh8.616", tone="good"))
        rows.insert(1, Row("FPP", kept.fpp, clause="RV-RePh8.621"))
        rows += [Row(say("module", calibre=m.calibre), m.ammunition, clause="RV-CG9") for m in kept.modules]
        rows += [Row(NAMES.get(name, name), number, clause="RV-RePh8.621") for name, number in kept.fortifications]
        rows += [Row(say("recons"), kept.recon, clause="RV-RePh8.622")] * bool(kept.recon)
        rows += [Row(say("aircraft_waiting"), kept.aircraft, clause="RV-RePh8.6193b")] * bool(kept.aircraft)
    return Panel(f"{side}-sheet", say("side_record", side=side), "facts", tuple(rows), seat=side, clause="RV-CGS1")


_COLUMNS = (ENTER, ON_BOARD, RESERVE, DUG_IN)
"""RV-RePh8.6194a to RV-RePh8.6194c How a group may come, as the chart heads it."""


def _chart(s: Battle, side: str) -> Panel:
    """RV-RePh8.619 The chart of a side: what a group costs by how it comes, and how often it was bought."""
    groups = chart(side).groups.values()
    prices = {g.id: {mode: str(cost(s, side, g, mode)) for mode in modes(s, side, g)} for g in groups}
    columns = [mode for mode in _COLUMNS if any(mode in ways for ways in prices.values())]
    for ways in prices.values():
        ways.setdefault(ENTER, ways.get(ITEM, "–"))
    rows = []
    for group in groups:
        cells = [prices[group.id].get(mode, "–") for mode in columns]
        now = f"{bought_now(s, side, group.id)}/{group.max_cgs}"
        ever = f"{bought_ever(s, side, group.id)}/{group.max_cg}"
        id, name = group_id(side, group.id), f"{group.id} {group.name}"
        told = say("bought", brings=brings(side, group), now=now, ever=ever)
        rows.append(Row(name, cells=(*cells, now, ever), ref=id, clause="RV-RePh8.6195", note=told))
    heads = (say("group"), *(say(f"column_{mode}") for mode in columns), say("column_now"), say("column_total"))
    title = say("side_groups", side=side)
    return Panel(f"{side}-chart", title, "chart", tuple(rows), heads, seat=side, clause="RV-RePh8.619")


def _for_sale(s: Battle, side: str) -> Panel:
    """RV-RePh8.621 What FPP buy: the price of each size, and how many a side has bought for the next set-up."""
    kept = sheet(s, side)
    stock = dict(kept.fortifications)
    rows = []
    for row in fortifications().values():
        prices = [price(s, row, size) for size in sizes(row)]
        told = str(prices[0]) if len(prices) == 1 else f"{min(prices)}–{max(prices)}"
        alike = sum(number for name, number in stock.items() if name.startswith(row.type))
        bought = len(kept.hip) if row.type == "HIP" else alike
        cells = (told, str(bought or ""))
        name = NAMES.get(row.type, row.type)
        note = f"{row.says} {limits(row)} {_by_size(s, row)}".strip()
        rows.append(Row(name, cells=cells, ref=row.type, clause="RV-RePh8.621", note=note))
    heads = (say("fortification"), "FPP", say("column_bought"))
    return Panel(f"{side}-works", say("for_sale"), "chart", tuple(rows), heads, seat=side, clause="RV-RePh8.621")


def _by_size(s: Battle, row: Fortification) -> str:
    """RV-RePh8.621a The price of each size, where there are several."""
    if len(sizes(row)) == 1:
        return ""
    told = ", ".join(f"{NAMES.get(size, size)} {price(s, row, size)}" for size in sizes(row))
    return f"{told[:1].upper()}{told[1:]} FPP."


def area_overlays(view: BattleView) -> tuple[Overlay, ...]:
    """RV-RePh8.605 The Set Up Areas of both sides and No Man's Land: drawn while one refits and sets up."""
    s = as_battle(view)
    hexes: dict[str, list[str]] = {}
    for hex, area in view.areas.items():
        hexes.setdefault(area, []).append(hex)
    shown = view.phase in ("refit", "setup")
    cut_off = isolated_areas(s) if hexes and shown else set()
    overlays = []
    for area, spaces in hexes.items():
        side, _, number = area.partition("-")
        kind = "foe" if view.seat and side != view.seat else "own"
        alone = area in cut_off
        title = say("area_isolated" if alone else "area", side=side, number=number)
        letter = name(side)[0]
        texts = {_middle(spaces): say("area_mark_isolated" if alone else "area_mark", side=letter, number=number)}
        clause = "RV-RePh8.6052" if alone else "RV-RePh8.605"
        overlays.append(Overlay(f"area-{area}", title, tuple(spaces), kind, clause, texts, shown))
    if hexes and shown:
        between = tuple(hex for hex in ground().hexes if hex not in view.areas and holder(s, hex) == NML)
        overlays.append(Overlay("no-mans-land", say("no_mans_land"), between, "warn", "RV-RePh8.6051", shown=shown))
    return tuple(overlays)


def _middle(hexes: list[str]) -> str:
    """The hex of an area that lies nearest to its middle: there its name is written."""
    spots = {hex: (3 * ground().hexes[hex].column, ground().hexes[hex].y2) for hex in hexes}
    x, y = (sum(spot[axis] for spot in spots.values()) / len(spots) for axis in (0, 1))
    return min(hexes, key=lambda hex: ((spots[hex][0] - x) ** 2 + 3 * (spots[hex][1] - y) ** 2, hex))
