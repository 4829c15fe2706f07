"""Results pages: invented ones by hand, and every real one where it is at hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from etl.errors import UnusableInput
from tests.etl.bundles import Stage
from tests.sizes import drawn

OPTIONS = {"event_id": "open-2026", "name": "Open", "start": "2026-05-02", "uniform": "gi"}
FINAL = [
    {"posicao": 1, "nome": "Ana", "academia": "North"},
    {"posicao": 2, "nome": "Bea", "academia": "South"},
    {"posicao": 3, "nome": "Cia", "academia": "----"},
    {"posicao": 3, "nome": "Dea", "academia": ""},
]


def page(tmp_path: Path, content: Any) -> Path:
    path = tmp_path / "2026.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content, ensure_ascii=False), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "categoria", ["Adult / Female / Blue / Light", "AZUL / LEVE / ADULTO / FEMININO", "BLUE / Adult / Female / Light"]
)
def test_a_category_with_its_places(tmp_path: Path, categoria: str) -> None:
    staged = Stage(page(tmp_path, [{"categoria": categoria, "ranking": FINAL}]), **OPTIONS)
    assert staged.rows("category", "gender", "age_division", "belt", "weight_class", "unread") == [
        ("female", "adult", "blue", "light", "")
    ]
    assert staged.rows("official_place", "place", "athlete", "academy", "athlete_key", "file_row") == [
        (1, "Ana", "North", "ana|north", None),
        (2, "Bea", "South", "bea|south", None),
        (3, "Cia", None, "cia|", None),
        (3, "Dea", None, "dea|", None),
    ]
    assert staged.con.execute("SELECT code, row, path, value FROM staged_finding").fetchall() == [
        ("academy_not_known", None, "$[0].ranking[2].academia", "----")
    ]
    assert not staged.event.has_entries


def test_team_rankings_are_official_standings(tmp_path: Path) -> None:
    lists = {
        "Masculino": [
            {"posicao": 1, "academia": "North", "pontos": 97},
            {"posicao": 2, "academia": "South", "pontos": 0},
        ],
        "Melhores": [{"posicao": 1, "academia": "North", "pontos": 3}],
    }
    content = [{"categoria": "Adult / Male / Blue / Light", "ranking": FINAL}, {"rankingAcademias": lists}]
    staged = Stage(page(tmp_path, content), **OPTIONS)
    assert staged.rows("official_standing", "award_id", "list_name", "rank", "academy", "points") == [
        ("adult-male", "Masculino", 1, "North", 97),
        ("adult-male", "Masculino", 2, "South", None),
        ("melhores", "Melhores", 1, "North", 3),
    ]
    found = staged.con.execute("SELECT code, path FROM staged_finding WHERE code <> 'academy_not_known'").fetchall()
    assert sorted(found) == [
        ("points_not_given", "$[1].rankingAcademias['Masculino'][1].pontos"),
        ("unknown_list", "$[1].rankingAcademias['Melhores'][0]"),
    ]
    assert staged.counts("2026.json rankingAcademias") == (3, 3, 0, 0)


def test_awards_are_overall_and_those_of_the_lists(tmp_path: Path) -> None:
    staged = Stage(page(tmp_path, [{"categoria": "Adult / Male / Blue / Light", "ranking": FINAL}]), **OPTIONS)
    awards = staged.rows("award", "award_id", "is_default")
    assert awards[0] == ("overall", True)
    assert {("adult-male", False), ("adult-female", False), ("novice", False), ("mighty-mite", False)} <= set(awards)


def test_athletes_without_places_are_listed_and_nothing_is_made_of_them(tmp_path: Path) -> None:
    rows = [
        {"categoria": "ADULT / BLUE / MALE / ROOSTER", "ranking": [{"nome": name, "academia": ""}]}
        for name in ("Abe", "Baz", "Baz")
    ]
    staged = Stage(page(tmp_path, rows), **OPTIONS)
    assert staged.rows("official_place") == []
    assert staged.rows("entry", "category_id", "athlete", "status") == [
        (1, "Abe", "registered"),
        (1, "Baz", "registered"),
    ]
    assert not staged.event.has_entries
    assert [code for code, *_ in staged.findings()] == ["no_place"]
    assert staged.counts("2026.json ranking without places") == (3, 2, 1, 0)


def test_a_category_without_a_name_is_kept_as_unknown(tmp_path: Path) -> None:
    content = [
        {"categoria": "", "ranking": FINAL[:1]},
        {"categoria": "Adult / Male / Blue / Light / Parajiu", "ranking": FINAL[1:2]},
    ]
    staged = Stage(page(tmp_path, content), **OPTIONS)
    assert len(staged.rows("official_place")) == 2
    unknown, other = sorted(staged.rows("category", "gender", "unread"), reverse=True)
    assert unknown == ("unknown", "")
    assert other[1] != ""
    codes = {code for code, *_ in staged.findings("warning")}
    assert {
        "unknown_gender",
        "unknown_age_division",
        "unknown_belt",
        "unknown_weight_class",
        "unread_category",
    } <= codes


def test_things_of_the_wrong_shape_are_rejected_one_by_one(tmp_path: Path) -> None:
    content = [
        {
            "categoria": "Adult / Male / Blue / Light",
            "ranking": [*FINAL[:2], "Cia", {"posicao": 3, "nome": ["Dea"]}, {"posicao": 9, "nome": "Eva"}],
        },
        {"categoria": 7, "ranking": []},
        {"rankingAcademias": {"Masculino": "North"}},
    ]
    staged = Stage(page(tmp_path, content), **OPTIONS)
    rejected = staged.con.execute("SELECT code, path FROM staged_finding WHERE severity = 'rejected'").fetchall()
    assert sorted(rejected) == [
        ("place_beyond_third", "$[0].ranking[4].posicao"),
        ("wrong_shape", "$[0].ranking[2]"),
        ("wrong_shape", "$[0].ranking[3]"),
        ("wrong_shape", "$[1]"),
        ("wrong_shape", "$[2].rankingAcademias['Masculino']"),
    ]
    totals = "SELECT sum(rows_read), sum(rows_used), sum(rows_rejected) FROM staged_file"
    assert staged.con.execute(totals).fetchone() == (7, 2, 5)
    content.append({"rankingAcademias": {"Feminino": [{"posicao": 1, "academia": "North", "pontos": 9}]}})
    assert Stage(page(tmp_path, content), **OPTIONS).con.execute(totals).fetchone() == (8, 3, 5)


@pytest.mark.parametrize(
    ("content", "what"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("no json", "not JSON"),
        ("{}", "a list of objects"),
        ("[1, 2]", "a list of objects"),
        ("[]", "no results page"),
        ('[{"name": "Ana"}]', "no results page"),
        ("[" * 100_000, "nested too deeply"),
        ("[" + "9" * 5000 + "]", "not JSON"),
        ('[{"categoria": "Adult / Male / Blue / Light", "ranking": []}]', "event without results"),
        (
            '[{"rankingAcademias": {"Masculino": [{"posicao": 1, "academia": "North", "pontos": 9}]}}]',
            "event without results",
        ),
    ],
)
def test_what_is_no_results_page_says_so_in_at_most_two_lines(tmp_path: Path, content: str, what: str) -> None:
    with pytest.raises(UnusableInput) as refused:
        Stage(page(tmp_path, content), **OPTIONS)
    assert what in str(refused.value)
    assert len(str(refused.value).splitlines()) <= 2


def test_a_page_names_no_event(tmp_path: Path) -> None:
    with pytest.raises(UnusableInput, match="--event-file or --event-id"):
        Stage(page(tmp_path, [{"categoria": "Adult / Male / Blue / Light", "ranking": FINAL}]))


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=6)
    | st.sampled_from(["1", "Adult / Male", "----"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["categoria", "ranking", "posicao", "nome", "academia", "rankingAcademias", "pontos"]),
            inner,
        )
    ),
    max_leaves=12,
)


@given(items=st.lists(JSON, max_size=4))
@settings(max_examples=drawn(25, 60))
@pytest.mark.long
def test_any_json_is_staged_or_refused(items: list[Any], tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("page") / "2026.json"
    path.write_text(json.dumps([{"categoria": "", "ranking": items}, *items]), encoding="utf-8")
    try:
        staged = Stage(path, **OPTIONS)
    except UnusableInput:
        return
    rows = "regexp_replace(path, '[.](posicao|nome|academia|pontos)$', '')"
    rejected = staged.con.execute(
        f"SELECT count(DISTINCT {rows}) FROM staged_finding WHERE severity = 'rejected'"
    ).fetchone()
    totals = staged.con.execute(
        "SELECT bool_and(rows_read = rows_used + rows_duplicate + rows_rejected), sum(rows_rejected) FROM staged_file"
    ).fetchone()
    assert rejected is not None
    assert totals == (True, rejected[0])


REAL = ("ibjjf-worlds", "ibjjf-pan", "ibjjf-brasileiro")


@pytest.mark.parametrize("folder", REAL)
def test_every_real_page_is_staged_and_adds_up(shared: Path, folder: str) -> None:
    for path in sorted((shared / "real" / folder).glob("*.json")):
        staged = Stage(path, event_id=path.stem, name=path.stem, start="2020-01-01")
        items = json.loads(path.read_text(encoding="utf-8"))
        people = [person for item in items for person in item.get("ranking", [])]
        rankings = [
            line for item in items for lines in (item.get("rankingAcademias") or {}).values() for line in lines if line
        ]
        read, rejected = staged.con.execute(
            "SELECT sum(rows_read), sum(rows_rejected) FROM staged_file"
        ).fetchone() or (0, 0)
        assert (path.name, read, rejected) == (path.name, len(people) + len(rankings), 0)
        placed = [person for person in people if "posicao" in person]
        assert len(staged.rows("official_place")) == len(placed)
        unknown = [code for code, *_ in staged.findings() if code.startswith(("unknown_", "unread_"))]
        assert path.stem == "2010" or unknown == []


@pytest.mark.parametrize("year", ["1996", "1999"])
def test_years_without_places_get_none(shared: Path, year: str) -> None:
    staged = Stage(shared / "real" / "ibjjf-worlds" / f"{year}.json", event_id="w", name="W", start=f"{year}-07-01")
    assert staged.rows("official_place") == []
    assert not staged.event.has_entries
    assert "no_place" in {code for code, *_ in staged.findings()}
