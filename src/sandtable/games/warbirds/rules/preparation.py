"""WB-6 Mission preparation."""

from __future__ import annotations

from functools import cache

from sandtable.games.warbirds.components import (
    AIRMEN,
    COCKPIT,
    CONSTANTS,
    DAMAGE,
    DRIFT_DECK,
    ENEMY_TERRITORY,
    MISSIONS,
    QUALIFIED,
    STATIONS,
    TRANSIT,
)
from sandtable.games.warbirds.model import (
    APPROACH,
    AVAILABLE,
    NOBODY,
    CrewMan,
    Warbirds,
    empty_battlefield,
    undamaged,
)
from sandtable.games.warbirds.names import say
from sandtable.kernel.flow import Choose, Flow, Option, Refusal
from sandtable.kernel.options import choose_one, id_in

CREW_MIN = CONSTANTS["crew_min"]
CREW_MAX = CONSTANTS["crew_max"]
STARTING_FUEL = CONSTANTS["starting_fuel"]


MEN_FOR: dict[str, tuple[str, ...]] = {
    station: tuple(id for id, stations in QUALIFIED.items() if station in stations) for station in STATIONS
}
"""WB-6.5 The men who are qualified for each station."""


_COCKPIT = frozenset(COCKPIT)
_ASSIGN: dict[str, dict[str, Option]] = {
    id: {station: ("assign", id, station) for station in stations} for id, stations in QUALIFIED.items()
}


@cache
def seats_for(free: tuple[str, ...]) -> dict[str, tuple[Option, ...]]:
    """WB-6.5 The free stations that each man may take, as options."""
    return {
        id: tuple([option for station, option in seats.items() if station in free]) for id, seats in _ASSIGN.items()
    }


def prepare_mission(s: Warbirds) -> Flow:
    """WB-6.1, WB-6.2, WB-6.4, WB-6.7 Without a pilot the tour is lost; with `choice` the mission is picked now."""
    if not any(s.roster[id] == AVAILABLE and "pilot" in airman.skills for id, airman in AIRMEN.items()):
        s.result = "lost"
        s.journal.add("WB-6.1", "no_pilots_left")
        return
    s.journal.add("WB-6.1", "heading_briefing", number=len(s.reports) + 1, commander=s.seats[s.commander])
    s.mission = ""
    ready_decks(s)
    if s.mission_order == "choice":
        s.mission = yield from choose_one(
            s.seats[s.commander], "choose_mission", s.mission_deck, "WB-6.2", "choose_mission", forced=True
        )
        s.mission_deck.remove(s.mission)
        s.journal.add("WB-6.2", "mission_chosen", mission=s.mission)
    s.crew = {}
    s.smallest_crew = largest_crew(tuple(STATIONS), available(s), CREW_MIN)
    s.step = "manning"


def available(s: Warbirds) -> list[str]:
    """The men who can be selected and have no station yet."""
    return [id for id, status in s.roster.items() if status == AVAILABLE and id not in s.crew]


def largest_crew(free: tuple[str, ...], men: list[str], enough: int = len(STATIONS)) -> int:
    """WB-6.4 How many of the free stations these men can hold at once, each at one for which he is qualified.

    Stations are matched one after another and never given up, so a cockpit that can be filled counts as filled.
    Counting stops at `enough`."""
    holds: dict[str, str] = {}
    ready = set(men)
    for station in free:
        if len(holds) >= enough:
            break
        _seat_somebody(station, ready, holds)
    return len(holds)


def _seat_somebody(station: str, ready: set[str], holds: dict[str, str]) -> bool:
    """Give the station to a man who has none, or to one for whose station somebody else can be found."""
    skilled = MEN_FOR[station]
    for id in skilled:
        if id in ready and id not in holds:
            holds[id] = station
            return True
    able = [id for id in skilled if id in ready]
    for id in able:
        if _seat_somebody(holds[id], ready - set(able), holds):
            holds[id] = station
            return True
    return False


def man_stations(s: Warbirds) -> Flow:
    """WB-6.3, WB-6.5, WB-3.2 The commander selects the men and seats them, one at a time, until he is ready.

    Selecting a set and then seating it has the same results as seating man by man; only seatings that can still
    become a legal crew are offered."""
    options = seating_options(s)
    commander = s.seats[s.commander]
    pick = yield Choose(
        commander, options, "WB-6.5", "man_stations", (len(s.crew),), forced=True, why_not=lambda o: why_not_seat(s, o),
        together=True,
    )  # fmt: skip
    if pick == ("ready",):
        take_off(s)
    else:
        s.crew[id_in(pick)] = CrewMan(commander, id_in(pick, 2))


def is_crew_ready(s: Warbirds) -> bool:
    """WB-6.3 Enough men, and at least one of them in the cockpit."""
    return s.smallest_crew <= len(s.crew) and has_pilot([man.station for man in s.crew.values()])


def has_pilot(filled: list[str]) -> bool:
    """WB-6.3 Whether somebody sits in the cockpit."""
    return not _COCKPIT.isdisjoint(filled)


def seating_options(s: Warbirds) -> list[Option]:
    """WB-6.3, WB-6.4, WB-6.5 Every man and station from which a legal crew can still be made."""
    filled = [man.station for man in s.crew.values()]
    options: list[Option] = [("ready",)] if is_crew_ready(s) else []
    if len(s.crew) >= CREW_MAX or (s.smallest_crew < CREW_MIN and len(s.crew) == s.smallest_crew):
        return options
    men = available(s)
    needed = s.smallest_crew - len(s.crew)
    free = tuple([station for station in STATIONS if station not in filled])
    seats: list[Option] = []
    seats_of = seats_for(free)
    for id in men:
        seats += seats_of[id]
    if not has_pilot(filled):
        pilots = [id for id in men if "pilot" in AIRMEN[id].skills]
        if len(s.crew) == CREW_MAX - 1 or (needed == 1 and s.smallest_crew < CREW_MIN):
            seats = [option for option in seats if option[2] in COCKPIT]
        elif len(pilots) == 1:
            seats = [option for option in seats if option[1] != pilots[0] or option[2] in COCKPIT]
    if needed < 0 or largest_crew(free, men, needed + 1) > needed:
        # One seating lowers what the others can still fill by one at most, so none of them spoils the crew.
        return options + seats
    for option in seats:
        rest_of_men = [id for id in men if id != option[1]]
        rest_of_stations = tuple(station for station in free if station != option[2])
        if largest_crew(rest_of_stations, rest_of_men, needed - 1) >= needed - 1:
            options.append(option)
    return options


def why_not_seat(s: Warbirds, option: Option) -> Refusal | None:
    """WB-6.3, WB-6.5 The reason behind a refused seating."""
    match option:
        case ("ready",):
            if not has_pilot([man.station for man in s.crew.values()]):
                return say("needs_pilot"), "WB-6.5"
            return say("needs_men", men=len(s.crew), least=s.smallest_crew), "WB-6.3"
        case ("assign", str(id), str(station)) if id in AIRMEN and station in STATIONS:
            if s.roster[id] != AVAILABLE:
                return say("not_available", man=id, status=s.roster[id]), "WB-6.3"
            if id in s.crew:
                return say("seated_already", man=id), "WB-6.5"
            if station not in QUALIFIED[id]:
                return say("lacks_skill", man=id, skill=f"skill_{STATIONS[station].skill}"), "WB-6.5"
            if any(man.station == station for man in s.crew.values()):
                return say("station_taken", station=station), "WB-6.5"
            return say("no_legal_crew"), "WB-6.3"
    return None


def take_off(s: Warbirds) -> None:
    """WB-6.6, WB-6.8, WB-3.3, WB-1.3 Deal the men to the seats and draw the mission."""
    at = {man.station: id for id, man in s.crew.items()}
    crew: dict[str, CrewMan] = {}
    for number, station in enumerate(station for station in STATIONS if station in at):
        crew[at[station]] = CrewMan(s.seats[(s.commander + number) % len(s.seats)], station)
    s.crew = crew
    if not s.mission:
        draw_mission(s)
    mission = MISSIONS[s.mission]
    s.journal.add("WB-6.8", "takes_off", mission=s.mission, distance=mission.distance, engagement=mission.engagement)
    s.step = "pilot"


def ready_decks(s: Warbirds) -> None:
    """WB-6.7, WB-21.10 Every deck whole and shuffled, the aircraft undamaged, the airspace empty."""
    s.transit_pile, s.transit_discard = list(TRANSIT), []
    s.enemy_pile, s.enemy_discard = list(ENEMY_TERRITORY), []
    s.damage_pile, s.damage_used, s.kept = list(DAMAGE), [], []
    s.drift_deck, s.drift_hand = list(DRIFT_DECK), ()
    s.bombsight_prepared = s.bombs_gone = s.formation_broken = s.broken_this_turn = False
    s.bomb_hits, s.released_by = 0, NOBODY
    s.fuel, s.fuel_saves, s.fuel_savers = STARTING_FUEL, 0, ()
    s.parts, s.engines_out = undamaged(), ()
    s.battlefield = empty_battlefield()
    s.phase, s.phase_turns, s.turns, s.return_turns, s.alternate_turns = APPROACH, 0, 0, 0, None
    s.reached_enemy_territory = False
    s.mission_ended = s.bail_out_cause = ""
    s.evaded, s.waiting, s.declared = 0, [], []


def draw_mission(s: Warbirds) -> None:
    """WB-6.8, WB-4.4, WB-23.1 The top card of the mission deck as the option orders it.

    A shuffled deck is drawn from at random, which is the same as an order nobody knows."""
    fewest = min(MISSIONS[mission].turns for mission in s.mission_deck)
    if s.mission_order == "ascending":
        s.mission = s.mission_deck.pop(0)
    elif s.mission_order == "short_first" and not s.reports:
        s.mission = next(mission for mission in s.mission_deck if MISSIONS[mission].turns == fewest)
        s.mission_deck.remove(s.mission)
    else:
        s.mission = s.dice.take(s.mission_deck, "mission")
