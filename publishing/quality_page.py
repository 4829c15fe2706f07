"""What the page of quality shows: what was loaded, findings by code and in full, what is known, likely doubles."""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import pandas as pd

from analytics import academy_matches, athlete_matches, queries
from publishing import answers, coverage_answer, privacy, read_once, shapes, who
from publishing.wording import DEFAULT, finding_sentences, rule_sentences, text

if TYPE_CHECKING:
    import duckdb

    from analytics.athlete_matches import Suggestion
    from analytics.store import Store
    from publishing.privacy import Shield
    from publishing.shapes import Answer

MOST = 1000
MOST_PEOPLE = 100_000  # entries and places, beyond which looking for doubles is no work for a page
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
_WHY = {
    "the same name": "page.quality.same_name",
    "name and year of birth": "page.quality.same_year",
    "one academy, nearly the same name": "page.quality.near_name",
}
_CONTRACT = "contract 1"
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
    rows = [
        {
            "severity": text(_SEVERITY[row["severity"]], lang),
            "code": row["code"],
            "meaning": finding_sentences.meaning(row["code"], lang),
            "rule": _rule(row["rule"], lang),
            "file": _file(row["file"], lang),
            "count": row["count"],
        }
        for row in _counted(store, event)
    ]
    return pd.DataFrame(rows, columns=["severity", "code", "meaning", "rule", "file", "count"])


@read_once.of_event
def _counted(store: Store, event: str) -> Sequence[Answer]:
    return coverage_answer.finding_counts(store, event or None)["counts"]  # type: ignore[no-any-return]


def codes(store: Store, event: str) -> list[str]:
    """Every code of a finding, those most often found first."""
    found: dict[str, int] = {}
    for row in _counted(store, event):
        found[row["code"]] = found.get(row["code"], 0) + row["count"]
    return sorted(found, key=lambda code: (-found[code], code))


def findings(store: Store, event: str, code: str = "", lang: str = DEFAULT) -> tuple[pd.DataFrame, int]:
    """The rejected rows, then the warnings, up to MOST of them, and how many there are; nobody hidden is named."""
    read, shield, n = _found(store, event, code)
    found = shield.answer(read, lang)
    rows = [
        _finding(row, severity, lang)
        for severity, name in (("rejected", "rejected"), ("warning", "warnings"))
        for row in found[name]
    ]
    columns = ["severity", "code", "file", "row", "column", "value", "rule", "reason"]
    return pd.DataFrame(rows, columns=columns), n


@read_once.of_event
def _found(store: Store, event: str, code: str) -> tuple[Answer, Shield, int]:
    """The first MOST with whomever they name, whom of them nobody may name, and how many there are."""
    with store.cursor() as cur:
        every = queries.findings(cur, event or None)
        kept = every[every["code"] == code] if code else every
        first = kept.sort_values("severity", kind="stable").head(MOST)
        events = {*first["event"]}
        of = [version for version in queries.current(cur) if version.event_id in events]
        found = shapes.findings(first)
        return found, privacy.shield_for(cur, of, found), len(kept)


def _finding(row: Mapping[str, Any], severity: str, lang: str) -> dict[str, Any]:
    """Row of the file, or path in the document: as text, since it may be either."""
    where = row["row"] if row["row"] is not None else row["at"] or ""
    return {
        "file": _file(row["file"], lang),
        "column": row["column"] or "",
        "value": row["value"] or "",
        "rule": _rule(row["rule"], lang),
        "severity": text(_SEVERITY[severity], lang),
        "code": row["code"],
        "row": str(where),
        "reason": finding_sentences.reason(row["code"], row["reason"], lang),
    }


def _rule(rule: str | None, lang: str) -> str:
    """The rules cited; `contract 1` is how the files are to be made, and no rule of the sport."""
    return text("page.quality.contract", lang) if rule == _CONTRACT else rule or ""


def _file(file: str | None, lang: str) -> str:
    """The file; `ruling` and `draw 3` are decisions recorded here."""
    kind, _, number = (file or "").partition(" ")
    match kind:
        case "ruling":
            return text("changes.kind.ruling", lang)
        case "draw" if number.isdigit():
            return f"{text('changes.kind.draw', lang)} {number}"
    return file or ""


def meaning(code: str, rules: Iterable[object], lang: str = DEFAULT) -> list[str]:
    """What a code means, and what the rules it cites say."""
    return [finding_sentences.meaning(code, lang), *rule_sentences.meanings(rules, lang)]


def coverage(store: Store, event: str, lang: str = DEFAULT) -> pd.DataFrame:
    """One row per event and thing that may be known of it: how much is."""
    named, found = _known(store, event)
    rows = [
        {
            "event": named.get(row["event"], row["event"]),
            "source": PurePath(row["source"] or "").name,
            "what": text(_KNOWN[row["what"]], lang),
            "of": text(_OF[row["of"]], lang),
            "known": row["known"],
            "total": row["total"],
            "share": row["share"],
        }
        for row in found
    ]
    return pd.DataFrame(rows, columns=["event", "source", "what", "of", "known", "total", "share"])


@read_once.of_event
def _known(store: Store, event: str) -> tuple[Mapping[str, str], Sequence[Answer]]:
    """Events with their names, and what is known of each."""
    with store.cursor() as cur:
        named = {one.event_id: one.name for one in queries.current(cur) if event in ("", one.event_id)}
    return named, coverage_answer.coverage(store, event or None)["coverage"]


def doubles(store: Store) -> pd.DataFrame:
    """Pairs of spellings that may be one academy and nobody has decided yet; `points` = what a merge would move.

    `score` from 0 to 1.
    """
    found = who.suggestions(store, academy_matches.LEAST)["suggestions"]
    names = ["alias", "academy", "score", "points"]
    return _alike([{name: row[name] for name in names} for row in found], names)


@dataclass(frozen=True)
class People:
    """Pairs that may be one athlete, as shown; `hidden`: pairs with somebody who is not; `many` = too many to ask."""

    rows: pd.DataFrame
    hidden: int
    many: int | None = None


@dataclass(frozen=True, eq=False)
class Pairs:
    """Pairs that may be one athlete, as found; `people` leaves out whoever is hidden by now. The rest as in People."""

    found: Sequence[Suggestion]
    hidden: int = 0
    many: int | None = None


def pairs(store: Store) -> Pairs:
    """Athletes who may be one person and nobody has decided yet, in no language; nobody hidden is among them."""
    with store.cursor() as cur:
        entered = athlete_matches.many(cur)
        if entered > MOST_PEOPLE:
            return Pairs((), many=entered)
        found = athlete_matches.suggestions(cur)
        shown = _named(cur, found)
    return Pairs(shown, len(found) - len(shown))


def people(store: Store, of: Pairs, lang: str = DEFAULT) -> People:
    """The pairs as shown. `of` may be older than the store: whom newer results or an opt-out hide is not named.

    Nor is anybody whom the store has no more: nobody could say whether he may be.
    """
    shown, gone = _still(store, weakref.ref(of))
    rows = [
        {
            "alias": pair.alias.label,
            "athlete": pair.person.label,
            "score": pair.score,
            "why": text(_WHY.get(pair.why, "page.quality.near_name"), lang),
        }
        for pair in shown[:MOST]
    ]
    return People(_alike(rows, ["alias", "athlete", "score", "why"]), of.hidden + gone, of.many)


@read_once.of_store
def _still(store: Store, of: weakref.ref[Pairs]) -> tuple[Sequence[Suggestion], int]:
    """Those of the pairs that may be shown by now, and how many of those still there may not."""
    pairs = of()
    assert pairs is not None  # noqa: S101 - whoever asks has them
    with store.cursor() as cur:
        found = athlete_matches.still(cur, pairs.found)
        shown = _named(cur, found)
    return shown, len(found) - len(shown)


def _named(cur: duckdb.DuckDBPyConnection, found: Sequence[Suggestion]) -> list[Suggestion]:
    names = [one.athlete for pair in found for one in (pair.alias, pair.person)]
    shield = privacy.shield_of(cur, queries.counted(cur), names)
    return [pair for pair in found if not (shield.hides(pair.alias.athlete) or shield.hides(pair.person.athlete))]


def _alike(rows: Sequence[Mapping[str, Any]], names: Sequence[str]) -> pd.DataFrame:
    """Likeness of 100 as a share."""
    frame = pd.DataFrame(rows, columns=list(names))
    return frame.assign(score=frame["score"].astype(float) / 100)
