-- Layout 2 to 3.
-- What is prepared for questions about methods are the bouts in small numbers now, made anew by the next load.

DROP TABLE method_count;
DROP TABLE method_count_version;
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
