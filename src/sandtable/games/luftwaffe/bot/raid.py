"""How the American bot sets a raid up and starts it: Sneak Raid, missions, places, dummies, the second wave, escort."""

from __future__ import annotations

from zlib import crc32

from sandtable.games.luftwaffe.bot.estimates import apart, behind, is_bomber, movement
from sandtable.games.luftwaffe.bot.plan import STREAM, VARIANTS, plan_begun, plan_for
from sandtable.games.luftwaffe.components import parts
from sandtable.games.luftwaffe.knowledge.sight import LuftwaffeView
from sandtable.games.luftwaffe.map.geography import FAR, distances
from sandtable.games.luftwaffe.rules.scoring import objective_cities
from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Option
from sandtable.kernel.options import id_in

BOLD = {"basic": 85, "basic-oil": 85, "basic-rail": 20, "custer": 100, "tournament": 60, "advanced": 100}
"""Of a hundred raids, how many are flown without close escort, to bring the German fighters to battle."""
RAID_FROM = {"tournament": 12, "advanced": 6}
"""The bomber factors for which a raid is worth its losses: in the Tournament the first of 1943 wait for more."""
LAST_RAIDS = 2
"""In so many last quarters every bomber flies: there is nothing left to save them for."""
SPENT = 0.6
"""The share of the German that must be spent before the second wave starts."""
RUSSIA_IS_FAR = 8
"""How much shorter the way to Russia must be to be worth a quarter's absence."""

# -- planning ----------------------------------------------------------------------------------------------------------


def choose_sneak(view: LuftwaffeView, options: list[Option], dice: Dice) -> Option:
    """LW-3.4 Now and then three bombers come through the Baltic, in the longer games more often and more of them."""
    long_game = bool(parts().scenarios[view.game].quarters)
    wanted = (3 if dice.below(2) else 4) if long_game else 3 if dice.below(3) == 0 else 0
    return next((o for o in options if o[1] == wanted), options[0])


def choose_mission(view: LuftwaffeView, options: list[Option], dice: Dice, together: int = STREAM) -> Option:
    """LW-3.5 The mission that the plan has for the bomber; the first one picks the plan."""
    id = id_in(options[0])
    written = any(u.mission for u in view.americans.values())
    orders = plan_begun(view, together) if written else plan_for(view, dice.below(VARIANTS), together)
    order = orders.get(id)
    wanted = ("mission", id, order.target) if order else nearest_mission(view, options)
    return wanted if wanted in options else nearest_mission(view, options)


def nearest_mission(view: LuftwaffeView, options: list[Option]) -> Option:
    """A city of the objective on the way between Russia and the western front."""
    p = parts()
    wanted = objective_cities(p.scenarios[view.game].objective)
    cities = [o for o in options if o[2] in wanted] or [o for o in options if o[2] in p.cities]
    entry = next((n.hex for n in p.numbered.values() if n.number == view.shuttle.number), "4812")
    if not cities:
        return options[-1]
    return min(cities, key=lambda o: distances(p.cities[id_in(o, 2)].hex)[entry])


def choose_place(view: LuftwaffeView, options: list[Option], together: int = STREAM) -> Option:
    """LW-3.6, LW-3.7 Face up at the start of its stream; covered there if it belongs to the second wave."""
    id = id_in(options[0])
    order = plan_begun(view, together).get(id)
    if order is None:
        return options[0]
    wanted = ("cover" if order.waits else "face_up", id, order.start)
    return wanted if wanted in options else options[0]


def choose_dummy(view: LuftwaffeView, options: list[Option], dice: Dice) -> Option:
    """LW-3.7 A feint: dummies lie where nothing is covered, so that the German looks for a wave that does not come."""
    covered = [u.hex for u in view.americans.values() if u.status == "covered" and u.hex]
    if not covered:
        return options[dice.below(len(options))]
    fronts = behind(view).front
    away = [o for o in options if o[0] == "dummy" and all(apart(id_in(o), hex) >= 6 for hex in covered)]
    deep = behind(view).to_front
    other = [o for o in away if fronts[id_in(o)] != fronts[covered[0]]] or away or options
    near = [o for o in other if o[0] == "no_dummy" or any(d.get(id_in(o), FAR) == 0 for d in deep.values())] or other
    return near[dice.below(len(near))]


def choose_way_out(view: LuftwaffeView, options: list[Option]) -> Option:
    """LW-13.1 By the shortest way home from the target: deep in the east that is to Russia."""
    mission = view.americans[id_in(options[0])].mission
    if mission not in parts().cities:
        return options[0]
    hex = parts().cities[mission].hex
    zone = behind(view)
    ways = {id_in(o, 2): o for o in options}
    if "russia" in ways and zone.to_front["russia"].get(hex, FAR) + RUSSIA_IS_FAR < zone.to_zone.get(hex, FAR):
        return ways["russia"]
    return ways.get("front") or ways.get("west") or options[0]


# -- the second wave ---------------------------------------------------------------------------------------------------


def choose_uncovered(view: LuftwaffeView, options: list[Option]) -> Option:
    """LW-4.3.4 The second wave starts when the German has spent himself on the first, or when it is high time."""
    waiting = [id for id, u in view.americans.items() if u.status == "covered" and u.mission in parts().cities]
    fresh = [o for o in options if o[0] == "uncover"]
    if not fresh or not (high_time(view, waiting) or german_spent(view) >= SPENT):
        return ("done",)
    return fresh[0]


def high_time(view: LuftwaffeView, waiting: list[str]) -> bool:
    """LW-6.13 Whether a bomber that starts later than now may not be home by the end of Turn 20."""
    zone, p = behind(view), parts()
    for id in waiting:
        unit = view.americans[id]
        far = zone.to_front.get(zone.front.get(unit.hex, "west"), {}).get(p.cities[unit.mission].hex, FAR)
        if view.turn + 2 * (-(-far // movement(unit)) + 1) + 1 >= p.scenarios[view.game].turns:
            return True
    return not any(u.status == "up" and is_bomber(u) and not u.bombed for u in view.americans.values())


def german_spent(view: LuftwaffeView) -> float:
    """The share of the German factors that have been in the air for a while or wait for fuel."""
    able = [g for g in view.germans.values() if g.status in ("air", "ground")]
    spent = sum(g.factors for g in able if (g.status == "air" and g.took_off < view.turn) or not g.fuelled)
    return spent / max(sum(g.factors for g in able), 1)


def choose_start(view: LuftwaffeView, options: list[Option]) -> Option:
    """LW-3.8 Uncovered where it lies."""
    covered = [u for u in view.americans.values() if u.status == "covered" and u.hex]
    hexes = [("at", u.hex) for u in covered if ("at", u.hex) in options]
    return hexes[0] if hexes else options[0]


def choose_guard(view: LuftwaffeView, options: list[Option]) -> Option:
    """LW-8.4 Close escort saves bombers; in a bold raid one unit guards each group and the others hunt."""
    if not is_bold(view):
        return options[0]
    unit = view.americans[id_in(options[0])]
    guarded = any(u.escort and u.hex == unit.hex for u in view.americans.values())
    return options[-1] if guarded else options[0]


def is_bold(view: LuftwaffeView) -> bool:
    """Whether this raid is flown to bring the German to battle; the missions written tell, so that it stays so."""
    written = "".join(u.mission for u in view.americans.values())
    return crc32(written.encode()) % 100 < BOLD[view.game]


def choose_raid(view: LuftwaffeView, options: list[Option]) -> Option:
    """LW-12.3 Raid when there are enough bombers for a stream; before, the stock is saved for better days."""
    ready = sum(u.factors for u in view.americans.values() if is_bomber(u) and u.status == "recovered")
    quarters = parts().scenarios[view.game].quarters
    late = view.quarter in quarters[-LAST_RAIDS:]
    return ("raid",) if ready >= (1 if late else RAID_FROM[view.game]) else ("skip",)
