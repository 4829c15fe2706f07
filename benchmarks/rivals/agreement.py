"""`python -m benchmarks.rivals.agreement STORE A.csv …`: whether these standings are the store's, row by row."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

import duckdb

_OURS = """
select v.event_id as event, s.award_id as award, s.rank, s.academy, s.points, s.gold, s.silver, s.bronze
from standing as s join current_version as v on v.version_id = s.version_id
"""
_THEIRS = "select event, award, rank, academy, points, gold, silver, bronze from read_csv('{file}', all_varchar = true)"


def differing(con: duckdb.DuckDBPyConnection, file: str) -> int:
    """Rows that only one of the two has."""
    cast = "select * replace (cast(rank as varchar) as rank, cast(points as varchar) as points, "
    cast += "cast(gold as varchar) as gold, cast(silver as varchar) as silver, cast(bronze as varchar) as bronze)"
    ours, theirs = f"({cast} from ({_OURS}))", f"({_THEIRS.format(file=file)})"
    rows = con.execute(
        f"select (select count(*) from (from {ours} except all from {theirs}))"
        f" + (select count(*) from (from {theirs} except all from {ours}))"
    ).fetchone()
    return -1 if rows is None else int(rows[0])


def main(arguments: Sequence[str]) -> int:
    """Prints rows of the store and, by file, how many differ; 1 where any does."""
    store, *files = arguments
    with duckdb.connect(store, read_only=True) as con:
        row = con.execute(f"select count(*) from ({_OURS})").fetchone()
        found = {"rows": row[0] if row else 0, "differing": [differing(con, file) for file in files]}
    print(json.dumps(found))
    return int(any(found["differing"]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
