"""M24 and M18: places lost after the bouts; expected podiums by hand from rules.md and docs/architecture.md."""

from __future__ import annotations

import pytest

from analytics.brackets.decide import decide_official
from analytics.brackets.rows import Category, Entry, Place, Switches
from tests.analytics.brackets.sheet import EIGHT, bouts, outcome, places, podium

SEMIS = f"{EIGHT}, SF A>C, SF E>G"
FINAL = f"{SEMIS}, F E>A"


@pytest.mark.parametrize(
    ("text", "entries", "expected"),
    [
        # the rule's own example: A beat B and C, lost the final to the winner
        (FINAL, "A:disciplinary", "1E 2C 3BG"),
        (FINAL, "A:doping", "1E 2C 3BG"),
        # the champion: the final loser, his semifinal loser, then the one he beat in the quarterfinal
        (FINAL, "E:disciplinary", "1A 2G 3CF"),
        # a third: the one he beat in the quarterfinal
        (FINAL, "C:disciplinary", "1E 2A 3DG"),
        # no place: nothing changes
        (FINAL, "B:disciplinary", "1E 2A 3CG"),
        (FINAL, "A:technical", "1E 2A 3CG"),
        # whom he beat can hold no place either: skipped
        (FINAL, "A:disciplinary B:weigh_in", "1E 2C 3G"),
        ("QF A>B!n, QF C>D, QF E>F, QF G>H, SF A>C, SF E>G, F E>A", "A:disciplinary", "1E 2C 3G"),
        # nobody beaten: the place stays vacant
        ("SF A>B, SF C>D, F A>C", "B:disciplinary", "1A 2C 3D"),
        # two struck out who did not meet: each applied; who met: a ruling
        (FINAL, "A:disciplinary G:doping", "1E 2C 3BH"),
        (FINAL, "E:disciplinary A:doping", "needs_ruling M24"),
        (FINAL, "A:disciplinary C:doping", "needs_ruling M24"),
        # on top of another case: M13 had moved C up to second
        (f"{SEMIS}, F A>E!d", "C:doping", "1A 2D 3G"),
        # the later round counts, whatever the numbers of the bouts
        ("F E>A, SF E>G, SF A>C, QF G>H, QF E>F, QF C>D, QF A>B", "A:disciplinary", "1E 2C 3BG"),
        # disqualified for discipline in a bout is no later case: M13 alone
        (f"{SEMIS}, F A>E!d", "E:disciplinary", "1A 2C 3G"),
        # three athletes
        ("SF A>C, SF C>B, F C>A", "C:disciplinary", "1A 2B"),
        # out before a bout by disqualification: no place to move up to
        ("SF B>C, SF A>C!t wo, F A>B", "A:disciplinary", "1B"),
        ("F A>B", "A:doping", "1B"),
        ("", "A:disciplinary", ""),
    ],
)
def test_struck_out_afterwards(text: str, entries: str, expected: str) -> None:
    assert places(text, entries) == expected


def test_moved_up_says_so_and_the_others_keep_their_rule() -> None:
    found = outcome(FINAL, "A:disciplinary")
    assert found.rule == "M24"
    rules = {p.athlete: p.rule for p in found.places}
    assert rules == {"E": "M1", "C": "M24", "B": "M24", "G": "M1"}
    assert {p.note for p in found.places if p.athlete == "C"} == {"moved up: the runner-up was struck out"}


def test_without_moving_up_the_place_stays_vacant() -> None:
    assert places(FINAL, "A:disciplinary", switches={"struck_out_moves_up": False}) == "1E 3CG"


def test_m18_a_case_in_another_category_costs_the_place_here() -> None:
    assert places(FINAL, struck_elsewhere=frozenset("A")) == "1E 2C 3BG"
    assert places("", "A", struck_elsewhere=frozenset("A")) == ""


def official(text: str, listed: str, struck: str, entries: str) -> str:
    rows = bouts(text) if text else ()
    known = dict(e.partition(":")[::2] for e in entries.split())
    keys = {k for b in rows for k in b.athletes} | known.keys()
    category = Category(tuple(Entry(k, known.get(k) or "registered") for k in sorted(keys)), rows, Switches())
    places_listed = [Place(int(text[0]), athlete, "M20") for text in listed.split() for athlete in text[1:]]
    found = decide_official(category, places_listed, frozenset(struck))
    return podium(found) if found.state == "decided" else f"{found.state} {found.rule}"


@pytest.mark.parametrize(
    ("text", "listed", "struck", "entries", "expected"),
    [
        # the announced places count (M20); the bouts say whom he beat
        (FINAL, "1E 2A 3CG", "A", "A:disciplinary", "1E 2C 3BG"),
        (FINAL, "1E 2A 3CB", "A", "A:disciplinary", "1E 2C 3B"),
        # announced otherwise than fought: the bouts do not say who moves up
        (FINAL, "1A 2E 3CG", "A", "A:disciplinary", "needs_ruling M24"),
        # announced because the bouts decided nothing (M12 without its new final)
        (f"{SEMIS}, F A!t=E!t", "1G 2AE 3C", "C", "C:disciplinary", "1G 2AE 3D"),
        (FINAL, "1E 2A 3CG", "C", "C:doping", "1E 2A 3DG"),
        # no bout says whom he beat
        ("", "1A 2E 3CG", "A", "A:disciplinary", "needs_ruling M24"),
        ("SF E>G, F E>A", "1A 2E 3CG", "A", "A:disciplinary", "needs_ruling M24"),
        # no rule says who moves up when a weigh-in is found wanting afterwards
        (FINAL, "1E 2A 3CG", "A", "A:weigh_in", "needs_ruling M19"),
        # a ruling that places one alone, where the bouts decide nothing: without him nobody knows who is placed
        ("F A=B", "3A", "A", "A:disciplinary", "needs_ruling M24"),
        ("F A=B!d", "3A", "A", "A:disciplinary", ""),
        # a third who had beaten nobody leaves his place vacant
        ("SF A>B, SF C>D, F A>C", "1A 2C 3BD", "B", "B:disciplinary", "1A 2C 3D"),
    ],
)
def test_official_places_corrected(text: str, listed: str, struck: str, entries: str, expected: str) -> None:
    assert official(text, listed, struck, entries) == expected
