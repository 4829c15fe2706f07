-- One row per scoring action.
INSERT INTO staged_scoring_action (bout, at_seconds, side, action, file_row)
SELECT bout, "at", side, action, file_row FROM typed_events ORDER BY _row;
