-- Two rows on one category: the first one stands.
INSERT INTO row_finding
SELECT 'categories', _row, 'rejected', 'category_twice', NULL, NULL, 'A8', 'the category stands above; the row is not used'
FROM (
  SELECT _row, row_number() OVER (PARTITION BY category_id ORDER BY _row) AS n 
  FROM typed_categories
  WHERE _row NOT IN (SELECT _row FROM row_finding WHERE name = 'categories' AND severity = 'rejected')
) WHERE n > 1;
