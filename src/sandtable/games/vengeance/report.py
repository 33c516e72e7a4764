"""How a battle ended, the figures for reports, and what must hold in every state."""

from __future__ import annotations

from sandtable.games.vengeance.field import field_of
from sandtable.games.vengeance.model import SIDES, Battle
from sandtable.games.vengeance.names import SIDE_NAMES
from sandtable.games.vengeance.rules.units import capacity, halves, is_dummy, other, units_at, unknown
from sandtable.games.vengeance.rules.victory import condition_value
from sandtable.games.vengeance.scenarios import scenario
from sandtable.kernel.game import Outcome, Setting

_CAUSES = ("killed", "reduced", "close_combat", "failed_to_rout", "sniped", "burnt", "drowned")


def outcome(s: Battle) -> Outcome:
    """RV-SCN8 Who won, and by what; the score is the enemy's casualty points."""
    scores = {side: float(s.cvp.get(other(side), 0)) for side in SIDES}
    return Outcome(f"{SIDE_NAMES[s.winner]}: {s.won_by}", (s.winner,), scores, facts(s))


def facts(s: Battle) -> dict[str, Setting | float]:
    """Figures that `sandtable simulate` aggregates."""
    if s.campaign is not None:
        return campaign_facts(s)
    victory = scenario(s.scenario).victory
    now, needed = condition_value(s, victory.conditions[0], victory.side)
    found: dict[str, Setting | float] = {"turns": s.turn, "objective": now, "objective needed": needed}
    for side in SIDES:
        found[f"casualty points {side}"] = s.cvp.get(side, 0)
        found[f"units left {side}"] = sum(1 for u in s.units.values() if u.side == side and not is_dummy(u))
        for cause in _CAUSES:
            found[f"{cause} {side}"] = s.lost.get(f"{side}_{cause}", 0)
        for what in ("vehicles", "guns"):
            found[f"{what} lost {side}"] = s.lost.get(f"{side}_{what}", 0)
    return found


def campaign_facts(s: Battle) -> dict[str, Setting | float]:
    """Figures of a campaign: scenarios played and won, what is left of each side."""
    assert s.campaign is not None
    found: dict[str, Setting | float] = {"scenarios played": s.campaign.played, "dates": s.campaign.date + 1}
    for side in SIDES:
        kept = getattr(s.campaign, side)
        found[f"scenarios won {side}"] = kept.won
        found[f"ELR steps lost {side}"] = kept.elr_lost
        found[f"groups bought {side}"] = len(kept.bought)
        found[f"units left {side}"] = sum(1 for u in s.units.values() if u.side == side)
    return found


def invariants(s: Battle) -> list[str]:
    """What is wrong with a state; nothing in every state that play can reach."""
    wrong = [*_stacks_wrong(s), *_units_wrong(s)]
    for weapon in s.weapons.values():
        if weapon.holder and weapon.holder not in s.units:
            wrong.append(f"{weapon.id} is held by {weapon.holder}, who is gone")
        if weapon.holder and weapon.at:
            wrong.append(f"{weapon.id} is held and lies at {weapon.at}")
    skirting = [u.id for u in s.units.values() if u.bypass]
    if sorted(skirting) != sorted(s.skirting):
        wrong.append(f"in bypass are {skirting}, listed are {s.skirting}")
    wrong += _guns_wrong(s)
    if s.fallen and s.phase != "setup":
        wrong.append("a leader fell and nobody has felt it")
    return wrong


def _stacks_wrong(s: Battle) -> list[str]:
    wrong = []
    f = field_of(s)
    for location, ids in s.at.items():
        strays = [id for id in ids if id not in s.units or s.units[id].at != location]
        wrong += [f"{id} is listed at {location} and is not there" for id in strays]
        if location not in f.steps:
            wrong.append(f"{location} is no place to stand")
        if len(set(ids)) != len(ids) or not ids:
            wrong.append(f"{location} lists {ids}")
        for side in SIDES:
            size = sum(halves(u) for u in units_at(s, location, side))
            # RV-RePh8.6056 Between two scenarios those who fall back crowd together until they are set up again.
            if size > capacity(f, location) + 6 and s.phase != "refit":
                wrong.append(f"{size} half-squads of the {side} in {location}")
    return wrong


def _guns_wrong(s: Battle) -> list[str]:
    f = field_of(s)
    wrong = [
        f"{gun.id} stands at {gun.at}, which is no place" for gun in s.guns.values() if gun.at not in ("", *f.steps)
    ]
    for gun in s.guns.values():
        crew = s.units.get(gun.crew)
        if gun.crew and crew is None:
            wrong.append(f"{gun.id} is manned by {gun.crew}, who is gone")
        elif crew is not None and not (gun.dm or gun.towed) and crew.at != gun.at:
            wrong.append(f"{gun.id} stands at {gun.at} and its crew {crew.id} is at {crew.at}")
        if gun.dm and gun.crew and gun.at:
            wrong.append(f"{gun.id} is carried and lies at {gun.at}")
    return wrong


def _units_wrong(s: Battle) -> list[str]:
    wrong = []
    for unit in s.units.values():
        if unit.at and unit.id not in s.at.get(unit.at, ()):
            wrong.append(f"{unit.id} is at {unit.at} and not listed there")
        if unit.broken and (unit.melee or unit.berserk):
            wrong.append(f"{unit.id} is broken, and in Melee or berserk")
        if unknown(unit) and (unit.broken or unit.berserk or unit.melee):
            wrong.append(f"{unit.id} is unknown, and broken, berserk or in Melee")
        if is_dummy(unit) and (not unit.concealed or unit.hidden):
            wrong.append(f"{unit.id} is a dummy and can be seen")
        if unit.dm and not unit.broken:
            wrong.append(f"{unit.id} is DM and not broken")
    return wrong
