"""Ordinary brackets of any size; what must not matter does not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analytics.brackets.decide import decide
from analytics.brackets.rows import Bout, Category, Outcome
from tests.analytics.brackets.sheet import bouts, places
from tests.analytics.brackets.test_cases import CASES
from tests.analytics.brackets.tree import Tree, trees


def decided(rows: Sequence[Bout]) -> Outcome:
    return decide(Category((), tuple(rows)))


def podium(found: Outcome) -> str:
    return " ".join(f"{p.place}{p.athlete}" for p in found.places)


@given(trees())
def test_one_gold_one_silver_and_the_semifinal_losers(tree: Tree) -> None:
    found = decided(tree.bouts)
    assert (found.state, podium(found)) == ("decided", tree.podium)


@given(trees(), st.booleans())
def test_rounds_left_out_are_inferred(tree: Tree, some: bool) -> None:
    """All rounds blank, or every one but the final's."""
    rows = [b if some and b.round == "final" else replace(b, round=None) for b in tree.bouts]
    assert podium(decided(rows)) == tree.podium


@given(trees(least=4), st.randoms())
def test_blank_rounds_and_numbers_that_are_no_order_of_time(tree: Tree, random: object) -> None:
    """Nothing but who meets whom: the champion is whom nobody beat, and nothing is placed twice."""
    numbers = [b.number for b in tree.bouts]
    random.shuffle(numbers)  # type: ignore[attr-defined]
    rows = [replace(b, round=None, number=n) for b, n in zip(tree.bouts, numbers, strict=True)]
    found = decided(rows)
    if found.state == "decided":
        assert found.places[0].athlete == tree.podium.split()[0][1:]
        assert len({p.athlete for p in found.places}) == len(found.places)


@given(st.sampled_from([8, 16, 32]).flatmap(lambda n: trees(n, n)))
def test_numbers_backwards(tree: Tree) -> None:
    """A full bracket listed from the final down, without rounds."""
    rows = [replace(b, round=None, number=-b.number) for b in tree.bouts]
    assert podium(decided(rows)) == tree.podium


@given(st.sampled_from([text for _, text, _ in CASES]), st.randoms(), st.booleans())
def test_row_order_and_sides_do_not_matter(text: str, random: object, swap: bool) -> None:
    """Every case of section M: rows permuted (their numbers with them), red and blue swapped."""
    rows = list(bouts(text))
    expected = decided(rows)
    random.shuffle(rows)  # type: ignore[attr-defined]
    if swap:
        rows = [_swapped(b) for b in rows]
    found = decided(rows)
    assert (found.state, found.rule, found.places) == (expected.state, expected.rule, expected.places)


@given(st.sampled_from([text for _, text, _ in CASES]))
def test_renaming_only_renames(text: str) -> None:
    rows = bouts(text)
    names = {key: f"{99 - n:02}" for n, key in enumerate(sorted({k for b in rows for k in b.athletes}))}
    found = decided([replace(b, red=names.get(b.red or ""), blue=names.get(b.blue or "")) for b in rows])
    expected = decided(rows)
    assert {(p.place, p.athlete, p.rule) for p in found.places} == {
        (p.place, names[p.athlete], p.rule) for p in expected.places
    }
    assert (found.state, found.rule) == (expected.state, expected.rule)


@given(trees(least=5), st.booleans())
def test_byes_written_down_change_nothing(tree: Tree, with_round: bool) -> None:
    first: dict[str, Bout] = {}
    for bout in tree.bouts:
        for key in bout.athletes:
            first.setdefault(key, bout)
    early = tree.bouts[0].round if with_round else None
    byes = [
        Bout(100 + n, early, key, None, "red", "bye")
        for n, key in enumerate(sorted(k for k, b in first.items() if b.round != tree.bouts[0].round))
    ]
    assert podium(decided([*tree.bouts, *byes])) == tree.podium


def _swapped(b: Bout) -> Bout:
    winner = {"red": "blue", "blue": "red"}.get(b.winner or "")
    return replace(b, red=b.blue, blue=b.red, winner=winner, red_dq=b.blue_dq, blue_dq=b.red_dq)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # the other semifinal has no winner: no final at all (M21)
        ("- A>E, SF F>C, F F bye, - F bye, QF C>D, - A!t=B!d", "1F 2C 3A"),
        # both out of a quarterfinal: the next opponent had no semifinal (M26)
        ("- D>J, - G>F, - D>G, - H!t=E!t, - C>I, - C>D", "1C 2D 3G"),
        # a bye between two bouts is a round
        ("QF F>E, - H>C, - H bye, QF D!t=I!t, - G>F, - G>H", "1G 2H 3F"),
        # a semifinal without a winner on the larger side, byes on record (M21)
        (
            "- V>W, - S>T, - X bye, - V>P, - S>X, - S!t=V!d, - D bye, - A bye, - C bye, - C>D, - A>E, - C>A",
            "1C 2A 3S",
        ),
        # three athletes, one round named
        ("SF G>H, - H>I, - G>H", "1G 2H 3I"),
        # the new final alone among the late ones (M14)
        ("- D>B, - C>A, F D!t=C!d, NF B>A", "1B 2D 3A"),
        # one semifinal without a winner, the athletes of the other one had byes (M21)
        ("- B>E, - D>F, - A>C, - D!t=A!d", "1B 2E 3D"),
        # both sides of a quarterfinal out after having fought: the winner of the other one had no semifinal (M26)
        (
            "- A>B, - C>D, - E>F, - G>H, - E!t=G!d, - I>J, - K>L, - M>N, - O>P, - A>C, - I>K, - M>O, - I>M, - I>A",
            "1I 2A 3M",
        ),
        # both out before the first bout of their quarter (M26), another quarter with its bouts
        ("- A>B, - C!n=D!w wo, - E>F, - G>H, - E>G, - A>E", "1A 2E 3G"),
        # all of one side out before their bouts, and a last bye in the final (M16)
        ("- A!n=B!w wo, - C!u=D!n wo, - E>F, - G>H, - G>E, - G bye", "1G 2E 3FH"),
        # special semifinals among unnamed rounds, their final named (M10)
        (
            "R16 E>K, - H>E, - G>I, - G!d=H!d, QF D>J, - F>L, SF F!d=D!d, - E>J, - L>I, F E>L",
            "1E 2L 3IJ",
        ),
        # named ends, early rounds without a name, rows by athlete and not by time
        ("F A>E, SF A>C, QF A>B, - A>I, - A>J, SF E>G, QF E>F, - E>K, QF C>D, - D>L, QF G>H, - B>M", "1A 2E 3CG"),
    ],
)
def test_rounds_inferred_around_a_case(text: str, expected: str) -> None:
    assert places(text) == expected
