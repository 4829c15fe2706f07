"""The page of releases: what stands in the operator's folder, checked byte by byte, and nothing else handed out."""

import hashlib
import json
import shutil
from pathlib import Path

import pytest

import tatame
from dashboard import tables
from dashboard.kept import Kept
from etl.errors import UnusableInput, UserError
from publishing import manifest, releases_page
from publishing.content import Order
from publishing.wording import languages, text
from tests.dashboard.running import ROOT, in_address, opened, words
from tests.dashboard.test_embedded import embedded
from tests.publishing import released

MAT = ROOT / "data" / "sample" / "mat-open-2026"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The invented event, from which both releases are made."""
    store = tmp_path_factory.mktemp("store") / "s.duckdb"
    tatame.ingest(store, MAT)
    return store


@pytest.fixture(scope="module")
def published(store: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A release, and a later one of the same store that compares itself with it."""
    folder = tmp_path_factory.mktemp("published")
    released.publish(store, folder / "first", Order(formats=("csv",)))
    released.publish(store, folder / "second", Order(formats=("csv",)), previous=folder / "first")
    return folder


@pytest.fixture
def folder(published: Path, tmp_path: Path) -> Path:
    """Both, to be spoiled."""
    return Path(shutil.copytree(published, tmp_path / "published"))


@pytest.fixture
def offered(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TATAME_RELEASES", str(folder))
    return folder


@pytest.mark.parametrize("lang", languages())
def test_both_are_listed_as_published_in_every_language(
    lang: str, offered: Path, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = opened(store, monkeypatch, "releases", release="second", lang=lang)
    listed = page.dataframe[0].value.set_index("name")
    assert sorted(listed.index) == ["first", "second"]
    for name in listed.index:
        files = json.loads((offered / name / "manifest.json").read_bytes())["files"]
        # Every file the manifest lists, itself, and SHA256SUMS.
        assert listed.loc[name, "checked"] == text("page.releases.whole", lang, n=len(files) + 2)
    assert page.header[0].value == text("page.releases.title", lang)
    assert not page.error


def test_a_release_says_its_status_rules_cut_off_and_fingerprint(
    offered: Path, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = words(opened(store, monkeypatch, "releases", release="first"))
    event = json.loads((offered / "first" / "manifest.json").read_bytes())["events"][0]
    assert f"{event['name']}: {text('release.status.' + event['status'])}" in said
    assert event["ruleset_title"] in said
    assert "Data as recorded up to" in said
    assert hashlib.sha256((offered / "first" / "SHA256SUMS").read_bytes()).hexdigest() in said
    assert "compared with none before" in said


def test_embedded_it_is_the_table_alone(offered: Path, store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = embedded(store, monkeypatch, "releases")
    assert len(page.dataframe) == 1
    assert not [*page.header, *page.subheader, *page.text, *page.get("download_button")]


def test_a_byte_changed_is_told_and_nothing_is_handed_out(
    offered: Path, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = opened(store, monkeypatch, "releases", release="first")
    assert [each.label for each in page.get("download_button") if each.label.startswith("Download")]
    spoiled = offered / "first" / "index.html"
    spoiled.write_bytes(spoiled.read_bytes().replace(b"<", b"<", 1) + b" ")
    page.run()
    assert "index.html" in words(page)
    assert "not as it was published" in page.error[0].value
    assert not [each.label for each in page.get("download_button") if each.label.startswith("Download")]
    assert "1 file changed" in page.dataframe[0].value["checked"].tolist()


def test_what_changed_and_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A champion disqualified for doping loses his place (M24), and his academy nine points (A1)."""
    store, folder = tmp_path / "s.duckdb", tmp_path / "published"
    folder.mkdir()
    bundle = tmp_path / "cup"
    bundle.mkdir()
    (bundle / "event.toml").write_text('[event]\nid = "cup"\nname = "Cup"\nstart = 2026-05-02\nuniform = "gi"\n')
    category = "male,adult,black,light"
    (bundle / "bouts.csv").write_text(
        "gender,age_division,belt,weight_class,bout,round,red_athlete,red_academy,blue_athlete,blue_academy,winner,"
        f"decision\n{category},1,final,Ana,A Team,Ben,B Team,red,submission\n"
    )
    tatame.ingest(store, bundle)
    released.publish(store, folder / "first")
    from analytics import relations
    from etl import decisions

    decisions.correct(store, "cup", "male adult black light", "Ana", "doping", "sample B", "Panel", relations.build)
    released.publish(store, folder / "second", previous=folder / "first")
    monkeypatch.setenv("TATAME_RELEASES", str(folder))
    kept = Kept[tables.Prepared](400)
    monkeypatch.setattr(tables, "_prepared", kept)
    page = opened(store, monkeypatch, "releases", release="second")
    before = set(kept._values)
    assert len(before) == 2
    page.run()
    assert set(kept._values) == before, "tables are found by identity: made anew they would be others"
    moved = page.dataframe[1].value.set_index("academy")
    assert moved.loc["A Team", ["old_points", "new_points"]].tolist() == ["9", ""]
    assert moved.loc["B Team", ["old_points", "new_points", "change"]].tolist() == ["3", "9", "+6"]
    assert "Ana" in moved.loc["A Team", "why"]
    assert "Ben, Silver → Gold (M24" in moved.loc["B Team", "why"]
    assert "Panel" in words(page)
    assert "sample B" in words(page)


def test_the_newest_comes_first_and_an_unknown_one_in_the_address_is_told(
    offered: Path, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = opened(store, monkeypatch, "releases", release="no-such")
    assert "no-such" in words(page)
    assert in_address(page, "release") in ("first", "second")


@pytest.mark.parametrize(
    "path", ["../first/index.html", "../../s.duckdb", "index.html/../index.html", "", "SHA256SUMS/", "/etc/hostname"]
)
def test_only_a_file_of_the_manifest_is_read(path: str, folder: Path) -> None:
    (folder / "s.duckdb").write_bytes(b"secret")
    with pytest.raises(UnusableInput, match="no file of this release"):
        releases_page.content(folder, "second", path)


@pytest.mark.parametrize("name", ["..", ".", "first/../second", "/etc", ""])
def test_only_a_release_in_the_folder_is_read(name: str, folder: Path) -> None:
    with pytest.raises(UnusableInput, match="no release"):
        releases_page.content(folder, name, "manifest.json")


def test_every_file_comes_as_it_was_published(folder: Path) -> None:
    listed = json.loads((folder / "first" / "manifest.json").read_bytes())["files"]
    for path, digest in listed.items():
        assert hashlib.sha256(releases_page.content(folder, "first", path)).hexdigest() == digest


def test_a_manifest_that_leads_out_of_its_folder_gives_nothing(folder: Path) -> None:
    """Both lists made up anew, as whoever can write there could: the path itself is refused."""
    outside = folder / "outside.txt"
    outside.write_bytes(b"secret")
    place = folder / "first"
    said = json.loads((place / "manifest.json").read_bytes())
    said["files"]["../outside.txt"] = hashlib.sha256(b"secret").hexdigest()
    (place / "manifest.json").write_text(json.dumps(said))
    with pytest.raises(UserError):
        releases_page.content(folder, "first", "../outside.txt")
    assert "tampered" in str(releases_page.read(folder, "first").problem)


def test_a_link_in_a_release_is_not_followed(folder: Path) -> None:
    outside = folder / "outside.txt"
    outside.write_bytes(b"secret")
    inside = folder / "first" / "index.html"
    inside.unlink()
    inside.symlink_to(outside)
    assert releases_page.read(folder, "first").wrong == ("index.html",)
    with pytest.raises(UnusableInput, match="not as it was published"):
        releases_page.content(folder, "first", "index.html")


@pytest.mark.parametrize("path", ["index.html", "manifest.json", "SHA256SUMS"])
def test_a_file_changed_after_the_check_is_not_handed_out(
    path: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    verify = manifest.verify

    def then_changed(place: Path) -> manifest.Checked:
        checked = verify(place)
        assert checked.whole
        (place / path).write_bytes(b"forged")
        return checked

    monkeypatch.setattr(manifest, "verify", then_changed)
    with pytest.raises(UnusableInput, match="not as it was published"):
        releases_page.content(folder, "first", path)


def test_the_two_lists_of_a_release_come_as_they_were_published(folder: Path) -> None:
    for path in (manifest.MANIFEST, manifest.SUMS):
        assert releases_page.content(folder, "first", path) == (folder / "first" / path).read_bytes()


@pytest.mark.parametrize(
    "spoiled", ["{", "[]", '{"program": "other"}', '{"program": "tatame", "release": 99, "files": {}}']
)
def test_one_that_cannot_be_read_is_told_beside_the_others(
    spoiled: str, offered: Path, store: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (offered / "first" / "manifest.json").write_text(spoiled)
    page = opened(store, monkeypatch, "releases", release="first")
    assert page.dataframe[0].value.set_index("name").loc["first", "checked"] == "cannot be read"
    assert page.error[0].value == "cannot be read"
    assert str(offered) not in words(page)
    assert str(offered) in caplog.text


def test_without_a_release_the_page_says_how_to_make_one(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TATAME_RELEASES", str(tmp_path))
    page = opened(store, monkeypatch, "releases")
    assert "No release" in words(page)
    assert "tatame publish" in page.code[0].value


@pytest.mark.parametrize("lang", languages())
def test_a_visitor_is_told_of_no_folder_of_the_server(
    lang: str, store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("TATAME_RELEASES", str(tmp_path / "none"))
    said = words(opened(store, monkeypatch, "releases", lang=lang))
    assert text("page.store.in_log", lang, name="none") in said
    assert str(tmp_path) not in said
    assert f"there is no folder {tmp_path / 'none'}" in caplog.text, "for whoever runs it"


@pytest.mark.parametrize("lang", languages())
def test_nor_where_a_store_cannot_be_read(
    lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken = tmp_path / "broken.duckdb"
    broken.write_text("no store")
    said = words(opened(broken, monkeypatch, "standings", lang=lang))
    assert text("page.store.in_log", lang, name="broken.duckdb") in said
    assert str(tmp_path) not in said
    assert f"{broken} is no DuckDB file" in caplog.text


def test_the_page_is_in_the_navigation_only_where_a_folder_was_named(
    folder: Path, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dashboard import pagelist

    monkeypatch.delenv("TATAME_RELEASES", raising=False)
    assert "releases" not in [view.ADDRESS for view in pagelist.views()]
    monkeypatch.setenv("TATAME_RELEASES", str(folder))
    assert "releases" in [view.ADDRESS for view in pagelist.views()]
