"""The choices above a page, kept in the address: `/?event=…&award=…&academy=…` opens what it names.

Streamlit's own binding writes the label people read into the address; here it is the identifier, which stays. Another
page begins with an empty address and without the widgets of the last: what was chosen is kept beside them. Embedded in
another site (`?embed=true`) a page has the choices of its address and nothing to choose them with.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import streamlit as st

_KEPT = "kept"


def embedded() -> bool:
    """Whether the page stands in another site, as its table alone."""
    return bool(st.context.is_embedded)


def beside(spec: int | Sequence[int]) -> Sequence[AbstractContextManager[Any]]:
    """Columns for choices; nowhere in a page that is embedded."""
    if embedded():
        return [nullcontext()] * (spec if isinstance(spec, int) else len(spec))
    return st.columns(spec, gap="medium")


def drawer(label: str, keys: Iterable[str], columns: int) -> Sequence[AbstractContextManager[Any]]:
    """Columns for choices that most people leave alone; open where the address makes one of them."""
    if embedded():
        return [nullcontext()] * columns
    return st.expander(label, expanded=any(map(asked, keys))).columns(columns, gap="medium")


def one(
    key: str,
    label: str,
    names: Mapping[str, str],
    unknown: Callable[[str, str], str],
    on_change: Callable[[], None] | None = None,
) -> str:
    """One of `names` (identifier -> as shown), the first where the address names none.

    `unknown` says of what an address asked for, and of what is shown instead, that the one is not there.
    """
    chosen = settle(key, list(names))
    shown = _apart(names)
    if not embedded():
        chosen = st.selectbox(
            label, list(names), format_func=shown.__getitem__, key=key, on_change=on_change or "rerun"
        )
        if chosen not in names:  # another run of this session, which Streamlit lets come to its end, wrote between
            st.rerun()
    if (strange := st.session_state.get(_strange(key))) is not None and chosen == next(iter(names)):
        # In nobody's markup: an address is whatever somebody typed.
        st.text(unknown(strange, shown[chosen]))
    keep(key, chosen)
    return chosen


def many(
    key: str, label: str, names: Mapping[str, str], most: int, unknown: Callable[[str], str], hint: str
) -> list[str]:
    """Up to `most` of them, in the address as one entry each; `unknown` says which of those it names are not there."""
    if key not in st.session_state:
        st.session_state[key] = st.query_params.get_all(key) or _kept().get(key, ())
    strange = [each for each in st.session_state[key] if each not in names]
    st.session_state[key] = [each for each in st.session_state[key] if each in names][:most]
    shown = _apart(names)
    chosen: list[str] = st.session_state[key]
    if not embedded():
        chosen = st.multiselect(
            label, list(names), format_func=shown.__getitem__, key=key, max_selections=most, placeholder=hint
        )
        if not names.keys() >= {*chosen}:
            st.rerun()
    if strange:
        st.text(unknown(", ".join(strange)))
    _kept()[key] = chosen
    st.query_params[key] = chosen
    return chosen


def words(key: str, label: str, hint: str) -> str:
    """What somebody typed; blank is no entry in the address."""
    if key not in st.session_state:
        st.session_state[key] = st.query_params.get(key, "") or _kept().get(key, "")
    typed: str = st.session_state[key]
    if not embedded():
        typed = st.text_input(label, key=key, placeholder=hint)
    keep(key, typed)
    return typed


def switch(key: str, label: str, hint: str) -> bool:
    """Whether somebody asked for more; in the address as `yes`."""
    if key not in st.session_state:
        st.session_state[key] = (st.query_params.get(key) or _kept().get(key)) == "yes"
    on: bool = st.session_state[key] if embedded() else st.toggle(label, key=key, help=hint)
    keep(key, "yes" if on else "")
    return on


def settle(key: str, options: Sequence[str], default: str | None = None) -> str:
    """Puts a valid choice into the session: its own, else the address's, else the last kept, else the default."""
    own: Any = st.session_state.get(key)
    if own in options:
        # Written again: a widget that moved to another page would lose it.
        st.session_state[key] = own
        return str(own)
    wanted: Any = None if key in st.session_state else st.query_params.get(key, _kept().get(key))
    first = default if default is not None and default in options else options[0]
    found: str = wanted if wanted in options else first
    st.session_state[key] = found
    st.session_state[_strange(key)] = None if wanted in options or key not in st.query_params else wanted
    return found


def keep(key: str, chosen: str) -> None:
    """Writes a choice into the address, and where another page finds it; blank is no entry."""
    _kept()[key] = chosen
    if chosen:
        st.query_params[key] = chosen
    elif key in st.query_params:
        del st.query_params[key]


def chosen(key: str, names: Sequence[str]) -> str:
    """Which one `one` will show, for what stands above it on the page."""
    return settle(key, names)


def asked(key: str) -> str | None:
    """What the session or the address names, whether or not it is there."""
    named = st.session_state.get(key) or st.query_params.get(key) or _kept().get(key)
    return None if named is None else str(named)


def choose(key: str, name: str) -> None:
    """Chooses one from elsewhere on the page: to be called in a callback."""
    st.session_state[key] = name


def _kept() -> dict[str, object]:
    kept: dict[str, object] = st.session_state.setdefault(_KEPT, {})
    return kept


def _strange(key: str) -> str:
    return f"{key}-not-found"


def _apart(names: Mapping[str, str]) -> dict[str, str]:
    """Names, the identifier added where two are the same: Streamlit tells options apart by what they show."""
    times = Counter(names.values())
    return {key: name if times[name] == 1 else f"{name} ({key})" for key, name in names.items()}
