"""Awards: which categories one counts, the presets of a rule set, and the headings they are published under (A9)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulebook.errors import UnknownRuleSet, near
from rulebook.text import squashed
from rulebook.vocabulary import Belt, belt_rank

if TYPE_CHECKING:
    from rulebook.ruleset import RuleSet


@dataclass(frozen=True)
class Award:
    """An award over the categories that fit; an empty list admits everything, the unknown too."""

    id: str
    name: str
    genders: tuple[str, ...] = ()
    ages: tuple[str, ...] = ()
    belts: tuple[str, ...] = ()
    chain: str = "auto"

    def admits(self, gender: str, age: str, belt: str) -> bool:
        """Tell whether a category counts; a combined belt by its highest (B7)."""
        rank = belt_rank(belt)
        highest = None if rank is None else list(Belt)[rank - 1].value
        return (
            (not self.genders or gender in self.genders)
            and (not self.ages or age in self.ages)
            and (not self.belts or highest in self.belts)
        )


def presets(ruleset: RuleSet, preset: str) -> list[Award]:
    """Give the awards of a preset in the order of the file."""
    beginning = f"awards.{preset}."
    found = [key for key in ruleset.sheet if key.startswith(beginning)]
    if not found:
        known = {key.split(".")[1] for key in ruleset.sheet if key.startswith("awards.")}
        raise UnknownRuleSet(f"the rule set {ruleset.name} has no award preset {preset}.{near(preset, known)}")
    return [_award(ruleset, key) for key in found]


def _award(ruleset: RuleSet, key: str) -> Award:
    fields = ruleset.fields(key)
    lists = {name: words for name, words in fields.items() if isinstance(words, tuple)}
    return Award(id=key.rpartition(".")[2], name=str(fields["name"]), chain=str(fields["chain"]), **lists)


def of_heading(ruleset: RuleSet, heading: str) -> str | None:
    """Give the award id of a published list's heading, however it is spelled."""
    wanted = squashed(heading)
    for key in ruleset.sheet:
        if key.startswith("award_lists.") and wanted in map(squashed, ruleset.texts(key)):
            return key.rpartition(".")[2]
    return None
