"""OB-2.2, OB-3.6 What each seat may see, built from nothing.

A view has the fields of the state that matter at the table. Units that fog hides from the seat appear under ids such as
`german?5015.1`, which say where they lie and nothing else. `as_state` lays a view out as a state, so that the bot, the
table and the odds ask the rules themselves what they want to know.
"""

from __future__ import annotations

from collections.abc import Set
from functools import cache, lru_cache
from typing import NamedTuple

from sandtable.games.ontoberlin.components import (
    ALLIED,
    DIVISIONS,
    KINDS,
    VS_POOL,
)
from sandtable.games.ontoberlin.model import (
    CALLED,
    POOL,
    SET_UP,
    Attack,
    DivisionStatus,
    Leader,
    March,
    OnToBerlin,
    Step,
    Unit,
)
from sandtable.games.ontoberlin.rules.basics import glimpse, watched_hexes
from sandtable.kernel.dice import Dice
from sandtable.kernel.game import View

_NO_DICE = "0" * 64
HIDDEN_POOL = (POOL, SET_UP, CALLED)
"""Where Volkssturm of the pool may be without the other side knowing which."""


class OnToBerlinView(View, frozen=True):
    """What a seat sees."""

    fog: bool
    variable: bool
    subways: bool
    tower: bool
    turn: int
    player: str
    step: Step
    vp: dict[str, int]
    units: dict[str, Unit]
    stacks: dict[str, tuple[str, ...]]
    facing: dict[str, int]
    ruins: dict[str, bool]
    fallen: dict[str, int]
    divisions: dict[str, DivisionStatus]
    leaders: dict[str, Leader]
    hj_trigger: bool
    vs_trigger: bool
    strikes: int
    napalm: int
    struck: dict[str, bool]
    plan: dict[str, tuple[int, int]]
    interdiction: dict[str, int]
    assaults: dict[str, tuple[str, ...]]
    turned: dict[str, bool]
    active: str
    march: March | None
    dropping: str
    attack: Attack | None
    drawn: bool
    subway_rides: int
    ended: str
    tally: dict[str, int]
    pool: int
    """How many Volkssturm can still be called up."""


_Units = dict[str, Unit]
_Stacks = dict[str, tuple[str, ...]]


class _Seen(NamedTuple):
    """The units and stacks of a state, and how a seat sees them."""

    truth: tuple[bool, _Units, _Stacks, dict[str, bool]]
    plain: Set[str]
    """OB-3.6.2 The hexes in which it sees every unit."""
    hexes: dict[str, tuple[tuple[str, ...], _Units]]
    """Each occupied hex as it sees it."""
    units: _Units
    stacks: _Stacks


_NOTHING = _Seen((False, {}, {}, {}), frozenset(), {}, {}, {})
_newest: dict[str, _Seen] = {}
"""What each seat saw last, in whichever game."""


@lru_cache(maxsize=128)
def _memory(_dice: str, seat: str) -> list[_Seen]:
    """What a seat saw last in the game with these dice; in one that is new here, such as an imagined one, anywhere.

    Half of all decisions change no piece, and the others one or two hexes of a hundred.
    """
    return [_newest.get(seat, _NOTHING)]


def _pieces(s: OnToBerlin, seat: str) -> tuple[_Units, _Stacks]:
    """OB-3.6.1, OB-3.6.2 The units and stacks as a seat sees them; what the fog hides has an id that tells nothing."""
    memory = _memory(s.dice.seed, seat)
    known = memory[0]
    if known.truth != (s.fog, s.units, s.stacks, s.open):
        known = memory[0] = _newest[seat] = _look(s, seat, known)
    return dict(known.units), dict(known.stacks)


def _look(s: OnToBerlin, seat: str, before: _Seen) -> _Seen:
    """OB-3.6.1, OB-3.6.2 What a seat sees now; it looks again only where something has changed."""
    plain = s.open.keys() | watched_hexes(s, seat) if s.fog else set(s.stacks)
    changed = _changed(s, plain, before)
    hexes = {
        hex: _look_at(s, seat, hex, hex in plain) if hex in changed else before.hexes[hex] for hex in sorted(s.stacks)
    }
    units: _Units = {}
    stacks: _Stacks = {}
    for hex, (stack, shown) in hexes.items():
        stacks[hex] = stack
        units.update(shown)
    for u, record in s.units.items():
        if record.at in stacks:
            continue
        if KINDS[u].side == seat:
            units[u] = record
        elif not (u in VS_POOL and record.at in HIDDEN_POOL):
            units[u] = Unit(record.at, entries=record.entries, blocked=record.blocked)
    return _Seen((s.fog, dict(s.units), dict(s.stacks), dict(s.open)), plain, hexes, units, stacks)


def _changed(s: OnToBerlin, plain: Set[str], before: _Seen) -> Set[str]:
    """The hexes that may look otherwise than before."""
    _, units, stacks, _ = before.truth
    changed = plain ^ before.plain
    changed |= {hex for hex, stack in s.stacks.items() if stacks.get(hex) is not stack}
    return changed | {record.at for u, record in s.units.items() if units.get(u) is not record}


def _look_at(s: OnToBerlin, seat: str, hex: str, known: bool) -> tuple[tuple[str, ...], _Units]:
    """OB-3.6.1, OB-3.6.2 A stack and its units as a seat sees them."""
    stack, side = s.stacks[hex], KINDS[s.stacks[hex][0]].side
    if side == seat:
        return stack, {u: s.units[u] for u in stack}
    shown = stack
    if not known:
        shown = tuple([u if plain else f"{side}?{hex}.{n}" for n, (u, plain) in enumerate(glimpse(s, hex))])
    records = [s.units[u] for u in stack]
    units = [_from_outside(hex, record.combat, record.disrupted) for record in records]
    return shown, dict(zip(shown, units, strict=True))


@cache
def _from_outside(hex: str, combat: bool, disrupted: bool) -> Unit:
    """What the other side sees of a unit on the map."""
    return Unit(hex, combat, disrupted)


def sight(s: OnToBerlin, seat: str) -> OnToBerlinView:
    """OB-2.2, OB-3.6 The view of a seat; seat "" is a spectator."""
    units, stacks = _pieces(s, seat)
    mine = s.player == seat
    moving = s.active if s.active and KINDS[s.active].side == seat else ""
    return OnToBerlinView(
        seat=seat, fog=s.fog, variable=s.variable, subways=s.subways, tower=s.tower,
        turn=s.turn, player=s.player, step=s.step, ended=s.ended,
        vp=dict(s.vp),
        units=units,
        stacks=stacks,
        facing={hex: s.facing[hex] for hex in sorted(s.facing)},
        ruins=dict.fromkeys(sorted(s.ruins), True),
        fallen={hex: s.fallen[hex] for hex in sorted(s.fallen)},
        divisions={d: _division(s.divisions[d], seat) for d in DIVISIONS},
        leaders=dict(s.leaders),
        hj_trigger=s.hj_trigger, vs_trigger=s.vs_trigger, strikes=s.strikes, napalm=s.napalm,
        struck=dict.fromkeys(sorted(s.struck), True),
        plan={hex: s.plan[hex] for hex in sorted(s.plan)},
        interdiction=dict(s.interdiction),
        assaults={hex: s.assaults[hex] for hex in sorted(s.assaults)},
        turned=dict.fromkeys(sorted(s.turned), True) if mine else {},
        active=moving, march=s.march if moving else None, attack=s.attack if mine else None,
        dropping=s.dropping, drawn=s.drawn, subway_rides=s.subway_rides,
        tally={key: s.tally[key] for key in sorted(s.tally)},
        pool=[s.units[u].at for u in VS_POOL].count(POOL),
    )  # fmt: skip


def _division(status: DivisionStatus, seat: str) -> DivisionStatus:
    """OB-2.2, OB-15.1.4 The airfield and LZ of a division are the Allied player's secret until it drops."""
    if seat == ALLIED or status.public:
        return status
    return DivisionStatus(success=status.success)


def as_state(view: OnToBerlinView) -> OnToBerlin:
    """A view laid out as a state, with dice that nobody may roll: for asking the rules, never for playing."""
    return OnToBerlin(
        dice=Dice(_NO_DICE), fog=view.fog, variable=view.variable, subways=view.subways, tower=view.tower,
        turn=view.turn, player=view.player, step=view.step, ended=view.ended,
        vp=view.vp, units=view.units, stacks=view.stacks, facing=view.facing, ruins=view.ruins, fallen=view.fallen,
        divisions=view.divisions, leaders=view.leaders, hj_trigger=view.hj_trigger, vs_trigger=view.vs_trigger,
        strikes=view.strikes, napalm=view.napalm, struck=view.struck, plan=view.plan, interdiction=view.interdiction,
        assaults=view.assaults, turned=view.turned, active=view.active, march=view.march, dropping=view.dropping,
        attack=view.attack, open={}, drawn=view.drawn, subway_rides=view.subway_rides, fights={}, tally=view.tally,
    )  # fmt: skip
