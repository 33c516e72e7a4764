"""What players may have marked on the map: it follows the table and names only spaces that are there."""

from __future__ import annotations

from sandtable.bots.player import ask, find_bot
from sandtable.games.airlift.map.corridors import HARASSABLE
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.game import find_game
from sandtable.kernel.position import Position
from sandtable.kernel.table import Overlay


def played(game: str, choices: int) -> tuple[Position, dict[str, Overlay]]:
    position = Position.new(find_game(game), {}, "overlays")
    dice = Dice(seed_from("overlays"))
    while len(position.steps) < choices and not position.over:
        seat = position.deciders[0]
        position.apply(seat, ask(position, seat, find_bot("greedy"), dice))
    table = position.game.table(position.sight(position.seats[0]))
    known = {space.id for space in position.game.board(position.options_chosen).spaces}
    assert all(set(overlay.spaces) <= known for overlay in table.overlays)
    return position, {overlay.id: overlay for overlay in table.overlays}


def test_warbirds_marks_guns_gaps_and_empty_stations() -> None:
    """WB-14.3, WB-15.1"""
    assert played("warbirds", 0)[1] == {}
    position, marks = played("warbirds", 30)
    manned = {man.station for man in position.state.crew.values() if man.station}  # type: ignore[attr-defined]
    assert "guns" in marks
    assert set(marks["guns"].spaces) <= manned
    assert not set(marks["unmanned"].spaces) & manned if "unmanned" in marks else len(manned) >= 10


def test_airlift_marks_harassment_and_soviet_airspace() -> None:
    """AL-9.1, AL-13.10"""
    _, marks = played("airlift", 20)
    assert marks["harassable"].spaces == HARASSABLE
    assert set(marks["soviet"].spaces) < set(HARASSABLE)
    assert marks["harassable"].clause == "AL-9.1"
