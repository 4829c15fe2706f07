"""What the page of medals shows: every medal and those that gave points, of all categories or of some."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pandas as pd

from analytics import coverage, medal_parts, queries
from publishing import read_once
from publishing.wording import DEFAULT, notes, term, text

if TYPE_CHECKING:
    import duckdb

    from analytics.store import Store
    from analytics.versions import Version

MEDALS = ("gold", "silver", "bronze")
NUMBERS = (*MEDALS, *(f"{medal}_counted" for medal in MEDALS), "uncontested")


@dataclass(frozen=True)
class Medals:
    """`rows`: the part asked for where there is one, academy, medals, those that count, the uncontested.

    `needed`: what stands with the table wherever it is shown.
    """

    rows: pd.DataFrame
    notes: Sequence[str]
    needed: Sequence[str]


def parts(store: Store, event: str, lang: str = DEFAULT) -> dict[str, dict[str, str]]:
    """Part of a category -> its values that have a medal, in order, with their names; blank event = the whole store."""
    found = _parts(store, event)
    return {part: {value: part_name(part, value, lang) for value in values} for part, values in found.items()}


@read_once.of_event
def _parts(store: Store, event: str) -> Mapping[str, Sequence[str]]:
    with store.cursor() as cur:
        return medal_parts.every_value(cur, _asked(cur, event))


def part_name(part: str, value: str, lang: str = DEFAULT) -> str:
    """The word for a value; a combined belt by all its parts."""
    return "+".join(term(part, each, lang) for each in value.split("+"))


def table(store: Store, event: str, where: tuple[tuple[str, str], ...], by: str, lang: str = DEFAULT) -> Medals:
    """The medal table of an event, or of the whole store where it is blank; `by` blank = not split."""
    found = _read(store, event, where, by)
    shown = found.rows
    if by:
        shown = shown.assign(part=[part_name(by, value, lang) for value in shown["part"]])
    else:
        shown = shown.drop(columns="part")
    said = [text("page.medals.counted_note", lang), *notes.about({"rejected_rows": found.rejected}, lang)]
    if found.waiting:
        said.append(text("page.medals.waiting", lang, n=found.waiting))
    if found.without:
        said.append(text("release.without_academy", lang, n=found.without))
    return Medals(shown, said, [] if found.status is None else notes.provisional(found.status, lang))


@dataclass(frozen=True)
class _Read:
    """What `table` words: `without` academy, categories `waiting`, `rejected` rows; `status` of a single event."""

    rows: pd.DataFrame
    without: int
    waiting: int
    rejected: int
    status: str | None


@read_once.of_event
def _read(store: Store, event: str, where: tuple[tuple[str, str], ...], by: str) -> _Read:
    with store.cursor() as cur:
        of = _asked(cur, event)
        return _Read(
            medal_parts.medals(cur, of, dict(where), by or None)[["part", "academy", *NUMBERS]],
            coverage.places_without_academy(cur, of),
            medal_parts.unsettled(cur, of, dict(where)),
            coverage.rejected_rows(cur, of),
            of[0].status if len(of) == 1 else None,
        )


def _asked(cur: duckdb.DuckDBPyConnection, event: str) -> list[Version]:
    return [queries.resolve(cur, event)] if event else queries.counted(cur)
