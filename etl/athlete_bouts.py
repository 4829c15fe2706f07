"""Rows of one athlete and bout each -> one row per bout: those with one match number together, contradictions told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import duckdb

from etl import athletes
from etl.arriving import put
from etl.findings import CODES, Finding
from etl.readings import clean
from rulebook import spelling

if TYPE_CHECKING:
    import pyarrow as pa

# What both rows of a bout must say alike; of what the first row leaves empty the other one is asked.
_SHARED = (
    "method_text",
    "decision",
    "technique",
    "round",
    "elapsed",
    "weight_class",
    "belt",
    "age_division",
    "gender",
    "category",
)
_OWN = ("athlete", "academy", "athlete_id", "opponent", "opponent_academy", "opponent_id", "result")
BOUT = (
    "bout", "red_athlete", "red_academy", "red_athlete_id", "blue_athlete", "blue_academy", "blue_athlete_id", "winner",
)  # fmt: skip
_OUTCOMES = {"won": 1, "lost": -1, "drawn": 0}


TOLD = "told"  # column of Joined: how many rows told this bout


class Joined(NamedTuple):
    """`data`: `_row` and c0, c1, … in the order of `columns`; findings by the number of their bout."""

    columns: tuple[str, ...]
    data: Any
    findings: list[tuple[str, Finding]]


def join(
    con: duckdb.DuckDBPyConnection, cells: Mapping[str, str], by: str | None, kept: Mapping[str, str], file: str
) -> Joined:
    """The bouts of TEMP table flat; `kept`: further columns of it that each bout takes from its first row."""
    _read_outcomes(con, cells["result"])
    _told(con, cells, by, kept)
    con.execute(_FIRST)
    con.execute(_OTHER)
    con.execute(_BOUTS.format(shared=", ".join(f"coalesce(f.{n}, o.{n}) AS {n}" for n in _SHARED)))
    columns = (*BOUT, *_SHARED, "mat", "started_at", TOLD, "number", *kept)
    rows = con.sql(f"SELECT _row, {', '.join(columns)} FROM joined ORDER BY _row").to_arrow_table()
    data = rows.rename_columns(["_row", *(f"c{i}" for i in range(len(columns)))])
    return Joined(columns, data.cast(_schema(data)), _contradictions(con, file))


def _schema(data: pa.Table) -> pa.Schema:
    import pyarrow as pa

    return pa.schema([(name, pa.int32() if name == "_row" else pa.string()) for name in data.column_names])


def _read_outcomes(con: duckdb.DuckDBPyConnection, result: str) -> None:
    rows = con.execute(f"SELECT DISTINCT {result} FROM flat").fetchall()
    found = [(text, _outcome(text)) for (text,) in rows if text is not None]
    put(
        con, "outcome", "text VARCHAR, points INTEGER", [(text, points) for text, points in found if points is not None]
    )


def _outcome(text: str) -> int | None:
    read = spelling.read("outcome", clean(text))
    if read is None and spelling.read("decision", clean(text)) == "draw":
        read = "drawn"
    return _OUTCOMES.get(read or "")


def _told(con: duckdb.DuckDBPyConnection, cells: Mapping[str, str], by: str | None, kept: Mapping[str, str]) -> None:
    """TEMP told: what each row tells, its names folded, and the number of its bout."""
    names = [*_OWN, *_SHARED, "mat", "started_at"]
    select = ", ".join(f"{cells.get(name, 'NULL::VARCHAR')} AS {name}" for name in names)
    extra = "".join(f", {sql} AS {name}" for name, sql in kept.items())
    number = f"trim({by})" if by else "NULL::VARCHAR"
    bout = cells.get("bout", number)
    con.execute(
        f"CREATE OR REPLACE TEMP TABLE told AS "
        f"SELECT _row, {number} AS number, {bout} AS bout, {select}{extra} FROM flat"
    )
    named = "SELECT athlete AS name FROM told UNION SELECT opponent FROM told"
    folded = [(name, athletes.normal(name)) for (name,) in con.execute(named).fetchall() if name is not None]
    put(con, "folded", "name VARCHAR, folded VARCHAR", folded)
    con.execute(
        "CREATE OR REPLACE TEMP TABLE told AS "
        "SELECT t.* REPLACE (coalesce(nullif(t.number, ''), '#' || t._row) AS number), "
        "o.points, a.folded AS athlete_folded, b.folded AS opponent_folded FROM told AS t "
        "LEFT JOIN outcome AS o ON o.text = t.result LEFT JOIN folded AS a ON a.name = t.athlete "
        "LEFT JOIN folded AS b ON b.name = t.opponent"
    )


_FIRST = """
CREATE OR REPLACE TEMP TABLE first_row AS
SELECT * FROM told QUALIFY row_number() OVER (PARTITION BY number ORDER BY _row) = 1
"""
# What each further row is to the first one of its bout: the other athlete's row, the same row again, or something else.
_OTHER = """
CREATE OR REPLACE TEMP TABLE further AS
SELECT t.*, f._row AS first, f.athlete AS first_athlete,
  CASE
    WHEN t.athlete_folded = f.athlete_folded AND t.points IS NOT DISTINCT FROM f.points THEN 'again'
    WHEN t.athlete_id = f.athlete_id THEN 'same side'
    WHEN coalesce(t.athlete_id = f.opponent_id, FALSE) OR t.athlete_folded = f.opponent_folded
      OR (f.opponent_id IS NULL AND coalesce(t.opponent_id = f.athlete_id, t.opponent_folded = f.athlete_folded))
      THEN 'other side'
    ELSE 'somebody else'
  END AS what,
  t.points + f.points AS balance,
  t.method_text IS DISTINCT FROM f.method_text OR t.round IS DISTINCT FROM f.round
    OR t.weight_class IS DISTINCT FROM f.weight_class AS differs
FROM told AS t JOIN first_row AS f ON f.number = t.number AND f._row < t._row
"""
_BOUTS = """
CREATE OR REPLACE TEMP TABLE joined AS
WITH other AS (
  SELECT * FROM further WHERE what = 'other side' QUALIFY row_number() OVER (PARTITION BY number ORDER BY _row) = 1
),
both_said AS (
  SELECT f.* REPLACE (coalesce(o.athlete, f.opponent) AS opponent,
      coalesce(f.opponent_academy, o.academy) AS opponent_academy,
      coalesce(f.opponent_id, o.athlete_id) AS opponent_id,
      CASE WHEN o.balance <> 0 THEN NULL ELSE coalesce(f.points, -o.points) END AS points,
      {shared}),
    coalesce(f.points = -1 AND coalesce(o.balance, 0) = 0, FALSE) AS turned
  FROM first_row AS f LEFT JOIN other AS o ON o.number = f.number
)
SELECT b.* REPLACE (CASE WHEN points = 0 THEN 'draw' ELSE decision END AS decision),
  CASE WHEN turned THEN opponent ELSE athlete END AS red_athlete,
  CASE WHEN turned THEN opponent_academy ELSE academy END AS red_academy,
  CASE WHEN turned THEN opponent_id ELSE athlete_id END AS red_athlete_id,
  CASE WHEN turned THEN athlete ELSE opponent END AS blue_athlete,
  CASE WHEN turned THEN academy ELSE opponent_academy END AS blue_academy,
  CASE WHEN turned THEN athlete_id ELSE opponent_id END AS blue_athlete_id,
  CASE WHEN points <> 0 THEN 'red' END AS winner, n.told
FROM both_said AS b JOIN (SELECT number, count(*) AS told FROM told GROUP BY 1) AS n ON n.number = b.number
"""


def _contradictions(con: duckdb.DuckDBPyConnection, file: str) -> list[tuple[str, Finding]]:
    found = []
    for row, number, first, *rest in con.execute(_DISAGREE).fetchall():
        reason = f"{CODES['bout_told_otherwise']} (row {first}: {_why(*rest)})"
        found.append((number, Finding("warning", "bout_told_otherwise", file, reason, row, value=number)))
    for row, number, text in con.execute(_UNREAD).fetchall():
        reason = CODES["unknown_outcome"]
        found.append((number, Finding("warning", "unknown_outcome", file, reason, row, column="result", value=text)))
    return found


_DISAGREE = """
WITH compared AS (
  SELECT *, first_value(athlete) OVER side AS before, first_value(athlete_folded) OVER side <> athlete_folded AS another
  FROM further WINDOW side AS (PARTITION BY number, what ORDER BY _row)
)
SELECT _row, number, first, CASE WHEN what = 'other side' AND another THEN before ELSE first_athlete END, athlete,
  CASE WHEN what = 'other side' AND another THEN 'same side' ELSE what END, coalesce(balance <> 0, FALSE)
FROM compared
WHERE what IN ('same side', 'somebody else') OR (what = 'other side' AND (balance <> 0 OR differs OR another))
  OR (what = 'again' AND differs)
ORDER BY _row
"""
_UNREAD = "SELECT _row, number, result FROM told WHERE result IS NOT NULL AND points IS NULL ORDER BY _row"


def _why(first: str, athlete: str, what: str, unbalanced: bool) -> str:
    if what == "same side":
        return f"{athlete} stands in the place of {first}"
    if what == "somebody else":
        return f"{athlete} is neither {first} nor the opponent there"
    return "both won, or both lost" if unbalanced else "another method, round or weight class"
