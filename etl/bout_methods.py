"""Texts of how bouts ended, in their own column or where the decision belongs -> decision, board, technique, dq."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import duckdb

from etl import method_text
from etl.arriving import any_row, put, texts
from etl.findings import CODES
from etl.raw_rows import RawRows
from etl.readings import clean
from rulebook import spelling
from rulebook.vocabulary import Decision, Technique

_COLUMN = "method_text"
_RULES = {"score_contradiction": "D3", "score_undecided": "D3", "broken_score": "D3", "perhaps_close_out": "D2"}


def separate(con: duckdb.DuckDBPyConnection, raw: RawRows) -> RawRows:
    """Put every text of `decision` that is more than a word of D1 into raw_bouts.method_text, where that is empty.

    What nobody can read stays where it is, and is refused there.
    """
    if "decision" not in raw.columns:
        return raw
    written = texts(con, "SELECT DISTINCT decision FROM raw_bouts WHERE decision IS NOT NULL")
    words = set(Decision)
    moved = [t for t in written if t not in words and method_text.read(t).problem != "unknown_method"]
    if not moved:
        return raw
    put(con, "moved_decision", "text VARCHAR", [(text,) for text in moved])
    given = _COLUMN if _COLUMN in raw.columns else "NULL::VARCHAR"
    is_moved = f"({given} IS NULL AND decision IN (SELECT text FROM moved_decision))"
    others = ", ".join(f'"{name}"' for name in raw.columns if name not in ("decision", _COLUMN))
    con.execute("DROP VIEW IF EXISTS written_bouts; ALTER VIEW raw_bouts RENAME TO written_bouts")
    con.execute(
        f"CREATE OR REPLACE TEMP VIEW raw_bouts AS SELECT _row, _path, {others}, "
        f"CASE WHEN {is_moved} THEN NULL ELSE decision END AS decision, "
        f"CASE WHEN {is_moved} THEN decision ELSE {given} END AS {_COLUMN} FROM written_bouts"
    )
    return replace(raw, columns=tuple(dict.fromkeys((*raw.columns, _COLUMN))))


def stage(con: duckdb.DuckDBPyConnection, raw: RawRows, before: Sequence[str]) -> None:
    """Fill what typed_bouts does not know yet from its texts; cells of their own columns stand over the text.

    `before`: the columns the source has, which say under which heading a text stood.
    """
    if _COLUMN in raw.columns and any_row(con, f"SELECT 1 FROM typed_bouts WHERE {_COLUMN} IS NOT NULL"):
        method_text.stage(con, texts(con, f"SELECT DISTINCT {_COLUMN} FROM typed_bouts WHERE {_COLUMN} IS NOT NULL"))
        _report(con, _COLUMN if _COLUMN in before else "decision")
        con.execute(_FILL)
    if "technique" in raw.columns:
        _keep_technique(con)
    _byes(con)


_LEVEL = "(t.winner IS NULL AND m.winner_points = m.loser_points)"
_RED = f"CASE WHEN t.winner = 'red' OR {_LEVEL} THEN m.winner_points WHEN t.winner = 'blue' THEN m.loser_points END"
_BLUE = f"CASE WHEN t.winner = 'blue' OR {_LEVEL} THEN m.winner_points WHEN t.winner = 'red' THEN m.loser_points END"
_SAME = "coalesce(t.decision = m.decision, TRUE)"
_FILL = f"""
CREATE OR REPLACE TEMP TABLE typed_bouts AS
SELECT t.* REPLACE (
  coalesce(t.decision, m.decision) AS decision,
  coalesce(t.technique, m.technique) AS technique,
  coalesce(t.red_points, {_RED}) AS red_points,
  coalesce(t.blue_points, {_BLUE}) AS blue_points,
  coalesce(t.red_dq, CASE WHEN t.winner = 'blue' AND {_SAME} THEN m.dq END) AS red_dq,
  coalesce(t.blue_dq, CASE WHEN t.winner = 'red' AND {_SAME} THEN m.dq END) AS blue_dq
)
FROM typed_bouts AS t LEFT JOIN method_text AS m ON m.text = t.method_text
"""
# A problem is none where another cell says what the text leaves open.
_SETTLED = """CASE m.problem
  WHEN 'score_contradiction' THEN t.winner IS NULL
  WHEN 'score_undecided' THEN t.winner IS NULL OR t.decision IS NOT NULL
  WHEN 'broken_score' THEN coalesce(t.red_points, t.blue_points) IS NOT NULL
  WHEN 'unknown_technique' THEN t.technique IS NOT NULL
  WHEN 'winner_not_recorded' THEN t.winner IS NOT NULL
  WHEN 'several_methods' THEN t.technique IS NOT NULL AND coalesce(t.decision, m.decision) IS NOT NULL
  ELSE t.decision IS NOT NULL END"""
_OTHERWISE = f"t.decision <> m.decision OR t.red_points <> ({_RED}) OR t.blue_points <> ({_BLUE})"


def _report(con: duckdb.DuckDBPyConnection, column: str) -> None:
    """One warning per text that is doubtful or says otherwise than the cells beside it; the row is used."""
    joined = "FROM typed_bouts AS t JOIN method_text AS m ON m.text = t.method_text"
    put(
        con,
        "method_doubt",
        "code VARCHAR, rule VARCHAR, reason VARCHAR",
        [(c, _RULES.get(c, "D1"), CODES[c]) for c in _DOUBTS],
    )
    con.execute(
        f"INSERT INTO row_finding SELECT 'bouts', t._row, 'warning', m.problem, ?, t.method_text, d.rule, d.reason "
        f"{joined} JOIN method_doubt AS d ON d.code = m.problem WHERE NOT ({_SETTLED})",
        [column],
    )
    con.execute(
        f"INSERT INTO row_finding SELECT 'bouts', t._row, 'warning', 'method_disagrees', ?, t.method_text, 'D3', ? "
        f"{joined} WHERE {_OTHERWISE}",
        [column, CODES["method_disagrees"]],
    )


_DOUBTS = (
    "unknown_method", "several_methods", "unknown_technique", "other_decision", "broken_score", "score_undecided",
    "score_contradiction", "perhaps_close_out", "winner_not_recorded",
)  # fmt: skip


def _keep_technique(con: duckdb.DuckDBPyConnection) -> None:
    """Add to the texts kept the technique as written, where that is not its name in the vocabulary."""
    known = set(Technique)
    odd = [
        t for t in texts(con, "SELECT DISTINCT technique FROM raw_bouts WHERE technique IS NOT NULL") if t not in known
    ]
    if not odd:
        return
    put(con, "odd_technique", "text VARCHAR, cleaned VARCHAR", [(t, clean(t) or None) for t in odd])
    con.execute(
        "CREATE OR REPLACE TEMP TABLE typed_bouts AS SELECT t.* REPLACE ("
        "CASE WHEN o.cleaned IS NULL THEN t.method_text ELSE concat_ws(' / ', t.method_text, o.cleaned) END "
        "AS method_text) FROM typed_bouts AS t JOIN raw_bouts AS r ON r._row = t._row "
        "LEFT JOIN odd_technique AS o ON o.text = r.technique"
    )


def _byes(con: duckdb.DuckDBPyConnection) -> None:
    """`BYE` where an athlete belongs is nobody, and the other goes on; a bye that wins is refused later."""
    words = [word for spellings in spelling.spellings("decision")[Decision.BYE].values() for word in spellings]
    put(con, "bye_word", "word VARCHAR", [(one,) for one in sorted({f(w) for w in words for f in _CASES})])
    named = "{side}_athlete IN (SELECT word FROM bye_word)"
    red, blue = (named.format(side=side) for side in ("red", "blue"))
    con.execute(
        "UPDATE typed_bouts SET decision = coalesce(decision, 'bye'), "
        f"red_athlete = CASE WHEN NOT coalesce({red}, FALSE) THEN red_athlete END, "
        f"blue_athlete = CASE WHEN NOT coalesce({blue}, FALSE) THEN blue_athlete END WHERE {red} OR {blue}"
    )


_CASES = (str, str.upper, str.title, str.capitalize)
