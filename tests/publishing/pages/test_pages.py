"""The pages of a release: well-formed, complete in one file, every link leads somewhere, every table has headings."""

import re
import warnings
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest

from publishing.markup import Markup, joined, tag
from publishing.pages import frame
from publishing.wording import languages
from tests.publishing import released


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return released.everything(tmp_path_factory.mktemp("pages"))


def pages(folder: Path) -> dict[str, str]:
    return {file.name: file.read_text(encoding="utf-8") for file in sorted(folder.glob("*.html"))}


def test_there_is_every_page_in_every_language(folder: Path) -> None:
    names = ("index", "open-2026", "open-2026-results", "open-2026-podiums", "changes", "season-ours-2026")
    assert set(pages(folder)) == {f"{name}.{lang}.html" for name in names for lang in languages()} | {"index.html"}
    assert (folder / "index.html").read_bytes() == (folder / "index.en.html").read_bytes()


def test_the_pages_are_well_formed(folder: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        html5lib = pytest.importorskip("html5lib")
        for name, text in pages(folder).items():
            parser = html5lib.HTMLParser(strict=False)
            parser.parse(text)
            assert [error for error in parser.errors if error] == [], name


def test_names_and_reasons_are_text_and_never_markup(folder: Path) -> None:
    for name, text in pages(folder).items():
        assert "<script" not in text.casefold(), name
        assert "&lt;script&gt;" in text, name


class Reader(HTMLParser):
    """Collects elements with their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def all(self, name: str) -> list[dict[str, str | None]]:
        return [attributes for tag, attributes in self.found if tag == name]


def test_nothing_is_fetched_and_nothing_runs(folder: Path) -> None:
    for name, text in pages(folder).items():
        read = Reader(text)
        assert {"script", "link", "iframe", "object", "embed", "form", "base"}.isdisjoint(tag for tag, _ in read.found)
        addresses = [each[key] or "" for _, each in read.found for key in ("src", "srcset", "action") if key in each]
        assert all(address.startswith("data:image/") for address in addresses), name
        assert not re.search(r"url\(|@import|\bon[a-z]+=|javascript:", text.replace("&quot;", '"').split("<body")[0]), (
            name
        )
        [policy] = [each["content"] for each in read.all("meta") if "http-equiv" in each]
        assert policy is not None
        assert policy.startswith("default-src 'none'")


def test_every_link_leads_to_a_file_of_the_release_and_every_anchor_is_there(folder: Path) -> None:
    ids = {name: {each["id"] for _, each in Reader(text).found if "id" in each} for name, text in pages(folder).items()}
    for name, text in pages(folder).items():
        links = [each["href"] or "" for each in Reader(text).all("a")]
        assert len(links) > 3, name
        for link in links:
            file, _, anchor = link.partition("#")
            assert (folder / (file or name)).is_file(), (name, link)
            assert not anchor or anchor in ids[file or name], (name, link)


def test_an_identifier_stands_once(folder: Path) -> None:
    for name, text in pages(folder).items():
        found = [each["id"] for _, each in Reader(text).found if "id" in each]
        assert len(found) == len(set(found)), name


def test_a_page_says_its_language_and_title_and_has_one_heading_of_the_first_level(folder: Path) -> None:
    for name, text in pages(folder).items():
        read = Reader(text)
        assert read.all("html")[0]["lang"] == ("en" if name == "index.html" else name.split(".")[-2])
        assert (len(read.all("h1")), len(read.all("main")), len(read.all("title"))) == (1, 1, 1), name
        levels = [int(tag[1]) for tag, _ in read.found if re.fullmatch("h[1-6]", tag)]
        assert all(after - before <= 1 for before, after in pairwise(levels)), name


def test_every_table_has_a_name_and_headed_columns_and_rows(folder: Path) -> None:
    for name, text in pages(folder).items():
        for table in re.findall(r"<table.*?</table>", text, flags=re.DOTALL):
            read = Reader(table)
            assert read.all("caption") or read.all("table")[0].get("aria-label"), name
            assert {each.get("scope") for each in read.all("th")} <= {"col", "row", "colgroup"}, name
            rows = re.findall(r"<tr>(.*?)</tr>", table.partition("<tbody>")[2], flags=re.DOTALL)
            assert all('scope="row"' in row for row in rows), name
        scrolls = [each for _, each in Reader(text).found if "scroll" in (each.get("class") or "").split()]
        assert all(each.get("tabindex") == "0" and each.get("aria-label") for each in scrolls), name


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_every_ink_has_the_contrast_of_wcag_aa_on_every_ground_in_light_dark_and_print() -> None:
    schemes = [
        dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", block))
        for block in re.findall(r":root \{(.*?)\}", frame.style(), re.DOTALL)
    ]
    assert len(schemes) == 3
    for colours in schemes:
        for ground in (colours["ground"], colours["band"]):
            for ink in ("ink", "soft", "link", "good", "wait"):
                assert contrast(colours[ink], ground) >= 4.5, (ink, ground)
            for medal in ("gold", "silver", "bronze"):
                assert contrast(colours[medal], ground) >= 3, (medal, ground)


def test_print_repeats_the_heading_and_starts_each_award_on_a_page() -> None:
    printed = frame.style().partition("@media print {")[2]
    assert ".award + .award, .apart, .podium + .podium { break-before: page; }" in printed
    assert "thead { display: table-header-group; }" in printed
    assert ".repeated { display: table-row; }" in printed


def test_the_correction_behind_a_move_is_on_the_page_of_changes(folder: Path) -> None:
    """M24: Ari Alho (North) is struck out; Cal Costa (East) beat by him in the final moves up to first, 9 points."""
    text = pages(folder)["changes.en.html"]
    [east] = [row for row in re.findall(r"<tr>.*?</tr>", text) if '<th scope="row">East</th>' in row]
    cells = re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", east)
    assert cells[:6] == ["East", "2", "1", "3", "9", "+6"]
    assert "Cal Costa, Silver → Gold (M24; version 3)" in cells[6]
    assert "correction" in text
    assert "recorded by Panel" in text


@pytest.mark.parametrize(
    ("given", "written"),
    [
        (tag("p", "<&>", None, ["a", 1]), "<p>&lt;&amp;&gt;a1</p>"),
        (tag("td", Markup("<b>x</b>"), class_="n", hidden=True, title=None), '<td class="n" hidden><b>x</b></td>'),
        (tag("img", alt='"', aria_label="a'b"), '<img alt="&quot;" aria-label="a&#x27;b">'),
        (joined(["a\x00\x1bb\x85", "\n"]), "ab\n"),
    ],
)
def test_markup_is_escaped_by_construction(given: Markup, written: str) -> None:
    assert given == written


def test_what_is_no_text_is_refused() -> None:
    with pytest.raises(TypeError):
        tag("p", 1.5)
