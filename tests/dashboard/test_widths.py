"""Columns are as wide as what stands in them needs."""

import pandas as pd

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
