"""A rule set: every value of one federation and edition, typed access to it, and what differs between two."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TypeVar

from rulebook import award, chain, legality, loading, penalty, schema
from rulebook.award import Award
from rulebook.chain import Level
from rulebook.errors import BadValue, MissingKey, RuleBookError, UnknownKey, UnknownRuleSet, near
from rulebook.legality import Illegal
from rulebook.loading import Sheet, Source
from rulebook.penalty import Step
from rulebook.schema import Value
from rulebook.vocabulary import Action, age_group, age_rank

__all__ = [
    "DEFAULT",
    "NONE",
    "Award",
    "BadValue",
    "Difference",
    "Illegal",
    "Level",
    "MissingKey",
    "RuleBookError",
    "RuleSet",
    "Source",
    "Step",
    "UnknownKey",
    "UnknownRuleSet",
    "diff",
    "load",
    "names",
]

DEFAULT = "ibjjf-2024"
NONE = "none"  # bouts for statistics only: no medals, no points, no rule warnings
_T = TypeVar("_T")
_FINALS = frozenset({"final", "new-final"})

names = loading.names


@dataclass(frozen=True)
class Difference:
    """One key on which two rule sets differ; None = that set has no such value."""

    key: str
    a: Value | None
    b: Value | None


@dataclass(frozen=True, eq=False)
class RuleSet:
    """Values by dotted key, each with its source; `overridden`: the keys an event's own guidelines changed (ja 7.1)."""

    name: str
    title: str
    sheet: Mapping[str, tuple[Value, Source]]
    overridden: tuple[str, ...] = ()

    @property
    def computes(self) -> bool:
        """False for `none`: bouts are kept for statistics, nothing is derived or checked."""
        return bool(self.sheet)

    def value(self, key: str) -> Value:
        """Give the value of a dotted key; UnknownKey names the nearest."""
        return self._sourced(key)[0]

    def source(self, key: str) -> Source:
        """Say where the value of a dotted key comes from."""
        return self._sourced(key)[1]

    def _sourced(self, key: str) -> tuple[Value, Source]:
        if not self.computes:
            raise UnknownKey(f"the rule set {self.name} has no values; it keeps bouts for statistics only.")
        if key not in self.sheet:
            raise UnknownKey(f"the rule set {self.name} has no value {key}.{near(key, self.sheet)}")
        return self.sheet[key]

    def flag(self, key: str) -> bool:
        """Give a yes-or-no value."""
        return _typed(key, self.value(key), bool)

    def number(self, key: str) -> int:
        """Give a whole number."""
        return _typed(key, self.value(key), int)

    def text(self, key: str) -> str:
        """Give a choice."""
        return _typed(key, self.value(key), str)

    def texts(self, key: str) -> tuple[str, ...]:
        """Give a list."""
        return _typed(key, self.value(key), tuple)

    def table(self, key: str) -> Mapping[str, int]:
        """Give a table of numbers."""
        return {name: number for name, number in self.fields(key).items() if isinstance(number, int)}

    def fields(self, key: str) -> Mapping[str, int | str | tuple[str, ...]]:
        """Give a table of mixed values."""
        value = self.value(key)
        if not isinstance(value, Mapping):
            raise BadValue(f"{key} is {value!r}, not a table.")
        return {**value}

    @property
    def flat(self) -> dict[str, Value]:
        """Every value by dotted key, in key order."""
        return {key: value for key, (value, _) in sorted(self.sheet.items())}

    @cached_property
    def fingerprint(self) -> str:
        """SHA-256 of the values, sorted: equal for equal rules, whatever their sources say."""
        plain = {key: dict(value) if isinstance(value, Mapping) else value for key, value in self.flat.items()}
        return hashlib.sha256(json.dumps(plain, sort_keys=True, ensure_ascii=False).encode()).hexdigest()

    def with_overrides(self, switches: Mapping[str, object]) -> RuleSet:
        """Change values by short or dotted name, as `[rules]` of event.toml does."""
        if not switches:
            return self
        if not self.computes:
            raise UnknownKey(f"the rule set {self.name} has no switches to change: {', '.join(switches)}.")
        sheet = dict(self.sheet)
        changed = set(self.overridden)
        for name, raw in _flat_switches(switches):
            key = schema.full_key(name)
            self._sourced(key)
            sheet[key] = schema.check(key, raw), Source("the event's own guidelines, which prevail (ja 7.1)")
            changed.add(key)
        return dataclasses.replace(self, sheet=sheet, overridden=tuple(sorted(changed)))

    # ---- B: match time and rest ----

    def match_seconds(self, age: str | None, belt: str | None) -> int | None:
        """Match time (B3); None where age or belt is unknown, or the parts of a combined belt have different times."""
        group = age_group(age)
        if not self.computes or group is None or age == "master":
            return None
        name = group if group != "master" else ("master_1" if age == "master-1" else "master_2_up")
        minutes = self.value(f"match_minutes.{name.replace('-', '_')}")
        if isinstance(minutes, int):
            return 60 * minutes
        times = self.table(f"match_minutes.{name}")
        found = {times.get(part) for part in (belt or "").split("+")}
        only = found.pop() if len(found) == 1 else None
        return None if only is None else 60 * only

    def rest_seconds(self, age: str | None, belt: str | None, round_: str | None) -> int | None:
        """Least rest before a bout of that round (B4); where the set says "at most" for finals, the ordinary one."""
        seconds = self.match_seconds(age, belt)
        if seconds is None:
            return None
        final = round_ in _FINALS and self.text("rest.final_bound") == "at_least"
        return seconds * self.number("rest.final_factor" if final else "rest.factor")

    # ---- D and P: scores and penalties ----

    def action_points(self, action: str) -> int:
        """Points the acting side gets (D5); 0 for advantage, penalty and submission."""
        if action not in set(Action):
            raise BadValue(f"{action} is no scoring action.{near(action, [a.value for a in Action])}")
        key = f"actions.{action}"
        return self.number(key) if key in self.sheet else 0

    def ladder(self, age: str | None) -> tuple[Step, ...]:
        """Give what each penalty brings (P1-P4); empty where the division is unknown or nothing is computed."""
        rank = age_rank(age)
        if not self.computes or rank is None:
            return ()
        young = rank <= (age_rank(self.text("penalties.young_up_to")) or 0)
        return penalty.steps(self.texts("penalties.young_ladder" if young else "penalties.ladder"))

    def ladder_rule(self, age: str | None) -> str | None:
        """Name the rule that the division's ladder is (P1-P4); None where there is none."""
        steps = self.ladder(age)
        if not steps:
            return None
        if steps[0].warning_only:
            return "P4"
        if steps[0].points:
            return "P3"
        return "P1" if steps == penalty.steps(self.texts("penalties.ladder")) else "P2"

    def possible_points(self, points: int) -> bool:
        """Tell whether a score can be made of the set's actions and penalties (D5: 1 is no IBJJF score)."""
        return not self.computes or points in penalty.sums(points, self._coins)

    def impossible_points(self, up_to: int) -> list[int]:
        """List the scores up to that one that cannot be made (D5), ascending."""
        return sorted(set(range(up_to + 1)) - penalty.sums(up_to, self._coins)) if self.computes else []

    @cached_property
    def _coins(self) -> frozenset[int]:
        actions = {self.action_points(action) for action in Action}
        steps = [step for age in ("teen-3", "adult") for step in self.ladder(age)]
        return frozenset(actions | {step.points for step in steps}) - {0}

    def illegal_techniques(self, age: str | None, belt: str | None) -> Illegal:
        """What may not be used in a category (D8), and whether that list is the set's own text or derived."""
        return legality.illegal(self, age, belt)

    # ---- A and T: points, awards and chains ----

    def place_points(self, place: int) -> int:
        """Academy points of a place (A1, A2); 0 beyond those named."""
        return self.table("academy.points").get(str(place), 0) if self.computes else 0

    def award_presets(self, preset: str) -> list[Award]:
        """Give the awards of a preset (A9); UnknownRuleSet names the nearest preset."""
        return award.presets(self, preset)

    def list_award(self, heading: str) -> str | None:
        """Give the award a published list of that heading stands for (A9); None when no heading fits."""
        return award.of_heading(self, heading)

    def chain(self, name: str) -> tuple[Level, ...]:
        """Give the levels of T1, T2 or T3, in order; what is still equal after them is drawn."""
        return chain.levels(self, name)

    def auto_chain(self, ages: Iterable[str]) -> str:
        """Choose the chain of an award that says `auto`, by the age divisions of its counted categories (T)."""
        return self.text("chains.one_age" if len(set(ages)) <= 1 else "chains.several_ages")


@cache
def load(name: str) -> RuleSet:
    """Load a shipped rule set, or `none`; UnknownRuleSet names the nearest."""
    if name == NONE:
        return RuleSet(NONE, "no rules: bouts for statistics only", {})
    found: Sheet = loading.sheet(name)
    return RuleSet(found.name, found.title, found.values)


def diff(a: RuleSet, b: RuleSet) -> list[Difference]:
    """List the keys on which two rule sets differ, in key order."""
    left, right = a.flat, b.flat
    return [
        Difference(key, left.get(key), right.get(key))
        for key in sorted({*left, *right})
        if left.get(key) != right.get(key)
    ]


def _typed(key: str, value: object, kind: type[_T]) -> _T:
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise BadValue(f"{key} is {value!r}, not {kind.__name__}.")
    return value


def _flat_switches(switches: Mapping[str, object], prefix: str = "") -> list[tuple[str, object]]:
    """`{"medals": {"x": 1}}`, as TOML nests a dotted name, and `{"medals.x": 1}` alike."""
    found: list[tuple[str, object]] = []
    for name, raw in switches.items():
        if isinstance(raw, Mapping) and not prefix and any(k.startswith(f"{name}.") for k in schema.specs()):
            found += _flat_switches(raw, f"{name}.")
        else:
            found.append((prefix + name, raw))
    return found
