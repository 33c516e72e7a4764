"""Industrial complexes: the key industry and the spies of both sides. LW-15.5"""

from __future__ import annotations

from sandtable.games.luftwaffe.components import AMERICAN, GERMAN, parts
from sandtable.games.luftwaffe.model import Luftwaffe
from sandtable.games.luftwaffe.rules.quarters import next_card
from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.options import id_in

SPIES = 3
"""LW-15.5.3, LW-15.5.4 Spies succeed on 1-3."""


def draw_key(s: Luftwaffe) -> None:
    """LW-15.5.1 The German draws one of the eight complexes at random, secretly."""
    s.key = s.dice.pick(sorted(parts().complexes), "key industry")


def draw_key_by_mail(s: Luftwaffe, dice: Dice) -> None:
    """LW-15.5.1, LW-19.3 The same draw in every turn; a complex that was named before it is not drawn."""
    if s.key:
        return
    letters = sorted(parts().complexes)
    dice.shuffle(letters)
    s.key = next(letter for letter in letters if parts().complexes[letter].id not in s.named)


def ruined(s: Luftwaffe) -> list[str]:
    """LW-15.5.2 The complexes not yet named of which every city is destroyed, as everybody can see."""
    p = parts()
    standing = {letter for c in p.cities.values() if c.id not in s.destroyed for letter in c.industries}
    return [letter for letter, c in p.complexes.items() if letter not in standing and c.id not in s.named]


def key_report(s: Luftwaffe) -> Flow:
    """LW-15.5.2 After a quarter the German shows the key industry if it lies in ruins."""
    following = next_card(s)
    s.step = "quarter_begins" if s.grounded else "spies"
    if s.grounded or following is None or not (gone := ruined(s)):
        return
    pick = yield Choose(GERMAN, reports(s, gone), rule="LW-15.5.2", ask="key_report")
    s.reveal()
    if pick[0] == "show_key":
        s.key = next(letter for letter, c in parts().complexes.items() if c.id == pick[1])
        s.grounded = following.id
        s.step = "quarter_begins"
        s.journal.add("LW-15.5.2", "key_shown", complex=id_in(pick), quarter=following.id)
    else:
        s.journal.add("LW-15.5.2", "key_stands")


def reports(s: Luftwaffe, gone: list[str]) -> list[Option]:
    """LW-15.5.2 What the German must say of ruined complexes; by mail the American, who has no key, takes his word."""
    if s.key:
        return [("show_key", parts().complexes[s.key].id)] if s.key in gone else [("key_stands",)]
    return [("key_stands",), *(("show_key", parts().complexes[letter].id) for letter in gone)]


def industrial_spies(s: Luftwaffe) -> None:
    """LW-15.5.3 The American rolls: on 1-3 the German must name a complex, while there is one besides the key.

    An activity of its own: by mail the die is the American's, and the answer comes in the German's turn.
    """
    die = s.dice.roll(6, "spies")
    if die <= SPIES and len(s.named) < len(parts().complexes) - 1:
        s.step = "naming"
        return
    s.journal.add("LW-15.5.3", "not_named", die=die, success=False, for_side=AMERICAN)
    s.step = "quarter_begins"


def naming(s: Luftwaffe) -> Flow:
    """LW-15.5.3 The German names one complex, not yet named, that is not the key."""
    options: list[Option] = [
        ("name_complex", c.id) for c in parts().complexes.values() if c.id not in s.named and c.letter != s.key
    ]
    pick = yield Choose(GERMAN, options, rule="LW-15.5.3", ask="name_complex")
    s.named = (*s.named, id_in(pick))
    s.reveal()
    s.journal.add("LW-15.5.3", "named", complex=id_in(pick))
    s.step = "quarter_begins"


def german_spies(s: Luftwaffe) -> None:
    """LW-15.5.4 Before Turn 1 the German rolls: on 1-3 all dummies are removed for the quarter."""
    if "industrial_complexes" not in s.flags:
        return
    die = s.dice.roll(6, "spies")
    if die <= SPIES:
        s.dummies = ()
    event = "spies" if die <= SPIES else "spies_fail"
    s.journal.add("LW-15.5.4", event, die=die, success=die <= SPIES, for_side=GERMAN)
