"""Brackets drawn by hand, compared line by line with what the program draws."""

from typing import Any

import pandas as pd

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


def test_the_figure_draws_every_side_of_every_bout_and_the_winner_bold() -> None:
    figure = bracket_figure.bracket(arranged(*FOUR))
    red, blue = (next(trace for trace in figure.data if trace.name == side) for side in ("red", "blue"))
    assert [label.strip() for label in red.text] == ["<b>Ana</b>", "Cya", "Ana"]
    assert [label.strip() for label in blue.text] == ["Bea", "<b>Dot</b>", "<b>Dot</b>"]
    assert red.marker.symbol != blue.marker.symbol
    assert [label.strip() for trace in figure.data[-1:] for label in trace.text] == ["<b>Dot</b>"]
    thin, thick = figure.data[:2]
    assert thick.line.width > thin.line.width


def test_in_the_figure_a_final_stands_between_the_semifinals_and_right_of_them() -> None:
    figure = bracket_figure.bracket(arranged(*FOUR))
    decisions = next(trace for trace in figure.data if trace.mode == "text")
    (x1, y1), (x2, y2), (x3, y3) = zip(decisions.x, decisions.y, strict=True)
    assert x1 == x2 < x3
    assert y1 < y3 < y2


def test_in_the_figure_no_two_sides_of_a_round_share_a_place() -> None:
    figure = bracket_figure.bracket(arranged(*FOUR))
    points = [
        point for trace in figure.data if trace.name in ("red", "blue") for point in zip(trace.x, trace.y, strict=True)
    ]
    assert len(points) == len(set(points)) == 6


def test_a_name_that_is_markup_shows_as_text_in_the_figure() -> None:
    figure = bracket_figure.bracket(arranged(bout(1, "final", "<b>Ana</b>", "Bea & Co", "blue")))
    red, blue = (next(trace for trace in figure.data if trace.name == side) for side in ("red", "blue"))
    assert red.text[0].strip() == "&lt;b&gt;Ana&lt;/b&gt;"
    assert blue.text[0].strip() == "<b>Bea &amp; Co</b>"


def test_a_figure_without_bouts_is_empty_and_does_not_fail() -> None:
    figure = bracket_figure.bracket(arranged())
    assert all(not trace.text for trace in figure.data if trace.mode != "lines")


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
