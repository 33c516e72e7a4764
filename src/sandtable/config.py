"""The configuration file: what an operator or a player sets once, beside the variables of the environment.

A value on the command line goes before one of the environment, and that before the file.
"""

from __future__ import annotations

import os
import sys
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from sandtable.kernel.errors import SandtableError
from sandtable.kernel.prepared import prepared


class ServerConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `sandtable serve` uses."""

    host: str | None = None
    port: int | None = None
    db: str | None = None
    origins: list[str] | None = None
    trusted_proxies: list[str] | None = None
    keep_days: int | None = None
    log: str | None = None
    accounts: str | None = None
    guests: bool | None = None
    smtp: str | None = None
    mail_from: str | None = None
    public_address: str | None = None
    push_hosts: list[str] | None = None
    notice_schemes: list[str] | None = None
    advertise: str | None = None
    metrics: str | None = None
    bot_workers: int | None = None
    question_workers: int | None = None
    advice_workers: int | None = None


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that the file may say."""

    home: str | None = None
    data: str | None = None
    language: str | None = None
    server: ServerConfig = ServerConfig()


def config_file() -> Path:
    """SANDTABLE_CONFIG, or `sandtable/config.toml` in the folder that the desktop standard names for settings."""
    if named := os.environ.get("SANDTABLE_CONFIG"):
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or Path.home()) / "sandtable" / "config.toml"
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "sandtable" / "config.toml"


def use_config() -> None:
    """Take what the file says as the environment's, where the environment says nothing."""
    for name, value in variables(read_config(config_file())).items():
        os.environ.setdefault(name, value)


def read_config(file: Path) -> Config:
    """The file, or a sentence about what is wrong with it. One that is not there says nothing."""
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        if "SANDTABLE_CONFIG" in os.environ:
            raise SandtableError("There is no configuration file {file} (SANDTABLE_CONFIG).", file=file) from None
        return Config()
    except (OSError, UnicodeDecodeError) as fault:
        raise SandtableError(
            "The configuration file {file} can't be read: {fault}.", file=file, fault=str(fault)
        ) from None
    try:
        return msgspec.convert(tomllib.loads(text), prepared(Config))
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as fault:
        raise SandtableError("The configuration file {file} is wrong: {fault}.", file=file, fault=str(fault)) from None


def variables(config: Config) -> dict[str, str]:
    """The configuration as variables of the environment."""
    told: dict[str, Any] = {"home": config.home, "data": config.data, "language": config.language}
    told |= msgspec.structs.asdict(config.server)
    return {
        f"SANDTABLE_{name.upper()}": ",".join(value) if isinstance(value, list) else str(value)
        for name, value in told.items()
        if value is not None
    }
