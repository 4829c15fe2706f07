-- What categories.csv says of a category; one that stands only there is a category too (A8).
UPDATE staged_category SET registered = t.registered, counts = t.counts
FROM typed_categories AS t WHERE t.category_id = staged_category.category_id;
