"""Corrections, rulings, draws and removals: each a version, each kept over a reload, each to be undone."""

import hashlib
from datetime import UTC, datetime, timedelta
from pathlib import Path

import duckdb
import pytest

from etl import academies, decisions, load
from etl.errors import UnknownName, UnusableInput, UserError
from tests.etl.staging import FOUR, OTHER, Sheet
from tests.etl.stores import Broken, ask, content, put

EVENT = "open-2026"
BLACK = "male / adult / black / light"
MOMENT = datetime(2026, 6, 1, 12, tzinfo=UTC).replace(tzinfo=None)
built: list[list[int]] = []


def build(con: duckdb.DuckDBPyConnection, version_ids: list[int]) -> None:
    """Stands for analytics.relations.build: writes one answer per version, from what is in force in it."""
    built.append(list(version_ids))
    con.execute("DELETE FROM finding WHERE version_id IN (SELECT unnest(?::INTEGER[]))", [list(version_ids)])
    for version_id in version_ids:
        con.execute(
            "INSERT INTO place SELECT ?, category_id, 1, athlete, athlete_key, NULL, academy, NULL, 'M1', 'bouts', "
            "NULL FROM entry WHERE load_id = (SELECT load_id FROM event_version WHERE version_id = ?)",
            [version_id, version_id],
        )


def broken(con: duckdb.DuckDBPyConnection, version_ids: list[int]) -> None:
    build(con, version_ids)
    raise Broken


@pytest.fixture(autouse=True)
def nothing_built() -> None:
    built.clear()


def correct(
    store: Path, athlete: str = "Ana", status: str = "doping", category: object = BLACK, **more: object
) -> object:
    return decisions.correct(store, EVENT, category, athlete, status, "test", "office", build, **more)  # type: ignore[arg-type]


def rule(store: Path, *places: tuple[int, str], category: str = BLACK, unlisted: bool = False) -> object:
    return decisions.rule(store, EVENT, category, places, "ruled", "office", build, unlisted=unlisted)


CORRECTIONS = "SELECT correction_id, athlete, status, version_id, undone_version_id FROM correction ORDER BY 1"
IN_FORCE = "SELECT athlete, status FROM correction WHERE undone_version_id IS NULL ORDER BY 1"


# ---- corrections ----


def test_a_correction_is_a_version_on_the_same_load_and_is_computed(store: Path) -> None:
    made = decisions.correct(store, EVENT, BLACK, "Ana", "disciplinary", "hit", "Jo", build, clock=lambda: MOMENT)
    assert (made.version_id, made.version, made.load_id) == (2, 2, 1)
    assert built == [[2]]
    rows = ask(store, "SELECT version, load_id, kind, reason, recorded_by, recorded_at FROM event_version ORDER BY 1")
    assert rows[1] == (2, 1, "correction", "hit", "Jo", MOMENT)
    assert ask(store, "SELECT * EXCLUDE (correction_id, event_id) FROM correction") == [
        (2, None, "male", "adult", "black", "light", "Ana", "ana|alpha", "disciplinary", "hit", "Jo", MOMENT)
    ]
    assert ask(store, "SELECT DISTINCT version_id FROM place") == [(2,)]
    assert ask(store, "SELECT DISTINCT status FROM entry") == [("registered",)], "facts never change"


def test_a_second_correction_of_an_entry_takes_the_place_of_the_first(store: Path) -> None:
    correct(store, status="technical")
    correct(store, "Bea", "no_show")
    correct(store, status="doping")
    assert ask(store, CORRECTIONS) == [
        (1, "Ana", "technical", 2, 4),
        (2, "Bea", "no_show", 3, None),
        (3, "Ana", "doping", 4, None),
    ]


def test_undoing_ends_a_correction_and_leaves_the_others(store: Path) -> None:
    correct(store)
    correct(store, "Bea", "no_show")
    decisions.undo(store, EVENT, 1, "acquitted", "office", build)
    assert ask(store, IN_FORCE) == [("Bea", "no_show")]
    assert ask(store, "SELECT kind, reason FROM event_version WHERE version = 4") == [
        ("correction", "correction 1 undone: acquitted")
    ]
    assert built == [[2], [3], [4]]


def test_only_what_is_in_force_can_be_undone(store: Path) -> None:
    correct(store)
    decisions.undo(store, EVENT, 1, "acquitted", "office", build)
    with pytest.raises(UnusableInput, match="no longer in force"):
        decisions.undo(store, EVENT, 1, "again", "office", build)
    with pytest.raises(UnknownName, match="correction"):
        decisions.undo(store, EVENT, 7, "what", "office", build)
    with pytest.raises(UnknownName, match="ruling"):
        decisions.undo(store, EVENT, 1, "what", "office", build, what="ruling")


def test_reloading_keeps_corrections_and_rulings(store: Path) -> None:
    correct(store)
    rule(store, (1, "Eva"), category="female / master-1 / blue / feather")
    put(store, FOUR, OTHER, content="b")
    assert ask(store, IN_FORCE) == [("Ana", "doping")]
    assert ask(store, "SELECT place, athlete FROM ruling WHERE undone_version_id IS NULL") == [(1, "Eva")]
    assert ask(store, "SELECT code FROM finding") == []


def test_a_decision_whose_subject_a_new_load_lacks_is_kept_and_said(store: Path) -> None:
    correct(store)
    correct(store, "Bea", "no_show")
    rule(store, (1, "Eva"), (2, "Fay"), category="female / master-1 / blue / feather")
    without_ana = Sheet(entries=FOUR.entries[1:], bouts=FOUR.bouts[1:2])
    version = put(store, without_ana, content="b")
    rows = ask(store, "SELECT version_id, severity, code, file, value, reason FROM finding ORDER BY code, value")
    assert [row[:5] for row in rows] == [
        (version, "warning", "correction_without_subject", "correction 1", "Ana"),
        (version, "warning", "ruling_without_subject", "ruling 1", "Eva"),
        (version, "warning", "ruling_without_subject", "ruling 1", "Fay"),
    ]
    assert "Ana in the category male adult black light" in str(rows[0][5])
    assert "no category female master-1 blue feather" in str(rows[1][5])
    assert ask(store, IN_FORCE) == [("Ana", "doping"), ("Bea", "no_show")]
    decisions.correct(store, EVENT, BLACK, "Dora", "uniform", "r", "b", build)
    said = "SELECT value FROM finding WHERE version_id = (SELECT version_id FROM current_version) ORDER BY 1"
    assert ask(store, said) == [("Ana",), ("Eva",), ("Fay",)], "each version says it, whatever else building finds"
    decisions.undo(store, EVENT, 1, "r", "b", build)
    assert ask(store, said) == [("Eva",), ("Fay",)]
    version = 7
    put(store, FOUR, OTHER, content="c")
    assert ask(store, f"SELECT count(*) FROM finding WHERE version_id > {version}") == [(0,)]


# ---- finding what is meant ----


@pytest.mark.parametrize(
    "category",
    [BLACK, "Black / Adult / Light / Male", "masculino adulto preta leve", "adult black", "light", BLACK.split(" / ")],
)
def test_a_category_is_found_by_any_spelling_of_enough_of_it(store: Path, category: object) -> None:
    correct(store, category=category)
    assert ask(store, "SELECT gender, age_division, belt, weight_class FROM correction") == [
        ("male", "adult", "black", "light")
    ]


@pytest.mark.parametrize("category", ["male / adult / brown / light", "adult blck light", "black light zzz", "x"])
def test_a_category_that_is_not_there_is_answered_with_those_that_are(store: Path, category: str) -> None:
    with pytest.raises(UnknownName, match="category") as caught:
        correct(store, category=category)
    assert BLACK in str(caught.value)


def test_a_category_that_fits_two_is_asked_back(tmp_path: Path) -> None:
    path = tmp_path / "x.duckdb"
    put(path, FOUR, Sheet(parts=("male", "adult", "black", "heavy"), entries=[("Ana", "Alpha")]))
    with pytest.raises(UnusableInput, match=r"fits 2.*black / heavy"):
        correct(path, category="adult black")


@pytest.mark.parametrize("athlete", ["Ana", "ANA", "  ana ", "Áná", "Ana @ Alpha", "ana|alpha"])
def test_an_athlete_is_found_whatever_the_case_and_accents(store: Path, athlete: str) -> None:
    correct(store, athlete)
    assert ask(store, "SELECT athlete_key FROM correction") == [("ana|alpha",)]


@pytest.fixture
def namesakes(tmp_path: Path) -> Path:
    path = tmp_path / "names.duckdb"
    people: list[tuple[str, str | None]] = [("Ana Maria Silva", "Alpha"), ("Ana Souza", "Alpha"), ("Ana Souza", "Beta")]
    put(path, Sheet(entries=people, bouts=[("Ana Maria Silva", "Guest")]))
    return path


def test_an_athlete_is_the_only_one_with_these_words_or_nobody(namesakes: Path) -> None:
    correct(namesakes, "silva ana")
    assert ask(namesakes, IN_FORCE) == [("Ana Maria Silva", "doping")]
    with pytest.raises(UnusableInput, match=r"fits 3"):
        correct(namesakes, "ana")
    with pytest.raises(UnusableInput, match=r"fits 2 .*Ana Souza @ Alpha; Ana Souza @ Beta"):
        correct(namesakes, "Ana Souza")
    correct(namesakes, "Ana Souza @ beta", "no_show")
    assert ask(namesakes, "SELECT athlete_key FROM correction WHERE status = 'no_show'") == [("ana souza|beta",)]


def test_an_athlete_of_the_bouts_alone_is_found_too(namesakes: Path) -> None:
    correct(namesakes, "Guest")
    assert ask(namesakes, IN_FORCE) == [("Guest", "doping")]


@pytest.mark.parametrize("athlete", ["Anna", "Eva", "", "Ana @ Gamma"])
def test_an_athlete_who_is_not_there_is_answered_with_the_nearest(store: Path, athlete: str) -> None:
    before = content(store)
    with pytest.raises(UnknownName, match="Ana"):
        correct(store, athlete)
    assert content(store) == before


def test_categories_that_read_alike_are_not_decided_on_by_four_parts(tmp_path: Path) -> None:
    path = tmp_path / "x.duckdb"
    put(path, FOUR, Sheet(entries=[("Ana", "Alpha"), ("Zoe", "Beta")]))
    with load.writing(path) as con:
        con.execute("UPDATE category SET unread = 'Group B' WHERE category_id = 2")
    before = content(path)
    for category in (BLACK, BLACK + " / Group B"):
        for athlete in ("Ana", "Bea", "Zoe"):  # of both, of one alone, of the other alone
            with pytest.raises(UnusableInput, match="2 categories"):
                correct(path, athlete, category=category)
        with pytest.raises(UnusableInput, match="2 categories"):
            rule(path, (1, "Bea"), category=category)
    assert content(path) == before


def test_text_that_could_not_be_read_is_in_no_decisions_way_where_it_tells_nothing_apart(tmp_path: Path) -> None:
    path = tmp_path / "x.duckdb"
    put(path, FOUR)
    with load.writing(path) as con:
        con.execute("UPDATE category SET unread = 'Group B'")
    correct(path, "Ana", category=BLACK + " / Group B")
    assert ask(path, IN_FORCE) == [("Ana", "doping")]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"status": "dopping"}, "Did you mean doping"),
        ({"event": "open-2025"}, "open-2026"),
        ({"reason": " "}, "reason"),
        ({"by": ""}, "by"),
    ],
)
def test_unusable_words_change_nothing(store: Path, change: dict[str, str], said: str) -> None:
    before = content(store)
    words = {"event": EVENT, "status": "doping", "reason": "r", "by": "b"} | change
    with pytest.raises(UserError, match=said):
        decisions.correct(store, words["event"], BLACK, "Ana", words["status"], words["reason"], words["by"], build)
    assert (content(store), built) == (before, [])


# ---- rulings ----


def test_a_ruling_records_its_places_with_the_athletes_academies(store: Path) -> None:
    rule(store, (3, "Bea"), (1, "cris"), (2, "Ana @ Omega"), (3, "Dora"), unlisted=True)
    rows = ask(store, "SELECT ruling_id, place, athlete, athlete_key, academy FROM ruling ORDER BY place, athlete")
    assert rows == [
        (1, 1, "Cris", "cris|gamma", "Gamma"),
        (1, 2, "Ana", "ana|alpha", "Omega"),
        (1, 3, "Bea", "bea|beta", "Beta"),
        (1, 3, "Dora", "dora|delta", "Delta"),
    ]


def test_an_academy_that_only_a_ruling_names_is_known_from_then_on(store: Path) -> None:
    rule(store, (1, "Ana @ Omega Jiu-Jitsu"), (2, "Bea @ BETA"), unlisted=True)
    spellings = dict(ask(store, "SELECT spelling, academy_key FROM academy_spelling"))  # type: ignore[arg-type]
    assert spellings["Omega Jiu-Jitsu"] == academies.key("omega JJ")
    assert ask(store, "SELECT academy FROM ruling WHERE place = 2") == [("Beta",)], "as the source writes it"
    with pytest.raises(UnusableInput, match="no academy"):
        rule(store, (1, "Ana @ --"), unlisted=True)


def test_a_ruling_may_give_no_place_and_a_later_one_replaces_it(store: Path) -> None:
    rule(store)
    assert ask(store, "SELECT ruling_id, place, athlete FROM ruling") == [(1, None, None)]
    put(store, FOUR, OTHER, content="b")
    assert ask(store, "SELECT code FROM finding") == []
    rule(store, (1, "Ana"))
    decisions.undo(store, EVENT, 2, "appeal", "office", build, what="ruling")
    rows = ask(store, "SELECT ruling_id, version_id, undone_version_id FROM ruling ORDER BY 1")
    assert rows == [(1, 2, 4), (2, 4, 5)]
    assert ask(store, "SELECT kind FROM event_version WHERE version = 5") == [("ruling",)]


@pytest.mark.parametrize(
    ("places", "error"),
    [
        ([(4, "Ana")], UnusableInput),
        ([(1, "Ana"), (2, "ana")], UnusableInput),
        ([(1, "Eva")], UnknownName),
        ([(1, "Eva @ Omega")], UnknownName),  # not without --unlisted
        ([(1, "Ana @ Omega")], UnknownName),
        ([(1, "Ana"), (2, "A\N{COMBINING ACUTE ACCENT}NA")], UnusableInput),
    ],
)
def test_a_ruling_on_strangers_or_with_impossible_places_changes_nothing(
    store: Path, places: list[tuple[int, str]], error: type[UserError]
) -> None:
    before = content(store)
    with pytest.raises(error):
        rule(store, *places)
    assert content(store) == before


def test_a_ruling_may_place_somebody_unlisted_where_that_is_said(store: Path) -> None:
    with pytest.raises(UnknownName, match="--unlisted"):
        rule(store, (1, "Anna"))
    with pytest.raises(UnknownName, match="NAME @ ACADEMY"):
        rule(store, (1, "Eva"), unlisted=True)  # an academy is needed: it is nobody's word yet
    rule(store, (1, "Ana"), (3, "Eva @ Omega"), unlisted=True)
    rows = ask(store, "SELECT place, athlete, athlete_key, academy FROM ruling ORDER BY place")
    assert rows == [(1, "Ana", "ana|alpha", "Alpha"), (3, "Eva", "eva|omega", "Omega")]
    said = ask(store, "SELECT code, value, reason FROM finding")
    assert [row[:2] for row in said] == [("ruled_athlete_not_listed", "Eva")]
    assert "the place counts" in str(said[0][2])


def test_an_academy_that_the_store_has_not_heard_of_is_a_slip_of_the_pen(store: Path) -> None:
    before = content(store)
    with pytest.raises(UnknownName, match=r"'Alpa'\. Did you mean Alpha\?\n.*--unlisted"):
        rule(store, (1, "Bea @ Alpa"))
    assert content(store) == before
    rule(store, (1, "Bea @ ALPHA"))  # of the store, though not hers in the source: it is the ruling's word
    assert ask(store, "SELECT athlete_key, academy FROM ruling") == [("bea|beta", "ALPHA")]


TWO_SCHOOLS: list[tuple[str, str | None]] = [("Ana Souza", "Alpha"), ("ANA SOUZA", "Beta"), ("Rui", "Gamma")]


@pytest.mark.parametrize("name", ["Ana Souza", "ana souza", "ANA SOUZA", "Souza Ana", "Ana Souza @ Gamma"])
def test_a_name_listed_under_two_academies_is_asked_back_with_both(name: str, tmp_path: Path) -> None:
    path = tmp_path / "two.duckdb"
    put(path, Sheet(entries=TWO_SCHOOLS))
    before = content(path)
    with pytest.raises(UnusableInput, match=r"fits 2 \(Ana Souza @ Alpha; ANA SOUZA @ Beta\)"):
        rule(path, (1, name))
    assert content(path) == before
    rule(path, (1, "Ana Souza @ beta"), (2, "ana souza @ alpha"))  # two, for the source lists both
    assert ask(path, "SELECT place, athlete_key FROM ruling ORDER BY 1") == [
        (1, "ana souza|beta"),
        (2, "ana souza|alpha"),
    ]


def test_one_athlete_listed_under_two_academies_is_placed_with_the_one_that_is_said(tmp_path: Path) -> None:
    path = tmp_path / "moved.duckdb"
    put(path, Sheet(entries=[("Ana", "Alpha")], bouts=[("Ana", "Bea")]))
    with load.writing(path) as con:  # by an identifier she would have one key and two academies
        con.execute("UPDATE bout SET red_key = 'ana|alpha', red_academy = 'Omega'")
    with pytest.raises(UnusableInput, match=r"2 academies; say which: 'Ana @ Alpha' and 'Ana @ Omega'"):
        rule(path, (1, "Ana"))
    rule(path, (1, "Ana @ omega"))
    assert ask(path, "SELECT athlete_key, academy FROM ruling") == [("ana|alpha", "Omega")]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Zo\u00e9 Zim @ Alpha", "Zoe\u0301 Zim @ Alpha"),  # composed and not
        ("Zo\u00e9 Zim @ Alpha", "ZO\u00c9  ZIM @ Beta"),
        ("Zoe Zim @ Alpha", "ZoeZim @ Alpha"),
        ("Ana", "ANA @ Beta"),
        ("Ana @ Alpha", "A na @ Omega"),
    ],
)
def test_nobody_is_placed_twice_under_two_spellings(one: str, other: str, store: Path) -> None:
    before = content(store)
    with pytest.raises(UnusableInput, match="two places"):
        rule(store, (1, one), (2, other), unlisted=True)
    assert content(store) == before


# ---- draws ----


def test_a_draw_can_be_recomputed_by_anyone(store: Path) -> None:
    # "é" decomposed in the seed and composed in the name: both are taken in composed form (NFC).
    tie = [("Académie B", "b"), ("Alpha", "a"), ("柔術", "j")]
    made = decisions.draw(store, EVENT, "overall", tie, "Roule\u0301tte", "Jo", None, build, clock=lambda: MOMENT)
    by_hand = sorted((hashlib.sha256(f"Roul\u00e9tte\n{name}".encode()).hexdigest(), name, key) for name, key in tie)
    rows = ask(store, "SELECT position, digest, academy, academy_key FROM draw ORDER BY position")
    assert rows == [(n, *row) for n, row in enumerate(by_hand, start=1)]
    assert ask(store, "SELECT DISTINCT version_id, origin, drawn_at, seed, recorded_by FROM draw") == [
        (made.version_id, "operator", "2026-06-01T12:00:00+00:00", "Roule\u0301tte", "Jo")
    ]


def test_a_known_digest() -> None:
    # printf 'seed\nAlpha' | sha256sum
    assert decisions.digest("seed", "Alpha") == "c8423268578419b37eafd2a1477c5213cc3bbb0f1c6110d8fe65291a6f9dc57c"


def draw(store: Path, names: str = "AB", seed: str = "s", **more: str) -> object:
    words = {"award": "overall", "by": "Jo", "at": "2026-05-03T18:30:00+08:00"} | more
    tie = [(name, name.casefold()) for name in names]
    return decisions.draw(store, EVENT, words["award"], tie, seed, words["by"], words["at"], build)


def test_nobody_draws_a_tie_again_until_it_suits(store: Path) -> None:
    draw(store)
    with pytest.raises(UnusableInput, match="drawn already: draw 1, recorded by Jo"):
        draw(store, "BA", seed="another")
    draw(store, "ABC")
    decisions.undo(store, EVENT, 1, "wrong seed", "Jo", build, what="draw")
    draw(store, seed="another")
    rows = ask(store, "SELECT DISTINCT draw_id, undone_version_id FROM draw ORDER BY 1")
    assert rows == [(1, 4), (2, None), (3, None)]


def test_an_operators_draw_outlives_a_reload_and_the_sources_own_is_replaced(store: Path) -> None:
    put(store, FOUR, content="b", draws=[("overall", "C|D", 1, "C"), ("overall", "C|D", 2, "D")])
    draw(store)
    put(store, FOUR, content="c")
    rows = ask(store, "SELECT DISTINCT origin FROM draw WHERE undone_version_id IS NULL")
    assert rows == [("operator",)]


@pytest.mark.parametrize(
    ("names", "more"),
    [
        ("A", {}),
        ("AA", {}),
        ("AB", {"award": "overal"}),
        ("AB", {"seed": " "}),
        ("AB", {"by": ""}),
        ("AB", {"at": "now"}),
    ],
)
def test_a_draw_that_is_none_changes_nothing(store: Path, names: str, more: dict[str, str]) -> None:
    before = content(store)
    with pytest.raises(UserError):
        draw(store, names, **more)
    assert content(store) == before


# ---- removal, versions, failures ----


def test_a_removed_event_is_gone_and_comes_back_with_its_corrections(store: Path) -> None:
    correct(store)
    decisions.remove(store, EVENT)
    assert ask(store, "SELECT * FROM current_version") == []
    assert ask(store, "SELECT count(*) FROM bout") == [(4,)], "facts stay"
    assert built == [[2]], "nothing to compute"
    with pytest.raises(UnusableInput, match="was removed"):
        decisions.remove(store, EVENT)
    with pytest.raises(UnusableInput, match="was removed"):
        correct(store)
    assert put(store) == 4
    assert ask(store, "SELECT version, kind FROM event_version ORDER BY 1") == [
        (1, "load"), (2, "correction"), (3, "removal"), (4, "load"),
    ]  # fmt: skip
    assert ask(store, IN_FORCE) == [("Ana", "doping")]


def test_an_exception_while_computing_leaves_the_store_byte_for_byte(store: Path) -> None:
    before = content(store)
    with pytest.raises(Broken):
        decisions.correct(store, EVENT, BLACK, "Ana", "doping", "r", "b", broken)
    with pytest.raises(Broken):
        decisions.rule(store, EVENT, BLACK, [(1, "Ana")], "r", "b", broken)
    assert (content(store), [file.name for file in store.parent.iterdir()]) == (before, [store.name])


def test_ten_versions_keep_every_answer(store: Path) -> None:
    answers = []
    for number in range(10):
        moment = MOMENT + timedelta(minutes=number)
        correct(store, "Ana", ["doping", "technical"][number % 2], clock=lambda moment=moment: moment)
        answers.append(ask(store, "FROM place ORDER BY ALL"))
    assert len(answers[-1]) == 10 * 6
    for number, answer in enumerate(answers):
        assert answer == [row for row in answers[-1] if row[0] <= number + 2]  # type: ignore[operator]
    times = ask(store, "SELECT version, recorded_at FROM event_version WHERE kind = 'correction' ORDER BY 1")
    assert times == [(number + 2, MOMENT + timedelta(minutes=number)) for number in range(10)]
