"""`sandtable admin`: the operator lists, closes, bans, mutes and settles reports, while the server runs."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from sandtable.kernel.errors import SandtableError
from sandtable.terminal.arguments import DatabaseUrl, Json, print_json
from sandtable.terminal.operating import By, Name, opened_desk, operator_named

if TYPE_CHECKING:
    from sandtable.server.admin.acts import Operator
    from sandtable.server.admin.records import Ban

admin = typer.Typer(no_args_is_help=True, help="Run a server: matches, people, bans, reports, the audit trail.")
Match = Annotated[str, typer.Argument(metavar="MATCH", help="The id of the match, as in its address.")]
Most = Annotated[int, typer.Option("--most", min=1, max=10_000, help="List at most this many.")]
Why = Annotated[str, typer.Option("--why", metavar="TEXT", help="The reason; the people concerned are told.")]
Note = Annotated[str, typer.Option("--why", metavar="TEXT", help="The reason, for the audit trail.")]
Until = Annotated[
    str, typer.Option("--until", metavar="TIME", help="When it ends: 2027-01-31, or with a time, in UTC.")
]
Days = Annotated[int, typer.Option("--days", min=0, max=36_500, help="The number of days; 0 means for good.")]
Whom = Annotated[str, typer.Argument(metavar="WHO", help="The name of an account; with --address, an address.")]
IsAddress = Annotated[bool, typer.Option("--address", help="WHO is a network address or a network (203.0.113.0/24).")]
Speaker = Annotated[
    str, typer.Argument(metavar="WHO", help="The name of an account, or MATCH/SEAT for a guest (see `reports`).")
]
Decision = Literal["dismiss", "mute", "ban"]


def _until(until: str, days: int) -> str:
    """The end of a ban as times are kept; "" for good."""
    if until and days:
        raise SandtableError("Name --until or --days, not both.")
    if not until:
        return (datetime.now(UTC) + timedelta(days=days)).isoformat(timespec="seconds") if days else ""
    try:
        end = datetime.fromisoformat(until)
    except ValueError:
        raise SandtableError("'{text}' is not a time, such as 2027-01-31 or 2027-01-31T18:00.", text=until) from None
    end = end.replace(tzinfo=UTC) if end.tzinfo is None else end.astimezone(UTC)
    if end <= datetime.now(UTC):
        raise SandtableError("{text} is in the past.", text=until)
    return end.isoformat(timespec="seconds")


def acting(by: str, why: str, until: str = "", days: int = 0, needed: bool = True) -> Operator:
    """Who acts, why and until when."""
    from sandtable.server.admin.acts import Operator, checked_reason

    return Operator(operator_named(by), checked_reason(why, needed), _until(until, days))


def print_rows(rows: Iterable[Iterable[Any]]) -> None:
    """One line each, its parts separated by tabs; what others wrote can't move the cursor."""
    for row in rows:
        parts = ("".join(letter if letter.isprintable() else " " for letter in str(part)) for part in row)
        print("\t".join(part or "-" for part in parts))


def _told(ban: Ban | None) -> str:
    if ban is None:
        return ""
    return f"until {ban.until}: {ban.why}" if ban.until else f"for good: {ban.why}"


@admin.command("matches")
def list_matches(
    game: Annotated[str, typer.Option(metavar="GAME", help="Only matches of this game.")] = "",
    state: Annotated[str, typer.Option(metavar="STATE", help="Only those that are running, over or closed.")] = "",
    player: Annotated[
        str, typer.Option(metavar="TEXT", help="Only those with a player whose name contains this.")
    ] = "",
    most: Most = 50,
    json: Json = False,
    db: DatabaseUrl = "",
) -> None:
    """List the newest matches."""
    from sandtable.server.admin.listing import list_matches as question

    with opened_desk(db) as desk:
        found = desk.do(question(game, state, player, most))
    if json:
        print_json(found)
        return
    print_rows(
        (one.id, one.game, one.scenario, one.state, one.created, one.used, ", ".join(one.players)) for one in found
    )


@admin.command("match")
def show_match(match: Match, json: Json = False, db: DatabaseUrl = "") -> None:
    """Show what everybody may know of a match."""
    import msgspec

    from sandtable.server.admin.listing import match_facts

    with opened_desk(db) as desk:
        facts = desk.do(match_facts(match))
    if json:
        print_json(facts)
        return
    told = msgspec.to_builtins(facts)
    told["seats"] = [f"{one.seat}: {one.name} ({'account' if one.account else one.player})" for one in facts.seats]
    for name, value in told.items():
        lines = [f"{k}: {v}" for k, v in value.items()] if isinstance(value, dict) else value
        print_rows((name, line) for line in (lines if isinstance(lines, list) else [lines]))


@admin.command("close")
def close_match(match: Match, why: Why = "", by: By = "", db: DatabaseUrl = "") -> None:
    """Close a match: its players are told why and can look at it, but can't play on."""
    from sandtable.server.admin.acts import close

    operator = acting(by, why)
    with opened_desk(db) as desk:
        desk.do(close(match, operator))
    print(f"Closed {match}.")


@admin.command("people")
def list_people(
    named: Annotated[str, typer.Option(metavar="TEXT", help="Only accounts whose name contains this.")] = "",
    banned: Annotated[bool, typer.Option("--banned", help="Only accounts that are banned or muted.")] = False,
    json: Json = False,
    db: DatabaseUrl = "",
) -> None:
    """List accounts: since when, last seen, in how many matches, and what they are banned for."""
    from sandtable.server.admin.listing import list_people as question
    from sandtable.server.times import now

    with opened_desk(db) as desk:
        found = desk.do(question(named, banned, now()))
    if json:
        print_json(found)
        return
    print_rows(
        (
            one.name,
            one.created,
            one.used,
            one.matches,
            f"banned {_told(one.banned)}" if one.banned else "",
            f"muted {_told(one.muted)}" if one.muted else "",
        )
        for one in found
    )


@admin.command("ban")
def ban(
    who: Whom,
    address: IsAddress = False,
    why: Why = "",
    until: Until = "",
    days: Days = 0,
    by: By = "",
    db: DatabaseUrl = "",
) -> None:
    """Ban an account or an address: open tables are closed, an account is signed out, and the person is told why."""
    from sandtable.server.admin.acts import ban_account, ban_network

    operator = acting(by, why, until, days)
    with opened_desk(db) as desk:
        desk.do((ban_network if address else ban_account)(who, operator))
    print(f"Banned {who}{f' until {operator.until}' if operator.until else ''}.")


@admin.command("unban")
def unban(who: Whom, address: IsAddress = False, why: Note = "", by: By = "", db: DatabaseUrl = "") -> None:
    """Let a banned account or address in again."""
    from sandtable.server.admin.acts import unban as lift

    operator = acting(by, why, needed=False)
    with opened_desk(db) as desk:
        desk.do(lift(who, address, operator))
    print(f"{who} is no longer banned.")


@admin.command("mute")
def mute(who: Speaker, why: Why = "", until: Until = "", days: Days = 0, by: By = "", db: DatabaseUrl = "") -> None:
    """Stop somebody from chatting at any table. They can still play and read what others say."""
    from sandtable.server.admin.acts import mute as change

    operator = acting(by, why, until, days)
    with opened_desk(db) as desk:
        desk.do(change(who, operator, True))
    print(f"Muted {who}.")


@admin.command("unmute")
def unmute(who: Speaker, why: Note = "", by: By = "", db: DatabaseUrl = "") -> None:
    """Let somebody chat again."""
    from sandtable.server.admin.acts import mute as change

    operator = acting(by, why, needed=False)
    with opened_desk(db) as desk:
        desk.do(change(who, operator, False))
    print(f"{who} is no longer muted.")


@admin.command("bans")
def list_bans(json: Json = False, db: DatabaseUrl = "") -> None:
    """List current bans and mutes; people are shown by account id."""
    from sandtable.server.admin.storage import bans_now
    from sandtable.server.times import now

    with opened_desk(db) as desk:
        found = desk.do(bans_now(now()))
    if json:
        print_json(found)
        return
    print_rows((one.kind, one.subject, one.at, _told(one)) for one in found)


@admin.command("reports")
def list_reports(
    everything: Annotated[bool, typer.Option("--all", help="Include settled reports.")] = False,
    json: Json = False,
    db: DatabaseUrl = "",
) -> None:
    """List what players reported, oldest first: number, time, match, who said it, what, who reported it, why."""
    from sandtable.server.talk.storage import open_reports

    with opened_desk(db) as desk:
        found = desk.do(open_reports(everything))
    if json:
        print_json(found)
        return
    print_rows(
        (one.number, one.at, one.match, one.whom_name, one.whom, one.text, one.by_name, one.why, one.settled)
        for one in found
    )


@admin.command("decide")
def decide_report(
    number: Annotated[int, typer.Argument(metavar="NUMBER", help="The number of the report.")],
    decision: Annotated[Decision, typer.Argument(metavar="dismiss|mute|ban", help="What happens to the speaker.")],
    erase: Annotated[bool, typer.Option("--erase", help="Erase the words of the reported line.")] = False,
    why: Why = "",
    until: Until = "",
    days: Days = 0,
    by: By = "",
    db: DatabaseUrl = "",
) -> None:
    """Settle a report: dismiss it, mute the speaker everywhere, or ban their account."""
    from sandtable.server.admin.acts import decide

    operator = acting(by, why, until, days, needed=decision != "dismiss")
    with opened_desk(db) as desk:
        desk.do(decide(number, decision, erase, operator))
    print(f"Report {number} is settled: {decision}.")


@admin.command("audit")
def list_audit(
    about: Annotated[
        str, typer.Option(metavar="WHO", help="Only actions about this name, address, account or match.")
    ] = "",
    by: Annotated[str, typer.Option("--as", metavar="NAME", help="Only actions by this operator.")] = "",
    most: Most = 50,
    json: Json = False,
    db: DatabaseUrl = "",
) -> None:
    """List what operators did, newest first."""
    from sandtable.server.admin.storage import list_acts

    with opened_desk(db) as desk:
        found = desk.do(list_acts(about, by, most))
    if json:
        print_json(found)
        return
    print_rows(
        (one.number, one.at, one.by, one.act, one.named or one.about, one.until, one.report or "", one.why)
        for one in found
    )


@admin.command("export")
def export_person(name: Name, by: By = "", db: DatabaseUrl = "") -> None:
    """Print everything kept about an account, for somebody who is banned and can't ask the server."""
    from sandtable.server.people.storage import everything_of

    with opened_desk(db) as desk:
        person = desk.named(name)
        kept = desk.do(everything_of(person.id))
        desk.note("export", by, person.id, person.name)
    print_json(kept)
