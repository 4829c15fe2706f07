"""An athlete's rating over time: after every rated bout, within the band that says how little a few bouts tell."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import plotly.graph_objects as go

from analytics import queries, ratings
from publishing.athlete_page import identity
from publishing.charts import CLEAR, INK, LIGHT, grid
from publishing.figure_parts import FIRST, faint
from publishing.wording import DEFAULT, text

if TYPE_CHECKING:
    import pandas as pd

    from analytics.store import Store

MOST = 50_000  # bouts that are rated while somebody waits
_BESIDE = 12  # whole numbers that have room beside each other on a phone


@dataclass(frozen=True)
class Rated:
    """`trails`: `name @ academy` -> uniform -> a row per rated bout: event, date, mu, low, high; and the rank of each.

    `many` = so many bouts that none was rated here; else None.
    """

    trails: Mapping[str, Mapping[str, pd.DataFrame]]
    ranks: Mapping[tuple[str, str], int]
    many: int | None = None


def rated(store: Store) -> Rated:
    """Every athlete's rating over time; under-18s are in none, and who is shown of the others the search decides."""
    with store.cursor() as cur:
        of = queries.counted(cur)
        many = ratings.bouts(cur, of)
        if many > MOST:
            return Rated({}, {}, many)
        found = ratings.trails(cur, of)
    trails: dict[str, dict[str, pd.DataFrame]] = {}
    ranks = {}
    for uniform, rows in found.items():
        for (name, academy), own in rows.groupby(["name", "academy"], dropna=False, sort=False):
            if own["id"].nunique() > 1:  # two people by their identifiers: one curve of both would be nobody's
                continue
            who = identity(str(name), academy if isinstance(academy, str) else None)
            trails.setdefault(who, {})[uniform] = own.reset_index(drop=True)
            ranks[who, uniform] = int(own["rank"].iloc[-1])
    return Rated(trails, ranks)


def facts(found: Rated, who: str, lang: str = DEFAULT) -> list[str]:
    """Where the athlete stands now, gi and no-gi apart; or that nobody was rated."""
    if found.many is not None:
        return [text("page.athlete.rating_many", lang, n=found.many)]
    said = []
    for uniform, rows in found.trails.get(who, {}).items():
        last = {name: round(float(rows[name].iloc[-1]), 1) for name in ("mu", "low", "high")}
        said.append(text("page.athlete.rating", lang, uniform=uniform, rank=found.ranks[who, uniform], **last))
    return said


def figure(rows: pd.DataFrame, template: str = LIGHT, lang: str = DEFAULT) -> go.Figure:
    """The strength after each bout in order, within its 95 % band."""
    x = list(range(1, len(rows) + 1))
    low, high = rows["low"].tolist(), rows["high"].tolist()
    hover = [
        html.escape(text("page.athlete.rating_hover", lang, event=row["event"], **_numbers(row)), quote=False)
        for row in rows.to_dict("records")
    ]
    drawn = go.Figure(
        [
            go.Scatter(
                name=text("page.athlete.rating_band", lang), x=[*x, *reversed(x)], y=[*high, *reversed(low)],
                fill="toself", fillcolor=faint(FIRST), mode="none", hoverinfo="skip",
            ),
            go.Scatter(
                name=text("page.athlete.rating_axis", lang), x=x, y=rows["mu"].tolist(), mode="lines+markers",
                line={"color": FIRST, "width": 2}, marker={"color": FIRST, "size": 7}, hovertext=hover,
                hoverinfo="text",
            ),
        ]
    )  # fmt: skip
    drawn.update_layout(
        template=template, paper_bgcolor=CLEAR, plot_bgcolor=CLEAR, font={"color": INK[template]}, height=340,
        margin={"l": 8, "r": 16, "t": 8, "b": 8}, dragmode=False,
        legend={"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom"},
    )  # fmt: skip
    drawn.update_xaxes(title=text("page.athlete.rating_bout", lang), gridcolor=grid(template), tickformat="d")
    if len(x) <= _BESIDE:
        drawn.update_xaxes(tickvals=x)
    drawn.update_yaxes(title=text("page.athlete.rating_axis", lang), gridcolor=grid(template), zeroline=False)
    return drawn


def alt(rows: pd.DataFrame, who: str, uniform: str, lang: str = DEFAULT) -> str:
    """The figure in words: where it begins and where it ends."""
    first, last = (round(float(rows["mu"].iloc[n]), 1) for n in (0, -1))
    return text("page.athlete.rating_alt", lang, uniform=uniform, athlete=who, first=first, last=last)


def _numbers(row: Mapping[object, object]) -> dict[str, float]:
    return {name: round(float(str(row[name])), 1) for name in ("mu", "low", "high")}


def uniforms(found: Rated, who: str) -> Sequence[tuple[str, pd.DataFrame]]:
    """The trails of one athlete, gi before no-gi."""
    return tuple(found.trails.get(who, {}).items())
