"""The plan of the airborne landing (chapter 15.1): airfields, landing zones, and the strikes before the first turn."""

from __future__ import annotations

from sandtable.games.ontoberlin.components import AIRFIELDS, ALLIED, DIVISIONS, ON_MAP, RESERVE, TABLES
from sandtable.games.ontoberlin.model import ELIMINATED, Attack, DivisionStatus, OnToBerlin
from sandtable.games.ontoberlin.names import say
from sandtable.games.ontoberlin.rules.attacks import STRIKE
from sandtable.games.ontoberlin.rules.fire import strike_odds
from sandtable.games.ontoberlin.rules.results import close_combat, resolve
from sandtable.kernel.flow import Choose, Flow, Odds, Option, Refusal
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace


def unassigned(s: OnToBerlin) -> list[str]:
    """OB-15.1.1, OB-15.1.2 The parachute divisions without an airfield; the reserve is never assigned."""
    return [d for d in DIVISIONS if d != RESERVE and not s.divisions[d].airfield]


def assignable(s: OnToBerlin, airfield: str) -> list[str]:
    """OB-15.1.2 The divisions that may be given this airfield: both nations must come to be on the map."""
    free = unassigned(s)
    if airfield not in ON_MAP:
        return free
    placed = [DIVISIONS[d].nationality for d, status in s.divisions.items() if status.airfield in ON_MAP]
    if len(placed) < len(ON_MAP) - 1 or len(set(placed)) > 1:
        return free
    return [d for d in free if DIVISIONS[d].nationality != placed[0]]


def assign(s: OnToBerlin) -> Flow:
    """OB-15.1.1 The Allied player secretly gives each airfield a division, the airfields in order."""
    taken = {status.airfield for status in s.divisions.values()}
    airfield = next((a for a in AIRFIELDS if a not in taken), "")
    if not airfield:
        s.step = "choose_lz"
        return
    options: list[Option] = [("assign", d, airfield) for d in assignable(s, airfield)]
    pick = yield Choose(
        ALLIED, options, rule="OB-15.1.1", ask="assign", about=(airfield,), why_not=lambda o: _why_not_assign(s, o)
    )
    division = id_in(pick)
    edge = AIRFIELDS[airfield].edge
    s.divisions[division] = DivisionStatus(airfield=airfield, edge=edge)
    s.journal.add("OB-15.1.1", "assigned", seen_by=(ALLIED,), division=division, airfield=airfield)


def _why_not_assign(s: OnToBerlin, option: Option) -> Refusal | None:
    if len(option) != 3 or option[0] != "assign" or option[1] not in DIVISIONS:
        return None
    if option[1] == RESERVE:
        return say("reserve_stays"), "OB-15.1.2"
    if s.divisions[id_in(option)].airfield:
        return say("has_airfield"), "OB-15.1.1"
    return say("both_nations_land"), "OB-15.1.2"


def choose_lz(s: OnToBerlin) -> Flow:
    """OB-15.1.3 For each on-map division he secretly fixes the LZ hex: any perimeter hex of its airfield."""
    by_airfield = {status.airfield: d for d, status in s.divisions.items() if not status.lz}
    airfield = next((a for a in ON_MAP if a in by_airfield), "")
    if not airfield:
        s.step = "plan_strikes"
        s.strikes = TABLES.strike["pregame_total"]
        s.napalm = TABLES.strike["pregame_napalm_max"]
        return
    division = by_airfield[airfield]
    options: list[Option] = [("lz", division, hex) for hex in AIRFIELDS[airfield].perimeter]
    pick = yield Choose(ALLIED, options, rule="OB-15.1.3", ask="lz", about=(division, airfield))
    s.divisions[division] = replace(s.divisions[division], lz=id_in(pick, 2))
    s.journal.add("OB-15.1.3", "lz_chosen", seen_by=(ALLIED,), division=division, hex=id_in(pick, 2))


def plan_strikes(s: OnToBerlin) -> Flow:
    """OB-15.1.5 He places the 18 strikes one by one, up to 3 a hex, at most 6 of them napalm."""
    if not s.strikes:
        s.step = "pregame_strikes"
        return
    most = TABLES.strike["max_per_target"]
    options: list[Option] = []
    for hex in sorted(s.stacks):
        if s.plan.get(hex, (0, 0))[0] < most:
            options.append(("plan_strike", hex))
            if s.napalm:
                options.append(("plan_napalm", hex))
    pick = yield Choose(ALLIED, options, rule="OB-15.1.5", ask="plan_strikes", about=(s.strikes, s.napalm))
    hex = id_in(pick)
    strikes, napalm = s.plan.get(hex, (0, 0))
    extra = 1 if pick[0] == "plan_napalm" else 0
    s.plan[hex] = (strikes + 1, napalm + extra)
    s.strikes -= 1
    s.napalm -= extra


def pregame_strikes(s: OnToBerlin) -> Flow:
    """OB-15.1.5, OB-19.9 The strikes are resolved in his order; on a hex emptied before they are wasted."""
    if not s.plan:
        s.napalm = 0
        s.turn, s.player, s.step = 1, ALLIED, "reinforcement"
        s.tally["german_lost_pregame"] = sum(unit.at == ELIMINATED for unit in s.units.values())
        return
    options: list[Option] = [("resolve", hex) for hex in sorted(s.plan)]
    pick = yield Choose(
        ALLIED,
        options,
        rule="OB-15.1.5",
        ask="resolve_strike",
        forced=True,
        odds=lambda option: _planned_odds(s, id_in(option)),
    )
    hex = id_in(pick)
    strikes, napalm = s.plan.pop(hex)
    if hex in s.stacks:
        yield from resolve(s, Attack(STRIKE, hex, (), strikes, napalm), ALLIED, "pregame_strike")
        close_combat(s)


def _planned_odds(s: OnToBerlin, hex: str) -> Odds | None:
    strikes, napalm = s.plan[hex]
    return strike_odds(s, hex, ("napalm" if napalm else "strikes", strikes))
