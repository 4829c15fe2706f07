"""`tatame request`: what a corrected result would change, worked by hand, and as if the event had been loaded so."""

import hashlib
import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import tatame
from publishing.exports.json_file import SCHEMAS
from tatame import cli
from tests.publishing import young_event
from tests.publishing.leaks import leaks, protected_names

from . import bundles

WHY = ("--reason", "the referee raised the other arm", "--by", "East")
LIGHT = "adult male black light"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The light category alone: North 9, East 3, South and West 1 (M1, A1)."""
    folder = tmp_path_factory.mktemp("request")
    tatame.ingest(folder / "t.duckdb", bundles.write(folder, bouts=bundles.BOUT_ROWS[:3]))
    return folder / "t.duckdb"


def ask(store: Path, folder: Path, *arguments: str) -> tuple[dict[str, Any], str]:
    assert cli.main(["request", str(folder / "r"), *arguments, *WHY, "--store", str(store)]) == 0
    form = json.loads((folder / "r.json").read_text(encoding="utf-8"))
    schema = json.loads((SCHEMAS / "request.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(schema).validate(form)
    return form, (folder / "r.txt").read_text(encoding="utf-8")


def moves(form: dict[str, Any]) -> dict[str, tuple[int | None, int | None, int | None, int | None]]:
    names = ("old_points", "new_points", "old_rank", "new_rank")
    return {row["academy"]: tuple(row[name] for name in names) for row in form["effect"]["standings"]}


def places(form: dict[str, Any], which: str) -> list[tuple[int, str]]:
    return [(row["place"], row["athlete"]) for row in form[f"{which}_places"]]


SWAPPED = {"East": (3, 9, 2, 1), "North": (9, 3, 1, 2)}


def test_the_final_the_other_way_swaps_nine_points_and_three(store: Path, tmp_path: Path) -> None:
    before = hashlib.sha256(store.read_bytes()).hexdigest()
    form, text = ask(store, tmp_path, "--bout", "3", "--winner", "blue")
    assert (form["actual"]["winner"], form["expected"]["winner"], form["expected"]["decision"]) == (
        "red",
        "blue",
        "points",
    )
    assert moves(form) == SWAPPED
    assert places(form, "actual")[:2] == [(1, "Ari Alho"), (2, "Cal Costa")]
    assert places(form, "expected")[:2] == [(1, "Cal Costa"), (2, "Ari Alho")]
    assert "overall: East, 3 → 9 points, rank 2 → 1" in text
    assert "Reason: the referee raised the other arm" in text
    assert hashlib.sha256(store.read_bytes()).hexdigest() == before


def test_a_place_asked_for_is_given_up_by_whoever_held_it(store: Path, tmp_path: Path) -> None:
    form, _ = ask(store, tmp_path, "--category", LIGHT, "--place", "1=Cal Costa")
    assert moves(form) == SWAPPED
    assert form["bout"] is None
    assert places(form, "expected") == [(1, "Cal Costa"), (2, "Ari Alho"), (3, "Ben Brito"), (3, "Dov Dias")]


def test_a_request_for_what_is_changes_nothing(store: Path, tmp_path: Path) -> None:
    form, text = ask(store, tmp_path, "--category", LIGHT, "--place", "1=Ari Alho")
    assert [form["effect"][name] for name in ("places", "categories", "standings")] == [[], [], []]
    assert "No point and no rank." in text


def test_a_disqualification_takes_the_loser_out(store: Path, tmp_path: Path) -> None:
    """M13: the finalist disciplinary, the other wins; the winner's semifinal loser (South) is 2, the other stays 3."""
    form, _ = ask(
        store, tmp_path, "--bout", "3", "--winner", "red", "--decision", "disqualification", "--dq", "disciplinary"
    )
    assert places(form, "expected") == [(1, "Ari Alho"), (2, "Ben Brito"), (3, "Dov Dias")]
    assert moves(form) == {"South": (1, 3, 3, 2), "East": (3, None, 2, None)}


def test_a_semifinal_the_other_way_leaves_a_final_that_others_fought(store: Path, tmp_path: Path) -> None:
    form, _ = ask(store, tmp_path, "--bout", "1", "--winner", "blue")
    [state] = form["effect"]["categories"]
    assert (state["old_state"], state["new_state"]) == ("decided", "needs_ruling")
    assert places(form, "expected") == []


@pytest.mark.parametrize(("bout", "winner"), [(1, "blue"), (2, "blue"), (3, "blue"), (3, "none")])
@pytest.mark.long
def test_the_effect_is_that_of_loading_the_event_so(store: Path, tmp_path: Path, bout: int, winner: str) -> None:
    form, _ = ask(store, tmp_path, "--bout", str(bout), "--winner", winner)
    rows = [list(row.split(",")) for row in bundles.BOUT_ROWS[:3]]
    rows[bout - 1][10] = "" if winner == "none" else winner
    tatame.ingest(tmp_path / "so.duckdb", bundles.write(tmp_path, bouts=tuple(",".join(row) for row in rows)))
    points = {}
    for name, path in (("old", store), ("new", tmp_path / "so.duckdb")):
        with tatame.open(path) as opened:
            [standing] = opened.standings()
        points[name] = {row["academy"]: (row["points"], row["rank"]) for row in standing["standings"]}
    nothing = (None, None)
    expected = {
        academy: (old[0], new[0], old[1], new[1])
        for academy in points["old"] | points["new"]
        if (old := points["old"].get(academy, nothing)) != (new := points["new"].get(academy, nothing))
    }
    assert moves(form) == expected


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--bout", "99", "--winner", "red"), "no bout 99"),
        (("--bout", "3", "--winner", "green"), "no winner is called"),
        (("--bout", "3", "--winner", "red", "--decision", "pionts"), "points"),
        (("--bout", "3"), "--winner"),
        (("--category", LIGHT, "--place", "4=Ari Alho"), "no place"),
        (("--category", LIGHT, "--place", "1=Nobody Here"), "Nobody Here"),
        (("--category", LIGHT, "--place", "1=Ari Alho @ Sout"), "Did you mean South"),
        (("--category", LIGHT, "--place", "1=Ari Alho", "--place", "2=ARI  ALHO"), "two places"),
        (("--category", LIGHT), "--place"),
        (("--bout", "3", "--winner", "red", "--lang", "pr"), "no language is called 'pr'. There are: en, it"),
        (("--bout", "3", "--winner", "red", "--lang", ""), "no language is called ''"),
        ((), "--bout N"),
    ],
)
def test_what_cannot_be_asked_is_told_and_nothing_written(
    store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], told: str
) -> None:
    assert cli.main(["request", str(tmp_path / "r"), *arguments, *WHY, "--store", str(store)]) == 2
    assert told in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_there_is_not_written_over(store: Path, tmp_path: Path) -> None:
    (tmp_path / "r.txt").write_text("mine", encoding="utf-8")
    assert (
        cli.main(["request", str(tmp_path / "r"), "--bout", "3", "--winner", "red", *WHY, "--store", str(store)]) == 2
    )
    assert [path.name for path in tmp_path.iterdir()] == ["r.txt"]


def test_a_request_hides_minors_where_asked(tmp_path: Path) -> None:
    path = young_event.make(tmp_path)
    category = ("--category", "male juvenile-2 blue light", "--place")
    other = next(one.name for one in young_event.EXAMPLE if one.division == 1 and one.number == 3)
    form, text = ask(path, tmp_path, *category, f"1={other}", "--privacy", "academy")
    assert leaks(path, {"json": json.dumps(form, ensure_ascii=False), "text": text}) == []
    assert form["effect"]["standings"]
    (tmp_path / "r.json").unlink()
    (tmp_path / "r.txt").unlink()
    form, text = ask(path, tmp_path, *category, f"1={other}")
    assert {name for name, _ in leaks(path, {"text": text})} <= protected_names(path)
    assert leaks(path, {"text": text})
