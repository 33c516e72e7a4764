"""The configuration file: below the environment, below the command line, and never silently wrong."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path

import msgspec
import pytest

from sandtable.config import Config, config_file, read_config, use_config, variables
from sandtable.kernel.errors import SandtableError

_GUIDE = Path(__file__).parents[2] / "docs/run/server.md"


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in [name for name in os.environ if name.startswith("SANDTABLE_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("SANDTABLE_CONFIG", str(tmp_path / "config.toml"))
    return tmp_path / "config.toml"


def test_the_file_stands_in_for_the_environment(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text('language = "de"\n[server]\nport = 9000\norigins = ["https://a", "https://b"]\n')
    monkeypatch.setenv("SANDTABLE_PORT", "7000")
    for name in ("SANDTABLE_LANGUAGE", "SANDTABLE_ORIGINS"):  # what is set now is unset after the test
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
    use_config()
    assert os.environ["SANDTABLE_LANGUAGE"] == "de"
    assert os.environ["SANDTABLE_ORIGINS"] == "https://a,https://b"
    assert os.environ["SANDTABLE_PORT"] == "7000", "the environment goes first"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("port = 9000", "is wrong: Object contains unknown field `port`"),
        ('[server]\nport = "nine"', "Expected `int | null`, got `str`"),
        ("language = ", "is wrong"),
    ],
)
def test_a_wrong_file_gets_a_sentence(file: Path, text: str, sentence: str) -> None:
    file.write_text(text)
    with pytest.raises(SandtableError, match=re.escape(sentence)):
        use_config()


def test_a_file_that_is_named_must_be_there(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SandtableError, match="There is no configuration file"):
        use_config()
    monkeypatch.delenv("SANDTABLE_CONFIG")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(file.parent))
    assert config_file() == file.parent / "sandtable" / "config.toml"
    assert read_config(config_file()) == Config(), "the usual one need not be"


def test_the_guide_shows_every_setting_and_its_variable() -> None:
    listing = re.findall(r"```toml\n(.*?)```", _GUIDE.read_text(encoding="utf-8"), re.DOTALL)[0]
    config = msgspec.convert(tomllib.loads(listing), Config)
    assert set(variables(config)) == set(re.findall(r"SANDTABLE_[A-Z_]+", listing))
    assert None not in (config.home, config.data, config.language, *msgspec.structs.asdict(config.server).values())
