"""One cell's text -> its value, or the code of what is wrong with it. Blank is no value and nothing wrong."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import NamedTuple

from etl import athletes
from rulebook import spelling

LARGEST = 2_147_483_647
LOST = "\N{REPLACEMENT CHARACTER}"
# Control characters (cp1252 read as latin-1 leaves them) and those that turn the direction of writing.
_NO_CHARACTER = re.compile(r"[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_ENTITY = re.compile(r"&(?:nbsp|#160|#xa0);", re.IGNORECASE)  # what copies of web pages leave
# UTF-8 that was read as Windows-1252, as `JoÃ£o`: a capital with accent that no language here puts before such a sign.
_MOJIBAKE = re.compile(r"[ÃÂ][\x80-\xbf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u2122]")
_BLANKS = re.compile(r"[\s\u200b\ufeff\u2060]+")
_MINUS = "-\N{MINUS SIGN}\N{EN DASH}\N{FULLWIDTH HYPHEN-MINUS}"
# A place as `4º`, `5th`, `1er`, `#2`, `7.` or 第4位, signs folded.
_ORDINAL = re.compile(
    r"(?:#|第|no\.?)? ?0*(\d{1,4}) ?(?:st|nd|rd|th|o|a|er|ro|do|to|°|位|名)?\.?(?: (?:place|lugar|posto))?"
)
_YES_NO = {"true": ("yes", "true", "y", "1"), "false": ("no", "false", "n", "0")}
_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(?:Z|[+-]\d\d:?\d\d)?")


class Reading(NamedTuple):
    """What a text says: a value (as text that SQL can cast) or None, and the code of a finding if there is one."""

    value: str | None
    code: str | None = None


Reader = Callable[[str], Reading]


def clean(text: str) -> str:
    """NFC, trimmed, every run of blanks (no-break and full-width ones too) one space; control characters U+FFFD."""
    written = _ENTITY.sub(" ", text) if "&" in text else text
    return _BLANKS.sub(" ", _NO_CHARACTER.sub(LOST, unicodedata.normalize("NFC", written))).strip()


def name(text: str, nothing: str = "athlete_not_known") -> Reading:
    """A name as written; `----`, `????` and the like say that nobody knows it."""
    written = clean(text)
    if not athletes.normal(written):
        return Reading(None, nothing if written else None)
    return Reading(written, "damaged_text" if LOST in written or _MOJIBAKE.search(written) else None)


def academy(text: str) -> Reading:
    """As `name`, of an academy."""
    return name(text, "academy_not_known")


def free(text: str) -> Reading:
    """Any text: mat, country, identifier."""
    written = clean(text)
    return Reading(written or None, "damaged_text" if LOST in written else None)


def exact(text: str) -> Reading:
    """Any text, to the last blank: the seed of a draw."""
    return Reading(text or None)


def whole(text: str) -> Reading:
    """A whole number of 0 or more; `3.0` and `3,00` are 3; neither `1,000` nor -1 is a number of anything here."""
    written = unicodedata.normalize("NFKC", clean(text))
    found = re.fullmatch(r"([-\N{MINUS SIGN}]?)\+?0*(\d{1,10})(?:[.,]0{1,2})?", written)
    if not written:
        return Reading(None)
    if found is None or int(found[2]) > LARGEST:
        return Reading(None, "not_a_number")
    if found[1] and int(found[2]):
        return Reading(None, "negative_number")
    return Reading(str(int(found[2])))


def year(text: str) -> Reading:
    """A year of birth, 1900 to 2100."""
    read = whole(text)
    if read.value is not None and 1900 <= int(read.value) <= 2100:
        return read
    return Reading(None, "bad_birth_year" if clean(text) else None)


def seconds(text: str) -> Reading:
    """A time fought: seconds, or m:ss."""
    written = unicodedata.normalize("NFKC", clean(text))
    found = re.fullmatch(r"(\d{1,6}):([0-5]\d)", written)
    if found:
        return Reading(str(60 * int(found[1]) + int(found[2])))
    read = whole(written)
    return read if read.code is None or read.code == "negative_number" else Reading(None, "bad_time")


def clock(text: str) -> Reading:
    """Seconds from the start of a bout, decimals allowed, or m:ss."""
    written = unicodedata.normalize("NFKC", clean(text))
    if re.fullmatch(r"\d{1,7}(\.\d{1,6})?", written):
        return Reading(written)
    return seconds(written)


def moment(text: str) -> Reading:
    """A local date and time, ISO 8601; an offset is read over, the clock at the mat counts."""
    written = clean(text)
    found = _MOMENT.fullmatch(written)
    if found and _is_moment(found[1], found[2]):
        return Reading(f"{found[1]} {found[2]}")
    return Reading(None, "bad_start_time" if written else None)


def _is_moment(day: str, time: str) -> bool:
    from datetime import datetime

    try:
        datetime.fromisoformat(f"{day}T{time[:8]}")
    except ValueError:
        return False
    return True


def yes_no(text: str) -> Reading:
    """Yes or no, as true or false."""
    written = clean(text).casefold()
    value = next((value for value, words in _YES_NO.items() if written in words), None)
    return Reading(value, "unknown_yes_no" if written and value is None else None)


def place(text: str) -> Reading:
    """1, 2 or 3; a later place is read and refused (A2 counts three)."""
    written = clean(text)
    if written[:1] in _MINUS:  # folding a spelling lets hyphens go: -1 would be gold
        return Reading(None, "unknown_place" if written else None)
    value = spelling.read("place", written)
    if value is not None and str(value) in {"1", "2", "3"}:
        return Reading(str(value))
    ordinal = _ORDINAL.fullmatch(unicodedata.normalize("NFKC", written).casefold())
    number = ordinal[1] if ordinal else whole(written).value
    if number is not None and int(number) > 0:  # 1,0 or 1.00, as spreadsheets write whole numbers
        return Reading(str(int(number))) if int(number) <= 3 else Reading(None, "place_beyond_third")
    return Reading(None, "unknown_place")


def word(kind: str, code: str) -> Reader:
    """A reader of one vocabulary in its five languages."""

    def read(text: str) -> Reading:
        written = clean(text)
        if not written:
            return Reading(None)
        value = spelling.read(kind, written)
        return Reading(None, code) if value is None else Reading(str(value))

    return read
