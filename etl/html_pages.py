"""The headings and rows of a saved web page in the order in which they stand; scripts are nobody's results."""

from __future__ import annotations

import io
import re
from collections import Counter
from typing import Any

from etl import encoding
from etl.encoding import Encoding
from etl.errors import UnusableInput
from etl.html_rows import Page, is_place
from etl.readings import clean

_CHARSET = re.compile(rb"<meta[^>]{0,200}charset\s*=\s*[\"']?\s*([A-Za-z0-9_-]{1,30})", re.IGNORECASE)
_HEAD = 4096
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "caption", "summary", "legend", "dt", "strong", "b"})
_BLOCKS = frozenset({"div", "li", "p", "section", "article", "header", "span"})
_ROW = re.compile(r"position|posicao|coloca|place|rank|medal|順位", re.IGNORECASE)
_CELL = re.compile(r"name|nome|athlete|atleta|academ|team|equipe|club|points|pontos|" + _ROW.pattern, re.IGNORECASE)
_HEADING_CLASS = re.compile(r"categor|division|subtitle|title|heading", re.IGNORECASE)
_DROPPED = ["script", "style", "noscript", "template", "svg", "nav", "select"]


def decoded(content: bytes, file: str, wanted: str | None) -> tuple[str, Encoding | None]:
    """The page as text, and its encoding where it had to be chosen: no mark, no word of its own, no option told it."""
    said = _CHARSET.search(content[:_HEAD])
    if wanted is None and said is not None:
        try:
            return content.decode(encoding.named(said[1].decode("ascii"))), None
        except (UnicodeError, UnusableInput):
            pass  # a page saved again by another program keeps a word that is no longer true
    chosen = encoding.of_stream(io.BytesIO(content), file, wanted)
    return content.decode(chosen.name), chosen if chosen.chosen else None


def collect(page: Page, text: str) -> None:
    """Walk the page once and give `page` its headings and rows."""
    from selectolax.lexbor import LexborHTMLParser

    tree = LexborHTMLParser(text)
    tree.strip_tags(_DROPPED)
    counts: Counter[str] = Counter()
    taken: set[int] = set()
    for node in tree.root.traverse(include_text=False) if tree.root is not None else ():
        tag = str(node.tag)
        counts[tag] += 1
        if node.parent is not None and node.parent.mem_id in taken:
            taken.add(node.mem_id)  # within a row that is already read
            continue
        path = f"(//{tag})[{counts[tag]}]"
        if node.tag == "table":
            page.layout = {}
        elif node.tag == "tr" and not node.css("tr tr, table"):
            taken.add(node.mem_id)
            cells = [cell for cell in node.iter() if cell.tag in ("td", "th")]
            page.row(path, _cells(cells), all(cell.tag == "th" for cell in cells) and len(cells) > 1)
        elif node.tag in _HEADINGS or (node.tag in _BLOCKS and _HEADING_CLASS.search(_class(node))):
            page.begin(_text(node), (str(node.tag), _class(node)))
        elif node.tag in _BLOCKS and (parts := _parts(node)):
            taken.add(node.mem_id)
            page.row(path, parts, is_head=False)


def _cells(cells: list[Any]) -> list[str]:
    """The texts of a row; a cell that holds name and academy in elements of their own is two."""
    texts = [_text(cell) for cell in cells]
    if len(texts) == 2 and is_place(texts[0]):
        return [texts[0], *_split(cells[1])]
    return texts


def _split(cell: Any) -> list[str]:
    """Name and academy out of one cell, where markup parts them; the whole text where it does not."""
    lines = [clean(line) for line in cell.text(deep=True, separator="\n").split("\n")]
    return [line for line in lines if line][:3] or [""]


def _parts(node: Any) -> list[str]:
    """The cells of a row made of blocks, one with a place and one with a name beside it; empty for what is none."""
    own = [child for child in node.iter() if child.tag not in ("br", "img")]
    if not 1 < len(own) <= 6 or not any(_ROW.search(_class(child)) for child in own):
        return []
    if not all(_CELL.search(_class(child)) or not _text(child) for child in own):
        return []
    texts = [_text(child) for child in own if _text(child)]
    if len(texts) == 2:
        return [texts[0], *_split(next(child for child in reversed(own) if _text(child)))]
    return texts


def _class(node: Any) -> str:
    return str(node.attributes.get("class") or "")


def _text(node: Any) -> str:
    return clean(node.text(deep=True, separator=" "))
