"""The tables of a release in each form: numbers as numbers, nothing that runs, types that do not depend on the rows."""

import csv
import io
import re
import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tatame
from publishing import tables
from publishing.content import Order
from publishing.exports import csv_file, parquet_file, xlsx_file
from publishing.tables import Table
from tests.publishing import released
from tests.tatame import bundles

SHARP = ("=1+1", "+1", "-76 kg", "@SUM(A1)", "\t=1", "\r=1", " =1", "\u3000=1", "＝1", "＋1", "－1", "＠x", "\n=1")
BLUNT = ("Alliance", "1=1", "a-b", "", "柔術", "3 = 3")


@pytest.mark.parametrize("text", SHARP)
def test_text_that_a_spreadsheet_would_run_is_known(text: str) -> None:
    assert tables.runs(text)


@pytest.mark.parametrize("value", [*BLUNT, None, -1, -1.5, True])
def test_everything_else_is_left_as_it_is(value: object) -> None:
    assert not tables.runs(value)


def book(rows: list[dict[str, Any]]) -> Any:
    table = Table("t", "standings", ("academy", "points", "draw_required"), rows)
    return openpyxl.load_workbook(io.BytesIO(xlsx_file.as_workbook([table], [("name", "=1")])))


@given(st.lists(st.sampled_from((*SHARP, *BLUNT)) | st.text(max_size=40), max_size=5))
def test_no_cell_of_a_workbook_is_a_formula_and_every_text_is_kept(texts: list[str]) -> None:
    kept = [text for text in texts if not re.search("[\x00-\x1f\ud800-\udfff\ufffe\uffff]|_x[0-9A-Fa-f]{4}_", text)]
    sheets = book([{"academy": text, "points": 1, "draw_required": False} for text in kept])
    cells = [cell for sheet in sheets for row in sheet.iter_rows() for cell in row]
    assert {cell.data_type for cell in cells} <= {"s", "n", "b"}
    read = [row[0].value for row in sheets["standings"].iter_rows(min_row=2) if row[0].value is not None]
    assert read == [text for text in kept if text]
    assert all(cell.quotePrefix for cell in cells if tables.runs(cell.value))


def test_a_sharp_control_character_is_replaced_not_run() -> None:
    assert book([{"academy": "a\x00=b", "points": 1}])["standings"]["A2"].value == "a\N{REPLACEMENT CHARACTER}=b"


def test_numbers_are_numbers_in_a_workbook() -> None:
    row = next(book([{"academy": "North", "points": 9, "draw_required": True}])["standings"].iter_rows(min_row=2))
    assert [(cell.value, cell.data_type) for cell in row] == [("North", "s"), (9, "n"), (True, "b")]


def test_a_workbook_has_no_time_of_its_own() -> None:
    with zipfile.ZipFile(io.BytesIO(xlsx_file.as_workbook([], []))) as archive:
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        core = archive.read("docProps/core.xml").decode()
    assert re.findall(r"\d{4}-\d{2}-\d{2}", core) == ["1980-01-01"] * 2


@given(st.lists(st.sampled_from((*SHARP, *BLUNT)) | st.text(max_size=40), max_size=5))
def test_csv_keeps_every_text_and_none_begins_a_formula(texts: list[str]) -> None:
    written = csv_file.as_csv(("academy", "points"), [{"academy": text, "points": -3} for text in texts])
    read = list(csv.reader(io.StringIO(written, newline="")))[1:]
    assert [
        row[0].removeprefix("'") if tables.runs(text) else row[0] for row, text in zip(read, texts, strict=True)
    ] == texts
    assert not any(tables.runs(row[0]) for row in read)
    assert {row[1] for row in read} <= {"-3"}


def test_parquet_has_one_type_per_column_whatever_the_rows_are() -> None:
    columns = ("academy", "points", "draw_required", "reason_own")
    full = Table("t", "t", columns, [{"academy": "North", "points": 9, "draw_required": False, "reason_own": 9}])
    empty = Table("t", "t", columns, [{}, {}])
    schemas = [pq.read_table(io.BytesIO(parquet_file.as_parquet(each))).schema for each in (full, empty)]
    assert schemas[0] == schemas[1]
    assert schemas[0].types == [pa.string(), pa.int64(), pa.bool_(), pa.int64()]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("tables")
    tatame.ingest(place / "t.duckdb", bundles.write(place))
    released.publish(place / "t.duckdb", place / "out", Order(podium=True))
    return place / "out"


STANDING = [("1", "North", "9"), ("2", "East", "3"), ("3", "South", "1"), ("3", "West", "1")]  # M1, A1; a draw (T)


def test_csv_workbook_and_parquet_say_the_same(folder: Path) -> None:
    for name in ("standings", "medals", "placements", "draws"):
        plain = list(csv.reader(lines(folder / "data" / f"open-2026-{name}.csv")))
        sheet = openpyxl.load_workbook(folder / "data" / "open-2026.xlsx")[name]
        columns = pq.read_table(folder / "data" / f"open-2026-{name}.parquet")
        assert [[said(value) for value in row] for row in sheet.iter_rows(values_only=True)] == plain
        assert [columns.column_names, *([said(v) for v in row.values()] for row in columns.to_pylist())] == plain
    standing = list(csv.DictReader(lines(folder / "data" / "open-2026-standings.csv")))
    assert [(row["rank"], row["academy"], row["points"]) for row in standing] == STANDING


def lines(file: Path) -> io.StringIO:
    return io.StringIO(file.read_text(encoding="utf-8"), newline="")


def said(value: object) -> str:
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def test_libreoffice_reads_numbers_as_numbers(folder: Path, tmp_path: Path) -> None:
    program = shutil.which("soffice") or shutil.which("libreoffice")
    if program is None:
        pytest.skip("LibreOffice is not installed")
    sheet = folder / "data" / "open-2026.xlsx"
    home = f"-env:UserInstallation=file://{tmp_path / 'home'}"
    subprocess.run(
        [program, home, "--headless", "--convert-to", "csv", "--outdir", tmp_path, sheet], check=True, timeout=180
    )
    rows = list(csv.DictReader(lines(tmp_path / "open-2026.csv")))
    assert [(row["rank"], row["academy"], row["points"]) for row in rows] == STANDING
