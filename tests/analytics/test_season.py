"""Season rankings: the values the federations published, worked by hand; every total is the sum of its lines."""

from dataclasses import replace
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import duckdb
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from analytics import athlete_names, persons, versions
from analytics import scheme as schemes
from analytics import season as seasons
from analytics.scheme import EventRule, Scheme
from etl.errors import UnknownName, UserError
from publishing import season_answer
from publishing.privacy import Shield
from tests.analytics.podium import Category, Podium, compute
from tests.sizes import drawn

IBJJF = schemes.load("ibjjf-2012-2018")


def store(*events: tuple[int, str | None, tuple[Category, ...]]) -> duckdb.DuckDBPyConnection:
    """Events of (year, level, categories); event-1 is the first."""
    con = compute(*(Podium(categories) for _, _, categories in events))
    for number, (year, level, _) in enumerate(events, start=1):
        con.execute(
            "update source_load set start_date = make_date(?, 6, 1), level = ? where load_id = ?", [year, level, number]
        )
    return con


def light(*athletes: str) -> Category:
    """Places 1, 2, 3, 3 of an ordinary category; every athlete is of an academy of his own."""
    return Category(tuple((min(n, 3), name, f"{name} team") for n, name in enumerate(athletes, start=1)))


def opened(*athletes: str) -> Category:
    return replace(light(*athletes), weight="open")


def ranking(con: duckdb.DuckDBPyConnection, scheme: Scheme = IBJJF, year: int | None = None) -> dict[str, Decimal]:
    return {row.name: row.points for row in seasons.season(con, scheme, year).rows}


def test_a_worlds_win_gives_189_and_in_the_open_class_283_and_a_half() -> None:
    con = store((2018, "worlds", (light("Ana"), opened("Bea"))))
    assert ranking(con) == {"Bea": Decimal("283.5"), "Ana": Decimal(189)}


@pytest.mark.parametrize(
    ("level", "weight"),
    [("Worlds", 7), ("pans", 4), ("europeans", 4), ("nationals", 3), ("opens", 1), ("open", 1)],
)
def test_the_weight_of_the_event_multiplies(level: str, weight: int) -> None:
    con = store((2018, level, (light("Ana", "Bea", "Cya", "Dot"), opened("Eva", "Fay", "Gil", "Hal"))))
    expected = {"Ana": 27, "Bea": 9, "Cya": 3, "Dot": 3, "Eva": 40.5, "Fay": 13.5, "Gil": 4.5, "Hal": 4.5}
    assert ranking(con) == {name: Decimal(str(points)) * weight for name, points in expected.items()}


def test_the_season_factors_are_three_two_one_and_then_nothing() -> None:
    names = ("Ana", "Bea", "Cya", "Dot")
    con = store(*((2018 - n, "worlds", (light(name),)) for n, name in enumerate(names)))
    assert ranking(con) == {"Ana": 189, "Bea": 126, "Cya": 63}
    assert ranking(con, year=2017) == {"Bea": 189, "Cya": 126, "Dot": 63}


def test_the_worked_example_of_a_third_place_two_seasons_ago() -> None:
    """British National 2015/2016, second place, weight 1: 3 × 1 × 1 = 3 points in 2017/2018 (UKJJF)."""
    con = store((2018, "worlds", (light("Ana"),)), (2016, "open", (light("Bea", "Cya"),)))
    assert ranking(con)["Cya"] == 3


def test_the_season_is_the_newest_of_the_store_and_ranks_tell_what_moved() -> None:
    con = store((2017, "worlds", (light("Ana", "Bea"),)), (2018, "worlds", (light("Bea", "Cya"),)))
    found = seasons.season(con, IBJJF)
    assert found.season == 2018
    # 2017: Ana 189, Bea 63. 2018: Bea 189 + 42 = 231, Ana 126, Cya 63.
    assert [(r.rank, r.name, r.points, r.previous_rank) for r in found.rows] == [
        (1, "Bea", 231, 2),
        (2, "Ana", 126, 1),
        (3, "Cya", 63, None),
    ]
    answer = season_answer.shape(found, Shield(season_answer.Level.OPERATOR))
    assert [row["movement"] for row in answer["ranking"]] == [1, -1, None]
    assert answer["ranking"][0]["lines"][0]["points"] == 189


def at(year: int) -> datetime:
    return datetime(year, 12, 1)  # noqa: DTZ001 - the store's own, UTC without a zone


def test_as_of_a_time_everything_is_as_then_recorded() -> None:
    con = store((2017, "worlds", (light("Ana", "Bea"),)), (2018, "worlds", (light("Bea", "Cya"),)))
    con.execute("update event_version set recorded_at = make_timestamp(2016 + version_id, 7, 1, 0, 0, 0)")
    then = seasons.season(con, IBJJF, as_of=at(2017))
    assert (then.season, [(r.name, r.points, r.previous_rank) for r in then.rows]) == (
        2017,
        [("Ana", 189, None), ("Bea", 63, None)],
    )
    # The season after, asked when its event was not recorded yet: all of it from the season before, nobody moved.
    waiting = seasons.season(con, IBJJF, 2018, as_of=at(2017))
    assert [(r.rank, r.name, r.points, r.previous_rank) for r in waiting.rows] == [
        (1, "Ana", 126, 1),
        (2, "Bea", 42, 2),
    ]
    assert seasons.season(con, IBJJF, as_of=at(2018)) == seasons.season(con, IBJJF)
    with pytest.raises(UserError, match="--as-of"):
        seasons.season(con, IBJJF, as_of=at(2016))


def test_as_of_a_time_a_second_source_counts_until_it_was_marked_and_after_that_was_undone() -> None:
    con = store((2018, "worlds", (light("Ana"),)), (2018, "worlds", (light("Ana"),)))
    con.execute("update event_version set recorded_at = '2018-07-01'")
    con.execute(
        "insert into same_event "
        "values (1, 'event-2', 'event-1', 'confirmed', null, '', 'me', '2019-07-01', '2020-07-01')"
    )
    points = [[row.points for row in seasons.season(con, IBJJF, as_of=at(year)).rows] for year in (2018, 2019, 2020)]
    assert points == [[378], [189], [378]]


def test_as_of_a_time_two_athletes_are_one_from_when_somebody_said_so() -> None:
    con = store((2018, "worlds", (light("Ana"),)), (2018, "worlds", (light("Anna"),)))
    con.execute("update event_version set recorded_at = '2018-07-01'")
    persons.write(con, versions.counted(con))
    pair = [row[0] for row in con.execute("select distinct person from person order by person").fetchall()]
    con.execute("insert into athlete_alias values (1, 'accepted', ?, ?, 'me', '2019-07-01', null, null)", pair)
    found = [[row.points for row in seasons.season(con, IBJJF, as_of=at(year)).rows] for year in (2018, 2019)]
    assert found == [[189, 189], [378]]


def test_equal_rows_share_a_rank_and_the_next_is_counted_on() -> None:
    con = store((2018, "worlds", (light("Ana", "Cya", "Dot", "Eva"), light("Bea", "Fay"))))
    found = seasons.season(con, IBJJF).rows
    assert [(row.rank, row.name) for row in found] == [
        (1, "Ana"),
        (1, "Bea"),
        (3, "Cya"),
        (3, "Fay"),
        (5, "Dot"),
        (5, "Eva"),
    ]
    assert [row.level for row in found] == ["shared", "points", "shared", "points", "shared", None]


def test_a_tie_is_broken_in_the_order_of_the_scheme() -> None:
    """Grades: 3 × 1 against 2 × 1 + 1 × 1: level on 3 points, one gold against none."""
    con = store((2018, "1", (light("Ana", "Bea", "Cya"), light("Dot", "Eva", "Bea"))))
    found = seasons.season(con, schemes.load("grades-calendar-year")).rows
    assert [(row.rank, row.name, row.points) for row in found[:3]] == [(1, "Ana", 3), (1, "Dot", 3), (3, "Bea", 3)]
    assert (found[1].level, found[1].own, found[1].following) == ("gold", 1, 0)


def test_two_years_decay_by_half_and_the_third_counts_nothing() -> None:
    names = ("Ana", "Bea", "Cya")
    con = store(*((2018 - n, None, (light(name, f"{name} second"),)) for n, name in enumerate(names)))
    assert ranking(con, schemes.load("two-year-decay")) == {
        "Ana team": 9,
        "Bea team": Decimal("4.5"),
        "Ana second team": 3,
        "Bea second team": Decimal("1.5"),
    }


def test_only_the_best_results_count() -> None:
    con = store((2018, "worlds", (light("Ana"), light("Bea", "Ana"), opened("Cya", "Dot", "Ana"))))
    two = seasons.season(con, replace(IBJJF, best=2)).rows
    ana = next(row for row in two if row.name == "Ana")
    assert (ana.points, ana.left_out) == (189 + 63, 1)  # 31.5 of the open class is left out


@pytest.mark.parametrize("best", [999_999, 1_000_000, 10**40])
def test_more_results_than_anybody_has_are_all_of_them(best: int) -> None:
    con = store((2018, "worlds", (light("Ana"), opened("Ana"))))
    every = ranking(con, replace(IBJJF, best=0))
    assert every["Ana"] > 283
    assert ranking(con, replace(IBJJF, best=best)) == every
    assert ranking(con, replace(IBJJF, minimum_results=best)) == {}


def test_one_event_marked_as_another_counts_once() -> None:
    con = store((2018, "worlds", (light("Ana"),)), (2018, "worlds", (light("Ana"),)))
    assert ranking(con) == {"Ana": 378}
    con.execute(
        "insert into same_event values (1, 'event-2', 'event-1', 'confirmed', null, '', 'me', now()::timestamp, null)"
    )
    assert ranking(con) == {"Ana": 189}


def test_a_category_that_gives_no_points_gives_none_here() -> None:
    con = store((2018, "worlds", (replace(light("Ana"), uncounted="A3"), light("Bea"))))
    assert ranking(con) == {"Bea": 189}
    assert ranking(con, replace(IBJJF, counted_only=False)) == {"Ana": 189, "Bea": 189}


def test_belts_ages_genders_and_awards_choose_categories() -> None:
    young = replace(light("Kim"), age="juvenile-2", belt="blue")
    mixed = replace(light("Lee"), belt="purple+brown+black")
    white, women = replace(light("Max"), belt="white"), replace(light("Noa"), gender="female")
    con = store((2018, "worlds", (young, mixed, white, women)))
    assert set(ranking(con)) == {"Lee", "Noa"}
    assert set(ranking(con, replace(IBJJF, genders=("female",)))) == {"Noa"}
    assert set(ranking(con, replace(IBJJF, ages=(), belts=("blue",)))) == {"Kim"}
    con.execute("insert into award values (1, 'women', 2, 'Women', ['female'], [], ['black'], 'auto', false)")
    assert set(ranking(con, replace(IBJJF, awards=("women",)))) == {"Noa"}


def test_minimum_bouts_look_at_bouts_that_were_fought() -> None:
    con = store((2018, "worlds", (light("Ana", "Bea"), light("Cya"))))
    con.execute(
        "insert into bout (category_id, load_id, bout, red_athlete, red_key, blue_athlete, blue_key, winner, decision) "
        "values (100001, 1, 1, 'Ana', 'Ana', 'Bea', 'Bea', 'red', 'points'), "
        "(100001, 1, 2, 'Ana', 'Ana', null, null, 'red', 'bye')"
    )
    one, two = replace(IBJJF, minimum_bouts=1), replace(IBJJF, minimum_bouts=2)
    assert set(ranking(con, one)) == {"Ana", "Bea", "Cya"}  # nobody knows how many bouts Cya had
    assert seasons.season(con, one).unchecked_bouts == 1
    assert set(ranking(con, replace(one, unknown_bouts="leave out"))) == {"Ana", "Bea"}
    assert set(ranking(con, two)) == {"Cya"}


def test_an_event_no_rule_means_is_told_and_gives_nothing() -> None:
    con = store((2018, None, (light("Ana"),)), (2018, "worlds", (light("Bea"),)))
    found = seasons.season(con, IBJJF)
    assert {event.version.event_id: event.weight for event in found.events} == {"event-1": None, "event-2": Decimal(7)}
    assert ranking(con) == {"Bea": 189}


def test_events_are_meant_by_federation_and_identifier_too_the_first_rule_that_fits_decides() -> None:
    rules = (EventRule(Decimal(2), events=("event-2",)), EventRule(Decimal(5), federations=("ibjjf",)))
    con = store((2018, None, (light("Ana"),)), (2018, None, (light("Bea"),)))
    con.execute("update source_load set federation = 'IBJJF'")
    assert ranking(con, replace(IBJJF, events=rules)) == {"Ana": 9 * 5 * 3, "Bea": 9 * 2 * 3}


def test_athletes_without_academy_are_ranked_and_academies_miss_them() -> None:
    con = store((2018, "worlds", (Category(((1, "Ana", None), (2, "Bea", "Beta"))),)))
    assert ranking(con) == {"Ana": 189, "Bea": 63}
    found = seasons.season(con, IBJJF, by="academy")
    assert ([row.name for row in found.rows], found.without_academy) == (["Beta"], 1)


def test_a_season_in_which_nothing_counts_ranks_nobody() -> None:
    assert ranking(store((2018, None, (light("Ana"),)))) == {}


def test_an_empty_store_says_what_to_do() -> None:
    con = store()
    with pytest.raises(UserError, match="tatame ingest"):
        seasons.season(con, IBJJF)


weights = st.decimals(0, 20, places=2)
factors = st.lists(st.decimals(0, 5, places=2), min_size=1, max_size=3).map(tuple)
podiums = st.lists(st.lists(st.sampled_from("ABCDE"), min_size=1, max_size=4, unique=True), min_size=1, max_size=4)


@pytest.mark.long
@settings(max_examples=drawn(6, 15), phases=(Phase.explicit, Phase.generate))
@given(
    events=st.lists(st.tuples(st.integers(2015, 2018), podiums, st.booleans()), min_size=1, max_size=3),
    weight=weights,
    factors=factors,
    open_class=weights,
    best=st.integers(0, 3),
    by=st.sampled_from(("athlete", "academy")),
)
def test_every_total_is_the_sum_of_its_printed_lines(
    events: list[tuple[int, list[list[str]], bool]],
    weight: Decimal,
    factors: tuple[Decimal, ...],
    open_class: Decimal,
    best: int,
    by: str,
) -> None:
    made = [
        (year, None, tuple(opened(*names) if is_open else light(*names) for names in found))
        for year, found, is_open in events
    ]
    scheme = replace(
        IBJJF, events=(EventRule(weight),), factors=factors, open_class=open_class, best=best, ties=("best",)
    )
    found = seasons.season(store(*made), scheme, by=by)
    answer = season_answer.shape(found, Shield(season_answer.Level.OPERATOR))
    for row in answer["ranking"]:
        printed = [Fraction(str(line["points"])) for line in row["lines"]]
        assert Fraction(str(row["points"])) == sum(printed)
        assert not best or len(printed) <= best
        for line in row["lines"]:
            product = [Fraction(str(line[name])) for name in ("base", "open_class", "weight", "factor")]
            assert Fraction(str(line["points"])) == product[0] * product[1] * product[2] * product[3]
    totals = [row["points"] for row in answer["ranking"]]
    assert totals == sorted(totals, reverse=True)
    assert [row["rank"] for row in answer["ranking"]] == sorted(row["rank"] for row in answer["ranking"])


@pytest.mark.parametrize("by", ["athlete", "academy"])
def test_the_first_rows_alone_are_those_of_the_whole_and_each_has_its_lines_by_itself(by: str) -> None:
    con = store(
        (2017, "worlds", (light("Ana", "Bea", "Cya", "Dot"), opened("Eva", "Ana"))),
        (2018, "pans", (light("Bea", "Ana"), opened("Ana", "Eva", "Bea", "Cya"))),
    )
    for table in ("entry", "official_place", "place"):  # as the loader folds a name
        con.execute(f"update {table} set athlete_key = lower(athlete_key)")
    scheme = replace(IBJJF, best=2, ties=("season", "gold", "best", "events"))
    whole = seasons.season(con, scheme, 2018, by)
    assert [row.names for row in whole.rows] == [tuple({line.athlete: 0 for line in row.lines}) for row in whole.rows]
    for most in (1, 3, 99):
        first = seasons.season(con, scheme, 2018, by, most=most)
        assert first.ranked == len(whole.rows) == 5
        names = [row.names if by == "athlete" else () for row in whole.rows[:most]]
        assert first.rows == tuple(
            replace(row, lines=(), names=own) for row, own in zip(whole.rows, names, strict=False)
        )
    for row in whole.rows:
        assert seasons.lines(con, scheme, 2018, by, row.key) == (row.lines, row.left_out)


@pytest.mark.parametrize("folded", [False, True])
def test_a_namesake_with_an_identifier_and_another_birth_year_takes_no_lines_away(folded: bool) -> None:
    con = store(*((year, "pans", (light("Ana", "Bea"),)) for year in (2017, 2018, 2018)))
    for table in ("entry", "official_place", "place"):  # as the loader folds a name
        con.execute(f"update {table} set athlete_key = lower(athlete_key)")
    con.execute("update entry set birth_year = 1980 where athlete = 'Ana' and load_id = 1")
    con.execute(
        "insert into entry by name select * replace ('id:7' as athlete_key, '7' as athlete_id, 1990 as birth_year) "
        "from entry where athlete = 'Ana' and load_id = 2"
    )
    if folded:
        athlete_names.refresh(con, [1, 2, 3])
    whole = seasons.season(con, IBJJF, 2018, "athlete")
    # Two years of birth stand beside the name: those of 2018, who tell none, are not the one of 2017.
    assert sorted((row.name, len(row.lines)) for row in whole.rows) == [("Ana", 1), ("Ana", 2), ("Bea", 3)]
    for row in whole.rows:
        assert seasons.lines(con, IBJJF, 2018, "athlete", row.key) == (row.lines, row.left_out)
    of = versions.counted(con)
    persons.write(con, of)
    every = con.execute("select * from person where athlete_key = 'ana' order by all").fetchall()
    persons.write(con, of, names=["ana"])
    assert con.execute("select * from person order by all").fetchall() == every


GOOD = 'title = "T"\n[points]\n1 = 9\n[seasons]\nfactors = [1]\n[[event]]\nweight = 1\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (GOOD.replace("[seasons]", "[season]"), "season.*seasons"),
        (GOOD.replace("weight = 1", "wieght = 1"), "wieght.*weight"),
        (GOOD.replace("factors", "factor"), "factor.*factors"),
        (GOOD.replace("weight = 1", 'weight = "x"'), "weight is a number"),
        (GOOD.replace("weight = 1", "weight = -1"), "no number from 0"),
        (GOOD.replace("weight = 1", "weight = 0.333"), "decimals"),
        (GOOD.replace("weight = 1", "weight = nan"), "no number"),
        (GOOD.replace("[[event]]\nweight = 1\n", ""), "at least one"),
        (GOOD.replace("[1]", "[]"), "factors is missing"),
        (GOOD + '[categories]\nbelts = ["blak"]\n', "blak.*black"),
        (GOOD + '[ties]\norder = ["golds"]\n', "golds.*gold"),
        (GOOD + "[limits]\nbest = -1\n", "whole number"),
        (GOOD + "[limits]\nbest = true\n", "whole number"),
        (GOOD.replace('title = "T"', 'by = "team"'), "team"),
        ("[points\n", "cannot be read"),
    ],
)
def test_a_malformed_scheme_is_refused_naming_the_nearest(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "own.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match=said):
        schemes.load(str(file))


def test_a_federations_own_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(GOOD, encoding="utf-8")
    assert (schemes.load(str(file)).name, schemes.load(str(file)).points[1]) == ("own", 9)


def test_a_scheme_nobody_shipped_is_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match="two-year-decay"):
        schemes.load("two-years-decay")


@pytest.mark.parametrize("name", schemes.names())
def test_every_scheme_shipped_is_read_and_says_its_source(name: str) -> None:
    assert schemes.load(name).title
    file = Path(__file__).resolve().parents[2] / "data" / "reference" / "schemes" / f"{name}.toml"
    assert file.read_text(encoding="utf-8").startswith("# Source: ")
