"""A turn by mail at the table of the terminal: the position of a desk, and a draft in which nothing is lost."""

from __future__ import annotations

import secrets
from hashlib import blake2b
from pathlib import Path

import msgspec

from sandtable.home import home
from sandtable.kernel.errors import Refused, SandtableError, SaveError
from sandtable.kernel.flow import Option
from sandtable.kernel.position import Choice
from sandtable.kernel.prepared import prepared
from sandtable.kernel.save import Recorder
from sandtable.kernel.sentences import tell
from sandtable.terminal.mail.letters import Desk, Letter, write
from sandtable.terminal.mail.seals import Sealed, SealLabel, seal, unseal
from sandtable.terminal.sitting import HUMAN, Sitting

BY_MAIL = "by mail"


class Draft(msgspec.Struct, frozen=True):
    """A turn that is not over: the letter it answers, and the choices so far."""

    letter: str
    steps: list[Choice]


class MailSitting(Sitting):
    """One player's turn. The other sits elsewhere; his standing orders answer for him where the game has any."""

    def __init__(self, desk: Desk, path: Path) -> None:
        self.desk = desk
        players = {seat: HUMAN if seat == desk.seat else BY_MAIL for seat in desk.position.seats}
        super().__init__(desk.position, Recorder(desk.position), secrets.token_hex(32), players, path)
        self.taken_up = ""
        """What is told of the choices that were kept of this turn; nothing if there are none."""
        self._draft = _draft_file(desk)
        self._answers = _fingerprint(desk.letter)

    @property
    def secret(self) -> bool:
        return False  # nobody else sits at this terminal

    @property
    def to_ask(self) -> str:
        return self.desk.seat if self.desk.goes_on() else ""

    def bots_play(self) -> None:
        """Let the other's standing orders answer."""
        self.desk.goes_on()

    def choose(self, seat: str, option: Option) -> None:
        self.desk.choose(option)
        self.store()

    def rewind(self, steps: int) -> None:
        raise Refused("By mail nobody is here to agree to that. `undo` goes back to the last die roll.")

    def _noted(self) -> None:
        self.store()

    # -- the draft -----------------------------------------------------------------------------------------------------

    def store(self, path: Path | None = None) -> None:
        """Keep the turn so far, sealed with the player's own key."""
        if path is not None and path != self.path:
            raise Refused("A turn by mail is kept automatically: `quit`, and open the letter again.")
        text = msgspec.json.encode(Draft(self._answers, self.desk.steps))
        sealed = seal(self.desk.secret, self._label, text)
        try:
            self._draft.parent.mkdir(parents=True, exist_ok=True)
            new = self._draft.with_suffix(".new")
            new.write_bytes(msgspec.json.encode(sealed))
            new.replace(self._draft)
        except OSError as fault:
            raise SaveError("Can't write {file}: {cause}.", file=self._draft, cause=fault.strerror) from None

    @property
    def _label(self) -> SealLabel:
        return SealLabel(self.desk.letter.match, len(self.desk.letter.turns), self.desk.seat, "draft")

    def take_up_draft(self) -> None:
        """Go on where the player left this turn."""
        self.taken_up = self._take_up_draft()

    def _take_up_draft(self) -> str:
        if not self._draft.exists():
            return ""
        try:
            kept = msgspec.json.decode(self._draft.read_bytes(), type=prepared(Sealed))
            draft = msgspec.json.decode(unseal(self.desk.secret, self._label, kept), type=prepared(Draft))
        except (OSError, msgspec.MsgspecError, SaveError):
            return tell("Your unfinished turn can't be read, so the turn starts again.")
        if draft.letter != self._answers:
            return tell("Your unfinished turn answers another letter, so the turn starts again.")
        try:
            self.desk.take_up(draft.steps)
        except SandtableError as fault:
            return tell("Your unfinished turn no longer fits: {cause} The turn continues from there.", cause=fault)
        return tell("You have made {n:choice|choices} of this turn.", n=len(draft.steps)) if draft.steps else ""

    def forget_draft(self) -> None:
        """The turn is in the letter now."""
        self._draft.unlink(missing_ok=True)


def _draft_file(desk: Desk) -> Path:
    return home() / "mail" / f"{desk.letter.match}-{desk.seat}-{len(desk.letter.turns)}.draft"


def _fingerprint(letter: Letter) -> str:
    return blake2b(write(letter), digest_size=16).hexdigest()
