"""A table on a page: its columns in words, a height that fits, a description for who does not see it, and as files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import streamlit as st

from dashboard import taken, theme, widths
from dashboard.kept import Kept
from dashboard.words import text
from publishing import standing_file, table_files

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_PERCENT = "00.0%"  # as wide as most
_SHARES = 3  # decimals: a tenth of a per cent, as the sentences have it


@dataclass(frozen=True)
class Column:
    """Heading as people read it, and how wide at most, in pixels; `kind`: text, number, decimal, percent."""

    heading: str
    most: int = theme.NAME
    kind: str = "text"

    def config(self, cells: pd.Series) -> Any:
        """As Streamlit takes it, as wide as these cells need."""
        width = widths.fitted(self.heading, [_PERCENT] if self.kind == "percent" else cells, self.most)
        match self.kind:
            case "number":
                return st.column_config.NumberColumn(self.heading, width=width)
            case "decimal":
                return st.column_config.NumberColumn(self.heading, width=width, format="localized")
            case "percent":
                return st.column_config.NumberColumn(self.heading, width=width, format="percent")
        return st.column_config.TextColumn(self.heading, width=width)


def number(heading: str) -> Column:
    """A column of whole numbers."""
    return Column(heading, kind="number")


def decimal(heading: str) -> Column:
    """A column of numbers that may have a fraction."""
    return Column(heading, kind="decimal")


def percent(heading: str) -> Column:
    """A column of shares, shown in percent."""
    return Column(heading, kind="percent")


def show(frame: pd.DataFrame, columns: Mapping[str, Column], alt: str, file: str, **selection: Any) -> None:
    """The columns named, in their order; `file` names what is downloaded, without its ending.

    `selection`: what Streamlit's table takes so that rows can be chosen.
    """
    made = prepared(frame, columns)
    height = theme.table_height(len(frame))
    st.dataframe(made.table, hide_index=True, height=height, alt=alt, column_config=made.config, **selection)
    downloads(made.rows, {name: column.heading for name, column in columns.items()}, file)


@dataclass(frozen=True)
class Prepared:
    """`rows`: the columns shown, in full; `table`: the same as it is sent to the browser, shares rounded.

    `made_of` is kept so that no other frame has its identity.
    """

    rows: pd.DataFrame
    table: pa.Table | pd.DataFrame
    config: Mapping[str, Any]
    made_of: pd.DataFrame


_prepared = Kept[Prepared](400)


def prepared(frame: pd.DataFrame, columns: Mapping[str, Column]) -> Prepared:
    """Kept as long as the answer it is part of: frames are told apart by identity, so nobody may change one."""
    return _prepared.get((id(frame), tuple(columns.items())), lambda: _prepare(frame, columns))


def _prepare(frame: pd.DataFrame, columns: Mapping[str, Column]) -> Prepared:
    rows = frame[list(columns)]
    return Prepared(rows, _sent(rounded(rows, columns)), configured(rows, columns), frame)


def _sent(rows: pd.DataFrame) -> pa.Table | pd.DataFrame:
    """As Arrow has it, so that it is made once; Streamlit knows what to do with columns that Arrow has no type for."""
    import pyarrow as pa

    try:
        return pa.Table.from_pandas(rows, preserve_index=False)
    except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError):
        return rows


def configured(frame: pd.DataFrame, columns: Mapping[str, Column]) -> dict[str, Any]:
    """The columns as Streamlit takes them, each as wide as what stands in it."""
    return {name: column.config(frame[name]) for name, column in columns.items()}


def rounded(frame: pd.DataFrame, columns: Mapping[str, Column]) -> pd.DataFrame:
    """Shares as exact as they are read; a file that is taken away has them in full."""
    shares = {name: frame[name] for name, column in columns.items() if column.kind == "percent"}
    short = {name: cells.round(_SHARES) for name, cells in shares.items() if cells.dtype.kind == "f"}
    return frame.assign(**short) if short else frame  # `frame.round` copies every column by itself


def another() -> None:
    """A table takes its selected row only when it is made: whoever chooses by name beside it makes a new one."""
    st.session_state["tables"] = st.session_state.get("tables", 0) + 1


def downloads(
    frame: pd.DataFrame, headings: Mapping[str, str], file: str, pdf: Callable[[], bytes] | None = None
) -> None:
    """What is seen, made when somebody asks for it; nothing in a page that is embedded.

    `pdf` asks the store of then by itself.
    """
    if frame.empty or st.context.is_embedded:
        return
    with st.container(horizontal=True):
        text_file = partial(table_files.as_csv, headings=headings)
        offer("CSV", taken.checked(text_file, frame), f"{file}.csv", "text/csv")
        workbook = partial(table_files.as_xlsx, headings=headings, name=file)
        offer("XLSX", taken.checked(workbook, frame), f"{file}.xlsx", XLSX)
        if pdf is not None:
            offer("PDF", pdf, f"{file}.pdf", standing_file.MIME)


def offer(name: str, made: Callable[[], bytes], file: str, mime: str) -> None:
    """A button that makes a file when somebody asks for it."""
    st.download_button(
        name, made, file_name=file, mime=mime, key=f"download-{file}", on_click="ignore", type="tertiary",
        icon=":material/download:", help=text("page.download", file=name),
    )  # fmt: skip
