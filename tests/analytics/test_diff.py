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


# Top 27; East and West 18 each: two golds, one of them black. T1: East won the heaviest black; T3: West has the brown.
BELOW_ANOTHER = Event(
    (
        *(final(f"T{weight}@Top", f"N{weight}@North", "blue", weight) for weight in ("light", "heavy", "ultra-heavy")),
        final("E1@East", "N1@North", "black", "heavy"),
        final("E2@East", "N2@North", "purple", "light"),
        final("W1@West", "S1@South", "black", "light"),
        final("W2@West", "S2@South", "brown", "light"),
    )
)


def built(event: Event = T1_CHAIN) -> duckdb.DuckDBPyConnection:
    """The hall writes no weight ranks, which T1 and T3 look at."""
    con = hall.store(event)
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


def test_the_level_is_of_the_pair_that_was_tied_not_of_the_next_with_other_points() -> None:
    con = built(BELOW_ANOTHER)
    moves = diff(con, queries.resolve(con), "overall", "ibjjf-v3")
    assert [(m.standing.academy, m.standing.old_rank, m.standing.new_rank, m.why, m.level) for m in moves] == [
        ("West", 3, 2, "chain", "higher_rank"),
        ("East", 2, 3, "chain", "higher_rank"),
    ]
