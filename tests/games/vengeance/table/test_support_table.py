"""Artillery, lights and aircraft as they lie on the table."""

from __future__ import annotations

from sandtable.games.vengeance.knowledge.sight import sight
from sandtable.games.vengeance.map.altered_ground import BUNKER, alter
from sandtable.games.vengeance.model.aircraft import Plane
from sandtable.games.vengeance.model.batteries import FFE1, HE, OBSERVER, SR, Battery
from sandtable.games.vengeance.model.conditions import Light, Night
from sandtable.games.vengeance.model.field_works import Work
from sandtable.games.vengeance.table.support import support_overlays, support_panels, support_pieces
from tests.games.vengeance import cards as cards
from tests.games.vengeance.bench import battle, put


def test_rounds_lights_and_planes_lie_on_the_table() -> None:
    """RV-C1.5, RV-E1.91, RV-E7.2"""
    s = battle("PFPh", "russian", on="dark_streets")
    s.night = Night(3, 3, "full", "none", "german")
    put(s, "ru_4-4-7", "D4", "x")
    s.batteries["ru-battery-1"] = Battery(
        "ru-battery-1", "120mm", "russian", OBSERVER, post="D4", marker=FFE1, at="I6", mission=HE
    )
    s.batteries["ru-battery-2"] = Battery(
        "ru-battery-2", "82mm", "russian", marker=SR, at="J5", mission=HE, registered=("J6",)
    )
    s.lights.append(Light("K5", 3))
    s.flashes.append("H6")
    s.planes["ru-plane-1"] = Plane("ru-plane-1", "ru_fb44", "russian", here=True, bombs=True, target="J5")
    view = sight(s, "russian")
    pieces = {piece.id: piece for piece in support_pieces(view)}
    assert pieces["round-ru-battery-1"].drawing["text"] == "F1"
    assert pieces["round-ru-battery-2"].drawing["text"] == "SR"
    assert [pieces[f"round-ru-battery-{n}"].drawing["spotting"] for n in (1, 2)] == [0, 1]
    assert (pieces["light-0"].where, pieces["flash-H6"].where, pieces["ru-plane-1"].where) == ("K5", "H6", "J5")
    overlays = {overlay.id: overlay.spaces for overlay in support_overlays(view)}
    assert "I7" in overlays["blast-ru-battery-1"]
    assert next(overlay for overlay in support_overlays(view) if overlay.id == "blast-ru-battery-1").shown
    assert "blast-ru-battery-2" not in overlays  # a spotting round does no harm
    assert overlays["registered-ru-battery-2"] == ("J6",)
    assert "D6" not in overlays["dark"]
    assert "G9" in overlays["dark"]
    assert "K5" in overlays["lit"]
    assert {panel.id for panel in support_panels(view)} == {"artillery", "aircraft", "sky"}
    enemy = sight(s, "german")
    assert "registered-ru-battery-2" not in {overlay.id for overlay in support_overlays(enemy)}
    assert "observer" not in str(support_panels(enemy))


def test_men_in_a_pillbox_look_into_the_night() -> None:
    """RV-E1.1, RV-B30.1 A Pillbox stands on the changed map only; its men see as far as others."""
    s = battle("PFPh", "russian", on="dark_streets")
    s.night = Night(3, 3, "full", "none", "german")
    s.works["ge-pillbox-1"] = Work("ge-pillbox-1", "pillbox_1+3+5", "german", "D4-pillbox", arc=0)
    alter(s, "D4", BUNKER, number=1)
    put(s, "ge_4-4-7", "D4-pillbox", "x")
    for seat in ("german", "russian", ""):
        overlays = {overlay.id: overlay.spaces for overlay in support_overlays(sight(s, seat))}
        assert ("D6" in overlays["dark"]) == (seat == "russian")
        assert "G9" in overlays["dark"]
