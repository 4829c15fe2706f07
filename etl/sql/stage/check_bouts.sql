-- Findings on whole bouts, once the cells are read. Rejected: nobody fought, or the winner is nobody.
INSERT INTO row_finding
SELECT 'bouts', _row, 'rejected', 'athlete_missing', 'red_athlete', NULL, 'contract 1', 'neither side has an athlete; the row is not used'
FROM typed_bouts WHERE red_athlete IS NULL AND blue_athlete IS NULL;

INSERT INTO row_finding
SELECT 'bouts', _row, 'rejected', 'winner_without_athlete', 'winner', winner, 'contract 1', 'the side that won has no athlete; the row is not used'
FROM typed_bouts
WHERE (winner = 'red' AND red_athlete IS NULL AND blue_athlete IS NOT NULL)
  OR (winner = 'blue' AND blue_athlete IS NULL AND red_athlete IS NOT NULL);
