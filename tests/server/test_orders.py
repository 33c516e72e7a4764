"""Standing orders: the server passes for a player who is away, as far as that player said and no further."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from sandtable.server.schema import standing_orders
from tests.server.served import Json, Player, Served, serving

FIRE, LOOK = "PE-3.1", "PE-2.2"


def give(served: Served, told: Json, *orders: Json, place: int = 1, seat: str = "south") -> httpx.Response:
    return served.http.put(
        f"/api/matches/{told['match']}/orders", json={"seat": seat, "orders": orders}, headers=_key(told, place)
    )


def in_force(served: Served, told: Json) -> list[Json]:
    answer = served.http.get(f"/api/matches/{told['match']}/orders?seat=south", headers=_key(told, 1))
    assert answer.status_code == 200, answer.text
    orders: list[Json] = answer.json()["orders"]
    return orders


def _key(told: Json, place: int) -> dict[str, str]:
    return {"authorization": f"Bearer {told['seats'][place]['token']}"}


@pytest.fixture
def walked(served: Served) -> tuple[Json, Player, Player]:
    return served.both(game="sentries")


def test_an_order_passes_whatever_asks_until_the_turn_is_over(
    served: Served, walked: tuple[Json, Player, Player]
) -> None:
    told, north, south = walked
    assert give(served, told, {}).json() == {"orders": [{}]}
    north.choose(["walk"])
    north.wait_step(3)
    north.choose(["walk"])
    north.wait_step(6)
    assert in_force(served, told) == [], "turn 2 has begun"
    north.choose(["walk"])
    south.wait_step(7)
    assert south.options() == [["fire", "light"], ["fire", "heavy"], ["pass"]]
    assert south.choose(["fire", "heavy"])["type"] == "accepted"


def test_an_order_for_one_rule_leaves_the_others_alone(served: Served, walked: tuple[Json, Player, Player]) -> None:
    told, north, south = walked
    give(served, told, {"rule": FIRE, "this_turn": False})
    north.choose(["walk"])
    south.wait_step(2)
    assert south.options() == [["look", "north"], ["pass"]]
    assert south.choose(["look", "north"])["type"] == "accepted"
    assert in_force(served, told) == [{"rule": FIRE, "this_turn": False}]


def test_an_order_gives_way_when_what_it_names_could_act(served: Served, walked: tuple[Json, Player, Player]) -> None:
    told, north, south = walked
    give(served, told, {"rule": FIRE, "this_turn": False, "unless": ["heavy"]}, {"rule": LOOK, "this_turn": False})
    for step in (3, 6):
        north.choose(["walk"])
        north.wait_step(step)
    north.choose(["walk"])
    south.wait_step(7)
    assert ["fire", "heavy"] in south.options()
    assert "over" not in south.kinds_so_far()


def test_an_order_that_comes_late_answers_what_is_asked_already(
    served: Served, walked: tuple[Json, Player, Player]
) -> None:
    told, north, south = walked
    north.choose(["walk"])
    south.wait_step(1)
    give(served, told, {})
    north.wait_step(3)
    assert north.options() == [["walk"]]


def test_orders_wait_while_a_player_takes_something_back(served: Served, walked: tuple[Json, Player, Player]) -> None:
    told, north, south = walked
    give(served, told, {"rule": FIRE, "this_turn": False})
    north.choose(["walk"])
    south.wait_step(2)
    assert south.ask("undo")["type"] == "accepted"
    assert south.wait_for("shown")["shown"]["step"] == 1
    assert ["pass"] in south.options(), "the pass that was taken back is not made again"
    assert south.choose(["fire", "light"])["type"] == "accepted"


def test_orders_are_a_seats_own(served: Served, walked: tuple[Json, Player, Player]) -> None:
    told, _, _ = walked
    foreign = give(served, told, {}, place=0)
    assert (foreign.status_code, foreign.json()["error"]) == (403, "This key is not for that seat.")
    unknown = give(served, told, {"rule": "PE-9.9"})
    assert (unknown.status_code, unknown.json()["error"]) == (422, "There is no rule 'PE-9.9' in this game.")
    assert give(served, told, *[{}] * 21).status_code == 400
    assert in_force(served, told) == []


def test_nobody_else_is_told_of_an_order(served: Served, walked: tuple[Json, Player, Player]) -> None:
    told, north, _ = walked
    north.wait_for("seats")  # south has sat down
    seen = len(north.frames)
    give(served, told, {})
    assert north.choose(["walk"])["type"] == "accepted"
    assert north.kinds_so_far()[seen:][0] == "accepted", "nothing came before the answer"


def test_orders_end_when_the_seat_changes_hands(served: Served, walked: tuple[Json, Player, Player]) -> None:
    told, north, _ = walked
    give(served, told, {"this_turn": False})
    owner = {"authorization": f"Bearer {told['owner']}"}
    given = served.http.put(f"/api/matches/{told['match']}/seats/south", json={"new_link": True}, headers=owner)
    assert given.status_code == 200, given.text
    north.choose(["walk"])
    new = served.sit(told["match"], given.json()["token"])
    assert new.options() == [["fire", "light"], ["pass"]]


def test_orders_survive_a_restart_and_go_with_the_match(address: str, tmp_path: Path) -> None:
    with serving(tmp_path, address=address) as served:
        told, _, _ = served.both(game="sentries")
        give(served, told, {"this_turn": False})
    with serving(tmp_path, address=address) as served:
        north = served.sit(told["match"], told["seats"][0]["token"])
        north.choose(["walk"])
        north.wait_step(3)
        with served.service.database.reading.connect() as connection:
            assert len(connection.execute(standing_orders.select()).all()) == 1
        give(served, told)
        assert in_force(served, told) == []
        with served.service.database.reading.connect() as connection:
            assert connection.execute(standing_orders.select()).all() == []
