"""Measurements of the product, and what they need. Not in the wheel."""
