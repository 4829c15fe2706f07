"""The ordinary mass in SQL and the same categories through `analytics.brackets`: one answer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analytics import placements, relations, scope
from tests.analytics import hall
from tests.analytics.brackets.test_cases import CASES
from tests.analytics.brackets.tree import trees
from tests.analytics.hall import Bracket, Event, Row, rows_of
from tests.sizes import drawn

pytestmark = pytest.mark.long

_ANSWERS = {
    "place": "category_id, place, athlete, academy, academy_key, rule, source, note",
    "category_result": "category_id, state, source, rule, reason, registered, counted, contested",
}
_STATUSES = ["no_show", "withdrawn", "weigh_in", "uniform", "technical", "disciplinary", "doping"]


def answers(con: duckdb.DuckDBPyConnection) -> dict[str, list[tuple[Any, ...]]]:
    return {
        table: con.execute(f"select {columns} from {table} order by all").fetchall()
        for table, columns in _ANSWERS.items()
    }


def both(*events: Event) -> None:
    con = hall.store(*events)
    in_sql = answers(con)
    relations.build(con, list(range(1, len(events) + 1)), all_in_python=True)
    assert in_sql == answers(con)


@st.composite
def categories(draw: st.DrawFn) -> Bracket:
    """An ordinary bracket, then perhaps: no rounds, absences, a status, unlisted athletes."""
    tree = draw(trees(most=12))
    rows = [Row(f"{b.red}@X", f"{b.blue}@Y", b.winner, b.round, b.decision, bout=b.number) for b in tree.bouts]
    if draw(st.booleans()):
        rows = [replace(row, round=None) for row in rows]
    for n in draw(st.lists(st.integers(0, len(rows) - 1), max_size=2)):
        rows[n] = _changed(draw, rows[n])
    entries = None
    if draw(st.booleans()):
        keys = sorted({key for b in tree.bouts for key in b.athletes})
        entries = {f"{key}@Z": "registered" for key in keys}
        for key in draw(st.lists(st.sampled_from([*keys, "late"]), max_size=2)):
            entries[f"{key}@Z"] = draw(st.sampled_from(_STATUSES))
    return Bracket(tuple(rows), entries)


def _changed(draw: st.DrawFn, row: Row) -> Row:
    loser = "blue_dq" if row.winner == "red" else "red_dq"
    changes: list[dict[str, Any]] = [
        {"decision": "walkover"},
        {
            "decision": "walkover",
            loser: draw(st.sampled_from(["no_show", "weigh_in", "uniform", "technical", "disciplinary"])),
        },
        {"decision": "disqualification", loser: draw(st.sampled_from(["technical", "disciplinary", None]))},
        {"decision": "disqualification", "winner": None, "red_dq": "technical", "blue_dq": "technical"},
        {"decision": "stoppage", "winner": None},
        {"decision": draw(st.sampled_from([None, "draw", "close_out"]))},
    ]
    return replace(row, **draw(st.sampled_from(changes)))


@settings(max_examples=drawn(2, 8))
@given(st.lists(categories(), min_size=30, max_size=30))
def test_sql_and_python_agree(brackets: list[Bracket]) -> None:
    both(
        Event(tuple(replace(b, parts=("male", "adult", "blue", f"-{n} kg")) for n, b in enumerate(brackets, start=40)))
    )


def test_sql_and_python_agree_on_every_case_of_section_m() -> None:
    brackets = [
        Bracket(rows_of(text), parts=("male", "adult", "blue", f"-{n} kg")) for n, (_, text, _) in enumerate(CASES)
    ]
    blank = [replace(b, bouts=tuple(replace(row, round=None) for row in b.bouts)) for b in brackets]
    # an event each: a disciplinary case must not reach the next category (M18)
    events = [Event((b,), event_id=f"event-{n}") for n, b in enumerate([*brackets, *blank])]
    both(*events)


@settings(max_examples=drawn(2, 5))
@given(st.lists(trees(), min_size=10, max_size=10), st.booleans())
def test_no_ordinary_bracket_goes_through_python(found: list[Any], named: bool) -> None:
    """M1, M3, M4 of any size, rounds named or not: none is left for the one-by-one reading."""
    brackets = [
        Bracket(
            tuple(
                Row(b.red, b.blue, b.winner, b.round if named else None, b.decision, bout=b.number) for b in tree.bouts
            ),
            parts=("male", "adult", "blue", f"-{n} kg"),
        )
        for n, tree in enumerate(found)
    ]
    con = hall.store(Event(tuple(brackets)))
    scope.create(con, [1])
    for name in relations.order():
        if name == "rare_outcome":
            break
        con.execute(f"create or replace temp table {name} as {relations.texts()[name]}")
    assert con.execute("select count(*) from rare_category").fetchall() == [(0,)]
    placements.fill(con)
    for n, tree in enumerate(found, start=1001):
        got = con.execute("select place, athlete from main.place where category_id = ? order by all", [n]).fetchall()
        assert " ".join(f"{place}{athlete}" for place, athlete in got) == tree.podium
