"""Texts of how bouts ended, in their own column or where the decision belongs -> decision, board, technique, dq."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import duckdb

from etl import method_text, readings
from etl.arriving import any_row, put, texts
from etl.cells import Read
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


def stage(con: duckdb.DuckDBPyConnection, raw: RawRows, before: Sequence[str], read: Read) -> None:
    """Fill in view read_bouts from its texts what no cell says; the cells of their own columns stand over the text.

    `before`: the columns the source has, which say under which heading a text stood.
    """
    says, joins = _of_texts(con, raw, _COLUMN if _COLUMN in before else "decision")
    if "technique" in raw.columns and _is_odd_technique(con):
        says[_COLUMN] = (
            f"CASE WHEN o.cleaned IS NULL THEN t.{_COLUMN} ELSE concat_ws(' / ', t.{_COLUMN}, o.cleaned) END"
        )
        joins.append("LEFT JOIN odd_technique AS o ON o.text = t._technique")
    if _is_bye(con, raw, read):
        bye = {f"{side}_athlete": f"coalesce(t.{side}_athlete IN (FROM bye_word), FALSE)" for side in ("red", "blue")}
        said = says.get("decision", "t.decision")
        says["decision"] = f"coalesce({said}, CASE WHEN {' OR '.join(bye.values())} THEN '{Decision.BYE}' END)"
        says |= {name: f"CASE WHEN NOT {is_bye} THEN t.{name} END" for name, is_bye in bye.items()}
    hidden = " EXCLUDE (_technique)" if "technique" in raw.columns else ""
    replaced = ", ".join(f"{sql} AS {name}" for name, sql in says.items())
    con.execute("DROP VIEW IF EXISTS cell_bouts; ALTER VIEW read_bouts RENAME TO cell_bouts")
    con.execute(
        f"CREATE OR REPLACE TEMP VIEW read_bouts AS SELECT t.*{hidden}{f' REPLACE ({replaced})' if says else ''} "
        f"FROM cell_bouts AS t {' '.join(joins)}"
    )


def _of_texts(con: duckdb.DuckDBPyConnection, raw: RawRows, column: str) -> tuple[dict[str, str], list[str]]:
    """What the texts say of other columns, in SQL, and the join that gives it; nothing where there are none."""
    if _COLUMN not in raw.columns:
        return {}, []
    written = texts(con, f"SELECT DISTINCT {_COLUMN} FROM raw_bouts WHERE {_COLUMN} IS NOT NULL")
    said = {value for text in written if (value := readings.free(text).value)}
    if not said:
        return {}, []
    method_text.stage(con, sorted(said))
    _report(con, raw, column)
    return dict(_FILL), ["LEFT JOIN method_text AS m ON m.text = t.method_text"]


_LEVEL = "(t.winner IS NULL AND m.winner_points = m.loser_points)"
_RED = f"CASE WHEN t.winner = 'red' OR {_LEVEL} THEN m.winner_points WHEN t.winner = 'blue' THEN m.loser_points END"
_BLUE = f"CASE WHEN t.winner = 'blue' OR {_LEVEL} THEN m.winner_points WHEN t.winner = 'red' THEN m.loser_points END"
_SAME = "coalesce(t.decision = m.decision, TRUE)"
_FILL = {
    "decision": "coalesce(t.decision, m.decision)",
    "technique": "coalesce(t.technique, m.technique)",
    "red_points": f"coalesce(t.red_points, {_RED})",
    "blue_points": f"coalesce(t.blue_points, {_BLUE})",
    "red_dq": f"coalesce(t.red_dq, CASE WHEN t.winner = 'blue' AND {_SAME} THEN m.dq END)",
    "blue_dq": f"coalesce(t.blue_dq, CASE WHEN t.winner = 'red' AND {_SAME} THEN m.dq END)",
}
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


def _report(con: duckdb.DuckDBPyConnection, raw: RawRows, column: str) -> None:
    """One warning per text that is doubtful or says otherwise than the cells beside it; the row is used."""
    joined = "FROM read_bouts AS t JOIN method_text AS m ON m.text = t.method_text"
    if any_row(con, "SELECT 1 FROM method_text WHERE problem IS NOT NULL"):
        doubts = [(code, _RULES.get(code, "D1"), CODES[code]) for code in _DOUBTS]
        put(con, "method_doubt", "code VARCHAR, rule VARCHAR, reason VARCHAR", doubts)
        con.execute(
            f"INSERT INTO row_finding SELECT 'bouts', t._row, 'warning', m.problem, ?, t.method_text, d.rule, d.reason "
            f"{joined} JOIN method_doubt AS d ON d.code = m.problem WHERE NOT ({_SETTLED})",
            [column],
        )
    if {"decision", "red_points", "blue_points"} & set(raw.columns):
        con.execute(
            f"INSERT INTO row_finding SELECT 'bouts', t._row, 'warning', 'method_disagrees', ?, t.method_text, 'D3', ? "
            f"{joined} WHERE {_OTHERWISE}",
            [column, CODES["method_disagrees"]],
        )


_DOUBTS = (
    "unknown_method", "several_methods", "unknown_technique", "other_decision", "broken_score", "score_undecided",
    "score_contradiction", "perhaps_close_out", "winner_not_recorded",
)  # fmt: skip


def _is_odd_technique(con: duckdb.DuckDBPyConnection) -> bool:
    """Make TEMP odd_technique of those written otherwise than in the vocabulary: the text is kept; whether any is."""
    known = set(Technique)
    written = texts(con, "SELECT DISTINCT technique FROM raw_bouts WHERE technique IS NOT NULL")
    odd = [(text, clean(text) or None) for text in written if text not in known]
    put(con, "odd_technique", "text VARCHAR, cleaned VARCHAR", odd)
    return bool(odd)


def _is_bye(con: duckdb.DuckDBPyConnection, raw: RawRows, read: Read) -> bool:
    """Whether `BYE` stands where an athlete belongs: nobody, and the other goes on; one that wins is refused later."""
    spelled = spelling.spellings("decision")[Decision.BYE].values()
    words = sorted({case(word) for said in spelled for word in said for case in _CASES})
    put(con, "bye_word", "word VARCHAR", [(word,) for word in words])
    sides = [side for side in ("red_athlete", "blue_athlete") if side in raw.columns]
    stands = " OR ".join(f"{side} IN (FROM bye_word)" for side in sides)
    return bool(read.odd_names & set(words)) or any_row(con, f"SELECT 1 FROM raw_bouts WHERE {stands or 'FALSE'}")


_CASES = (str, str.upper, str.title, str.capitalize)
