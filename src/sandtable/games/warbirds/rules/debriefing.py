"""WB-21 Debriefing."""

from __future__ import annotations

from sandtable.games.warbirds.components import AIRMEN, CONSTANTS
from sandtable.games.warbirds.model import AVAILABLE, ENEMY, GONE, INFIRMARY, MissionReport, Warbirds
from sandtable.kernel.flow import Asks, Choose, Flow, Option
from sandtable.kernel.modifiers import total
from sandtable.kernel.options import id_in

INCAPACITATED = CONSTANTS["damage_incapacitated"]
TARGET = CONSTANTS["victory_target"]


def debriefing(s: Warbirds) -> Flow:
    """WB-21, WB-5.1, WB-22.2 Medals, assessment, then the end of the tour (25 points first) or repairs."""
    returned = men_returned(s)
    old_medals = sum(len(s.medals.get(id, ())) for id in returned)
    new_medals = yield from award_medals(s)
    score = assess(s, old_medals, new_medals)
    s.victory_points += score
    s.reports.append(
        MissionReport(
            mission=s.mission,
            ended=s.mission_ended,
            cause=s.bail_out_cause,
            turns=s.turns,
            hits=s.bomb_hits,
            kills=sum(len(man.kills) for man in s.crew.values()),
            medals=new_medals,
            lost=len(s.crew) - len(returned),
            score=score,
            parts=tuple(s.parts.items()),
            engines_out=s.engines_out,
        )
    )
    s.journal.add("WB-21.6", "score_total", points=s.victory_points, score=score)
    if s.victory_points >= TARGET:
        s.result = "tour_complete"
        s.journal.add("WB-21.7", "tour_complete", points=s.victory_points)
    elif not s.mission_deck:
        s.result = "war_over"
        s.journal.add("WB-21.8", "war_over")
    else:
        repairs(s, returned)


def men_returned(s: Warbirds) -> list[str]:
    """WB-20.3, WB-21.5 The living who came back: landed somewhere friendly, or parachuted in transit."""
    if s.mission_ended == "bail_out" and s.phase == ENEMY:
        return []
    return [id for id, man in s.crew.items() if man.alive]


def earned_medals(s: Warbirds) -> list[Option]:
    """WB-21.1, WB-21.2, WB-20.7, WB-25.6 For three bomb hits, three fuel saves, three kills; each once for each man."""
    earned: list[Option] = []
    if s.bomb_hits >= CONSTANTS["medal_bomb_hits"] and s.released_by:
        earned.append(("award", s.released_by, "bomb_hits"))
    if s.fuel_saves >= CONSTANTS["medal_fuel_saves"]:
        earned += [("award", id, "fuel_saves") for id in s.fuel_savers]
    aces = [id for id in AIRMEN if id in s.crew and len(s.crew[id].kills) >= CONSTANTS["medal_kills"]]
    return earned + [("award", id, "kills") for id in aces]


def award_medals(s: Warbirds) -> Asks[int]:
    """WB-21.3, WB-25.10 Each earned medal takes a card from the front of the supply; too few are chosen among."""
    earned = earned_medals(s)
    given = list(earned)
    if len(earned) > len(s.medal_supply):
        given = []
        while len(given) < len(s.medal_supply):
            options = [option for option in earned if option not in given]
            pick = yield Choose(
                s.seats[s.commander],
                options,
                "WB-21.3",
                "award_order",
                (len(s.medal_supply) - len(given),),
                forced=True,
            )
            given.append(pick)
    for option in earned:
        if option in given:
            medal = s.medal_supply.pop(0)
            man, deed = id_in(option), id_in(option, 2)
            s.medals[man] = (*s.medals.get(man, ()), medal)
            s.journal.add("WB-21.2", "medal_awarded", man=man, medal=medal, deed=deed)
    return len(given)


def assess(s: Warbirds, old_medals: int, new_medals: int) -> int:
    """WB-21.4, WB-21.5 The score of the mission; a total below 1 is raised to 1."""
    items = [
        (CONSTANTS["score_reached_enemy_territory"] * s.reached_enemy_territory, "WB-21.4", "enemy territory reached"),
        (CONSTANTS["score_bomb_hit"] * s.bomb_hits, "WB-21.4", "bomb hits"),
        (CONSTANTS["score_new_medal"] * new_medals, "WB-21.4", "medals earned"),
        (CONSTANTS["score_old_medal"] * old_medals, "WB-21.5", "medals brought back"),
        (CONSTANTS["score_not_home"] * (s.mission_ended != "home"), "WB-21.4", "not landed at home"),
    ]
    score = max(CONSTANTS["minimum_mission_score"], total(items))
    s.journal.add("WB-21.4", "mission_scored", modifiers=[item for item in items if item[0]], score=score)
    return score


def repairs(s: Warbirds, returned: list[str]) -> None:
    """WB-21.9, WB-21.11, WB-21.12 The lost leave with their medals; men leave the infirmary and others enter it."""
    for id, status in s.roster.items():
        if status == INFIRMARY:
            s.roster[id] = AVAILABLE
    for id, man in s.crew.items():
        if id not in returned:
            s.roster[id] = GONE
            s.medals.pop(id, None)
        elif man.damage == INCAPACITATED:
            s.roster[id] = INFIRMARY
            s.journal.add("WB-21.11", "to_infirmary", man=id)
    s.commander = (s.commander + 1) % len(s.seats)
    s.step = "preparation"
