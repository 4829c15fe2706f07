"""What the page of a standing shows, as plain frames and sentences; names of minors are gone from all of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pandas as pd

from analytics import explain, points, queries
from publishing import answers, privacy
from publishing.shapes import Answer, parts
from publishing.wording import DEFAULT, notes, reasons, term, text

if TYPE_CHECKING:
    from analytics.awarded import Place
    from analytics.store import Store
    from publishing.privacy import Shield

MEDALS = ("gold", "silver", "bronze")


@dataclass(frozen=True)
class Standing:
    """`rows`: rank, academy, points, medals, reason; `bars`: points by place; `unresolved`: a sentence per category."""

    answer: Answer
    rows: pd.DataFrame
    bars: pd.DataFrame
    unresolved: Sequence[str]
    notes: Sequence[str]


@dataclass(frozen=True)
class Behind:
    """The medals of one academy: category, place, athlete as shown, points, counted, rule; and its two neighbours."""

    academy: str
    title: str
    lines: pd.DataFrame
    sentences: Sequence[str]
    protected: bool


def choices(store: Store) -> dict[str, tuple[str, dict[str, str]]]:
    """Event -> its name, and its awards (identifier -> name); the newest event first."""
    with store.cursor() as cur:
        found = sorted(queries.current(cur), key=lambda version: (version.start_date, version.event_id), reverse=True)
        listed = {version: queries.awards(cur, version) for version in found}
    return {
        version.event_id: (version.name, dict(zip(awards["award"], awards["name"], strict=True)))
        for version, awards in listed.items()
    }


def standing(store: Store, event: str, award: str, lang: str = DEFAULT) -> Standing:
    """The standing of an award with a reason for every neighbouring pair and everything it rests on."""
    with store.cursor() as cur:  # one file for all of it: a load in between cannot mix two versions
        version = queries.resolve(cur, event)
        answer = answers.standings(store, event, award)
        assert isinstance(answer, dict)  # noqa: S101 - one award asked, one answer
        bars = points.by_place(cur, version, answer["award"])
        waiting = {
            (row["gender"], row["age_division"], row["belt"], row["weight_class"]) for row in answer["unresolved"]
        }
        unsettled = queries.unresolved(cur, version)
        shield = privacy.shield(cur, [version])
    said = [
        *notes.provisional(version.status, lang),
        *notes.of_standing({**answer, "unresolved": []}, lang),
    ]  # told below, one by one
    of_award = [row for row in unsettled.to_dict("records") if tuple(row[part] for part in notes.PARTS) in waiting]
    return Standing(answer, _rows(answer, lang), bars, _unresolved(of_award, shield, lang), said)


def shared_rank(row: Answer) -> str:
    """A rank that academies share until a draw is marked `=`."""
    return f"{row['rank']}=" if row["draw_required"] else f"{row['rank']}"


def _rows(answer: Answer, lang: str) -> pd.DataFrame:
    listed = answer["standings"]
    return pd.DataFrame(
        {
            "rank": [shared_rank(row) for row in listed],
            **{name: [row[name] for row in listed] for name in ("academy", "points", *MEDALS)},
            "reason": reasons.of_standing(listed, lang),
        }
    )


def _unresolved(rows: Sequence[Mapping[Any, Any]], shield: Shield, lang: str) -> list[str]:
    said = []
    for row in rows:
        reason = shield.sentence(str(row["reason"] or ""), lang)
        rule = row["rule"] if isinstance(row["rule"], str) else None  # a frame's missing rule is no None
        values = {"category": notes.category_name(row, lang), "state": notes.state(row["state"], lang)}
        said.append(text("page.standing.waiting", lang, reason=notes.with_rule(reason, rule, lang), **values))
    return said


def behind(store: Store, event: str, award: str, academy: str, lang: str = DEFAULT) -> Behind:
    """Every medal of an academy in an award, each with its points and the rule that gave or took them."""
    with store.cursor() as cur:
        version = queries.resolve(cur, event)
        found = explain.explain(cur, version, award, academy)
        shield = privacy.shield(cur, [version])
        answer = answers.standings(store, event, award)
    assert isinstance(answer, dict)  # noqa: S101 - one award asked, one answer
    lines, hidden = _lines(found.lines, shield, lang)
    row = next((row for row in answer["standings"] if row["academy"] == found.academy.academy), None)
    rank = "–" if row is None else shared_rank(row)
    name = found.academy.academy
    title = text(
        "page.standing.behind", lang, academy=name, points=text("count.points", lang, n=found.points), rank=rank
    )
    return Behind(name, title, lines, _neighbours(answer, name, lang), hidden)


def _lines(places: Sequence[Place], shield: Shield, lang: str) -> tuple[pd.DataFrame, bool]:
    rows = []
    hidden = False
    for place in places:
        hidden = hidden or shield.hides(place.athlete)
        rows.append(
            {
                "category": notes.category_name(parts(place, *notes.PARTS), lang),
                "place": term("place", str(place.place), lang),
                "athlete": shield.name(place.athlete, place.academy, lang),
                "points": place.points,
                "counted": text("page.standing.yes", lang) if place.counted else text("page.standing.no", lang),
                "rule": notes.rule_of_place(place.rule, place.points, lang),
            }
        )
    return pd.DataFrame(rows, columns=["category", "place", "athlete", "points", "counted", "rule"]), hidden


def _neighbours(answer: Answer, academy: str, lang: str) -> list[str]:
    """What separates an academy from the row above and from the row below."""
    listed = answer["standings"]
    said = []
    for upper, lower in pairwise(listed):
        if lower["academy"] == academy:
            reason = reasons.pair(upper, lower, lang)
            said.append(text("page.standing.above", lang, academy=upper["academy"], reason=reason))
        if upper["academy"] == academy:
            reason = reasons.pair(upper, lower, lang)
            said.append(text("page.standing.below", lang, academy=lower["academy"], reason=reason))
    return said
