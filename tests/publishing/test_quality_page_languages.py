"""The page of quality in another language: no English meaning or reason on it, of the sample and of a spoiled event."""

import re
from pathlib import Path

import pytest

import tatame
from analytics.store import Store
from etl.findings import CODES
from publishing import quality_page
from publishing.wording import languages, text
from tests.benchmarks.generated import generated

SAMPLE = Path(__file__).resolve().parents[2] / "data" / "sample" / "mat-open-2026"
# A reason that no code says by itself: the match time is in it, and in no cell of the row.
LATE = (
    "gender,age_division,belt,weight_class,bout,round,red_athlete,red_academy,blue_athlete,blue_academy,winner,decision,"
    "elapsed\nmale,adult,black,light,1,final,Ana,A Team,Ben,B Team,red,submission,700\n"
)
OTHERS = [lang for lang in languages() if lang != "en"]
WORDS = re.compile(r"(?=\b([a-z]{2,} [a-z]{2,} [a-z]{2,})\b)")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("quality")
    (place / "late").mkdir()
    (place / "late" / "event.toml").write_text(
        '[event]\nid = "late"\nname = "Late"\nstart = 2026-05-02\nuniform = "gi"\n'
    )
    (place / "late" / "bouts.csv").write_text(LATE)
    dirty = generated(place / "dirty", 800, dirt_rate=0.1, special_rate=0.2)
    tatame.ingest(place / "t.duckdb", SAMPLE, place / "late", *dirty)
    return place / "t.duckdb"


def three_words(said: str) -> set[str]:
    """Every three words in a row without a capital: names have one."""
    return set(WORDS.findall(said))


@pytest.mark.parametrize("lang", OTHERS)
def test_no_english_meaning_or_reason_is_on_the_page(store: Path, lang: str) -> None:
    with Store.open(store) as opened:
        english, _ = quality_page.findings(opened, "")
        found, _ = quality_page.findings(opened, "", "", lang)
        counts = quality_page.counts(opened, "", lang)
        chosen = [quality_page.meaning(code, [], lang)[0] for code in quality_page.codes(opened, "")]
    assert set(found["code"]) >= {"score_against_decision", "unknown_side", "two_academies"}
    same = ["code", "file", "row", "column"]  # for a value with somebody hidden words of the language stand
    assert found[same].equals(english[same])
    of_the_sport = english["rule"] != text("page.quality.contract")
    assert found["rule"][of_the_sport].equals(english["rule"][of_the_sport])
    assert set(found["rule"][~of_the_sport]) == {text("page.quality.contract", lang)}
    said = {*found["reason"], *counts["meaning"], *chosen}
    theirs = {phrase for one in (*english["reason"], *CODES.values()) for phrase in three_words(one)}
    assert len(theirs) > 100
    assert {phrase for each in said for phrase in three_words(each)} & theirs == set()
    assert said & {*CODES.values(), *english["reason"]} == set()


@pytest.mark.parametrize("lang", OTHERS)
def test_numbers_in_a_reason_stay(store: Path, lang: str) -> None:
    """Ten minutes are the match time of an adult black belt (B3)."""
    with Store.open(store) as opened:
        found, many = quality_page.findings(opened, "late", "elapsed_beyond_match_time", lang)
    assert many == 1
    assert "600" in found["reason"].iloc[0]
    assert found["value"].iloc[0] == "700"


def test_english_pages_have_the_reasons_of_the_store(store: Path) -> None:
    with Store.open(store) as opened:
        found, _ = quality_page.findings(opened, "late", "elapsed_beyond_match_time")
    assert found["reason"].tolist() == ["the match time is 600 seconds"]
