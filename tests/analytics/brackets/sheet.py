"""A bracket, its bouts parted by commas: `SF A>B` A beats B, `F A!t=C!t` nobody wins, `!t` technical."""

from __future__ import annotations

import re
from typing import Any

from analytics.brackets.decide import decide
from analytics.brackets.rows import Bout, Category, Entry, Outcome, Switches

ROUNDS = {
    "F": "final", "SF": "semifinal", "QF": "quarterfinal", "R16": "round-of-16", "R32": "round-of-32",
    "NF": "new-final", "SSF": "special-semifinal", "-": None,
}  # fmt: skip
DQS = {"t": "technical", "d": "disciplinary", "n": "no_show", "w": "weigh_in", "u": "uniform", None: None}
_LINE = re.compile(r"(\S+) (\w+)(?:!(\w))?(?:([>=])(\w+)(?:!(\w))?)?(?: (\w+))?$")

EIGHT = "QF A>B, QF C>D, QF E>F, QF G>H"


def bouts(text: str) -> tuple[Bout, ...]:
    """`wo` before the bout (walkover), `inj` both hurt, `draw`, `bye`, `co` close-out; else points or the dq itself."""
    return tuple(_bout(n, line.strip()) for n, line in enumerate(text.split(","), start=1))


def _bout(number: int, line: str) -> Bout:
    found = _LINE.match(line)
    assert found is not None, line
    round_, red, red_dq, sign, blue, blue_dq, how = found.groups()
    dqs = {red_dq, blue_dq} - {None}
    decision = {"wo": "walkover", "inj": "stoppage", "bye": "bye", "co": "close_out"}.get(how or "", how)
    if decision is None:
        decision = "disqualification" if dqs & {"t", "d"} else ("walkover" if dqs else "points")
    if blue is None:
        decision = "bye"
    winner = None if sign == "=" else "red"
    return Bout(number, ROUNDS[round_], red, blue, winner, decision, DQS[red_dq], DQS[blue_dq])


def outcome(text: str, entries: str | None = None, **more: Any) -> Outcome:
    """`entries`: `A B C:no_show`; left out = those who appear. `switches` and the other fields of Category by name."""
    rows = bouts(text) if text else ()
    known = dict(e.partition(":")[::2] for e in entries.split()) if entries is not None else {}
    for key in sorted({k for b in rows for k in b.athletes}):
        known.setdefault(key, "")
    switches = Switches(**more.pop("switches", {}))
    listed = tuple(Entry(key, status or "registered") for key, status in known.items())
    return decide(Category(listed, rows, switches, **more))


def places(text: str, entries: str | None = None, **more: Any) -> str:
    """`1A 2C 3BD`, or the state and the rule that could not decide."""
    found = outcome(text, entries, **more)
    if found.state != "decided":
        return f"{found.state} {found.rule or ''}".strip()
    return podium(found)


def podium(found: Outcome) -> str:
    by_place = {n: "".join(sorted(p.athlete for p in found.places if p.place == n)) for n in (1, 2, 3)}
    return " ".join(f"{n}{athletes}" for n, athletes in by_place.items() if athletes)
