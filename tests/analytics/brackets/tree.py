"""Random ordinary brackets with the podium they must give, drawn by Hypothesis."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

from analytics.brackets.rows import Bout

ROUNDS = ["final", "semifinal", "quarterfinal", "round-of-16", "round-of-32", "round-of-64"]


@dataclass(frozen=True)
class Tree:
    bouts: tuple[Bout, ...]
    podium: str  # "1a2 2a5 3a1 3a7"


@st.composite
def trees(draw: st.DrawFn, least: int = 2, most: int = 64) -> Tree:
    """Single elimination of any size, byes first; three athletes with their second chance (M1, M3, M4)."""
    athletes = [f"a{n}" for n in range(draw(st.integers(least, most)))]
    if len(athletes) == 3:
        return _three(draw, athletes)
    size = 1
    while size < len(athletes):
        size *= 2
    byes = size - len(athletes)
    slots: list[str | None] = []
    for n in range(size // 2):
        slots += [athletes.pop(), None] if n < byes else [athletes.pop(), athletes.pop()]
    bouts: list[Bout] = []
    lost: dict[str, list[str]] = {"final": [], "semifinal": []}
    while len(slots) > 1:
        name = ROUNDS[len(slots).bit_length() - 2]
        after: list[str | None] = []
        for red, blue in zip(slots[::2], slots[1::2], strict=True):
            if red is None or blue is None:
                after.append(red or blue)
                continue
            winner, loser = (red, blue) if draw(st.booleans()) else (blue, red)
            bouts.append(_bout(draw, len(bouts) + 1, name, winner, loser))
            lost.setdefault(name, []).append(loser)
            after.append(winner)
        slots = after
    champion = slots[0]
    podium = [f"1{champion}", *(f"2{k}" for k in lost["final"]), *(f"3{k}" for k in sorted(lost["semifinal"]))]
    return Tree(tuple(bouts), " ".join(podium))


def _three(draw: st.DrawFn, athletes: list[str]) -> Tree:
    first, loser, third = draw(st.permutations(athletes))
    second, out = draw(st.permutations([loser, third]))
    gold, silver = draw(st.permutations([first, second]))
    bouts = (
        _bout(draw, 1, "semifinal", first, loser),
        _bout(draw, 2, "semifinal", second, out),
        _bout(draw, 3, "final", gold, silver),
    )
    return Tree(bouts, f"1{gold} 2{silver} 3{out}")


def _bout(draw: st.DrawFn, number: int, name: str, winner: str, loser: str) -> Bout:
    if draw(st.booleans()):
        return Bout(number, name, winner, loser, "red", "points")
    return Bout(number, name, loser, winner, "blue", "submission")
