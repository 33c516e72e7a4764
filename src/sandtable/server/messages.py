"""What browser and server say to each other over the websocket, as docs/build/protocol.md describes it."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from sandtable.kernel.errors import SandtableError
from sandtable.kernel.flow import Odds, Option
from sandtable.kernel.game import Options, Outcome
from sandtable.kernel.show import Shown, ShownLine
from sandtable.kernel.table import Measured, Overlay

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Name = Annotated[str, msgspec.Meta(max_length=64)]
Count = Annotated[int, msgspec.Meta(ge=0, le=2**31)]
Part = Annotated[str, msgspec.Meta(max_length=200)] | Annotated[int, msgspec.Meta(ge=-(2**31), le=2**31)]
Picked = Annotated[tuple[Part, ...], msgspec.Meta(min_length=1, max_length=32)]


# -- what a client sends ----------------------------------------------------------------------------------------------


class Incoming(msgspec.Struct, frozen=True, tag_field="type"):
    """The base of what a client sends."""


class Choose(Incoming, frozen=True, tag="choose"):
    """A choice; `step` and `version` say which question it answers."""

    id: Id
    step: Count
    option: Picked
    version: Count | None = None
    seat: Name = ""


class Undo(Incoming, frozen=True, tag="undo"):
    id: Id
    seat: Name = ""


class Redo(Incoming, frozen=True, tag="redo"):
    id: Id
    seat: Name = ""


class AskUndo(Incoming, frozen=True, tag="ask_undo"):
    id: Id
    to_step: Count
    seat: Name = ""


class AgreeUndo(Incoming, frozen=True, tag="agree_undo"):
    """`to_step` says what is agreed to: a word that is sent again must not answer another question."""

    id: Id
    agree: bool
    to_step: Count | None = None
    seat: Name = ""


class Why(Incoming, frozen=True, tag="why"):
    id: Id
    option: Picked
    seat: Name = ""


class AskOdds(Incoming, frozen=True, tag="odds"):
    id: Id
    option: Picked
    seat: Name = ""


class At(Incoming, frozen=True, tag="at"):
    id: Id
    step: Count
    seat: Name = ""


class Measure(Incoming, frozen=True, tag="measure"):
    """What the ruler says of two spaces."""

    id: Id
    a: Name
    b: Name
    seat: Name = ""


class Survey(Incoming, frozen=True, tag="survey"):
    """What can be marked on the board about one piece."""

    id: Id
    about: Name
    seat: Name = ""


class AskLines(Incoming, frozen=True, tag="lines"):
    """The lines of the journal before one of them: a greeting brings only the last."""

    id: Id
    before: Count
    seat: Name = ""


class Sit(Incoming, frozen=True, tag="sit"):
    seat: Name


class Hurry(Incoming, frozen=True, tag="hurry"):
    pass


class Ping(Incoming, frozen=True, tag="ping"):
    pass


Asking = At | Measure | Survey | AskLines
Question = Why | AskOdds | Asking
"""What changes nothing."""
Acting = Choose | Undo | Redo | AskUndo | AgreeUndo | Question
Message = Acting | Sit | Hurry | Ping
_decoder = msgspec.json.Decoder(Message)


class NotUnderstood(SandtableError):
    """A message that is none of ours."""


def read_message(text: str | bytes) -> Message:
    """The message that a frame holds."""
    try:
        message: Message = _decoder.decode(text)
    except RecursionError:
        raise NotUnderstood("This message is nested too deeply.") from None
    except (msgspec.DecodeError, UnicodeError) as fault:
        raise NotUnderstood(f"This message was not understood: {fault}.") from None
    return message


# -- what the server sends --------------------------------------------------------------------------------------------


class Outgoing(msgspec.Struct, frozen=True, tag_field="type"):
    """The base of what the server sends."""


class SeatNow(msgspec.Struct, frozen=True):
    """A seat as everyone sees it."""

    seat: str
    name: str
    player: str
    online: bool


class UndoWanted(msgspec.Struct, frozen=True):
    """An undo that waits for the agreement of some seats."""

    by: str
    to_step: int
    waiting: tuple[str, ...]


class Analysis(msgspec.Struct, frozen=True):
    """Where an analysis comes from: the match, the step, and through whose eyes it was seen."""

    match: str
    step: int
    seat: str


class Opening(Outgoing, frozen=True, tag="opening"):
    """A long match is being opened. How many choices it has is told to nobody: some of them may be private."""

    percent: int


class Hello(Outgoing, frozen=True, tag="hello", rename={"since": "from"}):
    match: str
    game: str
    title: str
    options: Options
    seat: str
    holds: tuple[str, ...]
    seats: list[SeatNow]
    board: str
    """The address of the board; a browser has it already, or fetches it once."""
    names: str
    """The address of the names of things."""
    commitment: str
    step: int
    version: int
    journal: list[ShownLine]
    shown: Shown
    undo_asked: UndoWanted | None
    analysis: Analysis | None = None
    ruler: str = ""
    surveyed: tuple[str, ...] = ()
    since: int = 0


class ShownNow(Outgoing, frozen=True, tag="shown", rename={"since": "from"}):
    version: int
    shown: Shown
    journal: list[ShownLine]
    since: int


class Accepted(Outgoing, frozen=True, tag="accepted"):
    id: str
    step: int


class NotAccepted(Outgoing, frozen=True, tag="refused"):
    id: str
    status: int
    error: str
    rule: str = ""


class WhyAnswer(Outgoing, frozen=True, tag="why"):
    id: str
    error: str
    rule: str


class OddsAnswer(Outgoing, frozen=True, tag="odds"):
    id: str
    odds: Odds | None


class AtAnswer(Outgoing, frozen=True, tag="at"):
    id: str
    step: int
    shown: Shown


class MeasureAnswer(Outgoing, frozen=True, tag="measured"):
    id: str
    measured: Measured


class SurveyAnswer(Outgoing, frozen=True, tag="surveyed"):
    id: str
    overlays: tuple[Overlay, ...]


class LinesAnswer(Outgoing, frozen=True, tag="lines", rename={"since": "from"}):
    id: str
    journal: list[ShownLine]
    since: int


class Seats(Outgoing, frozen=True, tag="seats"):
    seats: list[SeatNow]


class UndoAsked(Outgoing, frozen=True, tag="undo_asked"):
    by: str
    to_step: int
    waiting: tuple[str, ...]


class UndoOver(Outgoing, frozen=True, tag="undo_over"):
    by: str
    agreed: bool


class Over(Outgoing, frozen=True, tag="over"):
    outcome: Outcome
    seed: str


class Pong(Outgoing, frozen=True, tag="pong"):
    pass


def _plain(value: Any) -> Any:
    raise NotImplementedError(f"{type(value).__name__} has no place in a message")


_encoder = msgspec.json.Encoder(enc_hook=_plain)


def write_message(message: Outgoing) -> str:
    """The frame of a message."""
    return _encoder.encode(message).decode()


def picked(option: tuple[str | int, ...]) -> Option:
    """An option as the rules write it."""
    return tuple(option)
