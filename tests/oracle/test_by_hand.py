"""The oracle against places worked out by hand from section M, one case per rule and for the readings."""

from __future__ import annotations

from typing import Any

import pytest

from . import oracle
from .bundle import CATEGORY, Event, Row

ROUNDS = {"q": "quarterfinal", "s": "semifinal", "f": "final", "n": "new-final", "x": "special-semifinal"}
LIGHT, OPEN = ("male", "adult", "blue", "light"), ("male", "adult", "blue", "open")
QUARTERS = "q A>B, q C>D, q E>F, q G>H"
EIGHT = f"{QUARTERS}, s A>C, s E>G"
FOUR = "s A>B, s C>D"
RULING, GOING_ON = "needs_ruling", "open"


def bouts_of(text: str, key: tuple[str, ...] = LIGHT) -> list[Row]:
    """`q A>B` A beat B; then how B lost: technical, disciplinary, walkover, walkover:kind. `s A=C x y`: both lost."""
    rows = []
    for number, part in enumerate(filter(None, text.split(", ")), start=1):
        name, pair, *how = part.split()
        row = {**dict(zip(CATEGORY, key, strict=True)), "bout": str(number), "round": ROUNDS[name], "winner": ""}
        row.update(red_athlete=pair[0], red_academy="Club", blue_athlete=pair[2:], blue_academy="Club")
        row["decision"] = "points"
        if pair[1] == ">":
            row["winner"] = "red"
            if how and how[0].startswith("walkover"):
                row.update(decision="walkover", blue_dq=how[0].removeprefix("walkover").removeprefix(":"))
            elif how:
                bye = how[0] == "bye"
                row.update(decision="bye" if bye else "disqualification", blue_dq="" if bye else how[0])
        elif how[0] == "walkover":
            row.update(decision="walkover", red_dq=how[1], blue_dq=how[2])
        elif len(how) == 2:
            row.update(decision="disqualification", red_dq=how[0], blue_dq=how[1])
        else:
            row["decision"] = how[0]
        rows.append(row)
    return rows


def entries_of(names: str, key: tuple[str, ...] = LIGHT) -> list[Row]:
    """`AB C:no_show`: names of one letter, those with a status apart."""
    rows = []
    for word in names.split():
        letters, _, status = word.partition(":")
        for letter in letters:
            row = {**dict(zip(CATEGORY, key, strict=True)), "athlete": letter, "academy": "Club"}
            rows.append({**row, "status": status or "registered"})
    return rows


def event_of(entries: list[Row], bouts: list[Row], **rules: Any) -> Event:
    head = {"id": "by-hand", "name": "By hand", "ruleset": "ibjjf-2024"}
    return {
        **{"event": head, "award": [], "rules": rules, "entries": entries, "bouts": bouts},
        **{"placements": [], "categories": [], "draws": []},
    }


def answer(event: Event, key: tuple[str, str, str, str] = LIGHT) -> str:
    """`1A 2C 3B 3D`, or the state where there are no places."""
    result = oracle.places(event)[key]
    return " ".join(f"{place}{name}" for place, name, _ in result.places) or result.state


CASES = [
    ("M1 five", "ABCDE", "q A>B, s A>C, s D>E, f D>A", "1D 2A 3C 3E"),
    ("M3", "AB", "f A>B technical", "1A 2B"),
    ("M4 third athlete wins through", "ABT", "s A>B, s T>B, f A>T", "1A 2T 3B"),
    ("M4 no second semifinal", "ABT", "s A>B, f A>T", RULING),
    ("M5 disciplinary in bout 1", "ABT", "s A>B disciplinary, f A>T", "1A 2T"),
    ("M5 weigh-in by status", "AB T:weigh_in", "f A>B", "1A 2B"),
    ("M6 bout 1", "ABT", "s A=B technical technical, f T>A", "1T 2A 3B"),
    ("M6 second semifinal", "ABT", "s A>B, s B=T technical technical, f A>B", "1A 2B 3T"),
    ("M6 not drawn yet", "ABT", "s A=B technical technical", RULING),
    ("M7 four", "ABCD", "s A=B technical technical, s C>D", "1C 2D 3A 3B"),
    ("M7 and a disciplinary loser", "ABCD", "s A=B technical technical, s C>D disciplinary", RULING),
    ("M8 four", "ABCD", "s A=B disciplinary disciplinary, s C>D", "1C 2D"),
    (
        "M10",
        "ABCDEFGH",
        f"{QUARTERS}, s A=C disciplinary disciplinary, s E=G disciplinary disciplinary, x B>D, x F>H, f F>B",
        "1F 2B 3D 3H",
    ),
    ("M9 and M10 mixed", "ABCD", "s A=B technical technical, s C=D disciplinary disciplinary", RULING),
    ("M11 no quarterfinal there", "ABCD", "s A>B walkover:technical, s C>D, f A>C", "1A 2C 3D"),
    ("M11 uniform", "ABCDE", "q A>B, s A>C walkover:uniform, s D>E, f D>A", "1D 2A 3B 3E"),
    ("M11 not for the absent who fought", "ABCDEF", "q A>B, q C>F, s A>C walkover, s D>E, f D>A", "1D 2A 3C 3E"),
    ("M12 a semifinal loser lacks", "ABCD", "s A>B disciplinary, s C>D, f A=C technical technical", RULING),
    ("M13 four", "ABCD", f"{FOUR}, f A>C disciplinary", "1A 2B 3D"),
    ("M13 two", "AB", "f A>B disciplinary", "1A"),
    ("M13 three", "ABT", "s A>B, s T>B, f A>T disciplinary", "1A 2B"),
    ("M13 three, winner's own semifinal loser", "ABT", "s A>B, s B>T, f A>B disciplinary", RULING),
    ("M13 after M27", "ABCD", "s A>B disciplinary, s C>D, f A>C disciplinary", RULING),
    ("M14", "ABCD", f"{FOUR}, f A=C technical disciplinary, n B>D", "1B 2A 3D"),
    ("M14 no new final", "ABCD", f"{FOUR}, f A=C technical disciplinary", RULING),
    (
        "M16 two walkovers",
        "ABCDEFGH",
        "q A=B walkover weigh_in no_show, q C=D walkover no_show uniform, q E>F, q G>H, s E>G",
        "1E 2G 3F 3H",
    ),
    ("M16 semifinal", "ABCDE", "s A=B walkover no_show weigh_in, q C>D, s C>E", "1C 2E 3D"),
    ("M16 all of one side by status", "CDE AB:weigh_in", "q C>D, s C>E", "1C 2E 3D"),
    ("M16 the last of a side that never fought", "ABCD", "s A>B walkover, s C>D, f C>A walkover", "1C 2D"),
    ("M16 all but one out", "A BC:no_show", "", "1A"),
    ("M17 finalist absent", "ABCD", f"{FOUR}, f A>C walkover", "1A 2C 3B 3D"),
    ("M19 alone, not weighed in", "A:weigh_in", "", "no_places"),
    ("M21 nothing else", "ABCD", "s A=B disciplinary technical, s C>D", "1C 2D 3B"),
    ("M22", "ABCD", "s A=B stoppage, s C>D", "1C 2D 3A 3B"),
    ("M22 draw", "ABCD", "s A=B draw, s C>D", "1C 2D 3A 3B"),
    ("M22 three", "ABT", "s A=B stoppage", "1T 3A 3B"),
    ("M22 three, second semifinal", "ABT", "s A>B, s B=T stoppage", "1A 3B 3T"),
    ("M22 not in a final", "ABCD", f"{FOUR}, f A=C stoppage", RULING),
    ("M23 needs a second semifinal", "ABT", "s A>B technical, f A=T technical technical", RULING),
    ("M24 the champion", "A:doping BCDEFGH", f"{EIGHT}, f A>E", "1E 2C 3B 3G"),
    ("M24 a third place", "AB C:disciplinary DEFGH", f"{EIGHT}, f A>E", "1A 2E 3D 3G"),
    ("M24 two apart", "A:disciplinary BCDEF G:doping H", f"{EIGHT}, f A>E", "1E 2C 3B 3H"),
    ("M24 one beat the other", "A:disciplinary B C:doping DEFGH", f"{EIGHT}, f A>E", RULING),
    ("M24 beaten by walkover", "AB C:doping", "s A>B, s C>B walkover, f A>C", "1A 2B"),
    ("M25 technical", "AB", "f A=B technical technical", "2A 2B"),
    ("M25 disciplinary", "AB", "f A=B disciplinary disciplinary", "no_places"),
    ("M25 one of each", "AB", "f A=B disciplinary technical", "2B"),
    ("M26", "ABCDEFGH", "q A=B technical disciplinary, q C>D, q E>F, q G>H, s E>G, f C>E", "1C 2E 3G"),
    ("M26 bye", "ABCDEFGH", "q A=B technical technical, q C>D, q E>F, q G>H, s E>G, s C> bye, f E>C", "1E 2C 3G"),
    ("M27", "ABCD", "s A>B disciplinary, s C>D, f A>C", "1A 2C 3D"),
    ("draw in a quarterfinal", "ABCDE", "q A=B draw, s C>D", RULING),
    ("in progress", "ABCD", FOUR, GOING_ON),
    ("nothing fought yet", "ABCD", "", GOING_ON),
]


@pytest.mark.parametrize(("entries", "bouts", "want"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_places(entries: str, bouts: str, want: str) -> None:
    assert answer(event_of(entries_of(entries), bouts_of(bouts))) == want


@pytest.mark.parametrize(("switch", "want"), [("loser_second", "1C 2G 3D 3H"), ("vacant_second", "1C 3D 3G 3H")])
def test_m15(switch: str, want: str) -> None:
    bouts = bouts_of(f"{EIGHT}, f A=E disciplinary disciplinary, n C>G")
    assert answer(event_of(entries_of("ABCDEFGH"), bouts, double_disciplinary_final=switch)) == want


def test_m18_takes_the_place_in_another_category_and_m24_moves_up() -> None:
    """A wins light; thrown out of the open class he loses light too: C, whom he beat last, is 1, then B 2."""
    bouts = [*bouts_of("s A>B, s C>D, f A>C"), *bouts_of("f Z>A disciplinary", OPEN)]
    event = event_of([*entries_of("ABCD"), *entries_of("AZ", OPEN)], bouts)
    assert answer(event) == "1C 2B 3D"
    assert answer(event, OPEN) == "1Z"


def test_m19_in_the_open_class_only_the_uniform_counts() -> None:
    assert answer(event_of(entries_of("A:weigh_in", OPEN), []), OPEN) == "1A"
    assert answer(event_of(entries_of("A:uniform", OPEN), []), OPEN) == "no_places"


@pytest.mark.parametrize(
    ("uniform", "gender", "age", "weight", "is_ultra_heavy"),
    [
        ("gi", "male", "adult", "+100 kg", False),
        ("gi", "male", "master-3", "+100.5 kg", True),
        ("gi", "male", "juvenile-2", "+100 kg", True),
        ("gi", "male", "juvenile", "+89 kg", False),
        ("no-gi", "male", "adult", "+97.5 kg", True),
        ("no-gi", "male", "juvenile-1", "+86.5 kg", True),
        ("gi", "male", "adult", "-120 kg", False),
        ("gi", "female", "adult", "+100 kg", False),
        ("gi", "male", "teen-3", "+100 kg", False),
    ],
)
def test_m19_above_super_heavy_only_the_uniform_counts(
    uniform: str, gender: str, age: str, weight: str, is_ultra_heavy: bool
) -> None:
    key = (gender, age, "blue", weight)
    event = event_of(entries_of("A:weigh_in", key), [])
    event["event"]["uniform"] = uniform
    assert answer(event, key) == ("1A" if is_ultra_heavy else "no_places")


def test_unnamed_rounds_that_read_two_ways_need_a_ruling() -> None:
    """Five athletes, one bout lost by both: the semifinal of one side (M7), or a quarterfinal (M26)?"""
    bouts = bouts_of("q D=E technical technical, s B>C, f A>B")
    event = event_of(entries_of("ABCDE"), bouts)
    assert answer(event) == "1A 2B 3C"
    event["bouts"] = [{**row, "round": ""} for row in bouts]
    assert answer(event) == RULING
