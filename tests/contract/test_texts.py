"""The test of texts finds what a reader would stumble over, and lets good texts pass."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.kernel.ending import Ending
from sandtable.kernel.game import find_game, games
from sandtable.kernel.table import Panel, Row, Table
from sandtable.testing.case import Broken, Case
from sandtable.testing.play import check_game
from sandtable.testing.texts import text_faults, verb_faults
from tests.toys.pearls import Pearls, PearlsGame, PearlsView

GAME = find_game("warbirds")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Foxhole_1 is dug.", "an underscore"),
        ("A hindrance: orchard in|F16", "an empty gap"),
        ("1944-01 · Turn 4", "a date as programs write it"),
        ("Then crew-07 fires.", "'crew-07' is an id"),
        ("Fires at at G5.", "'at at'"),
        ("Acquired by a gun (Area target type target type).", "'target type target type'"),
        ("R: debris in", "it ends too soon"),
        ("Tour score: 1 points.", "'1 points'"),
        ("A problem for 2 plane in flight.", "'for 2 plane'"),
        ("Pilot (#01) from Back 2 from below hits the aircraft.", "'from' twice"),
        ("SU-76M B (SU-76M) is destroyed at H8.", "'SU-76M' twice"),
        ("The enemy attacks at .", "an empty gap"),
        ("Squad ({unit}) fires.", "an empty gap"),
        ("It ends in None.", "an empty gap"),
        ("Roll a 8.", "the wrong article"),
        ("A gun and a IAG-6 truck.", "the wrong article"),
        ("It takes an squad.", "the wrong article"),
        ("1 spare parts at Celle.", "'1 spare parts'"),
        ("Germans in J9 bridge gain concealment.", "'in J9 bridge': a Location is 'at' its name"),
        ("Fire at O19 with 0.375 FP.", "'0.375 FP' with a point"),
        ("It needs a clock: else it never ends.", "': else', which we do not use"),
        ("Germans: whoever is in F4 is out of sight.", "'whoever', which we do not use"),
        ("Who moves on a roof has no cover.", "'Who moves on a roof has no cover.', which we do not use"),
        ("It falls on the own hex.", "'the own', which we do not use"),
        ("the squad breaks.", "it begins with a small letter"),
        ("That is illegal here.", "'illegal', which we do not use"),
        ("The pile is made anew.", "'anew', which we do not use"),
        ("The MG lies there.", "'lies there', which we do not use"),
        ("It is not possible to fire.", "'not possible', which we do not use"),
        ("It succeeds with 62%.", "'2%', which we do not use"),
    ],
)
def test_a_fault_is_found(text: str, fault: str) -> None:
    assert list(text_faults(GAME, text)) == [fault]


@pytest.mark.parametrize(
    "text",
    [
        "R: debris in K11",
        "Tour score: 1 point.",
        "The daylight bombing of Germany, 1943-45",
        "The raid of 17 August 1943 is over. Who won?",
        "Turn 1, approach",
        "Fuel -1: 10 left.",
        "Bf 109 F1A #04 attacks from Front 1, above: 2 damage cards.",
        "Engines out: none.",
        "A problem for 2 planes in flight.",
        "2 squad-equivalents are needed.",
        "USAF 10 flight 2 turn 3 begins.",
        "SU-76M B (wreck) is in H8.",
        "An 8 and a 9 are rolled.",
        "A U-Bahn station, a unit, a one-lane bridge and an MMG.",
        "1 spare part and 2 spare parts at Celle.",
        "Germans at J9 bridge and in F4 gain concealment.",
        "Fire at O19 with ⅜ FP (RV-A7.5), by a 7.5 cm gun.",
        "MG 42 (2 FP), unpossessed ...",
        "leIG18 fires.",
        ".50-cal A fires.",
    ],
)
def test_a_good_text_passes(text: str) -> None:
    assert list(text_faults(GAME, text)) == []


class Stuttering(PearlsGame):
    words = replace(PearlsGame.words, events={**PearlsGame.words.events, "bid": "{seat} bids bids {card}."})


class Bare(PearlsGame):
    words = replace(PearlsGame.words, prompts={**PearlsGame.words.prompts, "bid": "bid_a_card"})


class Blunt(PearlsGame):
    """What is offered no longer is told by an id."""

    words = replace(
        PearlsGame.words,
        texts={**PearlsGame.words.texts, "not_offered": "illegal: {what}", "not_now": "illegal_option"},
    )


class Telling(PearlsGame):
    words = replace(PearlsGame.words, verbs={**PearlsGame.words.verbs, "bid": "{0} is bid"})


class ThirdPerson(PearlsGame):
    words = replace(PearlsGame.words, verbs={**PearlsGame.words.verbs, "dull": "Sells"})


class BadSheet(PearlsGame):
    def ending(self, s: Pearls) -> Ending:
        return replace(super().ending(s), facts=(("Points", "1 points"),))


class BadPanel(PearlsGame):
    def table(self, view: PearlsView) -> Table:
        table = super().table(view)
        return replace(table, panels=(*table.panels, Panel("bad", "A panel", "facts", rows=(Row("foxhole_1", "1"),))))


@pytest.mark.parametrize(
    ("game", "fault"),
    [
        (Stuttering, "'bids bids'"),
        (Bare, "an underscore"),
        (Blunt, "'illegal'|an underscore"),
        (Telling, "it tells what somebody does"),
        (ThirdPerson, "'Sells' is not an imperative"),
        (BadSheet, "'1 points'"),
        (BadPanel, "an underscore"),
    ],
)
def test_a_game_that_reads_badly_breaks_the_contract(game: type[PearlsGame], fault: str) -> None:
    with pytest.raises(Broken, match=fault):
        check_game(Case(game(), {"cards": 3}, "texts"))


@pytest.mark.parametrize("game", sorted(games()))
def test_every_option_is_an_imperative(game: str) -> None:
    assert list(verb_faults(games()[game].words)) == []
