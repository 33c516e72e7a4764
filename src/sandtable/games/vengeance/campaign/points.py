"""What a side has: its sheet, Balance, CPP, ELR and SAN (RV-CG24, RV-CG30, RV-RePh8.6121, RV-RePh8.616)."""

from __future__ import annotations

from typing import Any

from sandtable.games.vengeance.campaign.charts import cpp_base, critical_date, dates, is_night, tables
from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.model.battle import GERMAN, RUSSIAN, SIDES, Battle, Unit
from sandtable.games.vengeance.model.campaign import Campaign, Sheet
from sandtable.games.vengeance.rules.units.kinds import other
from sandtable.kernel.modifiers import total
from sandtable.kernel.records import Modifier
from sandtable.kernel.state import replace
from sandtable.kernel.words import signed

_MOST_SAN = 7
_LATE = "4/30 PM"


def campaign_of(s: Battle) -> Campaign:
    """The campaign of a battle that is part of one."""
    assert s.campaign is not None
    return s.campaign


def sheet(s: Battle, side: str) -> Sheet:
    """The record sheet of a side."""
    kept: Sheet = getattr(campaign_of(s), side)
    return kept


def write(s: Battle, side: str, **changes: Any) -> Sheet:
    """Change a side's sheet."""
    kept: Sheet = replace(sheet(s, side), **changes)
    note(s, **{side: kept})
    return kept


def note(s: Battle, **changes: Any) -> None:
    """Change what the campaign keeps."""
    s.campaign = replace(campaign_of(s), **changes)


def roll_two(s: Battle, why: str) -> tuple[int, int]:
    """A DR: both dice, for the journal shows them."""
    return s.dice.pair(6, why)


def balance(s: Battle, side: str) -> int:
    """RV-CG30 By how many more scenarios a side has lost than the other."""
    behind = sheet(s, side).lost - sheet(s, other(side)).lost
    table = tables()["play_balance"]
    return int(table["lost_three_or_more_more"] if behind >= 3 else table["lost_two_more"] if behind == 2 else 0)


def date_and_balance(s: Battle, side: str) -> list[Modifier]:
    """RV-CG30, RV-CG31 The two modifiers that most rolls of the Refit Phase share."""
    modifiers: list[Modifier] = [
        (critical_date(side, campaign_of(s).date), "RV-CG31", "critical date"),
        (balance(s, side), "RV-CG30", "balance"),
    ]
    return [modifier for modifier in modifiers if modifier[0]]


# -- CPP -------------------------------------------------------------------------------------------------------------


def cpp_modifiers(s: Battle, side: str) -> list[Modifier]:
    """RV-RePh8.6162 The DRM of the CPP modifier; RV-CGS5 a Lull counts as the scenario before."""
    kept = sheet(s, side)
    drm = tables()["cpp_modifier"]["drm"]
    modifiers: list[Modifier] = []
    if not campaign_of(s).lull:
        if kept.attacked:
            modifiers.append((drm["attack_chit_previous"], "RV-RePh8.6162", "attacked in the last scenario"))
        if kept.suffered >= 25:
            modifiers.append(
                (
                    drm["per_25_cvp_suffered_round_down"] * (kept.suffered // 25),
                    "RV-RePh8.6162",
                    "losses in the last scenario",
                )
            )
        if kept.won_last:
            modifiers.append((drm["won_previous"], "RV-RePh8.6162", "won the last scenario"))
    return modifiers + date_and_balance(s, side)


def cpp_for(final: int) -> int:
    """RV-RePh8.6162 What the Final DR adds to the base."""
    return int(tables()["cpp_modifier"]["final"][str(max(0, min(12, final)))])


def receive_cpp(s: Battle, side: str) -> None:
    """RV-RePh8.616, RV-RePh8.6161, RV-RePh8.6162 Base and modifier, never below 0, added to what was kept."""
    modifiers = cpp_modifiers(s, side)
    dice = roll_two(s, "CPP")
    final = sum(dice) + total(modifiers)
    base = cpp_base(side, campaign_of(s).date)
    gained = max(0, base + cpp_for(final))
    kept = write(s, side, cpp=sheet(s, side).cpp + gained)
    s.journal.add(
        "RV-RePh8.616", "cpp", seen_by=(side,), side=side, base=base, dice=dice, modifiers=modifiers, final=final,
        change=signed(cpp_for(final)), gained=gained, cpp=kept.cpp,
    )  # fmt: skip


# -- ELR -------------------------------------------------------------------------------------------------------------


def lose_elr(s: Battle, side: str, cvp: int) -> None:
    """RV-CG24, RV-RePh8.6123 Each full 70 CVP of Infantry cost a step of ELR; the rest is carried."""
    kept = sheet(s, side)
    steps, carried = divmod(kept.elr_carried + cvp, int(tables()["elr_loss"]["cvp_per_step"]))
    write(s, side, elr_lost=kept.elr_lost + steps, elr_carried=carried)
    if steps:
        s.journal.add("RV-CG24", "elr_lost", side=side, steps=steps, cvp=kept.elr_carried + cvp)


def regain_elr(s: Battle) -> None:
    """RV-CG23, RV-RePh8.6123 After a Lull a side may recover one step of ELR, once in the campaign."""
    for side in SIDES:
        kept = sheet(s, side)
        if kept.elr_lost and not kept.elr_regained:
            write(s, side, elr_lost=kept.elr_lost - 1, elr_regained=True)
            s.journal.add("RV-CG23", "elr_regained", side=side)


def elr_of(s: Battle, side: str, type: str) -> int:
    """RV-CG15, RV-CG17, RV-CG24 The ELR of a type now: never above the list of RV-BRV8.1, never below 0."""
    campaign = campaign_of(s)
    listed = components().elr[type]
    lost = sheet(s, side).elr_lost
    if campaign.banners:
        lost += -1 if side == RUSSIAN else 1
    lost = max(0, lost)
    if is_night(campaign.date) and side != campaign.attacker:
        lost += 1
    return max(0, listed - lost)


def set_elr(s: Battle) -> None:
    """RV-CG15 Write the ELR of the coming scenario on every unit."""
    for unit in list(s.units.values()):
        elr = elr_of(s, unit.side, unit.type)
        if unit.elr != elr:
            s.units[unit.id] = replace(unit, elr=elr)


# -- SAN -------------------------------------------------------------------------------------------------------------


def adjust_san(s: Battle, side: str) -> None:
    """RV-RePh8.6122 A high SAN is tested; a die below it lowers it by one."""
    table = tables()["san_adjustment"]
    san = s.san[side]
    if san < int(table[f"{side}_tests_at"]):
        return
    die = s.dice.roll(6, "SAN")
    if die < san:
        s.san[side] = san - int(table["loss"])
    s.journal.add("RV-RePh8.6122", "san_test", side=side, die=die, before=san, san=s.san[side])


def raise_san(s: Battle, side: str) -> None:
    """RV-RePh8.6193b, RV-CGS2 Bought Snipers count from the scenario on that begins; never above 7."""
    s.san[side] = min(_MOST_SAN, s.san[side] + sheet(s, side).snipers)
    write(s, side, snipers=0)


def open_east_edge(s: Battle) -> None:
    """RV-CG12 A Russian who is far behind on April 30 PM may enter by the east edge, for the rest of the campaign."""
    if dates()[campaign_of(s).date] == _LATE and balance(s, RUSSIAN) <= -2:
        note(s, east_open=True)
        s.journal.add("RV-CG12", "east_edge")


def party_leader_lost(s: Battle) -> None:
    """RV-CG18 When the last Party Leader is eliminated, German ELR falls by one for the campaign."""
    if sheet(s, GERMAN).party_leaders and not any(u.type.startswith("ge_party_") for u in s.units.values()):
        write(s, GERMAN, party_leaders=False, elr_lost=sheet(s, GERMAN).elr_lost + 1)
        set_elr(s)
        s.journal.add("RV-CG18", "party_leaders_lost", side=GERMAN)


# -- Panzerfausts ----------------------------------------------------------------------------------------------------


def panzerfausts_for(units: list[Unit]) -> int:
    """RV-CG5 Two for each squad, one for each half-squad."""
    per_squad = 2
    kinds = [components().units[u.type].kind for u in units]
    return per_squad * kinds.count("squad") + per_squad * kinds.count("hs") // 2
