"""What the page of how bouts are won shows: shares with their intervals, and a comparison that says what follows."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pandas as pd

from analytics import counting, methods, queries
from analytics.counting import Question
from publishing import method_answer, privacy, read_once
from publishing.method_answer import Asked
from publishing.method_parts import PART
from publishing.wording import DEFAULT, method_sentences, term, text

if TYPE_CHECKING:
    import duckdb

    from analytics.store import Store
    from analytics.versions import Version
    from publishing.shapes import Answer

Where = tuple[tuple[str, str], ...]
# Field that bouts are grouped by -> the key of its name.
FIELDS = {
    "belt": "page.medals.belt",
    "age_division": "page.medals.age_division",
    "gender": "page.medals.gender",
    "weight_class": "page.methods.weight_class",
    "round": "page.bracket.round",
    "uniform": "page.methods.uniform",
    "event": "page.standing.event",
    "season": "page.methods.season",
    "academy": "page.standing.academy",
}
DRAWN = 20
FILTERS = ("gender", "age_division", "belt", "weight_class")


@dataclass(frozen=True)
class Shares:
    """`frame`: what the figures draw, of `analytics.methods.shares`; `rows`: its first groups; `bouts` took place."""

    frame: pd.DataFrame
    rows: pd.DataFrame
    data: Mapping[str, Any]
    bouts: int
    notes: Sequence[str]


@dataclass(frozen=True)
class Comparison:
    """A sentence per method: what can be concluded, and what cannot."""

    sentences: Sequence[str]
    notes: Sequence[str]


def filters(store: Store, event: str, lang: str = DEFAULT) -> dict[str, dict[str, str]]:
    """Field -> the values that a bout has, in order, with their names."""
    return {field: _named(field, values, lang) for field, values in _fields(store, event, FILTERS, ()).items()}


def groups(store: Store, event: str, by: str, where: Where, lang: str = DEFAULT) -> dict[str, str]:
    """The values of a field that a bout of these has, in order, with their names."""
    return _named(by, _fields(store, event, (by,), where)[by], lang)


@read_once.of_event
def _fields(store: Store, event: str, by: tuple[str, ...], where: Where) -> Mapping[str, Sequence[object]]:
    """Field -> the values that a bout of these has, in order."""
    with store.cursor() as cur:
        counted = counting.count(cur, Question(by=by, where=dict(where), event=event or None))
    return {field: methods.ranked(counted, [field])[0][field].tolist() for field in by}


def _named(field: str, values: Sequence[object], lang: str) -> dict[str, str]:
    return {str(value): value_name(field, value, lang) for value in values}


def value_name(field: str, value: object, lang: str = DEFAULT) -> str:
    """The word for a value of a field; what is in no vocabulary as it stands."""
    said = "unknown" if value is None or value != value else str(value)  # noqa: PLR0124 - NaN is not itself
    return "+".join(term(field, part, lang) for part in said.split("+"))


def shares(store: Store, event: str, by: str, of: str, where: Where, lang: str = DEFAULT) -> Shares:
    """How bouts (`of` decision) or submissions (`of` technique) ended, by a field where one is named."""
    question = Question(by=(by,) if by else (), of=of, where=dict(where), event=event or None)
    frame, data = _shares(store, event, by, of, where)
    first = frame.drop_duplicates(by) if by else frame.head(1)
    bouts, unknown = int(first["bouts"].sum()), int(first["unknown"].sum())
    base = {
        "base": "bouts" if of == "decision" else "submissions",
        "groups": [{"bouts": bouts, "unknown": unknown}],
        "by": list(question.by),
        "where": dict(where),
        "cluster": None,
        "data": data,
    }
    said = method_sentences.of_shares(base, lang, "page.methods.intervals")
    drawn = _largest(frame, by) if by else frame
    if len(drawn) < len(frame):
        said.append(text("page.methods.largest", lang, n=DRAWN))
    starts = methods.starts(frame, question)
    if len(starts) > PART:
        command = _command(question, store.path.name)
        said.append(text("page.methods.part", lang, n=PART, of=len(starts), command=command))
        if of == "decision":
            said.append(text("page.methods.zeros", lang))
        frame = frame.head(starts[PART])
    return Shares(drawn, _rows(frame, by, lang), data, bouts, said)


@read_once.of_event
def _shares(store: Store, event: str, by: str, of: str, where: Where) -> tuple[pd.DataFrame, Mapping[str, Any]]:
    """Of `analytics.methods.shares`, and what they rest on."""
    question = Question(by=(by,) if by else (), of=of, where=dict(where), event=event or None)
    with store.cursor() as cur:
        return methods.shares(cur, question), method_answer.data_version(_asked(cur, event))


def _command(question: Question, store: str) -> str:
    """What writes every row of an answer to a file; of the store its name alone, its folder is nobody's business."""
    words = ["tatame", "methods", *(["--event", question.event] if question.event else []), "--of", question.of]
    words += ["--by", ",".join(question.by)] if question.by else []
    words += [word for name, value in question.where.items() for word in ("--where", f"{name}={value}")]
    return shlex.join([*words, "--store", store, "--out", "methods.csv"])


def _largest(frame: pd.DataFrame, by: str) -> pd.DataFrame:
    """The rows of the groups with the most bouts, in the order they have: a figure of 300 groups shows none."""
    largest = frame.drop_duplicates(by).nlargest(DRAWN, "bouts")[by]
    return frame[frame[by].isin(largest)]


def _rows(frame: pd.DataFrame, by: str, lang: str) -> pd.DataFrame:
    shown = frame[frame["count"] > 0]
    named = {
        "method": [method_sentences.method_name(str(each), lang) for each in shown["method"]],
        **{name: shown[name].tolist() for name in ("count", "n", "share", "low", "high")},
    }
    if by:
        named = {"group": [value_name(by, value, lang) for value in shown[by].tolist()], **named}
    return pd.DataFrame(named)


def comparison(
    store: Store, event: str, by: str, pair: tuple[str, str], where: Where, lang: str = DEFAULT
) -> Comparison:
    """Two values of a field side by side."""
    answer = _compared(store, event, by, pair, where)
    named = {**answer, "a": value_name(by, pair[0], lang), "b": value_name(by, pair[1], lang)}
    found = answer["comparisons"]
    said = [method_sentences.of_comparison(row, named, len(found), lang) for row in found]
    events = 1 if event else answer["data"]["events"]
    return Comparison(said, method_sentences.of_independence(None, events, lang))


@read_once.of_event
def _compared(store: Store, event: str, by: str, pair: tuple[str, str], where: Where) -> Answer:
    question = Question(by=(by,), where=dict(where), event=event or None)
    return method_answer.comparison(store, Asked(question, privacy=privacy.Level.PUBLISHED), [pair[0]], [pair[1]])


def _asked(cur: duckdb.DuckDBPyConnection, event: str) -> list[Version]:
    return [queries.resolve(cur, event)] if event else queries.counted(cur)


def field_name(field: str, lang: str = DEFAULT) -> str:
    """A field that bouts are grouped by."""
    return text(FIELDS[field], lang)
