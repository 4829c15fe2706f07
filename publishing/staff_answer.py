"""What those who record decisions choose from: athletes by their own names, ties, what is in force. For staff alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from analytics import academy_matches, draws, queries, recorded
from etl import subjects
from etl.decisions import Decision
from publishing.wording import DEFAULT, notes, term, text

if TYPE_CHECKING:
    from analytics.store import Store

_KINDS = {
    "correction": "changes.kind.correction",
    "ruling": "changes.kind.ruling",
    "draw": "changes.kind.draw",
}
_PARTS = ("gender", "age_division", "belt", "weight_class")


def athletes(store: Store, event: str, category: str) -> list[str]:
    """Everybody in a category, as `NAME @ ACADEMY`, which `correct` and `rule` read back."""
    with store.cursor() as cur:
        load = queries.resolve(cur, event).load_id
        meant = subjects.category(cur, load, category)
        return sorted(one.label for one in subjects.athletes(cur, load, meant.category_id))


def ties(store: Store, event: str, award: str) -> list[list[tuple[str, str]]]:
    """Every group of academies (name and key) that only a draw can separate."""
    with store.cursor() as cur:
        return draws.ties(cur, queries.resolve(cur, event), award)


def in_force(store: Store, event: str, lang: str = DEFAULT) -> dict[tuple[Decision, int], str]:
    """Kind and number of each decision in force -> what it says."""
    with store.cursor() as cur:
        found = [each for each in recorded.decisions(cur, event) if each.undone is None]
    return {
        (kind, each.number): _said(each, lang) for each in found for kind in get_args(Decision) if kind == each.kind
    }


def _said(decision: recorded.Decision, lang: str) -> str:
    parts = decision.category
    what = decision.award if parts is None else notes.category_name(dict(zip(_PARTS, parts, strict=True)), lang)
    kind = f"{text(_KINDS[decision.kind], lang)} {decision.number}"
    return " · ".join(part for part in (kind, what, _subject(decision, lang), decision.recorded_by) if part)


def _subject(decision: recorded.Decision, lang: str) -> str | None:
    """Of a correction `NAME: status`, the status in the language."""
    if decision.kind != "correction" or decision.subject is None:
        return decision.subject
    athlete, colon, status = decision.subject.rpartition(": ")
    return f"{athlete}{colon}{term('status', status, lang)}"


def alike(store: Store) -> list[tuple[str, str]]:
    """Two names that may be one academy and nobody has decided on; the one met less often first."""
    with store.cursor() as cur:
        return [(each.alias, each.academy) for each in academy_matches.suggestions(cur)]
