"""Signals as a terminal sends them, wherever the tests run."""

from __future__ import annotations

import signal


def interruptible() -> None:
    """In a child process: heed Ctrl-C. `nohup` and some CI systems start everything with SIGINT ignored, and a child
    inherits that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
