"""Input made to harm, or by a program gone wrong: refused in two lines, or loaded with findings; never a crash."""

from __future__ import annotations

import csv
import io
import os
import socket
import struct
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from etl.errors import UnusableInput
from tatame.output import as_csv
from tests.etl.bundles import BOUT, CATEGORY, PLACE, Stage, folder
from tests.etl.formats import seeds

PAGE = {"event_id": "open-2026", "name": "Open", "start": "2026-05-02", "uniform": "gi"}


def refusal(path: Path, **options: str) -> str:
    """What is said of an input that cannot be used: one or two lines for people."""
    with pytest.raises(UnusableInput) as refused:
        Stage(path, **options)
    said = str(refused.value)
    assert 0 < len(said.splitlines()) <= 2
    assert len(said) < 1_000
    return said


# What kind of thing the path is


def test_a_pipe_a_socket_and_a_device_are_refused_without_reading(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "results.csv")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "s"))
        for path in (tmp_path / "results.csv", tmp_path / "s", Path("/dev/zero"), Path("/dev/stdin")):
            assert "neither a file nor a folder" in refusal(path) or path.name == "stdin"


def test_a_pipe_in_a_bundle_is_refused_and_not_passed_over(tmp_path: Path) -> None:
    bundle = folder(tmp_path / "b", placements=[PLACE])
    os.mkfifo(bundle / "bouts.csv")
    assert "neither a file nor a folder" in refusal(bundle)


def test_a_link_out_of_a_bundle_is_refused_and_one_inside_it_is_not(tmp_path: Path) -> None:
    (tmp_path / "secret.csv").write_text("gender\nmale\n", encoding="utf-8")
    bundle = folder(tmp_path / "b", placements=[PLACE])
    (bundle / "bouts.csv").symlink_to(tmp_path / "secret.csv")
    assert "leads out of the folder" in refusal(bundle)
    (bundle / "bouts.csv").unlink()
    (bundle / "placements.csv").rename(bundle / "kept.txt")
    (bundle / "placements.csv").symlink_to(bundle / "kept.txt")
    assert Stage(bundle).counts("placements.csv") == (1, 1, 0, 0)


@pytest.mark.parametrize("name", ["results.csv", "results.json", "results.xlsx", "results.zip", "results"])
def test_five_gigabytes_of_nothing_are_refused_at_once(tmp_path: Path, name: str) -> None:
    with (tmp_path / name).open("wb") as stream:
        stream.truncate(5 * 1024**3)
    assert "5.0 GiB" in refusal(tmp_path / name)


def test_a_document_that_would_fill_the_memory_is_refused(tmp_path: Path) -> None:
    with (tmp_path / "results.json").open("wb") as stream:
        stream.write(b"[")
        stream.truncate(1024**3)
    assert "at most 256 MiB" in refusal(tmp_path / "results.json", **PAGE)


# Tables


def big_line(path: Path, start: bytes, megabytes: int = 100, end: bytes = b"\n") -> Path:
    with path.open("wb") as stream:
        stream.write(start)
        for _ in range(megabytes):
            stream.write(b"x" * 1024**2)
        stream.write(end)
    return path


HEADING = ",".join([*CATEGORY, "place", "athlete", "academy"]).encode() + b"\n"


@pytest.mark.parametrize("start", [b"", b'"', HEADING, HEADING + b'male,adult,blue,light,1,"', HEADING + b"male,"])
@pytest.mark.long
def test_a_line_of_a_hundred_megabytes_is_refused_in_bounded_memory(tmp_path: Path, start: bytes) -> None:
    bundle = folder(tmp_path / "b")
    big_line(bundle / "placements.csv", start)
    run = (
        "import resource, sys; from pathlib import Path; from etl import extract, transform; import duckdb\n"
        "from etl.errors import UnusableInput\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "try:\n"
        "    for source in extract.read(Path(sys.argv[1]), extract.EventOptions()):\n"
        "        transform.stage(duckdb.connect(), source)\n"
        "except UnusableInput as e: print(e)\n"
        "grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before\n"
        "sys.exit(f'{grown} KiB more') if grown > 300 * 1024 else None\n"
    )
    command = [sys.executable, "-c", run, str(bundle)]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert "placements.csv" in done.stdout


def test_an_unterminated_quote_is_named_by_its_row(tmp_path: Path) -> None:
    lines = (
        [b"male,adult,blue,light,1,Abe,North\n"] * 3
        + [b'male,adult,blue,light,2,"Baz,South\n']
        + [b"male,adult,blue,light,3,Cy,North\n"] * 3
    )
    said = refusal(folder(tmp_path, placements=HEADING + b"".join(lines)))
    assert "row 5" in said
    assert "never closed" in said


def test_nul_bytes_become_damaged_text_and_the_row_stays(tmp_path: Path) -> None:
    rows = HEADING + b"male,adult,blue,light,1,A\0be,North\nmale,adult,blue,light,2,Baz,South\n"
    staged = Stage(folder(tmp_path, placements=rows))
    assert staged.counts("placements.csv") == (2, 2, 0, 0)
    assert [code for code, *_ in staged.findings()] == ["damaged_text"]


NAMES = (
    "Robert'); DROP TABLE bout;--",
    "<script>alert(1)</script>",
    "' OR 1=1 --",
    '=HYPERLINK("http://x","y")',
    "+1-2",
    "@SUM(A1)",
    "$(rm -rf x)",
    "{{7*7}}",
    "%s%n",
    "../../etc/passwd",
    "\N{RIGHT-TO-LEFT MARK}Abe",
    "Ab\N{COMBINING ACUTE ACCENT}e" + "\N{COMBINING GRAVE ACCENT}" * 50,
)


def test_names_are_names_whatever_they_say(tmp_path: Path) -> None:
    rows = [{**PLACE, "weight_class": f"-{n} kg", "athlete": name, "academy": name} for n, name in enumerate(NAMES, 50)]
    staged = Stage(folder(tmp_path, placements=rows))
    assert staged.counts("placements.csv") == (len(NAMES), len(NAMES), 0, 0)
    kept = staged.rows("official_place", "athlete")
    assert len(set(kept)) == len(NAMES)
    assert {*NAMES[:10]} <= set(kept)


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@x", "\t=1", "\r=1", "=cmd|' /C calc'!A0"])
def test_what_a_spreadsheet_would_run_leaves_with_an_apostrophe(name: str) -> None:
    [_, [cell]] = csv.reader(io.StringIO(as_csv(["athlete"], [{"athlete": name}]), newline=""))
    assert cell == f"'{name}"


def test_control_characters_of_a_file_do_not_reach_the_message(tmp_path: Path) -> None:
    (tmp_path / "flat.csv").write_bytes(b"\x01\x0b\x1b[31m\xe2\x80\xae\nx\n")
    assert all(char == "\n" or char.isprintable() for char in refusal(tmp_path / "flat.csv", **PAGE))


def test_headings_twice_and_a_hundred_thousand_of_them(tmp_path: Path) -> None:
    twice = HEADING.replace(b"academy", b"Athlete") + b"male,adult,blue,light,1,Abe,North\n"
    assert "two columns are called 'athlete'" in refusal(folder(tmp_path / "a", placements=twice))
    wide = HEADING.strip() + b"".join(b",c%d" % n for n in range(100_000)) + b"\nmale,adult,blue,light,1,Abe,North\n"
    assert "at most 2,000" in refusal(folder(tmp_path / "b", placements=wide))


def test_huge_numbers_are_no_numbers(tmp_path: Path) -> None:
    bout = {**BOUT, "red_points": "9" * 400, "blue_points": "1e999", "elapsed": "NaN", "bout": "9" * 30}
    staged = Stage(folder(tmp_path, bouts=[bout]))
    assert staged.rows("bout", "red_points", "blue_points", "elapsed") == [(None, None, None)]
    assert sorted(code for code, *_ in staged.findings()) == [
        "bad_time",
        "not_a_number",
        "not_a_number",
        "not_a_number",
    ]


# Documents


@pytest.mark.parametrize(
    "text",
    [
        "[" * 200_000,
        '{"a":' * 200_000,
        "[" + "9" * 10_000 + "]",
        '[{"categoria": "x", "ranking": ' + "[" * 100_000 + "]" * 100_000 + "}]",
        "[]",
        "null",
        '[{"categoria": 1, "ranking": 2',
    ],
    ids=["deep lists", "deep objects", "a number of ten thousand digits", "a deep page", "empty", "null", "cut off"],
)
def test_json_that_is_no_page_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "page.json").write_text(text, encoding="utf-8")
    assert "page.json" in refusal(tmp_path / "page.json", **PAGE)


def test_json_with_numbers_out_of_range_is_read_with_findings(tmp_path: Path) -> None:
    person = '{"posicao": 1e999, "nome": 1e308, "academia": NaN}'
    text = f'[{{"categoria": "Adult / Male / Blue / Light", "ranking": [{person}]}}]'
    (tmp_path / "page.json").write_text(text, encoding="utf-8")
    staged = Stage(tmp_path / "page.json", **PAGE)
    assert [code for code, *_ in staged.findings("rejected")] == ["unknown_place"]


# Archives and workbooks


def book(path: Path, *placements: list[object]) -> Path:
    made = openpyxl.Workbook()
    made.remove(made.worksheets[0])
    sheet = made.create_sheet("event")
    about = {"id": "open-2026", "name": "Open", "start": "2026-05-02", "uniform": "gi"}
    for pair in about.items():
        sheet.append(pair)
    sheet = made.create_sheet("placements")
    sheet.append([*CATEGORY, "place", "athlete", "academy"])
    for row in placements:
        sheet.append([*CATEGORY.values(), *row])
    made.save(path)
    return path


def rewritten(source: Path, target: Path, change: Callable[[str, bytes], bytes]) -> Path:
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, change(name, old.read(name)))
    return target


def test_formulas_without_values_are_kept_as_text(tmp_path: Path) -> None:
    staged = Stage(book(tmp_path / "b.xlsx", [1, '=HYPERLINK("http://x","y")', "North"], [2, "Baz", "=1+1"]))
    assert staged.rows("official_place", "athlete", "academy") == [
        ('=HYPERLINK("http://x","y")', "North"),
        ("Baz", "=1+1"),
    ]


ENTITIES = b'<!DOCTYPE x [<!ENTITY a "lol"><!ENTITY b "' + b"&a;" * 10 + b'"><!ENTITY f SYSTEM "file:///etc/passwd">]>'


@pytest.mark.parametrize("entity", [b"&b;", b"&f;", b"Abe"])
def test_xml_entities_in_a_workbook_are_refused(tmp_path: Path, entity: bytes) -> None:
    def change(name: str, content: bytes) -> bytes:
        return ENTITIES + content.replace(b"Abe", entity) if name.startswith("xl/worksheets/") else content

    said = refusal(rewritten(book(tmp_path / "b.xlsx", [1, "Abe", "North"]), tmp_path / "bomb.xlsx", change))
    assert "XML entities" in said


def test_a_workbook_part_larger_than_it_says_is_refused(tmp_path: Path) -> None:
    """The directory states 10 bytes, and their checksum; the stream goes on for 50 MB."""
    source = book(tmp_path / "b.xlsx", [1, "Abe", "North"])
    with zipfile.ZipFile(source, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/sharedStrings.xml", bytes(50 * 1024**2))
    content = bytearray(source.read_bytes())
    place = content.rindex(b"PK\x01\x02", 0, content.rindex(b"xl/sharedStrings.xml"))
    struct.pack_into("<L", content, place + 16, zlib.crc32(bytes(10)))
    struct.pack_into("<L", content, place + 24, 10)
    source.write_bytes(content)
    assert "larger than it says" in refusal(source)


def test_a_workbook_that_unpacks_to_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("etl.archives.MOST_BYTES_OF_A_BOOK", 1_000)
    assert "would unpack" in refusal(book(tmp_path / "b.xlsx", [1, "Abe", "North"]))


def test_a_damaged_workbook_is_refused_whatever_its_reader_does(tmp_path: Path) -> None:
    for text in (
        b"",
        b"<",
        b"<worksheet>" * 5_000,
        b"\xff\xfe<\0",
        b'<worksheet><sheetData><row r="0"><c r="A0"/></row>',
    ):

        def change(name: str, content: bytes, text: bytes = text) -> bytes:
            return text if name.startswith("xl/worksheets/") else content

        path = rewritten(book(tmp_path / "b.xlsx", [1, "Abe", "North"]), tmp_path / "d.xlsx", change)
        assert "d.xlsx" in refusal(path)


def test_repeated_rows_of_an_ods_sheet_are_counted_together(tmp_path: Path) -> None:
    content = seeds.ods({"placements": [[*CATEGORY, "place", "athlete", "academy"], *[["male"] * 7] * 200]})

    def change(name: str, inner: bytes) -> bytes:
        repeated = b'<table:table-row table:number-rows-repeated="100000">'
        return inner.replace(b"<table:table-row>", repeated) if name == "content.xml" else inner

    (tmp_path / "b.ods").write_bytes(content)
    assert "millions of times" in refusal(rewritten(tmp_path / "b.ods", tmp_path / "bomb.ods", change), **PAGE)


@pytest.mark.long
def test_a_parquet_file_of_a_hundred_million_repeated_cells_is_refused(tmp_path: Path) -> None:
    column = pa.DictionaryArray.from_arrays(pa.array([0] * 1_000_000, pa.int8()), ["Abe"])
    pq.write_table(pa.table({str(n): column for n in range(301)}), tmp_path / "bomb.parquet")
    assert "save it as CSV" in refusal(tmp_path / "bomb.parquet", **PAGE)
