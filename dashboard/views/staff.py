"""Staff: whoever an OpenID provider signed in and the operator's list names; nobody else sees more than a button."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from dashboard import choices, signing_in, source, staff_forms
from dashboard.source import Events, Reader
from dashboard.staff_forms import Desk
from dashboard.words import text

ORDER = 900
TITLE = "page.staff.title"
ADDRESS = "staff"
LOAD = "load"


def offered() -> bool:
    """Only where the operator asked for it and configured who may."""
    return signing_in.file() is not None


def page() -> None:
    """Signing in, being turned away, or the desk; asked anew in every run, before anything is shown."""
    st.header(text(TITLE), anchor=False)
    secrets = signing_in.file()
    if secrets is None or st.context.is_embedded:
        st.error(text("page.staff.not_here"), icon=":material/lock:")
        return
    try:
        staff = signing_in.read(secrets)
    except signing_in.NotConfigured:
        st.error(text("page.staff.not_configured"), icon=":material/lock:")
        return
    user = signed_in()
    if user.get("is_logged_in") is not True:
        st.button(text("page.staff.sign_in"), on_click=st.login, icon=":material/login:")
        return
    name = staff.who(user)
    if name is None:
        st.error(text("page.staff.not_listed"), icon=":material/lock:")
        st.text(str(user.get("email") or ""))
    else:
        _desk(Desk(source.path(), name))
    st.button(text("page.staff.sign_out"), on_click=st.logout, icon=":material/logout:")


def signed_in() -> Mapping[str, Any]:
    """What the provider says of the session's user; empty where nobody signed in, or nobody can."""
    return dict(st.user)


def _desk(desk: Desk) -> None:
    st.text(text("page.staff.who", name=desk.by))
    staff_forms.told()
    forms = {LOAD: text("page.staff.upload"), **{name: text(key) for name, (key, _) in staff_forms.FORMS.items()}}
    form = choices.one_of("do", text("page.staff.do"), forms)
    if form == LOAD:
        staff_forms.load(desk)
        return

    def filled(reader: Reader, events: Events) -> None:
        staff_forms.FORMS[form][1](desk, reader, events)

    source.show(filled)
