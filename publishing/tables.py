"""A release as flat tables of fixed columns: what the CSV, XLSX and Parquet of it hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from publishing import rows
from publishing.wording import DEFAULT

if TYPE_CHECKING:
    from publishing.content import Content, EventContent, SeasonContent
    from publishing.rows import Rows
    from publishing.shapes import Answer

# Every other column is text, also where all of its cells are empty: a column has one type in every release.
_SEASON = ("season", "event_season", "previous_rank")
_MEDALS = ("gold", "silver", "bronze", "gold_counted", "silver_counted", "bronze_counted", "uncontested")
WHOLE = frozenset({"rank", "points", *_MEDALS, "place", "reason_own", "reason_next", "position", *_SEASON})
DECIMALS = frozenset({"total", "base", "open_class", "weight", "factor", "points"})
YES_NO = frozenset({"draw_required", "counted"})

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")


@dataclass(frozen=True)
class Table:
    """Rows under one heading; `sheet` is its name in a workbook."""

    name: str
    sheet: str
    columns: Sequence[str]
    rows: Sequence[Answer]
    decimals: frozenset[str] = frozenset()  # columns whose numbers may have a fraction


def of_event(event: EventContent) -> list[Table]:
    """Standings, medal table, places, and the draws recorded."""
    named: dict[str, Rows] = {
        "standings": rows.standings(list(event.standings)),
        "medals": rows.medals(event.medals),
        "placements": rows.placements(event.placements[DEFAULT]),
        "draws": _draws(event.draws),
    }
    return [Table(f"{event.slug}-{name}", name, *found) for name, found in named.items()]


def of_release(content: Content) -> Iterator[Table]:
    """The tables of every event, in the order of the release, then those of its seasons."""
    for event in content.events:
        yield from of_event(event)
    for season in content.seasons:
        yield of_season(season)


def of_season(season: SeasonContent) -> Table:
    """One row per line behind a total."""
    return Table(season.slug, "season", *rows.season(season.answer), decimals=DECIMALS)


def _draws(draws: Sequence[Answer]) -> Rows:
    """One row per academy of a draw, as `draws.csv` of a bundle has them; the digest beside it."""
    found = [
        {**draw, "tie": "|".join(sorted(draw["academies"])), "position": number, "academy": academy, "digest": digest}
        for draw in draws
        for number, (academy, digest) in enumerate(zip(draw["academies"], draw["digests"], strict=True), start=1)
    ]
    columns = ("award", "tie", "position", "academy", "seed", "digest", "drawn_at", "recorded_by")
    return rows.Rows(columns, found)


def runs(value: object) -> bool:
    """Whether a spreadsheet would take this text for a formula or a command."""
    return isinstance(value, str) and value.lstrip(" \u3000\xa0\ufeff").startswith(_FORMULA)
