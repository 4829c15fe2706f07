-- What people recorded after loading; each row is in force between two versions.

CREATE TABLE correction (
  correction_id INTEGER PRIMARY KEY,
  event_id VARCHAR NOT NULL,
  version_id INTEGER NOT NULL,
  undone_version_id INTEGER,
  gender VARCHAR NOT NULL,
  age_division VARCHAR NOT NULL,
  belt VARCHAR NOT NULL,
  weight_class VARCHAR NOT NULL,
  athlete VARCHAR NOT NULL,
  athlete_key VARCHAR NOT NULL,
  status VARCHAR NOT NULL CHECK (status IN ('registered', 'no_show', 'weigh_in', 'uniform', 'withdrawn', 'technical', 'disciplinary', 'doping')),
  reason VARCHAR NOT NULL,
  recorded_by VARCHAR NOT NULL,
  recorded_at TIMESTAMP NOT NULL
);
COMMENT ON TABLE correction IS 'One row per later change to an athlete''s status; survives a reload of the source.';
COMMENT ON COLUMN correction.correction_id IS 'Number of the correction in this store.';
COMMENT ON COLUMN correction.event_id IS 'The event.';
COMMENT ON COLUMN correction.version_id IS 'First version that has it.';
COMMENT ON COLUMN correction.undone_version_id IS 'First version that no longer has it; NULL = in force.';
COMMENT ON COLUMN correction.gender IS 'Category, by its four parts.';
COMMENT ON COLUMN correction.age_division IS 'As gender.';
COMMENT ON COLUMN correction.belt IS 'As gender.';
COMMENT ON COLUMN correction.weight_class IS 'As gender.';
COMMENT ON COLUMN correction.athlete IS 'Name as the source writes it.';
COMMENT ON COLUMN correction.athlete_key IS 'Who it is within the event.';
COMMENT ON COLUMN correction.status IS 'The status that takes the place of the entry''s own.';
COMMENT ON COLUMN correction.reason IS 'Why.';
COMMENT ON COLUMN correction.recorded_by IS 'Who recorded it.';
COMMENT ON COLUMN correction.recorded_at IS 'When, UTC.';

CREATE TABLE ruling (
  ruling_id INTEGER NOT NULL,
  event_id VARCHAR NOT NULL,
  version_id INTEGER NOT NULL,
  undone_version_id INTEGER,
  gender VARCHAR NOT NULL,
  age_division VARCHAR NOT NULL,
  belt VARCHAR NOT NULL,
  weight_class VARCHAR NOT NULL,
  place INTEGER CHECK (place BETWEEN 1 AND 3),
  athlete VARCHAR,
  athlete_key VARCHAR,
  academy VARCHAR,
  reason VARCHAR,
  recorded_by VARCHAR NOT NULL,
  recorded_at TIMESTAMP NOT NULL
);
COMMENT ON TABLE ruling IS 'One row per place of an official ruling on a category; survives a reload of the source.';
COMMENT ON COLUMN ruling.ruling_id IS 'Number of the ruling in this store; its places share it.';
COMMENT ON COLUMN ruling.event_id IS 'The event.';
COMMENT ON COLUMN ruling.version_id IS 'First version that has it.';
COMMENT ON COLUMN ruling.undone_version_id IS 'First version that no longer has it; NULL = in force.';
COMMENT ON COLUMN ruling.gender IS 'Category, by its four parts.';
COMMENT ON COLUMN ruling.age_division IS 'As gender.';
COMMENT ON COLUMN ruling.belt IS 'As gender.';
COMMENT ON COLUMN ruling.weight_class IS 'As gender.';
COMMENT ON COLUMN ruling.place IS '1, 2 or 3; NULL = the ruling gives no place at all.';
COMMENT ON COLUMN ruling.athlete IS 'Name; NULL with place.';
COMMENT ON COLUMN ruling.athlete_key IS 'Who it is within the event; NULL with place.';
COMMENT ON COLUMN ruling.academy IS 'Academy as written; NULL = not known.';
COMMENT ON COLUMN ruling.reason IS 'Why; NULL = not said.';
COMMENT ON COLUMN ruling.recorded_by IS 'Who recorded it.';
COMMENT ON COLUMN ruling.recorded_at IS 'When, UTC.';

CREATE TABLE draw (
  draw_id INTEGER NOT NULL,
  event_id VARCHAR NOT NULL,
  version_id INTEGER NOT NULL,
  undone_version_id INTEGER,
  origin VARCHAR NOT NULL CHECK (origin IN ('source', 'operator')),
  award_id VARCHAR NOT NULL,
  position INTEGER NOT NULL CHECK (position > 0),
  academy VARCHAR NOT NULL,
  academy_key VARCHAR NOT NULL,
  seed VARCHAR NOT NULL,
  digest VARCHAR NOT NULL,
  drawn_at VARCHAR NOT NULL,
  recorded_by VARCHAR NOT NULL
);
COMMENT ON TABLE draw IS 'One row per academy of a recorded draw (section T); survives a reload of the source.';
COMMENT ON COLUMN draw.draw_id IS 'Number of the draw in this store; its academies share it.';
COMMENT ON COLUMN draw.event_id IS 'The event.';
COMMENT ON COLUMN draw.version_id IS 'First version that has it.';
COMMENT ON COLUMN draw.undone_version_id IS 'First version that no longer has it; NULL = in force.';
COMMENT ON COLUMN draw.origin IS 'source = draws.csv of the load, replaced by the next load''s; operator = recorded in this store.';
COMMENT ON COLUMN draw.award_id IS 'The award.';
COMMENT ON COLUMN draw.position IS 'Place in the draw, 1 first.';
COMMENT ON COLUMN draw.academy IS 'Academy as the standing shows it: the text that was drawn.';
COMMENT ON COLUMN draw.academy_key IS 'Which academy that is.';
COMMENT ON COLUMN draw.seed IS 'Public text of the draw.';
COMMENT ON COLUMN draw.digest IS 'SHA-256 of seed, line feed and academy, hexadecimal.';
COMMENT ON COLUMN draw.drawn_at IS 'When, ISO 8601, as recorded.';
COMMENT ON COLUMN draw.recorded_by IS 'Who recorded it.';
