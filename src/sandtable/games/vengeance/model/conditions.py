"""Night and weather: what must be remembered of them, and their tables (chapters E1, E3)."""

from __future__ import annotations

import msgspec

from sandtable.kernel.state import Record

CLEAR, OVERCAST, MIST, FOG = "clear", "overcast", "mist", "fog"


class Night(Record, frozen=True):
    """RV-E1.1, RV-E1.2 A battle at night: how far one sees, the sky, and who is the Scenario Defender."""

    nvr: int
    first_nvr: int
    moon: str
    cloud: str
    defender: str
    starshells: bool = False
    """RV-E1.92 A starshell has been fired by either side: from now on everybody may."""


class Light(Record, frozen=True):
    """RV-E1.91 A starshell or an IR round over a hex; it burns until the end of the Player Turn."""

    hex: str
    radius: int


class Phases(msgspec.Struct, frozen=True):
    """RV-E1.1 The NVR modifier of a cloud cover by the moon."""

    new: int
    half: int
    full: int


class Clouds(msgspec.Struct, frozen=True):
    """RV-E1.1 The NVR modifiers by cloud cover."""

    none: Phases
    scattered: Phases
    overcast: Phases


class Nvr(msgspec.Struct, frozen=True):
    """RV-E1.1, RV-E1.12 How far one sees at night; cloud and moon by a dr where the scenario does not say."""

    base: int
    most_change: int
    modifier: Clouds
    cloud: tuple[str, ...]
    moon: tuple[str, ...]


class NightRules(msgspec.Struct, frozen=True):
    """RV-E1.7, RV-E1.16, RV-E1.23"""

    lv_hindrance: int
    recovery_drm: int
    ambush_margin: int
    hidden_share: int


class Illumination(msgspec.Struct, frozen=True):
    """RV-E1.91, RV-E1.92"""

    starshell_radius: int
    starshell_distance: int
    starshell_leader: int
    starshell_mmc: int
    ir_radius: int
    blaze_radius: int
    wreck_radius: int


class Straying(msgspec.Struct, frozen=True):
    """RV-E1.53, RV-E1.21"""

    strays: int
    overcast: int
    steady_friend: int
    freedom: int


class Weather(msgspec.Struct, frozen=True):
    """RV-E3.3 to E3.5"""

    fog_hexes: int
    mist_hexes: int
    rain_hexes: int
    rain_starts: int
    rain_ends: int
    gusts: tuple[int, ...]
    rain_smoke: int
    ec_steps: tuple[str, ...]


class Interrogation(msgspec.Struct, frozen=True):
    """RV-E2.1 The DR of a side, and how far the people have seen."""

    german: int
    russian: int
    hexes: int


class Cloaking(msgspec.Struct, frozen=True):
    """RV-E1.4, RV-E1.41"""

    halves: int
    men: int
    empty_share: int
    counters: int
    mf: int
    mf_led: int
    mf_raw: int


class Conditions(msgspec.Struct, frozen=True):
    """RV-E1, RV-E3 The tables of night and weather (night_weather.toml)."""

    nvr: Nvr
    night: NightRules
    illumination: Illumination
    straying: Straying
    cloaking: Cloaking
    interrogation: Interrogation
    weather: Weather
