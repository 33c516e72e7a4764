"""Why a Gun or mortar that somebody clicked does not fire now: one sentence, and its clause."""

from __future__ import annotations

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.names import say
from sandtable.games.vengeance.rules.fire.firepower import enemy_places
from sandtable.games.vengeance.rules.ordnance.laying import open_to_the_sky, reaches
from sandtable.games.vengeance.rules.ordnance.mounts import crew_of, gun_type, is_light_mortar, ordnance_of, place_of
from sandtable.kernel.flow import Option, Refusal
from sandtable.kernel.options import id_in


def why_not_shoot(s: Battle, option: Option) -> Refusal | None:
    """RV-C2.1, RV-C3.71, RV-C10.2, RV-C2.6, RV-C5.5, RV-C9.1 The first reason that holds; None if it is no Gun."""
    if len(option) < 2 or option[0] not in ("shoot", "intensive"):
        return None
    id = id_in(option)
    light = id in s.weapons and is_light_mortar(s.weapons[id])
    if id not in s.guns and not light:
        return None
    return _broken(s, id) or _crew(s, id) or _used(s, id) or _position(s, id)


def _broken(s: Battle, id: str) -> Refusal | None:
    gun = s.guns.get(id)
    if gun.malfunctioned if gun is not None else s.weapons[id].malfunctioned:
        return say("cant_fire_has_malfunctioned_repair"), "RV-C3.71"
    if gun is None:
        return None
    if gun.dm:
        return say("cant_fire_dismantled"), "RV-C9.3"
    if gun.towed:
        return say("cant_fire_in_tow"), "RV-C10.2"
    if gun.limbered and gun_type(gun).limbered is None:
        return say("cant_fire_limbered"), "RV-C10.2"
    return None


def _crew(s: Battle, id: str) -> Refusal | None:
    crew = crew_of(s, id)
    if crew is None:
        return say("cant_fire_has_no_crew"), "RV-C2.1"
    if crew.broken or crew.melee or crew.berserk or crew.ti:
        return say("cant_fire_crew_busy_or"), "RV-C2.1"
    return None


def _used(s: Battle, id: str) -> Refusal | None:
    gun = s.guns.get(id)
    if gun is not None:
        if gun.intensive and s.player_turns - gun.intensive <= 1:
            return say("cant_fire_before_second_fire"), "RV-C5.5"
        if gun_type(gun).rfnm and gun.last:
            return say("cant_fire_this_turn_so"), "RV-C2.6"
    if gun.fired if gun is not None else s.weapons[id].fired:
        return say("cant_fire_again_has_used"), "RV-A9.2"
    return None


def _position(s: Battle, id: str) -> Refusal:
    f = field_of(s)
    at = place_of(s, id)
    if ordnance_of(s, id).mortar and not open_to_the_sky(f, at):
        return say("cant_fire_mortar_doesn_t"), "RV-C9.1"
    if not any(reaches(s, f, id, place) for place in enemy_places(s, _side(s, id))):
        return say("cant_fire_no_enemy_in"), "RV-C3.1"
    return say("cant_fire_now"), "RV-C3.1"


def _side(s: Battle, id: str) -> str:
    crew = crew_of(s, id)
    return crew.side if crew is not None else ""
