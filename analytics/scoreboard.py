"""The board recomputed from scoring actions and the penalty ladder, against the one recorded; and under other rules.

`side` of an action is who gets its points or the advantage (D5: `exit_from_submission` is the attacker's); of a
`penalty` it is who is penalised, and the ladder of the age division (P1-P4) gives to the other side. What leaving the
area gives besides (P7) is no action of events.csv: a board that is short by just that is told so. One statement per
question, over any number of bouts.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from analytics import fought
from rulebook.vocabulary import Action

if TYPE_CHECKING:
    import duckdb
    import pandas as pd

    from analytics.versions import Version
    from rulebook.ruleset import RuleSet

PARTS = ("points", "advantages", "penalties")
MOST_PENALTIES = 20  # more are read as so many; no ladder is that long

_LADDER = {
    "sheet": "integer",
    "age_division": "varchar",
    "penalties": "integer",
    "points": "integer",
    "advantages": "integer",
    "out_at": "integer",
}

# Bouts without actions are not in it. The board of a side: its own actions, and what the other's penalties gave.
_BOARDS = """
with bouts as ({bouts}),
scored as (
  select b.version_id, b.bout, a.side,
         cast(sum(p.points) as integer) as points,
         cast(count(*) filter (where a.action = 'advantage') as integer) as advantages,
         cast(count(*) filter (where a.action = 'penalty') as integer) as penalties,
         cast(count(*) filter (where a.action = 'exit_from_submission') as integer) as exits
  from bouts as b
  join scoring_action as a on a.load_id = b.load_id and a.bout = b.bout
  join asked_sheet as s on s.version_id = b.version_id
  join {actions} as p on p.sheet = s.sheet and p.action = a.action
  group by 1, 2, 3
),
acted as (
  select b.*, s.sheet,
         coalesce(r.points, 0) as red_scored, coalesce(u.points, 0) as blue_scored,
         coalesce(r.advantages, 0) as red_given, coalesce(u.advantages, 0) as blue_given,
         coalesce(r.penalties, 0) as red_fouls, coalesce(u.penalties, 0) as blue_fouls,
         coalesce(r.exits, 0) as red_exits, coalesce(u.exits, 0) as blue_exits
  from bouts as b
  join asked_sheet as s on s.version_id = b.version_id
  left join scored as r on r.version_id = b.version_id and r.bout = b.bout and r.side = 'red'
  left join scored as u on u.version_id = b.version_id and u.bout = b.bout and u.side = 'blue'
  where r.bout is not null or u.bout is not null
),
boards as (
  select a.*,
         a.red_scored + of_blue.points as red_points_made, a.blue_scored + of_red.points as blue_points_made,
         a.red_given + of_blue.advantages as red_advantages_made,
         a.blue_given + of_red.advantages as blue_advantages_made,
         a.red_fouls as red_penalties_made, a.blue_fouls as blue_penalties_made,
         of_red.out_at
  from acted as a
  left join {ladder} as of_red on of_red.sheet = a.sheet and of_red.age_division = a.age_division
   and of_red.penalties = least(a.red_fouls, {most})
  left join {ladder} as of_blue on of_blue.sheet = a.sheet and of_blue.age_division = a.age_division
   and of_blue.penalties = least(a.blue_fouls, {most})
)
"""

_COMPARED = """
select event, version_id, bout, gender, age_division, belt, weight_class, decision, winner, {columns},
       red_exits, blue_exits, p.leaving, p.exit_worth
from boards left join asked_leaving as p on p.sheet = boards.sheet
order by event, bout
"""


def boards(cur: duckdb.DuckDBPyConnection, of: Sequence[Version]) -> pd.DataFrame:
    """One row per bout with scoring actions: each part of the board of each side as recorded and as `*_made`.

    `*_made` is NULL where the ladder of the division, or the rule set, is not known. `differs`: the parts that are not
    what was recorded, joined by blanks; `compared` False where nothing recorded could be compared; `cause` what would
    explain every difference, NULL = nothing known: leaving_area (P7), exits_swapped (recorded for who left).
    """
    write_rules(cur, fought.write_sheets(cur, of))
    columns = ", ".join(f"{side}_{part}, {side}_{part}_made" for part in PARTS for side in ("red", "blue"))
    text = made(fought.acted(cur, of)) + _COMPARED.format(columns=columns)
    return _told(cur.execute(text).df())


def made(of: Sequence[Version], suffix: str = "") -> str:
    """WITH clause up to `boards`, under the rules that `write_rules` wrote with that suffix."""
    return _BOARDS.format(
        bouts=fought.bouts(of), actions=f"asked_action{suffix}", ladder=f"asked_ladder{suffix}", most=MOST_PENALTIES
    )


def write_rules(cur: duckdb.DuckDBPyConnection, sheets: Sequence[RuleSet], suffix: str = "") -> None:
    """TEMP asked_action, asked_ladder and asked_leaving of these rule sets, the number of a sheet its place."""
    known = [(n, rules) for n, rules in enumerate(sheets) if rules.computes]
    actions = [(n, action.value, rules.action_points(action)) for n, rules in known for action in Action]
    columns = {"sheet": "integer", "action": "varchar", "points": "integer"}
    fought.put(cur, f"asked_action{suffix}", columns, actions)
    ages = [str(age) for (age,) in cur.execute("select distinct age_division from category").fetchall()]
    ladders = [(n, age, *row) for n, rules in known for age in ages for row in ladder(rules, age)]
    fought.put(cur, f"asked_ladder{suffix}", _LADDER, ladders)
    leaving = [
        (n, rules.number("penalties.leaving_area_points"), rules.action_points(Action.EXIT_FROM_SUBMISSION))
        for n, rules in known
    ]
    columns = {"sheet": "integer", "leaving": "integer", "exit_worth": "integer"}
    fought.put(cur, f"asked_leaving{suffix}", columns, leaving)


def ladder(rules: RuleSet, age: str) -> list[tuple[int, int, int, int | None]]:
    """Penalties 0 to the most -> what the other side has from them, and at which of them the penalised side is out."""
    steps = rules.ladder(age)
    out_at = next((step.number for step in steps if step.disqualifies), None)
    return [
        (count, sum(step.points for step in steps[:count]), sum(step.advantages for step in steps[:count]), out_at)
        for count in (range(MOST_PENALTIES + 1) if steps else ())
    ]


def _told(found: pd.DataFrame) -> pd.DataFrame:
    names = [f"{side}_{part}" for part in PARTS for side in ("red", "blue")]
    gaps = found[names].to_numpy(float) - found[[f"{name}_made" for name in names]].to_numpy(float)
    known = ~np.isnan(gaps)
    off = known & (gaps != 0)
    found["compared"] = known.any(axis=1)
    found["differs"] = ""
    found["cause"] = None
    for row in off.any(axis=1).nonzero()[0].tolist():
        own = dict(zip(names, gaps[row].tolist(), strict=True))
        found.loc[row, "differs"] = " ".join(name for name, is_off in zip(names, off[row], strict=True) if is_off)
        found.loc[row, "cause"] = _cause(
            {name: gap for name, gap in own.items() if not math.isnan(gap)}, found.loc[row]
        )
    return found.drop(columns=["red_exits", "blue_exits", "leaving", "exit_worth"])


def _cause(gaps: dict[str, float], row: pd.Series) -> str | None:
    """What alone would explain the whole difference between recorded and made."""
    if any(value for name, value in gaps.items() if not name.endswith("_points")):
        return None
    red, blue = gaps.get("red_points", 0), gaps.get("blue_points", 0)
    swapped = row["exit_worth"] * (row["blue_exits"] - row["red_exits"])
    if swapped and (red, blue) == (swapped, -swapped):
        return "exits_swapped"
    worth = row["leaving"]
    left = ((red, row["blue_penalties_made"]), (blue, row["red_penalties_made"]))
    if worth and all(gap >= 0 and gap % worth == 0 and gap / worth <= fouls for gap, fouls in left):
        return "leaving_area"
    return None
