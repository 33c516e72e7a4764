"""Human waves (chapters A25.23 to A25.24, D14.3)."""

from __future__ import annotations

import msgspec
import pytest

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.rules.advance import may_advance
from sandtable.games.vengeance.rules.fire.firepower import may_cower
from sandtable.games.vengeance.rules.morale.checks import heat_of_battle, morale_check, pin_check
from sandtable.games.vengeance.rules.morale.level import lax, morale
from sandtable.games.vengeance.rules.movement.human_wave import formations, may_join
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import (
    arm,
    ask,
    battle,
    drive,
    fortify,
    lines,
    load,
    planned,
    put,
    struck,
)


def wave(*squads: str) -> Battle:
    """The wave of the pack: two squads in D3, E4 and F3 each, an 8-0, a target in E8."""
    s = battle("MPh", side="russian")
    for at in squads or ("D3", "D3", "E4", "E4", "F3", "F3"):
        put(s, "ru_4-4-7", at, f"{at}-{sum(u.at == at for u in s.units.values())}")
    put(s, "ru_8-0", "E4", "boss")
    put(s, "ge_4-4-7", "E8", "x")
    return s


def test_cc_101_human_wave() -> None:
    """RV-A25.23, RV-A25.231, RV-A25.232, RV-D14.3 8 MF, all move, only then First Fire; residual with -2; no pin."""
    s = wave()
    s.residual["E5"] = 2
    drive(s, ("human_wave", "D3", "F3"))
    ask(s)
    assert s.wave is not None
    assert {mf for _, mf in s.wave.left} == {8}
    assert (s.wave.target, morale(s, s.units["E4-0"])) == ("x", 8)
    way = {"D3": "D4", "E4": "E5", "F3": "F4"}
    while (decision := ask(s)).ask == "wave_to":
        assert decision.seat == "russian"
        unit = str(decision.options[0][1])
        drive(s, ("wave_to", unit, way[s.units[unit].at]))
    assert s.units["x"].fired == ""  # nobody was asked in between
    assert {u.at for u in s.units.values() if u.side == "russian"} == {"D4", "E5", "F4"}
    assert (ask(s).seat, ask(s).options) == ("german", [("wave_at", "D4"), ("wave_at", "E5"), ("wave_at", "F4")])
    load(s, 3, 4, 5, 3, 6, 6, 1, 2, 3, 3)
    drive(s, ("wave_at", "E5"))
    hit = struck(s)[0]
    assert (hit["final"], hit["column"]) == (5, 2)
    assert sum(m[0] for m in hit["modifiers"]) == -2
    assert ask(s).ask == "first_fire"
    load(s, 5, 3)
    morale_check(s, "F3-0", 0, "RV-A7.6")
    assert not s.units["F3-0"].broken
    assert not s.units["F3-0"].pinned


def test_who_joins_a_wave_is_shown() -> None:
    """RV-A25.23, RV-A12.13 `?` is lost by joining, and that cannot be taken back; a dummy joins nothing."""
    s = wave()
    s.units["E4-0"] = replace(s.units["E4-0"], concealed=True)
    put(s, "ru_dummy", "E4", "nobody", concealed=True)
    shown = s.secrets_shown
    drive(s, ("human_wave", "D3", "F3"))
    ask(s)
    assert s.wave is not None
    assert s.secrets_shown > shown
    assert not s.units["E4-0"].concealed
    assert "nobody" not in dict(s.wave.left)
    assert s.units["nobody"].concealed


def test_nobody_learns_by_silence_that_there_is_no_wave() -> None:
    """RV-A25.23, RV-A.12 With a chain of squads and `?` counters the Russian is asked, whatever is under them."""
    s = wave("D3", "E4", "F3")
    assert ask(s).ask != "human_wave"
    for type in ("ru_4-4-7", "ru_dummy"):
        s = wave("D3", "E4")
        put(s, type, "F3", "who", concealed=True)
        assert (ask(s).ask, ask(s).options) == ("human_wave", [("no_wave",)])
    s = wave("D3", "D3")
    put(s, "ru_4-4-7", "F3", "who", concealed=True)
    assert ask(s).ask != "human_wave"


def test_cc_102_no_human_wave() -> None:
    """RV-A25.23 With five squads, or with the middle hex empty, it may not be declared."""
    s = wave("D3", "D3", "E4", "F3", "F3")
    assert formations(s, field_of(s)) == {}
    s = wave("D3", "D3", "D3", "F3", "F3", "F3")
    assert formations(s, field_of(s)) == {}
    s = wave()
    assert list(formations(s, field_of(s))) == [("D3", "F3")]
    arm(s, "ru_mmg", "E4-0")
    assert formations(s, field_of(s)) == {}  # five squads are left that carry no more than their IPC


def test_state_of_a_wave() -> None:
    """RV-A25.232 Morale, Lax, no cowering, no pin."""
    s = wave()
    put(s, "ru_4-4-7", "A3", "w", wave=True)
    assert (morale(s, s.units["w"]), lax(s, s.units["w"]), may_cower(s, ["w"])) == (8, True, False)
    assert pin_check(s, "w")
    assert s.units["w"].pinned is False


def test_a_wave_runs_into_the_enemy() -> None:
    """RV-A25.233, RV-A25.234, RV-A4.14 It enters enemy Locations; there its units stay for close combat."""
    s = wave("D7", "D7", "E7", "E7", "F7", "F7")
    s.units["x"] = replace(s.units["x"], fired="final")
    s.at = {at: ids for at, ids in s.at.items() if "boss" not in ids} | {"E7": ("E7-0", "E7-1", "boss")}
    s.units["boss"] = replace(s.units["boss"], at="E7")
    drive(s, ("human_wave", "D7", "F7"))
    for _ in range(60):
        decision = ask(s)
        if decision.ask == "move" or s.phase != "MPh":
            break
        quiet = [o for o in decision.options if o[0] in ("pass", "wave_at")]
        inward = [o for o in decision.options if o[0] == "wave_to" and o[2] == "E8"]
        drive(s, (inward or quiet or list(decision.options))[0])
    assert s.wave is None
    inside = [u for u in s.units.values() if u.at == "E8" and u.side == "russian"]
    assert inside
    assert all(u.wave and not may_advance(s, u) for u in inside)


def test_a_wave_finds_the_hidden_and_goes_on() -> None:
    """RV-A25.233, RV-A12.15 At least one real unit is shown, of its owner's choice; nobody is sent back."""
    s = wave()
    put(s, "ge_4-4-7", "E5", "h", hidden=True)
    put(s, "ge_dummy", "D4", "nobody", concealed=True)
    drive(s, ("human_wave", "D3", "F3"))
    ask(s)
    way = {"D3": "D4", "E4": "E5", "F3": "F4"}
    for _ in range(10):
        decision = ask(s)
        if decision.ask == "show":
            assert decision.seat == "german"
            drive(s, ("show", "h"))
            continue
        if decision.ask != "wave_to":
            break
        unit = str(decision.options[0][1])
        drive(s, ("wave_to", unit, way[s.units[unit].at]))
    assert not s.units["h"].hidden
    assert not s.units["h"].concealed
    assert "nobody" not in s.units
    assert s.units["E4-0"].at == "E5"


def test_to_run_into_the_hidden_cannot_be_taken_back() -> None:
    """RV-A25.233, RV-A12.15 From the moment the wave meets them, before their owner says whom he shows."""
    s = wave()
    put(s, "ge_4-4-7", "E5", "h", hidden=True)
    drive(s, ("human_wave", "D3", "F3"))
    shown = s.secrets_shown
    while (decision := ask(s)).ask == "wave_to":
        unit = str(decision.options[0][1])
        shown = s.secrets_shown
        decision = drive(s, ("wave_to", unit, {"D3": "D4", "E4": "E5", "F3": "F4"}[s.units[unit].at])) or ask(s)
        if decision.ask == "show":
            break
        assert s.secrets_shown == shown
    assert decision.ask == "show"
    assert s.secrets_shown > shown


def test_who_finds_no_way_leaves_the_wave() -> None:
    """RV-A25.231, RV-A25.233 The others go on without him, and he stays."""
    s = wave("D3", "E4", "E4", "E4", "E4", "E4", "F3")
    s.flames |= dict.fromkeys(("C3", "C4", "D4", "E3"), 2)
    drive(s, ("human_wave", "D3", "F3"))
    while (decision := ask(s)).ask == "wave_to":
        unit = str(decision.options[0][1])
        drive(s, ("wave_to", unit, {"E4": "E5", "F3": "F4"}[s.units[unit].at]))
    assert s.wave is not None
    assert s.units["D3-0"].at == "D3"
    assert set(dict(s.wave.left)) == {u.id for u in s.units.values() if u.side == "russian"} - {"D3-0"}
    assert {s.units[id].at for id, _ in s.wave.left} == {"E5", "F4"}


def test_a_lone_leader_slips_away_from_a_wave() -> None:
    """RV-A25.231, RV-A4.15 The stack that ran at him has moved for this impulse: nobody asks it where it goes."""
    s = wave()
    put(s, "ge_8-0", "E5", "alone")
    drive(s, ("human_wave", "D3", "F3"), ("wave_target", "x"))
    while (decision := ask(s)).ask == "wave_to":
        unit = str(decision.options[0][1])
        drive(s, ("wave_to", unit, {"D3": "D4", "E4": "E5", "F3": "F4"}[s.units[unit].at]))
    drive(s, ("wave_at", "E5"))
    if ask(s).ask == "first_fire":
        drive(s, ("pass",))
    assert ask(s).ask == "overrun"
    drive(s, ("slip", "alone", "E6"))
    assert (ask(s).ask, ask(s).seat) == ("wave_at", "german")
    assert s.move is None


def test_mines_take_a_man_out_of_the_wave() -> None:
    """RV-A25.231, RV-B28.1 Who dies as he leaves the minefield is gone from the wave, and it goes on."""
    s = wave()
    fortify(s, "ap_mine_12", "D3")
    drive(s, ("human_wave", "D3", "F3"))
    ask(s)
    assert s.wave is not None
    assert next(iter(dict(s.wave.left))) == "D3-0"
    load(s, 1, 1)
    drive(s, ("wave_to", "D3-0", "D4"))
    assert "D3-0" not in s.units
    assert s.wave is not None
    assert "D3-0" not in dict(s.wave.left)
    assert ask(s).options[0][1] == "D3-1"


def test_partisans_do_not_join(monkeypatch: pytest.MonkeyPatch) -> None:
    """RV-A25.24 Never in a human wave, and +1 in the heat of battle."""
    kind = components().units["ru_4-4-7"]
    monkeypatch.setitem(components().units, "ru_partisan", msgspec.structs.replace(kind, partisan=True))
    s = wave()
    assert may_join(s, field_of(s), s.units["E4-0"])
    s.units["E4-0"] = replace(s.units["E4-0"], type="ru_partisan")
    assert not may_join(s, field_of(s), s.units["E4-0"])
    load(s, 3, 4)
    heat_of_battle(s, "E4-0")
    assert (1, "RV-A25.24", "partisan") in lines(s, "heat_of_battle")[0]["modifiers"]


def test_a_crowd_under_covers_is_not_seen() -> None:
    """RV-A5.131, RV-A.12 Only Known units too many help who fires at them."""
    s = battle("PFPh", side="german")
    put(s, "ge_4-4-7", "E8", "x")
    for n in range(5):
        put(s, "ru_4-4-7", "E5", f"r{n}", concealed=n > 1)
    assert all(m[1] != "RV-A5.131" for m in planned(s, ["x"], "E5").drm)
    for n in range(5):
        s.units[f"r{n}"] = replace(s.units[f"r{n}"], concealed=False)
    assert (-2, "RV-A5.131", "overstacked target") in planned(s, ["x"], "E5").drm
