"""Make C of modules with mypyc, and extensions of that: only what changed, on all cores. Run in the folder of a copy.

Each group of modules (the kernel, a game) becomes one library, with a C file for every module: one file for all was
328 MB, and the compiler never came to its end. Within a group calls are direct.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

OPTIONS = ("--strict", "--explicit-package-bases")
FLAGS = ("-MMD", "-fcommon")
"""The compiler writes down what it read. Every C file of a group names the tables of the other groups: they are one."""


def groups(paths: Iterable[str]) -> dict[str, list[str]]:
    """The modules of each library: a game, or a package below the top one."""
    found: dict[str, list[str]] = {}
    for path in paths:
        _, *folders, _ = Path(path).parts
        found.setdefault("_".join(folders[:2] if folders[:1] == ["games"] else folders[:1]), []).append(path)
    return found


def is_fresh(made: Path) -> bool:
    """Whether a compiled file is newer than all that the compiler read for it, as it wrote down beside it."""
    listed = made.with_suffix(".d")
    if not (made.is_file() and listed.is_file()):
        return False
    read = listed.read_text(encoding="utf-8").partition(":")[2].replace("\\\n", " ").split()
    made_at = made.stat().st_mtime
    return all(Path(name).is_file() and Path(name).stat().st_mtime <= made_at for name in (*read, __file__))


def compile_changed(
    compiler: Any,
    sources: list[str],
    output_dir: str | None = None,
    macros: list[Any] | None = None,
    include_dirs: list[str] | None = None,
    debug: bool = False,
    extra_preargs: list[str] | None = None,
    extra_postargs: list[str] | None = None,
    depends: list[str] | None = None,
) -> list[str]:
    """What `CCompiler.compile` does, side by side, and without what is fresh."""
    _, objects, after, flags, build = compiler._setup_compile(
        output_dir, macros, include_dirs, sources, depends, [*(extra_postargs or ()), *FLAGS]
    )
    before = compiler._get_cc_args(flags, debug, extra_preargs)

    def make(one: str) -> None:
        source, suffix = build[one]
        if not is_fresh(Path(one)):
            compiler._compile(one, source, suffix, before, after, flags)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(make, objects))
    return list(objects)


def main(paths: list[str]) -> None:
    """Compile these modules in place."""
    from mypyc.build import mypycify

    # Both come with the extra `compiled`, without types.
    setup: Any = importlib.import_module("setuptools").setup
    build_ext: Any = importlib.import_module("setuptools.command.build_ext").build_ext
    build_all = build_ext.build_extensions

    def build_changed(command: Any) -> None:
        compiler = command.compiler
        if compiler.compiler_type == "unix":
            compiler.compile = partial(compile_changed, compiler)
        build_all(command)

    build_ext.build_extensions = build_changed
    extensions = mypycify(
        [*OPTIONS, *paths],
        opt_level="2",
        debug_level="0",
        multi_file=True,
        separate=[(modules, name) for name, modules in groups(paths).items()],
    )
    sys.argv[1:] = ["--quiet", "build_ext", "--inplace", f"--parallel={os.cpu_count()}"]
    setup(name="compiled", packages=[], ext_modules=extensions)


if __name__ == "__main__":
    main(sys.argv[1:])
