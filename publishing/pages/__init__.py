"""The pages of a release as plain HTML: no script, nothing from elsewhere, each page complete in one file."""
