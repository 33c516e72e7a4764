"""The acts of an operator, each one transaction: the change, its row in the audit trail, and word to the processes."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_network
from typing import Literal

import msgspec
from sqlalchemy import Connection, func, select

from sandtable.kernel.errors import SandtableError
from sandtable.server.admin.records import LONGEST_REASON, Act, Ban, BanKind, Deed
from sandtable.server.admin.storage import lift_ban, put_act, put_ban
from sandtable.server.guard import network_of
from sandtable.server.people.records import Person
from sandtable.server.people.storage import end_sessions, person_named, person_of
from sandtable.server.records import Announcement, Said, shown_name
from sandtable.server.schema import announcements, clocks, matches, tickets
from sandtable.server.storage import announce, close_match
from sandtable.server.talk.records import Report
from sandtable.server.talk.storage import erase_line, report_of, settle_report
from sandtable.server.times import now

Decision = Literal["dismiss", "mute", "ban"]
_WIDEST = {4: 8, 6: 16}
"""The shortest prefix that may be banned: beyond it are whole parts of the internet."""


class Operator(msgspec.Struct, frozen=True):
    """Who acts, why, and until when what they order lasts; for good if no time is named."""

    name: str
    why: str
    until: str = ""

    def did(self, act: Deed, about: str, named: str, report: int = 0) -> Act:
        """The row of the audit trail."""
        return Act(now(), self.name[:64], act, about, named[:64], self.why, self.until, report)

    def bans(self, kind: BanKind, subject: str) -> Ban:
        """The ban that they order."""
        return Ban(kind, subject, now(), self.until, self.why)


def checked_reason(why: str, needed: bool = True) -> str:
    """The reason as it is kept."""
    clean = " ".join(why.split())
    if needed and not clean:
        raise SandtableError("Say why, with --why: the people concerned will read it.")
    if len(clean) > LONGEST_REASON:
        raise SandtableError("A reason has at most {most} characters.", most=LONGEST_REASON)
    return clean


def checked_network(text: str) -> str:
    """A network address or a network, as it is kept; an IPv6 address is its network of 64 bits."""
    try:
        network = ip_network(text, strict=False) if "/" in text else ip_network(network_of(text))
    except ValueError:
        raise SandtableError(
            "'{text}' is not a network address, such as 203.0.113.7 or 203.0.113.0/24.", text=text
        ) from None
    if network.prefixlen < _WIDEST[network.version]:
        raise SandtableError("{network} is too wide. It would ban millions of people.", network=network)
    return str(network)


def must_be_named(connection: Connection, name: str) -> Person:
    """The account with this name."""
    person = person_named(name)(connection)
    if person is None:
        raise SandtableError("There is no account '{name}' here.", name=name)
    return person


def close(match: str, operator: Operator) -> Callable[[Connection], None]:
    """Close a match and tell its players why."""

    def change(connection: Connection) -> None:
        closed = connection.execute(select(matches.c.closed).where(matches.c.id == match).with_for_update()).scalar()
        if closed is None:
            raise SandtableError("There is no such match.")
        if closed:
            raise SandtableError("This match is already closed.")
        at = now()
        close_match(match, at)(connection)
        connection.execute(clocks.update().where(clocks.c.match == match).values(due=""))
        last = connection.execute(select(func.max(announcements.c.number)).where(announcements.c.match == match))
        said = Said("The operator closed the match: {why}", {"why": operator.why})
        announce(match, (last.scalar() or 0) + 1, Announcement(at, said))(connection)
        put_act(operator.did("close", match, ""))(connection)

    return change


def ban_account(name: str, operator: Operator, report: int = 0) -> Callable[[Connection], None]:
    """Ban an account: it is signed out everywhere, and no link for a password is good any more."""

    def change(connection: Connection) -> None:
        person = must_be_named(connection, name)
        put_ban(operator.bans("account", person.id))(connection)
        end_sessions(person.id)(connection)
        connection.execute(tickets.delete().where(tickets.c.person == person.id))
        put_act(operator.did("ban", person.id, person.name, report))(connection)

    return change


def ban_network(address: str, operator: Operator) -> Callable[[Connection], None]:
    """Ban a network address or a network."""
    network = checked_network(address)

    def change(connection: Connection) -> None:
        put_ban(operator.bans("address", network))(connection)
        put_act(operator.did("ban", network, network))(connection)

    return change


def unban(who: str, is_address: bool, operator: Operator) -> Callable[[Connection], None]:
    """Take a ban away from an account or a network."""

    def change(connection: Connection) -> None:
        kind: BanKind = "address" if is_address else "account"
        person = None if is_address else must_be_named(connection, who)
        subject = checked_network(who) if person is None else person.id
        if not lift_ban(kind, subject)(connection):
            raise SandtableError("'{who}' is not banned.", who=who)
        put_act(operator.did("unban", subject, subject if person is None else person.name))(connection)

    return change


def mute(who: str, operator: Operator, on: bool) -> Callable[[Connection], None]:
    """Let somebody speak at no table, or again: an account by its name, a guest by match and seat."""

    def change(connection: Connection) -> None:
        subject, named = (who, who) if "/" in who else _speaker(must_be_named(connection, who))
        if on:
            put_ban(operator.bans("talk", subject))(connection)
        elif not lift_ban("talk", subject)(connection):
            raise SandtableError("'{who}' is not muted.", who=who)
        put_act(operator.did("mute" if on else "unmute", subject, named))(connection)

    return change


def _speaker(person: Person) -> tuple[str, str]:
    return person.id, person.name


def decide(number: int, decision: Decision, erase: bool, operator: Operator) -> Callable[[Connection], None]:
    """Settle a report: dismiss it, mute or ban the speaker; and erase what was said if it is to go."""

    def change(connection: Connection) -> None:
        report = report_of(number)(connection)
        if report is None:
            raise SandtableError("There is no report {number}.", number=number)
        if report.settled:
            raise SandtableError("Report {number} is already settled.", number=number)
        settle_report(number, now())(connection)
        if erase:
            erase_line(report.match, report.line)(connection)
            put_act(operator.did("erase", report.whom, report.whom_name, number))(connection)
        _carry_out(connection, report, decision, operator)

    return change


def _carry_out(connection: Connection, report: Report, decision: Decision, operator: Operator) -> None:
    if decision == "ban":
        person = person_of(report.whom)(connection)
        if person is None:
            raise SandtableError(
                "{name} has no account. Mute them, or ban their address.", name=shown_name(report.whom_name)
            )
        ban_account(person.name, operator, report.number)(connection)
        return
    if decision == "mute":
        put_ban(operator.bans("talk", report.whom))(connection)
    put_act(operator.did(decision, report.whom, report.whom_name, report.number))(connection)
