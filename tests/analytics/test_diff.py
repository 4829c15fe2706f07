"""Who moves under another rule set: the chains of the same places, worked by hand."""

from __future__ import annotations

import duckdb

from analytics import queries, relations
from analytics.diff import diff
from tests.analytics import hall
from tests.analytics.hall import Bracket, Event, Row


def final(winner: str, loser: str, belt: str, weight: str) -> Bracket:
    entries = dict.fromkeys((winner, loser), "registered")
    return Bracket((Row(winner, loser, round="final"),), entries, parts=("male", "adult", belt, weight))


# Worked example t1-chain: East and West need a draw under T1.
T1_CHAIN = Event(
    (
        final("A1@North", "B1@South", "black", "light"),
        final("B2@South", "A2@North", "black", "heavy"),
        final("A3@East", "B3@West", "brown", "ultra-heavy"),
        final("A4@West", "B4@East", "purple", "light"),
    )
)


def built() -> duckdb.DuckDBPyConnection:
    """The hall writes no weight ranks, which T1 and T3 look at."""
    con = hall.store(T1_CHAIN)
    con.execute(
        "update category set weight_rank = case weight_class when 'light' then 4 when 'heavy' then 7 else 9 end"
    )
    relations.build(con, [1])
    return con


def test_under_t3_the_brown_belts_champion_is_higher() -> None:
    """East and West share rank 3 under T1; T3 compares all belts from the top down. South stays first by heavy."""
    con = built()
    version = queries.resolve(con)
    (move,) = diff(con, version, "overall", "ibjjf-v3")
    change = move.standing
    assert (change.academy, change.old_rank, change.new_rank, change.new_points) == ("West", 3, 4, 12)
    assert (move.why, move.level, move.places, move.revalued) == ("chain", "higher_rank", (), ())


def test_the_stored_standing_is_not_touched_and_the_same_rules_move_nobody() -> None:
    con = built()
    version = queries.resolve(con)
    before = queries.standings(con, version, "overall")
    assert list(before.reason_level[:3]) == ["heaviest", "highest_belt", "draw"]
    diff(con, version, "overall", "ibjjf-v3")
    assert queries.standings(con, version, "overall").equals(before)
    assert diff(con, version, "overall", "ibjjf-2024") == []
