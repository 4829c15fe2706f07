"""Cells: what a text says, and what it does not."""

import re

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from etl import athletes, method_text, readings
from etl.columns import KINDS, PLAIN_NAME, SIMPLE_NAME
from etl.readings import Reading


@pytest.mark.parametrize(
    ("text", "value", "code"),
    [
        ("4", "4", None),
        (" 4 ", "4", None),
        ("4.0", "4", None),
        ("０", "0", None),
        ("007", "7", None),
        ("", None, None),
        ("   ", None, None),
        ("-1", None, "negative_number"),
        ("−1", None, "negative_number"),
        ("3.5", None, "not_a_number"),
        ("1,000", None, "not_a_number"),
        ("2.000", None, "not_a_number"),
        ("3,00", "3", None),
        ("3.", None, "not_a_number"),
        ("four", None, "not_a_number"),
        ("9" * 400, None, "not_a_number"),
        ("2147483648", None, "not_a_number"),
    ],
)
def test_a_whole_number_is_read_or_reported_never_made_zero(text: str, value: str | None, code: str | None) -> None:
    assert readings.whole(text) == Reading(value, code)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("130", "130"),
        ("2:10", "130"),
        ("0:05", "5"),
        ("10:00", "600"),
        ("2:60", None),
        ("2:1", None),
        ("1:02:03", None),
    ],
)
def test_elapsed_is_seconds_or_minutes_and_seconds(text: str, value: str | None) -> None:
    assert readings.seconds(text).value == value
    assert (readings.seconds(text).code is None) == (value is not None)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2026-05-02T10:30", "2026-05-02 10:30"),
        ("2026-05-02 10:30:15", "2026-05-02 10:30:15"),
        ("2026-05-02T10:30:00+08:00", "2026-05-02 10:30:00"),
        ("2026-05-02", None),
        ("2026-02-30T10:30", None),
        ("10:30", None),
    ],
)
def test_a_start_is_the_local_clock(text: str, value: str | None) -> None:
    assert readings.moment(text).value == value


@pytest.mark.parametrize("text", ["----", "????", "* * *", "****", "-"])
def test_signs_are_no_academy(text: str) -> None:
    assert readings.academy(text) == Reading(None, "academy_not_known")


@pytest.mark.parametrize("text", ["Clecius  Mafra", " Clecius\u00a0Mafra", "Clecius\u3000Mafra\t"])
def test_blanks_inside_a_name_are_one_blank(text: str) -> None:
    assert readings.name(text) == Reading("Clecius Mafra")


def test_a_name_is_composed_and_otherwise_as_written() -> None:
    assert readings.name("Joa\u0303o  SILVA") == Reading("João SILVA")


@pytest.mark.parametrize("text", ["Hassett\x92s JJ", "Irm\ufffdo Felix", "Abe\x1b[31m"])
def test_a_damaged_name_is_kept_and_reported(text: str) -> None:
    value, code = readings.name(text)
    assert code == "damaged_text"
    assert value is not None
    assert all(char.isprintable() for char in value)


@pytest.mark.parametrize(("text", "value"), [("1", "1"), ("1º", "1"), ("3.0", "3"), ("銀", "2")])
def test_places_are_read_in_any_language(text: str, value: str) -> None:
    assert readings.place(text) == Reading(value)


@pytest.mark.parametrize(
    ("text", "code"), [("4", "place_beyond_third"), ("0", "unknown_place"), ("winner?", "unknown_place")]
)
def test_what_is_no_medal_is_no_place(text: str, code: str) -> None:
    assert readings.place(text) == Reading(None, code)


@pytest.mark.parametrize("kind", sorted(KINDS))
@given(text=st.text())
def test_every_reader_answers_every_text(kind: str, text: str) -> None:
    value, code = KINDS[kind].read(text)
    assert value != ""
    nothing = not readings.clean(text) or not text.strip() or (kind == "technique" and nothing_is_told(text))
    assert not (value is None and code is None) or nothing


def nothing_is_told(text: str) -> bool:
    """`N/A` and `-`, which is no technique and nothing wrong."""
    return method_text.read(text) == method_text.MethodText(text)


@pytest.mark.parametrize("kind", [name for name, kind in sorted(KINDS.items()) if kind.plain])
@given(data=st.data())
def test_what_sql_takes_as_it_is_python_would_take_as_it_is(kind: str, data: st.DataObject) -> None:
    plain = KINDS[kind].plain
    assert plain is not None
    text = data.draw(st.from_regex(plain, fullmatch=True))
    value, code = KINDS[kind].read(text)
    same = float(value or "nan") == float(text) if KINDS[kind].sql_type != "VARCHAR" else value == text
    assert (same, code) == (True, None)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("JoÃ£o", "damaged_text"),
        ("ÂŽ", "damaged_text"),
        ("ConceiÃ§Ã£o", "damaged_text"),
        ("Â\N{NO-BREAK SPACE}Ana", None),
        ("João Ângelo", None),
        ("ÂNGELA", None),
    ],
)
def test_text_read_in_the_wrong_encoding_is_told(text: str, code: str | None) -> None:
    assert readings.name(text).code == code
    if code is not None:
        assert not re.fullmatch(f"{SIMPLE_NAME}|{PLAIN_NAME}", text)


@given(st.from_regex(SIMPLE_NAME, fullmatch=True))
def test_a_simple_name_is_plain_and_sql_folds_it_as_python_does(name: str) -> None:
    assert re.fullmatch(PLAIN_NAME, name)
    folded = duckdb.execute(f"SELECT {athletes._IN_SQL.format('n')} FROM (SELECT ? AS n)", [name]).fetchall()
    assert folded == [(athletes.normal(name),)]


def test_what_copies_of_web_pages_leave_is_a_blank() -> None:
    assert readings.name("Ana&nbsp;Abe&nbsp;").value == "Ana Abe"
    assert readings.whole("3,0").value == "3"
