-- Athletes a results page lists without a place: entries of a load whose has_entries is false, so nothing is derived of them.
INSERT INTO staged_entry (category_id, athlete, athlete_key, athlete_id, academy, birth_year, country, status, file_row)
SELECT category_id, athlete, athlete_key, athlete_id, academy, birth_year, country, coalesce(status, 'registered'), file_row
FROM typed_listed ORDER BY _row;
