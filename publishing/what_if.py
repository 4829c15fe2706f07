"""The cursor in which a question under other rules is asked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING

from analytics import queries, relations, same_rules
from analytics.same_rules import Difference

if TYPE_CHECKING:
    import duckdb

    from analytics.store import Store


@contextmanager
def cursor(
    store: Store, event: str | None, as_of: datetime | None, ruleset: str | None, *, by_association: bool
) -> Iterator[duckdb.DuckDBPyConnection]:
    """One in which the answers are those under another rule set, or of associations; it lives a while, and is kept.

    Where the rules say the same of everything that answers rest on, the answers are the stored ones.
    """
    if not by_association:
        with store.cursor() as cur:
            if ruleset is None or _difference(cur, event, as_of, ruleset) is Difference.NOTHING:
                yield cur
                return

    def recomputed(cur: duckdb.DuckDBPyConnection) -> None:
        version = queries.resolve(cur, event, as_of).version_id
        chains = not by_association and _difference(cur, event, as_of, str(ruleset)) is Difference.CHAINS
        relations.recompute(cur, version, ruleset, by_association=by_association, chains_alone=chains)

    with store.prepared(("what-if", event, as_of, ruleset, by_association), recomputed) as cur:
        yield cur


def _difference(cur: duckdb.DuckDBPyConnection, event: str | None, as_of: datetime | None, ruleset: str) -> Difference:
    return same_rules.difference(cur, queries.resolve(cur, event, as_of).version_id, ruleset)
