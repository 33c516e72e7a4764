"""Take how languages count, list and date things from the Unicode CLDR into src/sandtable/kernel/grammar.json.

`.venv/bin/python tools/grammar.py` writes the file, one line for a language; a test says when it is no longer fresh.
Babel brings the CLDR. It is needed here and nowhere else, so that nobody who plays installs its 31 MB.
"""

from __future__ import annotations

import json
import re
from datetime import date, datetime
from pathlib import Path
from string import Formatter
from typing import Any
from zoneinfo import ZoneInfo

from babel import Locale, UnknownLocaleError, localedata
from babel.dates import get_timezone_name
from babel.plural import _plural_tags, to_gettext

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "src" / "sandtable" / "kernel" / "grammar.json"
LOCALES = {"en": "en_GB"}
"""Our English is British: no comma before the last "and" of a list."""
ZONES = ("Europe/Berlin", "Europe/Athens", "Europe/Lisbon")
"""Zones whose short names some languages have words of their own for: MEZ is CET in German."""
LONGEST = 1000
"""Python reads no longer expressions of plurals."""


class Unusual(Exception):
    """A language that dates things by more than a day, a month and a year."""


def grammar(code: str) -> dict[str, Any]:
    """One language: its plural forms, what stands in lists, its days and months, its dates and its decimal point."""
    locale = Locale.parse(LOCALES.get(code, code))
    rule = locale.plural_form
    # `e` is the exponent of numbers such as 1.2c6, which we never write.
    plural = re.sub(r"\be\b", "0", to_gettext(rule).partition("plural=")[2].rstrip(";"))
    if len(plural) > LONGEST:
        raise Unusual(code)
    names, short, days = locale.months, locale.months["format"]["abbreviated"], locale.days["format"]["abbreviated"]
    month = locale.datetime_skeletons["yMMMM"].format
    standing = "stand-alone" if "LLLL" in month else "format"
    return {
        "forms": [tag for tag in _plural_tags if tag in rule.tags or tag == "other"],
        "plural": plural,
        **{
            name: [_between(locale.list_patterns[kind][place]) for place in ("2", "middle", "end")]
            for name, kind in (("all", "standard"), ("any", "or"))
        },
        "day": _date(locale.date_formats["long"].format),
        "month": _date(month),
        "months": [names["format"]["wide"][month] for month in range(1, 13)],
        "months_alone": [names[standing]["wide"][month] for month in range(1, 13)],
        "short_months": [short[month] for month in range(1, 13)],
        "short_days": [days[day] for day in range(7)],
        "decimal": locale.number_symbols["latn"]["decimal"],
        "zones": _zones(locale),
    }


def _between(pattern: str) -> str:
    return pattern.replace("{0}", "").replace("{1}", "")


def _date(pattern: str) -> str:
    """`%(dd)s %(MMMM)s %(y)s` as `{d:02} {MMMM} {y}`. The era goes: nothing of ours happened before it."""
    told = pattern.replace("%(", "{").replace(")s", "}").replace("{dd}", "{d:02}")
    told = told.replace("{G} ", "").replace(" {G}", "").replace("LLLL", "MMMM")
    if {name for _, name, _, _ in Formatter().parse(told) if name} - {"d", "M", "MMM", "MMMM", "y"}:
        raise Unusual(pattern)
    return told


def _zones(locale: Locale) -> dict[str, str]:
    """What the language calls a zone, where it is not what everybody calls it."""
    names = {}
    for zone in ZONES:
        for month in (1, 7):
            there = datetime.combine(date(2026, month, 1), datetime.min.time(), ZoneInfo(zone))
            common, own = str(there.tzname()), get_timezone_name(there, "short", locale=locale)
            if own.isalpha() and own != common:
                names[common] = own
    return names if "CET" in names else {}


def written() -> str:
    """The text of the file."""
    lines = []
    for code in sorted(name for name in localedata.locale_identifiers() if "_" not in name and name != "root"):
        try:
            found = json.dumps(grammar(code), ensure_ascii=False, separators=(",", ":"))
        except (Unusual, UnknownLocaleError, KeyError):
            continue  # told in English until somebody asks for it
        lines.append(f'"{code}":{found}')
    return "{" + ",\n".join(lines) + "}\n"


def main() -> None:
    FILE.write_text(written(), encoding="utf-8")


if __name__ == "__main__":
    main()
