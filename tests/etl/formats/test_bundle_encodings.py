"""The tables of a bundle in the encodings that spreadsheets save; event.toml is UTF-8, as TOML is."""

import zipfile
from pathlib import Path

import pytest

from etl import extract
from etl.errors import UnusableInput
from etl.extract import EventOptions
from tatame import cli
from tests.etl.bundles import ENTRY, PLACE, Stage, folder, text

JAPANESE = [{**PLACE, "gender": "男子", "belt": "青帯", "athlete": "山田 太郎", "academy": "東京道場"}]
PORTUGUESE = [{**PLACE, "gender": "Masculino", "belt": "Azul", "weight_class": "Médio", "athlete": "Zé Conceição"}]


def zipped(path: Path) -> Path:
    """The folder as a zip beside it."""
    target = path.with_suffix(".zip")
    with zipfile.ZipFile(target, "w") as archive:
        for file in path.iterdir():
            archive.write(file, file.name)
    return target


@pytest.mark.parametrize("container", [Path, zipped])
@pytest.mark.parametrize(
    ("rows", "encoding", "told"),
    [
        (JAPANESE, "cp932", ["Shift-JIS"]),
        (PORTUGUESE, "cp1252", ["Windows-1252"]),
        (JAPANESE, "utf-16", []),
        (PORTUGUESE, "utf-16-be", []),
        (JAPANESE, "utf-8", []),
        (PORTUGUESE, "utf-8-sig", []),
    ],
)
def test_a_table_loads_in_any_encoding_and_a_choice_is_told(
    tmp_path: Path, container: type[Path], rows: list[dict[str, str]], encoding: str, told: list[str]
) -> None:
    bundle = folder(tmp_path / "open", placements=text(rows).encode(encoding), entries=[ENTRY])
    staged = Stage(container(bundle))
    assert staged.rows("official_place", "athlete") == [rows[0]["athlete"]]
    assert [value for code, *_, value in staged.findings() if code == "encoding_chosen"] == told
    assert staged.counts("placements.csv") == (1, 1, 0, 0)


@pytest.mark.parametrize("container", [Path, zipped])
def test_the_encoding_named_is_taken(tmp_path: Path, container: type[Path]) -> None:
    bundle = container(folder(tmp_path / "open", placements=text(PORTUGUESE).encode("cp1252")))
    named = Stage(bundle, encoding="latin-1")
    assert named.rows("official_place", "athlete") == ["Zé Conceição"]
    assert "encoding_chosen" not in [code for code, *_ in named.findings()]
    with pytest.raises(UnusableInput, match="it is not UTF-8; leave --encoding out"):
        extract.read(bundle, EventOptions(encoding="utf-8"))


@pytest.mark.parametrize(
    ("option", "value", "told"),
    [
        ("--encoding", "shift-jos", "no encoding is called 'shift-jos'. Did you mean shift-jis"),
        ("--profile", "nowhere.toml", "nowhere.toml: there is no such file"),
    ],
)
def test_an_option_that_means_nothing_is_refused_for_a_bundle_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str, value: str, told: str
) -> None:
    store = tmp_path / "store.duckdb"
    bundle = str(folder(tmp_path / "open", placements=[PLACE]))
    assert cli.main(["ingest", bundle, option, value, "--store", str(store)]) == 2
    assert told in capsys.readouterr().err
    assert not store.exists()
