-- The same athlete at two places of a category, or at one under another spelling or academy.
-- Who stands twice at all is counted first, which costs less than numbering everyone's rows.
INSERT INTO row_finding
SELECT 'placements', _row, 'warning', 'athlete_placed_twice', 'athlete', athlete, 'M20', 'the athlete has a place in this category above; where they differ, it needs a ruling'
FROM (
  SELECT _row, athlete, row_number() OVER (PARTITION BY category_id, athlete_key ORDER BY _row) AS n
  FROM typed_placements
  JOIN (SELECT category_id, athlete_key FROM typed_placements GROUP BY 1, 2 HAVING count(*) > 1) USING (category_id, athlete_key)
) WHERE n > 1;
