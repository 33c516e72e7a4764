"""The HTTP calls about standing orders: read those of a seat, and give others."""

from __future__ import annotations

from litestar import get, put
from litestar.params import FromPath

from sandtable.server.orders.records import OrdersRequest, OrdersTold
from sandtable.server.request import HttpRequest, body_of, own_room


@get(
    "/api/matches/{match:str}/orders",
    summary="The standing orders of a seat",
    key="one",
    query={"seat": ({"type": "string"}, "the seat")},
    answers={200: OrdersTold},
    refuses=(401, 403, 404, 409, 503),
)
async def read_orders(match: FromPath[str], request: HttpRequest) -> OrdersTold:
    seat = request.query_params.get("seat", "")
    return OrdersTold(await (await own_room(request, match, seat)).orders_of(seat))


@put(
    "/api/matches/{match:str}/orders",
    summary="Give the standing orders of a seat: what to pass on for you, and until when",
    key="one",
    body=OrdersRequest,
    answers={200: OrdersTold},
    refuses=(401, 403, 404, 409, 422, 503),
)
async def give_orders(match: FromPath[str], request: HttpRequest) -> OrdersTold:
    wanted = await body_of(request, OrdersRequest)
    room = await own_room(request, match, wanted.seat)
    await room.give_orders(wanted.seat, wanted.orders)
    return OrdersTold(await room.orders_of(wanted.seat))


ROUTES = [read_orders, give_orders]
