"""From a bundle to every answer through the program: values worked by hand from sections M, A and T."""

import csv
import hashlib
import io
import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

import tatame
from tatame import cli

from . import bundles


class Program:
    """The program with one store, in one folder."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.store, self._capsys = folder / "t.duckdb", capsys

    def run(self, *arguments: str) -> tuple[int, str, str]:
        status = cli.main([*arguments, "--store", str(self.store)])
        out, err = self._capsys.readouterr()
        return status, out, err

    def ask(self, *arguments: str) -> Any:
        """Ask a reading command for JSON, which is what it prints where no terminal is."""
        status, out, err = self.run(*arguments)
        assert (status, err) == (0, ""), err
        return json.loads(out)

    def do(self, *arguments: str) -> str:
        """Have something recorded that leaves nothing to see to."""
        status, out, err = self.run(*arguments)
        assert status == 0, err
        return out

    def standing(self, *arguments: str) -> list[tuple[int, str, int]]:
        [answer] = self.ask("standings", *arguments)
        return [(row["rank"], row["academy"], row["points"]) for row in answer["standings"]]

    def places(self, *arguments: str) -> dict[str, int]:
        return {row["athlete"]: row["place"] for row in self.ask("placements", *arguments)["placements"]}


@pytest.fixture
def program(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Program:
    monkeypatch.delenv("TATAME_DEBUG", raising=False)
    monkeypatch.delenv("TATAME_STORE", raising=False)
    return Program(tmp_path, capsys)


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a store with the event, made once: a load is most of what a test here costs."""
    folder = tmp_path_factory.mktemp("loaded")
    tatame.ingest(folder / "t.duckdb", bundles.write(folder))
    return folder / "t.duckdb"


@pytest.fixture
def loaded(program: Program, store: Path) -> Program:
    """Return the program with a copy of that store."""
    shutil.copy(store, program.store)
    return program


SETTLED = [(1, "North", 9), (2, "East", 3), (3, "South", 1), (3, "West", 1)]
RULING = ("rule", "--category", "pesado preta adulto masculino", "--place", "1=Hal Horta", "--place", "2=Fil Faria")


def test_one_category_is_told_as_one(program: Program, tmp_path: Path) -> None:
    status, out, _ = program.run("ingest", str(bundles.write(tmp_path / "in", bouts=bundles.BOUT_ROWS[:3])))
    assert status == 0
    assert out.rstrip().endswith("; 1 category")


def test_a_load_is_told_in_one_line_and_what_needs_people_on_standard_error(program: Program, tmp_path: Path) -> None:
    bundle = str(bundles.write(tmp_path / "in"))
    status, out, err = program.run("ingest", bundle)
    assert status == 1
    [line] = out.splitlines()
    assert line.startswith("open-2026: version 1; 8 rows read: 8 used, 0 duplicate, 0 rejected")
    assert line.endswith("2 categories, 1 needing a ruling")
    assert len(err.splitlines()) == 1
    assert "ruling" in err
    status, out, _ = program.run("ingest", bundle)
    assert status == 1
    assert "nothing new, still version 1" in out


def test_a_load_that_leaves_nothing_to_see_to_ends_with_0(program: Program, tmp_path: Path) -> None:
    bundle = bundles.write(tmp_path / "in", bouts=bundles.BOUT_ROWS[:3])
    assert program.run("ingest", str(bundle))[::2] == (0, "")


def test_a_rejected_row_ends_with_1_and_is_listed(program: Program, tmp_path: Path) -> None:
    wrong = bundles.BOUT_ROWS[2].replace(",red,points", ",green,points")
    bundle = bundles.write(tmp_path / "in", bouts=(*bundles.BOUT_ROWS[:2], wrong))
    status, _, err = program.run("ingest", str(bundle))
    assert status == 1
    assert "1 row was rejected" in err
    [rejected] = program.ask("findings")["rejected"]
    expected = {"code": "unknown_side", "file": "bouts.csv", "row": 4, "column": "winner", "value": "green"}
    assert {name: rejected[name] for name in expected} == expected
    assert rejected["reason"]


def test_places_and_what_is_not_settled(loaded: Program) -> None:
    answer = loaded.ask("placements")
    assert answer["event"] == "open-2026"
    [unresolved] = answer["unresolved"]
    assert [unresolved[part] for part in ("gender", "age_division", "belt", "weight_class")] == bundles.HEAVY.split(",")
    assert unresolved["reason"]
    assert loaded.places() == {"Ari Alho": 1, "Cal Costa": 2, "Ben Brito": 3, "Dov Dias": 3}
    assert {row["rule"] for row in answer["placements"]} == {"M1"}
    assert {row["source"] for row in answer["placements"]} == {"bouts"}


def test_a_standing_with_its_reasons(loaded: Program) -> None:
    assert loaded.standing() == SETTLED
    answer = loaded.ask("standings", "--award", "overall")
    assert [row["reason"] and row["reason"]["level"] for row in answer["standings"]] == [
        "points",
        "points",
        "draw",
        None,
    ]
    assert answer["standings"][0]["reason"] == {"level": "points", "own": 9, "next": 3}
    assert [row["draw_required"] for row in answer["standings"]] == [False, False, True, True]
    assert len(answer["unresolved"]) == 1
    assert answer["registered_derived"] == 2, "no entries.csv: the number registered is derived (A8)"


def test_a_ruling_settles_its_category_and_can_be_undone(loaded: Program) -> None:
    status, out, _ = loaded.run(*RULING, "--by", "Head referee")
    assert status == 0, "nothing needs a ruling any more"
    assert "ruling 1 recorded, as version 2" in out
    assert loaded.ask("placements")["unresolved"] == []
    assert loaded.standing() == [(1, "West", 10), (2, "North", 9), (3, "South", 4), (4, "East", 3)]
    status, _, err = loaded.run("rule", "--undo", "1", "--reason", "withdrawn", "--by", "Head referee")
    assert status == 1, "and now one does again"
    assert "1 category needs an official ruling" in err
    assert loaded.standing() == SETTLED


def test_a_doping_case_moves_those_he_beat_and_history_says_why(loaded: Program) -> None:
    before = loaded.ask("history")["versions"][0]["loaded_at"]
    case = ("--category", "male adult black light", "--athlete", "ari alho", "--status", "doping")
    status, out, err = loaded.run("correct", *case, "--reason", "laboratory", "--by", "the panel")
    assert status == 1, "the heavyweights still need a ruling"
    assert out.splitlines() == [
        "open-2026: correction 1 recorded, as version 2",
        "  correction 1 (male adult black light: Ari Alho: doping)",
        "  male adult black light: Cal Costa (East): second moves up to first: M24, the champion struck out",
        "  male adult black light: Ben Brito (South): third moves up to second: M24, the champion struck out",
        "  male adult black light: Ari Alho (North): first loses the place: M24, struck out (doping)",
    ]
    assert "--undo 1" in err
    # M24: of those he beat Cal, met last, takes 1, then Ben the 2 that Cal gave up; the 3 that Ben had stays vacant.
    assert loaded.places() == {"Cal Costa": 1, "Ben Brito": 2, "Dov Dias": 3}
    assert loaded.standing() == [(1, "East", 9), (2, "South", 3), (3, "West", 1)]
    assert loaded.standing("--as-of", before) == SETTLED
    assert loaded.places("--as-of", before)["Ari Alho"] == 1
    second = loaded.ask("history")["versions"][1]
    assert (second["version"], second["kind"], second["recorded_by"], second["against"]) == (
        2,
        "correction",
        "the panel",
        1,
    )
    [decision] = second["decisions"]
    assert (decision["kind"], decision["number"], decision["ended_by"]) == ("correction", 1, None)
    moved = {row["athlete"]: row for row in second["changes"] if row["what"] == "place"}
    assert {name: (row["old_place"], row["new_place"]) for name, row in moved.items()} == {
        "Ari Alho": (1, None),
        "Cal Costa": (2, 1),
        "Ben Brito": (3, 2),
    }
    assert all("M24" in row["reason"] for row in moved.values())
    loaded.run("correct", "--undo", "1", "--reason", "second sample", "--by", "the panel")
    assert loaded.standing() == SETTLED


def test_a_ruling_that_names_somebody_struck_out_is_told_at_once(loaded: Program) -> None:
    case = ("--category", "male adult black light", "--athlete", "ari alho", "--status", "doping")
    loaded.run("correct", *case, "--reason", "laboratory", "--by", "the panel")
    places = ("--place", "1=Ari Alho", "--place", "2=Cal Costa", "--place", "2=Ben Brito")
    _, out, err = loaded.run("rule", *case[:2], *places, "--by", "Head referee")
    assert "ruling 1 (male adult black light: 1 Ari Alho, 2 Ben Brito, 2 Cal Costa)" in out
    assert "(M24): male / adult / black / light: the ruling gives place 1 to Ari Alho, who is struck out" in err
    assert "(A1b): male / adult / black / light: the ruling names 2 silvers here" in err


def test_a_draw_breaks_the_tie_in_the_order_of_the_digests(loaded: Program) -> None:
    seed = "Lottery 4 8 15"
    expected = sorted(("South", "West"), key=lambda name: hashlib.sha256(f"{seed}\n{name}".encode()).hexdigest())
    status, out, _ = loaded.run("draw", "--award", "overall", "--seed", seed, "--by", "the board")
    assert status == 1, "the heavyweights still need a ruling"
    assert "draw 1 recorded" in out
    answer = loaded.ask("standings", "--award", "overall")["standings"]
    assert [(row["rank"], row["academy"]) for row in answer[2:]] == [(3, expected[0]), (4, expected[1])]
    assert [row["draw_required"] for row in answer] == [False] * 4
    assert answer[2]["reason"]["level"] == "draw"
    status, _, err = loaded.run("draw", "--award", "overall", "--seed", "again", "--by", "the board")
    assert status == 2
    assert "no tie" in err


def test_a_named_tie_must_be_one(loaded: Program) -> None:
    one = ("draw", "--award", "overall", "--seed", "s", "--by", "b", "--tie")
    status, _, err = loaded.run(*one, "North|South")
    assert status == 2
    assert "South | West" in err
    assert loaded.run(*one, "west | SOUTH")[0] == 1


def test_an_explanation_adds_up_and_against_another_names_the_gap(loaded: Program) -> None:
    answer = loaded.ask("explain", "--award", "overall", "--academy", "north", "--against", "East")
    assert (answer["academy"], answer["points"]) == ("North", 9)
    [line] = answer["lines"]
    assert (line["athlete"], line["place"], line["points"], line["counted"], line["rule"]) == (
        "Ari Alho",
        1,
        9,
        True,
        "A1",
    )
    assert answer["against"]["gap"] == 6
    assert answer["against"]["behind"] == "East"


def test_a_comparison_counts_agreeing_points(loaded: Program) -> None:
    [answer] = loaded.ask("compare")
    assert (answer["agree"], answer["of"]) == (1, 2)
    rows = {row["academy"]: (row["official_points"], row["points"], row["agrees"]) for row in answer["rows"]}
    assert rows == {"North": (9, 9, True), "East": (4, 3, False)}


def test_medals_over_the_whole_store_and_of_one_event(loaded: Program, tmp_path: Path) -> None:
    loaded.run("ingest", str(bundles.write(tmp_path / "in", "open-2027", bundles.BOUT_ROWS[:3])))
    both = {row["academy"]: row for row in loaded.ask("medals")["medals"]}
    one = {row["academy"]: row for row in loaded.ask("medals", "--event", "open-2027")["medals"]}
    assert (both["North"]["gold"], one["North"]["gold"]) == (2, 1)
    assert both["North"]["gold_counted"] == 2
    assert both["West"]["bronze"] == 2


def test_where_there_are_several_events_one_has_to_be_named(loaded: Program, tmp_path: Path) -> None:
    loaded.run("ingest", str(bundles.write(tmp_path / "in", "open-2027")))
    for command in (["standings"], ["placements"], ["history"], ["compare"]):
        status, out, err = loaded.run(*command)
        assert (status, out) == (2, "")
        assert "open-2026" in err
        assert "--event" in err


def test_a_what_if_says_so_and_changes_nothing(loaded: Program) -> None:
    before = loaded.store.read_bytes()
    [answer] = loaded.ask("standings", "--ruleset", "ajp-2026")
    assert (answer["ruleset"], answer["what_if"]) == ("ajp-2026", True)
    assert loaded.ask("placements", "--ruleset", "none")["placements"] == []
    [difference] = loaded.ask("standings", "--diff", "none")
    assert {move["academy"]: move["new_points"] for move in difference["moves"]} == dict.fromkeys(
        ("North", "East", "South", "West")
    )
    assert loaded.store.read_bytes() == before


def test_an_event_removed_is_gone_and_its_versions_stay(loaded: Program) -> None:
    assert loaded.do("remove", "--event", "open-2026") != ""
    assert loaded.ask("events")["events"] == []
    status, _, err = loaded.run("standings", "--event", "open-2026")
    assert status == 2
    assert "removed" in err
    assert [version["kind"] for version in loaded.ask("history", "--event", "open-2026")["versions"]] == [
        "load",
        "removal",
    ]


READING = (
    "events",
    "findings",
    "placements",
    "medals",
    "standings",
    "standings --diff ajp-2026",
    "explain --award overall --academy North --against East",
    "compare",
    "history",
    "rules",
    "rules ibjjf-2024",
    "rules --diff ibjjf-2018 ajp-2026",
)


@pytest.mark.parametrize("asked", READING)
def test_every_reading_command_prints_json_csv_and_a_table_and_changes_nothing(asked: str, loaded: Program) -> None:
    before = loaded.store.read_bytes()
    command = asked.split()
    json.loads(loaded.do(*command, "--format", "json"))
    heading, *rows = csv.reader(io.StringIO(loaded.do(*command, "--format", "csv"), newline=""))
    assert len(set(heading)) == len(heading)
    assert {len(row) for row in rows} <= {len(heading)}
    table = loaded.do(*command, "--format", "table")
    assert table.strip()
    assert max(map(len, table.splitlines())) <= 80
    assert loaded.store.read_bytes() == before


@pytest.mark.parametrize(
    ("asked", "near"),
    [
        ("standings --event opn-2026", "open-2026"),
        ("standings --award overal", "overall"),
        ("standings --ruleset ajp", "ajp-2026"),
        ("standings --diff ajp", "ajp-2026"),
        ("explain --award overall --academy Nort", "North"),
        ("correct --category light --athlete Ari --status dopng --reason r --by b", "doping"),
        ("correct --category light --athlete Arx --status doping --reason r --by b", "Ari Alho"),
        ("draw --award overal --seed s --by b", "overall"),
        ("ingest no-such-folder", "no-such-folder"),
        ("placements --event open-2026 --as-of 2001-01-01", "was not in the store at that time"),
    ],
)
def test_a_name_that_matches_nothing_is_answered_with_the_nearest(asked: str, near: str, loaded: Program) -> None:
    before = loaded.store.read_bytes()
    status, out, err = loaded.run(*asked.split())
    assert (status, out) == (2, "")
    assert near in err
    assert 1 <= len(err.splitlines()) <= 2
    assert loaded.store.read_bytes() == before


def test_from_python_the_answers_are_the_same(loaded: Program) -> None:
    asked = loaded.ask("standings", "--award", "overall")
    with tatame.open(loaded.store) as store:
        answer = store.standings("open-2026", "overall")
        assert answer == asked
        assert store.placements() == loaded.ask("placements")
        frame = tatame.frame(answer)
    assert frame["points"].tolist() == [9, 3, 1, 1]
    assert frame["reason_next"].isna().tolist() == [False, False, True, True]


def test_from_python_a_load_is_reported(tmp_path: Path) -> None:
    report = tatame.ingest(tmp_path / "t.duckdb", bundles.write(tmp_path / "in"), ruleset="ajp-2026")
    [event] = report.events
    assert (event.event_id, event.rows_used, event.needs_ruling) == ("open-2026", 8, 1)
    with tatame.open(tmp_path / "t.duckdb") as store:
        assert store.events()["events"][0]["ruleset"] == "ajp-2026"


def test_every_answer_becomes_a_frame(loaded: Program) -> None:
    with tatame.open(loaded.store) as store:
        answers = [
            store.events(),
            store.findings(),
            store.placements(),
            store.medals(),
            store.standings(),
            store.explain(None, "overall", "North", "East"),
            store.compare(),
            store.diff(None, "overall", "none"),
            store.history(),
        ]
        for answer in answers:
            assert len(tatame.frame(answer).columns) > 3


@pytest.mark.parametrize("time", ["0001-01-01", "0001-01-01T00:00+14:00", "1999-12-31T23:59:59Z"])
@pytest.mark.parametrize("event", [(), ("--event", "open-2026")])
def test_nothing_was_recorded_by_a_time_before_the_first_load(
    time: str, event: tuple[str, ...], loaded: Program
) -> None:
    for command in ("standings", "placements", "medals"):
        status, out, err = loaded.run(command, *event, "--as-of", time)
        assert (status, out) == (2, "")
        assert "at that time" in err


def test_a_field_named_twice_groups_once(loaded: Program) -> None:
    for command in ("methods", "times", "scores"):
        assert loaded.ask(command, "--by", "belt,belt") == loaded.ask(command, "--by", "belt")
    with tatame.open(loaded.store) as store:
        assert store.methods(by=["belt", "belt"]) == store.methods(by=["belt"])


def test_sql_columns_of_one_name_are_two(loaded: Program) -> None:
    status, out, _ = loaded.run("sql", "select 1 as a, 2 as a", "--format", "csv")
    assert (status, out.split()) == (0, ["a,a_2", "1,2"])


@pytest.mark.parametrize("argument", ["caf\udce9", "\ud800"])
def test_bytes_that_are_no_utf_8_are_told(argument: str, loaded: Program) -> None:
    for command in (["ingest", argument], ["standings", "--event", argument], ["sql", argument]):
        status, out, err = loaded.run(*command)
        assert (status, out) == (2, "")
        assert "is not UTF-8" in err


def test_a_path_named_twice_needs_its_rulings_once(program: Program, tmp_path: Path) -> None:
    bundle = str(bundles.write(tmp_path / "in"))
    status, out, err = program.run("ingest", bundle, bundle)
    assert (status, len(out.splitlines())) == (1, 2)
    assert err.startswith("1 category needs an official ruling")


@pytest.mark.parametrize("left", [0.5, 0.99])
def test_an_archive_cut_short_is_told_as_one(left: float, program: Program, tmp_path: Path) -> None:
    bundle = bundles.write(tmp_path / "in")
    whole = Path(shutil.make_archive(str(tmp_path / "whole"), "zip", bundle)).read_bytes()
    (tmp_path / "cut.zip").write_bytes(whole[: int(len(whole) * left)])
    status, _, err = program.run("ingest", str(tmp_path / "cut.zip"))
    assert status == 2
    assert "cut short or damaged" in err


@pytest.mark.parametrize("year", ["-5", "0", "1950", "99999"])
def test_a_season_without_an_event_is_told_with_those_there_are(year: str, loaded: Program) -> None:
    status, out, err = loaded.run("season", "ibjjf-2012-2018", "--season", year)
    assert (status, out) == (2, "")
    assert f"season {year}" in err
    assert "2026" in err


def test_one_group_is_not_compared_with_itself(loaded: Program) -> None:
    status, _, err = loaded.run("methods", "--by", "belt", "--compare", "black", "Preta")
    assert status == 2
    assert "one group" in err


def test_an_event_that_was_removed_is_told_as_removed(loaded: Program) -> None:
    assert loaded.run("remove")[0] == 0
    recording = ("--event", "open-2026", "--by", "B", "--reason", "R")
    for command in (
        ("remove", "--event", "open-2026"),
        ("correct", "--category", "heavy", "--athlete", "Hal", "--status", "doping", *recording),
        ("rule", "--category", "heavy", "--place", "1=Hal", *recording),
        ("rule", "--undo", "1", *recording),
    ):
        status, out, err = loaded.run(*command)
        assert (status, out) == (2, "")
        assert "was removed" in err


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/full", "pipe"])
def test_what_has_no_end_is_not_read(device: str, loaded: Program, tmp_path: Path) -> None:
    if device == "pipe":
        device = str(tmp_path / "pipe")
        os.mkfifo(device)
    bundle = str(bundles.write(tmp_path / "in"))
    named = ("--event-id", "e", "--event-name", "E", "--start", "2026-01-01")
    for command in (
        ("compare", "--list", device),
        ("academies", "import", device, "--by", "B"),
        ("ingest", device),
        ("ingest", bundle, "--event-file", device),
        ("ingest", f"{bundle}/bouts.csv", "--profile", device, *named),
        ("profile", device),
        ("publish", str(tmp_path / "out"), "--logo", device),
        ("publish", str(tmp_path / "out"), "--previous", device),
        ("season", device),
        ("verify", device),
    ):
        status, out, err = loaded.run(*command)
        assert (status, out) == (2, ""), command
        assert device in err, command
        assert len(err.splitlines()) <= 2


def test_a_difference_from_a_ruling_names_the_ruling_and_no_file(loaded: Program) -> None:
    light = ("rule", "--category", "light", "--by", "B")
    loaded.run(*light, "--place", "1=Cal Costa", "--place", "2=Ari Alho", "--place", "2=Ben Brito")
    found = [
        row for row in loaded.ask("findings")["warnings"] if row["code"] in ("official_places_differ", "two_silvers")
    ]
    assert {row["file"] for row in found} == {"ruling"}
    reasons = {row["reason"] for row in found if row["code"] == "official_places_differ"}
    assert "Ari Alho: by the ruling place 2, by the bouts place 1 (M1); the ruling counts" in reasons
    assert "Dov Dias: by the ruling no place, by the bouts place 3 (M1); the ruling counts" in reasons


def test_places_of_nothing_say_why(loaded: Program, capsys: pytest.CaptureFixture[str]) -> None:
    loaded.run("rule", "--category", "light", "--no-place", "--by", "B")
    status, out, _ = loaded.run("placements", "--format", "table")
    assert status == 0
    assert "No category is settled." in out
    status, out, _ = loaded.run("placements", "--format", "table", "--ruleset", "none")
    assert status == 0
    assert "statistics only" in " ".join(out.split())


def test_a_value_that_no_bout_has_is_told_with_those_there_are(loaded: Program) -> None:
    status, _, err = loaded.run("methods", "--where", "uniform=no-gi")
    assert (status, err) == (2, "tatame: nothing asked about has the uniform 'no-gi'; there is: gi\n")


def test_two_editions_are_not_one_event_and_a_pair_can_be_taken_back(loaded: Program, tmp_path: Path) -> None:
    loaded.run("ingest", str(bundles.write(tmp_path / "in", "open-2025")))
    status, out, err = loaded.run("same", "open-2025", "open-2026", "--by", "B")
    assert (status, out) == (2, "")
    assert "one year" in err
    status, _, err = loaded.run("same", "open-2025", "open-2026", "--apart", "--by", "B")
    assert (status, err) == (0, "To take it back: tatame same open-2025 open-2026 --by NAME\n")
