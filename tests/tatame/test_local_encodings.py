"""Tables as spreadsheets of four countries save them load with nothing but the event's id, name and date."""

import json
from pathlib import Path

import pytest

from tatame import cli

EVENT = ("--event-id", "open", "--event-name", "Open", "--start", "2026-05-02")
# Written by hand: encodings and delimiters as Excel saves them there; 76,5 kg is a limit with the comma of the country.
SAVED = {
    "japanese": (
        "順位,選手名,所属,性別,年齢,帯,階級\n"
        "優勝,山田 花子,東京道場,女子,アダルト,青帯,ライト級\n"
        "準優勝,佐藤 さくら,大阪柔術,女子,アダルト,青帯,ライト級\n",
        "cp932",
        [(1, "山田 花子", "東京道場"), (2, "佐藤 さくら", "大阪柔術")],
        ("female", "adult", "blue", "light"),
    ),
    "chinese": (
        "名次,姓名,道館,性別,年齡組別,帶色,量級\n"
        "第一名,陳怡君,台北道館,女子組,成人,藍帶,輕量級\n"
        "第二名,林美玲,高雄柔術,女子組,成人,藍帶,輕量級\n",
        "cp950",
        [(1, "陳怡君", "台北道館"), (2, "林美玲", "高雄柔術")],
        ("female", "adult", "blue", "light"),
    ),
    "italian": (
        "Posto;Cognome e nome;Società;Sesso;Età;Cintura;Categoria di peso\n"
        "1,0;Niccolò Però;Società Città di Forlì;Maschile;Adulti;Blu;-76,5 kg\n"
        "2,0;Dario Cantù;Unità Lecco;Maschile;Adulti;Blu;-76,5 kg\n",
        "cp1252",
        [(1, "Niccolò Però", "Società Città di Forlì"), (2, "Dario Cantù", "Unità Lecco")],
        ("male", "adult", "blue", "-76.5 kg"),
    ),
    "portuguese": (
        "Colocação;Atleta;Academia;Sexo;Idade;Faixa;Peso\n"
        "1º lugar;João Conceição;Nova União;Masculino;Adulto;Preta;Médio\n"
        "2º lugar;Caíque Araújo;São Bento;Masculino;Adulto;Preta;Médio\n",
        "cp1252",
        [(1, "João Conceição", "Nova União"), (2, "Caíque Araújo", "São Bento")],
        ("male", "adult", "black", "middle"),
    ),
}
UTF_16 = {"portuguese utf-16": "portuguese", "japanese utf-16": "japanese"}


def _ingested(path: Path, store: Path, capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    """The places after `tatame ingest PATH` with the event's id, name and first day, and nothing else."""
    assert cli.main(["ingest", str(path), *EVENT, "--store", str(store)]) == 0
    assert "2 rows read: 2 used, 0 duplicate, 0 rejected" in capsys.readouterr().out
    assert cli.main(["placements", "--store", str(store), "--format", "json"]) == 0
    places: list[dict[str, object]] = json.loads(capsys.readouterr().out)["placements"]
    return places


@pytest.mark.parametrize("case", [*SAVED, *UTF_16])
def test_a_table_in_its_local_encoding(tmp_path: Path, capsys: pytest.CaptureFixture[str], case: str) -> None:
    text, encoding, places, category = SAVED[UTF_16.get(case, case)]
    path = tmp_path / "results.csv"
    path.write_bytes(text.encode("utf-16" if case in UTF_16 else encoding))
    found = _ingested(path, tmp_path / "t.duckdb", capsys)
    assert [(row["place"], row["athlete"], row["academy"]) for row in found] == places
    assert {tuple(row[part] for part in ("gender", "age_division", "belt", "weight_class")) for row in found} == {
        category
    }


def test_headings_nobody_foresaw_load_after_one_confirmation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    table = "Hvem;Hvor fra;Farge;Ble\nÅse Ødegård;Bergen;azul;1º\nKåre Bø;Oslo;azul;2º\n"
    Path("resultater.csv").write_bytes(table.encode("cp1252"))
    assert cli.main(["ingest", "resultater.csv", *EVENT]) == 2
    assert "tatame profile resultater.csv" in capsys.readouterr().err
    monkeypatch.setattr("typer.confirm", lambda *_, **__: True)
    assert cli.main(["profile", "resultater.csv", "--yes", "--format", "json"]) == 0
    capsys.readouterr()
    found = _ingested(Path("resultater.csv"), tmp_path / "t.duckdb", capsys)
    assert [(row["place"], row["athlete"], row["academy"], row["belt"]) for row in found] == [
        (1, "Åse Ødegård", "Bergen", "blue"),
        (2, "Kåre Bø", "Oslo", "blue"),
    ]
