"""What can be typed at the table besides a choice. Each command says whether somebody must be asked again."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.text import Text

from sandtable.kernel.clauses import Clause
from sandtable.kernel.errors import Refused
from sandtable.kernel.flow import Choose, Option
from sandtable.kernel.position import ROLLED
from sandtable.kernel.sentences import tell
from sandtable.kernel.show import show_lines, told_odds
from sandtable.kernel.words import plain, signed
from sandtable.terminal.analysis import start_analysis
from sandtable.terminal.map.drawing import ground_key, legend, map_around, whole_map
from sandtable.terminal.map.marks import SideLetters
from sandtable.terminal.pick import find_things, is_number, matching
from sandtable.terminal.play import Command, Leave, Play
from sandtable.terminal.text import QUIET, RULE, STRONG, clause_lines, columns, without_marks, wrapped
from sandtable.terminal.together import all_together

_LOG = 20
_BELOW_THE_MAP = 4
"""Lines for what the letters mean and for the prompt."""
_FOUND = 12
_TOLD = 4
"""So many choices of a bot are told one by one."""
HELP = (
    ("NUMBER or WORDS", "choose an option: `3`, `attack mroz fw`, or any words that fit only one"),
    ("?  ? RULE", "read the rule behind this question, or a rule by number; `rules WORDS` searches"),
    ("why WORDS", "see why you can't choose something now"),
    ("odds [NUMBER]", "see the odds of an option"),
    ("look NAME", "read a piece, a card or a space"),
    ("table  log [N]", "see the whole table, or the last N lines of the journal"),
    ("los A B", "check line of sight and range between two places, if the game has a ruler"),
    ("map [NAME]", "see the board as text, or the area around something"),
    ("undo  redo", "undo, redo; `rewind [N]` undoes N choices even past dice and other players"),
    ("analyse [N]", "play all sides on a copy, from here or from step N; what you can't know is guessed"),
    ("follow", "in a lesson, let the coach do what he has just explained"),
    ("bot  auto [N]", "let a bot make this choice; `auto` plays to the next phase, `auto 10`, `auto end`"),
    ("save [FILE]", "save a copy (every choice is saved anyway)"),
    ("together", "answer this question and those like it in one list"),
    ("back", "show all options again"),
    ("quit", "leave; you can resume the game later"),
)
"""What can be typed, and what it does."""
_TYPED = 18
"""So wide is the column of what can be typed."""


def show_help(play: Play, seat: str, rest: str) -> bool:
    play.print(help_lines(play.console, play.drawing.width))
    return False


def help_lines(console: Console, width: int) -> list[Text]:
    """What can be typed, in two columns."""
    told = (Text(f"{tell(typed):<{_TYPED}}{tell(does)}") for typed, does in HELP)
    return [line for text in told for line in wrapped(console, text, width, _TYPED)]


def told_clause(play: Play, clause: Clause) -> list[Text]:
    head, *lines = clause_lines(play.console, clause.id, clause.text, play.drawing.width)
    return [head + Text(f"  {clause.chapter}", QUIET), *lines]


def rule(play: Play, seat: str, rest: str) -> bool:
    """`?` the rule behind the question, `? WB-8.1` that rule, `? words` a search."""
    decision = play.sitting.position.decision
    wanted = rest or (decision.rule if decision is not None else "")
    clauses = play.sitting.game.clauses
    if not wanted:
        raise Refused("This prompt has no rule of its own. `rules WORDS` searches all rules.")
    clause = clauses.get(wanted) or clauses.get(wanted.upper()) or clauses.get(f"{clauses.prefix}-{wanted}")
    if clause is None:
        return rules(play, seat, wanted)
    play.print(told_clause(play, clause))
    return False


def rules(play: Play, seat: str, rest: str) -> bool:
    clauses = play.sitting.game.clauses.search(rest) if rest else []
    if not clauses:
        if not rest:
            raise Refused("Name some words to search for: `rules fuel`.")
        raise Refused("No rule mentions '{rest}'.", rest=rest)
    if len(clauses) == 1:
        play.print(told_clause(play, clauses[0]))
        return False
    for clause in clauses[:_FOUND]:
        first = Text.assemble((clause.id, RULE), f"  {without_marks(clause.text)}")
        first.truncate(play.drawing.width, overflow="ellipsis")
        play.print([first])
    if len(clauses) > _FOUND:
        play.say(tell("… and {n} more", n=len(clauses) - _FOUND), QUIET)
    return False


def why(play: Play, seat: str, rest: str) -> bool:
    if not rest:
        raise Refused("Type `why` and then what you would like to do.")
    options = play.sitting.position.options(seat)
    meant = matching(options, play.words, rest)
    if meant:
        play.say(tell("You can choose that: {option}.", option=plain(play.words.option(meant[0]))))
        if len(meant) > 1:
            play.say(tell("{n:option fits|options fit} these words.", n=len(meant)))
        return False
    play.refused(play.why_not(seat, rest))
    return False


def odds(play: Play, seat: str, rest: str) -> bool:
    decision = play.sitting.position.decision
    if not isinstance(decision, Choose) or decision.odds is None:
        raise Refused("No option here has odds to show.")
    shown = False
    for option in _meant(play, seat, rest):
        chance = decision.odds(option)
        if chance is not None:
            shown = True
            told = told_odds(play.words, chance)
            play.print([Text(plain(play.words.option(option)), STRONG), *play.drawing.odds(told)])
    if not shown:
        play.say(tell("That option involves no chance."))
    return False


def _meant(play: Play, seat: str, rest: str) -> list[Option]:
    options = list(play.narrowed[-1] if play.narrowed else play.sitting.position.options(seat))
    if not rest:
        return options
    if is_number(rest) and 1 <= int(rest) <= len(play.entries):
        return list(play.entries[int(rest) - 1].options)
    meant = matching(options, play.words, rest)
    if not meant:
        raise Refused("'{rest}' matches no option.", rest=rest)
    return meant


def los(play: Play, seat: str, rest: str) -> bool:
    """`los H5 K7-1`: what the game's ruler says of two spaces, as far as the seat may know."""
    game = play.sitting.game
    if not game.ruler:
        raise Refused("{title} has no ruler.", title=game.title)
    ends = rest.replace(">", " ").split()
    if len(ends) != 2:
        raise Refused("Name two places: `los H5 K7-1`.")
    known = {space.id.lower(): space.id for space in game.board(play.sitting.position.options_chosen).spaces}
    lost = next((end for end in ends if end.lower() not in known), "")
    if lost:
        raise Refused("There is no place '{lost}' on the board.", lost=lost)
    a, b = (known[end.lower()] for end in ends)
    told = game.measure(play.sitting.position.sight(seat), a, b)
    ends_named = {"a": play.words.name(a), "b": play.words.name(b)}
    line = tell("{a} to {b}, range {range}: {text}", **ends_named, range=told.range, text=told.text)
    play.print([Text(f"{line}  ", STRONG) + Text(told.clause, RULE)])
    play.print(
        [Text(f"    {signed(value)}  {reason}  ") + Text(clause, RULE) for value, clause, reason in told.modifiers]
    )
    return False


def look(play: Play, seat: str, rest: str) -> bool:
    table = play.table(seat)
    things = play.drawing.things(table)
    named = find_things(rest, things) if rest else []
    if not named:
        if not rest:
            raise Refused("Name what to look at: `look tail`.")
        raise Refused("There is no '{rest}' on the table.", rest=rest)
    if len(named) > 3:
        # An id stands only where a name would not tell things apart.
        alike = Counter(things[id] for id in named)
        told = [f"{things[id]} ({id})" if alike[things[id]] > 1 else things[id] for id in named]
        play.print(columns([Text(one) for one in told], play.drawing.width))
        return False
    for id in named:
        play.print(play.drawing.look(table, id))
    return False


def table(play: Play, seat: str, rest: str) -> bool:
    shown = play.table(seat)
    play.print(play.drawing.heading(shown))
    play.print(play.drawing.board_lines(shown, play.sitting.position.sight(seat)))
    for block in play.drawing.panels(shown):
        play.print(block)
    play.print(play.question(seat).lines)
    return False


def chart(play: Play, seat: str, rest: str) -> bool:
    """`map` the whole board in characters, `map NAME` the neighbourhood of a space or piece."""
    if not play.drawing.board.spaces:
        raise Refused("This game has no board.")
    shown = play.table(seat)
    focus = place_meant(play, seat, rest) if rest else ""
    named = {thing for option in play.sitting.position.options(seat) for thing in option[1:]}
    letters = play.letters.setdefault(seat, SideLetters())
    width = play.drawing.width
    ground = Text(ground_key(play.drawing.board, partial(play.words.key_name, "kind")), QUIET)
    below = wrapped(play.console, ground, width) if ground else []
    height = max(12, play.console.height - _BELOW_THE_MAP - len(below))
    if focus:
        play.print(map_around(play.drawing.map, shown, width, height, focus, named, letters))
    else:
        play.print(whole_map(play.drawing.map, shown, width, height, named, letters))
    key = legend(letters, shown, play.words.name)
    if named:
        key = key + Text(" · " if key else "") + Text(tell("* or underlined: can be chosen now"), QUIET)
    play.print([*wrapped(play.console, key, width), *below])
    return False


def place_meant(play: Play, seat: str, typed: str) -> str:
    """The space on the board that somebody names, by itself or by what is there."""
    shown = play.table(seat)
    things = play.drawing.things(shown)
    ids = find_things(typed, things)
    if not ids:
        raise Refused("There is no '{rest}' on the table.", rest=typed)
    places = {piece.id: piece.where for piece in shown.pieces}
    place = places.get(ids[0], ids[0])
    if place not in play.drawing.map.layouts.home:
        raise Refused("{thing} is not on the map.", thing=things[ids[0]])
    return place


def log(play: Play, seat: str, rest: str) -> bool:
    count = int(rest) if is_number(rest) else _LOG
    lines = show_lines(play.words, play.sitting.position.journal.lines, seat)
    for line in lines[max(0, len(lines) - count) :]:
        play.print(play.drawing.line(line))
    if not lines:
        play.say(tell("Nothing has happened yet."))
    return False


def undo(play: Play, seat: str, rest: str) -> bool:
    if not play.sitting.can_undo:
        raise play.too_late_to_undo()
    play.sitting.undo(seat)
    return True


def redo(play: Play, seat: str, rest: str) -> bool:
    play.sitting.redo()
    return True


def rewind(play: Play, seat: str, rest: str) -> bool:
    """Back over every barrier, as everybody at this table agrees: the bots do not mind."""
    mine = [n for n, step in enumerate(play.sitting.position.steps) if step.seat in play.sitting.humans]
    count = int(rest) if is_number(rest) else 1
    if not 1 <= count <= len(mine):
        raise Refused(
            "You can't undo {wanted} of your choices: you have made {made}.", wanted=rest or 1, made=len(mine)
        )
    play.sitting.rewind(mine[-count])
    return True


def bot(play: Play, seat: str, rest: str) -> bool:
    decision = play.sitting.position.decision
    if decision is not None and decision.ask == ROLLED:
        raise Refused("You roll the dice yourself: type the roll.")
    option = play.sitting.advice(seat, rest) if rest else play.sitting.advice(seat)
    play.notice(tell("The bot chose: {option}.", option=plain(play.words.option(option))))
    play.sitting.choose(seat, option)
    return True


def follow(play: Play, seat: str, rest: str) -> bool:
    """In a lesson, the coach does what he has explained."""
    coaching = play.sitting.coaching
    if coaching is None or seat != coaching.learner:
        raise Refused("This game has no coach. `sandtable play GAME --lesson` starts a lesson.")
    option = coaching.shows(play.sitting.position)
    play.notice(tell("The coach chose: {option}.", option=plain(play.words.option(option))))
    play.sitting.choose(seat, option)
    return True


def auto(play: Play, seat: str, rest: str) -> bool:
    """The bot plays for the people at this table: to the next phase, for N choices, or to the end."""
    sitting = play.sitting
    if rest and rest != "end" and not is_number(rest):
        raise Refused("`auto` plays to the next phase, `auto 10` ten choices, `auto end` to the end.")
    before, made = play.table(seat).phase, 0
    chosen: list[str] = []
    while not sitting.position.over and (not is_number(rest) or made < int(rest)):
        sitting.bots_play()
        now = sitting.to_ask
        decision = sitting.position.decision
        if not now or (decision is not None and decision.ask == ROLLED):
            break
        if not rest and made and play.table(seat).phase != before:
            break
        option = sitting.advice(now)
        chosen.append(plain(play.words.option(option)))
        sitting.choose(now, option)
        made += 1
    tell_choices(play, chosen)
    return True


def tell_choices(play: Play, chosen: list[str]) -> None:
    """What a bot chose: the last choices in words, the rest as a number."""
    if len(chosen) > _TOLD:
        play.notice(tell("The bot made {n:choice|choices}; the last ones:", n=len(chosen)))
    for text in chosen[-_TOLD:]:
        play.notice(tell("The bot chose: {option}.", option=text))


def save(play: Play, seat: str, rest: str) -> bool:
    path = Path(rest).expanduser() if rest else play.sitting.path
    play.sitting.store(path)
    play.say(tell("Saved to {path}.", path=path))
    return False


def back(play: Play, seat: str, rest: str) -> bool:
    if not play.narrowed:
        raise Refused("All options are already shown.")
    play.narrowed.pop()
    play.screen.narrow(play.page(seat))
    return False


def leave(play: Play, seat: str, rest: str) -> bool:
    raise Leave


COMMANDS: dict[str, Command] = {
    "?": rule, "rule": rule, "rules": rules, "why": why, "odds": odds, "los": los, "look": look, "table": table,
    "log": log, "map": chart, "undo": undo, "redo": redo, "rewind": rewind, "bot": bot, "auto": auto, "save": save,
    "back": back, "together": all_together, "follow": follow, "analyse": start_analysis, "analyze": start_analysis,
    "quit": leave, "exit": leave, "help": show_help,
}  # fmt: skip
