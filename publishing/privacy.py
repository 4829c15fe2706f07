"""The one place that decides what is shown of whom: under-18s, and those whose age nobody knows, by their academy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from analytics import bracket_view
from publishing.wording import DEFAULT, text

if TYPE_CHECKING:
    from analytics.bracket_view import BracketView
    from analytics.minors import Minors


class Level(StrEnum):
    """For whom something is made: the operator's own program, or whoever opens a page or a release."""

    OPERATOR = "operator"
    PUBLISHED = "published"


def shown_name(row: Mapping[Any, Any], level: Level, lang: str = DEFAULT) -> str:
    """The athlete's name, or the academy in its place where `is_minor` is not plainly False: unknown is a minor."""
    if level is Level.OPERATOR or _is_adult(row.get("is_minor")):
        return str(row["athlete"])
    academy = row.get("academy")
    return academy if isinstance(academy, str) and academy else text("privacy.withheld", lang)


def shown_reason(row: Mapping[str, Any], level: Level, minors: Minors, lang: str = DEFAULT) -> str:
    """Why a category is not settled; such a sentence names athletes, so it is withheld where one of them is a minor."""
    if level is Level.PUBLISHED and row["category_id"] in minors.categories:
        return text("page.standing.withheld", lang)
    return str(row["reason"] or "")


def is_minor(athlete_key: str | None, category_is_minor: object, minors: Minors) -> bool | None:
    """Of a person rather than a category: a juvenile in an adult open class stays a minor; None = not known."""
    if athlete_key in minors.athletes:
        return True
    return False if _is_adult(category_is_minor) else None


def _is_adult(value: object) -> bool:
    # A DataFrame's NaN and NA are no False; neither is 0.
    return type(value).__name__ in {"bool", "bool_"} and not value


def of_bracket(view: BracketView, minors: Minors, level: Level, lang: str = DEFAULT) -> BracketView:
    """The bracket with names as `level` may see them, and no reason that names a minor."""
    marked = bracket_view.with_minors(view, minors.athletes)
    bouts, places = marked.bouts.copy(), marked.places.copy()
    for side in bracket_view.SIDES:
        bouts[f"{side}_athlete"] = [
            shown_name({"athlete": name, "academy": academy, "is_minor": young}, level, lang)
            if isinstance(name, str)
            else None
            for name, academy, young in zip(
                bouts[f"{side}_athlete"], bouts[f"{side}_academy"], bouts[f"{side}_is_minor"], strict=True
            )
        ]
    places["athlete"] = [shown_name(row, level, lang) for row in places.to_dict("records")]
    reason = shown_reason({"category_id": view.category.category_id, "reason": view.reason}, level, minors, lang)
    hidden = [f"{side}_key" for side in bracket_view.SIDES]
    return replace(marked, bouts=bouts.drop(columns=hidden), places=places.drop(columns="athlete_key"), reason=reason)
