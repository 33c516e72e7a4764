"""Every command of the documents is run as a reader would, in a folder that looks like a clone (see commands.toml)."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
from contextlib import ExitStack
from pathlib import Path

import msgspec
import pytest

import sandtable
from tests.documents import PAGES, ROOT, commands, listings
from tests.examples.test_causeway import Installed
from tests.server.postgres import INITDB, a_cluster
from tests.signals import interruptible
from tests.terminal.test_pty import at_a_terminal, read_until


class How(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How some commands are run."""

    fits: list[str] = []
    instead: str = ""
    """What is run in its place; `\\g<0>` is the command itself."""
    first: str = ""
    """What must be run before it."""
    at_home: bool = False
    """In the repository itself, for it only looks."""
    typed: str = ""
    until: str = ""
    """It goes on until somebody stops it: that is done when it has printed this."""
    on_a_terminal: bool = False
    ends: int = 0
    needs: str = ""
    left_out: str = ""
    """Why it is not run at all."""
    why: str = ""


class Ways(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    shorter: dict[str, str]
    files: dict[str, str]
    command: list[How]

    def of(self, command: str) -> How:
        return next((how for how in self.command if any(re.fullmatch(one, command) for one in how.fits)), How())


WAYS = msgspec.toml.decode((ROOT / "tests" / "commands.toml").read_bytes(), type=Ways)
READ = [page for page in PAGES if page.name != "CHANGELOG.md"]  # it tells of commands of former times, too


def _shorter(text: str, patterns: dict[str, str]) -> str:
    for pattern, short in patterns.items():
        text = re.sub(pattern, short, text)
    return text


def _told() -> dict[Path, list[str]]:
    """The commands of each page that no page before it has."""
    seen: set[str] = set()
    told: dict[Path, list[str]] = {}
    for page in READ:
        told[page] = [one for one in dict.fromkeys(commands(page)) if one.removeprefix(".venv/bin/") not in seen]
        seen |= {one.removeprefix(".venv/bin/") for one in told[page]}
    return {page: lines for page, lines in told.items() if lines}


TOLD = _told()


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two finished games."""
    folder = tmp_path_factory.mktemp("finished")
    sandtable.new("warbirds", seed=7).play("greedy").save(folder / "match.sandtable")
    sandtable.new("luftwaffe", seed=7, scenario="basic").play("greedy").save(folder / "raid.sandtable")
    return folder


@pytest.fixture
def clone(finished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What a reader has: the repository, the example installed, the bot of the documents, and two finished games."""
    folder = tmp_path / "clone"
    shutil.copytree(finished, folder)
    shutil.copytree(ROOT / "docs", folder / "docs", ignore=shutil.ignore_patterns("images"))
    for plan in folder.glob("docs/studies/*.toml"):
        plan.write_text(_shorter(plan.read_text(encoding="utf-8"), WAYS.files), encoding="utf-8")
    for name in (".venv", "examples", "benchmarks"):
        (folder / name).symlink_to(ROOT / name)
    (folder / "mybot.py").write_text(listings(ROOT / "docs/study/bots.md")[0][1], encoding="utf-8")
    for name, value in Installed(tmp_path).environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("PATH", f"{ROOT / '.venv/bin'}:{os.environ['PATH']}")
    monkeypatch.chdir(folder)
    return folder


@pytest.mark.timeout(3600)  # a page may start the program thirty times
@pytest.mark.soak
@pytest.mark.parametrize("page", TOLD, ids=[str(page.relative_to(ROOT)) for page in TOLD])
def test_every_command_of_a_page_does_what_it_is_told(page: Path, clone: Path) -> None:
    """In the order of the page, for one may need what another has made."""
    with ExitStack() as running:
        for command in TOLD[page]:
            how = WAYS.of(command)
            if how.left_out or (how.needs == "postgres" and INITDB is None):
                continue
            if how.first:
                _in_a_shell(how.first, How(), clone)
            typed = _as_run(command, how)
            if "{postgres}" in typed:
                typed = typed.format(postgres=running.enter_context(a_cluster()).address())
            if how.on_a_terminal:
                _on_a_terminal(typed, how)
            else:
                _in_a_shell(typed, how, ROOT if how.at_home else clone)


def _as_run(command: str, how: How) -> str:
    if how.instead:
        pattern = next(one for one in how.fits if re.fullmatch(one, command))
        command = re.sub(f"^(?:{pattern})$", how.instead, command)
    return command if how.at_home else _shorter(command, WAYS.shorter)


def _in_a_shell(typed: str, how: How, folder: Path) -> None:
    """Run it to its end, or until it says what is waited for."""
    process = subprocess.Popen(
        ["sh", "-c", f"exec {typed}" if how.until else typed], cwd=folder, text=True, preexec_fn=interruptible,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
    )  # fmt: skip
    assert process.stdout is not None
    seen = ""
    try:
        while how.until and how.until not in seen:
            line = process.stdout.readline()
            assert line, f"{typed}\n{seen}"
            seen += line
        if how.until:
            process.send_signal(signal.SIGINT)
        said, _ = process.communicate(how.typed if not how.until else None, timeout=500)
    finally:
        process.kill()
        process.wait()
    assert process.returncode == how.ends, f"{typed}\n{seen}{said}"
    assert "Traceback" not in said, f"{typed}\n{said}"


def _on_a_terminal(typed: str, how: How) -> None:
    program, *words = shlex.split(typed)
    assert program == "sandtable"
    with at_a_terminal(*words) as (master, process):
        read_until(master, how.until.encode())
        read_until(master, b"Saved after", press=how.typed.encode())
        assert process.wait(60) == how.ends


def test_what_is_said_of_commands_is_said_of_one_in_the_documents() -> None:
    told = [command for lines in TOLD.values() for command in lines]
    useless = [one for how in WAYS.command for one in how.fits if not any(re.fullmatch(one, each) for each in told)]
    assert useless == []


def test_whatever_is_left_out_or_changed_has_its_reason() -> None:
    assert [how.fits for how in WAYS.command if (how.instead or how.first or how.ends) and not how.why] == []


def test_nearly_all_commands_of_the_documents_are_run() -> None:
    run = [one for lines in TOLD.values() for one in lines if not WAYS.of(one).left_out]
    assert len(run) > 110


@pytest.mark.parametrize("page", READ, ids=[str(page.relative_to(ROOT)) for page in READ])
def test_a_listing_says_its_language(page: Path) -> None:
    """Those for a shell are `sh`, and are run."""
    assert [text for language, text in listings(page) if not language] == []
