-- Scoring actions of a bout that is not among the bouts used.
INSERT INTO row_finding
SELECT 'events', _row, 'rejected', 'no_such_bout', 'bout', bout::VARCHAR, 'contract 1', 'no bout used has this number; the row is not used'
FROM typed_events
WHERE bout IS NOT NULL AND bout NOT IN (SELECT bout FROM staged_bout);
