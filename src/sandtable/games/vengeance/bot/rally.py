"""What a sensible player does in the Rally Phase."""

from __future__ import annotations

from sandtable.games.vengeance.bot.judgement import chance_at_most, worth_of  # fmt: skip
from sandtable.games.vengeance.bot.mind import Mind
from sandtable.games.vengeance.rules.morale.leaders import leaders_at
from sandtable.games.vengeance.rules.morale.level import morale
from sandtable.games.vengeance.rules.rally.attempt import rally_modifiers
from sandtable.games.vengeance.rules.units.kinds import is_mmc
from sandtable.kernel.flow import Option
from sandtable.kernel.options import id_in


def organize(mind: Mind, options: list[Option]) -> Option:
    for verb in ("repair", "recombine"):
        for option in options:
            if option[0] == verb:
                return option
    for option in options:
        if option[0] == "recover" and not mind.s.units[id_in(option)].broken and is_mmc(mind.s.units[id_in(option)]):
            return option
    return next(o for o in options if o[0] == "done")


def what_to_drop(mind: Mind, options: list[Option]) -> Option:
    """RV-A4.432 Nothing, if he need not; else the heaviest, which comes first."""
    return next((o for o in options if o[0] == "done"), options[0])


def rally_or_not(mind: Mind, options: list[Option]) -> Option:
    s = mind.s

    def score(option: Option) -> float:
        if len(option) == 1:
            return 0.0
        unit = s.units[id_in(option)]
        alone = option[0] == "self_rally"
        leaders = leaders_at(s, unit.at, unit.side, unit.id)
        need = morale(s, unit) - sum(
            m[0] for m in rally_modifiers(s, unit, None if alone or not leaders else leaders[0], alone)
        )
        return chance_at_most(need) * worth_of(unit) - 1 / 36 * 0.5

    return mind.best(options, score)


def keep_dm_or_not(mind: Mind, options: list[Option]) -> Option:
    unit = mind.s.units[id_in(options[0])]
    wanted = "keep_dm" if mind.danger(unit.at, False) > 0.2 else "remove_dm"
    return next(o for o in options if o[0] == wanted)
