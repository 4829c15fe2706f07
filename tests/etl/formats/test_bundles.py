"""Folder, zip and workbook of one bundle say the same; what is not safe to open is not opened."""

from __future__ import annotations

import datetime as dt
import io
import zipfile
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from etl import archives, extract
from etl.errors import UnusableInput
from etl.extract import EventOptions
from etl.formats import bundle_xlsx
from tests.etl.bundles import BOUT, ENTRY, PLACE, Stage, folder

TABLES = {"entries": [ENTRY, {**ENTRY, "athlete": "Baz", "academy": "South"}], "bouts": [BOUT], "placements": [PLACE]}
STAGED = ("category", "entry", "bout", "official_place", "award", "academy_spelling")


def zipped(path: Path, source: Path, inside: str = "") -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(source.iterdir()):
            archive.write(file, inside + file.name)
    return path


def workbook(path: Path, sheets: dict[str, list[list[Any]]]) -> Path:
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    book.save(path)
    return path


def as_sheets(tables: dict[str, list[dict[str, str]]]) -> dict[str, list[list[Any]]]:
    event = [["key", "value"], ["id", "open-2026"], ["name", "Open"], ["start", dt.date(2026, 5, 2)], ["uniform", "gi"]]
    return {"event": event} | {
        name: [list(rows[0]), *(list(row.values()) for row in rows)] for name, rows in tables.items()
    }


@pytest.mark.parametrize("inside", ["", "open-2026/"])
def test_a_zip_says_what_its_folder_says(tmp_path: Path, inside: str) -> None:
    plain = folder(tmp_path / "plain", **TABLES)
    packed = zipped(tmp_path / "bundle.zip", plain, inside)
    one, other = Stage(plain), Stage(packed)
    assert [other.rows(table) for table in STAGED] == [one.rows(table) for table in STAGED]
    assert other.event.sha256 == one.event.sha256
    assert (one.event.format, other.event.format) == ("bundle_folder", "bundle_zip")


def test_what_an_operating_system_puts_into_a_zip_is_left_out(tmp_path: Path) -> None:
    packed = zipped(tmp_path / "bundle.zip", folder(tmp_path / "plain", **TABLES), "open/")
    with zipfile.ZipFile(packed, "a") as archive:
        archive.writestr("__MACOSX/open/._bouts.csv", b"\0")
        archive.writestr("open/.DS_Store", b"\0")
    assert Stage(packed).findings() == []


def test_a_workbook_says_what_its_folder_says(tmp_path: Path) -> None:
    plain = Stage(folder(tmp_path / "plain", **TABLES))
    book = Stage(workbook(tmp_path / "book.xlsx", as_sheets(TABLES)))
    assert [book.rows(table) for table in STAGED] == [plain.rows(table) for table in STAGED]
    assert book.event.start_date == plain.event.start_date


def test_cells_of_a_workbook_become_the_text_they_show(tmp_path: Path) -> None:
    particulars = {
        "red_points": 4.0,
        "blue_points": 2,
        "elapsed": dt.timedelta(minutes=5, seconds=12),
        "mat": 3.0,
        "started_at": dt.datetime(2026, 5, 2, 10, 30),  # noqa: DTZ001 - a cell has no zone
    }
    sheets = as_sheets({"bouts": [{**BOUT, **particulars}]})  # type: ignore[dict-item]
    sheets["bouts"].insert(1, [None])
    sheets["awards"] = [
        ["id", "name", "genders", "ages", "belts", "chain"],
        ["men", "Men", "male", "adult, master-1", None, None],
    ]
    sheets["rules"] = [["tiebreak_counts", "counted"], ["one_academy_counts", True]]
    staged = Stage(workbook(tmp_path / "book.xlsx", sheets))
    assert staged.rows("bout", "red_points", "blue_points", "elapsed", "mat", "started_at", "file_row") == [
        (4, 2, 312, "3", dt.datetime(2026, 5, 2, 10, 30), 3)  # noqa: DTZ001
    ]
    assert staged.rows("award", "award_id", "genders", "ages", "belts") == [
        ("men", ["male"], ["adult", "master-1"], [])
    ]
    assert staged.event.rule_overrides == '{"one_academy_counts": true, "tiebreak_counts": "counted"}'


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        (3.0, "3"),
        (2.5, "2.5"),
        (True, "yes"),
        (dt.date(2026, 5, 2), "2026-05-02"),
        (dt.time(0, 5, 12), "5:12"),
        (dt.timedelta(seconds=75), "1:15"),
        (dt.datetime(2026, 5, 2), "2026-05-02"),  # noqa: DTZ001
        ("", None),
        ("007", "007"),
    ],
)
def test_text_of_a_cell(cell: Any, text: str | None) -> None:
    assert bundle_xlsx.text(cell) == text


def test_sheets_that_are_no_tables_are_named(tmp_path: Path) -> None:
    sheets = as_sheets(TABLES)
    sheets["bout"] = [["red", "blue"], ["Abe", "Baz"]]
    assert Stage(workbook(tmp_path / "book.xlsx", sheets)).findings() == [("unknown_file", None, None, "bout")]


def test_files_that_are_no_tables_are_named(tmp_path: Path) -> None:
    path = folder(tmp_path, **TABLES)
    (path / "bout.csv").write_text("x\n", encoding="utf-8")
    assert [code for code, *_ in Stage(path).findings()] == ["unknown_file"]


@pytest.mark.parametrize("name", ["../evil.csv", "/evil.csv", "C:/evil.csv", "open/../../evil.csv", "..\\evil.csv"])
def test_a_zip_that_leaves_its_folder_is_refused(tmp_path: Path, name: str) -> None:
    packed = zipped(tmp_path / "bundle.zip", folder(tmp_path / "plain", **TABLES))
    with zipfile.ZipFile(packed, "a") as archive:
        archive.writestr(name, "x")
    with pytest.raises(UnusableInput, match="outside its folder"):
        Stage(packed)


def test_a_zip_that_blows_up_is_refused(tmp_path: Path) -> None:
    packed = zipped(tmp_path / "bundle.zip", folder(tmp_path / "plain", **TABLES))
    with zipfile.ZipFile(packed, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("padding.txt", bytes(20 * 1024 * 1024))
    with pytest.raises(UnusableInput, match=f"more than {archives.MOST_RATIO} times"):
        Stage(packed)


def test_a_zip_of_too_many_or_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = zipped(tmp_path / "bundle.zip", folder(tmp_path / "plain", **TABLES))
    with monkeypatch.context() as patch:
        patch.setattr(archives, "MOST_MEMBERS", 2)
        with pytest.raises(UnusableInput, match="4 files inside"):
            Stage(packed)
    monkeypatch.setattr(archives, "MOST_BYTES", 100)
    with pytest.raises(UnusableInput, match="would unpack to"):
        Stage(packed)


def test_an_encrypted_zip_is_refused(tmp_path: Path) -> None:
    packed = zipped(tmp_path / "bundle.zip", folder(tmp_path / "plain", **TABLES))
    content = bytearray(packed.read_bytes())
    place = content.index(b"PK\x01\x02")
    content[place + 8] |= 1  # the flag in the directory of the first file
    packed.write_bytes(content)
    with pytest.raises(UnusableInput, match="encrypted"):
        Stage(packed)


def test_zips_of_no_bundle_of_two_or_of_damage_are_refused(tmp_path: Path) -> None:
    plain = folder(tmp_path / "plain", **TABLES)
    with zipfile.ZipFile(tmp_path / "none.zip", "w") as archive:
        archive.writestr("readme.txt", "x")
    with pytest.raises(UnusableInput, match="no file of a bundle"):
        Stage(tmp_path / "none.zip")
    two = zipped(tmp_path / "two.zip", plain, "a/")
    with zipfile.ZipFile(two, "a") as archive:
        archive.writestr("b/bouts.csv", "x")
    with pytest.raises(UnusableInput, match="more than once"):
        Stage(two)
    damaged = zipped(tmp_path / "damaged.zip", plain)
    content = bytearray(damaged.read_bytes())
    content[40:60] = b"\xff" * 20
    damaged.write_bytes(content)
    with pytest.raises(UnusableInput, match="damaged"):
        Stage(damaged)


def test_a_workbook_that_would_fill_the_memory_is_refused(tmp_path: Path) -> None:
    book = openpyxl.load_workbook(workbook(tmp_path / "book.xlsx", as_sheets(TABLES)))
    book["bouts"].cell(1_048_576, 16_384, "x")
    book.save(tmp_path / "far.xlsx")
    with pytest.raises(UnusableInput, match="delete the cells far outside"):
        Stage(tmp_path / "far.xlsx")


def test_a_workbook_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text.xlsx").write_text("no workbook", encoding="utf-8")
    # An encrypted workbook is an OLE file, no zip.
    (tmp_path / "secret.xlsx").write_bytes(bytes.fromhex("d0cf11e0a1b11ae1") + bytes(600))
    empty = io.BytesIO()
    zipfile.ZipFile(empty, "w").close()
    (tmp_path / "empty.xlsx").write_bytes(empty.getvalue())
    for name in ("text.xlsx", "secret.xlsx", "empty.xlsx"):
        with pytest.raises(UnusableInput) as refused:
            Stage(tmp_path / name)
        assert name in str(refused.value)


def test_what_is_not_there_or_of_no_format_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("hello", encoding="utf-8")
    (tmp_path / "empty").mkdir()
    for path, what in (
        (tmp_path / "none", "no such file"),
        (tmp_path / "notes.txt", "no known format"),
        (tmp_path / "empty", "no table"),
    ):
        with pytest.raises(UnusableInput, match=what):
            extract.read(path, EventOptions())


def test_every_format_is_found_by_listing_the_folder() -> None:
    names = {form.NAME for form in extract.formats()}
    assert {"bundle_folder", "bundle_zip", "bundle_xlsx", "result_page_json"} <= names
