"""A player of Berlin Airlift who is blind to Soviet Resolve: he delivers and flies refugees out whatever comes of it.

Everything else he does as the sensible player does, so a comparison with him tells what that player's caution is worth:

    sandtable simulate airlift --scenario winter --players 2 --games 100 --bots examples/daring.py:daring
"""

from __future__ import annotations

from msgspec.structs import replace

from sandtable import Asked, Dice, Option


def daring(asked: Asked, dice: Dice) -> Option:
    """AL-9.8 The sensible choice as if Soviet Resolve stood at its beginning."""
    blind = replace(asked.view, resolve=0)
    return asked.game.sensible(blind, asked.seat, asked.options, asked.rule, dice)
