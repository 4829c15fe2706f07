"""A column of a frame as JSON has its values, all at once: what `shapes.plain` makes of each by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import pandas as pd

_EXACT = 2.0**53  # beyond it a whole number has digits that only the value by itself tells


def of(column: pd.Series) -> list[Any] | None:
    """Its values; None where it is of no kind known here."""
    match column.dtype.kind:
        case "i" | "u" | "b" if isinstance(column.dtype, np.dtype):
            found: list[Any] = column.tolist()
            return found
        case "f" if isinstance(column.dtype, np.dtype):
            return _of_floats(column.to_numpy(float))
    return None


def _of_floats(values: np.ndarray) -> list[Any] | None:
    """Missing is None, a whole number no float."""
    with np.errstate(invalid="ignore"):
        whole = (values == np.floor(values)) & (np.abs(values) <= _EXACT)
    missing = np.isnan(values)
    if (np.abs(values[~missing]) > _EXACT).any():
        return None
    plain = values.astype(object)
    plain[whole] = values[whole].astype(np.int64)
    plain[missing] = None
    found: list[Any] = plain.tolist()
    return found
