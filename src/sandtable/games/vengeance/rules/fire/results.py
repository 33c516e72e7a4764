"""What a result of the IFT does to men (chapters A7.3, A12.11, A12.13)."""

from __future__ import annotations

from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.rules.concealment.gain_and_loss import place_under, reveal_all
from sandtable.games.vengeance.rules.fire.declaration import severity
from sandtable.games.vengeance.rules.morale.checks import break_unit, in_order, morale_check, pin_check
from sandtable.games.vengeance.rules.night.cloaking import convert
from sandtable.games.vengeance.rules.reserve import rouse
from sandtable.games.vengeance.rules.units.kinds import is_dummy
from sandtable.games.vengeance.rules.units.losses import eliminate, random_selection, reduce, surviving
from sandtable.games.vengeance.rules.vehicles.crews.passengers import bail_out
from sandtable.games.vengeance.rules.vehicles.kinds import aboard, is_rider


def apply_result(s: Battle, result: str, ids: list[str]) -> None:
    """RV-A7.3, RV-A7.305 The result of the IFT for the units that were hit."""
    if s.campaign is not None and result != "-":
        ids = rouse(s, ids)  # RV-E1.42 Shells that do something find the men in Reserve, too.
    ids = _uncover(s, result, surviving(s, ids))
    if result == "-" or not ids:
        return
    ids = _riders_jump(s, result, ids)
    order = [u.id for u in in_order(s, [s.units[id] for id in ids])]
    if result == "PTC":
        for id in order:
            if id in s.units:
                pin_check(s, id)
    elif result.endswith("KIA"):
        _kia(s, order, int(result[:-3]))
    else:
        plus = 0 if result == "NMC" else int(result[2:]) if result.startswith("K/") else int(result[:-2])
        if result.startswith("K/"):
            for id in random_selection(s, order):
                reduce(s, id, "RV-A7.3")
        for id in order:
            if id in s.units:
                morale_check(s, id, plus, "RV-A7.6")


def _uncover(s: Battle, result: str, ids: list[str]) -> list[str]:
    """RV-A12.11, RV-A12.13, RV-A12.2 What a result does to `?`: a MC shows all, dummies go; a PTC finds hidden ones."""
    if result == "-":
        return []
    if s.night is not None:
        convert(s, ids)
        ids = surviving(s, ids)
    if severity(result) > severity("PTC"):
        reveal_all(s, ids)
    for id in ids:
        place_under(s, id)
    return [id for id in ids if id in s.units and not is_dummy(s.units[id])]


def _riders_jump(s: Battle, result: str, ids: list[str]) -> list[str]:
    """RV-D6.2 Riders jump off before a result strikes them; the 1MC that this costs is their only check.

    Whom the result still strikes: of the riders those whom a K/ or KIA may kill.
    """
    mounts = dict.fromkeys(s.units[id].aboard for id in ids if is_rider(s, s.units[id]))
    riding = {unit.id for mount in mounts for unit in aboard(s, mount)}
    for mount in mounts:
        bail_out(s, s.vehicles[mount])
    deadly = result.startswith("K/") or result.endswith("KIA")
    return [id for id in ids if id in s.units and (deadly or id not in riding)]


def _kia(s: Battle, order: list[str], number: int) -> None:
    chosen = random_selection(s, order, number)
    for id in chosen:
        eliminate(s, id, "RV-A7.3", "killed")
    for id in order:
        if id in s.units:
            if s.units[id].broken or s.units[id].berserk:
                reduce(s, id, "RV-A7.3")
            else:
                break_unit(s, id)
