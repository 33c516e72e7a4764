"""Sewers and tunnels (chapters B8, MAP11, BRV16.3)."""

from __future__ import annotations

from sandtable.games.vengeance.knowledge.sight import sight
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.rules.advance import advances
from sandtable.games.vengeance.rules.fire.encirclement import shut_in
from sandtable.games.vengeance.rules.movement.sewers import (
    find_tunnel,
    guess_sewers,
    leave_tunnels,
    manholes,
    may_dig,
    meet_below,
)
from sandtable.games.vengeance.rules.rout.danger import must_rout
from sandtable.games.vengeance.rules.rout.phase import fail_to_rout
from sandtable.games.vengeance.rules.terrain.rubble import collapse_tunnel
from sandtable.games.vengeance.rules.victory.control import update_control
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import arm, ask, berlin, dig, drive, drive_quiet, lines, load, put


def below(side: str, at: str, *ids: str) -> Battle:
    """A stack of a side in the sewer of a hex: a leader, and squads if more are named."""
    s = berlin("MPh", side)
    kinds = {"russian": ("ru_9-1", "ru_4-4-7"), "german": ("ge_9-1", "ge_4-4-7")}[side]
    for n, id in enumerate(ids):
        put(s, kinds[min(n, 1)], f"{at}-sewer", id, hidden=True)
    return s


def test_cc_103_sewer() -> None:
    """RV-B8.1, RV-B8.11, RV-B8.12, RV-BRV16.3 In by the leader's 4TC, on by a DR, up in the Advance Phase."""
    s = berlin("MPh", "russian", 2, 3)
    put(s, "ru_9-1", "M20", "boss")
    put(s, "ru_4-4-7", "M20", "a")
    drive(s, ("move", "boss"), ("with", "a"), ("sewer", "M20-sewer"))
    drive_quiet(s, 1)
    check = lines(s, "task_check")[0]
    assert (check["final"], check["morale"], check["modifiers"]) == (9, 9, [(4, "RV-B8.1", "task")])
    assert {s.units[id].at for id in ("boss", "a")} == {"M20-sewer"}
    assert s.units["a"].hidden
    assert advances(s, s.units["a"]) == []  # not in the turn in which it went below
    s.entered.clear()
    for id in ("boss", "a"):
        s.units[id] = replace(s.units[id], moved=False)
    s.phase, s.step, s.move = "MPh", "stacks", None
    load(s, 5, 5)
    assert field_of(s).ground.range("M20", "M24") == 4
    drive(s, ("move", "boss"), ("with", "a"), ("sewer_to", "M24"))
    assert (lines(s, "sewer")[0]["final"], s.units["a"].at) == (9, "M24-sewer")
    s.phase, s.step = "APh", "advance"
    drive(s, ("advance", "a"), ("to", "M24"))
    assert (s.units["a"].at, s.units["a"].hidden) == ("M24", False)


def test_a_german_leader_needs_only_a_2tc() -> None:
    """RV-BRV16.3, RV-B8.1 And who fails stays, TI; heavy weapons stay above."""
    s = berlin("MPh", "german", 5, 3)
    put(s, "ge_9-1", "M20", "boss")
    put(s, "ge_4-4-7", "M20", "a")
    put(s, "ge_4-4-7", "M20", "alone")
    arm(s, "ge_hmg", "alone")
    drive(s, ("move", "alone"))
    assert not any(o[0] == "sewer" for o in ask(s).options)  # without a leader
    drive(s, ("with", "boss"))
    assert not any(o[0] == "sewer" for o in ask(s).options)  # the machine gun is too heavy
    s.move = None
    drive(s, ("move", "boss"), ("with", "a"), ("sewer", "M20-sewer"))
    drive_quiet(s, 1)
    assert lines(s, "task_check")[0]["final"] == 10
    assert (s.units["a"].ti, s.units["a"].at) == (True, "M20")


def test_lost_in_the_sewers() -> None:
    """RV-B8.11, RV-MAP11 10 and 11 lead to the manhole nearest to the named one, 12 nowhere; never under the Spree."""
    s = below("german", "M20", "boss", "a")
    f = field_of(s)
    drive(s, ("move", "boss"))
    named = [o[1] for o in ask(s).options if o[0] == "sewer_to"]
    assert "M24" in named
    assert all(f.ground.hexes[str(hex)].bank == "S" and f.ground.range("M20", str(hex)) <= 6 for hex in named)
    load(s, 6, 5, 1)
    drive(s, ("sewer_to", "M24"))
    lost = lines(s, "sewer")[0]
    assert (lost["final"], lost["to"] in manholes(f, "S"), lost["to"] in ("M24", "M20")) == (10, True, False)
    assert s.units["a"].at == "M20-sewer"  # without its leader it stays
    drive(s, ("move", "a"))
    assert [o for o in ask(s).options if o[0] != "stop"] == []
    assert len(manholes(f, "N")) + len(manholes(f, "S")) == 36


def test_sewers_are_secret() -> None:
    """RV-B8.13, RV-B8.11 The enemy sees neither the stack nor where it is, and a bot guesses it anew."""
    s = below("german", "M20", "boss", "a")
    arm(s, "ge_lmg", "a", "gun")
    put(s, "ru_4-4-7", "M20", "above")
    seen = sight(s, "russian")
    assert set(seen.units) == {"above"}
    assert (seen.weapons, set(seen.at)) == ({}, {"M20"})
    assert set(sight(s, "german").units) == {"boss", "a", "above"}
    drive(s, ("move", "boss"))
    assert sight(s, "russian").move is None
    before = sight(s, "russian")
    places = set()
    for n in range(6):
        copy = s.clone()
        guess_sewers(copy, "russian", Dice(seed_from(f"guess {n}")))
        places.add(copy.units["a"].at)
        assert sight(copy, "russian") == before
        assert copy.units["a"].at == copy.units["boss"].at
    assert len(places) > 1
    load(s, 1, 1)
    drive(s, ("sewer_to", "M24"))
    assert [line.seen_by for line in s.journal.lines if line.event == "sewer"] == [("german",)]


def test_who_was_met_below_is_lost_from_sight_again() -> None:
    """RV-B8.11, RV-B8.13 Survivors of a fight below may have got a `?`; when they go on nobody sees even that."""
    s = below("german", "M20", "boss")
    s.units["boss"] = replace(s.units["boss"], hidden=False, concealed=True)
    assert len(sight(s, "russian").units) == 1
    drive(s, ("move", "boss"))
    load(s, 1, 1)
    drive(s, ("sewer_to", "M24"))
    boss = s.units["boss"]
    assert (boss.at, boss.hidden, boss.concealed) == ("M24-sewer", True, False)
    assert sight(s, "russian").units == {}


def test_what_happens_below() -> None:
    """RV-B8.13 No LOS, no rout, no control, no encirclement; under one hex both sides fight."""
    s = below("german", "M20", "boss", "a")
    f = field_of(s)
    put(s, "ru_4-4-7", "M20-sewer", "x", hidden=True)
    assert f.los("M20", "M20-sewer").blocked[1] == "RV-B8.13"
    put(s, "ge_4-4-7", "M24-sewer", "broken", hidden=True, broken=True, dm=True)
    assert not must_rout(s, s.units["broken"])
    fail_to_rout(s)
    assert "broken" in s.units
    update_control(s)
    assert not any(at.endswith("-sewer") for at in s.control)
    shut_in(s)
    assert not s.units["broken"].encircled
    meet_below(s)
    assert not any(u.hidden for u in s.units.values() if u.at == "M20-sewer")
    s.phase, s.step = "CCPh", ""
    drive_quiet(s, 1)
    assert s.melee is not None
    assert s.melee.at == "M20-sewer"


def test_tunnel() -> None:
    """RV-B8.6 All MF at one end, at the other in the Advance Phase; found by a search; destroyed with those inside."""
    s = berlin("MPh", "german")
    f = field_of(s)
    a, b = "X17-cellar", "X18-cellar"
    assert may_dig(f, a, b)
    assert not may_dig(f, a, "W18")
    dig(s, "german", a, b)
    put(s, "ge_4-4-7", a, "g")
    put(s, "ru_4-4-7", "V14", "r")
    assert sight(s, "russian").tunnels == {}
    drive(s, ("move", "g"), ("tunnel", b))
    drive_quiet(s, 1)
    assert s.units["g"].at == a
    s.phase = "APh"
    leave_tunnels(s)
    assert (s.units["g"].at, s.underway) == (b, {})
    find_tunnel(s, a)
    assert list(sight(s, "russian").tunnels) == ["ge-tunnel-1"]
    s.underway["g"] = a
    collapse_tunnel(s, b)
    assert "g" not in s.units
    assert s.tunnels == {}
