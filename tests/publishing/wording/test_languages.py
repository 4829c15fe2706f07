"""Five languages: in the words of the sport that the program also reads, numbers and days as each writes them."""

import re
import unicodedata
from datetime import UTC, date, datetime
from decimal import Decimal

import pytest
from babel import Locale
from babel.numbers import format_percent

from publishing.wording import languages, locales, method_sentences, reasons, text
from publishing.wording.catalogue import TERM, entries
from rulebook import reading
from rulebook.vocabulary import AgeDivision, Belt, Decision, Disqualification, Gender, Round, WeightClass

LANGUAGES = ("en", "it", "ja", "pt", "zh-TW")
# Terms the rule book's spellings have: whoever writes a category as a page shows it is understood.
READ = {"gender": Gender, "belt": Belt, "age_division": AgeDivision, "weight_class": WeightClass, "round": Round}


def test_there_are_five_languages() -> None:
    assert languages() == LANGUAGES


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("n", [0, 1, 2, 5, 21, 100])
def test_a_plural_is_chosen_as_cldr_has_it(lang: str, n: int) -> None:
    form = Locale.parse(locales.locale(lang)).plural_form(n)
    entry = entries(lang)["count.points"]
    wanted = entry if isinstance(entry, str) else entry[form]
    assert text("count.points", lang, n=n) == wanted.format(n=n)


@pytest.mark.parametrize(
    ("lang", "whole", "decimal", "long_day", "signed"),
    [
        ("en", "1,234,567", "1,234.5", "May 2, 2026", "+3.0"),
        ("pt", "1.234.567", "1.234,5", "2 de maio de 2026", "+3,0"),
        ("it", "1.234.567", "1.234,5", "2 maggio 2026", "+3,0"),
        ("ja", "1,234,567", "1,234.5", "2026年5月2日", "+3.0"),
        ("zh-TW", "1,234,567", "1,234.5", "2026年5月2日", "+3.0"),
    ],
)
def test_numbers_and_days_are_written_as_the_language_does(
    lang: str, whole: str, decimal: str, long_day: str, signed: str
) -> None:
    assert locales.number(1234567, lang) == whole
    assert locales.number(1234.5, lang) == locales.number(Decimal("1234.5"), lang) == decimal
    assert locales.number(3.0, lang, 1, sign=True) == signed
    assert locales.day(date(2026, 5, 2), lang) == long_day
    assert locales.moment(datetime(2026, 5, 2, 18, 30, tzinfo=UTC), lang).startswith(long_day)
    assert whole in text("count.points", lang, n=1234567)
    assert long_day in text("release.status.deadline", lang, date=date(2026, 5, 2))


def test_a_year_or_a_bout_is_no_quantity() -> None:
    assert "2026" in text("bracket.bout", "pt", round="Final", bout=2026)


def test_small_numbers_need_no_babel_and_are_the_same_everywhere() -> None:
    assert {locales.number(n, lang) for lang in LANGUAGES for n in (7,)} == {"7"}
    assert locales.number(-999, "pt") == "-999"
    assert locales.number(0.1 + 0.2, "en", 2) == "0.30"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", READ)
def test_a_term_is_one_the_program_reads(lang: str, kind: str) -> None:
    shown = {str(word): str(entries(lang)[f"{TERM}{kind}.{word}"]) for word in READ[kind]}
    unread = {word: said for word, said in shown.items() if reading.read(kind, said) != word}
    assert unread in ({}, {"third-place": "Bout for third place"})


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != "en"])
def test_nothing_is_left_in_english(lang: str) -> None:
    """A sentence of several words that equals the English one was not translated; names of holds travel as they are."""
    left = {
        key
        for key, entry in entries(lang).items()
        if not key.startswith(f"{TERM}technique.")
        and entry == entries()[key]
        and len(re.findall(r"[A-Za-z]{2,}", re.sub(r"{\w+}", "", str(entry)))) > 1
    }
    assert left <= {"release.made_by", *(f"{TERM}age_division.{age}" for age in AgeDivision)}


@pytest.mark.parametrize("lang", ["ja", "zh-TW"])
def test_every_sentence_of_an_east_asian_language_is_in_its_script(lang: str) -> None:
    foreign = {
        key
        for key, entry in entries(lang).items()
        if re.search(r"[A-Za-z]{2,}", re.sub(r"{\w+}", "", str(entries()[key])))
        and not any(unicodedata.name(char, "").startswith(("CJK", "KATAKANA", "HIRAGANA")) for char in str(entry))
    }
    placeholders = {"reason.even", "reason.even_and", "chart.academies.hover", "chart.method.group_lines"}
    assert foreign <= placeholders  # nothing but placeholders


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "level on 57 points, 4 golds each; 3 silvers against 2"),
        ("pt", "iguais em 57 pontos e 4 ouros; 3 pratas contra 2"),
        ("it", "pari a 57 punti e 4 ori; 3 argenti contro 2"),
        ("ja", "57ポイント、金4で並ぶ。銀3対2"),
        ("zh-TW", "同為 57 分、4 金；3 銀 對 2"),
    ],
)
def test_the_sentence_between_two_neighbours_in_five_languages(lang: str, sentence: str) -> None:
    upper = {"points": 57, "gold": 4, "silver": 3, "draw_required": False}
    row = {**upper, "reason": {"level": "silver", "own": 3, "next": 2}}
    assert reasons.pair(row, {}, lang) == sentence


def test_every_decision_round_and_disqualification_has_a_word_of_its_own() -> None:
    for lang in LANGUAGES:
        for kind, words in (("decision", Decision), ("round", Round), ("disqualification", Disqualification)):
            assert len({entries(lang)[f"{TERM}{kind}.{word}"] for word in words}) == len(words)


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "May 2, 2026, 09:05 UTC"),
        ("pt", "2 de maio de 2026 09:05 UTC"),
        ("it", "2 maggio 2026 09:05 UTC"),
        ("ja", "2026年5月2日 09:05 UTC"),
        ("zh-TW", "2026年5月2日 09:05 UTC"),
    ],
)
def test_a_time_is_written_as_the_language_does(lang: str, said: str) -> None:
    assert locales.moment(datetime(2026, 5, 2, 9, 5, tzinfo=UTC), lang) == said


@pytest.mark.parametrize(("lang", "signs"), [("en", ".,"), ("pt", ",."), ("it", ",."), ("ja", ".,"), ("zh-TW", ".,")])
def test_axes_have_the_signs_of_the_language(lang: str, signs: str) -> None:
    assert locales.separators(lang) == signs


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_percent_sign_stands_as_cldr_has_it(lang: str) -> None:
    """No space before it; English keeps the one that the answers have."""
    wanted = "39.1 %" if lang == "en" else format_percent(0.391, "#,##0.0%", locale=locales.locale(lang))
    assert method_sentences.percent(0.391, lang) == wanted
    if lang != "en":
        assert [key for key, entry in entries(lang).items() if re.search(r"[\d}] %", str(entry))] == []
