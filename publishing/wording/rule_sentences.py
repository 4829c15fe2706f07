"""What each rule says, in one sentence: the identifier is what answers cite, the sentence what people read."""

from __future__ import annotations

from collections.abc import Iterable

from publishing.wording.catalogue import DEFAULT, TERM, entries, term

KIND = "rule"


def identifiers() -> list[str]:
    """Every rule that has a sentence, in the order of the catalogue."""
    prefix = f"{TERM}{KIND}."
    return [key.removeprefix(prefix) for key in entries() if key.startswith(prefix)]


def meanings(rules: Iterable[object], lang: str = DEFAULT) -> list[str]:
    """A sentence for each rule named, once, in the order they are met; None and what is no rule give none."""
    named = [one for rule in rules if isinstance(rule, str) for one in _named(rule)]
    return [f"{one}: {term(KIND, one, lang)}" for one in dict.fromkeys(named)]


def _named(rule: str) -> list[str]:
    """The identifiers in `M24`, `M9, M10`, `ja 7.1; A3`."""
    known = set(identifiers())
    return [part for part in rule.replace(",", " ").replace(";", " ").split() if part in known]
