"""Fresh cases of rout, leaders on the move and enemies on all sides, worked out from the clauses first."""

from __future__ import annotations

import pytest

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle, Move
from sandtable.games.vengeance.rules.morale.leader_loss import settle_leader_loss
from sandtable.games.vengeance.rules.movement.allowance import mf_left
from sandtable.games.vengeance.rules.rout.danger import must_rout, under_eyes
from sandtable.games.vengeance.rules.rout.interdiction import run
from sandtable.games.vengeance.rules.rout.phase import fail_to_rout
from sandtable.games.vengeance.rules.units.losses import overrun_disrupted, wound
from tests.games.vengeance.bench import battle, drive, drm, lines, load, moving, put, shoot, struck


def runner(*dice: int, **marks: bool) -> Battle:
    """A broken German squad at E6 runs northward under the eyes of a Russian squad at E9."""
    s = battle("RtPh", side="german", dice=dice)
    put(s, "ge_4-4-7", "E6", "a", broken=True, dm=True, **marks)
    put(s, "ru_4-4-7", "E9", "x")
    return s


# -- rout --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("smoke", "checks"), [({}, 1), ({"E5": 2}, 0), ({"E7": 2}, 0), ({"D8": 2}, 1)])
def test_smoke_on_the_way_or_in_the_line_hides_who_runs(smoke: dict[str, int], checks: int) -> None:
    """RV-A10.53, RV-B.3, RV-A6.7 Open Ground four hexes off is interdicted, unless smoke lies there or between."""
    s = runner(1, 2)
    s.smoke.update(smoke)
    run(s, "a", "", ["E5"])
    assert len(lines(s, "interdiction")) == checks
    assert s.units["a"].at == "E5"


@pytest.mark.parametrize(
    ("leader", "marks", "drm_is", "left"),
    [("", {}, 0, "ge_2-3-7"), ("ge_9-1", {}, -1, "ge_4-4-7"), ("ge_9-1", {"wounded": True}, 0, "ge_2-3-7")],
)
def test_who_runs_with_a_captain_runs_better(leader: str, marks: dict[str, bool], drm_is: int, left: str) -> None:
    """RV-A10.53, RV-A10.71, RV-A17.1 Broken morale 8: a 9 costs men, unless a 9-1 who is not wounded runs along."""
    s = runner(*([1, 2] if leader else []), 4, 5)
    if leader:
        put(s, leader, "E6", "boss", **marks)
    run(s, "a", "boss" if leader else "", ["E5"])
    told = lines(s, "interdiction")[0]
    assert (drm(told["modifiers"]), s.units["a"].type) == (drm_is, left)
    assert not leader or s.units["boss"].at == "E5"


@pytest.mark.parametrize(("enemy", "seen"), [({}, True), ({"pinned": True}, False), ({"ti": True}, False)])
def test_who_lies_flat_interdicts_nobody_but_drives_them_off(enemy: dict[str, bool], seen: bool) -> None:
    """RV-A10.53, RV-A10.5 A pinned or TI enemy does not interdict, but who is in his sight in the open must run."""
    s = battle("RtPh", side="german")
    put(s, "ge_4-4-7", "E6", "a", broken=True, dm=True)
    put(s, "ru_4-4-7", "E9", "x", **enemy)
    assert under_eyes(s, field_of(s), "E6", "german", good=True) == seen
    assert must_rout(s, s.units["a"])


@pytest.mark.parametrize(("encircled", "crawls"), [(0, True), (3, False)])
def test_encircled_men_have_no_belly_to_crawl_on(encircled: int, crawls: bool) -> None:
    """RV-A7.7, RV-A10.52, RV-A10.54, RV-A20.3 Next to the enemy they run, or are lost: without quarter."""
    s = battle("RtPh", side="german", E3="1.5")
    s.step = "rout"
    put(s, "ge_4-4-7", "E6", "a", broken=True, dm=True, encircled=encircled)
    put(s, "ru_4-4-7", "E7", "x")
    decision = drive(s, ("rout", "a"))
    assert decision is not None
    assert any(option[0] == "crawl" for option in decision.options) == crawls
    fail_to_rout(s)
    assert "a" not in s.units


@pytest.mark.parametrize(("disrupted", "left"), [(True, False), (False, True)])
def test_disrupted_men_do_not_live_to_see_who_walks_in(disrupted: bool, left: bool) -> None:
    """RV-A19.12, RV-A20.3 They would surrender, and there is no quarter; other broken men stay."""
    s = battle("APh", side="german")
    put(s, "ru_2-2-6", "E6", "x", broken=True, dm=True, disrupted=disrupted)
    put(s, "ge_4-4-7", "E6", "a")
    overrun_disrupted(s, "E6", "german")
    assert ("x" in s.units) == left


# -- a stack with its leader -------------------------------------------------------------------------------------------


def test_a_squad_whose_captain_is_hit_stops_sooner() -> None:
    """RV-A4.12, RV-A17.1, RV-A4.2 Six MF with a 9-1; when he is wounded the squad has its four, and he his three."""
    s = battle("MPh", side="german", dice=[2])
    put(s, "ge_4-4-7", "E6", "a")
    put(s, "ge_9-1", "E6", "boss")
    s.move = Move(("a", "boss"), spent=3, leader="boss")
    assert mf_left(s, s.move) == 3
    wound(s, "boss", "RV-A7.3")
    assert mf_left(s, s.move) == 0
    s.move = Move(("a",), spent=3, leader="boss")
    assert mf_left(s, s.move) == 1


def test_first_fire_at_men_and_their_wounded_captain() -> None:
    """RV-A8.1, RV-A7.3, RV-A7.6, RV-A10.2 4 FP, FFNAM and FFMO: a 5 is a 1MC. He checks first, not led by himself.

    A wounded 9-1 has a morale of 8 and leads with 0: a 9 breaks him. The squad checks, and then takes the LLMC without
    DRM; he does not take his own, though his morale is below the printed one.
    """
    s = battle("MPh", side="german", dice=[3, 4, 4, 4, 2, 3, 2, 2])
    put(s, "ge_4-4-7", "E6", "a")
    put(s, "ge_9-1", "E6", "boss", wounded=True)
    put(s, "ru_4-4-7", "E9", "x")
    moving(s, "a", "boss")
    shoot(s, ["x"], "E6")
    assert (struck(s)[0]["final"], struck(s)[0]["result"]) == (7 - 2, "1MC")
    checks = [(line["unit"], line["final"], drm(line["modifiers"])) for line in lines(s, "morale_check")]
    assert checks == [("boss", 4 + 4 + 1, 1), ("a", 2 + 3 + 1, 1), ("a", 2 + 2, 0)]
    settle_leader_loss(s)
    load(s)
    assert s.units["boss"].broken
