"""The jobs that may be done by another process, and how they are written into the queue and read from it.

They are written as data and read back by the types that the job declares, never as pickles: who can write to the
database can ask for these jobs and for nothing else.
"""

from __future__ import annotations

import sys
import typing
from collections.abc import Callable
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

import sandtable
from sandtable.bots.player import bot_names
from sandtable.kernel.errors import DataError, Refused, RuleFault, SandtableError, SaveError, UnknownName
from sandtable.kernel.game import Options, find_game, games
from sandtable.kernel.moments import Imagined, Moment, ReplayPath, Snapshot
from sandtable.kernel.prepared import prepared
from sandtable.kernel.records import Choice, Option
from sandtable.kernel.snapshots import pack, unpack
from sandtable.kernel.state import State
from sandtable.server.advice.thinking import tell_advice, tell_evaluation
from sandtable.server.founding import found_from_save
from sandtable.server.jobs import JobResult
from sandtable.server.milestones import made_by
from sandtable.server.questions import answer
from sandtable.server.records import Origin, Standing, Unplayable
from sandtable.server.restore import origin_of, play_again, set_up_analysis, tell_ending
from sandtable.server.thinking import BotQuestion, think

ERRANDS: dict[str, Callable[..., Any]] = {
    job.__name__: job
    for job in (
        think,
        answer,
        found_from_save,
        play_again,
        origin_of,
        tell_ending,
        set_up_analysis,
        tell_advice,
        tell_evaluation,
    )
}
"""The jobs that may travel, by the name under which they do."""
_REFUSALS: dict[str, type[SandtableError]] = {
    kind.__name__: kind for kind in (Refused, UnknownName, SaveError, DataError, RuleFault, Unplayable, SandtableError)
}
_ANY_GAME = ""
"""The game of a job that names none: whoever has all the games we have can do it."""


def can_travel(job: Callable[..., Any], given: tuple[Any, ...]) -> bool:
    """Whether another process may do a job. What a bot sees is of a type that only its game knows: it stays."""
    if ERRANDS.get(getattr(job, "__name__", "")) is not job:
        return False
    return not any(isinstance(one, BotQuestion) and one.standing is None for one in given)


def sort_of(job: Callable[..., Any], given: tuple[Any, ...]) -> str:
    """Jobs of one sort take about as long: the same job for the same game, and the same bot if one thinks."""
    bot = next((one.bot for one in given if isinstance(one, BotQuestion)), "")
    return f"{getattr(job, '__name__', '')} {game_of(given)} {bot}"


def game_of(given: tuple[Any, ...]) -> str:
    """The game that a job is about."""
    for one in given:
        for about in (one, getattr(one, "standing", None), getattr(one, "origin", None)):
            game = getattr(about, "game", _ANY_GAME)
            if isinstance(game, str) and game:
                return game
    return _ANY_GAME


# -- who can do it -----------------------------------------------------------------------------------------------------


@cache
def _our_code() -> bytes:
    """The fingerprint of what answers jobs: the code of bots and server, and the bots that are installed."""
    code, ours = blake2b(digest_size=12), Path(sandtable.__file__).parent
    for file in sorted([*(ours / "bots").rglob("*.py"), *(ours / "server").rglob("*.py")]):
        code.update(file.read_bytes())
    version = f"{sandtable.__version__} {sys.version_info[:2]} {sorted(bot_names())}"
    code.update(version.encode())
    return code.digest()


def skill_for(game: str) -> str:
    """The fingerprint of all that an answer about a game depends on. Processes share jobs if theirs are the same."""
    named = [find_game(game)] if game else [games()[id] for id in sorted(games())]
    about = "\n".join(made_by(one) for one in named)
    return blake2b(about.encode(), key=_our_code(), digest_size=12).hexdigest()


def skills() -> list[str]:
    """The fingerprints for every game that is installed here, and for all of them together."""
    return [skill_for(game) for game in (_ANY_GAME, *games())]


# -- what is sent ------------------------------------------------------------------------------------------------------


class _SentMoment(msgspec.Struct, frozen=True):
    """A moment of a game whose state is packed."""

    game: str
    packed: bytes
    since: tuple[Choice, ...]
    steps: int
    lines: int
    imagined: _SentImagined | None


class _SentImagined(msgspec.Struct, frozen=True):
    origin: _SentMoment
    sealed: tuple[tuple[str, Option], ...]


class _SentPath(msgspec.Struct, frozen=True):
    start: _SentMoment
    choices: tuple[Choice, ...]


class _SentStanding(msgspec.Struct, frozen=True):
    game: str
    options: Options
    way: _SentPath


class _SentOrigin(msgspec.Struct, frozen=True):
    way: _SentPath
    step: int


def _game_with(kind: type[State]) -> str:
    return next(id for id, game in games().items() if game.state_type is kind)


def _moment_sent(moment: Moment | Snapshot) -> _SentMoment:
    guess = moment.imagined
    imagined = None if guess is None else _SentImagined(_moment_sent(guess.origin), guess.sealed)
    if isinstance(moment, Snapshot):
        return _SentMoment(_game_with(moment.kind), moment.packed, (), moment.steps, moment.lines, imagined)
    state = moment.checkpoint
    return _SentMoment(
        _game_with(type(state)), pack(state), moment.since, moment.steps, moment.checkpoint_lines, imagined
    )


def _moment_of(sent: _SentMoment) -> Moment:
    guess = sent.imagined
    imagined = None if guess is None else Imagined(_moment_of(guess.origin), guess.sealed)
    state = unpack(find_game(sent.game).state_type, sent.packed)
    return Moment(state, sent.since, sent.steps, sent.lines, imagined)


def _path_sent(way: ReplayPath) -> _SentPath:
    return _SentPath(_moment_sent(way.start), way.choices)


def _path_of(sent: _SentPath) -> ReplayPath:
    return ReplayPath(_moment_of(sent.start), sent.choices)


def _to_wire(value: Any) -> Any:
    if isinstance(value, Standing):
        return _SentStanding(value.game, value.options, _path_sent(value.way))
    if isinstance(value, Origin):
        return _SentOrigin(_path_sent(value.way), value.step)
    raise NotImplementedError(f"{type(value).__name__} can't be sent")


def _from_wire(kind: type, wire: Any) -> Any:
    if kind is Standing:
        standing = msgspec.convert(wire, prepared(_SentStanding))
        return Standing(standing.game, standing.options, _path_of(standing.way))
    if kind is Origin:
        origin = msgspec.convert(wire, prepared(_SentOrigin))
        return Origin(_path_of(origin.way), origin.step)
    raise NotImplementedError(f"{kind.__name__} can't be received")


_encoder = msgspec.msgpack.Encoder(enc_hook=_to_wire)


@cache
def _types(name: str) -> tuple[type, type]:
    """What a job is given, and what it answers."""
    hints = typing.get_type_hints(ERRANDS[name])
    answered = hints.pop("return")
    given: Any = tuple.__class_getitem__(tuple(hints.values()))
    return given, answered


class _Answer(msgspec.Struct, frozen=True):
    """What came of a job: its packed result, a refusal (its kind, sentence and rule), or the places of a fault."""

    result: bytes = b""
    refused: tuple[str, str, str] | None = None
    places: str = ""
    late: bool = False
    seconds: float = 0.0


def write_given(given: tuple[Any, ...]) -> bytes:
    """What a job is given, for its row."""
    return _encoder.encode(given)


def read_given(name: str, written: bytes) -> tuple[Any, ...]:
    """What a job is given, from its row."""
    given: tuple[Any, ...] = msgspec.msgpack.decode(written, type=prepared(_types(name)[0]), dec_hook=_from_wire)
    return given


def write_answer(done: JobResult[Any]) -> bytes:
    """What came of a job, for its row."""
    told = done.refused
    refused = None if told is None else (type(told).__name__, told.sentence, told.rule)
    return _encoder.encode(_Answer(_encoder.encode(done.result), refused, done.places, done.late, done.seconds))


def read_answer(name: str, written: bytes) -> JobResult[Any]:
    """What came of a job, from its row."""
    answered = msgspec.msgpack.decode(written, type=prepared(_Answer))
    if answered.refused is not None:
        kind, sentence, rule = answered.refused
        return JobResult(refused=_REFUSALS.get(kind, SandtableError)(sentence, rule), seconds=answered.seconds)
    if answered.places or answered.late:
        return JobResult(places=answered.places, late=answered.late, seconds=answered.seconds)
    result: Any = msgspec.msgpack.decode(answered.result, type=prepared(_types(name)[1]), dec_hook=_from_wire)
    return JobResult(result=result, seconds=answered.seconds)
