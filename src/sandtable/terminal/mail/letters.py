"""Play by mail: one file that each side opens, adds its turn to and sends back. Secrets are sealed, dice trustworthy.

Each player has a secret number, kept in a key file of his own. From it follow a key that seals what the other may not
see, and a hash chain whose head he publishes when he joins. The dice of a turn come from the newest link of the other's
chain (which he could not choose any more) and the next link of one's own (which the other could not know): nobody can
foresee the dice of the other's turn, and nobody can pick his own. At the end both numbers are shown, and everybody can
play the whole match again and compare.

A turn goes on as long as its player has the initiative. What the rules ask the other meanwhile is answered by his
standing orders. One of the two may make secret choices: they and his true position lie sealed in the file, and beside
them, for the other to play on, a position in which everything that he may not know has been dealt anew.

What a player has drawn secretly (Game.draw) is not in the file at all: it follows from his number and from a link that
the other showed when that number was bound already, so that neither could choose it. He draws it anew for each of his
turns; the other plays without it, and at the end his choices are checked with it.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import msgspec

from sandtable.kernel.dice import Dice
from sandtable.kernel.errors import Refused, SaveError
from sandtable.kernel.flow import Choose, Option
from sandtable.kernel.game import AnyGame, Options, find_game
from sandtable.kernel.position import Position, Step
from sandtable.kernel.state import State, state_from_json, state_to_json

FORMAT = "sandtable-mail-1"
LINKS = 1024
"""The length of a hash chain, so the most turns of one player."""


class Turn(msgspec.Struct, frozen=True):
    """One turn: whose, the link of his chain that it shows, and his choices, sealed if he has secrets.

    `seen` is the fingerprint of what the other sees after it: nobody can say later that something else was played.
    """

    seat: str
    link: str
    steps: str
    sealed: bool
    seen: str


class Letter(msgspec.Struct, frozen=True):
    """What the file holds. `heads` are the chains' heads, `shown` the secret numbers once the match is over."""

    format: str
    game: str
    rules_version: str
    data_version: str
    options: Options
    to_play: str
    heads: dict[str, str] = {}
    turns: list[Turn] = []
    true_state: str = ""
    open_state: str = ""
    result: str = ""
    shown: dict[str, str] = {}


# -- secrets -----------------------------------------------------------------------------------------------------------


def _hash(*parts: bytes) -> bytes:
    whole = blake2b(digest_size=32, person=b"sandtable mail")
    for part in parts:
        whole.update(len(part).to_bytes(8, "big") + part)
    return whole.digest()


def chain(secret: str) -> list[str]:
    """The hash chain of a secret number, head first: each link hashes to the one before it."""
    links = [_hash(b"chain", bytes.fromhex(secret))]
    for _ in range(LINKS):
        links.append(_hash(b"link", links[-1]))
    return [link.hex() for link in reversed(links)]


def follows(link: str, before: str) -> bool:
    """Whether a link is the one after another in its chain."""
    return _hash(b"link", bytes.fromhex(link)).hex() == before


def _keystream(key: bytes, length: int) -> bytes:
    blocks = (blake2b(n.to_bytes(8, "big"), key=key).digest() for n in range(-(-length // 64)))
    return b"".join(blocks)[:length]


def seal(secret: str, label: str, text: bytes) -> str:
    """Encrypt and sign: only the holder of the number can open it, and nobody can change it unnoticed."""
    key = _hash(b"seal", bytes.fromhex(secret), label.encode())
    hidden = bytes(a ^ b for a, b in zip(text, _keystream(key, len(text)), strict=True))
    sign = blake2b(hidden, key=_hash(b"sign", key), digest_size=32).digest()
    return (sign + hidden).hex()


def unseal(secret: str, label: str, sealed: str) -> bytes:
    """Open what `seal` closed."""
    whole = bytes.fromhex(sealed)
    key = _hash(b"seal", bytes.fromhex(secret), label.encode())
    sign, hidden = whole[:32], whole[32:]
    if blake2b(hidden, key=_hash(b"sign", key), digest_size=32).digest() != sign:
        raise SaveError("This letter was sealed with another key, or changed on its way.")
    return bytes(a ^ b for a, b in zip(hidden, _keystream(key, len(hidden)), strict=True))


def dice_of_turn(mine: str, theirs: str, number: int) -> Dice:
    """The dice of a turn, from a link of each chain."""
    return Dice(_hash(b"dice", bytes.fromhex(mine), bytes.fromhex(theirs), number.to_bytes(8, "big")).hex())


# -- letters -----------------------------------------------------------------------------------------------------------


def begin(game: AnyGame, options: dict[str, Any], seat: str, secret: str) -> Letter:
    """A new match by mail, with the first player's chain in it; the other joins by opening it."""
    settled = game.settle(options)
    seats = game.seats(settled)
    if len(seats) != 2 or len(game.hides(settled)) > 1 or not game.by_mail:
        raise Refused(
            f"{game.title} with these options cannot be played by mail: it has not two sides, or both choose secretly."
        )
    if seat not in seats:
        raise Refused(f"There is no seat {seat!r} in this game; there are {' and '.join(seats)}.")
    first = Position.new(game, settled, Dice("0" * 64)).deciders[0]
    return Letter(FORMAT, game.id, game.version, game.data_version(), settled, first, {seat: chain(secret)[0]})


def write(letter: Letter) -> bytes:
    """The bytes of the file."""
    return msgspec.json.format(msgspec.json.encode(letter), indent=1)


def read(text: bytes) -> Letter:
    """Read a letter; what is none is refused with a sentence."""
    try:
        letter = msgspec.json.decode(text, type=Letter)
    except msgspec.MsgspecError as fault:
        raise SaveError(f"This is no letter of a match by mail: {fault}.") from None
    if letter.format != FORMAT:
        raise SaveError(f"This letter has the format {letter.format!r}; this program reads {FORMAT!r}.")
    game = find_game(letter.game)
    if (letter.rules_version, letter.data_version) != (game.version, game.data_version()):
        raise SaveError(f"This letter was written with other rules or components of {game.title}.")
    return letter


class Desk:
    """One player's turn: the position he plays on, and the letter that comes of it."""

    def __init__(self, letter: Letter, seat: str, secret: str) -> None:
        self.game = find_game(letter.game)
        seats = self.game.seats(letter.options)
        if seat not in seats:
            raise Refused(f"There is no seat {seat!r} in this match; there are {' and '.join(seats)}.")
        self.seat, self.secret = seat, secret
        self.other = next(s for s in seats if s != seat)
        self._links = chain(secret)
        if seat not in letter.heads:
            letter = msgspec.structs.replace(letter, heads={**letter.heads, seat: self._links[0]})
        if letter.heads[seat] != self._links[0]:
            raise Refused(f"This key is not the one with which {seat} joined the match.")
        if letter.result or letter.to_play != seat:
            raise Refused("The match is over." if letter.result else f"{letter.to_play} is to play, not {seat}.")
        check_links(letter)
        self.letter = letter
        self._link = self._links[1 + sum(turn.seat == seat for turn in letter.turns)]
        self._steps: list[Step] = []
        self.position = self._resumed(self._start())

    def _hides(self, seat: str) -> bool:
        return seat in self.game.hides(self.letter.options)

    def _start(self) -> State:
        """The state at the start of this turn, true as far as this player may know it."""
        letter = self.letter
        if not letter.turns:
            return new_state(self.game, letter.options)
        if self._hides(self.seat):
            return self._brought_up_to_date()
        state: State = state_from_json(self.game.state_type, bytes.fromhex(letter.open_state))
        if seen_digest(self.game, state, self.seat) != letter.turns[-1].seen:
            raise SaveError("What this letter shows is not what was sent with the last turn.")
        return state

    def _brought_up_to_date(self) -> State:
        """The sealed true position, with the other's last turn played on it."""
        letter, last = self.letter, self.letter.turns[-1]
        if len(letter.turns) == 1:
            start = new_state(self.game, letter.options)
        else:
            start = state_from_json(self.game.state_type, unseal(self.secret, "state", letter.true_state))
        return play_turn(self.game, letter, start, len(letter.turns) - 1, read_steps(bytes.fromhex(last.steps)))

    def _dice(self) -> Dice:
        theirs = newest_link(self.letter.turns, self.letter.heads, self.other)
        return dice_of_turn(self._link, theirs, len(self.letter.turns))

    def _resumed(self, state: State) -> Position:
        draw_secrets(self.game, self.letter, state, len(self.letter.turns), self.seat, self.secret)
        state.dice = self._dice()
        return Position.resume(self.game, self.letter.options, state, ())

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
            self._apply(self.other, answer)
        return False

    def choose(self, option: Option) -> None:
        """Make a choice of this player."""
        if not self.goes_on():
            raise Refused("Your turn is over: send the letter back.")
        self._apply(self.seat, option)

    def _apply(self, seat: str, option: Option) -> None:
        self.position.apply(seat, option)
        self._steps.append(Step(seat, option))

    def letter_back(self) -> Letter:
        """Close the turn: what goes to the other, with nothing in it that he may not know."""
        if self.goes_on():
            raise Refused("Your turn is not over yet.")
        steps = msgspec.json.encode(self._steps)
        hidden = self._hides(self.seat)
        number = len(self.letter.turns)
        true = self.position.checkpoint if not self.position.over else self.position.state
        seen = seen_digest(self.game, true, self.other)
        turn = Turn(
            self.seat, self._link, seal(self.secret, f"turn {number}", steps) if hidden else steps.hex(), hidden, seen
        )
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
        self.game.guess(opened, self.other, Dice(_hash(b"guess", bytes.fromhex(self.secret), steps).hex()))
        if seen_digest(self.game, opened, self.other) != seen:
            raise Refused(f"{self.game.title} could not hide everything; the letter was not written.")
        return msgspec.structs.replace(
            letter,
            true_state=seal(self.secret, "state", state_to_json(closed)),
            open_state=state_to_json(opened).hex(),
        )


def finish(letter: Letter, seat: str, secret: str) -> Letter:
    """After the end the other shows his secret number too; then everything can be verified."""
    if not letter.result:
        raise Refused("The match is not over.")
    if letter.heads.get(seat) != chain(secret)[0]:
        raise Refused(f"This key is not the one with which {seat} joined the match.")
    return msgspec.structs.replace(letter, shown={**letter.shown, seat: secret})


def verify(letter: Letter) -> str:
    """Play the whole match again with both secrets; the result, or a sentence about what is wrong."""
    game = find_game(letter.game)
    if set(letter.shown) != set(game.seats(letter.options)):
        raise Refused("Both players must show their keys before the match can be verified.")
    for seat, secret in letter.shown.items():
        if letter.heads[seat] != chain(secret)[0]:
            raise SaveError(f"The key that {seat} shows is not the one with which he joined.")
    check_links(letter)
    state = new_state(game, letter.options)
    for number, turn in enumerate(letter.turns):
        text = (
            unseal(letter.shown[turn.seat], f"turn {number}", turn.steps) if turn.sealed else bytes.fromhex(turn.steps)
        )
        known = state.clone()
        if draw_secrets(game, letter, known, number, turn.seat, letter.shown[turn.seat]):
            _check_choices(game, letter, known, number, read_steps(text))
        state = play_turn(game, letter, state, number, read_steps(text))
        other = next(s for s in game.seats(letter.options) if s != turn.seat)
        if turn.sealed and seen_digest(game, state, other) != turn.seen:
            raise SaveError(f"Turn {number + 1} showed {other} something else than what was played.")
    outcome = game.outcome(state)
    if outcome is None or outcome.result != letter.result:
        raise SaveError("The match does not end as the letter says.")
    return letter.result


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
        game.draw(state, seat, Dice(_hash(b"draw", bytes.fromhex(secret), bytes.fromhex(link)).hex()))
    return bool(link)


def _check_choices(game: AnyGame, letter: Letter, known: State, number: int, steps: list[Step]) -> None:
    """Whether the choices of a turn were allowed to one who knew what its player had drawn."""
    try:
        play_turn(game, letter, known, number, steps)
    except Refused as fault:
        seat = letter.turns[number].seat
        raise SaveError(f"Turn {number + 1} of {seat} does not fit what he had drawn: {fault}") from None


def play_turn(game: AnyGame, letter: Letter, start: State, number: int, steps: list[Step]) -> State:
    """The state after a turn: its choices made again with its dice."""
    turn, before = letter.turns[number], letter.turns[:number]
    other = next(s for s in game.seats(letter.options) if s != turn.seat)
    state = start.clone()
    state.dice = dice_of_turn(turn.link, newest_link(before, letter.heads, other), number)
    position = Position.resume(game, letter.options, state, ())
    for step in steps:
        position.apply(step.seat, step.option)
    return (position.state if position.over else position.checkpoint).clone()


def read_steps(text: bytes) -> list[Step]:
    """The choices of a turn."""
    try:
        return msgspec.json.decode(text, type=list[Step])
    except msgspec.MsgspecError as fault:
        raise SaveError(f"The choices in this letter cannot be read: {fault}.") from None


def seen_digest(game: AnyGame, state: State, seat: str) -> str:
    """The fingerprint of what a seat sees."""
    return blake2b(msgspec.json.encode(game.sight(state, seat)), digest_size=16).hexdigest()


def newest_link(turns: list[Turn], heads: dict[str, str], seat: str) -> str:
    """The newest link that a player has shown; the head of his chain, or nothing, before his first turn."""
    return next((turn.link for turn in reversed(turns) if turn.seat == seat), heads.get(seat, "00" * 32))


def check_links(letter: Letter) -> None:
    """Every link must follow from the one before: nobody picked his dice."""
    newest = dict(letter.heads)
    for turn in letter.turns:
        if turn.seat not in newest or not follows(turn.link, newest[turn.seat]):
            raise SaveError(f"A turn of {turn.seat} does not show the next link of his chain.")
        newest[turn.seat] = turn.link
