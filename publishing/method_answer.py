"""How bouts are won, as answers in the contract's shape: shares, comparisons and trends, each with what may be said."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from analytics import method_clusters, method_contrasts, method_filters, method_trends, methods, queries
from analytics.counting import Question
from publishing.privacy import Level, shown
from publishing.rows import Rows
from publishing.shapes import Answer, moment, records
from publishing.wording import method_sentences

if TYPE_CHECKING:
    import duckdb
    import pandas as pd

    from analytics.store import Store
    from analytics.versions import Version

LEVEL = 0.95
_PER_GROUP = ("n", "bouts", "unknown", "coverage")


@dataclass(frozen=True)
class Asked:
    """A question, whose bouts may go together (`cluster`: event, athlete or bootstrap), and for whom it is shown."""

    question: Question
    cluster: str | None = None
    privacy: Level = Level.OPERATOR


def shares(store: Store, asked: Asked) -> Answer:
    """Groups in order, each with its methods; a decision or family that nobody won by is there with 0."""
    question = asked.question
    with store.cursor() as cur:
        frame = methods.shares(cur, question)
        if asked.cluster is not None:
            frame = method_clusters.with_robust(cur, question, frame, asked.cluster)
        head, of = heading(cur, asked)
        answer = {**head, "groups": groups_of(frame, question)}
        answer["notes"] = method_sentences.of_shares(answer)
        told: Answer = shown(cur, of, answer, asked.privacy)
    return told


def groups_of(frame: pd.DataFrame, question: Question) -> list[Answer]:
    """A table of shares as groups, each with its methods."""
    if frame.empty:
        empty = {"bouts": 0, "unknown": 0, "coverage": None, "methods": list[Answer]()}
        return [] if question.by else [empty]
    fields = [*question.by, "bouts", "unknown", "coverage"]
    columns = [
        name for name in (*methods.COLUMNS, *method_clusters.COLUMNS) if name in frame and name not in _PER_GROUP
    ]
    said, rows = records(frame, *fields), records(frame, *columns)
    starts = methods.starts(frame, question)
    return [{**said[start], "methods": rows[start:end]} for start, end in pairwise([*starts, len(frame)])]


def comparison(store: Store, asked: Asked, a: Sequence[str], b: Sequence[str]) -> Answer:
    """Two groups side by side, method by method, with a sentence for each."""
    with store.cursor() as cur:
        frame = method_contrasts.two(cur, asked.question, a, b, asked.cluster)
        head, of = heading(cur, asked)
        for name, values in (("a", a), ("b", b)):
            head[name] = ", ".join(method_filters.word(*pair) for pair in zip(asked.question.by, values, strict=True))
        told: Answer = shown(cur, of, _compared(head, frame, _events(cur, asked.question)), asked.privacy)
    return told


def comparisons(store: Store, asked: Asked) -> Answer:
    """Each group against all the others together."""
    with store.cursor() as cur:
        frame = method_contrasts.many(cur, asked.question, asked.cluster)
        head, of = heading(cur, asked)
        answer = _compared({**head, "a": None, "b": None}, frame, _events(cur, asked.question))
        told: Answer = shown(cur, of, answer, asked.privacy)
    return told


def _compared(head: Answer, frame: pd.DataFrame, events: int) -> Answer:
    rows = records(frame)
    sentences = [method_sentences.of_comparison(row, head, len(rows)) for row in rows]
    found = [{**row, "sentence": sentence} for row, sentence in zip(rows, sentences, strict=True)]
    return {**head, "comparisons": found, "notes": method_sentences.of_independence(head["cluster"], events)}


def _events(cur: duckdb.DuckDBPyConnection, question: Question) -> int:
    return 1 if question.event is not None else len(queries.counted(cur))


def trend(store: Store, asked: Asked) -> Answer:
    """Season by season with the mix of belts and ages held fixed, and the change per year."""
    with store.cursor() as cur:
        found = method_trends.trend(cur, asked.question, asked.cluster)
        head, of = heading(cur, asked)
        slopes = [{**row, "sentence": method_sentences.of_slope(row)} for row in records(found.slopes)]
        seasons = {"by": ["season"], "seasons": records(found.seasons, *method_trends.COLUMNS), "slopes": slopes}
        notes = [
            *method_sentences.of_trend(),
            *method_sentences.of_independence(asked.cluster, _events(cur, asked.question)),
        ]
        told: Answer = shown(cur, of, {**head, **seasons, "notes": notes}, asked.privacy)
    return told


def heading(cur: duckdb.DuckDBPyConnection, asked: Asked) -> tuple[Answer, list[Version]]:
    """What an answer says before its figures, and the versions it rests on."""
    question = asked.question
    whole = question.event is None and question.as_of is None
    of = queries.counted(cur) if whole else [queries.resolve(cur, question.event, question.as_of)]
    head: Answer = {"event": None if whole else of[0].event_id, "by": list(question.by), "of": question.of}
    head |= {"where": dict(question.where), "base": "bouts" if question.of == "decision" else "submissions"}
    return {**head, "level": LEVEL, "cluster": asked.cluster, "data": data_version(of)}, of


def data_version(of: Sequence[Version]) -> Answer:
    """What figures and files rest on: events, when the last was recorded, a fingerprint of events and versions."""
    listed = "\n".join(f"{each.event_id} {each.version}" for each in sorted(of, key=lambda one: one.event_id))
    return {
        "events": len(of),
        "recorded_at": moment(max((each.recorded_at for each in of), default=None)),
        "fingerprint": hashlib.sha256(listed.encode()).hexdigest()[:12],
    }


def rows(answer: Answer) -> Rows:
    """One row per group and method, comparison, or season and method: what --format csv prints and --out writes."""
    if "groups" in answer:
        found = [
            {**group, **method, "n": group["bouts"] - group["unknown"]}
            for group in answer["groups"]
            for method in group["methods"]
        ]
        robust = method_clusters.COLUMNS if answer["cluster"] else {}
        columns = [name for name in methods.COLUMNS if name not in _PER_GROUP]
        return Rows((*answer["by"], *columns[:2], "n", *columns[2:], *_PER_GROUP[1:], *robust), found)
    if "comparisons" in answer:
        own = [*answer["by"]] if answer["a"] is None else []
        return Rows((*own, *method_contrasts.COLUMNS, "sentence"), answer["comparisons"])
    return Rows(tuple(method_trends.COLUMNS), answer["seasons"])


def columns(answer: Answer) -> dict[str, str]:
    """What each column of `rows` says."""
    fields = dict.fromkeys(answer["by"], "Field the bouts are grouped by; unknown = not known.")
    known = {**fields, "sentence": "What may be concluded, and what may not."}
    if "groups" in answer:
        known |= methods.COLUMNS | method_clusters.COLUMNS
    elif "comparisons" in answer:
        known |= method_contrasts.COLUMNS
    else:
        known |= method_trends.COLUMNS
    return {name: known[name] for name in rows(answer).columns}


_WHOLE = ("season", "count", "n", "bouts", "unknown", "clusters")


def kinds(answer: Answer) -> dict[str, str]:
    """Each column of the rows of shares with its type in Arrow, whatever the first rows are."""
    text = {*answer["by"], "method"} - {"season"}
    return {
        name: "string" if name in text else "int64" if name in _WHOLE else "float64" for name in rows(answer).columns
    }
