"""Clocks on the server: they run for those who are asked, survive restarts, and end matches that would die."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from sandtable.server.clocks.time import DAY
from sandtable.server.schema import clocks, results
from tests.server.served import Json, Player, Served, play_on, serving
from tests.server.test_accounts import PASSWORD, signed_up
from tests.server.test_lobby import join, listed

DAILY = {"kind": "move", "seconds": 3 * DAY, "vacation": 14}
LIVE = {"kind": "bank", "seconds": 1800, "increment": 30}


def timed(served: Served, clock: Json = DAILY, **more: Any) -> tuple[Json, Player, Player]:
    """A match with a clock at which both players sit."""
    told = served.create(offer={"clock": clock}, **more)
    north, south = (served.sit(told["match"], seat["token"]) for seat in told["seats"])
    return told, north, south


def post(served: Served, told: Json, place: int, call: str, **body: Any) -> httpx.Response:
    headers = {"authorization": f"Bearer {told['seats'][place]['token']}"}
    return served.http.post(f"/api/matches/{told['match']}/{call}", json=body, headers=headers)


def pass_time(served: Served, told: Json, seconds: float) -> None:
    """As if the clock had been put forward so much longer ago."""
    room = served.service.rooms[told["match"]]
    assert room.stored.clock is not None
    earlier = msgspec.structs.replace(room.stored.clock, at=room.stored.clock.at - seconds)
    room.stored = msgspec.structs.replace(room.stored, clock=earlier)


def asked(*players: Player) -> Player:
    return next(player for player in players if player.options())


def test_a_clock_runs_when_everybody_has_sat_down(served: Served) -> None:
    told = served.create(offer={"clock": DAILY, "open": ["south"]})
    north = served.sit(told["match"], told["seats"][0]["token"])
    assert north.wait_for("clock")["running"] == []
    (one,) = listed(served.http, pace="daily")
    assert (one["pace"], one["clock"]["seconds"]) == ("daily", 3 * DAY)
    assert listed(served.http, pace="live") == []
    wrong = served.http.get("/api/lobby", params={"pace": "slow"})
    assert (wrong.status_code, wrong.json()["error"]) == (
        400,
        "There is no pace 'slow'; choose live, daily or untimed.",
    )
    south = served.sit(told["match"], join(served.http, told["match"]).json()["token"])
    clock = south.wait_for("clock")
    assert set(clock["running"]) == {player.seat for player in (north, south) if player.options()}
    assert all(3 * DAY - 5 <= left <= 3 * DAY for left in clock["left"].values())
    (mine,) = served.http.get("/api/matches", headers={"sandtable-keys": told["seats"][0]["token"]}).json()
    assert bool(mine["due"]) == ("north" in clock["running"])


def test_a_choice_stops_one_clock_and_starts_the_other(served: Served) -> None:
    told, north, south = timed(served, LIVE)
    first = asked(north, south)
    pass_time(served, told, 100)
    first.choose()
    clock = [json.loads(frame) for frame in first.frames if '"clock"' in frame][-1]
    assert first.seat not in clock["running"]
    assert 1725 <= clock["left"][first.seat] <= 1730, "a hundred seconds used, thirty given back"


@pytest.mark.parametrize("kill", [False, True])
def test_a_clock_survives_a_restart(address: str, tmp_path: Path, kill: bool) -> None:
    with serving(tmp_path, address=address) as served:
        told, north, south = timed(served)
        running = asked(north, south).seat
        if kill:
            served.service.rooms.clear()
        with served.service.database.reading.connect() as connection:
            before = connection.execute(clocks.select()).mappings().one()
    with serving(tmp_path, address=address) as served:
        again = served.sit(told["match"], told["seats"][0]["token"])
        clock = again.wait_for("clock")
        assert running in clock["running"]
        with served.service.database.reading.connect() as connection:
            assert connection.execute(clocks.select()).mappings().one() == before


def test_who_has_time_cannot_be_claimed_against(served: Served) -> None:
    told, north, south = timed(served)
    late = asked(north, south)
    other = 1 if late is north else 0
    early = post(served, told, other, "claim", seat=late.seat)
    assert (early.status_code, early.json()["error"]) == (409, f"{_name(told, late)} still has time.")
    pass_time(served, told, 3 * DAY)
    own = post(served, told, 1 - other, "claim", seat=late.seat)
    assert (own.status_code, own.json()["error"]) == (
        403,
        "Only the other players can claim that a player's time is up.",
    )
    watcher = served.http.post(f"/api/matches/{told['match']}/claim", json={"seat": late.seat})
    assert watcher.status_code == 403
    assert post(served, told, other, "claim", seat=late.seat, bot="human").status_code == 400
    assert late.choose()["type"] == "accepted", "until somebody claims, the player may go on"
    if late.seat not in served.service.rooms[told["match"]].stored.clock.running:  # type: ignore[union-attr]
        assert post(served, told, other, "claim", seat=late.seat).status_code == 409


def _name(told: Json, player: Player) -> str:
    return next(str(seat["name"]) for seat in told["seats"] if seat["seat"] == player.seat)


def test_a_match_is_won_when_the_other_ran_out_of_time(served: Served) -> None:
    told, north, south = timed(served)
    late = asked(north, south)
    pass_time(served, told, 3 * DAY + 1)
    assert post(served, told, 1 if late is north else 0, "claim", seat=late.seat).json() == {"done": True}
    announced = late.wait_for("announced")
    assert (announced["text"], announced["closed"]) == (
        f"{_name(told, late)} ran out of time and loses the match.",
        True,
    )
    refused = late.choose()
    assert (refused["type"], refused["error"]) == (
        "refused",
        "This match is closed. You can look at it but not play on.",
    )
    assert post(served, told, 0, "claim", seat="south").json()["error"] == "The match is over."


def test_a_bot_plays_on_and_the_seat_can_be_taken_back_with_full_time(served: Served) -> None:
    told, north, south = timed(served, LIVE)
    late = asked(north, south)
    pass_time(served, told, 1801)
    done = post(served, told, 1 if late is north else 0, "claim", seat=late.seat, bot="random")
    assert done.json() == {"done": True}
    assert late.wait_for("announced")["text"] == f"{_name(told, late)} ran out of time. The bot random plays on."
    address = f"/api/matches/{told['match']}/seats/{late.seat}"
    key = {"authorization": f"Bearer {told['seats'][0 if late is north else 1]['token']}"}
    assert served.http.put(address, json={"player": "human"}, headers=key).status_code == 200
    clock = served.service.rooms[told["match"]].stored.clock
    assert clock is not None
    assert clock.left[late.seat] == 1800


def test_a_vacation_stops_the_clock(served: Served) -> None:
    told, north, south = timed(served)
    late = asked(north, south)
    own = 0 if late is north else 1
    assert post(served, told, own, "vacation", seat=late.seat, days=10).status_code == 200
    assert late.wait_for("announced")["text"].endswith("is away. The clock stops until the vacation is over.")
    pass_time(served, told, 3 * DAY + 1)
    assert post(served, told, 1 - own, "claim", seat=late.seat).status_code == 409
    more = post(served, told, own, "vacation", seat=late.seat, days=1)
    assert (more.status_code, more.json()["error"]) == (
        409,
        "You can't take that vacation: you have 4 days left, or you are already away.",
    )
    assert post(served, told, own, "vacation", seat=late.seat, days=0).status_code == 200
    clock = served.service.rooms[told["match"]].stored.clock
    assert clock is not None
    assert clock.away == {}
    other = post(served, told, own, "vacation", seat="south" if own == 0 else "north", days=1)
    assert other.status_code == 403


def test_a_vacation_gives_back_no_time_that_is_over(served: Served) -> None:
    """Who came too late could go on vacation before the others saw it, and their claim was refused."""
    told, north, south = timed(served)
    late = asked(north, south)
    own = 0 if late is north else 1
    pass_time(served, told, 3 * DAY)
    away = post(served, told, own, "vacation", seat=late.seat, days=10)
    assert (away.status_code, away.json()["error"]) == (
        409,
        "Your time is up, so a vacation no longer helps. Choose before the others claim the match.",
    )
    assert post(served, told, 1 - own, "claim", seat=late.seat).json() == {"done": True}


def test_what_was_agreed_of_one_turn_does_not_count_for_the_next(served: Served) -> None:
    told = served.create(game="airlift", options={"players": 3}, offer={"clock": DAILY})
    for seat in told["seats"]:
        served.sit(told["match"], seat["token"])
    room = served.service.rooms[told["match"]]
    late, *_ = [seat["seat"] for seat in told["seats"]]
    places = range(1, 3)

    def be_late(turn: int) -> None:
        assert room.stored.clock is not None
        clock = msgspec.structs.replace(room.stored.clock, running=(late,), at=time.time() - (turn + 3) * DAY)
        room.stored = msgspec.structs.replace(room.stored, clock=clock)

    be_late(2)
    assert post(served, told, places[0], "claim", seat=late, bot="random").json() == {"done": False}
    be_late(1)  # they have chosen meanwhile, and are late once more
    assert post(served, told, places[1], "claim", seat=late, bot="random").json() == {"done": False}
    assert post(served, told, places[0], "claim", seat=late, bot="random").json() == {"done": True}


def test_of_three_players_two_must_agree(served: Served) -> None:
    told = served.create(game="airlift", options={"players": 3}, offer={"clock": DAILY})
    players = [served.sit(told["match"], seat["token"]) for seat in told["seats"]]
    room = served.service.rooms[told["match"]]
    assert room.stored.clock is not None
    late = room.stored.clock.running[0]
    others = [place for place, seat in enumerate(told["seats"]) if seat["seat"] != late]
    everybody = room.stored.clock.running
    pass_time(served, told, 3 * DAY + 1)
    only = msgspec.structs.replace(room.stored.clock, running=(late,))
    room.stored = msgspec.structs.replace(room.stored, clock=only)
    assert everybody
    assert post(served, told, others[0], "claim", seat=late, bot="random").json() == {"done": False}
    assert "proposes that the bot random plays on" in players[others[1]].wait_for("announced")["text"]
    assert post(served, told, others[1], "claim", seat=late, bot="random").json() == {"done": True}
    assert next(seat for seat in room.stored.seats if seat.seat == late).player == "random"
    refused = post(served, told, others[0], "resign", seat=told["seats"][others[0]]["seat"])
    assert (refused.status_code, refused.json()["error"]) == (
        409,
        "The others want to play on. Let a bot play your seat instead.",
    )


def rows(served: Served) -> list[tuple[str, str, str]]:
    with served.service.database.reading.connect() as connection:
        found = connection.execute(results.select().order_by(results.c.seat)).mappings().all()
    return [(row["seat"], row["outcome"], row["reason"]) for row in found]


def with_account(served: Served) -> tuple[httpx.Client, Json]:
    ada = signed_up(served)
    told = served.create(offer={"open": ["south"], "clock": DAILY})
    assert join(ada, told["match"]).status_code == 200
    return ada, told


def test_who_resigns_loses_and_the_result_is_kept(served: Served) -> None:
    ada, told = with_account(served)
    address = f"/api/matches/{told['match']}/resign"
    assert ada.post(address, json={"seat": "north"}).status_code == 403
    assert ada.post(address, json={"seat": "south"}).status_code == 200
    again = ada.post(address, json={"seat": "south"})
    assert (again.status_code, again.json()["error"]) == (409, "The match is over.")
    assert rows(served) == [("north", "won", "resigned"), ("south", "lost", "resigned")]
    (kept,) = ada.get("/api/account/export").json()["results"]
    assert (kept["game"], kept["outcome"], kept["name"]) == ("pearls", "lost", "Ada")
    assert ada.post("/api/account/remove", json={"password": PASSWORD}).status_code == 200
    with served.service.database.reading.connect() as connection:
        left = connection.execute(results.select().order_by(results.c.seat)).mappings().all()
    assert [(row["person"], row["name"]) for row in left][1] == ("", ""), "others keep their history"


def test_a_match_that_is_played_to_its_end_leaves_a_result(served: Served) -> None:
    told, north, south = timed(served)
    room = served.service.rooms[told["match"]]
    room.stored = msgspec.structs.replace(room.stored, people={"south": "somebody"})
    play_on([north, south])
    outcome = served.truth(told["match"]).position.outcome
    assert outcome is not None
    assert [seat for seat, ended, _ in rows(served) if ended == "won"] == list(outcome.winners)
    assert {reason for _, _, reason in rows(served)} == {"played"}


def test_a_match_without_accounts_leaves_none(served: Served) -> None:
    _, north, south = timed(served)
    play_on([north, south])
    assert rows(served) == []


@pytest.mark.parametrize(
    "clock",
    [
        {"kind": "move", "seconds": 5},
        {"kind": "sand", "seconds": 60},
        {"kind": "bank", "seconds": 60, "increment": -1},
        {"kind": "bank", "seconds": 60, "vacation": 365},
    ],
)
def test_a_wrong_clock_is_refused(served: Served, clock: Json) -> None:
    answer = served.http.post("/api/matches", json={"game": "pearls", "offer": {"clock": clock}})
    assert answer.status_code == 400
