"""Parquet: the same tables with their types, the same bytes from the same rows."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import TYPE_CHECKING

from publishing import tables

if TYPE_CHECKING:
    from publishing.content import Content
    from publishing.tables import Table

NAME = "parquet"


def files(content: Content) -> Iterator[tuple[str, bytes]]:
    """One file per table."""
    for table in tables.of_release(content):
        yield f"data/{table.name}.parquet", as_parquet(table)


def as_parquet(table: Table) -> bytes:
    """Whole numbers as int64, others as float64, yes and no as bool, everything else as text; missing is NULL."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    kinds = [
        pa.float64()
        if name in table.decimals
        else pa.int64()
        if name in tables.WHOLE
        else pa.bool_()
        if name in tables.YES_NO
        else pa.string()
        for name in table.columns
    ]
    arrays = [
        pa.array([row.get(name) for row in table.rows], type=kind)
        for name, kind in zip(table.columns, kinds, strict=True)
    ]
    written = io.BytesIO()
    pq.write_table(pa.table(arrays, names=list(table.columns)), written, compression="zstd", version="2.6")
    return written.getvalue()
