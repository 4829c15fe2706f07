"""Decisions and what they do to the answers: from a bundle through the real build, version by version."""

from pathlib import Path

import pytest

from analytics import relations
from analytics.store import Store
from etl import decisions, pipeline
from etl.extract import EventOptions

EVENT = """[event]
id = "cup-2026"
name = "Cup 2026"
start = 2026-05-02
ruleset = "ibjjf-2024"
uniform = "gi"
"""
ROW = "male,adult,black,light"
ENTRIES = f"""gender,age_division,belt,weight_class,athlete,academy
{ROW},Ana,Alpha
{ROW},Bea,Beta
{ROW},Cris,Gamma
{ROW},Dora,Delta
"""
BOUTS = f"""bout,gender,age_division,belt,weight_class,round,red_athlete,red_academy,blue_athlete,blue_academy,winner,decision
1,{ROW},semifinal,Ana,Alpha,Bea,Beta,red,submission
2,{ROW},semifinal,Cris,Gamma,Dora,Delta,red,submission
3,{ROW},final,Ana,Alpha,Cris,Gamma,blue,submission
"""  # noqa: E501 - the heading of a CSV file
Places = list[tuple[int, str]]
M1: Places = [(1, "Cris"), (2, "Ana"), (3, "Bea"), (3, "Dora")]
# M24: Ana is struck out; Bea, whom she beat in the semifinal, moves up; Bea's third place stays vacant.
M24: Places = [(1, "Cris"), (2, "Bea"), (3, "Dora")]
LIGHT = "black / light"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "cup").mkdir()
    for name, text in (("event.toml", EVENT), ("entries.csv", ENTRIES), ("bouts.csv", BOUTS)):
        (tmp_path / "cup" / name).write_text(text)
    return tmp_path / "cup"


@pytest.fixture
def store(folder: Path, tmp_path: Path) -> Path:
    path = tmp_path / "results.duckdb"
    ingest(path, folder)
    return path


def ingest(store: Path, folder: Path) -> None:
    pipeline.ingest(store, [folder], EventOptions(), relations.build)


def strike_out(store: Path) -> None:
    decisions.correct(store, "cup-2026", LIGHT, "Ana", "doping", "laboratory", "office", relations.build)


def places(store: Path, version: int | None = None) -> Places:
    """Places of a version, None = the current one."""
    which = "SELECT version_id FROM current_version" if version is None else f"SELECT {version}"
    with Store.open(store) as opened, opened.cursor() as cur:
        return cur.execute(f"SELECT place, athlete FROM place WHERE version_id IN ({which}) ORDER BY 1, 2").fetchall()


def points(store: Path) -> dict[str, int]:
    with Store.open(store) as opened, opened.cursor() as cur:
        query = "SELECT academy, points FROM standing WHERE version_id IN (SELECT version_id FROM current_version)"
        return dict(cur.execute(query).fetchall())


def test_a_correction_moves_places_and_points_and_undoing_it_restores_them(store: Path) -> None:
    assert (places(store), points(store)) == (M1, {"Gamma": 9, "Alpha": 3, "Beta": 1, "Delta": 1})
    strike_out(store)
    assert (places(store), points(store)) == (M24, {"Gamma": 9, "Beta": 3, "Delta": 1})
    decisions.undo(store, "cup-2026", 1, "acquitted", "office", relations.build)
    assert (places(store), points(store)) == (M1, {"Gamma": 9, "Alpha": 3, "Beta": 1, "Delta": 1})
    assert [places(store, version) for version in (1, 2, 3)] == [M1, M24, M1], "each version keeps its answers"


def test_a_correction_holds_over_a_reload_and_over_a_removal(store: Path, folder: Path) -> None:
    strike_out(store)
    (folder / "event.toml").write_text(EVENT.replace("Cup 2026", "The Cup 2026"))
    ingest(store, folder)
    assert places(store) == M24
    decisions.remove(store, "cup-2026")
    assert places(store) == []
    ingest(store, folder)
    assert places(store) == M24


def test_a_ruling_stands_in_place_of_the_bouts_and_its_academy_gets_the_points(store: Path) -> None:
    ruled = [(1, "Ana @ Omega"), (2, "Bea")]
    decisions.rule(store, "cup-2026", LIGHT, ruled, "protest", "office", relations.build, unlisted=True)
    assert (places(store), points(store)) == ([(1, "Ana"), (2, "Bea")], {"Omega": 9, "Beta": 3})
    decisions.rule(store, "cup-2026", LIGHT, [], "void", "office", relations.build)
    assert (places(store), points(store)) == ([], {})
    decisions.undo(store, "cup-2026", 2, "appeal", "office", relations.build, what="ruling")
    assert places(store) == M1


def test_a_decision_whose_subject_a_reload_lacks_is_among_the_findings_of_the_version(
    store: Path, folder: Path
) -> None:
    strike_out(store)
    for name in ("entries.csv", "bouts.csv"):
        (folder / name).write_text((folder / name).read_text().replace("Ana", "Zoe"))
    ingest(store, folder)
    assert places(store) == [(1, "Cris"), (2, "Zoe"), (3, "Bea"), (3, "Dora")]
    with Store.open(store) as opened, opened.cursor() as cur:
        query = "SELECT version_id, value FROM finding WHERE code = 'correction_without_subject'"
        assert cur.execute(query).fetchall() == [(3, "Ana")]


def test_a_decision_whose_category_a_reload_has_twice_changes_neither_and_says_so(store: Path, folder: Path) -> None:
    strike_out(store)
    decisions.rule(store, "cup-2026", LIGHT, [(1, "Bea")], "protest", "office", relations.build)
    (folder / "entries.csv").unlink()
    rows = (folder / "bouts.csv").read_text().replace("gender,age_division,belt,weight_class", "category")
    lines = rows.replace(ROW, "Adult / Male / Black / Light").splitlines()
    twin = "4,Adult / Male / Black / Light / Legends,final,Ana,Alpha,Zoe,Zeta,red,submission"
    (folder / "bouts.csv").write_text("\n".join([*lines, twin]) + "\n")
    ingest(store, folder)
    assert sorted(places(store)) == sorted([*M1, (1, "Ana"), (2, "Zoe")])
    with Store.open(store) as opened, opened.cursor() as cur:
        query = "SELECT code, file, value FROM finding WHERE version_id = 4 ORDER BY file"
        assert cur.execute(query).fetchall() == [
            ("decision_ambiguous", "correction 1", "Ana"),
            ("decision_ambiguous", "ruling 1", "Bea"),
        ]


def test_a_draw_separates_a_tie_and_the_reader_sees_it_at_once(store: Path) -> None:
    # Beta and Delta have one bronze each: only a draw separates them.
    tie = [("Beta", "beta"), ("Delta", "delta")]
    with Store.open(store, check_every=0) as opened:
        query = (
            "SELECT rank, academy FROM standing WHERE version_id IN (SELECT version_id FROM current_version) "
            "AND academy IN ('Beta', 'Delta') ORDER BY position"
        )
        with opened.cursor() as cur:
            assert [rank for rank, _ in cur.execute(query).fetchall()] == [3, 3]
        decisions.draw(store, "cup-2026", "overall", tie, "seed", "office", None, relations.build)
        first, second = sorted(("Beta", "Delta"), key=lambda name: decisions.digest("seed", name))
        with opened.cursor() as cur:
            assert cur.execute(query).fetchall() == [(3, first), (4, second)]
