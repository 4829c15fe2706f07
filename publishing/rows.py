"""The contract's shapes -> flat rows of fixed columns, for CSV and DataFrames: nothing lost, nothing nested."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from publishing.shapes import CATEGORY, Answer

Answers = Answer | Sequence[Answer]


class Rows(NamedTuple):
    """One heading and rows that have these columns, or lack them where there is nothing to say."""

    columns: tuple[str, ...]
    rows: list[Answer]


def _each(answers: Answers) -> Iterable[Answer]:
    return [answers] if isinstance(answers, dict) else answers


def events(answer: Answer) -> Rows:
    """One row per event."""
    columns = (
        "event name start_date end_date federation city country level status uniform ruleset version kind recorded_at "
        "loaded_at source format sha256 categories decided unresolved places"
    )
    return Rows(tuple(columns.split()), answer["events"])


def placements(answer: Answer) -> Rows:
    """One row per place, then one per category without places: `place` is empty there and `reason` says why."""
    columns = ("event", "ruleset", *CATEGORY, "place", "athlete", "athlete_id", "academy", "rule", "source")
    head = {"event": answer["event"], "ruleset": answer["ruleset"]}
    placed = [{**head, "state": "decided", **row} for row in answer["placements"]]
    return Rows((*columns, "state", "reason", "unread"), placed + [{**head, **row} for row in answer["unresolved"]])


def standings(answers: Answers) -> Rows:
    """One row per academy and award."""
    columns = (
        "event award ruleset rank academy points gold silver bronze draw_required reason_level reason_own reason_next"
    )
    rows = [
        {**answer, **row, **{f"reason_{name}": value for name, value in (row["reason"] or {}).items()}}
        for answer in _each(answers)
        for row in answer["standings"]
    ]
    return Rows(tuple(columns.split()), rows)


def medals(answer: Answer) -> Rows:
    """One row per academy."""
    columns = "academy gold silver bronze gold_counted silver_counted bronze_counted uncontested"
    return Rows(tuple(columns.split()), answer["medals"])


def findings(answer: Answer) -> Rows:
    """One row per finding, the rejected rows first."""
    columns = "event severity code file row at column value rule reason"
    rows = [
        {"severity": severity, **row}
        for name, severity in (("rejected", "rejected"), ("warnings", "warning"))
        for row in answer[name]
    ]
    return Rows(tuple(columns.split()), rows)


def coverage(answer: Answer) -> Rows:
    """One row per source and thing that may be known of it."""
    return Rows(("event", "source", "format", "what", "of", "known", "total", "share"), answer["coverage"])


def finding_counts(answer: Answer) -> Rows:
    """One row per file and code of a finding."""
    return Rows(("event", "file", "severity", "code", "rule", "count", "first_row"), answer["counts"])


def explanation(answer: Answer) -> Rows:
    """One row per place of the academy; against another, the places of both."""
    columns = ("event", "award", "ruleset", "academy", *CATEGORY, "athlete", "place", "points", "counted", "rule")
    head = {name: answer[name] for name in ("event", "award", "ruleset", "academy")}
    rows = [{**head, **line} for line in answer["lines"]]
    if (other := answer.get("against")) is not None:
        rows += [{**head, "academy": other["academy"], **line} for line in other["lines"]]
    return Rows((*columns, "unread"), rows)


def comparison(answers: Answers) -> Rows:
    """One row per published line and award; the first cause in words of one kind, its categories beside it."""
    columns = "event award academy official_rank official_points rank points agrees cause cause_points cause_rules"
    rows = []
    for answer in _each(answers):
        for row in answer["rows"]:
            cause = next(iter(row["causes"]), None)
            said = {} if cause is None else _cause(cause)
            rows.append({**answer, **row, **said})
    return Rows((*columns.split(), "cause_in"), rows)


def _cause(cause: Answer) -> Answer:
    places = [" ".join([_category(place), str(place["place"])]) for place in cause["places"]]
    waiting = [" ".join(each[part] for part in CATEGORY) for each in cause["categories"]]
    within = "; ".join([*places, *waiting]) or cause["academy"]
    rules = " ".join(cause["rules"])
    return {"cause": cause["kind"], "cause_points": cause["points"], "cause_rules": rules, "cause_in": within}


def _category(row: Answer) -> str:
    return " ".join([*(row[part] for part in CATEGORY), *filter(None, [row.get("unread")])])


def difference(answers: Answers) -> Rows:
    """One row per academy that would stand elsewhere or with other points, and award."""
    columns = "event award ruleset under academy old_rank new_rank old_points new_points why level"
    return Rows(tuple(columns.split()), [{**each, **move} for each in _each(answers) for move in each["moves"]])


def history(answer: Answer) -> Rows:
    """One row per change; a version that changed nothing has one row with `what` empty. `why` is of the change."""
    head = ("version", "loaded_at", "kind", "recorded_by", "reason", "source", "sha256")
    change = "athlete academy award old_place new_place old_state new_state old_points new_points old_rank new_rank why"
    rows = []
    for version in answer["versions"]:
        told = {"event": answer["event"], **{name: version[name] for name in head}}
        changes = [{**each, "why": each.get("reason")} for each in version["changes"]] or [{}]
        rows += [{**each, **told} for each in changes]
    return Rows(("event", *head, "what", *CATEGORY, *change.split(), "unread"), rows)


def season(answer: Answer) -> Rows:
    """One row per line behind a total; rank, name and total stand on each."""
    columns = ("scheme", "season", "rank", "name", "total", "previous_rank", "event", "event_season", *CATEGORY)
    more = ("place", "athlete", "academy", "base", "open_class", "weight", "factor", "points")
    head = {"scheme": answer["scheme"], "season": answer["season"]}
    rows = []
    for row in answer["ranking"]:
        told = {**head, "rank": row["rank"], "name": row["name"], "previous_rank": row["previous_rank"]}
        told["total"] = row["points"]
        rows += [{**line, **told, "event_season": line["season"]} for line in row["lines"]]
    return Rows((*columns, *more), rows)


def rule_sets(answer: Answer) -> Rows:
    """One row per rule set."""
    return Rows(("name", "title", "values", "inherited", "default", "fingerprint"), answer["rulesets"])


def rule_values(answer: Answer) -> Rows:
    """One row per value; a list or table as JSON."""
    rows = [{"ruleset": answer["name"], **row, "value": _text(row["value"])} for row in answer["values"]]
    return Rows(("ruleset", "key", "value", "source", "inherited_from"), rows)


def rule_differences(answer: Answer) -> Rows:
    """One row per value that differs; the columns are named after the two sets."""
    a, b = f"{answer['a']}", f"{answer['b']}"
    rows = [{"key": row["key"], a: _text(row["a"]), b: _text(row["b"])} for row in answer["differences"]]
    return Rows(("key", a, b), rows)


def _text(value: object) -> object:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else value


_BY_KEY: dict[str, Callable[[Answer], Rows]] = {
    "events": events,
    "placements": placements,
    "standings": standings,
    "medals": medals,
    "lines": explanation,
    "rows": comparison,
    "moves": difference,
    "versions": history,
    "rejected": findings,
    "coverage": coverage,
    "counts": finding_counts,
    "rulesets": rule_sets,
    "values": rule_values,
    "differences": rule_differences,
    "ranking": season,
}


def of(answer: Answers) -> Rows:
    """The flat rows of any answer, told by the list it holds."""
    first = answer if isinstance(answer, dict) else next(iter(answer), {})
    if first.get("kind") in ("times", "scores", "records", "ratings"):
        from publishing import bout_answer  # it needs Rows

        return bout_answer.rows(first)
    # Last first: a medal table also names the events it covers.
    for key in reversed(_BY_KEY):
        if key in first:
            return _BY_KEY[key](answer)  # type: ignore[arg-type]
    raise ValueError("this is no answer of tatame, or a list without one")
