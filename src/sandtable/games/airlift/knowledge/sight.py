"""What a seat may see: everything but the order of the card deck and of the cup (AL-0.5), which no state holds."""

from __future__ import annotations

from sandtable.games.airlift.model import Airlift, Base, Plane, Player, SeasonResult, Step
from sandtable.kernel.game import View


class AirliftView(View, frozen=True, kw_only=True):
    """The table as every seat and every spectator sees it."""

    scenario: str
    variants: tuple[str, ...]
    seats: tuple[str, ...]
    season: str
    step: Step
    ap: str
    turn: int
    last_draw: int
    weather: str
    severity: int
    cleared: bool
    cup: tuple[str, ...]
    """What is still in the cup, sorted: its order is nobody's to know."""
    drawn: tuple[str, ...]
    deck: int
    discards: tuple[str, ...]
    card: str
    players: dict[str, Player]
    planes: dict[str, Plane]
    bases: dict[str, Base]
    stacks: dict[str, tuple[str, ...]]
    ground: dict[str, tuple[str, ...]]
    personnel: dict[str, str]
    morale: int
    track: tuple[bool, ...]
    morale_support: int
    resolve: int
    refugees: int
    released: tuple[int, int]
    caltf: bool
    c74_used: bool
    c74: str
    c74_must_fly: bool
    pool: tuple[int, ...]
    support_pool: int
    upkeep: dict[str, int]
    hurry: dict[str, int]
    unavailable: tuple[str, ...]
    flight: str
    waiting: tuple[str, ...]
    passed: tuple[str, ...]
    outgoing_taken: bool
    results: tuple[SeasonResult, ...]
    ended: str


def sight(s: Airlift, seat: str) -> AirliftView:
    """AL-0.5 All positions, support, tracks and boards are public."""
    return AirliftView(
        seat=seat,
        scenario=s.scenario,
        variants=s.variants,
        seats=s.seats,
        season=s.season,
        step=s.step,
        ap=s.ap,
        turn=s.turn,
        last_draw=s.last_draw,
        weather=s.weather,
        severity=s.severity,
        cleared=s.cleared,
        cup=tuple(sorted(s.cup)),
        drawn=tuple(s.drawn),
        deck=len(s.deck),
        discards=tuple(s.discards),
        card=s.card,
        players=dict(s.players),
        planes=dict(s.planes),
        bases=dict(s.bases),
        stacks=dict(s.stacks),
        ground=dict(s.ground),
        personnel=dict(s.personnel),
        morale=s.morale,
        track=tuple(s.track),
        morale_support=s.morale_support,
        resolve=s.resolve,
        refugees=s.refugees,
        released=s.released,
        caltf=s.caltf,
        c74_used=s.c74_used,
        c74=s.c74,
        c74_must_fly=s.c74_must_fly,
        pool=tuple(s.pool),
        support_pool=s.support_pool,
        upkeep=dict(s.upkeep),
        hurry=dict(s.hurry),
        unavailable=tuple(s.unavailable),
        flight=s.flight,
        waiting=tuple(s.waiting),
        passed=tuple(s.passed),
        outgoing_taken=s.outgoing_taken,
        results=tuple(s.results),
        ended=s.ended,
    )
