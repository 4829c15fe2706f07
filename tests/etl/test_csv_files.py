"""CSV: both ways of reading agree, and nothing is lost in silence."""

from dataclasses import replace
from pathlib import Path

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from etl import csv_files, raw_rows
from etl.errors import UnusableInput
from tests.etl.bundles import BOUT, ENTRY, Stage, folder, text

HEADING = "gender,age_division,belt,weight_class,athlete,academy\n"
ROW = "male,adult,blue,light,Abe,North\n"
CON = duckdb.connect()
# Short texts of everything that decides how a record is cut.
PIECES = [
    ROW,
    "male,adult,blue,light,",
    '"Baz, jr"',
    ',"East',
    '"',
    "x",
    " ",
    ",",
    "\n",
    "\r\n",
    "\r",
    "\t",
    "\0",
    "é",
    ";",
]
DIRTY = st.lists(st.sampled_from(PIECES), max_size=25).map("".join)


def staged(path: Path, big: int) -> tuple[list[tuple[object, ...]], list[tuple[str, int | None]], int, int] | str:
    """Rows with their numbers, findings, and counts; or what the file was refused for."""
    CON.begin()
    try:
        table, findings = csv_files.read(path, "entries", big)
        raw = raw_rows.stage(CON, table)
        rows = CON.execute("SELECT * FROM raw_entries ORDER BY _row").fetchall()
    except UnusableInput as error:
        return str(error)
    finally:
        CON.rollback()
    all_findings = [*findings, *raw.findings]
    return rows, [(f.code, f.row) for f in all_findings], raw.rows, raw.duplicates


@given(body=DIRTY, windows=st.booleans())
def test_duckdb_and_the_careful_way_agree_on_any_file(
    body: str, windows: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("csv") / "entries.csv"
    content = HEADING + body
    path.write_bytes((content.replace("\r\n", "\n").replace("\n", "\r\n") if windows else content).encode())
    assert staged(path, big=0) == staged(path, big=1 << 40)


def test_a_plain_file_really_goes_to_duckdb(tmp_path: Path) -> None:
    path = tmp_path / "entries.csv"
    path.write_text(HEADING + ROW, encoding="utf-8")
    table, _ = csv_files.read(path, "entries", big=0)
    assert isinstance(table.data, csv_files.CsvFile)


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_duckdb_reads_every_row_whichever_way_lines_end(tmp_path: Path, line_end: str) -> None:
    path = tmp_path / "entries.csv"
    path.write_bytes((HEADING + ROW + ROW.replace("Abe", '"Baz, jr"')).replace("\n", line_end).encode())
    table, _ = csv_files.read(path, "entries", big=0)
    assert raw_rows._read_by_duckdb(CON, table, table.data) is not None
    assert CON.execute("SELECT c4 FROM incoming_entries").fetchall() == [("Abe",), ("Baz, jr",)]


def test_where_duckdb_finds_fewer_rows_than_lines_the_careful_way_reads(tmp_path: Path) -> None:
    path = tmp_path / "entries.csv"
    path.write_text(HEADING + ROW + ROW.replace("Abe", "Baz"), encoding="utf-8")
    table, _ = csv_files.read(path, "entries", big=0)
    seen = replace(table, data=replace(table.data, lines=3))
    assert raw_rows._read_by_duckdb(CON, seen, seen.data) is None
    assert raw_rows.stage(CON, seen).rows == 2


@pytest.mark.long
def test_rows_keep_their_numbers_where_several_threads_read(tmp_path: Path) -> None:
    path = tmp_path / "entries.csv"
    with path.open("w", encoding="utf-8") as file:
        file.write(HEADING)
        file.writelines(ROW.replace("Abe", f"Abe {number}") for number in range(2, 1_000_002))
    con = duckdb.connect(config={"threads": 4})
    con.begin()
    raw_rows.stage(con, csv_files.read(path, "entries")[0])
    con.execute("DELETE FROM incoming_entries WHERE c4 LIKE '%7'")
    con.execute("SELECT count(*), count(*) FILTER (athlete = 'Abe ' || _row) FROM raw_entries")
    assert con.fetchall() == [(900_000, 900_000)]


@pytest.mark.parametrize("big", [0, 1 << 40])
def test_rows_are_counted_from_the_heading_as_a_spreadsheet_does(tmp_path: Path, big: int) -> None:
    path = tmp_path / "entries.csv"
    path.write_text(
        HEADING + ROW + "\n" + ROW.replace("Abe", "Baz") + ",,,,,\n" + ROW.replace("Abe", '"Cy\nz"'), encoding="utf-8"
    )
    result = staged(path, big)
    assert not isinstance(result, str)
    assert [(row[0], row[6]) for row in result[0]] == [(2, "Abe"), (4, "Baz"), (6, "Cy\nz")]


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"", "the file is empty"),
        (b"\n" + HEADING.encode(), "row 1 is no heading: it is blank"),
        ((HEADING + ROW + 'male,adult,blue,light,"Baz,North\n' + ROW).encode(), "row 3: a quote is opened there"),
        (b"gender;belt\nmale;blue\n", "the heading lacks age_division, weight_class, athlete, academy"),
        (b"gender,age_division,belts,weight_class,athlete,academy\n", "lacks belt (nearest found: 'belts')"),
        (b"gender,age_division,belt,weight_class,athlete,academy,Athlete\n", "two columns are called 'athlete'"),
    ],
)
def test_a_file_that_cannot_be_read_says_why_in_at_most_two_lines(tmp_path: Path, content: bytes, what: str) -> None:
    with pytest.raises(UnusableInput) as refused:
        Stage(folder(tmp_path, entries=content))
    assert what in str(refused.value)
    assert str(refused.value).startswith("entries.csv")
    assert len(str(refused.value).splitlines()) <= 2


def test_records_that_do_not_fit_are_rejected_with_their_rows(tmp_path: Path) -> None:
    body = (
        ROW
        + "male,adult,blue\n"
        + ROW.replace("Abe", "Baz,jr")
        + ROW.replace("Abe", '"Big" Cy')
        + ROW.replace("Abe", "Dan")
    )
    staged_event = Stage(folder(tmp_path, entries=HEADING + body))
    assert staged_event.rows("entry", "athlete", "file_row") == [("Abe", 2), ("Dan", 6)]
    assert staged_event.findings("rejected") == [
        ("wrong_number_of_fields", 3, None, None),
        ("wrong_number_of_fields", 4, None, None),
        ("broken_quotes", 5, None, None),
    ]
    assert staged_event.counts("entries.csv") == (5, 2, 0, 3)


@pytest.mark.parametrize("delimiter", [";", "\t"])
def test_other_delimiters_are_seen_in_the_heading(tmp_path: Path, delimiter: str) -> None:
    staged_event = Stage(folder(tmp_path, bouts=text([BOUT], delimiter)))
    assert staged_event.rows("bout", "red_athlete", "winner") == [("Abe", "red")]


def test_a_byte_order_mark_and_windows_line_ends_change_nothing(tmp_path: Path) -> None:
    plain = Stage(folder(tmp_path / "a", entries=[ENTRY]))
    marked = Stage(folder(tmp_path / "b", entries="\ufeff" + text([ENTRY]).replace("\n", "\r\n")))
    assert marked.rows("entry") == plain.rows("entry")


def test_a_nul_byte_harms_its_own_cell_only(tmp_path: Path) -> None:
    staged_event = Stage(folder(tmp_path, entries=HEADING + ROW.replace("Abe", "A\0be") + ROW.replace("Abe", "Baz")))
    assert staged_event.rows("entry", "athlete") == ["A\ufffdbe", "Baz"]
    assert [code for code, *_ in staged_event.findings()] == ["damaged_text"]


def test_unknown_columns_and_cells_under_no_heading_are_left_out_and_said(tmp_path: Path) -> None:
    content = HEADING.replace("academy", "academy,shoe size,") + ROW.replace("North", "North,44,")
    content += ROW.replace("Abe", "Baz").replace("North", "South,45,tall")
    staged_event = Stage(folder(tmp_path, entries=content))
    assert len(staged_event.rows("entry")) == 2
    assert [(code, column) for code, _, column, _ in staged_event.findings()] == [
        ("unknown_column", "shoe size"),
        ("unknown_column", "column 8"),
    ]


SLIPS = {
    "decison": ("bouts", "decision"), "rounds": ("bouts", "round"), "red-qd": ("bouts", "red_dq"),
    "bluedq": ("bouts", "blue_dq"), "Stauts": ("entries", "status"),
}  # fmt: skip


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_in_a_column_that_decides_places_is_refused_with_both_names(tmp_path: Path, slip: str) -> None:
    table, meant = SLIPS[slip]
    content = text([BOUT if table == "bouts" else ENTRY]).splitlines()
    rows = [",".join([line, cell]) for line, cell in zip(content, (slip, ""), strict=True)]
    rows[0] = rows[0].replace(f",{meant},", ",mat,", 1)
    with pytest.raises(UnusableInput, match=f"'{slip.casefold().replace('-', '_')}'.*'{meant}' is missing"):
        Stage(folder(tmp_path, **{table: "\n".join(rows) + "\n"}))


@pytest.mark.parametrize("heading", ["round time", "decision time", "grounds", "techniqe", "matt"])
def test_other_headings_nearly_alike_stay_warnings(tmp_path: Path, heading: str) -> None:
    rows = [",".join([line, cell]) for line, cell in zip(text([BOUT]).splitlines(), (heading, ""), strict=True)]
    staged_event = Stage(folder(tmp_path, bouts="\n".join(rows) + "\n"))
    assert [(code, column) for code, _, column, _ in staged_event.findings()] == [("unknown_column", heading)]


def test_a_slip_beside_the_column_itself_is_a_warning(tmp_path: Path) -> None:
    content = HEADING.replace("academy", "academy,status,statu") + ROW.replace("North", "North,withdrawn,x")
    staged_event = Stage(folder(tmp_path, entries=content))
    assert staged_event.rows("entry", "status") == ["withdrawn"]
    assert [(code, column) for code, _, column, _ in staged_event.findings()] == [("unknown_column", "statu")]
