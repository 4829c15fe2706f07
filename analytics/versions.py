"""Which version of an event a question is about, and the rules it was computed under."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import MINYEAR, UTC, date, datetime
from functools import cached_property
from typing import TYPE_CHECKING

from analytics import once
from etl.errors import UnknownName, UserError, suggestion
from rulebook import ruleset as rulesets
from rulebook.errors import RuleBookError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import duckdb

    from rulebook.ruleset import RuleSet

_COLUMNS = """
select v.version_id, v.event_id, v.version, v.load_id, v.recorded_at, v.kind, v.reason, v.recorded_by, v.ruleset,
       l.rule_overrides, l.name, l.start_date, l.uniform, l.status, l.has_entries
from event_version as v join source_load as l on l.load_id = v.load_id
"""
_AMONG = "v.version_id in ({asked}) order by v.event_id"


# The view counted_version, as it was then; $1 is the time.
_COUNTED_THEN = """
with known as (
  select event_id, arg_max(version_id, version) as version_id
  from event_version where recorded_at <= $1 group by event_id having arg_max(kind, version) <> 'removal'
)
select version_id from known as v where not exists (
  select 1 from same_event as s join known as o on o.event_id = s.other_event_id
  where s.event_id = v.event_id and s.status <> 'apart' and s.recorded_at <= $1
    and (s.undone_at is null or s.undone_at > $1)
)
"""


@dataclass(frozen=True)
class Version:
    """A version of an event; `ruleset` is the one asked under, for a what-if another than it was computed under."""

    version_id: int
    event_id: str
    version: int
    load_id: int
    recorded_at: datetime
    kind: str
    reason: str | None
    recorded_by: str | None
    ruleset: str
    rule_overrides: str
    name: str
    start_date: date
    uniform: str
    status: str
    has_entries: bool

    @cached_property
    def rules(self) -> RuleSet:
        """The rule set with the switches that the event's own guidelines change."""
        try:
            rules = rulesets.load(self.ruleset)
            return rules.with_overrides(self.overrides) if rules.computes else rules
        except RuleBookError as error:
            raise UserError(str(error)) from error

    @property
    def overrides(self) -> dict[str, object]:
        """Switches the event's own guidelines change (ja 7.1); every answer says so where there are any."""
        found: dict[str, object] = json.loads(self.rule_overrides)
        return found

    def under(self, name: str) -> Version:
        """The same version asked under another rule set; its answers must have been recomputed in the cursor used."""
        return replace(self, ruleset=name)


def resolve(cur: duckdb.DuckDBPyConnection, event: str | None = None, as_of: datetime | None = None) -> Version:
    """The version in force now, or at `as_of` (without a zone: UTC); the event may be left out where there is one."""
    if event is None:
        event = _the_only_event(cur, as_of)
    history = versions(cur, event)
    if as_of is not None:
        history = [version for version in history if version.recorded_at <= utc(as_of)]
    if not history or history[-1].kind == "removal":
        raise _absent(cur, event, as_of)
    return history[-1]


def versions(cur: duckdb.DuckDBPyConnection, event: str) -> list[Version]:
    """Every version of an event, the oldest first; empty where the store never had it."""
    return list(once.ask(cur, ("versions", event), lambda: _read(cur, "v.event_id = ? order by v.version", [event])))


def _read(cur: duckdb.DuckDBPyConnection, where: str, values: Sequence[object] = ()) -> tuple[Version, ...]:
    return tuple(Version(*row) for row in cur.execute(f"{_COLUMNS} where {where}", list(values)).fetchall())


def current(cur: duckdb.DuckDBPyConnection) -> list[Version]:
    """The current version of every event in the store, by event."""
    return list(
        once.ask(cur, "current", lambda: _read(cur, _AMONG.format(asked="select version_id from current_version")))
    )


def counted(cur: duckdb.DuckDBPyConnection, as_of: datetime | None = None) -> list[Version]:
    """What counts in questions over the whole store: the current versions, one event from two sources once.

    At `as_of`: the versions, and the marks of second sources, as then recorded.
    """
    if as_of is not None:
        return list(_read(cur, _AMONG.format(asked=_COUNTED_THEN), [utc(as_of)]))
    return list(
        once.ask(cur, "counted", lambda: _read(cur, _AMONG.format(asked="select version_id from counted_version")))
    )


def _the_only_event(cur: duckdb.DuckDBPyConnection, as_of: datetime | None) -> str:
    known = _known(cur, as_of)
    if len(known) == 1:
        return known[0]
    if not known and as_of is not None:
        raise UserError("the store held no event at that time; leave --as-of out, or say a later one")
    if not known:
        raise UserError("the store holds no event; load one with tatame ingest")
    listed = ", ".join(known[:12]) + (", …" if len(known) > 12 else "")
    raise UserError(f"the store holds {len(known)} events: name one with --event. There are: {listed}")


def _known(cur: duckdb.DuckDBPyConnection, as_of: datetime | None) -> list[str]:
    """Events in the store, now or at a time."""
    rows = cur.execute(
        "select event_id from event_version where recorded_at <= coalesce(?, timestamp '9999-12-31') "
        "group by event_id having arg_max(kind, version) <> 'removal' order by event_id",
        [None if as_of is None else utc(as_of)],
    ).fetchall()
    return [row[0] for row in rows]


def _absent(cur: duckdb.DuckDBPyConnection, event: str, as_of: datetime | None) -> UserError:
    history = versions(cur, event)
    if not history:
        return UnknownName("event", event, _known(cur, None))
    if as_of is None:
        return UserError(f"{event} was removed from the store; load it again.{suggestion(event, _known(cur, None))}")
    first = history[0].recorded_at.isoformat(sep=" ", timespec="seconds")
    return UserError(f"{event} was not in the store at that time; its first version was recorded at {first} UTC")


def utc(time: datetime) -> datetime:
    """A time as the store keeps it, UTC without a zone; an offset that leads out of the calendar, its first or last."""
    if time.tzinfo is None:
        return time
    try:
        return time.astimezone(UTC).replace(tzinfo=None)
    except OverflowError:
        return datetime.min if time.year == MINYEAR else datetime.max  # noqa: DTZ901 - the store keeps no zone
