"""Who and what a category is where the source leaves it in doubt: names without academy, incomplete entries."""

from __future__ import annotations

from tests.analytics import hall
from tests.analytics.hall import Bracket, Event, Row


def test_m18_a_name_without_academy_may_be_two_people_and_a_finding_asks_for_more() -> None:
    thrown_out = Row("Z|", "Y@Y", "blue", "final", "disqualification", red_dq="disciplinary")
    open_class = Bracket((thrown_out,), parts=("male", "adult", "blue", "open"))
    heavy = Bracket((Row("Z|", "Q@Q", round="final"),), parts=("male", "adult", "blue", "heavy"))
    official = Bracket(official=((1, "Z|"), (2, "P@P")), parts=("male", "adult", "blue", "middle"))
    con = hall.store(Event((open_class, heavy, official)))
    asked = "select value, rule from finding where code = 'identity_unknown' and version_id = ? order by value"
    assert hall.podium(con) == [(1, "Y"), (1, "Z|"), (2, "Q"), (1, "Z|"), (2, "P")]
    assert con.execute(asked, [1]).fetchall() == [("male / adult / blue / heavy", "M18")]
    second = hall.later(con)
    hall.correction(con, second, "Z|", "disciplinary", weight="open")
    assert hall.compute(con, second) == hall.podium(con, 1)
    assert con.execute(asked, [second]).fetchall() == [
        ("male / adult / blue / heavy", "M18"),
        ("male / adult / blue / middle", "M18"),
    ]
