"""`tatame season` and `tatame privacy` from files, as people use them."""

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

import tatame
from tatame import cli

from . import bundles


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Light: Ari Alho 1 (North), Cal Costa 2 (East), two thirds; heavy needs a ruling."""
    folder = tmp_path_factory.mktemp("season")
    path = folder / "t.duckdb"
    assert cli.main(["ingest", str(bundles.write(folder)), "--store", str(path)]) == 1  # a category needs a ruling
    return path


@pytest.fixture
def ask(store: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    def asked(*arguments: str, status: int = 0) -> str:
        capsys.readouterr()
        assert cli.main([*arguments, "--store", str(store)]) == status
        out, err = capsys.readouterr()
        return out if status == 0 else err

    return asked


def test_a_season_is_ranked_and_adds_up(ask: Any) -> None:
    answer = json.loads(ask("season", "two-year-decay", "--by", "athlete"))
    # A1 by hand: 9 and 3 of the season itself, 1 for each semifinal lost
    assert [(row["rank"], row["name"], row["points"]) for row in answer["ranking"]] == [
        (1, "Ari Alho", 9),
        (2, "Cal Costa", 3),
        (3, "Ben Brito", 1),
        (3, "Dov Dias", 1),
    ]
    assert (answer["season"], answer["scheme"]) == (2026, "two-year-decay")
    table = ask("season", "two-year-decay", "--format", "table", "--name", "north")
    assert "9 × 1 × 1 = 9 (open-2026, place 1)" in table
    assert (
        ask("season", "two-year-decay", "--format", "csv").splitlines()[1].startswith("two-year-decay,2026,1,North,9,")
    )


def test_a_season_is_ranked_as_it_was_before_a_correction_and_published_so(tmp_path: Path) -> None:
    """M24: Ari Alho is struck out afterwards, Cal Costa moves up: 9 points from then on."""
    store = tmp_path / "t.duckdb"
    where = ("--store", str(store))
    cli.main(["ingest", str(bundles.write(tmp_path)), *where])
    cli.main(["publish", str(tmp_path / "first"), "--season", "two-year-decay", *where])
    with tatame.open(store) as opened:
        before = datetime.fromisoformat(opened.history()["versions"][0]["loaded_at"])
    named = ("--category", "male adult black light", "--athlete", "Ari Alho", "--by", "Panel", "--reason", "test")
    cli.main(["correct", *named, "--status", "doping", *where])
    with tatame.open(store) as opened:
        now, then = (
            [(row["name"], row["points"]) for row in opened.season("two-year-decay", as_of=when)["ranking"]]
            for when in (None, before)
        )
    assert then[0] == ("North", 9)
    assert now[0] == ("East", 9)
    again = ("--season", "two-year-decay", "--as-of", before.isoformat())
    cli.main(["publish", str(tmp_path / "again"), *again, *where])
    name = "data/season-two-year-decay-2026.csv"
    assert (tmp_path / "again" / name).read_bytes() == (tmp_path / "first" / name).read_bytes()


def test_a_scheme_that_does_not_exist_is_two_lines_and_exit_2(ask: Any) -> None:
    assert "two-year-decay" in ask("season", "two-year", status=2)
    assert "there/is/none.toml: there is no such file" in ask("season", "there/is/none.toml", status=2)


def test_whoever_opts_out_is_shown_by_the_academy_until_undone(ask: Any) -> None:
    def names(*more: str) -> list[str]:
        return [row["athlete"] for row in json.loads(ask("placements", *more))["placements"]]

    assert names("--privacy", "academy")[0] == "Ari Alho"
    ask("privacy", "add", "ARI ALHO @ North", "--by", "me")
    assert names("--privacy", "full")[0] == "North"
    assert names()[0] == "Ari Alho"
    season = json.loads(ask("season", "two-year-decay", "--by", "athlete", "--privacy", "academy"))["ranking"]
    assert "Alho" not in json.dumps(season)
    [row] = json.loads(ask("privacy", "list"))["opted_out"]
    assert (row["number"], row["athlete"], row["academy"], row["recorded_by"]) == (1, "ARI ALHO", "North", "me")
    ask("privacy", "undo", "1", "--by", "me")
    assert names("--privacy", "full")[0] == "Ari Alho"
    assert "off the list already" in ask("privacy", "undo", "1", "--by", "me", status=2)
    assert "no number 7" in ask("privacy", "undo", "7", "--by", "me", status=2)
    assert "name is empty" in ask("privacy", "add", " @ North", "--by", "me", status=2)
    assert json.loads(ask("privacy", "list"))["opted_out"] == []
    assert len(json.loads(ask("privacy", "list", "--undone"))["opted_out"]) == 1


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Ari Alo", "Nearest: Ari Alho"),
        ("ari álho @ South", "Nearest: Ari Alho @ North"),
        ("Zyx Wvu Tsr", "no event in the store has anybody called Zyx Wvu Tsr"),
        ("ARI ALHO @ north", None),
        ("fil faria", None),  # he fought in a category that is not settled
    ],
)
def test_who_is_put_on_the_list_and_is_in_no_event_is_told_with_the_nearest_names(
    name: str, told: str | None, store: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert cli.main(["privacy", "add", name, "--by", "me", "--store", str(store)]) == 0
    out, err = capsys.readouterr()
    assert told in err if told else err == ""
    number = out.split("(number ")[1].split(")")[0]
    assert cli.main(["privacy", "undo", number, "--by", "me", "--store", str(store)]) == 0


def test_an_entry_without_academy_is_of_the_one_that_its_bouts_name(tmp_path: Path) -> None:
    """A1: 9 for the academy of the winner, which his entry leaves out; shown by it where names are not."""
    light = "male,teen-1,grey,light"
    bundle = tmp_path / "kids-2026"
    bundle.mkdir()
    (bundle / "event.toml").write_text(
        '[event]\nid = "kids-2026"\nname = "Kids 2026"\nstart = 2026-05-02\nuniform = "gi"\n', encoding="utf-8"
    )
    entries = [f"{bundles.HEAD},athlete,academy", f"{light},Kid One,", f"{light},Kid Two,South"]
    bouts = [f"{bundles.HEAD},bout,round,{bundles.SIDES},winner", f"{light},1,final,Kid One,North,Kid Two,South,red"]
    for name, rows in (("entries.csv", entries), ("bouts.csv", bouts)):
        (bundle / name).write_text("\n".join(rows) + "\n", encoding="utf-8")
    tatame.ingest(tmp_path / "t.duckdb", bundle)
    with tatame.open(tmp_path / "t.duckdb") as opened:
        standing = opened.standings("kids-2026", "overall")
        shown = opened.placements("kids-2026", privacy="academy")["placements"]
    assert isinstance(standing, dict)
    assert [(row["academy"], row["points"]) for row in standing["standings"]] == [("North", 9), ("South", 3)]
    assert [row["athlete"] for row in shown] == ["North", "South"]
