-- One row per official place.
-- A view, as staged_bout is.
DROP TABLE staged_official_place;
CREATE TEMP VIEW staged_official_place AS
SELECT category_id, place, athlete, athlete_key, athlete_id, academy, file_row
FROM typed_placements;
