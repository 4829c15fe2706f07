"""The page of rules: the ladders of P1 and P3 side by side, and a chain that breaks the ties of a published list."""

from pathlib import Path

import pytest

from tests.dashboard.running import opened, words


def test_two_rule_sets_differ_where_their_rules_do(sample: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = opened(sample, monkeypatch, "rules", first="ibjjf-2024", second="ajp-2026")
    differ = page.dataframe[0].value.set_index("key")
    # P5: stalling is penalised after 20 seconds (IBJJF, "Lute") or 10 (AJP, "Action!"); P1 and P3: the ladders.
    assert differ.loc["penalties.stalling_seconds", ["a", "b"]].tolist() == ["20", "10"]
    assert differ.loc["penalties.stalling_command", ["a", "b"]].tolist() == ["Lute", "Action!"]
    assert differ.loc["penalties.ladder", "a"] == "mark, advantage, 2 points, disqualified"
    assert differ.loc["penalties.ladder", "name"] == "Penalties, one after another (P1–P4)"
    every = page.dataframe[1].value
    assert len(every) > len(differ)
    assert (every["source"] != "").all()


def test_a_chain_is_told_level_by_level_with_the_ties_it_broke(sample: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = words(opened(sample, monkeypatch, "rules", event="worlds-2024", award="adult-male"))
    # T1: an award over one age division.
    assert "Chain T1" in said
    assert "1. Points\n2. Gold\n3. Silver\n4. Champions at the highest belt\n" in said
    assert said.index("highest belt and its heaviest") < said.index("6. A recorded draw")
    # The published list of 2024: level on 9 points and one gold, told apart by their champions' belts.
    assert "Melqui Galvão Jiu-jitsu before Double Five: level on 9 points, 1 gold" in said
    assert "draw required" not in said


def test_the_rule_sets_need_no_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = opened(tmp_path / "none.duckdb", monkeypatch, "rules")
    assert not page.dataframe[0].value.empty
    assert "no store" in words(page)


def test_a_tie_is_shown_level_by_level_down_to_the_one_that_decides(
    sample: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = opened(sample, monkeypatch, "rules", event="mat-open-2026", award="all")
    # 26 points each; 3 golds against 2.
    assert page.dataframe[-1].value.to_numpy().tolist() == [["Points", 26, 26], ["Gold", 3, 2]]


@pytest.mark.parametrize("lang", ["en", "it", "ja", "pt", "zh-TW"])
def test_every_rule_of_the_documentation_is_told_in_every_language(
    lang: str, sample: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = words(opened(sample, monkeypatch, "rules", lang=lang))
    for rule in ("A1", "A6", "T2", "M4", "M12", "M27", "B3", "D5", "P3"):
        assert f"\n{rule}: " in f"\n{said}"
