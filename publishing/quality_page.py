"""What the page of quality shows: what was loaded, findings by code and in full, what is known, likely doubles."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import pandas as pd

from etl.findings import CODES
from publishing import answers, coverage_answer, privacy, who
from publishing.wording import DEFAULT, text

if TYPE_CHECKING:
    from analytics.store import Store

LEAST = 0.9  # how alike two spellings are before somebody is asked
MOST = 1000
_LOADED = ("name", "source", "loaded_at", "version", "categories", "decided", "unresolved", "places")
_KNOWN = {
    "academy": "page.standing.academy",
    "method": "page.methods.method",
    "technique": "page.quality.technique",
    "time": "page.quality.time",
    "score": "page.quality.score",
}
_OF = {
    "entries": "page.quality.entries",
    "places": "page.quality.places",
    "sides of bouts": "page.quality.sides",
    "bouts fought": "page.quality.bouts",
    "submissions": "page.quality.submissions",
}
_SEVERITY = {"rejected": "page.quality.rejected", "warning": "page.quality.warning"}


def loaded(store: Store) -> pd.DataFrame:
    """One row per event: where it came from and when, and how much of it is decided; a file without its folders."""
    rows = [_loaded(row) for row in answers.events(store)["events"]]
    return pd.DataFrame(rows, columns=list(_LOADED))


def _loaded(row: Mapping[str, Any]) -> dict[str, Any]:
    shown = {name: row[name] for name in _LOADED}
    return {
        **shown,
        "source": PurePath(row["source"] or "").name,
        "loaded_at": str(row["loaded_at"])[:16].replace("T", " "),
    }


def counts(store: Store, event: str, lang: str = DEFAULT) -> pd.DataFrame:
    """One row per code and file, with what the code means; blank event = the whole store."""
    found = coverage_answer.finding_counts(store, event or None)["counts"]
    rows = [
        {
            "severity": text(_SEVERITY[row["severity"]], lang),
            "code": row["code"],
            "meaning": CODES.get(row["code"], ""),
            "rule": row["rule"] or "",
            "file": row["file"] or "",
            "count": row["count"],
        }
        for row in found
    ]
    return pd.DataFrame(rows, columns=["severity", "code", "meaning", "rule", "file", "count"])


def findings(store: Store, event: str, lang: str = DEFAULT) -> tuple[pd.DataFrame, int]:
    """The rejected rows, then the warnings, up to MOST of them, and how many there are; nobody hidden is named."""
    found = answers.findings(store, event or None, privacy.Level.PUBLISHED)
    rows = [
        {
            "severity": text(_SEVERITY[severity], lang),
            "code": row["code"],
            "file": row["file"] or "",
            "row": row["row"] if row["row"] is not None else row["at"] or "",
            "column": row["column"] or "",
            "value": row["value"] or "",
            "rule": row["rule"] or "",
            "reason": row["reason"],
        }
        for severity, name in (("rejected", "rejected"), ("warning", "warnings"))
        for row in found[name]
    ]
    frame = pd.DataFrame(rows[:MOST], columns=["severity", "code", "file", "row", "column", "value", "rule", "reason"])
    return frame.assign(row=frame["row"].astype(str)), len(rows)


def coverage(store: Store, event: str, lang: str = DEFAULT) -> pd.DataFrame:
    """One row per event and thing that may be known of it: how much is."""
    rows = [
        {
            "event": row["event"],
            "what": text(_KNOWN[row["what"]], lang),
            "of": text(_OF[row["of"]], lang),
            "known": row["known"],
            "total": row["total"],
            "share": row["share"],
        }
        for row in coverage_answer.coverage(store, event or None)["coverage"]
    ]
    return pd.DataFrame(rows, columns=["event", "what", "of", "known", "total", "share"])


def doubles(store: Store) -> pd.DataFrame:
    """Pairs of spellings that may be one academy and nobody has decided yet; `points` = what a merge would move."""
    found = who.suggestions(store, LEAST)["suggestions"]
    names = ["alias", "academy", "score", "points"]
    return pd.DataFrame([{name: row[name] for name in names} for row in found], columns=names)
