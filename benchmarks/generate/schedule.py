"""When and on which mat each bout begins, with the rest that B4 asks for."""

from __future__ import annotations

import numpy as np

from benchmarks.generate.mass import starts_of
from benchmarks.generate.sport import Flags, Ints

DAY = 36_000  # seconds from nine in the morning to seven in the evening
BREAK = 60  # between two bouts on a mat
DAYS = 2


def schedule(category: Ints, step: Ints, seconds: Ints, is_open: Flags) -> tuple[Ints, Ints]:
    """Return mat (from 1) and start of each bout in seconds from nine on the first day; 86,400 are a day.

    A category has its mat to itself; between its waves lie two match times, the open classes begin on a later day.
    """
    count = np.bincount(category, minlength=len(is_open))
    within = np.arange(len(category)) - starts_of(count)[category]
    offset = within * (seconds + BREAK) + step * 2 * seconds
    length = np.zeros(len(is_open), dtype=np.int64)
    np.maximum.at(length, category, offset + seconds + BREAK)
    mats = max(1, -(-int(length.sum()) // (DAY * DAYS)))
    mat = np.arange(len(is_open)) % mats
    begin = np.zeros(len(is_open), dtype=np.int64)
    first_day = 0
    for here in (~is_open, is_open):
        for one in range(mats):
            mine = np.flatnonzero(here & (mat == one))
            begin[mine] = first_day * DAY + starts_of(length[mine])
        if here.any():
            first_day = int((begin + length)[here].max()) // DAY + 1
    # The day is where the category begins: it is not broken off in the evening.
    return mat[category] + 1, ((begin // DAY) * 86_400 + begin % DAY)[category] + offset
