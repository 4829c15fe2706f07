-- Layout 1 to 2: columns of names say their compression, which is chosen when a table is made; rows keep their order.
-- What is counted beforehand for questions about methods is counted otherwise now, and made anew by the next load.

ALTER TABLE entry RENAME TO older_entry;
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
INSERT INTO entry BY NAME SELECT * FROM older_entry;
DROP TABLE older_entry;
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

ALTER TABLE bout RENAME TO older_bout;
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
INSERT INTO bout BY NAME SELECT * FROM older_bout;
DROP TABLE older_bout;
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

ALTER TABLE official_place RENAME TO older_official_place;
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
INSERT INTO official_place BY NAME SELECT * FROM older_official_place;
DROP TABLE older_official_place;
COMMENT ON TABLE official_place IS 'One row per place that a source states officially.';
COMMENT ON COLUMN official_place.load_id IS 'The load.';
COMMENT ON COLUMN official_place.category_id IS 'The category.';
COMMENT ON COLUMN official_place.place IS '1, 2 or 3.';
COMMENT ON COLUMN official_place.athlete IS 'Name as written.';
COMMENT ON COLUMN official_place.athlete_key IS 'Who it is within the event.';
COMMENT ON COLUMN official_place.athlete_id IS 'Identifier in the source; NULL = none.';
COMMENT ON COLUMN official_place.academy IS 'Academy as written; NULL = not known.';
COMMENT ON COLUMN official_place.file_row IS 'Row in the source, heading = 1; NULL where the source is a document.';

DELETE FROM method_count;
DELETE FROM method_count_version;
