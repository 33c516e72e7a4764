"""The campaign as a whole: its secrets, its table, saving it in the Refit Phase, and whole campaigns.

`make soak` plays six campaigns to their end, with every seat's table laid at every decision, and says on stderr where
each of them is. One of them alone:
`.venv/bin/pytest -m soak -k "random_players and 3" tests/games/vengeance/campaign/test_campaign_play.py`.
"""

from __future__ import annotations

import re
import sys
import time

import msgspec
import pytest

from sandtable.bots.player import ask as ask_bot
from sandtable.bots.player import find_bot
from sandtable.games.vengeance import GAME
from sandtable.games.vengeance.campaign import points
from sandtable.games.vengeance.campaign.battle import deployment, posts, scoring
from sandtable.games.vengeance.campaign.charts import chart, dates, tables
from sandtable.games.vengeance.campaign.purchase import forecast
from sandtable.games.vengeance.campaign.purchase.fortifications import fortification_options
from sandtable.games.vengeance.campaign.refit import phase as refit
from sandtable.games.vengeance.campaign.refit import step_texts
from sandtable.games.vengeance.campaign.refit.phase import begin_refit
from sandtable.games.vengeance.campaign.start import prepared_positions
from sandtable.games.vengeance.campaign.supply import front_line, isolated_areas
from sandtable.games.vengeance.components import HALF_SQUAD, SQUAD, components, ground
from sandtable.games.vengeance.knowledge import campaign_secrets
from sandtable.games.vengeance.knowledge.identified import note_identified
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle, Unit, Weapon
from sandtable.games.vengeance.model.campaign import Bought, Module
from sandtable.games.vengeance.model.conditions import Night
from sandtable.games.vengeance.model.sequence import RefitStep, Step
from sandtable.games.vengeance.model.vehicles import Commander, Vehicle
from sandtable.games.vengeance.names import NAMES, person
from sandtable.games.vengeance.rules.fortifications.set_up import work_id
from sandtable.games.vengeance.rules.units import counters
from sandtable.games.vengeance.rules.units.kinds import type_of
from sandtable.games.vengeance.rules.units.stacking import halves
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.flow import Choose
from sandtable.kernel.journal import Journal
from sandtable.kernel.position import Position, dice_for
from sandtable.kernel.save import Recorder, read_save, restore, save
from sandtable.kernel.state import replace, state_from_json, state_to_json
from tests.games.vengeance.bench import put
from tests.games.vengeance.campaign.test_campaign_points import campaign
from tests.games.vengeance.watching import faults, lay_tables


def campaign_game(seed: str) -> Position:
    return Position.new(GAME, GAME.settle({"scenario": "campaign"}), seed)


def battle_of(position: Position) -> Battle:
    assert isinstance(position.state, Battle)
    return position.state


LOOK = 40
"""How many decisions lie between two looks at a long game."""


def play_on(position: Position, bot: str, dice: Dice, decisions: int = 0) -> None:
    """Let a bot play both sides, to the end or for so many decisions."""
    made = 0
    while not position.over and (not decisions or made < decisions):
        lay_tables(battle_of(position))
        seat = position.deciders[0]
        position.apply(seat, ask_bot(position, seat, find_bot(bot), dice))
        made += 1
        if made % LOOK == 0:
            assert faults(battle_of(position)) == []


def strength(s: Battle, side: str) -> tuple[int, int]:
    """RV-CGS1 The half-squads of a side, on the map and off it; and the casualty points of men that are booked.

    Crews are left out: they get into their vehicles again.
    """
    kept, step = points.sheet(s, side), int(tables()["elr_loss"]["cvp_per_step"])
    booked = sum(s.cvp.get(f"{side}_{kind}", 0) for kind in ("infantry", "unscored", "uncounted"))
    booked += kept.elr_carried + step * kept.elr_lost  # what a scenario cost is entered there when the next is prepared
    men = [u for u in s.units.values() if u.side == side and type_of(u).kind in (SQUAD, HALF_SQUAD)]
    return sum(map(halves, men)), booked


def play_campaign(name: str, bot: str, capture: pytest.CaptureFixture[str]) -> Battle:
    """RV-CGS3, RV-CG24 A whole campaign between two bots: no half-squad is gone that was not booked as lost."""
    position, dice, started = campaign_game(f"soak {name}"), Dice(seed_from(name)), time.process_time()
    made, date = 0, -1
    before: dict[str, tuple[int, int]] = {}
    while not position.over:
        play_on(position, bot, dice, LOOK)
        made += LOOK
        s = battle_of(position)
        for side in ("german", "russian"):
            men, booked = strength(s, side)
            had, counted = before.get(side, (0, 0))
            assert booked < counted or men + booked >= had + counted, f"{side}: {men}, {booked} of {had}, {counted}"
            before[side] = men, booked
        now = points.campaign_of(s).date
        if now != date:
            with capture.disabled():
                seconds = time.process_time() - started
                print(f"{name}: {dates()[now]}, {made} decisions, {seconds:.0f} s of CPU", file=sys.stderr, flush=True)
            date = now
    return battle_of(position)


def off_map(s: Battle, type: str, id: str) -> None:
    s.units[id] = Unit(id, type, "german")


# -- secrets ---------------------------------------------------------------------------------------------------------


def test_what_the_enemy_may_not_know_is_not_in_his_view() -> None:
    """RV-CGS2, RV-RePh8.626, RV-RePh8.6198"""
    s = campaign()
    put(s, "ge_6-5-8", "A20", "seen")
    off_map(s, "ge_6-5-8", "coming")
    s.weapons["gun"] = Weapon("gun", "ge_lmg", "german", holder="coming")
    s.posts = {"seen": "german-1", "coming": "enter"}
    line = Bought("I1", "enter", 8, 0)
    points.write(s, "german", cpp=17, bought=(line,), chit="attack", modules=(Module("105mm", "scarce"),))
    theirs, own = GAME.sight(s, "russian"), GAME.sight(s, "german")
    assert set(theirs.units) == {"seen"}
    assert not theirs.weapons
    assert not theirs.posts
    assert theirs.campaign is not None
    kept = theirs.campaign.german
    assert (kept.cpp, kept.bought, kept.chit, kept.modules) == (0, (), "", ())
    assert set(own.units) == {"seen", "coming"}
    assert own.campaign is not None
    assert own.campaign.german.bought == (line,)
    assert GAME.sight(s, "").campaign == replace(
        own.campaign,
        german=campaign_secrets.sheet_seen(own.campaign.german),
        russian=campaign_secrets.sheet_seen(own.campaign.russian),
    )


def test_what_is_guessed_of_a_campaign_changes_nothing_that_is_seen() -> None:
    """RV-CGS2"""
    s = campaign()
    points.write(s, "german", cpp=30, chit="attack", chits=3)
    for n, type in enumerate(("ge_6-5-8", "ge_4-4-7", "ge_4-3-6")):
        off_map(s, type, f"off-{n}")
    before = GAME.sight(s, "russian")
    seen = set()
    for n in range(8):
        GAME.guess(s, "russian", Dice(seed_from(f"guess {n}")))
        assert GAME.sight(s, "russian") == before
        seen.add((points.sheet(s, "german").cpp, points.sheet(s, "german").chit, s.units["off-0"].type))
    assert len(seen) > 2


def test_vehicles_off_the_map_and_their_leaders_are_guessed_anew() -> None:
    """RV-CGS2, RV-RePh8.6206, RV-I3 Of their kind: what fights, what carries, what is dug in; what is named stays."""
    s = campaign()
    cannot_know = {"tank": "ge_pz6b", "mate": "ge_pz6b", "truck": "ge_kfz1", "buried": "ge_pz5g"}
    for n, (id, type) in enumerate(cannot_know.items()):
        s.vehicles[id] = Vehicle(id, type, "german", group=n // 2 + 1, dug_in=id == "buried", immobile=id == "buried")
        s.posts[id] = "enter"
    s.vehicles["tank"] = replace(s.vehicles["tank"], leader="ge_armor_9-2")
    s.vehicles["carrier"] = Vehicle("carrier", "ge_spw251_1", "german", group=3)
    s.units["inside"] = Unit("inside", "ge_6-5-8", "german", aboard="carrier")
    s.commanders = [Commander("german", 1, "ge_armor_9-1"), Commander("russian", 1, "ru_armor_9-1")]
    before = GAME.sight(s, "russian")
    types: dict[str, set[str]] = {id: set() for id in s.vehicles}
    leaders, led = set(), set()
    for n in range(24):
        GAME.guess(s, "russian", Dice(seed_from(f"outside {n}")))
        assert GAME.sight(s, "russian") == before
        for id, seen in types.items():
            seen.add(s.vehicles[id].type)
        leaders.add(s.commanders[0].leader)
        led |= {id for id in ("tank", "mate") if s.vehicles[id].leader}
        assert bool(s.vehicles["tank"].leader) != bool(s.vehicles["mate"].leader)
        assert s.commanders[1].leader == "ru_armor_9-1"
    kinds = components().armour.types
    assert all(kinds[type].is_afv for type in types["tank"])
    assert not any(kinds[type].is_afv for type in types["truck"])
    assert types["buried"] <= {"ge_pz4h", "ge_pz4j", "ge_pz5d", "ge_pz5g", "ge_pz6b"}
    assert types["carrier"] == {"ge_spw251_1"}
    assert min(len(types[id]) for id in cannot_know) > 1
    assert len(leaders) > 1
    assert led == {"tank", "mate"}


def test_what_a_side_was_asked_at_set_up_is_its_own_business() -> None:
    """RV-CGS2, RV-SCN7 That somebody could ride tells of vehicles; a starshell is everybody's."""
    s = campaign()
    s.asked = ["rides of russian", "cloaks of german", "german"]
    assert GAME.sight(s, "german").asked == ("cloaks of german", "german")
    assert GAME.sight(s, "russian").asked == ("rides of russian", "german")
    assert GAME.sight(s, "").asked == ("german",)


def test_bought_and_nightly_hidden_units() -> None:
    """RV-CG7d, RV-RePh8.621"""
    s = campaign("4/28 NT")
    for n in range(9):
        put(s, "ge_6-5-8", f"A{15 + n}", f"squad-{n}")
    points.write(s, "german", hip=("squad", "smc"))
    assert deployment.bought_hiding(s, "german") == 2
    assert deployment.hidden_at_night(s, "german") == 0
    s.night = Night(3, 3, "full", "None", "german")
    assert deployment.hidden_at_night(s, "german") == 4
    assert deployment.hidden_at_night(s, "russian") == 0


def test_how_much_a_side_buys_cannot_be_counted() -> None:
    """RV-CGS2, RV-RePh8.627 Whatever the Russian buys, fortifies and sets up, the German counts the same steps."""
    counted = set()
    for bought in (0, 3, 8):
        position = campaign_game("count")
        for _ in range(bought):
            position.apply("russian", next(o for o in position.options("russian") if o[0] == "buy"))
        position.apply("russian", ("done",))
        counted.add(position.counts("german")[-1])
        assert position.deciders == ("german",)
        assert position.counts("russian")[-1] == bought + 1
    assert counted == {1}


def test_the_numbers_of_bought_counters_tell_nothing() -> None:
    """RV-RePh8.627 The first twenty counters of a side are not numbers 1 to 20, and the next match has others."""
    numbers = []
    for seed in ("one", "two"):
        state = battle_of(campaign_game(seed))
        made = [counters.new_id(state, "german") for _ in range(450)]
        assert len(set(made)) == 450, "each has a number of its own, also when all that were shuffled are given out"
        numbers.append([int(id.rpartition("-")[2]) for id in made[:20]])
        assert max(numbers[-1]) > 60
        assert work_id(state, "german", "wire") != "ge-wire-1"
    assert numbers[0] != numbers[1]


def test_what_is_imagined_gets_numbers_of_its_own() -> None:
    """RV-RePh8.627 A seat that imagines the enemy does not know his numbers, and none is given twice."""
    state = battle_of(campaign_game("imagined"))
    for id in [counters.new_id(state, "german") for _ in range(80)]:
        state.units[id] = Unit(id, "ge_4-4-7", "german", "")
    GAME.guess(state, "russian", Dice(seed_from("imagined")))
    assert not state.numbering
    assert all(counters.new_id(state, "german") not in state.units for _ in range(80))


def test_every_secret_step_of_the_refit_phase_is_private() -> None:
    """RV-CGS2, RV-RePh8.627"""
    position = Position.new(GAME, GAME.settle({"scenario": "campaign", "start": "4/29 PM"}), "private")
    dice, seen = Dice(seed_from("private")), set()
    while battle_of(position).turn == 0:
        decision = position.decision
        if isinstance(decision, Choose):
            seen.add(decision.ask)
            open_to_all = decision.ask in ("inspect", "inspect_more", "place_sniper")
            assert decision.private is not open_to_all, decision.ask
        seat = position.deciders[0]
        position.apply(seat, ask_bot(position, seat, find_bot("random"), dice))
    assert {"buy", "fortify", "recon", "module", "set_up"} <= seen


# -- the table -------------------------------------------------------------------------------------------------------


def test_the_refit_phase_is_guided_on_the_table() -> None:
    """RV-RePh8.627, RV-RePh8.600"""
    position = campaign_game("table")
    battle_of(position).turn = 6  # one scenario was played
    table = GAME.table(GAME.sight(battle_of(position), "russian"))
    panels = {panel.id: panel for panel in table.panels}
    assert table.phase == "Purchase"
    assert panels["step"].title == "Refit 10 of 13: Purchase, then Fortify"
    assert "RV-RePh8.619" in panels["step"].text
    assert f"You have {points.sheet(battle_of(position), 'russian').cpp} CPP left" in panels["step"].text
    assert "RV-RePh8.6194a" in panels["step"].why
    assert {"russian-oob", "russian-chart", "russian-sheet", "german-sheet"} <= set(panels)
    assert "german-chart" not in panels
    assert any(row.label == "CPP" for row in panels["russian-sheet"].rows)
    assert not any(row.label == "CPP" for row in panels["german-sheet"].rows)
    state = battle_of(position)
    state.areas = {"A20": "german-1", "A1": "russian-1"}
    overlays = GAME.table(GAME.sight(state, "german")).overlays
    areas = [overlay for overlay in overlays if overlay.id.startswith("area")]
    assert {area.id: area.kind for area in areas} == {"area-german-1": "own", "area-russian-1": "foe"}
    assert {area.id: area.texts for area in areas}["area-german-1"] == {"A20": "G1"}, "it bears its name"
    assert all(area.shown for area in areas), "the areas are drawn while one refits"
    assert "Isolated" not in areas[0].title
    land = next(overlay for overlay in overlays if overlay.id == "no-mans-land")
    assert land.shown
    assert "A20" not in land.spaces


def test_each_step_of_the_refit_phase_is_told() -> None:
    """RV-RePh8.600, RV-RePh8.627 What happens and why, for whoever looks; the clauses that it names exist."""
    assert set(step_texts.guide()) == set(refit.steps())
    state = battle_of(campaign_game("table"))
    state.pending = ["german", "russian"]
    for name, step in step_texts.guide().items():
        state.step = msgspec.convert(name, RefitStep)
        for seat in ("german", ""):
            panel = next(p for p in GAME.table(GAME.sight(state, seat)).panels if p.id == "step")
            assert "{" not in panel.text + panel.why
            assert seat == "" or ("You choose" in panel.text) is bool(step.choose), name
            for clause in re.findall(r"RV-[A-Za-z]*[\d.]+[a-z]?", f"{panel.text} {panel.why}"):
                assert GAME.clauses.get(clause.rstrip(".")) is not None, clause


def test_the_set_up_is_told_to_each_side_as_it_concerns_it() -> None:
    """RV-RePh8.624, RV-CGS2 How many ? counters and hidden half-squads are left is told to their owner alone."""
    state = battle_of(campaign_game("table"))
    state.phase, state.step = "setup", "german"
    state.covers, state.hiding = {"german": 7}, {"german": 3}
    told = {}
    for seat in ("german", "russian", ""):
        told[seat] = next(p for p in GAME.table(GAME.sight(state, seat)).panels if p.id == "step")
        assert told[seat].title == "Set-up: Germans"
    assert "You have 7 ? counters left and may hide 3 half-squads" in told["german"].text
    assert "You choose" not in told["russian"].text + told[""].text
    state.covers, state.hiding = {"german": 1}, {"german": 1}
    alone = next(p for p in GAME.table(GAME.sight(state, "german")).panels if p.id == "step")
    assert "You have 1 ? counter left and may hide 1 half-squad." in alone.text
    last: tuple[tuple[Step, str], ...] = (("recon", "Recon"), ("snipers", "Sniper"))
    for step, part in last:
        state.step = step
        assert part in next(p for p in GAME.table(GAME.sight(state, "german")).panels if p.id == "step").text


def test_the_journal_has_a_heading_for_each_part_of_the_refit_phase() -> None:
    """RV-RePh8.600 Whoever reads it later knows in which part a roll was made."""
    position = Position.new(GAME, GAME.settle({"scenario": "campaign", "start": "4/29 PM"}), "parts", Journal())
    dice = Dice(seed_from("parts"))
    while battle_of(position).phase == "refit":
        seat = position.deciders[0]
        position.apply(seat, ask_bot(position, seat, find_bot("greedy"), dice))
    told = [line.facts["part"] for line in position.journal.lines if line.event == "refit_part"]
    assert told == ["Chits", "Purchase", "Fortify", "Recon", "Initiative"]
    first = next(line for line in position.journal.lines if line.event == "set_up_begins")
    assert first.facts["side"] == battle_of(position).step
    assert {GAME.words.headings[event] for event in ("refit", "date", "set_up_begins")} == {1}


def test_a_fresh_campaign_says_that_it_begins_and_what_comes_before_the_first_scenario() -> None:
    """RV-I0, RV-I10, RV-CGS3 Three parts before it, each with a heading; what is special about them is told."""
    position = Position.new(GAME, GAME.settle({"scenario": "campaign"}), "parts", Journal())
    first = [(line.event, line.facts.get("part"), line.facts.get("parts")) for line in position.journal.lines]
    assert first == [("campaign_begins", None, None), ("initial_part", "Purchase", 3)]
    assert GAME.words.headings["campaign_begins"] < GAME.words.headings["initial_part"]
    table = GAME.table(GAME.sight(battle_of(position), "german"))
    assert table.heading == "Campaign, 28 April, afternoon: before the first scenario"
    assert table.phases == ("Purchase", "Fortify", "Initiative")
    panel = next(p for p in table.panels if p.id == "step")
    assert panel.title == "Before the first scenario, 1 of 3: Purchase, then Fortify"
    assert "You have 60 CPP left" in panel.text
    assert "north edge" in panel.why
    state = battle_of(position)
    assert set(step_texts.initial_guide()) <= set(refit.steps()) | {"units"}
    state.phase, state.step = "setup", "german"
    told = next(p for p in GAME.table(GAME.sight(state, "german")).panels if p.id == "step")
    assert "south of the Spree" in told.text
    state.phase, state.step, state.turn = "refit", "melee", 6
    told = next(p for p in GAME.table(GAME.sight(state, "german")).panels if p.id == "step")
    assert told.title.startswith("Refit 1 of 13"), "after the first scenario it is a Refit Phase like the others"


def test_whoever_was_seen_keeps_his_name_when_he_is_gone() -> None:
    """RV-A.12, RV-CGS1 The journal tells of him for ever; nobody is called by a number that nobody knows."""
    state = battle_of(campaign_game("table"))
    for n, type in ((24, "ru_4-4-7"), (25, "ru_8-1"), (26, "ru_4-4-7"), (27, "ru_4-5-8")):
        state.units[f"ru-new-{n}"] = Unit(f"ru-new-{n}", type, "russian", "A20")
    state.weapons["ru-new-28"] = Weapon("ru-new-28", "ru_mmg", "russian", holder="ru-new-24")
    state.vehicles["ru-new-29"] = Vehicle("ru-new-29", "ru_t34_85", "russian", "A21")
    state.units["ru-new-26"] = replace(state.units["ru-new-26"], hidden=True)
    state.at["A20"] = tuple(f"ru-new-{n}" for n in (24, 25, 26, 27))
    state.phase = "MPh"
    note_identified(state)
    counters.remove(state, "ru-new-24", "RV-A7.301", "killed")
    counters.vanish(state, "ru-new-25")
    del state.vehicles["ru-new-29"]
    state.weapons.clear()
    counters.vanish(state, "ru-new-26")
    state.units["ru-new-27"] = replace(state.units["ru-new-27"], concealed=True)
    for seat in ("german", "russian", ""):
        names = GAME.names_seen(GAME.sight(state, seat))
        assert names["ru-new-24"] == "Russian 4-4-7 X"
        assert names["ru-new-25"] == person("russian", 25)
        assert names["ru-new-27"] == "Russian 4-5-8 AA"
        assert names["ru-new-28"] == "Russian MMG BB"
        assert names["ru-new-29"].startswith("Russian T-34")
        assert "ru-new-26" not in names, "he was never seen"
    assert NAMES["ru-new-26"] == "Russian counter Z"


def test_every_group_says_what_it_brings() -> None:
    """RV-RePh8.6193, RV-RePh8.6201 Before it is bought: how many, Depleted, with which weapons and leaders."""
    told = {
        side: {g.id: forecast.brings(side, g) for g in chart(side).groups.values()} for side in ("german", "russian")
    }
    assert told["german"]["I1"].startswith("3 × 6-5-8 (2 if Depleted); LMG, PSK")
    assert "leader" in told["german"]["I1"]
    assert "PzKpfw IVH, PzKpfw IVJ" in told["german"]["V1"]
    assert told["german"]["M2"] == "10 FPP to spend in this Refit Phase."
    assert "Red Banner" in told["russian"]["I9"]
    assert all(len(text) > 10 for groups in told.values() for text in groups.values())
    state = battle_of(campaign_game("table"))
    rows = {
        r.ref: r for p in GAME.table(GAME.sight(state, "russian")).panels if p.id == "russian-chart" for r in p.rows
    }
    assert rows["ru-group-I9"].note.startswith(told["russian"]["I9"])


def test_what_can_be_bought_is_chosen_from_its_chart() -> None:
    """RV-RePh8.619, RV-RePh8.621 Options name rows of the chart, with a price for each way to come."""
    position = campaign_game("table")
    table = GAME.table(GAME.sight(battle_of(position), "russian"))
    rows = {row.ref: row for panel in table.panels if panel.id == "russian-chart" for row in panel.rows}
    bought = {option[1:] for option in position.options("russian") if option[0] == "buy"}
    assert {str(group) for group, _, _ in bought} <= set(rows)
    rifles = rows["ru-group-I1"]
    assert ("ru-group-I1", "enter", int(rifles.cells[0])) in bought
    state = battle_of(position)
    state.step = "fortify"
    table = GAME.table(GAME.sight(state, "german"))
    works = {row.ref for panel in table.panels if panel.id == "german-works" for row in panel.rows}
    assert {str(option[1]) for option in fortification_options(state, "german")} <= works
    assert not any(panel.id == "german-works" for panel in GAME.table(GAME.sight(state, "russian")).panels)


def test_new_counters_are_called_by_what_they_are() -> None:
    """RV-CGS1 What was raised has only a number for an id; who sees it is told its type, leaders have names."""
    state = battle_of(campaign_game("table"))
    state.units["ge-new-24"] = Unit("ge-new-24", "ge_4-4-7", "german", "A20")
    state.units["ge-new-25"] = Unit("ge-new-25", "ge_8-1", "german", "A20")
    names = GAME.names_seen(GAME.sight(state, "german"))
    assert names["ge-new-24"] == "German 4-4-7 X"
    assert "new" not in names["ge-new-25"]
    pieces = {piece.id: piece for piece in GAME.table(GAME.sight(state, "german")).pieces}
    assert pieces["ge-new-24"].label == "German 4-4-7 X"
    assert pieces["ge-new-25"].drawing["name"] == names["ge-new-25"]
    state.units["ge-new-24"] = replace(state.units["ge-new-24"], hidden=True)
    assert "ge-new-24" not in GAME.names_seen(GAME.sight(state, "russian")), "of what is hidden nothing is told"


def test_each_side_has_an_order_of_battle_and_the_enemy_sees_what_is_on_the_map() -> None:
    """RV-CGS1, RV-CGS2 On the map, off it, Isolated; of the enemy nothing that is off the map."""
    s = campaign()
    put(s, "ge_6-5-8", "A20", "ge-1")
    put(s, "ge_6-5-8", "X5", "ge-2")
    off_map(s, "ge_4-4-7", "ge-3")
    s.areas = {"A20": "german-1", "X5": "german-2"}
    s.control["A20"] = "german"
    s.posts = {"ge-1": "german-1", "ge-2": "german-2", "ge-3": "enter"}
    s.step = "shift"
    seen = {}
    for seat in ("german", "russian"):
        panels = {panel.id: panel for panel in GAME.table(GAME.sight(s, seat)).panels}
        seen[seat] = {row.label: row.cells for row in panels["german-oob"].rows}
    name = components().units["ge_6-5-8"].name
    assert seen["german"][name] == ("2", "", "", "1", "")
    assert seen["russian"][name] == ("2", "1"), "on the map, and Isolated"
    assert components().units["ge_4-4-7"].name in seen["german"]
    assert components().units["ge_4-4-7"].name not in seen["russian"]
    assert seen["german"]["All"] == ("2", "1", "", "1", "")
    own = next(p for p in GAME.table(GAME.sight(s, "german")).panels if p.id == "german-oob")
    assert {row.label: row.refs for row in own.rows}[name] == ("ge-1", "ge-2"), "the counters of a line can be found"


# -- saving ----------------------------------------------------------------------------------------------------------


def test_a_campaign_is_saved_and_resumed_in_the_refit_phase() -> None:
    """RV-RePh8.600"""
    position = campaign_game("saved")
    recorder = Recorder(position)
    dice = Dice(seed_from("saved"))
    for _ in range(12):
        seat = position.deciders[0]
        position.apply(seat, ask_bot(position, seat, find_bot("random"), dice))
        recorder.note()
    assert battle_of(position).phase == "refit"
    text = save(position, dice_for("saved").seed, recorder.digests, {})
    twin, _ = restore(read_save(text))
    assert twin.digest() == position.digest()
    play_on(twin, "random", Dice(seed_from("on")), 10)
    play_on(position, "random", Dice(seed_from("on")), 10)
    assert twin.digest() == position.digest()


def resumed(position: Position) -> Position:
    """The position as it is written down and read again."""
    checkpoint = state_from_json(Battle, state_to_json(position.checkpoint))
    return Position.resume(GAME, position.options_chosen, checkpoint, position.since_checkpoint)


def after_a_battle() -> Position:
    """The end of a scenario: men of both sides about the Spree, some cut off, broken or wounded, and weapons about."""
    s = campaign("4/29 AM", german={"chits": 3}, russian={"chits": 5})
    for hex in ground().hexes.values():
        for at in ground().of_hex[hex.id]:
            if hex.bank in "NS" and hex.bank:
                s.control[at] = "russian" if hex.bank == "N" else "german"
    for n, at in enumerate(("L13", "L14", "L15", "K13", "K14")):
        put(s, "ge_6-5-8", at, f"ge-{n + 1}", broken=n == 2)
        put(s, "ge_3-4-8", at, f"ge-{n + 10}")
    for n, at in enumerate(("F3", "F4", "G3", "X5", "X17")):
        put(s, "ru_4-5-8", at, f"ru-{n + 1}")
    put(s, "ge_4-3-6", "Z18", "ge-20")  # the Reichstag is not taken yet
    put(s, "ru_9-1", "F3", "ru-leader-1", wounded=True)
    put(s, "ge_8-1", "K13", "ge-leader-1")
    s.weapons["ge-lmg-1"] = Weapon("ge-lmg-1", "ge_lmg", "german", at="L13")
    s.vehicles["ge-pz4h-1"] = Vehicle("ge-pz4h-1", "ge_pz4h", "german", "L16", stuns=1)
    s.control_at_start = dict(s.control)
    s.turn = 6
    begin_refit(s)
    s.dice = Dice(seed_from("after a battle"))
    return Position.resume(GAME, GAME.settle({"scenario": "campaign"}), s, [])


@pytest.mark.parametrize("begin", ["first", "after a battle", "4/30 AM"])
def test_the_refit_phase_can_be_saved_and_resumed_at_every_decision(begin: str) -> None:
    """RV-RePh8.600, RV-CGS1 At each decision until the scenario begins: the same state, question and options."""
    if begin == "after a battle":
        position = after_a_battle()
    else:
        options = {"scenario": "campaign"} | ({} if begin == "first" else {"start": begin})
        position = Position.new(GAME, GAME.settle(options), "resumed")
    dice, steps = Dice(seed_from("resumed")), set()
    while battle_of(position).phase == "refit" and not position.over:
        steps.add(battle_of(position).step)
        twin = resumed(position)
        assert twin.digest() == position.digest()
        assert twin.deciders == position.deciders
        for seat in position.seats:
            assert list(twin.options(seat)) == list(position.options(seat))
        seat = position.deciders[0]
        position.apply(seat, ask_bot(position, seat, find_bot("random"), dice))
    wanted = {"first": 4, "after a battle": 10, "4/30 AM": 5}[begin]
    assert len(steps) >= wanted, steps


# -- what a sensible player buys -------------------------------------------------------------------------------------


@pytest.mark.parametrize("date", ["4/28 NT", "4/29 PM", "4/30 PM"])
def test_a_sensible_player_spends_his_points_on_men(date: str) -> None:
    """RV-RePh8.619, RV-RePh8.6194a The Germans are there at once; Russian infantry walks in, two points cheaper."""
    position = Position.new(GAME, GAME.settle({"scenario": "campaign", "start": date}), "sensible")
    dice = Dice(seed_from("sensible"))
    while battle_of(position).phase == "refit":
        seat = position.deciders[0]
        position.apply(seat, ask_bot(position, seat, find_bot("greedy"), dice))
    s = battle_of(position)
    for side in ("german", "russian"):
        kept = points.sheet(s, side)
        now = [line for line in kept.bought if line.date == dates().index(date)]
        assert kept.cpp <= 2
        enter = {line.group[0] for line in now if line.mode == "enter"}
        there = sum(line.mode in ("on_board", "reserve") for line in now)
        assert enter <= {"I"} if side == "russian" else there > sum(line.mode == "enter" for line in now)
        men = sum(line.group.startswith("I") for line in now)
        assert men > sum(line.group.startswith("V") for line in now)
    assert not any(v.abandoned or v.removed for v in s.vehicles.values())
    assert points.sheet(s, "german").fortifications


# -- whole campaigns -------------------------------------------------------------------------------------------------


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(4))
def test_whole_campaigns_of_random_players(seed: int, capfd: pytest.CaptureFixture[str]) -> None:
    """RV-CGS3"""
    assert play_campaign(f"random {seed}", "random", capfd).winner in ("german", "russian")


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2))
def test_whole_campaigns_of_sensible_players(seed: int, capfd: pytest.CaptureFixture[str]) -> None:
    """RV-CGS3"""
    assert play_campaign(f"greedy {seed}", "greedy", capfd).winner in ("german", "russian")


# -- later dates -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("date", dates()[1:])
def test_a_campaign_can_begin_on_any_date(date: str) -> None:
    """RV-CGS1, RV-CGS3"""
    position = Position.new(GAME, GAME.settle({"scenario": "campaign", "start": date}), "later")
    s = battle_of(position)
    assert dates()[points.campaign_of(s).date] == date
    for side in ("german", "russian"):
        assert any(area.startswith(side) for area in s.areas.values())
        assert sum(u.side == side for u in s.units.values()) > 10
    assert not scoring.reichstag_taken(s)
    play_on(position, "random", Dice(seed_from("later")), 20)
    assert GAME.invariants(battle_of(position)) == []


def begun_on(date: str) -> Battle:
    return battle_of(Position.new(GAME, GAME.settle({"scenario": "campaign", "start": date}), "prepared"))


def test_a_prepared_position_has_a_past() -> None:
    """RV-CGS1, RV-CG24, RV-CG26, RV-CG30, RV-CGS3 Results, chits, losses and what was shot to pieces."""
    s = begun_on("4/30 AM")
    german, russian = (points.sheet(s, side) for side in ("german", "russian"))
    assert (german.won, german.lost, russian.won, russian.lost) == (1, 4, 4, 1)
    assert (german.chits, russian.chits) == (2, 4)  # the Initial CGS cost none
    assert (german.suffered, german.inflicted, german.lost_last, russian.won_last) == (27, 24, True, True)
    assert (german.elr_lost, german.elr_carried) == divmod(24 + 17 + 26 + 18 + 27, 70)
    assert points.balance(s, "german") == -2
    campaign_now = points.campaign_of(s)
    assert (campaign_now.played, campaign_now.attacker, campaign_now.night_before) == (5, "russian", True)
    assert points.cpp_modifiers(s, "russian")
    assert field_of(s).ground.hexes["K12"].terrain == "RUBBLE_STONE"
    assert field_of(s).ground.hexes["O13"].building  # that falls later
    assert sum(bool(v.wreck) for v in s.vehicles.values()) == 3


@pytest.mark.parametrize("date", dates()[1:])
def test_the_front_of_a_prepared_position_holds_together(date: str) -> None:
    """RV-CG14, RV-RePh8.6052, RV-CGS10 Over the Moltke Bridge the Russian is linked with the north bank."""
    s = begun_on(date)
    south = {
        area for hex, area in s.areas.items() if area.startswith("russian") and ground().hexes[hex].bank == "S"
    }  # fmt: skip
    assert bool(south) is (date != "4/28 NT")
    assert not south & isolated_areas(s)
    assert not scoring.reichstag_taken(s)
    for side in ("german", "russian"):
        assert front_line(s, side)
        places = posts.own_places(s, side)
        assert sum(u.side == side for u in s.units.values()) < len(places)
    assert bool(s.banners) is (date == "5/1 AM")


def test_the_chronicle_names_what_there_is() -> None:
    """RV-CGS1 Every hex, Location, building and counter of the prepared positions is on the map and in the game."""
    told, g, types = prepared_positions.chronicle(), ground(), components().armour.types
    assert [start.date for start in told.start] == list(dates()[1:])
    assert [row.date for row in told.fought] == list(dates()[:-1])
    for row in told.taken:
        assert all(g.hexes[hex].bank == "S" for hex in row.hexes), row
        assert all(at in g.locations for at in row.locations), row
    for damage in told.damage:
        assert all(g.hexes[hex].building for hex in damage.rubble), damage
        assert all(g.hexes[hex].terrain in ("OPEN", "ORCHARD", "SHELLHOLES") for hex in damage.shellholes), damage
        assert all(b in g.neighbours[a] for a, b in (side.split("/") for side in damage.breaches)), damage
        assert all(wreck.type in types and wreck.at in g.hexes for wreck in damage.wrecks), damage
        assert all(work.type in components().fortifications and work.at in g.hexes for work in damage.works), damage
