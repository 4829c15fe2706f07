"""What every season of a large file asks first, looked up beside as soon as the file is seen, before anybody asks."""

from __future__ import annotations

import logging
import threading

import duckdb

from analytics import reading, season
from analytics.store import Store
from etl.errors import UserError

_LOG = logging.getLogger(__name__)


def begin(store: Store) -> threading.Thread | None:
    """Of the file that stands there now; None where it is small: the answer itself takes no longer."""
    signature = reading.signature(store.path)
    if signature is None or signature[-1] < reading.SMALL:
        return None
    beside = threading.Thread(target=_prepare, args=(store,), daemon=True)
    try:
        beside.start()
    except (RuntimeError, MemoryError):  # no room for another thread now: whoever asks looks it up
        return None
    return beside


def _prepare(store: Store) -> None:
    try:
        with store.cursor() as cur:
            season.prepare(cur)
    except (UserError, duckdb.Error) as error:  # the page that asks says what stands in the way
        _LOG.warning("what seasons ask first was not looked up: %s", error)
