-- One row per published line; list_award holds the award of each list's name.
INSERT INTO staged_official_standing (award_id, list_name, rank, academy, points, file_row)
SELECT l.award_id, t.award, CASE WHEN t.rank > 0 THEN t.rank END, t.academy, t.points, t.file_row
FROM typed_official_standings AS t JOIN list_award AS l ON l.list_name = t.award
ORDER BY t._row;
