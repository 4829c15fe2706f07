"""docs/rules.md names every rule and every value of the rule sets, and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

from rulebook import award, ruleset, vocabulary
from rulebook.schema import specs

PAGE = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| ([BDPMAT]\d+) \|(.*)$", PAGE, re.MULTILINE)
LAST = {"B": 8, "D": 8, "P": 7, "M": 27, "A": 9, "T": 4}


def test_one_line_per_rule_in_order() -> None:
    assert [rule for rule, _ in ROWS] == [f"{letter}{n}" for letter, last in LAST.items() for n in range(1, last + 1)]


def test_every_value_is_on_the_page_beside_its_rule() -> None:
    named: dict[str, set[str]] = {}
    for rule, cells in ROWS:
        for key in re.findall(r"`([a-z_]+\.[A-Za-z0-9_*]+)`", cells):
            named.setdefault(key, set()).add(rule)
    named = {key: rules for key, rules in named.items() if key.partition(".")[0] not in {"vocabulary", "data"}}
    assert named == {key: set(row.rule.split(", ")) for key, row in specs().items()}


def test_the_functions_named_exist() -> None:
    for owner, name in re.findall(r"`(vocabulary|RuleSet|Award)\.([A-Za-z_]+)`", PAGE):
        home = {"vocabulary": vocabulary, "RuleSet": ruleset.RuleSet, "Award": award.Award}[owner]
        assert hasattr(home, name), f"{owner}.{name}"
