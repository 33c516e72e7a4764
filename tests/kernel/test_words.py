"""Text is made from templates when it is shown."""

from __future__ import annotations

from sandtable.kernel.flow import Odds
from sandtable.kernel.words import Words, plain

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
    assert plain(WORDS.line("all", {"men": ["crew-07", "tail"]})) == "Sgt. Kowalski, the tail gun rally."


def test_prompts_and_options_count_what_they_are_about() -> None:
    assert plain(WORDS.prompt("act", ("crew-07",))) == "What does Sgt. Kowalski do?"
    assert plain(WORDS.option(("move", "crew-07", "tail"))) == "Sgt. Kowalski to the tail gun"


def test_a_verb_without_template_is_readable_all_the_same() -> None:
    assert plain(WORDS.option(("hold_fire", "crew-07", 3))) == "hold fire Sgt. Kowalski 3"


def test_whatever_stands_in_the_facts_can_be_shown() -> None:
    assert plain(WORDS.line("moved", {"man": {"id": "x"}, "station": None})) == "{'id': 'x'} goes to None."
    assert plain(WORDS.line("moved", {})) == " goes to ."
    assert plain(WORDS.line("never heard of", {})) == "never heard of"


TONED = Words(
    names={},
    events={},
    prompts={},
    verbs={},
    tones={"attack": "harm", "done": "done"},
    marks={"crashed": "bad"},
    nothing=("no effect",),
)


def test_the_tone_of_an_option_is_that_of_its_verb() -> None:
    assert [TONED.tone(option) for option in (("attack", "a", "b"), ("done",), ("move", "a"))] == ["harm", "done", ""]


def test_a_line_turned_out_as_its_facts_say_or_else_as_its_event_does() -> None:
    assert TONED.mark("crashed", {}) == "bad"
    assert TONED.mark("crashed", {"success": True}) == "good"
    assert TONED.mark("rolled", {"success": False}) == "bad"
    assert TONED.mark("rolled", {}) == ""


def test_outcomes_without_effect_are_named_with_their_column() -> None:
    odds = Odds((("3-1: no effect", 0.5), ("3-1: retreat", 0.5)), row=(("2", "no effect", 0.1),))
    assert TONED.without_effect(odds) == ("3-1: no effect", "no effect")
