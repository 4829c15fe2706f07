"""Every sentence and label that people read, one catalogue per language; a language is added by adding its files."""

from publishing.wording.catalogue import DEFAULT, languages, own, term, text

__all__ = ["DEFAULT", "languages", "own", "term", "text"]
