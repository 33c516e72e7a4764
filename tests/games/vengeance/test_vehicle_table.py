"""How vehicles lie on the table."""

from __future__ import annotations

from sandtable.games.vengeance.rules.vehicles.aboard import board
from sandtable.games.vengeance.rules.vehicles.damage import wreck
from sandtable.games.vengeance.rules.vehicles.kinds import mark
from sandtable.games.vengeance.sight import sight
from sandtable.games.vengeance.survey import survey
from sandtable.games.vengeance.table import table
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
    assert (pieces[tank].face, pieces[tank].facing, pieces[tank].values["turret"]) == ("vehicle", 1, 4)
    assert {"CE", "M", "+1"} <= {badge.text for badge in pieces[tank].badges}
    assert [pieces[id].values["drawing"] for id in (tank, truck, gun)] == ["tank", "truck", "assault"]
    assert pieces["ru-1"].where == "E5"
    arc = next(overlay for overlay in survey(sight(s, "german"), tank) if overlay.id == "arc")
    assert arc.shown
    assert "E5" in arc.spaces
    mark(s, gun, bogged=True, ce=False)
    wreck(s, truck, burns=True)
    pieces = {piece.id: piece for piece in table(sight(s, "")).pieces}
    assert {"bog", "BU"} <= {badge.text for badge in pieces[gun].badges}
    assert pieces[truck].values["drawing"] == "wreck"
