"""What the page of rules shows: two rule sets side by side, where they differ, a chain and the ties it has broken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pandas as pd

from analytics import explain, queries
from publishing import read_once, shapes, standing_read
from publishing.wording import DEFAULT, reasons, rule_sentences, settings, text
from rulebook import ruleset

if TYPE_CHECKING:
    from analytics.explain import Neighbour
    from analytics.store import Store
    from publishing.shapes import Answer


_SHOWN = 5
_SECTIONS = {
    "B": "page.rules.section_b",
    "D": "page.rules.section_d",
    "P": "page.rules.section_p",
    "M": "page.rules.section_m",
    "A": "page.rules.section_a",
    "T": "page.rules.section_t",
}


@dataclass(frozen=True)
class Tie:
    """Two neighbours on equal points: the reason in words, and `rows`: level, upper, lower, the last one decides."""

    said: str
    upper: str
    lower: str
    rows: pd.DataFrame


@dataclass(frozen=True)
class Chain:
    """`levels` in the order they are asked; `broken`: what separated neighbours on equal points, the first few."""

    name: str | None
    levels: Sequence[str]
    broken: Sequence[Tie]


def names() -> dict[str, str]:
    """Rule set -> its title, those that compute, the default first."""
    listed = sorted(ruleset.names(), key=lambda name: name != ruleset.DEFAULT)
    return {name: ruleset.load(name).title for name in listed}


def values(a: str, b: str, lang: str = DEFAULT) -> pd.DataFrame:
    """One row per value of either set: both values in words, where the first has it from, whether they differ.

    `name`: what it is; `key` as a rule set file has it.
    """
    one, other = ruleset.load(a), ruleset.load(b)
    rows = [
        {
            "name": settings.name(key, lang),
            "a": settings.value(key, _value(one, key), lang),
            "b": settings.value(key, _value(other, key), lang),
            "key": key,
            "source": _source(one, key) or _source(other, key),
            "differs": _value(one, key) != _value(other, key),
        }
        for key in sorted({*one.sheet, *other.sheet})
    ]
    return pd.DataFrame(rows, columns=["name", "a", "b", "key", "source", "differs"])


def differing(a: str, b: str, lang: str = DEFAULT) -> pd.DataFrame:
    """Those of `values` that differ."""
    found = values(a, b, lang)
    return found[found["differs"]]


def _value(rules: ruleset.RuleSet, key: str) -> Any:
    return shapes.plain(rules.sheet[key][0]) if key in rules.sheet else None


def _source(rules: ruleset.RuleSet, key: str) -> str:
    if key not in rules.sheet:
        return ""
    source = rules.sheet[key][1]
    return source.text if source.inherited_from is None else f"{source.text} ({source.inherited_from})"


def chain(store: Store, event: str, award: str, lang: str = DEFAULT) -> Chain:
    """The tie-break chain of an award and what it decided there."""
    name, found, ties = _read(store, event, award)
    levels = [reasons.level(level, lang) for level in ["points", *found, "draw"]]
    return Chain(name, list(dict.fromkeys(levels)), [_tie(*tie, lang) for tie in ties])


@read_once.of_event
def _read(
    store: Store, event: str, award: str
) -> tuple[str | None, Sequence[str], Sequence[tuple[Answer, Answer, Neighbour | None]]]:
    """The chain's name and levels; neighbours on equal points with what separates them, the first few."""
    read = standing_read.standing(store, event, award)
    answer = read.standing.answer
    pairs = zip(read.standing.rows["academy_key"], pairwise(answer["standings"]), strict=False)
    tied = [
        (str(key), upper, lower)
        for key, (upper, lower) in pairs
        if upper["points"] == lower["points"] and upper["rank"] != lower["rank"]
    ][:_SHOWN]
    with standing_read.cursor(store, event) as cur:
        levels = queries.chain(cur, read.version, answer["award"])["level"].tolist()
        compared = explain.below(cur, read.version, answer["award"], [key for key, _, _ in tied])
    return answer["chain"], levels, [(*pair, below) for (_, *pair), below in zip(tied, compared, strict=True)]


def _tie(upper: Mapping[str, Any], lower: Mapping[str, Any], below: Neighbour | None, lang: str) -> Tie:
    """Both values at every level that was asked, down to the one that decided."""
    rows = [(text("page.standing.points", lang), upper["points"], lower["points"])]
    for one in () if below is None else below.levels:
        rows.append((reasons.level(one.level, lang), one.own, one.other))
        if one.own != one.other:
            break
    names = {"upper": upper["academy"], "lower": lower["academy"]}
    reason = reasons.pair(upper, lower, lang)
    said = text("page.rules.pair", lang, reason=reason, **names)
    return Tie(said, upper["academy"], lower["academy"], pd.DataFrame(rows, columns=["level", "upper", "lower"]))


def sections() -> dict[str, str]:
    """Letter of a section of the rules -> the key of its heading."""
    return dict(_SECTIONS)


def texts(section: str, lang: str = DEFAULT) -> list[str]:
    """Every rule of a section in a sentence."""
    own = [rule for rule in rule_sentences.identifiers() if rule.startswith(section) and rule[1:2].isdigit()]
    return rule_sentences.meanings(own, lang)
