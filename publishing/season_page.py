"""What the page of standings shows of a season: the ranking of a scheme, and the results behind a total."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pandas as pd

from analytics import queries, scheme
from analytics import season as seasons_of
from publishing import privacy, read_once, season_answer
from publishing.privacy import Level
from publishing.shapes import parts, unread
from publishing.wording import DEFAULT, notes, own, term, text

if TYPE_CHECKING:
    from analytics.season import Line
    from analytics.store import Store
    from publishing.privacy import Shield
    from publishing.shapes import Answer

MOST = 500  # academies, and results behind one of a ranking; nobody reads more of them on a page
ATHLETES = 250  # of hundreds of thousands; who is who among five hundred would take 0.15 s more of ten million bouts
_REASONS = {
    "points": "page.season.reason.points",
    "gold": "page.season.reason.gold",
    "silver": "page.season.reason.silver",
    "bronze": "page.season.reason.bronze",
    "season": "page.season.reason.season",
    "best": "page.season.reason.best",
    "events": "page.season.reason.events",
}
_LINES = ("event", "category", "place", "base", "open_class", "weight", "factor", "points")


@dataclass(frozen=True)
class Ranking:
    """`rows`: rank, name, academy (of athletes), points, movement, reason; the first MOST, or ATHLETES, of them.

    `keys`: under what a row is chosen -> what `lines` takes, in the order of the rows.
    """

    title: str
    rows: pd.DataFrame
    keys: Mapping[str, str]
    notes: Sequence[str]


def schemes(lang: str = DEFAULT) -> dict[str, str]:
    """The schemes shipped -> their titles."""
    return {name: own("scheme", name, scheme.load(name).title, lang) for name in scheme.names()}


def unit(name: str) -> str:
    """What a scheme ranks unless asked otherwise: `athlete` or `academy`."""
    return scheme.load(name).by


def seasons(store: Store) -> list[str]:
    """The years in which the store has an event, the newest first."""
    with store.cursor() as cur:
        return [str(year) for year in sorted({v.start_date.year for v in queries.counted(cur)}, reverse=True)]


def ranking(store: Store, name: str, season: str, by: str, lang: str = DEFAULT) -> Ranking:
    """Everybody with a point in a season; whoever is hidden stands under the academy."""
    answer, keys, ranked = _ranked(store, name, season, by)
    listed = answer["ranking"]
    said = [text("page.quality.first", lang, n=len(listed), of=ranked)] if ranked > len(listed) else []
    rows = pd.DataFrame(
        {
            "rank": [_rank(row, listed) for row in listed],
            "name": [row["name"] for row in listed],
            **({"academy": [row["academy"] or "–" for row in listed]} if by == "athlete" else {}),
            "points": [float(row["points"]) for row in listed],
            "reason": [_reason(row["reason"], lang) for row in listed],
            "moved": [_moved(row, lang) for row in listed],
        }
    )
    return Ranking(answer["title"], rows, keys, [*said, *_notes(answer, lang)])


@read_once.of_store
def _ranked(store: Store, name: str, season: str, by: str) -> tuple[Answer, Mapping[str, str], int]:
    """The first rows as published, their keys, and how many rows there are."""
    answer, found = season_answer.asked(
        store, name, int(season), by, Level.PUBLISHED, most=ATHLETES if by == "athlete" else MOST
    )
    keys = dict(zip(_keys(answer["ranking"]), [row.key for row in found.rows], strict=True))
    return answer, keys, found.ranked


def lines(store: Store, name: str, season: str, by: str, key: str, lang: str = DEFAULT) -> tuple[pd.DataFrame, int]:
    """The results that add up to a total, and how many are beyond those that count."""
    listed, left_out, shield = _lines(store, name, season, by, key)
    apart = shield.answer([unread(line.unread) for line in listed], lang)
    found = [
        {
            **{part: float(getattr(line, part)) for part in ("base", "open_class", "weight", "factor", "points")},
            "event": line.name,
            "category": notes.category_name({**parts(line, *notes.PARTS), **told}, lang),
            "place": term("place", str(line.place), lang),
        }
        for line, told in zip(listed, apart, strict=True)
    ]
    return pd.DataFrame(found, columns=list(_LINES)), left_out


@read_once.of_store
def _lines(store: Store, name: str, season: str, by: str, key: str) -> tuple[Sequence[Line], int, Shield]:
    """The first MOST, how many are beyond those that count, and whom the categories' own words must not name."""
    with store.cursor() as cur:
        every, left_out = seasons_of.lines(cur, scheme.load(name), int(season), by, key)
        listed = every[:MOST]
        return listed, left_out, privacy.shield_for(cur, queries.counted(cur), [unread(one.unread) for one in listed])


def _keys(listed: Sequence[Mapping[str, Any]]) -> list[str]:
    """Name and academy; who has both like another (two hidden of one academy) is told apart by the number."""
    seen: dict[str, int] = {}
    keys = []
    for row in listed:
        own = row["academy"]
        key = row["name"] if own in (None, row["name"]) else f"{row['name']} @ {own}"
        seen[key] = seen.get(key, 0) + 1
        keys.append(key if seen[key] == 1 else f"{key} ({seen[key]})")
    return keys


def _rank(row: Mapping[str, Any], listed: Sequence[Mapping[str, Any]]) -> str:
    shared = sum(other["rank"] == row["rank"] for other in listed[row["rank"] - 1 : row["rank"] + 1]) > 1
    return f"{row['rank']}=" if shared else f"{row['rank']}"


def _reason(reason: Mapping[str, Any] | None, lang: str) -> str:
    if reason is None:
        return ""
    if reason["level"] not in _REASONS:
        return text("page.season.reason.shared", lang)
    return text(_REASONS[reason["level"]], lang, own=reason["own"], next=reason["next"])


def _moved(row: Mapping[str, Any], lang: str) -> str:
    """Ranks gained or lost since the season before."""
    if row["movement"] is None:
        return text("page.season.new", lang)
    return f"{row['movement']:+d}" if row["movement"] else "="


def _notes(answer: Mapping[str, Any], lang: str) -> list[str]:
    counted = [event["name"] for event in answer["events"] if event["weight"]]
    said = [text("page.season.events", lang, events="; ".join(counted))] if counted else []
    if n := answer["without_academy"]:
        said.append(text("page.season.without_academy", lang, n=n))
    if n := answer["unchecked_bouts"]:
        said.append(text("page.season.unchecked", lang, n=n))
    if answer["by"] == "athlete":
        said.append(text("page.standing.protected", lang))
    return said
