"""A page of another language has no English sentence or label of the catalogue on it, reasons and awards included."""

import re
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path

import pytest

import tatame
from publishing.content import Order
from publishing.wording import languages
from publishing.wording.catalogue import entries
from tatame import cli
from tests.publishing import released
from tests.tatame import bundles

SAMPLE = Path(__file__).resolve().parents[3] / "data" / "sample" / "mat-open-2026"
pytestmark = pytest.mark.long
OTHERS = [lang for lang in languages() if lang != "en"]
ATTRIBUTES = ("alt", "title", "aria-label", "content")


class Words(HTMLParser):
    """Every piece of text that a reader sees or hears, one by one; not the style sheet."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self._inside = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside = tag
        known = dict(attrs)
        if tag != "meta" and (known.get("hreflang") is None):
            self.found += [value for name, value in attrs if name in ATTRIBUTES and value]
        if known.get("hreflang") is not None:
            self._inside = "other language"  # the names of the other languages are in these

    def handle_data(self, data: str) -> None:
        if self._inside not in ("style", "other language") and data.strip():
            self.found.append(data.strip())

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Preset awards, a draw, a ruling, a correction, categories not settled, two seasons, what changed."""
    place = tmp_path_factory.mktemp("languages")
    store = place / "t.duckdb"
    tatame.ingest(store, SAMPLE, bundles.write(place))
    released.publish(store, place / "before", Order(seasons=(("ibjjf-2012-2018", 2026),)))
    where = ("--event", "open-2026", "--store", str(store))
    light = ("--category", "male adult black light", "--by", "Panel")
    heavy = ("--category", "male adult black heavy", "--by", "Panel")
    cli.main(["draw", "--award", "overall", "--seed", "4 8 15", "--by", "Board", *where])
    cli.main(["correct", *light, "--athlete", "Ari Alho", "--status", "doping", "--reason", "B-Probe", *where])
    order = Order(languages=languages(), podium=True, seasons=(("ibjjf-2012-2018", 2026), ("two-year-decay", 2026)))
    released.publish(store, place / "out", order, previous=place / "before")
    cli.main(["rule", *heavy, "--place", "1=Eno Eça", "--reason", "Protokoll", *where])
    released.publish(store, place / "ruled", order, previous=place / "out")
    return place


@dataclass(frozen=True)
class English:
    """A text of the English catalogue; `literal` is its longest piece without a value."""

    key: str
    literal: str
    pattern: re.Pattern[str]

    def in_(self, words: str) -> bool:
        return self.literal in words and self.pattern.search(words) is not None


def english(lang: str) -> list[English]:
    """Every English text that is another one in the language: sentences anywhere, single words as whole labels."""
    found = []
    for key, entry in entries("en").items():
        forms, theirs = ([e] if isinstance(e, str) else list(e.values()) for e in (entry, entries(lang)[key]))
        for form in forms:
            pieces = re.split(r"\{\w+\}", form)
            words = re.findall("[A-Za-z]{2,}", " ".join(pieces))
            if form in theirs or not words:
                continue
            pattern = ".{1,200}?".join(map(re.escape, pieces))
            whole = rf"\b{pattern}" if len(words) > 2 else rf"^{pattern}$"
            found.append(English(key, max(pieces, key=len), re.compile(whole)))
    return found


def seen(folder: Path, lang: str, texts: list[English]) -> set[tuple[str, str]]:
    """Keys found on the pages of a language, with the words."""
    pages = [file.read_text(encoding="utf-8") for file in sorted(folder.glob(f"*.{lang}.html"))]
    words = {each for page in pages for each in Words(page).found}
    return {(one.key, each) for each in words for one in texts if one.in_(each)}


@pytest.mark.parametrize("release", ["out", "ruled"])
@pytest.mark.parametrize("lang", OTHERS)
def test_no_english_sentence_is_on_a_page_of_another_language(folder: Path, lang: str, release: str) -> None:
    texts = english(lang)
    assert len(texts) > 300
    assert seen(folder / release, lang, texts) == set()


def test_the_english_pages_would_be_found_out(folder: Path) -> None:
    """Awards, reasons, states, notes, season titles and kinds of correction are on these pages, and are looked for."""
    keys = {key for key, _ in seen(folder / "out", "en", english("ja"))}
    assert {"term.award.adult-male", "term.award.overall", "changes.version", "page.standing.rank"} <= keys
    assert {key for key in keys if key.startswith("unsettled.")}
    page = (folder / "out" / "season-ibjjf-2012-2018-2026.en.html").read_text(encoding="utf-8")
    assert "9/3/1 by weight of the event" in page
