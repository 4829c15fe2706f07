"""`python -m benchmarks.rivals.bare FOLDER OUT.duckdb`: the floor: every CSV file in a table, unchecked."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import duckdb

# Some events write m:ss, others seconds: left to itself DuckDB guesses a time and stops at the first other one.
_TYPES = {"bouts": ", types = {'elapsed': 'VARCHAR'}", "entries": ""}


def main(arguments: Sequence[str]) -> int:
    """One CREATE TABLE AS SELECT per kind of file, into a database file."""
    folder, target = arguments
    with duckdb.connect(target) as con:
        for table in ("bouts", "entries"):
            con.execute(f"CREATE TABLE {table} AS SELECT * FROM read_csv('{folder}/*/{table}.csv'{_TYPES[table]})")
        con.execute("CHECKPOINT")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
