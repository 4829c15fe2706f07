"""A column at once is what its values are one by one, kinds included."""

import csv
import io

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from publishing import plain_columns
from publishing.exports import csv_file
from publishing.shapes import plain, records
from publishing.tables import runs


@given(st.lists(st.one_of(st.floats(), st.integers(-(2**60), 2**60).map(float), st.sampled_from([0.0, 1.0, 0.5]))))
def test_floats_are_what_each_is(values: list[float]) -> None:
    column = pd.Series(values, dtype=float)
    found = plain_columns.of(column)
    one_by_one = [plain(value) for value in column.tolist()]
    if found is not None:
        assert found == one_by_one
        assert [type(value) for value in found] == [type(value) for value in one_by_one]
    assert [row["x"] for row in records(pd.DataFrame({"x": column}))] == one_by_one


def test_what_is_exact_and_finite_is_done_at_once() -> None:
    assert plain_columns.of(pd.Series([0.0, 0.25, np.nan, 3.0])) == [0, 0.25, None, 3]
    assert plain_columns.of(pd.Series([1, 2])) == [1, 2]
    assert plain_columns.of(pd.Series(["a", None], dtype="str")) is None


@pytest.mark.parametrize("value", [float("inf"), -float("inf"), 2.0**53 + 2, -(2.0**60)])
def test_what_is_not_goes_value_by_value(value: float) -> None:
    assert plain_columns.of(pd.Series([1.0, value])) is None


@given(st.text())
def test_a_text_is_guarded_in_a_file_exactly_where_a_spreadsheet_would_run_it(text: str) -> None:
    [_, [cell, _]] = csv.reader(io.StringIO(csv_file.as_csv(("x", "y"), [{"x": text, "y": 1}]), newline=""))
    assert cell == (f"'{text}" if runs(text) else text)
