"""What a sensible player would do: fire where it hurts, use cover, go for the task, keep leaders with their men."""

from __future__ import annotations

from collections.abc import Callable
from math import fsum

from sandtable.games.vengeance.bot import driving, vehicles
from sandtable.games.vengeance.bot.barrages import (
    aim_round,
    call_battery,
    choose_mission,
    fire_again,
    post_observer,
    register,
    use_round,
)
from sandtable.games.vengeance.bot.errands import who_ends_his_errand
from sandtable.games.vengeance.bot.field_works import (
    blow_or_fire,
    heaviest_first,
    set_on_bridge,
    step_or_labour,
    strongest_field,
    where_to_dig,
    where_works_stand,
    widest_view,
)
from sandtable.games.vengeance.bot.fire import fire_group, fire_or_not, which_target
from sandtable.games.vengeance.bot.gunnery import WORTH_A_SHOT, name_spotter, point_gun, which_shell
from sandtable.games.vengeance.bot.habits import REGULAR, Habits
from sandtable.games.vengeance.bot.judgement import worth_of
from sandtable.games.vengeance.bot.mind import Mind, mind_of
from sandtable.games.vengeance.bot.movement import (
    claims_or_not,
    wave_or_not,
    where_the_wave_goes,
    where_to_search,
    who_moves,
    with_the_wave,
)
from sandtable.games.vengeance.bot.off_map_support import (
    at_their_posts,
    how_to_attack,
    near_the_task,
    roams,
    starshell_or_not,
    where_to_fly,
    where_to_light,
)
from sandtable.games.vengeance.bot.rally import keep_dm_or_not, organize, rally_or_not, what_to_drop
from sandtable.games.vengeance.bot.refit import in_refit
from sandtable.games.vengeance.bot.rockets import ROCKETS
from sandtable.games.vengeance.bot.rout_and_close_combat import (
    hand_to_hand_or_not,
    where_to_go,
    where_to_rout,
    which_way,
    who_advances,
    who_joins_the_attack,
    who_routs,
    whom_to_attack,
)
from sandtable.games.vengeance.bot.set_up import cover_or_not, give_weapon, place_sniper, set_up_at
from sandtable.games.vengeance.bot.smoke_shells import best_screen
from sandtable.games.vengeance.bot.vehicles import best_commanded
from sandtable.games.vengeance.knowledge.sight import BattleView, as_battle
from sandtable.games.vengeance.model.battle import SIDES
from sandtable.games.vengeance.rules.set_up.placement import ALL_THE_REST, REST
from sandtable.games.vengeance.rules.units.kinds import type_of, weapon_type
from sandtable.games.vengeance.rules.vehicles.crews.armor_leaders import COMMAND
from sandtable.games.vengeance.rules.victory.control import condition_value
from sandtable.games.vengeance.scenarios.cards import scenario
from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Option
from sandtable.kernel.options import id_in, verb_of

_LEFT_TO_THE_PROGRAM = (ALL_THE_REST, *REST.values())


def sensible(
    view: BattleView,
    seat: str,
    options: list[Option],
    rule: str,
    dice: Dice,
    hasty: bool = False,
    habits: Habits = REGULAR,
) -> Option:
    """What a sensible player would choose, knowing only the view; he sets up himself."""
    options = [option for option in options if option[0] not in _LEFT_TO_THE_PROGRAM]
    if len(options) == 1:
        return options[0]
    mind = mind_of(view, seat, dice, rule, hasty, habits)
    options = at_their_posts(mind, options)
    if len(options) == 1:
        return options[0]
    verbs = {verb_of(option) for option in options}
    if view.phase == "refit" and view.step != "melee":
        return in_refit(mind, options)
    if "move" in verbs and (errand := who_ends_his_errand(mind.s, mind.f, options)) is not None:
        return errand
    if view.vehicles and (choice := with_vehicles(mind, options, verbs)) is not None:
        return choice
    if "roam" in verbs and roams(mind):
        return ("roam",)
    if rule == "RV-A4.2" and "move" not in verbs:
        return step_or_labour(mind, options)
    for marker, choose in _CHOOSERS:
        if marker in verbs:
            return choose(mind, options)
    return options[0]


def with_vehicles(mind: Mind, options: list[Option], verbs: set[str]) -> Option | None:
    """What vehicles bring into a decision; None if it is not about them."""
    if mind.rule == "RV-D2.1":
        return driving.drive_on(mind, options)
    if "drive" in verbs:
        if (driver := driving.who_drives(mind, options)) is not None:
            return driver
        return who_moves(mind, [o for o in options if o[0] != "drive"])
    if verbs & {"gun", "mg", "react"} or any(o[-1] in mind.s.vehicles for o in options if o[0] in ROCKETS):
        if (shot := vehicles.vehicle_to_fire(mind, options)) is not None:
            return shot
        screen, smoke = best_screen(mind, [o for o in options if o[0] == "gun_smoke"])
        if screen >= WORTH_A_SHOT:
            return smoke
        left = [o for o in options if o[0] not in ("gun", "gun_again", "mg", "react", "motion")]
        return fire_or_not(mind, left) if len(left) > 1 else left[0]
    if "set_up" in verbs and id_in(options[0]) in mind.s.vehicles:
        return vehicles.place_vehicle(mind, options)
    for (marker, rule), choose in _ARMOUR.items():
        if marker in verbs and rule in ("", mind.rule):
            return choose(mind, options)
    return None


def worth(view: BattleView, seat: str) -> float:
    """Forces left and the task, from 0 to 1."""
    if view.winner:
        return 1.0 if view.winner == seat else 0.0
    s = as_battle(view)
    forces = {side: fsum(worth_of(u) for u in s.units.values() if u.side == side) for side in SIDES}
    for vehicle in s.vehicles.values():
        forces[vehicle.side] += vehicles.vehicle_worth(vehicle)
    # Who sets up first sees no enemy yet, and has not won by that.
    share = 0.5 if s.phase == "setup" else forces[seat] / (fsum(forces.values()) or 1)
    if s.campaign is not None:
        return share
    victory = scenario(s.scenario).victory
    now, needed = condition_value(s, victory.conditions[0], victory.side)
    done = min(1.0, now / needed) if needed else 0.0
    task = done if victory.side == seat else 1 - done
    return min(1.0, max(0.0, 0.5 * share + 0.5 * task))


def whom_to_show(mind: Mind, options: list[Option]) -> Option:
    """Nobody if it can be helped; else somebody who can shoot."""
    if ("done",) in options:
        return ("done",)
    units = mind.s.units
    return max(options, key=lambda o: type_of(units[id_in(o)]).fp if o[1] in units else -1)


def who_enters(mind: Mind, options: list[Option]) -> Option:
    """RV-CG21 Everybody, as soon as he may."""
    return next((o for o in options if o[0] == "all_enter"), options[0])


def _named(verb: str) -> Callable[[Mind, list[Option]], Option]:
    def choose(mind: Mind, options: list[Option]) -> Option:
        return next(o for o in options if o[0] == verb)

    return choose


_ARMOUR: dict[tuple[str, str], Callable[[Mind, list[Option]], Option]] = {
    ("open", ""): vehicles.hatches,
    ("close", ""): vehicles.hatches,
    ("face", ""): driving.face,
    ("turret", ""): _named("turret"),
    ("all_walk", ""): _named("all_walk"),
    ("look_out", ""): vehicles.look_out_or_not,
    ("mend", ""): _named("mend"),
    ("at", "RV-D3.1"): vehicles.which_vehicle_target,
    ("at", "RV-D3.2"): vehicles.which_vehicle_target,
    ("shell", "RV-D3.1"): vehicles.which_vehicle_shell,
    ("all", ""): _named("all"),
    ("against", ""): _named("against"),
    ("attack", "RV-A11.5"): vehicles.fight_vehicle,
    ("roll", "RV-A11.5"): _named("roll"),
    ("close_defence", ""): _named("close_defence"),
    ("straight", ""): _named("straight"),
    ("motion", ""): _named("pass"),
}


_CHOOSERS: tuple[tuple[str, Callable[[Mind, list[Option]], Option]], ...] = (
    ("contact", call_battery),
    ("shells", choose_mission),
    ("aim", aim_round),
    ("spot", _named("convert")),
    ("keep_round", use_round),
    ("correct_convert", use_round),
    ("fire_on", fire_again),
    ("to_spotting", fire_again),
    ("correct", fire_again),
    ("observe", post_observer),
    ("watch", near_the_task),
    ("register", register),
    ("starshell", starshell_or_not),
    ("light", where_to_light),
    ("sortie", where_to_fly),
    ("strafe", how_to_attack),
    ("bomb", how_to_attack),
    ("flak", lambda mind, options: options[0]),
    ("set_up", set_up_at),
    ("emplace", where_works_stand),
    ("bar", where_works_stand),
    ("dig", where_to_dig),
    ("strength", strongest_field),
    ("arc", widest_view),
    ("blow", blow_or_fire),
    ("preset", set_on_bridge),
    ("first_battery", heaviest_first),
    ("dealt_out", _named("dealt_out")),
    ("give", give_weapon),
    ("conceal", cover_or_not),
    ("dummy", cover_or_not),
    ("hide", cover_or_not),
    ("sniper", place_sniper),
    ("snipe", _named("snipe")),
    ("roll", fire_group),
    ("keep_rate", _named("keep_rate")),
    ("keep_rate_of", _named("keep_rate_of")),
    ("pass", fire_or_not),
    ("keep_dm", keep_dm_or_not),
    ("self_rally", rally_or_not),
    ("rally", rally_or_not),
    ("fire", fire_or_not),
    ("shoot", fire_or_not),
    ("intensive", fire_or_not),
    ("lay_smoke", fire_or_not),
    ("gun_smoke", fire_or_not),
    ("shell", which_shell),
    ("point", point_gun),
    ("hide_gun", _named("hide_gun")),
    ("conceal_gun", _named("conceal_gun")),
    ("no_spotter", name_spotter),
    ("flame", fire_or_not),
    ("rocket", fire_or_not),
    ("faust", fire_or_not),
    ("throw", fire_or_not),
    ("detonate", fire_or_not),
    ("opportunity", _named("done")),
    ("entrench", _named("done")),
    ("dismantle", _named("done")),
    ("limber", _named("done")),
    ("unlimber", _named("done")),
    ("assemble", _named("done")),
    ("at", which_target),
    ("move", who_moves),
    ("stand", lambda mind, options: options[0]),
    ("stop", step_or_labour),
    ("claim", claims_or_not),
    ("human_wave", wave_or_not),
    ("wave_target", where_the_wave_goes),
    ("wave_to", with_the_wave),
    ("give_up_wall", _named("done")),
    ("break", _named("done")),
    ("rout", who_routs),
    ("via", which_way),
    ("crawl", where_to_rout),
    ("stay", where_to_go),
    ("search_at", where_to_search),
    ("advance", who_advances),
    ("hand_to_hand", hand_to_hand_or_not),
    ("set", who_joins_the_attack),
    ("attack", whom_to_attack),
    ("deploy", organize),
    ("recombine", organize),
    ("recover", organize),
    ("transfer", organize),
    ("repair", organize),
    ("drop", what_to_drop),
    ("cloak_all", _named("cloak_all")),
    ("cloak", _named("cloak")),
    ("empty_cloak", _named("done")),
    ("stay_cloaked", _named("stay_cloaked")),
    ("enters", who_enters),
    ("mounts", _named("done")),
    ("hitches", _named("done")),
    *((verb, best_commanded) for verb in COMMAND),
    ("release_all", _named("release_all")),
    ("release", _named("release")),
    ("show", whom_to_show),
    ("keep", lambda mind, options: max(options, key=lambda o: weapon_type(mind.s.weapons[id_in(o)]).fp)),
)
