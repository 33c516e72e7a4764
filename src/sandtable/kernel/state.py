"""State is containers of frozen records: a clone copies the containers and shares the records."""

from __future__ import annotations

import types
import typing
from copy import copy
from enum import Enum
from hashlib import blake2b
from typing import Any, Self, TypeVar

import msgspec

from sandtable.kernel import dice as dice_module
from sandtable.kernel.dice import Dice
from sandtable.kernel.journal import SILENT, Journal
from sandtable.kernel.prepared import prepared

replace = msgspec.structs.replace
S = TypeVar("S", bound="State")
DIGEST_SIZE = 12
"""The bytes of a digest."""


class Record(msgspec.Struct, frozen=True, gc=False):
    """The base of a game's records: units, cards, orders. Change one with `replace(record, field=value)`.

    What is frozen cannot refer to itself, so the collector of garbage cycles need not look at records.
    """


class State(msgspec.Struct, kw_only=True):
    """What must be remembered. Fields are scalars, records, or a dict or list of those; ids are strings."""

    dice: Dice
    journal: Journal = SILENT
    secrets_shown: int = 0

    def reveal(self) -> None:
        """Something hidden was shown to somebody who did not know it: no undo without consent beyond this."""
        self.secrets_shown += 1

    def clone(self) -> Self:
        """A state of its own that shares the frozen records. Its journal is silent."""
        twin = copy(self)
        for field in container_fields(type(self)):
            setattr(twin, field, getattr(self, field).copy())
        twin.dice = self.dice.copy()
        twin.journal = SILENT
        return twin

    def become(self, other: Self) -> None:
        """Take over everything another state holds, except its journal; containers stay the same objects.

        A rule that waits for a choice may hold one of them.
        """
        for field in plain_fields(type(self)):
            setattr(self, field, getattr(other, field))
        for field in container_fields(type(self)):
            kept, value = getattr(self, field), getattr(other, field)
            if isinstance(kept, dict):
                kept.clear()
                kept.update(value)
            else:
                kept[:] = value
        self.dice = other.dice.copy()


_containers: dict[type[State], tuple[str, ...]] = {}
_plain: dict[type[State], tuple[str, ...]] = {}


def container_fields(kind: type[State]) -> tuple[str, ...]:
    """The fields that a clone must copy; a state whose parts could be shared by mistake is rejected here."""
    known = _containers.get(kind)
    if known is not None:
        return known
    names = []
    for name, hint in typing.get_type_hints(kind).items():
        if name in ("dice", "journal") or name not in kind.__struct_fields__:
            continue
        origin = typing.get_origin(hint)
        if origin in (dict, list):
            *keys, values = typing.get_args(hint)
            if keys and keys[0] is not str:
                raise TypeError(f"{kind.__name__}.{name}: the keys of a state's dict are ids, so strings")
            if not is_immutable(values):
                raise TypeError(f"{kind.__name__}.{name}: {values} could be shared by a clone; use tuples and records")
            names.append(name)
        elif not is_immutable(hint):
            raise TypeError(f"{kind.__name__}.{name}: {hint} is neither a frozen value nor a dict or list of such")
    _containers[kind] = tuple(names)
    return _containers[kind]


def plain_fields(kind: type[State]) -> tuple[str, ...]:
    """The fields that a clone can share, without dice and journal."""
    known = _plain.get(kind)
    if known is None:
        apart = ("dice", "journal", *container_fields(kind))
        known = _plain[kind] = tuple(field for field in kind.__struct_fields__ if field not in apart)
    return known


def is_immutable(hint: Any) -> bool:
    """Whether clones can share a value of this type. Sets are refused: their order differs between runs."""
    if hint in (str, int, float, bool, type(None), bytes, Any) or typing.get_origin(hint) is typing.Literal:
        return hint is not Any
    origin = typing.get_origin(hint)
    if origin is tuple:
        return all(part is Ellipsis or is_immutable(part) for part in typing.get_args(hint))
    if origin in (typing.Union, types.UnionType):
        return all(is_immutable(part) for part in typing.get_args(hint))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return True
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        fields = typing.get_type_hints(hint)
        return bool(hint.__struct_config__.frozen) and all(is_immutable(fields[f]) for f in hint.__struct_fields__)
    return False


def _to_wire(value: Any) -> Any:
    if isinstance(value, Dice):
        return value.to_wire()
    if isinstance(value, Journal):
        return None
    raise NotImplementedError(f"{type(value).__name__} has no place in a state")


def _from_wire(kind: type, wire: Any) -> Any:
    if issubclass(kind, Dice):
        return dice_module.from_wire(wire)
    if issubclass(kind, Journal):
        return SILENT
    raise NotImplementedError(f"{kind.__name__} has no place in a state")


# Dicts keep the order in which play filled them: sorted, a loaded state would iterate otherwise than the original.
_encoder = msgspec.json.Encoder(enc_hook=_to_wire)
_decoders: dict[type[State], msgspec.json.Decoder[Any]] = {}


def state_to_json(state: State) -> bytes:
    """The whole state, always in the same bytes for the same state."""
    return _encoder.encode(state)


def state_from_json(kind: type[S], text: bytes) -> S:
    """The state that `state_to_json` wrote; raises msgspec's errors for anything else."""
    decoder = _decoders.get(kind)
    if decoder is None:
        decoder = _decoders[kind] = msgspec.json.Decoder(prepared(kind), dec_hook=_from_wire)
    state: S = decoder.decode(text)
    return state


def digest(state: State) -> str:
    """A short fingerprint: equal states have equal digests on every machine."""
    return blake2b(_encoder.encode(state), digest_size=DIGEST_SIZE).hexdigest()


def same_state(one: State, other: State) -> bool:
    """Whether two states of one game are equal, dice included; much cheaper than to compare digests."""
    if (one.dice.taken, one.dice.seed) != (other.dice.taken, other.dice.seed):
        return False
    for fields in (plain_fields(type(one)), container_fields(type(one))):
        for field in fields:
            if getattr(one, field) != getattr(other, field):
                return False
    return True
