"""In which encoding a text file is: of those that fit, the one whose headings and values the vocabulary recognises."""

from __future__ import annotations

import codecs
import io
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import IO

from etl.errors import UnusableInput, suggestion
from etl.findings import CODES, Finding
from rulebook import spelling

UTF8 = "utf-8-sig"
# In order of preference where the vocabulary recognises as much in several: UTF-8 fits hardly anything else.
CANDIDATES = (UTF8, "cp1252", "cp932", "cp950")
NAMES = {
    UTF8: "UTF-8",
    "utf-16": "UTF-16",
    "utf-16-le": "UTF-16 little-endian",
    "utf-16-be": "UTF-16 big-endian",
    "cp1252": "Windows-1252",
    "cp932": "Shift-JIS",
    "cp950": "Big5",
}
_WRITTEN = {
    "utf8": UTF8, "utf-8": UTF8, "utf16": "utf-16", "utf-16": "utf-16",
    "utf-16le": "utf-16-le", "utf-16be": "utf-16-be",
    "windows-1252": "cp1252", "latin-1": "cp1252", "latin1": "cp1252", "iso-8859-1": "cp1252", "cp1252": "cp1252",
    "shift-jis": "cp932", "shift_jis": "cp932", "sjis": "cp932", "cp932": "cp932", "windows-31j": "cp932",
    "big5": "cp950", "big-5": "cp950", "cp950": "cp950",
}  # fmt: skip
_BOMS = ((codecs.BOM_UTF8, UTF8), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_SAMPLE = 256 * 1024
_CHUNK = 1 << 20
_LINES = 200
_WIDE_NULS = 0.1
_KINDS = ("heading", "gender", "age_division", "belt", "weight_class", "place", "decision", "round")
_CELL = re.compile(r"[,;\t\n\r]")
_TAG = re.compile(r"<[^>]{0,500}>")
_EAST_ASIAN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uff66-\uff9f]")
_LATIN_BESIDE = re.compile(r"[A-Za-zÀ-ɏ][\u3400-\u9fff\uff66-\uff9f]|[\u3400-\u9fff\uff66-\uff9f][a-zà-ɏ]")


@dataclass(frozen=True)
class Encoding:
    """`name` is Python's; `chosen` = several fitted and the vocabulary decided, `why` says between which."""

    name: str
    chosen: bool = False
    why: str = ""

    @property
    def title(self) -> str:
        """The name people know."""
        return NAMES.get(self.name, self.name)


def named(text: str) -> str:
    """Python's name of an encoding as people write it (`--encoding`)."""
    found = _WRITTEN.get(text.strip().casefold().replace(" ", "-"))
    if found is None:
        raise UnusableInput(f"no encoding is called {text!r}.{suggestion(text, _WRITTEN)}")
    return found


def of_file(path: Path, wanted: str | None = None) -> Encoding:
    """The encoding of a file on disk; `wanted` is one that the user names."""
    with path.open("rb") as stream:
        return of_stream(stream, path.name, wanted)


def of_stream(stream: IO[bytes], file: str, wanted: str | None = None) -> Encoding:
    """The encoding of a stream that can be read again from its start, where it is left."""
    sample = stream.read(_SAMPLE)
    possible = (named(wanted),) if wanted else _possible(sample)
    fitting: list[str] = []
    for candidate in possible:
        if _fits(stream, candidate):
            fitting.append(candidate)
            if candidate == UTF8:  # hardly any other text is UTF-8 by accident
                break
    stream.seek(0)
    if not fitting and wanted:
        raise UnusableInput(f"{file}: it is not {NAMES[possible[0]]}; leave --encoding out, or name another")
    if not fitting:
        raise UnusableInput(f"{file}: neither UTF-8 nor any other encoding known here; save it as UTF-8")
    return Encoding(fitting[0]) if len(possible) == 1 or fitting[0] == UTF8 else _best(sample, fitting)


def told(chosen: Encoding, file: str) -> list[Finding]:
    """The finding of a choice between several encodings."""
    if not chosen.chosen:
        return []
    reason = f"{CODES['encoding_chosen']}: {chosen.title} ({chosen.why}); --encoding says otherwise"
    return [Finding("warning", "encoding_chosen", file, reason, value=chosen.title)]


def _possible(sample: bytes) -> tuple[str, ...]:
    for mark, candidate in _BOMS:
        if sample.startswith(mark):
            return (candidate,)
    wide = _wide(sample)
    return (wide,) if wide else CANDIDATES


def _wide(sample: bytes) -> str | None:
    """UTF-16 without a mark: delimiters and line ends leave zero bytes on one side of each pair."""
    if b"\0" not in sample or (len(sample) % 2 and len(sample) < _SAMPLE):
        return None
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    if max(even, odd) < _WIDE_NULS * len(sample) / 2 or min(even, odd) > max(even, odd) / 10:
        return None
    return "utf-16-be" if even > odd else "utf-16-le"


def _fits(stream: IO[bytes], candidate: str) -> bool:
    stream.seek(0)
    return _decodes(stream, candidate)


def _decodes(stream: IO[bytes], candidate: str) -> bool:
    """Whether every byte of the rest of the stream is text in this encoding."""
    decoder = codecs.getincrementaldecoder(candidate)(errors="strict")
    try:
        while chunk := stream.read(_CHUNK):
            decoder.decode(chunk)
        decoder.decode(b"", final=True)
    except UnicodeError:
        return False
    # Half a byte order mark is held back in silence, and is no text.
    return not decoder.getstate()[0]


def _best(sample: bytes, fitting: list[str]) -> Encoding:
    texts = {c: codecs.getincrementaldecoder(c)(errors="strict").decode(sample) for c in fitting}
    scores = {c: (recognised(text), -_strange(text)) for c, text in texts.items()}
    best = max(fitting, key=lambda c: (scores[c], -CANDIDATES.index(c)))
    words = ", ".join(f"{NAMES[c]} {scores[c][0]}" for c in sorted(fitting, key=lambda c: scores[c], reverse=True))
    return Encoding(best, True, f"headings and values recognised: {words}")


def recognised(text: str) -> int:
    """How many different cells with letters beyond ASCII some vocabulary reads."""
    return sum(_known(cell) for cell in _cells(text) if not cell.isascii())


@lru_cache(maxsize=4096)
def _known(cell: str) -> bool:
    if any(spelling.read(kind, cell) is not None for kind in _KINDS):
        return True
    found = spelling.read_category(cell)
    return sum(part != "unknown" for part in (found.gender, found.age_division, found.belt, found.weight_class)) > 1


def _cells(text: str) -> Iterable[str]:
    """The different cells of the first lines, tags of a web page apart."""
    lines = _TAG.sub("\n", text).split("\n")
    return dict.fromkeys(
        cell for line in _first(lines) for raw in _CELL.split(line) if 0 < len(cell := raw.strip(' "\r')) <= 60
    )


def _first(lines: list[str]) -> Iterator[str]:
    """The first lines that are not plain ASCII, for only they tell encodings apart."""
    telling = (line for line in lines if not line.isascii())
    for _, line in zip(range(_LINES), telling, strict=False):
        yield line


def _strange(text: str) -> int:
    """How often letters stand together that no language here puts together, or that are none."""
    odd = len(_LATIN_BESIDE.findall(text))
    if _EAST_ASIAN.search(text):  # half-width kana and rare signs are what Western letters look like there
        odd += len(re.findall(r"[\uff61-\uff9f]", text))
    return odd + sum(unicodedata.category(char) in {"Cc", "Co", "Cn"} and char not in "\t\r\n" for char in text)


def reader(stream: IO[bytes], encoding: str) -> io.TextIOWrapper:
    """The stream as text; detach it, the stream is its opener's to close."""
    return io.TextIOWrapper(stream, encoding=encoding, newline="")  # type: ignore[type-var, unused-ignore]
