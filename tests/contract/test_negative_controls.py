"""E13 The suite finds planted faults: each toy of tests/toys/faulty.py has one, and the check meant for it sees it."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable

import msgspec
import pytest

from sandtable.kernel.flow import Choose, Option
from sandtable.kernel.position import Position
from sandtable.kernel.show import ShownDecision, ShownOption, show_decision
from sandtable.testing import secrecy
from sandtable.testing.case import Broken, Case
from sandtable.testing.chance import check_no_chance, compare_fingerprints
from sandtable.testing.history import check_copies, check_refusals, check_replay, check_rewind, check_undo
from sandtable.testing.machines import run
from sandtable.testing.play import check_game
from sandtable.testing.secrecy import SecrecyCounts, check_imagined_play, check_secrecy
from sandtable.testing.state_machine import let_hypothesis_play
from tests.toys import faulty, pearls
from tests.toys.pearls import PearlsGame

GAMES = 12
"""Each fault must be found within so many games."""


def secrets(case: Case) -> None:
    """The secrecy check with both bots."""
    for bot in ("random", "greedy"):
        check_secrecy(case, SecrecyCounts(), bot)


Check = Callable[[Case], object]
CONTROLS: list[tuple[type[PearlsGame], Check, str]] = [
    (faulty.LeakingView, secrets, "view of .* tells hidden things"),
    (faulty.LeakToSpectator, secrets, "view of a spectator tells hidden things"),
    (faulty.WorldlyChance, check_no_chance, "uses random.random"),
    (faulty.WorldlyChance, check_copies, "goes another way"),
    (faulty.WorldlyTime, check_no_chance, "uses time.time"),
    (faulty.SharingClone, check_game, "a clone shares the container deck"),
    (faulty.SharingClone, check_copies, "changes the original|another digest|another way"),
    (faulty.ListInRecord, check_game, "clones would share it"),
    (faulty.UndoOverDice, secrets, "without dice or reveal"),
    (faulty.RevealWithoutBarrier, secrets, "the journal .* without reveal"),
    (faulty.ShownWithoutReveal, secrets, "without dice or reveal"),
    (faulty.LeakByAbsence, secrets, "without dice or reveal, the decision"),
    (faulty.LeakByForce, secrets, "without dice or reveal, the decision"),
    (faulty.LeakByRule, secrets, "the decision of .* tells hidden things"),
    (faulty.RefusalTells, secrets, "the refusal of .* tells hidden things"),
    (faulty.RefusedButChanged, check_refusals, "changed the"),
    (faulty.DeadEnd, check_game, "dead end|nothing to decide"),
    (faulty.EndlessLoop, check_game, "no end after 300 decisions"),
    (faulty.EndlessSilence, check_game, "runs on without"),
    (faulty.UnwritableField, check_game, "the set-up fails"),
    (faulty.UnwritableValue, check_game, "clones would share|JSON"),
    (faulty.LocalSecret, check_imagined_play, "a card is there twice"),
    (faulty.WrongGuess, secrets, "tells hidden things"),
    (faulty.SecretTooLate, secrets, "not the first thing of its activity"),
    (faulty.PeepingBot, secrets, "by something else than its view"),
    (faulty.SharedView, check_game, "an old view of .* changed"),
    (faulty.RewrittenJournal, check_game, "changed after it was written"),
    (faulty.ToldDraw, secrets, "the journal names"),
    (faulty.LookingRolls, check_game, "changes the state"),
    (faulty.UnknownRule, check_game, "no clause of Pearls"),
    (faulty.SameTexts, check_game, "two options read"),
    (faulty.NamelessThing, check_game, "'merchant'"),
    (faulty.TwiceTheSame, check_game, "not unique"),
    (faulty.StrangerInAWar, check_game, "is on none of the sides"),
    (faulty.BrokenScores, check_game, "scores"),
    (faulty.UnnamedFeature, check_game, "2 features, but 1 names of features"),
    (faulty.EndlessFeature, check_game, "is not a finite number"),
    (faulty.FaultyRule, check_game, "play fails"),
]


def within_games(toy: PearlsGame, check: Check) -> None:
    for case in cases_of(toy):
        check(case)


def cases_of(toy: PearlsGame) -> list[Case]:
    return [Case(toy, toy.settle({"cards": 3}), f"control {number}") for number in range(GAMES)]


@pytest.mark.parametrize(("toy", "check", "says"), CONTROLS, ids=[f"{t.__name__}-{c.__name__}" for t, c, _ in CONTROLS])
def test_a_planted_fault_is_found(toy: type[PearlsGame], check: Check, says: str) -> None:
    with pytest.raises(Broken, match=says):
        within_games(toy(), check)


@pytest.mark.parametrize(
    "check",
    [
        *(secrets, check_game, check_copies, check_replay, check_refusals, check_undo, check_rewind),
        *(check_imagined_play, check_no_chance),
    ],
    ids=lambda check: check.__name__,
)
def test_the_sound_toy_passes(check: Check) -> None:
    within_games(pearls.GAME, check)


@pytest.mark.parametrize("toy", [faulty.SharingClone, faulty.DeadEnd, faulty.WrongGuess, faulty.ListInRecord])
def test_hypothesis_finds_planted_faults(toy: type[PearlsGame]) -> None:
    with pytest.raises((AssertionError, ZeroDivisionError)):
        let_hypothesis_play(toy(), 20, 30)


def test_an_order_that_depends_on_hashes_is_found() -> None:
    where = "tests.toys.faulty:HASH_ORDER"
    one, other = (run(sys.executable, where, 6, 50, seed) for seed in ("0", "1"))
    with pytest.raises(Broken, match="plays differently"):
        compare_fingerprints(one, other, "hash seed 1")


def test_options_shown_to_all_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def open_decision(position: Position, seat: str) -> ShownDecision | None:
        shown = show_decision(position, seat)
        if shown is None or shown.options or position.decision is None:
            return shown
        decision = position.decision
        options: list[Option] = []
        for asked in position.deciders:
            options += decision.options if isinstance(decision, Choose) else decision.options[asked]
        words = position.game.words
        return msgspec.structs.replace(shown, options=tuple(ShownOption(o, words.option(o)) for o in options))

    monkeypatch.setattr(secrecy, "show_decision", open_decision)
    with pytest.raises(Broken, match=r"the decision of .* tells hidden things"):
        within_games(pearls.GAME, secrets)


def test_chance_that_a_module_holds_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pearls, "choice", random.choice, raising=False)
    with pytest.raises(Broken, match="holds 'choice'"):
        check_no_chance(cases_of(pearls.GAME)[0])


def test_an_undo_that_forgets_a_barrier_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fault is in the kernel here: every choice can be undone, whatever was rolled or shown."""
    sound = Position.apply

    def apply(self: Position, seat: str, option: Option) -> None:
        before = self._place()
        sound(self, seat, option)
        if not self._undo:
            self._undo.append(before)

    monkeypatch.setattr(Position, "apply", apply)
    with pytest.raises(Broken, match="undo is free"):
        within_games(pearls.GAME, check_undo)


def test_an_undo_that_is_not_exact_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = Position.undo

    def undo(self: Position, seat: str = "") -> None:
        sound(self, seat)
        self.state.secrets_shown += 1

    monkeypatch.setattr(Position, "undo", undo)
    with pytest.raises(Broken, match="does not restore the state"):
        within_games(pearls.GAME, check_undo)
