"""How long bouts last and by what score they are won, as the page of how bouts are won shows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pandas as pd

from publishing import bout_answer, bracket_lines, read_once
from publishing.shapes import Answer
from publishing.wording import DEFAULT, bout_sentences, term, text
from publishing.wording.method_sentences import method_name, of_data

if TYPE_CHECKING:
    from analytics.store import Store

Where = tuple[tuple[str, str], ...]
DECISIONS = ("points", "advantages", "penalties")


@dataclass(frozen=True)
class Stratum:
    """Bouts of one match time: what the figure draws, and `rows`, the share that had ended in each way by the end."""

    name: str
    curves: pd.DataFrame
    at_risk: pd.DataFrame
    coverage: Mapping[str, Any]
    rows: pd.DataFrame


@dataclass(frozen=True)
class Times:
    """`strata` by match time in seconds, the one with the most bouts first; `names` of them, which takes no time."""

    strata: Mapping[str, Stratum]
    names: Mapping[str, str]
    data: str
    notes: Sequence[str]


@dataclass(frozen=True)
class Scores:
    """`margins` by decision as the figure takes them; `decided`, `actions`: the tables."""

    margins: pd.DataFrame
    decided: pd.DataFrame
    actions: pd.DataFrame
    data: str
    notes: Sequence[str]


class _Drawn(Mapping[str, Stratum]):
    """Strata by match time; the curves of one are drawn when somebody looks at it, and kept."""

    def __init__(self, found: bout_answer.Strata, coverage: Mapping[str, Answer], lang: str) -> None:
        self._found, self._coverage, self._lang = found, coverage, lang
        self._made: dict[str, Stratum] = {}

    def __getitem__(self, limits: str) -> Stratum:
        coverage = self._coverage[limits]
        if limits not in self._made:  # two at once draw the same; all are given the first
            self._made.setdefault(limits, _stratum(self._found.drawn(limits), coverage, self._lang))
        return self._made[limits]

    def __iter__(self) -> Iterator[str]:
        return iter(self._coverage)

    def __len__(self) -> int:
        return len(self._coverage)


def times(store: Store, event: str, where: Where, lang: str = DEFAULT) -> Times:
    """Curves of how bouts end over time; blank event = the whole store."""
    found = _strata(store, event, where)
    answer = found.answer
    usable = [row for row in answer["coverage"] if row["used"]]
    ordered = {row["limits"]: row for row in sorted(usable, key=lambda row: (-row["used"], row["limits"]))}
    names = {limits: _name(row, lang) for limits, row in ordered.items()}
    said = bout_sentences.of_times(answer, lang)
    return Times(_Drawn(found, ordered, lang), names, of_data(answer["data"], lang), said)


@read_once.of_event
def _strata(store: Store, event: str, where: Where) -> bout_answer.Strata:
    return bout_answer.strata(store, event or None, dict(where))


def _name(coverage: Answer, lang: str) -> str:
    return text("page.methods.stratum", lang, n=coverage["used"], time=bracket_lines.clock(coverage["limit"]))


def _stratum(answer: Answer, coverage: Answer, lang: str) -> Stratum:
    curves, at_risk = answer["curves"], answer["at_risk"]
    told = [row for row in answer["summary"] if row["events"]]
    ways = {row["cause"] for row in told} - {"any"}
    occurring = ways if len(ways) == 1 else {*ways, "any"}  # of one way alone both curves are the same
    drawn = pd.DataFrame([row for row in curves if row["cause"] in occurring] or curves[:1])
    rows = [
        {
            "method": bout_sentences.cause_name(row["cause"], lang),
            "count": row["events"],
            **{key: row[key] for key in ("n", "share", "low", "high")},
            "median": bracket_lines.clock(row["median"]) or "–",
        }
        for row in told
        if row["cause"] in occurring
    ]
    columns = ["method", "count", "n", "share", "low", "high", "median"]
    return Stratum(_name(coverage, lang), drawn, pd.DataFrame(at_risk), coverage, pd.DataFrame(rows, columns=columns))


def scores(store: Store, event: str, where: Where, lang: str = DEFAULT) -> Scores:
    """What decided on score, by how much, and how often each action occurs; blank event = the whole store."""
    answer = _scored(store, event, where)
    margins = ["decision", "margin", "count", "n", "share", "low", "high", "unknown"]
    shares = ["count", "n", "share", "low", "high"]
    decided = [
        {"method": method_name(row["decision"], lang), **{key: row[key] for key in shares}}
        for row in answer["decided"]
        if row["count"]
    ]
    actions = [
        {"action": term("action", row["action"], lang), "times": row["times"], **{key: row[key] for key in shares}}
        for row in answer["actions"]
    ]
    return Scores(
        margins=pd.DataFrame(answer["margins"], columns=margins),
        decided=pd.DataFrame(decided, columns=["method", *shares]),
        actions=pd.DataFrame(actions, columns=["action", "times", *shares]),
        data=of_data(answer["data"], lang),
        notes=[*_first(answer, lang), *bout_sentences.of_scores(answer, lang)],
    )


@read_once.of_event
def _scored(store: Store, event: str, where: Where) -> Answer:
    return bout_answer.score(store, event or None, where=dict(where))


def _first(answer: Answer, lang: str) -> list[str]:
    """How often whoever scored first won."""
    found = next((row for row in answer["first"] if row["ended"] == "any" and row["n"]), None)
    if found is None:
        return []
    shares = {name: f"{100 * found[name]:.0f}" for name in ("share", "low", "high")}
    return [text("page.methods.first_score", lang, n=found["n"], won=found["count"], **shares)]
