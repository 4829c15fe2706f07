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
