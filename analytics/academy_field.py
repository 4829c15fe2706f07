"""One academy and those it meets: bouts won and lost, how, and in which groups it does better or worse than half.

A bout of two that are as good as each other is won by either as often: an academy no better than those it meets wins
half of its decided bouts, whatever the group. Which group is the best of many is partly chance, so each interval is
widened for the number of groups looked at (Bonferroni): where one leaves the half out, so would all with 95 %.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analytics import intervals, place_numbers
from analytics.counting import Question, count

if TYPE_CHECKING:
    import duckdb
    import pandas as pd

    from analytics.versions import Version

FIELDS = ("belt", "age_division", "gender", "weight_class")
EVEN = 0.5
FEWEST = 5  # decided bouts; a group of fewer tells nothing and would only widen the intervals of the others

_ENTERED = f"""
with asked as (
  select v.version_id, v.load_id, l.has_entries from event_version as v join source_load as l on l.load_id = v.load_id
  where v.version_id in (select unnest(?::integer[]))
)
select academy_key, cast(sum(entries) as bigint) as entries, cast(sum(medals) as bigint) as entered_medals
from ({place_numbers.ENTERED.format(numbered="asked")}) group by 1
"""
# The same, where the versions were prepared.
_PREPARED = """
select w.word as academy_key, cast(sum(e.entries) as bigint) as entries, cast(sum(e.medals) as bigint) as entered_medals
from academy_entry as e join method_word as w on w.field = 'academy' and w.code = e.academy
where e.version_id in (select unnest(?::integer[])) group by 1
"""


def methods(cur: duckdb.DuckDBPyConnection, event: str | None, academy: str) -> pd.DataFrame:
    """One row per outcome (won, lost, none) and method: count, n (known of that outcome), share, low, high."""
    found = count(cur, Question(by=("outcome",), where={"academy": academy}, event=event))
    found = found.rename(columns={"decision": "method", "n": "count"})
    found["method"] = found["method"].fillna("unknown")
    known = found["count"].where(found["method"] != "unknown", 0)
    found["n"] = known.groupby(found["outcome"]).transform("sum").astype("int64")
    counted = found["count"].where(found["method"] != "unknown")
    found["share"] = (counted / found["n"]).where(found["n"] > 0)
    found["low"], found["high"] = intervals.wilson(counted, found["n"])
    return found.sort_values(["outcome", "count", "method"], ascending=[False, False, True], ignore_index=True)


def groups(cur: duckdb.DuckDBPyConnection, event: str | None, academy: str) -> pd.DataFrame:
    """One row per field and value with enough decided bouts: wins, n, share, low, high (widened), `than_half`.

    `than_half`: better, worse, or unknown where the interval holds a half.
    """
    import pandas as pd

    counted = count(cur, Question(by=(*FIELDS, "outcome"), where={"academy": academy}, event=event))
    decided = counted[counted["outcome"] != "none"]
    parts = [_of_field(decided, field) for field in FIELDS]
    found = pd.concat([part for part in parts if not part.empty] or parts[:1], ignore_index=True)
    found = found[found["n"] >= FEWEST].reset_index(drop=True)
    level = 1 - (1 - intervals.LEVEL) / max(len(found), 1)
    found["share"] = found["wins"] / found["n"]
    found["low"], found["high"] = intervals.wilson(found["wins"], found["n"], level)
    found["than_half"] = "unknown"
    found.loc[found["low"] > EVEN, "than_half"] = "better"
    found.loc[found["high"] < EVEN, "than_half"] = "worse"
    return found.sort_values(["share", "n", "value"], ascending=[False, False, True], ignore_index=True)


def _of_field(decided: pd.DataFrame, field: str) -> pd.DataFrame:
    import pandas as pd

    rows = [
        (field, str(value), int(own.loc[own["outcome"] == "won", "n"].sum()), int(own["n"].sum()))
        for value, own in decided.groupby(field)
    ]
    return pd.DataFrame(rows, columns=["field", "value", "wins", "n"])


def entered(cur: duckdb.DuckDBPyConnection, of: Sequence[Version]) -> pd.DataFrame:
    """One row per academy with entries: entries, and medals of the events that list them."""
    question = _PREPARED if place_numbers.known(cur, of) else _ENTERED
    return cur.execute(question, [[version.version_id for version in of]]).df()


def outcomes(cur: duckdb.DuckDBPyConnection, event: str | None) -> pd.DataFrame:
    """One row per academy: sides of bouts, wins, losses; a bout of two of its own is in both."""
    found = count(cur, Question(by=("academy", "outcome"), event=event))
    wide = found.pivot_table(index=["academy", "academy_key"], columns="outcome", values="n", aggfunc="sum")
    wide = wide.reindex(columns=["won", "lost", "none"]).fillna(0).astype("int64")
    shown = wide.rename(columns={"won": "wins", "lost": "losses"}).reset_index()
    shown["bouts"] = shown["wins"] + shown["losses"] + shown["none"]
    return shown[shown["academy_key"] != ""]
