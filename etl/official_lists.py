"""Which award a published list stands for: its id, its name, or one of the headings the rule set knows (A9)."""

from __future__ import annotations

import re

import duckdb

from etl.arriving import put, texts
from etl.findings import CODES
from rulebook import ruleset
from rulebook.text import normal


def stage(con: duckdb.DuckDBPyConnection) -> None:
    """Make TEMP list_award(list_name, award_id) of the lists published; warn of those that no award fits."""
    awards = con.execute("SELECT award_id, name FROM staged_award").fetchall()
    ids = {award_id for award_id, _ in awards}
    by_name = {normal(name): award_id for award_id, name in awards}
    found: dict[str, str] = {}
    for name in texts(con, "SELECT DISTINCT award FROM typed_official_standings ORDER BY 1"):
        known = name if name in ids else by_name.get(normal(name)) or ruleset.load(ruleset.DEFAULT).list_award(name)
        found[name] = known or slug(name)
    put(con, "list_award", "list_name VARCHAR, award_id VARCHAR", list(found.items()))
    con.execute(
        "INSERT INTO row_finding SELECT 'official_standings', min(t._row), 'warning', 'unknown_list', 'award', "
        "t.award, 'A9', ? FROM typed_official_standings AS t JOIN list_award AS l ON l.list_name = t.award "
        "WHERE l.award_id NOT IN (SELECT award_id FROM staged_award) GROUP BY t.award",
        [CODES["unknown_list"]],
    )


def slug(name: str) -> str:
    """A list's name as an award id."""
    return re.sub(r"[\W_]+", "-", normal(name)).strip("-") or "list"
