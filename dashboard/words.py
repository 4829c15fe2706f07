"""The language of a session: asked for in the address, else the browser's own, else English; every text of a page."""

from __future__ import annotations

import streamlit as st

from dashboard import filters
from publishing import wording
from publishing.wording.catalogue import languages

KEY = "lang"


def settle() -> None:
    """Chooses the language before anything is written in one."""
    filters.settle(KEY, languages(), _of_browser(st.context.locale))


def chosen() -> str:
    """The catalogue of this session."""
    return str(st.session_state.get(KEY, wording.DEFAULT))


def text(key: str, **values: object) -> str:
    """The words of a key in the session's language."""
    return wording.text(key, chosen(), **values)


def heading(key: str) -> None:
    """The heading of a page, which stands alone in no other site."""
    if not filters.embedded():
        st.header(text(key), anchor=False)


def picker() -> None:
    """Each language under its own name."""
    names = {lang: wording.text("release.language", lang) for lang in languages()}
    st.selectbox(text("page.language"), list(names), format_func=names.__getitem__, key=KEY)
    keep()


def keep() -> None:
    """Writes the language into the address, where a shared link finds it."""
    filters.keep(KEY, chosen())


def _of_browser(locale: str | None) -> str:
    """`pt-BR` reads the Portuguese catalogue; one nobody wrote the default."""
    asked = (locale or "").replace("_", "-").casefold()
    for lang in languages():
        if asked == lang.casefold():
            return lang
    spoken = asked.partition("-")[0]
    return next((lang for lang in languages() if lang.partition("-")[0].casefold() == spoken), wording.DEFAULT)
