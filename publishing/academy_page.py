"""What the pages of an academy show: its standings and medals over events, how it wins, and several compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pandas as pd

from analytics import careers, queries
from publishing import privacy
from publishing.shapes import Answer
from publishing.wording import DEFAULT, bout_sentences, method_sentences, notes, term, text

if TYPE_CHECKING:
    from analytics.store import Store

MEDALS = ("gold", "silver", "bronze")
_OUTCOMES = {"won": "page.academy.won", "lost": "page.academy.lost"}
RATES = ("medals_per_entry", "contested_per_bout", "wins_per_bout")


@dataclass(frozen=True)
class Academy:
    """`standings`: one row per event and award; `medals`: one per medal, names as shown."""

    standings: pd.DataFrame
    medals: pd.DataFrame


def academy(store: Store, event: str, name: str, lang: str = DEFAULT) -> Academy:
    """One academy in an event, or over the store where it is blank."""
    with store.cursor() as cur:
        of = [queries.resolve(cur, event)] if event else queries.counted(cur)
        standings = careers.standings(cur, of, name)
        medals = careers.academy_medals(cur, of, name)
        shield = privacy.shield(cur, of)
    standings["rank"] = [
        f"{rank}=" if shared else f"{rank}"
        for rank, shared in zip(standings["rank"], standings["draw_required"], strict=True)
    ]
    won = [
        {
            "event": row["name"],
            "category": notes.category_name({str(key): value for key, value in row.items()}, lang),
            "place": term("place", str(row["place"]), lang),
            "athlete": shield.name(row["athlete"], row["academy"], lang),
            "counted": text("page.standing.yes", lang) if row["counted"] is True else text("page.standing.no", lang),
            "rule": row["rule"],
        }
        for row in medals.to_dict("records")
    ]
    columns = ["event", "category", "place", "athlete", "counted", "rule"]
    return Academy(standings[["name", "award", "rank", "points", *MEDALS]], pd.DataFrame(won, columns=columns))


def names(record: Answer) -> list[str]:
    """Every academy of an answer of `bout_answer.record`, by name."""
    return sorted({row["academy"] for row in record["rows"]}, key=str.casefold)


def facts(record: Answer, name: str, lang: str = DEFAULT) -> list[str]:
    """Medals and bouts of an academy in sentences."""
    row = next(each for each in record["rows"] if each["academy"] == name)
    said = [text("page.academy.medals", lang, **{medal: row[medal] for medal in MEDALS}, contested=row["contested"])]
    if row["bouts"]:
        said.append(text("page.academy.bouts", lang, n=row["bouts"], wins=row["wins"], losses=row["losses"]))
    if neither := row["bouts"] - row["wins"] - row["losses"]:
        said.append(text("page.academy.neither", lang, n=neither))
    return said


def methods(record: Answer, name: str, lang: str = DEFAULT) -> pd.DataFrame:
    """How an academy's bouts were won and lost, each share with its interval; what is not known has none."""
    return method_rows([row for row in record["methods"] if row["academy"] == name], lang)


def method_rows(rows: Sequence[Mapping[str, Any]], lang: str = DEFAULT) -> pd.DataFrame:
    """Rows of the table `methods` in words."""
    found = [
        {
            "outcome": text(_OUTCOMES[row["outcome"]], lang),
            "method": text("chart.method.unknown", lang)
            if row["method"] == "unknown"
            else method_sentences.method_name(row["method"], lang),
            **{name: row[name] for name in ("count", "n", "share", "low", "high")},
        }
        for row in rows
    ]
    return pd.DataFrame(found, columns=["outcome", "method", "count", "n", "share", "low", "high"])


def compared(record: Answer, chosen: Sequence[str], lang: str = DEFAULT) -> pd.DataFrame:
    """One row per academy and rate: raw, and drawn towards what academies are like, with its interval."""
    found = [
        {
            "academy": row["academy"],
            "rate": bout_sentences.rate_name(row["rate"], lang),
            **{name: row[name] for name in ("count", "n", "raw", "shrunk", "low", "high")},
        }
        for rate in RATES
        for name in chosen
        for row in record["rates"]
        if row["academy"] == name and row["rate"] == rate
    ]
    return pd.DataFrame(found, columns=["academy", "rate", "count", "n", "raw", "shrunk", "low", "high"])


def side_by_side(record: Answer, chosen: Sequence[str]) -> pd.DataFrame:
    """One row per academy: medals, those fought for, bouts won and lost."""
    columns = ["academy", *MEDALS, "contested", "bouts", "wins", "losses"]
    found = [row for name in chosen for row in record["rows"] if row["academy"] == name]
    return pd.DataFrame([{column: row[column] for column in columns} for row in found], columns=columns)
