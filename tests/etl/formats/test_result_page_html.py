"""Saved results pages: what is on them and what must not be; and any text at all."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from etl.errors import UnusableInput
from tests.etl.bundles import Stage
from tests.sizes import drawn

OPTIONS = {"event_id": "open-2026", "name": "Open", "start": "2026-05-02", "uniform": "gi"}
ROWS = "<tr><td>1</td><td>Ana</td><td>North</td></tr><tr><td>2</td><td>Bea</td><td>South</td></tr>"
PAGE = "<h2>Adult / Female / Blue / Light</h2><table>{}</table>"


def staged(folder: Path, html: str, **options: str) -> Stage:
    path = folder / "page.html"
    path.write_text(f"<html><body>{html}</body></html>", encoding="utf-8")
    return Stage(path, **(OPTIONS | options))


@pytest.mark.parametrize(
    "rows",
    [
        ROWS,
        "<tr><th>Athlete</th><th>Place</th><th>Team</th></tr><tr><td>Ana</td><td>1st</td><td>North</td></tr>"
        "<tr><td>Bea</td><td>silver</td><td>South</td></tr>",
        "<tr><td>1</td><td>Ana<br>North</td></tr><tr><td>2</td><td><b>Bea</b> <small>South</small></td></tr>",
        f"<tr><td></td><td></td><td></td></tr>{ROWS}<tr><td>&nbsp;</td></tr>",
        "<tr><td>1<td>Ana<td>North<tr><td>2<td>Bea<td>South",
    ],
)
def test_places_stand_in_many_ways(tmp_path: Path, rows: str) -> None:
    found = staged(tmp_path, PAGE.format(rows))
    assert found.rows("official_place", "place", "athlete", "academy") == [(1, "Ana", "North"), (2, "Bea", "South")]
    assert found.findings() == []


def test_hidden_things_are_no_results(tmp_path: Path) -> None:
    hidden = (
        "<script>document.write('<table>"
        + ROWS
        + "</table>')</script><!-- "
        + ROWS
        + " --><template>"
        + ROWS
        + "</template>"
    )
    found = staged(tmp_path, PAGE.format(ROWS) + hidden)
    assert found.counts("page.html places") == (2, 2, 0, 0)


def test_rows_before_any_category_belong_to_none(tmp_path: Path) -> None:
    found = staged(tmp_path, "<table><tr><td>1</td><td>Menu</td><td>Home</td></tr></table>" + PAGE.format(ROWS))
    assert found.counts("page.html places") == (2, 2, 0, 0)


def test_entities_of_a_declaration_are_not_expanded(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    bomb = '<!DOCTYPE html [<!ENTITY a "AAAAAAAAAA"><!ENTITY b "&a;&a;&a;&a;">]>'
    path.write_text(bomb + PAGE.format(ROWS.replace("Ana", "&b;")), encoding="utf-8")
    assert "AAAA" not in str(Stage(path, **OPTIONS).rows("official_place", "athlete"))


def test_a_page_without_results_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnusableInput, match="no category with places"):
        staged(tmp_path, "<h1>Welcome</h1><table><tr><td>1</td><td>Ana</td></tr></table>")


PIECES = st.sampled_from(
    [
        "<table>",
        "</table>",
        "<tr>",
        "</tr>",
        "<td>",
        "</td>",
        "<h2>Adult / Male / Blue / Light</h2>",
        "<h3>Adult Male</h3>",
        "1",
        "Ana",
        "3rd",
        "<div class='place'>",
        "<div class='name'>",
        "</div>",
        "&nbsp;",
        "&#0;",
        "<th>",
        "順位",
        "9",
        "<svg>",
        "<!--",
        "-->",
    ]
)


@given(pieces=st.lists(PIECES | st.text(max_size=5), max_size=40))
@settings(max_examples=drawn(30, 80))
@pytest.mark.long
def test_any_page_is_staged_or_refused(pieces: list[str], tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("page") / "page.html"
    path.write_bytes("".join([PAGE.format(ROWS), *pieces]).encode("utf-8", "surrogatepass"))
    try:
        found = Stage(path, **OPTIONS)
    except UnusableInput:
        return
    assert found.con.execute(
        "SELECT bool_and(rows_read = rows_used + rows_duplicate + rows_rejected) FROM staged_file"
    ).fetchone() == (True,)
    assert len(found.rows("official_place")) >= 2
