"""The list of athletes who are not to be named in anything published: who is put on it, and taken off again."""

from __future__ import annotations

from pathlib import Path

from etl import academies, athletes, versions
from etl.errors import UnusableInput
from etl.load import writing
from etl.versions import Clock, utc_now


def add(store: Path, athlete: str, by: str, *, clock: Clock = utc_now) -> int:
    """Puts `NAME` or `NAME @ ACADEMY` on the list, seen in an event or not; gives the number that takes it off."""
    name, _, club = (part.strip() for part in athlete.partition(" @ "))
    if not athletes.normal(name):
        raise UnusableInput("the athlete's name is empty; write NAME, or NAME @ ACADEMY")
    _said(by)
    with writing(store) as con:
        con.begin()
        number = versions.following(con, "opt_out", "opt_out_id")
        con.execute(
            "INSERT INTO opt_out (opt_out_id, athlete, academy, academy_key, recorded_by, recorded_at) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            [number, name, club or None, academies.key(club) if club else None, by, clock()],
        )
        con.commit()
    return number


def undo(store: Path, number: int, by: str, *, clock: Clock = utc_now) -> None:
    """Takes a row off the list; it stays in the store with who did it and when."""
    _said(by)
    with writing(store) as con:
        found = con.execute("SELECT undone_at IS NULL FROM opt_out WHERE opt_out_id = ?", [number]).fetchone()
        if found is None:
            raise UnusableInput(f"the list has no number {number}; see tatame privacy list")
        if not found[0]:
            raise UnusableInput(f"number {number} is off the list already; see tatame privacy list --undone")
        con.begin()
        con.execute("UPDATE opt_out SET undone_by = ?, undone_at = ? WHERE opt_out_id = ?", [by, clock(), number])
        con.commit()


def _said(by: str) -> None:
    if not by.strip():
        raise UnusableInput("by is empty; say it: it is kept with the list")
