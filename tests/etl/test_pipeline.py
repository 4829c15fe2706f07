"""Files in, versions out: all of a run or none of it."""

from collections.abc import Sequence
from pathlib import Path

import duckdb
import pytest

from etl import extract, pipeline, transform
from etl.errors import UnusableInput, UserError
from etl.extract import EventOptions, Source
from tests.etl.staging import FOUR, OTHER, stage
from tests.etl.stores import Broken, ask, beside, content

built: list[list[int]] = []


def build(con: duckdb.DuckDBPyConnection, version_ids: Sequence[int]) -> None:
    """Stands for analytics.relations.build: every category decided, but the second of a version needs a ruling."""
    built.append(list(version_ids))
    for version_id in version_ids:
        con.execute(
            "INSERT INTO category_result SELECT ?, category_id, "
            "CASE row_number() OVER (ORDER BY category_id) WHEN 2 THEN 'needs_ruling' ELSE 'decided' END, "
            "NULL, NULL, NULL, NULL, false, false, NULL, NULL FROM category "
            "WHERE load_id = (SELECT load_id FROM event_version WHERE version_id = ?)",
            [version_id, version_id],
        )


@pytest.fixture(autouse=True)
def sources(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that hold lines of `event content`; content `bad` cannot be used. Rows are staged by hand."""
    built.clear()

    def read(path: Path, options: EventOptions) -> list[Source]:
        if not path.exists():
            raise UnusableInput(f"there is no {path}")
        lines = [line.split() for line in path.read_text().splitlines()]
        return [Source(path, "bundle", content, {"id": event}) for event, content in lines]

    def staged(con: duckdb.DuckDBPyConnection, source: Source, *, first: bool = False) -> transform.Staged:
        if source.sha256 == "bad":
            raise UnusableInput("cannot be used")
        return stage(con, [FOUR, OTHER], event=str(source.event["id"]), content=source.sha256)

    monkeypatch.setattr(extract, "read", read)
    monkeypatch.setattr(transform, "stage", staged)


def files(folder: Path, *texts: str) -> list[Path]:
    paths = [folder / f"{number}.txt" for number, _ in enumerate(texts)]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text)
    return paths


@pytest.fixture
def store(tmp_path: Path) -> Path:
    (tmp_path / "store").mkdir()
    return tmp_path / "store" / "results.duckdb"


def ingest(store: Path, *texts: str, **options: str) -> list[tuple[str, int, bool]]:
    paths = files(store.parent.parent, *texts)
    report = pipeline.ingest(store, paths, EventOptions(**options), build)  # type: ignore[arg-type]
    return [(event.event_id, event.version, event.already_loaded) for event in report.events]


def test_every_event_of_every_file_becomes_a_version_and_is_computed(store: Path) -> None:
    assert ingest(store, "cup a\nopen b", "pan c") == [("cup", 1, False), ("open", 1, False), ("pan", 1, False)]
    assert sorted(number for run in built for number in run) == [1, 2, 3]
    assert ask(store, "SELECT event_id FROM current_version ORDER BY 1") == [("cup",), ("open",), ("pan",)]


def test_the_report_counts_rows_and_what_became_of_the_categories(store: Path) -> None:
    report = pipeline.ingest(store, files(store.parent.parent, "cup a"), EventOptions(), build)
    (event,) = report.events
    # FOUR has 4 entries and 3 bouts, OTHER 2 and 1: ten rows after the heading, which is row 1.
    assert (event.name, event.rows_read, event.rows_used) == ("Open 2026", 11, 11)
    assert (event.rows_duplicate, event.rows_rejected, event.warnings) == (0, 0, 0)
    assert (event.categories, event.open, event.needs_ruling) == (2, 0, 1)
    assert report.rejected_or_unsettled


def test_twice_equals_once(store: Path) -> None:
    first = ingest(store, "cup a\nopen b")
    before = content(store)
    inode = store.stat().st_ino
    again = ingest(store, "cup a\nopen b")
    assert [(event, version) for event, version, _ in again] == [(event, version) for event, version, _ in first]
    assert [already for *_, already in again] == [True, True]
    assert (content(store), store.stat().st_ino, len(built)) == (before, inode, 1)


def test_the_same_event_twice_in_one_run_is_two_versions_or_one(store: Path) -> None:
    assert ingest(store, "cup a", "cup a", "cup b") == [("cup", 1, False), ("cup", 1, True), ("cup", 2, False)]


def test_only_what_is_new_is_loaded(store: Path) -> None:
    ingest(store, "cup a")
    assert ingest(store, "cup a\nopen b") == [("cup", 1, True), ("open", 1, False)]
    assert built == [[1], [2]]


@pytest.mark.parametrize("texts", [("cup b", "open bad"), ("cup b\nopen bad",)])
def test_one_unusable_event_and_nothing_of_the_run_is_loaded(store: Path, texts: tuple[str, ...]) -> None:
    ingest(store, "cup a")
    before = content(store)
    with pytest.raises(UserError):
        ingest(store, *texts)
    assert (content(store), beside(store)) == (before, [])


def test_a_missing_file_makes_no_store(store: Path) -> None:
    with pytest.raises(UserError):
        pipeline.ingest(store, [store.parent / "none.txt"], EventOptions(), build)
    assert list(store.parent.iterdir()) == []


def test_an_exception_while_computing_leaves_the_store_byte_for_byte(store: Path) -> None:
    ingest(store, "cup a")
    before = content(store)

    def broken(con: duckdb.DuckDBPyConnection, version_ids: Sequence[int]) -> None:
        build(con, version_ids)
        raise Broken

    with pytest.raises(Broken):
        pipeline.ingest(store, files(store.parent.parent, "cup b"), EventOptions(), broken)
    assert (content(store), beside(store)) == (before, [])


@pytest.mark.parametrize("texts", [("cup a\nopen b",), ("cup a", "open b")])
def test_an_event_id_is_for_one_event(store: Path, texts: tuple[str, ...]) -> None:
    with pytest.raises(UnusableInput, match="one event"):
        ingest(store, *texts, event_id="cup")
    assert list(store.parent.iterdir()) == []
    assert ingest(store, "cup a", event_id="cup") == [("cup", 1, False)]


def test_progress_goes_from_nothing_to_everything(store: Path) -> None:
    told: list[tuple[str, int, int]] = []
    pipeline.ingest(
        store, files(store.parent.parent, "cup a", "open b"), EventOptions(), build, lambda *step: told.append(step)
    )
    assert told == [("read", 0, 2), ("read", 1, 2), ("read", 2, 2), ("compute", 0, 1), ("compute", 1, 1)]
