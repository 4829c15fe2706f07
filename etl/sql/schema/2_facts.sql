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
