"""What a page shows, remembered so that it runs again only where new results change it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

import streamlit as st

from dashboard import filters
from dashboard.words import text

R = TypeVar("R")
_KEY = "looking"
_FAILED_LOOKS = 3


class Looking(Generic[R]):
    """Of one session: the answers on its page, and which file was looked at last."""

    def __init__(self) -> None:
        self.same: list[Callable[[R], bool]] = []  # whether an answer of that reader is still the one shown
        self.waiting: list[Callable[[], bool]] = []  # whether what the page waits for is still to come
        self.failed = False  # nobody knows what a page shows that stopped half way
        self.events: Mapping[str, tuple[str, Mapping[str, str]]] = {}
        self.arrived: list[str] = []  # names of events that the page's picker lacks
        self.looked_at: object = None  # the file that the page is of, or that changed nothing on it; None = of no file
        self._failed_looks = 0

    def made(self) -> bool:
        """Whether something is there that the page waits for."""
        return any(not still() for still in self.waiting)

    def tries_again(self) -> bool:
        """Every few looks of a page that could not be shown: what stood in the way may be gone, the file the same."""
        self._failed_looks += self.failed
        return self._failed_looks >= _FAILED_LOOKS

    def changed(self, reader: R, events: Mapping[str, tuple[str, Mapping[str, str]]]) -> bool:
        """Whether the page would show something else; an event that came is named above it instead.

        One that is gone or is called otherwise may be the one that is chosen.
        """
        if self.failed or not self.events or any(events.get(key) != named for key, named in self.events.items()):
            return True
        for same in self.same:
            give_way()
            if not same(reader):
                return True
        self.arrived = [name for key, (name, _) in events.items() if key not in self.events]
        return False

    def tell(self) -> bool:
        """Names the events that came, as text: their names are nobody's markup. Whether somebody wants to see them."""
        if not self.arrived or filters.embedded():
            return False
        with st.container(horizontal=True, vertical_alignment="center"):
            st.text(text("page.store.arrived", names="; ".join(self.arrived)), width="content")
            return st.button(text("page.store.look"), key="look-at-arrived", type="tertiary")


def give_way() -> None:
    """Where the viewer did something meanwhile, this run ends here and the page runs as he asked.

    Streamlit looks for that whenever the state of the session is read, however long the answers between take.
    """
    st.session_state.get(_KEY)


def begin() -> Looking[Any]:
    """For another run of the page."""
    st.session_state[_KEY] = Looking[Any]()
    return now()


def now() -> Looking[Any]:
    """Of this session; nothing yet where no page ran."""
    found: Looking[Any] = st.session_state.setdefault(_KEY, Looking[Any]())
    return found
