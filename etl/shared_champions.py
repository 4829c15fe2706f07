"""What an event has in common with the others of its year: champions, or where one has no places, bouts."""

from __future__ import annotations

from collections.abc import Sequence

import duckdb

FEWEST = 3  # champions in common that make two events one, where names do not
MOSTLY = 0.6  # of those that could be


def shared(
    con: duckdb.DuckDBPyConnection, fresh: Sequence[int], named: Sequence[int]
) -> dict[tuple[int, str], tuple[int, int]]:
    """(version, other event) -> champions, or bouts where a side has no places, in common; and how many could be.

    Of the `named` versions, and of all others that may have most in common with a fresh one.
    """
    rows = con.execute(_SHARED, {"fresh": list(fresh), "named": list(named)}).fetchall()
    return {(version_id, event_id): (common, of) for version_id, event_id, common, of in rows}


# Champions are compared by category and name: a big event has thousands, and no two events share three by chance.
# Where one has no places, by who met whom. The names of all champions of a year are folded only for the categories that
# a fresh event has too; those of whole events only where how many they are may matter.
_NAME = "lower(strip_accents(trim(regexp_replace(p.athlete, '\\s+', ' ', 'g'))))"
_MARK = f"concat_ws('|', c.gender, c.age_division, c.belt, c.weight_class, {_NAME})"
_SHARED = f"""
WITH now AS (
  SELECT v.version_id, v.event_id, v.load_id, extract(year FROM l.start_date) AS year,
    v.version_id IN (SELECT unnest($fresh::INTEGER[])) AS fresh
  FROM current_version AS v JOIN source_load AS l ON l.load_id = v.load_id
),
near AS MATERIALIZED (SELECT * FROM now WHERE year IN (SELECT year FROM now WHERE fresh)),
part AS (
  SELECT DISTINCT gender, age_division, belt, weight_class FROM category
  WHERE load_id IN (SELECT load_id FROM near WHERE fresh)
),
likely AS MATERIALIZED (
  SELECT DISTINCT n.version_id, n.event_id, n.year, n.fresh, {_MARK} AS mark
  FROM near AS n JOIN place AS p ON p.version_id = n.version_id JOIN category AS c ON c.category_id = p.category_id
  JOIN part AS q ON q.gender = c.gender AND q.age_division = c.age_division AND q.belt = c.belt
    AND q.weight_class = c.weight_class
  WHERE p.place = 1
),
titled AS MATERIALIZED (
  SELECT DISTINCT version_id FROM place WHERE place = 1 AND version_id IN (SELECT version_id FROM near)
),
without AS (SELECT * FROM near ANTI JOIN titled USING (version_id)),
sought AS MATERIALIZED (
  SELECT * FROM near AS n WHERE EXISTS (
    SELECT 1 FROM without AS w WHERE w.year = n.year AND (n.fresh OR w.fresh OR w.version_id = n.version_id)
  )
),
met AS MATERIALIZED (
  SELECT DISTINCT n.version_id, n.event_id, n.year, n.fresh,
    least(lower(strip_accents(b.red_athlete)), lower(strip_accents(b.blue_athlete))) || '|' ||
    greatest(lower(strip_accents(b.red_athlete)), lower(strip_accents(b.blue_athlete))) AS mark
  FROM sought AS n JOIN bout AS b ON b.load_id = n.load_id
  WHERE b.red_athlete IS NOT NULL AND b.blue_athlete IS NOT NULL
),
mark AS (SELECT *, 'champion' AS kind FROM likely UNION ALL SELECT *, 'bout' FROM met),
common AS MATERIALIZED (
  SELECT a.version_id, b.version_id AS other, b.event_id, a.kind, count(*) AS n
  FROM mark AS a JOIN mark AS b ON b.year = a.year AND b.kind = a.kind AND b.mark = a.mark AND b.event_id <> a.event_id
  WHERE a.fresh GROUP BY ALL
),
known AS (SELECT version_id, kind, count(*) AS n FROM mark GROUP BY 1, 2), -- of a fresh event all, of others at least
told AS (
  SELECT unnest($named::INTEGER[]) AS version_id
  UNION SELECT c.other FROM common AS c
  JOIN known AS a ON a.version_id = c.version_id AND a.kind = c.kind
  JOIN known AS b ON b.version_id = c.other AND b.kind = c.kind
  WHERE c.n >= {FEWEST} AND c.n >= {MOSTLY} * least(a.n, b.n)
  EXCEPT SELECT version_id FROM near WHERE fresh -- of which all are known
),
whole AS (
  SELECT DISTINCT p.version_id, {_MARK} AS mark
  FROM place AS p JOIN category AS c ON c.category_id = p.category_id
  WHERE p.place = 1 AND p.version_id IN (SELECT version_id FROM told)
  UNION ALL SELECT version_id, mark FROM likely WHERE fresh
),
size AS (
  SELECT n.*, w.kind, w.n FROM near AS n JOIN (
    SELECT version_id, 'champion' AS kind, count(*) AS n FROM whole GROUP BY 1
    UNION ALL SELECT version_id, 'bout', count(*) FROM met GROUP BY 1
  ) AS w ON w.version_id = n.version_id
),
pair AS (
  SELECT a.version_id, b.event_id, coalesce(c.n, 0) AS common, least(a.n, b.n) AS could,
    row_number() OVER (PARTITION BY a.version_id, b.event_id ORDER BY a.kind DESC) AS choice
  FROM size AS a JOIN size AS b ON b.year = a.year AND b.kind = a.kind AND b.event_id <> a.event_id
  LEFT JOIN common AS c ON c.version_id = a.version_id AND c.event_id = b.event_id AND c.kind = a.kind
  WHERE a.fresh
)
SELECT version_id, event_id, common::INTEGER, could::INTEGER FROM pair WHERE choice = 1
"""
