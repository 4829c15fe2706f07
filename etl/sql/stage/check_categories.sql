-- Two rows on one category that differ: the first one stands.
INSERT INTO row_finding
SELECT 'categories', _row, 'rejected', 'category_twice', NULL, NULL, 'A8', 'the category stands above with other values; the row is not used'
FROM (SELECT _row, row_number() OVER (PARTITION BY category_id ORDER BY _row) AS n FROM typed_categories) WHERE n > 1;
