"""An athlete's rating over time: after every rated bout, within the band that says how little a few bouts tell."""

from __future__ import annotations

import html
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import plotly.graph_objects as go

from analytics import queries, ratings, results
from publishing.athlete_page import identity
from publishing.charts import CLEAR, INK, LIGHT, grid
from publishing.figure_parts import FIRST, faint
from publishing.wording import DEFAULT, text

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

    from analytics.store import Store

MOST = 50_000  # bouts that are rated while somebody waits
_KEPT = 200  # athletes whose rows stay cut out
_BESIDE = 12  # whole numbers that have room beside each other on a phone


class Trails(Mapping[str, Mapping[str, "pd.DataFrame"]]):
    """`name @ academy` -> uniform -> his rows, cut out of those of all when somebody asks: few of thousands are."""

    def __init__(self, rows: Mapping[str, pd.DataFrame]) -> None:
        """`rows`: of each uniform, as `ratings.trails` has them."""
        self._rows = rows
        self._places: dict[str, dict[str, np.ndarray]] = {}
        self._cut: dict[str, dict[str, pd.DataFrame]] = {}
        self._cutting = threading.Lock()
        for uniform, all_rows in rows.items():
            for who, places in _people(all_rows):
                self._places.setdefault(who, {})[uniform] = places

    def __getitem__(self, who: str) -> dict[str, pd.DataFrame]:
        """A frame of his own for each uniform, the same for everybody: what is drawn of it holds no others' rows."""
        with self._cutting:
            if who not in self._cut:
                self._cut[who] = self._of(who)
                if len(self._cut) > _KEPT:
                    del self._cut[next(iter(self._cut))]
            return self._cut[who]

    def _of(self, who: str) -> dict[str, pd.DataFrame]:
        found = self._places[who].items()
        return {uniform: self._rows[uniform].iloc[places].reset_index(drop=True) for uniform, places in found}

    def __iter__(self) -> Iterator[str]:
        """Everybody who was rated and is one person."""
        return iter(self._places)

    def __len__(self) -> int:
        """So many of them."""
        return len(self._places)


@dataclass(frozen=True)
class Rated:
    """`trails`: `name @ academy` -> uniform -> a row per rated bout: event, mu, low, high, and the rank he has now.

    `many` = so many bouts that none was rated here; else None.
    """

    trails: Mapping[str, Mapping[str, pd.DataFrame]]
    many: int | None = None


def rated(store: Store) -> Rated:
    """Every athlete's rating over time; under-18s are in none, and who is shown of the others the search decides."""
    with store.cursor() as cur:
        of = queries.counted(cur)
        many = ratings.bouts(cur, of)
        if many > MOST:
            return Rated({}, many)
        read = results.of(cur, of)
    # Not in the cursor: after a load whoever asks for another one waits for all that are open.
    return Rated(Trails(ratings.trails(read)))


def _people(rows: pd.DataFrame) -> Iterator[tuple[str, np.ndarray]]:
    """Who, and where his rows are; two people by their identifiers have none: one curve of both would be nobody's."""
    import numpy as np

    if rows.empty:
        return
    person = rows.groupby(["name", "academy"], dropna=False, sort=False).ngroup().to_numpy()
    identified = rows[["id"]].assign(person=person).drop_duplicates()["person"]
    several = np.bincount(identified) > 1
    places = np.argsort(person, kind="stable")
    ends = np.cumsum(np.bincount(person))
    names, academies = rows["name"].tolist(), rows["academy"].tolist()
    for own, is_several in zip(np.split(places, ends[:-1]), several, strict=True):
        if not is_several:
            academy = academies[own[0]]
            yield identity(str(names[own[0]]), academy if isinstance(academy, str) else None), own


def facts(found: Rated, who: str, lang: str = DEFAULT) -> list[str]:
    """Where the athlete stands now, gi and no-gi apart; or that nobody was rated."""
    if found.many is not None:
        return [text("page.athlete.rating_many", lang, n=found.many)]
    said = []
    for uniform, rows in found.trails.get(who, {}).items():
        last = {name: round(float(rows[name].iloc[-1]), 1) for name in ("mu", "low", "high")}
        rank = int(rows["rank"].iloc[-1])
        said.append(text("page.athlete.rating", lang, uniform=uniform, rank=rank, **last))
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
