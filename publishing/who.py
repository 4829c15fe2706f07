"""Who is who, as plain answers: what people decided about academies and athletes, and what may be merged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analytics import academy_matches, athlete_matches, ledger
from publishing.rows import Rows
from publishing.shapes import Answer, parts, records

if TYPE_CHECKING:
    from analytics.store import Store


def academies(store: Store, *, undone: bool = False) -> Answer:
    """The ledger's rows in force (those undone too where asked), and the academies of the store with their names."""
    with store.cursor() as cur:
        rows = records(ledger.rows(cur, undone=undone))
        known = records(ledger.academies(cur))
    for row in rows:
        for name in ("valid_from", "valid_to"):  # pandas knows no days, only moments
            row[name] = None if row[name] is None else row[name][:10]
    return {"ledger": rows, "academies": known}


def ledger_rows(answer: Answer) -> Rows:
    """One row per row of the ledger."""
    columns = (
        "number status alias academy association valid_from valid_to note recorded_by recorded_at undone_by undone_at "
        "undone_reason"
    )
    return Rows(tuple(columns.split()), answer["ledger"])


def suggestions(store: Store, least: float) -> Answer:
    """Pairs that may be one academy, with the points each merge would move, the most points first."""
    with store.cursor() as cur:
        found = academy_matches.suggestions(cur, least)
    return {
        "least": least,
        "suggestions": [
            {
                **parts(each, "alias", "academy", "score", "why", "points"),
                "times": {"alias": each.times[0], "academy": each.times[1]},
                "moves": [parts(move, "event", "award", "points") for move in each.moves],
            }
            for each in found
        ],
    }


def suggestion_rows(answer: Answer) -> Rows:
    """One row per pair and award in which points would move; one with these empty where none would."""
    rows = [
        {**each, "all_points": each["points"], "points": None, **move}
        for each in answer["suggestions"]
        for move in each["moves"] or [{}]
    ]
    return Rows(("alias", "academy", "score", "why", "all_points", "event", "award", "points"), rows)


def athletes(store: Store) -> Answer:
    """What was decided about athletes over events, and is in force."""
    with store.cursor() as cur:
        return {"decisions": records(ledger.athletes(cur))}


def athlete_rows(answer: Answer) -> Rows:
    """One row per decision."""
    return Rows(("number", "status", "alias", "person", "recorded_by", "recorded_at"), answer["decisions"])


def athlete_suggestions(store: Store, least: float) -> Answer:
    """Pairs that may be one person, the most alike first; for whoever keeps the store, not for publication."""
    with store.cursor() as cur:
        found = athlete_matches.suggestions(cur, least)
    return {
        "least": least,
        "suggestions": [
            {
                "alias": each.alias.label,
                "alias_person": each.alias.person,
                "athlete": each.person.label,
                "person": each.person.person,
                **parts(each, "score", "why"),
            }
            for each in found
        ],
    }


def athlete_suggestion_rows(answer: Answer) -> Rows:
    """One row per pair."""
    return Rows(("alias", "alias_person", "athlete", "person", "score", "why"), answer["suggestions"])


def opted_out(store: Store, *, undone: bool = False) -> Answer:
    """Who is not to be named in anything published; with `undone` those taken off the list again too."""
    with store.cursor() as cur:
        return {"opted_out": records(ledger.opted_out(cur, undone=undone))}


def opted_out_rows(answer: Answer) -> Rows:
    """One row per row of the list."""
    columns = "number athlete academy recorded_by recorded_at undone_by undone_at"
    return Rows(tuple(columns.split()), answer["opted_out"])
