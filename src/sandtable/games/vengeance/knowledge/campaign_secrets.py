"""What the campaign keeps secret (RV-CGS2, RV-RePh8.626): what is off the map, bought, planned or held back."""

from __future__ import annotations

from sandtable.games.vengeance.components import LEADER, components
from sandtable.games.vengeance.knowledge.guess_off_map import guess_vehicles_outside
from sandtable.games.vengeance.model.battle import SIDES, Battle
from sandtable.games.vengeance.model.campaign import ATTACK, IDLE, Campaign, Sheet
from sandtable.games.vengeance.model.sequence import Step
from sandtable.games.vengeance.rules.ordnance.mounts import side_with
from sandtable.games.vengeance.rules.units.kinds import is_mmc
from sandtable.kernel.dice import Dice
from sandtable.kernel.state import replace

_DOUBT = 6
"""By how many points the enemy's CPP may be more or less than they are."""
_SUPPLIES = ("plentiful", "normal", "scarce")


def kept_off_map(s: Battle, side: str) -> list[str]:
    """RV-CGS2 The counters of a side that are not on the map: the enemy does not know of them."""
    off = [u.id for u in s.units.values() if u.side == side and not u.at and not _shown_aboard(s, u.aboard)]
    gone = frozenset(off)
    off += [w.id for w in s.weapons.values() if w.side == side and not w.at and (not w.holder or w.holder in gone)]
    off += [g.id for g in s.guns.values() if g.side == side and not g.at and (not g.crew or g.crew in gone)]
    off += [v.id for v in s.vehicles.values() if v.side == side and not v.at]
    off += [w.id for w in s.works.values() if w.side == side and not w.at]
    return off


def _shown_aboard(s: Battle, vehicle: str) -> bool:
    return bool(vehicle) and bool(s.vehicles[vehicle].at)


def sheet_seen(sheet: Sheet) -> Sheet:
    """RV-CGS2 What the enemy reads of a sheet: ELR, chits that are left, results; no points, purchases or plans."""
    return Sheet(
        elr_lost=sheet.elr_lost, elr_carried=sheet.elr_carried, elr_regained=sheet.elr_regained, chits=sheet.chits,
        attacked=sheet.attacked, suffered=sheet.suffered, inflicted=sheet.inflicted, won_last=sheet.won_last,
        lost_last=sheet.lost_last, won=sheet.won, lost=sheet.lost, promoted=sheet.promoted,
    )  # fmt: skip


def campaign_seen(s: Battle, seat: str) -> Campaign | None:
    """RV-CGS2 The campaign as a seat may see it."""
    campaign = s.campaign
    if campaign is None or s.winner:
        return campaign
    alarmed = campaign.alarmed and s.night is not None and s.night.defender == seat
    sheets = {side: sheet_seen(getattr(campaign, side)) for side in SIDES if side != seat}
    return replace(campaign, alarmed=alarmed, **sheets)


_WITHIN: dict[Step, Step] = {
    "leaders": "purchase", "gestapo": "purchase", "dismount": "purchase", "commanders": "fortify",
    "exchange": "removal", "minefields": "artillery",
}  # fmt: skip
"""Steps in which only those are asked who have something, and the step of which they are a part for the others."""


def step_seen(s: Battle, seat: str) -> Step:
    """RV-CGS2 The step of the Refit Phase as a seat sees it: that another is asked at all may be a secret."""
    if s.phase != "refit" or s.pending[:1] == [seat]:
        return s.step
    return _WITHIN.get(s.step, s.step)


def posts_seen(s: Battle, seat: str) -> dict[str, str]:
    """RV-RePh8.613 Where a seat's own counters will set up or enter."""
    return {id: post for id, post in s.posts.items() if _owner(s, id) == seat}


def _owner(s: Battle, id: str) -> str:
    """RV-A21.1 The side that has a counter now; a captured Gun belongs to those who serve it."""
    if id in s.units:
        return s.units[id].side
    if id in s.guns:
        return side_with(s, s.guns[id])
    for kept in (s.vehicles, s.works, s.weapons):
        if id in kept:
            return str(kept[id].side)
    return ""


def guess_campaign(s: Battle, seat: str, dice: Dice) -> None:
    """RV-CGS2 Deal again what a seat cannot know of the enemy's campaign: points, chit, ammunition, who is coming."""
    if s.campaign is None or s.winner:
        return
    for side in SIDES:
        if side != seat:
            _guess_sheet(s, side, dice)
            _guess_reinforcements(s, side, dice)
            _guess_reserve(s, side, dice)
            guess_vehicles_outside(s, side, dice)


def _guess_sheet(s: Battle, side: str, dice: Dice) -> None:
    assert s.campaign is not None
    sheet: Sheet = getattr(s.campaign, side)
    chit = dice.pick([ATTACK, IDLE]) if sheet.chit and sheet.chits else sheet.chit
    modules = tuple(replace(module, ammunition=dice.pick(list(_SUPPLIES))) for module in sheet.modules)
    cpp = max(0, sheet.cpp + dice.below(2 * _DOUBT + 1) - _DOUBT)
    s.campaign = replace(s.campaign, **{side: replace(sheet, chit=chit, modules=modules, cpp=cpp)})


def _guess_reinforcements(s: Battle, side: str, dice: Dice) -> None:
    """Units off the map may be of any type of their kind that is there."""
    off = [u for u in s.units.values() if u.side == side and not u.at and not u.aboard and u.id not in s.acting]
    kinds: dict[str, list[str]] = {}
    for unit in off:
        kinds.setdefault(components().units[unit.type].kind, []).append(unit.id)
    for ids in kinds.values():
        dealt = [s.units[id] for id in ids]
        dice.shuffle(dealt)
        for id, what in zip(ids, dealt, strict=True):
            s.units[id] = replace(s.units[id], type=what.type, elr=what.elr)


def _guess_reserve(s: Battle, side: str, dice: Dice) -> None:
    """RV-RePh8.6194b, RV-CGS2 Men in Reserve change places with their like; a leader lies under any counter of men."""
    under = [s.units[id] for id, post in s.posts.items() if id in s.units and post in s.units]
    men = [u for u in under if u.side == side]
    led = list(dict.fromkeys(s.posts[u.id] for u in men if is_mmc(u)))
    kinds: dict[str, list[str]] = {}
    for unit in men:
        kinds.setdefault(components().units[unit.type].kind, []).append(unit.id)
    for kind, ids in kinds.items():
        places = [s.posts[id] for id in ids]
        dice.shuffle(places)
        if kind == LEADER:
            places = [dice.pick(led) if s.posts[id] in led else s.posts[id] for id in ids]
        for id, place in zip(ids, places, strict=True):
            s.posts[id] = place
