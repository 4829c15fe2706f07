-- One row per official place.
INSERT INTO staged_official_place (category_id, place, athlete, athlete_key, athlete_id, academy, file_row)
SELECT category_id, place, athlete, athlete_key, athlete_id, academy, file_row
FROM keyed_placements ORDER BY _row;
