"""What the enemy is told of concealed and hidden units (A.12, A12.1, Z6): views, guesses, questions, journal."""

from __future__ import annotations

from sandtable.games.vengeance import GAME
from sandtable.games.vengeance.knowledge.sight import sight
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle, Unit, Weapon
from sandtable.games.vengeance.model.field_works import Labour
from sandtable.games.vengeance.rules.concealment.gain_and_loss import watched
from sandtable.games.vengeance.rules.morale.checks import pin
from sandtable.games.vengeance.rules.terrain.rubble import collapse
from sandtable.games.vengeance.rules.units.counters import vanish
from sandtable.games.vengeance.rules.units.losses import reduce
from sandtable.games.vengeance.rules.victory.control import update_control
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import arm, ask, battle, drive, emplace, moving, put, vehicle
from tests.games.vengeance.watching import told


def table_of(s: Battle, seat: str) -> str:
    view = GAME.sight(s, seat)
    return str(view) + str(GAME.table(view))


def test_the_enemy_sees_covers_only() -> None:
    """RV-A12.1, RV-A.12, RV-Z6 One `?` for a stack, nothing of hidden units; their owner sees all."""
    s = battle("MPh", side="russian", on="train1")
    put(s, "ge_6-5-8", "I6", "ge-1", concealed=True)
    put(s, "ge_8-1", "I6", "ge-leader-1", concealed=True)
    put(s, "ge_4-4-7", "I7", "ge-2", hidden=True)
    put(s, "ge_dummy", "I5", "ge-dummy-1", concealed=True)
    arm(s, "ge_lmg", "ge-1", "ge-lmg-1")
    for seat in ("russian", ""):
        view = GAME.sight(s, seat)
        assert sorted(view.units) == ["ge-unknown-I5", "ge-unknown-I6"]
        assert view.weapons == {}
        assert {u.type for u in view.units.values()} == {"ge_unknown_men"}
        text = table_of(s, seat)
        assert not any(secret in text for secret in ("ge-1", "ge-leader-1", "ge-lmg-1", "ge-2", "ge-dummy-1"))
        assert [(p.back, p.values) for p in GAME.table(view).pieces] == [(True, {}), (True, {})]
    own = GAME.sight(s, "german")
    assert set(own.units) == {"ge-1", "ge-leader-1", "ge-2", "ge-dummy-1"}
    badges = {p.id: [b.text for b in p.badges] for p in GAME.table(own).pieces}
    assert badges["ge-1"] == ["?"]
    assert badges["ge-2"] == ["HIP"]
    assert badges["ge-dummy-1"] == ["D"]


def test_the_mover_is_a_cover() -> None:
    """RV-A12.1 Who moves under `?`, with how much, is not told."""
    s = battle("MPh", side="russian", on="train1")
    put(s, "ru_6-2-8", "F5", "ru-1", concealed=True)
    moving(s, "ru-1", spent=3, here=2)
    view = GAME.sight(s, "german")
    assert view.move is not None
    assert (view.move.units, view.move.spent) == (("ru-unknown-F5",), 0)


def test_a_seat_imagines_others_under_the_covers() -> None:
    """RV-A.12 Types and weapons are exchanged among unknown counters, and hidden units lie elsewhere."""
    s = battle("MPh", side="russian", on="train2")
    put(s, "ru_4-5-8", "HH10", "ru-1", concealed=True)
    put(s, "ru_dummy", "GG10", "ru-dummy-1", concealed=True)
    put(s, "ru_4-4-7", "KK10", "ru-2", hidden=True)
    before = GAME.sight(s, "german")
    seen, lairs = set(), set()
    for n in range(20):
        twin = s.clone()
        GAME.guess(twin, "german", Dice(seed_from(n)))
        assert GAME.sight(twin, "german") == before
        assert GAME.invariants(twin) == []
        seen.add(twin.units["ru-1"].type)
        lairs.add(twin.units["ru-2"].at)
    assert {"ru_4-5-8", "ru_dummy"} <= seen
    assert len(lairs) > 3


def test_nobody_is_imagined_where_a_house_came_down() -> None:
    """RV-A12.2, RV-B24.11"""
    s = battle("MPh", side="russian", on="train1", dice=[6] * 40)
    put(s, "ge_4-4-7", "I6", "ge-1", hidden=True)
    for hex in ("G9", "G10", "I5"):
        collapse(s, hex)
    for n in range(20):
        twin = s.clone()
        GAME.guess(twin, "russian", Dice(seed_from(n)))
        assert twin.units["ge-1"].at in field_of(s).steps


def test_a_dummy_that_would_be_pinned_or_reduced_is_removed() -> None:
    """RV-A12.14, RV-A4.134 A minimum move ends pinned, and nobody is there."""
    for pinned in (True, False):
        s = battle("MPh", side="german")
        put(s, "ge_dummy", "E5", "x", concealed=True)
        moving(s, "x")
        if pinned:
            pin(s, "x")
        else:
            reduce(s, "x", "RV-A7.302")
        assert s.units == {}
        assert s.move is not None
        assert s.move.units == ()


def test_nobody_learns_by_silence() -> None:
    """RV-Z6, RV-A.12 A `?` that sees the mover makes the DEFENDER be asked even if a dummy is under it."""
    for type, options in (("ge_dummy", [("pass",)]), ("ge_4-4-7", [("fire", "x"), ("snap", "x"), ("pass",)])):
        s = battle("MPh", side="russian")
        put(s, "ru_4-4-7", "E5", "a")
        put(s, type, "E7", "x", concealed=True)
        drive(s, ("move", "a"), ("to", "E6"))
        decision = ask(s)
        assert (decision.seat, decision.rule) == ("german", "RV-A8.1")
        assert decision.options == options


def test_nobody_learns_by_silence_of_a_snap_shot() -> None:
    """RV-A8.15, RV-A.12 A `?` that sees only the hexside that was crossed makes the DEFENDER be asked as well."""
    for type in ("ge_dummy", "ge_6-5-8"):
        s = battle("MPh", side="russian", E5="1.5")
        put(s, "ru_4-4-7", "E4", "a")
        put(s, type, "G3", "x", concealed=True)
        drive(s, ("move", "a"), ("to", "E5"))
        assert (ask(s).seat, ask(s).ask) == ("german", "first_fire")


def test_nobody_learns_by_silence_of_a_party_leader() -> None:
    """RV-A10.63, RV-A.12 Broken men with a party leader under `?` may not rally by themselves; yet they are asked."""
    for concealed in (False, True):
        s = battle("RPh", side="german")
        s.step = "self_rally"
        put(s, "ge_4-4-7", "E5", "a", broken=True)
        put(s, "ge_party_9-0", "E5", "chief", concealed=concealed)
        assert (ask(s).ask == "self_rally") is concealed
        if concealed:
            assert ask(s).options == [("done",)]


def test_the_crew_of_a_tank_watches() -> None:
    """RV-A12.13 A Good Order vehicle is a ground unit that sees who fires; an abandoned one sees nothing."""
    for abandoned in (False, True):
        s = battle("PFPh", side="german", dice=[6])
        put(s, "ge_4-4-7", "E5", "a", concealed=True)
        vehicle(s, "ru_t34_85", "E6", "tank", abandoned=abandoned)
        s.fausts["german"] = 1
        assert watched(s, "E5", "german") is not abandoned
        if not abandoned:
            drive(s, ("faust", "a", "tank"))
            assert not s.units["a"].concealed


def test_who_tried_a_panzerfaust_stays_what_he_is() -> None:
    """RV-A.12, RV-C13.3 The journal has named him, seen or not; so nothing else is imagined in his place."""
    s = battle("MPh", side="russian", on="train2")
    put(s, "ge_4-4-7", "HH10", "ge-1", concealed=True, fausts=1)
    put(s, "ge_dummy", "GG10", "ge-dummy-1", concealed=True)
    put(s, "ge_4-3-6", "KK10", "ge-2", concealed=True)
    arm(s, "ge_lmg", "ge-1")
    for n in range(20):
        twin = s.clone()
        GAME.guess(twin, "russian", Dice(seed_from(n)))
        assert twin.units["ge-1"].type == "ge_4-4-7"
        assert twin.weapons["ge_lmg"].holder == "ge-1"


def test_nobody_unknown_is_named_by_what_he_tried() -> None:
    """RV-A.12 Recovery, repair, Reaction Fire, directed fire, labours and close combat name only Known units."""
    s = battle("MPh", side="russian")
    for id, marks in (("x", {"concealed": True}), ("y", {"hidden": True}), ("z", {})):
        put(s, "ge_4-4-7", "E7", id, **marks)
    put(s, "ru_4-4-7", "E5", "a")
    all_three = ("x", "y", "z")
    s.weapons["lmg"] = Weapon("lmg", "ge_lmg", "german", at="E7", tried=all_three)
    emplace(s, "ge_75_pak40", "E7", "", id="gun", tried=all_three)
    vehicle(s, "ru_t34_85", "E5", "tank", reacted=all_three)
    s.directing["z"] = all_three
    s.engaged += all_three
    s.labours += [Labour(id, "clear", "E7") for id in all_three]
    assert not told(s)
    view = GAME.sight(s, "russian")
    named = (view.weapons["lmg"].tried, view.guns["gun"].tried, view.vehicles["tank"].reacted, view.directing["z"])
    assert named == (("z",),) * 4
    assert GAME.sight(s, "german").weapons["lmg"].tried == all_three


def test_a_concealed_unit_that_gets_on_a_vehicle_is_not_named() -> None:
    """RV-A.12, RV-D6.1"""
    s = battle("MPh", side="german")
    put(s, "ge_4-4-7", "E5", "a", concealed=True)
    put(s, "ru_4-4-7", "E9", "x")
    vehicle(s, "ge_spw251_1", "E5", "spw")
    moving(s, "a")
    assert s.move is not None
    s.move = replace(s.move, boarding=("a", "spw"))
    assert told(s) == []
    own = GAME.sight(s, "german").move
    assert own is not None
    assert own.boarding == ("a", "spw")


def test_secret_control() -> None:
    """RV-A26.1, RV-A.12 What concealed men take only their side knows; a `?` denies a house as if it were armed."""
    s = battle("CCPh", on="train1")
    put(s, "ru_4-4-7", "I6", "a", concealed=True)
    update_control(s)
    assert s.control["I6"] == "russian"
    assert "I6" not in GAME.sight(s, "german").control
    assert GAME.sight(s, "russian").control["I6"] == "russian"
    s.units["a"] = Unit("a", "ru_4-4-7", "russian", "I6")
    put(s, "ge_4-4-7", "I7", "x", hidden=True)
    update_control(s)
    assert s.control["I7"] == "german"
    assert GAME.sight(s, "german").control["I7"] == "german"
    assert GAME.sight(s, "russian").control["I7"] == "russian"  # hidden men deny nothing that both can see
    s.units["x"] = Unit("x", "ge_4-4-7", "german", "I7", concealed=True)
    s.open_control.clear()
    update_control(s)
    assert "I7" not in GAME.sight(s, "russian").control


def test_what_was_taken_secretly_is_lost_openly() -> None:
    """RV-A26.1, RV-A.12 Who sees his house taken knows it; what the enemy takes under a `?` he does not."""
    s = battle("CCPh", on="train1")
    put(s, "ge_4-4-7", "I7", "x", concealed=True)
    update_control(s)
    vanish(s, "x")
    put(s, "ru_4-4-7", "I7", "a", concealed=True)
    update_control(s)
    assert s.control["I7"] == "russian"
    assert GAME.sight(s, "russian").control["I7"] == "russian"
    assert GAME.sight(s, "german").control["I7"] == "german"
    s.units["a"] = Unit("a", "ru_4-4-7", "russian", "I7")
    update_control(s)
    assert GAME.sight(s, "german").control["I7"] == "russian"
    put(s, "ge_4-4-7", "I6", "y", concealed=True)
    vanish(s, "a")
    update_control(s)
    vanish(s, "y")
    put(s, "ru_4-4-7", "I7-1", "b")
    update_control(s)  # the whole house
    assert GAME.sight(s, "german").control["I6"] == "russian"


def test_a_view_shares_no_container_with_the_state() -> None:
    """RV-A.12 What was seen stays as it was seen, whatever happens afterwards."""
    s = battle("PFPh")
    put(s, "ge_4-4-7", "E5", "a")
    view = sight(s, "german")
    containers = [name for name in view.__struct_fields__ if isinstance(getattr(view, name), dict | list)]
    assert not any(isinstance(getattr(view, name), list) for name in containers)
    assert not [name for name in containers if getattr(view, name) is getattr(s, name, None)]
