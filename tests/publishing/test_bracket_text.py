"""Brackets drawn by hand, compared line by line with what the program draws."""

import re
from typing import Any
from xml.etree import ElementTree

import pandas as pd
import pytest

from analytics import bracket_view
from analytics.bracket_view import BracketView
from analytics.minors import Person
from etl.subjects import Category
from publishing import bracket_figure, bracket_text, privacy
from publishing.bracket_answer import shape
from publishing.privacy import Level

SCORES = [f"{side}_{what}" for what in ("points", "advantages", "penalties") for side in ("red", "blue")]
WHO = [f"{side}_{what}" for side in ("red", "blue") for what in ("athlete", "key", "academy", "dq")]
COLUMNS = ["bout", "round", *WHO, "winner", "decision", "technique", *SCORES, "elapsed", "mat"]


def bout(number: int, round_: str | None, red: str | None, blue: str | None, winner: str | None, **more: Any) -> Any:
    sides = {
        f"{side}_{part}": value
        for side, name in (("red", red), ("blue", blue))
        for part, value in (
            ("athlete", name),
            ("key", None if name is None else name.lower()),
            ("academy", None if name is None else f"{name[0]} Team"),
        )
    }
    return {"bout": number, "round": round_, "winner": winner, "decision": "submission", **sides, **more}


def arranged(*bouts: Any, registered: int | None = None) -> pd.DataFrame:
    return bracket_view.arranged(pd.DataFrame(list(bouts), columns=COLUMNS), registered)


def lines(*bouts: Any, registered: int | None = None) -> list[str]:
    return bracket_text.tree(arranged(*bouts, registered=registered))


FOUR = (
    bout(1, "semifinal", "Ana", "Bea", "red", decision="points", red_points=4, blue_points=2, elapsed=360),
    bout(2, "semifinal", "Cya", "Dot", "blue", technique="armbar", elapsed=65),
    bout(3, "final", "Ana", "Dot", "blue", decision="advantages", **{
        "red_points": 0, "blue_points": 0, "red_advantages": 1, "blue_advantages": 2,
        "red_penalties": 0, "blue_penalties": 0,
    }),
)  # fmt: skip

FOUR_DRAWN = """\
Final, bout 3: advantages 1:2, points 0:0
│    red  Ana (A Team)
│  > blue Dot (D Team)
├─ Semifinal, bout 1: points 4:2, 6:00
│     > red  Ana (A Team)
│       blue Bea (B Team)
└─ Semifinal, bout 2: submission (armbar), 1:05
        red  Cya (C Team)
      > blue Dot (D Team)"""


def test_four_athletes() -> None:
    assert lines(*FOUR) == FOUR_DRAWN.splitlines()


def test_the_order_of_the_rows_does_not_matter() -> None:
    assert lines(*reversed(FOUR)) == FOUR_DRAWN.splitlines()


def test_rounds_that_no_row_names_are_inferred() -> None:
    assert lines(*({**each, "round": None} for each in FOUR), registered=4) == FOUR_DRAWN.splitlines()


def test_three_with_the_second_chance() -> None:
    """M4: Ana loses bout 1, beats Cya, and meets Bea again in the final."""
    drawn = """\
Final, bout 3: submission
│  > red  Ana (A Team)
│    blue Bea (B Team)
├─ Semifinal, bout 2: submission
│     > red  Ana (A Team), lost bout 1
│       blue Cya (C Team)
└─ Semifinal, bout 1: submission
        red  Ana (A Team)
      > blue Bea (B Team)"""
    bouts = (
        bout(1, "semifinal", "Ana", "Bea", "blue"),
        bout(2, "semifinal", "Ana", "Cya", "red"),
        bout(3, "final", "Ana", "Bea", "red"),
    )
    assert lines(*bouts) == drawn.splitlines()


def test_a_new_final_stands_by_itself_after_the_final() -> None:
    """M12: both finalists out, the semifinal losers fight a new final."""
    drawn = """\
Final, bout 3: disqualification, no winner
│    red  Ana (A Team), out: technical disqualification
│    blue Cya (C Team), out: technical disqualification
├─ Semifinal, bout 1: submission
│     > red  Ana (A Team)
│       blue Bea (B Team)
└─ Semifinal, bout 2: submission
      > red  Cya (C Team)
        blue Dot (D Team)

New final, bout 4: decision not known
     red  Bea (B Team), lost bout 1
   > blue Dot (D Team), lost bout 2"""
    technical = {"decision": "disqualification", "red_dq": "technical", "blue_dq": "technical"}
    bouts = (
        bout(1, "semifinal", "Ana", "Bea", "red"),
        bout(2, "semifinal", "Cya", "Dot", "red"),
        bout(3, "final", "Ana", "Cya", None, **technical),
        bout(4, "new-final", "Bea", "Dot", "blue", decision=None),
    )
    assert lines(*bouts) == drawn.splitlines()


def test_a_bye_leads_on_though_nobody_wrote_who_won_it() -> None:
    drawn = """\
Final, bout 3: submission
│  > red  Ana (A Team)
│    blue Cya (C Team)
├─ Semifinal, bout 1: bye
│       red  Ana (A Team)
│       blue nobody
└─ Semifinal, bout 2: submission
        red  Bea (B Team)
      > blue Cya (C Team)"""
    bouts = (
        bout(1, "semifinal", "Ana", None, None, decision="bye"),
        bout(2, "semifinal", "Bea", "Cya", "blue"),
        bout(3, "final", "Ana", "Cya", "red"),
    )
    assert lines(*bouts) == drawn.splitlines()


def test_a_category_without_bouts_says_so() -> None:
    assert lines() == ["No bout of this category is known."]


def view(state: str = "decided", *, is_minor: bool | None = False) -> BracketView:
    places = pd.DataFrame(
        [(1, "Dot", "dot", "D Team", "M1", "bouts", None), (2, "Ana", "ana", "A Team", "M1", "bouts", None)],
        columns=["place", "athlete", "athlete_key", "academy", "rule", "source", "note"],
    )
    reason = None if state == "decided" else "Ana and Dot are both out."
    rule = "M1" if state == "decided" else "M12"
    found = Category(7, "female", "adult", "black", "light", "")
    return BracketView(found, state, reason, rule, is_minor, arranged(*FOUR), places.iloc[: 2 if reason is None else 0])


def test_places_stand_under_the_tree_with_their_rules_and_why_there_are_none() -> None:
    assert bracket_text.bracket(view())[-3:] == ["Places", "  1. Dot (D Team), M1", "  2. Ana (A Team), M1"]
    assert bracket_text.bracket(view("needs_ruling"))[-1] == "needs a ruling: Ana and Dot are both out. (M12)"


def test_the_answer_says_where_each_winner_went() -> None:
    answer = shape(view())
    assert [(each["bout"], each["depth"], each["next_bout"]) for each in answer["bouts"]] == [
        (3, 0, None),
        (1, 1, 3),
        (2, 1, 3),
    ]
    assert [(place["place"], place["athlete"]) for place in answer["places"]] == [(1, "Dot"), (2, "Ana")]


def shapes(drawn: str) -> list[tuple[str, dict[str, str], str]]:
    """Every element of a drawing: name, attributes, text without the titles that a pointer shows."""
    svg = "{http://www.w3.org/2000/svg}"
    return [
        (each.tag.removeprefix(svg), each.attrib, (each.text or "") + "".join(part.tail or "" for part in each))
        for each in ElementTree.fromstring(drawn).iter()
    ]


def names(drawn: str, weight: str) -> list[str]:
    """What stands in letters of that weight."""
    return [said for kind, has, said in shapes(drawn) if kind == "text" and has.get("font-weight") == weight]


def test_the_figure_draws_every_side_of_every_bout_and_the_winner_bold() -> None:
    drawn = bracket_figure.bracket(arranged(*FOUR))
    assert names(drawn, "700") == ["Ana", "Dot", "Dot", "Dot"]  # two semifinals, the final, and who won it
    assert names(drawn, "400") == ["Bea", "Cya", "Ana"]
    widths = {has["stroke-width"] for kind, has, _ in shapes(drawn) if kind == "path"}
    assert len(widths) == 2


def test_the_sides_of_a_figure_are_told_apart_by_shape() -> None:
    kinds = [kind for kind, _, _ in shapes(bracket_figure.bracket(arranged(*FOUR)))]
    assert (kinds.count("rect"), kinds.count("circle")) == (4, 4)  # three bouts and the legend


def test_in_the_figure_a_final_stands_between_the_semifinals_and_right_of_them() -> None:
    found, rows = bracket_figure.slots(arranged(*FOUR))
    (one, other, last) = zip(found[::2], found[1::2], strict=True)
    middle = [sum(slot.y for slot in pair) / 2 for pair in (one, other, last)]
    assert one[0].x == other[0].x < last[0].x
    assert middle[0] < middle[2] < middle[1]
    assert (last[0].y, last[1].y) == (middle[0], middle[1])  # where the winners come from
    assert rows == 4


def test_in_the_figure_no_two_sides_of_a_round_share_a_place() -> None:
    found, _ = bracket_figure.slots(arranged(*FOUR))
    assert len({(slot.x, slot.y) for slot in found}) == len(found) == 6


@pytest.mark.parametrize("name", ["<b>Ana</b>", "<script>alert(1)</script>", '"><img src=x onerror=alert(1)>'])
def test_a_name_that_is_markup_shows_as_text_in_the_figure(name: str) -> None:
    drawn = bracket_figure.bracket(arranged(bout(1, "final", name, "Bea & Co", "blue")), name)
    assert "Bea & Co" in names(drawn, "700")
    assert {kind for kind, _, _ in shapes(drawn)} == {"svg", "path", "rect", "circle", "text", "title"}
    # Cut to what fits, whole where the pointer rests.
    assert any(said.startswith(name[:20]) for said in names(drawn, "400"))
    room = bracket_figure.scrolling(drawn, name, name)
    assert re.findall(r"<(\w+)", room) == ["div", "img"]


def test_a_figure_is_as_wide_as_its_rounds_and_scrolls_by_key() -> None:
    two, three = (arranged(bout(1, "final", "Ana", "Bea", "red")), arranged(*FOUR))
    widths = [int(shapes(bracket_figure.bracket(each))[0][1]["width"]) for each in (two, three)]
    assert widths[0] < widths[1]
    assert 'tabindex="0"' in bracket_figure.scrolling(bracket_figure.bracket(two), "a", "b")


def test_a_bout_that_nobody_won_says_so_in_the_figure_and_techniques_are_in_the_language() -> None:
    rows = [
        bout(1, "semifinal", "Ana", "Bea", "red", technique="rear_naked_choke", elapsed=65),
        bout(2, "final", "Ana", "Dot", None, decision="disqualification"),
    ]
    said = [text for kind, _, text in shapes(bracket_figure.bracket(arranged(*rows), lang="pt")) if kind == "text"]
    assert "finalização (mata-leão), 1:05" in said
    assert "desclassificação, sem vencedor" in said


def test_a_figure_without_bouts_is_empty_and_does_not_fail() -> None:
    drawn = bracket_figure.bracket(arranged())
    assert names(drawn, "700") == names(drawn, "400") == []


def test_the_figure_in_words_names_who_won() -> None:
    said = bracket_figure.bracket_alt(arranged(*FOUR), "Female · Adult · Black · Light")
    assert "Final, bout 3: Ana (A Team) against Dot (D Team); won by Dot, advantages 1:2, points 0:0." in said


def hiding(*names: str, level: Level = Level.PUBLISHED) -> privacy.Shield:
    return privacy.Shield(level, [Person(1, name, name, None, True, False, 0) for name in names])


def test_a_published_bracket_shows_minors_by_their_academy() -> None:
    one = hiding("Dot").bracket(view("needs_ruling"))
    drawn = "\n".join(bracket_text.bracket(one))
    assert "Dot" not in drawn
    assert "Ana (A Team)" in drawn
    assert "> blue D Team" in drawn
    everybody = hiding("Ana", "Bea", "Cya", "Dot").bracket(view(is_minor=None))
    assert not {"Ana", "Bea", "Cya", "Dot"} & set("\n".join(bracket_text.bracket(everybody)).replace("(", " ").split())
    operator = hiding("Dot", level=Level.OPERATOR).bracket(view())
    assert bracket_text.bracket(operator) == bracket_text.bracket(view())
