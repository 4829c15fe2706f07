"""The standing of an award as read, in no language: what the pages of it, what is behind it and its chain share."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from publishing import answers, read_once, what_if
from publishing.answers import Standing

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    import duckdb

    from analytics.store import Store
    from analytics.versions import Version


@dataclass(frozen=True)
class Read:
    """The version meant, and the standing of one award in it."""

    version: Version
    standing: Standing


@read_once.of_event
def standing(store: Store, event: str, award: str, ruleset: str = "", by: str = "academy", as_of: str = "") -> Read:
    """Blank: the event's own rule set, the newest version."""
    asked = answers.asked(store, event, _time(as_of), ruleset or None, by_association=by == "association")
    with asked as (cur, version, head):
        found = answers.standing_of(cur, version, {**head, "by": by}, award)
        return Read(replace(version), found)  # without the rules, which no store can weigh


def cursor(
    store: Store, event: str, ruleset: str = "", by: str = "academy", as_of: str = ""
) -> AbstractContextManager[duckdb.DuckDBPyConnection]:
    """One in which the answers are those of `standing`; whoever has it asks nothing that is read once.

    A what-if has one cursor for all who ask, one at a time: they would wait for one another.
    """
    return what_if.cursor(store, event, _time(as_of), ruleset or None, by_association=by == "association")


def _time(as_of: str) -> datetime | None:
    return datetime.fromisoformat(as_of) if as_of else None
