"""What the product is measured against: DuckDB's bare load, and the same standings by pandas and by polars."""
