"""The ledger of academies as a question: its rows, and the academies with every name they go by."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import duckdb
    import pandas as pd


def rows(cur: duckdb.DuckDBPyConnection, *, undone: bool = False) -> pd.DataFrame:
    """One row per row of the ledger in force, in the order of recording; those no longer in force too where asked."""
    return cur.execute(
        """
        select alias_id as number, status, alias, academy, association, valid_from, valid_to, note, recorded_by,
               recorded_at, undone_by, undone_at, undone_reason
        from academy_alias where undone_version_id is null or ? order by alias_id
        """,
        [undone],
    ).df()


def academies(cur: duckdb.DuckDBPyConnection) -> pd.DataFrame:
    """One row per academy of the current versions: its most frequent name, all its names, and in how many events."""
    return cur.execute(
        """
        with now as (select version_id from current_version),
        named as (
          select n.academy_key, n.academy, sum(n.times) as times
          from academy_name as n join now using (version_id) group by 1, 2
        ),
        shown as (select academy_key, arg_max(academy, (times, academy)) as academy from named group by 1)
        select coalesce(any_value(s.academy), min(a.spelling)) as academy,
               list_sort(list_distinct(list(a.spelling))) as names, count(distinct a.version_id) as events,
               max(a.association) as association
        from version_academy as a join now using (version_id) left join shown as s on s.academy_key = a.academy_key
        group by a.academy_key order by 1, a.academy_key
        """
    ).df()


def athletes(cur: duckdb.DuckDBPyConnection) -> pd.DataFrame:
    """One row per decision in force about two athletes over events, in the order of recording."""
    return cur.execute(
        """
        select alias_id as number, status, alias_person as alias, person, recorded_by, recorded_at
        from athlete_alias where undone_at is null order by alias_id
        """
    ).df()


def opted_out(cur: duckdb.DuckDBPyConnection, *, undone: bool = False) -> pd.DataFrame:
    """One row per athlete on the opt-out list; those taken off it again too where `undone`."""
    return cur.execute(
        """
        select opt_out_id as number, athlete, academy, recorded_by, recorded_at, undone_by, undone_at
        from opt_out where undone_at is null or ? order by opt_out_id
        """,
        [undone],
    ).df()
