"""The bracket of one category as an answer: its bouts with where each winner went, its places, its state."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from analytics import bracket_view, left_out
from publishing.answers import asked
from publishing.privacy import Level, shield
from publishing.rows import Rows
from publishing.shapes import CATEGORY, Answer, parts, records, unread

if TYPE_CHECKING:
    from analytics.bracket_view import BracketView
    from analytics.store import Store

_BOUT = (
    "bout",
    "round",
    "depth",
    "next_bout",
    "red_athlete",
    "red_academy",
    "red_lost",
    "blue_athlete",
    "blue_academy",
    "blue_lost",
    "winner",
    "decision",
    "technique",
    "red_points",
    "blue_points",
    "red_advantages",
    "blue_advantages",
    "red_penalties",
    "blue_penalties",
    "elapsed",
    "red_dq",
    "blue_dq",
    "mat",
)
_PLACE = ("place", "athlete", "academy", "rule", "source", "note")


def bracket(
    store: Store,
    event: str | None,
    category: str,
    as_of: datetime | None = None,
    ruleset: str | None = None,
    privacy: Level = Level.OPERATOR,
) -> tuple[Answer, BracketView]:
    """The answer, and the view it was made from, which text and figure draw; both as `privacy` shows them."""
    with asked(store, event, as_of, ruleset) as (cur, version, head):
        found = bracket_view.view(cur, version, bracket_view.category(cur, version, category))
        to = shield(cur, [version], privacy)
        found = to.bracket(found)
        if privacy is Level.OPERATOR:  # in nothing that is published: no official record names them (M17, M18)
            found = replace(found, left_out=left_out.athletes(cur, version, found.category.category_id))
    answer: Answer = to.answer({**head, **shape(found)})
    return answer, found


def shape(view: BracketView) -> Answer:
    """`depth` 0 = the last bout of a tree; `next_bout`, `*_lost` None where there is none."""
    bouts = records(view.bouts, *_BOUT)
    for bout in bouts:
        for name in ("next_bout", "red_lost", "blue_lost"):
            bout[name] = bout[name] or None
    return {
        **parts(view.category, *CATEGORY),
        **unread(view.category.unread),
        **parts(view, "state", "rule", "reason"),
        "bouts": bouts,
        "places": records(view.places, *_PLACE),
        "vacant": list(view.vacant),
        **({} if view.left_out is None else {"without_place": records(view.left_out, "athlete", "academy", "rule")}),
    }


def rows(answer: Answer) -> Rows:
    """One row per bout; the root of each tree before the bouts that led to it."""
    head = {name: answer[name] for name in ("event", *CATEGORY)}
    return Rows(("event", *CATEGORY, *_BOUT), [{**head, **bout} for bout in answer["bouts"]])
