"""A view as figures for players that learn: the season, the squadrons in order from the seat, the bases and the map."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from sandtable.games.airlift.components import BASES, COLOURS, COUNTERS, FLIGHT_CHITS, OUTGOING, SEASONS, SPACES
from sandtable.games.airlift.knowledge.sight import AirliftView
from sandtable.games.airlift.model import FLIGHT, MAINTENANCE, READY, Plane, Step, in_order_from
from sandtable.games.airlift.rules.resolve import goals_of
from sandtable.games.airlift.rules.scoring import score
from sandtable.kernel.features import FeatureSheet, named, row

_SQUADRONS = ("own", "next", "third", "last")
_STEPS: tuple[str, ...] = get_args(Step)
_TURN = (
    "number",
    "last_draw",
    "severity",
    "cleared",
    "deck",
    "own_chits",
    "other_chits",
    "weather_chits",
    "own_impulse",
)
_BERLIN = ("morale", "morale_support", "resolve", "refugees", "caltf", "support_pool")
_SQUADRON = ("here", "support", "vp", "score", "downed", "hurry", "first")
_CARGO = (
    *(f"delivered_{colour}" for colour in COLOURS),
    *(f"wanted_{colour}" for colour in COLOURS),
    *(f"flown_out_{kind}" for kind in OUTGOING),
)
_BASE = (
    *("active", "damaged", "support", "marked", "snack_bar", "personnel"),
    *COLOURS,
    *OUTGOING,
)
_PLANES = ("ready", "maintenance", "flight", "cargo", "problems")
_TO_MOVE = "to_move"
SHEET = FeatureSheet(
    [
        *named(("season",), SEASONS),
        *named(("step",), _STEPS),
        *named(("turn",), _TURN),
        *named(("berlin",), _BERLIN),
        *named(("pool",), COLOURS),
        *named(_SQUADRONS, (*_SQUADRON, *_CARGO)),
        *named(BASES, _BASE),
        *named(SPACES, (f"{whose}_{figure}" for whose in ("own", "other") for figure in _PLANES)),
        *named(SPACES, (_TO_MOVE,)),
    ]
)
_STATUS = {READY: "ready", MAINTENANCE: "maintenance", FLIGHT: "flight"}


def features(view: AirliftView) -> tuple[float, ...]:
    """AL-0.5 What lies on the table, as the seat looks at it; a spectator looks as the first squadron does."""
    return SHEET.filled(_figures(view, view.seat or view.seats[0]))


def _figures(view: AirliftView, seat: str) -> Iterator[tuple[str, float]]:
    yield f"season.{view.season}", 1.0
    yield f"step.{view.step}", 1.0
    own = view.cup.count
    mine = sum(map(own, FLIGHT_CHITS[seat]))
    flying = sum(own(chit) for other in view.seats for chit in FLIGHT_CHITS[other])
    turn = (
        *(view.turn / 10, view.last_draw / 10, view.severity / 3, view.cleared, view.deck / 10),
        *(mine / 3, (flying - mine) / 9, (len(view.cup) - flying) / 4, view.flight in FLIGHT_CHITS[seat]),
    )
    yield from row("turn", _TURN, turn)
    berlin = (view.morale / 5, view.morale_support / 5, view.resolve / 5, view.refugees / 5, view.caltf)
    yield from row("berlin", _BERLIN, (*berlin, view.support_pool / 50))
    yield from row("pool", COLOURS, tuple(cubes / 20 for cubes in view.pool))
    for name, squadron in zip(_SQUADRONS, in_order_from(view, seat), strict=False):
        yield from _squadron(view, name, squadron)
    for base, card in view.bases.items():
        staff = sum(where == base for where in view.personnel.values())
        figures = (card.active, card.damaged, card.support / 5, sum(card.marked) / 5, card.snack_bar, staff / 3)
        yield from row(base, _BASE, (*figures, *(n / 10 for n in card.cubes), *(n / 5 for n in card.outgoing)))
    for id, plane in view.planes.items():
        if plane.place in SPACES:
            yield from _plane(plane, "own" if id in COUNTERS and COUNTERS[id].squadron == seat else "other")
    for id in view.waiting:
        if id in view.planes and view.planes[id].place in SPACES:
            yield f"{view.planes[id].place}.{_TO_MOVE}", 1.0


def _squadron(view: AirliftView, name: str, seat: str) -> Iterator[tuple[str, float]]:
    player, goals = view.players[seat], goals_of(view, seat)
    figures = (1, player.support / 10, player.vp / 10, score(view, seat) / 10, player.downed / 3)
    yield from row(name, _SQUADRON, (*figures, view.hurry.get(seat, 0) / 3, view.ap == seat))
    delivered = [done / 10 for done in player.delivered]
    wanted = [max(0, goal - done) / 10 for goal, done in zip(goals, player.delivered, strict=True)]
    yield from row(name, _CARGO, (*delivered, *wanted, *(flown / 5 for flown in player.outgoing)))


def _plane(plane: Plane, whose: str) -> Iterator[tuple[str, float]]:
    here = f"{plane.place}.{whose}"
    if plane.status in _STATUS:
        yield f"{here}_{_STATUS[plane.status]}", 1 / 3
        yield f"{here}_cargo", sum(plane.cargo) / 6
        yield f"{here}_problems", plane.problems / 3
