"""Chapter 19: play by mail."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest

from sandtable.bots.player import ask, find_bot
from sandtable.games.luftwaffe import GAME
from sandtable.games.luftwaffe.components import AMERICAN, GERMAN, parts
from sandtable.games.luftwaffe.model import Luftwaffe
from sandtable.games.luftwaffe.standing_orders import standing_order
from sandtable.kernel import mail
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.errors import Refused, SaveError
from sandtable.kernel.flow import Option
from sandtable.kernel.state import state_from_json
from tests.games.luftwaffe.tools import fly, table

KEYS = {AMERICAN: "11" * 32, GERMAN: "22" * 32}


def play_by_mail(turns: int = 10_000, bot: str = "greedy") -> list[mail.Letter]:
    """The letters of a match of bots."""
    letters = [mail.begin(GAME, {}, AMERICAN, KEYS[AMERICAN])]
    dice = Dice(seed_from("mail"))
    while not letters[-1].result and len(letters) <= turns:
        letter = mail.read(mail.write(letters[-1]))
        desk = mail.Desk(letter, letter.to_play, KEYS[letter.to_play])
        while desk.goes_on():
            desk.choose(ask(desk.position, desk.seat, find_bot(bot), dice))
        letters.append(desk.letter_back())
    return letters


@pytest.fixture(scope="module")
def letters() -> list[mail.Letter]:
    return play_by_mail()


def test_a_match_by_mail_is_played_to_its_end_and_verified(letters: list[mail.Letter]) -> None:
    """LW-19.1, LW-19.2, LW-19.3"""
    last = letters[-1]
    assert last.result
    seats = [turn.seat for turn in last.turns]
    assert seats[0] == GERMAN
    assert all(one != other for one, other in pairwise(seats)), "in turns"
    with pytest.raises(Refused, match="Both players"):
        mail.verify(last)
    for seat, key in KEYS.items():
        last = mail.finish(last, seat, key)
    assert mail.verify(last) == last.result


def test_what_the_german_receives_holds_no_secret(letters: list[mail.Letter]) -> None:
    """LW-19.3, LW-2.2"""
    letter = letters[2]  # after the American's set-up
    assert letter.to_play == GERMAN
    opened = state_from_json(Luftwaffe, bytes.fromhex(letter.open_state))
    true = state_from_json(Luftwaffe, mail.unseal(KEYS[AMERICAN], "state", letter.true_state))
    missions = {id: u.mission for id, u in true.americans.items() if u.mission}
    dealt = {id: opened.americans[id].mission for id in missions}
    assert sum(missions[id] == dealt[id] for id in missions) < len(missions) / 3, "dealt anew"
    assert letter.turns[-1].sealed
    assert GAME.sight(opened, GERMAN) == GAME.sight(true, GERMAN)
    with pytest.raises(SaveError, match="another key"):
        mail.unseal(KEYS[GERMAN], "state", letter.true_state)


def test_nobody_can_pick_his_dice_or_change_a_letter(letters: list[mail.Letter]) -> None:
    """LW-19.2, LW-19.3"""
    letter = letters[4]
    turn = letter.turns[1]
    forged = msgspec.structs.replace(
        letter, turns=[letter.turns[0], msgspec.structs.replace(turn, link="33" * 32), *letter.turns[2:]]
    )
    with pytest.raises(SaveError, match="next link"):
        mail.Desk(forged, letter.to_play, KEYS[letter.to_play])
    with pytest.raises(Refused, match="is to play"):
        mail.Desk(letter, AMERICAN if letter.to_play == GERMAN else GERMAN, KEYS[AMERICAN])
    with pytest.raises(Refused, match="not the one"):
        mail.Desk(letter, letter.to_play, "44" * 32)
    swapped = msgspec.structs.replace(letters[2], open_state=letters[4].open_state)
    with pytest.raises(SaveError, match="not what was sent"):
        mail.Desk(swapped, GERMAN, KEYS[GERMAN])
    with pytest.raises(SaveError, match="no letter"):
        mail.read(b"{}")
    last = letters[-1]
    for seat, key in KEYS.items():
        last = mail.finish(last, seat, key)
    own = next(n for n, t in enumerate(last.turns) if not t.sealed and n > 2)
    steps = mail.read_steps(bytes.fromhex(last.turns[own].steps))
    fewer = msgspec.json.encode(steps[:1] + steps[-1:]).hex()
    turns = [msgspec.structs.replace(t, steps=fewer) if n == own else t for n, t in enumerate(last.turns)]
    with pytest.raises((SaveError, Refused)):
        mail.verify(msgspec.structs.replace(last, turns=turns))


def test_standing_orders() -> None:
    """LW-19.1"""
    s = table(turn=5, step="german_combat")
    fly(s, "p47", 1, "2014", tanks=True)
    fly(s, "fw190", 1, "2014")
    s.battle = "2014"
    view = GAME.sight(s, AMERICAN)
    assert standing_order(view, AMERICAN, "tanks", [("drop", "p47"), ("keep", "p47")]) == ("drop", "p47")
    bombers = fly(s, "b17", 2, "2014")
    s.americans[bombers[1]] = msgspec.structs.replace(s.americans[bombers[1]], bombed=True)
    view = GAME.sight(s, AMERICAN)
    assert standing_order(view, AMERICAN, "reduce", [("reduce", id) for id in bombers]) == ("reduce", bombers[1])
    assert standing_order(view, GERMAN, "german_move", [("done",)]) is None, "his own half-turn"
    s.step = "flak"
    view = GAME.sight(s, GERMAN)
    fire: list[Option] = [("fire", "essen", "1214"), ("fire", "essen", "2014"), ("hold_fire", "essen")]
    assert standing_order(view, GERMAN, "guns", fire) == ("fire", "essen", "2014")


def test_two_sided_secrets_are_refused() -> None:
    """LW-19.3"""
    with pytest.raises(Refused, match="by mail"):
        mail.begin(GAME, {"scenario": "tournament", "complexes": "yes"}, AMERICAN, KEYS[AMERICAN])
    assert GAME.hides(GAME.settle({})) == (AMERICAN,)
    assert parts().dummies == 10
