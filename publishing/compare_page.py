"""What the page that compares academies shows: medals, bouts, and rates with what may be concluded of them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pandas as pd

from analytics import academy_field, queries, shrinkage
from publishing import read_once
from publishing.wording import DEFAULT, bout_sentences, text

if TYPE_CHECKING:
    import duckdb

    from analytics.shrinkage import Prior, Shrunk
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
    read = _read(store, event, chosen)
    priors = {rate: found.prior for rate, (_, found) in read.rates.items()}
    each = [_rows(*read.rates[rate], chosen, rate, lang) for rate in _RATES]
    said = [text("bouts.entries_known", lang, n=read.events, known=read.known), *_told(priors, lang)]
    return Compared(read.side, pd.concat(each, ignore_index=True), [*said, text("page.academy.own", lang)])


@dataclass(frozen=True)
class _Read:
    """What `compared` words: `rates`: those who tried, and what was found; `known`: of so many events the entries."""

    side: pd.DataFrame
    rates: Mapping[str, tuple[pd.DataFrame, Shrunk]]
    events: int
    known: int


@read_once.of_event
def _read(store: Store, event: str, chosen: tuple[str, ...]) -> _Read:
    of, every = _all(store, event)
    side = every.set_index("academy").reindex(list(chosen)).reset_index()[list(_SIDE)]
    tried = {rate: _tried(every, rate) for rate in _RATES}
    found = {
        rate: (rows, shrinkage.shrink(rows["count"], rows["n"], only=rows["academy"].isin(chosen)))
        for rate, rows in tried.items()
    }
    side = side.fillna(0).astype(dict.fromkeys(_SIDE[1:], "int64"))
    return _Read(side, found, *of)


@read_once.of_event
def _all(store: Store, event: str) -> tuple[tuple[int, int], pd.DataFrame]:
    """How many events, and of how many the entries are known; every academy, whichever are compared."""
    with store.cursor() as cur:
        of = [queries.resolve(cur, event)] if event else queries.counted(cur)
        every = _every(cur, event)
        entered = academy_field.entered(cur, of)
    every = every.merge(entered, on="academy_key", how="left")
    every["decided"] = every["wins"] + every["losses"]
    return (len(of), sum(version.has_entries for version in of)), every


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


def _told(priors: Mapping[str, Prior | None], lang: str) -> list[str]:
    """What shrinking does, and where it cannot, or need not, be done."""
    said = [text("bouts.shrunk", lang)] if any(prior is not None for prior in priors.values()) else []
    for rate, prior in priors.items():
        named = bout_sentences.rate_name(rate, lang)
        if prior is None:
            said.append(text("bouts.too_few_groups", lang, rate=named))
        elif math.isinf(prior.strength):
            said.append(text("bouts.no_difference", lang, rate=named))
    return said
