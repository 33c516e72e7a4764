"""Make the environment in .venv from uv.lock.

Needs Python 3.11 or newer and nothing else, so it uses the standard library only. Pip installs uv (its version and
hashes stand in tools/uv.txt), uv installs the rest. A Debian Python without python3-venv has no pip to give to the
environment; then uv's wheel is fetched from PyPI and checked against the same hashes.
"""

from __future__ import annotations

import hashlib
import html
import importlib.util
import io
import os
import platform
import re
import shutil
import subprocess
import sys
import urllib.parse
import urllib.request
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
UV = VENV / "bin" / "uv"
UV_PIN = ROOT / "tools" / "uv.txt"
PUBLIC_INDEX = re.compile(r"https://pypi\.org/simple/?")


def run(*command: str | Path) -> None:
    # A virtual environment that happens to be active is not the one to install into.
    env = {name: value for name, value in os.environ.items() if name not in ("VIRTUAL_ENV", "PYTHONPATH", "PYTHONHOME")}
    env |= {"UV_PROJECT_ENVIRONMENT": str(VENV), "UV_PYTHON_DOWNLOADS": "never"}
    subprocess.run([str(part) for part in command], check=True, cwd=ROOT, env=env)


def uv_version() -> str:
    found = re.match(r"uv==(\S+)", UV_PIN.read_text())
    assert found
    return found[1]


def create_environment() -> None:
    if (VENV / "bin").is_dir():
        # An environment of another place or of a Python that is gone cannot be repaired, only made again.
        test = [str(PYTHON), "-c", "import sys; print(sys.prefix, *sys.version_info[:2])"]
        try:
            prefix, major, minor = subprocess.run(test, capture_output=True, text=True, check=True).stdout.rsplit(
                " ", 2
            )
            if Path(prefix) == VENV and (int(major), int(minor)) >= (3, 11):
                return
        except (OSError, subprocess.CalledProcessError, ValueError):
            pass
        shutil.rmtree(VENV)
    with_pip = importlib.util.find_spec("ensurepip") is not None
    run(sys.executable, "-m", "venv", *([] if with_pip else ["--without-pip"]), VENV)


def install_uv() -> None:
    version = uv_version()
    if UV.exists():
        have = subprocess.run([UV, "--version"], capture_output=True, text=True, check=False).stdout.split()
        if version in have:
            return
    if (VENV / "bin" / "pip").exists():
        quiet = ("--quiet", "--disable-pip-version-check", "--no-input")
        run(PYTHON, "-m", "pip", "install", *quiet, "--require-hashes", "--only-binary=:all:", "-r", UV_PIN)
    else:
        fetch_uv(version)


def download(address: str) -> bytes:
    try:
        with urllib.request.urlopen(address, timeout=300) as answer:
            content: bytes = answer.read()
    except OSError as error:
        sys.exit(f"{address} cannot be read ({error}); install python3-venv and run make again.")
    return content


def fetch_uv(version: str) -> None:
    ending = f"manylinux2014_{platform.machine()}.whl"
    page = download("https://pypi.org/simple/uv/").decode()
    links = [html.unescape(link) for link in re.findall(r'href="([^"]+)"', page)]
    wheels = [link for link in links if f"/uv-{version}-" in link and link.partition("#")[0].endswith(ending)]
    if not wheels:
        sys.exit(f"There is no uv for this machine ({platform.machine()}); install python3-venv and run make again.")
    wheel = download(urllib.parse.urljoin("https://pypi.org/simple/uv/", wheels[0]))
    if hashlib.sha256(wheel).hexdigest() not in UV_PIN.read_text():
        sys.exit("The uv that came is not the file that tools/uv.txt names; nothing was installed.")
    with zipfile.ZipFile(io.BytesIO(wheel)) as archive:
        member = next(name for name in archive.namelist() if name.endswith(".data/scripts/uv"))
        UV.write_bytes(archive.read(member))
    UV.chmod(0o755)


def mirror() -> str | None:
    """Give the package index that this machine is set up to use instead of PyPI."""
    for name in ("UV_DEFAULT_INDEX", "UV_INDEX_URL", "PIP_INDEX_URL"):
        if url := os.environ.get(name):
            break
    else:
        ask = [str(PYTHON), "-m", "pip", "config", "get", "global.index-url"]
        url = subprocess.run(ask, capture_output=True, text=True, check=False).stdout.strip()
    return None if not url or PUBLIC_INDEX.fullmatch(url) else url


def install_locked(groups: list[str]) -> None:
    wanted = [part for group in groups for part in ("--group", group)]
    if (index := mirror()) is None:
        run(UV, "sync", "--locked", "--python", PYTHON, *wanted)
        return
    # uv.lock names PyPI's files. From a mirror the same versions are installed by name, and checked by hash.
    for name in ("UV_DEFAULT_INDEX", "UV_INDEX_URL"):
        os.environ.pop(name, None)
    pins = VENV / "requirements.txt"
    export = ("export", "--quiet", "--frozen", "--no-emit-project", "--format", "requirements-txt")
    run(UV, *export, *wanted, "--output-file", pins)
    run(UV, "pip", "install", "--python", PYTHON, "--default-index", index, "--require-hashes", "-r", pins)
    run(UV, "pip", "install", "--python", PYTHON, "--default-index", index, "--no-deps", "--editable", ".")


def main() -> None:
    if sys.version_info < (3, 11):  # noqa: UP036 - the one place where an older Python can arrive
        sys.exit(
            f"Sandtable needs Python 3.11 or newer, this is {platform.python_version()}; try make PYTHON=python3.12"
        )
    try:
        create_environment()
        install_uv()
        install_locked(sys.argv[1:])
    except subprocess.CalledProcessError as failed:
        sys.exit(f"Setting up stopped: {' '.join(failed.cmd[:3])} failed, its message stands above.")


if __name__ == "__main__":
    main()
