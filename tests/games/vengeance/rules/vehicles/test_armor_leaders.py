"""Which AFV an Armor Leader commands: his owner says so where the AFVs of his group differ."""

from __future__ import annotations

import msgspec
import pytest

from sandtable.games.vengeance import GAME
from sandtable.games.vengeance.bot.player import sensible
from sandtable.games.vengeance.campaign.purchase import raising
from sandtable.games.vengeance.campaign.purchase.group_contents import Roster
from sandtable.games.vengeance.knowledge import campaign_secrets
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.play import SEQUENCE
from sandtable.games.vengeance.rules.set_up.placement import new_battle
from sandtable.games.vengeance.rules.vehicles.crews.armor_leaders import put_in_command
from sandtable.games.vengeance.scenarios.cards import CARDS, scenario
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.flow import Choose
from sandtable.kernel.state import state_from_json, state_to_json
from tests.games.vengeance.campaign.test_campaign_points import campaign
from tests.games.vengeance.campaign.test_campaign_refit import answer


def raised(*vehicles: str, leaders: tuple[str, ...] = ("9-1",), dice: tuple[int, ...] = ()) -> Battle:
    """A Russian group with an Armor Leader, just raised; both sides are about to fortify."""
    s = campaign(dice=dice)
    raising.counters(s, "russian", Roster(vehicles=list(vehicles)), "enter", 7)
    put_in_command(s, "russian", 7, [f"ru_armor_{name}" for name in leaders])
    s.phase, s.step, s.pending = "refit", "commanders", ["russian", "german"]
    return s


def led(s: Battle) -> list[str]:
    return [v.leader for v in s.vehicles.values()]


def ask(s: Battle) -> Choose | None:
    """The next question of the Refit Phase."""
    for _ in range(20):
        decision = next(SEQUENCE.run(s.clone()), None)
        if decision is not None:
            assert isinstance(decision, Choose)
            return decision
        answer(SEQUENCE.run(s))
    return None


def test_the_owner_chooses_the_vehicle_of_an_armor_leader() -> None:
    """RV-RePh8.6206 In secret, and told what he decides."""
    s = raised("T-34/85", "OT-34", "T-34/85")
    assert led(s) == ["", "", ""]
    decision = ask(s)
    assert decision is not None
    assert (decision.seat, decision.ask, decision.rule, decision.private) == (
        "russian", "armor_leader", "RV-RePh8.6206", True
    )  # fmt: skip
    assert decision.about == ("9-1",)
    ids = list(s.vehicles)
    assert [option[:2] for option in decision.options] == [("command", id) for id in ids]
    answer(SEQUENCE.run(s), ("command", ids[1]))
    assert led(s) == ["", "ru_armor_9-1", ""]
    assert not s.commanders
    assert all(line.seen_by == ("russian",) for line in s.journal.lines if line.event == "commands")
    after = ask(s)
    assert after is not None
    assert (after.ask, after.seat) == ("fortify", "russian")


def test_among_equals_nobody_is_asked() -> None:
    """RV-RePh8.6206 Vehicles that are alike are no choice."""
    s = raised("T-34/85", "T-34/85")
    assert led(s) == ["ru_armor_9-1", ""]
    after = ask(s)
    assert after is not None
    assert after.ask == "fortify"


def test_only_afvs_have_a_leader() -> None:
    """RV-RePh8.6206, RV-D3.4"""
    s = raised("IAG-6 Truck", "T-34/85")
    assert led(s) == ["", "ru_armor_9-1"]


def test_an_optional_machine_gun_is_a_difference_that_is_told() -> None:
    """RV-RePh8.6206, RV-CG11 Of two IS-2m one has got its AAMG."""
    s = raised("IS-2m", "IS-2m", dice=(3, 4))
    decision = ask(s)
    assert decision is not None
    assert [option[0] for option in decision.options] == ["command_with_aamg", "command_without_aamg"]


def test_that_somebody_is_asked_tells_the_enemy_nothing() -> None:
    """RV-CGS2, RV-RePh8.627 He sees a Russian who fortifies, whether or not he has a leader to place."""
    seen = []
    for group in (("T-34/85", "OT-34"), ("T-34/85", "T-34/85")):
        s = raised(*group)
        decision = ask(s)
        assert decision is not None
        seen.append((decision.seat, decision.private, campaign_secrets.step_seen(s, "german"), GAME.sight(s, "german")))
    assert seen[0] == seen[1]
    assert "commanders" not in repr(seen[0])


def test_an_unplaced_leader_is_kept_in_a_save_and_by_a_clone() -> None:
    """RV-CGS1"""
    s = raised("T-34/85", "OT-34")
    assert state_from_json(Battle, state_to_json(s)).commanders == s.clone().commanders == s.commanders
    assert s.commanders[0].leader == "ru_armor_9-1"


def test_each_side_places_its_leaders_before_it_fortifies() -> None:
    """RV-RePh8.6206, RV-RePh8.621"""
    s = raised("T-34/85", "OT-34")
    raising.counters(s, "german", Roster(vehicles=["PzKpfw VD", "PzKpfw VG"]), "enter", 8)
    put_in_command(s, "german", 8, ["ge_armor_8-1"])
    asked = []
    while s.step in ("commanders", "fortify"):
        decision = ask(s)
        assert decision is not None
        if s.step not in ("commanders", "fortify"):
            break
        asked.append((decision.seat, decision.ask))
        answer(SEQUENCE.run(s), decision.options[-1])
    assert asked == [
        ("russian", "armor_leader"), ("russian", "fortify"), ("german", "armor_leader"), ("german", "fortify")
    ]  # fmt: skip
    assert led(s)[1::2] == ["ru_armor_9-1", "ge_armor_8-1"]


def test_a_bot_puts_him_into_the_best_of_them() -> None:
    """RV-RePh8.6206"""
    s = raised("OT-34", "IS-2")
    decision = ask(s)
    assert decision is not None
    pick = sensible(GAME.sight(s, "russian"), "russian", list(decision.options), decision.rule, Dice(seed_from("x")))
    assert s.vehicles[str(pick[1])].type == "ru_is2"


def test_in_a_scenario_he_is_placed_at_set_up() -> None:
    """RV-SCN4 One for a vehicle; the second asks again only where it matters."""
    card = scenario("brv03")
    tanks = next(n for n, group in enumerate(card.russian.groups) if group.armor_leaders)
    groups = list(card.russian.groups)
    mixed = {"vehicles": {"T-34/85": 1, "IS-2": 1}, "armor_leaders": ("9-2", "8-1")}
    groups[tanks] = msgspec.structs.replace(groups[tanks], **mixed)
    force = msgspec.structs.replace(card.russian, groups=tuple(groups))
    CARDS["led"] = msgspec.structs.replace(card, russian=force)
    s = new_battle("led", Dice(seed_from("led")))
    assert [c.leader for c in s.commanders] == ["ru_armor_9-2", "ru_armor_8-1"]
    s.step = "russian"
    flow = GAME.play(s)
    decision = next(flow)
    assert isinstance(decision, Choose)
    assert (decision.ask, decision.rule, decision.private) == ("armor_leader", "RV-SCN4", True)
    pick = next(option for option in decision.options if s.vehicles[str(option[1])].type == "ru_is2")
    with pytest.raises(StopIteration):
        flow.send(pick)
    assert {v.type: v.leader for v in s.vehicles.values() if v.leader} == {
        "ru_is2": "ru_armor_9-2", "ru_t34_85": "ru_armor_8-1"
    }  # fmt: skip
    assert not s.commanders
