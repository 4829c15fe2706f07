"""PDF, with the extra tatame[pdf]: an event's standings, medals and results as one printable document."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

from etl.errors import UserError
from publishing.markup import joined, tag
from publishing.pages import frame, results, seasons, standings

if TYPE_CHECKING:
    from publishing.content import Content

NAME = "pdf"
_EPOCH = "SOURCE_DATE_EPOCH"  # reproducible-builds.org/specs/source-date-epoch: seconds since 1970
_printing = threading.Lock()

# Scripts that need fonts of their own, and a language by which fontconfig finds one.
_SCRIPTS = {
    "Japanese": (re.compile("[\u3040-\u30ff]"), "ja"),
    "Chinese": (re.compile("[\u4e00-\u9fff]"), "zh-tw"),
    "Korean": (re.compile("[\uac00-\ud7af]"), "ko"),
}


def missing() -> str | None:
    """What a PDF needs that is not here, and how to get it."""
    try:
        import weasyprint  # noqa: F401
    except ImportError:
        return (
            "a PDF needs weasyprint, which is not installed: pip install 'tatame[pdf]', or leave pdf out of --formats"
        )
    except OSError as error:  # its libraries are not Python's
        return (
            f"a PDF needs Pango, which weasyprint cannot find ({str(error).splitlines()[0]}): "
            "apt install libpango-1.0-0 libpangoft2-1.0-0 fonts-noto-cjk (macOS: brew install pango)"
        )
    return None


def files(content: Content) -> Iterator[tuple[str, bytes]]:
    """One document per event and language, one more for podium sheets."""
    for lang in content.order.languages:
        for event in content.events:
            body = joined([standings.body(event, lang), tag("div", results.body(event, lang), class_="apart")])
            yield f"pdf/{event.slug}.{lang}.pdf", _printed(content, lang, event.facts["name"], body)
            if content.order.podium:
                page = results.podiums(event, content, lang)
                yield f"pdf/{event.slug}-podiums.{lang}.pdf", _printed(content, lang, page.title, page.body)
        for season in content.seasons:
            page = seasons.page(season, content, lang)
            yield f"pdf/{season.slug}.{lang}.pdf", _printed(content, lang, page.title, page.body)


def _printed(content: Content, lang: str, title: str, body: object) -> bytes:
    return printed(
        frame.document(lang, title, frame.masthead(content, lang), body, tag("footer", frame.footer(content, lang)))
    )


def printed(text: str) -> bytes:
    """An HTML document as PDF; no time and no chance in it: its identifier is that of the text it prints."""
    from weasyprint import HTML
    from weasyprint.urls import URLFetcher

    require_fonts(text)
    nowhere: Any = URLFetcher(allowed_protocols={"data"})
    with _no_time():
        written = HTML(string=text, url_fetcher=nowhere).write_pdf(
            pdf_identifier=hashlib.sha256(text.encode()).digest()[:16], pdf_tags=True
        )
    return bytes(written)


@contextmanager
def _no_time() -> Iterator[None]:
    """Fonts that fontTools writes (variable ones; all where HarfBuzz cannot cut them) say when, but for this variable.

    One prints at a time: the variable is the whole process's.
    """
    with _printing:
        before = os.environ.get(_EPOCH)
        os.environ[_EPOCH] = "0"
        try:
            yield
        finally:
            del os.environ[_EPOCH]
            if before is not None:
                os.environ[_EPOCH] = before


def require_fonts(text: str) -> None:
    """UserError where a script of the text would print as empty boxes; without fontconfig's program nobody can tell."""
    if script := without_font(text):
        raise UserError(
            f"there is no font for {script} names, which the PDF would show as empty boxes: "
            "apt install fonts-noto-cjk, or leave pdf out of --formats"
        )


def without_font(text: str) -> str | None:
    """The first script of the text that nothing here can print."""
    program = shutil.which("fc-list")
    if program is None:
        return None
    wanted = ((script, language) for script, (letters, language) in _SCRIPTS.items() if letters.search(text))
    return next((script for script, language in wanted if not _has_font(program, language)), None)


@cache
def _has_font(program: str, language: str) -> bool:
    found = subprocess.run([program, f":lang={language}", "family"], capture_output=True, text=True, check=False)  # noqa: S603
    return found.returncode != 0 or bool(found.stdout.strip())
