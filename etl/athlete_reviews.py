"""What people decide about athletes over events: one person, or two. Answers of a single event do not change."""

from __future__ import annotations

from pathlib import Path

from etl import versions
from etl.errors import UnknownName, UnusableInput
from etl.load import writing
from etl.versions import Clock, utc_now


def decide(store: Path, alias: str, person: str, by: str, *, two: bool = False, clock: Clock = utc_now) -> int:
    """Records that two keys are one person, or two; the number that undoes it."""
    _need_name(by)
    with writing(store) as con:
        rows = con.execute("SELECT alias_person, person, status FROM athlete_alias WHERE undone_at IS NULL").fetchall()
        merged = {one: other for one, other, status in rows if status == "accepted"}
        if any({one, other} == {alias, person} and (status == "rejected") == two for one, other, status in rows):
            raise UnusableInput("that is recorded already")
        if not two and alias in merged:
            raise UnusableInput(f"{alias} is {merged[alias]} already; undo that first")
        end = person
        while end in merged and not two:
            end = merged[end]
            if end == alias:
                raise UnusableInput(f"{person} is {alias} already, by a chain")
        at = clock()
        con.begin()
        con.execute(
            "UPDATE athlete_alias SET undone_at = ?, undone_by = ? WHERE undone_at IS NULL "
            "AND (alias_person, person) IN ((?, ?), (?, ?))",
            [at, by, alias, person, person, alias],
        )
        number = versions.following(con, "athlete_alias", "alias_id")
        con.execute(
            "INSERT INTO athlete_alias (alias_id, status, alias_person, person, recorded_by, recorded_at) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            [number, "rejected" if two else "accepted", alias, person, by, at],
        )
        con.commit()
    return number


def undo(store: Path, number: int, by: str, *, clock: Clock = utc_now) -> None:
    """Ends a decision: what it merged is apart again, what it kept apart is suggested again."""
    _need_name(by)
    with writing(store) as con:
        rows = con.execute("SELECT alias_id FROM athlete_alias WHERE undone_at IS NULL").fetchall()
        if (number,) not in rows:
            raise UnknownName("decision in force about athletes", str(number), [str(row[0]) for row in rows])
        con.execute("UPDATE athlete_alias SET undone_at = ?, undone_by = ? WHERE alias_id = ?", [clock(), by, number])


def _need_name(by: str) -> None:
    if not by.strip():
        raise UnusableInput("by is empty; say it: it is kept and shown with the decision")
