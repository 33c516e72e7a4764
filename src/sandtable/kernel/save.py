"""Saves: one readable JSON file that says how a game came to stand as it does, and proves it step by step."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from sandtable.kernel.dice import Dice, ManualDice
from sandtable.kernel.digests import Digests
from sandtable.kernel.errors import SandtableError, SaveError, UnknownName
from sandtable.kernel.game import AnyGame, find_game
from sandtable.kernel.journal import Journal
from sandtable.kernel.position import Position, dice_for
from sandtable.kernel.prepared import prepared
from sandtable.kernel.records import Choice
from sandtable.kernel.records import Save as Save
from sandtable.kernel.sentences import tell
from sandtable.kernel.state import digest, state_from_json, state_to_json

FORMAT = "sandtable-save-1"
EXPORT = "sandtable-report-1"
"""The format of what a seat exports from a match with others: its table and its journal, no seed and no choices."""
_PLACE = re.compile(r"(?:field `|at `\$\.?)([^`]+)`")
"""Where a file is not as it should be, in what msgspec says of it."""
_LARGEST = 64 * 1024 * 1024


class _Head(msgspec.Struct):
    """What an export says of itself."""

    format: str
    game: str = ""
    seat: str = ""


class Recorder:
    """Keeps the digests that a save proves itself with, one for each step."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.digests = Digests([position.digest()])

    def note(self) -> None:
        """Call after every choice, undo and rewind."""
        self.digests.put(len(self.position.steps), self.position.digest())


def save(position: Position, seed: str, digests: Sequence[str], notes: dict[str, Any] | None = None) -> bytes:
    """The bytes of a save file."""
    game = position.game
    kind = "manual" if isinstance(position.state.dice, ManualDice) else "keyed"
    record = Save(
        format=FORMAT,
        game=game.id,
        rules_version=game.version,
        data_version=game.data_version(),
        options=position.options_chosen,
        seed=seed,
        dice=kind,
        steps=position.steps,
        digests=list(digests),
        checkpoint=msgspec.Raw(state_to_json(position.checkpoint)),
        notes=notes or {},
    )
    record = msgspec.structs.replace(record, check=_fingerprint(record))
    return msgspec.json.format(msgspec.json.encode(record, order="deterministic"), indent=1)


def _fingerprint(record: Save) -> str:
    """The fingerprint of a save without its own, however the file is indented."""
    checkpoint = msgspec.json.format(bytes(record.checkpoint), indent=-1)
    bare = msgspec.structs.replace(record, check="", checkpoint=msgspec.Raw(checkpoint))
    return blake2b(msgspec.json.encode(bare, order="deterministic"), digest_size=12).hexdigest()


def read_save(text: bytes) -> Save:
    """Read a save file without playing it."""
    if len(text) > _LARGEST:
        raise SaveError(
            "This file has {size} MiB. The limit for a save is {most} MiB.", size=len(text) >> 20, most=_LARGEST >> 20
        )
    try:
        record = msgspec.json.decode(text, type=prepared(Save))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        _refuse_export(text)
        if place := _PLACE.search(str(fault)):
            raise SaveError("This is not a Sandtable save, or it is damaged at '{place}'.", place=place[1]) from None
        raise SaveError("This is not a Sandtable save, or it is damaged.") from None
    if record.format != FORMAT:
        raise SaveError(
            "This save has the format '{format}'; this version of Sandtable reads '{ours}'.",
            format=record.format,
            ours=FORMAT,
        )
    if len(record.digests) != len(record.steps) + 1:
        raise SaveError(
            "This save lists {steps:step|steps} but {digests:digest|digests}; it was cut or edited.",
            steps=len(record.steps),
            digests=len(record.digests),
        )
    return record


def _refuse_export(text: bytes) -> None:
    """Say what a file that only looks like a save is good for."""
    with suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        head = msgspec.json.decode(text, type=prepared(_Head))
        if head.format == EXPORT:
            seat = head.seat or tell("a spectator")
            raise SaveError(
                "This is an export of a match of {game}: the table and the journal as {seat} saw them, to read "
                "or to report a problem. It holds neither the dice nor the other side's choices, so you can't "
                "continue it. To try other choices, open the match and choose Analyse; when it is over, its save can "
                "be opened.",
                game=head.game,
                seat=seat,
            )


def restore(record: Save, journal: Journal | None = None) -> tuple[Position, Recorder]:
    """Play a save from its seed, checking every digest: the position, and a recorder to go on with."""
    game = game_of(record)
    dice: Dice = ManualDice(record.seed) if record.dice == "manual" else dice_for(record.seed)
    position = Position.new(game, game.settle(record.options), dice, journal)
    recorder = Recorder(position)

    def choose(step: Choice) -> None:
        position.apply(step.seat, step.option)
        recorder.note()

    play_save(record, recorder, choose)
    return position, recorder


def play_save(record: Save, recorder: Recorder, choose: Callable[[Choice], object]) -> None:
    """Make every choice of a save, from its beginning, and refuse it where its digests or its checkpoint differ.

    `choose` changes the position of the recorder, and notes it.
    """
    position = recorder.position
    _compare(record, recorder, 0)
    for number, step in enumerate(record.steps, 1):
        try:
            choose(step)
        except SandtableError as fault:
            raise SaveError(
                "Step {number} of this save, {option} by {seat}, is refused: {why} "
                "The file was edited or does not belong to these rules.",
                number=number,
                option=str(step.option),
                seat=step.seat,
                why=fault.sentence,
            ) from None
        _compare(record, recorder, number)
    if digest(position.checkpoint) != _checkpoint_digest(record, position):
        raise SaveError(
            "The checkpoint in this save does not follow from its {steps:step|steps}; it was edited.",
            steps=len(record.steps),
        )
    if record.check != _fingerprint(record):
        raise SaveError("Every step of this save is sound, but something else in it was changed.")


def game_of(record: Save) -> AnyGame:
    """The game of a save, if it is here in the version with which it was played."""
    try:
        game = find_game(record.game)
        game.settle(record.options)
    except UnknownName as fault:
        raise SaveError("This save can't be loaded here: {why}", why=fault.sentence) from None
    if record.rules_version != game.version:
        raise SaveError(
            "This save was made with version {began} of the rules of {title}; this is version {version}.",
            began=record.rules_version,
            title=game.title,
            version=game.version,
        )
    if record.data_version != game.data_version():
        raise SaveError(
            "This save was made with different components of {title} ({version}; these are {here}). "
            "Load it with the data folder it was played with (--data).",
            title=game.title,
            version=record.data_version,
            here=game.data_version(),
        )
    if len(record.seed) != 64 or not set(record.seed) <= set("0123456789abcdef"):
        raise SaveError("The seed in this save is not 64 hexadecimal digits; it was edited.")
    if record.dice not in ("keyed", "manual"):
        raise SaveError(
            "The dice in this save are '{dice}'; they can be 'keyed' or 'manual'. It was edited.", dice=record.dice
        )
    return game


def _compare(record: Save, recorder: Recorder, number: int) -> None:
    if record.digests[number] != recorder.digests[number]:
        where = "at step {number}, {option}" if number else "at the set-up"
        raise SaveError(
            "This save differs from these rules {where}: the digest is {digest}, the file says {said}.",
            where=tell(where, number=number, option=str(record.steps[number - 1].option) if number else ""),
            digest=recorder.digests[number],
            said=record.digests[number],
        )


def _checkpoint_digest(record: Save, position: Position) -> str:
    try:
        return digest(state_from_json(type(position.checkpoint), bytes(record.checkpoint)))
    except (msgspec.MsgspecError, SaveError, RecursionError, TypeError, ValueError):
        return ""


def write_save(path: Path, text: bytes) -> None:
    """Write a file whole or not at all."""
    draft = path.with_name(path.name + ".part")
    try:
        with draft.open("wb") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as fault:
        draft.unlink(missing_ok=True)
        raise SaveError("Can't write {path}: {cause}.", path=path, cause=fault.strerror) from None


def load_save(path: Path) -> Save:
    """Read a save file from disk."""
    try:
        text = path.read_bytes()
    except OSError as fault:
        raise SaveError("Can't read {path}: {cause}.", path=path, cause=fault.strerror) from None
    return read_save(text)
