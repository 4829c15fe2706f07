"""The questions, on places written by hand."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

import tatame
from analytics import awarded, names, queries
from analytics.store import Store
from etl.errors import UnknownName, UserError
from publishing import answers
from tests.analytics.podium import Award, Category, Podium, compute, won
from tests.tatame import bundles

THREE = (
    won("North South East West"),
    won("North", weight="heavy", uncounted="A3"),
    Category((), weight="open", state="needs_ruling"),
    Category((), weight="feather", state="open"),
)


def test_the_only_event_need_not_be_named() -> None:
    con = compute(Podium(THREE))
    assert queries.resolve(con).event_id == "event-1"
    assert queries.resolve(con, "event-1").rules.name == "ibjjf-2024"


def test_several_events_are_listed_where_none_is_named() -> None:
    con = compute(Podium(THREE), Podium(THREE))
    with pytest.raises(UserError, match="event-1, event-2"):
        queries.resolve(con)
    with pytest.raises(UnknownName, match="event-1"):
        queries.resolve(con, "evnt-1")


def test_as_of_answers_as_then() -> None:
    con = compute(Podium(THREE), Podium(THREE))
    con.execute(
        "update event_version set event_id = 'event-1', version = 2, recorded_at = timestamp '2026-06-01 10:00' "
        "where version_id = 2"
    )
    assert queries.resolve(con).version == 2
    assert queries.resolve(con, "event-1", datetime(2026, 6, 1, 9, 59, tzinfo=UTC)).version == 1
    taipei = timezone(timedelta(hours=8))
    assert queries.resolve(con, None, datetime(2026, 6, 1, 18, 0, tzinfo=taipei)).version == 2
    with pytest.raises(UserError, match="2026-05-03 00:00:00 UTC"):
        queries.resolve(con, "event-1", datetime(2026, 1, 1, tzinfo=UTC))


def test_placements_and_unresolved() -> None:
    con = compute(Podium(THREE))
    version = queries.resolve(con)
    found = queries.placements(con, version)
    assert list(found.place) == [1, 2, 3, 3, 1]
    assert list(found.weight_class) == ["light"] * 4 + ["heavy"]
    open_ones = queries.unresolved(con, version)
    assert list(zip(open_ones.weight_class, open_ones.state, strict=True)) == [
        ("feather", "open"),
        ("open", "needs_ruling"),
    ]


def test_medals_counted_and_all() -> None:
    """A5: the lone gold is a medal and gives no points."""
    con = compute(Podium(THREE))
    con.execute("update category_result set contested = false where not_counted_rule = 'A3'")
    first = queries.medals(con, [queries.resolve(con)]).iloc[0]
    assert (first.academy, first.gold, first.gold_counted, first.uncontested) == ("North", 2, 1, 1)


def test_medals_of_the_whole_store_add_up() -> None:
    con = compute(Podium(THREE), Podium(THREE, rules="ibjjf-v3"))
    table = queries.medals(con, queries.current(con)).set_index("academy")
    assert (table.gold["North"], table.silver["South"], table.bronze["West"]) == (4, 2, 2)


def test_an_award_that_matches_nothing_names_the_nearest() -> None:
    con = compute(Podium(THREE, (Award("adult-male"), Award("adult-female"))))
    version = queries.resolve(con)
    assert list(queries.awards(con, version).award) == ["adult-male", "adult-female"]
    with pytest.raises(UnknownName, match="adult-male"):
        queries.standings(con, version, "adlt-male")


def test_a_standing_without_values_keeps_whole_numbers() -> None:
    """NULL on the last row must not turn 27 into 27.0."""
    con = compute(Podium(THREE))
    table = queries.standings(con, queries.resolve(con), "overall")
    assert [str(value) for value in table.reason_own.iloc[:2]] == ["9", "3"]
    assert table.reason_level.isna().iloc[-1]


def test_coverage_counts_what_is_not_known() -> None:
    con = compute(Podium((*THREE, Category(((1, "Ann", None),), weight="middle"))))
    found = queries.coverage(con, queries.resolve(con))
    assert (found.categories, found.decided, found.open, found.needs_ruling) == (5, 3, 1, 1)
    assert (found.places, found.places_without_academy) == (6, 1)


def test_athletes_are_found_by_name_and_told_apart_by_academy() -> None:
    event = (
        Category(((1, "João Silva", "North"), (2, "Max Roe", "South"))),
        Category(((1, "MAX ROE", "East"),), weight="heavy"),
    )
    con = compute(Podium(event))
    version = queries.resolve(con)
    assert names.athlete(con, version, "joao silva").athlete == "João Silva"
    assert names.athlete(con, version, "max roe @ east").academy == "East"
    with pytest.raises(UserError, match="fits 2 athletes"):
        names.athlete(con, version, "max roe")
    with pytest.raises(UnknownName, match="João Silva"):
        names.athlete(con, version, "Jao Silva")


def test_the_standings_of_every_award_are_those_of_each_in_as_many_statements(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bundle = bundles.write(tmp_path)
    belts = ("black", "blue") * 20
    awards = [f'[[award]]\nid = "a{n}"\nname = "A"\nbelts = ["{belt}"]\n' for n, belt in enumerate(belts)]
    with (bundle / "event.toml").open("a", encoding="utf-8") as event:
        event.write("\n".join(awards))
    tatame.ingest(tmp_path / "t.duckdb", bundle)
    with Store.open(tmp_path / "t.duckdb") as store:
        every = answers.standings(store)
        assert isinstance(every, list)
        assert [each["award"] for each in every] == [f"a{n}" for n in range(40)]
        for each in every[:2]:
            assert answers.standings(store, award=each["award"]) == each
        asked: list[str] = []
        read = awarded._read
        monkeypatch.setattr(awarded, "_read", lambda *what: (asked.append(what[-1]), read(*what))[1])
        answers.standings(store)
    assert len(asked) <= 2
