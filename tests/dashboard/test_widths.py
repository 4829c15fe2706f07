"""Columns are as wide as what stands in them needs."""

import pandas as pd
import pytest

from dashboard import tables, theme, widths


def test_a_column_fits_its_longest_cell_or_its_heading() -> None:
    narrow, wide = widths.fitted("Rank", ["1", "12="], 190), widths.fitted("Rank", ["Alliance"], 190)
    assert narrow == widths.fitted("Rank", [], 190) < wide
    assert widths.fitted("Academy", ["柔術"], 190) < widths.fitted("Academy", ["柔術アカデミー"], 190)


def test_a_long_cell_does_not_push_the_others_off_a_phone() -> None:
    assert widths.fitted("Academy", ["x" * 500], theme.NAME) == theme.NAME


def test_rank_academy_and_points_stand_on_a_phone_together() -> None:
    """380 pixels less the margins of a page and the column to choose a row in."""
    columns = {"rank": tables.Column("Rank"), "academy": tables.Column("Academy"), "points": tables.number("Points")}
    rows = pd.DataFrame({"rank": ["1="], "academy": ["x" * 90], "points": [1234]})
    wide = [column.config(rows[name])["width"] for name, column in columns.items()]
    assert sum(wide) <= 380 - 32 - 36


def test_a_share_is_shown_to_a_tenth_of_a_per_cent_and_nothing_else_is_touched() -> None:
    columns = {"share": tables.percent("Share"), "count": tables.number("Count")}
    shown = tables.rounded(pd.DataFrame({"share": [0.39264, None], "count": [64, 1]}), columns)
    assert shown["share"].iloc[0] == 0.393
    assert shown["share"].isna().iloc[1]
    assert shown["count"].tolist() == [64, 1]


@pytest.mark.parametrize("kind", ["float64", "Float64", "object", "int64"])
def test_shares_of_every_kind_are_rounded_as_pandas_does_and_nothing_else_is(kind: str) -> None:
    cells = pd.Series([1, 0] if kind == "int64" else [0.39264, 0.5], dtype=kind)
    frame = pd.DataFrame({"share": cells, "mean": [1.23456, 2.0], "name": ["A", "B"]})
    columns = {"share": tables.percent("Share"), "mean": tables.decimal("Mean"), "name": tables.Column("Name")}
    before = frame.copy()
    pd.testing.assert_frame_equal(tables.rounded(frame, columns), frame.round({"share": 3}))
    pd.testing.assert_frame_equal(frame, before)
