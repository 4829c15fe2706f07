"""M24 and M18: a place lost after the bouts, and who moves up."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from analytics.brackets.rounds import RANKS
from analytics.brackets.rows import Bout, NeedsRuling, Place

_TITLES = {1: "the champion", 2: "the runner-up", 3: "a third"}


def beaten_by(bouts: Iterable[Bout], key: str) -> list[str]:
    """Those he beat, the most recent first: the later round, and within one round the later bout."""
    won = [b for b in bouts if b.victor == key and b.beaten is not None and b.beaten != key]
    won.sort(key=lambda b: (RANKS.get(b.round or "", len(RANKS) + 1), -b.number))
    return list(dict.fromkeys(b.beaten for b in won if b.beaten is not None))


def strike(
    places: Sequence[Place],
    struck: Collection[str],
    bouts: Sequence[Bout],
    may_hold: Callable[[str], bool],
    *,
    moves_up: bool,
    name: Callable[[str | None], str],
) -> tuple[Place, ...]:
    """The places without those struck out; whoever they beat moves up by one place each, the last one stays vacant."""
    holders = [p.athlete for p in sorted(places, key=lambda p: p.place) if p.athlete in struck]
    if not moves_up:
        return tuple(p for p in places if p.athlete not in struck)
    for key in holders:
        for other in beaten_by(bouts, key):
            if other in holders:
                who = f"{name(key)} and {name(other)}"
                reason = f"{who} are both struck out, and one beat the other; no rule says who moves up."
                raise NeedsRuling("M24", "two_struck_out", reason)
    found = _each(places, holders, bouts, may_hold)
    if set(found) != set(_each(places, holders[::-1], bouts, may_hold)):
        who = " and ".join(name(key) for key in holders)
        raise NeedsRuling("M24", "two_struck_out", f"{who} are struck out, and it matters which of them goes first.")
    return found


def _each(
    places: Sequence[Place], holders: Sequence[str], bouts: Sequence[Bout], may_hold: Callable[[str], bool]
) -> tuple[Place, ...]:
    found = {p.athlete: p for p in places}
    for key in holders:
        _one(found, key, [k for k in beaten_by(bouts, key) if k not in holders and may_hold(k)])
    return tuple(sorted(found.values(), key=lambda p: p.place))


def _one(found: dict[str, Place], key: str, beaten: Iterable[str]) -> None:
    freed = found.pop(key).place
    note = f"moved up: {_TITLES[freed]} was struck out"
    for other in beaten:
        held = found.get(other)
        if held is not None and held.place <= freed:
            continue
        found[other] = Place(freed, other, "M24", note)
        if held is None:
            return
        freed = held.place
