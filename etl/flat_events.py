"""Which events the rows of one table belong to: all of them one, or one per name, year or day that stands in them."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

import duckdb

from etl import dates
from etl.errors import UnusableInput
from etl.findings import CODES, Finding
from etl.profile import EventRule
from etl.readings import clean
from etl.shape import quoted
from rulebook.text import normal

MOST = 5_000
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_NO_WORD = re.compile(r"[\W_]+")
_DEFAULTS = {"id": "{slug}-{year}", "name": "{event} {year}"}


@dataclass(frozen=True)
class FlatEvent:
    """`event` is what [event] of a bundle holds; `where` says in SQL which rows are its (None = all)."""

    event: dict[str, object]
    where: str | None
    findings: list[Finding] = field(default_factory=list)


def of_table(con: duckdb.DuckDBPyConnection, cells: Mapping[str, str], rule: EventRule, file: str) -> list[FlatEvent]:
    """The events of TEMP table flat in the order of their first rows; rows of none are refused with the first."""
    if not rule.per:
        return [FlatEvent({**rule.texts, **_day_of_all(con, cells, rule)}, None)]
    keys = {name: f"trim({cells[name]})" for name in rule.per}
    select = ", ".join(f"{sql} AS {name}" for name, sql in keys.items())
    blank = " OR ".join(f"coalesce({sql}, '') = ''" for sql in keys.values())
    found = con.execute(
        f"SELECT {select}, min(_row) FROM flat WHERE NOT ({blank}) GROUP BY ALL ORDER BY min(_row)"
    ).fetchall()
    if not 0 < len(found) <= MOST:
        raise UnusableInput(
            f"{file}: {len(found)} events by {' and '.join(rule.per)}; from 1 to {MOST} are read from one file"
        )
    order = dates.order_of(_texts(con, cells["date"])) if "date" in cells else None
    events = [_event(con, rule, cells, dict(zip(rule.per, said, strict=False)), order, file) for *said, _ in found]
    _refuse_same(events, file)
    without = con.execute(f"SELECT _row FROM flat WHERE {blank} ORDER BY 1").fetchall()
    events[0].findings.extend(
        Finding("rejected", "event_missing", file, CODES["event_missing"], row, column=rule.per[0])
        for (row,) in without
    )
    return events


def _refuse_same(events: Sequence[FlatEvent], file: str) -> None:
    """Two events of one key would be two versions of one, the second in the place of the first."""
    seen: dict[object, object] = {}
    for one in events:
        if one.event["id"] in seen:
            raise UnusableInput(
                f"{file}: {seen[one.event['id']]!r} and {one.event['name']!r} would both be {one.event['id']}\n"
                "write one name for both, or tell them apart in a profile (id = ...): tatame profile"
            )
        seen[one.event["id"]] = one.event["name"]


def _texts(con: duckdb.DuckDBPyConnection, sql: str, where: str | None = None) -> list[str]:
    rows = con.execute(f"SELECT DISTINCT {sql} FROM flat {f'WHERE {where}' if where else ''}").fetchall()
    return sorted(text for (text,) in rows if text and clean(text))


def _event(
    con: duckdb.DuckDBPyConnection,
    rule: EventRule,
    cells: Mapping[str, str],
    said: Mapping[str, str | None],
    order: str | None,
    file: str,
) -> FlatEvent:
    """One event with its texts filled in, and the doubts about its first day."""
    where = " AND ".join(f"trim({cells[name]}) IS NOT DISTINCT FROM {_literal(text)}" for name, text in said.items())
    days = _days(_texts(con, cells["date"], where), order, file) if "date" in cells else []
    fields = _fields(said, days)
    event: dict[str, object] = {key: _filled(text, fields) for key, text in {**_DEFAULTS, **rule.texts}.items()}
    event["id"] = re.sub(r"-{2,}", "-", str(event["id"])).strip("-")
    event["name"] = _once(str(event["name"]).strip(), fields["year"])
    for uniform, words in rule.uniform_where.items():
        if normal(words) in normal(fields["event"]):
            event["uniform"] = uniform
    if days:
        event["start"] = days[0]
        if days[-1] != days[0]:
            event["end"] = days[-1]
        return FlatEvent(event, where)
    if "start" not in event and fields["year"]:
        event["start"] = f"{fields['year']}-01-01"
    doubts = [Finding("warning", "start_day_unknown", file, CODES["start_day_unknown"], value=str(event.get("start")))]
    return FlatEvent(event, where, doubts if str(event.get("start", "")).endswith("-01-01") else [])


def _literal(text: str | None) -> str:
    return "NULL" if text is None else quoted(text)


def _fields(said: Mapping[str, str | None], days: Sequence[date]) -> dict[str, str]:
    name = clean(said.get("event") or "")
    years = _YEAR.findall(said.get("year") or "") or _YEAR.findall(name)
    year = years[-1] if years else str(days[0].year) if days else ""
    without = _YEAR.sub(" ", name) if years else name
    return {"event": name, "year": year, "slug": slug(without if "year" in said or year else name)}


def slug(text: str) -> str:
    """A name as an event's key; one without Latin letters is told by the first figures of its SHA-256."""
    written = "-".join(re.findall(r"[a-z0-9]+", normal(text)))
    if written or not _NO_WORD.sub("", text):
        return written
    return f"event-{hashlib.sha256(normal(text).encode()).hexdigest()[:8]}"


def _filled(text: str, fields: Mapping[str, str]) -> str:
    for name, value in fields.items():
        text = text.replace(f"{{{name}}}", value)
    return text


def _once(name: str, year: str) -> str:
    """`Open 2026 2026` -> `Open 2026`."""
    return name.removesuffix(f" {year}") if year and name.count(year) > 1 else name


def _days(texts: Sequence[str], order: str | None, file: str) -> list[date]:
    found = []
    for text in texts:
        try:
            day = dates.read(text, order)
        except UnusableInput as error:
            raise UnusableInput(f"{file}: {error}") from None
        if day is not None:
            found.append(day)
    return sorted(found)


def _day_of_all(con: duckdb.DuckDBPyConnection, cells: Mapping[str, str], rule: EventRule) -> dict[str, object]:
    """The first and last day of a table of one event, where it has a column of days that can be read one way only."""
    if "date" not in cells or "start" in rule.texts:
        return {}
    texts = _texts(con, cells["date"])
    try:
        days = _days(texts, dates.order_of(texts), "")
    except UnusableInput:
        return {}  # --start says it, or its absence is told
    return {"start": days[0], **({"end": days[-1]} if days[-1] != days[0] else {})} if days else {}
