"""Two categories that differ only in what could not be read of them are told apart in whatever is said of places."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import tatame
from publishing import rows
from tatame.commands import placements

_PLACED = ("Adult / Male / Black / Light,1,Ari,Alpha", "Adult / Male / Black / Light / Zone 9,1,Zed,Alpha")


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[tatame.Tatame]:
    """Zed won `Zone 9`; a second load gives its second place too."""
    for lines in (_PLACED, (*_PLACED, "Adult / Male / Black / Light / Zone 9,2,Yan,Beta")):
        bundle = tmp_path / f"bundle-{len(lines)}"
        bundle.mkdir()
        (bundle / "event.toml").write_text(
            '[event]\nid = "twins"\nname = "Twins"\nstart = 2026-05-02\nruleset = "ibjjf-v3"\nuniform = "gi"\n',
            encoding="utf-8",
        )
        text = "\n".join(("category,place,athlete,academy", *lines))
        (bundle / "placements.csv").write_text(text, encoding="utf-8")
        tatame.ingest(tmp_path / "twins.duckdb", bundle)
    with tatame.open(tmp_path / "twins.duckdb") as store:
        yield store


def test_a_place_says_what_could_not_be_read_of_its_category(opened: tatame.Tatame) -> None:
    wanted = {"Ari": None, "Zed": "Zone 9", "Yan": "Zone 9"}
    placed = opened.placements()
    assert {row["athlete"]: row.get("unread") for row in placed["placements"]} == wanted
    flat = rows.placements(placed)
    assert "unread" in flat.columns
    shown = [line[0] for line in placements._lines(placed["placements"])]
    assert sum("Zone 9" in str(category) for category in shown) == 1
    lines = opened.explain(None, "overall", "Alpha")["lines"]
    assert {row["athlete"]: row.get("unread") for row in lines} == {"Ari": None, "Zed": "Zone 9"}
    changes = opened.history()["versions"][-1]["changes"]
    assert [row.get("unread") for row in changes if row["what"] == "place"] == ["Zone 9"]


def test_lines_of_a_season_say_it_too(opened: tatame.Tatame) -> None:
    found = opened.season("two-year-decay", by="athlete")["ranking"]
    assert {line["athlete"]: line.get("unread") for row in found for line in row["lines"]} == {
        "Zed": "Zone 9",
        "Yan": "Zone 9",
    }
