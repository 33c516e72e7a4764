"""Setting up a season (AL-3.1 to AL-3.9) and passing to the next one in a campaign (AL-17.2 to AL-17.5)."""

from __future__ import annotations

from sandtable.games.airlift.components import (
    AIRPORTS,
    BASES,
    BLUE_BOXES,
    CAMPAIGN,
    COLOURS,
    COUNTERS,
    CUBE_COUNTS,
    DECKS,
    EMPTY,
    FLIGHT_CHITS,
    MARKERS,
    MORALE_MAX,
    MORALE_MIN,
    PERSONNEL,
    PLANS,
    SCENARIOS,
    TYPE_OF,
    WHITE_BOXES,
)
from sandtable.games.airlift.model import BOX, POOL, READY, Airlift, Base, Plane, Player, in_order_from, is_solitaire
from sandtable.games.airlift.rules.harassment import HARASSMENT_CHIT
from sandtable.games.airlift.rules.morale import box_cube, has_cube, put_in_airport, release, take_from_track
from sandtable.games.airlift.rules.pieces import gain_support, to_released_box
from sandtable.games.airlift.rules.resolve import harassment_stock
from sandtable.games.airlift.rules.supply import set_up_supply
from sandtable.games.airlift.rules.support import activate_if_paid
from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace


def first_active_player(seats: tuple[str, ...], dice: Dice) -> str:
    """AL-3.2 Each rolls 2d8; the highest is AP, ties roll again among the tied."""
    tied = seats
    while len(tied) > 1:
        rolls = {seat: sum(dice.pair(8, "first player")) for seat in tied}
        tied = tuple(seat for seat in tied if rolls[seat] == max(rolls.values()))
    return tied[0]


def new_game(scenario: str, seats: tuple[str, ...], variants: tuple[str, ...], ap: str, dice: Dice) -> Airlift:
    """AL-3.1 to AL-3.9, AL-3.6, AL-18.5 Everything in its place: INACTIVE markers where the season asks to build."""
    season = CAMPAIGN.order[0] if scenario == "campaign" else scenario
    set_up = SCENARIOS[season]
    alone = len(seats) == 1
    s = Airlift(
        dice=dice,
        scenario=scenario,
        variants=variants,
        seats=seats,
        season=season,
        step="start_box",
        ap=ap or first_active_player(seats, dice),
        cup=[],
        drawn=[],
        deck=[],
        discards=[],
        players={seat: Player() for seat in seats},
        planes={id: Plane() for id, counter in COUNTERS.items() if counter.squadron in seats},
        bases={id: Base(active=not base.build_cost(season)) for id, base in BASES.items()},
        stacks={},
        ground={},
        personnel=dict.fromkeys(PERSONNEL, POOL),
        track=[],
        pool=[CUBE_COUNTS[colour] for colour in COLOURS],
        support_pool=MARKERS["support"],
        upkeep={},
        hurry={},
        unavailable=[],
        waiting=[],
        passed=[],
        results=[],
        ledger={},
        morale=set_up.morale_start[len(seats) - 1],
    )
    for seat in in_order_from(s, s.ap):
        gain_support(s, seat, set_up.support_start_solo if alone else set_up.support_start, "AL-3.3")
    set_up_season(s)
    return s


def set_up_season(s: Airlift) -> None:
    """AL-3.3 to AL-3.9, AL-3.8 What every season begins with: all cards of the year, the full morale track."""
    scenario = SCENARIOS[s.season]
    s.turn = 1
    s.last_draw = scenario.last_draw_start
    s.resolve = scenario.resolve_start_solo if is_solitaire(s) else scenario.resolve_start
    s.track = [box in WHITE_BOXES or box in BLUE_BOXES for box in range(MORALE_MIN, MORALE_MAX + 1)]
    s.deck, s.discards, s.card = list(DECKS[scenario.deck]), [], ""
    set_up_planes(s)
    set_up_supply(s)
    fill_cup(s)


def set_up_planes(s: Airlift) -> None:
    """AL-3.4 The season's planes stand ready at the starting airbase, Sunderlands at Finkenwerder."""
    for seat in s.seats:
        plan = PLANS[s.season, seat]
        for plane in plan.planes:
            base = plan.special_start.get(TYPE_OF[plane].id, plan.start)
            s.planes[plane] = Plane(status=READY, place=base)
            s.ground[base] = (*s.ground.get(base, ()), plane)


def fill_cup(s: Airlift) -> None:
    """AL-3.9, AL-9.9 Flight chits, the season's weather chits, harassment chits by the resolve box of this moment."""
    scenario = SCENARIOS[s.season]
    s.cup = [chit for seat in s.seats for chit in FLIGHT_CHITS[seat]]
    s.cup += [scenario.weather_chit] * scenario.weather_chits
    s.cup += [HARASSMENT_CHIT] * harassment_stock(s)
    s.drawn = []


def start_box(s: Airlift) -> Flow:
    """AL-3.7, AL-17.3 The cube of the box where the morale marker starts.

    At set-up the AP puts it in an airport like any released cube; in a campaign's later seasons he may, in any airport.
    """
    if not has_cube(s, s.morale):
        return
    colour = box_cube(s.morale)
    if s.season == (CAMPAIGN.order[0] if s.scenario == "campaign" else s.scenario):
        yield from release(s, s.morale, s.ap)
        return
    active = [airport for airport in AIRPORTS if s.bases[airport].active]
    options: list[Option] = [("place", colour, airport) for airport in active]
    pick = yield Choose(s.ap, [*options, ("give_up", colour)], rule="AL-17.3", ask="start_box", about=(colour,))
    take_from_track(s, s.morale)
    if pick[0] == "place":
        put_in_airport(s, colour, id_in(pick, 2))
    else:
        to_released_box(s, colour)


def next_season(s: Airlift) -> None:
    """AL-17.2 to AL-17.5, AL-21.5 Between seasons: all back to the start but what was built or learned."""
    s.season = CAMPAIGN.order[CAMPAIGN.order.index(s.season) + 1]
    s.ap = in_order_from(s, s.ap)[1 % len(s.seats)]
    s.morale = min(s.morale, CAMPAIGN.morale_carry_cap[len(s.seats) - 1])
    s.refugees, s.released = 0, (0, 0)
    s.c74, s.c74_must_fly = "", False
    s.pool = [CUBE_COUNTS[colour] for colour in COLOURS]
    s.stacks, s.ground = {}, {}
    if s.personnel["halvorsen"] != POOL:
        s.personnel["halvorsen"] = BOX
    s.planes = {plane: Plane() for plane in s.planes}
    for seat in in_order_from(s, s.ap):
        s.players[seat] = Player(support=s.players[seat].support)
        gain_support(s, seat, CAMPAIGN.support_each_new_season, "AL-17.2")
    for id, base in s.bases.items():
        s.bases[id] = replace(base, cubes=EMPTY, marked=EMPTY, outgoing=(0, 0))
        bases_of_the_season(s, id)
    s.journal.add("AL-17.1", "heading_season", season=s.season)
    set_up_season(s)
    s.step = "start_box"


def bases_of_the_season(s: Airlift, id: str) -> None:
    """AL-17.4, AL-17.5, AL-21.5 A damaged Tempelhof is repaired; others open when the new season's cost is met."""
    base = s.bases[id]
    if base.active:
        return
    if base.damaged or not BASES[id].build_cost(s.season):
        s.support_pool += base.support
        s.bases[id] = replace(base, active=True, damaged=False, support=0)
    else:
        activate_if_paid(s, id)
