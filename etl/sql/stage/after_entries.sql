-- The same athlete entered twice in a category, not word for word.
INSERT INTO row_finding
SELECT 'entries', _row, 'warning', 'athlete_twice', 'athlete', athlete, 'B6', 'the athlete is entered in this category above with other particulars'
FROM (
  SELECT _row, athlete, row_number() OVER (PARTITION BY category_id, athlete_key ORDER BY _row) AS n FROM keyed_entries
) WHERE n > 1;
