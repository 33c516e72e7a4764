"""The HTTP calls about notices: where one is told what, and links of letters that work without signing in."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Response, delete, get, post, put
from litestar.params import FromPath

from sandtable.server.answers import Done
from sandtable.server.guard import address_of
from sandtable.server.messages import Text
from sandtable.server.notices import rows
from sandtable.server.notices.channels.push import Subscription
from sandtable.server.notices.desk import NoticeDesk
from sandtable.server.notices.records import CHANNELS, KINDS, Address, Channel, Hour, Kind, Wishes
from sandtable.server.notices.turns import Turn
from sandtable.server.records import Declined
from sandtable.server.request import HttpRequest, body_of, device_of, must_be_signed_in

Zone = Annotated[str, msgspec.Meta(max_length=64)]
Kinds = Annotated[list[Kind], msgspec.Meta(max_length=len(KINDS))]


class WishesRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one wants to hear of, by channel, and when not."""

    zone: Zone
    quiet_from: Hour
    quiet_until: Hour
    wanted: dict[Channel, Kinds]


class Confirmation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The token of a letter."""

    token: Text


class ServiceRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An address of apprise, such as tgram://token/chat."""

    address: Annotated[str, msgspec.Meta(max_length=500)]


class PlaceTold(msgspec.Struct, frozen=True):
    """Where one can be told something."""

    id: str
    channel: Channel
    label: str
    created: str
    confirmed: bool


class NoticesTold(msgspec.Struct, frozen=True):
    """What one is told where, and what could be."""

    zone: str
    quiet_from: str
    quiet_until: str
    wanted: dict[Channel, list[Kind]]
    channels: list[Channel]
    """The ways by which this server can tell people something."""
    places: list[PlaceTold]
    push_key: str
    """What a browser needs to subscribe; "" if this server sends nothing to browsers."""
    calendar: bool
    """Whether one's calendar has an address."""


class CalendarTold(msgspec.Struct, frozen=True):
    """The secret address of one's calendar, told once."""

    address: str


class TestSent(msgspec.Struct, frozen=True):
    """To how many addresses a notice is on its way."""

    addresses: int


def desk_of(request: HttpRequest) -> NoticeDesk:
    """The notices of the server."""
    desk: NoticeDesk = request.app.state.notices
    return desk


def _place(address: Address) -> PlaceTold:
    label = address.target if address.channel == "mail" else address.label
    return PlaceTold(address.id, address.channel, label, address.created, bool(address.confirmed))


@get("/api/notices", summary="What you are told, where and when", answers={200: NoticesTold}, refuses=(401, 503))
async def read_notices(request: HttpRequest) -> NoticesTold:
    person, desk = (await must_be_signed_in(request)).person, desk_of(request)
    wishes = await desk.read(rows.wishes_of(person.id))
    return NoticesTold(
        wishes.zone,
        wishes.quiet_from,
        wishes.quiet_until,
        {channel: [kind for kind in KINDS if kind in wishes.kinds_by(channel)] for channel in CHANNELS},
        desk.channels,
        [_place(one) for one in await desk.read(rows.addresses_of(person.id))],
        desk.push_key,
        await desk.read(rows.has_calendar(person.id)),
    )


@put(
    "/api/notices",
    summary="Choose what you are told, where and when",
    body=WishesRequest,
    answers={200: Done},
    refuses=(401, 422, 503),
)
async def change_notices(request: HttpRequest) -> Done:
    person = (await must_be_signed_in(request)).person
    wanted = await body_of(request, WishesRequest)
    kinds: dict[str, tuple[str, ...]] = {
        channel: tuple(dict.fromkeys(kinds)) for channel, kinds in wanted.wanted.items()
    }
    await desk_of(request).wish(person, Wishes("", wanted.zone, wanted.quiet_from, wanted.quiet_until, kinds))
    return Done()


@post(
    "/api/notices/test",
    status_code=200,
    summary="Send a notice to all your addresses, to try it",
    answers={200: TestSent},
    refuses=(401, 409, 503),
)
async def send_test(request: HttpRequest) -> TestSent:
    return TestSent(await desk_of(request).test((await must_be_signed_in(request)).person))


@post(
    "/api/notices/email",
    status_code=200,
    summary="Send the letter by which you confirm your e-mail address",
    answers={200: Done},
    refuses=(401, 409, 503),
)
async def confirm_email(request: HttpRequest) -> Done:
    person = (await must_be_signed_in(request)).person
    await desk_of(request).ask_to_confirm(person, address_of(request.scope))
    return Done()


@post(
    "/api/notices/confirm",
    status_code=200,
    summary="Confirm an address with the link that was sent there",
    body=Confirmation,
    answers={200: Done},
    refuses=(503,),
)
async def confirm_address(request: HttpRequest) -> Done:
    await desk_of(request).confirm((await body_of(request, Confirmation)).token)
    return Done()


@post(
    "/api/notices/push",
    status_code=200,
    summary="Tell this browser what happens",
    body=Subscription,
    answers={200: Done},
    refuses=(401, 409, 422, 503),
)
async def subscribe_push(request: HttpRequest) -> Done:
    person = (await must_be_signed_in(request)).person
    wanted = await body_of(request, Subscription)
    await desk_of(request).subscribe(person, wanted, device_of(request))
    return Done()


@post(
    "/api/notices/services",
    status_code=200,
    summary="Be told by another service, such as Telegram, where the operator allows it",
    body=ServiceRequest,
    answers={200: Done},
    refuses=(401, 409, 422, 503),
)
async def add_service(request: HttpRequest) -> Done:
    person = (await must_be_signed_in(request)).person
    wanted = await body_of(request, ServiceRequest)
    await desk_of(request).add_service(person, wanted.address, address_of(request.scope))
    return Done()


@delete(
    "/api/notices/places/{place:str}",
    status_code=200,
    summary="Send nothing more to one of your addresses",
    answers={200: Done},
    refuses=(401, 404, 503),
)
async def remove_place(place: FromPath[str], request: HttpRequest) -> Done:
    person = (await must_be_signed_in(request)).person
    await desk_of(request).forget_address(person, place)
    return Done()


@post(
    "/api/notices/unsubscribe",
    status_code=200,
    summary="No more letters: the link at the end of each, and the button of mail programs (RFC 8058)",
    query={"token": ({"type": "string"}, "what stands in the letter")},
    answers={200: Done},
    refuses=(503,),
)
async def unsubscribe(request: HttpRequest) -> Done:
    token = request.query_params.get("token", "")
    if not isinstance(token, str) or len(token) > 200:
        raise Declined(403, "This link is not complete. Copy all of it from the e-mail.")
    await desk_of(request).unsubscribe(token)
    return Done()


@get("/api/turns", summary="Where it is your turn, and until when", answers={200: list[Turn]}, refuses=(401, 503))
async def read_turns(request: HttpRequest) -> list[Turn]:
    return await desk_of(request).turns((await must_be_signed_in(request)).person)


@post(
    "/api/calendar",
    status_code=200,
    summary="A new secret address for the calendar of your turns",
    answers={200: CalendarTold},
    refuses=(401, 409, 503),
)
async def renew_calendar(request: HttpRequest) -> CalendarTold:
    return CalendarTold(await desk_of(request).new_calendar((await must_be_signed_in(request)).person))


@delete(
    "/api/calendar",
    status_code=200,
    summary="Take the address of your calendar away",
    answers={200: Done},
    refuses=(401, 503),
)
async def remove_calendar(request: HttpRequest) -> Done:
    await desk_of(request).no_calendar((await must_be_signed_in(request)).person)
    return Done()


@get(
    "/api/calendar.ics",
    summary="The calendar of somebody's turns, for programs that show calendars",
    query={"secret": ({"type": "string"}, "what makes the address secret")},
    answers={200: str},
    text="text/calendar",
    refuses=(404, 503),
)
async def read_calendar(request: HttpRequest) -> Response[bytes]:
    secret = str(request.query_params.get("secret", ""))[:200]
    return Response(await desk_of(request).calendar(secret), media_type="text/calendar; charset=utf-8")


ROUTES = [
    read_notices,
    change_notices,
    send_test,
    confirm_email,
    confirm_address,
    subscribe_push,
    add_service,
    remove_place,
    unsubscribe,
    read_turns,
    renew_calendar,
    remove_calendar,
    read_calendar,
]
