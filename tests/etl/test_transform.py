"""Rows of a bundle: used, duplicate or rejected, and what is said of each."""

from __future__ import annotations

import csv
import hashlib
from collections import Counter
from collections.abc import Mapping
from importlib import resources
from pathlib import Path

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from etl.columns import BUNDLE, CATEGORY, HAVE_CATEGORY, TABLES
from etl.errors import UnusableInput
from etl.findings import CODES
from tests.etl.bundles import BOUT, ENTRY, EVENT, PLACE, Stage, folder, text
from tests.etl.bundles import CATEGORY as LIGHT
from tests.sizes import drawn


@pytest.mark.parametrize(
    "staged", ["category", "entry", "bout", "official_place", "scoring_action", "award", "official_standing"]
)
def test_staged_tables_have_the_columns_of_the_store(staged: str) -> None:
    con = duckdb.connect()
    schema = resources.files("etl") / "sql" / "schema"
    for file in sorted(schema.iterdir(), key=lambda file: file.name):
        con.execute(file.read_text(encoding="utf-8"))
    con.execute((resources.files("etl") / "sql" / "stage" / "tables.sql").read_text(encoding="utf-8"))
    columns = "SELECT column_name, column_type FROM (DESCRIBE {})"
    stored = [row for row in con.execute(columns.format(staged)).fetchall() if row[0] != "load_id"]
    assert sorted(con.execute(columns.format(f"staged_{staged}")).fetchall()) == sorted(stored)


@pytest.mark.parametrize(
    ("cells", "code", "column", "value"),
    [
        ({"winner": "x"}, "unknown_side", "winner", "x"),
        ({"decision": "by magic"}, "unknown_decision", "decision", "by magic"),
        ({"red_dq": "naughty"}, "unknown_disqualification", "red_dq", "naughty"),
        ({"blue_dq": "naughty"}, "unknown_disqualification", "blue_dq", "naughty"),
        ({"red_athlete": ""}, "winner_without_athlete", "winner", "red"),
        ({"red_athlete": "", "blue_athlete": " ", "winner": ""}, "athlete_missing", "red_athlete", None),
    ],
)
def test_a_bout_whose_result_cannot_be_read_is_rejected(
    tmp_path: Path, cells: Mapping[str, str], code: str, column: str, value: str | None
) -> None:
    staged = Stage(folder(tmp_path, bouts=[{**BOUT, **cells}, {**BOUT, "bout": "2"}]))
    assert (code, 2, column, value) in staged.findings("rejected")
    assert staged.rows("bout", "bout") == [2]
    assert staged.counts("bouts.csv") == (2, 1, 0, 1)


@pytest.mark.parametrize(
    ("column", "text", "code"),
    [
        ("red_points", "-1", "negative_number"),
        ("blue_points", "two", "not_a_number"),
        ("red_advantages", "1.5", "not_a_number"),
        ("blue_penalties", "-2", "negative_number"),
        ("elapsed", "5 minutes", "bad_time"),
        ("started_at", "noon", "bad_start_time"),
        ("round", "the big one", "unknown_round"),
        ("bout", "first", "not_a_number"),
    ],
)
def test_a_bout_with_a_doubtful_particular_is_kept_without_it(
    tmp_path: Path, column: str, text: str, code: str
) -> None:
    staged = Stage(folder(tmp_path, bouts=[{**BOUT, column: text}]))
    assert staged.findings() == [(code, 2, column, text)]
    assert staged.rows("bout", column) == [1 if column == "bout" else None]
    assert staged.counts("bouts.csv") == (1, 1, 0, 0)


def test_an_empty_cell_is_not_zero_and_no_finding(tmp_path: Path) -> None:
    staged = Stage(
        folder(tmp_path, bouts=[{**BOUT, "red_points": "", "blue_points": "0", "decision": "", "winner": ""}])
    )
    assert staged.rows("bout", "red_points", "blue_points", "decision", "winner") == [(None, 0, None, None)]
    assert staged.findings() == []


@pytest.mark.parametrize(
    ("row", "part", "value"),
    [
        ({"belt": "preta"}, "belt", "black"),
        ({"belt": "黒帯"}, "belt", "black"),
        ({"belt": "brown+purple"}, "belt", "purple+brown"),
        ({"gender": "Feminino"}, "gender", "female"),
        ({"age_division": "Master 2"}, "age_division", "master-2"),
        ({"weight_class": "-76 kg"}, "weight_class", "-76 kg"),
        ({"weight_class": "Absoluto"}, "weight_class", "open"),
    ],
)
def test_category_cells_are_read_in_any_language(tmp_path: Path, row: Mapping[str, str], part: str, value: str) -> None:
    staged = Stage(folder(tmp_path, entries=[{**ENTRY, **row}]))
    assert staged.rows("category", part) == [value]
    assert staged.findings() == []


@pytest.mark.parametrize("part", CATEGORY)
def test_a_part_that_cannot_be_read_is_unknown_and_merged_with_nothing(tmp_path: Path, part: str) -> None:
    entries = [
        ENTRY,
        {**ENTRY, part: "zzz"},
        {**ENTRY, part: "yyy"},
        {**ENTRY, part: "yyy", "athlete": "Baz"},
        {**ENTRY, part: ""},
    ]
    staged = Stage(folder(tmp_path, entries=entries))
    assert sorted(staged.rows("category", part, "unread")) == sorted(
        [(LIGHT[part], ""), ("unknown", "zzz"), ("unknown", "yyy"), ("unknown", "")]
    )
    assert staged.findings() == [
        (f"unknown_{part}", 3, part, "zzz"),
        (f"unknown_{part}", 4, part, "yyy"),
        (f"unknown_{part}", 6, part, None),
    ]
    assert staged.counts("entries.csv") == (5, 5, 0, 0)


def test_a_category_text_that_contradicts_its_columns_leaves_that_part_unknown(tmp_path: Path) -> None:
    whole = {**ENTRY, "category": "Adult / Male / Blue / Light"}
    entries = [whole, {**whole, "athlete": "Baz", "belt": "white"}, {**whole, "athlete": "Cid", "belt": ""}]
    staged = Stage(folder(tmp_path, entries=[*entries, {**whole, "athlete": "Dan", "category": "Blue"}]))
    assert sorted(staged.rows("category", *CATEGORY, "unread")) == [
        ("male", "adult", "blue", "light", ""),
        ("male", "adult", "unknown", "light", "white / Adult / Male / Blue / Light"),
    ]
    assert staged.findings() == [("category_disagrees", 3, "belt", "white")]
    assert staged.counts("entries.csv") == (4, 4, 0, 0)


def test_spellings_of_one_category_are_one_category(tmp_path: Path) -> None:
    rows = [
        ENTRY,
        {**ENTRY, "athlete": "Baz", "belt": "azul", "gender": "M", "age_division": "Adulto", "weight_class": "Leve"},
    ]
    staged = Stage(folder(tmp_path, entries=rows))
    assert staged.rows("category", "category_id", "belt", "belt_rank", "is_minor", "is_open") == [
        (1, "blue", 6, False, False)
    ]


def test_rows_that_say_the_same_again_count_once(tmp_path: Path) -> None:
    staged = Stage(folder(tmp_path, entries=[ENTRY, ENTRY, {**ENTRY, "athlete": "Baz"}, ENTRY], bouts=[BOUT, BOUT]))
    assert staged.counts("entries.csv") == (4, 2, 2, 0)
    assert staged.counts("bouts.csv") == (2, 1, 1, 0)


def test_an_athlete_entered_twice_with_other_particulars_is_a_warning(tmp_path: Path) -> None:
    staged = Stage(folder(tmp_path, entries=[ENTRY, {**ENTRY, "birth_year": "1990"}]))
    assert staged.findings() == [("athlete_twice", 3, "athlete", "Abe")]


def test_a_bout_number_with_two_contents_is_a_warning(tmp_path: Path) -> None:
    staged = Stage(folder(tmp_path, bouts=[BOUT, {**BOUT, "winner": "blue"}]))
    assert staged.findings() == [("bout_number_twice", 3, "bout", "1")]
    assert staged.counts("bouts.csv") == (2, 2, 0, 0)


def test_without_numbers_bouts_stand_in_the_order_of_their_rows(tmp_path: Path) -> None:
    rows = [{**BOUT, "bout": ""}, {**BOUT, "bout": "", "winner": "blue"}]
    staged = Stage(folder(tmp_path, bouts=rows))
    assert sorted(staged.rows("bout", "bout", "winner")) == [(1, "red"), (2, "blue")]
    assert staged.findings() == []


def test_a_bout_without_number_among_numbered_ones_goes_last(tmp_path: Path) -> None:
    staged = Stage(folder(tmp_path, bouts=[{**BOUT, "bout": ""}, {**BOUT, "bout": "7", "winner": "blue"}]))
    assert sorted(staged.rows("bout", "bout", "winner")) == [(7, "blue"), (8, "red")]
    assert staged.findings() == [("bout_without_number", 2, "bout", None)]


@pytest.mark.parametrize(
    ("cells", "code", "column"),
    [
        ({"athlete": ""}, "athlete_missing", "athlete"),
        ({"athlete": "????"}, "athlete_not_known", "athlete"),
        ({"status": "ill"}, "unknown_status", "status"),
    ],
)
def test_an_entry_of_nobody_or_of_unknown_status_is_rejected(
    tmp_path: Path, cells: Mapping[str, str], code: str, column: str
) -> None:
    staged = Stage(folder(tmp_path, entries=[{**ENTRY, **cells}, {**ENTRY, "athlete": "Baz"}]))
    assert [(found[0], found[1], found[2]) for found in staged.findings()] == [(code, 2, column)]
    assert staged.counts("entries.csv") == (2, 1, 0, 1)


def test_particulars_of_an_entry(tmp_path: Path) -> None:
    rows = [
        {**ENTRY, "status": "", "birth_year": "1990", "country": "JPN"},
        {**ENTRY, "athlete": "Baz", "academy": "----", "birth_year": "90", "status": "doping"},
    ]
    staged = Stage(folder(tmp_path, entries=rows))
    assert sorted(staged.rows("entry", "athlete", "academy", "status", "birth_year", "country")) == [
        ("Abe", "North", "registered", 1990, "JPN"),
        ("Baz", None, "doping", None, None),
    ]
    assert sorted(staged.findings()) == [
        ("academy_not_known", 3, "academy", "----"),
        ("bad_birth_year", 3, "birth_year", None),
    ]
    assert staged.event.has_entries


@pytest.mark.parametrize(
    ("text", "code"),
    [("", "cell_missing"), ("4", "place_beyond_third"), ("0", "unknown_place"), ("best", "unknown_place")],
)
def test_a_place_that_is_none_is_rejected(tmp_path: Path, text: str, code: str) -> None:
    staged = Stage(folder(tmp_path, placements=[{**PLACE, "place": text}, {**PLACE, "athlete": "Baz"}]))
    assert [found[:3] for found in staged.findings("rejected")] == [(code, 2, "place")]
    assert staged.rows("official_place", "place", "athlete", "athlete_key") == [(1, "Baz", "baz|north")]
    assert not staged.event.has_entries


def test_an_athlete_at_two_places_is_a_warning(tmp_path: Path) -> None:
    staged = Stage(folder(tmp_path, placements=[PLACE, PLACE, {**PLACE, "place": "2"}, {**PLACE, "athlete": "Baz"}]))
    assert [found[:3] for found in staged.findings("warning")] == [("athlete_placed_twice", 4, "athlete")]
    assert staged.rows("official_place", "place", "athlete") == [(1, "Abe"), (2, "Abe"), (1, "Baz")]


def test_categories_state_their_number_and_whether_they_count(tmp_path: Path) -> None:
    rows = [
        {**LIGHT, "registered": "3", "counts": "yes"},
        {**LIGHT, "belt": "white", "registered": "", "counts": "no"},
        {**LIGHT, "registered": "4", "counts": "no"},
        {**LIGHT, "belt": "black", "registered": "many", "counts": "perhaps"},
    ]
    staged = Stage(folder(tmp_path, entries=[ENTRY], categories=rows))
    assert sorted(staged.rows("category", "belt", "registered", "counts")) == [
        ("black", None, None),
        ("blue", 3, True),
        ("white", None, False),
    ]
    assert sorted(staged.findings("rejected")) == [
        ("category_twice", 4, None, None),
        ("not_a_number", 5, "registered", "many"),
        ("unknown_yes_no", 5, "counts", "perhaps"),
    ]


def test_scoring_actions_belong_to_a_bout(tmp_path: Path) -> None:
    rows = [
        {"bout": "1", "at": "12.5", "side": "red", "action": "takedown"},
        {"bout": "1", "at": "soon", "side": "blue", "action": "penalty"},
        {"bout": "2", "at": "", "side": "red", "action": "sweep"},
        {"bout": "1", "at": "20", "side": "green", "action": "sweep"},
        {"bout": "1", "at": "20", "side": "red", "action": "handstand"},
    ]
    staged = Stage(folder(tmp_path, bouts=[BOUT], events=rows))
    assert staged.rows("scoring_action", "bout", "at_seconds", "side", "action") == [
        (1, 12.5, "red", "takedown"),
        (1, None, "blue", "penalty"),
    ]
    assert [found[:3] for found in staged.findings()] == [
        ("bad_time", 3, "at"),
        ("no_such_bout", 4, "bout"),
        ("unknown_side", 5, "side"),
        ("unknown_action", 6, "action"),
    ]


def test_published_lists_find_their_award(tmp_path: Path) -> None:
    event = EVENT.replace('uniform = "gi"\n', 'uniform = "gi"\nawards = "ibjjf-championship"\n')
    rows = [
        {"award": "adult-male", "rank": "1", "academy": "North", "points": "9"},
        {"award": "Feminino", "rank": "1", "academy": "South", "points": ""},
        {"award": "Best Team", "rank": "1", "academy": "South", "points": "3"},
    ]
    staged = Stage(folder(tmp_path, event, placements=[PLACE], official_standings=rows))
    assert staged.rows("official_standing", "award_id", "list_name", "rank", "academy", "points") == [
        ("adult-male", "adult-male", 1, "North", 9),
        ("adult-female", "Feminino", 1, "South", None),
        ("best-team", "Best Team", 1, "South", 3),
    ]
    assert staged.findings() == [("unknown_list", 4, "award", "Best Team")]
    assert sorted(staged.rows("academy_spelling")) == [("North", "north"), ("South", "south")]


def test_a_recorded_draw_carries_its_digests(tmp_path: Path) -> None:
    digests = {name: hashlib.sha256(f"2026-05-02\n{name}".encode()).hexdigest() for name in ("North", "South")}
    order = sorted(digests, key=lambda name: digests[name])
    base = {
        "award": "overall",
        "tie": "North|South",
        "seed": "2026-05-02",
        "drawn_at": "2026-05-02T18:00",
        "recorded_by": "A. Judge",
    }
    right = [{**base, "position": str(n), "academy": name} for n, name in enumerate(order, start=1)]
    staged = Stage(folder(tmp_path / "right", placements=[PLACE], draws=right))
    assert staged.rows("draw", "position", "academy", "digest") == [
        (n, a, digests[a]) for n, a in enumerate(order, start=1)
    ]
    assert staged.findings() == []
    wrong = [{**row, "position": str(3 - int(row["position"]))} for row in right]
    assert Counter(
        found[0] for found in Stage(folder(tmp_path / "wrong", placements=[PLACE], draws=wrong)).findings()
    ) == {"draw_disagrees": 2}
    stray = [{**row, "award": "nobody"} for row in right]
    assert [f[:3] for f in Stage(folder(tmp_path / "stray", placements=[PLACE], draws=stray)).findings("rejected")] == [
        ("unknown_award", 2, "award"),
        ("unknown_award", 3, "award"),
    ]


@pytest.mark.parametrize(
    "tables", [{}, {"categories": [LIGHT]}, {"entries": [], "bouts": "gender,age_division,belt,weight_class,"}]
)
def test_an_event_without_results_is_refused(tmp_path: Path, tables: dict[str, object]) -> None:
    if "bouts" in tables:
        heading = (
            "gender,age_division,belt,weight_class,bout,red_athlete,red_academy,blue_athlete,blue_academy,winner\n"
        )
        tables = {"bouts": heading}
    with pytest.raises(UnusableInput, match="event without results"):
        Stage(folder(tmp_path, **tables))  # type: ignore[arg-type]


CELLS = st.one_of(
    st.sampled_from(
        ["", " ", "male", "adult", "blue", "light", "1", "red", "points", "yes", "Abe", "North", "-1", "x" * 300]
    ),
    st.text(st.characters(exclude_categories=("Cs",)), max_size=12),
)


@given(data=st.data())
@settings(max_examples=drawn(15, 40))
@pytest.mark.long
def test_any_table_of_any_cells_adds_up(data: st.DataObject, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Every row is used, duplicate or rejected, with its finding; and nothing but UnusableInput is ever raised."""
    tables, numbers = {}, {}
    for name in data.draw(st.sets(st.sampled_from(BUNDLE), min_size=1)):
        columns = [*(CATEGORY if name in HAVE_CATEGORY else ()), *(column.name for column in TABLES[name])]
        rows = data.draw(st.lists(st.fixed_dictionaries(dict.fromkeys(columns, CELLS)), min_size=1, max_size=6))
        tables[name], numbers[name] = text(rows, quoting=csv.QUOTE_ALL), len(rows)
    try:
        staged = Stage(folder(tmp_path_factory.mktemp("any"), **tables))
    except UnusableInput as refused:
        assert "event without results" in str(refused) or "no file of a bundle" in str(refused)
        return
    facts = {
        "entries": "entry",
        "bouts": "bout",
        "placements": "official_place",
        "events": "scoring_action",
        "official_standings": "official_standing",
        "draws": "draw",
    }
    for name in tables:
        read, used, duplicate, rejected = staged.counts(f"{name}.csv")
        assert read == used + duplicate + rejected
        assert read <= numbers[name]
        assert name not in facts or len(staged.rows(facts[name])) == used
        found = "SELECT count(DISTINCT row) FROM staged_finding WHERE severity = 'rejected' AND file = ?"
        assert staged.con.execute(found, [f"{name}.csv"]).fetchone() == (rejected,)
    codes = {code for code, *_ in staged.findings()}
    assert codes <= CODES.keys()


def test_an_academy_of_refused_rows_alone_is_not_kept(tmp_path: Path) -> None:
    rows = [PLACE, {**PLACE, "place": "4", "athlete": "Cia", "academy": "West"}]
    staged = Stage(folder(tmp_path, placements=rows))
    assert staged.counts("placements.csv") == (2, 1, 0, 1)
    assert staged.rows("academy_spelling", "spelling") == ["North"]


def test_rows_stand_in_the_order_of_the_source_though_fewer_than_the_texts_they_are_joined_with(tmp_path: Path) -> None:
    rows = [{**PLACE, "athlete": name, "place": place} for name, place in (("Zé", "3"), ("Abe", "1"), ("Mia", "2"))]
    staged = Stage(folder(tmp_path, placements=rows))
    assert staged.rows("official_place", "athlete") == ["Zé", "Abe", "Mia"]
