"""A scenario of the campaign begins: counters are taken up, counts made ready (RV-RePh8.624, RV-RePh8.625)."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.areas import initial_area, map_edge
from sandtable.games.vengeance.campaign.battle.posts import in_reserve, is_initial, waits
from sandtable.games.vengeance.campaign.charts import frame
from sandtable.games.vengeance.campaign.edges import note_arrival
from sandtable.games.vengeance.campaign.points import note, raise_san, set_elr, sheet, write
from sandtable.games.vengeance.campaign.purchase.fortifications import SINGLE, hiding_worth
from sandtable.games.vengeance.campaign.purchase.raising import panzerfausts
from sandtable.games.vengeance.campaign.purchase.support import note_keepers
from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import GERMAN, RUSSIAN, SIDES, Battle, Tunnel, Unit
from sandtable.games.vengeance.model.campaign import ENTER, HERE, KEPT, OFF, ON_BOARD, RESERVE
from sandtable.games.vengeance.rules.concealment.gain_and_loss import HID, single_men
from sandtable.games.vengeance.rules.fortifications.set_up import muster_works
from sandtable.games.vengeance.rules.morale.leaders import leadership
from sandtable.games.vengeance.rules.movement.sewers import tunnel_id
from sandtable.games.vengeance.rules.units.kinds import is_leader, type_of
from sandtable.games.vengeance.rules.units.stacking import squad_halves
from sandtable.kernel.state import replace


def pick_up(s: Battle) -> None:
    """RV-RePh8.6242, RV-CG21 Every unit of an area is taken up, to be set up in it again; Isolated ones stay.

    What was kept off the map may set up wherever its side is not Isolated, or stay outside. RV-RePh8.6149 Weapons are
    assembled by those who set up.
    """
    for id, post in s.posts.items():
        if post == OFF:
            s.posts[id] = KEPT
    for unit in list(s.units.values()):
        if unit.at and s.posts.get(unit.id, HERE) != HERE:
            s.units[unit.id] = replace(unit, at="", dug=False, shellhole=False, wired=False)
    for weapon in [w for w in s.weapons.values() if w.dm and w.holder in s.units and waits(s, w.holder)]:
        s.weapons[weapon.id] = replace(weapon, dm=False)
    s.at = {
        at: left for at, ids in s.at.items() if (left := tuple(id for id in ids if s.units[id].at == at))
    }  # fmt: skip


def keep_for_later(s: Battle) -> None:
    """RV-CG23, RV-CGS5 After a Lull all that waits off the map, or in Reserve, sets up freely in areas not Isolated."""
    for id, post in s.posts.items():
        if post in (ENTER, RESERVE, ON_BOARD):
            s.posts[id] = OFF


def bring_works(s: Battle) -> None:
    """RV-RePh8.6242a, RV-RePh8.621 Bought fortifications are set up with the units of their side, in its own areas."""
    for side in SIDES:
        known, stock = set(s.works), dict(sheet(s, side).fortifications)
        s.covers[side] = stock.pop("?", 0)
        for _ in range(stock.pop("Tunnel", 0)):
            s.tunnels[tunnel_id(s, side)] = Tunnel(side, ("", ""))
        s.hiding[side] = bought_hiding(s, side) + hidden_at_night(s, side)
        if men := sheet(s, side).hip.count(SINGLE):
            s.hiding[single_men(side)] = men
        muster_works(s, side, 0, stock)
        for id in s.works:
            if id not in known:
                s.posts[id] = ON_BOARD


_FREE_AT_NIGHT = 4
"""RV-CG7d One squad in four."""


def bought_hiding(s: Battle, side: str) -> int:
    """RV-RePh8.621 The half-squads for which hidden set-up was bought; what was bought for single men is for them."""
    return hiding_worth(tuple(size for size in sheet(s, side).hip if size != SINGLE))


def hidden_at_night(s: Battle, side: str) -> int:
    """RV-CG7d At night the Defender hides a quarter of his squads (FRD) that are not in Reserve, for nothing."""
    if s.night is None or s.night.defender != side:
        return 0
    on_map = [u for u in s.units.values() if u.side == side and (u.at or waits(s, u.id))]
    squads = squad_halves(u for u in on_map if not in_reserve(s, u.id)) // 2
    return 2 * (squads // _FREE_AT_NIGHT)


def free_at_night(s: Battle) -> None:
    """RV-CG7a The Defender's best leader and those who set up with him may move from the start."""
    if s.night is None:
        return
    own = [u for u in s.units.values() if u.side == s.night.defender and (u.at or _rides_on_map(s, u))]
    leaders = [u for u in own if is_leader(u)]
    if not leaders:
        return
    best = min(map(_rank, leaders))
    leader = s.units[s.dice.pick([u.id for u in leaders if _rank(u) == best], "leader")]
    for unit in own:
        if (unit.at, unit.aboard) == (leader.at, leader.aboard):
            s.units[unit.id] = replace(unit, free=True)


def _rides_on_map(s: Battle, unit: Unit) -> bool:
    return bool(unit.aboard) and bool(s.vehicles[unit.aboard].at)


def _rank(leader: Unit) -> tuple[int, int]:
    """RV-CG7a Who leads best: his modifier, then his morale."""
    return leadership(leader), -type_of(leader).morale


def given_foxholes(s: Battle) -> list[str]:
    """RV-I9, RV-I11 Where the Foxholes stand that the German has from the start; those he bought link nothing."""
    holes = [w.at for w in s.works.values() if w.side == GERMAN and w.type == "foxhole_1" and w.at]
    return holes[: int(frame()["initial"][GERMAN]["foxholes"])]


def fit_armor(s: Battle) -> None:
    """RV-RePh8.621 Note R: Supplemental Armor protects all Russian AFVs in the next played scenario only."""
    fitted = sheet(s, RUSSIAN).armor == "bought"
    for vehicle in [v for v in s.vehicles.values() if v.side == RUSSIAN]:
        afv = components().armour.types[vehicle.type].is_afv
        s.vehicles[vehicle.id] = replace(vehicle, supplemental=fitted and afv)
    if fitted:
        write(s, RUSSIAN, armor="used")


def begin_scenario(s: Battle) -> None:
    """RV-RePh8.625, RV-CG5, RV-CG15, RV-CG17, RV-CG29 The scenario begins: control, ELR, Panzerfausts and counts.

    RV-B25.6 Its first Rally Phase is the first of a game: the wind does not change in it.
    """
    if is_initial(s):
        s.areas = initial_area(s, given_foxholes(s))
        f = field_of(s)
        for hex in s.areas:
            for at in f.ground.of_hex[hex]:
                s.control[at] = GERMAN
    note_arrival(s, [c.id for kept in (s.units, s.vehicles, s.guns) for c in kept.values() if c.at])
    note(s, alarmed=False, banners=tuple(s.banners.values()))
    set_elr(s)
    free_at_night(s)
    fit_armor(s)
    note_keepers(s)
    for side in SIDES:
        raise_san(s, side)
        s.fausts[side] = panzerfausts(s, side)
        if side == GERMAN or not is_initial(s):
            s.hiding[side] = HID  # RV-CGS2 Whether he has hidden anybody, the enemy does not know.
        write(s, side, panzerfaust=False, fortifications=(), hip=())
    f = field_of(s)
    s.control_at_start = {
        at: s.control.get(at, "") for at in f.steps if f.hex(at).building or f.hex_of[at] in map_edge()
    }  # fmt: skip
    s.cvp.clear()
    s.secretly_taken.clear()
    s.asked.clear()
    s.open_control = dict(s.control)
    s.turn = s.player_turns = 0
