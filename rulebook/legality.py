"""Which techniques are illegal in a category (D8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulebook.vocabulary import age_group, belt_rank

if TYPE_CHECKING:
    from rulebook.ruleset import RuleSet

_YOUNG = {"mighty-mite": "kids", "pee-wee": "kids", "junior": "kids", "teen": "teen", "juvenile": "juvenile"}


@dataclass(frozen=True)
class Illegal:
    """`techniques` None = the rule set does not say, or age or belt is unknown; `note`: where the list comes from."""

    techniques: frozenset[str] | None
    derived: bool
    note: str


def illegal(ruleset: RuleSet, age: str | None, belt: str | None) -> Illegal:
    """Give the list of the category's age and, from Adult on, its belt (a combined one by its highest)."""
    if not ruleset.computes:
        return Illegal(None, False, "no rules")
    name = _YOUNG.get(age_group(age) or "") or _adult_list(ruleset, age, belt)
    if name is None:
        return Illegal(None, False, "not stated for this age and belt")
    derived = ruleset.text("techniques.lists") == "derived"
    source = ruleset.source(f"techniques.{name}").text
    note = f"derived from {source} (D8)" if derived else f"{source} (D8)"
    return Illegal(frozenset(ruleset.texts(f"techniques.{name}")), derived, note)


def _adult_list(ruleset: RuleSet, age: str | None, belt: str | None) -> str | None:
    highest = belt_rank(belt)
    if age_group(age) not in {"adult", "master"} or highest is None:
        return None
    names = {
        belt_rank("white"): ruleset.text("techniques.adult_white"),
        belt_rank("blue"): "adult_blue_purple",
        belt_rank("purple"): "adult_blue_purple",
        belt_rank("brown"): "adult_brown_black",
        belt_rank("black"): "adult_brown_black",
    }
    found = names.get(highest)
    return None if found == "not_stated" else found
