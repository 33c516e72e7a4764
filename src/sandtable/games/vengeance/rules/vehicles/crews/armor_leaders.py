"""Which AFV an Armor Leader commands (RV-SCN4, RV-RePh8.6206): his owner's word, where the AFVs of his group differ."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.vehicles import Commander, Vehicle
from sandtable.games.vengeance.rules.vehicles.kinds import is_afv, kind_of, mark
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.options import id_in

COMMAND = ("command", "command_with_aamg", "command_without_aamg")


def put_in_command(s: Battle, side: str, group: int, leaders: Iterable[str]) -> None:
    """RV-SCN4, RV-RePh8.6206 The Armor Leaders of a group wait for their owner's word, if there is a choice."""
    s.commanders += [Commander(side, group, leader) for leader in leaders]
    _settle(s)


def next_commander(s: Battle, side: str) -> Commander | None:
    """The next Armor Leader of a side whose vehicle is still to be named."""
    return next((one for one in s.commanders if one.side == side), None)


def vehicles_for(s: Battle, one: Commander) -> list[Vehicle]:
    """RV-SCN4, RV-RePh8.6206 The AFVs of his group that have no leader yet."""
    return [
        v for v in s.vehicles.values()
        if v.side == one.side and v.group == one.group and is_afv(v) and not v.leader
    ]  # fmt: skip


def name_vehicle(s: Battle, one: Commander) -> Flow:
    """RV-SCN4, RV-RePh8.6206 His owner names the AFV that he commands."""
    clause = "RV-SCN4" if s.campaign is None else "RV-RePh8.6206"
    pick = yield Choose(
        one.side, [_option(v) for v in vehicles_for(s, one)], rule=clause, ask="armor_leader",
        about=(_rank(one),),
    )  # fmt: skip
    _seat(s, one, id_in(pick))
    s.journal.add(clause, "commands", seen_by=(one.side,), vehicle=pick[1], leader=_rank(one))
    _settle(s)


def _rank(one: Commander) -> str:
    """His numbers, as one says them."""
    return components().units[one.leader].name.removeprefix("armor ")


def _option(vehicle: Vehicle) -> Option:
    """RV-H1.41 A vehicle; with what cannot be seen in its name."""
    fitted = kind_of(vehicle).aamg_optional
    return (COMMAND[0] if not fitted else COMMAND[1] if vehicle.aamg else COMMAND[2], vehicle.id)


def _settle(s: Battle) -> None:
    """Where the AFVs of a group are all alike it is no choice: the first has the leader."""
    for one in list(s.commanders):
        can = vehicles_for(s, one)
        first = next(other for other in s.commanders if (other.side, other.group) == (one.side, one.group))
        if one is first and len({(v.type, v.aamg, v.dug_in) for v in can}) < 2:
            if can:
                _seat(s, one, can[0].id)
            else:
                s.commanders.remove(one)


def _seat(s: Battle, one: Commander, id: str) -> None:
    s.commanders.remove(one)
    mark(s, id, leader=one.leader)
