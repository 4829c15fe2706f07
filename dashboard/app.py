"""`streamlit run dashboard/app.py -- --store FILE`, or `tatame dashboard`; one page per file of `views`."""

from __future__ import annotations

import gc

import streamlit as st

from dashboard import pagelist, theme, words


@st.cache_resource(show_spinner=False)
def _heap_frozen(address: str) -> bool:
    """Once per page, after it was drawn: what it imported never becomes garbage, and need not be looked through."""
    gc.collect()
    gc.freeze()
    return True


views = pagelist.views()
_heap_frozen("")
words.settle()
st.set_page_config(
    page_title=words.text("page.title"), page_icon=theme.ICON, layout="wide", initial_sidebar_state=theme.SIDEBAR
)
# Embedded in another site, a page is its tables alone.
embedded = st.context.is_embedded
chosen = st.navigation(
    [
        st.Page(view.page, title=words.text(view.TITLE), url_path=view.ADDRESS, default=number == 0)
        for number, view in enumerate(views)
    ],
    position="hidden" if embedded else "sidebar",
)
if not embedded:
    with st.sidebar:
        words.picker()
else:
    words.keep()
chosen.run()
_heap_frozen(chosen.url_path)
