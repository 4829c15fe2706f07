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
