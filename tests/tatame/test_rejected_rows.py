"""A refused row makes its category look smaller (A3, A8): every answer that rests on the load says so."""

import json
from pathlib import Path

import pytest

import tatame
from tatame import cli

from . import bundles

NO_PLACE = f"{bundles.HEAVY},4,semifinal,Eno Eça,North,Fil Faria,South,red,pionts,2,0,,"  # no decision is called so


def loaded(folder: Path, *rows: str) -> Path:
    bundle = bundles.write(folder, bouts=(*bundles.BOUT_ROWS[:3], *rows))
    tatame.ingest(folder / "t.duckdb", bundle)
    return folder / "t.duckdb"


def ask(store: Path, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    capsys.readouterr()
    assert cli.main([*arguments, "--store", str(store)]) == 0
    return " ".join(capsys.readouterr().out.split())


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return loaded(tmp_path_factory.mktemp("rejected"), NO_PLACE)


@pytest.mark.parametrize("question", ["standings", "placements", "medals"])
@pytest.mark.parametrize("event", [[], ["--event", "open-2026"]])
def test_the_table_and_the_json_tell_it(
    question: str, event: list[str], store: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = ask(store, capsys, question, *event, "--format", "table")
    assert "1 row was rejected: places and points may be incomplete" in said
    answer = json.loads(ask(store, capsys, question, *event, "--format", "json"))
    each = answer if isinstance(answer, list) else [answer]
    assert {one["rejected_rows"] for one in each} == {1}


@pytest.mark.long
def test_a_page_tells_it_in_its_language_and_no_page_without_a_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = {"en": "1 row was rejected", "pt": "1 linha foi rejeitada", "it": "1 riga è stata rifiutata"}
    words |= {"ja": "1行が却下された", "zh-TW": "有 1 列遭拒"}
    for name, rows in (("some", (NO_PLACE,)), ("none", ())):
        out = tmp_path / name / "out"
        ask(loaded(tmp_path / name, *rows), capsys, "publish", str(out), "--lang", ",".join(words))
        for lang, said in words.items():
            page = (out / f"open-2026.{lang}.html").read_text(encoding="utf-8")
            assert (said in page) == bool(rows), (name, lang)


def test_nothing_refused_is_not_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = loaded(tmp_path)
    assert "rejected" not in ask(store, capsys, "standings", "--format", "table")
    assert "rejected" not in ask(store, capsys, "medals", "--format", "json")
