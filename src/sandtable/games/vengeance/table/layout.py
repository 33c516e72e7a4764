"""How it lies on the table: counters where they are, and the panels beside the map."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.refit.step_texts import part_of
from sandtable.games.vengeance.components import DUMMY, UNKNOWN, components, ground
from sandtable.games.vengeance.knowledge.counter_names import names_of
from sandtable.games.vengeance.knowledge.sight import BattleView, as_battle
from sandtable.games.vengeance.map.battlefield import make_field
from sandtable.games.vengeance.model.battle import FINAL, FIRST, OPPORTUNITY, PREP, SIDES, Unit, Weapon
from sandtable.games.vengeance.model.sequence import PHASES
from sandtable.games.vengeance.names import NAMES, name, say, term, weapon_kind
from sandtable.games.vengeance.rules.units.kinds import is_reserve, type_of, weapon_type
from sandtable.games.vengeance.rules.victory.control import condition_value, controller
from sandtable.games.vengeance.scenarios.areas import start_control
from sandtable.games.vengeance.scenarios.cards import Force, describe_groups, scenario
from sandtable.games.vengeance.table.board import level_tag
from sandtable.games.vengeance.table.campaign import area_overlays, campaign_heading, campaign_panels, campaign_parts
from sandtable.games.vengeance.table.ground import ground_pieces
from sandtable.games.vengeance.table.guns import acquisition_pieces, gun_pieces
from sandtable.games.vengeance.table.sheet import scores, sheet
from sandtable.games.vengeance.table.support import support_overlays, support_panels, support_pieces
from sandtable.games.vengeance.table.vehicles import vehicle_pieces
from sandtable.kernel.language import once_told
from sandtable.kernel.table import Badge, Drawn, Overlay, Panel, Piece, Row, Table
from sandtable.kernel.words import signed

MARKS = {PREP: "P", FIRST: "F", FINAL: "FF", OPPORTUNITY: "O"}
"""What is on the counter of a unit that has fired."""
_PHASES = ("setup", "RPh", "PFPh", "MPh", "DFPh", "AFPh", "RtPh", "APh", "CCPh")


# -- the pieces ------------------------------------------------------------------------------------------------------


def table(view: BattleView) -> Table:
    """Counters where they are, and what is worth knowing beside the map."""
    card = scenario(view.scenario)
    pieces = [*_units(view), *_weapons(view), *ground_pieces(view), *support_pieces(view)]
    if view.guns or view.acquired:
        pieces += [*gun_pieces(view, MARKS), *acquisition_pieces(view)]
    if view.vehicles:
        pieces += vehicle_pieces(view, MARKS)
    heading = (
        say("turn_of", title=card.title, turn=view.turn, turns=card.turns, side=view.side)
        if view.turn
        else f"{card.title}: set-up"
    )
    if view.campaign is not None:
        heading = campaign_heading(view)
    result = say("side_wins", side=view.winner, how=term(f"won {view.won_by}")) if view.winner else ""
    phases = tuple(say(f"phase_{phase}") for phase in PHASES)
    now = say(f"phase_{view.phase}") if view.phase in _PHASES else ""
    if view.phase == "refit":
        phases, now = campaign_parts(view), part_of(view.step)
    elif view.phase == "setup":
        phases = (now, *phases)
    overlays = (*support_overlays(view), *_control(view), _cover_terrain(view.scenario))
    if view.areas:
        overlays += area_overlays(view)
    return Table(
        heading, tuple(pieces), _panels(view), phases, now, result, overlays, scores=scores(view), sheet=sheet(view)
    )


def _units(view: BattleView) -> list[Piece]:
    pieces = []
    names = names_of(view)
    orders = {id: n for ids in view.at.values() for n, id in enumerate(ids)}
    for unit in view.units.values():
        if type_of(unit).kind in (DUMMY, UNKNOWN):
            pieces.append(_cover(view, unit, orders.get(unit.id, 0)))
            continue
        where = place_of(view, unit) or f"{unit.side}-waiting"
        pieces.append(_unit(unit, names[unit.id], where, orders.get(unit.id, 0)))
    return pieces


@once_told(8192)  # few counters change with a choice
def _unit(unit: Unit, name: str, where: str, order: int) -> Piece:
    type = type_of(unit)
    label = name if type.told in name else f"{name} {type.told}"
    return Piece(
        unit.id,
        "infantry",
        where,
        say("broken_unit", unit=label) if unit.broken else label,
        _colour(unit),
        order,
        values=_printed(unit),
        badges=_badges(unit),
        note=_note(unit),
        drawing=_drawing(unit, name),
    )


COLOURS = {"german": "german", "russian": "soviet"}
_BELOW = -20
"""Weapons lie below the men who carry them, so that a stack shows its men."""
_SS = ("6-5-8", "3-4-8")


def _colour(unit: Unit) -> str:
    """The colour of a counter: the SS and the Gestapo are black."""
    type = type_of(unit)
    return "ss" if unit.side == "german" and (type.gestapo or type.name in _SS) else COLOURS[unit.side]


def _printed(unit: Unit) -> dict[str, str | int]:
    """RV-0.6 What is printed on a personnel counter."""
    type = type_of(unit)
    values: dict[str, str | int] = {"kind": type.kind, "factors": type.name.split()[-1]}
    if type.is_mmc:
        values["factors"] = f"{type.fp}-{type.range}-{type.morale}"
        values |= {"FP": type.fp, "range": type.range, "class": type.grade}
    values["morale"] = type.broken_morale if unit.broken else type.morale
    return values


def _drawing(unit: Unit, name: str) -> dict[str, Drawn]:
    """RV-0.6 The factors of a counter, those that are underlined, its broken side, and the level on which it is."""
    type = type_of(unit)
    drawing: dict[str, Drawn] = {"broken": 1} if unit.broken else {}
    if type.is_mmc:
        lined = (type.assault_fire, type.spraying_fire, type.underlined_morale)
        drawing |= {"parts": (type.fp, type.range, type.morale), "underlined": tuple(map(int, lined))}
    else:
        drawing["name"] = name
    return drawing | _level(unit.at)


def _level(at: str) -> dict[str, Drawn]:
    """The tag of a Location that is not the ground of its hex."""
    place = ground().locations.get(at)
    return {"level": level_tag(place)} if place is not None and place.kind in ("level", "roof", "cellar") else {}


def place_of(view: BattleView, unit: Unit) -> str:
    """Where a unit lies: with its vehicle if it rides on one, with its counter if it is in Reserve."""
    if (counter := view.units.get(view.posts.get(unit.id, ""))) is not None:
        return counter.at
    return view.vehicles[unit.aboard].at if unit.aboard in view.vehicles else unit.at.removesuffix("-pillbox")


def _cover(view: BattleView, unit: Unit, order: int) -> Piece:
    """RV-A12.1 A `?` counter: the enemy's, or a dummy of one's own."""
    own = type_of(unit).kind == DUMMY
    side = COLOURS[unit.side]
    large = unit.type.endswith("_unknown_gun")
    note = say("dummy_no_unit_under") if own else say("unknown_units_of_any_kind")
    badges = (Badge("D", "info", note),) if own else ()
    if large:
        note = say("unknown_counter_size_of_gun")
        badges = (Badge("⅝", "info", note),)
    if is_reserve(unit):
        note = say("reserve_units_act_when_released")
        badges = (Badge("R", "info", note),)
    where = place_of(view, unit) or f"{unit.side}-waiting"
    name = NAMES.get(unit.id, "? aboard")  # RV-BRV16.1
    return Piece(unit.id, "infantry", where, name, side, order, badges=badges, note=note, back=True)


def _badges(unit: Unit) -> tuple[Badge, ...]:
    badges = [
        Badge(text, kind, say(note))
        for holds, text, kind, note in (
            (unit.hidden, "HIP", "info", "hidden_enemy_doesn_t_see"),
            (unit.concealed and type_of(unit).kind != UNKNOWN, "?", "info", "concealed_from_enemy"),
            (unit.broken and not unit.dm, "B", "bad", "broken"),
            (unit.dm, "DM", "bad", "broken_desperation_morale"),
            (unit.pinned, "pin", "warn", "pinned"),
            (unit.cx, "CX", "warn", "cx"),
            (unit.ti, "TI", "warn", "temporarily_immobilized"),
            (unit.wounded, "W", "bad", "wounded"),
            (unit.heroic, "H", "good", "heroic"),
            (unit.fanatic, "!", "good", "fanatic"),
            (unit.berserk, "Bk", "bad", "berserk"),
            (unit.melee, "M", "dark", "in_melee"),
            (unit.disrupted, "D", "bad", "disrupted"),
            (unit.dug, "IN", "info", "in_foxhole_trench_or_ditch"),
            (unit.wired, "#", "warn", "on_wire"),
            (unit.at.endswith("-pillbox"), "PB", "info", "in_pillbox"),
            (unit.encircled > 0, "E", "bad", "encircled"),
            (bool(unit.bypass), "↷", "info", "in_bypass_outside_building"),
            (unit.wall, "WA", "info", "wall_advantage"),
            (unit.wave, "HW", "info", "in_human_wave"),
            (bool(unit.climbing), "⇡", "bad", "climbing"),
            (unit.shellhole, "u", "info", "in_cover_of_shellholes"),
            (bool(unit.cloak), "Ck", "dark", "cloaked"),
            (bool(unit.aboard), "on", "info", "on_vehicle"),
        )
        if holds
    ]
    if unit.fired:
        badges.append(Badge(MARKS[unit.fired], "dark", say(f"fired_{unit.fired}")))
    return tuple(badges)


def _note(unit: Unit) -> str:
    type = type_of(unit)
    parts = [f"ELR {unit.elr}"]
    if type.is_mmc:
        parts.append(say("class", grade=type.grade))
        parts += [say("assault_fire")] * type.assault_fire + [say("spraying_fire")] * type.spraying_fire
        parts += [say("smoke_exponent", number=type.smoke_exponent)] * bool(type.smoke_exponent)
    elif type.kind == "leader":
        parts.append(say("leadership", value=signed(type.leadership) if type.leadership else "0"))
        parts += [say("gestapo_he_rallies_like_commissar")] * type.gestapo
    return ", ".join(parts)


_OUTLINES = {
    "LMG": "lmg", "MMG": "mmg", "HMG": "hmg", "HMG50": "hmg", "DC": "charge", "FT": "flame", "LIGHT_MTR": "mortar",
    "BANNER": "banner", "RADIO": "radio", "PHONE": "phone",
}  # fmt: skip
"""The outlines of support weapons; all others are rockets."""


def _weapons(view: BattleView) -> list[Piece]:
    pieces = []
    names = names_of(view)
    for weapon in view.weapons.values():
        type = weapon_type(weapon)
        holder = view.units.get(weapon.holder)
        at = place_of(view, holder) if holder is not None else weapon.at
        where = at or f"{weapon.side if holder is None else holder.side}-waiting"
        factors = f"{type.fp}-{type.range}" if type.fp else ""
        values: dict[str, str | int] = {
            "factors": factors, "rate of fire": type.rof, "breakdown": type.b or "", "portage": type.pp,
        }  # fmt: skip
        drawing: dict[str, Drawn] = {
            "outline": _OUTLINES.get(type.type, "rocket"),
            "name": weapon_kind(type.type),
        }
        note = say("carried_by", name=names[weapon.holder]) if weapon.holder else say("unpossessed")
        side = COLOURS[weapon.side]
        pieces.append(
            Piece(
                weapon.id,
                "weapon",
                where,
                names[weapon.id],
                side,
                _BELOW,
                values=values,
                badges=_weapon_badges(weapon),
                note=note,
                drawing=drawing | _level(at),
            )
        )
    return pieces


def _weapon_badges(weapon: Weapon) -> tuple[Badge, ...]:
    badges = [Badge("✕", "bad", "malfunctioned")] if weapon.malfunctioned else []
    if weapon.dm:
        badges.append(Badge("dm", "info", "dismantled"))
    if weapon.fired:
        text, note = MARKS[weapon.fired], say(f"fired_{weapon.fired}")
        badges.append(Badge(text, "dark", note))
    return tuple(badges)


# -- what can be marked on the map -----------------------------------------------------------------------------------


def _control(view: BattleView) -> list[Overlay]:
    """RV-A26.1 Who holds which hex, as far as the seat knows."""
    return list(_controlled(view.scenario, tuple(view.control.items())))


@once_told(256)  # few choices change who holds a hex
def _controlled(name: str, control: tuple[tuple[str, str], ...]) -> tuple[Overlay, ...]:
    f = make_field(name)
    holds = {at: side for at, side in start_control(name).items() if side} | {at: side for at, side in control if side}
    return tuple(
        Overlay(
            f"control-{side}",
            say("controlled_by", side=side),
            tuple(at for at in f.ground.hexes if at in f.steps and holds.get(at, "") == side),
            tone,
            "RV-A26.1",
        )
        for side, tone in (("german", "info"), ("russian", "bad"))
    )


@once_told()
def _cover_terrain(name: str) -> Overlay:
    """RV-A12.5 Where units can be concealed."""
    f = make_field(name)
    hexes = tuple(hex for hex in f.ground.hexes if hex in f.area and f.terrain_of[hex].conceal)
    return Overlay("conceal", say("concealment_terrain"), hexes, "good", "RV-A12.5")


# -- the panels ------------------------------------------------------------------------------------------------------


def _panels(view: BattleView) -> tuple[Panel, ...]:
    card = scenario(view.scenario)
    panels = campaign_panels(view) if view.campaign is not None else [_task(view)]
    for side in SIDES:
        lost = view.cvp.get(side, 0)
        rows = [
            Row(say("casualty_points_lost"), lost, clause="RV-A26.2"),
            Row(say("sniper_activation_number"), view.san.get(side, 0), clause="RV-A14.1"),
        ]
        if view.fausts.get(side):
            rows.append(Row(say("panzerfausts_left"), view.fausts[side], clause="RV-C13.3"))
        rows += [Row(line[:1].upper() + line[1:]) for line in describe_groups(view.scenario, side)]
        force: Force = getattr(card, side)
        rows += [Row(say("question_marks_of_card"), force.concealment)] * bool(force.concealment)
        rows += [Row(say("may_set_up_hidden"), say("squads", squads=force.hidden))] * bool(force.hidden)
        panels.append(Panel(f"{side}-force", name(side), "facts", tuple(rows), seat=side))
        waiting = any(u.side == side and not u.at and not u.aboard for u in view.units.values()) or any(
            w.side == side and not w.at and not w.holder for w in view.weapons.values()
        )
        waiting = waiting or any(v.side == side and not v.at for v in view.vehicles.values())
        waiting = waiting or any(g.side == side and not g.at and not g.dm for g in view.guns.values())
        if waiting:
            panels.append(Panel(f"{side}-waiting", say("off_map", side=side), "cards", seat=side))
    panels += support_panels(view)
    panels.append(Panel("situation", say("situation"), "text", text=f"{card.situation}\n\n{' '.join(card.ssr)}"))
    panels.append(_ift())
    return tuple(panels)


def _task(view: BattleView) -> Panel:
    card = scenario(view.scenario)
    victory = card.victory
    s = as_battle(view)
    rows = [Row(say("turn"), view.turn, card.turns, clause="RV-A26.3")]
    for condition in victory.conditions:
        now, needed = condition_value(s, condition, victory.side)
        text = victory.german if victory.side == "german" else victory.russian
        rows.append(
            Row(
                say("task_of", side=victory.side, task=text[:1].lower() + text[1:]),
                now,
                needed,
                clause="RV-SCN8",
                tone="good" if now >= needed else "",
            )
        )
        for building in condition.get("buildings", ()):
            f = make_field(view.scenario)
            rows += [
                Row(NAMES[hex], name(controller(s, hex)), ref=hex, clause="RV-A26.1")
                for hex in f.ground.buildings[building].hexes
                if hex in f.steps
            ]
    return Panel("task", say("task"), "facts", tuple(rows), clause="RV-SCN8")


@once_told()
def _ift() -> Panel:
    columns = components().ift
    rows = tuple(
        Row(str(dr) if dr < 15 else "15+", cells=tuple(columns[c][dr] for c in columns), clause="RV-A7.1")
        for dr in range(16)
    )
    return Panel("ift", say("infantry_fire_table"), "chart", rows, ("DR", *(str(c) for c in columns)), clause="RV-A7.1")
