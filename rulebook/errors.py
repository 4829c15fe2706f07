"""Errors of the rule book, fit to be shown to a user: each says what is wrong and what would be right."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class RuleBookError(ValueError):
    """Base of all of them; its text is one line for people."""


class UnknownRuleSet(RuleBookError):
    """A rule set, award preset or chain of a name that nobody shipped."""


class UnknownKey(RuleBookError):
    """A switch no rule set has."""


class MissingKey(RuleBookError):
    """A rule set file that leaves a value out and inherits it from nowhere."""


class BadValue(RuleBookError):
    """A value of the wrong type, or none of the allowed ones."""


def near(text: str, known: Iterable[str], n: int = 3) -> str:
    """' Did you mean a, b?' or, where nothing is near, the names there are (the first twenty)."""
    names = sorted(set(known))
    close = difflib.get_close_matches(text, names, n=n, cutoff=0.5)
    if close:
        return f" Did you mean {', '.join(close)}?"
    return f" Known: {', '.join(names[:20])}." if names else ""
