"""Why an academy is not one higher: where the gap to another lies, and which results would have closed it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from typing import TYPE_CHECKING, Any

import pandas as pd

from analytics import explain, queries
from publishing import answers, privacy, read_once, shapes
from publishing.wording import DEFAULT, notes, reasons, term, text

if TYPE_CHECKING:
    from analytics.store import Store
    from publishing.privacy import Shield
    from publishing.shapes import Answer

_COLUMNS = ("category", "gain", "own", "other")


@dataclass(frozen=True)
class Gap:
    """`rows`: category, gain (own minus other's points), medals of both; `closings`: a sentence per set of results."""

    other: str
    said: str
    rows: pd.DataFrame
    closings: Sequence[str]


def above(
    store: Store, event: str, award: str, academy: str, lang: str = DEFAULT, ruleset: str = "", as_of: str = ""
) -> Gap:
    """The gap to the academy of the row above; the first of a standing has none."""
    read, shield = _read(store, event, award, academy, ruleset, as_of)
    answer = shield.answer(read, lang)
    gap = answer["against"]
    rows = [_row(each, lang) for each in gap["differences"]]
    closings = [_closing(each, gap, lang) for each in gap["closings"]]
    if not closings:
        closings = [text("page.gap.none", lang, academy=answer["academy"])]
    return Gap(gap["academy"], _said(answer, gap, lang), pd.DataFrame(rows, columns=list(_COLUMNS)), closings)


@read_once.of_event
def _read(store: Store, event: str, award: str, academy: str, ruleset: str, as_of: str) -> tuple[Answer, Shield]:
    """With whomever it names, and whom of them nobody may name."""
    time = datetime.fromisoformat(as_of) if as_of else None
    with answers.asked(store, event, time, ruleset or None) as (cur, version, head):
        meant = queries.award(cur, version, award)
        found = explain.against(cur, version, meant.award, academy)
        answer = shapes.explanation(head, meant, found.own, found)
        return answer, privacy.shield_for(cur, [version], answer)


def _said(answer: Mapping[str, Any], gap: Mapping[str, Any], lang: str) -> str:
    """How far behind, or the level of the chain that separates two on equal points."""
    if gap["gap"]:
        points = text("count.points", lang, n=-gap["gap"])
        return text("page.gap.behind", lang, points=points, other=gap["academy"])
    level = reasons.level(gap["level"] or "draw", lang)
    values = "" if gap["own"] is None else f" {gap['own']} : {gap['other']}"
    return text("page.gap.level", lang, other=gap["academy"], reason=f"{level}{values}")


def _row(difference: Mapping[str, Any], lang: str) -> dict[str, Any]:
    return {
        "category": notes.category_name(difference, lang),
        "gain": difference["points"],
        "own": _medals(difference["own"], lang),
        "other": _medals(difference["other"], lang),
    }


def _medals(lines: Sequence[Mapping[str, Any]], lang: str) -> str:
    """`Gold, Bronze`; those that gave no points say so (they break ties, A6)."""
    counted = ", ".join(term("place", str(line["place"]), lang) for line in lines if line["counted"])
    rest = ", ".join(term("place", str(line["place"]), lang) for line in lines if not line["counted"])
    without = text("page.gap.uncounted", lang, places=rest) if rest else ""
    return ", ".join(filter(None, [counted, without])) or "–"


def _closing(closing: Mapping[str, Any], gap: Mapping[str, Any], lang: str) -> str:
    changes = [_change(change, lang) for change in closing["changes"]]
    told = reduce(lambda first, second: text("page.gap.and", lang, first=first, second=second), changes)
    own, other = closing["behind"], closing["other"]
    values = {"changes": told, "rank": own["rank"], "points": text("count.points", lang, n=own["points"])}
    if closing["only_a_draw"]:
        return text("page.gap.closing_draw", lang, **values)
    if other is None:
        return text("page.gap.closing_alone", lang, other=gap["academy"], **values)
    beside = {"other_rank": other["rank"], "other_points": text("count.points", lang, n=other["points"])}
    return text("page.gap.closing", lang, other=gap["academy"], **values, **beside)


def _change(change: Mapping[str, Any], lang: str) -> str:
    return text(
        "page.gap.change",
        lang,
        athlete=change["athlete"],
        place=term("place", str(change["to_place"]), lang),
        loser=change["from_athlete"],
        category=notes.category_name(change, lang),
    )
