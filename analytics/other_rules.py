"""Which bouts would have ended otherwise under another rule set's ladder (P1-P4), and where that cannot be told.

Only the arithmetic is told: under other rules athletes fight otherwise. What the own ladder gave is taken off the
recorded board and what the other gives is put on it; whoever reaches the other's last step is out by then, for all his
penalties came before the end. Of two who reach it the scoring actions tell who was first. A bout that the own ladder
ended and the other would not have, a board that becomes level, and whatever is not known, cannot be told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analytics import fought, scoreboard
from rulebook.vocabulary import Action

if TYPE_CHECKING:
    import duckdb
    import pandas as pd

    from analytics.versions import Version
    from rulebook.ruleset import RuleSet

VERDICTS = ("same", "other_decision", "other_winner", "cannot_tell")
# Why it cannot be told; where several apply, the first.
REASONS = (
    "rules_unknown",
    "match_time",
    "decision_unknown",
    "against_own_ladder",
    "goes_on",
    "penalties_unknown",
    "order",
    "board_unknown",
    "board_short",
    "action_points",
    "against_score",
    "level",
)

_LADDERS = {
    "sheet": "integer",
    "age_division": "varchar",
    "penalties": "integer",
    "own_points": "integer",
    "own_advantages": "integer",
    "own_out": "integer",
    "new_points": "integer",
    "new_advantages": "integer",
    "new_out": "integer",
}
_OTHERS = {
    "sheet": "integer",
    "points_step": "integer",
    "advantages_step": "integer",
    "penalties_step": "integer",
    "other_actions": "boolean",
}
_TIMES = {"sheet": "integer", "age_division": "varchar", "belt": "varchar", "other_time": "boolean"}

_VERDICTS = """
with bouts as ({bouts}),
fouls as (
  select b.version_id, b.bout, a.side, a.at_seconds,
         row_number() over (
           partition by b.version_id, b.bout, a.side order by a.at_seconds nulls last, a.file_row
         ) as nth
  from bouts as b join scoring_action as a on a.load_id = b.load_id and a.bout = b.bout where a.action = 'penalty'
),
read as (
  select b.*, o.* exclude (sheet), coalesce(t.other_time, false) as other_time,
         r.own_out, r.new_out, r.own_points as blue_had, r.own_advantages as blue_had_advantages,
         u.own_points as red_had, u.own_advantages as red_had_advantages,
         b.red_points - u.own_points + u.new_points as red_points_then,
         b.blue_points - r.own_points + r.new_points as blue_points_then,
         b.red_advantages - u.own_advantages + u.new_advantages as red_advantages_then,
         b.blue_advantages - r.own_advantages + r.new_advantages as blue_advantages_then,
         coalesce(b.red_penalties >= r.new_out, false) as red_out,
         coalesce(b.blue_penalties >= r.new_out, false) as blue_out,
         coalesce(b.red_penalties >= r.own_out, false) as red_was_out,
         coalesce(b.blue_penalties >= r.own_out, false) as blue_was_out,
         case
           when f.at_seconds < g.at_seconds then 'blue' when g.at_seconds < f.at_seconds then 'red'
         end as out_second,
         b.red_points + b.blue_points + b.red_advantages + b.blue_advantages + b.red_penalties + b.blue_penalties
           is not null as board_known
  from bouts as b
  join asked_sheet as s on s.version_id = b.version_id
  left join asked_other as o on o.sheet = s.sheet
  left join asked_two_times as t on t.sheet = s.sheet and t.age_division = b.age_division and t.belt = b.belt
  left join asked_two_ladders as r on r.sheet = s.sheet and r.age_division = b.age_division
   and r.penalties = least(coalesce(b.red_penalties, 0), {most})
  left join asked_two_ladders as u on u.sheet = s.sheet and u.age_division = b.age_division
   and u.penalties = least(coalesce(b.blue_penalties, 0), {most})
  left join fouls as f on f.version_id = b.version_id and f.bout = b.bout and f.side = 'red' and f.nth = r.new_out
  left join fouls as g on g.version_id = b.version_id and g.bout = b.bout and g.side = 'blue' and g.nth = u.new_out
),
compared as (
  select *,
    {own} as by_score, split_part({then}, ' ', 1) as leader, split_part({then}, ' ', 2) as level,
    -- decided without the board, unless both were hurt by accident (D4, M22)
    decision in ('submission', 'loss_of_consciousness') or (decision = 'stoppage' and winner is not null) as ended_it,
    case winner when 'red' then blue_was_out when 'blue' then red_was_out end as loser_was_out,
    case winner when 'red' then blue_out when 'blue' then red_out end as loser_out,
    case winner when 'red' then red_out when 'blue' then blue_out end as winner_out
  from read
),
judged as (
  select *,
    case
      when own_out is null or new_out is null then 'rules_unknown'
      when other_time then 'match_time'
      when decision is null then 'decision_unknown'
      when decision = 'disqualification' then case
        when winner is null and ((red_was_out and not red_out) or (blue_was_out and not blue_out)) then 'goes_on'
        when winner is null and new_out < own_out and (red_out or blue_out) then 'order'
        when winner_out and loser_out and out_second is null then 'order'
        when winner_out then null
        when loser_was_out and not loser_out then 'goes_on'
        when (red_penalties is null or blue_penalties is null) and own_out <> new_out then 'penalties_unknown'
      end
      when red_was_out or blue_was_out then 'against_own_ladder'
      when red_out and blue_out and out_second is null then 'order'
      when red_out or blue_out then null
      when ended_it then case
        when (red_penalties is null or blue_penalties is null) and new_out < own_out then 'penalties_unknown'
      end
      when not board_known then 'board_unknown'
      when red_points < red_had or blue_points < blue_had or red_advantages < red_had_advantages
        or blue_advantages < blue_had_advantages then 'board_short'
      when other_actions and red_points + blue_points > 0 then 'action_points'
      when decision in ('points', 'advantages', 'penalties') and by_score is distinct from winner || ' ' || decision
        then 'against_score'
      when decision in ('points', 'advantages', 'penalties') and leader is null then 'level'
    end as reason,
    case
      when decision = 'disqualification' and winner is null then null
      when red_out and blue_out then case out_second when 'red' then 'red' when 'blue' then 'blue' end
      when red_out then 'blue' when blue_out then 'red'
      when ended_it or decision = 'disqualification' or leader is null then winner
      else leader
    end as winner_then,
    case
      when red_out or blue_out then 'disqualification'
      when ended_it or decision = 'disqualification' or leader is null then decision
      else level
    end as decision_then
  from compared
),
final as (
  select *,
    case
      when reason is not null then 'cannot_tell'
      when winner_then is distinct from winner then 'other_winner'
      when decision_then <> decision then 'other_decision'
      else 'same'
    end as verdict
  from judged
)
"""
_COUNTED = """
select verdict, reason, coalesce(decision, 'unknown') as decision, cast(count(*) as bigint) as n from final
group by 1, 2, 3 order by 1, 2, 3
"""
_CHANGED = """
select event, bout, gender, age_division, belt, weight_class, verdict, decision, winner, decision_then, winner_then,
       red_points, blue_points, red_advantages, blue_advantages, red_penalties, blue_penalties,
       red_points_then, blue_points_then, red_advantages_then, blue_advantages_then
from final where verdict in ('other_winner', 'other_decision')
order by verdict desc, event, bout
"""


@dataclass(frozen=True)
class WhatIf:
    """`counts`: verdict, reason (NULL unless not to be told), decision as recorded, n; `changed`: one row per bout."""

    ruleset: str
    bouts: int
    counts: pd.DataFrame
    changed: pd.DataFrame


def what_if(cur: duckdb.DuckDBPyConnection, of: Sequence[Version], ruleset: str) -> WhatIf:
    """Every bout that took place, under the ladder of another rule set; switches of an event stay in force (ja 7.1)."""
    under = fought.under(ruleset)
    own = fought.write_sheets(cur, of)
    firsts = dict(cur.execute("select sheet, min(version_id) from asked_sheet group by 1").fetchall())
    by_version = {version.version_id: version for version in of}
    _write(cur, of, own, [under(by_version[firsts[n]]) for n in range(len(own))])
    text = _VERDICTS.format(
        bouts=fought.bouts(of), most=scoreboard.MOST_PENALTIES, own=_by_score(""), then=_by_score("_then")
    )
    counts = cur.execute(text + _COUNTED).df()
    return WhatIf(ruleset, int(counts["n"].sum()), counts, cur.execute(text + _CHANGED).df())


def _by_score(suffix: str) -> str:
    """SQL for what the board alone says (D3) as `red points` and the like: the first part on which the sides differ."""
    sides = {
        part: (f"red_{part}{suffix}", f"blue_{part}{suffix}")
        if part != "penalties"
        else ("blue_penalties", "red_penalties")
        for part in scoreboard.PARTS
    }
    steps = {part: f"case when {a} <> {b} then {part}_step end" for part, (a, b) in sides.items()}
    first = f"least({', '.join(steps.values())})"  # NULL = no such part in the order, or level on it
    told = " ".join(
        f"when {part}_step = {first} then case when {a} > {b} then 'red' else 'blue' end || ' {part}'"
        for part, (a, b) in sides.items()
    )
    return f"case {told} end"


def _write(
    cur: duckdb.DuckDBPyConnection, of: Sequence[Version], own: Sequence[RuleSet], other: Sequence[RuleSet]
) -> None:
    """TEMP tables of both rule sets by sheet; a sheet without rules, own or other, has no rows."""
    pairs = [(n, a, b) for n, (a, b) in enumerate(zip(own, other, strict=True)) if a.computes and b.computes]
    fought.put(cur, "asked_other", _OTHERS, [(n, *_steps(b), _other_actions(a, b)) for n, a, b in pairs])
    ages = sorted({age for _, age, _ in fought.divisions(cur, of)})
    ladders = []
    for n, a, b in pairs:
        for age in ages:
            both = zip(scoreboard.ladder(a, age), scoreboard.ladder(b, age), strict=True)
            ladders += [(n, age, *mine, *theirs[1:]) for mine, theirs in both]
    fought.put(cur, "asked_two_ladders", _LADDERS, ladders)
    rules = {n: (a, b) for n, a, b in pairs}
    times = [
        (n, age, belt, rules[n][0].match_seconds(age, belt) != rules[n][1].match_seconds(age, belt))
        for n, age, belt in fought.divisions(cur, of)
        if n in rules
    ]
    fought.put(cur, "asked_two_times", _TIMES, times)


def _steps(rules: RuleSet) -> list[int | None]:
    order = rules.texts("decisions.score_order")
    return [order.index(part) + 1 if part in order else None for part in scoreboard.PARTS]


def _other_actions(own: RuleSet, other: RuleSet) -> bool:
    return any(own.action_points(action) != other.action_points(action) for action in Action)
