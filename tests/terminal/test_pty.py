"""A real terminal of 80x24: the program as a person starts it."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

from sandtable.kernel.save import load_save
from tests.signals import interruptible


def read_until(master: int, wanted: bytes, seconds: float = 60, press: bytes = b"") -> bytes:
    """What the terminal shows until some text appears; `press` is typed now, and again whenever all is silent.

    A Ctrl-C that falls between the prompt and Python's waiting for a key is noticed with the next key only (CPython's
    readline checks for signals when its select is interrupted, not before it): a person presses again, and so do we.
    """
    seen, end = b"", time.monotonic() + seconds
    if press:
        os.write(master, press)
    while wanted not in seen:
        assert time.monotonic() < end, seen
        if not select.select([master], [], [], 5)[0]:
            os.write(master, press)
            continue
        try:
            seen += os.read(master, 65536)
        except OSError:  # the other side is closed
            break
    assert wanted in seen, seen
    return seen


@contextlib.contextmanager
def at_a_terminal(*arguments: str) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """The program in a terminal of 80x24."""
    master, slave = pty.openpty()
    resize(slave, 80, 24)
    environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")}

    def in_the_terminal() -> None:
        interruptible()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    process = subprocess.Popen(
        [sys.executable, "-m", "sandtable.terminal.cli", *arguments], stdin=slave, stdout=slave, stderr=slave,
        env=environment | {"TERM": "xterm"}, start_new_session=True, preexec_fn=in_the_terminal,
    )  # fmt: skip
    os.close(slave)
    try:
        yield master, process
    finally:
        process.kill()
        process.wait()
        os.close(master)


def resize(terminal: int, width: int, height: int) -> None:
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))


def redrawn(master: int, typed: bytes) -> bytes:
    """The screen after the terminal has changed its size, with what was typed.

    Like a Ctrl-C (`read_until`), a change that falls between a key and Python's waiting for the next one is noticed
    later: a person goes on dragging the window, and so do we. Readline may draw its own line before.
    """
    seen = b""
    for width in range(100, 130):
        resize(master, width, 30)
        until = time.monotonic() + 2
        while time.monotonic() < until:
            if select.select([master], [], [], 0.1)[0]:
                seen += os.read(master, 65536)
            screen = seen.rpartition(b"\x1b[2J")
            if screen[1] and typed in screen[2]:
                return screen[2]
    raise AssertionError(seen)


def test_a_person_plays_and_leaves_with_ctrl_c(tmp_path: Path) -> None:
    save = tmp_path / "game.sandtable"
    with at_a_terminal("play", "pearls", "--seed", "7", "--save", str(save)) as (master, process):
        first = read_until(master, b"> ")
        assert b"\x1b[2J" in first
        assert b"Bid a card" in first
        os.write(master, b"1\n")
        read_until(master, b"> ")
        last = read_until(master, b"--resume", press=b"\x03")
        assert b"Saved after" in last
        assert b"Traceback" not in last
        assert process.wait(30) == 130
    assert len(load_save(save).steps) >= 1


def test_a_terminal_that_changes_its_size_is_drawn_again_with_what_was_typed(tmp_path: Path) -> None:
    with at_a_terminal("play", "pearls", "--seed", "7", "--save", str(tmp_path / "game")) as (master, _):
        read_until(master, b"> ")
        os.write(master, b"rules pea")
        read_until(master, b"rules pea")
        again = redrawn(master, b"rules pea")
        assert b"Bid a card" in again
        os.write(master, b"rl\n")
        assert b"PE-4.1" in read_until(master, b"PE-4.1")
