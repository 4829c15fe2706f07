"""`tatame publish` and `tatame verify` from outside: exit status, what is told, provisional or official, changes."""

import json
import shutil
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest

import tatame
from publishing.status import decide
from tatame import cli

from . import bundles

DAY = date(2026, 5, 10)


@pytest.mark.parametrize(
    ("event", "deadline", "published_on", "cut_off", "name"),
    [
        ("unknown", None, None, None, "unknown"),
        ("provisional", None, date(2030, 1, 1), None, "provisional"),
        ("official", None, None, None, "official"),
        ("official", DAY, None, None, "provisional"),
        ("unknown", DAY, DAY, None, "provisional"),
        ("unknown", DAY, date(2026, 5, 11), None, "official"),
        ("provisional", DAY, None, datetime.fromisoformat("2026-05-10T23:59"), "provisional"),
        ("provisional", DAY, None, datetime.fromisoformat("2026-05-11T00:00"), "official"),
        ("unknown", DAY, date(2026, 5, 9), datetime.fromisoformat("2026-05-11T00:00"), "provisional"),
    ],
)
def test_provisional_up_to_the_deadline_official_after_it(
    event: str, deadline: date | None, published_on: date | None, cut_off: datetime | None, name: str
) -> None:
    assert decide(event, deadline, published_on, cut_off).name == name


class Program:
    def __init__(self, store: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self._store, self._capsys = store, capsys

    def run(self, *arguments: object) -> tuple[int, str, str]:
        status = cli.main([*map(str, arguments), "--store", str(self._store)])
        out, err = self._capsys.readouterr()
        return status, out, err


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("publish")
    tatame.ingest(folder / "t.duckdb", bundles.write(folder, bouts=bundles.BOUT_ROWS[:3]))
    return folder / "t.duckdb"


@pytest.fixture
def program(loaded: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Program:
    return Program(Path(shutil.copy(loaded, tmp_path / "t.duckdb")), capsys)


def changes(folder: Path) -> Any:
    return json.loads((folder / "data" / "changes.json").read_text(encoding="utf-8"))["events"]


def test_a_release_is_made_checked_and_found_out(program: Program, tmp_path: Path) -> None:
    out = tmp_path / "out"
    status, told, err = program.run("publish", out, "--appeal-deadline", "2026-05-10", "--published-on", "2026-05-11")
    assert (status, err) == (0, "")
    assert "open-2026: version 1, official, ibjjf-2024" in told
    fingerprint = told.split("fingerprint ")[1][:64]
    assert program.run("verify", out, "--fingerprint", fingerprint)[0] == 0
    assert program.run("verify", out, "--fingerprint", "0" * 64)[0] == 2
    with (out / "index.html").open("a", encoding="utf-8") as page:
        page.write(" ")
    (out / "more.txt").write_text("", encoding="utf-8")
    (out / "open-2026.en.html").unlink()
    status, told, err = program.run("verify", out)
    assert (status, told) == (2, "")
    assert {"changed: index.html", "added: more.txt", "missing: open-2026.en.html"} <= set(err.splitlines())
    status, _, err = program.run("publish", tmp_path / "next", "--previous", out)
    assert status == 2
    assert "not as it was published" in err
    assert not (tmp_path / "next").exists()


def test_a_release_takes_the_place_of_the_one_it_is_compared_with(program: Program, tmp_path: Path) -> None:
    """M24: Cal Costa (East 3) is struck out; he beat Dov Dias (West 1) alone, now second; his third stays vacant."""
    out = tmp_path / "out"
    assert program.run("publish", out)[0] == 0
    struck = ("--category", "adult male black light", "--athlete", "Cal Costa", "--status", "doping")
    assert program.run("correct", *struck, "--reason", "sample", "--by", "Panel")[0] == 0
    assert program.run("publish", out, "--previous", out, "--replace")[0] == 0
    assert program.run("verify", out)[0] == 0
    [event] = changes(out)
    assert (event["old_version"], event["new_version"], event["explained"]) == (1, 2, True)
    assert [(each["kind"], each["reason"], each["recorded_by"]) for each in event["versions"]] == [
        ("correction", "sample", "Panel")
    ]
    [award] = event["awards"]
    rows = {row["academy"]: (row["old_points"], row["new_points"], row["points_change"]) for row in award["rows"]}
    assert rows == {"North": (9, 9, 0), "West": (1, 3, 2), "South": (1, 1, 0), "East": (3, None, -3)}


def test_a_release_from_another_store_is_compared_without_reasons(program: Program, tmp_path: Path) -> None:
    other = bundles.write(
        tmp_path / "in", bouts=tuple(row.replace(",red,points,6", ",blue,points,6") for row in bundles.BOUT_ROWS[:3])
    )
    tatame.ingest(tmp_path / "other.duckdb", other)
    assert cli.main(["publish", str(tmp_path / "before"), "--store", str(tmp_path / "other.duckdb")]) == 0
    assert program.run("publish", tmp_path / "out", "--previous", tmp_path / "before")[0] == 0
    [event] = changes(tmp_path / "out")
    assert (event["kind"], event["explained"], event["versions"]) == ("changed", False, [])


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--appeal-deadline", "tomorrow"), "no date"),
        (("--logo", "none.png"), "none.png"),
        (("--formats", "docx"), "docx"),
        (("--lang", ","), "names nothing"),
        (("--season", "nope"), "nope"),
        (("--previous", "nowhere"), "no release"),
    ],
)
def test_what_cannot_be_published_is_told_in_a_line_or_two(
    program: Program, tmp_path: Path, arguments: tuple[str, ...], told: str
) -> None:
    status, out, err = program.run("publish", tmp_path / "out", *arguments)
    assert (status, out) == (2, "")
    assert told in err
    assert len(err.splitlines()) <= 2
    assert not (tmp_path / "out").exists()


def test_a_logo_that_is_no_image_is_refused(program: Program, tmp_path: Path) -> None:
    (tmp_path / "logo.png").write_bytes(b"<html>")
    status, _, err = program.run("publish", tmp_path / "out", "--logo", tmp_path / "logo.png")
    assert status == 2
    assert "no PNG, JPEG, GIF or SVG" in err


def test_the_extra_is_named_where_pdfs_cannot_be_made(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "weasyprint", None)
    status, _, err = program.run("publish", tmp_path / "out", "--formats", "pdf")
    assert status == 2
    assert "tatame[pdf]" in err
    assert not (tmp_path / "out").exists()


def test_a_missing_font_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from etl.errors import UserError
    from publishing.exports import pdf_file

    monkeypatch.setattr(shutil, "which", lambda name: "true" if name == "fc-list" else None)
    pdf_file.require_fonts("Ana Souza, Łódź")
    for text in ("柔術", "ひらがな", "유도"):
        with pytest.raises(UserError, match="fonts-noto-cjk"):
            pdf_file.require_fonts(text)


def test_the_help_says_which_privacy_a_release_has_without_the_option(capsys: pytest.CaptureFixture[str]) -> None:
    """Under-18s by their academy, where nothing is said; no other level is promised."""
    assert cli.main(["publish", "--help"]) == 0
    told = " ".join(capsys.readouterr().out.replace("│", " ").split())
    assert "without it academy" in told
    assert "every name" not in told
