"""Answers -> the contract's JSON shapes as plain dictionaries; numbers stay numbers, unknown is None."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from publishing import plain_columns
from rulebook.ruleset import DEFAULT, diff

if TYPE_CHECKING:
    import pandas as pd

    from analytics.awarded import Category, Place
    from analytics.closing import Closing
    from analytics.explain import Explanation, Gap, Neighbour
    from analytics.queries import Award, Version
    from rulebook.ruleset import RuleSet

Answer = dict[str, Any]
_EXACT = 2**53  # whole numbers that a double holds exactly
CATEGORY = ("gender", "age_division", "belt", "weight_class")


def records(frame: pd.DataFrame, *columns: str) -> list[Answer]:
    """The rows of a frame as plain dictionaries, of these columns only where any are named."""
    chosen = list(columns) or [str(column) for column in frame.columns]
    lists = [_plain_column(frame[column]) for column in chosen]
    return [dict(zip(chosen, row, strict=True)) for row in zip(*lists, strict=True)]


def _plain_column(column: pd.Series) -> list[Any]:
    found = plain_columns.of(column)
    return [plain(value) for value in column.tolist()] if found is None else found


def unread(text: object) -> Answer:
    """What could not be read of a category, where anything: the key `unread`, which keeps it apart from its like."""
    return {"unread": text} if isinstance(text, str) and text else {}


def _apart(frame: pd.DataFrame, *columns: str) -> list[Answer]:
    """Rows with a category, each with what could not be read of it."""
    rest = frame["unread"] if "unread" in frame else [None] * len(frame)
    return [{**row, **unread(text)} for row, text in zip(records(frame, *columns), rest, strict=True)]


def parts(one: object, *names: str) -> Answer:
    """These attributes of an object as a plain dictionary."""
    return {name: plain(getattr(one, name)) for name in names}


def plain(value: object) -> Any:
    """A value as JSON has it: missing is None, a time ISO 8601 (UTC, marked so), a whole number no float."""
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float):
        return None if math.isnan(value) else int(value) if value.is_integer() else value
    if type(value).__name__ in {"NaTType", "NAType"}:
        return None
    if isinstance(value, datetime):
        return moment(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {str(name): plain(part) for name, part in value.items()}
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    if isinstance(value, Iterable):
        return [plain(part) for part in value]
    raise TypeError(f"{type(value).__name__} has no place in an answer")


def plain_or_text(value: object) -> Any:
    """The same of any value a store can answer; what JSON has no form for, and a float that is no number, as text."""
    if isinstance(value, float):
        return _float(value)
    if isinstance(value, Mapping):
        return {str(name): plain_or_text(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [plain_or_text(part) for part in value]
    try:
        return plain(value)
    except TypeError:
        return str(value)


def _float(value: float) -> int | float | str:
    """NaN is not NULL, and infinity is no error; beyond 2^53 a whole number would pretend to digits it has not."""
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    return int(value) if value.is_integer() and abs(value) <= _EXACT else value


def moment(value: datetime | None) -> str | None:
    """A time of the store, ISO 8601 and UTC; exact, so that `--as-of` it finds what was recorded then."""
    return None if value is None else f"{value.isoformat()}Z"


def about(version: Version, *, what_if: bool = False) -> Answer:
    """Which event, in which version, under which rules; `rule_overrides` are the event's own (ja 7.1)."""
    return {
        "event": version.event_id,
        "name": version.name,
        "version": version.version,
        "recorded_at": moment(version.recorded_at),
        "ruleset": version.ruleset,
        "rule_overrides": plain(version.overrides),
        "what_if": what_if,
    }


def events(frame: pd.DataFrame) -> Answer:
    """What is in the store; sizes are numbers of categories and places."""
    rows = records(frame)
    for row in rows:
        for name in ("start_date", "end_date"):  # pandas knows no days, only moments
            row[name] = None if row[name] is None else row[name][:10]
        row["rule_overrides"] = json.loads(row["rule_overrides"])
    return {"events": rows}


def placements(head: Answer, places: pd.DataFrame, unresolved: pd.DataFrame) -> Answer:
    """Places by category, and the categories that have none yet, with the reason."""
    return {
        **head,
        "placements": _apart(places, *CATEGORY, "place", "athlete", "athlete_id", "academy", "rule", "source", "note"),
        "unresolved": _apart(unresolved, *CATEGORY, "state", "rule", "reason"),
    }


def unplaced(vacant: pd.DataFrame, people: pd.DataFrame) -> Answer:
    """Beside the places: those that stay vacant, and who can hold none, each with the rule."""
    return {
        "vacant": _apart(vacant, *CATEGORY, "place", "rule"),
        "without_place": _apart(people, *CATEGORY, "athlete", "academy", "rule"),
    }


def standings(
    head: Answer, award: Award, rows: pd.DataFrame | None, categories: Sequence[Category], chain: str | None
) -> Answer:
    """An award's academies in order, and what the order rests on: derived numbers (A8), categories not settled (A7).

    No rows = nobody has a point.
    """
    unsettled = [category for category in categories if category.state in ("open", "needs_ruling")]
    return {
        **head,
        "award": award.award,
        "award_name": award.name,
        "chain": plain(chain),
        "categories": len(categories),
        "registered_derived": sum(category.registered_derived for category in categories),
        "unresolved": [{**parts(one, *CATEGORY, "state"), **unread(one.unread)} for one in unsettled],
        "standings": [] if rows is None else ranked(rows),
    }


def ranked(rows: pd.DataFrame) -> list[Answer]:
    """The rows of a standing (`analytics.queries.standings`), each with why it stands above the next."""
    return [_standing(row) for row in records(rows)]


def _standing(row: Answer) -> Answer:
    names = ("rank", "academy", "points", "gold", "silver", "bronze", "draw_required")
    level = row["reason_level"]
    reason = None if level is None else {"level": level, "own": row["reason_own"], "next": row["reason_next"]}
    return {**{name: row[name] for name in names}, "draw": row["draw_id"], "reason": reason}


def explanation(head: Answer, award: Award, found: Explanation, gap: Gap | None = None) -> Answer:
    """Every place of an academy, adding up to its points; its neighbours in the standing; the gap to another."""
    return {
        **head,
        "award": award.award,
        "award_name": award.name,
        "academy": found.academy.academy,
        "points": found.points,
        "rank": None if found.row is None else found.row.rank,
        "draw_required": found.row is not None and found.row.draw_required,
        "lines": [line(place) for place in found.lines],
        "above": None if found.above is None else _neighbour(found.above),
        "below": None if found.below is None else _neighbour(found.below),
        **({} if gap is None else {"against": _gap(gap)}),
    }


def line(place: Place) -> Answer:
    """A place and what it gave: points and the rule that gave or took them."""
    said = parts(place, *CATEGORY, "athlete", "place", "points", "counted", "breaks_ties", "rule")
    return {**said, **unread(place.unread)}


def _neighbour(found: Neighbour) -> Answer:
    levels = [parts(level, "level", "own", "other") for level in found.levels]
    return {**parts(found.row, "academy", "rank", "points"), **parts(found, "level", "own", "other"), "levels": levels}


def _gap(found: Gap) -> Answer:
    """`gap` = own points minus the other's; `closings`: results that would have put `behind` above the other."""
    separation = found.separation
    return {
        "academy": found.other.academy.academy,
        "points": found.other.points,
        "rank": None if found.other.row is None else found.other.row.rank,
        "gap": found.points,
        **parts(separation, "level", "own", "other"),
        "levels": [parts(level, "level", "own", "other") for level in separation.levels],
        "lines": [line(place) for place in found.other.lines],
        "differences": [
            {
                **parts(each.category, *CATEGORY),
                **unread(each.category.unread),
                "points": each.points,
                "own": [line(place) for place in each.own],
                "other": [line(place) for place in each.other],
            }
            for each in found.differences
        ],
        "behind": None if found.behind is None else found.behind.academy,
        "closings": [_closing(each) for each in found.closings],
    }


def _closing(found: Closing) -> Answer:
    """One set of results decided the other way, and where both academies would then stand."""
    return {
        "changes": [
            {
                **parts(change.category, *CATEGORY),
                **unread(change.category.unread),
                "athlete": change.mover.athlete,
                "academy": change.mover.academy,
                "from_place": change.from_place,
                "to_place": change.to_place,
                "from_athlete": change.loser.athlete,
                "from_academy": change.loser.academy,
            }
            for change in found.changes
        ],
        "behind": parts(found.own, "rank", "points"),
        "other": None if found.other is None else parts(found.other, "rank", "points"),
        "only_a_draw": found.only_a_draw,
    }


def medals(frame: pd.DataFrame, events: list[str], without_academy: int) -> Answer:
    """The medal table of these events; `without_academy`: medals of athletes whose academy nobody knows, in no row."""
    names = ("gold", "silver", "bronze", "gold_counted", "silver_counted", "bronze_counted", "uncontested")
    return {"events": events, "medals": records(frame, "academy", *names), "without_academy": without_academy}


def findings(frame: pd.DataFrame) -> Answer:
    """Rejected rows and warnings; `row` counts the heading as 1, `at` is a path into a document."""
    rows = records(frame.rename(columns={"path": "at"}))
    said = ("event", "code", "file", "row", "at", "column", "value", "rule", "reason")
    return {
        name: [{key: row[key] for key in said} for row in rows if row["severity"] == severity]
        for name, severity in (("rejected", "rejected"), ("warnings", "warning"))
    }


def rule_sets(sets: Iterable[RuleSet]) -> Answer:
    """The rule sets shipped, each with how many of its values it takes over from another."""
    return {
        "rulesets": [
            {
                "name": one.name,
                "title": one.title,
                "values": len(one.sheet),
                "inherited": sum(source.inherited_from is not None for _, source in one.sheet.values()),
                "default": one.name == DEFAULT,
                "fingerprint": one.fingerprint,
            }
            for one in sets
        ]
    }


def rule_values(rules: RuleSet) -> Answer:
    """Every value of a rule set with its source; `inherited_from` None = its own."""
    values = [
        {"key": key, "value": plain(value), "source": source.text, "inherited_from": source.inherited_from}
        for key, (value, source) in sorted(rules.sheet.items())
    ]
    return {"name": rules.name, "title": rules.title, "fingerprint": rules.fingerprint, "values": values}


def rule_differences(a: RuleSet, b: RuleSet) -> Answer:
    """Where two rule sets differ; None = that one has no such value."""
    differences = [{"key": each.key, "a": plain(each.a), "b": plain(each.b)} for each in diff(a, b)]
    return {"a": a.name, "b": b.name, "differences": differences}
