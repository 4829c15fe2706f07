"""What a finding says in five languages: every code, and the data that a reason holds, never an English sentence."""

import re
from functools import cache
from pathlib import Path

import pytest

from etl.findings import CODES
from publishing.wording import finding_sentences, languages
from publishing.wording.catalogue import entries

ROOT = Path(__file__).resolve().parents[3]
OTHERS = [lang for lang in languages() if lang != "en"]
DETAILS = [key for key in entries() if key.startswith("found.")]
ENDS = [  # reasons as docs/findings.md and the rules' SQL word them, the template of each, and the Portuguese for it
    ("elapsed_beyond_match_time", "the match time is 300 seconds", "match_time", "o tempo de luta é de 300 segundos"),
    (
        "unknown_belt",
        f"{CODES['unknown_belt']} (12 rows, this the first)",
        "rows",
        "12 linhas, esta a primeira",
    ),
    ("unknown_key", f"{CODES['unknown_key']}. Did you mean organizer?", "nearest", "seria organizer?"),
    ("two_academies", "the same athlete stands under Alliance elsewhere in the event", "elsewhere", "está em Alliance"),
    (
        "score_against_decision",
        "decided by referee decision, but the points are not level; check decision, winner and board",
        "points_not_level",
        "os pontos não estão iguais",
    ),
    (
        "age_against_birth_year",
        "adult is for those who become 18 or older in the year of the event; the birth year says otherwise",
        "years_or_older",
        "Adulto é para quem faz 18 anos ou mais",
    ),
    (
        "official_places_differ",
        "Ana Lima: officially place 1, by the bouts place 2 (M1); the official one counts",
        "listed_and_fought",
        "Ana Lima: oficialmente 1, pelas lutas 2 (M1)",
    ),
    (
        "official_places_differ",
        "Ana Lima: by the ruling no place, by the bouts place 3 (M12); the ruling counts",
        "fought_unruled",
        "Ana Lima: pela decisão oficial sem colocação, pelas lutas 3 (M12)",
    ),
]


def test_every_code_has_its_meaning_in_the_words_of_the_code() -> None:
    shown = {key.removeprefix("finding."): entry for key, entry in entries().items() if key.startswith("finding.")}
    assert shown == CODES


@pytest.mark.parametrize("lang", languages())
def test_no_two_codes_mean_the_same(lang: str) -> None:
    assert len({finding_sentences.meaning(code, lang) for code in CODES}) == len(CODES)


def test_a_code_nobody_knows_stands_as_it_is() -> None:
    assert finding_sentences.meaning("of_a_later_program", "ja") == "of_a_later_program"


@pytest.mark.parametrize(("code", "said", "key", "told"), ENDS)
def test_the_data_of_a_reason_is_told_behind_the_meaning(code: str, said: str, key: str, told: str) -> None:
    assert finding_sentences.key(said) == f"found.{key}"
    shown = finding_sentences.reason(code, said, "pt")
    assert shown.startswith(f"{finding_sentences.meaning(code, 'pt')}: ")
    assert told in shown
    assert finding_sentences.reason(code, said) == said


@pytest.mark.parametrize("lang", OTHERS)
def test_of_a_reason_without_a_template_the_meaning_is_left(lang: str) -> None:
    assert finding_sentences.reason("bad_time", "whatever a later program says", lang) == finding_sentences.meaning(
        "bad_time", lang
    )


@pytest.mark.parametrize("key", DETAILS)
def test_a_template_is_made_of_words_that_one_source_gives(key: str) -> None:
    """Else a reason was reworded, and its data would be lost on the pages of other languages."""
    values = r"\{\w+\}|^(?:red|blue)(?= )"  # the side is a value of the row
    pieces = [piece for piece in re.split(values, str(entries()[key])) if piece]
    assert any(all(made.fullmatch(piece) for piece in pieces) for made in sources())


@cache
def sources() -> list[re.Pattern[str]]:
    """For each SQL file of the rules, texts made of its literals; for Python, any part of its text."""
    made = []
    for file in sorted((ROOT / "analytics" / "sql").glob("*_finding.sql")):
        literals = set(re.findall(r"'([^'\n]+)'", file.read_text(encoding="utf-8")))
        made.append(re.compile(f"(?:{'|'.join(map(re.escape, sorted(literals, key=len, reverse=True)))})+"))
    python = "\n".join(file.read_text(encoding="utf-8") for file in (ROOT / "etl").rglob("*.py"))
    ends = set(re.findall(r"[^{}\"\n]+", python))
    made.append(re.compile("|".join(map(re.escape, sorted(ends, key=len, reverse=True)))))
    return made
