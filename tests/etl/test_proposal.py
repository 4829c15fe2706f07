"""Profiles proposed for headings nobody foresaw: the values tell, and what is saved loads as it was shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from etl import profile, proposal
from etl.errors import UnusableInput
from tests.etl.bundles import Stage

ODD = (
    "List of the club\nWho;Where from;Got;Colour;Group;Heft;M or F\n"
    "Ana Abe;North;1st;blue;adult;light;F\nBea Baz;South;2nd;blue;adult;light;F\n"
    "Cia Cod;North;3rd;purple;master 1;-76 kg;F\n"
    "Dan Dot;East;1st;plaid;adult;huge;M\n"
)


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    path = tmp_path / "odd.csv"
    path.write_text(ODD, encoding="utf-8")
    return path


def test_values_tell_what_headings_do_not(odd: Path) -> None:
    found = proposal.propose(odd)
    assert not found.known
    assert {guess.heading: guess.column for guess in found.guesses} == {
        "Who": "athlete", "Where from": "academy", "Got": "place", "Colour": "belt", "Group": "age_division",
        "Heft": "weight_class", "M or F": "gender",
    }  # fmt: skip
    assert found.preview.counts == (4, 4, 0, 0)
    assert found.preview.unread == {"unknown_belt": ["plaid"], "unknown_weight_class": ["huge"]}
    assert found.preview.rows[0] == ("female", "adult", "blue", "light", 1, "Ana Abe", "North")


def test_what_is_saved_is_the_same_again_and_loads(odd: Path) -> None:
    proposed = proposal.propose(odd).profile
    profile.beside(odd).write_text(profile.written(proposed), encoding="utf-8")
    assert profile.load(profile.beside(odd)) == proposed
    assert proposal.propose(odd).known
    staged = Stage(odd, event_id="odd", name="Odd", start="2026-05-02", uniform="gi")
    assert staged.rows("official_place", "place", "athlete")[:2] == [(1, "Ana Abe"), (2, "Bea Baz")]


@pytest.mark.parametrize("shipped", profile.shipped(), ids=lambda one: one.name)
def test_shipped_profiles_are_written_as_they_are_read(shipped: profile.Profile, tmp_path: Path) -> None:
    path = tmp_path / "copy.toml"
    path.write_text(profile.written(shipped), encoding="utf-8")
    assert profile.load(path) == shipped
    assert shipped.fits(list(shipped.recognises))


def test_no_two_shipped_profiles_fit_one_table() -> None:
    for one in profile.shipped():
        assert [other.name for other in profile.shipped() if other.fits(list(one.recognises))] == [one.name]


def test_what_makes_no_result_is_refused_with_what_was_told(tmp_path: Path) -> None:
    path = tmp_path / "sales.csv"
    path.write_text("item,price\n1,2\n3,4\n", encoding="utf-8")
    with pytest.raises(UnusableInput, match="not who came where or beat whom"):
        proposal.propose(path)
