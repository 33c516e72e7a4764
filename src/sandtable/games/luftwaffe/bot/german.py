"""What a sensible German does: waits for the bombers, launches when he can reach them, lands and refuels in time."""

from __future__ import annotations

from math import fsum

from sandtable.games.luftwaffe.bot.bases import Staging, choose_base, choose_jet_base, staging_landing
from sandtable.games.luftwaffe.bot.estimates import (
    apart,
    behind,
    best_e,
    effective_e,
    expected_kills,
    is_bomber,
    movement,
    turns_left,
)
from sandtable.games.luftwaffe.bot.interception import assignments
from sandtable.games.luftwaffe.bot.prey import Prey, prey
from sandtable.games.luftwaffe.components import parts
from sandtable.games.luftwaffe.knowledge.sight import LuftwaffeView
from sandtable.games.luftwaffe.map.geography import FAR, to_base
from sandtable.games.luftwaffe.model import German
from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Option
from sandtable.kernel.options import id_in

LAUNCH_SHARE = 0.5
"""The share of a type that must reach bombers before it is launched."""
PATIENT = 99
"""Types with less time than this stage in the first turn and are not launched before there is somebody to attack."""
EARLY_SHARE = 0.4
"""A type is launched a turn early when this share of it will then reach bombers."""
NO_JET_BASE, QUEUE = 50.0, 3.0
"""What counts against a base to land on: that it can't refuel a jet, and each factor that waits for fuel there."""
AWAY, NEAR = 0.3, 4
"""And how far the bombers are that have not bombed, for each hex beyond so many."""

# -- movement ----------------------------------------------------------------------------------------------------------


def choose_move(view: LuftwaffeView, options: list[Option]) -> Option:
    """LW-4.2.2 Launch what can reach bombers, then fly everything in the air, rockets last."""
    targets = prey(view)
    for option in options:
        if option[0] == "launch" and worth_launching(view, id_in(option), targets):
            return option
    stacks = [o for o in options if o[0] == "lead"] or [o for o in options if o[0] == "move"]
    if stacks:
        return stacks[0]
    if view.turn == 1:
        staging = Staging(view)
        for option in options:
            if option[0] == "stage" and staging.is_worth_it(id_in(option)):
                return option
    for option in options:
        if option[0] == "scramble" and any(
            t.bombers and apart(view.germans[id_in(option)].hex, hex) <= 2 for hex, t in targets.items()
        ):
            return option
    return ("done",)


def next_hexes(view: LuftwaffeView) -> list[str]:
    """Where bombers are now; those still behind the line will be over it when the German moves again."""
    return [u.hex for u in view.americans.values() if u.status == "up" and is_bomber(u) and not u.bombed]


def worth_launching(view: LuftwaffeView, what: str, targets: dict[str, Prey]) -> bool:
    """LW-6.1 Whether enough of a type can be over bombers that are worth it, in this turn or the next."""
    units = [g for id, g in view.germans.items() if g.status == "ground" and what in (g.type, id)]
    total = sum(g.factors for g in units)
    if not total:
        return False
    prizes = [hex for hex, t in targets.items() if t.bombers and t.worth() > 0.5]
    now = sum(g.factors for g in units if any(apart(g.hex, hex) <= movement(g) for hex in prizes))
    if now >= LAUNCH_SHARE * total:
        return True
    if view.turn == 1 and parts().types[units[0].type].time_with < PATIENT:
        return False
    coming = next_hexes(view)
    soon = sum(g.factors for g in units if any(apart(g.hex, hex) <= 2 * movement(g) for hex in coming))
    return soon >= EARLY_SHARE * total


def choose_flight(view: LuftwaffeView, options: list[Option], own: float = 0.0) -> Option:
    """LW-8.2 Attack where all that can come together achieve most, else land in time, else close in.

    LW-15.2.2 A factor of his own that an escort shoots down first counts `own`.
    """
    lead = view.germans[view.moving[0]]
    ids = list(view.moving)
    left = turns_left(view, lead)
    if lead.staging:
        return staging_landing(view, options) or land_somewhere(view, lead, options)
    if left <= 0:
        return land_somewhere(view, lead, options)
    targets = prey(view)
    home = to_base(view.zone_key, view.unusable)
    flights = {id_in(o): o for o in options if o[0] == "fly"}
    flights |= {id_in(o): o for o in options if o[0] == "strike"}
    wanted = assignments(view, targets, own).get(view.moving[0])
    if wanted in flights:
        return flights[wanted]
    home = to_base(view.zone_key, view.unusable)
    best, choice = 0.0, None
    for hex, target in targets.items():
        if target.bombers or hex not in flights or home.get(hex, FAR) > movement(lead) * left:
            continue
        worth = lone_fighters(view, hex, ids) - 0.6
        if worth > best:
            best, choice = worth, flights[hex]
    if choice is not None:
        return choice
    return close_in(view, lead, options, targets, left)


def lone_fighters(view: LuftwaffeView, hex: str, ids: list[str]) -> float:
    """What an attack on fighters without bombers is worth."""
    there = [id for id, u in view.americans.items() if u.status == "up" and u.hex == hex]
    friends = [id for id, g in view.germans.items() if g.status == "air" and g.moved and g.hex == hex]
    kills = expected_kills(view, [*ids, *friends], view.germans, best_e(view, view.americans, there))
    strength = sum(view.americans[id].factors for id in there)
    back = expected_kills(view, there, view.americans, best_e(view, view.germans, ids))
    return min(kills, strength) - back


def close_in(view: LuftwaffeView, lead: German, options: list[Option], targets: dict[str, Prey], left: int) -> Option:
    """Nothing in reach: wait where the bombers can be met next turn, or land."""
    hunted = [hex for hex, t in targets.items() if t.bombers and t.worth() > 0] or next_hexes(view)
    mf = movement(lead)
    if hunted and left >= 2:
        nearest = min(hunted, key=lambda hex: apart(lead.hex, hex))
        if apart(lead.hex, nearest) <= 2 * mf + 2:
            safe = [o for o in options if o[0] == "fly" and o[1] not in targets]
            home = to_base(view.zone_key, view.unusable)
            safe = [o for o in safe if home.get(id_in(o), FAR) <= mf * (left - 1)]
            if safe:
                return min(safe, key=lambda o: (abs(apart(id_in(o), nearest) - 2), id_in(o)))
    return land_somewhere(view, lead, options)


def land_somewhere(view: LuftwaffeView, lead: German, options: list[Option]) -> Option:
    """LW-6.9 Land where the queue for fuel is short, no American is near, and the bombers will pass."""
    landings = [o for o in options if o[0] == "land"]
    if not landings:
        flights = [o for o in options if o[0] == "fly"]
        home = to_base(view.zone_key, view.unusable)
        return min(flights, key=lambda o: home.get(id_in(o), FAR)) if flights else options[0]
    waiting: dict[str, int] = {}
    for g in view.germans.values():
        if g.status == "ground":
            waiting[g.hex] = waiting.get(g.hex, 0) + (g.factors if not g.fuelled else 1)
    targets = prey(view)
    fighters = [hex for hex, t in targets.items() if t.fighters]
    hunted = [hex for hex, t in targets.items() if t.fresh]
    jets = parts().types[lead.type].jet
    jet_hexes = {parts().bases[b].hex for b in view.jet_bases}

    def cost(option: Option) -> float:
        hex = id_in(option)
        danger = fsum(1.0 for other in fighters if apart(hex, other) <= 8)
        away = min((apart(hex, other) for other in hunted), default=0)
        wrong = NO_JET_BASE if jets and hex not in jet_hexes else 0.0
        return wrong + QUEUE * waiting.get(hex, 0) + 1.5 * danger + AWAY * max(away - NEAR, 0)

    if len(view.moving) > 1:
        apart_units = [o for o in options if o[0] == "without"]
        if apart_units:
            return apart_units[-1]  # a base refuels one full unit a turn: land them one by one
    return min(landings, key=cost)


# -- combat ------------------------------------------------------------------------------------------------------------


def choose_target(view: LuftwaffeView, options: list[Option]) -> Option:
    """LW-9.1.6 The bombers, unless they have bombed and the fighters are easy."""
    here = prey(view).get(view.battle)
    if here is None or here.fresh or here.bombers >= here.fighters:
        return options[0]
    type = id_in(options[0])
    ids = [id for id, g in view.germans.items() if g.type == type and view.battle in (g.hex, g.strike)]
    return options[1] if lone_fighters(view, view.battle, ids) > 0.5 else options[0]


def choose_tanks(view: LuftwaffeView, options: list[Option]) -> Option:
    """LW-6.6 Drop when E is too low against what is met, and a base is near enough afterwards."""
    key = id_in(options[0])
    ids = [id for id, g in view.germans.items() if g.clock == key and g.status == "air"]
    if not ids:
        return options[1]
    kind = parts().types[view.germans[ids[0]].type]
    left = min(turns_left(view, view.germans[ids[0]]), kind.time_without)
    home = to_base(view.zone_key, view.unusable)
    if any(home.get(view.germans[id].hex, FAR) > kind.mf * left for id in ids):
        return options[1]
    here = [id for id, u in view.americans.items() if u.status == "up" and u.hex == view.battle and not is_bomber(u)]
    met = best_e(view, view.americans, here)
    own = max(effective_e(view, id, view.germans[id]) for id in ids)
    return options[0] if met > own else options[1]


def choose_guns(view: LuftwaffeView, options: list[Option]) -> Option:
    """LW-9.7.1 Fire at the stack with most bombers that have not bombed."""
    targets = prey(view)
    shots = [o for o in options if o[0] == "fire"]
    return max(shots, key=lambda o: (t.fresh * 2 + t.bombers + t.escorts) if (t := targets.get(id_in(o, 2))) else 0)


def choose_removed(view: LuftwaffeView, options: list[Option]) -> Option:
    """LW-9.3.4 Remove bombers that have not bombed."""
    return min(options, key=lambda o: view.americans[id_in(o)].bombed)


def choose_lost(view: LuftwaffeView, options: list[Option]) -> Option:
    """LW-9.5.5 Reduced units go first: fewer counters to refuel; the worst type first."""

    def value(option: Option) -> tuple[float, int]:
        unit = view.germans[id_in(option)]
        kind = parts().types[unit.type]
        return (kind.e, unit.factors)

    return min(options, key=value)


def choose_rocket(view: LuftwaffeView, options: list[Option]) -> Option:
    """LW-12.14.4 Attack bombers if there are any, and land at home."""
    targets = prey(view)
    strikes = [o for o in options if o[0] == "strike" and targets[id_in(o)].bombers]
    return max(strikes, key=lambda o: targets[id_in(o)].worth()) if strikes else ("stay",)


def decide(view: LuftwaffeView, options: list[Option], dice: Dice) -> Option:
    """The German's choice, told by what is asked."""
    verbs = {o[0] for o in options}
    if "deploy" in verbs or "keep_off" in verbs:
        return choose_base(view, options)
    if "jet_base" in verbs or "no_jet_base" in verbs:
        return choose_jet_base(view, options)
    if ("done",) in options or "move" in verbs:
        return choose_move(view, options)
    if "stay" in verbs:
        return choose_rocket(view, options)
    if "land" in verbs and "fly" not in verbs:
        home = view.germans[view.moving[0]].hex
        return next((o for o in options if o[1] == home), options[0])
    if "fly" in verbs:
        return choose_flight(view, options) if "land" in verbs else fly_on(view, options)
    return decide_battle(view, options, verbs)


def decide_battle(view: LuftwaffeView, options: list[Option], verbs: set[str | int]) -> Option:
    """Choices of the combat steps and between raids."""
    if "at_bombers" in verbs:
        return choose_target(view, options)
    if "drop" in verbs:
        return choose_tanks(view, options)
    if "fire" in verbs:
        return choose_guns(view, options)
    if "remove" in verbs:
        return choose_removed(view, options)
    if "lose" in verbs:
        return choose_lost(view, options)
    if "battle" in verbs:
        targets = prey(view)
        return max(options, key=lambda o: t.worth() if (t := targets.get(id_in(o))) else -9)
    if "restore" in verbs:
        return max(options, key=lambda o: behind(view).to_zone.get(parts().cities[id_in(o)].hex, FAR))
    if "rebuild" in verbs:
        return max(
            options, key=lambda o: (parts().types[view.germans[id_in(o)].type].e, view.germans[id_in(o)].factors)
        )
    if "withdraw" in verbs:
        return min(options, key=lambda o: view.germans[id_in(o)].factors)
    return options[0]


def fly_on(view: LuftwaffeView, options: list[Option]) -> Option:
    """LW-14.2.1 After a strike in passing: to where no American fighter is near."""
    fighters = [hex for hex, t in prey(view).items() if t.fighters or t.escorts]
    home = to_base(view.zone_key, view.unusable)
    mf = movement(view.germans[view.moving[0]])
    left = max(turns_left(view, view.germans[view.moving[0]]), 0)
    safe = [o for o in options if home.get(id_in(o), FAR) <= mf * left] or options
    return max(safe, key=lambda o: min((apart(id_in(o), hex) for hex in fighters), default=0))
