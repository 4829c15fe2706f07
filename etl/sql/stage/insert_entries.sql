-- One row per athlete registered.
INSERT INTO staged_entry (category_id, athlete, athlete_key, athlete_id, academy, birth_year, country, status, file_row)
SELECT category_id, athlete, athlete_key, athlete_id, academy, birth_year, country, coalesce(status, 'registered'), file_row
FROM keyed_entries;
