"""A release: the same bytes from the same store, whole or not at all, and nothing in it that was changed unseen."""

import hashlib
import json
import random
import re
import shutil
import subprocess
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tatame
from etl.errors import UnknownName, UnusableInput, UserError
from publishing import content, manifest
from publishing.content import Order
from publishing.privacy import Level
from tests.publishing import released, young_event
from tests.publishing.leaks import files_below, leaks, protected_names
from tests.tatame import bundles

CASES = Path(__file__).resolve().parents[1] / "cases" / "releases"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("store")
    tatame.ingest(folder / "t.duckdb", bundles.write(folder), bundles.write(folder, "open-2025"))
    return folder / "t.duckdb"


@pytest.fixture(scope="module")
def made(store: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made") / "release"
    released.publish(store, folder, Order(podium=True))
    return folder


@pytest.fixture
def copy(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "copy"))


def test_two_runs_give_the_same_bytes_and_leave_the_store_alone(store: Path, made: Path, tmp_path: Path) -> None:
    before = hashlib.sha256(store.read_bytes()).hexdigest()
    time.sleep(2.1)  # the clock of a zip archive counts in twos
    released.publish(store, tmp_path / "again", Order(podium=True))
    assert released.contents(tmp_path / "again") == released.contents(made)
    assert hashlib.sha256(store.read_bytes()).hexdigest() == before


@pytest.mark.skipif(not released.has_pdf(), reason="weasyprint or Pango is not installed")
@pytest.mark.long
def test_two_pdfs_are_the_same_bytes(store: Path, tmp_path: Path) -> None:
    order = Order(events=("open-2026",), formats=("pdf",), federation="Confederação 連盟 柔術 聯盟")
    released.publish(store, tmp_path / "one", order)
    time.sleep(1.1)
    released.publish(store, tmp_path / "two", order)
    assert released.contents(tmp_path / "one") == released.contents(tmp_path / "two")
    assert (tmp_path / "one" / "pdf" / "open-2026.en.pdf").read_bytes().startswith(b"%PDF-")


def test_no_module_of_a_release_reads_the_clock_or_draws_lots() -> None:
    folder = Path(content.__file__).parent
    sources = [*folder.glob("*.py"), *(folder / "exports").glob("*.py"), *(folder / "pages").glob("*.py")]
    told = re.compile(r"\b(now|today|utcnow|time\.time|monotonic|uuid\d?|random|getpid)\(|import (random|uuid|time)\b")
    assert len(sources) > 20
    assert [source.name for source in sources if told.search(source.read_text(encoding="utf-8"))] == []


def test_the_manifest_lists_what_there_is_and_what_it_rests_on(store: Path, made: Path) -> None:
    said = json.loads((made / "manifest.json").read_text(encoding="utf-8"))
    there = released.contents(made)
    assert said["files"] == {path: sha for path, sha in there.items() if path not in ("manifest.json", "SHA256SUMS")}
    [_, event] = said["events"]
    assert (event["event"], event["ruleset"], event["ruleset_title"]) == (
        "open-2026",
        "ibjjf-2024",
        "IBJJF 2024 (v6.1)",
    )
    assert re.fullmatch("[0-9a-f]{64}", event["ruleset_fingerprint"])
    bundle = store.parent / "open-2026"
    assert {one["file"]: one["sha256"] for one in event["source"]["files"]} == {
        name: hashlib.sha256((bundle / name).read_bytes()).hexdigest()
        for name in ("bouts.csv", "official_standings.csv")
    }
    with tatame.open(store) as opened:
        newest = max(one["recorded_at"] for one in opened.events()["events"])
    assert said["data_cut_off"] == newest


def test_sha256sum_checks_it_too(made: Path) -> None:
    program = shutil.which("sha256sum")
    if program is None:
        pytest.skip("sha256sum is not installed")
    done = subprocess.run([program, "--check", "--strict", "SHA256SUMS"], cwd=made, capture_output=True, check=False)
    assert done.returncode == 0


def test_a_release_as_it_was_written_is_whole(made: Path) -> None:
    assert manifest.verify(made).whole


@pytest.mark.long
def test_every_changed_byte_is_found(copy: Path) -> None:
    chance = random.Random(6)
    for path in sorted(copy.rglob("*")):
        if not path.is_file():
            continue
        data = path.read_bytes()
        for at in {0, len(data) - 1, *(chance.randrange(len(data)) for _ in range(6))}:
            path.write_bytes(data[:at] + bytes([data[at] ^ (1 << chance.randrange(8))]) + data[at + 1 :])
            assert not whole(copy), (path, at)
        for other in (data[:-1], data + b"\n", b""):
            path.write_bytes(other)
            assert not whole(copy), path
        path.unlink()
        assert not whole(copy), path
        path.write_bytes(data)
    assert whole(copy)


def whole(folder: Path) -> bool:
    """Whether verify finds nothing; what it refuses to read is found."""
    try:
        return manifest.verify(folder).whole
    except UnusableInput:
        return False


def test_what_was_put_in_is_found_by_name(copy: Path) -> None:
    (copy / "data" / "more.csv").write_text("a", encoding="utf-8")
    (copy / "data" / "link").symlink_to("more.csv")
    assert manifest.verify(copy).added == ("data/link", "data/more.csv")


def test_a_link_is_not_what_was_written(copy: Path) -> None:
    shutil.move(copy / "index.html", copy.parent / "index.html")
    (copy / "index.html").symlink_to(copy.parent / "index.html")
    assert manifest.verify(copy).missing == ("index.html",)


def test_a_manifest_that_leads_out_of_the_folder_is_refused(copy: Path) -> None:
    said = json.loads((copy / "manifest.json").read_text(encoding="utf-8"))
    said["files"]["../outside"] = "0" * 64
    (copy / "manifest.json").write_text(json.dumps(said), encoding="utf-8")
    with pytest.raises(UnusableInput, match="no path within a release"):
        manifest.verify(copy)


@pytest.mark.parametrize("case", sorted(CASES.iterdir()), ids=lambda case: case.name)
def test_an_old_release_still_verifies(case: Path) -> None:
    """Made by hand with sha256sum; later forms of the manifest must not make it fail."""
    checked = manifest.verify(case)
    assert checked.whole
    assert checked.fingerprint == hashlib.sha256((case / "SHA256SUMS").read_bytes()).hexdigest()


def test_a_release_of_a_newer_program_is_not_guessed_at(copy: Path) -> None:
    said = json.loads((copy / "manifest.json").read_text(encoding="utf-8"))
    (copy / "manifest.json").write_text(json.dumps({**said, "release": 2}), encoding="utf-8")
    with pytest.raises(UnusableInput, match="newer tatame"):
        manifest.verify(copy)


def test_a_folder_that_is_no_release_is_left_alone(store: Path, tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work", encoding="utf-8")
    for more in ({}, {"replace_release": True}):
        with pytest.raises(UnusableInput, match="no release of tatame"):
            released.publish(store, tmp_path, **more)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_release_gives_way_only_when_told_and_only_alone(store: Path, copy: Path) -> None:
    with pytest.raises(UnusableInput, match="--replace"):
        released.publish(store, copy)
    (copy / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(UnusableInput, match=r"notes\.txt"):
        released.publish(store, copy, replace_release=True)
    (copy / "notes.txt").unlink()
    released.publish(store, copy, Order(events=("open-2026",)), replace_release=True)
    assert manifest.verify(copy).whole
    assert not (copy / "open-2025.en.html").exists()
    assert [path.name for path in copy.parent.iterdir()] == [copy.name]


def test_what_cannot_be_made_leaves_nothing_behind(store: Path, tmp_path: Path) -> None:
    for order in (Order(languages=("xx",)), Order(formats=("docx",)), Order(awards=("nope",)), Order(events=("nope",))):
        with pytest.raises(UnknownName):
            released.publish(store, tmp_path / "out", order)
    with pytest.raises(UserError):
        released.publish(store, tmp_path / "no" / "out")
    assert list(tmp_path.iterdir()) == []


def test_an_empty_folder_is_taken(store: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    released.publish(store, tmp_path / "out", Order(events=("open-2026",)))
    assert manifest.verify(tmp_path / "out").whole


def test_only_what_was_asked_for_is_in_it(store: Path, tmp_path: Path) -> None:
    released.publish(store, tmp_path / "out", Order(events=("open-2025",), formats=("html",)))
    names = set(released.contents(tmp_path / "out"))
    assert {"data/open-2025.json", "open-2025.en.html", "index.html"} <= names
    assert [name for name in names if "2026" in name or name.endswith((".csv", ".xlsx", ".parquet"))] == []


@given(st.text(min_size=1, max_size=20), st.text(min_size=1, max_size=20))
def test_file_names_are_plain_and_two_events_never_share_one(one: str, other: str) -> None:
    assert re.fullmatch("[a-z0-9_-]+", content.slug(one))
    if one != other:
        assert content.slug(one) != content.slug(other)


@pytest.mark.parametrize("name", ["index", "changes", "open-results", "open-podiums"])
def test_an_event_cannot_take_the_place_of_a_page(name: str) -> None:
    assert content.slug(name) != name


@pytest.mark.parametrize("level", [Level.INITIALS, Level.ACADEMY, Level.SUPPRESSED])
@pytest.mark.long
def test_no_byte_of_a_release_names_a_minor(tmp_path: Path, level: Level) -> None:
    path = young_event.make(tmp_path)
    formats = (*released.EVERYTHING, "pdf") if released.has_pdf() else released.EVERYTHING
    order = Order(
        level=level, podium=True, formats=formats, seasons=((released.scheme(tmp_path), 2026),), languages=("en", "ja")
    )
    released.publish(path, tmp_path / "out", order)
    texts = files_below(tmp_path / "out") | pdf_texts(tmp_path / "out")
    assert leaks(path, texts) == []
    assert any("Ksawier" in text for text in texts.values())  # adults are shown


def pdf_texts(folder: Path) -> dict[str, str]:
    program = shutil.which("pdftotext")
    if program is None:
        return {}
    return {
        file.name: subprocess.run([program, file, "-"], capture_output=True, text=True, check=True).stdout
        for file in folder.rglob("*.pdf")
    }


def test_the_check_for_minors_would_find_them(tmp_path: Path) -> None:
    path = young_event.make(tmp_path)
    released.publish(path, tmp_path / "out", Order(level=Level.FULL))
    found = leaks(path, files_below(tmp_path / "out"))
    placed = {name for name, where in found if where.endswith((".csv", ".parquet", ".html")) or "xlsx" in where}
    assert placed
    assert placed <= protected_names(path)
    assert {Path(where.partition("!")[0]).suffix for _, where in found} == {
        ".csv",
        ".html",
        ".json",
        ".parquet",
        ".xlsx",
    }
