"""Bundles as OpenDocument spreadsheet and as Parquet tables: the same rows as from CSV."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from etl.errors import UnusableInput
from tests.etl.bundles import BOUT, CATEGORY, EVENT, PLACE, Stage, folder

NAMES = "office table text"
SPACES = " ".join(f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in NAMES.split())


def ods(path: Path, row: str = "", **sheets: Sequence[Sequence[str]]) -> Path:
    """A spreadsheet with these sheets, every cell a text; `row` = XML of a further row of the last one."""
    tables = []
    for name, rows in sheets.items():
        cells = [
            "".join(
                f'<table:table-cell office:value-type="string"><text:p>{escape(c)}</text:p></table:table-cell>'
                for c in r
            )
            for r in rows
        ]
        body = "".join(f"<table:table-row>{one}</table:table-row>" for one in cells)
        tables.append(f'<table:table table:name="{name}">{body}{row}</table:table>')
    content = (
        f"<office:document-content {SPACES}><office:body><office:spreadsheet>{''.join(tables)}"
        "</office:spreadsheet></office:body></office:document-content>"
    )
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", content)
        archive.writestr("META-INF/manifest.xml", "<manifest/>")
    return path


def sheet(rows: Sequence[Mapping[str, str]]) -> list[list[str]]:
    return [list(rows[0]), *(list(row.values()) for row in rows)]


def test_a_spreadsheet_gives_what_the_folder_gives(tmp_path: Path) -> None:
    event = [["key", "value"], ["id", "open-2026"], ["name", "Open"], ["start", "2026-05-02"], ["uniform", "gi"]]
    staged = Stage(ods(tmp_path / "open.ods", event=event, placements=sheet([PLACE]), bouts=sheet([BOUT])))
    csv = Stage(folder(tmp_path / "csv", placements=[PLACE], bouts=[BOUT]))
    assert staged.event.format == "bundle_ods"
    for table in ("official_place", "bout", "category", "award"):
        assert staged.rows(table) == csv.rows(table)


def test_one_table_in_a_spreadsheet_is_read_by_its_headings(tmp_path: Path) -> None:
    rows = [["Posto", "Atleta", "Società", "Categoria"], ["1", "Ana", "North", "Adulti / Femminile / Blu / Leggeri"]]
    staged = Stage(
        ods(tmp_path / "gara.ods", Foglio1=rows), event_id="gara", name="Gara", start="2026-05-02", uniform="gi"
    )
    assert staged.event.format == "flat_table"
    assert staged.rows("official_place", "place", "athlete", "academy") == [(1, "Ana", "North")]


def test_cells_repeated_a_billion_times_are_refused(tmp_path: Path) -> None:
    cell = '<table:table-cell table:number-columns-repeated="99999"><text:p>x</text:p></table:table-cell>'
    row = f'<table:table-row table:number-rows-repeated="999999">{cell}</table:table-row>'
    with pytest.raises(UnusableInput, match="repeated cells"):
        Stage(ods(tmp_path / "bomb.ods", row, placements=[[*CATEGORY, "place", "athlete", "academy"]]))


def test_parquet_tables_give_what_csv_gives(tmp_path: Path) -> None:
    path = folder(tmp_path / "parquet")
    typed = {**{key: [value] for key, value in PLACE.items()}, "place": pa.array([1], pa.int8())}
    pq.write_table(pa.table(typed), path / "placements.parquet")
    csv = Stage(folder(tmp_path / "csv", event=EVENT, placements=[PLACE]))
    staged = Stage(path)
    assert staged.rows("official_place") == csv.rows("official_place")
    assert staged.counts("placements.parquet") == (1, 1, 0, 0)
    (path / "placements.csv").write_text("x", encoding="utf-8")
    with pytest.raises(UnusableInput, match="keep one of them"):
        Stage(path)
