"""Chapter 3, basic concepts: stacking, zones of control, facing, command; and putting units on the map."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from sandtable.games.ontoberlin.components import ALLIED, FLAK_OF_REICHSTAG, GERMAN, HQ, KINDS, OTHER, REGULAR, TABLES
from sandtable.games.ontoberlin.map.geography import MAP
from sandtable.games.ontoberlin.model import ELIMINATED, OnToBerlin
from sandtable.games.ontoberlin.names import say
from sandtable.kernel.flow import Asks, Choose, Option, Refusal
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace

FACE: dict[str, tuple[Option, ...]] = {
    hex: tuple(("face", hex, compass) for compass in ("N", "NE", "SE", "S", "SW", "NW")) for hex in MAP.hexes
}
_FACING = {compass: number for number, compass in enumerate(("N", "NE", "SE", "S", "SW", "NW"))}


# -- the pieces ------------------------------------------------------------------------------------------------------


def holder(s: OnToBerlin, hex: str) -> str:
    """OB-3.1.4 The side whose units are in a hex, "" if none."""
    stack = s.stacks.get(hex)
    return KINDS[stack[0]].side if stack else ""


def on_map(s: OnToBerlin, side: str) -> list[str]:
    """The units of a side on the map, in the order of their ids' list."""
    return [u for stack in s.stacks.values() if KINDS[stack[0]].side == side for u in stack]


def is_static(s: OnToBerlin, u: str) -> bool:
    """OB-1.4.3, OB-16.1 Tower flak never moves; nor does the battalion that makes the Reichstag a tower."""
    return KINDS[u].static or (s.tower and u == FLAK_OF_REICHSTAG)


def combat_units(s: OnToBerlin, hex: str) -> list[str]:
    """Combat Mode units of a hex."""
    return [u for u in s.stacks.get(hex, ()) if s.units[u].combat]


def lift(s: OnToBerlin, u: str) -> None:
    """Take a unit off its hex; its record still names the old place until it is put elsewhere."""
    hex = s.units[u].at
    stack = s.stacks.get(hex, ())
    if u not in stack:
        return
    rest = tuple([other for other in stack if other != u]) if len(stack) > 1 else ()
    if rest:
        if s.fog and u == stack[-1]:
            s.reveal()  # OB-3.6.1 the unit that lay below is the top one now
        s.stacks[hex] = rest
    else:
        del s.stacks[hex]
    if hex in s.facing and not combat_units(s, hex):
        del s.facing[hex]


def put(s: OnToBerlin, u: str, hex: str) -> None:
    """Put a unit on a hex, on top of those there."""
    lift(s, u)
    s.units[u] = replace(s.units[u], at=hex)
    s.stacks[hex] = (*s.stacks.get(hex, ()), u)
    if s.units[u].combat and hex not in MAP.built_up and hex not in s.facing:
        s.facing[hex] = 0


def remove(s: OnToBerlin, u: str, to: str) -> None:
    """Take a unit off the map to a place outside it."""
    lift(s, u)
    unit = s.units[u]
    s.units[u] = replace(unit, at=to, combat=False, disrupted=False, no_loc=False)


def set_mode(s: OnToBerlin, u: str, combat: bool) -> None:
    """OB-3.3.1, OB-3.3.5 Turn one unit over, whatever the others in its hex do."""
    unit = s.units[u]
    s.units[u] = replace(unit, combat=combat)
    if combat:
        if unit.at not in MAP.built_up:
            s.facing.setdefault(unit.at, 0)
    elif unit.at in s.facing and not combat_units(s, unit.at):
        del s.facing[unit.at]


def disrupt(s: OnToBerlin, u: str) -> None:
    """OB-8.9.1, OB-8.9.3 A disrupted unit flips to Maneuver Mode, in ruins too; a further D has no more effect."""
    set_mode(s, u, combat=False)
    s.units[u] = replace(s.units[u], disrupted=True)


def score(s: OnToBerlin, side: str, points: int, source: str) -> None:
    """OB-12.4, OB-12.5 Victory Points, kept by source for reports."""
    s.vp[side] += points
    key = f"{side}_vp_{source}"
    s.tally[key] = s.tally.get(key, 0) + points


def eliminate(s: OnToBerlin, u: str, cause: str, clause: str = "OB-8.7.6") -> None:
    """OB-8.7.6, OB-12.6 A unit lost in combat scores 1 VP for the enemy at once."""
    side = KINDS[u].side
    hex = s.units[u].at
    remove(s, u, ELIMINATED)
    per = TABLES.victory["german_per_allied_unit" if side == ALLIED else "allied_per_german_unit"]
    score(s, OTHER[side], per, cause)
    s.journal.add(clause, "eliminated", unit=u, hex=hex, side=OTHER[side], vp=per)


# -- OB-3.1 stacking -------------------------------------------------------------------------------------------------


def room(s: OnToBerlin, u: str, hex: str) -> bool:
    """OB-3.1.3 Whether a unit may end its move in a hex. HQs count; leaders and markers are no units."""
    return _no_room(s, u, hex) is None


def why_no_room(s: OnToBerlin, u: str, hex: str) -> Refusal | None:
    """OB-3.1.1-3.1.5, OB-11.1.6 Why a unit may not end in a hex."""
    refusal = _no_room(s, u, hex)
    if refusal is None:
        return None
    limits = {"same": TABLES.stacking["allied_same_nationality"], "mixed": TABLES.stacking["allied_mixed"]}
    return say(refusal[0], **limits), refusal[1]


def _no_room(s: OnToBerlin, u: str, hex: str) -> Refusal | None:
    stack = s.stacks.get(hex)
    if not stack or stack == (u,):
        return None
    mine = KINDS[u]
    if u in stack:
        stack = tuple(other for other in stack if other != u)
    return _why_not_with(mine.side, mine.service, mine.nation, stack)


def may_join(u: str, stack: tuple[str, ...]) -> bool:
    """OB-3.1.3 Whether a unit may end its move with these others."""
    mine = KINDS[u]
    return _why_not_with(mine.side, mine.service, mine.nation, stack) is None


@lru_cache(maxsize=20_000)
def _why_not_with(side: str, service: str, nation: str, stack: tuple[str, ...]) -> Refusal | None:
    """OB-3.1.1-3.1.5, OB-11.1.6 Why such a unit may not end with these, by the key of the text; every move asks it."""
    others = [KINDS[other] for other in stack]
    if others[0].side != side:
        return "enemies_there", "OB-3.1.4"
    if side == GERMAN:
        if len(others) >= TABLES.stacking["german"]:
            return "three_germans_there", "OB-3.1.1"
        if service == "ss" and any(o.service in REGULAR for o in others):
            return "ss_with_regulars", "OB-3.1.5"
        if service in REGULAR and any(o.service == "ss" for o in others):
            return "ss_with_regulars", "OB-3.1.5"
        return None
    mixed = any(o.nation != nation for o in others) or any(o.nation != others[0].nation for o in others)
    most = TABLES.stacking["allied_mixed" if mixed else "allied_same_nationality"]
    if len(others) >= most:
        return "mixed_allies_there" if mixed else "allies_there", "OB-3.1.2"
    return None


# -- OB-3.2 zones of control -----------------------------------------------------------------------------------------


def exerts(s: OnToBerlin, u: str) -> bool:
    """OB-3.2.1 Undisrupted, Combat Mode, FS at least 1, not artillery. (Disrupted units are never in Combat Mode.)"""
    kind = KINDS[u]
    return s.units[u].combat and kind.fs >= 1 and kind.cls != "artillery"


def zoc(s: OnToBerlin, side: str) -> set[str]:
    """OB-3.2.1, OB-3.2.2 The hexes in a side's ZOC."""
    reached: set[str] = set()
    units, stacks, reach = s.units, s.stacks, MAP.reach_of_zoc
    for hex, facing in s.facing.items():
        stack = stacks[hex]
        if KINDS[stack[0]].side == side:
            for u in stack:
                if units[u].combat and KINDS[u].cls != "artillery" and KINDS[u].fs:
                    reached.update(reach[hex][facing])
                    break
    return reached


def raw_zoc_reaches(s: OnToBerlin, side: str, hex: str) -> bool:
    """OB-3.2.4 Whether a raw ZOC of a side reaches a hex: Built Up areas make no difference."""
    for n in MAP.neighbours[hex]:
        stack = s.stacks.get(n)
        if (
            stack
            and KINDS[stack[0]].side == side
            and hex in MAP.reach_of_raw_zoc[n][s.facing.get(n, 0)]
            and any(exerts(s, u) for u in stack)
        ):
            return True
    return False


def uncontested(s: OnToBerlin, side: str, hex: str) -> bool:
    """OB-3.2.4 Under an uncontested ZOC of a side: no unit of the other in it and no raw ZOC of the other."""
    return holder(s, hex) != OTHER[side] and raw_zoc_reaches(s, side, hex) and not raw_zoc_reaches(s, OTHER[side], hex)


# -- OB-3.4 facing ---------------------------------------------------------------------------------------------------


def front(s: OnToBerlin, hex: str) -> tuple[str, ...]:
    """OB-3.4.1, OB-3.4.3 The front hexes of the Combat Mode units in a hex."""
    return MAP.fronts[hex][s.facing.get(hex, 0)]


def ask_facing(s: OnToBerlin, hex: str, rule: str = "OB-3.4.2") -> Asks[None]:
    """OB-3.4.2 The owner sets the facing of a hex; in Built Up areas there is none to set (OB-3.4.3)."""
    if hex not in s.facing:
        return
    pick = yield Choose(holder(s, hex), FACE[hex], rule=rule, ask="face", about=(hex,))
    turn_to(s, hex, id_in(pick, 2))


def turn_to(s: OnToBerlin, hex: str, compass: str) -> None:
    """OB-3.4.2"""
    s.facing[hex] = _FACING[compass]
    s.journal.add("OB-3.4.2", "faces", hex=hex, compass=compass)


# -- OB-3.5 command --------------------------------------------------------------------------------------------------


def in_command(s: OnToBerlin, u: str) -> bool:
    """OB-3.5.1, OB-3.5.3 The HQ itself and units without an HQ always are; others within 6 of their undisrupted HQ."""
    hq = HQ.get(KINDS[u].formation)
    if hq is None or hq == u:
        return True
    head = s.units.get(hq)
    if head is None or head.disrupted or head.at not in s.stacks:
        return False
    return MAP.distance(head.at, s.units[u].at) <= TABLES.command_radius


# -- OB-3.6 fog of war -----------------------------------------------------------------------------------------------


def whole_stack_seen(s: OnToBerlin, seat: str, hex: str) -> bool:
    """OB-3.6.2, OB-3.6.3 Whether a seat sees every unit of an enemy stack."""
    if not s.fog or hex in s.open:
        return True
    for n in MAP.neighbours[hex]:
        stack = s.stacks.get(n)
        if stack and KINDS[stack[0]].side == seat and not _all_disrupted(s, stack):
            return True
    return False


def _all_disrupted(s: OnToBerlin, stack: tuple[str, ...]) -> bool:
    return False not in [s.units[u].disrupted for u in stack]


def watched_hexes(s: OnToBerlin, seat: str) -> set[str]:
    """OB-3.6.2 The hexes beside stacks of a seat that are not all disrupted: in them it sees every unit."""
    watched: set[str] = set()
    for hex, stack in s.stacks.items():
        if KINDS[stack[0]].side == seat and not _all_disrupted(s, stack):
            watched.update(MAP.neighbours[hex])
    return watched


def seen(s: OnToBerlin, seat: str, hex: str) -> Iterable[tuple[str, bool]]:
    """OB-3.6.1, OB-3.6.2 The units of a hex, bottom to top, each with whether the seat knows what it is."""
    stack = s.stacks[hex]
    if KINDS[stack[0]].side == seat or whole_stack_seen(s, seat, hex):
        return [(u, True) for u in stack]
    return glimpse(s, hex)


def glimpse(s: OnToBerlin, hex: str) -> list[tuple[str, bool]]:
    """OB-3.6.1 The units of an enemy stack seen from afar: the top one is known, and flak in Combat Mode."""
    stack = s.stacks[hex]
    top = stack[-1]
    return [(u, u == top or (KINDS[u].cls == "flak" and s.units[u].combat)) for u in stack]


def open_to_all(s: OnToBerlin, hexes: Iterable[str]) -> None:
    """OB-3.6.2 These stacks take part in a combat: they are seen until it is resolved."""
    for hex in hexes:
        if hex not in s.open:
            if s.fog and len(s.stacks.get(hex, ())) > 1:
                s.reveal()
            s.open[hex] = True


def reveals(s: OnToBerlin, hex: str, side: str) -> bool:
    """Whether a unit of a side that stops in a hex comes to see an enemy stack that it did not know."""
    if not s.fog:
        return False
    stacks = s.stacks
    for n in MAP.neighbours[hex]:
        if n not in stacks or len(stacks[n]) == 1 or KINDS[stacks[n][0]].side == side:
            continue  # of one unit all is seen
        if not all(known for _, known in seen(s, side, n)):
            return True
    return False


def told(s: OnToBerlin, side: str) -> tuple[str, ...] | None:
    """OB-3.6.1 Who may read a line of the journal about a unit that the fog may hide: its owner."""
    return (side,) if s.fog else None


def set_top(s: OnToBerlin, u: str) -> None:
    """OB-3.6.1 The owner orders his stacks freely; the enemy sees the new top unit."""
    s.reveal()
    hex = s.units[u].at
    s.stacks[hex] = (*(other for other in s.stacks[hex] if other != u), u)
