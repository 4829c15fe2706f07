"""No answer names anybody hidden, whatever key, list or sentence the name stands in."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tatame
from analytics.minors import Person
from publishing.privacy import Level, Shield
from tatame import cli
from tests.publishing import young_event
from tests.publishing.leaks import leaks, protected_names

HIDING = (Level.INITIALS, Level.ACADEMY, Level.SUPPRESSED)
MINOR, ADULT = young_event.EXAMPLE[2].name, young_event.EXAMPLE[0].name


def every_answer(store: Path, level: str | None) -> dict[str, Any]:
    """Everything the Python interface says of people, each asked of a minor wherever it can be."""
    by, of_minor = ["athlete"], {"athlete": MINOR}
    listed = store.with_name("listed.txt")
    listed.write_text(f"Adult Male\n1 Club A 9\nsaid by {MINOR}, too\n", encoding="utf-8")
    with tatame.open(store) as opened:
        award = opened.standings()[0]["award"]  # type: ignore[index]
        return {
            "findings": opened.findings(privacy=level),
            "placements": opened.placements(privacy=level),
            "explain": opened.explain(None, award, "Club A", privacy=level),
            "against": opened.explain(None, award, "Club A", "Club C", privacy=level),
            "compare": opened.compare(privacy=level),
            "listed": opened.compare(award=award, listed=listed, privacy=level),
            "diff": opened.diff(None, None, "ibjjf-2018", privacy=level),
            "history": opened.history(privacy=level),
            "methods": opened.methods(by=by, privacy=level),
            "methods where": opened.methods(where=of_minor, privacy=level),
            "two": opened.compare_methods(MINOR, ADULT, by=by, privacy=level),
            "each": opened.compare_each_method(by, privacy=level),
            "trend": opened.method_trend(where=of_minor, privacy=level),
            "records": opened.records(of="athlete", privacy=level),
            "ratings": opened.ratings(privacy=level),
            "standings": opened.standings(),
            "medals": opened.medals(),
            "times": opened.times(),
            "scores": opened.scores(),
        }


def as_texts(answers: dict[str, Any]) -> dict[str, str]:
    return {name: json.dumps(answer, ensure_ascii=False) for name, answer in answers.items()}


@pytest.mark.long
def test_no_answer_names_a_minor_at_a_level_that_hides(tmp_path: Path) -> None:
    store = young_event.make(tmp_path)
    assert protected_names(store)
    open_ones = {where for _, where in leaks(store, as_texts(every_answer(store, None)))}
    assert {"placements", "listed", "methods", "methods where", "two", "each", "trend"} <= open_ones
    for level in HIDING:
        assert leaks(store, as_texts(every_answer(store, level))) == []


@pytest.mark.parametrize(
    "asked",
    [
        ("--by", "athlete", "--compare", MINOR, ADULT),
        ("--by", "athlete", "--each"),
        ("--where", f"athlete={MINOR}", "--trend"),
    ],
)
@pytest.mark.long
def test_the_program_passes_the_level_on(
    asked: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = young_event.make(tmp_path)
    for form in ("table", "json", "csv"):
        given = ["methods", *asked, "--privacy", "academy", "--format", form, "--store", str(store)]
        assert cli.main(given) == 0
        assert leaks(store, {form: capsys.readouterr().out}) == []


words = st.sampled_from(
    ["{}", "{} has won more than all others.", "id 7, {}|alpha", "{}は失格", "a" + " b" * 20 + " {}"]
)
names = st.sampled_from(
    ["Ana Silva", "ANA SILVÁ", "ana_silva", "Ana Maria de Jesus dos Santos e Silva e Sousa da Costa Lima"]
)
keys = st.sampled_from(["athlete", "text", "label", "a", "b", "name", "note", "notes", "sentence", "where", "unread"])
answers = st.recursive(
    st.builds(str.format, words, names),
    lambda inner: st.lists(inner, min_size=1, max_size=3) | st.dictionaries(keys, inner, min_size=1, max_size=3),
    max_leaves=6,
)


@given(answers, st.sampled_from(HIDING))
@pytest.mark.long
def test_no_text_of_an_answer_names_anybody_hidden_wherever_it_stands(answer: Any, level: Level) -> None:
    people = [Person(1, name, name, "Alpha", True, False, 1) for name in ("Ana Silva", LONG)]
    shown = json.dumps(Shield(level, people).answer({"found": answer}), ensure_ascii=False).casefold()
    assert "silv" not in shown


LONG = "Ana Maria de Jesus dos Santos e Silva e Sousa da Costa Lima"


@pytest.mark.long
def test_the_programs_own_words_stay_however_somebody_is_called() -> None:
    row = {"belt": "brown", "by": ["belt"], "where": {"belt": "brown"}, "academy": "Brown", "rule": "A3"}
    assert Shield(Level.ACADEMY, [Person(1, "brown", "Brown", "Alpha", True, False, 1)]).answer(row) == row
