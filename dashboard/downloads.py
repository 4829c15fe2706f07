"""Files that are made when somebody asks for them: their buttons work for a while after the page was drawn anew.

Streamlit forgets how to make a file as soon as any session ends a run after the page of the button began another one.
A browser shows the old button until the new page reaches it, and new results draw every page anew.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from streamlit.runtime.media_file_manager import MediaFileManager
from streamlit.runtime.media_file_storage import MediaFileStorage

KEPT_SECONDS = 30.0  # since the page last had the button: longer than a page takes to be drawn anew
MOST = 200  # buttons of a session; no page has so many
SWEPT_SECONDS = 1.0  # each look reads all buttons of all sessions, and every run of every page asks for one


class Downloads(MediaFileManager):
    """Streamlit's own, which lets go of the buttons of a page that was drawn anew, or left, after a while."""

    def __init__(self, storage: MediaFileStorage, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(storage)
        self._clock = clock
        self._left: dict[str, float] = {}  # button -> when no page was seen to have it any more
        self._next_look = 0.0

    def add_deferred(self, *args: Any, **named: Any) -> str:
        """As Streamlit's, and lets go of the oldest beyond the most: who clicks fast has a page drawn at each click."""
        button = super().add_deferred(*args, **named)
        with self._lock:
            session = self._deferred_callables[button]["session_id"]
            mine = self._deferred_ids_by_session[session]
            if len(mine) > MOST:
                for one in [one for one in self._deferred_callables if one in mine][:-MOST]:
                    self._drop_deferred_id(one)
        return button

    def _remove_orphaned_deferred_callables(self) -> None:
        """Called with the lock held, after every run of every session and when one ends."""
        now = self._clock()
        if now < self._next_look:
            return
        self._next_look = now + SWEPT_SECONDS
        on_pages = {one for page in self._files_by_session_and_coord.values() for one in page.values()}
        gone = [one for one in self._deferred_callables if one not in on_pages]
        self._left = {one: self._left.get(one, now) for one in gone}
        for one, since in list(self._left.items()):
            if now - since >= KEPT_SECONDS:
                self._drop_deferred_id(one)
                del self._left[one]
