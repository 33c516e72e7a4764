"""What a sensible player would do. It knows only the view."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.warbirds.components import AIRMEN, EVENTS, MISSIONS, PARTS, STATIONS
from sandtable.games.warbirds.knowledge.sight import WarbirdsView
from sandtable.games.warbirds.model import ENEMY, RETURN, holder
from sandtable.games.warbirds.rules.skill import chance, cockpit_modifiers, station_modifiers, value_of
from sandtable.kernel.flow import Option
from sandtable.kernel.options import id_in

FILL_ORDER = (
    "pilot", "bombardier", "engineer", "navigator", "radio", "copilot", "ball", "tail", "nose", "left_waist",
    "right_waist",
)  # fmt: skip
"""The stations in the order in which a commander would want them filled."""
KEY_STATIONS = ("bombardier", "navigator", "radio", "engineer")
"""The stations without which the mission fails: somebody with nothing better to do takes them over."""
HOPEFUL_DRIFT = 3
"""With no more drift cards than this it is worth waiting for a better line."""
LITTLE = 2
"""A part that can take no more damage than this is badly hurt."""


def sensible(view: WarbirdsView, seat: str, options: list[Option], rule: str) -> Option:
    """Choose by the clause that asks."""
    return CHOICES[rule](view, options)


def choose_mission(view: WarbirdsView, options: list[Option]) -> Option:
    """WB-6.2 The least dangerous mission: few cards in few turns."""

    def danger(option: Option) -> int:
        mission = MISSIONS[id_in(option)]
        return mission.intensity * mission.engagement * 10 + mission.turns

    return min(options, key=danger)


def man_stations(view: WarbirdsView, options: list[Option]) -> Option:
    """WB-6.5 The best man for each station in turn; men with medals fly, men of many skills are kept for theirs."""
    for station in FILL_ORDER:
        seats = [option for option in options if option[0] == "assign" and option[2] == station]
        if seats:
            return max(seats, key=lambda option: _fitness(view, id_in(option), station))
    return ("ready",) if ("ready",) in options else options[0]


def _fitness(view: WarbirdsView, id: str, station: str) -> float:
    skills = AIRMEN[id].skills
    skill = STATIONS[station].skill
    elsewhere = max((value for other, value in skills.items() if other != skill), default=-1)
    return skills[skill] * 4 + 3 * len(view.medals.get(id, ())) - max(0, elsewhere) * 2 - len(skills) * 0.1


def man_cockpit(view: WarbirdsView, options: list[Option]) -> Option:
    """WB-8.1 The best pilot; a second one only if he is worth more there than a gun."""
    flying = [option for option in options if option[0] == "fly" and AIRMEN[id_in(option)].skills["pilot"] > 0]
    if not flying and options[-1][0] == "leave_empty":
        return options[-1]
    return max(flying or options, key=lambda option: AIRMEN[id_in(option)].skills["pilot"])


def turns_to_fly(view: WarbirdsView) -> int:
    """How many turns are left, this one included, if nothing goes wrong."""
    mission = MISSIONS[view.mission]
    if view.alternate_turns is not None:
        return view.alternate_turns
    if view.phase == RETURN:
        return view.return_turns - view.phase_turns
    return max(1, mission.engagement - view.phase_turns) + mission.distance


def pilot_action(view: WarbirdsView, options: list[Option]) -> Option:
    """WB-8.6 Save fuel when it will not last, otherwise evade; the lesser pilot spends his action."""
    saves = [option for option in options if option[0] == "fuel_save"]
    short = view.fuel < turns_to_fly(view)
    if saves and short and not view.formation_broken:
        return saves[-1]
    if saves and view.formation_broken and view.fuel <= (view.alternate_turns or 0):
        return saves[-1]
    return options[-1]


def evade_again(view: WarbirdsView, options: list[Option]) -> Option:
    """WB-8.8 Go on while one more success, weighed by its chance, is worth more than what is already won."""
    success = chance(value_of(cockpit_modifiers(view.crew, view.kept, view.engines_out)))
    won = view.evaded
    return ("evade_again",) if success * (won + 1) > won else ("stop",)


def remove_enemy(view: WarbirdsView, options: list[Option]) -> Option:
    """WB-13.10 The one that draws most damage cards."""
    return max(options, key=lambda option: EVENTS[id_in(option)].attack)


def crew_action(view: WarbirdsView, options: list[Option]) -> Option:
    """WB-10.1 Bombs first, then a deserted key station, then the gun with the best expected effect."""
    verbs = {option[0] for option in options}
    man = next(id_in(option) for option in options if len(option) > 1)
    if "prepare_bombsight" in verbs:
        return ("prepare_bombsight", man)
    if "release_payload" in verbs:
        return ("release_payload", man) if release_now(view) else ("course_change", man)
    change = take_over(view, man, options)
    attacks = [option for option in options if option[0] == "attack"]
    if change is not None and (not attacks or change[2] != "engineer"):
        return change
    if attacks:
        standing = survival(view)
        return max(attacks, key=lambda option: EVENTS[id_in(option, 2)].attack * standing[id_in(option, 2)])
    return ("pass", man)


def survival(view: WarbirdsView) -> dict[str, float]:
    """The chance that each enemy is still there after the attacks declared so far."""
    standing = {card: 1.0 for cards in view.battlefield.values() for card in cards}
    for declaration in view.declared:
        if declaration.verb == "attack":
            man = view.crew[declaration.man]
            success = chance(value_of(station_modifiers(declaration.man, man, man.station, view.kept)))
            standing[declaration.target] *= 1 - success
    return standing


def release_now(view: WarbirdsView, little: int = LITTLE) -> bool:
    """On line; or the last turn over the target has come and waiting is too dangerous."""
    if not view.drift_hand:
        return True
    last_turn = (
        view.alternate_turns == 1
        if view.alternate_turns is not None
        else view.phase_turns + 1 >= MISSIONS[view.mission].engagement
    )
    return last_turn and (len(view.drift_hand) == 1 or battered(view, little))


def battered(view: WarbirdsView, little: int = LITTLE) -> bool:
    """Whether the aircraft is too badly hurt, or too short of fuel, to stay longer than it must."""
    if any(PARTS[part] - damage <= little for part, damage in view.parts.items()) or view.engines_out:
        return True
    return view.fuel <= MISSIONS[view.mission].distance + 1 or bool(view.formation_broken)


def take_over(view: WarbirdsView, man: str, options: list[Option]) -> Option | None:
    """A change to a key station that nobody holds, by somebody who leaves no other key station for it."""
    if view.crew[man].station in (*KEY_STATIONS, "pilot", "copilot"):
        return None
    for station in KEY_STATIONS:
        if station == "bombardier" and (view.bombs_gone or view.phase == RETURN):
            continue
        if not holder(view.crew, station) and ("change", man, station) in options:
            return ("change", man, station)
    return None


def drop_drift(view: WarbirdsView, options: list[Option]) -> Option:
    """WB-16.6 Nearer to the line is always better."""
    return ("discard_drift",)


def man_radio_navigator(view: WarbirdsView, options: list[Option]) -> Option:
    """WB-19.3 The pair with the best skills."""
    return max(options, key=lambda o: AIRMEN[id_in(o)].skills["navigator"] + AIRMEN[id_in(o, 2)].skills["radio"])


def stay_over_target(view: WarbirdsView, options: list[Option]) -> Option:
    """WB-12.6 Stay while the aircraft can take it and a bombardier is there to use the time."""
    stay = bool(holder(view.crew, "bombardier")) and len(view.drift_hand) <= HOPEFUL_DRIFT and not battered(view)
    return ("stay_over_target",) if stay else ("leave_target",)


def award_order(view: WarbirdsView, options: list[Option]) -> Option:
    """WB-21.3 A living man rather than a lost one: his medal goes on counting."""
    lost = view.phase == ENEMY and not view.alternate_turns
    return min(options, key=lambda option: (lost, view.crew[id_in(option)].damage))


CHOICES: dict[str, Callable[[WarbirdsView, list[Option]], Option]] = {
    "WB-6.2": choose_mission,
    "WB-6.5": man_stations,
    "WB-8.1": man_cockpit,
    "WB-8.6": pilot_action,
    "WB-8.8": evade_again,
    "WB-10.1": crew_action,
    "WB-12.6": stay_over_target,
    "WB-13.10": remove_enemy,
    "WB-16.6": drop_drift,
    "WB-19.3": man_radio_navigator,
    "WB-21.3": award_order,
}
