-- Doubts about whole bouts.
INSERT INTO row_finding
SELECT 'bouts', _row, 'warning', 'athlete_on_both_sides', 'blue_athlete', blue_athlete, 'contract 1', 'the same athlete on both sides'
FROM typed_bouts WHERE red_key = blue_key;

INSERT INTO row_finding
SELECT 'bouts', _row, 'warning', 'bout_number_twice', 'bout', bout::VARCHAR, 'contract 1', 'another bout above has this number'
FROM (
  SELECT _row, bout, row_number() OVER (PARTITION BY bout ORDER BY _row) AS n
  FROM typed_bouts
  WHERE bout IN (SELECT bout FROM typed_bouts GROUP BY bout HAVING count(*) > 1)
) WHERE n > 1;

INSERT INTO row_finding
SELECT 'bouts', _row, 'warning', 'bout_without_number', 'bout', NULL, 'contract 1', 'no number though other bouts have one; it is put after them'
FROM typed_bouts WHERE bout IS NULL AND EXISTS (SELECT 1 FROM typed_bouts WHERE bout IS NOT NULL);

-- `Unknown` in an athlete's place: the bout counts in statistics, its athlete is nobody's.
INSERT INTO row_finding
SELECT 'bouts', _row, 'warning', 'athlete_not_known', 'red_athlete', red_athlete, NULL, 'no name that says who it is; the bout is used, and this side is nobody known'
FROM typed_bouts WHERE red_athlete IS NOT NULL AND red_key IS NULL
UNION ALL
SELECT 'bouts', _row, 'warning', 'athlete_not_known', 'blue_athlete', blue_athlete, NULL, 'no name that says who it is; the bout is used, and this side is nobody known'
FROM typed_bouts WHERE blue_athlete IS NOT NULL AND blue_key IS NULL;
