-- One row per athlete registered.
-- A view, as staged_bout is; no source lists athletes without a place (insert_listed.sql) beside entries.
DROP TABLE staged_entry;
CREATE TEMP VIEW staged_entry AS
SELECT category_id, athlete, athlete_key, athlete_id, academy, birth_year, country, coalesce(status, 'registered') AS status, file_row
FROM typed_entries;
