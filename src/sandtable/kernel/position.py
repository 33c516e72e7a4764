"""A position is the state at the last checkpoint and the choices since.

Between activities the state is complete; there the position takes a checkpoint. Cloning copies the checkpoint and runs
the few choices again, undo drops a choice and runs again, a replay is seed, options and all choices.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sandtable.kernel.decision_point import is_private
from sandtable.kernel.dice import Dice, ManualDice, seed_from
from sandtable.kernel.errors import Refused, RuleFault, SandtableError
from sandtable.kernel.flow import Choose, Option
from sandtable.kernel.game import AnyGame, Options
from sandtable.kernel.journal import SILENT, Journal
from sandtable.kernel.moments import Imagined, Moment, Place, ReplayPath, Snapshot, StoredPosition
from sandtable.kernel.records import Choice as Choice
from sandtable.kernel.running import ROLLED as ROLLED
from sandtable.kernel.running import RunningGame
from sandtable.kernel.snapshots import Snapshots, pack, unpack, unpacked
from sandtable.kernel.state import State, same_state
from sandtable.kernel.step_counts import StepCounts

_CHECKPOINTS = 8
"""So many of the choices that can be undone freely keep their checkpoint: a long set-up has hundreds of them."""


class Position(RunningGame):
    """A game in progress. `state` is the truth: only the process that holds the match may look at it."""

    def __init__(self, game: AnyGame, options: Options, state: State, journal: Journal = SILENT) -> None:
        super().__init__(game, options, state, journal)
        self._known = StepCounts()
        self._undo: list[Place] = []
        self._redo: list[Choice] = []
        self._snapshots = Snapshots()

    @classmethod
    def new(
        cls, game: AnyGame, options: Options | None = None, seed: str | int | Dice = 0, journal: Journal | None = None
    ) -> Position:
        """Set up a game. The seed is a short name, 64 hexadecimal digits, or dice."""
        settled = game.settle(options or {})
        dice = dice_for(seed)
        # Nobody has sat down yet who could roll: the program deals the set-up even where people roll their own dice.
        state: State = game.new(settled, Dice(dice.seed, dice.taken) if isinstance(dice, ManualDice) else dice)
        if isinstance(dice, ManualDice):
            state.dice = ManualDice(dice.seed, state.dice.taken)
        position = cls(game, settled, state, SILENT if journal is None else journal)
        position.state.journal = position.journal
        position._take_checkpoint()
        position._begin()
        return position

    @classmethod
    def resume(
        cls, game: AnyGame, options: Options, checkpoint: State, since: Sequence[Choice], journal: Journal = SILENT
    ) -> Position:
        """Go on from a stored checkpoint and the choices since; earlier steps cannot be undone."""
        position = cls(game, options, checkpoint, journal)
        position.steps = list(since)
        position._known = StepCounts(len(since))
        position._return_to(Moment(checkpoint, tuple(since), len(since), len(journal.lines)))
        return position

    @property
    def can_be_stored(self) -> bool:
        """Whether nothing can be taken back or made again freely, so that `stored` tells all."""
        return not self._undo and not self._redo and self._imagined is None

    def stored(self) -> StoredPosition:
        """The position at rest, to be stored. The steps, whose they are privately and the journal stand elsewhere."""
        return StoredPosition(pack(self._checkpoint), len(self._since), self._checkpoint_lines)

    @classmethod
    def from_stored(
        cls,
        game: AnyGame,
        options: Options,
        rest: StoredPosition,
        steps: Sequence[Choice],
        known: StepCounts,
        past: Iterable[Snapshot],
        journal: Journal,
    ) -> Position:
        """The position that rested so, after these steps; `past` is where it can return to."""
        position = cls(game, options, unpack(game.state_type, rest.packed), journal)
        position.steps = list(steps)
        position._known = known
        position._snapshots = Snapshots(past)
        since = tuple(steps[len(steps) - rest.since :])
        position._return_to(Moment(position.state, since, len(steps), rest.lines))
        return position

    # -- choosing ----------------------------------------------------------------------------------------------------

    def apply(self, seat: str, option: Any) -> None:
        """Make a choice. A refused choice, or a rule that fails, leaves the position as it was."""
        refused = self.refusal(seat, option)
        if refused is not None:
            raise refused
        if self._freely:
            raise Refused("This position is played freely: use `play_freely`.")
        before = self._place()
        dice_taken, secrets = self.state.dice.taken, self.state.secrets_shown
        opened = not isinstance(self.decision, Choose) and self.deciders == (seat,)
        step = Choice(seat, option)
        private = is_private(self.decision, seat)
        self.steps.append(step)
        self._carry_out(len(self.steps))
        try:
            self._feed(step)
            if isinstance(self.decision, Choose):
                _ = self.decision.options  # a rule that fails to make them fails on this choice
        except BaseException as fault:
            self._return_to(self._moment_of(before))
            if isinstance(fault, SandtableError) or not isinstance(fault, Exception):
                raise
            # The words of the fault may name hidden things: they are chained for the log of the developer, not told.
            told = RuleFault(
                "A rule failed on {option} at step {step} ({kind}); nothing has changed.",
                option=str(option),
                step=before.steps + 1,
                kind=type(fault).__name__,
            )
            told.__cause__ = fault  # mypyc forgets what `from` says
            raise told from fault
        self._known.add(seat if private and is_private(self.decision, seat) else "")
        self._redo.clear()
        shown = self.state.dice.taken != dice_taken or self.state.secrets_shown != secrets or opened
        if shown or (seat not in self.deciders and not self._sealed):
            self._undo.clear()
        else:
            self._undo.append(before)
        if not before.since:
            self._snapshots.note(self._moment_of(before))
        self._drop_checkpoint()

    def _drop_checkpoint(self) -> None:
        """Of what was chosen long ago the checkpoint is not kept, where one can be made again from a snapshot."""
        if len(self._undo) > _CHECKPOINTS:
            old = self._undo[-1 - _CHECKPOINTS]
            if self._snapshots.reaches(old.steps):
                self._undo[-1 - _CHECKPOINTS] = Place(None, old.since, old.steps, old.checkpoint_lines)

    def play_freely(self, seat: str, option: Option) -> None:
        """Make a choice without history, as playouts do: faster, but this can then be neither cloned nor taken back."""
        refused = self.refusal(seat, option)
        if refused is not None:
            raise refused
        self._freely = True
        self._feed(Choice(seat, option))

    # -- returning ---------------------------------------------------------------------------------------------------

    def _place(self) -> Place:
        return Place(self._checkpoint, len(self._since), len(self.steps), self._checkpoint_lines, self._imagined)

    def _moment_of(self, place: Place) -> Moment:
        assert place.checkpoint is not None
        since = tuple(self.steps[place.steps - place.since : place.steps])
        return Moment(place.checkpoint, since, place.steps, place.checkpoint_lines, place.imagined)

    def _moment(self) -> Moment:
        return self._moment_of(self._place())

    def _return_to(self, moment: Moment) -> None:
        """Take up a checkpoint and make the choices since it again."""
        self._checkpoint = moment.checkpoint
        self._checkpoint_lines = moment.checkpoint_lines
        self._since = list(moment.since)
        self._imagined = moment.imagined
        del self.steps[moment.steps :]
        self._known.cut(moment.steps)
        self._run_again()

    @property
    def can_undo(self) -> bool:
        """Whether the last choice can be taken back freely: no die rolled, nothing shown, the same seat to decide."""
        return bool(self._undo)

    def undo_to(self, seat: str) -> int | None:
        """The earliest step to which a seat can go back freely, by one undo after another; None if by none."""
        back = len(self.steps)
        for place in reversed(self._undo):
            if self.steps[place.steps].seat != seat:
                break
            back = place.steps
        return back if back < len(self.steps) else None

    def undo(self, seat: str = "") -> None:
        """Take back the last choice; a seat that is named can take back only its own."""
        if not self.steps:
            raise Refused("There is nothing to undo.")
        if not self._undo or (seat and self.steps[-1].seat != seat):
            raise Refused(
                "You can't undo that: a die was rolled, something was revealed, or another player has chosen since."
            )
        self._redo.append(self.steps[-1])
        place = self._undo.pop()
        if place.checkpoint is None:
            redo = list(self._redo)
            self.rewind(place.steps)
            self._redo = redo
            return
        self._return_to(self._moment_of(place))
        self._snapshots.cut(len(self.steps))

    @property
    def can_redo(self) -> bool:
        """Whether a choice was taken back that can be made again."""
        return bool(self._redo)

    @property
    def redo_seat(self) -> str:
        """The seat whose choice `redo` would make again."""
        return self._redo[-1].seat if self._redo else ""

    def redo(self, seat: str = "") -> None:
        """Make the choice again that was taken back last; a seat that is named can make only its own."""
        if not self._redo or (seat and self.redo_seat != seat):
            raise Refused("There is nothing to redo.")
        *rest, step = self._redo
        self.apply(step.seat, step.option)
        self._redo = rest

    def rewind(self, steps: int) -> None:
        """Go back to an earlier step, whatever happened since; the others must have agreed. The dice stay the same."""
        if not 0 <= steps <= len(self.steps):
            raise Refused(
                "There is no step {step}. The match has {steps:step|steps}.", step=steps, steps=len(self.steps)
            )
        if steps == len(self.steps):
            return
        kept = self.steps[:steps]
        if not self._snapshots.reaches(steps):
            raise Refused("This position has no record of its beginning.")
        self._snapshots.cut(steps)
        start, back = self._snapshots.before(steps), 1
        while True:
            self._undo.clear()
            self._return_to(start)
            for step in kept[start.steps :]:
                self.apply(step.seat, step.option)
            # What could be taken back freely then can be so again, however far apart the snapshots lie.
            if len(self._undo) < steps - start.steps or not self._snapshots.reaches(start.steps - 1):
                break
            start, back = self._snapshots.before(max(0, start.steps - back)), back * 4
        self._redo = []

    def as_of(self, steps: int, near: Position | None = None) -> Position:
        """A silent position of its own, as this one stood at an earlier step.

        It goes on from `near`, one made so before, if that is not farther than a snapshot; `near` is then used up.
        """
        if near is not None and near._leads_to(self, steps):
            if steps < len(near.steps):
                near.rewind(steps)
            twin = near
        else:
            start = self._snapshots.before(steps) if self.steps else self._moment()
            twin = Position(self.game, self.options_chosen, start.checkpoint)
            twin.steps = self.steps[: start.steps]
            twin._known = self._known.first(start.steps)
            twin._return_to(start)
        for step in self.steps[len(twin.steps) : steps]:
            twin.apply(step.seat, step.option)
        return twin

    def way_to(self, steps: int) -> ReplayPath:
        """How another process gets to an earlier step, or to this one."""
        if steps == len(self.steps):
            return ReplayPath(self._moment())
        start = self._snapshots.nearest(steps)
        return ReplayPath(start, tuple(self.steps[start.steps : steps]))

    @classmethod
    def from_way(cls, game: AnyGame, options: Options, way: ReplayPath) -> Position:
        """A silent position of its own at the end of a way; its steps are counted from the checkpoint on."""
        moment = unpacked(way.start) if isinstance(way.start, Snapshot) else way.start
        position = cls(game, options, moment.checkpoint)
        position.steps = list(moment.since)
        position._known = StepCounts(len(moment.since))
        position._return_to(Moment(moment.checkpoint, moment.since, len(moment.since), 0, moment.imagined))
        for step in way.choices:
            position.apply(step.seat, step.option)
        return position

    def _leads_to(self, other: Position, steps: int) -> bool:
        """Whether the way from here to that step of another position is short."""
        ours = min(len(self.steps), steps)
        if self.steps[:ours] != other.steps[:ours]:
            return False
        if steps < len(self.steps):
            return self._snapshots.reaches(steps)
        return len(self.steps) >= other._snapshots.last_before(steps)

    # -- counting ----------------------------------------------------------------------------------------------------

    def counts(self, seat: str) -> Sequence[int]:
        """How many steps a seat knows of after each step: a run of another's private choices is one step for it."""
        return self._known.counts(seat)

    # -- copies ------------------------------------------------------------------------------------------------------

    def clone(self) -> Position:
        """A position of its own at the same decision; it has no journal and no history to undo."""
        if self._freely:
            raise Refused("This position is played freely and has no checkpoint, so it can't be cloned.")
        twin = Position(self.game, self.options_chosen, self._checkpoint)
        twin._checkpoint = self._checkpoint
        twin._since = list(self._since)
        twin._imagined = self._imagined
        twin.steps = list(self._since)
        twin._known = StepCounts(len(twin.steps))
        twin._run_again()
        if isinstance(self.decision, Choose) and isinstance(twin.decision, Choose):
            twin.decision.take_options(self.decision.options)
        return twin

    def imagine(self, seat: str, dice: Dice, journal: Journal = SILENT) -> Position:
        """A clone as the seat may imagine it: everything it cannot know is dealt afresh, and the dice are others.

        It is a position like any other: it can be cloned, played on, taken back to where it began and imagined again.
        """
        if self.decision is not None and self.decision.ask == ROLLED:
            raise Refused("The players are about to roll. Enter the roll first.")
        if self.activity_begins:
            twin = self.imagine_activity(seat, dice, journal)
            if seat in self._sealed:
                twin.apply(seat, self._sealed[seat])
            return twin
        guessed = self.state.clone()
        self._guess(guessed, seat, dice)
        sealed = tuple((own, option) for own, option in self._sealed.items() if own == seat)
        twin = Position(self.game, self.options_chosen, guessed, journal)
        options = tuple(self.decision.options) if isinstance(self.decision, Choose) else ()
        twin._imagined = Imagined(self._moment(), sealed, options)
        twin._run_again()
        return twin

    @property
    def activity_begins(self) -> bool:
        """Whether this is the first decision of an activity that has changed nothing yet."""
        begun = self._imagined is not None or len(self._since) > len(self._sealed)
        return not begun and same_state(self.state, self._checkpoint)

    def imagine_activity(self, seat: str, dice: Dice, journal: Journal = SILENT) -> Position:
        """Imagine the activity from its beginning, so that all its options follow from the guess.

        So what other seats may choose is imagined too, and the twin can be cloned and taken back.
        """
        state = self._checkpoint.clone()
        self._guess(state, seat, dice)
        twin = Position(self.game, self.options_chosen, state, journal)
        state.journal = journal
        twin._take_checkpoint()
        twin._begin()
        return twin

    def _guess(self, state: State, seat: str, dice: Dice) -> None:
        self.game.guess(state, seat, dice)
        state.dice = Dice(seed_from(f"imagined {dice.seed} {dice.below(1 << 62)}"))


def dice_for(seed: str | int | Dice) -> Dice:
    """Dice from a seed: 64 hexadecimal digits are the seed itself, anything else names one."""
    if isinstance(seed, Dice):
        return seed
    if isinstance(seed, str) and len(seed) == 64 and all(c in "0123456789abcdef" for c in seed):
        return Dice(seed)
    return Dice(seed_from(seed))
