"""A results page as saved from a browser: category headings over places, names, academies; team rankings."""

from __future__ import annotations

import hashlib
from pathlib import Path

from etl import bundle, encoding, html_pages
from etl.errors import UnusableInput
from etl.extract import EventOptions, Source
from etl.html_rows import Page

NAME = "result_page_html"
IN_MEMORY = True
USUAL_AWARDS = "ibjjf-championship"  # the team rankings of such pages are those of A9
_SUFFIXES = (".html", ".htm", ".xhtml")
_STARTS = (b"<!doctype html", b"<html", b"<?xml", b"<head", b"<body")


def recognises(path: Path) -> bool:
    """A web page by its name or its first letters."""
    if not path.is_file():
        return False
    with path.open("rb") as stream:
        start = stream.read(512).removeprefix(b"\xef\xbb\xbf").replace(b"\0", b"").lstrip().lower()
    return path.suffix.casefold() in _SUFFIXES or start.startswith(_STARTS)


def read(path: Path, options: EventOptions) -> list[Source]:
    """The one event of the page; it names none that can be relied on, so options or --event-file must."""
    content = path.read_bytes()
    text, chosen = html_pages.decoded(content, path.name, options.encoding)
    page = Page(path.name)
    html_pages.collect(page, text)
    digest = hashlib.sha256(content).hexdigest()
    tables = page.tables(digest)
    if not any(table.name == "placements" for table in tables):
        raise UnusableInput(f"{path.name}: no category with places is found on this page; save the page of the results")
    if chosen is not None:
        page.findings.extend(encoding.told(chosen, path.name))
    own = bundle.Described(findings=page.findings)
    usual = USUAL_AWARDS if page.has_lists else None
    return [bundle.source(path, NAME, own, tables, options, content=digest, usual_awards=usual)]
