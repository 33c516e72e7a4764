"""Chapter 19: play by mail."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import msgspec
import pytest

from sandtable.bots.player import ask, find_bot
from sandtable.games.luftwaffe import GAME
from sandtable.games.luftwaffe.components import AMERICAN, GERMAN, parts
from sandtable.games.luftwaffe.mail.standing_orders import standing_order
from sandtable.games.luftwaffe.model import Luftwaffe
from sandtable.games.luftwaffe.rules import complexes
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.errors import Refused, SaveError
from sandtable.kernel.flow import Option
from sandtable.kernel.position import Position
from sandtable.kernel.state import state_from_json, state_to_json
from sandtable.terminal.mail import letters as mail
from sandtable.terminal.mail.seals import Sealed, SealLabel, dice_of_turn, match_secret, unseal
from sandtable.terminal.mail.verifying import verify
from tests.games.luftwaffe.test_cases_longer import at_quarter
from tests.games.luftwaffe.tools import fly, peek, run, table

KEYS = {AMERICAN: "11" * 32, GERMAN: "22" * 32}


WITH_KEY = {"scenario": "tournament", "complexes": "yes"}
Player = Callable[[mail.Desk, Dice], Option]


def a_bot(desk: mail.Desk, dice: Dice) -> Option:
    return ask(desk.position, desk.seat, find_bot("greedy"), dice)


def at_random(desk: mail.Desk, dice: Dice) -> Option:
    return dice.pick(desk.position.options(desk.seat))


def play_by_mail(
    options: dict[str, str] | None = None, player: Player = a_bot, seed: str = "mail"
) -> list[mail.Letter]:
    """The letters of a match."""
    letters = [mail.begin(GAME, dict(options or {}), AMERICAN, KEYS[AMERICAN], "5e" * 16)]
    dice = Dice(seed_from(seed))
    while not letters[-1].result:
        letter = mail.read(mail.write(letters[-1]))
        desk = mail.Desk(letter, letter.to_play, KEYS[letter.to_play])
        while desk.goes_on():
            desk.choose(player(desk, dice))
        position = desk.position
        if not position.over:
            assert position.state.dice.to_wire() == position.checkpoint.dice.to_wire(), (
                "no die is rolled again in the other's turn"
            )
        letters.append(desk.letter_back())
    return letters


def true_state(letter: mail.Letter, key: str = KEYS[AMERICAN]) -> Luftwaffe:
    """The position that the American has sealed in a letter."""
    assert letter.true_state is not None
    label = SealLabel(letter.match, letter.true_state.label.turn, AMERICAN, "position")
    return state_from_json(Luftwaffe, unseal(match_secret(key, letter.match), label, letter.true_state))


def shown(letter: mail.Letter) -> mail.Letter:
    """After the end both show their numbers."""
    for seat, key in KEYS.items():
        letter = mail.finish(letter, seat, key)
    return letter


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
        verify(last)
    last = shown(last)
    assert verify(last) == last.result


def test_what_the_german_receives_holds_no_secret(letters: list[mail.Letter]) -> None:
    """LW-19.3, LW-2.2"""
    letter = letters[2]  # after the American's set-up
    assert letter.to_play == GERMAN
    opened = state_from_json(Luftwaffe, bytes.fromhex(letter.open_state))
    true = true_state(letter)
    missions = {id: u.mission for id, u in true.americans.items() if u.mission}
    dealt = {id: opened.americans[id].mission for id in missions}
    assert sum(missions[id] == dealt[id] for id in missions) < len(missions) / 3, "dealt anew"
    assert letter.turns[-1].sealed
    assert GAME.sight(opened, GERMAN) == GAME.sight(true, GERMAN)
    with pytest.raises(SaveError, match="another key"):
        true_state(letter, KEYS[GERMAN])


def hidden_text(part: Sealed | None) -> bytes:
    assert part is not None
    return bytes.fromhex(part.text)


def test_two_letters_share_no_keystream(letters: list[mail.Letter]) -> None:
    """LW-19.3 Two letters laid over each other gave the difference of two positions, and so the secret missions."""
    one, two = (letter for letter in letters[2:5] if letter.turns[-1].seat == AMERICAN)
    plain = [state_to_json(true_state(letter)) for letter in (one, two)]
    sealed = [hidden_text(letter.true_state) for letter in (one, two)]
    length = min(map(len, plain))
    over = [bytes(a ^ b for a, b in zip(*pair, strict=False))[:length] for pair in (plain, sealed)]
    same = sum(a == b for a, b in zip(*over, strict=True))
    assert same < length / 32, "as many as chance would have it: 1 of 256"
    for letter, text in zip((one, two), plain, strict=True):
        assert len(hidden_text(letter.true_state)) % 4096 == 16, "the length tells nothing but pages"
        assert text[:40] not in hidden_text(letter.true_state)


def test_what_belongs_to_another_turn_match_or_seat_is_refused_for_that(letters: list[mail.Letter]) -> None:
    """LW-19.3"""
    early, late = (letter for letter in letters[:7] if letter.true_state and letter.turns[-1].seat == GERMAN)
    with pytest.raises(SaveError, match="sealed in turn 2, not in turn 4"):
        mail.Desk(msgspec.structs.replace(late, true_state=early.true_state), AMERICAN, KEYS[AMERICAN])
    part = early.true_state
    assert part is not None
    for field, value, reason in (
        ("match", "ab" * 16, "for another match"),
        ("seat", GERMAN, "sealed by german, not by american"),
        ("part", "choices", "holds the choices where the position should be"),
        ("format", "sandtable-mail-3", "format 'sandtable-mail-3'"),
    ):
        label = msgspec.structs.replace(part.label, **{field: value})
        forged = msgspec.structs.replace(early, true_state=msgspec.structs.replace(part, label=label))
        with pytest.raises(SaveError, match=reason):
            mail.Desk(forged, AMERICAN, KEYS[AMERICAN])
    relabelled = msgspec.structs.replace(
        part, label=msgspec.structs.replace(part.label, turn=len(late.turns) - 2), text=part.text
    )
    with pytest.raises(SaveError, match="another key, or changed"):
        mail.Desk(msgspec.structs.replace(late, true_state=relabelled), AMERICAN, KEYS[AMERICAN])
    with pytest.raises(SaveError, match="missing"):
        mail.Desk(msgspec.structs.replace(late, true_state=None), AMERICAN, KEYS[AMERICAN])


def test_a_key_serves_for_many_matches_and_showing_it_tells_nothing_of_the_others(letters: list[mail.Letter]) -> None:
    """LW-19.3"""
    other = mail.begin(GAME, {}, AMERICAN, KEYS[AMERICAN])
    assert other.match != letters[0].match
    assert other.heads != letters[0].heads, "another chain"
    assert KEYS[AMERICAN] not in shown(letters[-1]).shown.values(), "what is shown is the number of this match only"


def test_letters_of_the_breakable_format_are_refused(letters: list[mail.Letter]) -> None:
    """LW-19.3"""
    old = mail.write(letters[0]).replace(b"sandtable-mail-2", b"sandtable-mail-1")
    with pytest.raises(SaveError, match="Its seals can be broken"):
        mail.read(old)
    with pytest.raises(SaveError, match="reads 'sandtable-mail-2'"):
        mail.read(mail.write(letters[0]).replace(b"sandtable-mail-2", b"sandtable-mail-9"))
    with pytest.raises(SaveError, match="not a play-by-mail letter"):
        mail.read(mail.write(letters[0]).replace(letters[0].match.encode(), b"x"))


def test_nobody_can_pick_his_dice_or_change_a_letter(letters: list[mail.Letter]) -> None:
    """LW-19.2, LW-19.3"""
    letter = letters[4]
    turn = letter.turns[1]
    forged = msgspec.structs.replace(
        letter, turns=[letter.turns[0], msgspec.structs.replace(turn, link="33" * 32), *letter.turns[2:]]
    )
    with pytest.raises(SaveError, match="next link"):
        mail.Desk(forged, letter.to_play, KEYS[letter.to_play])
    with pytest.raises(Refused, match="It is"):
        mail.Desk(letter, AMERICAN if letter.to_play == GERMAN else GERMAN, KEYS[AMERICAN])
    with pytest.raises(Refused, match="not the key"):
        mail.Desk(letter, letter.to_play, "44" * 32)
    swapped = msgspec.structs.replace(letters[2], open_state=letters[4].open_state)
    with pytest.raises(SaveError, match="does not show what was sent"):
        mail.Desk(swapped, GERMAN, KEYS[GERMAN])
    with pytest.raises(SaveError, match="not a play-by-mail letter"):
        mail.read(b"{}")
    last = shown(letters[-1])
    own = next(n for n, t in enumerate(last.turns) if not t.sealed and n > 2)
    told = last.turns[own].steps
    assert isinstance(told, str)
    steps = mail.open_steps(told)
    fewer = msgspec.json.encode(steps[:1] + steps[-1:]).hex()
    turns = [msgspec.structs.replace(t, steps=fewer) if n == own else t for n, t in enumerate(last.turns)]
    with pytest.raises((SaveError, Refused)):
        verify(msgspec.structs.replace(last, turns=turns))


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


def key_of(letter: mail.Letter, named: tuple[str, ...] = ()) -> str:
    """The key industry that the German holds in his turn; "" before it is drawn."""
    state = mail.new_state(GAME, letter.options)
    assert isinstance(state, Luftwaffe)
    state.named = named
    secret = match_secret(KEYS[GERMAN], letter.match)
    mail.draw_secrets(GAME, letter, state, len(letter.turns), GERMAN, secret)
    return state.key


def test_the_key_industry_is_in_no_letter_and_nobody_chose_it() -> None:
    """LW-15.5.1, LW-19.3"""
    met: list[tuple[str, str]] = []
    named: list[tuple[str, str]] = []

    def player(desk: mail.Desk, dice: Dice) -> Option:
        s = desk.position.state
        assert isinstance(s, Luftwaffe)
        met.append((desk.seat, s.key))
        option = at_random(desk, dice)
        if option[0] == "name_complex":
            named.append((s.key, str(option[1])))
        return option

    letters = play_by_mail(WITH_KEY, player, "mail0")
    last = letters[-1]
    keys = {seat: {key for asked, key in met if asked == seat} for seat in (AMERICAN, GERMAN)}
    assert keys[AMERICAN] == {""}, "he plays without it"
    before = tuple(id for key, id in named if not key)
    assert before, "the American flew no raid in the first quarter, so that one was named before the draw"
    assert keys[GERMAN] == {"", key_of(last, before)}, "drawn in his second turn, the same ever after"
    for letter in letters:
        if letter.true_state:
            assert true_state(letter).key == ""
            assert state_from_json(Luftwaffe, bytes.fromhex(letter.open_state)).key == ""
    assert verify(shown(last)) == last.result
    own, theirs = ([t.seat for t in last.turns].index(seat) for seat in (GERMAN, AMERICAN))
    assert key_of(msgspec.structs.replace(last, turns=last.turns[: max(own, theirs)])) == "", (
        "the numbers are not bound"
    )
    drawn = set()
    for n in range(40):
        link = f"{n:064x}"
        turns = [msgspec.structs.replace(t, link=link) if t.seat == AMERICAN else t for t in last.turns]
        drawn.add(key_of(msgspec.structs.replace(last, turns=turns)))
    assert drawn == set(parts().complexes), "it depends on the American's link as well"


def test_whoever_began_may_play_first_too_and_the_match_is_verified() -> None:
    """LW-19.2 The dice of the first turn were reckoned with the other's chain when he had not joined yet, and without
    it when the match was verified."""
    for match in ("01" * 16, "02" * 16, "03" * 16):
        letters = [mail.begin(GAME, WITH_KEY, AMERICAN, KEYS[AMERICAN], match)]
        first = mail.Desk(letters[0], AMERICAN, KEYS[AMERICAN])
        dice = dice_of_turn(first._link, mail.newest_link([], AMERICAN), 0)
        assert first._dice().to_wire() == dice.to_wire()
        joined = msgspec.structs.replace(first.letter, heads={**first.letter.heads, GERMAN: "44" * 32})
        assert mail.Desk(joined, AMERICAN, KEYS[AMERICAN])._dice().to_wire() == dice.to_wire()


def test_a_german_who_names_his_key_industry_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """LW-15.5.3, LW-19.3"""

    lies: list[str] = []

    def liar(desk: mail.Desk, dice: Dice) -> Option:
        option = at_random(desk, dice)
        s = desk.position.state
        assert isinstance(s, Luftwaffe)
        if option[0] == "name_complex" and (key := key_of(desk.letter, s.named)):
            lies.append(key)
            return ("name_complex", parts().complexes[key].id)
        return option

    draw, without = GAME.draw, mail.Desk._resumed

    def resumed(desk: mail.Desk, state: Luftwaffe) -> Position:
        with monkeypatch.context() as patch:
            patch.setattr(GAME, "draw", lambda *_: None)
            return without(desk, state)

    monkeypatch.setattr(mail.Desk, "_resumed", resumed)
    last = play_by_mail(WITH_KEY, liar, "liar")[-1]
    assert GAME.draw == draw
    assert lies
    with pytest.raises(SaveError, match="does not match what he had drawn"):
        verify(shown(last))


def test_ruined_complexes_are_reported_by_the_german_in_his_turn() -> None:
    """LW-15.5.2, LW-19.1"""
    s = at_quarter("tournament", "1943-07", complexes="yes")
    for city in parts().cities.values():
        if "B" in city.industries:
            s.destroyed[city.id] = s.quarter
    bearings = parts().complexes["B"].id
    s.key = ""
    decision = peek(complexes.key_report(s))
    assert decision.seat == GERMAN, "never judged in the American's turn"
    assert decision.options == [("key_stands",), ("show_key", bearings)], "the American takes his word"
    assert standing_order(GAME.sight(s, GERMAN), GERMAN, decision.ask, list(decision.options)) is None
    s.key = "A"
    assert peek(complexes.key_report(s)).options == [("key_stands",)]
    run(complexes.key_report(s), ("key_stands",))
    assert not s.grounded
    assert s.step == "spies"
    s.named = (bearings,)
    assert complexes.ruined(s) == [], "a complex that was named is no question any more"


def test_one_side_only_may_choose_secretly(monkeypatch: pytest.MonkeyPatch) -> None:
    """LW-19.3"""
    assert GAME.hides(GAME.settle({})) == GAME.hides(GAME.settle(WITH_KEY)) == (AMERICAN,)
    monkeypatch.setattr(GAME, "hides", GAME.seats)
    with pytest.raises(Refused, match="by mail"):
        mail.begin(GAME, {}, AMERICAN, KEYS[AMERICAN])
