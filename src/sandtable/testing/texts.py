"""What players read: every prompt, option, journal line and panel of a game reads like a text and not like a program.

The rules are those of `docs/build/style.md` that a machine can hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from sandtable.kernel.ending import Ending, PartSheet
from sandtable.kernel.errors import Refused
from sandtable.kernel.flow import Option
from sandtable.kernel.game import AnyGame, View
from sandtable.kernel.journal import JournalLine
from sandtable.kernel.language import ENGLISH
from sandtable.kernel.position import Position
from sandtable.kernel.show import show_decision, words_for
from sandtable.kernel.table import Board, Overlay, Panel, Table
from sandtable.kernel.templates import compiled
from sandtable.kernel.words import Words, plain

_WORD = re.compile(r"[\w'’.-]*\w")
_ID = re.compile(r"[a-z]\w*[-.:\d][\w.:-]*")
"""Ids that are not printed on the map: those begin with a capital or a figure (A4, 5118)."""
_DOUBLED = re.compile(r"\b([A-Za-z]{2,}(?: [a-z]{2,})?) \1\b")
"""A word, or two words, with themselves: "target type target type"."""
_CUT = re.compile(r"^[A-Z]\d?: .*\b(?:at|by|from|in|near|of|on)$")
"""A reason that ends before it says what: "R: debris in"."""
_ONE = re.compile(r"(?<![\d.,:/+#-])\b(?<!\d )1 ([a-z]+)\b")
_EMPTY = re.compile(
    r"  | [.,;:!)](?![.\d])|\( |\(\)|: ?[.,;)](?!\d)|, ?[.,;)](?!\d)|^ | $|^[.,;:)](?!\d)|[:,(]$|\[\]|[{}|]|"
    r"\b(?:None|True|False)(?:[.,;)]|$)"
)
_ONE_OF_A_KIND = re.compile(r"(?<![\d.,:/+#-])\b(?<!\d )1 [a-z]+ ([a-z]+)\b")
"""A single thing with a word before it: "1 spare parts"."""
_IN_PLACE = re.compile(r"\b[Ii]n [A-Z]{1,2}\d{1,2} (?:level|rooftop|cellar|bridge|viaduct|culvert)\b")
"""A Location is at its name: "Germans at J9 bridge", and not "in J9 bridge"."""
_DECIMAL = re.compile(r"(?<![\w.-])\d+\.\d+ (?:FP|MF|MP)\b")
"""Halves and what is halved again are fractions: ½, ¾, ⅜."""
_ARTICLE = re.compile(
    r"(?:\ba|^A) (?:8|11|18|8\d)(?!\d)|(?:\ban|^An) (?:[1-79]|1[02-79])(?!\d)|"
    r"\ba (?=[AEIOaeio]\w)(?!one\b|once\b|[Ee]u)|\ban (?=[bcdfgjkpqstvwyz]\w)"
)
_FROM = re.compile(r"\bfrom [^.,;:]{1,24} from\b")
_REPEATED = re.compile(r"\b([\w/-][\w/.-]+[\w/-])(?: \w{1,3})? \(\1\)")
"""A name with itself in brackets: "SU-76M B (SU-76M)"."""
_SEVERAL = re.compile(r"(?:^|\b[a-z]+ |[(:,;+×] ?)(?:[2-9]|[1-9]\d+) ([a-z]+)\b(?!-)(?! \d)")
"""A number that counts: not one that belongs to a name ("flight 2", "German LMG 2"), nor a part of a word."""
_DATE = re.compile(r"\b19\d\d-(?:0[1-9]|1[0-2])(?:-\d\d)?\b")
_FAULTS = {
    _CUT: "it ends too soon",
    _FROM: "'from' twice",
    _REPEATED: "'{1}' twice",
    _EMPTY: "an empty gap",
    _ARTICLE: "the wrong article",
    _IN_PLACE: "'{0}': a Location is 'at' its name",
    _DECIMAL: "'{0}' with a point",
    _DATE: "a date as programs write it",
}
"""What one pattern finds, and what is said of it."""
_COUNTED = """
    cards chits counters cubes dice dummies factors games groups guns hexes hits hours kills lines losses medals men
    minutes missions modifiers pieces planes players points problems refugees rounds seats shots spaces squads
    squares stacks steps strikes turns units vehicles
"""
"""Nouns that never follow a single 1, besides those that the game's own templates count."""
_OF_A_KIND = "cards chits counters cubes factors hexes missions parts planes points products units"
"""The same where a word stands between: "1 spare parts", "1 victory points"; not what may be a verb."""
FRAGMENT = "value"
"""A text that stands behind a label or a name, and may begin with a small letter."""
_UNUSED = re.compile(
    r"\b(?:anew|[Ww]hoever|[Ww]ho comes? back|lies? (?:there|unpossessed|about)|stands at|go(?:es)? on(?! and on| top)"
    r"|looked after|of (?:its|his|their) own will|of one's own|makes? out|in the hands of|to decide$"
    r"|[Ii]llegal|[Ii]nvalid|[Nn]ot (?:possible|allowed|permitted)|(?:is|are) unable to|in order to"
    r"|[Tt]hereby|[Ww]hereby|[Tt]hereof|[Ww]herein|[Ww]hosoever|hitherto|heretofore|oneself|[Rr]espectively"
    r"|the same (?:is true|holds)|comes? into question|what concerns|by means of|gets? lost|stays? standing"
    r"|[Tt]he own|also (?:when|where|if)|comes? to (?:its|an) end|(?:is|are|was) not to be had"
    r"|present (?:turn|phase|weather|damage|step|date))\b|\d%|[:;] else\b"
    r"|(?:^|[.;] )Who (?![^.;?]*\?)[^.;?]+[.;]"
)
"""Words and phrases that the style page rules out; a sentence that begins with "Who" and asks nothing is one."""
_LOOKS = 20
"""At every so many decisions the ruler is laid on the board and a piece surveyed."""
_REMEMBERED = 60
"""So many options of earlier decisions are asked for again, to read why they are refused."""
_NOT_DOUBLED = {"had", "that", "ha", "bora", "baden", "chop"}


_ROLLED = frozenset({"roll", "rolls", "die", "dice", "dr", "draw", "card", "success"})
"""Facts of chance: what is rolled or drawn twice alike is told twice."""


class Texts:
    """What a game has shown so far. Each text is looked at once."""

    def __init__(self, game: AnyGame, board: Board) -> None:
        self.game = game
        self._seen: set[str] = set()
        self._read: dict[str, int] = {}
        self._last: dict[str, JournalLine] = {}
        self._board = board
        self._offered: dict[Option, None] = {}

    def problems(self, position: Position) -> Iterator[str]:
        """What is wrong with the texts that the deciders see now, and with the lines that are new to everybody."""
        if not self._seen:
            yield from self._wrong(board_texts(self._board, self.game.words))
            yield from verb_faults(self.game.words)
        for seat in position.deciders:
            view = position.sight(seat)
            yield from self._wrong(decision_texts(position, seat))
            table = self.game.table(view)
            yield from self._wrong(table_texts(table, self.game.words))
            if len(position.steps) % _LOOKS == 0:
                yield from self._wrong(self._looks(view, table, len(position.steps)))
            yield from self._wrong(self._refusals(position, seat))
        yield from self._lines(position)

    def _looks(self, view: View, table: Table, step: int) -> Iterator[tuple[str, str]]:
        """What the ruler says of two spaces, and what is marked on the board about a piece."""
        spaces = self._board.spaces
        if self.game.ruler and spaces:
            ends = (spaces[step * 7 % len(spaces)].id, spaces[step * 31 % len(spaces)].id)
            try:
                measured = self.game.measure(view, *ends)
            except Refused as refused:
                yield "refusal of the ruler", refused.sentence
            else:
                yield "text of the ruler", measured.text
                yield from ((f"{FRAGMENT} in the modifiers of the ruler", str(one[2])) for one in measured.modifiers)
        surveyed = [piece.id for piece in table.pieces if piece.face in self.game.surveyed]
        if surveyed:
            for overlay in self.game.survey(view, surveyed[step % len(surveyed)]):
                yield from overlay_texts(overlay)

    def _refusals(self, position: Position, seat: str) -> Iterator[tuple[str, str]]:
        """What one is told who asks for something that was offered before, or for a thing in place of another."""
        options, step = position.options(seat), len(position.steps)
        earlier = list(self._offered)[-_REMEMBERED:]
        named = [thing for option in earlier for thing in option[1:]]
        asked = [earlier[step * number % len(earlier)] for number in (1, 7, 31) if earlier]
        asked += [(*options[0][:-1], named[step % len(named)])] if named and len(options[0]) > 1 else []
        for option in asked:
            refused = position.refusal(seat, option)
            if refused is not None:
                yield f"refusal of {option}", refused.sentence
        self._offered |= dict.fromkeys(options[:_REMEMBERED])

    def _lines(self, position: Position) -> Iterator[str]:
        seats = position.seats[:2] if position.seats else ()
        for seat in (*seats, ""):
            words = words_for(position, seat)
            for line in position.journal.lines[self._read.get(seat, 0) :]:
                if line.visible_to(seat):
                    yield from self._line(words, line, seat)
            self._read[seat] = len(position.journal.lines)

    def _line(self, words: Words, line: JournalLine, seat: str) -> Iterator[str]:
        text = plain(words.line(line.event, line.facts))
        last = self._last.get(seat)
        told = line.event in words.headings or not _ROLLED.intersection(line.facts)
        if told and last is not None and (last.step, last.event, last.facts) == (line.step, line.event, line.facts):
            yield f"the line {text!r} ({line.event}) is there twice"
        self._last[seat] = line
        reasons = [
            (f"{FRAGMENT} in the modifiers of {line.event}", words.reason(str(one[2])))
            for one in line.facts.get("modifiers", ())
        ]
        yield from self._wrong([(f"journal line {line.event}", text), *reasons])

    def ended(self, position: Position) -> Iterator[str]:
        """What is wrong with the last lines and with what is told of the end."""
        yield from self._lines(position)
        yield from self._wrong(ending_texts(self.game.ending(position.state)))

    def _wrong(self, texts: Iterator[tuple[str, str]] | list[tuple[str, str]]) -> Iterator[str]:
        for where, text in texts:
            if text not in self._seen:
                self._seen.add(text)
                for fault in text_faults(self.game, text, whole=not where.startswith(FRAGMENT)):
                    yield f"the {where} reads {text!r}: {fault}"


def decision_texts(position: Position, seat: str) -> Iterator[tuple[str, str]]:
    """The prompt and the options, with their odds."""
    shown = show_decision(position, seat)
    if shown is None:
        return
    decision = position.decision
    assert decision is not None
    yield f"prompt {decision.ask}", plain(shown.prompt)
    for one in shown.options:
        yield f"option {one.option[0]}", plain(one.text)
        if one.odds is not None:
            where = f"{FRAGMENT} in the odds of {one.option[0]}"
            yield from ((where, outcome) for outcome, _ in one.odds.outcomes)
            yield from ((where, what) for what, _, _ in one.odds.sums)
            yield from ((where, reason) for _, _, reason in one.odds.modifiers)
            yield from ((where, text) for rolled, means, _ in one.odds.row for text in (rolled, means))


def table_texts(table: Table, words: Words) -> Iterator[tuple[str, str]]:
    """All that is written on the table; of a piece what hovering and the inspector say of it."""
    yield "heading", table.heading
    yield "result", table.result
    yield from (("phase", phase) for phase in table.phases)
    for panel in table.panels:
        yield from _panel_texts(panel)
    for piece in table.pieces:
        yield f"{FRAGMENT} in the label of a {piece.face}", piece.label
        yield f"{FRAGMENT} in the note of a {piece.face}", piece.note
        printed = [(words.key_name("value", key), value) for key, value in piece.values.items() if value != ""]
        yield from ((f"{FRAGMENT} on a {piece.face}", f"{name} {value}") for name, value in printed)
        yield from ((f"{FRAGMENT} in the note of a badge", badge.note) for badge in piece.badges)
    for overlay in table.overlays:
        yield from overlay_texts(overlay)
    yield from (("score", score.label) for score in table.scores)
    yield from ((f"{FRAGMENT} at a line on the map", line.label) for line in table.lines)
    if table.sheet is not None:
        yield from ending_texts(table.sheet)


def _panel_texts(panel: Panel) -> Iterator[tuple[str, str]]:
    where = f"panel {panel.id}"
    yield f"title of the {where}", panel.title
    yield from ((f"{FRAGMENT} in the head of the {where}", column) for column in panel.columns)
    yield from ((where, text) for text in (*panel.text.splitlines(), panel.why))
    for above, row in zip((None, *panel.rows), panel.rows, strict=False):
        if row == above and row.label and not row.ref:
            yield where, f"{row.label} {row.label}"  # a doubled line is a doubled word
        yield f"label in the {where}", row.label
        yield f"{FRAGMENT} in a note of the {where}", row.note
        values = (f"{row.value}", *row.cells)
        yield from ((f"{FRAGMENT} in the {where}", value) for value in values)


def overlay_texts(overlay: Overlay) -> Iterator[tuple[str, str]]:
    """What is marked on the board, and what is written there."""
    yield f"overlay {overlay.id}", overlay.title
    yield from ((f"{FRAGMENT} of the overlay {overlay.id}", text) for text in overlay.texts.values())


def board_texts(board: Board, words: Words) -> Iterator[tuple[str, str]]:
    """What is written on the board, and what hovering says of the spaces."""
    yield from ((f"{FRAGMENT} in the note of a space", space.note) for space in board.spaces)
    tags = {tag for space in board.spaces for tag in space.told_tags}
    yield from ((f"{FRAGMENT} among the tags of a space", words.key_name("tag", tag)) for tag in sorted(tags))
    yield from ((f"{FRAGMENT} along a line of the board", link.label) for link in board.links)
    yield from ((f"{FRAGMENT} on the board", label.text) for label in board.labels)


def ending_texts(ending: Ending | PartSheet) -> Iterator[tuple[str, str]]:
    """Who won and why, and the tables; of the whole game or of a part of it."""
    yield "title of the ending", ending.title
    yield "reason of the ending", ending.why
    yield "measure of the ending", ending.measure
    if isinstance(ending, PartSheet):
        yield from (("point of the curve", point.label) for point in ending.curve)
    yield from (("figure of the ending", f"{label}: {value}") for label, value in ending.facts)
    for table in ending.tables:
        yield "table of the ending", table.title
        yield from ((f"{FRAGMENT} in a column of the ending", column) for column in table.columns)
        yield from (("row of the ending", row.label) for row in table.rows)
        yield from ((f"{FRAGMENT} in the ending", str(value)) for row in table.rows for value in row.values)


def text_faults(game: AnyGame, text: str, whole: bool = True) -> Iterator[str]:
    """What a reader would stumble over."""
    if not text:
        return
    if "_" in text:
        yield "an underscore"
    known = _names(game)
    yield from (f"{word!r} is an id" for word in _WORD.findall(text) if word in known.ids)
    doubled = _DOUBLED.search(text)
    if doubled and doubled[1].lower() not in _NOT_DOUBLED:
        yield f"{doubled[0]!r}"
    yield from _miscounted(known, text)
    for pattern, fault in _FAULTS.items():
        if found := pattern.search(text):
            yield fault.format(found[0], *found.groups())
    yield from (f"{word!r}, which we do not use" for word in unused_words(text))
    first = _WORD.match(text.lstrip("\"'(“‘"))
    if whole and first and first[0].isalpha() and first[0].islower() and len(text) > 2:
        yield "it begins with a small letter"


def _miscounted(known: _Known, text: str) -> Iterator[str]:
    """A number whose noun does not agree with it."""
    one, kind, several = _ONE.search(text), _ONE_OF_A_KIND.search(text), _SEVERAL.search(text)
    if one and one[1] in known.plurals:
        yield f"{one[0]!r}"
    if kind and kind[1] in _OF_A_KIND.split():
        yield f"{kind[0]!r}"
    if several and f"{several[1]}s" in known.counted:
        yield f"{several[0].lstrip()!r}"


def verb_faults(words: Words) -> Iterator[str]:
    """Options that are not imperatives: "Fly to Celle", or "York 1A: fly to Celle", and not "York 1A flies to Celle".

    Other languages build their imperatives in other ways.
    """
    if words.language != ENGLISH:
        return
    first = {verb: compiled(template)[:2] for verb, template in words.verbs.items() if template}
    begin = {parts[0].split(" ")[0] for parts in first.values() if isinstance(parts[0], str)}
    for verb, parts in first.items():
        named = not isinstance(parts[0], str) and not parts[0].forms
        if named and len(parts) > 1 and str(parts[1]).startswith(" "):
            yield f"the option {verb} reads {words.verbs[verb]!r}: it tells what somebody does"
        word = parts[0].split(" ")[0] if isinstance(parts[0], str) else ""
        if {word.removesuffix("s"), word.removesuffix("es")} & (begin - {word}):
            yield f"the option {verb} reads {words.verbs[verb]!r}: {word!r} is not an imperative"


def unused_words(text: str) -> Iterator[str]:
    """Words in a text that the style page rules out."""
    yield from (found[0] for found in _UNUSED.finditer(text))


class _Known:
    """The ids of a game that no reader should see, and the nouns that it counts."""

    def __init__(self, game: AnyGame) -> None:
        names = game.words.names
        told = {word for name in names.values() for word in _WORD.findall(name)}
        self.ids = {id for id in names if _ID.fullmatch(id) and id not in told}
        templates = (*game.words.events.values(), *game.words.prompts.values(), *game.words.verbs.values())
        forms = (
            part.forms[-1] for text in templates for part in compiled(text) if not isinstance(part, str) and part.forms
        )
        counted = {word for form in forms for word in form.split() if word.endswith("s")}
        self.plurals = counted.union(_COUNTED.split()) - {"is", "was", "has"}
        self.counted = frozenset(_COUNTED.split())


@cache
def _names(game: AnyGame) -> _Known:
    return _Known(game)
