"""WB-1, WB-2, WB-23: the cards, the state and the options."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from sandtable.board.data import DataFolder
from sandtable.games.warbirds import GAME, components
from sandtable.games.warbirds.components import (
    AIRMEN,
    CASUALTIES,
    CASUALTY_DECK,
    CONSTANTS,
    DAMAGE,
    DATA,
    DRIFT_DECK,
    ENEMY_TERRITORY,
    ENGINES,
    GUNS,
    MEDALS,
    MISSIONS,
    PARTS,
    POSITIONS,
    SKILLS,
    SOURCES,
    STATIONS,
    TEST_CARDS,
    TRANSIT,
    VICTORY_VALUES,
)
from sandtable.games.warbirds.model import CrewMan, Warbirds, holder, man_at
from sandtable.games.warbirds.table.board import RANKS, board
from sandtable.games.warbirds.table.layout import lay_out
from sandtable.games.warbirds.table.panels import victory_cards
from sandtable.games.warbirds.table.pieces import rank_of
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.errors import DataError, UnknownName
from sandtable.kernel.game import OptionSpec
from sandtable.kernel.state import digest, state_from_json, state_to_json
from tests.games.warbirds.situations import hurt, loaded, standard


def test_fifteen_decks_hold_234_cards() -> None:
    """WB-1.1 The manifest and the files agree."""
    manifest = DATA.toml("manifest.toml")
    sizes = {deck["name"]: len(DATA.toml(deck["file"])["card"]) for deck in manifest["deck"]}
    assert sizes == {
        "casualty": 13, "crew": 30, "bombardier": 18, "transit": 15, "enemy_territory": 35, "damage": 40,
        "mission": 10, "fuel": 11, "skill": 7, "victory": 6, "station": 11, "battlefield": 8, "aircraft": 15,
        "progress": 12, "pilot": 3,
    }  # fmt: skip
    assert sum(sizes.values()) == manifest["total"] == 234


def test_a_deck_of_another_size_stops_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """WB-1.1 A file with another number of cards is refused with a sentence, also when it is the user's own."""
    folder = tmp_path / "warbirds"
    folder.mkdir()
    text = DATA.read("pilot.toml").replace('[[card]]\nid = "pilot-03"\nname = "Fuel save"\nsource = "rulebook"\n', "")
    (folder / "pilot.toml").write_text(text, encoding="utf-8")
    monkeypatch.setenv("SANDTABLE_DATA", str(tmp_path))
    components._cards.cache_clear()
    monkeypatch.setattr(components, "DATA", DataFolder("sandtable.games.warbirds", "warbirds"))
    with pytest.raises(DataError, match=r"pilot.toml holds 2 cards; its heading says 3"):
        components._check_manifest()
    components._cards.cache_clear()


def test_all_chance_comes_from_the_seeded_dice() -> None:
    """WB-1.2, WB-1.3 Same seed, same draws; there is no other chance."""
    s, t = (GAME.new(GAME.settle({}), Dice(seed_from(5))) for _ in range(2))
    assert digest(s) == digest(t)
    assert s.dice.taken == 0


def test_thirty_airmen_with_skills_from_0_to_3() -> None:
    """WB-1.4 A skill that is listed, even at 0, qualifies; one that is not listed does not."""
    assert len(AIRMEN) == 30
    assert all(skill in SKILLS and 0 <= value <= 3 for man in AIRMEN.values() for skill, value in man.skills.items())
    assert "pilot" in components.QUALIFIED["crew-06"]  # pilot 0
    assert "tail" not in components.QUALIFIED["crew-01"]


def test_eleven_stations_in_station_order() -> None:
    """WB-1.5, WB-1.6 The engineer has the top turret; five stations have no gun."""
    assert list(STATIONS) == [
        "pilot", "copilot", "navigator", "bombardier", "radio", "engineer", "nose", "ball", "left_waist",
        "right_waist", "tail",
    ]  # fmt: skip
    assert [station for station in STATIONS if station not in GUNS] == list(STATIONS)[:5]
    assert STATIONS["engineer"].skill == "engineer"
    assert all(source.endswith("A") for source in GUNS["engineer"])


def test_eight_positions_in_position_order() -> None:
    """WB-1.7, WB-15.1 A source is a position with a level, or AAF."""
    assert list(POSITIONS) == ["F1", "F2", "R1", "R2", "B1", "B2", "L1", "L2"]
    assert SOURCES[:3] == ("F1A", "F1B", "F2A")
    assert SOURCES[-1] == "AAF"
    assert len(SOURCES) == 17
    at = {space.id: (space.x, space.y) for space in board().spaces}
    assert at["F1"][1] < at["L1"][1] < at["B2"][1]
    assert at["L1"][0] < at["R1"][0]


def test_casualties_and_drift_cards() -> None:
    """WB-1.8 Eight ordinary casualty cards, five medals; six of each drift card; every effect has an operation."""
    from sandtable.games.warbirds.rules.events import OPERATIONS

    assert (len(CASUALTY_DECK), len(MEDALS), len(CASUALTIES)) == (8, 5, 13)
    assert {kind: DRIFT_DECK.count(kind) for kind in DRIFT_DECK} == {"left": 6, "right": 6, "none": 6}
    effects = [card.effects for card in (TRANSIT | ENEMY_TERRITORY).values()] + [c.effects for c in DAMAGE.values()]
    assert {effect.op for list_of in effects for effect in list_of} <= set(OPERATIONS)
    assert all(card.station in STATIONS for card in DAMAGE.values())


def test_seven_skill_cards() -> None:
    """WB-1.9 One success and three failures in every test, three further successes at most."""
    assert [len(cards) for cards in TEST_CARDS] == [4, 5, 6, 7]
    assert [cards.count("success") for cards in TEST_CARDS] == [1, 2, 3, 4]


def test_the_aircraft() -> None:
    """WB-1.10 Four parts with their capacities, two engines on each wing."""
    assert PARTS == {"fuselage": 7, "left_wing": 6, "right_wing": 6, "tail_section": 5}
    assert ENGINES == {1: "left_wing", 2: "left_wing", 3: "right_wing", 4: "right_wing"}


def test_the_score_is_shown_with_cards() -> None:
    """WB-1.11 Every score from 0 to 25 can be laid out; more is shown as 25."""
    assert sum(VICTORY_VALUES) == 25
    for points in range(26):
        assert sum(victory_cards(points)) == points
    assert sum(victory_cards(31)) == 25


def test_counters_never_stop_a_mission() -> None:
    """WB-1.12 More turns than progress cards are simply counted on."""
    s = standard("end_of_turn", "enemy", phase_turns=20, turns=30, dice=loaded())
    from tests.games.warbirds.situations import activity

    activity(s, ("stay_over_target",))
    assert s.turns == 31


def test_numbers_stand_in_the_data() -> None:
    """WB-1.13 Constants and options are data with their sources."""
    assert CONSTANTS["victory_target"] == 25
    assert all(entry["source"] in ("rulebook", "reconstruction") for entry in DATA.toml("constants.toml").values())


def test_the_state_can_be_stored_at_any_moment() -> None:
    """WB-2.1, WB-2.2, WB-2.3, WB-2.4, WB-2.6 Tour, mission, men, decks and the step within the turn go through JSON."""
    s = standard(engines_out=(2,), fuel_savers=("crew-01",), alternate_turns=2, formation_broken=True)
    hurt(s, crew_05=1)
    again = state_from_json(Warbirds, state_to_json(s))
    assert digest(again) == digest(s)
    assert again.crew["crew-05"] == CrewMan("seat-1", "radio", damage=1)


def test_manned_and_unmanned() -> None:
    """WB-2.5 Injured men hold their station, incapacitated men lie at it without holding it."""
    s = standard()
    hurt(s, crew_03=1, crew_05=2)
    assert holder(s.crew, "navigator") == "crew-03"
    assert holder(s.crew, "radio") == ""
    assert man_at(s.crew, "radio") == "crew-05"
    assert holder(s.crew, "right_waist") == man_at(s.crew, "right_waist") == ""


def test_options() -> None:
    """WB-23.1, WB-23.3, WB-23.4, WB-3.1 Two options, and nothing else can be set."""
    assert [option.name for option in GAME.options] == ["mission_order", "players"]
    assert isinstance(GAME.options[0], OptionSpec)
    assert GAME.settle({"players": "3"}) == {"mission_order": "random", "players": 3}
    assert GAME.seats(GAME.settle({"players": 6}))[-1] == "seat-6"
    with pytest.raises(UnknownName, match="players can't be '7'"):
        GAME.settle({"players": 7})
    with pytest.raises(UnknownName, match="has no option 'weather'"):
        GAME.settle({"weather": "fog"})


def test_stations_are_shown_as_a_table_and_on_the_men() -> None:
    """WB-23.2 Display only: each man lies at his station, and his card names his skills."""
    s = standard()
    table = lay_out(GAME.sight(s, "seat-1"))
    men = {piece.id: piece for piece in table.pieces if piece.face == "man"}
    assert men["crew-07"].where == "ball"
    assert (men["crew-07"].values["skill"], men["crew-07"].values["skills"]) == (3, "Gunner 3")
    assert men["crew-11"].where == "roster"


def test_what_is_drawn_of_a_man_comes_as_data() -> None:
    """WB-1.4 His rank stands before his first name, also where he has two; an officer wears a peaked cap."""
    s = standard()
    s.roster["crew-11"] = "gone"
    men = {piece.id: piece for piece in lay_out(GAME.sight(s, "seat-1")).pieces if piece.face == "man"}
    assert men["crew-27"].label == "Sgt. Billy Joe Hargis"
    assert (men["crew-27"].values["rank"], men["crew-27"].drawing["name"]) == ("Sgt.", "Hargis")
    assert [men[id].drawing["officer"] for id in ("crew-01", "crew-24", "crew-07")] == [1, 1, 0]
    assert (men["crew-07"].drawing["tag"], men["crew-07"].drawing["player"]) == ("GUN", 1)
    assert (men["crew-11"].drawing["away"], men["crew-11"].drawing["lost"]) == ("†", 1)
    assert "away" not in men["crew-27"].drawing
    skills = AIRMEN["crew-27"].skills
    assert men["crew-27"].drawing["tag_values"] == tuple(skills.values())


def test_every_airman_has_a_rank_that_is_known() -> None:
    """WB-1.4 The ranks of the crew cards."""
    assert {rank_of(airman.name) for airman in AIRMEN.values()} <= {rank for ranks in RANKS.values() for rank in ranks}


def test_all_seats_see_the_same() -> None:
    """WB-3.6 Nothing is secret but the order of decks: views differ in their seat only, and hold no order."""
    s = standard(players=3)
    views = [GAME.sight(s, seat) for seat in (*s.seats, "")]
    assert len({msgspec.json.encode(msgspec.structs.replace(view, seat="")) for view in views}) == 1
    s.damage_pile.reverse()
    s.mission_deck.reverse()
    assert GAME.sight(s, "seat-1") == views[0]


def test_missions_add_up() -> None:
    """WB-5.3 turns = 2 x distance + engagement."""
    assert all(m.turns == 2 * m.distance + m.engagement for m in MISSIONS.values())
