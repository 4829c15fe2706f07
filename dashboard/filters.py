"""The choices above a page, kept in the address: `/?event=…&award=…&academy=…` opens what it names.

Streamlit's own binding writes the label people read into the address; here it is the identifier, which stays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import streamlit as st

from publishing.wording import text


def event(names: Mapping[str, str]) -> str:
    """One of the store's events (identifier -> name), the first where the address names none."""
    return _one("event", text("page.standing.event"), names, text("page.store.event"))


def award(names: Mapping[str, str]) -> str:
    """One of the event's awards (identifier -> name)."""
    return _one("award", text("page.standing.award"), names, text("page.store.award"))


def academy(names: Sequence[str], on_change: Callable[[], None]) -> str:
    """One of the academies of a standing, the first where the address names none."""
    label = text("page.standing.pick")
    return _one("academy", label, {name: name for name in names}, text("page.store.academy"), on_change)


def chosen_academy(names: Sequence[str]) -> str:
    """Which one `academy` will show, for what stands above it on the page."""
    _settle("academy", names)
    return str(st.session_state["academy"])


def choose_academy(name: str) -> None:
    """Chooses one from elsewhere on the page: to be called in a callback."""
    st.session_state["academy"] = name


def _one(key: str, label: str, names: Mapping[str, str], what: str, on_change: Callable[[], None] | None = None) -> str:
    _settle(key, list(names))
    shown = _apart(names)
    chosen = st.selectbox(label, list(names), format_func=shown.__getitem__, key=key, on_change=on_change or "rerun")
    if (strange := st.session_state.get(_strange(key))) is not None and chosen == next(iter(names)):
        # In nobody's markup: an address is whatever somebody typed.
        st.text(text("page.store.unknown_link", what=what, given=strange, shown=shown[chosen]))
    st.query_params[key] = chosen
    return chosen


def _settle(key: str, options: Sequence[str]) -> None:
    """Puts a valid choice into the session: its own, else the address's, else the first, keeping what was asked."""
    if st.session_state.get(key) in options:
        return
    wanted = None if key in st.session_state else st.query_params.get(key)
    st.session_state[key] = wanted if wanted in options else options[0]
    st.session_state[_strange(key)] = None if wanted in options else wanted


def _strange(key: str) -> str:
    return f"{key}-not-found"


def _apart(names: Mapping[str, str]) -> dict[str, str]:
    """Names, the identifier added where two are the same: Streamlit tells options apart by what they show."""
    same = list(names.values())
    return {key: name if same.count(name) == 1 else f"{name} ({key})" for key, name in names.items()}
