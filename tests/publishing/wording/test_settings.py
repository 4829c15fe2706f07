"""Values of rule sets in words: the ladders of P1 and P3, and no English word on a page in Japanese or Chinese."""

import re

import pytest

from publishing.wording import settings
from rulebook import ruleset

LADDER = "penalties.ladder"
# Commands of the referee, names of published lists and of chains are as they are.
AS_THEY_ARE = re.compile(
    r"Lute|Action!|T[123]|Brabo|Buggy|Omoplata|Von Flue|Gogoplata|Tarikoplata|Estima|Terra|Mikey|Dogbar|Twister"
)


def value(name: str, key: str, lang: str = "en") -> str:
    return settings.value(key, ruleset.load(name).sheet[key][0], lang)


def test_a_ladder_is_told_step_by_step() -> None:
    assert value("ibjjf-2024", LADDER) == "mark, advantage, 2 points, disqualified"  # P1
    assert value("ajp-2026", LADDER) == "1 point, 1 point + advantage, 1 point + 2 points, disqualified"  # P3
    assert value("ibjjf-v3", LADDER, "pt") == "aviso, vantagem, 2 pontos, desclassificado"  # P4


def test_an_award_is_told_by_what_it_counts() -> None:
    key = "awards.ibjjf-championship.adult-male"
    assert settings.name(key) == "What the award counts (A9): Adult male"
    assert value("ibjjf-2024", key) == (
        "ties: by the age divisions; genders: Male; ages: Adult; belts: Blue, Purple, Brown, Black"
    )


def test_what_a_rule_set_does_not_have_is_a_dash_and_not_no() -> None:
    assert settings.value("decisions.stoppage_reasons", []) == settings.value("x", None) == "–"
    assert settings.value("belts.one_per_event", False) == "no"


@pytest.mark.parametrize("lang", ["ja", "zh-TW"])
@pytest.mark.parametrize("rules", ruleset.names())
def test_no_english_word_is_left(rules: str, lang: str) -> None:
    for key, (given, _) in ruleset.load(rules).sheet.items():
        if not key.startswith("award_lists."):
            said = AS_THEY_ARE.sub("", settings.value(key, given, lang))
            assert not re.search("[A-Za-z]{2,}", said), (key, said)
        assert not re.search("[A-Za-z]{3,}", settings.name(key, lang)), key
