-- One row per bout; where the source numbers none, the order of its rows is the order of the bouts.
-- A view, since ten million rows need not stand twice before they are copied into the store.
DROP TABLE staged_bout;
CREATE TEMP VIEW staged_bout AS
SELECT
  category_id, coalesce(bout, number) AS bout, round, red_athlete, red_key, red_academy, red_athlete_id, blue_athlete, blue_key, blue_academy, blue_athlete_id,
  winner, decision, technique, red_points, blue_points, red_advantages, blue_advantages, red_penalties, blue_penalties,
  elapsed, red_dq, blue_dq, mat, started_at, file_row, method_text
FROM typed_bouts
LEFT JOIN (
  SELECT _row AS numbered, ((SELECT coalesce(max(bout), 0) FROM typed_bouts) + row_number() OVER (ORDER BY _row))::INTEGER AS number
  FROM typed_bouts WHERE bout IS NULL
) ON numbered = _row;
