"""What the page of an athlete shows: who is found by a search, record and rating, medals, bouts; nobody hidden."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pandas as pd

from analytics import bracket_view, careers, queries
from etl import athletes
from publishing import academy_page, bracket_lines, privacy
from publishing.shapes import Answer
from publishing.wording import DEFAULT, notes, term, text

if TYPE_CHECKING:
    from analytics.store import Store
    from publishing.privacy import Shield

AT = " @ "
MOST = 200


@dataclass(frozen=True)
class Athlete:
    """`medals`: one row per medal; `bouts`: one per bout, the last first, opponents as shown."""

    medals: pd.DataFrame
    bouts: pd.DataFrame


def found(record: Answer, typed: str, asked: str | None = None) -> dict[str, str]:
    """Athletes whose name has every word typed, case and accents aside, up to MOST and `asked`: `name @ academy` twice.

    `record` is an answer of `bout_answer.record` of athletes, in which nobody under 18 is; who is shown by the academy
    cannot be looked up.
    """
    wanted = athletes.normal(typed).split()
    named = sorted({identity(row) for row in record["rows"] if _named(row)}, key=str.casefold)
    fitting = [each for each in named if all(word in athletes.normal(each) for word in wanted)]
    shown = fitting[:MOST]
    if asked in fitting and asked not in shown:
        shown.append(asked)
    return {each: each for each in shown}


def _named(row: Mapping[str, Any]) -> bool:
    return bool(row["athlete"]) and row["athlete"] not in (row["academy"], text("privacy.withheld"))


def identity(row: Mapping[str, Any]) -> str:
    """Name and academy, by which an address names an athlete."""
    return row["athlete"] if row["academy"] is None else f"{row['athlete']}{AT}{row['academy']}"


def facts(record: Answer, rating: Answer, who: str, lang: str = DEFAULT) -> list[str]:
    """Medals, bouts, and where the athlete stands among the rated with the band of the strength."""
    row = next(each for each in record["rows"] if identity(each) == who)
    said = [text("page.athlete.medals", lang, **{medal: row[medal] for medal in academy_page.MEDALS})]
    if row["bouts"]:
        said.append(text("page.academy.bouts", lang, n=row["bouts"], wins=row["wins"], losses=row["losses"]))
    for rated in rating["athletes"]:
        if identity(rated) == who:
            band = {name: round(rated[name], 1) for name in ("mu", "low", "high")}
            said.append(text("page.athlete.rating", lang, uniform=rated["uniform"], rank=rated["rank"], **band))
    return said


def methods(record: Answer, who: str, lang: str = DEFAULT) -> pd.DataFrame:
    """How the athlete's bouts were won and lost."""
    return academy_page.method_rows([row for row in record["methods"] if identity(row) == who], lang)


def athlete(store: Store, event: str, who: str, lang: str = DEFAULT) -> Athlete:
    """One athlete in an event, or over the store where it is blank."""
    name, _, academy = who.partition(AT)
    with store.cursor() as cur:
        of = [queries.resolve(cur, event)] if event else queries.counted(cur)
        shield = privacy.shield(cur, of)
        medals = careers.athlete_medals(cur, of, name, academy or None)
        bouts = careers.athlete_bouts(cur, of, name, academy or None)
    return Athlete(_medals(medals.to_dict("records"), lang), _bouts(bouts.to_dict("records"), shield, lang))


def _medals(rows: Sequence[Mapping[Any, Any]], lang: str) -> pd.DataFrame:
    shown = [
        {
            "event": row["name"],
            "category": notes.category_name(row, lang),
            "place": term("place", str(row["place"]), lang),
            "rule": row["rule"],
        }
        for row in rows
    ]
    return pd.DataFrame(shown, columns=["event", "category", "place", "rule"])


def _bouts(rows: Sequence[Mapping[Any, Any]], shield: Shield, lang: str) -> pd.DataFrame:
    shown = [
        {
            "event": row["name"],
            "category": notes.category_name(row, lang),
            "round": term("round", row["round"] if isinstance(row["round"], str) else "unknown", lang),
            "outcome": _outcome(row, lang),
            "opponent": _opponent(row, shield, lang),
            "how": bracket_lines.decided(row, lang),
        }
        for row in rows
    ]
    return pd.DataFrame(shown, columns=["event", "category", "round", "outcome", "opponent", "how"])


def _outcome(row: Mapping[Any, Any], lang: str) -> str:
    if row["winner"] not in bracket_view.SIDES:
        return "–"
    return text("page.academy.won", lang) if row["winner"] == row["side"] else text("page.academy.lost", lang)


def _opponent(row: Mapping[Any, Any], shield: Shield, lang: str) -> str:
    other = "blue" if row["side"] == "red" else "red"
    athlete, academy = row[f"{other}_athlete"], row[f"{other}_academy"]
    return shield.name(athlete, academy, lang) if isinstance(athlete, str) else text("bracket.nobody", lang)
