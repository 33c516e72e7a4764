"""The longer games: ten quarters of reinforcements, raids and their ends. Chapter 12, LW-13.6, LW-13.8, LW-14.12"""

from __future__ import annotations

from sandtable.games.luftwaffe.components import AMERICAN, FRONTS, GERMAN, QuarterCard, parts
from sandtable.games.luftwaffe.model import American, German, Luftwaffe, QuarterRecord, flown_as, kind_of
from sandtable.games.luftwaffe.options import zone_of_quarter
from sandtable.games.luftwaffe.rules.missions import destroy
from sandtable.games.luftwaffe.rules.replacements import german_income, withdrawals
from sandtable.games.luftwaffe.rules.scoring import objective_cities
from sandtable.games.luftwaffe.rules.setup import begin_set_up
from sandtable.games.luftwaffe.rules.shuttles import shuttles_from, waiting_in_russia
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace


def card(s: Luftwaffe) -> QuarterCard:
    """LW-1.12, LW-14.4 The card of the present quarter."""
    printed = parts().cards[s.scenario.oob][s.quarter]
    added = tuple(flown_as(s.flags, id)[0] for id in printed.german_add)
    return replace(printed, german_add=added)


def next_card(s: Luftwaffe) -> QuarterCard | None:
    """The card of the quarter that follows."""
    quarters = s.scenario.quarters
    at = quarters.index(s.quarter) + 1
    return parts().cards[s.scenario.oob][quarters[at]] if at < len(quarters) else None


# -- (1) reinforcements and withdrawals --------------------------------------------------------------------------------


def quarter_begins(s: Luftwaffe) -> None:
    """LW-12.4, LW-12.5, LW-12.7 A quarter begins: the line in force, and the units of its card join the survivors."""
    quarters = s.scenario.quarters
    s.quarter = quarters[0] if not s.quarter else quarters[quarters.index(s.quarter) + 1]
    s.zone_key = zone_of_quarter(s.quarter)
    s.turn, s.raided, s.unusable = 0, False, ()
    s.fuel, s.raid_losses, s.fresh = {AMERICAN: 0, GERMAN: 0}, {AMERICAN: 0, GERMAN: 0}, []
    s.journal.add("LW-12.4", "heading_quarter", quarter=s.quarter)
    if s.quarter == quarters[0] and {"production_9", "ignore_escorts"} <= set(s.flags):
        s.journal.add("LW-15.2.4", "warning")
    for id in card(s).american_add:
        s.americans[id] = replace(s.americans[id], status="recovered", factors=parts().units[id].factors)
        s.journal.add("LW-12.7", "enters", unit=id)
    for id in (*card(s).german_add, *card(s).german_school):
        bring_in(s, id)
    s.step = "withdrawals"


def bring_in(s: Luftwaffe, id: str) -> None:
    """LW-12.7, LW-14.6.1 A German unit enters."""
    s.germans[id] = replace(s.germans[id], status="off", factors=parts().units[id].factors)
    s.journal.add("LW-12.7", "enters", unit=id)


def withdrawing(s: Luftwaffe) -> Flow:
    """LW-12.4, LW-12.8, LW-4.6.6 The American withdraws first, then the German."""
    yield from withdrawals(s, AMERICAN, card(s).american_withdraw)
    yield from withdrawals(s, GERMAN, card(s).german_withdraw)
    s.step = "railroads" if s.scenario.raf else "merging"


def merging(s: Luftwaffe) -> Flow:
    """LW-13.6 Two reduced units of a type in Russia may become one full one; the other can be rebuilt at home."""
    reduced = [id for id, u in s.americans.items() if u.status == "russia" and u.factors == 1]
    pairs: list[Option] = [
        ("merge", one, other)
        for one in reduced
        for other in reduced
        if one != other and s.americans[one].type == s.americans[other].type
    ]
    if pairs:
        pick = yield Choose(AMERICAN, [*pairs, ("no_merge",)], rule="LW-13.6", ask="merge")
        if pick != ("no_merge",):
            one, other = id_in(pick), id_in(pick, 2)
            s.americans[one] = replace(s.americans[one], factors=2)
            s.americans[other] = American(type=s.americans[other].type, factors=0, status="lost")
            s.journal.add("LW-13.6", "merged", unit=one, other=other)
            return
    s.step = "raid_or_skip"


# -- (2), (3) the raid -------------------------------------------------------------------------------------------------


def raid_or_skip(s: Luftwaffe) -> Flow:
    """LW-12.3, LW-12.4 The American announces whether he flies in this quarter."""
    pick = yield Choose(AMERICAN, (("raid",), ("skip",)), rule="LW-12.3", ask="raid_or_skip")
    s.raided = pick == ("raid",)
    s.journal.add("LW-12.3", "heading_raid" if s.raided else "heading_skip", quarter=s.quarter)
    s.step = "raf" if s.scenario.raf else "set_up_raid"


def set_up_raid(s: Luftwaffe) -> None:
    """LW-12.4 Set-up and play, or straight to the end of the quarter."""
    if s.raided:
        begin_set_up(s)
    else:
        s.step = "shuttle_legs"


# -- (4) the end of the raid -------------------------------------------------------------------------------------------


def shuttle_legs(s: Luftwaffe) -> None:
    """LW-13.8, LW-13.9, LW-14.10.6 Shuttles of which nobody came through may not be repeated from that home."""
    s.step = "fuel_adjustment"
    if not s.raided:
        return  # nobody flew: the last raid has been judged
    for home in FRONTS:
        if shuttle_failed(s, home) and home not in s.closed_shuttles:
            s.closed_shuttles = (*s.closed_shuttles, home)
            s.journal.add("LW-13.8", "shuttle_closed", home=home)
    fighters = [u for u in s.americans.values() if not kind_of(u).bomber and (u.home == "russia" or u.from_russia)]
    lost = [u for u in fighters if u.status == "lost"]
    survived = s.legs.get("arrived fighters", 0) + sum(u.status == "recovered" for u in fighters)
    if lost and not survived and "fighters" not in s.closed_shuttles:
        s.closed_shuttles = (*s.closed_shuttles, "fighters")
        s.journal.add("LW-14.10.6", "fighter_shuttles_closed")


def shuttle_failed(s: Luftwaffe, home: str) -> bool:
    """LW-13.8 Whether all bombers of one leg between this home and Russia were lost in this raid."""
    bombers = [u for u in s.americans.values() if kind_of(u).bomber]
    lost = [u for u in bombers if u.status == "lost"]
    lost_out = any(u.home == "russia" and shuttles_from(u) == home for u in lost)
    lost_back = any((u.front, u.home) == ("russia", home) for u in lost)
    came_back = any(u.status == "recovered" and (u.front, u.home) == ("russia", home) for u in bombers)
    return (lost_out and not s.legs.get(f"arrived {home}")) or (lost_back and not came_back)


def fuel_adjustment(s: Luftwaffe) -> Flow:
    """LW-12.15, LW-14.11 For each factor lost to fuel a city is restored, or given up."""
    counting = objective_cities(s.scenario.objective)
    if s.fuel.get(AMERICAN, 0):
        ruins = [c for c in s.fresh if c in counting]
        if ruins:
            options: list[Option] = [("restore", c) for c in ruins]
            about = (s.fuel[AMERICAN],)
            pick = yield Choose(GERMAN, options, rule="LW-12.15", ask="restore", about=about, forced=True)
            city = id_in(pick)
            s.fresh.remove(city)
            del s.destroyed[city]
            s.journal.add("LW-12.15", "restored", city=city)
        s.fuel[AMERICAN] = s.fuel[AMERICAN] - 1 if ruins else 0
        return
    if s.fuel.get(GERMAN, 0):
        standing = [c for c in counting if c not in s.destroyed]
        if standing:
            options = [("concede", c) for c in standing]
            about = (s.fuel[GERMAN],)
            pick = yield Choose(AMERICAN, options, rule="LW-12.15", ask="concede", about=about, forced=True)
            destroy(s, id_in(pick), "fuel")
            s.journal.add("LW-12.15", "conceded", city=id_in(pick))
        s.fuel[GERMAN] = s.fuel[GERMAN] - 1 if standing else 0
        return
    s.step = "railroad_limit" if s.scenario.raf else "income"


# -- (5) - (8) ---------------------------------------------------------------------------------------------------------


def income(s: Luftwaffe) -> None:
    """LW-12.9, LW-14.9, LW-15.1 German replacement factors, raid or not; unspent ones are kept."""
    got = german_income(s)
    s.replacements[GERMAN] = s.replacements.get(GERMAN, 0) + got
    s.journal.add("LW-12.9", "income", factors=got)
    s.step = "rebuild_american"


def quarter_ends(s: Luftwaffe) -> None:
    """LW-12.12, LW-12.2, LW-14.1 Bases are repaired; the American has won if nothing of the objective stands."""
    s.unusable = ()
    everything = objective_cities(s.scenario.objective)
    fallen = sum(c in s.destroyed for c in everything)
    lost = s.raid_losses
    s.history.append(
        QuarterRecord(
            s.quarter, s.raided, fallen, len(everything) - fallen, lost.get(AMERICAN, 0), lost.get(GERMAN, 0),
            sum(n for cause, n in s.losses.items() if cause.startswith("fuel") and _american(cause)),
            sum(n for cause, n in s.losses.items() if cause.startswith("fuel") and not _american(cause)),
        )
    )  # fmt: skip
    if fallen == len(everything):
        s.result, s.step = AMERICAN, "over"
    elif next_card(s) is None:
        s.result, s.step = GERMAN, "over"
    else:
        s.step = "complexes" if "industrial_complexes" in s.flags else "quarter_begins"
    if s.result:
        s.reveal()
        s.journal.add("LW-12.2", f"result_{s.result}")


def _american(cause: str) -> bool:
    return parts().types[cause.split()[1]].side == AMERICAN


def raid_ends(s: Luftwaffe) -> None:
    """LW-4.7, LW-3.2 After the raid everybody is at home: units wait for the next quarter."""
    for id, u in s.americans.items():
        if u.status in ("covered", "up", "sneak"):
            s.americans[id] = replace(
                u, status="recovered", hex="", escort="", clock="", path=(), strike="", moved=False
            )
        elif u.status == "returning":
            s.americans[id] = waiting_in_russia(u)
    for id, g in s.germans.items():
        if g.status in ("ground", "air"):
            s.germans[id] = German(type=g.type, factors=g.factors, status="off")
    s.clocks, s.dummies = {}, ()
