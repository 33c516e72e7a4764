"""The contract of every game, with no code of its author.

Each test plays so many decisions, the same in every run; SANDTABLE_EFFORT=quick plays a third of them. With
SANDTABLE_EFFORT=soak each test has a share of CPU seconds instead. A test does at least its minimum.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

import pytest

from sandtable.board.concordance import concordance_of, unreached
from sandtable.board.lesson import faults, lesson_of
from sandtable.kernel.game import AnyGame
from sandtable.kernel.save import load_save
from sandtable.testing.case import EFFORTS, Case, Walk, cases, effort, settings
from sandtable.testing.chance import check_no_chance, compare_fingerprints
from sandtable.testing.components import check_broken_file, check_overlay, data_folder
from sandtable.testing.fingerprint import fingerprint
from sandtable.testing.golden import LEAST_FILES, MOST_FILES, check_golden, count, golden_perfts, play_golden
from sandtable.testing.history import (
    check_copies,
    check_imagined_copies,
    check_refusals,
    check_replay,
    check_rewind,
    check_undo,
)
from sandtable.testing.machines import amount, machines, run
from sandtable.testing.places import clause_coverage, entry_of
from sandtable.testing.play import check_game
from sandtable.testing.secrecy import SecrecyCounts, check_analysis, check_imagined_play, check_secrecy
from sandtable.testing.state_machine import let_hypothesis_play
from sandtable.testing.wording import wording_faults


def _all_in_the_long_form(game: AnyGame, least: int) -> int:
    """How many games a check plays at least: in the long form every setting, so every scenario, has its turn."""
    return len(settings(game)) if effort() >= 1 else least


class Contract:
    """What every game keeps. Subclass it in a test module; pytest collects the subclass.

        class TestContract(Contract):
            games = (GAME,)
            folder = Path(__file__).parent

    Recorded games lie in `folder`/golden/ID, made by `python -m sandtable.testing ID FOLDER`; the clauses are looked
    for in all tests below `folder`.
    """

    games: ClassVar[Sequence[AnyGame]]
    folder: ClassVar[Path]
    owes: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """What a game under construction still owes, by id: "clauses", "concordance", "golden".

    A paid debt fails. "texts" spares those that do not read well yet.
    """
    printed: ClassVar[bool] = False
    """Whether the games have a printed rulebook, whose sections must lead to the clauses (`concordance.toml`)."""
    pytestmark: ClassVar[list[pytest.MarkDecorator]] = [pytest.mark.timeout(600 if effort() < 1 else 7200)]

    def golden_folder(self, game: AnyGame) -> Path:
        """Where the recorded games of a game lie."""
        return self.folder / "golden" / game.id

    def clause_tests(self, game: AnyGame) -> list[Path]:
        """The tests that name the clauses of a game."""
        return sorted(self.folder.rglob("*.py"))

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Every game in turn; and every recorded game."""
        if "game" in metafunc.fixturenames:
            metafunc.parametrize("game", self.games, ids=[game.id for game in self.games])
        if "recording" in metafunc.fixturenames:
            paths = [path for game in self.games for path in sorted(self.golden_folder(game).glob("*.sandtable"))]
            metafunc.parametrize("recording", paths, ids=[f"{path.parent.name}-{path.stem}" for path in paths])

    def _may_owe(self, game: AnyGame, what: str, request: pytest.FixtureRequest) -> None:
        if what in self.owes.get(game.id, ()):
            request.applymarker(pytest.mark.xfail(reason=f"{game.title} owes its {what}", strict=True))

    # -- play ----------------------------------------------------------------------------------------------------------

    def test_settings_use_every_value_of_every_option(self, game: AnyGame) -> None:
        rows = settings(game)
        for spec in game.options:
            assert {row[spec.name] for row in rows} == set(spec.values)

    def test_random_games_end_and_keep_the_invariants(self, game: AnyGame) -> None:
        """E1, E5."""
        least = len(settings(game)) if effort() >= EFFORTS["gate"] else 3
        for case in cases(game, "random", 1200, 8, least=least, most=200, whole=1):
            check_game(case, read="texts" not in self.owes.get(game.id, ()))

    def test_games_of_sensible_players_end_and_keep_the_invariants(self, game: AnyGame) -> None:
        """E1, E5: random play misses deep states."""
        for case in cases(game, "greedy", 450, 5, least=min(3, len(settings(game))), most=60, whole=1):
            check_game(case, "greedy", read="texts" not in self.owes.get(game.id, ()))

    def test_everything_a_game_may_say_reads_well(self, game: AnyGame) -> None:
        """Rare events come in no game that is played: every template, card and lesson is read as it stands."""
        if "texts" not in self.owes.get(game.id, ()):
            assert wording_faults(game) == []

    def test_the_journal_says_where_turns_begin_and_whom_its_lines_are_about(self, game: AnyGame) -> None:
        """Headings per turn, and sides that are seats or have a name; played again, a line is about the same."""
        unknown = set(game.words.headings) - set(game.words.events)
        assert not unknown, f"headings that no event has: {unknown}"
        assert set(game.words.headings.values()) <= {1, 2}
        for case in cases(game, "journal", 300, 2, least=1, most=4):
            _check_journal(case)

    def test_hypothesis_finds_nothing(self, game: AnyGame) -> None:
        """E11."""
        share = min(1, effort() / EFFORTS["gate"])
        let_hypothesis_play(game, max(5, round(20 * share)) * max(1, round(effort() / 3)), 40)

    # -- history -------------------------------------------------------------------------------------------------------

    def test_clones_and_reloaded_copies_go_on_alike(self, game: AnyGame) -> None:
        """E2."""
        for case in cases(game, "copies", 400, 4, least=2, most=20):
            check_copies(case)

    def test_replays_equal_the_game(self, game: AnyGame) -> None:
        """E3."""
        for case in cases(game, "replay", 400, 3, least=2, most=20):
            check_replay(case)

    def test_refused_choices_change_nothing(self, game: AnyGame) -> None:
        """E4."""
        attempts = sum(check_refusals(case) for case in cases(game, "refusals", 400, 4, least=1, most=20))
        assert attempts > 300

    def test_undo_and_redo_are_exact_and_stop_at_barriers(self, game: AnyGame) -> None:
        """E6."""
        for case in cases(game, "undo", 300, 4, least=2, most=40):
            check_undo(case)

    def test_rewinding_equals_playing_again(self, game: AnyGame) -> None:
        """E6."""
        for case in cases(game, "rewind", 300, 3, least=1, most=10):
            check_rewind(case)

    def test_rolls_that_people_type_are_copied_saved_and_rewound_alike(self, game: AnyGame) -> None:
        """E2, E3, E6 with the dice of a real table."""
        for check in (check_copies, check_replay, check_undo, check_rewind):
            for case in cases(game, "typed rolls", 150, 1, least=1, most=10, manual=True):
                check(case)

    # -- secrecy -------------------------------------------------------------------------------------------------------

    @pytest.mark.parametrize("bot", ["random", "greedy"])
    def test_nothing_hidden_reaches_a_viewer(self, game: AnyGame, bot: str) -> None:
        """S1, S4, S5: and no undo shows something for free."""
        counts = SecrecyCounts()
        for case in cases(game, f"secrecy {bot}", 300, 6, least=_all_in_the_long_form(game, 2), most=50):
            check_secrecy(case, counts, bot)
        assert counts.pairs > 0
        print(f"{game.title}, {bot}: {counts.pairs} views, hidden things differed in {counts.changed}")
        if not counts.changed:
            pytest.skip(f"{game.title} has no hidden information: guess changed nothing in {counts.pairs} positions")
        if counts.changed * 20 < counts.pairs:
            few = f"{game.title}: guess changed something in only {counts.changed} of {counts.pairs} positions"
            warnings.warn(few, stacklevel=1)

    def test_an_analysis_is_made_of_what_its_seat_may_know(self, game: AnyGame) -> None:
        """S1 for the analysis board."""
        counts = SecrecyCounts()
        for case in cases(game, "analysis", 400, 3, least=_all_in_the_long_form(game, 1), most=20):
            check_analysis(case, counts)
        assert counts.pairs > 0
        print(f"{game.title}: {counts.pairs} analyses, hidden things differed in {counts.changed}")

    def test_imagined_positions_can_be_played_on(self, game: AnyGame) -> None:
        """Rules keep nothing hidden in a local variable over a decision."""
        for case in cases(game, "imagined", 400, 3, least=1, most=20):
            check_imagined_play(case)

    def test_imagined_positions_clone_and_go_back(self, game: AnyGame) -> None:
        """E2, E6 for what a seat imagines, in the middle of an activity too."""
        checked = sum(check_imagined_copies(case) for case in cases(game, "imagined copies", 400, 3, least=1, most=20))
        assert checked > 0

    # -- machines ------------------------------------------------------------------------------------------------------

    def test_rules_ask_the_machine_neither_for_chance_nor_for_the_time(self, game: AnyGame) -> None:
        """D3."""
        for case in cases(game, "no chance", 300, 2, least=2, most=10):
            check_no_chance(case)

    def test_every_machine_plays_the_same(self, game: AnyGame, tmp_path: Path, request: pytest.FixtureRequest) -> None:
        """E3 In another order of hashes, without asserts, and by every Python there is."""
        here = fingerprint(game, *amount(game))
        kept = request.config.rootpath / "build" / "pythons"
        for machine in machines(kept, tmp_path):
            played = run(machine.python, entry_of(game), *amount(game), machine.hash_seed, machine.flags)
            compare_fingerprints(here, played, machine.name)

    # -- clauses, components, lessons ----------------------------------------------------------------------------------

    def test_clause_ids_follow_one_pattern(self, game: AnyGame) -> None:
        clauses = game.clauses
        assert clauses.clauses, "rules.md has no clauses"
        assert all(id.startswith(f"{clauses.prefix}-") for id in clauses.clauses)
        assert all(clause.text for clause in clauses.clauses.values())

    def test_every_clause_is_named_by_code_and_by_a_test(self, game: AnyGame, request: pytest.FixtureRequest) -> None:
        """E10."""
        self._may_owe(game, "clauses", request)
        report = clause_coverage(game, self.clause_tests(game))
        assert report.missing_in_code == [], "no code names these clauses"
        assert report.missing_in_tests == [], "no test names these clauses"
        assert report.unknown_ids == [], "code or tests name these, and they are no clauses"

    def test_every_clause_is_printed_somewhere_or_ours_with_a_reason(
        self, game: AnyGame, request: pytest.FixtureRequest
    ) -> None:
        self._may_owe(game, "concordance", request)
        concordance = concordance_of(game)
        if not self.printed and not concordance.sections:
            pytest.skip(f"{game.title} has no printed rulebook")
        assert concordance.sections, "no section of the printed rulebook is named"
        assert unreached(concordance, game.clauses) == []

    def test_every_data_file_can_be_overlaid(self, game: AnyGame, tmp_path: Path) -> None:
        check_overlay(game, _data(game), tmp_path)

    def test_a_broken_data_file_gets_a_sentence(self, game: AnyGame, tmp_path: Path) -> None:
        check_broken_file(game, _data(game), tmp_path)

    def test_its_lesson_if_it_has_one_can_be_followed(self, game: AnyGame) -> None:
        lesson = lesson_of(game)
        if lesson is None:
            pytest.skip(f"{game.title} has no lesson; it is optional")
        assert faults(game, lesson) == []

    # -- recorded games ------------------------------------------------------------------------------------------------

    def test_a_game_has_recorded_games_for_every_setting_and_result(
        self, game: AnyGame, request: pytest.FixtureRequest
    ) -> None:
        """E8."""
        self._may_owe(game, "golden", request)
        folder = self.golden_folder(game)
        how = f"record them: python -m sandtable.testing {game.id} {folder}"
        records = [load_save(path) for path in sorted(folder.glob("*.sandtable"))]
        assert len(records) >= LEAST_FILES, how
        for spec in game.options:
            missing = set(spec.values) - {record.options[spec.name] for record in records}
            full = len(records) >= MOST_FILES
            assert not missing or full, f"no recorded game has {spec.name} {sorted(map(str, missing))}"
        recorded = {record.notes["outcome"]["result"] for record in records if record.notes["outcome"]}
        for number in _numbers_looked_at(game):
            outcome = play_golden(game, number, folder)[1]
            ends = outcome is None or outcome.result in recorded
            assert ends, f"no recorded game ends with {outcome and outcome.result!r}; {how}"

    def test_a_recorded_game_plays_as_it_was_recorded(self, recording: Path) -> None:
        """E8."""
        check_golden(recording)

    def test_counts_of_small_trees_are_as_recorded(self, game: AnyGame, request: pytest.FixtureRequest) -> None:
        """E7."""
        self._may_owe(game, "golden", request)
        folder = self.golden_folder(game)
        perfts = golden_perfts(folder)
        assert perfts, f"record them: python -m sandtable.testing {game.id} {folder}"
        for perft in perfts:
            counted = count(Case(game, perft.options, perft.seed), perft.after, most=perft.sequences + 1)
            assert counted == perft


def _numbers_looked_at(game: AnyGame) -> Iterator[int]:
    """Which games of the recorder are played again for their results: in the gate the first two of random players.

    Those of sensible players come before them, take longer, and stand in the recordings.
    """
    if effort() > 1:
        yield from (number for number, _ in enumerate(cases(game, "results", 0, 2, most=40)))
    else:
        rows = len(settings(game))
        yield from range(rows, rows + 2)


def _data(game: AnyGame) -> Path:
    folder = data_folder(game)
    if folder is None:
        pytest.skip(f"{game.title} has no data folder")
    return folder


def _check_journal(case: Case) -> None:
    game, walk = case.game, Walk(case, "greedy")
    for position, _ in walk.decisions():
        if len(position.steps) >= 150:
            break
    position = walk.position
    lines = position.journal.lines
    told = {side for line in lines for side in line.sides}
    if position.steps and len(position.seats) > 1 and not game.cooperative:
        assert told & set(position.seats)
    if game.words.headings:
        levels = [game.words.headings.get(line.event, 0) for line in lines]
        assert 1 in levels or position.deciders, case.broken("no turn has begun", position)
    if len(position.steps) > 30:
        before = [(line.step, line.sides) for line in lines if line.step < len(position.steps) - 20]
        position.rewind(len(position.steps) - 20)
        assert [(line.step, line.sides) for line in position.journal.lines][: len(before)] == before
