"""The log: one JSON object for each event, with names, numbers and ids, never with a key, seed, option or card."""

from __future__ import annotations

import logging
import time
import traceback
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

_log = logging.getLogger("sandtable.server")


class JsonLines(logging.Formatter):
    """Formats our events, and what libraries say, as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        facts = getattr(record, "facts", {})
        line = {
            "at": at,
            "pid": record.process,
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **facts,
        }
        if record.exc_info and record.exc_info[1] is not None:
            line["fault"] = where(record.exc_info[1])
        return msgspec.json.encode(line, enc_hook=str).decode()


def where(fault: BaseException) -> str:
    """The kind of a fault and the places it went through, without its text, which could hold something hidden."""
    places = getattr(fault, "places", "")  # of a fault in a worker's process
    if places:
        return f"{type(fault).__name__}: {places}"
    frames = traceback.extract_tb(fault.__traceback__)[-6:]
    kinds = [type(fault).__name__]
    if fault.__cause__ is not None:
        kinds.append(type(fault.__cause__).__name__)
        frames += traceback.extract_tb(fault.__cause__.__traceback__)[-6:]
    path = " > ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames)
    return f"{' from '.join(kinds)} at {path}"


def note(event: str, **facts: Any) -> None:
    """Something that belongs to the normal course."""
    _log.info(event, extra={"facts": facts})


def warn(event: str, **facts: Any) -> None:
    """Something that an operator should know."""
    _log.warning(event, extra={"facts": facts})


def fault(event: str, failed: BaseException, **facts: Any) -> None:
    """Something that should not have happened."""
    _log.error(event, extra={"facts": facts | {"fault": where(failed)}})


_limited: dict[str, tuple[float, int]] = {}
_TELL_AGAIN = 60.0
_MOST_ADDRESSES = 10_000


def limited(address: str, what: str, path: str) -> None:
    """An address came to a limit or tried a wrong key: told at most once a minute for each, with how often it was."""
    now = time.monotonic()
    last, times = _limited.get(f"{address} {what}", (0.0, 0))
    if last and now - last < _TELL_AGAIN:
        _limited[f"{address} {what}"] = (last, times + 1)
        return
    if len(_limited) > _MOST_ADDRESSES:
        _limited.clear()
    _limited[f"{address} {what}"] = (now, 0)
    warn("address limited", address=address, limit=what, path=path[:200], since_last=times)


def set_up(level: str) -> None:
    """Write the log to the standard error output."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    for name in ("sandtable.server", "uvicorn", "litestar"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(level.upper() if name == "sandtable.server" else max(logging.WARNING, logger.level))
