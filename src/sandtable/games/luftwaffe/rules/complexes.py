"""Industrial complexes: the key industry and the spies of both sides. LW-15.5"""

from __future__ import annotations

from sandtable.games.luftwaffe.components import GERMAN, parts
from sandtable.games.luftwaffe.model import Luftwaffe
from sandtable.games.luftwaffe.rules.quarters import next_card
from sandtable.kernel.flow import Choose, Flow, Option

SPIES = 3
"""LW-15.5.3, LW-15.5.4 Spies succeed on 1-3."""


def draw_key(s: Luftwaffe) -> None:
    """LW-15.5.1 The German draws one of the eight complexes at random, secretly."""
    s.key = s.dice.pick(sorted(parts().complexes), "key industry")


def key_is_gone(s: Luftwaffe) -> bool:
    """LW-15.5.2 Whether every city of the key complex is destroyed."""
    return bool(s.key) and all(c.id in s.destroyed for c in parts().cities.values() if s.key in c.industries)


def industrial_spies(s: Luftwaffe) -> Flow:
    """LW-15.5.2, LW-15.5.3 After a quarter the key is shown if it is gone; or spies rule a complex out."""
    p = parts()
    following = next_card(s)
    s.step = "quarter_begins"
    if key_is_gone(s) and not s.grounded and following is not None:
        s.reveal()
        s.grounded = following.id
        s.journal.add("LW-15.5.2", "key_shown", complex=p.complexes[s.key].id, quarter=following.id)
        return
    if s.grounded:
        return
    others = [c.id for c in p.complexes.values() if c.id not in s.named and c.letter != s.key]
    die = s.dice.roll(6, "spies")
    if die > SPIES or not others:
        s.journal.add("LW-15.5.3", "not_named", die=die, success=False)
        return
    options: list[Option] = [("name_complex", id) for id in others]
    # Whether one or more are left to name is known to all; which one is the key is not.
    pick = yield Choose(GERMAN, options, rule="LW-15.5.3", ask="name_complex")
    s.named = (*s.named, str(pick[1]))
    s.reveal()
    s.journal.add("LW-15.5.3", "named", complex=str(pick[1]))


def german_spies(s: Luftwaffe) -> None:
    """LW-15.5.4 Before Turn 1 the German rolls: on 1-3 all dummies are removed for the quarter."""
    if "industrial_complexes" not in s.flags:
        return
    die = s.dice.roll(6, "spies")
    if die <= SPIES:
        s.dummies = ()
    s.journal.add("LW-15.5.4", "spies" if die <= SPIES else "spies_fail", die=die, success=die <= SPIES)
