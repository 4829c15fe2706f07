"""One category as a tree: its bouts with the bout each winner went to, and the places that came of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pandas as pd

from analytics import left_out
from analytics.brackets.rounds import RANKS, Tree, with_rounds
from analytics.brackets.rows import Bout, Undecided
from etl import subjects

if TYPE_CHECKING:
    import duckdb

    from analytics.versions import Version
    from etl.subjects import Category

SIDES = ("red", "blue")
_LAST = 99
_NAMED = ("category_id", "gender", "age_division", "belt", "weight_class", "unread")
_COLUMNS = """bout, round, red_athlete, red_key, red_academy, blue_athlete, blue_key, blue_academy, winner, decision,
       technique, red_points, blue_points, red_advantages, blue_advantages, red_penalties, blue_penalties, elapsed,
       red_dq, blue_dq, mat"""


@dataclass(frozen=True)
class BracketView:
    """`bouts`: one row per bout, the root of each tree before those that led to it; `places`: as in `place`.

    Further columns of `bouts`: `depth` (0 = a root), `next_bout` (where its winner went, 0 = nowhere), and for each
    side `_from` (the bout whose winner it is, 0 = none) and `_lost` (a bout it had lost before, 0 = none: M4, M9, M12).
    `vacant`: places of a settled category that nobody holds, each as often as it is. `left_out`: who can hold none, as
    `left_out.athletes` has it; None = not to be told.
    """

    category: Category
    state: str
    reason: str | None
    rule: str | None
    is_minor: bool | None
    bouts: pd.DataFrame
    places: pd.DataFrame
    vacant: tuple[int, ...] = ()
    left_out: pd.DataFrame | None = None


def category(cur: duckdb.DuckDBPyConnection, version: Version, given: str) -> Category:
    """The category meant, in any spelling and order; UnknownName names the nearest."""
    return subjects.category(cur, version.load_id, given)


def categories(cur: duckdb.DuckDBPyConnection, version: Version) -> pd.DataFrame:
    """One row per category (`label` as `category` reads it), what needs a ruling first, then what is in progress."""
    rows = cur.execute(
        """
        select c.category_id, c.gender, c.age_division, c.belt, c.weight_class, c.unread,
               coalesce(r.state, 'no_places') as state
        from category as c
        left join category_result as r on r.version_id = ? and r.category_id = c.category_id
        where c.load_id = ?
        order by case state when 'needs_ruling' then 0 when 'open' then 1 else 2 end,
                 c.age_rank, c.gender, c.belt_rank, c.belt, c.weight_rank, c.weight_class, c.unread
        """,
        [version.version_id, version.load_id],
    ).df()
    named = [subjects.Category(*row) for row in rows[list(_NAMED)].itertuples(index=False, name=None)]
    return rows.assign(label=[one.label for one in named])


def view(cur: duckdb.DuckDBPyConnection, version: Version, category: Category) -> BracketView:
    """The bracket of a category of this version."""
    rows = cur.execute(
        f"select {_COLUMNS} from bout where load_id = ? and category_id = ? order by bout, file_row",
        [version.load_id, category.category_id],
    ).df()
    found = cur.execute(
        """select r.state, r.reason, r.rule, r.registered, r.source, c.is_minor from category as c
        left join category_result as r on r.version_id = ? and r.category_id = c.category_id
        where c.category_id = ?""",
        [version.version_id, category.category_id],
    ).fetchone()
    assert found is not None  # noqa: S101 - subjects.category found it
    state, reason, rule, registered, source, is_minor = found
    places = cur.execute(
        """select place, athlete, athlete_key, academy, rule, source, note from place
        where version_id = ? and category_id = ? order by place, athlete, athlete_key""",
        [version.version_id, category.category_id],
    ).df()
    empty = left_out.vacant(places["place"].tolist(), registered, source) if state == "decided" else []
    bouts = arranged(rows, registered)
    return BracketView(category, state or "no_places", reason, rule, is_minor, bouts, places, tuple(empty))


def arranged(rows: pd.DataFrame, registered: int | None = None) -> pd.DataFrame:
    """Rows of the table `bout` as the tree of `BracketView.bouts`; a missing round is inferred where it can be."""
    records = dict(enumerate(rows.to_dict("records")))
    bouts = {number: _bout(number, record) for number, record in records.items()}
    rounds = _rounds(list(bouts.values()), registered)
    tree = Tree(bouts.values())
    lines = [
        {**records[bout.number], "round": rounds.get(bout.number), "depth": depth, **_links(tree, bout, records)}
        for bout, depth in _walk(tree, rounds)
    ]
    columns = [*rows.columns, "depth", "next_bout", "red_from", "red_lost", "blue_from", "blue_lost"]
    return pd.DataFrame(lines, columns=columns)


def took_place(bout: Mapping[Any, Any]) -> bool:
    """Whether a row of `bout` was fought (D2)."""
    return bout["decision"] not in ("bye", "walkover", "close_out")


def _bout(number: int, record: Mapping[Any, Any]) -> Bout:
    """Numbered by its row, which is unique; who has a bye goes on, said or not."""
    known = {
        key: _text(record[key]) for key in ("round", "red_key", "blue_key", "winner", "decision", "red_dq", "blue_dq")
    }
    red, blue, winner = known["red_key"], known["blue_key"], known["winner"]
    if winner is None and known["decision"] == "bye" and (red is None) != (blue is None):
        winner = "red" if blue is None else "blue"
    return Bout(number, known["round"], red, blue, winner, known["decision"], known["red_dq"], known["blue_dq"])


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _rounds(bouts: Sequence[Bout], registered: int | None) -> dict[int, str | None]:
    """Byes are no bouts: they keep the round they have."""
    fought = [bout for bout in bouts if not bout.is_bye]
    athletes = {key for bout in fought for key in bout.athletes}
    try:
        readings = with_rounds(fought, len(athletes) if registered is None else registered)
    except Undecided:
        readings = ()
    named = readings[0] if len(readings) == 1 else tuple(fought)
    return {bout.number: bout.round for bout in (*bouts, *named)}


def _walk(tree: Tree, rounds: Mapping[int, str | None]) -> Iterator[tuple[Bout, int]]:
    """Every bout once, with its depth: the last rounds first, red's way to a bout before blue's."""
    roots = sorted(tree.roots(), key=lambda bout: (*_lateness(rounds.get(bout.number)), bout.number))
    waiting = [(root, 0) for root in reversed(roots)]
    while waiting:
        bout, depth = waiting.pop()
        yield bout, depth
        waiting += [(earlier, depth + 1) for earlier in reversed(_feeding(tree, bout))]


def _lateness(round_: str | None) -> tuple[int, bool]:
    return RANKS.get(round_ or "", _LAST), round_ == "new-final"


def _feeding(tree: Tree, bout: Bout) -> list[Bout]:
    """The bouts whose winners meet here, red's first."""
    return [earlier for earlier in tree.previous.get(bout, []) if tree.next.get(earlier) is bout]


def _links(tree: Tree, bout: Bout, records: Mapping[int, Mapping[Any, Any]]) -> dict[str, int]:
    following = tree.next.get(bout)
    found = {"next_bout": 0 if following is None else int(records[following.number]["bout"])}
    for side, key in zip(SIDES, (bout.red, bout.blue), strict=True):
        before = [each for each in tree.previous.get(bout, []) if key is not None and key in each.athletes]
        won = [each for each in before if each.victor == key]
        lost = [] if won else [each for each in before if each.loses(str(key))]
        found[f"{side}_from"] = int(records[won[-1].number]["bout"]) if won else 0
        found[f"{side}_lost"] = int(records[lost[-1].number]["bout"]) if lost else 0
    return found
