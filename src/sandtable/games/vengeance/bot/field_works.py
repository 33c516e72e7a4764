"""Field works, charges and the Banner for a sensible player: where to build, when to clear, breach, blow and plant."""

from __future__ import annotations

from collections import Counter
from math import fsum

from sandtable.games.vengeance.bot.fire import fire_or_not
from sandtable.games.vengeance.bot.judgement import (
    FAR_OFF,
    bank_posts,
    goals_of,
    ground_of_the_reichstag,
    ways_to_any,
    worth_of,
)
from sandtable.games.vengeance.bot.mind import Mind
from sandtable.games.vengeance.bot.movement import next_step
from sandtable.games.vengeance.bot.vehicles import vehicle_worth
from sandtable.games.vengeance.campaign.battle.posts import is_initial
from sandtable.games.vengeance.map import current_sight
from sandtable.games.vengeance.rules.ordnance.covered_arc import in_arc
from sandtable.games.vengeance.rules.units.kinds import good_order, is_mmc, other, type_of, units_at
from sandtable.games.vengeance.rules.victory.banner import is_banner
from sandtable.kernel.flow import Option
from sandtable.kernel.options import id_in, number_in

_CHARGE_WORTH, _MOST_DANGER, _QUIET = 0.45, 0.7, 0.1
_ASSAULT_PARTY = 2
"""So many squads stand before a wall when it is worth breaching, those with the charge among them."""
_WAY_IN, _LINK = 0.5, 5.0
"""What a Breach is worth by which others can go in, and a Foxhole that links the perimeter."""


def where_works_stand(mind: Mind, options: list[Option]) -> Option:
    """Walls for the goals themselves, cupolas beside them, obstacles two hexes before them.

    RV-I9 The Foxholes with which the campaign begins link the perimeter where the bridges end.
    """
    s = mind.s
    strong_house = s.campaign is not None and "fortified" in id_in(options[0])
    wanted = ground_of_the_reichstag() if strong_house else goals_of(s)
    ways = ways_to_any(s.scenario, wanted)
    wall = id_in(options[0]).split("-")[1] in ("fortified", "pillbox", "trench", "foxhole")
    best = 0 if wall else 1 if "cupola" in id_in(options[0]) else 2
    taken = Counter(place for w in s.works.values() for place in w.places[:1])
    taken.update(v.at for v in s.vehicles.values())

    def score(option: Option) -> float:
        at = id_in(option, 2)
        here = at if at in mind.f.steps else f"{at}-bridge"
        far = ways.get(here, FAR_OFF) if here in mind.f.steps else FAR_OFF
        links = _LINK if is_initial(s) and "foxhole" in id_in(option) and at in bank_posts() else 0.0
        return links - abs(far - best) - taken[at] * (1.0 + links)

    return mind.best(options, score)


def where_to_dig(mind: Mind, options: list[Option]) -> Option:
    """RV-B8.6 A tunnel leads from what is fought for to a house beyond it: by it one comes, or gets away."""
    s, f = mind.s, mind.f
    begun = s.tunnels[id_in(options[0])].ends[0]
    if begun:
        return mind.best(options, lambda o: f.range(begun, id_in(o, 2)))
    ways = ways_to_any(s.scenario, goals_of(s))
    return mind.best(options, lambda o: -ways.get(id_in(o, 2), FAR_OFF))


def strongest_field(mind: Mind, options: list[Option]) -> Option:
    """Few strong minefields."""
    return mind.best(options, lambda o: number_in(o, 2))


def widest_view(mind: Mind, options: list[Option]) -> Option:
    """A Pillbox looks where it sees most."""
    s, f = mind.s, mind.f
    hex = s.works[id_in(options[0])].at
    seen = [
        to for to in f.ground.hexes
        if to in f.area and to in f.steps and f.ground.range(hex, to) <= 6 and not f.los(hex, to).blocked
    ]  # fmt: skip
    return mind.best(options, lambda o: sum(in_arc(f.ground, hex, number_in(o, 2), to) for to in seen))


def step_or_labour(mind: Mind, options: list[Option]) -> Option:
    """Off the map and the Banner first, then a charge that is worth it, a way through wire and mines, or a step."""
    if (gun := _gun_to_bring(mind, options)) is not None:
        return gun
    for option in options:
        if option[0] in ("exit_map", "plant", "off_wire"):
            return option
        if option[0] == "recover" and is_banner(mind.s.weapons[id_in(option, 2)]):
            return option
    charges = [o for o in options if o[0] in ("place_charge", "breach")]
    if charges:
        best = mind.best(charges, lambda o: _charge_value(mind, o))
        if _charge_value(mind, best) > _CHARGE_WORTH:
            return best
    for option in options:
        if option[0] == "clear" and _should_clear(mind, id_in(option)):
            return option
    return next_step(mind, options)


def _gun_to_bring(mind: Mind, options: list[Option]) -> Option | None:
    """RV-CG21 A crew off the map brings its Gun along."""
    move = mind.s.move
    outside = move is not None and not mind.s.units[move.units[0]].at
    return next((o for o in options if o[0] == "push"), None) if outside else None


def _charge_value(mind: Mind, option: Option) -> float:
    """What a placed charge takes from the enemy, and what it opens; too dangerous a place is not worth it.

    RV-B23.711, RV-B23.922 Before the walls of the task there is no other way in: then nobody minds the danger.
    """
    s = mind.s
    assert s.move is not None
    target = id_in(option, 2)
    enemies = units_at(s, target, other(mind.seat))
    own = units_at(s, target, mind.seat)
    opens = option[0] == "breach" and any(not u.broken for u in enemies) and _followed(mind, target)
    if own or (mind.danger(s.units[s.move.units[0]].at, True) > _MOST_DANGER and not opens):
        return 0.0
    return 0.5 * fsum(map(worth_of, enemies)) + (_WAY_IN if opens else 0.0)


def _followed(mind: Mind, target: str) -> bool:
    """Whether a place is wanted, and others are near enough to go in after those who blow up its wall."""
    s, f = mind.s, mind.f
    if not mind.attacks or mind.patient or target not in mind.goals():
        return False
    near = [u for at in f.adjacent[target] for u in units_at(s, at, mind.seat)]
    return sum(is_mmc(u) and good_order(u) and not u.pinned for u in near) >= _ASSAULT_PARTY


def _should_clear(mind: Mind, what: str) -> bool:
    """Engineers clear what lies where nobody shoots at them, while there is time."""
    s = mind.s
    assert s.move is not None
    unit = s.units[s.move.units[0]]
    work = s.works.get(what)
    if work is None or work.side == mind.seat or not type_of(unit).assault_engineer or mind.turns_left < 2:
        return False
    return mind.danger(unit.at, True) < _QUIET


def blow_or_fire(mind: Mind, options: list[Option]) -> Option:
    """A set charge goes off when enemies are on it or about to be; otherwise it waits."""
    s, f = mind.s, mind.f
    best: tuple[float, Option] = (0.5, options[-1])
    for option in options:
        if option[0] not in ("blow", "blow_led"):
            continue
        charge = next(c for c in s.set_charges if c.weapon == option[1])
        near = [u for u in s.units.values() if u.side != mind.seat and u.at and f.range(u.at, charge.at) <= 1]
        value = fsum(worth_of(u) * (2.0 if u.at == charge.at else 0.4) for u in near)
        value += fsum(
            vehicle_worth(v) * (1.0 if v.at == charge.at else 0.2) for v in s.vehicles.values()
            if v.side != mind.seat and v.at and f.range(v.at, charge.at) <= 1
        )  # fmt: skip
        value += 0.1 if option[0] == "blow_led" else 0.0
        if charge.urgent or value > best[0]:
            best = (value + 5 * charge.urgent, option)
    if best[0] > 0.5:
        return best[1]
    return fire_or_not(mind, [o for o in options if o[0] not in ("blow", "blow_led")])


def set_on_bridge(mind: Mind, options: list[Option]) -> Option:
    """RV-BRV11.31, RV-A23.7 A charge whose setter sees the bridge, from near but not from the first house."""
    s, f = mind.s, mind.f

    def score(option: Option) -> float:
        if option[0] != "preset":
            return -99.0
        setter, at = s.units[s.weapons[id_in(option)].holder], id_in(option, 2)
        return (10.0 if current_sight.sees(s, f, setter.at, at) else 0.0) - abs(f.range(setter.at, at) - 3)

    return mind.best(options, score)


def heaviest_first(mind: Mind, options: list[Option]) -> Option:
    """RV-CG9 The module of the larger calibre comes first."""
    batteries = mind.s.batteries
    return mind.best(options, lambda o: int("".join(c for c in batteries[id_in(o)].module if c.isdigit()) or 0))
