"""The data dictionary: tables and views from their COMMENT ON, and the columns of the tables that answers make.

`python -m publishing.dictionary > docs/data-dictionary.md` (`make dictionary`); a test compares the two.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping

import duckdb

from analytics import method_clusters, method_contrasts, method_trends, methods
from etl import schema
from publishing.bout_columns import TABLES

_TOP = """# Data dictionary

Written by `make dictionary` from the comments of `etl/sql/schema` and of the tables of answers; not by hand.

`tatame sql "SELECT …"` asks these tables and views. `current_bout` and `current_side` are what most questions want: the
events that count, with their categories. Facts are keyed by `load_id`, answers by `version_id`; `current_version` says
which are in force, `counted_version` which count in questions over the whole store. NULL is unknown, never 0.
"""

ANSWERS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "tatame methods": ("One row per group and method; before these columns the fields of --by.", methods.COLUMNS),
    "tatame methods --cluster": ("Beside the columns of `tatame methods`.", method_clusters.COLUMNS),
    "tatame methods --compare, --each": (
        "One row per method; with --each before these columns the fields of --by, whose group is A, all others B. "
        "After them `sentence`.",
        method_contrasts.COLUMNS,
    ),
    "tatame methods --trend": ("One row per season and method.", method_trends.COLUMNS),
    "tatame methods --trend, slopes": ("One row per method, in JSON and from Python.", method_trends.SLOPE_COLUMNS),
    **{
        f"tatame {kind} --table {table.replace('_', '-')}": ("Before these columns the fields of --by.", columns)
        if kind in ("times", "scores")
        else ("", columns)
        for kind, tables in TABLES.items()
        for table, columns in tables.items()
    },
}

_TABLES = """
select table_name, comment, 'table' as kind from duckdb_tables() where schema_name = 'main' and not internal
union all
select view_name, comment, 'view' from duckdb_views() where schema_name = 'main' and not internal
order by 3 desc, 1
"""
# The views of versions are event_version's own columns.
_COLUMNS = """
select c.column_name, c.data_type, coalesce(c.comment, v.comment)
from duckdb_columns() as c
left join duckdb_columns() as v on v.table_name = 'event_version' and v.column_name = c.column_name
where c.table_name = ? and c.schema_name = 'main'
order by c.column_index
"""


def text() -> str:
    """The whole page."""
    with duckdb.connect() as con:
        schema.create(con)
        return "\n".join([_TOP, *_store(con), "## Tables that answers are written as", "", *_answers()])


def _store(con: duckdb.DuckDBPyConnection) -> Iterator[str]:
    for kind, heading in (("view", "## Views"), ("table", "## Tables")):
        yield heading
        yield ""
        for name, comment, own in con.execute(_TABLES).fetchall():
            if own == kind:
                columns = con.execute(_COLUMNS, [name]).fetchall()
                yield from _table(name, comment, ("column", "type", "meaning"), columns)


def _answers() -> Iterator[str]:
    for name, (comment, columns) in ANSWERS.items():
        yield from _table(name, comment, ("column", "meaning"), columns.items())


def _table(name: str, comment: str | None, heading: tuple[str, ...], rows: object) -> Iterator[str]:
    yield f"### `{name}`"
    yield comment or ""
    yield ""
    yield f"| {' | '.join(heading)} |"
    yield f"|{'---|' * len(heading)}"
    for column, *rest in rows:  # type: ignore[attr-defined]
        said = " | ".join((each or "").replace("|", "\\|") for each in rest)
        yield f"| `{column}` | {said} |"
    yield ""


if __name__ == "__main__":
    sys.stdout.write(text())
