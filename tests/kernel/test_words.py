"""Text is made from templates when it is shown."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.kernel.flow import Odds, Option
from sandtable.kernel.game import games
from sandtable.kernel.journal import Journal
from sandtable.kernel.language import told_date, told_list
from sandtable.kernel.position import Position
from sandtable.kernel.templates import with_half
from sandtable.kernel.words import Words, plain
from tests.toys.pearls import GAME as PEARLS

WORDS = Words(
    names={"crew-07": "Sgt. Kowalski", "tail": "the tail gun"},
    events={"moved": "{man} goes to {station}.", "drew": "{n:card|cards} drawn.", "all": "{men} rally."},
    prompts={"act": "What does {0} do?"},
    verbs={"move": "{0} to {1}"},
)


def test_names_replace_ids_and_can_be_hovered() -> None:
    line = WORDS.line("moved", {"man": "crew-07", "station": "tail"})
    assert plain(line) == "Sgt. Kowalski goes to the tail gun."
    assert line[0] == {"ref": "crew-07", "text": "Sgt. Kowalski"}


def test_numbers_take_their_noun() -> None:
    assert [plain(WORDS.line("drew", {"n": n})) for n in (0, 1, 2)] == [
        "0 cards drawn.",
        "1 card drawn.",
        "2 cards drawn.",
    ]


def test_lists_are_named_one_by_one() -> None:
    assert plain(WORDS.line("all", {"men": ["crew-07", "tail"]})) == "Sgt. Kowalski and the tail gun rally."


def test_a_verb_agrees_with_the_list_before_it() -> None:
    words = replace(WORDS, events={"moves": "{men} {men:moves|move} on."})
    assert plain(words.line("moves", {"men": ["tail"]})) == "The tail gun moves on."
    assert plain(words.line("moves", {"men": ["crew-07", "tail"]})) == "Sgt. Kowalski and the tail gun move on."


def test_dice_are_told_one_by_one() -> None:
    assert plain(WORDS.line("all", {"men": [3, 1]})) == "3, 1 rally."


def test_the_number_stands_where_the_form_wants_it() -> None:
    words = replace(WORDS, events={"come": "{n:One card comes|All # cards come}."})
    assert [plain(words.line("come", {"n": n})) for n in (1, 3)] == ["One card comes.", "All 3 cards come."]


def test_each_language_counts_and_lists_in_its_own_way() -> None:
    polish = replace(WORDS, events={"drew": "{n:karta|karty|kart}", "all": "{men}"}, language="pl")
    assert [plain(polish.line("drew", {"n": n})) for n in (1, 2, 5, 22)] == ["1 karta", "2 karty", "5 kart", "22 karty"]
    assert plain(replace(polish, language="de").line("all", {"men": ["a", "b", "c"]})) == "A, b und c"


def test_words_of_the_program_are_told_as_terms() -> None:
    words = replace(WORDS, terms={"no_pilot": "nobody at the controls"})
    assert plain(words.line("moved", {"man": "crew-07", "station": "no_pilot"})).endswith(
        "goes to nobody at the controls."
    )
    assert words.name("no_pilot") == "nobody at the controls"


def test_a_reason_behind_a_case_letter_keeps_what_fills_its_gaps() -> None:
    words = replace(WORDS, terms={"debris in": "debris in {0}", "P: target size": "P: size"})
    assert words.reason("debris in|K11") == "debris in K11"
    assert words.reason("R: debris in|K11") == "R: debris in K11"
    assert words.reason("J1: at most 3 MP") == "J1: at most 3 MP"
    assert words.reason("P: target size") == "P: size"


def test_prompts_and_options_count_what_they_are_about() -> None:
    assert plain(WORDS.prompt("act", ("crew-07",))) == "What does Sgt. Kowalski do?"
    assert plain(WORDS.option(("move", "crew-07", "tail"))) == "Sgt. Kowalski to the tail gun"


def test_a_verb_without_template_is_readable_all_the_same() -> None:
    assert plain(WORDS.option(("hold_fire", "crew-07", 3))) == "Hold fire Sgt. Kowalski 3"


def test_whatever_stands_in_the_facts_can_be_shown() -> None:
    assert plain(WORDS.line("moved", {"man": {"id": "x"}, "station": None})) == "{'id': 'x'} goes to None."
    assert plain(WORDS.line("moved", {})) == " goes to ."
    assert plain(WORDS.line("never heard of", {})) == "Never heard of"


TONED = Words(
    names={},
    events={},
    prompts={},
    verbs={},
    tones={"attack": "harm", "done": "done", "launch": "commit"},
    acts={"hold": "pass", "roll_again": "roll"},
    marks={"crashed": "bad"},
    nothing=("no effect",),
)


def test_the_tone_of_an_option_is_that_of_its_verb() -> None:
    assert [TONED.tone(option) for option in (("attack", "a", "b"), ("done",), ("move", "a"))] == ["harm", "done", ""]


def test_what_an_option_does_in_every_game_is_told_by_its_tone_or_by_its_verb() -> None:
    options: list[Option] = [("done",), ("launch", "a"), ("hold", "a"), ("roll_again",), ("attack", "a"), ("pass",)]
    assert [TONED.act(option) for option in options] == ["done", "done", "pass", "roll", "", ""]


@pytest.mark.parametrize("id", sorted(games()))
def test_every_verb_with_a_tone_or_an_act_has_its_text(id: str) -> None:
    words = games()[id].words
    assert {verb for verb in (*words.tones, *words.acts) if verb not in words.verbs} == set()


def test_a_line_turned_out_as_its_facts_say_or_else_as_its_event_does() -> None:
    assert TONED.mark("crashed", {}) == "bad"
    assert TONED.mark("crashed", {"success": True}) == "good"
    assert TONED.mark("rolled", {"success": False}) == "bad"
    assert TONED.mark("rolled", {}) == ""


def test_outcomes_without_effect_are_named_with_their_column() -> None:
    odds = Odds((("3-1: no effect", 0.5), ("3-1: retreat", 0.5)), row=(("2", "no effect", 0.1),))
    assert TONED.without_effect(odds) == ("3-1: no effect", "no effect")


def test_options_are_told_by_the_templates_of_their_verbs() -> None:
    words = Words(
        names={"a": "Alpha", "b": "bravo"},
        events={},
        prompts={},
        verbs={"move": "move {0} to {1}", "count": "take {0:card|cards}", "first": "{0} goes", "odd": "{}{0}"},
        terms={"far": "a long way"},
    )
    options: list[Option] = [
        ("move", "a", "b"),
        ("move", "b", "far"),
        ("move", "a"),
        ("count", 2),
        ("first", "b"),
        ("odd", 3),
        ("no_verb", "a", 7),
        ("pass",),
    ]
    told = [plain(words.option(option)) for option in options]
    assert told == [
        "Move Alpha to bravo",
        "Move bravo to a long way",
        "Move Alpha to ",
        "Take 2 cards",
        "Bravo goes",
        "{}3",
        "No verb Alpha 7",
        "Pass",
    ]
    wordings = {verb: words.wording(verb) for verb in ("move", "count", "first", "odd", "no_verb")}
    assert wordings == {
        "move": ("move ", 1, " to ", 2),
        "count": None,
        "first": (1, " goes"),
        "odd": ("{}", 1),
        "no_verb": None,
    }


def test_what_is_not_offered_is_told_without_holes_and_ids() -> None:
    """An option that lacks a part, or names something that has no name, is not put into words."""
    position = Position.new(PEARLS, PEARLS.settle({}), "1", Journal())
    seat = position.deciders[0]
    verb = str(position.options(seat)[0][0])
    for option in ((verb,), (verb, "a_card_that_is_not_there")):
        refused = position.refusal(seat, option)
        assert refused is not None
        assert refused.sentence == "You can't do that now."
    refused = position.refusal(seat, ("surrender",))
    assert refused is not None
    assert refused.sentence == "You can't choose “Surrender” now."


def test_a_date_is_written_as_people_write_it() -> None:
    assert (told_list(["a", "b", "c"]), told_list(["a", "b", "c"], either=True)) == ("a, b and c", "a, b or c")
    assert (told_date("1945-03-23"), told_date("1944-01")) == ("23 March 1945", "January 1944")
    assert (told_date("1945-03-23", "de"), told_date("1944-01", "de")) == ("23. März 1945", "Januar 1944")


def test_halves_are_told_as_people_write_them() -> None:
    assert [with_half(value) for value in (3.0, 2.5, 0.5, 0, 0.75, 1.25, 0.375)] == [
        "3",
        "2½",
        "½",
        "0",
        "¾",
        "1¼",
        "⅜",
    ]
    counted = replace(WORDS, texts={"high": "{levels:level|levels}"})
    assert [counted.say("high", levels=value) for value in (1.0, 1.5, 2.0)] == ["1 level", "1½ levels", "2 levels"]
    assert plain(replace(WORDS, events={"moved": "It pays {mf} MF."}).line("moved", {"mf": 0.5})) == "It pays ½ MF."


def test_a_number_below_nothing_has_a_minus_and_no_hyphen() -> None:
    words = Words(names={}, events={"morale": "Berlin Morale {before} → {after}."}, prompts={}, verbs={})
    assert plain(words.line("morale", {"before": 3, "after": -1})) == "Berlin Morale 3 → −1."
    words = replace(words, events={"scored": "{n:point|points}"})
    assert plain(words.line("scored", {"n": -3})) == "−3 points"


def test_nothing_at_all_has_a_form_of_its_own() -> None:
    words = replace(
        PEARLS.words, events={"bombs": "Bombs away: {hits:=0 no hits|hit|hits}.", "lands": "{0:=0 no|#|#} fuel"}
    )
    told = [plain(words.line("bombs", {"hits": hits})) for hits in (0, 1, 2)]
    assert told == ["Bombs away: no hits.", "Bombs away: 1 hit.", "Bombs away: 2 hits."]
    assert [plain(words.line("lands", {"0": fuel})) for fuel in (0, 1, 2)] == ["No fuel", "1 fuel", "2 fuel"]


def test_a_line_says_yes_or_no_by_a_fact() -> None:
    words = replace(PEARLS.words, events={"guns": "The flak fires: {success:a hit|a miss}."})
    assert plain(words.line("guns", {"success": True})) == "The flak fires: a hit."
    assert plain(words.line("guns", {"success": False})) == "The flak fires: a miss."


def test_what_rules_name_by_a_term_is_told_with_its_gaps_filled() -> None:
    words = replace(WORDS, terms={"cut": "cables cut", "smoke": "smoke in {0}", "lost": "{0:plane|planes} lost"})
    assert words.reason("cut") == "cables cut"
    assert words.reason("smoke|tail") == "smoke in the tail gun"
    assert [words.reason(f"lost|{planes}") for planes in (1, 2)] == ["1 plane lost", "2 planes lost"]
    assert words.reason("as it is written") == "as it is written"
