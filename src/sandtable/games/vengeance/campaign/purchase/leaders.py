"""Leaders of bought groups (RV-RePh8.6206): who may have one, whether he is rolled for, and what came of it."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.charts import ReinforcementGroup, chart, tables
from sandtable.games.vengeance.campaign.points import roll_two, sheet
from sandtable.games.vengeance.campaign.purchase.raising import raise_unit
from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.model.battle import GERMAN, Battle
from sandtable.games.vengeance.model.campaign import LeaderRoll
from sandtable.games.vengeance.names import group_id
from sandtable.games.vengeance.rules.vehicles.crews.armor_leaders import put_in_command
from sandtable.games.vengeance.rules.vehicles.kinds import mark
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.modifiers import total
from sandtable.kernel.records import Modifier


def ask_for_leaders(s: Battle, side: str) -> Flow:
    """RV-RePh8.6206 The owner says for which of the groups that may have a leader he rolls, or for no more."""
    waiting = [one for one in s.leader_rolls if one.side == side]
    options: list[Option] = [("roll_leader", name) for name in dict.fromkeys(_name(s, one) for one in waiting)]
    if len(waiting) > 1:
        options.append(("roll_leaders",))
    pick = yield Choose(side, [*options, ("done",)], rule="RV-RePh8.6206", ask="leaders", forced=not options)
    match pick:
        case ("roll_leader", name):
            roll_for_leader(s, next(one for one in waiting if _name(s, one) == name))
        case ("roll_leaders",):
            roll_for_all(s, side)
        case _:
            s.leader_rolls = [one for one in s.leader_rolls if one.side != side]
            s.pending.remove(side)


def roll_for_all(s: Battle, side: str) -> None:
    """RV-RePh8.6206 Every group of a side that may have a leader rolls for him."""
    for one in [one for one in s.leader_rolls if one.side == side]:
        roll_for_leader(s, one)


def roll_for_leader(s: Battle, one: LeaderRoll) -> None:
    """RV-RePh8.6206 One leader, or an Armor Leader; 13 or more makes the crews of vehicles Inexperienced."""
    s.leader_rolls.remove(one)
    group = _group(s, one)
    modifiers = leader_modifiers(one.side, group, one.depleted)
    dice = roll_two(s, "leader")
    final = sum(dice) + total(modifiers)
    name = leader_found(one.side, group, final)
    s.journal.add(
        "RV-RePh8.6206", "leader_roll", seen_by=(one.side,), side=one.side, group=group.name, dice=dice,
        modifiers=modifiers, final=final, leader="none" if name == "-" else name,
    )  # fmt: skip
    if name == "Inexperienced":
        for vehicle in [v for v in s.vehicles.values() if v.side == one.side and v.group == one.serial]:
            mark(s, vehicle.id, inexperienced=True)
    elif name != "-" and group.letter == "V":
        put_in_command(s, one.side, one.serial, (f"{one.side[:2]}_armor_{name}",))
    elif name != "-":
        type = components().core_ids[f"{one.side}_units"][name]
        raise_unit(s, one.side, type, sheet(s, one.side).bought[one.serial - 1].mode, one.serial)


def leader_modifiers(side: str, group: ReinforcementGroup, depleted: bool) -> list[Modifier]:
    """RV-RePh8.6206 +1 Depleted, and the one modifier of the unit type that fits."""
    table = tables()["leader_table"]
    applied: list[Modifier] = []
    if depleted:
        applied.append((int(table["drm_depleted"]), "RV-RePh8.6206", "Depleted"))
    name = group.unit
    if group.letter == "V":
        name = f"armor {group.id}"
    elif "Red Banner" in group.extra:
        name = "banner escort"
    elif group.assault_engineer:
        name = f"{group.unit} assault engineer"
    value = int(table[f"drm_{side}"].get(name, 0))
    if value:
        applied.append((value, "RV-RePh8.6206", f"{name} unit" if name == group.unit else name))
    return applied


def leader_found(side: str, group: ReinforcementGroup, final: int) -> str:
    """RV-RePh8.6206 The leader that a Final DR gives, "-" for none."""
    column = "armor" if group.letter == "V" else side
    rows = tables()["leader_table"]["rows"]
    name = str(rows[min(max(1, final), len(rows)) - 1][column])
    if name == "8-1*":
        return "9-1" if group.id == "V4" and side == GERMAN else "8-1"
    return name


def _group(s: Battle, one: LeaderRoll) -> ReinforcementGroup:
    """The group of the chart that was bought."""
    return chart(one.side).groups[sheet(s, one.side).bought[one.serial - 1].group]


def _name(s: Battle, one: LeaderRoll) -> str:
    return group_id(one.side, _group(s, one).id)
