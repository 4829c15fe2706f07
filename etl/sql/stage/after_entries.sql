-- The same athlete entered twice in a category, not word for word; counted first, as places are.
INSERT INTO row_finding
SELECT 'entries', _row, 'warning', 'athlete_twice', 'athlete', athlete, 'B6', 'the athlete is entered in this category above with other particulars'
FROM (
  SELECT _row, athlete, row_number() OVER (PARTITION BY category_id, athlete_key ORDER BY _row) AS n
  FROM typed_entries
  JOIN (SELECT category_id, athlete_key FROM typed_entries GROUP BY 1, 2 HAVING count(*) > 1) USING (category_id, athlete_key)
) WHERE n > 1;
