"""The columns of the bundle's tables (contract 1): how each is read, and what becomes of a row where it cannot be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from etl import athletes, method_text, readings
from etl.readings import Reader

CATEGORY = ("gender", "age_division", "belt", "weight_class")


@dataclass(frozen=True)
class Kind:
    """How a cell is read: its SQL type, and which texts SQL may cast by itself (columns of a million texts)."""

    read: Reader
    sql_type: str = "VARCHAR"
    plain: str | None = None


@dataclass(frozen=True)
class Column:
    """`rejects`: an unreadable cell changes the result, so the row is refused. `needed`: so does an empty one."""

    name: str
    kind: str
    rejects: bool = False
    needed: bool = False
    required: bool = False


# Letters that NFC leaves alone: Latin with its accents, kana, Han, Hangul. Not Â and Ã, with which damaged text begins.
_LETTER = "A-Za-z0-9ÀÁÄ-ÖØ-öø-ɏぁ-ゖァ-ヺー一-鿿가-힣"
# Signs but `&`, which begins what copies of web pages leave (`&nbsp;`).
_SIGN = r"!-%\x27-~"
PLAIN_NAME = f"[{_LETTER}][{_LETTER}{_SIGN}]*( [{_LETTER}{_SIGN}]+)*"
# Of these the names that SQL folds by itself too: one look at a name serves both.
_ACCENTS = athletes.ACCENTS.replace("Â", "").replace("Ã", "")
_WORD = f"[A-Za-z0-9{_ACCENTS}]"
SIMPLE_NAME = f"[A-Za-z][{_SIGN}]*( [{_SIGN}]+)*|[A-Za-z{_ACCENTS}]{_WORD}*( {_WORD}+)*"

KINDS: Mapping[str, Kind] = {
    "athlete": Kind(readings.name, plain=SIMPLE_NAME),
    "academy": Kind(readings.academy),
    "free": Kind(readings.free, plain="[!-~]+( [!-~]+)*"),
    "exact": Kind(readings.exact, plain=".+"),
    "whole": Kind(readings.whole, "INTEGER"),
    "order": Kind(readings.whole, "INTEGER", plain="[0-9]{1,9}"),
    "year": Kind(readings.year, "INTEGER"),
    "seconds": Kind(readings.seconds, "INTEGER"),
    "clock": Kind(readings.clock, "DOUBLE", plain="[0-9]{1,7}([.][0-9]{1,6})?"),
    "moment": Kind(readings.moment, "TIMESTAMP"),
    "yes_no": Kind(readings.yes_no, "BOOLEAN"),
    "place": Kind(readings.place, "INTEGER"),
    "side": Kind(readings.word("side", "unknown_side")),
    "decision": Kind(readings.word("decision", "unknown_decision")),
    "disqualification": Kind(readings.word("disqualification", "unknown_disqualification")),
    "status": Kind(readings.word("entry_status", "unknown_status")),
    "round": Kind(readings.word("round", "unknown_round")),
    "technique": Kind(method_text.technique),
    "action": Kind(readings.word("action", "unknown_action")),
}

_ATHLETE = (
    Column("athlete", "athlete", rejects=True, needed=True, required=True),
    Column("academy", "academy", required=True),
    Column("athlete_id", "free"),
)
_ENTRY = (
    *_ATHLETE,
    Column("birth_year", "year"),
    Column("country", "free"),
    Column("status", "status", rejects=True),
)

TABLES: Mapping[str, tuple[Column, ...]] = {
    "entries": _ENTRY,
    "listed": _ENTRY,  # athletes that a results page lists without a place: no registration, no result
    "bouts": (
        Column("bout", "order"),
        Column("round", "round"),
        Column("red_athlete", "athlete", required=True),
        Column("red_academy", "academy", required=True),
        Column("red_athlete_id", "free"),
        Column("blue_athlete", "athlete", required=True),
        Column("blue_academy", "academy", required=True),
        Column("blue_athlete_id", "free"),
        Column("winner", "side", rejects=True, required=True),
        Column("decision", "decision", rejects=True),
        Column("technique", "technique"),
        Column("red_points", "whole"),
        Column("blue_points", "whole"),
        Column("red_advantages", "whole"),
        Column("blue_advantages", "whole"),
        Column("red_penalties", "whole"),
        Column("blue_penalties", "whole"),
        Column("elapsed", "seconds"),
        Column("red_dq", "disqualification", rejects=True),
        Column("blue_dq", "disqualification", rejects=True),
        Column("mat", "free"),
        Column("started_at", "moment"),
        Column("method_text", "free"),  # how the bout ended, in one text: read by etl.method_text
    ),
    "placements": (Column("place", "place", rejects=True, needed=True, required=True), *_ATHLETE),
    "categories": (Column("registered", "whole", rejects=True), Column("counts", "yes_no", rejects=True)),
    "events": (
        Column("bout", "order", rejects=True, needed=True, required=True),
        Column("at", "clock"),
        Column("side", "side", rejects=True, needed=True, required=True),
        Column("action", "action", rejects=True, needed=True, required=True),
    ),
    "official_standings": (
        Column("award", "free", needed=True, required=True),
        Column("rank", "whole"),
        Column("academy", "academy", rejects=True, needed=True, required=True),
        Column("points", "whole", required=True),
    ),
    "draws": (
        Column("award", "free", needed=True, required=True),
        Column("tie", "free", needed=True, required=True),
        Column("position", "whole", rejects=True, needed=True, required=True),
        Column("academy", "academy", rejects=True, needed=True, required=True),
        Column("seed", "exact", needed=True, required=True),
        Column("drawn_at", "free", needed=True, required=True),
        Column("recorded_by", "free", needed=True, required=True),
    ),
}

HAVE_CATEGORY = frozenset({"entries", "listed", "bouts", "placements", "categories"})
RESULTS = frozenset({"entries", "listed", "bouts", "placements"})  # an event needs one of them
BUNDLE = tuple(name for name in TABLES if name != "listed")
