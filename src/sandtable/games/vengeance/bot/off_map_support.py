"""How a sensible player uses what comes from off the map: artillery, starshells, aircraft."""

from __future__ import annotations

from math import fsum

from sandtable.games.vengeance.bot.barrages import ENOUGH, hex_value, named
from sandtable.games.vengeance.bot.judgement import cover_of, goals_of, harm_of, nearest_goal
from sandtable.games.vengeance.bot.mind import Mind
from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.model.battle import Battle, Unit, Weapon
from sandtable.games.vengeance.rules.fire import firepower
from sandtable.games.vengeance.rules.terrain.cover import tem
from sandtable.games.vengeance.rules.units.kinds import held, is_leader, is_mmc, units_at
from sandtable.kernel.flow import Option
from sandtable.kernel.modifiers import total
from sandtable.kernel.options import id_in

_WORTH_A_BOMB = 0.7


def near_the_task(mind: Mind, options: list[Option]) -> Option:
    """RV-E7.6 A Spotter Plane: over the edge that is nearest to what the battle is about."""
    wanted = [mind.f.hex_of[at] for at in mind.task]
    if not wanted:
        return options[0]
    return mind.best(options, lambda o: -min(mind.f.ground.range(id_in(o, 2), hex) for hex in wanted))


def is_radio(s: Battle, weapon: Weapon) -> bool:
    """Whether a battery is worked by it."""
    return any(battery.weapon == weapon.id for battery in s.batteries.values())


def watches(mind: Mind, unit: Unit) -> bool:
    """RV-C1.6 Whether a unit directs a battery from where it sees the enemy or the task: it should not leave."""
    s, f = mind.s, mind.f
    if not s.batteries or not unit.at or not any(is_radio(s, w) for w in held(s, unit.id)):
        return False
    if any(b.ended for b in s.batteries.values() if b.weapon in {w.id for w in held(s, unit.id)}):
        return False
    wanted = dict.fromkeys([*(u.at for u in s.units.values() if u.side != mind.seat and u.at), *goals_of(s)])
    return any(at in f.hex_of and not f.los(unit.at, at).blocked for at in wanted)


def at_their_posts(mind: Mind, options: list[Option]) -> list[Option]:
    """The options without those that would take an observer from his post."""
    s = mind.s
    if not s.batteries:
        return options
    left = [
        o for o in options
        if o[0] not in ("move", "with", "advance") or o[1] not in s.units or not watches(mind, s.units[id_in(o)])
    ]  # fmt: skip
    return left or options


def is_observer(s: Battle, unit: Unit) -> bool:
    """Whether a leader comes with a radio and without men: he is there to observe."""
    own = [w for w in s.weapons.values() if w.side == unit.side and w.group == unit.group]
    men = any(is_mmc(u) for u in s.units.values() if u.side == unit.side and u.group == unit.group)
    return is_leader(unit) and not men and any(is_radio(s, w) for w in own)


def place_observer(mind: Mind, options: list[Option]) -> Option:
    """Where he sees most of the task from cover, and not in the first line."""
    s, f = mind.s, mind.f
    wanted = [at for at in goals_of(s) if at in f.hex_of]

    def score(option: Option) -> float:
        at = id_in(option, 2)
        sees = sum(1 for to in wanted if not f.los(at, to).blocked)
        return 2.0 * min(sees, 4) + 0.5 * cover_of(s, at) - 0.3 * max(0, 4 - nearest_goal(s, at, tuple(wanted)))

    return mind.best(options, score)


# -- light -----------------------------------------------------------------------------------------------------------


def starshell_or_not(mind: Mind, options: list[Option]) -> Option:
    """A leader, who is likely to succeed; nobody shoots at what he cannot see."""
    leaders = [o for o in options if o[0] == "starshell" and is_leader(mind.s.units[id_in(o)])]
    return leaders[0] if leaders else options[-1]


def where_to_light(mind: Mind, options: list[Option]) -> Option:
    """Over the enemy, not over our own men."""
    radius = components().conditions.illumination.starshell_radius
    f = mind.f

    def score(option: Option) -> float:
        near = [u for u in mind.s.units.values() if u.at and f.ground.range(id_in(option), f.hex_of[u.at]) <= radius]
        return fsum(1.0 if u.side != mind.seat else -0.7 for u in near)

    return mind.best(options, score)


def roams(mind: Mind) -> bool:
    """Whether the moving stack should risk to stray: it has far to go."""
    assert mind.s.move is not None
    at = mind.s.units[mind.s.move.units[0]].at
    return mind.attacks and (not at or nearest_goal(mind.s, at, mind.goals()) > 3)


# -- aircraft --------------------------------------------------------------------------------------------------------


def where_to_fly(mind: Mind, options: list[Option]) -> Option:
    """The hex with most to gain, its neighbours being spoilt by a miss."""
    fp = float(components().air.attack.bomb_fp)
    around = mind.f.ground.neighbours

    def score(option: Option) -> float:
        hex = id_in(option, 2)
        stray = fsum(min(0.0, hex_value(mind, near, fp)) for near in around[hex] if near in mind.f.area)
        return hex_value(mind, hex, fp) + 0.1 * stray

    best = max((o for o in options if o[0] == "sortie"), key=score, default=options[-1])
    return best if best[0] == "sortie" and score(best) > ENOUGH else options[-1]


def how_to_attack(mind: Mind, options: list[Option]) -> Option:
    """Bombs on a crowd, guns on the rest; never on our own men."""
    bomb = named(options, "bomb")
    if bomb is not None:
        hex = mind.s.planes[id_in(bomb)].target
        if hex_value(mind, hex, components().air.attack.bomb_fp) > _WORTH_A_BOMB:
            return bomb
    column = firepower.column_for(12)

    def score(option: Option) -> float:
        if option[0] != "strafe":
            return 0.01 if option[0] == "bomb" else 0.0
        at = id_in(option, 2)
        drm = total(tem(mind.s, mind.f, at, at))
        return harm_of(mind.s, units_at(mind.s, at), column, drm, mind.seat)

    return mind.best(options, score)
