"""What FPP buy and where it stands; tunnels; minefields that are left in the Refit Phase."""

from __future__ import annotations

from typing import Any

from sandtable.games.vengeance import GAME
from sandtable.games.vengeance.bot.place_the_rest import set_up
from sandtable.games.vengeance.campaign import areas, points, supply
from sandtable.games.vengeance.campaign.battle import deployment, posts, tunnels
from sandtable.games.vengeance.campaign.charts import fortifications
from sandtable.games.vengeance.campaign.purchase import fortifications as fortify
from sandtable.games.vengeance.campaign.purchase import reinforcement_groups
from sandtable.games.vengeance.campaign.refit import after_battle, escape, minefields, shift
from sandtable.games.vengeance.components import components, ground
from sandtable.games.vengeance.model.battle import Battle, Tunnel, Unit
from sandtable.games.vengeance.model.campaign import ENTER, ON_BOARD, RESERVE
from sandtable.games.vengeance.model.field_works import LaborCounter, Screen, SetCharge, Work
from sandtable.games.vengeance.model.vehicles import Vehicle
from sandtable.games.vengeance.play import SEQUENCE
from sandtable.games.vengeance.rules.terrain.rubble import collapse
from sandtable.kernel.dice import Dice, seed_from
from tests.games.vengeance.bench import (
    lines,
    load,
    put,
    struck,
)
from tests.games.vengeance.campaign.test_campaign_points import campaign
from tests.games.vengeance.campaign.test_campaign_refit import answer


def german_ground(s: Battle, *hexes: str) -> None:
    """These hexes are one German area, and German controlled."""
    for hex in hexes:
        s.areas[hex] = "german-1"
        for at in ground().of_hex[hex]:
            s.control[at] = "german"


def mined(s: Battle, hex: str, hidden: bool = False, type: str = "ap_mine_12") -> None:
    s.works[f"mines-{hex}"] = Work(f"mines-{hex}", type, "german", hex, hidden=hidden, factors=5)


# -- fortifications --------------------------------------------------------------------------------------------------


def test_the_german_has_five_foxholes_from_the_start() -> None:
    """RV-I11, RV-I9, RV-I0 They are set up with his men and link his perimeter; those that he bought do not."""
    s = campaign("4/28 PM")
    reinforcement_groups.give_initial_groups(s)
    assert points.sheet(s, "german").fortifications == (("Foxhole 1S", 5),)
    assert points.sheet(s, "russian").fortifications == ()
    points.write(s, "german", fortifications=(("Foxhole 1S", 6),))
    deployment.bring_works(s)
    holes = [w for w in s.works.values() if w.type == "foxhole_1"]
    assert len(holes) == 6
    for number, work in enumerate(holes):
        s.works[work.id] = Work(work.id, work.type, "german", f"L{12 + number}")
    assert deployment.given_foxholes(s) == ["L12", "L13", "L14", "L15", "L16"]


def test_notes_c_and_f_keep_works_from_the_front() -> None:
    """RV-RePh8.6242a, RV-RePh8.621 No wire in the front line nor where the side is Isolated; a barricade may."""
    s = campaign()
    for hex in ground().hexes.values():
        side = "russian" if hex.bank == "N" else "german" if hex.bank == "S" else ""
        for at in ground().of_hex[hex.id]:
            if side:
                s.control[at] = side
    s.areas = areas.compute_areas(s)
    front = supply.front_line(s, "german")
    assert front
    wire = {ground().locations[at].hex for at in posts.work_places(s, "wire", "german")}
    barricade = {ground().locations[at].hex for at in posts.work_places(s, "barricade", "german")}
    assert wire
    assert not wire & front
    assert barricade & front
    s.areas = dict.fromkeys(s.areas, "german-1") | {"X5": "german-9"}
    for at in ground().of_hex["X5"]:
        s.control[at] = "german"
    assert "german-9" in supply.isolated_areas(s)
    assert "X5" not in posts.work_places(s, "trench", "german")
    assert "X5" in posts.work_places(s, "roadblock", "german")


def test_in_the_initial_cgs_only_the_edge_is_front_line() -> None:
    """RV-I12"""
    s = campaign("4/28 PM")
    places = posts.work_places(s, "foxhole_1", "german")
    assert places
    assert not {ground().locations[at].hex for at in places} & areas.map_edge()
    assert {ground().locations[at].hex for at in posts.work_places(s, "roadblock", "german")} & areas.map_edge()
    assert posts.work_places(s, "foxhole_1", "russian") == ()


def test_only_controlled_locations_are_fortified() -> None:
    """RV-RePh8.6242a"""
    s = campaign()
    german_ground(s, "K13", "K14")
    s.control["K14-1"] = ""
    places = posts.work_places(s, "fortified_location", "german")
    assert "K13-1" in places
    assert "K14-1" not in places


def test_every_fortification_of_the_table_is_for_sale() -> None:
    """RV-RePh8.621, RV-RePh8.621a"""
    s = campaign("4/28 PM", german={"fpp": 100}, russian={"fpp": 100})
    s.units["a"] = Unit("a", "ge_6-5-8", "german")
    s.posts["a"] = ON_BOARD
    for_sale = {str(option[1]) for option in fortify.fortification_options(s, "german")}
    assert for_sale == {row.type for row in fortifications().values()} - {"Supplemental Armor"}
    pillboxes = {str(o[2]): o[3] for o in fortify.fortification_options(s, "german") if o[1] == "Pillbox"}
    assert pillboxes["3+5+7"] == 23
    assert set(pillboxes) == {
        name.removeprefix("Pillbox ") for name in components().printed_works if name.startswith("Pillbox")
    }


def test_hidden_squads_are_a_tenth_of_those_on_board() -> None:
    """RV-RePh8.621 Note H counts neither the Reserve nor who enters; two half-squads are a squad."""
    s = campaign(german={"fpp": 50})
    for number in range(25):
        s.units[f"s{number}"] = Unit(f"s{number}", "ge_4-4-7", "german")
        s.posts[f"s{number}"] = ON_BOARD if number < 11 else RESERVE if number < 20 else ENTER
    assert fortify.most_hidden(s, "german") == 2
    for size in ("squad", "half-squad", "half-squad"):
        assert fortify.fortification_refusal(s, "german", "HIP", size) is None
        fortify.buy_fortification(s, "german", "HIP", size)
    assert fortify.fortification_refusal(s, "german", "HIP", "smc") is not None


def test_supplemental_armor_serves_one_scenario() -> None:
    """RV-RePh8.621 Note R: all AFVs of the next played scenario, those that were there before as well."""
    s = campaign(russian={"armor": "bought"})
    s.vehicles["t"] = Vehicle("t", "ru_t34_85", "russian", "A0")
    s.vehicles["v"] = Vehicle("v", "ge_pz4h", "german", "A20")
    deployment.fit_armor(s)
    assert (s.vehicles["t"].supplemental, s.vehicles["v"].supplemental) == (True, False)
    assert points.sheet(s, "russian").armor == "used"
    deployment.fit_armor(s)
    assert not s.vehicles["t"].supplemental


# -- tunnels ---------------------------------------------------------------------------------------------------------


def test_the_ends_of_a_tunnel_are_chosen_at_set_up() -> None:
    """RV-B8.6, RV-RePh8.621, RV-RePh8.6242a"""
    s = campaign(german={"fortifications": (("Tunnel", 1),)})
    german_ground(s, "K13", "K14", "L13")
    s.phase, s.step = "setup", "german"
    deployment.bring_works(s)
    assert s.tunnels == {"ge-tunnel-1": Tunnel("german", ("", ""))}
    asked = answer(set_up(s), ("dig", "ge-tunnel-1", "K13"))
    assert {o[2] for o in asked[0].options if o[0] == "dig"} >= {"K13", "K14", "K13-cellar"}
    asked = answer(set_up(s), ("dig", "ge-tunnel-1", "K14-cellar"))
    assert ("dig", "ge-tunnel-1", "K13") not in asked[0].options
    assert s.tunnels["ge-tunnel-1"].ends == ("K13", "K14-cellar")
    assert not tunnels.waiting_tunnel(s, "german")


def test_a_tunnel_without_room_is_lost() -> None:
    """RV-B8.6"""
    s = campaign(german={"fortifications": (("Tunnel", 1),)})
    s.phase, s.step = "setup", "german"
    deployment.bring_works(s)
    assert answer(set_up(s)) == []
    assert not s.tunnels


def test_nobody_knows_of_the_enemys_tunnel_until_he_holds_an_end() -> None:
    """RV-B8.6, RV-RePh8.6073, RV-CG27, RV-CGS2"""
    s = campaign()
    s.tunnels["ge-tunnel-1"] = Tunnel("german", ("K13", "K14"))
    assert not GAME.sight(s, "russian").tunnels
    before = GAME.sight(s, "russian")
    GAME.guess(s, "russian", Dice(seed_from("guess")))
    assert (s.tunnels, GAME.sight(s, "russian")) == ({}, before)
    s.tunnels["ge-tunnel-1"] = Tunnel("german", ("K13", "K14"))
    s.areas["K13"] = "russian-1"
    tunnels.keep_tunnels(s)
    assert s.tunnels["ge-tunnel-1"].known
    assert GAME.sight(s, "russian").tunnels
    load(s, *[6] * 20)
    collapse(s, "K14")
    assert not s.tunnels


# -- minefields ------------------------------------------------------------------------------------------------------


def kept_in_mines(dice: list[int]) -> Battle:
    s = campaign(dice=dice)
    german_ground(s, "L15", "L16")
    mined(s, "L15", hidden=True)
    put(s, "ge_6-5-8", "L15", "a")
    put(s, "ge_4-4-7", "L15", "b")
    put(s, "ge_4-4-7", "L16", "c")
    s.posts = dict.fromkeys("abc", "german-1")
    s.phase, s.step, s.pending = "refit", "minefields", ["german"]
    return s


def ask_once(s: Battle, *choices: Any) -> list[Any]:
    return answer(SEQUENCE.run(s), *choices)


def test_who_leaves_a_minefield_is_attacked_and_who_stays_is_not() -> None:
    """RV-RePh8.6042"""
    s = kept_in_mines([6, 6])
    asked = ask_once(s, ("stay_in_mines", "a"))
    assert asked[0].options == [("stay_in_mines", "a"), ("stay_in_mines", "b"), ("leave_mines", "L15")]
    assert asked[0].private
    ask_once(s, ("leave_mines", "L15"))
    assert [line["units"] for line in struck(s)] == [("b",)]
    assert not s.works["mines-L15"].hidden
    assert ask_once(s) == []
    assert s.step == "begin"
    deployment.pick_up(s)
    assert (s.units["a"].at, s.units["b"].at, s.units["c"].at) == ("L15", "", "")


def test_men_lost_to_mines_in_the_refit_phase_count_for_the_elr() -> None:
    """RV-RePh8.6042, RV-CG24"""
    s = kept_in_mines([1, 1, 1, 1, 1, 1])
    ask_once(s, ("leave_mines", "L15"))
    ask_once(s)
    assert set(s.units) == {"c"}
    assert set(s.posts) == {"c"}
    assert points.sheet(s, "german").elr_carried == 4
    assert not s.cvp


def test_mines_attack_those_who_escape() -> None:
    """RV-RePh8.6042, RV-RePh8.6061"""
    s = campaign(dice=[1, 1, 6, 6])
    mined(s, "D20")
    put(s, "ge_6-5-8", "D20", "a")
    german_ground(s, "A20", "A21")
    answer(escape.escape(s, ["a"]))
    assert lines(s, "escape_roll")[0]["result"].startswith("escapes")
    assert [line["units"] for line in struck(s)] == [("a",)]
    assert s.posts["a"] == "german-1"


def test_mines_attack_those_who_fall_back() -> None:
    """RV-RePh8.6042, RV-RePh8.6056"""
    s = campaign(dice=[6, 6])
    for at in ("A20", "A21", "B20"):
        s.control[at] = "german"
    put(s, "ge_6-5-8", "A20", "home")
    put(s, "ge_1-2-7", "C22", "crew", broken=True)
    mined(s, "C22")
    escape.determine_areas(s)
    assert s.posts["crew"].startswith("german")
    assert [line["units"] for line in struck(s)] == [("crew",)]


def test_a_shift_out_of_a_minefield() -> None:
    """RV-RePh8.6042, RV-RePh8.613"""
    s = kept_in_mines([6, 6])
    s.areas |= {"A20": "german-2", "A21": "german-2"}
    s.pending, s.step = ["german"], "shift"
    answer(shift.shift_step(s), ("shift", "a", "german-2"))
    assert [line["units"] for line in struck(s)] == [("a",)]
    assert s.posts["a"] == "german-2"
    assert "a" not in minefields.among_mines(s, "german")["L15"]


def test_a_tank_leaves_anti_tank_mines() -> None:
    """RV-RePh8.6042, RV-B28.5"""
    s = campaign(dice=[6])
    german_ground(s, "L15", "L16")
    mined(s, "L15", type="at_mine")
    put(s, "ge_6-5-8", "L15", "a")
    s.vehicles["v"] = Vehicle("v", "ge_pz4h", "german", "L15")
    s.posts = {"a": "german-1", "v": "german-1"}
    assert minefields.among_mines(s, "german") == {"L15": ["v"]}
    s.phase, s.step, s.pending = "refit", "minefields", ["german"]
    ask_once(s, ("leave_mines", "L15"))
    assert lines(s, "at_mine")[0]["vehicle"] == "v"
    assert ask_once(s) == []


def test_unblown_charges_smoke_and_labor_are_gone_but_that_at_barricades() -> None:
    """RV-RePh8.602, RV-BRV9.213"""
    s = campaign()
    s.works["bar"] = Work("bar", "barricade", "german", "K11/K12")
    s.works["wire"] = Work("wire", "wire", "german", "L15")
    s.labor = [LaborCounter("bar", "K11", -1), LaborCounter("wire", "L15", -2)]
    s.set_charges.append(SetCharge("dc", "ge_dc", "german", "J9-bridge", "a", "J10"))
    s.screens["L15"] = Screen("german")
    after_battle.remove_markers(s)
    assert s.labor == [LaborCounter("bar", "K11", -1)]
    assert (s.set_charges, s.screens) == ([], {})
