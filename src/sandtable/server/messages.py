"""What browser and server say to each other over the websocket, as docs/build/protocol.md describes it."""

from __future__ import annotations

from sys import intern
from typing import Annotated, Any

import msgspec

from sandtable.kernel.errors import SandtableError
from sandtable.kernel.flow import Odds, Option
from sandtable.kernel.game import Options, Outcome
from sandtable.kernel.show import Shown, ShownLine, ShownQuestion
from sandtable.kernel.table import Measured, Overlay

SERVER = "server:"
"""How ids begin that the server makes; no client may use one of them."""
READABLE = r"^[^\x00-\x1f\x7f-\x9f\ud800-\udfff]*\Z"
"""Text without control characters: PostgreSQL stores no NUL, and one such text must not fail the writes of others."""
Id = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern=f"^(?!{SERVER}){READABLE[1:]}")]
Name = Annotated[str, msgspec.Meta(max_length=64, pattern=READABLE)]
Text = Annotated[str, msgspec.Meta(max_length=200, pattern=READABLE)]
Count = Annotated[int, msgspec.Meta(ge=0, le=2**31)]
Part = Text | Annotated[int, msgspec.Meta(ge=-(2**31), le=2**31)]
Picked = Annotated[tuple[Part, ...], msgspec.Meta(min_length=1, max_length=32)]


# -- what a client sends ----------------------------------------------------------------------------------------------


class Incoming(msgspec.Struct, frozen=True, tag_field="type"):
    """The base of what a client sends."""


class SeatMessage(Incoming, frozen=True, kw_only=True):
    """A message with an id, answered with the same id; without a seat it is for the seat one looks through."""

    id: Id
    seat: Name = ""


class OptionMessage(SeatMessage, frozen=True, kw_only=True):
    option: Picked


class MakeChoice(OptionMessage, frozen=True, kw_only=True, tag="choose"):
    """A choice; `step` and `version` say which question it answers."""

    step: Count
    version: Count | None = None


class Undo(SeatMessage, frozen=True, tag="undo"):
    pass


class Redo(SeatMessage, frozen=True, tag="redo"):
    pass


class AskUndo(SeatMessage, frozen=True, kw_only=True, tag="ask_undo"):
    to_step: Count


class AgreeUndo(SeatMessage, frozen=True, kw_only=True, tag="agree_undo"):
    """`to_step` says what is agreed to: a word that is sent again must not answer another question."""

    agree: bool
    to_step: Count | None = None


class Why(OptionMessage, frozen=True, tag="why"):
    pass


class AskOdds(OptionMessage, frozen=True, tag="odds"):
    pass


class At(SeatMessage, frozen=True, kw_only=True, tag="at"):
    step: Count


class AskMeasure(SeatMessage, frozen=True, kw_only=True, tag="measure"):
    """What the ruler says of two spaces."""

    a: Name
    b: Name


class Survey(SeatMessage, frozen=True, kw_only=True, tag="survey"):
    """What can be marked on the board about one piece."""

    about: Name


class AskTogether(SeatMessage, frozen=True, kw_only=True, tag="together"):
    """The questions of one kind that can be answered in one list, beginning with the one that is asked now."""


class AskLines(SeatMessage, frozen=True, kw_only=True, tag="lines"):
    """The lines of the journal before one of them: a greeting brings only the last."""

    before: Count


class AskCoach(SeatMessage, frozen=True, kw_only=True, tag="coach"):
    """What the coach of a lesson says to the question at a step.

    The browser keeps how far the learner had come at an earlier one (`since`, `index`, `phase`, `told`); the server
    knows what was chosen between the two.
    """

    step: Count
    since: Count
    index: Count
    phase: Name
    told: bool = False


class Enter(Incoming, frozen=True, tag="enter"):
    """The first message on every connection: the key, nothing for a spectator, and the seat to look through."""

    key: Name = ""
    seat: Name = ""
    language: Name = ""
    """The language to be spoken to in; without one, the first that the browser asks for."""


class Sit(Incoming, frozen=True, tag="sit"):
    seat: Name


class AskTable(Incoming, frozen=True, tag="table"):
    """The whole table, please: what was sent last is not known here."""


class Hurry(Incoming, frozen=True, tag="hurry"):
    pass


class Ping(Incoming, frozen=True, tag="ping"):
    pass


Asking = At | AskMeasure | Survey | AskTogether | AskLines | AskCoach
Question = Why | AskOdds | Asking
"""What changes nothing."""
Inquired = At | AskMeasure | Survey | AskTogether | AskOdds
"""Those of them that a worker process works out."""
Acting = MakeChoice | Undo | Redo | AskUndo | AgreeUndo | Question
Message = Acting | Enter | Sit | AskTable | Hurry | Ping
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
        raise NotUnderstood("The server didn't understand this message: {fault}.", fault=str(fault)) from None
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
    advice: bool = False  # Whether they agree that everybody here may ask for advice.


class UndoWanted(msgspec.Struct, frozen=True):
    """An undo that waits for the agreement of some seats."""

    by: str
    to_step: int
    waiting: tuple[str, ...]


class AnalysisOrigin(msgspec.Struct, frozen=True):
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
    enemies: tuple[str, ...]  # The sides against whom one plays: what is luck for them is harm.
    seats: list[SeatNow]
    board: str
    """The address of the board; a browser has it already, or fetches it once."""
    names: str  # The address of the names of things.
    commitment: str
    step: int
    version: int
    journal: list[ShownLine]
    shown: Shown
    undo_asked: UndoWanted | None
    analysis: AnalysisOrigin | None = None
    ruler: str = ""
    surveyed: tuple[str, ...] = ()
    since: int = 0
    announced: tuple[Announced, ...] = ()
    """What the owner did, the last of it."""
    closed: str = ""  # When the owner closed the match.
    owner: bool = False  # Whether one may seat, remove and close here.
    client: str = ""  # The build of the browser client that is served; a page of another one should be loaded again.


class ShownNow(Outgoing, frozen=True, tag="shown", rename={"since": "from"}):
    version: int
    shown: Shown
    journal: list[ShownLine]
    since: int


class SpacesPatch(msgspec.Struct, frozen=True, omit_defaults=True):
    """The spaces that came to an overlay, and those that went."""

    plus: tuple[str, ...] = ()
    minus: tuple[str, ...] = ()


class TablePatch(msgspec.Struct, frozen=True, omit_defaults=True):
    """What changed of a table. Its lists are pieces, panels, overlays and lines."""

    set: dict[str, Any] = {}
    new: dict[str, list[dict[str, Any]]] = {}
    """By list: what is new. The first is whole; of each further one only what differs from the one before it."""
    changes: dict[str, dict[str, dict[str, Any]]] = {}
    """By list and id: of what was there, the fields that differ."""
    spaces: dict[str, SpacesPatch] = {}
    """By overlay: where the list of its spaces would be longer."""
    gone: dict[str, tuple[str, ...]] = {}
    order: dict[str, tuple[str, ...]] = {}


class ShownPatch(msgspec.Struct, frozen=True, omit_defaults=True):
    """What changed of all that is shown."""

    set: dict[str, Any] = {}
    table: TablePatch = TablePatch()


class Changed(Outgoing, frozen=True, tag="changed", rename={"since": "from"}):
    """The new table as what changed since the one sent last, which stood at version `after`."""

    version: int
    after: int
    patch: ShownPatch
    journal: list[ShownLine]
    since: int


class AnswerMessage(Outgoing, frozen=True):
    """What answers a message, by its id."""

    id: str


class Accepted(AnswerMessage, frozen=True, tag="accepted"):
    step: int


class NotAccepted(AnswerMessage, frozen=True, tag="refused"):
    status: int
    error: str
    rule: str = ""


class WhyAnswer(AnswerMessage, frozen=True, tag="why"):
    error: str
    rule: str


class OddsAnswer(AnswerMessage, frozen=True, tag="odds"):
    odds: Odds | None


class AtAnswer(AnswerMessage, frozen=True, tag="at"):
    step: int
    shown: Shown


class MeasureAnswer(AnswerMessage, frozen=True, tag="measured"):
    measured: Measured


class SurveyAnswer(AnswerMessage, frozen=True, tag="surveyed"):
    overlays: tuple[Overlay, ...]


class TogetherAnswer(AnswerMessage, frozen=True, tag="asked_together"):
    rows: tuple[ShownQuestion, ...]
    """None where the question stands alone."""


class LinesAnswer(AnswerMessage, frozen=True, tag="lines", rename={"since": "from"}):
    journal: list[ShownLine]
    since: int


class CoachAnswer(AnswerMessage, frozen=True, tag="coached"):
    """The step that the learner is at, whether it is due, and what the coach would choose."""

    step: int
    index: int
    phase: str
    told: bool
    """Whether the step has been due, now or before."""
    due: bool
    otherwise: bool
    """Something else was chosen than the coach had asked for."""
    shows: Option | None
    refs: list[str]
    """What he points at, as far as it is on the table."""
    says: str
    """His answer to a question for which no step is due."""
    missed: tuple[int, ...]
    """The steps that passed before they were due: they are told now."""


class Seats(Outgoing, frozen=True, tag="seats"):
    seats: list[SeatNow]


class Announced(Outgoing, frozen=True, tag="announced"):
    """What the owner of the match did."""

    at: str
    text: str
    closed: bool = False
    """Whether the match is not played on from now."""


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
    """An option as the rules write it. Its words are kept once, however often they are chosen."""
    return tuple(intern(part) if isinstance(part, str) else part for part in option)
