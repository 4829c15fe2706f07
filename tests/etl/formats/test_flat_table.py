"""Tables in anybody's layout, worked by hand: what each row must become."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path

import duckdb
import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from etl import extract
from etl.errors import UnusableInput
from etl.extract import EventOptions, Source
from tests.etl.bundles import Stage
from tests.sizes import drawn

OPTIONS = {"event_id": "open-2026", "name": "Open", "start": "2026-05-02", "uniform": "gi"}
PLACES = {
    "en": (
        ["Place", "Athlete", "Team", "Gender", "Age", "Belt", "Weight (kg)"],
        ["1st", "Ana Abe", "North", "Female", "Adult", "Blue", "Light"],
    ),
    "pt": (
        ["Colocação", "Nome", "Equipe", "Sexo", "Idade", "Faixa", "Peso"],
        ["1º lugar", "Ana Abe", "North", "Feminino", "Adulto", "Azul", "Leve"],
    ),
    "ja": (
        ["順位", "選手名", "所属", "性別", "年齢", "帯", "階級"],
        ["優勝", "Ana Abe", "North", "女子", "アダルト", "青帯", "ライト級"],
    ),
    "zh": (
        ["名次", "姓名", "道館", "性別", "年齡組別", "帶色", "量級"],
        ["第一名", "Ana Abe", "North", "女子組", "成人", "藍帶", "輕量級"],
    ),
    "it": (
        ["Posto", "Cognome e nome", "Società", "Sesso", "Età", "Cintura", "Categoria di peso"],
        ["primo", "Ana Abe", "North", "Femminile", "Adulti", "Blu", "Leggeri"],
    ),
}
SAVED = {"en": "utf-8", "pt": "cp1252", "ja": "cp932", "zh": "cp950", "it": "cp1252"}


def text(rows: Sequence[Sequence[str]], delimiter: str = ",") -> str:
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=delimiter).writerows(rows)
    return out.getvalue()


def saved(folder: Path, content: str | bytes, name: str = "results.csv") -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def read(path: Path, **options: str) -> list[Source]:
    return extract.read(path, EventOptions(**options))  # type: ignore[arg-type]


@pytest.mark.parametrize("language", PLACES)
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_five_languages_in_their_local_encodings(tmp_path: Path, language: str, delimiter: str) -> None:
    content = text(PLACES[language], delimiter).encode(SAVED[language])
    staged = Stage(saved(tmp_path, content), **OPTIONS)
    assert staged.rows("official_place", "place", "athlete", "academy") == [(1, "Ana Abe", "North")]
    assert staged.rows("category", "gender", "age_division", "belt", "weight_class") == [
        ("female", "adult", "blue", "light")
    ]
    codes = [code for code, *_ in staged.findings()]
    assert codes == ([] if SAVED[language] == "utf-8" else ["encoding_chosen"])
    assert staged.counts("results.csv") == (1, 1, 0, 0)


def test_a_spreadsheet_with_a_title_above_and_categories_in_one_cell(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (["Open 2026"], [], ["Categoria", "Lugar", "Atleta", "Academia", "Obs."]):
        sheet.append(row)
    sheet.append(["Adulto / Feminino / Azul / Leve", 1, "Ana", "North", "x"])
    sheet.append(["Adulto / Feminino / Azul / Leve", 3.0, "Bea", "South", None])
    book.save(tmp_path / "lista.xlsx")
    staged = Stage(tmp_path / "lista.xlsx", **OPTIONS)
    assert staged.rows("official_place", "place", "athlete", "file_row") == [(1, "Ana", 4), (3, "Bea", 5)]
    assert staged.rows("category", "unread") == [""]
    assert staged.findings() == [("unknown_column", None, "Obs.", "Obs.")]


def test_categoria_over_ages_alone_is_the_age(tmp_path: Path) -> None:
    heading = ["Categoria", "Faixa", "Sexo", "Peso", "Posição", "Atleta", "Equipe"]
    staged = Stage(
        saved(tmp_path, text([heading, ["Master 1", "Preta", "Masculino", "Pena", "2", "Abe", "N"]])), **OPTIONS
    )
    assert staged.rows("category", "gender", "age_division", "belt", "weight_class") == [
        ("male", "master-1", "black", "feather")
    ]


def test_parquet_as_csv(tmp_path: Path) -> None:
    heading, row = PLACES["en"]
    cells: list[object] = [1, *row[1:]]
    pq.write_table(pa.table({name: [cell] for name, cell in zip(heading, cells, strict=True)}), tmp_path / "r.parquet")
    staged = Stage(tmp_path / "r.parquet", **OPTIONS)
    assert staged.rows("official_place", "place", "athlete", "academy", "file_row") == [(1, "Ana Abe", "North", 2)]


BOUTS = [
    ["Match number", "Winner", "Winner team", "Loser", "Loser team", "Method", "Round", "Division"],
    ["1", "Abe", "North", "Baz", "South", "Pts: 7x2", "SF", "Adult / Male / Blue / Light"],
    ["2", "Cid", "East", "Dan", "West", "Armbar", "SF", "Adult / Male / Blue / Light"],
    ["3", "Abe", "North", "Cid", "East", "Referee decision", "F", "Adult / Male / Blue / Light"],
]


def test_winner_and_loser_are_the_sides_of_a_bout(tmp_path: Path) -> None:
    staged = Stage(saved(tmp_path, text(BOUTS)), **OPTIONS)
    columns = ("red_athlete", "blue_athlete", "winner", "decision", "technique", "red_points", "blue_points")
    assert staged.rows("bout", "bout", "round", *columns) == [
        (1, "semifinal", "Abe", "Baz", "red", "points", None, 7, 2),
        (2, "semifinal", "Cid", "Dan", "red", "submission", "armbar", None, None),
        (3, "final", "Abe", "Cid", "red", "referee_decision", None, None, None),
    ]  # fmt: skip


def test_a_winner_named_beside_red_and_blue_is_that_side(tmp_path: Path) -> None:
    rows = [
        ["Red", "Blue", "Winner", "Category"],
        ["Abe", "Baz", "Baz", "Adult Male Blue Light"],
        ["Abe", "Cid", "", "Adult Male Blue Light"],
    ]
    staged = Stage(saved(tmp_path, text(rows)), **OPTIONS)
    assert staged.rows("bout", "red_athlete", "blue_athlete", "winner") == [
        ("Abe", "Baz", "blue"),
        ("Abe", "Cid", None),
    ]


ATHLETES = [
    ["Match number", "Athlete", "Opponent", "Result", "Method", "Team"],
    ["7", "Baz Bo", "A. Abe", "L", "Armbar", "South"],
    ["7", "A. Abe", "Baz Bo", "W", "Armbar", "North"],
    ["8", "A. Abe", "Cid", "W", "Pts: 2x0", "North"],
    ["9", "Baz Bo", "Cid", "draw", "", "South"],
    ["10", "Dan", "Eli", "W", "RNC", "West"],
    ["10", "Eli", "Dan", "W", "RNC", "East"],
    ["11", "Dan", "Fay", "W", "RNC", "West"],
    ["11", "Gus", "Fay", "W", "RNC", "West"],
]


def test_rows_of_two_athletes_are_one_bout_and_contradictions_are_told(tmp_path: Path) -> None:
    staged = Stage(saved(tmp_path, text(ATHLETES)), **OPTIONS)
    found = staged.rows(
        "bout", "bout", "red_athlete", "red_academy", "blue_athlete", "blue_academy", "winner", "decision"
    )
    assert found == [
        (7, "A. Abe", "North", "Baz Bo", "South", "red", "submission"),
        (8, "A. Abe", "North", "Cid", None, "red", "points"),
        (9, "Baz Bo", "South", "Cid", None, None, "draw"),
        (10, "Dan", "West", "Eli", "East", None, "submission"),
        (11, "Dan", "West", "Fay", None, "red", "submission"),
    ]
    told = [(row, value) for code, row, _, value in staged.findings() if code == "bout_told_otherwise"]
    assert told == [(7, "10"), (9, "11")]
    assert staged.counts("results.csv") == (8, 5, 3, 0)


def test_events_by_name_and_day_with_the_order_told_by_another_row(tmp_path: Path) -> None:
    rows = [["Tournament", "Date", *PLACES["en"][0]]]
    rows += [
        [name, day, *PLACES["en"][1]]
        for name, day in (("North Open", "02/05/2026"), ("South Open", "25/06/2026"), ("", "25/06/2026"))
    ]
    north, south = read(saved(tmp_path, text(rows)))
    assert (north.event["id"], north.event["name"], str(north.event["start"])) == (
        "north-open-2026",
        "North Open 2026",
        "2026-05-02",
    )
    assert (south.event["id"], str(south.event["start"])) == ("south-open-2026", "2026-06-25")
    assert [(f.code, f.row) for f in north.findings if f.severity == "rejected"] == [("event_missing", 4)]


def test_a_day_that_could_be_two_is_refused(tmp_path: Path) -> None:
    rows = [["Tournament", "Date", *PLACES["en"][0]], ["North Open", "02/05/2026", *PLACES["en"][1]]]
    with pytest.raises(UnusableInput, match="2026-02-05 or 2026-05-02"):
        read(saved(tmp_path, text(rows)))


def test_names_without_latin_letters_are_events_of_their_own(tmp_path: Path) -> None:
    rows = [
        ["大会名", "年", *PLACES["ja"][0]],
        ["東京大会", "2026", *PLACES["ja"][1]],
        ["大阪大会", "2026", *PLACES["ja"][1]],
    ]
    one, two = read(saved(tmp_path, text(rows)))
    assert one.event["id"] != two.event["id"]
    assert one.event["name"] == "東京大会 2026"


def test_a_profile_beside_the_file_is_found_and_one_named_goes_before(tmp_path: Path) -> None:
    path = saved(tmp_path, "Who,Got,Colour\nAna,1,blue\nBea,2,N/A\n")
    with pytest.raises(UnusableInput, match=r"say once what they mean: tatame profile results\.csv"):
        Stage(path, **OPTIONS)
    own = 'rows = "placements"\nnothing = ["N/A"]\n[columns]\nathlete = "Who"\nplace = "Got"\nbelt = "colour"\n'
    (tmp_path / "results.csv.profile.toml").write_text(own + '[constants]\ngender = "female"\n', encoding="utf-8")
    assert sorted(Stage(path, **OPTIONS).rows("category", "gender", "belt")) == [
        ("female", "blue"),
        ("female", "unknown"),
    ]
    other = saved(tmp_path, own + '[constants]\ngender = "male"\n', "other.toml")
    assert set(Stage(path, profile=other, **OPTIONS).rows("category", "gender")) == {"male"}


@pytest.mark.parametrize(
    ("content", "what"),
    [
        ("rows = 'winners'", "rows is 'winners'"),
        ("rows = 'bouts'\ncolour = 1", "no key 'colour'"),
        ("rows = 'bouts'\n[columns]\nplace = 'x'", "no column 'place'"),
        ("rows = 'placements'\n[columns]\nathlete = 'Nobody'", "no column 'Nobody'"),
        ("rows = 'placements'\n[columns]\nathlete = 3", "athlete is 3"),
        ("rows", "no profile in TOML"),
    ],
)
def test_a_wrong_profile_says_what_is_wrong(tmp_path: Path, content: str, what: str) -> None:
    path = saved(tmp_path, text(PLACES["en"]))
    with pytest.raises(UnusableInput, match=what):
        Stage(path, profile=saved(tmp_path, content, "wrong.toml"), **OPTIONS)


def test_a_big_file_is_read_by_duckdb_as_the_careful_way_reads_it(tmp_path: Path) -> None:
    heading, row = PLACES["en"]
    rows = [heading, *([f"{i % 3 + 1}", f"Name {i}", f"Team {i % 9}", *row[3:]] for i in range(100_000))]
    path = saved(tmp_path, text(rows).replace("\r\n", "\n"))
    staged = Stage(path, **OPTIONS)
    assert not isinstance(staged.source.tables["placements"].data, pa.Table)
    careful = Stage(
        saved(tmp_path, "\ufeff".encode() + text(rows).encode("utf-8") + b" \n\n", "careful.csv"), **OPTIONS
    )
    columns = ("place", "athlete", "academy", "file_row")
    assert staged.rows("official_place", *columns) == careful.rows("official_place", *columns)


CELLS = st.sampled_from(
    ["1", "Ana", "North", "male", "blue", "", " ", "-1", '"', "N/A", "'; DROP TABLE flat; --", "=1+1", "二", "\x00"]
)


HEADINGS = st.sampled_from(
    ["Place", "Athlete", "Team", "Belt", "Winner", "Loser", "Opponent", "Result", "Event", "Year", "x", ""]
)


@given(
    heading=st.lists(HEADINGS, max_size=7),
    rows=st.lists(st.lists(CELLS, max_size=7), max_size=6),
)
@settings(max_examples=drawn(40, 100))
@pytest.mark.long
def test_any_table_is_staged_or_refused(
    heading: list[str], rows: list[list[str]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = saved(tmp_path_factory.mktemp("flat"), text([heading, *rows]))
    from etl import transform

    con = duckdb.connect()
    try:
        for source in read(path, start="2026-05-02"):
            try:
                transform.stage(con, source)
            except UnusableInput:
                continue
            adds_up = "bool_and(rows_read = rows_used + rows_duplicate + rows_rejected)"
            assert con.execute(f"SELECT coalesce({adds_up}, TRUE) FROM staged_file").fetchone() == (True,)
    except UnusableInput:
        pass
    finally:
        con.close()
