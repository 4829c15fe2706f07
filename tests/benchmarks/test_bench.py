"""The benchmark: its contestants give the product's standings, and what it says of the goals follows from the runs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from analytics import relations
from benchmarks import bench, child, goals, results
from benchmarks.measures import Size
from benchmarks.rivals import agreement, by_pandas
from etl import pipeline
from etl.extract import EventOptions
from tests.benchmarks.generated import generated


def run(wall: float, peak: int = 0) -> child.Run:
    return child.Run(wall, wall, peak, "")


def sizes(seconds: float) -> list[Size]:
    """Two sizes; the larger takes so long."""
    asked = {"standing with reasons": 60.0, "methods by belt": 60.0, "explanation of an academy": 999.0}
    small = Size(1_000, 2, asked=asked, runs={"bare": run(1), "tatame": run(2), "polars": run(3), "one more": run(1)})
    large = Size(
        10_000,
        2,
        runs={"bare": run(10), "tatame": run(seconds, 10**9), "polars": run(30), "one more": run(3)},
        asked=asked,
        differing={"polars": 0},
    )
    return [small, large]


def verdicts(found: list[Size]) -> dict[str, bool]:
    return {goal.what: goal.met for goal in goals.goals(found)}


def test_a_goal_is_met_at_its_bound_and_missed_beyond() -> None:
    at, beyond = verdicts(sizes(24.0)), verdicts(sizes(25.1))
    assert at["load and build, times DuckDB's bare load"]
    assert not beyond["load and build, times DuckDB's bare load"]
    assert at["time per bout, times that of 1,000 bouts"]  # 2.4 ms after 2 ms: 20 % more
    assert not beyond["time per bout, times that of 1,000 bouts"]


def test_each_goal_has_its_own_bound() -> None:
    found = verdicts(sizes(24.0))
    assert not found["standing with reasons"]  # 60 ms of 50
    assert found["methods by belt"]  # 60 ms of 300
    assert not found["one more event of 1,000 bouts"]  # 3 s of 2
    assert "explanation of an academy" not in found  # no goal is set


def test_the_results_keep_what_people_wrote(tmp_path: Path) -> None:
    file = tmp_path / "RESULTS.md"
    file.write_text(f"# Results\n\nbefore\n\n{results.BEGIN}\nold\n{results.END}\n\nafter\n")
    results.written(sizes(24.0), file)
    text = file.read_text()
    assert text.startswith("# Results\n\nbefore\n") and text.endswith("\nafter\n")
    assert "old" not in text and "NOT met" in text


@pytest.mark.parametrize(("text", "bouts"), [("10k", 10_000), ("1M", 1_000_000), ("25000", 25_000)])
def test_sizes_are_read(text: str, bouts: int) -> None:
    assert bench.size(text) == bouts


def test_a_child_is_measured_and_its_failure_told() -> None:
    assert child.run(["this"], allowed=(0,)).peak > 1_000_000
    with pytest.raises(child.Failed, match="no_such_module"):
        child.run(["no_such_module"])


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Bundles of ordinary brackets beside a store of them."""
    folder = tmp_path_factory.mktemp("bench")
    bundles = generated(folder / "bundles", 1500, events=4, special_rate=0.0)
    pipeline.ingest(folder / "store.duckdb", bundles, EventOptions(), relations.build)
    return folder


def test_the_pandas_script_gives_the_standings_of_the_store(held: Path, capsys: pytest.CaptureFixture[str]) -> None:
    by_pandas.main([str(held / "bundles"), str(held / "pandas.csv")])
    assert agreement.main([str(held / "store.duckdb"), str(held / "pandas.csv")]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["rows"] > 100 and told["differing"] == [0]


def test_the_polars_script_gives_the_standings_of_the_store(held: Path) -> None:
    pytest.importorskip("polars", reason="polars comes with the extra `bench`")
    from benchmarks.rivals import by_polars

    by_polars.main([str(held / "bundles"), str(held / "polars.csv")])
    assert agreement.main([str(held / "store.duckdb"), str(held / "polars.csv")]) == 0


def test_a_standing_that_differs_is_seen(held: Path) -> None:
    by_pandas.main([str(held / "bundles"), str(held / "wrong.csv")])
    lines = (held / "wrong.csv").read_text(encoding="utf-8").splitlines()
    (held / "wrong.csv").write_text("\n".join(lines[:-1]) + "\n", encoding="utf-8")
    assert agreement.main([str(held / "store.duckdb"), str(held / "wrong.csv")]) == 1
