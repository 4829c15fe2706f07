"""Who is shown by name, how the levels grade it, and that nothing published names anybody else."""

from datetime import date

import duckdb
import pytest

from analytics import minors
from analytics.minors import Person
from analytics.versions import resolve
from etl.errors import UnknownName
from publishing import privacy
from publishing.privacy import Level, Shield
from tests.analytics.podium import Category, Podium, compute


def young(name: str, academy: str | None = "Alpha", group: int = 0) -> Person:
    return Person(1, name, name, academy, True, False, group)


def opted(name: str, academy: str | None = "Alpha") -> Person:
    return Person(1, name, name, academy, False, True, 0)


@pytest.mark.parametrize(
    ("level", "group", "shown", "beside"),
    [
        (Level.OPERATOR, 0, "Ana de Silva", "Alpha"),
        (Level.FULL, 0, "Ana de Silva", "Alpha"),
        (Level.INITIALS, 0, "A. D. S.", "Alpha"),
        (Level.ACADEMY, 0, "Alpha", "Alpha"),
        (Level.SUPPRESSED, 5, "Alpha", "Alpha"),
        (Level.SUPPRESSED, 4, "name withheld", None),
    ],
)
def test_a_level_grades_what_is_shown_of_a_minor(level: Level, group: int, shown: str, beside: str | None) -> None:
    shield = Shield(level, [young("Ana de Silva", group=group)])
    row = {"athlete": "Ana de Silva", "athlete_id": "7", "academy": "Alpha", "place": 1}
    named = level in (Level.OPERATOR, Level.FULL)
    wanted = {"athlete": shown, "athlete_id": "7" if named else None, "academy": beside, "place": 1}
    assert shield.answer({"places": [row]}) == {"places": [wanted]}


def test_an_academy_that_is_not_known_leaves_nothing_to_show() -> None:
    assert Shield(Level.ACADEMY, [young("Ana", None)]).name("Ana") == "name withheld"


@pytest.mark.parametrize("level", [Level.FULL, Level.INITIALS, Level.ACADEMY, Level.SUPPRESSED])
def test_whoever_opted_out_is_shown_by_the_academy_at_every_level_but_the_operators(level: Level) -> None:
    people = [opted("Ana")]
    assert Shield(level, people).answer({"athlete": "Ana", "academy": "Alpha"}) == {
        "athlete": "Alpha",
        "academy": "Alpha",
    }
    assert Shield(Level.OPERATOR, people).name("Ana", "Alpha") == "Ana"


def test_what_is_published_defaults_to_the_academy() -> None:
    assert Level.PUBLISHED is Level.ACADEMY


def test_everybody_else_is_shown_as_written() -> None:
    shield = Shield(Level.SUPPRESSED, [young("Ana")])
    row = {"athlete": "Bea", "academy": "Alpha", "reason": "Bea and Cya were both out."}
    assert shield.answer(row) == row


def test_a_year_of_birth_leaves_no_answer() -> None:
    assert Shield(Level.FULL).answer([{"athlete": "Bea", "birth_year": 1990}]) == [{"athlete": "Bea"}]


@pytest.mark.parametrize(
    ("words", "hidden"),
    [
        ("Ana Silva and Bea are both out.", True),
        ("ANA  SILVÁ's second bout is missing.", True),
        ("Anabela Silva and Ana are both out.", False),
        ("Ana Silvano has no academy", False),
        ("山田花子は失格", True),
        ("山田太郎は失格", False),
    ],
)
def test_a_sentence_that_names_a_minor_is_withheld_whole(words: str, hidden: bool) -> None:
    shield = Shield(Level.ACADEMY, [young("Ana Silva"), young("山田 花子"), young("山田花子")])
    shown = shield.answer({"reason": words})["reason"]
    assert (shown != words) is hidden
    assert not hidden or "Ana" not in shown


@pytest.mark.parametrize(
    ("words", "hidden"),
    [
        ("silva_ana.csv", True),
        ("uploads/Silva-Ana-2026.zip", True),
        ("Silva, Ana: weighed in too late", True),
        ("Costa Lima, Bea Rui", True),  # a family name of two words
        ("花子 山田は失格", True),
        ("Silva, Anabela: weighed in too late", False),
        ("Ana won, Silva lost.", False),
        ("silva.csv", False),
    ],
)
def test_a_text_that_puts_the_family_name_first_names_its_bearer(words: str, hidden: bool) -> None:
    shield = Shield(Level.ACADEMY, [young("Ana Silva"), young("Bea Rui Costa Lima"), young("山田 花子")])
    assert shield.names(words) is hidden


def test_a_rejected_rows_athlete_is_withheld_since_nobody_knows_the_age() -> None:
    row = {"column": "athlete", "value": "Somebody New", "code": "x"}
    assert Shield(Level.ACADEMY).answer(row)["value"] == "name withheld"
    assert Shield(Level.ACADEMY).answer({"column": "winner", "value": "x"})["value"] == "x"


def test_a_level_nobody_has_is_answered_with_the_nearest() -> None:
    assert privacy.named(None) is Level.OPERATOR
    with pytest.raises(UnknownName, match="initials"):
        privacy.named("initial")


def event() -> duckdb.DuckDBPyConnection:
    """Kim is a juvenile in an adult open class too; Lee, Max and Noa are adults; Sam's division cannot be read."""
    con = compute(
        Podium(
            (
                Category(((1, "Kim", "Alpha"),), age="juvenile-2"),
                Category(((1, "Lee", "Alpha"), (2, "Kim", "Alpha")), weight="open"),
                Category(((1, "Max", "Beta"), (2, "Noa", "Beta"))),
                Category(((1, "Sam", "Beta"),), age="unknown"),
            )
        )
    )
    con.execute("update entry set birth_year = 2009 where athlete = 'Noa'")  # 17 in 2026 (B1)
    con.execute("update entry set birth_year = 2008 where athlete = 'Max'")  # 18
    return con


def test_under_18_is_found_by_division_by_year_of_birth_and_across_categories() -> None:
    con = event()
    assert resolve(con, "event-1").start_date == date(2026, 5, 2)
    assert {one.athlete_key for one in minors.people(con, [resolve(con, "event-1")])} == {"Kim", "Noa", "Sam"}


def groups(con: duckdb.DuckDBPyConnection) -> dict[str, int]:
    return {one.athlete: one.group for one in minors.people(con, [resolve(con, "event-1")])}


def test_a_group_is_the_fewest_under_18s_of_an_academy_or_of_a_category() -> None:
    # Noa and Sam are two of Beta, but each the only one under 18 in a category.
    assert groups(event()) == {"Kim": 1, "Noa": 1, "Sam": 1}
    five = tuple((min(n, 3), f"Kid {n}", "Alpha") for n in range(1, 6))
    alone = ((1, "Kid 6", "Alpha"),)
    con = compute(Podium((Category(five, age="teen-1"), Category(alone, age="teen-2"))))
    assert groups(con) == {**{f"Kid {n}": 5 for n in range(1, 6)}, "Kid 6": 1}
    mixed = tuple((place, name, "Beta" if name == "Kid 5" else "Alpha") for place, name, _ in five)
    con = compute(Podium((Category(mixed, age="teen-1"),)))
    assert groups(con) == {**{f"Kid {n}": 4 for n in range(1, 5)}, "Kid 5": 1}


@pytest.mark.parametrize(
    ("athlete", "academy", "hidden"),
    [("LÉE", None, True), ("Lee", "alpha", True), ("Lee", "beta", False), ("Leena", None, False)],
)
def test_the_opt_out_list_takes_a_name_in_any_spelling_of_one_academy_or_of_any(
    athlete: str, academy: str | None, hidden: bool
) -> None:
    con = event()
    con.execute(
        "insert into opt_out values (1, ?, ?, ?, 'me', timestamp '2026-06-01', null, null)", [athlete, academy, academy]
    )
    assert privacy.shield(con, [resolve(con, "event-1")], Level.FULL).hides("Lee") is hidden
    con.execute("update opt_out set undone_at = timestamp '2026-06-02'")
    assert not privacy.shield(con, [resolve(con, "event-1")], Level.FULL).hides("Lee")
