-- The staged rows of one source: the columns of etl/sql/schema without load_id and version_id, typed and checked against nothing yet.
-- Temporary; made anew for every source. category_id counts from 1 within the source.

CREATE OR REPLACE TEMP TABLE staged_category (
  category_id BIGINT, gender VARCHAR, age_division VARCHAR, belt VARCHAR, weight_class VARCHAR, unread VARCHAR,
  age_rank INTEGER, age_group VARCHAR, belt_rank INTEGER, weight_rank DOUBLE, is_open BOOLEAN, is_minor BOOLEAN,
  registered INTEGER, counts BOOLEAN
);
CREATE OR REPLACE TEMP TABLE staged_entry (
  category_id BIGINT, athlete VARCHAR, athlete_key VARCHAR, athlete_id VARCHAR, academy VARCHAR,
  birth_year INTEGER, country VARCHAR, status VARCHAR, file_row INTEGER
);
CREATE OR REPLACE TEMP TABLE staged_bout (
  category_id BIGINT, bout INTEGER, round VARCHAR,
  red_athlete VARCHAR, red_key VARCHAR, red_academy VARCHAR, red_athlete_id VARCHAR,
  blue_athlete VARCHAR, blue_key VARCHAR, blue_academy VARCHAR, blue_athlete_id VARCHAR,
  winner VARCHAR, decision VARCHAR, technique VARCHAR,
  red_points INTEGER, blue_points INTEGER, red_advantages INTEGER, blue_advantages INTEGER,
  red_penalties INTEGER, blue_penalties INTEGER, elapsed INTEGER, red_dq VARCHAR, blue_dq VARCHAR,
  mat VARCHAR, started_at TIMESTAMP, file_row INTEGER, method_text VARCHAR
);
CREATE OR REPLACE TEMP TABLE staged_official_place (
  category_id BIGINT, place INTEGER, athlete VARCHAR, athlete_key VARCHAR, athlete_id VARCHAR, academy VARCHAR, file_row INTEGER
);
CREATE OR REPLACE TEMP TABLE staged_scoring_action (
  bout INTEGER, at_seconds DOUBLE, side VARCHAR, action VARCHAR, file_row INTEGER
);
CREATE OR REPLACE TEMP TABLE staged_award (
  award_id VARCHAR, position INTEGER, name VARCHAR, genders VARCHAR[], ages VARCHAR[], belts VARCHAR[],
  chain VARCHAR, is_default BOOLEAN
);
CREATE OR REPLACE TEMP TABLE staged_official_standing (
  award_id VARCHAR, list_name VARCHAR, rank INTEGER, academy VARCHAR, points INTEGER, file_row INTEGER
);
-- One row per academy of a recorded draw; award_id and tie together tell one draw from another.
CREATE OR REPLACE TEMP TABLE staged_draw (
  award_id VARCHAR, tie VARCHAR, position INTEGER, academy VARCHAR, academy_key VARCHAR,
  seed VARCHAR, digest VARCHAR, drawn_at VARCHAR, recorded_by VARCHAR
);
CREATE OR REPLACE TEMP TABLE staged_academy_spelling (spelling VARCHAR, academy_key VARCHAR);
CREATE OR REPLACE TEMP TABLE staged_file (
  file VARCHAR, sha256 VARCHAR, rows_read BIGINT, rows_used BIGINT, rows_duplicate BIGINT, rows_rejected BIGINT
);
CREATE OR REPLACE TEMP TABLE staged_finding (
  severity VARCHAR, code VARCHAR, file VARCHAR, "row" INTEGER, path VARCHAR, "column" VARCHAR, value VARCHAR, rule VARCHAR, reason VARCHAR
);

-- Findings by the rows of one raw table, before they have a file and a place in it.
CREATE OR REPLACE TEMP TABLE row_finding (
  name VARCHAR, _row INTEGER, severity VARCHAR, code VARCHAR, "column" VARCHAR, value VARCHAR, rule VARCHAR, reason VARCHAR
);
