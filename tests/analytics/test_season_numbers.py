"""The first of a season by small numbers are those of the whole, whoever is who: names, identifiers, aliases, years."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from random import Random

import duckdb
import pytest

from analytics import athlete_names, once, persons, place_numbers, prepared, season_athletes, versions
from analytics import scheme as schemes
from analytics import season as seasons
from analytics.scheme import EventRule, Scheme
from analytics.season import Season
from tests.analytics.podium import Category, Podium, compute
from tests.sizes import drawn

IBJJF = schemes.load("ibjjf-2012-2018")
OPEN = replace(IBJJF, events=(EventRule(weight=IBJJF.events[-1].weight),), ages=(), belts=())
SCHEMES = (
    OPEN,
    replace(OPEN, ties=("gold", "silver", "season", "best", "events")),
    replace(OPEN, best=2, ties=("season", "gold")),
    replace(OPEN, minimum_results=2, belts=("blue", "black"), counted_only=True),
    # A place gives as much in the open class as outside it.
    *(replace(OPEN, open_class=Decimal(1), best=best, ties=("best", "gold", "events")) for best in (1, 2, 3)),
    schemes.load("two-year-decay"),
)


@dataclass
class Athlete:
    """Somebody as he enters: with an identifier or none, an academy or none, a year of birth or none."""

    name: str
    academy: str | None
    number: str | None = None
    born: int | None = None

    @property
    def key(self) -> str:
        """As the loader makes it."""
        return f"id:{self.number}" if self.number else f"{self.name.lower()}|{(self.academy or '').lower()}"


def entered(dice: Random) -> Athlete:
    """One of few names and academies, so that namesakes meet."""
    name = dice.choice(("Ana", "Bea", "Cya", "ANA", "Dot Eve"))
    academy = dice.choice(("north", "south", "North", None))
    number = dice.choice((None, None, "1", "2", "3"))
    return Athlete(name, academy, number, dice.choice((None, None, 1990, 1991)))


def season(seed: int) -> duckdb.DuckDBPyConnection:
    """Some events over three years; who stands in them by chance, some decided to be one person."""
    dice = Random(seed)
    events = dice.randint(2, 5)
    shapes = [(dice.choice(("male", "female")), dice.choice(("adult", "master-1", "juvenile-1")),
               dice.choice(("white", "blue", "black")), dice.choice(("light", "open"))) for _ in range(4)]  # fmt: skip
    podiums = []
    for _ in range(events):
        own = dice.sample(sorted(set(shapes)), dice.randint(1, len(set(shapes))))
        podiums.append(Podium(tuple(
            Category(tuple((min(n, 3), f"P{n}", "north") for n in range(1, dice.randint(2, 4))),
                     gender=gender, age=age, belt=belt, weight=weight)
            for gender, age, belt, weight in own
        )))  # fmt: skip
    con = compute(*podiums)
    for load in range(1, events + 1):
        con.execute(
            "update source_load set start_date = make_date(?, ?, 1), federation = ?, has_entries = true "
            "where load_id = ?",
            [dice.randint(2016, 2018), dice.randint(1, 12), dice.choice((None, "f", "f", "G")), load],
        )
    _rename(con, dice)
    if dice.random() < 0.3:
        # From there on North is South, in some events.
        con.execute("update version_academy set academy_key = 'south' where spelling = 'North' and version_id % 2 = 0")
        con.execute("update place set academy_key = 'south' where academy = 'North' and version_id % 2 = 0")
    persons.write(con, [])
    return con


def _rename(con: duckdb.DuckDBPyConnection, dice: Random) -> None:
    """Each athlete of the podiums becomes somebody, once in a category."""
    for spelling, key in (("north", "north"), ("North", "north"), ("south", "south")):
        con.execute("delete from version_academy where spelling = ?", [spelling])
        con.execute(
            "insert into version_academy (version_id, spelling, academy_key) "
            "select version_id, ?, ? from event_version",
            [spelling, key],
        )
    for table in ("entry", "official_place", "academy_name"):
        con.execute(f"delete from {table}")
    con.execute(
        "insert into academy_name by name select version_id, key as academy_key, key as academy, 1 as times "
        "from event_version, (select unnest(['north', 'south']) as key)"
    )
    places = con.execute("select version_id, category_id, athlete_key from place order by all").fetchall()
    taken: dict[int, set[str]] = {}
    for version, category, key in places:
        one = entered(dice)
        while one.key in taken.setdefault(category, set()):
            one = entered(dice)
        taken[category].add(one.key)
        con.execute(
            "update place set athlete = ?, athlete_key = ?, academy = ?, academy_key = lower(?) "
            "where version_id = ? and category_id = ? and athlete_key = ?",
            [one.name, one.key, one.academy, one.academy, version, category, key],
        )
        if dice.random() < 0.1:  # a ruling names him, and no fact
            con.execute(
                "update place set source = 'ruling' where category_id = ? and athlete_key = ?", [category, one.key]
            )
        else:
            con.execute(
                "insert into entry (load_id, category_id, athlete, athlete_key, athlete_id, academy, birth_year, "
                "status) "
                "values (?, ?, ?, ?, ?, ?, ?, 'registered')",
                [version, category, one.name, one.key, one.number, one.academy, one.born],
            )


def prepare(con: duckdb.DuckDBPyConnection) -> None:
    _kept(con)
    for table in ("athlete_name", "athlete_name_load"):
        con.execute(f"delete from {table}")
    versions = [version for (version,) in con.execute("select version_id from event_version").fetchall()]
    prepared.refresh(con, fewest=0)
    athlete_names.refresh(con, versions, fewest=0)
    place_numbers.refresh(con)


def _kept(con: duckdb.DuckDBPyConnection) -> None:
    """What was computed is the store's own, so that every cursor has it."""
    own = "select table_name from duckdb_tables() where not temporary"
    both = f"select table_name from duckdb_tables() where temporary and table_name in ({own})"
    for (table,) in con.execute(both).fetchall():
        con.execute(f"delete from memory.main.{table}")
        con.execute(f"insert into memory.main.{table} by name select * from temp.main.{table}")
        con.execute(f"drop table temp.main.{table}")


def decide(con: duckdb.DuckDBPyConnection, dice: Random) -> None:
    """Two of the persons are one."""
    persons.write(con, versions.counted(con))
    keys = [key for (key,) in con.execute("select distinct person from person order by 1").fetchall()]
    if len(keys) > 1:
        con.execute(
            "insert into athlete_alias values (1, 'accepted', ?, ?, 'me', now()::timestamp, null, null)",
            dice.sample(keys, 2),
        )


def check(seed: int, scheme: Scheme) -> None:
    con = season(seed)
    if seed % 3 == 0:
        decide(con, Random(seed))
    years = {version.start_date.year for version in versions.counted(con)}
    whole = {(year, by): seasons.season(con, scheme, year, by) for year in years for by in ("athlete", "academy")}
    prepare(con)
    compare(con, scheme, whole)
    once.share(con, {})  # as of a file: what all its seasons ask first is looked up once
    seasons.prepare(con)
    assert season_athletes.told(con) is not None
    compare(con, scheme, whole)


def compare(con: duckdb.DuckDBPyConnection, scheme: Scheme, whole: dict[tuple[int, str], Season]) -> None:
    for (year, by), found in whole.items():
        for most in (2, 99):
            first = seasons.season(con, scheme, year, by, most=most)
            assert first.ranked == found.ranked
            expected = [replace(row, lines=(), names=row.names if by == "athlete" else ()) for row in found.rows[:most]]
            assert list(first.rows) == expected
            assert first.without_academy == found.without_academy
        for row in found.rows[::4]:
            assert seasons.lines(con, scheme, year, by, row.key) == (row.lines, row.left_out)


def golds(*belts: str, who: str, academy: str) -> tuple[Category, ...]:
    """Of each belt the gold of light and of the open class, for men and for women."""
    return tuple(
        Category(((1, who, academy),), gender=gender, belt=belt, weight=weight)
        for gender in ("male", "female")
        for belt in belts
        for weight in ("light", "open")
    )


def test_ten_of_twelve_golds_count_whichever_of_them_are_of_open_classes() -> None:
    con = compute(Podium(golds("blue", "purple", "black", who="Ana", academy="North")))
    scheme = schemes.load("two-year-decay")
    prepare(con)
    (north,) = seasons.season(con, scheme, most=5).rows
    assert (north.points, north.left_out) == (Decimal(10 * 9), 2)


@pytest.mark.parametrize("ties", [("gold",), ("best", "gold")])
def test_the_best_one_of_two_as_good_counts_and_not_none(ties: tuple[str, ...]) -> None:
    own = Category(((1, "Ana", "North"), (2, "Bea", "South")))
    con = compute(Podium((own, replace(own, weight="open", places=own.places[:1]))))
    scheme = replace(schemes.load("two-year-decay"), best=1, ties=ties)
    prepare(con)
    academies = seasons.season(con, scheme, by="academy", most=5).rows
    assert [(row.key, row.points, row.left_out) for row in academies] == [
        ("north", Decimal(9), 1),
        ("south", Decimal(3), 0),
    ]
    athletes = seasons.season(con, scheme, by="athlete", most=1)
    assert [(row.name, row.points, row.left_out) for row in athletes.rows] == [("Ana", Decimal(9), 1)]
    assert athletes.ranked == 2


@pytest.mark.long
@pytest.mark.parametrize("scheme", range(len(SCHEMES)))
@pytest.mark.parametrize("seed", range(drawn(1, 300)))
def test_the_first_of_a_season_by_numbers_are_those_of_the_whole(seed: int, scheme: int) -> None:
    check(seed * len(SCHEMES) + scheme, SCHEMES[scheme])


def test_the_first_of_a_season_are_found_by_numbers_where_all_was_prepared() -> None:
    con = season(2)
    prepare(con)
    of = versions.counted(con)
    (event,) = {rule.weight for rule in OPEN.events}
    values = [(version.version_id, place, False, str(event * place)) for version in of for place in (1, 2, 3)]
    assert season_athletes.possible(con, OPEN, of, values)
    assert not season_athletes.possible(con, replace(OPEN, minimum_bouts=1), of, values)
    assert not season_athletes.possible(con, OPEN, of, [(one, place, False, "1") for one, place, _, _ in values])


def test_what_was_looked_up_of_all_is_left_alone_where_it_is_of_many(monkeypatch: pytest.MonkeyPatch) -> None:
    con = season(2)
    assert season_athletes.told(con) is None, "nothing is kept of a connection that may write"
    prepare(con)
    once.share(con, {})
    con.execute(
        "update athlete_name set number = spelling + 1000 where spelling in (select min(spelling) from athlete_name)"
    )
    seasons.prepare(con)
    assert season_athletes.told(con) is not None
    monkeypatch.setattr(season_athletes, "_FEW", 0)
    assert season_athletes.told(con) is None
