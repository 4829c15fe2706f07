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
-- Facts of a load, never changed. Big tables carry no index: the load checks their keys set-based. Columns of names, of which hardly two
-- are alike, name their compression: what DuckDB would choose for them takes twice as long to write (docs/decisions/loading.md).

CREATE TABLE category (
  category_id BIGINT NOT NULL CHECK (category_id > 0),
  load_id INTEGER NOT NULL,
  gender VARCHAR NOT NULL CHECK (gender IN ('male', 'female', 'mixed', 'unknown')),
  age_division VARCHAR NOT NULL,
  belt VARCHAR NOT NULL,
  weight_class VARCHAR NOT NULL,
  unread VARCHAR NOT NULL,
  age_rank INTEGER,
  age_group VARCHAR,
  belt_rank INTEGER,
  weight_rank DOUBLE,
  is_open BOOLEAN,
  is_minor BOOLEAN,
  registered INTEGER CHECK (registered >= 0),
  counts BOOLEAN
);
COMMENT ON TABLE category IS 'One row per category of a load: gender, age division, belt and weight class.';
COMMENT ON COLUMN category.category_id IS 'Number of the category in this store; a new one in each load.';
COMMENT ON COLUMN category.load_id IS 'The load.';
COMMENT ON COLUMN category.gender IS 'Gender of the category.';
COMMENT ON COLUMN category.age_division IS 'Age division (B2), or unknown.';
COMMENT ON COLUMN category.belt IS 'Belt, or belts joined low to high by +, or unknown (B7).';
COMMENT ON COLUMN category.weight_class IS 'Weight class, open class or limit (B8), or unknown.';
COMMENT ON COLUMN category.unread IS 'What could not be read of the category, empty when all was; keeps unknown categories apart.';
COMMENT ON COLUMN category.age_rank IS 'Rank of the age division, youngest 1; NULL = unknown.';
COMMENT ON COLUMN category.age_group IS 'adult, master, juvenile, teen, junior, pee-wee, mighty-mite; NULL = unknown.';
COMMENT ON COLUMN category.belt_rank IS 'Rank of the (highest) belt, white 1; NULL = unknown.';
COMMENT ON COLUMN category.weight_rank IS 'Rank of the weight class, light to heavy; NULL = open class or unknown.';
COMMENT ON COLUMN category.is_open IS 'Whether it is an open class; NULL = unknown.';
COMMENT ON COLUMN category.is_minor IS 'Whether its athletes are under 18; NULL = unknown, treated as under 18 wherever something is published.';
COMMENT ON COLUMN category.registered IS 'Number registered as categories.csv states it; NULL = not stated (A8).';
COMMENT ON COLUMN category.counts IS 'Whether categories.csv says that it counts for points; NULL = derived by A3 and A4.';

CREATE TABLE entry (
  load_id INTEGER NOT NULL,
  category_id BIGINT NOT NULL,
  athlete VARCHAR NOT NULL USING COMPRESSION zstd,
  athlete_key VARCHAR NOT NULL USING COMPRESSION zstd,
  athlete_id VARCHAR USING COMPRESSION zstd,
  academy VARCHAR,
  birth_year INTEGER CHECK (birth_year BETWEEN 1900 AND 2100),
  country VARCHAR,
  status VARCHAR NOT NULL CHECK (status IN ('registered', 'no_show', 'weigh_in', 'uniform', 'withdrawn', 'technical', 'disciplinary', 'doping')),
  file_row INTEGER
);
COMMENT ON TABLE entry IS 'One row per athlete registered in a category.';
COMMENT ON COLUMN entry.load_id IS 'The load.';
COMMENT ON COLUMN entry.category_id IS 'The category.';
COMMENT ON COLUMN entry.athlete IS 'Name as written.';
COMMENT ON COLUMN entry.athlete_key IS 'Who it is within the event: the identifier if the source has one, otherwise normalised name and academy.';
COMMENT ON COLUMN entry.athlete_id IS 'Identifier in the source; NULL = none.';
COMMENT ON COLUMN entry.academy IS 'Academy as written; NULL = not known.';
COMMENT ON COLUMN entry.birth_year IS 'Year of birth; never published. NULL = not known.';
COMMENT ON COLUMN entry.country IS 'Country as written; NULL = not known.';
COMMENT ON COLUMN entry.status IS 'What became of the entry (contract 1).';
COMMENT ON COLUMN entry.file_row IS 'Row in the source, heading = 1.';

CREATE TABLE bout (
  load_id INTEGER NOT NULL,
  category_id BIGINT NOT NULL,
  bout INTEGER NOT NULL,
  round VARCHAR,
  red_athlete VARCHAR USING COMPRESSION zstd,
  red_key VARCHAR USING COMPRESSION zstd,
  red_academy VARCHAR,
  red_athlete_id VARCHAR USING COMPRESSION zstd,
  blue_athlete VARCHAR USING COMPRESSION zstd,
  blue_key VARCHAR USING COMPRESSION zstd,
  blue_academy VARCHAR,
  blue_athlete_id VARCHAR USING COMPRESSION zstd,
  winner VARCHAR CHECK (winner IN ('red', 'blue')),
  decision VARCHAR CHECK (decision IN ('submission', 'stoppage', 'disqualification', 'loss_of_consciousness', 'points', 'advantages', 'penalties', 'referee_decision', 'random_pick', 'draw', 'walkover', 'bye', 'close_out')),
  technique VARCHAR,
  red_points INTEGER CHECK (red_points >= 0),
  blue_points INTEGER CHECK (blue_points >= 0),
  red_advantages INTEGER CHECK (red_advantages >= 0),
  blue_advantages INTEGER CHECK (blue_advantages >= 0),
  red_penalties INTEGER CHECK (red_penalties >= 0),
  blue_penalties INTEGER CHECK (blue_penalties >= 0),
  elapsed INTEGER CHECK (elapsed >= 0),
  red_dq VARCHAR CHECK (red_dq IN ('technical', 'disciplinary', 'no_show', 'weigh_in', 'uniform')),
  blue_dq VARCHAR CHECK (blue_dq IN ('technical', 'disciplinary', 'no_show', 'weigh_in', 'uniform')),
  mat VARCHAR,
  started_at TIMESTAMP,
  file_row INTEGER,
  method_text VARCHAR
);
COMMENT ON TABLE bout IS 'One row per bout of a load.';
COMMENT ON COLUMN bout.load_id IS 'The load.';
COMMENT ON COLUMN bout.category_id IS 'The category.';
COMMENT ON COLUMN bout.bout IS 'Order of the bout within the event; where the source has none, the order of its rows.';
COMMENT ON COLUMN bout.round IS 'Round, by its name in the vocabulary; NULL = not given, inferred from who meets whom.';
COMMENT ON COLUMN bout.red_athlete IS 'Name as written; NULL = nobody (bye) or not known.';
COMMENT ON COLUMN bout.red_key IS 'Who it is within the event; NULL = nobody or not known.';
COMMENT ON COLUMN bout.red_academy IS 'Academy as written; NULL = not known.';
COMMENT ON COLUMN bout.red_athlete_id IS 'Identifier in the source; NULL = none.';
COMMENT ON COLUMN bout.blue_athlete IS 'As red_athlete.';
COMMENT ON COLUMN bout.blue_key IS 'As red_key.';
COMMENT ON COLUMN bout.blue_academy IS 'As red_academy.';
COMMENT ON COLUMN bout.blue_athlete_id IS 'As red_athlete_id.';
COMMENT ON COLUMN bout.winner IS 'Side that won; NULL = nobody, or not known.';
COMMENT ON COLUMN bout.decision IS 'How it was decided (D1, D2); NULL = not known.';
COMMENT ON COLUMN bout.technique IS 'Technique as read; NULL = none or not known.';
COMMENT ON COLUMN bout.red_points IS 'Points on the board; NULL = not known, which is not 0.';
COMMENT ON COLUMN bout.blue_points IS 'As red_points.';
COMMENT ON COLUMN bout.red_advantages IS 'Advantages; NULL = not known.';
COMMENT ON COLUMN bout.blue_advantages IS 'As red_advantages.';
COMMENT ON COLUMN bout.red_penalties IS 'Penalties; NULL = not known.';
COMMENT ON COLUMN bout.blue_penalties IS 'As red_penalties.';
COMMENT ON COLUMN bout.elapsed IS 'Time fought in seconds; NULL = not known.';
COMMENT ON COLUMN bout.red_dq IS 'Disqualification of red in or before the bout; NULL = none.';
COMMENT ON COLUMN bout.blue_dq IS 'As red_dq.';
COMMENT ON COLUMN bout.mat IS 'Mat; NULL = not known.';
COMMENT ON COLUMN bout.started_at IS 'Local time at which it started; NULL = not known.';
COMMENT ON COLUMN bout.file_row IS 'Row in the source, heading = 1.';
COMMENT ON COLUMN bout.method_text IS 'How it ended as the source words it, decision and technique; NULL = in the words of the vocabulary, or not given.';

CREATE TABLE official_place (
  load_id INTEGER NOT NULL,
  category_id BIGINT NOT NULL,
  place INTEGER NOT NULL CHECK (place BETWEEN 1 AND 3),
  athlete VARCHAR NOT NULL USING COMPRESSION zstd,
  athlete_key VARCHAR NOT NULL USING COMPRESSION zstd,
  athlete_id VARCHAR USING COMPRESSION zstd,
  academy VARCHAR,
  file_row INTEGER
);
COMMENT ON TABLE official_place IS 'One row per place that a source states officially.';
COMMENT ON COLUMN official_place.load_id IS 'The load.';
COMMENT ON COLUMN official_place.category_id IS 'The category.';
COMMENT ON COLUMN official_place.place IS '1, 2 or 3.';
COMMENT ON COLUMN official_place.athlete IS 'Name as written.';
COMMENT ON COLUMN official_place.athlete_key IS 'Who it is within the event.';
COMMENT ON COLUMN official_place.athlete_id IS 'Identifier in the source; NULL = none.';
COMMENT ON COLUMN official_place.academy IS 'Academy as written; NULL = not known.';
COMMENT ON COLUMN official_place.file_row IS 'Row in the source, heading = 1; NULL where the source is a document.';

CREATE TABLE scoring_action (
  load_id INTEGER NOT NULL,
  bout INTEGER NOT NULL,
  at_seconds DOUBLE CHECK (at_seconds >= 0),
  side VARCHAR NOT NULL CHECK (side IN ('red', 'blue')),
  action VARCHAR NOT NULL,
  file_row INTEGER
);
COMMENT ON TABLE scoring_action IS 'One row per scoring action of a bout (events.csv).';
COMMENT ON COLUMN scoring_action.load_id IS 'The load.';
COMMENT ON COLUMN scoring_action.bout IS 'The bout''s order within the event.';
COMMENT ON COLUMN scoring_action.at_seconds IS 'Seconds from the start of the bout; NULL = not known.';
COMMENT ON COLUMN scoring_action.side IS 'Who acted, or was penalised.';
COMMENT ON COLUMN scoring_action.action IS 'Action, by its name in the vocabulary.';
COMMENT ON COLUMN scoring_action.file_row IS 'Row in the source, heading = 1.';

CREATE TABLE award (
  load_id INTEGER NOT NULL,
  award_id VARCHAR NOT NULL,
  position INTEGER NOT NULL,
  name VARCHAR NOT NULL,
  genders VARCHAR[] NOT NULL,
  ages VARCHAR[] NOT NULL,
  belts VARCHAR[] NOT NULL,
  chain VARCHAR NOT NULL,
  is_default BOOLEAN NOT NULL,
  PRIMARY KEY (load_id, award_id)
);
COMMENT ON TABLE award IS 'One row per award of a load: which categories it adds up.';
COMMENT ON COLUMN award.load_id IS 'The load.';
COMMENT ON COLUMN award.award_id IS 'Slug of the award.';
COMMENT ON COLUMN award.position IS 'Order in which awards are shown, from 1.';
COMMENT ON COLUMN award.name IS 'Name of the award.';
COMMENT ON COLUMN award.genders IS 'Genders it covers; empty = all.';
COMMENT ON COLUMN award.ages IS 'Age divisions it covers; empty = all.';
COMMENT ON COLUMN award.belts IS 'Belts it covers; empty = all. A combined belt belongs by its highest.';
COMMENT ON COLUMN award.chain IS 'auto, or the name of a tie-break chain.';
COMMENT ON COLUMN award.is_default IS 'Whether it is the award overall that stands where the source names none.';

CREATE TABLE official_standing (
  load_id INTEGER NOT NULL,
  award_id VARCHAR NOT NULL,
  list_name VARCHAR NOT NULL,
  rank INTEGER CHECK (rank > 0),
  academy VARCHAR NOT NULL,
  points INTEGER,
  file_row INTEGER
);
COMMENT ON TABLE official_standing IS 'One row per line of a published team ranking, to check against.';
COMMENT ON COLUMN official_standing.load_id IS 'The load.';
COMMENT ON COLUMN official_standing.award_id IS 'Award it belongs to.';
COMMENT ON COLUMN official_standing.list_name IS 'Name of the list as published.';
COMMENT ON COLUMN official_standing.rank IS 'Rank as published; NULL = not given.';
COMMENT ON COLUMN official_standing.academy IS 'Academy as published.';
COMMENT ON COLUMN official_standing.points IS 'Points as published; NULL = not given.';
COMMENT ON COLUMN official_standing.file_row IS 'Row in the source, heading = 1.';

CREATE TABLE academy_spelling (
  spelling VARCHAR PRIMARY KEY,
  academy_key VARCHAR NOT NULL
);
COMMENT ON TABLE academy_spelling IS 'One row per spelling of an academy met in this store.';
COMMENT ON COLUMN academy_spelling.spelling IS 'As written.';
COMMENT ON COLUMN academy_spelling.academy_key IS 'The academy by its name alone: spellings equal after normalising share it; reviewed aliases (academy_alias) lead on from it.';
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
-- Findings and answers, keyed by version: computed once, kept as they were published.

CREATE TABLE finding (
  load_id INTEGER NOT NULL,
  version_id INTEGER,
  severity VARCHAR NOT NULL CHECK (severity IN ('rejected', 'warning')),
  code VARCHAR NOT NULL,
  file VARCHAR NOT NULL,
  row INTEGER,
  path VARCHAR,
  "column" VARCHAR,
  value VARCHAR,
  rule VARCHAR,
  reason VARCHAR NOT NULL
);
COMMENT ON TABLE finding IS 'One row per rejected row or warning, from loading a source or from checking it against the rules.';
COMMENT ON COLUMN finding.load_id IS 'The load.';
COMMENT ON COLUMN finding.version_id IS 'The version whose computation found it; NULL = found when loading.';
COMMENT ON COLUMN finding.severity IS 'rejected = the row is not used.';
COMMENT ON COLUMN finding.code IS 'Stable code (docs/findings.md).';
COMMENT ON COLUMN finding.file IS 'File, sheet or part of the document.';
COMMENT ON COLUMN finding.row IS 'Row, heading = 1; NULL where path is given, or for the file as a whole.';
COMMENT ON COLUMN finding.path IS 'Path into a JSON or HTML document; NULL for tables.';
COMMENT ON COLUMN finding."column" IS 'Column; NULL = the row as a whole.';
COMMENT ON COLUMN finding.value IS 'What stood there; NULL = nothing.';
COMMENT ON COLUMN finding.rule IS 'Rule identifier; NULL = none.';
COMMENT ON COLUMN finding.reason IS 'What is wrong and what to do, in English.';

CREATE TABLE category_result (
  version_id INTEGER NOT NULL,
  category_id BIGINT NOT NULL,
  state VARCHAR NOT NULL CHECK (state IN ('decided', 'open', 'needs_ruling', 'no_places')),
  source VARCHAR CHECK (source IN ('bouts', 'official', 'ruling', 'entries')),
  rule VARCHAR,
  reason VARCHAR,
  registered INTEGER,
  registered_derived BOOLEAN NOT NULL,
  counted BOOLEAN NOT NULL,
  not_counted_rule VARCHAR,
  contested BOOLEAN
);
COMMENT ON TABLE category_result IS 'One row per category of a version: what became of it.';
COMMENT ON COLUMN category_result.version_id IS 'The version.';
COMMENT ON COLUMN category_result.category_id IS 'The category.';
COMMENT ON COLUMN category_result.state IS 'decided; open = still in progress; needs_ruling = the rules do not decide it; no_places = the source has none.';
COMMENT ON COLUMN category_result.source IS 'Where the places come from; NULL unless decided.';
COMMENT ON COLUMN category_result.rule IS 'Rule that decided it, or that could not; NULL = none.';
COMMENT ON COLUMN category_result.reason IS 'Why it is not decided; NULL when decided.';
COMMENT ON COLUMN category_result.registered IS 'Athletes registered, as stated or derived (A8).';
COMMENT ON COLUMN category_result.registered_derived IS 'Whether the number registered was derived (A8).';
COMMENT ON COLUMN category_result.counted IS 'Whether its places give points.';
COMMENT ON COLUMN category_result.not_counted_rule IS 'A3, A4, A7, or categories.csv; NULL when counted.';
COMMENT ON COLUMN category_result.contested IS 'Whether at least one bout was fought in it; NULL = no bouts known.';

CREATE TABLE place (
  version_id INTEGER NOT NULL,
  category_id BIGINT NOT NULL,
  place INTEGER NOT NULL CHECK (place BETWEEN 1 AND 3),
  athlete VARCHAR NOT NULL USING COMPRESSION zstd,
  athlete_key VARCHAR NOT NULL USING COMPRESSION zstd,
  athlete_id VARCHAR USING COMPRESSION zstd,
  academy VARCHAR,
  academy_key VARCHAR,
  rule VARCHAR NOT NULL,
  source VARCHAR NOT NULL CHECK (source IN ('bouts', 'official', 'ruling', 'entries')),
  note VARCHAR
);
COMMENT ON TABLE place IS 'One row per place of a version: the medals, with the rule that gave each.';
COMMENT ON COLUMN place.version_id IS 'The version.';
COMMENT ON COLUMN place.category_id IS 'The category.';
COMMENT ON COLUMN place.place IS '1 gold, 2 silver, 3 bronze.';
COMMENT ON COLUMN place.athlete IS 'Name as written.';
COMMENT ON COLUMN place.athlete_key IS 'Who it is within the event.';
COMMENT ON COLUMN place.athlete_id IS 'Identifier in the source; NULL = none.';
COMMENT ON COLUMN place.academy IS 'Academy as written; NULL = not known.';
COMMENT ON COLUMN place.academy_key IS 'Which academy that is; NULL = not known.';
COMMENT ON COLUMN place.rule IS 'Rule that gave the place.';
COMMENT ON COLUMN place.source IS 'Where it comes from.';
COMMENT ON COLUMN place.note IS 'More about the rule''s reading; NULL = nothing to add.';

CREATE TABLE computed_place (
  version_id INTEGER NOT NULL,
  category_id BIGINT NOT NULL,
  place INTEGER NOT NULL,
  athlete VARCHAR NOT NULL,
  athlete_key VARCHAR NOT NULL,
  academy VARCHAR,
  rule VARCHAR NOT NULL
);
COMMENT ON TABLE computed_place IS 'One row per place that the bouts give where an official place or a ruling stands in place; same columns as place.';
COMMENT ON COLUMN computed_place.version_id IS 'The version.';
COMMENT ON COLUMN computed_place.category_id IS 'The category.';
COMMENT ON COLUMN computed_place.place IS 'As in place.';
COMMENT ON COLUMN computed_place.athlete IS 'As in place.';
COMMENT ON COLUMN computed_place.athlete_key IS 'As in place.';
COMMENT ON COLUMN computed_place.academy IS 'As in place.';
COMMENT ON COLUMN computed_place.rule IS 'As in place.';

CREATE TABLE award_chain (
  version_id INTEGER NOT NULL,
  award_id VARCHAR NOT NULL,
  chain VARCHAR NOT NULL,
  level_no INTEGER NOT NULL CHECK (level_no > 0),
  level VARCHAR NOT NULL,
  kind VARCHAR NOT NULL,
  age_division VARCHAR,
  belt_rank INTEGER,
  weight_rank DOUBLE
);
COMMENT ON TABLE award_chain IS 'One row per level of the tie-break chain of an award in a version.';
COMMENT ON COLUMN award_chain.version_id IS 'The version.';
COMMENT ON COLUMN award_chain.award_id IS 'The award.';
COMMENT ON COLUMN award_chain.chain IS 'T1, T2 or T3.';
COMMENT ON COLUMN award_chain.level_no IS 'Order of the level, from 1.';
COMMENT ON COLUMN award_chain.level IS 'Name of the level as the contract spells it.';
COMMENT ON COLUMN award_chain.kind IS 'What it counts: gold, silver, top_belt, top_weight, black_age, top_belt_age, belt, weight.';
COMMENT ON COLUMN award_chain.age_division IS 'Age division of the level; NULL = any.';
COMMENT ON COLUMN award_chain.belt_rank IS 'Belt rank of the level; NULL = any, or none contested.';
COMMENT ON COLUMN award_chain.weight_rank IS 'Weight rank of the level; NULL = any, or none contested.';

CREATE TABLE standing (
  version_id INTEGER NOT NULL,
  award_id VARCHAR NOT NULL,
  rank INTEGER NOT NULL CHECK (rank > 0),
  position INTEGER NOT NULL CHECK (position > 0),
  academy_key VARCHAR NOT NULL,
  academy VARCHAR NOT NULL,
  points INTEGER NOT NULL CHECK (points > 0),
  gold INTEGER NOT NULL,
  silver INTEGER NOT NULL,
  bronze INTEGER NOT NULL,
  draw_required BOOLEAN NOT NULL,
  draw_id INTEGER,
  reason_level VARCHAR,
  reason_own INTEGER,
  reason_next INTEGER
);
COMMENT ON TABLE standing IS 'One row per academy with points in an award of a version.';
COMMENT ON COLUMN standing.version_id IS 'The version.';
COMMENT ON COLUMN standing.award_id IS 'The award.';
COMMENT ON COLUMN standing.rank IS '1, 2, 2, 4.';
COMMENT ON COLUMN standing.position IS 'Order of the row in the table, from 1.';
COMMENT ON COLUMN standing.academy_key IS 'The academy.';
COMMENT ON COLUMN standing.academy IS 'Its most frequent spelling in the event.';
COMMENT ON COLUMN standing.points IS 'Academy points (A1).';
COMMENT ON COLUMN standing.gold IS 'Golds that break ties (A6).';
COMMENT ON COLUMN standing.silver IS 'Silvers that break ties (A6).';
COMMENT ON COLUMN standing.bronze IS 'Bronzes (A6); no level of any chain.';
COMMENT ON COLUMN standing.draw_required IS 'Whether only a draw can separate it from another.';
COMMENT ON COLUMN standing.draw_id IS 'The draw that gave its rank; NULL = none.';
COMMENT ON COLUMN standing.reason_level IS 'Level that separates it from the next row; NULL on the last.';
COMMENT ON COLUMN standing.reason_own IS 'Its value at that level; NULL on the last row.';
COMMENT ON COLUMN standing.reason_next IS 'The next row''s value at that level; NULL on the last row.';

CREATE TABLE academy_name (
  version_id INTEGER NOT NULL,
  academy_key VARCHAR NOT NULL,
  academy VARCHAR NOT NULL,
  times BIGINT NOT NULL
);
COMMENT ON TABLE academy_name IS 'One row per academy of a version: the name it is shown under.';
COMMENT ON COLUMN academy_name.version_id IS 'The version.';
COMMENT ON COLUMN academy_name.academy_key IS 'The academy.';
COMMENT ON COLUMN academy_name.academy IS 'Its most frequent spelling over entries, bout sides and official places; of equally frequent ones the first by code point.';
COMMENT ON COLUMN academy_name.times IS 'How often it is spelled so.';
-- Who is who across spellings, events and sources: reviewed by people, in force from one version of the store to another.

CREATE TABLE academy_alias (
  alias_id INTEGER PRIMARY KEY,
  status VARCHAR NOT NULL CHECK (status IN ('accepted', 'rejected')),
  alias VARCHAR NOT NULL,
  alias_key VARCHAR NOT NULL,
  academy VARCHAR NOT NULL,
  academy_key VARCHAR NOT NULL,
  association VARCHAR,
  association_key VARCHAR,
  valid_from DATE,
  valid_to DATE,
  note VARCHAR,
  version_id INTEGER NOT NULL,
  undone_version_id INTEGER,
  recorded_by VARCHAR NOT NULL,
  recorded_at TIMESTAMP NOT NULL,
  undone_by VARCHAR,
  undone_at TIMESTAMP,
  undone_reason VARCHAR,
  CHECK (alias_key <> academy_key OR association IS NOT NULL),
  CHECK (valid_from IS NULL OR valid_to IS NULL OR valid_from <= valid_to)
);
COMMENT ON TABLE academy_alias IS 'The ledger of academies: one row per reviewed pair of names, merged or to be kept apart; nothing else merges academies.';
COMMENT ON COLUMN academy_alias.alias_id IS 'Number of the row in this store; it is what undo names.';
COMMENT ON COLUMN academy_alias.status IS 'accepted = the alias is the academy; rejected = they are two, and are not suggested again.';
COMMENT ON COLUMN academy_alias.alias IS 'The other name, in the spelling it was reviewed in.';
COMMENT ON COLUMN academy_alias.alias_key IS 'The alias normalised: every spelling of this key is meant. Equal to academy_key where the row only names an association.';
COMMENT ON COLUMN academy_alias.academy IS 'The academy it stands for.';
COMMENT ON COLUMN academy_alias.academy_key IS 'The academy normalised; it may be an alias of a third one itself.';
COMMENT ON COLUMN academy_alias.association IS 'Association the academy belongs to; NULL = not said.';
COMMENT ON COLUMN academy_alias.association_key IS 'The association normalised; NULL with association.';
COMMENT ON COLUMN academy_alias.valid_from IS 'First day on which an event may start for the row to apply; NULL = from the beginning.';
COMMENT ON COLUMN academy_alias.valid_to IS 'Last such day; NULL = without end.';
COMMENT ON COLUMN academy_alias.note IS 'Why, or where it is known from; NULL = not said.';
COMMENT ON COLUMN academy_alias.version_id IS 'Versions of events from this number on have it.';
COMMENT ON COLUMN academy_alias.undone_version_id IS 'Versions from this number on no longer have it; NULL = in force.';
COMMENT ON COLUMN academy_alias.recorded_by IS 'Who recorded it.';
COMMENT ON COLUMN academy_alias.recorded_at IS 'When, UTC.';
COMMENT ON COLUMN academy_alias.undone_by IS 'Who undid it; NULL = in force.';
COMMENT ON COLUMN academy_alias.undone_at IS 'When it was undone, UTC; NULL = in force.';
COMMENT ON COLUMN academy_alias.undone_reason IS 'Why it was undone; NULL = in force, or not said.';

CREATE TABLE version_academy (
  version_id INTEGER NOT NULL,
  spelling VARCHAR NOT NULL,
  academy_key VARCHAR NOT NULL,
  association VARCHAR,
  association_key VARCHAR,
  shown VARCHAR
);
COMMENT ON TABLE version_academy IS 'One row per spelling of an academy in a version''s facts, decisions and published lists: which academy it is there.';
COMMENT ON COLUMN version_academy.version_id IS 'The version.';
COMMENT ON COLUMN version_academy.spelling IS 'As written.';
COMMENT ON COLUMN version_academy.academy_key IS 'The academy, by the aliases in force for this version on the day the event starts.';
COMMENT ON COLUMN version_academy.association IS 'Its association then; NULL = none known.';
COMMENT ON COLUMN version_academy.association_key IS 'Which association that is; NULL with association.';
COMMENT ON COLUMN version_academy.shown IS 'Name to show instead of the most frequent spelling; NULL but in a standing by association.';
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
-- How bouts end, prepared for questions, and the facts of the events that count as views for whoever asks in SQL.

CREATE TABLE method_bout (
  load_id INTEGER NOT NULL,
  season SMALLINT NOT NULL,
  uniform TINYINT NOT NULL,
  ruleset SMALLINT NOT NULL,
  gender TINYINT NOT NULL,
  age_division SMALLINT NOT NULL,
  belt SMALLINT NOT NULL,
  weight_class INTEGER NOT NULL,
  open_class TINYINT NOT NULL,
  round SMALLINT NOT NULL,
  decision TINYINT NOT NULL,
  technique INTEGER NOT NULL,
  winner TINYINT NOT NULL,
  red_academy INTEGER NOT NULL,
  blue_academy INTEGER NOT NULL
);
COMMENT ON TABLE method_bout IS 'One row per bout that took place, in the order of bout, over the loads of method_version: prepared for questions about methods, with numbers of method_word in place of words. Empty in a small store.';
COMMENT ON COLUMN method_bout.load_id IS 'The load.';
COMMENT ON COLUMN method_bout.season IS 'Year in which the event starts.';
COMMENT ON COLUMN method_bout.uniform IS 'Number of gi, no-gi or unknown.';
COMMENT ON COLUMN method_bout.ruleset IS 'Number of the event''s rule set, or of none.';
COMMENT ON COLUMN method_bout.gender IS 'Number of the category''s gender.';
COMMENT ON COLUMN method_bout.age_division IS 'Number of its age division (B2), or of unknown.';
COMMENT ON COLUMN method_bout.belt IS 'Number of its belt or belts (B7), or of unknown.';
COMMENT ON COLUMN method_bout.weight_class IS 'Number of its weight class (B8), or of unknown.';
COMMENT ON COLUMN method_bout.open_class IS 'Number of yes, no or unknown: whether it is an open class.';
COMMENT ON COLUMN method_bout.round IS 'Number of the round as given, or of unknown.';
COMMENT ON COLUMN method_bout.decision IS 'Number of how the bout was decided (D1); 0 = not known.';
COMMENT ON COLUMN method_bout.technique IS 'Number of the technique; 0 = none, or not known.';
COMMENT ON COLUMN method_bout.winner IS '1 = red, 2 = blue, 0 = nobody, or not known.';
COMMENT ON COLUMN method_bout.red_academy IS 'Number of the academy''s key (field academy); 0 = not known.';
COMMENT ON COLUMN method_bout.blue_academy IS 'As red_academy.';

CREATE TABLE method_word (
  field VARCHAR NOT NULL,
  code INTEGER NOT NULL CHECK (code > 0),
  word VARCHAR NOT NULL
);
COMMENT ON TABLE method_word IS 'One row per word of a field of method_bout; a number once given stays.';
COMMENT ON COLUMN method_word.field IS 'Column of method_bout; academy for red_academy and blue_academy.';
COMMENT ON COLUMN method_word.code IS 'Number of the word within its field, from 1.';
COMMENT ON COLUMN method_word.word IS 'The word; of academies the key.';

CREATE TABLE method_version (
  version_id INTEGER NOT NULL,
  load_id INTEGER NOT NULL
);
COMMENT ON TABLE method_version IS 'One row per version whose bouts are in method_bout; a question counts the current versions not here from the facts and leaves out those here that are no longer current.';
COMMENT ON COLUMN method_version.version_id IS 'The version; its academy names were used.';
COMMENT ON COLUMN method_version.load_id IS 'Its load.';

CREATE VIEW current_bout AS
-- one row per bout of the events that count
SELECT
  v.event_id AS event, extract(year FROM l.start_date) AS season, l.start_date, l.uniform, l.ruleset,
  c.gender, c.age_division, c.age_group, c.belt, c.weight_class,
  CASE WHEN c.is_open THEN 'yes' WHEN NOT c.is_open THEN 'no' ELSE 'unknown' END AS open_class, c.is_minor,
  b.bout, coalesce(b.round, 'unknown') AS round,
  b.red_athlete, b.red_academy, ra.academy_key AS red_academy_key, b.blue_athlete, b.blue_academy, ba.academy_key AS blue_academy_key,
  b.winner, b.decision, b.technique,
  coalesce(b.decision NOT IN ('bye', 'walkover', 'close_out'), TRUE) AS took_place,
  b.red_points, b.blue_points, b.red_advantages, b.blue_advantages, b.red_penalties, b.blue_penalties, b.elapsed,
  b.red_dq, b.blue_dq, b.mat, b.started_at, v.version_id, b.load_id, b.category_id, b.red_key, b.blue_key
FROM counted_version AS v
JOIN source_load AS l ON l.load_id = v.load_id
JOIN bout AS b ON b.load_id = v.load_id
JOIN category AS c ON c.category_id = b.category_id
LEFT JOIN version_academy AS ra ON ra.version_id = v.version_id AND ra.spelling = b.red_academy
LEFT JOIN version_academy AS ba ON ba.version_id = v.version_id AND ba.spelling = b.blue_academy;
COMMENT ON VIEW current_bout IS 'One row per bout of the events that count in questions over the whole store, with its event and category.';
COMMENT ON COLUMN current_bout.event IS 'The event.';
COMMENT ON COLUMN current_bout.season IS 'Year in which the event starts.';
COMMENT ON COLUMN current_bout.start_date IS 'First day of the event.';
COMMENT ON COLUMN current_bout.uniform IS 'gi, no-gi or unknown.';
COMMENT ON COLUMN current_bout.ruleset IS 'Rule set of the event, or none.';
COMMENT ON COLUMN current_bout.gender IS 'Gender of the category.';
COMMENT ON COLUMN current_bout.age_division IS 'Age division (B2), or unknown.';
COMMENT ON COLUMN current_bout.age_group IS 'Age division without its number; NULL = unknown.';
COMMENT ON COLUMN current_bout.belt IS 'Belt or belts (B7), or unknown.';
COMMENT ON COLUMN current_bout.weight_class IS 'Weight class (B8), or unknown.';
COMMENT ON COLUMN current_bout.open_class IS 'yes, no or unknown.';
COMMENT ON COLUMN current_bout.is_minor IS 'Whether the category is for under-18s; NULL = unknown.';
COMMENT ON COLUMN current_bout.bout IS 'Order within the event.';
COMMENT ON COLUMN current_bout.round IS 'Round as given, or unknown.';
COMMENT ON COLUMN current_bout.red_athlete IS 'Name as written; NULL = nobody or not known.';
COMMENT ON COLUMN current_bout.red_academy IS 'Academy as written; NULL = not known.';
COMMENT ON COLUMN current_bout.red_academy_key IS 'Which academy that is; NULL = not known.';
COMMENT ON COLUMN current_bout.blue_athlete IS 'As red_athlete.';
COMMENT ON COLUMN current_bout.blue_academy IS 'As red_academy.';
COMMENT ON COLUMN current_bout.blue_academy_key IS 'As red_academy_key.';
COMMENT ON COLUMN current_bout.winner IS 'red or blue; NULL = nobody, or not known.';
COMMENT ON COLUMN current_bout.decision IS 'How it was decided (D1, D2); NULL = not known.';
COMMENT ON COLUMN current_bout.technique IS 'Technique; NULL = none or not known.';
COMMENT ON COLUMN current_bout.took_place IS 'Whether it counts in the statistics: not a bye, walkover or close-out.';
COMMENT ON COLUMN current_bout.red_points IS 'NULL = not known, which is not 0.';
COMMENT ON COLUMN current_bout.blue_points IS 'As red_points.';
COMMENT ON COLUMN current_bout.red_advantages IS 'As red_points.';
COMMENT ON COLUMN current_bout.blue_advantages IS 'As red_points.';
COMMENT ON COLUMN current_bout.red_penalties IS 'As red_points.';
COMMENT ON COLUMN current_bout.blue_penalties IS 'As red_points.';
COMMENT ON COLUMN current_bout.elapsed IS 'Time fought in seconds; NULL = not known.';
COMMENT ON COLUMN current_bout.red_dq IS 'Disqualification of red in or before the bout; NULL = none.';
COMMENT ON COLUMN current_bout.blue_dq IS 'As red_dq.';
COMMENT ON COLUMN current_bout.mat IS 'Mat; NULL = not known.';
COMMENT ON COLUMN current_bout.started_at IS 'Local time at which it started; NULL = not known.';
COMMENT ON COLUMN current_bout.version_id IS 'Version of the event.';
COMMENT ON COLUMN current_bout.load_id IS 'Load that holds the bout.';
COMMENT ON COLUMN current_bout.category_id IS 'The category.';
COMMENT ON COLUMN current_bout.red_key IS 'Who it is within the event; NULL = nobody or not known.';
COMMENT ON COLUMN current_bout.blue_key IS 'As red_key.';

CREATE VIEW current_side AS
-- one row per side of a bout that took place: the bout as its athlete saw it
SELECT event, season, uniform, ruleset, gender, age_division, belt, weight_class, open_class, is_minor, bout, round, 'red' AS side,
  red_athlete AS athlete, red_key AS athlete_key, red_academy AS academy, red_academy_key AS academy_key,
  CASE winner WHEN 'red' THEN 'won' WHEN 'blue' THEN 'lost' ELSE 'none' END AS outcome, decision, technique, elapsed
FROM current_bout WHERE took_place
UNION ALL
SELECT event, season, uniform, ruleset, gender, age_division, belt, weight_class, open_class, is_minor, bout, round, 'blue' AS side,
  blue_athlete AS athlete, blue_key AS athlete_key, blue_academy AS academy, blue_academy_key AS academy_key,
  CASE winner WHEN 'blue' THEN 'won' WHEN 'red' THEN 'lost' ELSE 'none' END AS outcome, decision, technique, elapsed
FROM current_bout WHERE took_place;
COMMENT ON VIEW current_side IS 'One row per side of a bout that took place, of the events that count in questions over the whole store.';
COMMENT ON COLUMN current_side.event IS 'The event.';
COMMENT ON COLUMN current_side.season IS 'Year in which the event starts.';
COMMENT ON COLUMN current_side.uniform IS 'gi, no-gi or unknown.';
COMMENT ON COLUMN current_side.ruleset IS 'Rule set of the event, or none.';
COMMENT ON COLUMN current_side.gender IS 'Gender of the category.';
COMMENT ON COLUMN current_side.age_division IS 'Age division (B2), or unknown.';
COMMENT ON COLUMN current_side.belt IS 'Belt or belts (B7), or unknown.';
COMMENT ON COLUMN current_side.weight_class IS 'Weight class (B8), or unknown.';
COMMENT ON COLUMN current_side.open_class IS 'yes, no or unknown.';
COMMENT ON COLUMN current_side.is_minor IS 'Whether the category is for under-18s; NULL = unknown.';
COMMENT ON COLUMN current_side.bout IS 'Order of the bout within the event.';
COMMENT ON COLUMN current_side.round IS 'Round as given, or unknown.';
COMMENT ON COLUMN current_side.side IS 'red or blue.';
COMMENT ON COLUMN current_side.athlete IS 'Name as written; NULL = not known.';
COMMENT ON COLUMN current_side.athlete_key IS 'Who it is within the event; NULL = not known.';
COMMENT ON COLUMN current_side.academy IS 'Academy as written; NULL = not known.';
COMMENT ON COLUMN current_side.academy_key IS 'Which academy that is; NULL = not known.';
COMMENT ON COLUMN current_side.outcome IS 'won, lost, or none: nobody won, or not known.';
COMMENT ON COLUMN current_side.decision IS 'How the bout was decided (D1); NULL = not known.';
COMMENT ON COLUMN current_side.technique IS 'Technique; NULL = none or not known.';
COMMENT ON COLUMN current_side.elapsed IS 'Time fought in seconds; NULL = not known.';
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
