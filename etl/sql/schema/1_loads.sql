-- Loads and versions: what came in, when, and which version of an event is current.

CREATE TABLE store (
  schema_version INTEGER NOT NULL CHECK (schema_version > 0),
  created_by VARCHAR NOT NULL
);
COMMENT ON TABLE store IS 'One row: which layout this file has.';
COMMENT ON COLUMN store.schema_version IS 'Layout of the store; a newer one than the program knows is refused.';
COMMENT ON COLUMN store.created_by IS 'Program version that created the file.';

CREATE TABLE source_load (
  load_id INTEGER PRIMARY KEY CHECK (load_id > 0),
  event_id VARCHAR NOT NULL CHECK (length(event_id) > 0),
  loaded_at TIMESTAMP NOT NULL,
  source VARCHAR NOT NULL,
  format VARCHAR NOT NULL,
  sha256 VARCHAR NOT NULL CHECK (length(sha256) = 64),
  program_version VARCHAR NOT NULL,
  name VARCHAR NOT NULL,
  start_date DATE NOT NULL,
  end_date DATE,
  federation VARCHAR,
  city VARCHAR,
  country VARCHAR,
  level VARCHAR,
  status VARCHAR NOT NULL CHECK (status IN ('provisional', 'official', 'unknown')),
  uniform VARCHAR NOT NULL CHECK (uniform IN ('gi', 'no-gi', 'unknown')),
  ruleset VARCHAR NOT NULL,
  rule_overrides VARCHAR NOT NULL,
  has_entries BOOLEAN NOT NULL
);
COMMENT ON TABLE source_load IS 'One row per load of an event''s source files, kept for ever; the facts below are keyed by it.';
COMMENT ON COLUMN source_load.load_id IS 'Number of the load in this store, in order of loading.';
COMMENT ON COLUMN source_load.event_id IS 'Slug of the event (contract 1).';
COMMENT ON COLUMN source_load.loaded_at IS 'When it was loaded, UTC.';
COMMENT ON COLUMN source_load.source IS 'File or folder as given, last part of the path only.';
COMMENT ON COLUMN source_load.format IS 'Input format that read it (name of the file under etl/formats).';
COMMENT ON COLUMN source_load.sha256 IS 'SHA-256 over names and contents of the source files and the options that override them.';
COMMENT ON COLUMN source_load.program_version IS 'Version of the program that loaded it.';
COMMENT ON COLUMN source_load.name IS 'Name of the event.';
COMMENT ON COLUMN source_load.start_date IS 'First day; its year is the competition year of B1.';
COMMENT ON COLUMN source_load.end_date IS 'Last day; NULL = not known.';
COMMENT ON COLUMN source_load.federation IS 'Organising federation; NULL = not known.';
COMMENT ON COLUMN source_load.city IS 'City; NULL = not known.';
COMMENT ON COLUMN source_load.country IS 'Country as written; NULL = not known.';
COMMENT ON COLUMN source_load.level IS 'Season weight class of the event; NULL = not known.';
COMMENT ON COLUMN source_load.status IS 'Whether the results are final.';
COMMENT ON COLUMN source_load.uniform IS 'Gi or no-gi.';
COMMENT ON COLUMN source_load.ruleset IS 'Name of the rule set, or none.';
COMMENT ON COLUMN source_load.rule_overrides IS 'JSON object of the switches that the event''s own guidelines change (ja 7.1); {} = none.';
COMMENT ON COLUMN source_load.has_entries IS 'Whether the source lists entries; if not, the number registered is derived (A8).';

CREATE TABLE source_file (
  load_id INTEGER NOT NULL,
  file VARCHAR NOT NULL,
  sha256 VARCHAR NOT NULL,
  rows_read BIGINT NOT NULL CHECK (rows_read >= 0),
  rows_used BIGINT NOT NULL CHECK (rows_used >= 0),
  rows_duplicate BIGINT NOT NULL CHECK (rows_duplicate >= 0),
  rows_rejected BIGINT NOT NULL CHECK (rows_rejected >= 0),
  PRIMARY KEY (load_id, file),
  CHECK (rows_read = rows_used + rows_duplicate + rows_rejected)
);
COMMENT ON TABLE source_file IS 'One row per table read from a load''s source; rows_read always equals used + duplicate + rejected.';
COMMENT ON COLUMN source_file.load_id IS 'The load.';
COMMENT ON COLUMN source_file.file IS 'Name of the file, sheet or part of the document.';
COMMENT ON COLUMN source_file.sha256 IS 'SHA-256 of its bytes.';
COMMENT ON COLUMN source_file.rows_read IS 'Data rows in the file, heading apart.';
COMMENT ON COLUMN source_file.rows_used IS 'Rows that became facts.';
COMMENT ON COLUMN source_file.rows_duplicate IS 'Rows that say again exactly what another row said.';
COMMENT ON COLUMN source_file.rows_rejected IS 'Rows refused, each with a finding.';

CREATE TABLE event_version (
  version_id INTEGER PRIMARY KEY CHECK (version_id > 0),
  event_id VARCHAR NOT NULL,
  version INTEGER NOT NULL CHECK (version > 0),
  load_id INTEGER NOT NULL,
  recorded_at TIMESTAMP NOT NULL,
  kind VARCHAR NOT NULL CHECK (kind IN ('load', 'correction', 'ruling', 'draw', 'merge', 'removal')),
  reason VARCHAR,
  recorded_by VARCHAR,
  ruleset VARCHAR NOT NULL,
  ruleset_fingerprint VARCHAR NOT NULL,
  UNIQUE (event_id, version)
);
COMMENT ON TABLE event_version IS 'One row per version of an event: a load, or a correction, ruling, draw, merge or removal recorded on top of one.';
COMMENT ON COLUMN event_version.version_id IS 'Number of the version in this store, in order of recording.';
COMMENT ON COLUMN event_version.event_id IS 'The event.';
COMMENT ON COLUMN event_version.version IS 'Number of the version within the event, from 1.';
COMMENT ON COLUMN event_version.load_id IS 'The load whose facts it rests on.';
COMMENT ON COLUMN event_version.recorded_at IS 'When it became current, UTC.';
COMMENT ON COLUMN event_version.kind IS 'What made it; after a removal the event is not in the store until it is loaded again.';
COMMENT ON COLUMN event_version.reason IS 'Why, in the words of whoever recorded it; NULL for a load.';
COMMENT ON COLUMN event_version.recorded_by IS 'Who recorded it; NULL for a load.';
COMMENT ON COLUMN event_version.ruleset IS 'Rule set it was computed under.';
COMMENT ON COLUMN event_version.ruleset_fingerprint IS 'SHA-256 of every value of that rule set with the event''s overrides.';

CREATE VIEW current_version AS
-- one row per event that is in the store now: its latest version, unless that is a removal
SELECT v.* FROM event_version AS v
JOIN (SELECT event_id, max(version) AS version FROM event_version GROUP BY event_id) AS newest
  ON newest.event_id = v.event_id AND newest.version = v.version
WHERE v.kind <> 'removal';
COMMENT ON VIEW current_version IS 'One row per event in the store now: its latest version, unless that is a removal.';
