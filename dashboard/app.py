"""`streamlit run dashboard/app.py -- --store FILE`, or `tatame dashboard`; one page per file of `views`."""

from __future__ import annotations

import gc

import streamlit as st

from dashboard import theme
from dashboard.views import standings
from publishing.wording import text


@st.cache_resource(show_spinner=False)
def _warm_heap_frozen() -> bool:
    """Once per process: Streamlit collects garbage after every run, and what is imported by now never becomes any."""
    gc.collect()
    gc.freeze()
    return True


_warm_heap_frozen()
st.set_page_config(page_title=text("page.standing.title"), page_icon=theme.ICON, layout="wide")
st.navigation([st.Page(standings.page, title=text("page.standing.title"), url_path="standings", default=True)]).run()
