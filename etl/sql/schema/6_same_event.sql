-- One event from two sources counts once in questions over the whole store.

CREATE TABLE same_event (
  same_id INTEGER PRIMARY KEY,
  event_id VARCHAR NOT NULL,
  other_event_id VARCHAR NOT NULL,
  status VARCHAR NOT NULL CHECK (status IN ('recognised', 'confirmed', 'apart')),
  sure DOUBLE CHECK (sure BETWEEN 0 AND 1),
  reason VARCHAR NOT NULL,
  recorded_by VARCHAR,
  recorded_at TIMESTAMP NOT NULL,
  undone_at TIMESTAMP,
  CHECK (event_id <> other_event_id)
);
COMMENT ON TABLE same_event IS 'One row per pair of events found, or said, to be one from two sources, or to be two.';
COMMENT ON COLUMN same_event.same_id IS 'Number of the row in this store.';
COMMENT ON COLUMN same_event.event_id IS 'The event that does not count in questions over the whole store, while the other is in it.';
COMMENT ON COLUMN same_event.other_event_id IS 'The event that counts.';
COMMENT ON COLUMN same_event.status IS 'recognised = found when loading; confirmed = a person said so; apart = a person said that they are two.';
COMMENT ON COLUMN same_event.sure IS 'How sure the program was, 0 to 1; NULL = a person said it.';
COMMENT ON COLUMN same_event.reason IS 'What makes them one, or why they are two.';
COMMENT ON COLUMN same_event.recorded_by IS 'Who said so; NULL = found when loading.';
COMMENT ON COLUMN same_event.recorded_at IS 'When, UTC.';
COMMENT ON COLUMN same_event.undone_at IS 'When a later row about the pair took its place, UTC; NULL = in force.';

CREATE VIEW counted_version AS
-- one row per event that counts in questions over the whole store: current, and not another one's second source
SELECT v.* FROM current_version AS v
WHERE NOT EXISTS (
  SELECT 1 FROM same_event AS s JOIN current_version AS o ON o.event_id = s.other_event_id
  WHERE s.event_id = v.event_id AND s.status <> 'apart' AND s.undone_at IS NULL
);
COMMENT ON VIEW counted_version IS 'One row per event that counts in questions over the whole store: current, and not the second source of another one in it.';
