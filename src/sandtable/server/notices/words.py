"""What notices say, in the language and the time zone of the person who is told."""

from __future__ import annotations

from datetime import datetime, tzinfo
from typing import NamedTuple

from sandtable.kernel.errors import SandtableError
from sandtable.kernel.game import find_game
from sandtable.kernel.language import language, speaking, spoken
from sandtable.kernel.sentences import tell
from sandtable.server.notices.quiet import zone_of
from sandtable.server.notices.records import Line, Notice, Wishes
from sandtable.server.records import shown_name


class Words(NamedTuple):
    """A notice as it is read."""

    title: str
    text: str
    path: str
    """Where it leads, on this server."""


def words_of(notice: Notice, wishes: Wishes) -> Words:
    """A notice in the words of whoever reads it."""
    with speaking(wishes.language or spoken()):
        if not notice.match:
            return Words(tell("A test from Sandtable"), tell("Your notices will arrive here."), "/account")
        lines = [_line(line, zone_of(wishes)) for line in notice.lines]
        return Words(f"{title_of(notice.game)}: {lines[0]}", "\n".join(lines), _path(notice))


def _path(notice: Notice) -> str:
    invited = any(line.kind == "invitation" for line in notice.lines)
    if any(line.kind == "round" and not line.facts.who for line in notice.lines):
        return f"/tournaments/{notice.match}"
    return "/lobby" if invited else f"/match/{notice.match}"


def title_of(game: str) -> str:
    """What a game is called; its id if it is not here any more."""
    try:
        return find_game(game).title
    except SandtableError:
        return game


def _line(line: Line, zone: tzinfo) -> str:
    who, when = shown_name(line.facts.who), moment(line.facts.ends, zone)
    match line.kind:
        case "round":
            facts = {"round": line.facts.round, "tournament": line.facts.tournament}
            if not line.facts.who:
                return tell("Round {round} of '{tournament}' begins. You have no opponent in it.", **facts)
            return tell("Round {round} of '{tournament}' begins. You play {who}.", who=who, **facts)
        case "turn":
            return tell("It is your turn.")
        case "takeback":
            return tell("{who} asks to undo a choice.", who=who)
        case "message":
            return tell("{who} wrote to you.", who=who)
        case "over":
            return tell("The match is over.")
        case "invitation" if line.facts.who:
            return tell("{who} invites you to play.", who=who)
        case "invitation":
            return tell("You are invited to play.")
        case "clock" if line.facts.who:
            return tell("{who} has run out of time. You may claim the match or let a bot play on.", who=who)
        case "clock":
            return tell("Your time runs out: {when}.", when=when)


def moment(at: str, zone: tzinfo) -> str:
    """A moment as somebody reads it in their zone; "" for none."""
    if not at:
        return ""
    return language(spoken()).moment(datetime.fromisoformat(at).astimezone(zone))
