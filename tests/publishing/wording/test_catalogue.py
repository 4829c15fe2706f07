"""The catalogue and the code agree: no key is missing, none is left over, every placeholder is filled."""

import ast
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from analytics import scheme
from publishing.wording import catalogue, term, text
from publishing.wording.catalogue import TERM, WordingError, entries, languages, placeholders
from rulebook import ruleset, technique, vocabulary

PRESETS = ruleset.load("ibjjf-2024").award_presets("ibjjf-championship")
ROOT = Path(__file__).resolve().parents[3]
KEY = re.compile(r"[a-z_]+(\.[A-Za-z0-9_-]+)+")
# The rules by their identifiers, as docs/rules.md lists them one a row.
LISTED = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
RULES = set(re.findall(r"^\| ([ABDMPT]\d+b?) \|", LISTED, re.MULTILINE))
SHEETS = [ruleset.load(name).sheet for name in ruleset.names()]


def said_in(value: object) -> set[str]:
    """Every word in a value of a rule set."""
    match value:
        case Mapping():
            return {str(name) for name in value} | {word for part in value.values() for word in said_in(part)}
        case list() | tuple():
            return {word for part in value for word in said_in(part)}
    return set(str(value).split()) | {str(value)}


# A setting is a value of a rule set; what lists and awards are is said once for all of them.
SETTINGS = {key.partition(".")[0] if key.startswith("award") else key for sheet in SHEETS for key in sheet}
VALUES = {word for sheet in SHEETS for value, _ in sheet.values() for word in said_in(value)}
VOCABULARIES = {
    "action": {*vocabulary.Action},
    "setting": SETTINGS,
    "value": {word for word in VALUES if f"{TERM}value.{word}" in entries()},
    "technique": {*technique.Technique},
    "family": {*technique.Family},
    "rule": {*RULES, "categories.csv"},
    "gender": {*vocabulary.Gender, "unknown"},
    "belt": {*vocabulary.Belt, "unknown"},
    "age_division": {*vocabulary.AgeDivision, "unknown"},
    "weight_class": {*vocabulary.WeightClass, "unknown"},
    "state": {*vocabulary.CategoryState},
    "round": {*vocabulary.Round, "unknown"},
    "decision": {*vocabulary.Decision},
    "disqualification": {*vocabulary.Disqualification},
    "place": {"1", "2", "3"},
    "status": {*vocabulary.EntryStatus},
    "award": {"overall", *(one.id for one in PRESETS)},
    "scheme": {*scheme.names()},
}


def asked_for() -> set[str]:
    """Every text constant of the sources that has the form of a key."""
    files = [file for package in ("publishing", "dashboard", "tatame") for file in (ROOT / package).rglob("*.py")]
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in files]
    constants = {node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    return {value for value in constants if isinstance(value, str) and KEY.fullmatch(value)}


def given_to_text() -> set[str]:
    """Every constant that is the first argument of `text(…)`."""
    found = set()
    for package in ("publishing", "dashboard", "tatame"):
        for file in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                match node:
                    case ast.Call(func=ast.Name(id="text"), args=[ast.Constant(value=str(key)), *_]) if KEY.fullmatch(
                        key
                    ):
                        found.add(key)
    return found


def test_every_key_asked_for_exists() -> None:
    assert given_to_text() - set(entries()) == set()


def test_no_key_is_left_over() -> None:
    # What the store keeps in English is found again by template: test_unsettled.py and test_finding_sentences.py.
    stored = (TERM, "unsettled.", "placed.", "finding.", "found.")
    plain = {key for key in entries() if not key.startswith(stored)}
    assert plain - asked_for() == set()


@pytest.mark.parametrize("kind", VOCABULARIES)
@pytest.mark.parametrize("lang", languages())
def test_every_word_of_a_vocabulary_is_there_and_no_other(kind: str, lang: str) -> None:
    prefix = f"{TERM}{kind}."
    assert {key.removeprefix(prefix) for key in entries(lang) if key.startswith(prefix)} == {
        str(word) for word in VOCABULARIES[kind]
    }


def test_there_are_no_terms_of_unknown_kinds() -> None:
    kinds = {key.split(".")[1] for key in entries() if key.startswith(TERM)}
    assert kinds == set(VOCABULARIES)


@pytest.mark.parametrize("lang", languages())
def test_a_language_has_the_keys_and_placeholders_of_the_default(lang: str) -> None:
    ours, theirs = entries(), entries(lang)
    assert set(theirs) ^ set(ours) == set()
    assert {key for key in ours if placeholders(ours[key]) != placeholders(theirs[key])} == set()
    assert {
        key for key, entry in theirs.items() if "" in ([entry] if isinstance(entry, str) else entry.values())
    } == set()


def test_the_plural_follows_the_number() -> None:
    assert [text("count.points", n=n) for n in (0, 1, 2)] == ["0 points", "1 point", "2 points"]


def test_a_value_is_never_read_as_a_template() -> None:
    assert text("bracket.with_academy", athlete="{academy}", academy="{0}") == "{academy} ({0})"


@pytest.mark.parametrize("values", [{}, {"n": 1, "more": 2}, {"n": "1"}])
def test_a_placeholder_too_few_or_too_many_is_refused(values: dict[str, object]) -> None:
    with pytest.raises(WordingError):
        text("count.points", **values)


def test_an_unknown_key_or_language_is_refused() -> None:
    with pytest.raises(WordingError, match="no such"):
        text("no such")
    with pytest.raises(WordingError, match="xx"):
        text("count.points", "xx", n=1)


def test_a_weight_limit_stands_as_it_is_written() -> None:
    assert term("weight_class", "-76 kg") == "-76 kg"
    assert catalogue.term("weight_class", "ultra-heavy") == "Ultra Heavy"


def test_what_others_named_stands_as_they_named_it() -> None:
    assert catalogue.own("award", "adult-male", "Adult male", "ja") == "アダルト男子"
    assert catalogue.own("award", "adult-male", "Adultos A", "ja") == "Adultos A"
    assert catalogue.own("award", "ours", "Adult male", "ja") == "Adult male"


def test_presets_and_schemes_are_told_in_the_words_they_come_with() -> None:
    """Else no page would know them for its own, and show English ones."""
    assert {one.id: one.name for one in PRESETS} == {one.id: catalogue.term("award", one.id) for one in PRESETS}
    assert {name: scheme.load(name).title for name in scheme.names()} == {
        name: catalogue.term("scheme", name) for name in scheme.names()
    }
