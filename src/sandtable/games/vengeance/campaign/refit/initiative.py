"""Who attacks: chits, Lull, Dual Attack (RV-RePh8.6151, RV-RePh8.623, RV-CG26)."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.charts import tables
from sandtable.games.vengeance.campaign.points import campaign_of, date_and_balance, note, sheet, write
from sandtable.games.vengeance.model.battle import GERMAN, RUSSIAN, SIDES, Battle
from sandtable.games.vengeance.model.campaign import ATTACK, IDLE
from sandtable.kernel.flow import Flow, Option, Secretly
from sandtable.kernel.modifiers import total


def starting_chits(side: str) -> int:
    """RV-CG26, RV-RePh8.6231 Attack chits for all scenarios after the first."""
    return int(tables()["attack_chits"][side])


def choose_chits(s: Battle) -> Flow:
    """RV-RePh8.6151 Both choose Attack or Idle in secret; Attack only with a chit left."""
    options: dict[str, list[Option]] = {
        side: [("chit", ATTACK), ("chit", IDLE)] if sheet(s, side).chits else [("chit", IDLE)] for side in SIDES
    }
    chosen = yield Secretly(options, rule="RV-RePh8.6151", ask="chit")
    for side in SIDES:
        write(s, side, chit=str(chosen[side][1]))
    s.step = "cpp"


def reveal_chits(s: Battle) -> None:
    """RV-RePh8.623, RV-RePh8.6232 The chits are turned over: a Lull, one Attacker, or a Dual Attack."""
    chits = {side: sheet(s, side).chit for side in SIDES}
    for side in SIDES:
        spent = chits[side] == ATTACK
        write(s, side, chit="", attacked=spent, chits=sheet(s, side).chits - spent)
    s.journal.add("RV-RePh8.623", "chits", german=chits[GERMAN], russian=chits[RUSSIAN])
    s.reveal()
    note(s, rested=campaign_of(s).lull)
    attackers = [side for side in SIDES if chits[side] == ATTACK]
    if not attackers:
        note(s, lull=True, dual=False)
    elif len(attackers) == 1:
        note(s, lull=False, dual=False, attacker=attackers[0])
    else:
        note(s, lull=False, dual=True, attacker=first_in_dual_attack(s))


def first_in_dual_attack(s: Battle) -> str:
    """RV-RePh8.6233 The lower die moves first, the other sets up first; ties are rolled again."""
    modifiers = {side: date_and_balance(s, side) for side in SIDES}
    while True:
        finals = {}
        for side in (RUSSIAN, GERMAN):
            die = s.dice.roll(6, "initiative")
            finals[side] = die + total(modifiers[side])
            s.journal.add(
                "RV-RePh8.6233", "initiative", side=side, die=die, modifiers=modifiers[side], final=finals[side]
            )
        if finals[RUSSIAN] != finals[GERMAN]:
            return min(SIDES, key=lambda side: finals[side])
