"""Section M case by case, each expected podium worked by hand from the table in rules.md."""

from __future__ import annotations

from dataclasses import replace

import pytest

from analytics.brackets.decide import decide
from analytics.brackets.rows import Category
from tests.analytics.brackets.sheet import EIGHT, bouts, outcome, places

SEMIS = f"{EIGHT}, SF A>C, SF E>G"

CASES = [
    # M1: ordinary, of any size; a technical disqualification in a bout is a defeat
    ("M1", f"{SEMIS}, F A>E", "1A 2E 3CG"),
    ("M1", "SF A>B, SF C>D, F A>C", "1A 2C 3BD"),
    ("M1", "QF A>B, SF A>C, SF D>E, F A>D", "1A 2D 3CE"),
    ("M1", "R16 A>I, QF A>B, QF C>D, QF E>F, QF G>H, SF A>C, SF E>G, F E>A", "1E 2A 3CG"),
    ("M1", f"{EIGHT}, SF A>C!t, SF E>G, F A>E!t", "1A 2E 3CG"),
    ("M1", f"{SEMIS}, F A>E co", "1A 2E 3CG"),
    ("M1", "QF A bye, QF C>D, SF A>C, SF E>F, F A>E", "1A 2E 3CF"),
    # M3
    ("M3", "F A>B", "1A 2B"),
    ("M3", "F A>B!t", "1A 2B"),
    # M4: the second chance, won by the loser of bout 1 or by the third athlete
    ("M4", "SF A>C, SF C>B, F C>A", "1C 2A 3B"),
    ("M4", "SF A>C, SF B>C, F A>B", "1A 2B 3C"),
    ("M4", "SF C>B, SF A>C, F A>C", "1A 2C 3B"),
    # M5: out in bout 1
    ("M5", "SF A>C!t, F A>B", "1A 2B 3C"),
    ("M5", "SF A>C!d, F B>A", "1B 2A"),
    ("M5", "SF A>C!w, F A>B", "1A 2B"),
    ("M5", "SF A>C!u, F A>B", "1A 2B"),
    ("M5", "SF A>C wo, F A>B", "1A 2B"),
    ("M5", "SF A>C!n, F B>A", "1B 2A"),
    ("M5", "SF A>B, SF B>C!n, F A>B", "1A 2B"),
    # M6: the final shows whom the draw sent there, after either semifinal
    ("M6", "SF A!t=C!t, F B>A", "1B 2A 3C"),
    ("M6", "SF A!t=C!t, F A>B", "1A 2B 3C"),
    ("M6", "SF A>B, SF B!t=C!t, F A>C", "1A 2C 3B"),
    ("M6", "SF A!t=C!t, SF A>D, F A>B", "needs_ruling M1"),
    # M7, M8, M21, M22: the other semifinal is the final
    ("M7", f"{EIGHT}, SF A!t=C!t, SF E>G", "1E 2G 3AC"),
    ("M7", f"{EIGHT}, SF A!t=C!t, SF E>G, F E bye", "1E 2G 3AC"),
    ("M8", f"{EIGHT}, SF A!d=C!d, SF E>G", "1E 2G"),
    ("M21", f"{EIGHT}, SF A!t=C!d, SF E>G", "1E 2G 3A"),
    ("M22", f"{EIGHT}, SF A=C inj, SF E>G", "1E 2G 3AC"),
    ("M22", f"{EIGHT}, SF A=C draw, SF E>G", "1E 2G 3AC"),
    ("M7", f"{EIGHT}, SF A!t=C!t, SF E>G!n", "1E 2G 3AC"),
    ("M7", f"{EIGHT}, SF A!t=C!t, SF E>G!d", "needs_ruling M7"),
    ("M7", f"{EIGHT}, SF A!t=C!t, SF E>G, F E>A", "needs_ruling M1"),
    ("M7", f"{EIGHT}, SF A!t=C!t", "open M7"),
    ("M22", "SF A=B inj", "open M22"),
    # M9, M10: special semifinals of the quarterfinal losers
    ("M9", f"{EIGHT}, SF A!t=C!t, SF E!t=G!t, SSF B>D, SSF F>H, F B>F", "1B 2F 3ACEG"),
    ("M10", f"{EIGHT}, SF A!d=C!d, SF E!d=G!d, SSF B>D, SSF F>H, F B>F", "1B 2F 3DH"),
    ("M9", f"{EIGHT}, SF A!t=C!t, SF E!t=G!t", "needs_ruling M9"),
    ("M9", f"{EIGHT}, SF A!t=C!t, SF E!t=G!t, SSF B>D, SSF F>H", "needs_ruling M9"),
    ("M10", f"{EIGHT}, SF A!d=C!d, SF E!d=G!d, SSF B>D!t wo, SSF F>H, F B>F", "needs_ruling M10"),
    ("M9", f"{EIGHT}, SF A!t=C!t, SF E!d=G!d, SSF B>D, SSF F>H, F B>F", "needs_ruling M9"),
    # M11: the quarterfinal of the would-be opponent counts as the semifinal
    ("M11", f"{EIGHT}, SF A>C!d wo, SF E>G, F A>E", "1A 2E 3BG"),
    ("M11", f"{EIGHT}, SF A>C!t wo, SF E>G, F A>E", "1A 2E 3BG"),
    ("M11", f"{EIGHT}, SF A>C!w, SF E>G, F E>A", "1E 2A 3BG"),
    ("M11", f"{EIGHT}, SF A>C!u, SF E>G, F E>A", "1E 2A 3BG"),
    ("M11", "QF C>D, SF A>C!d wo, SF E>G, F A>E", "1A 2E 3G"),
    ("M11", "QF A>B!n, QF C>D, SF A>C!d wo, SF E>G, F A>E", "1A 2E 3G"),
    # M12, M14, M15: a new final of the semifinal losers
    ("M12", f"{SEMIS}, F A!t=E!t, NF C>G", "1C 2AE 3G"),
    ("M12", f"{SEMIS}, F A!t=E!t", "needs_ruling M12"),
    ("M12", f"{SEMIS}, F A!t=E!t, NF C>B", "needs_ruling M12"),
    ("M12", f"{SEMIS}, F A!t=E!t, NF C>G!n", "1C 2AE 3G"),
    ("M12", f"{SEMIS}, F A!t=E!t, NF C>G!d", "needs_ruling M12"),
    ("M14", f"{SEMIS}, F A!t=E!d, NF G>C", "1G 2A 3C"),
    ("M14", f"{SEMIS}, F A!d=E!t", "needs_ruling M14"),
    ("M15", f"{SEMIS}, F A!d=E!d, NF C>G", "1C 2G 3DH"),
    ("M15", "SF A>C, SF E>G, F A!d=E!d, NF C>G", "1C 2G"),
    ("M15", f"{SEMIS}, F A!d=E!d", "needs_ruling M15"),
    ("M1", f"{SEMIS}, F A>E, NF C>G", "needs_ruling M12"),
    ("M1", f"{SEMIS}, F A=E inj", "needs_ruling M1"),
    # M13: one finalist disciplinary
    ("M13", f"{SEMIS}, F A>E!d", "1A 2C 3G"),
    ("M13", f"{SEMIS}, F A>E!d wo", "1A 2C 3G"),
    ("M13", "F A>B!d", "1A"),
    ("M13", "SF A>C, SF B>C, F A>B!d", "1A 2C"),
    ("M13", "SF A>C, SF C>B, F C>A!d", "1C 2B"),
    ("M13", "SF A>C, SF C>B, F A>C!d", "needs_ruling M13"),
    ("M13", "SF A>C!t, F A>B!d", "1A 2C"),
    ("M13", f"{EIGHT}, SF A>C!d, SF E>G, F A>E!d", "needs_ruling M13"),
    # M11 and M13 together: who lost the quarterfinal that counts as the semifinal
    ("M13", f"{EIGHT}, SF A>C!d wo, SF E>G, F A>E!d", "1A 2B 3G"),
    # M16: one side out before its bouts
    ("M16", "QF A>B, QF C>D, QF E!w=F!w, QF G!u=H!n, SF A>C, F A bye", "1A 2C 3BD"),
    ("M16", "QF A>B, QF C>D, QF E!w=F!w, QF G!u=H!n, SF A>C", "1A 2C 3BD"),
    ("M16", "QF A>B, QF C>D, QF E>F!w, SF A>C, SF E!w=G!w", "1A 2C 3BD"),
    ("M16", "SF A>B, SF C!w=D!w", "1A 2B"),
    ("M16", "SF A>B, SF C!w=D!w, F A bye", "1A 2B"),
    ("M16", "SF A>B, SF C>D!n, F A>C!n", "1A 2B"),
    ("M16", "QF A>B, QF C>D, SF A>C, F A bye", "1A 2C 3BD"),
    ("M16", f"{EIGHT}, SF A>C, F A bye", "needs_ruling M16"),
    # M17: absent
    ("M17", f"{SEMIS}, F A>E!n", "1A 2E 3CG"),
    ("M17", f"{SEMIS}, F A>E wo", "1A 2E 3CG"),
    ("M17", "F A>B!n", "1A"),
    ("M17", "F A!n=B!n", ""),
    ("M17", f"{EIGHT}, SF A>C wo, SF E>G, F A>E", "1A 2E 3CG"),
    # only who fought keeps the third place of M17; absent without a bout is out before it (M11)
    ("M11", "QF A>B, SF A>C wo, SF E>G, F A>E", "1A 2E 3BG"),
    ("M11", "SF A>C wo, SF E>G, F A>E", "1A 2E 3G"),
    # a walkover nobody won: both out where both are marked, else a bout without a winner
    ("M26", "QF A>B, QF C!n=D!n, QF E>F, QF G>H, SF E>G, F A>E", "1A 2E 3G"),
    ("M26", "QF A>B, QF C=D wo, QF E>F, QF G>H, SF E>G, F A>E", "needs_ruling M1"),
    ("M17", "F A=B!n", "needs_ruling M1"),
    # a close-out is a bout both came to: the absent finalist had his bout
    ("M17", "SF A>B, SF C>D co, F A>C!n", "1A 2C 3BD"),
    ("M5", "SF A>B!d wo, F C>A!u", "1C"),
    ("M17", "SF A>C, SF B>C!n, F A>B", "1A 2B 3C"),
    # M19: out at the checks before the final
    ("M19", "F A>B!w", "1A"),
    ("M19", "F A>B!u", "1A"),
    ("M19", "F A!w=B!u", ""),
    ("M19", f"{SEMIS}, F A>E!u", "1A 3CG"),
    ("M19", f"{SEMIS}, F A>E!w", "1A 3CG"),
    # a technical disqualification before the final is a defeat, M11 speaks of the semifinal only
    ("M1", f"{SEMIS}, F A>E!t wo", "1A 2E 3CG"),
    ("M4", "SF A>C, SF C>B, F A>C!t wo", "1A 2C 3B"),
    ("M1", "F A>B!t wo", "needs_ruling"),
    # nothing says why a semifinal is missing
    ("M1", "SF A>B, F A>C, SF D bye", "needs_ruling M1"),
    ("M26", "R16 A>B, R16 C!t=D!t, QF A>E, QF F>G, SF F>H, F A>F", "needs_ruling M1"),
    # both out in the two first bouts of a quarter
    ("M26", "R16 A!t=B!t, R16 C!d=D!d, R16 E>F, QF E>G, QF H>I, QF J>K, SF H>J, F E>H", "1E 2H 3J"),
    # M16: both of three out before their bout; the finalist of the other side out before his first bout
    ("M16", "SF A!n=B!w", "open M16"),
    ("M16", "SF A>B, SF C!n=D!n, F A bye", "1A 2B"),
    ("M16", "QF A>B, QF C!n=D!n, SF A bye, QF E!n=F!n, QF G!n=H!n, F A bye", "needs_ruling M16"),
    ("M12", f"{SEMIS}, NF C>G", "needs_ruling M12"),
    ("M16", "QF A>B, QF C>D, SF A>E, F A bye", "needs_ruling M16"),
    ("M3", "SF A>B, F B>A", "needs_ruling M3"),
    ("open", "QF A bye", "open"),
    ("M10", "QF A>B!t wo, QF C>D, QF E>F, QF G>H, SF A!d=C!d, SF E!d=G!d, SSF B>D, SSF F>H, F B>F", "needs_ruling M10"),
    # the quarterfinal that is not on record is none the table needs
    ("M1", "QF A>B, QF C>D, QF E>F, SF A>C, SF E>G, F A>E", "1A 2E 3CG"),
    ("M1", "QF A>B, QF C>D, QF E>F, QF G>H, SF A>C, SF E>X, F A>E", "1A 2E 3CX"),
    # nobody is left, and M7 leaves the other side without a bout (M26)
    ("M7", "- A>B, - C>D, - A!t=C!t, - E>F, - G!t=H!t", "needs_ruling"),
    # a bout that does not say how it ended
    ("M1", "QF A=B points, QF C>D, QF E>F, QF G>H, SF A>C, SF E>G, F A>E", "needs_ruling M1"),
    ("M1", "QF A!t>B, QF C>D, QF E>F, QF G>H, SF A>C, SF E>G, F A>E", "needs_ruling"),
    # M4 without its second bout on record
    ("M4", "SF A>C, F A>B", "needs_ruling M4"),
    # M22, M23 in a bracket of three
    ("M22", "SF A=C inj, SF B bye", "1B 3AC"),
    ("M22", "SF A>B, SF B=C inj", "1A 3BC"),
    ("M23", "SF A>C, SF B>C, F A!t=B!t", "1C 2AB"),
    ("M23", "SF A>C, SF C>B, F A!t=C!t", "1B 2AC"),
    ("M23", "SF A>C!t, F A!t=B!t", "needs_ruling M23"),
    ("M23", "SF A>C, SF B>C, F A!d=B!d", "needs_ruling M1"),
    # M25: two athletes
    ("M25", "F A!t=B!t", "2AB"),
    ("M25", "F A!d=B!d", ""),
    ("M25", "F A!t=B!d", "2A"),
    ("M3", "F A=B inj", "needs_ruling M1"),
    # M26: both out of a bout before the semifinals
    ("M26", "QF A>B, QF C!t=D!t, QF E>F, QF G>H, SF E>G, F A>E", "1A 2E 3G"),
    ("M26", "QF A>B, QF C!d=D!d, QF E>F, QF G>H, SF A bye, SF E>G, F A>E", "1A 2E 3G"),
    ("M26", "QF A>B, QF C!n=D!w, QF E>F, QF G>H, SF E>G, F E>A", "1E 2A 3G"),
    ("M26", f"{EIGHT}, SF A!d=C!d wo, SF E>G", "needs_ruling M26"),
    # M27: one semifinalist disciplinary in the semifinal
    ("M27", f"{EIGHT}, SF A>C!d, SF E>G, F A>E", "1A 2E 3G"),
    ("M27", "SF A>C, SF B>C!d, F A>B", "1A 2B"),
    # D4: a draw is M22 in a semifinal alone
    ("D4", "QF A=B draw, QF C>D, QF E>F, QF G>H, SF A>C, SF E>G, F A>E", "needs_ruling D4"),
    # P6: which kind of disqualification is not said
    ("P6", f"{EIGHT}, SF A>C disqualification, SF E>G, F A>E", "needs_ruling M18"),
    ("P6", "QF A>B disqualification, QF C>D, QF E>F, QF G>H, SF A>C, SF E>G, F A>E", "1A 2E 3CG"),
    # a semifinal is missing, and somebody was left who could have fought it
    ("M1", "QF A>B, QF C>D, SF E>F, F A>E", "needs_ruling M1"),
    ("M1", "QF A>B, QF C=D inj, SF E>F, F A>E", "needs_ruling D4"),
    ("M26", f"{EIGHT}, SF A bye, SF E!d=G!d", "needs_ruling M8"),
    # rows that contradict each other
    ("M1", f"{SEMIS}, F A>G", "needs_ruling M1"),
    ("M1", f"{SEMIS}, F A>E, F E>A", "needs_ruling M1"),
    ("M1", f"{SEMIS}, SF B>D, F A>E", "needs_ruling M1"),
    ("M1", "QF A>B, QF C>D, SF B>C, SF E>G, F B>E", "needs_ruling M1"),
    # in progress
    ("open", SEMIS, "open"),
    ("open", EIGHT, "open"),
    ("open", "SF A>C", "open"),
]


@pytest.mark.parametrize(("rule", "text", "expected"), CASES, ids=[f"{rule}-{n}" for n, (rule, *_) in enumerate(CASES)])
def test_case(rule: str, text: str, expected: str) -> None:
    assert places(text) == expected


@pytest.mark.parametrize(
    ("rule", "text"),
    [(rule, text) for rule, text, expected in CASES if expected[:1] in ("1", "2") and rule.startswith("M")],
)
def test_the_deciding_rule_is_named(rule: str, text: str) -> None:
    """The category, or one of its places, names the case."""
    found = outcome(text)
    assert rule in {found.rule, *(p.rule for p in found.places)}
    assert all(p.rule for p in found.places)


@pytest.mark.parametrize(
    ("entries", "expected", "rule"),
    [
        ("A", "1A", "M2"),
        ("A:technical", "1A", "M2"),
        ("A:no_show", "", "M17"),
        ("A:weigh_in", "", "M19"),
        ("A B:no_show C:uniform", "1A", "M16"),
        ("A:no_show B:withdrawn", "", "M17"),
        ("A B C:no_show", "open", None),
    ],
)
def test_entries_alone(entries: str, expected: str, rule: str | None) -> None:
    """M2; several, all but one out before any bout (M16); else still open."""
    assert places("", entries) == expected
    assert outcome("", entries).rule == rule


@pytest.mark.parametrize(
    ("text", "entries", "expected"),
    [
        # M5: the third athlete is listed, out, and in no bout
        ("F A>B", "A B C:no_show", "1A 2B"),
        # M22: the third athlete has nobody left to meet
        ("SF A=B inj", "A B C", "1C 3AB"),
        # M16: the other side is known from the entries alone
        ("SF A>B", "A B C:weigh_in D:no_show", "1A 2B"),
        ("SF A>B", "A B C D:no_show", "open"),
        # M11: the one athlete of that quarter who was out is known from the entries alone
        ("QF A>B, SF E>G, F A>E", "A B E G C:weigh_in", "1A 2E 3BG"),
        ("QF A>B, SF E>G, F A>E", "A B E G C:no_show", "1A 2E 3BG"),
        ("QF A>B, SF E>G, F A>E", "A B E G C:weigh_in D:uniform", "needs_ruling M11"),
        # the bout says walkover, the entry says why
        (f"{EIGHT}, SF A>C wo, SF E>G, F A>E", "C:weigh_in", "1A 2E 3BG"),
        # a bracket of four whose fourth is out: no second chance
        ("SF B>C, F A>B", "A B C D:no_show", "1A 2B 3C"),
        # he was there: the bouts say so
        ("F A>B!w", "A:withdrawn B", "1A"),
        # struck out by status after he was absent, or disqualified technically: M24 on top of that
        (f"{SEMIS}, F E>A!n", "A:disciplinary", "1E 2C 3BG"),
        (f"{SEMIS}, F E>A!t", "A:doping", "1E 2C 3BG"),
        # struck out by status for what he did in a bout: the same thing
        (f"{SEMIS}, F E>A!d", "A:disciplinary", "1E 2G 3C"),
        # M13 first, M24 after it: the athlete who moved up to second is struck out himself
        ("SF A>C, SF C>B, F C>A!d", "B:doping", "1C"),
        # weigh-in or uniform by the entry takes the medal and moves nobody (M19)
        (f"{SEMIS}, F A>E", "A:weigh_in", "2E 3CG"),
        (f"{SEMIS}, F A>E", "C:uniform", "1A 2E 3G"),
        # the entries say why nobody won a walkover
        ("F A=B wo", "A:no_show B:withdrawn", ""),
        ("F A=B wo", "A:no_show", "needs_ruling M1"),
        ("SF A>B, SF C bye, F A>C!t wo", "A B C D:uniform", "1A 2B"),
        ("SF A bye", "A B:no_show", "open"),
        ("- A bye", "A B:no_show", "1A"),
        ("SF A!n=B!w", "A B C D", "open M16"),
        ("SF A!n=B!w, F C bye", "A B C D", "needs_ruling M16"),
        ("QF A>B, SF A>C", "A B C", "needs_ruling M4"),
        # three in the bout list, but a quarterfinal is no bout of a bracket of three
        ("QF A>B, SF C>A!d wo", "A B C D E F", "open"),
        # beaten twice by the same athlete in a bracket of five
        ("SF A>B, F A>B", "A B C D E", "needs_ruling M1"),
        # both semifinals are there: who registered and never came did not start (M16)
        ("QF A>B, SF A>C, SF D!n=E!n", "A B C D E X", "1A 2C 3B"),
        # one is left, whom nobody is left to meet
        ("QF A!t=B!d, QF C>D, QF E>F, SF C=E inj", "A B C D E F G", "needs_ruling"),
        # M16 among three of more: the finalist of the other side never fought, and who was to meet him is out
        ("SF A>B, F A>C!w", "A B C D:disciplinary", "1A 2B"),
        ("SF A>B, F A>C!t wo", "A B C D", "needs_ruling M1"),
        # three registered, both of bout 1 out before it: the third athlete is alone
        ("SF A!n=B!w", "A B C", "1C"),
        # second chance among three, the fourth registered never came
        ("SF A>C, SF C>B, F C>A", "A B C D", "1C 2A 3B"),
        ("QF A>B, SF A>C", "A B C D E F G", "open"),
        # a bye in the final says that nobody is there
        ("SF A>B, F A bye", "A B C D", "1A 2B"),
        # a semifinal is missing, and the entries do not say why
        ("SF A>B, F A>C", "A B C D", "needs_ruling M1"),
        ("SF A>B!d, F A>C", "A B C D", "needs_ruling M1"),
        ("F A!t=B!t", "A B C", "needs_ruling M23"),
        # technical as a status is a matter of the record alone
        ("SF A=B inj", "A B C:technical", "1C 3AB"),
        (f"{SEMIS}, F A>E", "B:weigh_in", "1A 2E 3CG"),
        (f"{SEMIS}, F A>E", "C:no_show", "1A 2E 3CG"),
        # registered, never seen: no case of the table
        (f"{SEMIS}, F A>E", "X Y Z", "1A 2E 3CG"),
    ],
)
def test_entries_beside_bouts(text: str, entries: str, expected: str) -> None:
    assert places(text, entries) == expected


@pytest.mark.parametrize(
    ("switches", "text", "expected"),
    [
        ({"three_second_chance": False}, "SF A>C, F A>B", "1A 2B 3C"),
        ({"three_second_chance": False}, "SF A>C, SF C>B, F C>A", "needs_ruling M4"),
        ({"absent_semifinalist_keeps_third": False}, f"{EIGHT}, SF A>C wo, SF E>G, F A>E", "1A 2E 3BG"),
        ({"double_disciplinary_final": "vacant_second"}, f"{SEMIS}, F A!d=E!d, NF C>G", "1C 3DGH"),
        ({"semifinal_double_accident": "needs_ruling"}, f"{EIGHT}, SF A=C inj, SF E>G", "needs_ruling M22"),
        ({"pair_double_disqualification": "needs_ruling"}, "F A!t=B!t", "needs_ruling M25"),
    ],
)
def test_switches(switches: dict[str, object], text: str, expected: str) -> None:
    assert places(text, switches=switches) == expected


def test_m15_and_m25_say_which_reading_they_follow() -> None:
    m15 = outcome(f"{SEMIS}, F A!d=E!d, NF C>G")
    assert all("loser_second" in (p.note or "") for p in m15.places)
    m25 = outcome("F A!t=B!t")
    assert all("federation" in (p.note or "") for p in m25.places)


def test_m19_weigh_in_counts_for_nothing_in_the_open_class() -> None:
    assert places("", "A:weigh_in", weigh_in_matters=False) == "1A"
    assert places("", "A:uniform", weigh_in_matters=False) == ""
    # a walkover for it is an absence then (M17)
    walkover = f"{EIGHT}, SF A>C!w, SF E>G, F A>E"
    assert places(walkover, weigh_in_matters=False) == "1A 2E 3CG"


def test_d4_a_score_that_is_not_level_has_a_winner() -> None:
    rows = [replace(b, level=False) if b.decision == "stoppage" else b for b in bouts(f"{EIGHT}, SF A=C inj, SF E>G")]
    found = decide(Category((), tuple(rows)))
    assert (found.state, found.rule) == ("needs_ruling", "M22")
    assert "not level" in (found.reason or "")


def test_a_reason_names_the_missing_bout() -> None:
    assert outcome(f"{SEMIS}, F A!t=E!t").reason == (
        "The final (bout 7) has no winner; the new final between C and G is not recorded."
    )
    assert outcome(SEMIS).reason == "The final is not recorded yet (won by A and E in the semifinals; 6 bouts so far)."
