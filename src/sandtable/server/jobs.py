"""The inside of a worker process. It imports little, so that one starts quickly."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, Generic, TypeVar

import msgspec

from sandtable.kernel.errors import SandtableError
from sandtable.server import log

T = TypeVar("T")
_LOOK_FOR_PARENT = 2.0
_NICE = 5

_prepared = False


class JobResult(msgspec.Struct, Generic[T]):
    """What came of a job: its result, a sentence for people, the places of a fault, or that it took too long."""

    result: T | None = None
    refused: SandtableError | None = None
    places: str = ""
    late: bool = False
    seconds: float = 0.0
    """The CPU time that it took."""


def make_ready(_job: Callable[..., Any]) -> None:
    """Make a new process ready: those who play come first, and it never outlives its server.

    To get here, the job's module was imported.
    """
    global _prepared
    if _prepared:
        return
    _prepared = True
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches the whole terminal; the server ends us
    if sys.platform != "win32":
        os.nice(_NICE)
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()


def _end_with(parent: int) -> None:
    """End when the server is gone, also in the middle of a job."""
    while os.getppid() == parent:
        time.sleep(_LOOK_FOR_PARENT)
    os._exit(0)


def carry_out(job: Callable[..., T], given: tuple[Any, ...]) -> JobResult[T]:
    """Do a job; whatever happens there is told by what came of it."""
    began = time.process_time()
    done = _attempt(job, given)
    done.seconds = time.process_time() - began
    return done


def _attempt(job: Callable[..., T], given: tuple[Any, ...]) -> JobResult[T]:
    try:
        return JobResult(result=job(*given))
    except SandtableError as refused:
        return JobResult(refused=type(refused)(refused.sentence, refused.rule))
    except Exception as fault:
        return JobResult(places=log.where(fault))
