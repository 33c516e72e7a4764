"""How vehicles lie on the table."""

from __future__ import annotations

from pathlib import Path

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.knowledge.sight import sight
from sandtable.games.vengeance.model.field_works import Work
from sandtable.games.vengeance.rules.vehicles.crews.passengers import board
from sandtable.games.vengeance.rules.vehicles.kinds import mark
from sandtable.games.vengeance.rules.vehicles.under_fire.damage import wreck
from sandtable.games.vengeance.table.layout import table
from sandtable.games.vengeance.table.survey import survey
from sandtable.games.vengeance.table.vehicles import counter_name
from tests.games.vengeance.bench import battle, put, vehicle


def test_hull_turret_marks_and_arcs_are_shown() -> None:
    """RV-D1.31, RV-D5.1, RV-D10.1"""
    s = battle(side="russian", on="train1")
    tank = vehicle(s, "ru_t34_85", "E5", vca=1, tca=4, motion=True)
    truck = vehicle(s, "ge_opel", "G5")
    gun = vehicle(s, "ge_stug3g", "G6")
    put(s, "ru_4-4-7", "E5", "ru-1")
    board(s, "ru-1", tank)
    shown = table(sight(s, "german"))
    pieces = {piece.id: piece for piece in shown.pieces}
    assert (pieces[tank].face, pieces[tank].facing, pieces[tank].drawing["turret"]) == ("vehicle", 1, 4)
    assert {"CE", "M", "+1"} <= {badge.text for badge in pieces[tank].badges}
    assert [pieces[id].drawing["outline"] for id in (tank, truck, gun)] == ["tank", "truck", "assault"]
    assert pieces["ru-1"].where == "E5"
    arc = next(overlay for overlay in survey(sight(s, "german"), tank) if overlay.id == "arc")
    assert arc.shown
    assert "E5" in arc.spaces
    mark(s, gun, bogged=True, ce=False)
    wreck(s, truck, burns=True)
    pieces = {piece.id: piece for piece in table(sight(s, "")).pieces}
    assert {"bog", "BU"} <= {badge.text for badge in pieces[gun].badges}
    assert pieces[truck].drawing["outline"] == "wreck"


def test_every_type_has_a_silhouette_and_a_name_that_fits_its_counter() -> None:
    """RV-D1.1 A Panther is no T-34: the client draws each type of the data from its own measures."""
    drawings = (Path(__file__).parents[4] / "web/src/games/vengeance/measures.ts").read_text()
    types = {id: type for id, type in components().armour.types.items() if not type.cupola}
    assert [id for id in types if f"  {id}: " not in drawings] == []
    assert {id: counter_name(type) for id, type in types.items() if len(counter_name(type)) > 11} == {}
    assert counter_name(types["ge_pz5g"]) == "Panther G"
    s = battle(side="russian", on="train1")
    tank = vehicle(s, "ru_is2", "E5")
    drawing = next(piece.drawing for piece in table(sight(s, "german")).pieces if piece.id == tank)
    assert (drawing["silhouette"], drawing["name"]) == ("ru_is2", "IS-2")


def test_a_crew_that_was_stunned_bears_its_plus_one() -> None:
    """RV-P12, RV-D5.3 Stunned now, Stunned before, Recalled: each has a sign that says what it means."""
    s = battle(side="german", on="train1")
    stunned = vehicle(s, "ge_pz4h", "E5", stunned=True, stuns=1)
    before = vehicle(s, "ge_stug3g", "E6", stuns=1)
    home = vehicle(s, "ru_t34_85", "E7", recalled=True)
    signs = {piece.id: {b.text: b.note for b in piece.badges} for piece in table(sight(s, "german")).pieces}
    assert "can't fire or move" in signs[stunned]["stun"]
    assert "stun" not in signs[before]
    assert signs[before]["S+1"].startswith("its crew was Stunned")
    assert "leave the map" in signs[home]["rec"]


def test_minefields_are_named_by_kind_and_strength_and_hidden_ones_are_nowhere_for_the_enemy() -> None:
    """RV-BRV9.4, RV-B28.1, RV-B28.5"""
    s = battle(side="german", on="train1")
    s.works["ge-mines-1"] = Work("ge-mines-1", "ap_mine_12", "german", "E5", hidden=True, factors=12)
    s.works["ge-mines-2"] = Work("ge-mines-2", "at_mine", "german", "E6", factors=3)
    own = {piece.id: piece for piece in table(sight(s, "german")).pieces}
    assert own["ge-mines-1"].label == "German A-P minefield 1 of 12 factors"
    assert own["ge-mines-2"].label == "German A-T minefield 2 of 3 factors"
    assert [b.note for b in own["ge-mines-1"].badges] == ["unknown to the enemy"]
    theirs = {piece.id for piece in table(sight(s, "russian")).pieces}
    assert "ge-mines-1" not in theirs
    assert "ge-mines-2" in theirs


def test_a_gestapo_says_what_he_is() -> None:
    """RV-BRV8.5"""
    s = battle(side="german", on="train1")
    put(s, "ge_gestapo_7+1", "E5", "ge-leader-1")
    (boss,) = [piece for piece in table(sight(s, "german")).pieces if piece.id == "ge-leader-1"]
    assert "rallies like a Commissar" in boss.note
