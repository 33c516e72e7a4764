"""What a stack does with its Movement Phase besides moving: wire, clearance, set charges, breaches, the Banner."""

from __future__ import annotations

from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import Battle, Move
from sandtable.games.vengeance.model.field_works import Labour
from sandtable.games.vengeance.rules.concealment.gain_and_loss import acts_in_sight, eyes
from sandtable.games.vengeance.rules.fortifications.barriers import barriers_at
from sandtable.games.vengeance.rules.fortifications.clearance import clear, clearable, still_at_it
from sandtable.games.vengeance.rules.fortifications.strongholds import breachable
from sandtable.games.vengeance.rules.fortifications.wire import get_off
from sandtable.games.vengeance.rules.movement.allowance import mf_left
from sandtable.games.vengeance.rules.movement.expenditure import end_move, leave_behind, spend
from sandtable.games.vengeance.rules.special_weapons.set_charges import may_set, set_charge
from sandtable.games.vengeance.rules.units.counters import mark
from sandtable.games.vengeance.rules.units.kinds import BANNERS, weapon_type
from sandtable.games.vengeance.rules.vehicles.crews.scrounging import search_wreck, wrecks_to_search
from sandtable.games.vengeance.rules.victory.banner import may_plant
from sandtable.kernel.flow import Option
from sandtable.kernel.state import replace

HAZARDOUS = "hazardous"
_BREACH_COST = 2

_TOLD = {"clear": "clearance", "set": "setting a charge", "scrounge": "scrounging"}


def labour_options(s: Battle, f: Field, move: Move) -> list[Option]:
    """RV-B24.7, RV-A23.7, RV-B23.711, RV-B29.5, RV-BRV14.3 Labours that are possible now."""
    first = s.units[move.units[0]]
    left = mf_left(s, move)
    if not first.at or left < 1:
        return []
    options: list[Option] = []
    if not move.spent and not move.double:
        options += [("clear", what) for what in clearable(s, f, first)]
        options += [("set_charge", dc) for dc in may_set(s, f, first)]
        if s.vehicles:
            options += [("scrounge", wreck) for wreck in wrecks_to_search(s, first)]
    for weapon in s.weapons.values():
        if weapon.holder in move.units and weapon_type(weapon).type == "DC":
            if left >= _BREACH_COST:
                options += [("breach", weapon.id, hex) for hex in breachable(s, f, first.at)]
            if s.works and f.place(first.at).kind in ("ground", "bridge"):
                options += [("blast", weapon.id, work.id) for work in barriers_at(s, f.hex_of[first.at])]
    options += [("plant", id) for id in BANNERS if id in s.weapons and s.weapons[id].holder in move.units
              and may_plant(s, f, s.weapons[id])]  # fmt: skip
    return options


def do_labour(s: Battle, f: Field, move: Move, pick: Option) -> None:
    """What was chosen of `labour_options`, or a try to get off wire; RV-A12.13 who is seen at it is Known."""
    acts_in_sight(s, move.units)
    move = s.move or move
    if not move.units:
        end_move(s)  # RV-A12.11 there were only dummies
        return
    match pick:
        case ("clear", str(what)):
            _begin(s, move, "clear", what)
        case ("scrounge", str(wreck)):
            _begin(s, replace(move, units=move.units[:1]), "scrounge", wreck)
        case ("set_charge", str(dc)):
            only = replace(move, units=move.units[:1])
            _begin(s, only, "set", dc)
        case ("breach", str(dc), str(hex)):
            at = s.units[move.units[0]].at
            s.move = replace(move, placing=(dc, f"{f.hex_of[at]}>{hex}"))
            spend(s, _BREACH_COST)
        case ("blast", str(dc), str(work)):
            s.move = replace(move, placing=(dc, f">{work}"))
            spend(s, 1)
        case ("plant", str(banner)):
            s.move = replace(move, placing=(banner, s.units[move.units[0]].at), mode=HAZARDOUS, over=True)
            spend(s, 1)
        case ("off_wire",):
            _off_wire(s, move)


def _begin(s: Battle, move: Move, kind: str, what: str) -> None:
    """RV-B24.7, RV-A23.7 The whole MPh is spent there: TI, Hazardous Movement, the roll at its end."""
    for id in move.units:
        s.labours.append(Labour(id, kind, what))
        mark(s, id, ti=True)
    s.move = replace(move, mode=HAZARDOUS, over=True)
    s.journal.add(
        "RV-B24.7" if kind == "clear" else "RV-A23.7", "labours", units=move.units, kind=_TOLD[kind],
        seen_by=eyes(s, move.units),
    )  # fmt: skip
    spend(s, max(1, mf_left(s, s.move)))


def _off_wire(s: Battle, move: Move) -> None:
    """RV-B26.1 One MF and a die for each unit on wire; who fails ends his movement there."""
    for id in move.units:
        if s.units[id].wired and not get_off(s, id) and s.move is not None:
            mark(s, id, moved=True)
            leave_behind(s, s.move, id)
    if s.move is None or not s.move.units:
        end_move(s)
        return
    s.move = replace(s.move, road=False)
    spend(s, 1)


def finish_labours(s: Battle) -> None:
    """RV-B24.7, RV-A23.7 At the end of the MPh: the rolls of those who are still at their work."""
    labours = list(s.labours)
    s.labours.clear()
    for what in dict.fromkeys(labour.what for labour in labours if labour.kind == "clear"):
        units = still_at_it(s, [labour.unit for labour in labours if labour.what == what])
        for at in dict.fromkeys(u.at for u in units):
            if what in s.works or "-" not in what:
                clear(s, what, [u for u in units if u.at == at])
    for labour in labours:
        if labour.kind == "set" and still_at_it(s, [labour.unit]):
            set_charge(s, labour.unit, labour.what)
        elif labour.kind == "scrounge" and still_at_it(s, [labour.unit]):
            search_wreck(s, labour.unit, labour.what)
