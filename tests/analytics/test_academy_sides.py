"""An academy's athletes by what is prepared are those of the facts: namesakes, sides of nobody known, rulings."""

from __future__ import annotations

from random import Random

import duckdb
import pandas as pd
import pytest

from analytics import academy_sides, careers, queries
from tests.analytics.test_season_numbers import entered, prepare, season
from tests.sizes import drawn

DECISIONS = ("submission", "points", "walkover", "bye", None)


def fight(con: duckdb.DuckDBPyConnection, dice: Random) -> None:
    """Some bouts in each category, of who stands there, of who stands nowhere, and of nobody known."""
    stands = con.execute(
        "select load_id, category_id, athlete, athlete_key, academy from entry order by load_id, category_id"
    ).fetchall()
    categories = con.execute("select load_id, category_id from category order by all").fetchall()
    for number, (load, category) in enumerate(categories, start=1):
        own = [row[2:] for row in stands if row[:2] == (load, category)]
        for bout in range(dice.randint(0, 3)):
            sides = [side(own, dice) for _ in range(2)]
            values = [load, category, 10 * number + bout, *sides[0], *sides[1]]
            con.execute(
                "insert into bout (load_id, category_id, bout, red_athlete, red_key, red_academy, blue_athlete, "
                "blue_key, blue_academy, winner, decision) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [*values, dice.choice(("red", "blue", None)), dice.choice(DECISIONS)],
            )


def side(own: list[tuple[str | None, ...]], dice: Random) -> tuple[str | None, ...]:
    """Name, key and academy."""
    if own and dice.random() < 0.6:
        return dice.choice(own)
    if dice.random() < 0.3:
        return ("Unknown", None, dice.choice(("north", "North", None)))
    one = entered(dice)
    return one.name, one.key, one.academy


def asked(con: duckdb.DuckDBPyConnection, most: int) -> list[pd.DataFrame]:
    return [careers.academy_athletes(con, queries.counted(con), academy, most) for academy in ("north", "south")]


@pytest.mark.parametrize("seed", range(drawn(6, 400)))
def test_prepared_they_are_those_of_the_facts(seed: int) -> None:
    con = season(seed)
    fight(con, Random(seed))
    before = [found for most in (2, 99) for found in asked(con, most)]
    prepare(con)
    of = [version.version_id for version in queries.counted(con)]
    if len(of) > 1:
        keys = "select academy_key from academy_name where academy = 'north'"
        assert academy_sides.met(con, queries.counted(con), keys, {"versions": of})
    for found, wanted in zip([each for most in (2, 99) for each in asked(con, most)], before, strict=True):
        pd.testing.assert_frame_equal(found, wanted)
