"""From typed words to options."""

from __future__ import annotations

from sandtable.kernel.flow import Option
from sandtable.kernel.words import Words
from sandtable.terminal.pick import find_things, grouped, matching, option_from

WORDS = Words(
    names={
        "crew-07": "Sgt. Stanley Mroz",
        "crew-08": "Sgt. Virgil Tate",
        "enemy-12": "Fw 190 #12",
        "tail": "Tail Turret",
    },
    events={},
    prompts={},
    verbs={"attack": "{0}: attack {1}", "change": "{0}: change to {1}", "pass": "{0}: pass"},
)
OPTIONS = [
    ("attack", "crew-07", "enemy-12"),
    ("attack", "crew-08", "enemy-12"),
    ("change", "crew-07", "tail"),
    ("pass", "crew-07"),
    ("pass", "crew-08"),
    ("pass_all",),
]


def test_ids_names_and_abbreviations_all_work() -> None:
    for typed in ("attack crew-07 enemy-12", "attack mroz", "att mroz fw", "enemy-12 crew-07", "ATTACK Stanley"):
        assert matching(OPTIONS, WORDS, typed) == [OPTIONS[0]], typed
    assert matching(OPTIONS, WORDS, "ch") == [OPTIONS[2]]
    assert matching(OPTIONS, WORDS, "Pass all") == [OPTIONS[5]]


def test_what_is_ambiguous_is_narrowed() -> None:
    assert matching(OPTIONS, WORDS, "attack") == OPTIONS[:2]
    assert matching(OPTIONS, WORDS, "pass tate") == [OPTIONS[4]]
    assert matching(OPTIONS, WORDS, "tate") == [OPTIONS[1], OPTIONS[4]]


def test_whole_words_go_before_beginnings() -> None:
    options = [("go", "a"), ("go", "ab")]
    words = Words(names={}, events={}, prompts={}, verbs={})
    assert matching(options, words, "go a") == [("go", "a")]


def test_what_fits_nothing_finds_nothing() -> None:
    assert matching(OPTIONS, WORDS, "surrender") == []
    assert matching(OPTIONS, WORDS, "  ") == []


def test_what_is_not_offered_becomes_an_option_that_can_be_explained() -> None:
    assert option_from("att crew-08 tail", OPTIONS, WORDS) == ("attack", "crew-08", "tail")
    assert option_from("bid 7", OPTIONS, WORDS) == ("bid", 7)
    assert option_from("", OPTIONS, WORDS) == ()


def test_few_options_are_listed_many_are_grouped() -> None:
    assert [group.text for group in grouped(OPTIONS[:2], WORDS, 9)] == [
        "Sgt. Stanley Mroz: attack Fw 190 #12",
        "Sgt. Virgil Tate: attack Fw 190 #12",
    ]
    assert [group.text for group in grouped(OPTIONS, WORDS, 4)] == [
        "Attack … (2)",
        "Sgt. Stanley Mroz: change to Tail Turret",
        "Pass … (2)",
        "Pass all",
    ]


def test_groups_ask_for_the_shorter_list_first() -> None:
    options = [("assign", f"man-{man}", f"seat-{seat}") for man in range(30) for seat in range(5)]
    words = Words(names={}, events={}, prompts={}, verbs={})
    groups = grouped(options, words, 9)
    assert [group.text for group in groups] == [f"seat-{seat} … (30)" for seat in range(5)]
    assert sum(len(group.options) for group in groups) == len(options)


def test_what_only_follows_is_not_asked_for() -> None:
    """A price does not tell what is bought."""
    words = Words(names={"enter": "to enter", "wait": "in Reserve"}, events={}, prompts={}, verbs={})
    options = [("buy", f"group-{n}", how, n // 3) for n in range(30) for how in ("enter", "wait")]
    groups = grouped(options, words, 9)
    assert [group.text for group in groups] == ["to enter … (30)", "in Reserve … (30)"]
    assert [group.single for group in grouped(groups[0].options, words, 9)] == [True] * 30


def test_what_stands_in_a_chart_is_chosen_from_it() -> None:
    """One row, then how; and no question whether to choose at all."""
    words = Words(names={"enter": "to enter", "wait": "in Reserve"}, events={}, prompts={}, verbs={"done": "Done"})
    options: list[Option] = [("buy", f"group-{n}", how, n // 3) for n in range(12) for how in ("enter", "wait")]
    options += [("buy", "sniper", "enter", 2), ("done",)]
    rows = {f"group-{n}" for n in range(12)} | {"sniper"}
    groups = grouped(options, words, 9, rows)
    assert [group.text for group in groups] == [
        *(f"group-{n} … (2)" for n in range(12)), "Buy sniper to enter 2", "Done"
    ]  # fmt: skip
    assert [option[2] for group in grouped(groups[3].options, words, 9, rows) for option in group.options] == [
        "enter", "wait"
    ]  # fmt: skip
    assert len(grouped(options, words, 9)) == 2


def test_every_option_can_be_reached_by_numbers_alone() -> None:
    options = [
        ("move", f"u{unit}", f"h{hex}", facing) for unit in range(12) for hex in range(15) for facing in range(6)
    ]
    words = Words(names={}, events={}, prompts={}, verbs={})

    def reach(left: tuple[tuple[str | int, ...], ...], depth: int) -> int:
        if len(left) == 1:
            return 1
        assert depth < 5
        groups = grouped(left, words, 9)
        assert all(len(group.options) < len(left) for group in groups)
        return sum(reach(group.options, depth + 1) for group in groups)

    assert reach(tuple(options), 0) == len(options)


def test_things_are_found_by_id_name_or_part_of_it() -> None:
    things = dict(WORDS.names)
    assert find_things("tail", things) == ["tail"]
    assert find_things("sgt. virgil tate", things) == ["crew-08"]
    assert find_things("sgt", things) == ["crew-07", "crew-08"]
    assert find_things("fw #12", things) == ["enemy-12"]
    assert find_things("zorg", things) == []


def test_a_whole_word_is_meant_before_words_that_begin_so() -> None:
    """`look gun 1` listed Gun 12 too."""
    things = {"f1": "Gun 1 (Cologne)", "f2": "Gun 2 (Colognes)", "f3": "Gun 12 (Essen)"}
    assert find_things("gun 1", things) == ["f1"]
    assert find_things("cologn", things) == ["f1", "f2"]
    assert find_things("gun", things) == ["f1", "f2", "f3"]
