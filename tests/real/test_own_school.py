"""Worlds 2022 with the athlete's own school: the alias table gives 28 of the 30 published rows, one ruling all 30."""

import json
from pathlib import Path

import pytest

import tatame
from tatame.cli import main

ALIASES = Path(__file__).resolve().parent.parent / "cases" / "academies" / "worlds-2022-own-school.csv"
EVENT = "own-school-2022"
LISTS = {"adult-male": "Masculino", "adult-female": "Feminino", "juvenile": "Juvenil"}
LIGHT = "adult male black light"


@pytest.fixture
def store(shared: Path, tmp_path: Path) -> Path:
    path = tmp_path / "own.duckdb"
    source = shared / "real" / "worlds-2022-own-school" / "results.csv"
    options = {"event_id": EVENT, "name": "Worlds 2022", "start": "2022-06-02", "awards": "ibjjf-championship"}
    report = tatame.ingest(path, source, uniform="gi", **options)
    assert [(event.rows_read, event.rows_used) for event in report.events] == [(443, 443)]
    return path


def _page(shared: Path) -> list[dict[str, object]]:
    loaded: list[dict[str, object]] = json.loads(
        (shared / "real" / "ibjjf-worlds" / "2022.json").read_text(encoding="utf-8")
    )
    return loaded


def _differ(shared: Path, store: Path) -> list[tuple[str, str]]:
    """Of the 30 published rows those whose points do not come out, as `tatame compare --list` tells them."""
    (lists,) = (item["rankingAcademias"] for item in _page(shared) if "rankingAcademias" in item)
    assert isinstance(lists, dict)
    text = "".join(
        f"{name}\n" + "".join(f"{row['posicao']} {row['academia']} {row['pontos']}\n" for row in lists[name])
        for name in LISTS.values()
    )
    listed = store.with_name("list.txt")
    listed.write_text(text, encoding="utf-8")
    with tatame.open(store) as opened:
        answers = opened.compare(EVENT, listed=listed)
    assert [(answer["award"], answer["of"]) for answer in answers] == [(award, 10) for award in LISTS]
    return [(answer["award"], row["academy"]) for answer in answers for row in answer["rows"] if not row["agrees"]]


def test_aliases_and_one_ruling_give_the_published_rows(
    shared: Path, store: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = ["academies", "import", str(ALIASES), "--by", "test", "--store", str(store)]
    assert main(run) == 0
    # Those who moved up, and the new third, are of these two academies.
    assert _differ(shared, store) == [("adult-male", "Atos Jiu-Jitsu"), ("adult-male", "CheckMat")]
    # The list published later has struck out the champion of this file: everyone moved up, and a new third came in.
    (heading,) = (
        item for item in _page(shared) if str(item.get("categoria", "")).startswith("Adult / Male / Black / Light (")
    )
    given = [f"{one['posicao']}={one['nome']} @ {one['academia']}" for one in heading["ranking"]]  # type: ignore[attr-defined]
    ruling = ["rule", "--store", str(store), "--event", EVENT, "--category", LIGHT, "--by", "IBJJF"]
    ruling += ["--reason", "official list", *(part for one in given for part in ("--place", one))]
    assert main(ruling) == 2
    told = capsys.readouterr().err
    assert "--unlisted" in told
    assert main([*ruling, "--unlisted"]) == 0
    assert _differ(shared, store) == []
    with tatame.open(store) as opened:
        found = [row for row in opened.findings(EVENT)["warnings"] if row["code"] == "ruled_athlete_not_listed"]
    assert [row["value"] for row in found] == [given[-1].partition("=")[2].partition(" @ ")[0]]
