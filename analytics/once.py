"""What a file says of itself as a whole, asked once as long as it is open: half of all questions begin with it.

A cursor in which a what-if was computed shares nothing with others. Nothing is held of a connection that may write, nor
once the file is closed.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

import duckdb

T = TypeVar("T")
Memory = dict[Hashable, Any]
# Cursor -> what is known of the file it reads, which all cursors of that file share.
_known: weakref.WeakKeyDictionary[duckdb.DuckDBPyConnection, Memory] = weakref.WeakKeyDictionary()


def share(cur: duckdb.DuckDBPyConnection, memory: Memory) -> None:
    """This cursor reads a file that does not change, of which `memory` is held as long as it is open."""
    _known[cur] = memory


def apart(cur: duckdb.DuckDBPyConnection) -> None:
    """From now on this cursor has tables of its own before those of the file: what others found is not its answer."""
    if cur in _known:
        _known[cur] = {}


def is_shared(cur: duckdb.DuckDBPyConnection) -> bool:
    """Whether anything that is asked of this cursor is held."""
    return cur in _known


def known(cur: duckdb.DuckDBPyConnection, key: Hashable) -> Any:
    """The answer of this file where it was asked before; None = nobody did."""
    return _known.get(cur, {}).get(key)


def ask(cur: duckdb.DuckDBPyConnection, key: Hashable, question: Callable[[], T]) -> T:
    """The answer of this file, which nobody may change; of what may change it is asked anew each time.

    Two who ask at once may both look: the answer is the same.
    """
    known = _known.get(cur)
    if known is None:
        return question()
    if key not in known:
        known[key] = question()
    cur.abort()  # as the question would have: a result that was half read keeps a cursor from other work
    found: T = known[key]
    return found
