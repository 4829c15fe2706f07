"""Rule set files that must be refused, and what the refusal says."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.errors import BadValue, MissingKey, RuleBookError, UnknownKey, UnknownRuleSet
from rulebook.loading import read

HEAD = 'name = "mine"\ntitle = "Mine"\n'


def written(folder: Path, text: str) -> Path:
    file = folder / "mine.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_set_of_one_changed_value_inherits_the_rest(tmp_path: Path) -> None:
    text = HEAD + 'inherits = "ajp-2026"\n[academy]\npoints = { value = { 1 = 4 }, source = "our statutes 7" }\n'
    sheet = read(written(tmp_path, text))
    assert sheet.values["academy.points"][0] == {"1": 4}
    assert sheet.values["academy.points"][1].text == "our statutes 7"
    assert sheet.values["penalties.ladder"][1].inherited_from == "ajp-2026"
    assert sheet.values["penalties.young_ladder"][1].inherited_from == "ibjjf-2024"  # the set that states it


@pytest.mark.parametrize(
    ("text", "error", "says"),
    [
        (HEAD, MissingKey, "academy.points"),
        (HEAD + 'documents = ["guidelines"]', MissingKey, "decisions.forms"),
        (HEAD + 'inherits = "ibjjf-2042"', UnknownRuleSet, "ibjjf-2024"),
        (HEAD + 'inherit = "ibjjf-2024"', RuleBookError, "inherit"),
        ('title = "Mine"', RuleBookError, "a name and a title"),
        ('name = "yours"\ntitle = "Mine"', RuleBookError, "must agree"),
        (
            HEAD + 'inherits = "ibjjf-2024"\n[academy]\npoint = { value = 1, source = "x" }',
            UnknownKey,
            "academy.points",
        ),
        (HEAD + 'inherits = "ibjjf-2024"\n[academy]\ntiebreak_counts = "all"', BadValue, "a value and a source"),
        (HEAD + 'inherits = "ibjjf-2024"\n[academy]\ntiebreak_counts = { value = "all" }', BadValue, "source"),
        (
            HEAD + 'inherits = "ibjjf-2024"\n[academy]\ntiebreak_counts = { value = "al", source = "x" }',
            BadValue,
            "counted",
        ),
        (HEAD + "[academy", RuleBookError, "mine.toml"),
    ],
)
def test_malformed_files_are_refused(tmp_path: Path, text: str, error: type[RuleBookError], says: str) -> None:
    with pytest.raises(error, match=says):
        read(written(tmp_path, text))
