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
