-- The places of events that count in small numbers, and sums of their sources: prepared for questions over many events.

CREATE TABLE place_number (
  version_id INTEGER NOT NULL,
  category_id BIGINT NOT NULL,
  place TINYINT NOT NULL CHECK (place BETWEEN 1 AND 3),
  athlete INTEGER NOT NULL,
  academy INTEGER NOT NULL,
  gender TINYINT NOT NULL,
  age_division SMALLINT NOT NULL,
  belt SMALLINT NOT NULL,
  open_class TINYINT NOT NULL,
  counted BOOLEAN NOT NULL,
  contested TINYINT NOT NULL CHECK (contested BETWEEN 0 AND 2)
);
COMMENT ON TABLE place_number IS 'One row per place of the versions in place_number_version, with numbers of method_word in place of words. Empty in a small store. Never published.';
COMMENT ON COLUMN place_number.version_id IS 'The version.';
COMMENT ON COLUMN place_number.category_id IS 'The category.';
COMMENT ON COLUMN place_number.place IS '1 gold, 2 silver, 3 bronze.';
COMMENT ON COLUMN place_number.athlete IS 'Number (athlete_name) of what its athlete_key begins with; 0 = of nobody in the facts of the category.';
COMMENT ON COLUMN place_number.academy IS 'Number of the academy''s key (field academy); 0 = not known.';
COMMENT ON COLUMN place_number.gender IS 'Number of the category''s gender.';
COMMENT ON COLUMN place_number.age_division IS 'Number of its age division (B2), or of unknown.';
COMMENT ON COLUMN place_number.belt IS 'Number of its belt or belts (B7), or of unknown.';
COMMENT ON COLUMN place_number.open_class IS 'Number of yes, no or unknown: whether it is an open class.';
COMMENT ON COLUMN place_number.counted IS 'Whether it gives points.';
COMMENT ON COLUMN place_number.contested IS '1 = somebody fought in the category, 2 = nobody did, 0 = not known.';

CREATE TABLE academy_entry (
  version_id INTEGER NOT NULL,
  academy INTEGER NOT NULL,
  entries INTEGER NOT NULL CHECK (entries > 0),
  medals INTEGER NOT NULL CHECK (medals >= 0)
);
COMMENT ON TABLE academy_entry IS 'One row per academy with entries in a version of place_number_version whose source lists entries.';
COMMENT ON COLUMN academy_entry.version_id IS 'The version.';
COMMENT ON COLUMN academy_entry.academy IS 'Number of the academy''s key (field academy of method_word).';
COMMENT ON COLUMN academy_entry.entries IS 'Entries listed.';
COMMENT ON COLUMN academy_entry.medals IS 'How many of those entries won a medal, whatever academy the place names.';

CREATE TABLE known_count (
  load_id INTEGER NOT NULL,
  thing TINYINT NOT NULL CHECK (thing BETWEEN 1 AND 7),
  known BIGINT NOT NULL CHECK (known >= 0),
  total BIGINT NOT NULL
);
COMMENT ON TABLE known_count IS 'One row per load and thing that its rows may tell: counted once, in a store of many bouts.';
COMMENT ON COLUMN known_count.load_id IS 'The load.';
COMMENT ON COLUMN known_count.thing IS 'Academies of 1 entries, 2 official places, 3 sides of bouts; 4 method, 5 technique of submissions, 6 time, 7 score.';
COMMENT ON COLUMN known_count.known IS 'Of how many it is known.';
COMMENT ON COLUMN known_count.total IS 'Of how many it might be.';

CREATE TABLE place_number_version (
  version_id INTEGER NOT NULL
);
COMMENT ON TABLE place_number_version IS 'One row per version whose places are in place_number and whose entries are in academy_entry; of any other the answers are read.';
COMMENT ON COLUMN place_number_version.version_id IS 'The version.';
