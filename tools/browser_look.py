"""Take the colours and symbols of the browser client over into src/sandtable/api/look.json, for boards drawn in Python.

`.venv/bin/python tools/browser_look.py` writes the file; a test says when it is no longer fresh.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
LOOK = ROOT / "src" / "sandtable" / "api" / "look.json"
TABLES = {
    "sides": ("lib/colours.ts", "SIDES"),
    "ground": ("lib/terrain.ts", "PAINT"),
    "symbols": ("faces/symbols.ts", "SYMBOLS"),
}
READER = """
const { stripTypeScriptTypes } = require("node:module");
const { readFileSync } = require("node:fs");
const [file, name] = process.argv.slice(1);
const text = stripTypeScriptTypes(readFileSync(file, "utf8"));
const plain = text.replace(/^import [^;]*;/gm, "").replace(/^export /gm, "");
console.log(JSON.stringify(new Function(`${plain}; return ${name};`)()));
"""


def look() -> dict[str, Any]:
    """The tables as the client has them now."""
    node = Path(sys.executable).with_name("node")
    found = {}
    for name, (file, table) in TABLES.items():
        command = [str(node), "--no-warnings", "-e", READER, str(ROOT / "web" / "src" / file), table]
        found[name] = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    return found


def written() -> str:
    """The text of the file."""
    return json.dumps(look(), indent=1) + "\n"


def main() -> None:
    LOOK.write_text(written())


if __name__ == "__main__":
    main()
