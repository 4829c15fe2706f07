"""What the page that compares academies shows: medals, bouts, and rates with what may be concluded of them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pandas as pd

from analytics import academy_field, queries, shrinkage
from publishing.wording import DEFAULT, bout_sentences, text

if TYPE_CHECKING:
    import duckdb

    from analytics.shrinkage import Shrunk
    from analytics.store import Store

_SIDE = ("academy", "gold", "silver", "bronze", "uncontested", "bouts", "wins", "losses")
# Rate -> what is counted, of what.
_RATES = {"wins_per_bout": ("wins", "decided"), "medals_per_entry": ("entered_medals", "entries")}


@dataclass(frozen=True)
class Compared:
    """`side`: one row per academy; `rates`: one per rate and academy, raw and shrunk, with its interval."""

    side: pd.DataFrame
    rates: pd.DataFrame
    notes: Sequence[str]


def compared(store: Store, event: str, chosen: tuple[str, ...], lang: str = DEFAULT) -> Compared:
    """These academies in an event, or over the store where it is blank; rates are drawn towards those of all."""
    with store.cursor() as cur:
        of = [queries.resolve(cur, event)] if event else queries.counted(cur)
        every = _every(cur, event)
        entered = academy_field.entered(cur, of)
    every = every.merge(entered, on="academy_key", how="left")
    every["decided"] = every["wins"] + every["losses"]
    side = every.set_index("academy").reindex(list(chosen)).reset_index()[list(_SIDE)]
    tried = {rate: _tried(every, rate) for rate in _RATES}
    found = {
        rate: shrinkage.shrink(rows["count"], rows["n"], only=rows["academy"].isin(chosen))
        for rate, rows in tried.items()
    }
    rates = pd.concat([_rows(tried[rate], found[rate], chosen, rate, lang) for rate in _RATES], ignore_index=True)
    known = sum(version.has_entries for version in of)
    said = [text("bouts.entries_known", lang, n=len(of), known=known), *_told(found, lang)]
    side = side.fillna(0).astype(dict.fromkeys(_SIDE[1:], "int64"))
    return Compared(side, rates, [*said, text("page.academy.own", lang)])


def _every(cur: duckdb.DuckDBPyConnection, event: str) -> pd.DataFrame:
    """Every academy with a medal or a bout; what it has none of is 0."""
    of = [queries.resolve(cur, event)] if event else queries.counted(cur)
    medals = queries.medals(cur, of)[["academy_key", "academy", "gold", "silver", "bronze", "uncontested"]]
    fought = academy_field.outcomes(cur, event or None)[["academy_key", "academy", "bouts", "wins", "losses"]]
    both = medals.merge(fought, on="academy_key", how="outer", suffixes=("", "_fought"))
    both["academy"] = both["academy"].fillna(both["academy_fought"])
    return both.drop(columns="academy_fought").fillna(
        dict.fromkeys(("gold", "silver", "bronze", "uncontested", "bouts", "wins", "losses"), 0)
    )


def _tried(every: pd.DataFrame, rate: str) -> pd.DataFrame:
    """Every academy with a trial: academy, count, n."""
    count, number = _RATES[rate]
    rows = every[every[number].fillna(0) > 0]
    return pd.DataFrame({"academy": rows["academy"], "count": rows[count], "n": rows[number]}).astype(
        {"count": "int64", "n": "int64"}
    )


def _rows(tried: pd.DataFrame, found: Shrunk, chosen: Sequence[str], rate: str, lang: str) -> pd.DataFrame:
    """The chosen academies; too few academies to tell what these are like: the raw rate alone, with its interval."""
    alone = found.prior is None
    shown = tried.assign(
        rate=bout_sentences.rate_name(rate, lang),
        raw=found.raw,
        shrunk=found.rate,
        low=found.raw_low if alone else found.low,
        high=found.raw_high if alone else found.high,
    )
    order = {name: place for place, name in enumerate(chosen)}
    wanted = shown[shown["academy"].isin(chosen)]
    return wanted.sort_values("academy", key=lambda names: names.map(order), ignore_index=True)


def _told(found: Mapping[str, Shrunk], lang: str) -> list[str]:
    """What shrinking does, and where it cannot, or need not, be done."""
    said = [text("bouts.shrunk", lang)] if any(each.prior is not None for each in found.values()) else []
    for rate, each in found.items():
        named = bout_sentences.rate_name(rate, lang)
        if each.prior is None:
            said.append(text("bouts.too_few_groups", lang, rate=named))
        elif math.isinf(each.prior.strength):
            said.append(text("bouts.no_difference", lang, rate=named))
    return said
