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
  spelling INTEGER NOT NULL CHECK (spelling > 0),
  number INTEGER NOT NULL CHECK (number > 0),
  athlete_key VARCHAR NOT NULL USING COMPRESSION zstd,
  athlete VARCHAR NOT NULL USING COMPRESSION zstd,
  academy VARCHAR,
  name VARCHAR NOT NULL USING COMPRESSION zstd,
  words VARCHAR NOT NULL USING COMPRESSION zstd
);
COMMENT ON TABLE athlete_name IS 'One row per athlete of any load in athlete_name_load, by the key within an event, and spelling of name and academy. Never published.';
COMMENT ON COLUMN athlete_name.spelling IS 'Number of the row; once given it stays.';
COMMENT ON COLUMN athlete_name.number IS 'Number of what athlete_key begins with, the folded name or the identifier: that of its first spelling.';
COMMENT ON COLUMN athlete_name.athlete_key IS 'Who it is within an event; several events may have the key.';
COMMENT ON COLUMN athlete_name.athlete IS 'Name as written.';
COMMENT ON COLUMN athlete_name.academy IS 'Academy as written; NULL = not known.';
COMMENT ON COLUMN athlete_name.name IS 'The name folded: without case, accents and punctuation.';
COMMENT ON COLUMN athlete_name.words IS 'Name and academy folded, without blanks: what a search looks in.';

CREATE TABLE athlete_name_load (
  load_id INTEGER NOT NULL
);
COMMENT ON TABLE athlete_name_load IS 'One row per load whose athletes are in athlete_name; where one is lacking, everybody is looked through.';
COMMENT ON COLUMN athlete_name_load.load_id IS 'The load.';

-- Where each spelling stands, in a store of many bouts: persons are told apart without looking for them in the facts.
CREATE TABLE athlete_stand (
  load_id INTEGER NOT NULL,
  category_id BIGINT NOT NULL,
  spelling INTEGER NOT NULL,
  birth_year INTEGER
);
COMMENT ON TABLE athlete_stand IS 'One row per category, spelling and year of birth of an athlete, of the loads in athlete_stand_load. Empty in a small store. Never published.';
COMMENT ON COLUMN athlete_stand.load_id IS 'The load.';
COMMENT ON COLUMN athlete_stand.category_id IS 'The category.';
COMMENT ON COLUMN athlete_stand.spelling IS 'Number of the row of athlete_name.';
COMMENT ON COLUMN athlete_stand.birth_year IS 'Year of birth as the entry tells it; NULL = not told, or no entry.';

CREATE TABLE athlete_stand_load (
  load_id INTEGER NOT NULL
);
COMMENT ON TABLE athlete_stand_load IS 'One row per load whose athletes are all in athlete_stand; where one is lacking, the facts are looked through.';
COMMENT ON COLUMN athlete_stand_load.load_id IS 'The load.';
