"""The standing of one award as a PDF, with the extra tatame[pdf]: what a release prints of it, on its own."""

from __future__ import annotations

from collections.abc import Iterable
from ctypes.util import find_library
from datetime import datetime
from functools import cache
from importlib import util
from typing import TYPE_CHECKING

from analytics.versions import utc
from etl import schema
from publishing import content, pdf_process
from publishing.content import Order
from publishing.exports import pdf_file
from publishing.markup import joined, tag
from publishing.pages import frame, standings
from publishing.wording import DEFAULT, text

if TYPE_CHECKING:
    from analytics.store import Store

MIME = "application/pdf"


def possible(texts: Iterable[str] = ()) -> bool:
    """Whether a PDF of these texts can be made here: with what is installed, and no letter of them an empty box."""
    return _installed() and pdf_file.without_font(" ".join(texts)) is None


@cache
def _installed() -> bool:
    """Told without loading what makes it, where that is sure."""
    if util.find_spec("weasyprint") is None:
        return False
    return find_library("pango-1.0") is not None or pdf_file.missing() is None


def as_pdf(store: Store, event: str, award: str, lang: str = DEFAULT, as_of: str = "") -> bytes:
    """Names as in everything published; `as_of` blank = the newest version."""
    time = utc(datetime.fromisoformat(as_of)) if as_of else None
    found = content.gather(store, Order(events=(event,), awards=(award,), languages=(lang,), as_of=time))
    (of,) = found.events
    body = joined([standings.heading(of, lang), *(standings.award(of, one, lang) for one in of.standings)])
    said = [text("release.made_by", lang, version=schema.program_version())]
    if found.cut_off is not None:
        said.append(text("release.cut_off", lang, time=frame.clock(found.cut_off, lang)))
    title = f"{of.standings[0]['award_name']} · {of.facts['name']}"
    return pdf_process.printed(frame.document(lang, title, body, tag("footer", tag("p", " ".join(said)))))
