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

-- Names to search by, and whose they are: folded once, when a load is first computed.
CREATE TABLE athlete_name (
  athlete_key VARCHAR NOT NULL USING COMPRESSION zstd,
  name VARCHAR NOT NULL USING COMPRESSION zstd,
  words VARCHAR NOT NULL USING COMPRESSION zstd
);
COMMENT ON TABLE athlete_name IS 'One row per athlete of any load in athlete_name_load, by the key within an event, and spelling of name and academy. Never published.';
COMMENT ON COLUMN athlete_name.athlete_key IS 'Who it is within an event; several events may have the key.';
COMMENT ON COLUMN athlete_name.name IS 'The name folded: without case, accents and punctuation.';
COMMENT ON COLUMN athlete_name.words IS 'Name and academy folded, without blanks: what a search looks in.';

CREATE TABLE athlete_name_load (
  load_id INTEGER NOT NULL
);
COMMENT ON TABLE athlete_name_load IS 'One row per load whose athletes are in athlete_name; where one is lacking, everybody is looked through.';
COMMENT ON COLUMN athlete_name_load.load_id IS 'The load.';
