"""What is read of a store, apart from how it is worded: done once for every language where the store remembers.

A function marked here takes a store and values that can be compared, and no language: what it gives is worded by
whoever asked, who may change nothing in it. What several pages rest on is read once for all of them the same way.
None may be called while a cursor of a what-if is held, which others wait for.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Hashable
from functools import wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

if TYPE_CHECKING:
    from analytics.store import Store

P = ParamSpec("P")
T = TypeVar("T")


def of_store(read: Callable[Concatenate[Store, P], T]) -> Callable[Concatenate[Store, P], T]:
    """Of all that is in the store."""
    key = _key(read)

    @wraps(read)
    def remembered(store: Store, /, *values: P.args, **named: P.kwargs) -> T:
        return store.once(key(store, *values, **named), lambda: read(store, *values, **named))

    return remembered


def of_event(read: Callable[Concatenate[Store, str, P], T]) -> Callable[Concatenate[Store, str, P], T]:
    """Of the event named first, and of decisions about people; blank = of all that is in the store."""
    key = _key(read)

    @wraps(read)
    def remembered(store: Store, event: str, /, *values: P.args, **named: P.kwargs) -> T:
        return store.once(key(store, event, *values, **named), lambda: read(store, event, *values, **named), event)

    return remembered


def _key(read: Callable[..., object]) -> Callable[..., Hashable]:
    """The function and its values, whether they are named, given in order or left out."""
    name, takes = f"{read.__module__}.{read.__qualname__}", inspect.signature(read)

    def key(*values: object, **named: object) -> Hashable:
        bound = takes.bind(*values, **named)
        bound.apply_defaults()
        _, *rest = bound.arguments.values()
        return name, *rest

    return key
