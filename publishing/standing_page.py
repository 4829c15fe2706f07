"""What the page of a standing shows, as plain frames and sentences; names of minors are gone from all of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pandas as pd

from analytics import awarded, changes, names, points, queries
from analytics.versions import versions as versions_of
from publishing import privacy, read_once, standing_read
from publishing.shapes import Answer, moment, parts
from publishing.wording import DEFAULT, notes, reasons, term, text, unsettled

if TYPE_CHECKING:
    import duckdb

    from analytics.awarded import Place
    from analytics.store import Store
    from analytics.versions import Version
    from publishing.privacy import Shield

MEDALS = ("gold", "silver", "bronze")
_KINDS = {
    "load": "changes.kind.load",
    "correction": "changes.kind.correction",
    "ruling": "changes.kind.ruling",
    "draw": "changes.kind.draw",
    "merge": "changes.kind.merge",
    "removal": "changes.kind.removal",
}


@dataclass(frozen=True)
class Standing:
    """`rows`: rank, academy, points, medals, reason; `bars`: points by place; `unresolved`: a sentence per category.

    `uncontested` in `rows`, medals nobody fought for, only where bouts are known; `needed`: what stands with the table
    wherever it is shown.
    """

    answer: Answer
    rows: pd.DataFrame
    bars: pd.DataFrame
    unresolved: Sequence[str]
    notes: Sequence[str]
    needed: Sequence[str]


@dataclass(frozen=True)
class Behind:
    """The medals of one academy: category, place, athlete as shown, points, counted, rule; and its two neighbours."""

    academy: str
    title: str
    lines: pd.DataFrame
    sentences: Sequence[str]
    protected: bool


def choices(store: Store) -> dict[str, tuple[str, dict[str, str]]]:
    """Event -> its name, and its awards (identifier -> name); the newest event first."""
    with store.cursor() as cur:
        found = sorted(queries.current(cur), key=lambda version: (version.start_date, version.event_id), reverse=True)
        listed = awarded.names(cur, found)
    return {version.event_id: (version.name, listed[version.load_id]) for version in found}


def versions(store: Store, event: str, lang: str = DEFAULT) -> dict[str, str]:
    """The time a version was recorded, exact, -> its number and that time in words; the newest first."""
    return {
        str(moment(version.recorded_at)): text(
            "changes.version", lang, n=version.version, what=_kind(version.kind, lang), time=version.recorded_at
        )
        for version in reversed(_versions(store, event))
        if version.kind != "removal"
    }


@read_once.of_event
def _versions(store: Store, event: str) -> Sequence[Version]:
    with store.cursor() as cur:
        return [replace(version) for version in versions_of(cur, event)]  # without the rules, which none can weigh


@read_once.of_event
def awards(store: Store, event: str, as_of: str) -> tuple[str, ...]:
    """The identifiers of the awards that the event had at that time: a version before may have had others."""
    with store.cursor() as cur:
        version = queries.resolve(cur, event, datetime.fromisoformat(as_of))
        return tuple(award.award for award in queries.every_award(cur, version))


def standing(
    store: Store,
    event: str,
    award: str,
    lang: str = DEFAULT,
    ruleset: str = "",
    by: str = "academy",
    as_of: str = "",
) -> Standing:
    """The standing of an award with a reason for every neighbouring pair and everything it rests on.

    Blank: the event's own rule set, the newest version. By association the bars are of associations too.
    """
    found = _read(store, event, award, ruleset, by, as_of)
    answer = found.answer
    needed = _needed(answer, found.status, lang)
    told = notes.of_standing({**answer, "unresolved": []}, lang)  # those below, one by one
    said = [sentence for sentence in told if sentence not in needed]
    if found.moved:
        said.append(text("page.standing.moved", lang))
    rows = _rows(answer, found.unfought, found.moved, lang)
    return Standing(answer, rows, found.bars, _unresolved(found.unresolved, found.shield, lang), said, needed)


@dataclass(frozen=True)
class _Read:
    """What `standing` words: `unresolved` as read, `moved` as `_moved` has it, `unfought` as `points.uncontested`."""

    answer: Answer
    status: str
    bars: pd.DataFrame
    unfought: Mapping[str, int] | None
    unresolved: Sequence[Mapping[Any, Any]]
    shield: Shield
    moved: Mapping[str, str]


@read_once.of_event
def _read(store: Store, event: str, award: str, ruleset: str, by: str, as_of: str) -> _Read:
    read = standing_read.standing(store, event, award, ruleset, by, as_of)
    version, found = read.version, read.standing
    waiting = {tuple(row[part] for part in notes.PARTS) for row in found.answer["unresolved"]}
    with standing_read.cursor(store, event, ruleset, by, as_of) as cur:
        unfought = points.uncontested(cur, version, found.rows, found.places)
        listed = queries.unresolved(cur, version)
        shield = privacy.shield_for(cur, [version], listed["reason"].tolist())
        moved = {} if ruleset or by == "association" else _moved(cur, version, found.answer["award"])
    of_award = [row for row in listed.to_dict("records") if tuple(row[part] for part in notes.PARTS) in waiting]
    bars = points.by_place(found.rows, found.places)
    return _Read(found.answer, version.status, bars, unfought, of_award, shield, moved)


def _needed(answer: Answer, status: str, lang: str) -> list[str]:
    """What nobody may miss who sees the table alone: a what-if, provisional results, a draw that is still to come."""
    said = notes.provisional(status, lang)
    if answer["what_if"]:
        said.append(text("note.what_if", lang, ruleset=answer["ruleset"]))
    if any(row["draw_required"] for row in answer["standings"]):
        said.append(text("note.draw_required", lang))
    return said


def shared_rank(row: Answer) -> str:
    """A rank that academies share until a draw is marked `=`."""
    return f"{row['rank']}=" if row["draw_required"] else f"{row['rank']}"


def _kind(kind: str, lang: str) -> str:
    return text(_KINDS[kind], lang)


def _moved(cur: duckdb.DuckDBPyConnection, version: Version, award: str) -> dict[str, str]:
    """Academy -> rank and points before and now, where the last version changed them."""
    before = [one for one in versions_of(cur, version.event_id) if one.version < version.version]
    if not before or before[-1].kind == "removal":
        return {}
    found = changes.standings((cur, before[-1].version_id), (cur, version.version_id), award)
    return {
        change.academy: f"{change.old_rank or '–'} → {change.new_rank} ({change.old_points or 0} → {change.new_points})"
        for change in found
        if change.new_rank is not None
    }


def _rows(answer: Answer, unfought: Mapping[str, int] | None, moved: Mapping[str, str], lang: str) -> pd.DataFrame:
    listed = answer["standings"]
    apart = {} if unfought is None else {"uncontested": [unfought.get(row["academy"], 0) for row in listed]}
    changed = {"moved": [moved.get(row["academy"], "") for row in listed]} if moved else {}
    return pd.DataFrame(
        {
            "rank": [shared_rank(row) for row in listed],
            **{name: [row[name] for row in listed] for name in ("academy", "points", *MEDALS)},
            **apart,
            "reason": reasons.of_standing(listed, lang),
            **changed,
        }
    )


def _unresolved(rows: Sequence[Mapping[Any, Any]], shield: Shield, lang: str) -> list[str]:
    said = []
    for row in rows:
        reason = unsettled.reason(shield.sentence(str(row["reason"] or ""), lang), lang)
        rule = row["rule"] if isinstance(row["rule"], str) else None  # a frame's missing rule is no None
        values = {"category": notes.category_name(row, lang), "state": notes.state(row["state"], lang)}
        said.append(text("page.standing.waiting", lang, reason=notes.with_rule(reason, rule, lang), **values))
    return said


def behind(
    store: Store, event: str, award: str, academy: str, lang: str = DEFAULT, ruleset: str = "", as_of: str = ""
) -> Behind:
    """Every medal of an academy in an award, each with its points and the rule that gave or took them."""
    who, ranked, places, shield = _of_academy(store, event, award, academy, ruleset, as_of)
    lines, hidden = _lines(places, shield, lang)
    row = next((row for row in ranked if row["academy"] == who), None)
    rank = "–" if row is None else shared_rank(row)
    points_of = text("count.points", lang, n=sum(place.points for place in places))
    title = text("page.standing.behind", lang, academy=who, points=points_of, rank=rank)
    return Behind(who, title, lines, _neighbours(ranked, who, lang), hidden)


@read_once.of_event
def _of_academy(
    store: Store, event: str, award: str, academy: str, ruleset: str, as_of: str
) -> tuple[str, Sequence[Answer], Sequence[Place], Shield]:
    """Its name, the standing, its places in it, and whom of them nobody may name."""
    read = standing_read.standing(store, event, award, ruleset, as_of=as_of)
    with standing_read.cursor(store, event, ruleset, as_of=as_of) as cur:
        who = names.academy(cur, read.version, academy)
        places = [place for place in read.standing.places if place.academy_key == who.academy_key]
        shield = privacy.shield_for(cur, [read.version], [place.athlete for place in places])
    return who.academy, read.standing.answer["standings"], places, shield


def _lines(places: Sequence[Place], shield: Shield, lang: str) -> tuple[pd.DataFrame, bool]:
    rows = []
    hidden = False
    for place in places:
        hidden = hidden or shield.hides(place.athlete)
        rows.append(
            {
                "category": notes.category_name(parts(place, *notes.PARTS), lang),
                "place": term("place", str(place.place), lang),
                "athlete": shield.name(place.athlete, place.academy, lang),
                "points": place.points,
                "counted": text("page.standing.yes", lang) if place.counted else text("page.standing.no", lang),
                "rule": notes.rule_of_place(place.rule, place.points, lang),
            }
        )
    return pd.DataFrame(rows, columns=["category", "place", "athlete", "points", "counted", "rule"]), hidden


def _neighbours(listed: Sequence[Answer], academy: str, lang: str) -> list[str]:
    """What separates an academy from the row above and from the row below."""
    said = []
    for upper, lower in pairwise(listed):
        if lower["academy"] == academy:
            reason = reasons.pair(upper, lower, lang)
            said.append(text("page.standing.above", lang, academy=upper["academy"], reason=reason))
        if upper["academy"] == academy:
            reason = reasons.pair(upper, lower, lang)
            said.append(text("page.standing.below", lang, academy=lower["academy"], reason=reason))
    return said
