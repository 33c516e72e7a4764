"""Compile the kernel and the rules of the games with mypyc, in a copy of the package under build/compiled.

Put that folder first on PYTHONPATH and Python takes the compiled modules; leave it out and everything runs as written.
A module that mypyc cannot compile (or that gains nothing) says so with a line `# mypyc: skip` and a reason.
Modules that define records are left as they are: mypyc drops what stands in a class's brackets, such as `frozen`.
"""

from __future__ import annotations

import argparse
import ast
import filecmp
import hashlib
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "sandtable"
BUILD = ROOT / "build" / "compiled"
WHAT = ("kernel/*.py", "games/*/play.py", "games/*/rules/**/*.py")
EXTENSIONS = Path(__file__).with_name("extensions.py")
CHECK = """
import importlib, sys
slow = [name for name in sys.argv[1:] if not importlib.import_module(name).__file__.endswith((".so", ".pyd"))]
sys.exit(f"not compiled: {', '.join(slow)}" if slow else 0)
"""


def modules(source: Path = SOURCE) -> list[Path]:
    """List the modules to compile, relative to the package."""
    found = sorted(path for pattern in WHAT for path in source.glob(pattern))
    return [
        path.relative_to(source)
        for path in found
        if path.name != "__init__.py" and not _left_alone(path.read_text(encoding="utf-8"))
    ]


def _left_alone(text: str) -> bool:
    """Whether a module says that it should not be compiled, or defines records."""
    if any(line.startswith("# mypyc: skip") for line in text.splitlines()):
        return True
    return any(isinstance(node, ast.ClassDef) and node.keywords for node in ast.walk(ast.parse(text)))


def digest(source: Path) -> str:
    """Fingerprint everything that the copy is made from."""
    state = hashlib.blake2b(f"{sys.version}\n".encode() + Path(__file__).read_bytes() + EXTENSIONS.read_bytes())
    for path in sorted(source.rglob("*")):
        if path.is_file() and not _is_made(path) and "static" not in path.parts:
            state.update(f"{path.relative_to(source)}\n".encode() + path.read_bytes())
    return state.hexdigest()


def copy_changed(source: Path, copy: Path, chosen: list[Path]) -> None:
    """Make the copy equal to the package. What is equal keeps its time, so that it need not be compiled again.

    The extensions of modules that are compiled no longer go.
    """
    wanted = {path.relative_to(source) for path in source.rglob("*") if path.is_file() and not _is_made(path)}
    for path in sorted(wanted):
        ours, theirs = source / path, copy / path
        if not (theirs.is_file() and filecmp.cmp(ours, theirs, shallow=False)):
            theirs.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ours, theirs)
    compiled = {path.with_suffix("") for path in chosen}
    for path in [path for path in copy.rglob("*") if path.is_file()]:
        within = path.relative_to(copy)
        if within not in wanted and within.with_name(path.name.partition(".")[0]) not in compiled:
            path.unlink()


def _is_made(path: Path) -> bool:
    return path.suffix in (".pyc", ".so", ".pyd")


def compile_package(source: Path, build: Path) -> list[str]:
    """Copy the package, compile what changed in place, and return the dotted names of what is compiled."""
    chosen = modules(source)
    names = [".".join((source.name, *path.with_suffix("").parts)) for path in chosen]
    stamp = build / "digest"
    now = digest(source)
    if stamp.exists() and stamp.read_text() == now:
        return names
    stamp.unlink(missing_ok=True)
    copy_changed(source, build / source.name, chosen)
    if chosen:
        environment = os.environ | {"PYTHONPATH": str(build), "MYPYPATH": str(build)}
        paths = [str(Path(source.name) / path) for path in chosen]
        subprocess.run([sys.executable, str(EXTENSIONS), *paths], cwd=build, env=environment, check=True)
        subprocess.run([sys.executable, "-c", CHECK, *names], cwd=build, env=environment, check=True)
    stamp.write_text(now)
    return names


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="store_true", help="only say which modules would be compiled")
    if parser.parse_args().list:
        print(*modules(), sep="\n")
        return
    began = time.monotonic()
    try:
        names = compile_package(SOURCE, BUILD)
    except subprocess.CalledProcessError:
        shutil.rmtree(BUILD / SOURCE.name, ignore_errors=True)  # nobody shall use half of it; the objects stay
        sys.exit("mypyc could not compile the package, see above. It needs a C compiler and Python's headers.")
    took = time.monotonic() - began
    print(f"{len(names)} modules compiled in {took:.0f} s; use them with PYTHONPATH={BUILD.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
