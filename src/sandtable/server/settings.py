"""What whoever runs a server can set."""

from __future__ import annotations

import os
from typing import Literal, get_args

import msgspec

from sandtable.kernel.errors import SandtableError
from sandtable.kernel.sentences import either

Policy = Literal["open", "invite", "closed", "off"]
POLICIES: tuple[Policy, ...] = get_args(Policy)
PUSH_HOSTS = ("fcm.googleapis.com", "updates.push.services.mozilla.com", ".push.apple.com", ".notify.windows.com")
HALF_THE_CORES = max(1, (os.cpu_count() or 2) // 2)


class Settings(msgspec.Struct, frozen=True):
    """The limits are for each network address; they are wide for people and narrow for programs that run wild."""

    requests_per_minute: int = 1200
    matches_per_hour: int = 300
    accounts_per_hour: int = 60
    sockets_per_address: int = 500
    messages_per_second: int = 20
    silence: float = 10.0
    """Seconds within which a new connection must say something, and the head of a request must have come."""
    slowest_body: float = 30.0
    """Seconds within which the body of a request must have come."""
    ping: float = 20.0
    """Seconds between two pings to an open table, and after which one that was not answered ends it."""
    largest_body: int = 64 * 1024
    largest_queue: int = 256
    """Frames that may wait for a slow client before its line is cut."""
    largest_wait: int = 8 * 1024 * 1024
    """Letters that may wait for it: a table of a campaign has up to 200,000."""
    pace: float = 0.7
    bot_patience: float = 20.0
    """Seconds that a bot may think about one choice before a random one is taken."""
    bot_workers: int = HALF_THE_CORES
    """Processes in which bots think; they start when they are first needed."""
    question_workers: int = HALF_THE_CORES
    """Processes that work out the past, odds, analyses and replays; they start when they are first needed."""
    question_patience: float = 30.0
    """Seconds that one of these may take."""
    questions_per_address: int = 4
    """So many of them may be under way or wait for one address."""
    advice_workers: int = 1
    """Processes that work out advice; with none of them there is no advice here."""
    advice_seconds: float = 2.0
    """Seconds of thought that an answer is worth on one core, as the game reckons them."""
    advice_patience: float = 20.0
    """Seconds that it may take by the clock."""
    evaluation_patience: float = 120.0
    """Seconds that it may take to judge a whole match."""
    advice_per_minute: int = 20
    """So often an address may ask for advice."""
    queue_from: float = 0.05
    """Seconds of CPU time from which on a job may be done by another process on the same PostgreSQL."""
    bot_retry: float = 1.0
    """Seconds after which bots try again when the database could not be written; twice as long each time, up to 30."""
    idle_seconds: float = 600.0
    """A match that nobody looked at for so long is forgotten in memory; it is in the database."""
    allowed_origins: tuple[str, ...] = ()
    """Other origins whose pages may open websockets, such as https://table.example.org behind a proxy."""

    keep_days: int = 0
    """A match that nobody opened for so many days is removed, finished or not; 0 keeps all for ever."""
    keep_analyses_days: int = 30
    """The same for analyses, which anybody can make again from their match; 0 keeps all."""
    questions_per_second: float = 5.0
    """So many questions about the past, odds or the ground an address may ask, over time; more are answered later."""
    trusted_proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    """Addresses or networks of proxies whose X-Forwarded-For tells the address of a visitor."""

    accounts: Policy = "open"
    """Who makes accounts: anybody, those with an invitation, or the operator alone; with "off" there are none."""
    guests: bool = True
    """Whether one may set up matches and sit down without an account."""
    smtp: str = ""
    """The mail server, such as smtp://user:password@mail.example.org; letters come from `mail_from`."""
    mail_from: str = ""
    public_address: str = ""
    """Where people reach this server, such as https://table.example.org: links in letters begin with it."""

    push_hosts: tuple[str, ...] = PUSH_HOSTS
    """The push services of browsers to which notices may be sent; hosts, or the ends of their names with a dot."""
    notice_schemes: tuple[str, ...] = ()
    """The services of apprise by which people may be told, such as tgram or discord; none unless they are named."""
    notice_tick: float = 60.0
    """Seconds between two looks into the outbox when nobody says that there is something in it."""
    round_tick: float = 10.0
    """Seconds between two looks for rounds of tournaments that are to begin."""
    notice_lease: float = 300.0
    """Seconds after which a notice is tried again whose process is gone. To send one must not take so long."""
    notice_retry: float = 30.0
    """Seconds after which a notice is tried again that could not be sent; twice as long each time, up to an hour."""
    notice_patience: float = 86400.0
    """Seconds after which a notice is given up that could not be sent."""
    keep_notices_days: int = 30
    """For so long it is kept what was sent to whom."""

    advertise: str = ""
    """Where the other server processes on the same PostgreSQL reach this one, such as http://10.0.0.5:8000."""
    lease: float = 3.0
    """Seconds after which the matches of a process that is gone move to others."""

    client: str = ""
    """The build of the browser client that is served; pages of another one are told to load again."""
    metrics: str = ""
    """Where figures for Prometheus are told, such as 127.0.0.1:9100; nowhere if it is empty."""

    @staticmethod
    def from_environment() -> Settings:
        """The usual settings, with what the variables of the environment name; lists are separated by commas."""
        keep = os.environ.get("SANDTABLE_KEEP_DAYS", "0")
        origins = tuple(origin.rstrip("/") for origin in _listed("SANDTABLE_ORIGINS"))
        accounts = os.environ.get("SANDTABLE_ACCOUNTS", "open")
        if accounts not in POLICIES:
            raise SandtableError(
                "SANDTABLE_ACCOUNTS is '{given}'; choose {these}.", given=accounts, these=either(POLICIES)
            )
        settings = Settings(
            allowed_origins=origins,
            keep_days=int(keep) if keep.isdigit() else 0,
            accounts=accounts,
            guests=os.environ.get("SANDTABLE_GUESTS", "true").lower() not in ("false", "no", "0"),
            smtp=os.environ.get("SANDTABLE_SMTP", ""),
            mail_from=os.environ.get("SANDTABLE_MAIL_FROM", ""),
            public_address=os.environ.get("SANDTABLE_PUBLIC_ADDRESS", "").rstrip("/"),
            advertise=os.environ.get("SANDTABLE_ADVERTISE", "").rstrip("/"),
            metrics=os.environ.get("SANDTABLE_METRICS", ""),
            bot_workers=_count("SANDTABLE_BOT_WORKERS"),
            question_workers=_count("SANDTABLE_QUESTION_WORKERS"),
            advice_workers=_advice_workers(),
        )
        for name in ("trusted_proxies", "push_hosts", "notice_schemes"):
            if (variable := f"SANDTABLE_{name.upper()}") in os.environ:
                settings = msgspec.structs.replace(settings, **{name: _listed(variable)})
        return settings


def _listed(name: str) -> tuple[str, ...]:
    """What a variable of the environment lists, separated by commas."""
    return tuple(part.strip() for part in os.environ.get(name, "").split(",") if part.strip())


def _count(name: str) -> int:
    """How many worker processes a variable of the environment asks for; half the cores if it says nothing."""
    text = os.environ.get(name, "")
    return max(1, int(text)) if text.isdigit() else HALF_THE_CORES


def _advice_workers() -> int:
    """How many worker processes give advice; 0 is allowed, and means that there is none."""
    text = os.environ.get("SANDTABLE_ADVICE_WORKERS", "")
    return int(text) if text.isdigit() else 1
