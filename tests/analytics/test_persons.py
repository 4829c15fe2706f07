"""Who an athlete is over events: joined where nothing speaks against it, two where one cannot be, never by guessing."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import date
from pathlib import Path

import pytest

from analytics import athlete_matches, persons, relations, versions
from analytics.persons import Stand
from analytics.store import Store
from etl import athlete_reviews, pipeline
from etl.errors import UnusableInput
from etl.extract import EventOptions
from tests.etl import bundles

Entry = Mapping[str, str]


def entry(athlete: str, academy: str = "North", **more: str) -> Entry:
    return {**bundles.ENTRY, "athlete": athlete, "academy": academy, **more}


def store(folder: Path, federation: str | None = None, **events: list[Entry]) -> Path:
    """One event for each year: y2020=[…]."""
    path = folder / "s.duckdb"
    paths = []
    for name, entries in events.items():
        head = f'[event]\nid = "{name}"\nname = "{name}"\nstart = {date(int(name[1:]), 5, 2)}\nuniform = "gi"\n'
        head += f'federation = "{federation}"\n' if federation else ""
        paths.append(bundles.folder(folder / name, head, entries=entries))
    pipeline.ingest(path, paths, EventOptions(), relations.build)
    return path


def people(path: Path) -> dict[str, list[tuple[str, str]]]:
    """Person -> (event, athlete) of each category."""
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    with Store.open(path) as opened, opened.cursor() as cur:
        persons.write(cur, versions.counted(cur))
        rows = cur.execute(
            "select p.person, v.event_id, p.athlete from person as p join event_version as v using (version_id) "
            "order by 1, 2, 3, category_id"
        )
        for person, event, athlete in rows.fetchall():
            found[person].append((event, athlete))
    return dict(found)


def test_one_name_at_one_academy_is_one_person_over_events(tmp_path: Path) -> None:
    path = store(
        tmp_path,
        y2020=[entry("José Lima"), entry("Jose Lima", "South")],
        y2021=[entry("JOSE LIMA", belt="purple"), entry("Jose Lima", "South", birth_year="1990")],
        y2022=[entry("Jose Lima", "South", birth_year="1990"), entry("Rui", "", weight_class="heavy")],
        y2023=[entry("Rui", "", weight_class="heavy")],
    )
    assert people(path) == {
        "jose lima|north|": [("y2020", "José Lima"), ("y2021", "JOSE LIMA")],
        # the year that is known goes for the event that does not tell it
        "jose lima|south|1990": [("y2020", "Jose Lima"), ("y2021", "Jose Lima"), ("y2022", "Jose Lima")],
        # an academy not known equals no other
        "rui||@y2022": [("y2022", "Rui")],
        "rui||@y2023": [("y2023", "Rui")],
    }


def test_an_identifier_goes_before_name_and_academy_within_its_federation(tmp_path: Path) -> None:
    path = store(
        tmp_path,
        "TWJJ",
        y2020=[entry("Ana Lima", athlete_id="7"), entry("Talita Treta", athlete_id="8")],
        y2021=[entry("Ana Lima Souza", "South", athlete_id="7"), entry("Mario Rinaldi", athlete_id="8")],
    )
    assert set(people(path)) == {"id:twjj:7", "id:twjj:8|talita treta", "id:twjj:8|mario rinaldi"}
    assert len(people(path)["id:twjj:7"]) == 2


def test_without_a_federation_an_identifier_needs_the_name_too(tmp_path: Path) -> None:
    path = store(
        tmp_path, y2020=[entry("Ana", athlete_id="7")], y2021=[entry("Ana", "South", athlete_id="7"), entry("Zoe")]
    )
    assert len(people(path)["id::7|ana"]) == 2


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"gender": "male"}, {"gender": "female"}),
        ({"belt": "black"}, {"belt": "blue"}),  # belts only rise
        ({"age_division": "master-3", "belt": "blue"}, {"age_division": "juvenile-1", "belt": "blue"}),
    ],
)
def test_what_one_person_cannot_have_been_stays_two(tmp_path: Path, one: Entry, other: Entry) -> None:
    path = store(tmp_path, y2020=[entry("Ana", **one)], y2021=[entry("Ana", **other)])
    assert people(path) == {"ana|north|@y2020": [("y2020", "Ana")], "ana|north|@y2021": [("y2021", "Ana")]}


def test_father_and_son_in_one_event_are_two_and_an_open_class_is_no_reason(tmp_path: Path) -> None:
    father = {"age_division": "master-5", "belt": "black"}
    path = store(
        tmp_path,
        y2020=[
            entry("Rui", **father),
            entry("Rui", **father, weight_class="open"),
            entry("Rui", age_division="juvenile-1"),
        ],
    )
    assert sorted(map(len, people(path).values())) == [1, 2]


@pytest.mark.parametrize(
    ("one", "other", "fits"),
    [
        (("a", 2020, "adult", "blue"), ("b", 2022, "master-1", "black"), True),
        (("a", 2020, "juvenile-1", "blue"), ("b", 2022, "adult", "blue"), True),  # 16 and then 18
        (("a", 2020, "juvenile-1", "blue"), ("b", 2021, "adult", "blue"), False),  # 16 and then 17
        (("a", 2020, "juvenile", "blue"), ("b", 2021, "adult", "blue"), True),  # perhaps 17 and then 18
        (("a", 2020, "adult", "black"), ("b", 2021, "adult", "purple+brown+black"), True),
        (("a", 2020, "adult", "blue"), ("a", 2020, "adult", "purple"), False),  # B6: one belt an event
        (("a", 2020, "adult", "blue"), ("b", 2020, "adult", "white"), True),  # which came first is not known
        (("a", 2020, "unknown", "unknown"), ("b", 2020, "adult", "white"), True),
    ],
)
def test_what_fits(one: tuple[str, int, str, str], other: tuple[str, int, str, str], fits: bool) -> None:
    a, b = (Stand(event, year, 1, "male", age, belt) for event, year, age, belt in (one, other))
    assert a.fits(b) is b.fits(a) is fits


def test_people_decide_who_is_one_and_take_it_back(tmp_path: Path) -> None:
    path = store(
        tmp_path,
        y2020=[entry("Ana Lima"), entry("Ana Lima", "East", gender="female")],
        y2021=[entry("Ana Lima", "South"), entry("Ana Limma", "South", weight_class="heavy")],
    )
    north, south, east, limma = "ana lima|north|", "ana lima|south|", "ana lima|east|", "ana limma|south|"

    def suggested() -> set[frozenset[str]]:
        with Store.open(path) as opened, opened.cursor() as cur:
            return {frozenset((one.alias.person, one.person.person)) for one in athlete_matches.suggestions(cur)}

    assert suggested() == {frozenset((north, south)), frozenset((limma, south))}, "not the woman"
    number = athlete_reviews.decide(path, north, south, "office")
    assert people(path)[south] == [("y2020", "Ana Lima"), ("y2021", "Ana Lima")]
    athlete_reviews.decide(path, limma, south, "office", two=True)
    assert suggested() == set()
    with pytest.raises(UnusableInput, match="recorded already"):
        athlete_reviews.decide(path, south, north, "office")
    with pytest.raises(UnusableInput, match="already; undo"):
        athlete_reviews.decide(path, north, limma, "office")
    athlete_reviews.undo(path, number, "office")
    assert north in people(path)
    with Store.open(path) as opened, opened.cursor() as cur:
        known = {one.person: one for one in athlete_matches.known(cur)}
        assert "cannot both enter" in str(athlete_matches.why_two(cur, known[east], known[south]))
        assert athlete_matches.why_two(cur, known[north], known[south]) is None
        assert athlete_matches.find(list(known.values()), "ana lima @ SOUTH") == known[south]


def test_who_fought_each_other_are_two(tmp_path: Path) -> None:
    head = '[event]\nid = "y2020"\nname = "o"\nstart = 2020-05-02\nuniform = "gi"\n'
    bout = {**bundles.BOUT, "red_athlete": "Ana", "blue_athlete": "Ana"}
    path = tmp_path / "s.duckdb"
    pipeline.ingest(path, [bundles.folder(tmp_path / "b", head, bouts=[bout])], EventOptions(), relations.build)
    with Store.open(path) as opened, opened.cursor() as cur:
        assert athlete_matches.suggestions(cur) == []
        one, other = athlete_matches.known(cur)
        assert "fought each other" in str(athlete_matches.why_two(cur, one, other))


def test_persons_of_some_names_are_those_among_all(tmp_path: Path) -> None:
    """Whoever is asked for by name is the same person as when everybody is read, joined by a decision or not."""
    path = store(
        tmp_path,
        federation="F",
        y2020=[entry("José Lima", birth_year="1990"), entry("Rui", athlete_id="7"), entry("Ana", "South")],
        y2021=[
            entry("JOSE LIMA", belt="purple"),
            entry("Rui Silva", "South", athlete_id="7"),
            entry("Ana Lima", "East"),
        ],
        y2022=[entry("Jose  Lima", gender="female"), entry("Other", "West"), entry("高木", "East", athlete_id="9")],
    )
    athlete_reviews.decide(path, "ana lima|east|", "ana|south|", "Jo")
    columns = "version_id, category_id, athlete_key, person, athlete, academy_key, birth_year"
    with Store.open(path) as opened, opened.cursor() as cur:
        of = versions.counted(cur)
        persons.write(cur, of)
        everybody = set(cur.execute(f"select {columns} from person").fetchall())
        keys = {key for _, _, key, *_ in everybody}
        for name in {key.partition("|")[0] for key in keys}:
            persons.write(cur, of, names=[name])
            found = set(cur.execute(f"select {columns} from person").fetchall())
            assert found <= everybody
            assert {row for row in everybody if row[2].partition("|")[0] == name} <= found
