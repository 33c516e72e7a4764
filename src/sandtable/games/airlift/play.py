"""The sequence of play (AL-4.1 to AL-4.9): read this first.

A season is a series of turns: replenish, bidding, a card, impulses until the cup is empty, the end of the turn.
`s.step` says which activity comes next; each leaves `s.step` at the one that follows it.
"""

from __future__ import annotations

from sandtable.games.airlift.components import SCENARIOS
from sandtable.games.airlift.model import Airlift, Step, in_order_from, is_solitaire
from sandtable.games.airlift.rules.activation import activation, planes_to_activate
from sandtable.games.airlift.rules.bidding import bidding, solitaire_claim
from sandtable.games.airlift.rules.cards import additional_event, effect, turn_up
from sandtable.games.airlift.rules.harassment import HARASSMENT_CHIT, harassment
from sandtable.games.airlift.rules.maintenance import in_maintenance, maintenance_roll
from sandtable.games.airlift.rules.resolve import SuddenDeath, refugee_check, schedule_check
from sandtable.games.airlift.rules.scoring import final_deliveries, record_season
from sandtable.games.airlift.rules.season import fill_cup, next_season, start_box
from sandtable.games.airlift.rules.supply import replenish
from sandtable.games.airlift.rules.support import support_step, unused_upkeep_returns
from sandtable.games.airlift.rules.weather import end_weather, weather_changes
from sandtable.kernel.flow import Flow
from sandtable.kernel.sequence import Activity, SequenceOfPlay

HARD_LINE_FROM = 4


def play(s: Airlift) -> Flow:
    """AL-4.1 to AL-4.6, AL-9.8 The next activity. Sudden death breaks in anywhere."""
    try:
        yield from SEQUENCE.begin(s)
    except SuddenDeath:
        s.ended = "sudden_death"


def set_up_season(s: Airlift) -> Flow:
    """AL-3.7, AL-17.3 Before the first turn of a season: the cube of the box where the morale marker starts."""
    yield from start_box(s)
    s.step = "replenish"


def replenishment(s: Airlift) -> None:
    """AL-4.1 Step A: replenish; the set-up of Summer contains its first replenishment."""
    s.journal.add("AL-4.1", "turn", season=s.season, turn=s.turn, ap=s.ap)
    if s.turn > 1 or SCENARIOS[s.season].replenish_turn_1:
        replenish(s)
    s.waiting = list(in_order_from(s, s.ap))
    s.step = "bidding"


def auctions(s: Airlift) -> Flow:
    """AL-4.2 Step B: in order from the AP each player may open an auction."""
    yield from (solitaire_claim(s) if is_solitaire(s) else bidding(s))
    if not s.waiting:
        s.step = "card"


def card(s: Airlift) -> Flow:
    """AL-4.3 Step C: the AP draws one card; its morale comes first."""
    s.journal.add("AL-4.3", "phase_card")
    s.step = "effect"
    yield from turn_up(s)


def card_effect(s: Airlift) -> Flow:
    """AL-4.3, AL-6.1 Step C: the effect of the card."""
    s.step = "additional"
    yield from effect(s)


def card_additional_event(s: Airlift) -> Flow:
    """AL-4.3, AL-6.1 Step C: its additional event."""
    s.step = "draw"
    yield from additional_event(s)


def draw_chit(s: Airlift) -> Flow:
    """AL-4.4 Step D: the AP draws a chit; with the cup empty the turn ends."""
    if not s.cup:
        s.step = "end_of_turn"
        return
    chit = s.dice.take(s.cup, "chit")
    s.drawn.append(chit)
    s.journal.add("AL-4.4", "phase_chit", chit=chit)
    if chit == HARASSMENT_CHIT:
        yield from harassment(s)
    elif "-" not in chit:
        weather_changes(s, chit, "AL-8.2")
    else:
        flight_impulse(s, chit)


def flight_impulse(s: Airlift, chit: str) -> None:
    """AL-4.5 The impulse of a flight begins with support, or with maintenance if all have passed for the turn."""
    s.flight = chit
    s.outgoing_taken = False
    s.waiting = [seat for seat in in_order_from(s, s.ap) if seat not in s.passed]
    s.step = "support" if s.waiting else "maintenance"
    if not s.waiting:
        s.waiting = in_maintenance(s, chit)


def support(s: Airlift) -> Flow:
    """AL-4.5 (1) Each player in order from the AP may spend support."""
    yield from support_step(s)
    if not s.waiting:
        s.waiting = in_maintenance(s, s.flight)
        s.step = "maintenance"


def maintenance(s: Airlift) -> Flow:
    """AL-4.5 (2) The flight's planes in maintenance are rolled for, one after another."""
    if s.waiting:
        yield from maintenance_roll(s)
    if not s.waiting:
        s.waiting = planes_to_activate(s, s.flight)
        s.step = "activation"


def flying(s: Airlift) -> Flow:
    """AL-4.5 (3) The owner activates the flight's planes one after another; then the next chit."""
    if s.waiting:
        yield from activation(s)
    if not s.waiting:
        s.flight = ""
        s.step = "draw"


def end_of_turn(s: Airlift) -> None:
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
        s.step = "end_of_season"
    else:
        s.turn += 1
        s.ap = in_order_from(s, s.ap)[1 % len(s.seats)]
        fill_cup(s)
        s.step = "replenish"


def end_of_season(s: Airlift) -> Flow:
    """AL-16.2 to AL-16.6, AL-17.1 What is in flight arrives, the season is scored, and a campaign goes on."""
    s.journal.add("AL-16.2", "phase_end_of_season")
    yield from final_deliveries(s)
    record_season(s)
    if not s.ended:
        next_season(s)


ACTIVITIES: dict[Step, Activity[Airlift]] = {
    "start_box": set_up_season,
    # AL-4.1 to AL-4.3 steps A, B and C
    "replenish": replenishment,
    "bidding": auctions,
    "card": card,
    "effect": card_effect,
    "additional": card_additional_event,
    # AL-4.4, AL-4.5 step D: a chit, and for a flight its impulse
    "draw": draw_chit,
    "support": support,
    "maintenance": maintenance,
    "activation": flying,
    # AL-4.6 step E
    "end_of_turn": end_of_turn,
    "end_of_season": end_of_season,
}
SEQUENCE = SequenceOfPlay("Berlin Airlift", ACTIVITIES)
