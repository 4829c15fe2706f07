"""What separates two neighbours of a standing, in one sentence: what they are level on, and the level that decides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

from publishing.wording.catalogue import DEFAULT, term, text

Row = Mapping[str, Any]


def of_standing(rows: Sequence[Row], lang: str = DEFAULT) -> list[str]:
    """One sentence for each row of a standing (contract shape) against the next; empty on the last."""
    return [pair(upper, lower, lang) for upper, lower in zip_longest(rows, rows[1:])]


def pair(upper: Row, lower: Row | None, lang: str = DEFAULT) -> str:
    """Why the upper row stands before the lower one, or shares its rank."""
    reason = upper["reason"]
    if reason is None or lower is None:
        return ""
    level, own, following = reason["level"], reason["own"], reason["next"]
    if level == "points":
        return text("reason.points", lang, own=_count("count.points", own, lang), next=following)
    points = _count("count.points", upper["points"], lang)
    if level == "gold":
        return text("reason.gold", lang, points=points, own=_count("count.golds", own, lang), next=following)
    golds = _count("count.golds", upper["gold"], lang)
    if level == "silver":
        own = _count("count.silvers", own, lang)
        return text("reason.silver", lang, points=points, golds=golds, own=own, next=following)
    shared = {"points": points, "golds": golds, "silvers": _count("count.silvers", upper["silver"], lang)}
    if level == "draw":
        return _drawn(bool(upper["draw_required"]), shared, lang)
    champions = _count("count.champions", own, lang)
    return text(
        "reason.later", lang, even=_even(level, shared, lang), own=champions, next=following, where=_where(level, lang)
    )


def level(name: str, lang: str = DEFAULT) -> str:
    """What a level of a chain compares."""
    match name:
        case "points":
            return text("page.standing.points", lang)
        case "gold":
            return text("page.standing.gold", lang)
        case "silver":
            return text("page.standing.silver", lang)
        case "draw":
            return text("page.rules.draw", lang)
    return text("page.rules.champions", lang, where=_where(name, lang))


def _drawn(required: bool, shared: Mapping[str, str], lang: str) -> str:
    even = text("reason.even", lang, **shared)
    return text("reason.draw_required", lang, even=even) if required else text("reason.drawn", lang, even=even)


def _even(level: str, shared: Mapping[str, str], lang: str) -> str:
    """Points, golds and silvers; then what the levels in between ask (T1, T2, T3)."""
    if level in {"highest_belt", "higher_rank", "black_adult"}:  # the first after the silvers
        return text("reason.even", lang, **shared)
    return text("reason.even_and", lang, also=_also(level, lang), **shared)


def _also(level: str, lang: str) -> str:
    if level == "heaviest":
        return text("reason.also.highest_belt", lang)
    if level == "heavier":
        return text("reason.also.higher_rank", lang)
    if level.startswith("black_"):
        return text("reason.also.ages_before", lang)
    return text("reason.also.levels_before", lang)


def _where(level: str, lang: str) -> str:
    """What champions a level counts."""
    for prefix, key in (("black_", "reason.where.black"), ("top_belt_", "reason.where.top_belt")):
        if level.startswith(prefix):
            return text(key, lang, age=term("age_division", level.removeprefix(prefix), lang))
    match level:
        case "highest_belt":
            return text("reason.where.highest_belt", lang)
        case "heaviest":
            return text("reason.where.heaviest", lang)
        case "higher_rank":
            return text("reason.where.higher_rank", lang)
        case "heavier":
            return text("reason.where.heavier", lang)
    return text("reason.where.other", lang, level=level)


def _count(key: str, n: int, lang: str) -> str:
    return text(key, lang, n=n)
