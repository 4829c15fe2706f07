"""Where the product's answer to an event differs from the oracle's, one line each."""

from __future__ import annotations

from typing import Any

from . import oracle
from .bundle import CATEGORY, Event


def differences(event: Event, answer: dict[str, Any]) -> list[str]:
    return [*_places(event, answer), *_standings(event, answer["standings"])]


def _places(event: Event, answer: dict[str, Any]) -> list[str]:
    wrong = []
    got: dict[tuple[str, ...], list[tuple[Any, ...]]] = {}
    for row in answer["placements"]:
        got.setdefault(_category(row), []).append((row["place"], row["athlete"], row["academy"], row.get("rule")))
    unresolved = {_category(row): row for row in answer["unresolved"]}
    results = oracle.places(event)
    for key, result in results.items():
        seen = sorted(place[:3] for place in got.get(key, []))
        state = unresolved[key].get("state", "unresolved") if key in unresolved else "resolved"
        if seen != result.places:
            wrong.append(f"{'/'.join(key)}: product {state} {sorted(got.get(key, []))}, oracle {result}")
        elif not _same_state(state, result):
            wrong.append(f"{'/'.join(key)}: product {state} ({unresolved.get(key)}), oracle {result}")
    return wrong + [f"{'/'.join(key)}: unknown to the oracle" for key in {*got, *unresolved} - set(results)]


def _same_state(state: str, result: oracle.Result) -> bool:
    return state == (result.state if result.state in ("open", "needs_ruling") else "resolved")


def _standings(event: Event, tables: dict[str, Any]) -> list[str]:
    wrong = []
    awards = {award["id"]: award for award in oracle.awards(event)}
    for name, award in awards.items():
        want = [_row(row) for row in oracle.standing(event, award)]
        got = [_row(row) for row in tables.get(name, {"standings": []})["standings"]]
        if _comparable(got) != _comparable(want):
            wrong.append(f"award {name}: product {got}, oracle {want}")
    return wrong + [f"award {name}: unknown to the oracle" for name in set(tables) - set(awards)]


def _row(row: dict[str, Any]) -> tuple[Any, ...]:
    reason = row["reason"] or {}
    return (
        *(row["rank"], row["academy"], row["points"], row["draw_required"], reason.get("level")),
        *(reason.get("own"), reason.get("next")),
    )


def _comparable(rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Without own and next at the levels whose values are no single number (T3) or none (draw)."""
    return [row[:5] if row[4] in ("draw", "higher_rank", "heavier") else row for row in rows]


def _category(row: dict[str, Any]) -> tuple[str, ...]:
    return tuple(row[column] for column in CATEGORY)
