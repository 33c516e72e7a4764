"""What the drawing of the bomber gets to know of its damage."""

from __future__ import annotations

from sandtable.games.warbirds.components import DAMAGE
from sandtable.games.warbirds.knowledge.sight import sight
from sandtable.games.warbirds.table.pieces import kept_cards
from tests.games.warbirds.situations import keep, standard

FAILS = {
    "bay_jam", "controls", "fire left_wing", "fire right_wing", "fuel_leak", "gun_out engineer", "gun_out tail",
    "oxygen_out", "radio_out",
}  # fmt: skip
"""What web/src/games/warbirds/Troubles.svelte draws."""


def test_kept_damage_cards_say_what_fails_and_where() -> None:
    """WB-13.13"""
    s = standard()
    keep(s, *(id for id, card in DAMAGE.items() if any(effect.op == "keep" for effect in card.effects)))
    told = {piece.id: piece.drawing["fails"] for piece in kept_cards(sight(s, "seat-1"))}
    assert told["damage-02"] == "controls"
    assert set(told.values()) == FAILS


def test_a_card_that_is_kept_for_an_engine_draws_nothing_more_than_the_engine() -> None:
    s = standard()
    engine = next(id for id, card in DAMAGE.items() if any(effect.op == "engine_hit" for effect in card.effects))
    keep(s, engine)
    assert [piece.drawing["fails"] for piece in kept_cards(sight(s, "seat-1"))] == [""]
