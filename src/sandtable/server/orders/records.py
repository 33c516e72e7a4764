"""What a player orders, how it is kept, and what is told of it."""

from __future__ import annotations

from typing import Annotated

import msgspec

from sandtable.server.messages import Name

MOST_ORDERS = 20
"""So many orders a seat can have,"""
MOST_NAMED = 60
"""and so many things one of them may name."""


class StandingOrder(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Pass when this rule asks (any rule if none is named), unless one of these things could do something."""

    rule: Name = ""
    this_turn: bool = True
    """Whether it ends with the turn in which it was given."""
    unless: Annotated[tuple[Name, ...], msgspec.Meta(max_length=MOST_NAMED)] = ()


class KeptOrders(msgspec.Struct, frozen=True):
    """The orders of a seat, who gave them, and in which turn."""

    holder: str
    """What `StoredMatch.holder` said of the seat then: orders end when it changes hands."""
    turn: str
    orders: tuple[StandingOrder, ...]


class OrdersRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All orders of a seat from now on; none takes them back."""

    seat: Name
    orders: Annotated[tuple[StandingOrder, ...], msgspec.Meta(max_length=MOST_ORDERS)]


class OrdersTold(msgspec.Struct, frozen=True):
    """The orders of a seat that are in force."""

    orders: tuple[StandingOrder, ...]
