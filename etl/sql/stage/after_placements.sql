-- The same athlete at two places of a category, or at one under another spelling or academy.
INSERT INTO row_finding
SELECT 'placements', _row, 'warning', 'athlete_placed_twice', 'athlete', athlete, 'M20', 'the athlete has a place in this category above; where they differ, it needs a ruling'
FROM (
  SELECT _row, athlete, row_number() OVER (PARTITION BY category_id, athlete_key ORDER BY _row) AS n FROM keyed_placements
) WHERE n > 1;
