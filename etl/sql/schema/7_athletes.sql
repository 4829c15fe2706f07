-- Who is who among athletes across events, as people decided it; within an event it is the source's word (athlete_key).

CREATE TABLE athlete_alias (
  alias_id INTEGER PRIMARY KEY,
  status VARCHAR NOT NULL CHECK (status IN ('accepted', 'rejected')),
  alias_person VARCHAR NOT NULL,
  person VARCHAR NOT NULL,
  recorded_by VARCHAR NOT NULL,
  recorded_at TIMESTAMP NOT NULL,
  undone_by VARCHAR,
  undone_at TIMESTAMP,
  CHECK (alias_person <> person)
);
COMMENT ON TABLE athlete_alias IS 'One row per reviewed pair of athletes over events: one person, or two. Changes no answer of a single event.';
COMMENT ON COLUMN athlete_alias.alias_id IS 'Number of the row in this store; it is what undo names.';
COMMENT ON COLUMN athlete_alias.status IS 'accepted = one person; rejected = two, not suggested again.';
COMMENT ON COLUMN athlete_alias.alias_person IS 'Key of the one (docs/decisions/athletes.md); it becomes the other where accepted.';
COMMENT ON COLUMN athlete_alias.person IS 'Key of the other; it may be an alias of a third itself.';
COMMENT ON COLUMN athlete_alias.recorded_by IS 'Who recorded it.';
COMMENT ON COLUMN athlete_alias.recorded_at IS 'When, UTC.';
COMMENT ON COLUMN athlete_alias.undone_by IS 'Who undid it; NULL = in force.';
COMMENT ON COLUMN athlete_alias.undone_at IS 'When it was undone, UTC; NULL = in force.';
