"""Clauses of the campaign that a second reading found named and not played in every case."""

from __future__ import annotations

from sandtable.games.vengeance.campaign import points
from sandtable.games.vengeance.campaign.battle import deployment
from sandtable.games.vengeance.campaign.refit import guns_and_vehicles, minefields
from sandtable.games.vengeance.campaign.refit.phase import REFIT_PHASE
from sandtable.games.vengeance.components import ground
from sandtable.games.vengeance.map.altered_ground import BUNKER, alter
from sandtable.games.vengeance.model.battle import Battle, Unit, Weapon
from sandtable.games.vengeance.model.campaign import HERE, ON_BOARD, OUT
from sandtable.games.vengeance.play import play
from sandtable.games.vengeance.rules.set_up import placement
from sandtable.games.vengeance.rules.units.counters import remove
from sandtable.games.vengeance.rules.victory import banner
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import emplace, fortify, put, questions, vehicle
from tests.games.vengeance.campaign.test_campaign_points import campaign
from tests.games.vengeance.campaign.test_campaign_refit import answer
from tests.games.vengeance.campaign.test_refit_clauses import bought, control


def house(bank: str = "S", skip: tuple[str, ...] = ()) -> str:
    """A building hex on a bank."""
    return next(id for id, hex in ground().hexes.items() if hex.bank == bank and hex.building and id not in skip)


# -- losses of the Refit Phase ---------------------------------------------------------------------------------------


def test_what_both_sides_lose_among_mines_in_the_refit_phase_costs_elr() -> None:
    """RV-CG24, RV-RePh8.6042 The German Shifted through mines; the Russian is asked first before the set-up."""
    s = campaign()
    s.pending = ["russian", "german"]
    s.cvp.update(german=4, german_infantry=4, russian=2, russian_infantry=2)
    answer(minefields.minefields(s, "russian"))
    answer(minefields.minefields(s, "german"))
    assert (points.sheet(s, "german").elr_carried, points.sheet(s, "russian").elr_carried) == (4, 2)
    assert not s.cvp


def test_what_is_lost_in_the_refit_phase_of_a_lull_costs_elr() -> None:
    """RV-CG24, RV-RePh8.6123 Once, and before a step is regained (RV-CG23)."""
    s = campaign(lull=True, german={"elr_carried": 68, "elr_regained": True})
    s.cvp.update(german=4, german_infantry=4)
    s.step = "date"
    s.san.update(german=4, russian=3)
    answer(REFIT_PHASE["date"](s))
    sheet = points.sheet(s, "german")
    assert (sheet.elr_lost, sheet.elr_carried) == (1, 2)
    assert not s.cvp


# -- the Banner ------------------------------------------------------------------------------------------------------


def flying(*places: str) -> Battle:
    """A scenario at the start of which Banners fly."""
    s = campaign("4/30 AM")
    for n, at in enumerate(places, 1):
        s.weapons[f"ru-banner-{n}"] = Weapon(f"ru-banner-{n}", "ru_banner", "russian", at=at)
        s.banners[f"ru-banner-{n}"] = at
        s.control[at] = "russian"
    put(s, "ge_6-5-8", "C20", "a")
    put(s, "ru_4-4-7", "Y18", "x")
    deployment.begin_scenario(s)
    s.phase, s.step, s.side, s.turn = "RPh", "end", "german", 1
    return s


def test_a_banner_that_goes_down_with_its_roof_gives_back_the_elr_at_once() -> None:
    """RV-CG17 However it is lost, not only by the hand of the German."""
    s = flying("Y17-roof")
    assert s.units["a"].elr == 3
    del s.banners["ru-banner-1"]
    del s.weapons["ru-banner-1"]
    answer(play(s))
    assert s.units["a"].elr == 4
    assert s.campaign is not None
    assert not s.campaign.banner


def test_a_new_banner_does_not_stand_for_the_one_that_flew_at_the_start() -> None:
    """RV-CG17 What it gives begins with the next scenario; of two that flew one is enough."""
    s = flying("Y17-roof", "X18-roof")
    del s.weapons["ru-banner-1"], s.banners["ru-banner-1"]
    banner.settle_banners(s)
    assert s.units["a"].elr == 3
    s.banners["ru-banner-3"] = "Z18-roof"
    s.weapons["ru-banner-3"] = Weapon("ru-banner-3", "ru_banner", "russian", at="Z18-roof")
    del s.weapons["ru-banner-2"], s.banners["ru-banner-2"]
    banner.settle_banners(s)
    assert s.units["a"].elr == 4


# -- the set-up ------------------------------------------------------------------------------------------------------


def test_nobody_sets_up_in_a_pillbox_outside_his_area() -> None:
    """RV-RePh8.6242 Neither in one of another Set Up Area nor in one that the enemy has taken."""
    s = campaign(attacker="german")
    own, there, lost = "C20", "K22", "F20"
    s.areas = {own: "german-1", there: "german-2", lost: "russian-1"}
    for hex in s.areas:
        fortify(s, "pillbox_1+3+5", f"{hex}-pillbox")
        alter(s, hex, BUNKER, number=1)
    s.units["a"] = Unit("a", "ge_6-5-8", "german")
    s.posts["a"] = "german-1"
    s.phase, s.step = "setup", "german"
    places = placement.places_for(s, s.units["a"])
    assert [at for at in places if at.endswith("pillbox")] == [f"{own}-pillbox"]


def test_a_leader_waits_until_one_of_his_men_stands() -> None:
    """RV-CG21, RV-RePh8.6194a Who puts off the men of a new group cannot set up their leader elsewhere."""
    s = campaign(attacker="german")
    bought(s, "german", "I1")
    s.areas = {"A20": "german-1", "A21": "german-1"}
    control(s, "german", "A20", "A21")
    for id, type in (("squad", "ge_6-5-8"), ("leader", "ge_8-1")):
        s.units[id] = Unit(id, type, "german", group=1)
        s.posts[id] = ON_BOARD
    s.units["squad"] = replace(s.units["squad"], acted=True)  # its owner said: later
    s.phase, s.step = "setup", "german"
    s.asked.append("isolated")
    found = placement.next_counter(s, "german")
    assert found is not None
    asked = next(questions(found[1]))
    assert asked.about == ("squad",)


# -- Moabit ----------------------------------------------------------------------------------------------------------


def test_leaders_of_the_moabit_prisoners_count_as_little_as_their_men() -> None:
    """RV-CG16 The rulebook gives them counters of their own: they are prisoners, too."""
    s = campaign("4/29 PM")
    bought(s, "russian", "I6", "I1")
    put(s, "ru_8-0", "K3", "prisoner", group=1)
    put(s, "ru_8-0", "K3", "officer", group=2)
    remove(s, "prisoner", "RV-A7.3", "killed")
    assert not s.cvp.get("russian_infantry")
    remove(s, "officer", "RV-A7.3", "killed")
    assert s.cvp["russian_infantry"] > 0


# -- repair ----------------------------------------------------------------------------------------------------------


def test_a_russian_tank_whose_gun_cannot_be_repaired_goes_off_the_map_in_the_same_refit_phase() -> None:
    """RV-RePh8.6142, RV-RePh8.61411 A German one stays and fights on."""
    for type, side, post in (("ru_t34_85", "russian", OUT), ("ge_pz4h", "german", "german-1")):
        s = campaign(dice=[6])
        control(s, side, "A20" if side == "german" else "K1")
        at = "A20" if side == "german" else "K1"
        vehicle(s, type, at, "tank", malfunctioned=("MA",))
        s.areas = {at: f"{side}-1"}
        s.posts = {"tank": f"{side}-1"}
        guns_and_vehicles.repair_arms(s)
        assert "MA" in s.vehicles["tank"].disabled
        assert s.posts["tank"] == post


def test_an_isolated_gun_that_stays_gets_no_ammunition() -> None:
    """RV-RePh8.6146 Its crew failed to Escape and remains Isolated (RV-RePh8.6061)."""
    s = campaign()
    put(s, "ge_2-2-8", "F3", "crew")
    emplace(s, "ge_75_pak40", "F3", "crew", id="pak", depleted=("A",))
    s.posts = {"crew": HERE, "pak": HERE}
    guns_and_vehicles.replenish(s)
    assert s.guns["pak"].depleted == ("A",)
