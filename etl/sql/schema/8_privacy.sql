-- Athletes who do not want to be named in anything published.

CREATE TABLE opt_out (
  opt_out_id INTEGER PRIMARY KEY,
  athlete VARCHAR NOT NULL CHECK (length(athlete) > 0),
  academy VARCHAR,
  academy_key VARCHAR,
  recorded_by VARCHAR NOT NULL,
  recorded_at TIMESTAMP NOT NULL,
  undone_by VARCHAR,
  undone_at TIMESTAMP
);
COMMENT ON TABLE opt_out IS 'One row per athlete who is not to be named in anything published; it holds for every event and version.';
COMMENT ON COLUMN opt_out.opt_out_id IS 'Number of the row in this store; it is what undo names.';
COMMENT ON COLUMN opt_out.athlete IS 'Name, in any spelling: everybody of that name is meant, up to case, accents and punctuation.';
COMMENT ON COLUMN opt_out.academy IS 'Only who competed for this academy; NULL = whatever the academy.';
COMMENT ON COLUMN opt_out.academy_key IS 'The academy normalised; NULL with academy.';
COMMENT ON COLUMN opt_out.recorded_by IS 'Who recorded it.';
COMMENT ON COLUMN opt_out.recorded_at IS 'When, UTC.';
COMMENT ON COLUMN opt_out.undone_by IS 'Who undid it; NULL = in force.';
COMMENT ON COLUMN opt_out.undone_at IS 'When it was undone, UTC; NULL = in force.';

-- Who is under 18, or may be, found when a version is computed. Names compressed as those of the facts are.
CREATE TABLE protected_name (
  version_id INTEGER NOT NULL,
  athlete_key VARCHAR NOT NULL USING COMPRESSION zstd,
  athlete VARCHAR NOT NULL USING COMPRESSION zstd,
  academy VARCHAR,
  name VARCHAR NOT NULL USING COMPRESSION zstd,
  fewest INTEGER NOT NULL CHECK (fewest >= 0)
);
COMMENT ON TABLE protected_name IS 'One row per athlete under 18, or of unknown age, of a version in protected_version, and spelling of name and academy. Never published.';
COMMENT ON COLUMN protected_name.version_id IS 'The version.';
COMMENT ON COLUMN protected_name.athlete_key IS 'Who it is within the event.';
COMMENT ON COLUMN protected_name.athlete IS 'Name as written.';
COMMENT ON COLUMN protected_name.academy IS 'Academy as written; NULL = not known.';
COMMENT ON COLUMN protected_name.name IS 'The name folded: without case, accents and punctuation.';
COMMENT ON COLUMN protected_name.fewest IS 'How few under 18 could be meant: those of an academy of theirs there (0 = none known), or of a category.';

CREATE TABLE protected_version (
  version_id INTEGER NOT NULL
);
COMMENT ON TABLE protected_version IS 'One row per version that protected_name is written for; of any other it is asked anew. Opt-outs always are.';
COMMENT ON COLUMN protected_version.version_id IS 'The version.';
