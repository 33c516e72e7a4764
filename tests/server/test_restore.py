"""A match opened from a milestone is the match that playing every entry again gives, and a bad milestone is none."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from sandtable.kernel.dice import seed_from
from sandtable.kernel.game import AnyGame, games
from sandtable.server import messages, milestones
from sandtable.server.match import Match
from sandtable.server.milestones import StoredMilestone
from sandtable.server.records import Commit, Effect, Entry, MatchSetup, Seat, Unplayable, Viewer
from sandtable.server.restore import Restored, restore_match
from sandtable.server.storage import load_milestones
from tests.server.served import serving

GAMES = [*games(), "pearls", "purses"]
LONG = {"vengeance": {"scenario": "campaign"}}


@pytest.fixture(autouse=True)
def _close_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """Milestones every few entries, so that a short match has many."""
    monkeypatch.setattr(milestones, "EVERY", 2)


class Table:
    """A match played at random, with what it committed; people take back and go back now and then."""

    def __init__(self, game: AnyGame, most: int) -> None:
        options = game.settle(LONG.get(game.id, {}))
        self.setup = MatchSetup("m", game.id, options, game.version, game.data_version(), seed_from("long"), "now")
        self.seats = [Seat(seat, seat) for seat in game.seats(options)]
        self.everyone = Viewer("", game.seats(options))
        self.random = Random(3)
        self.entries: list[Entry] = []
        self.match = Match(self.setup, self.seats)
        while len(self.entries) < most and not self.match.position.over:
            self.go_on()

    def go_on(self) -> None:
        chance, match, number = self.random.random(), self.match, len(self.entries)
        if chance < 0.1 and match.position.can_undo:
            seat = match.position.steps[-1].seat
            self.take(self.say(seat, messages.Undo(id=f"u{number}")))
            if chance < 0.05:
                self.take(self.say(seat, messages.Redo(id=f"r{number}")))
        elif chance > 0.98 and number > 20:
            seat = match.position.seats[0]
            to = max(0, match.counts(seat)[-1] - self.random.randrange(1, 30))
            self.take(self.say(seat, messages.AskUndo(id=f"w{number}", to_step=to)))
        else:
            self.take(choose_at_random(match, self.random, f"c{number}"))

    def say(self, seat: str, message: messages.Acting) -> list[Effect]:
        return self.match.handle(Viewer(seat, self.everyone.holds), message)

    def take(self, effects: list[Effect]) -> None:
        self.entries += [effect.entry for effect in effects if isinstance(effect, Commit)]

    def open(self, kept: list[StoredMilestone] | None = None) -> Restored:
        return restore_match(self.setup, self.seats, self.entries, kept or ())


def choose_at_random(match: Match, random: Random, id: str) -> list[Effect]:
    seat = match.position.deciders[0]
    option = random.choice(list(match.position.options(seat)))
    return match.handle(Viewer(seat, (seat,)), messages.MakeChoice(id=id, step=match.counts(seat)[-1], option=option))


def told(match: Match) -> list[Any]:
    """Everything that people can be told of a match, for every seat and for a spectator."""
    seats = [*match.position.seats, ""]
    holds = match.position.seats
    return [
        match.version,
        match.recorder.digests,
        match.position.steps,
        match.covers,
        *(messages.write_message(match.hello(Viewer(seat, holds), [])) for seat in seats),
        *(list(match.counts(seat)) for seat in seats),
        *(match.version_for(seat, version) for seat in seats for version in range(match.version + 1)),
    ]


def acts_alike(one: Match, other: Match, entries: list[Entry]) -> None:
    """Both answer alike to questions about the past, to messages already heard, to choices, undo and rewind."""
    random, seats = Random(9), one.position.seats

    def both(act: Callable[[Match], Any]) -> Any:
        first, second = act(one), act(other)
        assert first == second
        return first

    for seat in (*seats, ""):
        last = one.counts(seat)[-1]
        for step in {0, last, *(random.randrange(last + 1) for _ in range(5))}:
            both(lambda match, seat=seat, step=step: match.at(seat, step))  # type: ignore[misc]
    for entry in random.sample(entries, min(20, one.version)):
        if entry.kind == "choose":
            again = messages.MakeChoice(id=entry.message, step=0, option=entry.option)
            both(lambda match, entry=entry, again=again: match.handle(Viewer(entry.seat, seats), again))  # type: ignore[misc]
    for number in range(12):
        if one.position.over:
            break
        if number % 4 == 3:
            to = max(0, one.counts(seats[0])[-1] - 20)
            undo = messages.AskUndo(id=f"back{number}", to_step=to)
            both(lambda match, undo=undo: match.handle(Viewer(seats[0], seats), undo))  # type: ignore[misc]
        both(lambda match, number=number: choose_at_random(match, Random(number), f"more{number}"))  # type: ignore[misc]
        seat = one.position.steps[-1].seat if one.position.steps else seats[0]
        both(lambda match, seat=seat, number=number: match.handle(Viewer(seat, seats), messages.Undo(id=f"un{number}")))  # type: ignore[misc]
        both(lambda match, seat=seat, number=number: match.handle(Viewer(seat, seats), messages.Redo(id=f"re{number}")))  # type: ignore[misc]
        assert told(one) == told(other)


@pytest.mark.parametrize("id", GAMES)
def test_a_match_opened_from_a_milestone_is_the_match_played_again(id: str) -> None:
    table = Table(games()[id], 160)
    whole = table.open()
    assert whole.after == 0
    assert whole.fresh
    assert told(whole.match) == told(table.match)
    quick = table.open(whole.fresh)
    assert quick.after == whole.fresh[-1].number
    assert not quick.fresh
    assert told(quick.match) == told(whole.match)
    acts_alike(quick.match, table.match, table.entries)


@pytest.mark.parametrize("id", ["airlift", "luftwaffe", "warbirds"])
def test_a_match_goes_on_with_milestones_after_it_was_opened_from_one(id: str) -> None:
    """They are taken as people play, and after each restart they follow those that are there."""
    table, kept = Table(games()[id], 30), list[StoredMilestone]()
    while not table.match.position.over and len(table.entries) < 200:
        opened = table.open(kept)
        assert [one.number for one in kept if one.number <= opened.after] == [one.number for one in kept]
        kept += opened.fresh
        assert told(opened.match) == told(table.match)
        for _ in range(20):
            if not table.match.position.over:
                table.go_on()
    assert len(kept) > 2


# -- milestones that are not to be trusted -----------------------------------------------------------------------------


@pytest.fixture
def table() -> Table:
    return Table(games()["airlift"], 60)


def damaged(kept: list[StoredMilestone], at: int, **changes: Any) -> list[StoredMilestone]:
    return [msgspec.structs.replace(one, **changes) if number == at else one for number, one in enumerate(kept)]


def test_a_damaged_milestone_ends_the_trail_before_it(table: Table) -> None:
    kept = table.open().fresh
    assert len(kept) > 3
    spoilt = bytearray(kept[2].body)
    spoilt[len(spoilt) // 2] ^= 1
    opened = table.open(damaged(kept, 2, body=bytes(spoilt)))
    assert opened.after == kept[1].number
    assert [one.number for one in opened.fresh] == [one.number for one in kept[2:]]
    assert told(opened.match) == told(table.match)


@pytest.mark.parametrize("body", [b"", b"nonsense", b"x\x9c\x03\x00\x00\x00\x00\x01"])
def test_nonsense_is_played_over(table: Table, body: bytes) -> None:
    whole = table.open().fresh
    opened = table.open(damaged(whole, 0, body=body, check=milestones._check(body)))
    assert (opened.after, len(opened.fresh)) == (0, len(whole))
    assert told(opened.match) == told(table.match)


def test_a_gap_ends_the_trail(table: Table) -> None:
    kept = table.open().fresh
    assert table.open(kept[1:]).after == 0
    assert table.open([*kept[:2], *kept[3:]]).after == kept[1].number


def test_milestones_of_other_code_or_components_are_none(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = table.open().fresh
    monkeypatch.setattr("sandtable.server.restore.made_by", lambda _game: "1 pearls-2 other")
    assert table.open(kept).after == 0


def test_entries_other_than_the_milestone_was_made_from_are_found_out(table: Table) -> None:
    kept = table.open().fresh
    early = msgspec.structs.replace(table.entries[3], digest="0" * 24)
    table.entries[3] = early
    with pytest.raises(Unplayable, match="at entry 4 "):
        table.open(kept)


def test_a_milestone_that_leads_elsewhere_is_not_believed(table: Table) -> None:
    kept = table.open().fresh
    found = milestones.chain(kept, milestones.made_by(table.match.game))
    lie = milestones.packed(msgspec.structs.replace(found[-1], rest=found[0].rest))
    opened = table.open([*kept[:-1], lie])
    assert opened.after == 0
    assert told(opened.match) == told(table.match)


def test_milestones_ahead_of_the_entries_are_left_out(table: Table) -> None:
    """An older copy of the entries, from a backup, with newer milestones beside it."""
    kept = table.open().fresh
    table.entries = table.entries[: kept[1].number + 1]
    opened = table.open(kept)
    assert opened.after == kept[1].number
    assert opened.match.version == len(table.entries)


# -- in the server ---------------------------------------------------------------------------------------------------


def test_the_server_keeps_milestones_and_opens_matches_from_them(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "sandtable.server")
    with serving(tmp_path) as served:
        told_, north, south = served.both()
        for _ in range(40):
            for player in (north, south):
                player.wait_step(len(served.truth(told_["match"]).position.steps))
            chooser = next((player for player in (north, south) if player.options()), None)
            if chooser is None:
                break
            assert chooser.choose()["type"] == "accepted"
        before = north.shown, told(served.truth(told_["match"]))
    with serving(tmp_path) as served:
        kept = served.service.database.read(load_milestones(told_["match"]))
        assert kept
        back = served.sit(told_["match"], told_["seats"][0]["token"])
        assert (back.shown, told(served.truth(told_["match"]))) == before
    opened = [record.__dict__["facts"] for record in caplog.records if record.message == "match restored"]
    assert opened[-1]["milestone"] == kept[-1].number
