"""What score bouts were decided by, by how much, who scored first, how often each action occurs and what follows it.

From the board of the bouts, and from events.csv (`scoring_action`) where a bout has any. Every share has its count, its
number and a Wilson interval; bouts of one event or athlete are not independent, so the intervals are rather too narrow.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analytics import fought, intervals, scoreboard
from analytics.fought import SCORE

if TYPE_CHECKING:
    import duckdb
    import pandas as pd

    from analytics.versions import Version

_BOUTS = """
with bouts as ({bouts}),
listed as (
  select distinct b.version_id, b.bout from bouts as b
  join scoring_action as a on a.load_id = b.load_id and a.bout = b.bout
)
"""
# What the board says of every bout, counted by what the questions below ask. A part that is not known on either side
# gives no margin.
_BOARDS = """
create or replace temp table asked_board as
with chosen as ({categories}),
board as ({bouts})
select {by} b.decision, b.margin, b.with_points, count(*) as n from board as b
group by {by} b.decision, b.margin, b.with_points
"""
_OWN = """
  b.decision, b.red_points + b.blue_points is not null as with_points,
  case when b.decision in ('points', 'advantages', 'penalties') then
    case b.winner when 'red' then 1 when 'blue' then -1 end * case b.decision
      when 'points' then b.red_points - b.blue_points
      when 'advantages' then b.red_advantages - b.blue_advantages
      else b.blue_penalties - b.red_penalties
    end
  end as margin
"""
_COVERAGE = """
select {by} cast(coalesce(sum(n), 0) as bigint) as bouts,
       cast(coalesce(sum(n) filter (where b.decision is null), 0) as bigint) as no_decision,
       cast(coalesce(sum(n) filter (where b.decision in {score}), 0) as bigint) as score_bouts,
       cast(coalesce(sum(n) filter (where b.with_points), 0) as bigint) as with_points
from asked_board as b {group}
"""
_DECIDED = """
select {by} b.decision, cast(sum(n) as bigint) as count from asked_board as b where b.decision in {score}
group by {by} b.decision
"""
_MARGINS = """
select {by} b.decision, b.margin, cast(sum(n) as bigint) as count
from asked_board as b where b.decision in ('points', 'advantages', 'penalties') group by {by} b.decision, b.margin
"""
_LISTED = """
select {by} cast(count(*) as bigint) as with_actions
from bouts as b join listed as l on l.version_id = b.version_id and l.bout = b.bout
{group}
"""
# Points of actions alone: what a ladder gives is nobody's score. One second for both, or a time missing: not known.
_FIRST = """
, scored as (
  select b.version_id, b.bout, a.side, min(a.at_seconds) as earliest, bool_or(a.at_seconds is null) as timeless
  from bouts as b join scoring_action as a on a.load_id = b.load_id and a.bout = b.bout
  join asked_sheet as s on s.version_id = b.version_id
  join asked_action as p on p.sheet = s.sheet and p.action = a.action and p.points > 0
  group by 1, 2, 3
),
firsts as (
  select version_id, bout,
    case
      when bool_or(timeless) and count(*) > 1 then null
      when count(*) = 1 then min(side)
      when count(distinct earliest) > 1 then arg_min(side, earliest)
    end as side
  from scored group by 1, 2
)
select {by} case when b.decision in {score} then 'score' else b.decision end as ended,
       cast(count(*) as bigint) as bouts,
       cast(count(*) filter (where f.side is null) as bigint) as no_first,
       cast(count(*) filter (where f.side is not null and b.winner is null) as bigint) as no_winner,
       cast(count(*) filter (where f.side = b.winner) as bigint) as count
from firsts as f join bouts as b on b.version_id = f.version_id and b.bout = f.bout
group by {by} ended
"""
_ACTIONS = """
select {by} a.action, cast(count(*) as bigint) as times,
       cast(count(distinct (b.version_id, b.bout)) as bigint) as count,
       cast(count(*) filter (where a.side = b.winner) as bigint) as by_winner
from bouts as b join scoring_action as a on a.load_id = b.load_id and a.bout = b.bout group by {by} a.action
"""
# Only bouts all of whose actions have a time; within one second the order of the file.
_FOLLOWS = """
, timed as (
  select b.version_id, b.bout from bouts as b join scoring_action as a on a.load_id = b.load_id and a.bout = b.bout
  group by 1, 2 having bool_and(a.at_seconds is not null)
),
ordered as (
  select b.*, a.action, a.side,
         lead(a.action) over (partition by b.version_id, b.bout order by a.at_seconds, a.file_row) as next,
         lead(a.side) over (partition by b.version_id, b.bout order by a.at_seconds, a.file_row) as next_side
  from bouts as b join timed as t on t.version_id = b.version_id and t.bout = b.bout
  join scoring_action as a on a.load_id = b.load_id and a.bout = b.bout
)
select {by} b.action, coalesce(b.next, 'nothing') as next,
       case when b.next is null then 'nobody' when b.next_side = b.side then 'same' else 'other' end as who,
       cast(count(*) as bigint) as count
from ordered as b group by {by} b.action, next, who
"""


@dataclass(frozen=True)
class Scores:
    """Tidy frames with the columns `by`; shares have count, n, share, low, high (95 % Wilson).

    `coverage`: bouts, no_decision, score_bouts, with_points, with_actions; `decided`: decision, joint_low, joint_high
    (Goodman); `margins`: decision, margin (winner's minus loser's, of penalties the other way round; not above 0 = the
    board says otherwise), unknown; `first`: how the bout ended (`any` = all), whether who scored first won, no_first
    and no_winner not in n; `actions`: action, times, per_bout, by_winner (times), share of the bouts with actions;
    `follows`: action, next, who (same, other, nobody).
    """

    by: tuple[str, ...]
    coverage: pd.DataFrame
    decided: pd.DataFrame
    margins: pd.DataFrame
    first: pd.DataFrame
    actions: pd.DataFrame
    follows: pd.DataFrame


def scores(cur: duckdb.DuckDBPyConnection, of: Sequence[Version], by: Iterable[str] = ()) -> Scores:
    """Everything about scores, grouped by the fields asked for."""
    fields = fought.fields(by)
    scoreboard.write_rules(cur, fought.write_sheets(cur, of))
    listed = "".join(f"b.{field}, " for field in fields)
    group = f"group by {', '.join(f'b.{field}' for field in fields)}" if fields else ""

    board = fought.bouts_in("chosen", of, fields, _OWN)
    cur.execute(_BOARDS.format(categories=fought.categories(of), bouts=board, by=listed))
    # Of bouts whose actions nobody told no more is asked.
    told = _BOUTS.format(bouts=fought.bouts(fought.acted(cur, of)))

    def ask(question: str, bouts: str = "") -> pd.DataFrame:
        return cur.execute(bouts + question.format(by=listed, group=group, score=SCORE)).df()

    coverage = _with_actions(ask(_COVERAGE), ask(_LISTED, told), fields)
    return Scores(
        fields,
        _sorted(coverage, fields),
        _decided(ask(_DECIDED), fields),
        _margins(ask(_MARGINS), fields),
        _first(ask(_FIRST, told), fields),
        _actions(ask(_ACTIONS, told), coverage, fields),
        _of_total(ask(_FOLLOWS, told), [*fields, "action"], ["next", "who"]),
    )


def _with_actions(coverage: pd.DataFrame, listed: pd.DataFrame, fields: Sequence[str]) -> pd.DataFrame:
    """How many of the bouts have actions, 0 where none does."""
    if not fields:
        return coverage.assign(with_actions=int(listed["with_actions"].sum()))
    both = coverage.merge(listed, on=list(fields), how="left")
    return both.assign(with_actions=both["with_actions"].fillna(0).astype("int64"))


def _decided(found: pd.DataFrame, fields: Sequence[str]) -> pd.DataFrame:
    """Every way to win on score has a row, a count of 0 too."""
    import pandas as pd

    groups = (
        found[[*fields]].drop_duplicates().sort_values([*fields])
        if fields
        else pd.DataFrame(index=range(min(1, len(found))))
    )
    every = groups.merge(pd.DataFrame({"decision": SCORE}), how="cross")
    filled = every.merge(found, on=[*fields, "decision"], how="left")
    filled["count"] = filled["count"].fillna(0).astype("int64")
    shown = _of_total(filled, fields, [], keep_order=True)
    shown["joint_low"], shown["joint_high"] = intervals.goodman_of(shown["count"], shown["n"], len(SCORE))
    return shown


def _margins(found: pd.DataFrame, fields: Sequence[str]) -> pd.DataFrame:
    keys = [*fields, "decision"]
    gone = found[found["margin"].isna()].groupby(keys, sort=False, dropna=False)["count"].sum().rename("unknown")
    known = _of_total(found.dropna(subset="margin"), keys, ["margin"]).join(gone, on=keys)
    known["unknown"] = known["unknown"].fillna(0).astype("int64")
    known["margin"] = known["margin"].astype("int64")
    return known


def _first(found: pd.DataFrame, fields: Sequence[str]) -> pd.DataFrame:
    import pandas as pd

    numbers = ["bouts", "no_first", "no_winner", "count"]
    if found.empty:
        return _with_share(found.assign(n=found["count"]))
    found["ended"] = found["ended"].fillna("unknown")
    everything = found.assign(ended="any").groupby([*fields, "ended"], as_index=False, dropna=False)[numbers].sum()
    both = pd.concat([everything, found.sort_values([*fields, "ended"])], ignore_index=True)
    return _with_share(both.assign(n=both["bouts"] - both["no_first"] - both["no_winner"]))


def _actions(found: pd.DataFrame, coverage: pd.DataFrame, fields: Sequence[str]) -> pd.DataFrame:
    """Of the bouts that have actions, in how many each occurred."""
    if fields:
        known = found.merge(coverage[[*fields, "with_actions"]], on=list(fields), how="left")
    else:
        known = found.assign(with_actions=int(coverage["with_actions"].sum()))
    shown = _with_share(known.rename(columns={"with_actions": "n"}))
    shown["per_bout"] = shown["times"] / shown["n"]
    return shown.sort_values(
        [*fields, "times", "action"], ascending=[*(True for _ in fields), False, True], ignore_index=True
    )


def _of_total(
    found: pd.DataFrame, keys: Sequence[str], order: Sequence[str], *, keep_order: bool = False
) -> pd.DataFrame:
    """Shares of each group's sum."""
    total = (
        found.groupby(list(keys), sort=False, dropna=False)["count"].transform("sum") if keys else found["count"].sum()
    )
    shown = found.assign(n=total)
    if not keep_order:
        shown = shown.sort_values([*keys, *order], ignore_index=True)
    return _with_share(shown)


def _with_share(found: pd.DataFrame) -> pd.DataFrame:
    shown = found.copy()
    shown["n"] = shown["n"].astype("int64")
    shown["share"] = (shown["count"] / shown["n"]).where(shown["n"] > 0)
    shown["low"], shown["high"] = intervals.wilson(shown["count"], shown["n"])
    return shown


def _sorted(found: pd.DataFrame, fields: Sequence[str]) -> pd.DataFrame:
    return found.sort_values(list(fields), ignore_index=True) if fields else found
