-- Findings on whole bouts, once the cells are read. Rejected: nobody fought, or the winner is nobody.
INSERT INTO row_finding
SELECT 'bouts', _row, 'rejected', 'athlete_missing', 'red_athlete', NULL, 'contract 1', 'neither side has an athlete; the row is not used'
FROM typed_bouts WHERE red_athlete IS NULL AND blue_athlete IS NULL;

INSERT INTO row_finding
SELECT 'bouts', _row, 'rejected', 'winner_without_athlete', 'winner', winner, 'contract 1', 'the side that won has no athlete; the row is not used'
FROM typed_bouts
WHERE (winner = 'red' AND red_athlete IS NULL AND blue_athlete IS NOT NULL)
  OR (winner = 'blue' AND blue_athlete IS NULL AND red_athlete IS NOT NULL);

-- Used as they stand, but two cells of the row contradict each other; a rejected row has said its own reason.
INSERT INTO row_finding
SELECT 'bouts', _row, 'warning', 'decided_without_winner', 'winner', NULL, 'D1', 'the decision gives a winner, and none is named; correct one of them'
FROM typed_bouts
WHERE winner IS NULL
  AND decision IN ('submission', 'loss_of_consciousness', 'points', 'advantages', 'penalties', 'referee_decision', 'random_pick')
  AND _row NOT IN (SELECT _row FROM row_finding WHERE name = 'bouts' AND severity = 'rejected');

INSERT INTO row_finding
SELECT 'bouts', _row, 'warning', 'draw_with_winner', 'winner', winner, 'D4', 'a draw has no winner, and one is named; correct one of them'
FROM typed_bouts
WHERE decision = 'draw' AND winner IS NOT NULL
  AND _row NOT IN (SELECT _row FROM row_finding WHERE name = 'bouts' AND severity = 'rejected');

INSERT INTO row_finding
SELECT 'bouts', _row, 'warning', 'bye_with_opponent', 'decision', decision, 'D2', 'a bye, and both sides have an athlete; correct one of them'
FROM typed_bouts
WHERE decision = 'bye' AND red_athlete IS NOT NULL AND blue_athlete IS NOT NULL
  AND _row NOT IN (SELECT _row FROM row_finding WHERE name = 'bouts' AND severity = 'rejected');
