"""No sentence claims more than the data hold."""

from typing import Any

import pytest

from publishing.wording import method_sentences

ANSWER = {"a": "black", "b": "white", "by": ["belt"], "cluster": None}


def row(verdict: str, **other: Any) -> dict[str, Any]:
    found = {
        "method": "submission", "share_a": 0.5, "n_a": 40, "low_a": 0.35, "high_a": 0.65, "bouts_a": 40, "share_b": 0.3,
        "n_b": 200, "low_b": 0.24, "high_b": 0.37, "bouts_b": 200, "difference": 0.2, "low": 0.04, "high": 0.36,
        "p": 0.013, "p_holm": 0.04, "verdict": verdict, "unknown_matters": False,
    }  # fmt: skip
    return found | other


def test_a_difference_is_told_with_its_interval_and_p_value() -> None:
    said = method_sentences.of_comparison(row("differ"), ANSWER, 9)
    assert "black 50.0 % of 40, white 30.0 % of 200" in said
    assert "+20.0 points (+4.0 to +36.0)" in said
    assert "p = 0.04, Holm" in said


@pytest.mark.parametrize("verdict", ["chance", "alike", "too_few", "few_events", "none"])
def test_nothing_else_says_that_they_differ(verdict: str) -> None:
    said = method_sentences.of_comparison(row(verdict), ANSWER, 9)
    assert "differ by" not in said
    assert {"chance": "no conclusion", "too_few": "40 bouts in the smaller group are too few"}.get(verdict, "") in said


def test_bouts_without_a_known_method_are_told_where_they_matter() -> None:
    said = method_sentences.of_comparison(row("differ", bouts_a=90, unknown_matters=True), ANSWER, 9)
    assert said.endswith("The 50 bouts without a known method could turn its sign.")


@pytest.mark.parametrize("lang", ["en", "pt", "it", "ja", "zh-TW"])
def test_too_few_events_are_no_missing_bouts(lang: str) -> None:
    few, none = (method_sentences.of_comparison(row(said), ANSWER, 9, lang) for said in ("few_events", "none"))
    assert few != none
    assert "none" not in few + none


@pytest.mark.parametrize(("cluster", "word"), [("event", "events"), ("bootstrap", "events"), ("athlete", "athletes")])
def test_what_there_is_too_little_of_is_named(cluster: str, word: str) -> None:
    said = method_sentences.of_comparison(row("few_events"), {**ANSWER, "cluster": cluster}, 9)
    assert f"The {word} are too few" in said


@pytest.mark.parametrize(("lang", "said"), [("pt", "p = 0,012"), ("it", "p = 0,012"), ("ja", "p = 0.012")])
def test_a_p_value_is_written_as_the_language_does(lang: str, said: str) -> None:
    assert method_sentences.p_value(0.0123, lang) == said


def test_a_group_without_a_bout_has_no_share() -> None:
    said = method_sentences.of_comparison(row("none", share_a=None, n_a=0), ANSWER, 9)
    assert "black no known bout of 0" in said
    assert "nothing can be said" in said


@pytest.mark.parametrize(
    ("p", "said"), [(0.0000001, "p < 0.001"), (0.0123, "p = 0.012"), (0.5, "p = 0.5"), (1.0, "p = 1")]
)
def test_p_values(p: float, said: str) -> None:
    assert method_sentences.p_value(p) == said


def test_a_slope_is_claimed_only_when_it_stands_for_all_methods() -> None:
    slope = {"method": "submission", "slope": 0.02, "low": 0.01, "high": 0.03, "p": 0.002, "p_holm": 0.01}
    assert "more than chance" in method_sentences.of_slope(slope)
    assert "no change is shown" in method_sentences.of_slope({**slope, "p_holm": 0.2})
    assert "one season" in method_sentences.of_slope({**slope, "slope": None})
    untold = method_sentences.of_slope({**slope, "low": None, "high": None, "p": None, "p_holm": None})
    assert "too few" in untold


@pytest.mark.parametrize(
    ("cluster", "word"),
    [(None, "independent"), ("event", "of one event"), ("athlete", "an athlete"), ("bootstrap", "anew")],
)
def test_dependence_is_noted(cluster: str | None, word: str) -> None:
    [said] = method_sentences.of_independence(cluster, 4)
    assert word in said
