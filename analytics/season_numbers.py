"""The sums of a season of academies from the places in small numbers (`place_number`), without their lines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from analytics import place_numbers
from etl.arriving import put

if TYPE_CHECKING:
    import duckdb

    from analytics.scheme import Scheme
    from analytics.season_places import Value
    from analytics.versions import Version


_ACADEMIES = "select academy as who, * from place_number"


def possible(cur: duckdb.DuckDBPyConnection, scheme: Scheme, of: Sequence[Version], values: Sequence[Value]) -> bool:
    """Whether these sums are those of the lines.

    Not where a scheme asks for bouts or awards, nor where two places of an event give the same: which of them is the
    last of the best ones the category and the name then say.
    """
    places = defaultdict[tuple[int, Decimal], set[int]](set)
    for version, place, _, points in values:
        places[version, Decimal(points)].add(place)
    told = all(len(found) == 1 or not points for (_, points), found in places.items())
    return told and not scheme.awards and not scheme.minimum_bouts and place_numbers.known(cur, of)


def write(
    cur: duckdb.DuckDBPyConnection, scheme: Scheme, year: int, values: Sequence[Value], own: str = _ACADEMIES
) -> None:
    """Makes TEMP season_total: who, results beyond those that count, results, points, the ties' values.

    Reads TEMP season_version. `values`: version, place, open class, points. `own`: SELECT of the places, by `who`.
    """
    put(cur, "season_value", "version_id integer, place integer, is_open boolean, points varchar", values)
    cur.execute(_WORTH.format(exact=_exact(values)))
    places, some = _places(scheme, own), 0 < scheme.best < _ALL
    few = own == _ACADEMIES  # of many results each: nearly all have more than count
    totals = _TOTALS.format(places=places, ties=_ties(scheme, _TIES_OF_ALL)) + (" limit 0" if some and few else "")
    cur.execute(totals, _asked(scheme) | {"year": year})
    if some:
        many = f"in (select who from season_total where results > {scheme.best})"
        cur.execute(_GROUPS.format(places=places, whose="<> 0" if few else many), _asked(scheme))
        cur.execute("delete from season_total where who in (select who from season_group)")
        cur.execute(_BEST.format(best=scheme.best, ties=_ties(scheme, _TIES)), {"year": year})
    if scheme.minimum_results > 1:
        cur.execute("delete from season_total where results < ?", [min(scheme.minimum_results, _ALL)])


def of_nobody(cur: duckdb.DuckDBPyConnection, scheme: Scheme) -> int:
    """The places of an academy that is not known, after `write`."""
    places = _places(scheme, f"{_ACADEMIES} where academy = 0")
    row = cur.execute(f"select count(*) from {places}", _asked(scheme)).fetchone()
    assert row is not None  # noqa: S101 - a count always gives a row
    return int(row[0])


def _asked(scheme: Scheme) -> dict[str, object]:
    """The words of `_places`."""
    return {name: list(words) for name, words in _limits(scheme).items() if words}


def _places(scheme: Scheme, own: str) -> str:
    """FROM and WHERE of the places that the scheme counts; of what it does not ask for nothing is looked up."""
    limits = [_AMONG[name] for name, words in _limits(scheme).items() if words]
    return " and ".join([_PLACES.format(own=own), *(["p.counted"] if scheme.counted_only else []), *limits])


def _limits(scheme: Scheme) -> dict[str, Sequence[str]]:
    return {"genders": scheme.genders, "ages": scheme.ages, "belts": scheme.belts}


def _exact(values: Sequence[Value]) -> str:
    """A decimal that holds every value, and is one machine word where they are no larger than any scheme's are."""
    return "decimal(18, 8)" if all(abs(Decimal(points)) < _LARGE for *_, points in values) else "decimal(28, 8)"


def _ties(scheme: Scheme, how: Mapping[str, str]) -> str:
    return "".join(f", {how[tie]} as {tie}" for tie in scheme.ties)


def academies(cur: duckdb.DuckDBPyConnection) -> list[tuple[Any, ...]]:
    """Per academy of TEMP season_total: key, None twice, results beyond those that count, points, the ties' values."""
    return cur.execute(
        "select w.word, null, null, s.* exclude (who, results) from season_total as s "
        "join method_word as w on w.field = 'academy' and w.code = s.who"
    ).fetchall()


_ALL = 999_999_999  # nobody has more results
_LARGE = 10**9
_WORTH = """
create or replace temp table season_worth as
select cast(row_number() over (order by g.version_id, g.place, o.code) as integer) as worth, g.version_id,
       cast(g.place as tinyint) as place, cast(o.code as tinyint) as open_class,
       cast(g.points as {exact}) as points, e.event_id,
       cast(extract(year from l.start_date) as integer) as season,
       cast(dense_rank() over (order by l.start_date desc, e.event_id) as integer) as newest
from season_value as g
join method_word as o on o.field = 'open_class' and (o.word = 'yes') = g.is_open
join event_version as e on e.version_id = g.version_id join source_load as l on l.load_id = e.load_id
"""
_PLACES = """
({own}) as p
join season_worth as w on w.version_id = p.version_id and w.place = p.place and w.open_class = p.open_class
where true"""
_AMONG = {
    name: f"p.{field} in (select code from method_word where field = '{field}' and "
    f"list_contains(${name}::varchar[], {word}))"
    for name, field, word in (
        ("genders", "gender", "word"),
        ("ages", "age_division", "word"),
        ("belts", "belt", "split_part(word, '+', -1)"),
    )
}
# `kept`: of so many alike those that count.
_TIES = {
    "season": "coalesce(sum(kept * points) filter (where season = $year), 0)",
    "best": "max(points) filter (where kept > 0)",
    "events": "count(distinct event_id) filter (where kept > 0)",
    "gold": "coalesce(sum(kept) filter (where place = 1), 0)",
    "silver": "coalesce(sum(kept) filter (where place = 2), 0)",
    "bronze": "coalesce(sum(kept) filter (where place = 3), 0)",
}
# Where every result counts, each is one.
_TIES_OF_ALL = {
    "season": "coalesce(sum(points) filter (where season = $year), 0)",
    "best": "max(points)",
    "events": "count(distinct event_id)",
    "gold": "count(*) filter (where place = 1)",
    "silver": "count(*) filter (where place = 2)",
    "bronze": "count(*) filter (where place = 3)",
}
# Everybody as if all counted: hardly anybody has more results than count.
_TOTALS = """
create or replace temp table season_total as
with kept as (select p.who, w.* from {places} and w.points <> 0 and p.who <> 0)
select who, cast(0 as bigint) as beyond, count(*) as results, sum(points) as points{ties}
from kept where $year is not null group by 1
"""
# Two small numbers a place.
_GROUPS = """
create or replace temp table season_group as
select p.who, w.worth, cast(count(*) as integer) as n
from {places} and w.points <> 0 and p.who {whose} group by 1, 2
"""
# The best results first, of as good ones the newest: as the lines of a season are in order.
# A place may give as much in the open class as outside it: `worth` keeps the two from counting each other as before.
_BEST = """
insert into season_total by name
with ordered as (
  select g.who, g.n, w.*, sum(g.n) over (
           partition by g.who order by w.points desc, w.newest, w.worth rows unbounded preceding
         ) - g.n as before
  from season_group as g join season_worth as w on w.worth = g.worth
),
cut as (select *, cast(greatest(0, least(n, {best} - before)) as integer) as kept from ordered)
select who, cast(sum(n) - sum(kept) as bigint) as beyond, cast(sum(kept) as bigint) as results,
       sum(kept * points) as points{ties}
from cut where $year is not null group by 1
"""
