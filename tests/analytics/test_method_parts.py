"""A long answer in parts: all parts together are the whole answer, and a part is found without counting the rest."""

from collections.abc import Iterator
from typing import Any

import duckdb
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analytics import counting, intervals, method_parts, method_runs, methods, prepared, prepared_counts
from analytics.counting import FIELDS, Question
from etl.errors import UnknownName, UserError
from tests import sizes
from tests.analytics.fights import Event, Fight, add, drawn, store

MANY = sizes.drawn(1, 3)  # few groups are cut in every way that many are
MOST_PARTS = 2000  # more than there are bouts


def events() -> duckdb.DuckDBPyConnection:
    con = store(
        drawn("c", 20 * MANY, 1, year=2024),
        drawn("a", 16 * MANY, 2, year=2025, uniform="no-gi"),
        drawn("b", 24 * MANY, 3, year=2024, ruleset="none"),
        # Two academies of one name: East, whose key is not `east`.
        Event("d", [Fight("submission", "kimura", red_academy="East", blue_academy="Far East")] * 3, 2025),
    )
    con.execute("update academy_name set academy = 'East' where academy = 'Far East'")
    return con


@pytest.fixture(scope="module")
def stores() -> dict[str, duckdb.DuckDBPyConnection]:
    """Return stores with all prepared, with one event gone since, with one come since, and with nothing prepared."""
    found = {name: events() for name in ("prepared", "gone", "come", "facts")}
    for name, con in found.items():
        if name != "facts":
            assert prepared.refresh(con, fewest=0)
    found["gone"].execute(
        "insert into event_version (version_id, event_id, version, load_id, recorded_at, kind, ruleset, "
        "ruleset_fingerprint) select 9, event_id, 2, load_id, now()::timestamp, 'removal', ruleset, '' "
        "from event_version where event_id = 'c'"
    )
    add(found["come"], drawn("e", 10 * MANY, 4))
    return found


def asked() -> st.SearchStrategy[Question]:
    by = st.lists(st.sampled_from([*FIELDS, "outcome"]), max_size=4, unique=True).map(tuple)
    where = st.sampled_from(
        [{}, {"belt": "black"}, {"event": "b"}, {"season": "2025"}, {"academy": "north"}, {"outcome": "won"},
         {"academy": "unknown", "gender": "female"}, {"athlete": "Ari"}, {"belt": "white", "open_class": "yes"}]
    )  # fmt: skip
    return st.builds(Question, by, st.sampled_from(["decision", "family", "technique"]), where)


def whole(con: duckdb.DuckDBPyConnection, question: Question) -> pd.DataFrame:
    return methods.shares(con.cursor(), question)


def joined(found: list[method_parts.Part]) -> pd.DataFrame:
    return pd.concat([each.frame for each in found], ignore_index=True)


def one_by_one(con: duckdb.DuckDBPyConnection, question: Question, limit: int) -> Iterator[method_parts.Part]:
    """Every part asked for by itself, as somebody would who has only what the one before said."""
    after: Any = None
    for _ in range(MOST_PARTS):
        part = method_parts.part(con.cursor(), question, limit, after)
        yield part
        if part.next is None:
            return
        after = part.next
    pytest.fail("there is always another part")


@settings(max_examples=sizes.drawn(60, 600), deadline=None)
@given(
    st.sampled_from(["prepared", "gone", "come", "facts"]),
    asked(),
    st.integers(1, 30),
    st.sampled_from([1, 4, 40, 10_000]),
    st.sampled_from([0, 8, 1_000]),
    st.booleans(),
)
@pytest.mark.long
def test_all_parts_together_are_the_whole_answer(
    stores: dict[str, duckdb.DuckDBPyConnection],
    name: str,
    question: Question,
    limit: int,
    most: int,
    together: int,
    alone: bool,
) -> None:
    con = stores[name]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(method_runs, "MOST", most)
        patch.setattr(method_runs, "TOGETHER", together)
        try:
            expected = whole(con, question)
        except UserError as error:  # nothing has that value: said of a part as of the whole
            with pytest.raises(type(error)):
                method_parts.part(con.cursor(), question, limit)
            return
        found = list(one_by_one(con, question, limit) if alone else method_parts.parts(con.cursor(), question, limit))
    pd.testing.assert_frame_equal(joined(found), expected, check_exact=True)
    if question.by:
        shown = [len(each.frame[methods.keys(question)].drop_duplicates()) for each in found]
        assert [each.groups for each in found] == shown
    assert [each.groups for each in found[:-1]] == [limit] * (len(found) - 1)
    groups = sum(each.groups for each in found)
    assert 0 <= found[-1].groups <= limit
    assert {each.total for each in found} <= {None, groups}


def test_the_groups_of_a_part_follow_on_those_before(stores: dict[str, duckdb.DuckDBPyConnection]) -> None:
    question = Question(("event", "belt", "academy"))
    seen: list[tuple[object, ...]] = []
    for part in one_by_one(stores["prepared"], question, 7):
        own = [*dict.fromkeys(part.frame[methods.keys(question)].itertuples(index=False, name=None))]
        assert len(own) == part.groups
        assert part.next in (None, [*own[-1]])
        seen += own
    assert len(seen) == len({*seen}) > 7
    assert [row[0] for row in seen] == sorted(str(row[0]) for row in seen)


@pytest.mark.parametrize(
    "by", [("academy", "event"), ("event", "academy"), ("academy",), ("belt", "academy", "season")]
)
@pytest.mark.parametrize("limit", [1, 2, 3])
def test_two_academies_of_one_name_are_two_groups_in_their_place(
    stores: dict[str, duckdb.DuckDBPyConnection], by: tuple[str, ...], limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(method_runs, "MOST", 1)
    question = Question(by, where={"belt": "blue"})  # East and Far East met at blue
    expected = whole(stores["prepared"], question)
    assert {"east", "fareast"} < {*expected["academy_key"]}
    for found in (
        one_by_one(stores["prepared"], question, limit),
        method_parts.parts(stores["prepared"].cursor(), question, limit),
    ):
        pd.testing.assert_frame_equal(joined([*found]), expected, check_exact=True)


def test_a_technique_has_the_interval_it_has_in_the_whole(stores: dict[str, duckdb.DuckDBPyConnection]) -> None:
    # A kimura happened in event d alone; still the intervals of event a share their level over it.
    first = method_parts.part(stores["prepared"].cursor(), Question(("event", "belt"), "technique"), 1).frame
    counts = first["count"].tolist()
    assert {*first["method"]} == {"armbar", "triangle"}
    low, high = intervals.goodman(counts, kinds=3)
    assert first["joint_low"].tolist() == low.tolist()
    assert first["joint_high"].tolist() == high.tolist()


def test_a_part_may_follow_on_a_group_that_is_not_there(stores: dict[str, duckdb.DuckDBPyConnection]) -> None:
    question = Question(("event", "belt"))
    expected = whole(stores["prepared"], question)
    after = method_parts.part(stores["prepared"].cursor(), question, 1000, ["bb", "blue"])
    later = expected[expected["event"].isin(["c", "d"])].reset_index(drop=True)
    pd.testing.assert_frame_equal(after.frame, later)
    assert method_parts.part(stores["prepared"].cursor(), question, 5, ["zz", "blue"]).groups == 0


def test_a_part_may_follow_on_so_many_groups(stores: dict[str, duckdb.DuckDBPyConnection]) -> None:
    question = Question(("event", "academy"))
    groups = len(whole(stores["prepared"], question)) // len(methods.DECISIONS)
    part = method_parts.part(stores["prepared"].cursor(), question, 1000, 3)
    assert (part.groups, part.next, part.total) == (groups - 3, None, groups)
    assert method_parts.part(stores["prepared"].cursor(), question, 5, 10**6).groups == 0


def test_a_first_part_reads_no_more_than_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    con = store(*(drawn(f"e{n}", 100, n) for n in range(8)))
    prepared.refresh(con, fewest=0)
    monkeypatch.setattr(method_runs, "MOST", 4)
    read: list[int] = []
    rows = counting.rows

    def counted(*given: Any) -> pd.DataFrame:
        found = rows(*given)
        read.append(int(found["n"].sum()))
        return found

    monkeypatch.setattr(counting, "rows", counted)
    part = method_parts.part(con.cursor(), Question(("event", "belt", "academy")), 3)
    assert part.next == ["e0", "white", "South", "south"]
    # White is a quarter of the first event's 200 sides, of 1,600 in all.
    assert 0 < sum(read) < 100


def test_few_values_of_the_first_fields_are_counted_in_one_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    con = store(*(drawn(f"e{n}", 100, n) for n in range(8)))
    prepared.refresh(con, fewest=0)
    monkeypatch.setattr(method_runs, "MOST", 4)
    asked: list[tuple[str, ...]] = []
    values = prepared_counts.values

    def counted(*given: Any) -> list[tuple[tuple[int, ...], int]]:
        asked.append(tuple(given[2]))
        return values(*given)

    monkeypatch.setattr(prepared_counts, "values", counted)
    found = {}
    for together in (1_000, 0):
        monkeypatch.setattr(method_runs, "TOGETHER", together)
        found[together] = method_parts.part(con.cursor(), Question(("event", "belt", "academy")), 3).frame
    assert asked == [("event", "belt"), ("event",), ("belt",)]
    pd.testing.assert_frame_equal(found[1_000], found[0], check_exact=True)


@pytest.mark.parametrize(
    ("by", "after"),
    [
        (("belt",), ["black", "blue"]),
        (("belt",), "black"),
        (("belt",), [7]),
        (("season",), ["2025"]),
        (("academy",), ["North"]),  # the key goes with it: names may be shared
        (("athlete",), ["Ari", "ari"]),
        ((), ["all"]),
        (("belt",), -1),
        (("belt",), True),
    ],
)
def test_what_is_no_place_in_the_answer_is_refused(
    stores: dict[str, duckdb.DuckDBPyConnection], by: tuple[str, ...], after: Any
) -> None:
    with pytest.raises(UserError, match="after"):
        method_parts.part(stores["prepared"].cursor(), Question(by), 5, after)


def test_a_slip_is_told_of_a_part_too(stores: dict[str, duckdb.DuckDBPyConnection]) -> None:
    for name in ("prepared", "facts"):
        with pytest.raises(UnknownName, match="Did you mean black"):
            method_parts.part(stores[name].cursor(), Question(("event",), where={"belt": "blak"}), 5)
