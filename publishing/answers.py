"""A question about the store -> its answer in the contract's shape; what the program prints and a release contains."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from analytics import awarded, compare, coverage, diff, explain, left_out, pasted_lists, queries, recorded
from analytics import history as versions
from etl.errors import UnknownName
from publishing import contrasts, shapes, what_if
from publishing.privacy import Level, shield, shown
from publishing.shapes import Answer
from rulebook import ruleset as rulesets

if TYPE_CHECKING:
    import duckdb
    import pandas as pd

    from analytics.awarded import Category, Place
    from analytics.queries import Award, Version
    from analytics.store import Store
    from etl.pasted_list import Pasted
    from publishing.privacy import Shield

UNITS = ("academy", "association")  # what a standing can rank


@contextmanager
def asked(
    store: Store,
    event: str | None = None,
    as_of: datetime | None = None,
    ruleset: str | None = None,
    *,
    by_association: bool = False,
) -> Iterator[tuple[duckdb.DuckDBPyConnection, Version, Answer]]:
    """A cursor, the version meant, and the head of its answers; a what-if lives in a cursor of its own, kept a while.

    Nobody may make a table of an answer's name in it.
    """
    if ruleset is not None:
        rulesets.load(ruleset)  # refuses a name nobody shipped, naming the nearest
    with what_if.cursor(store, event, as_of, ruleset, by_association=by_association) as cur:
        version = queries.resolve(cur, event, as_of)
        if ruleset is not None:
            version = version.under(ruleset)
        yield cur, version, {**shapes.about(version, what_if=ruleset is not None), **_rejected(cur, [version])}


def _rejected(cur: duckdb.DuckDBPyConnection, versions: Sequence[Version]) -> Answer:
    """The key `rejected_rows`, where any row was refused: places and points may rest on less than was sent."""
    rows = coverage.rejected_rows(cur, versions)
    return {"rejected_rows": rows} if rows else {}


def events(store: Store) -> Answer:
    """What is in the store."""
    with store.cursor() as cur:
        return shapes.events(queries.events(cur))


def findings(store: Store, event: str | None = None, privacy: Level = Level.OPERATOR) -> Answer:
    """Every rejected row and warning of the current versions."""
    with store.cursor() as cur:
        of = queries.current(cur) if event is None else [queries.resolve(cur, event)]
        return _shown(shield(cur, of, privacy), shapes.findings(queries.findings(cur, event)))


def _shown(to: Shield, answer: Answer) -> Answer:
    shown: Answer = to.answer(answer)
    return shown


def placements(
    store: Store,
    event: str | None = None,
    as_of: datetime | None = None,
    ruleset: str | None = None,
    privacy: Level = Level.OPERATOR,
) -> Answer:
    """Places by category, with the rule that gave each."""
    with asked(store, event, as_of, ruleset) as (cur, version, head):
        found = shapes.placements(head, queries.placements(cur, version), queries.unresolved(cur, version))
        return _shown(shield(cur, [version], privacy), found)


def unplaced(store: Store, event: str | None, as_of: datetime | None = None, ruleset: str | None = None) -> Answer:
    """Vacant places, and who can hold none: in nothing that is published, no official record names them (M17, M18)."""
    with asked(store, event, as_of, ruleset) as (cur, version, _):
        return shapes.unplaced(left_out.vacancies(cur, version), left_out.athletes(cur, version))


def medals(store: Store, event: str | None = None, as_of: datetime | None = None, ruleset: str | None = None) -> Answer:
    """The medal table of an event, or of every event in the store where none is named."""
    if event is None and as_of is None and ruleset is None:
        with store.cursor() as cur:
            counted = queries.counted(cur)
            return {**_medals(cur, counted), **_rejected(cur, counted)}
    with asked(store, event, as_of, ruleset) as (cur, version, head):
        return {**head, **_medals(cur, [version])}


def _medals(cur: duckdb.DuckDBPyConnection, versions: Sequence[Version]) -> Answer:
    unknown = sum(queries.coverage(cur, version).places_without_academy for version in versions)
    return shapes.medals(queries.medals(cur, versions), [version.event_id for version in versions], unknown)


def standings(
    store: Store,
    event: str | None = None,
    award: str | None = None,
    as_of: datetime | None = None,
    ruleset: str | None = None,
    by: str = "academy",
) -> Answer | list[Answer]:
    """The standing of an award; without one, of every award of the event, in the order of the event.

    By association: recomputed with each academy that belongs to one replaced by it.
    """
    if by not in UNITS:
        raise UnknownName("unit of a standing", by, UNITS)
    with asked(store, event, as_of, ruleset, by_association=by == "association") as (cur, version, head):
        head["by"] = by
        return _standings(cur, version, head) if award is None else standing_of(cur, version, head, award).answer


@dataclass(frozen=True)
class Standing:
    """The standing of one award, and what it was made of: its rows as stored, and every place."""

    answer: Answer
    rows: pd.DataFrame
    places: Sequence[Place]


def standing_of(cur: duckdb.DuckDBPyConnection, version: Version, head: Answer, award: str) -> Standing:
    """The standing of one award for what else is asked of the same cursor (`asked`)."""
    meant = queries.award(cur, version, award)
    rows = queries.standings(cur, version, meant.award)
    categories, places = awarded.categories_and_places(cur, version, meant.award)
    uncounted = awarded.uncounted_medals(cur, version, meant.award, categories)
    chain = _chains(cur, version)[meant.award]
    answer = _standing(head, meant, None if rows.empty else rows, categories, chain, uncounted)
    return Standing(answer, rows, places)


def _standings(cur: duckdb.DuckDBPyConnection, version: Version, head: Answer) -> list[Answer]:
    """Of every award in as many statements as of one: an event may have hundreds."""
    listed = dict(list(queries.standings(cur, version, None).groupby("award")))
    chains = _chains(cur, version)
    categories: dict[str, list[Category]] = {}
    for each in awarded.categories(cur, version, None):
        categories.setdefault(each.award_id, []).append(each)
    uncounted = awarded.uncounted_medals(cur, version, None, [one for some in categories.values() for one in some])
    return [
        _standing(head, one, listed.get(one.award), categories.get(one.award, []), chains[one.award], uncounted)
        for one in queries.every_award(cur, version)
    ]


def _chains(cur: duckdb.DuckDBPyConnection, version: Version) -> dict[str, str | None]:
    found = queries.awards(cur, version)
    return dict(zip(found["award"], found["chain"], strict=True))


def _standing(
    head: Answer,
    award: Award,
    rows: pd.DataFrame | None,
    categories: Sequence[Category],
    chain: str | None,
    uncounted: Mapping[str, int],
) -> Answer:
    answer = shapes.standings(head, award, rows, categories, chain)
    return {**answer, "uncounted_medals": uncounted.get(award.award, 0)}


def explanation(
    store: Store,
    event: str | None,
    award: str,
    academy: str,
    against: str | None = None,
    as_of: datetime | None = None,
    ruleset: str | None = None,
    privacy: Level = Level.OPERATOR,
) -> Answer:
    """Every place that gave an academy points; against another, where the gap is and what would have closed it."""
    with asked(store, event, as_of, ruleset) as (cur, version, head):
        meant = queries.award(cur, version, award)
        if against is None:
            found = shapes.explanation(head, meant, explain.explain(cur, version, meant.award, academy))
        else:
            gap = explain.against(cur, version, meant.award, academy, against)
            found = shapes.explanation(head, meant, gap.own, gap)
        told: Answer = shown(cur, [version], found, privacy)
        return told


def comparison(
    store: Store,
    event: str | None = None,
    award: str | None = None,
    as_of: datetime | None = None,
    privacy: Level = Level.OPERATOR,
) -> Answer | list[Answer]:
    """An award against its published ranking; without one, every award of the event."""
    with asked(store, event, as_of) as (cur, version, head):
        if award is not None:
            told: Answer = shown(cur, [version], _comparison(cur, version, head, award), privacy)
            return told
        every = queries.awards(cur, version)["award"]
        return [shown(cur, [version], _comparison(cur, version, head, str(each)), privacy) for each in every]


def _comparison(cur: duckdb.DuckDBPyConnection, version: Version, head: Answer, given: str) -> Answer:
    award = queries.award(cur, version, given)
    return contrasts.comparison(head, award, compare.compare(cur, version, award.award))


def list_comparison(
    store: Store,
    pasted: Pasted,
    event: str | None = None,
    award: str | None = None,
    as_of: datetime | None = None,
    privacy: Level = Level.OPERATOR,
) -> list[Answer]:
    """Awards against a pasted ranking, in its order; lines that are compared with nothing stand under `unread`.

    Without an award, a list belongs to the award that its heading names (A9), or to the only one of the event.
    """
    with asked(store, event, as_of) as (cur, version, head):
        to = shield(cur, [version], privacy)
        found = pasted_lists.by_award(cur, version, pasted, award)
        return [
            _shown(
                to,
                {
                    **contrasts.comparison(head, meant, compare.compare(cur, version, meant.award, lines)),
                    "unread": [{"row": row, "text": text} for row, text in found.unread],
                },
            )
            for meant, lines in found.lists
        ]


def difference(
    store: Store,
    event: str | None,
    award: str | None,
    other: str,
    as_of: datetime | None = None,
    ruleset: str | None = None,
    privacy: Level = Level.OPERATOR,
) -> Answer | list[Answer]:
    """Who would stand elsewhere under another rule set, and why; without an award, of every award."""
    rulesets.load(other)
    with asked(store, event, as_of, ruleset) as (cur, version, head):
        to = shield(cur, [version], privacy)
        if award is not None:
            return _shown(to, _difference(cur, version, head, award, other))
        every = queries.awards(cur, version)["award"]
        return [_shown(to, _difference(cur, version, head, str(each), other)) for each in every]


def _difference(cur: duckdb.DuckDBPyConnection, version: Version, head: Answer, given: str, other: str) -> Answer:
    award = queries.award(cur, version, given)
    return contrasts.difference(head, award, other, diff.diff(cur, version, award.award, other))


def history(store: Store, event: str | None = None, privacy: Level = Level.OPERATOR) -> Answer:
    """The versions of an event and what each changed; an event that was removed still has its history."""
    with store.cursor() as cur:
        meant = queries.resolve(cur).event_id if event is None else event
        stories = versions.history(cur, meant)
        to = shield(cur, [story.version for story in stories], privacy)
        return _shown(to, contrasts.history(meant, stories, recorded.decisions(cur, meant)))
