"""The sensible player and his artillery, lights and aircraft."""

from __future__ import annotations

from sandtable.bots.player import chooser, find_bot
from sandtable.games.vengeance.bot.barrages import (
    aim_round,
    call_battery,
    fire_again,
    post_observer,
    register,
    use_round,
)
from sandtable.games.vengeance.bot.judgement import goals
from sandtable.games.vengeance.bot.mind import Mind
from sandtable.games.vengeance.bot.off_map_support import (
    at_their_posts,
    how_to_attack,
    is_observer,
    place_observer,
    where_to_fly,
    where_to_light,
)
from sandtable.games.vengeance.bot.player import sensible
from sandtable.games.vengeance.knowledge.sight import sight
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.aircraft import Plane
from sandtable.games.vengeance.model.batteries import FFE1, HE, OBSERVER, RADIO, SR, Battery
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.rules.artillery.observers import sees_hex
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.flow import Option
from sandtable.kernel.playout import play_out
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import arm, battle, put
from tests.games.vengeance.cards import GAME


def mind(s: Battle, seat: str = "russian") -> Mind:
    return Mind(sight(s, seat), seat, Dice(seed_from("mind")))


def fight() -> Battle:
    """On the real map: a Russian battery, Germans in I6, Russians far away in D4."""
    s = battle("PFPh", "russian", on="guns_afar")
    s.batteries["gun"] = Battery("gun", "120mm", "russian", OBSERVER, post="D4", mission=HE, access=True)
    put(s, "ge_6-5-8", "I6", "a")
    put(s, "ge_4-4-7", "I6", "b")
    put(s, "ge_4-4-7", "J5", "c")
    put(s, "ru_4-4-7", "D4", "x")
    return s


def test_he_aims_at_the_enemy_and_spares_his_own() -> None:
    s = fight()
    options: list[Option] = [("aim", "gun", hex) for hex in ("D4", "I6", "L5")] + [("wait", "gun")]
    assert aim_round(mind(s), options) == ("aim", "gun", "I6")
    put(s, "ru_6-2-8", "H6", "y")
    put(s, "ru_6-2-8", "H6", "z")
    put(s, "ru_9-1", "H6", "boss")
    assert aim_round(mind(s), [("aim", "gun", "H6"), ("wait", "gun")]) == ("wait", "gun")


def test_he_prefers_the_hex_that_is_pre_registered() -> None:
    """RV-C1.31 There the fire for effect comes at once."""
    s = fight()
    options: list[Option] = [("aim", "gun", hex) for hex in ("I6", "J6")] + [("wait", "gun")]
    assert aim_round(mind(s), options) == ("aim", "gun", "I6")
    s.batteries["gun"] = replace(s.batteries["gun"], registered=("J6",))
    assert aim_round(mind(s), options) == ("aim", "gun", "J6")


def test_he_registers_where_the_enemy_is_and_posts_his_observer_where_he_sees_him() -> None:
    """RV-C1.7, RV-C1.63"""
    s = fight()
    s.batteries["gun"] = replace(s.batteries["gun"], post="", by=RADIO)
    hexes: list[Option] = [("register", "gun", hex) for hex in ("D4", "I6", "L1")]
    assert register(mind(s), hexes) == ("register", "gun", "I6")
    view = mind(s)
    posts = [hex for hex in view.f.ground.hexes if hex in view.f.area][:60]
    chosen = post_observer(view, [("observe", "gun", hex) for hex in posts])
    watching = replace(view.s.batteries["gun"], by=OBSERVER, post=str(chosen[2]))
    assert sees_hex(view.s, view.f, watching, "I6")


def test_nobody_stays_where_shells_fall_or_are_about_to() -> None:
    """RV-C1.5, RV-C1.3 The enemy's spotting round is feared too, one's own is not."""
    s = fight()
    calm, own = (mind(s, seat).danger("I6", False) for seat in ("german", "russian"))
    s.batteries["gun"] = replace(s.batteries["gun"], marker=SR, at="I6")
    aimed_at = mind(s, "german").danger("I6", False)
    assert mind(s).danger("I6", False) == own
    s.batteries["gun"] = replace(s.batteries["gun"], marker=FFE1)
    assert mind(s, "german").danger("I6", False) > aimed_at > calm
    assert mind(s).danger("I6", False) > own


def test_he_converts_what_lies_well_and_corrects_what_does_not() -> None:
    s = fight()
    s.batteries["gun"] = replace(s.batteries["gun"], marker=SR, at="J5")
    options: list[Option] = [("keep_round", "gun"), ("convert", "gun"), ("correct_convert", "gun"), ("give_up", "gun")]
    assert use_round(mind(s), options) == ("convert", "gun")
    s.batteries["gun"] = replace(s.batteries["gun"], at="E7")
    assert use_round(mind(s), options) == ("correct_convert", "gun")
    s.batteries["gun"] = replace(s.batteries["gun"], at="D4", marker=FFE1)
    again: list[Option] = [("fire_on", "gun"), ("correct", "gun"), ("give_up", "gun")]
    assert fire_again(mind(s), again) == ("correct", "gun")
    calls: list[Option] = [("contact", "gun"), ("no_contact", "gun"), ("give_up", "gun")]
    assert call_battery(mind(s), calls) == ("give_up", "gun")
    s.batteries["gun"] = replace(s.batteries["gun"], at="I6")
    assert call_battery(mind(s), calls) == ("contact", "gun")
    assert fire_again(mind(s), again) == ("fire_on", "gun")


def test_he_sends_aircraft_against_crowds_and_lights_the_enemy() -> None:
    s = fight()
    s.planes["il"] = Plane("il", "ru_fb44", "russian", here=True, turns=3, bombs=True, target="J5")
    options: list[Option] = [("sortie", "il", hex) for hex in ("D4", "J5", "L5")] + [("stay_high", "il")]
    assert where_to_fly(mind(s), options) == ("sortie", "il", "J5")
    assert where_to_fly(mind(s), [("sortie", "il", "D4"), ("stay_high", "il")]) == ("stay_high", "il")
    assert how_to_attack(mind(s), [("strafe", "il", "J5"), ("strafe", "il", "K5")]) == ("strafe", "il", "J5")
    assert where_to_light(mind(s), [("light", "D4"), ("light", "J6")]) == ("light", "J6")


def test_he_beats_the_random_player_with_artillery() -> None:
    bots = {"german": find_bot("random"), "russian": find_bot("greedy")}
    won = 0
    for seed in range(6):
        s = GAME.new(GAME.settle({"scenario": "guns_afar"}), Dice(seed_from(f"afar {seed}")))
        outcome = play_out(GAME, s, chooser(GAME, bots, Dice(seed_from(f"minds {seed}"))))[0]
        won += "russian" in outcome.winners
    assert won >= 4


def observer(at: str) -> Battle:
    """A Russian observer alone with his radio in BRV5, Himmler's House before him."""
    s = battle("MPh", "russian", on="brv05")
    put(s, "ru_8-1", at, "boss", group=2)
    arm(s, "ru_radio", "boss", "radio", group=2)
    s.batteries["gun"] = Battery("gun", "120mm", "russian", RADIO, "radio", black=8, red=3)
    put(s, "ru_4-4-7", at, "men", group=0)
    return s


def test_the_observer_stays_where_he_sees() -> None:
    """RV-C1.6 Neither moves he himself nor is he taken along; when nobody else can move, nobody does."""
    f = field_of(battle("MPh", "russian", on="brv05"))
    s = observer(next(at for at in f.accessible if not f.los(at, "K13").blocked))
    options: list[Option] = [("move", "boss"), ("move", "men"), ("done",)]
    assert at_their_posts(mind(s), options) == [("move", "men"), ("done",)]
    assert sensible(sight(s, "russian"), "russian", [("move", "boss"), ("done",)], "RV-A4.2", Dice(seed_from("x"))) == (
        "done",
    )
    s.batteries["gun"] = replace(s.batteries["gun"], ended=True)
    assert at_their_posts(mind(s), options) == options


def test_the_observer_is_set_up_where_he_sees_the_task() -> None:
    """RV-C1.6"""
    f = field_of(battle("MPh", "russian", on="brv05"))
    goal = [at for at in goals("brv05") if at in f.steps]
    north = [at for at in f.accessible if f.hex(at).bank == "N"]
    blind = next(at for at in north if all(f.los(at, to).blocked for to in goal))
    seeing = next(at for at in north if sum(not f.los(at, to).blocked for to in goal) >= 2)
    s = observer("")
    s.at.clear()
    del s.units["men"]
    assert is_observer(s, s.units["boss"])
    options: list[Option] = [("set_up", "boss", blind), ("set_up", "boss", seeing)]
    assert place_observer(mind(s), options)[2] == seeing
