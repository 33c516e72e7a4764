"""WB-10 Step 3: crew actions."""

from __future__ import annotations

from sandtable.games.warbirds.components import EVENTS, GUNS, QUALIFIED, STATIONS
from sandtable.games.warbirds.model import Declaration, Warbirds, man_at
from sandtable.games.warbirds.names import say
from sandtable.games.warbirds.rules.battlefield import remove_from_battlefield
from sandtable.games.warbirds.rules.bombs import bombardier_action, bombardier_options
from sandtable.games.warbirds.rules.skill import draw_test, jammed, odds_of, station_modifiers
from sandtable.games.warbirds.rules.stations import take_station
from sandtable.kernel.flow import Choose, Flow, Odds, Option, Refusal
from sandtable.kernel.state import replace

BOMBARDIER_ACTIONS = ("prepare_bombsight", "course_change", "release_payload")


def crew_step(s: Warbirds) -> Flow:
    """WB-10.1, WB-10.2, WB-3.7 The next man declares; when all have, the actions are carried out.

    `pass_rest` is a convenience for the table: this man and all later men of the same seat pass."""
    id = s.waiting[0]
    man = s.crew[id]
    options = attack_options(s, id) + bombardier_actions(s, id) + change_options(s, id)
    options.append(("pass", id))
    for other in s.waiting[1:]:
        if s.crew[other].seat == man.seat:
            options.append(("pass_rest",))
            break
    pick = yield Choose(
        man.seat,
        options,
        "WB-10.1",
        "crew_action",
        (id, man.station),
        forced=True,
        why_not=lambda option: why_not(s, id, option),
        odds=lambda option: crew_odds(s, id, option),
    )
    if pick == ("pass_rest",):
        s.waiting = [other for other in s.waiting if s.crew[other].seat != man.seat]
    else:
        s.waiting.pop(0)
        if pick[0] != "pass":
            s.declared.append(Declaration(id, pick))
            s.journal.add("WB-10.2", f"declares_{pick[0]}", man=id, station=man.station, target=pick[-1])
    if not s.waiting:
        s.step = "crew_resolution"


def begin_crew_step(s: Warbirds) -> None:
    """WB-10.1, WB-10.2 The conscious men whose action is not used, in station order, are to declare."""
    at = {man.station: id for id, man in s.crew.items() if man.damage < 2 and not man.acted}
    s.waiting = [at[station] for station in STATIONS if station in at]
    s.declared = []
    s.step = "crew" if s.waiting else "crew_resolution"


def attack_options(s: Warbirds, id: str) -> list[Option]:
    """WB-10.3, WB-1.6 The enemies in the station's field of fire, unless it has no gun or the gun is jammed."""
    station = s.crew[id].station
    field = GUNS.get(station)
    if field is None or (s.kept and jammed(s.kept, station)):
        return []
    return [("attack", id, card) for cards in s.battlefield.values() for card in cards if EVENTS[card].source in field]


def change_options(s: Warbirds, id: str) -> list[Option]:
    """WB-10.4 Another station for which he is qualified and that nobody named as destination before him."""
    here = s.crew[id].station
    taken = [declared.action[2] for declared in s.declared if declared.action[0] == "change"]
    return [("change", id, station) for station in QUALIFIED[id] if station != here and station not in taken]


def bombardier_actions(s: Warbirds, id: str) -> list[Option]:
    """WB-10.5 Only the man who holds the bombardier station."""
    return bombardier_options(s, id) if s.crew[id].station == "bombardier" else []


def why_not(s: Warbirds, id: str, option: Option) -> Refusal | None:
    """WB-10.3, WB-10.4, WB-16.2 The reason behind a refused crew action."""
    station = s.crew[id].station
    match option:
        case (_, str(other), *_) if other in s.crew and other != id:
            return say("not_his_turn"), "WB-10.2"
        case ("attack", _, str(card)) if card in EVENTS:
            if station not in GUNS:
                return say("no_gun", station=station), "WB-1.6"
            if jammed(s.kept, station):
                return say("gun_jammed", station=station), "WB-13.13"
            if EVENTS[card].source in GUNS[station]:
                return say("no_such_enemy"), "WB-10.3"
            field = f"field {STATIONS[station].attack}"
            return (
                say("out_of_field", source=EVENTS[card].source, station=station, field=field),
                "WB-10.3",
            )
        case ("change", _, str(to)) if to in STATIONS:
            if to not in QUALIFIED[id]:
                return (
                    say("not_qualified", station=to, skill=f"skill_{STATIONS[to].skill}"),
                    "WB-10.4",
                )
            return say("already_declared"), "WB-10.4"
        case (str(verb), *_) if verb in BOMBARDIER_ACTIONS:
            return (
                say("bombardier_only"),
                "WB-16.2",
            )
    return None


def crew_odds(s: Warbirds, id: str, option: Option) -> Odds | None:
    """WB-14.1 The chance of an attack or a course change."""
    if option[0] in ("attack", "course_change"):
        return odds_of(station_modifiers(id, s.crew[id], s.crew[id].station, s.kept))
    return None


def crew_resolution(s: Warbirds) -> Flow:
    """WB-10.6 All attacks in the order declared, then the bombardier action, then all changes."""
    by_verb = [(declaration.verb, declaration) for declaration in s.declared]
    for verb, declaration in by_verb:
        if verb == "attack":
            attack(s, declaration.man, declaration.target)
    for verb, declaration in by_verb:
        if verb in BOMBARDIER_ACTIONS:
            yield from bombardier_action(s, declaration.man, verb)
    change_stations(s)
    s.declared = []
    s.step = "combat"


def attack(s: Warbirds, id: str, card: str) -> None:
    """WB-10.7 A skill test; success makes the card a kill. A target destroyed before is lost without a test."""
    if card not in s.battlefield[EVENTS[card].position]:
        s.journal.add("WB-10.7", "target_gone", man=id, card=card)
        return
    man = s.crew[id]
    if draw_test(s, id, station_modifiers(id, man, man.station, s.kept), "WB-10.7"):
        remove_from_battlefield(s, card)
        s.crew[id] = replace(man, kills=(*man.kills, card))
        s.journal.add("WB-10.7", "shot_down", man=id, card=card, at=EVENTS[card].position)


def change_stations(s: Warbirds) -> None:
    """WB-10.8, WB-10.9, WB-25.8 Strike out changes to stations held by men who stay; the others happen together."""
    moves = {d.man: d.target for d in s.declared if d.verb == "change"}
    if not moves:
        return
    struck = True
    while struck:
        struck = False
        for id, station in list(moves.items()):
            there = man_at(s.crew, station)
            if there and s.crew[there].conscious and there not in moves:
                del moves[id]
                struck = True
                s.journal.add("WB-10.8", "change_struck_out", man=id, station=station)
    for id, station in moves.items():
        take_station(s, id, station, "WB-10.8")
