"""Play by mail: one file that each side opens, adds its turn to and sends back. Secrets are sealed, dice trustworthy.

Each player has a secret number, kept in a key file of his own. From it follow, for this match alone, the keys that seal
what the other may not see, and a hash chain whose head he publishes when he joins (see `seals`). The dice of a turn
come from the newest link of the other's chain (which he could not choose any more) and the next link of one's own
(which the other could not know): nobody can foresee the dice of the other's turn, and nobody can pick his own. At the
end both numbers are shown, and everybody can play the whole match again and compare.

A turn goes on as long as its player has the initiative. What the rules ask the other meanwhile is answered by his
standing orders. One of the two may make secret choices: they and his true position lie sealed in the file, and beside
them, for the other to play on, a position in which everything that he may not know has been dealt again.

What a player has drawn secretly (Game.draw) is not in the file at all: it follows from his number and from a link that
the other showed when that number was bound already, so that neither could choose it. He draws it again for each of his
turns; the other plays without it, and at the end his choices are checked with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Annotated, Any

import msgspec

from sandtable.kernel.dice import Dice
from sandtable.kernel.errors import Refused, SaveError
from sandtable.kernel.flow import Choose, Option
from sandtable.kernel.game import AnyGame, Options, find_game
from sandtable.kernel.journal import Journal
from sandtable.kernel.position import Choice, Position
from sandtable.kernel.prepared import prepared
from sandtable.kernel.sentences import either
from sandtable.kernel.state import State, state_from_json, state_to_json
from sandtable.terminal.mail.mailable import check_mailable, is_open
from sandtable.terminal.mail.seals import (
    FORMAT,
    LINKS,
    Sealed,
    SealLabel,
    chain,
    dice_of_turn,
    fingerprint,
    follows,
    match_secret,
    new_match_id,
    seal,
    unseal,
)

OLD_FORMAT = "sandtable-mail-1"
_Digits16 = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$")]
_Digits32 = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


class MailedTurn(msgspec.Struct, frozen=True):
    """One turn: whose, the link of his chain that it shows, and his choices: open in hexadecimal digits, or sealed.

    `seen` is the fingerprint of what the other sees after it: nobody can say later that something else was played.
    `plan` holds single choices of an open match that the other may not know yet, under a seal.
    """

    seat: str
    link: _Digits32
    steps: str | Sealed
    seen: str
    plan: Sealed | None = None

    @property
    def sealed(self) -> bool:
        """Whether its choices are secret."""
        return isinstance(self.steps, Sealed)


class Letter(msgspec.Struct, frozen=True):
    """What the file holds. `heads` are the chains' heads, `shown` the secret numbers once the match is over."""

    format: str
    match: _Digits16
    game: str
    rules_version: str
    data_version: str
    options: Options
    to_play: str
    heads: dict[str, _Digits32] = {}
    turns: list[MailedTurn] = []
    true_state: Sealed | None = None
    open_state: str = ""
    result: str = ""
    shown: dict[str, _Digits32] = {}


# -- letters -----------------------------------------------------------------------------------------------------------


def begin(game: AnyGame, options: dict[str, Any], seat: str, key: str, match: str = "") -> Letter:
    """A new match by mail, with the first player's chain in it; the other joins by opening it."""
    settled = game.settle(options)
    seats = game.seats(settled)
    check_mailable(game, settled)
    if seat not in seats:
        raise Refused("There is no seat '{seat}'; choose {known}.", seat=seat, known=either(seats))
    if not is_open(game, settled):
        first = Position.new(game, settled, Dice("0" * 64)).deciders[0]
    else:
        # The set-up of an open match is drawn when both have joined: the other has to do that first.
        first = next(other for other in seats if other != seat)
    match = match or new_match_id()
    head = chain(match_secret(key, match))[0]
    return Letter(FORMAT, match, game.id, game.version, game.data_version(), settled, first, {seat: head})


def write(letter: Letter) -> bytes:
    """The bytes of the file."""
    return msgspec.json.format(msgspec.json.encode(letter), indent=1)


def read(text: bytes) -> Letter:
    """Read a letter; what is none is refused with a sentence."""
    try:
        _check_format(msgspec.json.decode(text, type=prepared(_LetterHead)).format)
        letter = msgspec.json.decode(text, type=prepared(Letter))
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as fault:
        raise SaveError("This file is not a play-by-mail letter: {cause}.", cause=fault) from None
    game = find_game(letter.game)
    check_version(letter, game)
    return letter


def check_version(letter: Letter, game: AnyGame) -> None:
    """A letter is played on with the rules and components that it was begun with."""
    if letter.rules_version != game.version:
        raise SaveError(
            "This letter was written with version {theirs} of the rules of {title}; this program has version {ours}.",
            theirs=letter.rules_version,
            title=game.title,
            ours=game.version,
        )
    if letter.data_version != game.data_version():
        raise SaveError(
            "This letter was written with other components of {title}: both players need the same data files.",
            title=game.title,
        )


class _LetterHead(msgspec.Struct, frozen=True):
    format: str


def _check_format(format: str) -> None:
    if format == OLD_FORMAT:
        raise SaveError(
            "This letter comes from an older version of Sandtable. Its seals can be broken, so it is not opened; "
            "begin a new match, or finish this one with the version it began with."
        )
    if format != FORMAT:
        raise SaveError(
            "This letter has the format '{theirs}'; this program reads '{ours}'.", theirs=format, ours=FORMAT
        )


class Desk:
    """One player's turn: the position he plays on, and the letter that comes of it."""

    def __init__(self, letter: Letter, seat: str, key: str) -> None:
        self.game = find_game(letter.game)
        seats = self.game.seats(letter.options)
        if seat not in seats:
            raise Refused("There is no seat '{seat}'; choose {known}.", seat=seat, known=either(seats))
        self.seat, self.secret = seat, match_secret(key, letter.match)
        self.other = next(s for s in seats if s != seat)
        self._links = chain(self.secret)
        if seat not in letter.heads:
            letter = msgspec.structs.replace(letter, heads={**letter.heads, seat: self._links[0]})
        if letter.heads[seat] != self._links[0]:
            raise Refused("This is not the key {seat} joined the match with.", seat=seat)
        if letter.result:
            raise Refused("The match is over.")
        if letter.to_play != seat:
            raise Refused("It is {turn}'s turn, not {seat}'s.", turn=letter.to_play, seat=seat)
        check_links(letter)
        self.letter = letter
        self._link = self._next_link()
        self.journal = Journal()
        self.position = self._begun()
        self.earlier = len(self.position.steps)
        """The steps of the position that belong to earlier turns."""

    def _begun(self) -> Position:
        return self._resumed(self._start())

    @property
    def steps(self) -> list[Choice]:
        """The choices of this turn."""
        return self.position.steps[self.earlier :]

    def _next_link(self) -> str:
        played = sum(turn.seat == self.seat for turn in self.letter.turns)
        if played == LINKS:
            raise Refused("{seat} has played {n} turns, the most a match by mail can have.", seat=self.seat, n=LINKS)
        return self._links[1 + played]

    def _hides(self, seat: str) -> bool:
        return seat in self.game.hides(self.letter.options)

    def _start(self) -> State:
        """The state at the start of this turn, true as far as this player may know it."""
        letter = self.letter
        if not letter.turns:
            return new_state(self.game, letter.options)
        if self._hides(self.seat):
            return self._brought_up_to_date()
        state: State = state_from_json(self.game.state_type, _bytes(letter.open_state))
        if seen_digest(self.game, state, self.seat) != letter.turns[-1].seen:
            raise SaveError("This letter does not show what was sent with the last turn.")
        return state

    def _brought_up_to_date(self) -> State:
        """The sealed true position, with the other's last turn played on it."""
        letter, last = self.letter, self.letter.turns[-1]
        number = len(letter.turns) - 1
        if isinstance(last.steps, Sealed):
            raise sealed_choices(last.seat, number)
        if number == 0:
            start = new_state(self.game, letter.options)
        elif letter.true_state is None:
            raise SaveError("The sealed position is missing from this letter.")
        else:
            text = unseal(self.secret, self._label("position", number - 1), letter.true_state)
            start = state_from_json(self.game.state_type, text)
        return play_turn(self.game, letter, start, number, open_steps(last.steps))

    def _label(self, part: str, number: int) -> SealLabel:
        return SealLabel(self.letter.match, number, self.seat, part)

    def _dice(self) -> Dice:
        theirs = newest_link(self.letter.turns, self.other)
        return dice_of_turn(self._link, theirs, len(self.letter.turns))

    def _resumed(self, state: State) -> Position:
        draw_secrets(self.game, self.letter, state, len(self.letter.turns), self.seat, self.secret)
        state.dice = self._dice()
        return Position.resume(self.game, self.letter.options, state, (), self.journal)

    def goes_on(self) -> bool:
        """Answer what the other's standing orders answer; whether this player has still to decide something."""
        while not self.position.over:
            decision = self.position.decision
            assert isinstance(decision, Choose)
            if decision.seat == self.seat:
                return True
            view = self.position.sight(self.other)
            answer = self.game.standing_order(view, self.other, decision.ask, list(decision.options))
            if answer is None:
                return False
            self.position.apply(self.other, answer)
        return False

    def choose(self, option: Option) -> None:
        """Make a choice of this player."""
        if not self.goes_on():
            raise Refused("Your turn is over: send the letter back.")
        self.position.apply(self.seat, option)

    def take_up(self, steps: Sequence[Choice]) -> None:
        """Make choices again that were made before in this turn."""
        for step in steps:
            self.position.apply(step.seat, step.option)

    def letter_back(self) -> Letter:
        """Close the turn: what goes to the other, with nothing in it that he may not know."""
        if self.goes_on():
            raise Refused("Your turn is not over yet.")
        steps = msgspec.json.encode(self.steps)
        hidden = self._hides(self.seat)
        number = len(self.letter.turns)
        true = self.position.checkpoint if not self.position.over else self.position.state
        seen = seen_digest(self.game, true, self.other)
        told = seal(self.secret, self._label("choices", number), steps) if hidden else steps.hex()
        turn = MailedTurn(self.seat, self._link, told, seen)
        outcome = self.position.outcome
        letter = msgspec.structs.replace(
            self.letter, turns=[*self.letter.turns, turn], to_play=self.other, result=outcome.result if outcome else ""
        )
        if outcome is not None:
            return msgspec.structs.replace(letter, shown={**letter.shown, self.seat: self.secret})
        if not hidden:
            return letter
        closed = true.clone()
        closed.dice = Dice("0" * 64)
        opened = closed.clone()
        self.game.guess(opened, self.other, Dice(fingerprint(b"guess", bytes.fromhex(self.secret), steps).hex()))
        if seen_digest(self.game, opened, self.other) != seen:
            raise Refused("{title} could not hide every secret, so the letter was not written.", title=self.game.title)
        return msgspec.structs.replace(
            letter,
            true_state=seal(self.secret, self._label("position", number), state_to_json(closed)),
            open_state=state_to_json(opened).hex(),
        )


def finish(letter: Letter, seat: str, key: str) -> Letter:
    """After the end the other shows his secret number too; then everything can be verified."""
    if not letter.result:
        raise Refused("The match is not over.")
    secret = match_secret(key, letter.match)
    if letter.heads.get(seat) != chain(secret)[0]:
        raise Refused("This is not the key {seat} joined the match with.", seat=seat)
    return msgspec.structs.replace(letter, shown={**letter.shown, seat: secret})


def new_state(game: AnyGame, options: Options) -> State:
    """The state at the start of a match, with nothing drawn yet."""
    state: State = Position.new(game, options, Dice("0" * 64)).checkpoint.clone()
    game.undraw(state)
    return state


def draw_secrets(game: AnyGame, letter: Letter, state: State, number: int, seat: str, secret: str) -> bool:
    """Draw for a seat what only it may know, in the turn of that number; whether it can be drawn yet.

    Its number was bound when it joined, at the latest in its first turn; the other's next link could not be known then.
    """
    first = next((n for n, turn in enumerate(letter.turns[:number]) if turn.seat == seat), number)
    link = next((turn.link for turn in letter.turns[first:number] if turn.seat != seat), "")
    if link:
        game.draw(state, seat, Dice(fingerprint(b"draw", bytes.fromhex(secret), bytes.fromhex(link)).hex()))
    return bool(link)


def play_turn(game: AnyGame, letter: Letter, start: State, number: int, steps: list[Choice]) -> State:
    """The state after a turn: its choices made again with its dice."""
    turn, before = letter.turns[number], letter.turns[:number]
    other = next(s for s in game.seats(letter.options) if s != turn.seat)
    state = start.clone()
    state.dice = dice_of_turn(turn.link, newest_link(before, other), number)
    position = Position.resume(game, letter.options, state, ())
    for step in steps:
        position.apply(step.seat, step.option)
    return (position.state if position.over else position.checkpoint).clone()


def read_steps(text: bytes) -> list[Choice]:
    """The choices of a turn."""
    try:
        return msgspec.json.decode(text, type=prepared(list[Choice]))
    except msgspec.MsgspecError as fault:
        raise SaveError("The choices in this letter are unreadable: {cause}.", cause=fault) from None


def open_steps(digits: str) -> list[Choice]:
    """The choices of a turn that are not sealed."""
    return read_steps(_bytes(digits))


def _bytes(digits: str) -> bytes:
    try:
        return bytes.fromhex(digits)
    except ValueError:
        raise SaveError(
            "This letter was changed on its way: a part of it is no longer in hexadecimal digits."
        ) from None


def sealed_choices(seat: str, number: int) -> SaveError:
    """Choices are sealed that everybody may read."""
    return SaveError("The choices of {seat} in turn {n} are sealed, but they should be open.", seat=seat, n=number + 1)


def shown_otherwise(number: int, seat: str) -> SaveError:
    """A turn does not lead to what its letter showed."""
    return SaveError("Turn {n} showed {seat} something different from what was played.", n=number + 1, seat=seat)


def seen_digest(game: AnyGame, state: State, seat: str) -> str:
    """The fingerprint of what a seat sees."""
    return blake2b(msgspec.json.encode(game.sight(state, seat)), digest_size=16).hexdigest()


def newest_link(turns: list[MailedTurn], seat: str) -> str:
    """The newest link that a player has shown; nothing before his first turn, for he may not have joined yet."""
    return next((turn.link for turn in reversed(turns) if turn.seat == seat), "00" * 32)


def check_links(letter: Letter) -> None:
    """Every link must follow from the one before: nobody picked his dice."""
    newest = dict(letter.heads)
    for turn in letter.turns:
        if turn.seat not in newest or not follows(turn.link, newest[turn.seat]):
            raise SaveError("A turn of {seat} does not show the next link of his chain.", seat=turn.seat)
        newest[turn.seat] = turn.link
