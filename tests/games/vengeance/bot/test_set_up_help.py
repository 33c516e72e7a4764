"""Place the rest for me: of one kind, or of all, in scenarios and in the campaign; in secret, and it can be undone."""

from __future__ import annotations

import pytest

from sandtable.games.vengeance import GAME
from sandtable.games.vengeance.campaign.battle import deployment
from sandtable.games.vengeance.model.battle import SIDES, Battle
from sandtable.games.vengeance.rules.fortifications import set_up as fortification_set_up
from sandtable.games.vengeance.rules.set_up.places import is_set_up, places_to_set_up
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.flow import Option
from sandtable.kernel.journal import Journal
from sandtable.kernel.position import Position
from tests.games.vengeance.bench import ask, drive, put
from tests.games.vengeance.campaign.test_campaign_points import campaign
from tests.games.vengeance.campaign.test_campaign_works import german_ground
from tests.games.vengeance.small_battles import FIELD_WORKS, GUNFIGHT, TANKS, SmallBattle
from tests.games.vengeance.whole_games.test_support_play import case

REST: Option = ("rest",)
STANDS: Option = ("stands",)


def fresh(game: SmallBattle) -> Battle:
    return game.new(game.settle({}), Dice(seed_from("rest")))


def missing(s: Battle, side: str) -> list[str]:
    """What a side should have set up, and has not."""
    off = [(u.id, u.group) for u in s.units.values() if u.side == side and not (u.at or u.aboard)]
    off += [(v.id, v.group) for v in s.vehicles.values() if v.side == side and not v.at]
    off += [(g.id, g.group) for g in s.guns.values() if g.side == side and g.crew and not g.at]
    loose = [w.id for w in s.weapons.values() if w.side == side and not (w.holder or w.at)]
    works = [w.id for w in s.works.values() if w.side == side and not w.at]
    return [id for id, group in off if is_set_up(s, id, side, group)] + loose + works


@pytest.mark.parametrize("game", [FIELD_WORKS, GUNFIGHT, TANKS], ids=lambda game: str(game.id))
def test_everything_that_is_left_is_placed_at_once(game: SmallBattle) -> None:
    """RV-A2.9, RV-SCN6, RV-SCN7, RV-BRV9.1, RV-C2.5, RV-D1.31 Works, Guns, men, what they carry, and vehicles."""
    s = fresh(game)
    for side in (ask(s).seat, *(side for side in SIDES if side != ask(s).seat)):
        drive(s, REST)
        assert missing(s, side) == []
        assert (ask(s).seat, ask(s).ask, ask(s).options) == (side, "looked_over", [STANDS])
        assert GAME.invariants(s) == []
        for unit in [u for u in s.units.values() if u.side == side and not u.aboard and "dummy" not in u.id]:
            at = unit.at.removesuffix("-pillbox")
            assert at in places_to_set_up(s, unit.id, side, unit.group)
        drive(s, STANDS)
    assert ask(s).ask == "place_sniper"


def test_the_rest_of_a_kind_leaves_the_others_to_the_player() -> None:
    """RV-A2.9, RV-BRV9.1 The fortifications, then the men; what is concealed one says oneself."""
    s = fresh(FIELD_WORKS)
    first = ask(s)
    assert first.ask == "emplace"
    assert list(first.options[-2:]) == [("rest_works",), REST]
    drive(s, ("emplace", str(first.options[0][1]), str(first.options[0][2])), ("rest_works",))
    assert fortification_set_up.waiting_work(s, "german") is None
    assert [u.at for u in s.units.values() if u.side == "german" and u.at] == []
    assert list(ask(s).options[-2:]) == [("rest_men",), REST]
    drive(s, ("rest_men",))
    assert ask(s).ask == "cover"
    assert missing(s, "german") == []


def test_the_rest_may_begin_in_the_midst_of_a_counter() -> None:
    """RV-BRV9.4, RV-D1.31 The strength of a minefield, or where a tank points."""
    s = fresh(FIELD_WORKS)
    while ask(s).ask != "mine_strength":
        drive(s, next(o for o in ask(s).options if o[0] in ("emplace", "bar")))
    drive(s, ("rest_works",))
    assert sum(w.factors for w in s.works.values() if w.type.startswith("ap_mine")) == 12, "one strong field"
    s = fresh(TANKS)
    while ask(s).ask != "set_up" or ask(s).options[0][1] not in s.vehicles:
        drive(s, ("rest_men",) if ("rest_men",) in ask(s).options else next(o for o in ask(s).options if o != REST))
    tank = str(ask(s).options[0][1])
    drive(s, ask(s).options[0], ("rest_vehicles",))
    assert s.vehicles[tank].at
    assert missing(s, ask(s).seat) == []


def test_it_is_undone_as_one_choice_and_rolls_no_dice() -> None:
    """RV-A2.9 Until the player goes on; what is replayed is the same."""
    p = Position.new(FIELD_WORKS, FIELD_WORKS.settle({}), "rest", Journal())
    before, rolled = p.digest(), p.state.dice.taken
    p.apply("german", REST)
    assert p.state.dice.taken == rolled
    assert isinstance(p.state, Battle)
    hidden = {w.id for w in p.state.works.values() if w.type.startswith(("ap_mine", "at_mine", "fortified"))}
    assert len(hidden) == 5
    assert not hidden & FIELD_WORKS.sight(p.state, "russian").works.keys()
    placed = p.digest()
    assert p.can_undo
    p.undo("german")
    assert p.digest() == before
    p.redo("german")
    assert p.digest() == placed
    p.apply("german", STANDS)
    assert p.deciders == ("russian",)
    again = Position.new(FIELD_WORKS, FIELD_WORKS.settle({}), "rest", Journal())
    for step in p.steps:
        again.apply(step.seat, step.option)
    assert again.digest() == p.digest()


def test_the_set_up_of_a_campaign_is_ended_too() -> None:
    """RV-RePh8.6242, RV-RePh8.6242a, RV-B8.6 What was bought stands, in the side's own area; a tunnel has two ends."""
    bought = (("Wire", 2), ("Trench", 1), ("Tunnel", 1), ("A-P Mine factor", 12), ("Fortified Location", 1), ("?", 3))
    s = campaign(german={"fortifications": bought})
    german_ground(s, "K13", "K14", "L13", "L14", "L15", "M14", "M15", "M16")
    s.phase, s.step = "setup", "german"
    deployment.bring_works(s)
    for n in range(3):
        id = put(s, "ge_4-4-7", "L13", f"squad-{n}")
        s.at.clear()
        s.units[id] = s.units[id].__class__(id, "ge_4-4-7", "german")
        s.posts[id] = "on_board"
    drive(s, REST)
    assert ask(s).ask == "looked_over"
    assert missing(s, "german") == []
    assert all(s.tunnels["ge-tunnel-1"].ends)
    assert {s.areas[at.partition("-")[0]] for u in s.units.values() for at in [u.at]} == {"german-1"}
    mines = [w for w in s.works.values() if w.type.startswith("ap_mine")]
    assert [(w.factors, w.hidden) for w in mines] == [(12, True)]
    assert s.covers["german"] == 0


def test_a_hidden_observer_with_a_phone_is_imagined_elsewhere_with_it() -> None:
    """RV-C1.61, RV-A12.2 A phone is not moved, but who is hidden did not move: nothing of him is seen."""
    game = case("guns_afar", "phone").game
    s: Battle = game.new(game.settle({}), Dice(seed_from("phone")))
    drive(s, REST, STANDS)
    (phone,) = [w for w in s.weapons.values() if "phone" in w.id]
    assert s.units[phone.holder].hidden
    seen = game.sight(s, "russian")
    moved = 0
    for n in range(5):
        twin = s.clone()
        game.guess(twin, "russian", Dice(seed_from(f"guess {n}")))
        assert game.sight(twin, "russian") == seen
        assert twin.weapons[phone.id].holder
        moved += twin.units[phone.holder].at != s.units[phone.holder].at
    assert moved


def test_who_cannot_take_it_back_is_not_told_so() -> None:
    """RV-BRV16.5, RV-CG6 A bog roll in a building, or one for fuel, cannot be undone freely: the prompt says it."""
    p = Position.new(TANKS, TANKS.settle({}), "rest", Journal())
    assert isinstance(p.state, Battle)
    while p.state.step in SIDES:
        seat, rolled = p.deciders[0], p.state.dice.taken
        p.apply(seat, REST)
        asked = p.decision
        assert asked is not None
        assert asked.ask == ("looked_over" if p.state.dice.taken == rolled else "looked_over_rolled")
        assert p.can_undo is (asked.ask == "looked_over")
        p.apply(seat, STANDS)
    s = fresh(TANKS)
    while ask(s).seat == "german":
        drive(s, REST)
        s.asked[:] = [f"{note}, rolled" if note.startswith("set-up") else note for note in s.asked]
        assert ask(s).ask == "looked_over_rolled"
        drive(s, STANDS)
        assert not any("set-up" in note for note in s.asked)


def test_the_help_is_no_choice_of_the_sensible_player() -> None:
    """RV-A2.9 He places every counter himself, and never asks for help."""
    s = fresh(TANKS)
    while ask(s).seat == "german" and s.phase == "setup":
        decision = ask(s)
        option = TANKS.sensible(
            TANKS.sight(s, decision.seat), decision.seat, list(decision.options), decision.rule, s.dice
        )
        assert not str(option[0]).startswith("rest")
        drive(s, option)


def test_who_sets_up_first_has_not_won_by_that() -> None:
    """The enemy has nothing on the map yet: a curve of the chances must not begin with a victory."""
    position = Position.new(GAME, {"scenario": "train1"}, Dice(seed_from("first")))

    def chance() -> float:
        assert isinstance(position.state, Battle)
        return GAME.worth(GAME.sight(position.state, "german"), "german")

    chances = [chance()]
    position.apply("german", REST)
    position.apply("german", STANDS)
    chances.append(chance())
    assert position.deciders == ("russian",)
    assert chances[0] == chances[1] == pytest.approx(0.75)
