"""Realistic events of any size as canonical bundles, the same bytes from the same seed; see docs/generator.md."""
