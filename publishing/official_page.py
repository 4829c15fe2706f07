"""An award beside the list the federation published: row by row, and what would account for a difference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from typing import TYPE_CHECKING, Any

import pandas as pd

from analytics import queries
from publishing import answers, privacy, read_once
from publishing.wording import DEFAULT, notes, term, text

if TYPE_CHECKING:
    from analytics.store import Store
    from publishing.shapes import Answer

_COLUMNS = ("academy", "official_rank", "official_points", "rank", "points", "agrees", "why")
_AGREES = {True: "page.standing.yes", False: "page.standing.no"}


@dataclass(frozen=True)
class Official:
    """`rows`: one per line of the list; empty where none was published."""

    rows: pd.DataFrame
    said: Sequence[str]


def official(store: Store, event: str, award: str, lang: str = DEFAULT, as_of: str = "") -> Official:
    """The published list of an award beside what is computed."""
    answer = _read(store, event, award, as_of)
    if answer is None:
        return Official(pd.DataFrame(columns=list(_COLUMNS)), [])
    rows = pd.DataFrame([_row(row, lang) for row in answer["rows"]], columns=list(_COLUMNS))
    if rows.empty:
        return Official(rows, [])
    said = [text("page.official.agree", lang, n=answer["of"], agree=answer["agree"])]
    for row in answer["unlisted"]:
        points = text("count.points", lang, n=row["points"])
        said.append(text("page.official.unlisted", lang, academy=row["academy"], points=points, rank=row["rank"]))
    return Official(rows, said)


@read_once.of_event
def _read(store: Store, event: str, award: str, as_of: str) -> Answer | None:
    """None = no list was published: most events have nothing to compare, and nothing is computed."""
    time = datetime.fromisoformat(as_of) if as_of else None
    with answers.asked(store, event, time) as (cur, version, _):
        meant = queries.award(cur, version, award)
        if queries.official(cur, version, meant.award).empty:
            return None
    answer = answers.comparison(store, event, award, time, privacy.Level.PUBLISHED)
    assert isinstance(answer, dict)  # noqa: S101 - one award asked, one answer
    return answer


def _row(row: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """A rank or points that the list does not give stay empty."""
    whys = [_cause(cause, lang) for cause in row["causes"]]
    return {
        **{name: row[name] for name in ("academy", "official_rank", "official_points", "rank", "points")},
        "agrees": "–" if row["agrees"] is None else text(_AGREES[row["agrees"]], lang),
        "why": reduce(lambda one, other: text("page.official.or", lang, one=one, other=other), whys) if whys else "",
    }


def _cause(cause: Mapping[str, Any], lang: str) -> str:
    places = "; ".join(
        f"{notes.category_name(place, lang)}, {term('place', str(place['place']), lang)}" for place in cause["places"]
    )
    match cause["kind"]:
        case "other_name":
            return text("page.official.other_name", lang, academy=cause["academy"])
        case "unsettled":
            named = "; ".join(notes.category_name(each, lang) for each in cause["categories"])
            return text("page.official.unsettled", lang, categories=named)
        case "counted_anyway":
            return text("page.official.counted_anyway", lang, rules=", ".join(cause["rules"]), places=places)
        case "outside_award":
            return text("page.official.outside", lang, places=places)
    return text("page.official.left_out", lang, places=places)
