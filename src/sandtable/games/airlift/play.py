"""The sequence of play (AL-4.1 to AL-4.9): read this first.

A season is a series of turns: replenish, bidding, a card, impulses until the cup is empty, the end of the turn.
`play` runs ONE activity from the stage where the state stands; between two activities everything is in the state.
"""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.airlift.components import SCENARIOS
from sandtable.games.airlift.model import State, in_order_from, is_solitaire
from sandtable.games.airlift.rules.activation import activation, planes_to_activate
from sandtable.games.airlift.rules.bidding import bidding, solitaire_claim
from sandtable.games.airlift.rules.cards import additional_event, effect, turn_up
from sandtable.games.airlift.rules.effects import HARASSMENT_CHIT
from sandtable.games.airlift.rules.harassment import harassment
from sandtable.games.airlift.rules.maintenance import in_maintenance, maintenance_roll
from sandtable.games.airlift.rules.resolve import SuddenDeath, refugee_check, schedule_check
from sandtable.games.airlift.rules.scoring import final_deliveries, record_season
from sandtable.games.airlift.rules.season import fill_cup, next_season, start_box
from sandtable.games.airlift.rules.supply import replenish
from sandtable.games.airlift.rules.support import support_step, unused_upkeep_returns
from sandtable.games.airlift.rules.weather import end_weather, weather_changes
from sandtable.kernel.flow import Flow

HARD_LINE_FROM = 4


def play(s: State) -> Flow:
    """AL-4.1 to AL-4.6, AL-9.8 The next activity. Sudden death breaks in anywhere."""
    try:
        yield from STAGES[s.stage](s)
    except SuddenDeath:
        s.ended = "sudden_death"


def set_up_stage(s: State) -> Flow:
    """AL-3.7, AL-17.3 Before the first turn of a season: the cube of the box where the morale marker starts."""
    yield from start_box(s)
    s.stage = "replenish"


def replenish_stage(s: State) -> Flow:
    """AL-4.1 Step A; the set-up of Summer contains its first replenishment."""
    s.journal.add("AL-4.1", "turn", season=s.season, turn=s.turn, ap=s.ap)
    if s.turn > 1 or SCENARIOS[s.season].replenish_turn_1:
        replenish(s)
    s.waiting = list(in_order_from(s, s.ap))
    s.stage = "bidding"
    return
    yield


def bidding_stage(s: State) -> Flow:
    """AL-4.2 Step B: in order from the AP each player may open an auction."""
    yield from (solitaire_claim(s) if is_solitaire(s) else bidding(s))
    if not s.waiting:
        s.stage = "card"


def card_stage(s: State) -> Flow:
    """AL-4.3 Step C: the AP draws one card; its morale comes first."""
    s.journal.add("AL-4.3", "phase_card")
    s.stage = "effect"
    yield from turn_up(s)


def effect_stage(s: State) -> Flow:
    """AL-4.3, AL-6.1 Step C: the effect of the card."""
    s.stage = "additional"
    yield from effect(s)


def additional_stage(s: State) -> Flow:
    """AL-4.3, AL-6.1 Step C: its additional event."""
    s.stage = "draw"
    yield from additional_event(s)


def draw_stage(s: State) -> Flow:
    """AL-4.4 Step D: the AP draws a chit; with the cup empty the turn ends."""
    if not s.cup:
        s.stage = "end_of_turn"
        return
    chit = s.dice.take(s.cup, "chit")
    s.drawn.append(chit)
    s.journal.add("AL-4.4", "phase_chit", chit=chit)
    if chit == HARASSMENT_CHIT:
        yield from harassment(s)
    elif "-" not in chit:
        weather_changes(s, chit, "AL-8.2")
    else:
        s.flight = chit
        s.outgoing_taken = False
        s.waiting = [seat for seat in in_order_from(s, s.ap) if seat not in s.passed]
        s.stage = "support" if s.waiting else "maintenance"
        if not s.waiting:
            s.waiting = in_maintenance(s, chit)


def support_stage(s: State) -> Flow:
    """AL-4.5 (1) Each player in order from the AP may spend support."""
    yield from support_step(s)
    if not s.waiting:
        s.waiting = in_maintenance(s, s.flight)
        s.stage = "maintenance"


def maintenance_stage(s: State) -> Flow:
    """AL-4.5 (2) The flight's planes in maintenance are rolled for, one after another."""
    if s.waiting:
        yield from maintenance_roll(s)
    if not s.waiting:
        s.waiting = planes_to_activate(s, s.flight)
        s.stage = "activation"


def activation_stage(s: State) -> Flow:
    """AL-4.5 (3) The owner activates the flight's planes one after another; then the next chit."""
    if s.waiting:
        yield from activation(s)
    if not s.waiting:
        s.flight = ""
        s.stage = "draw"


def end_of_turn_stage(s: State) -> Flow:
    """AL-4.6, AL-16.1, AL-21.8 Step E: what was lent goes back, the resolve check, the next turn or the end."""
    s.journal.add("AL-16.1", "phase_end_of_turn")
    end_weather(s)
    s.unavailable.clear()
    s.hurry.clear()
    s.passed.clear()
    s.c74_must_fly = False
    unused_upkeep_returns(s)
    schedule_check(s)
    refugee_check(s)
    if "hard_line" in s.variants and s.turn >= HARD_LINE_FROM and s.morale <= 0:
        s.journal.add("AL-18.1", "hard_line")
        s.ended = "hard_line"
    elif s.turn == s.last_draw:
        s.stage = "end_of_season"
    else:
        s.turn += 1
        s.ap = in_order_from(s, s.ap)[1 % len(s.seats)]
        fill_cup(s)
        s.stage = "replenish"
    return
    yield


def end_of_season_stage(s: State) -> Flow:
    """AL-16.2 to AL-16.6, AL-17.1 What is in flight arrives, the season is scored, and a campaign goes on."""
    s.journal.add("AL-16.2", "phase_end_of_season")
    yield from final_deliveries(s)
    record_season(s)
    if not s.ended:
        next_season(s)


STAGES: dict[str, Callable[[State], Flow]] = {
    "start_box": set_up_stage,
    "replenish": replenish_stage,
    "bidding": bidding_stage,
    "card": card_stage,
    "effect": effect_stage,
    "additional": additional_stage,
    "draw": draw_stage,
    "support": support_stage,
    "maintenance": maintenance_stage,
    "activation": activation_stage,
    "end_of_turn": end_of_turn_stage,
    "end_of_season": end_of_season_stage,
}
