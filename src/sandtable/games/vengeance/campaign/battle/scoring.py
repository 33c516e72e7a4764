"""Who wins a scenario of the campaign, and the campaign (RV-CGS10 to RV-CGS14, RV-CG29, RV-CG32)."""

from __future__ import annotations

from functools import cache

from sandtable.games.vengeance.campaign.charts import tables
from sandtable.games.vengeance.campaign.points import campaign_of, lose_elr, note, sheet, write
from sandtable.games.vengeance.components import ground
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.ground import GROUND, LEVEL
from sandtable.games.vengeance.model.battle import GERMAN, RUSSIAN, SIDES, Battle
from sandtable.games.vengeance.model.campaign import Campaign
from sandtable.games.vengeance.rules.units.enemies import counts_as_armed, enemies_in
from sandtable.games.vengeance.rules.units.kinds import other
from sandtable.games.vengeance.rules.victory.casualty_points import UNCOUNTED, UNSCORED


@cache
def _worth_by_building() -> dict[str, int]:
    table = tables()["lvp"]
    return {row["building"]: int(row["lvp"]) for row in table.values() if isinstance(row, dict)}


def location_points(s: Battle, at: str) -> int:
    """RV-CG29 What a Location is worth: stone buildings, ground and upper levels; nothing for rubble."""
    f = field_of(s)
    place = f.place(at)
    hex = f.hex(at)
    building = f.ground.buildings.get(hex.building)
    if building is None or building.material != "stone" or place.kind not in (GROUND, LEVEL):
        return 0
    if place.terrain.startswith("RUBBLE"):
        return 0
    return _worth_by_building().get(building.id, int(tables()["lvp"]["default_stone_location"]))


def lvp_gained(s: Battle, side: str, before: dict[str, str]) -> int:
    """RV-CG29 Locations that the enemy controlled at the start of the scenario and the side controls now."""
    return sum(
        location_points(s, at)
        for at, owner in before.items()
        if owner == other(side) and s.control.get(at, "") == side and at in field_of(s).steps
    )


def winner_of(attacker: str, dual: bool, inflicted: dict[str, int], lvp: dict[str, int]) -> str:
    """RV-CGS11, RV-CGS12 The winner of a scenario; in a Dual Attack a tie goes to the side that moved second."""
    defender = other(attacker)
    if dual:
        score = {side: inflicted[side] + lvp[side] for side in SIDES}
        return attacker if score[attacker] > score[defender] else defender
    won = inflicted[attacker] + lvp[attacker] > 2 * inflicted[defender]
    return attacker if won else defender


def settle_scenario(s: Battle, before: dict[str, str]) -> None:
    """RV-RePh8.6032, RV-RePh8.6234, RV-CGS11 to RV-CGS13 Determine and record who won."""
    campaign = campaign_of(s)
    inflicted = {side: counted_losses(s, other(side)) for side in SIDES}
    lvp = {side: lvp_gained(s, side, before) for side in SIDES}
    winner = winner_of(campaign.attacker, campaign.dual, inflicted, lvp)
    for side in SIDES:
        kept = sheet(s, side)
        write(
            s, side, suffered=suffered(s, side), inflicted=suffered(s, other(side)), won_last=side == winner,
            lost_last=side != winner, won=kept.won + (side == winner), lost=kept.lost + (side != winner),
        )  # fmt: skip
    note(s, played=campaign.played + 1, length=s.turn)
    s.journal.add(
        "RV-CGS12" if campaign.dual else "RV-CGS11", "cgs_won", side=winner,
        why=_reason(campaign, inflicted, lvp), german_cvp=inflicted[GERMAN], russian_cvp=inflicted[RUSSIAN],
        german_lvp=lvp[GERMAN], russian_lvp=lvp[RUSSIAN],
    )  # fmt: skip


def _reason(campaign: Campaign, inflicted: dict[str, int], lvp: dict[str, int]) -> str:
    """RV-CGS11, RV-CGS12 The sums that were compared."""
    gained = {side: inflicted[side] + lvp[side] for side in SIDES}
    attacker, defender = campaign.attacker, other(campaign.attacker)
    if campaign.dual:
        return f"dual attack|{gained[attacker]}|{gained[defender]}"
    return f"single attack|{gained[attacker]}|{inflicted[defender]}"


def counted_losses(s: Battle, side: str) -> int:
    """RV-CGS13 The CVP that decide this scenario: without Moabit Prisoners and, for the Russian, vehicles."""
    return suffered(s, side) - s.cvp.get(f"{side}_{UNSCORED}", 0)


def suffered(s: Battle, side: str) -> int:
    """RV-RePh8.6162, RV-CG16 The CVP that a side lost in this scenario, vehicles and all, but no Moabit Prisoners."""
    return s.cvp.get(side, 0) - s.cvp.get(f"{side}_{UNCOUNTED}", 0)


def infantry_losses(s: Battle, side: str) -> int:
    """RV-CG24, RV-CG16 CVP of Infantry and crews lost; Moabit Prisoners never count."""
    return s.cvp.get(f"{side}_infantry", 0)


def charge_losses(s: Battle, side: str) -> None:
    """RV-CG24, RV-RePh8.6123 What a side has lost since it was last reckoned up costs ELR, once; the other's waits."""
    lose_elr(s, side, infantry_losses(s, side))
    for counted in [name for name in s.cvp if name.startswith(side)]:
        del s.cvp[counted]


# -- the campaign ----------------------------------------------------------------------------------------------------


@cache
def reichstag() -> tuple[str, ...]:
    """RV-CGS10a Ground and upper levels of the Reichstag's hexes; the Diet has its ground only."""
    g = ground()
    building = next(b for b in g.buildings.values() if b.kind == "reichstag")
    return tuple(
        at for hex in building.hexes for at in g.of_hex[hex] if g.locations[at].kind in (GROUND, LEVEL)
    )  # fmt: skip


def reichstag_taken(s: Battle) -> bool:
    """RV-CGS10, RV-CGS10a Every Location is Russian Controlled, and no armed German is in any, nor on a roof."""
    f = field_of(s)
    hexes = {ground().locations[at].hex for at in reichstag()}
    places = [at for hex in hexes for at in f.ground.of_hex[hex]]
    if any(counts_as_armed(s, e) for at in places for e in enemies_in(s, at, RUSSIAN)):
        return False
    return all(s.control.get(at, "") == RUSSIAN for at in reichstag() if at in f.steps)


def ends_now(turn: int, die: int) -> bool:
    """RV-CG32 Whether a scenario ends after this Game Turn."""
    table = tables()["game_end"]
    row = table.get(f"turn_{turn}")
    return row == "ends" or (isinstance(row, list) and die in row)


def scenario_ends(s: Battle) -> bool:
    """RV-CG32 From Game Turn 5 on the CGS Defender rolls a die; Turn 8 always ends it."""
    row = tables()["game_end"].get(f"turn_{s.turn}")
    if row is None:
        return False
    if row == "ends":
        return True
    die = s.dice.roll(6, "game end")
    over = ends_now(s.turn, die)
    s.journal.add("RV-CG32", "game_end_roll", side=other(campaign_of(s).attacker), die=die, over=over)
    return over
