"""The Advanced Game: railroad and school units, jet production, the Royal Air Force. LW-14.5 - 14.8"""

from __future__ import annotations

from sandtable.games.luftwaffe.components import AMERICAN, GERMAN, parts
from sandtable.games.luftwaffe.model import Luftwaffe, entry_of, tag_of
from sandtable.games.luftwaffe.rules.missions import destroy
from sandtable.games.luftwaffe.rules.quarters import bring_in, card
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace

IN_PLAY = ("off", "ground", "air")
MOST_PRODUCED = 6
RAF_HITS = 3
"""LW-14.8 The RAF succeeds on 1-3."""


def rail_limit(s: Luftwaffe) -> int:
    """LW-14.5.2 Half of the rail centers that stand, rounded down."""
    return sum("R" in c.industries and c.id not in s.destroyed for c in parts().cities.values()) // 2


def tagged(s: Luftwaffe, tag: str, *statuses: str) -> list[str]:
    """German units with a tag and one of these statuses."""
    return [id for id, g in s.germans.items() if tag_of(id) == tag and g.status in statuses]


def railroads(s: Luftwaffe) -> Flow:
    """LW-14.5.1, LW-14.5.3 Railroad units that are due enter up to the limit, as the German chooses."""
    due = [id for id in tagged(s, "railroad", "reserve") if entry_of(id) <= s.quarter]
    if due and len(tagged(s, "railroad", *IN_PLAY)) < s.rail_limit:
        options: list[Option] = [("railroad", id) for id in due]
        pick = yield Choose(GERMAN, [*options, ("no_railroad",)], rule="LW-14.5.3", ask="railroad")
        if pick != ("no_railroad",):
            bring_in(s, id_in(pick))
            return
    s.step = "swaps"


def railroad_limit(s: Luftwaffe) -> Flow:
    """LW-14.5.2, LW-14.5.4, LW-14.12 At the end of the quarter railroad units beyond the limit are withdrawn."""
    s.rail_limit = rail_limit(s)
    there = tagged(s, "railroad", *IN_PLAY)
    if len(there) > s.rail_limit:
        options: list[Option] = [("railroad_out", id) for id in there]
        about = (len(there) - s.rail_limit,)
        pick = yield Choose(GERMAN, options, rule="LW-14.5.4", ask="railroad_out", about=about, forced=True)
        id = id_in(pick)
        s.germans[id] = replace(s.germans[id], status="withdrawn")
        s.journal.add("LW-14.5.4", "railroad_out", unit=id)
        return
    s.step = "income"


# -- school units ------------------------------------------------------------------------------------------------------


def swappable(s: Luftwaffe) -> list[str]:
    """LW-14.6.3, LW-14.6.5 Jets that may be had for school units by now."""
    if s.quarter < "1945-01":
        return []
    return [id for id in tagged(s, "jet_swap", "reserve") if entry_of(id) <= s.quarter]


def swaps(s: Luftwaffe) -> Flow:
    """LW-14.6.3 - LW-14.6.5 Three undamaged school units for three jets, or, once one was damaged, two for one."""
    jets, school = swappable(s), tagged(s, "school", *IN_PLAY)
    price, batch = (2, 1) if s.damaged_school else (3, 3)
    if len(jets) < batch or len(school) < price:
        s.step = "production"
        return
    options: list[Option] = [("swap", jet) for jet in jets] if batch == 1 else [("swap_three",)]
    pick = yield Choose(GERMAN, [*options, ("no_swap",)], rule="LW-14.6.3", ask="swap")
    if pick == ("no_swap",):
        s.step = "production"
        return
    taken = [id_in(pick)] if batch == 1 else jets[:3]
    given: list[str] = []
    for _ in range(price):
        offers: list[Option] = [("give", id) for id in school if id not in given]
        given.append(id_in((yield Choose(GERMAN, offers, rule="LW-14.6.5", ask="swap_give", forced=True))))
    for id in given:
        s.germans[id] = replace(s.germans[id], status="withdrawn")
    for id in taken:
        bring_in(s, id)
        s.journal.add("LW-14.6.3", "swapped", unit=id, given=given)


# -- jets --------------------------------------------------------------------------------------------------------------


def production(s: Luftwaffe) -> Flow:
    """LW-14.7, LW-15.3, LW-15.4 One jet (or Fw 190) instead of one unit that came in this quarter; six in all."""
    s.step = "merging"
    waiting = tagged(s, "jet_production", "reserve")
    start = s.scenario.jet_production_from
    if "jets_historical" in s.flags or not start or s.quarter < start or s.produced >= MOST_PRODUCED or not waiting:
        return
    due = [id for id in card(s).german_add if s.germans[id].status in IN_PLAY]
    came = [id for id in tagged(s, "railroad", *IN_PLAY) if entry_of(id) == s.quarter]
    could = []
    if len(tagged(s, "railroad", *IN_PLAY)) < s.rail_limit:
        could = [id for id in tagged(s, "railroad", "reserve") if entry_of(id) <= s.quarter]
    options: list[Option] = [("produce", waiting[0], id) for id in (*due, *came, *could)]
    if not options:
        return
    pick = yield Choose(GERMAN, [*options, ("no_produce",)], rule="LW-14.7", ask="produce")
    if pick == ("no_produce",):
        return
    jet, given = id_in(pick), id_in(pick, 2)
    s.germans[given] = replace(s.germans[given], status="withdrawn", factors=s.germans[given].factors or 2)
    bring_in(s, jet)
    s.produced += 1
    s.journal.add("LW-14.7", "produced", unit=jet, given=given)


# -- the Royal Air Force -----------------------------------------------------------------------------------------------


def raf_targets(s: Luftwaffe) -> list[str]:
    """LW-14.8 Undestroyed cities and bases in Germany or Austria."""
    p = parts()
    cities = [c.id for c in p.cities.values() if c.raf and c.id not in s.destroyed]
    return cities + [b.id for b in s.zone.bases if p.terrain[b.hex] in "GA"]


def royal_air_force(s: Luftwaffe) -> Flow:
    """LW-14.8, LW-14.12 In every quarter, before the German deploys: on 1-3 the target is hit. No guns fire."""
    options: list[Option] = [("raf", target) for target in raf_targets(s)]
    s.step = "set_up_raid"
    if not options:
        return
    target = id_in((yield Choose(AMERICAN, options, rule="LW-14.8", ask="raf")))
    die = s.dice.roll(6, "RAF")
    s.journal.add("LW-14.8", "raf", target=target, die=die, success=die <= RAF_HITS, for_side=AMERICAN)
    if die > RAF_HITS:
        return
    if target in parts().cities:
        destroy(s, target, "raf")
        s.journal.add("LW-14.8", "raf_city", city=target)
    else:
        s.unusable = (*s.unusable, target)
        s.journal.add("LW-14.8", "raf_base", base=target)
