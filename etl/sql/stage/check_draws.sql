-- A draw of an award that the event does not have is a draw of nothing.
INSERT INTO row_finding
SELECT 'draws', _row, 'rejected', 'unknown_award', 'award', award, 'T', 'the event has no such award; the row is not used'
FROM typed_draws
WHERE award IS NOT NULL AND award NOT IN (SELECT award_id FROM staged_award);
