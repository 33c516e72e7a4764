"""Standing orders: what a player who is away wants passed, so that a turn by mail needs few visits.

`standing.StandingOrders` is the room's part of it and carries orders out; the calls are in `api`.
"""
