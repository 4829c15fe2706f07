"""Which award each list of a pasted ranking is of: the one asked, the one its heading names (A9), or the only one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from analytics import queries
from etl.errors import UnknownName, UserError

if TYPE_CHECKING:
    import duckdb

    from analytics.queries import Award
    from analytics.versions import Version
    from etl.pasted_list import Line, Pasted


@dataclass(frozen=True)
class Lists:
    """Each award with its lines; `unread`: row and text of what is no line of a list of this event."""

    lists: list[tuple[Award, list[Line]]]
    unread: list[tuple[int, str]]


def by_award(cur: duckdb.DuckDBPyConnection, version: Version, pasted: Pasted, award: str | None) -> Lists:
    """The lists by award, in the order of the text; UserError where it cannot be known which award one is of."""
    known = [queries.award(cur, version, str(one)) for one in queries.awards(cur, version)["award"]]
    asked = None if award is None else queries.award(cur, version, award)
    chosen: dict[str, tuple[Award, list[Line]]] = {}
    pasted, unread = _joined(version, pasted, known)
    for heading, lines in pasted.lists.items():
        meant = _meant(version, heading, known) or (asked if heading is None or len(pasted.lists) == 1 else None)
        if meant is None and len(known) == 1:
            meant = known[0]
        if meant is None and heading is None:
            listed = ", ".join(one.award for one in known)
            raise UserError(f"it is not said which award the list is of: name it with --award. There are: {listed}")
        if meant is None or (asked is not None and meant.award != asked.award):
            unread += [(line.row, line.academy) for line in lines]
            continue
        chosen.setdefault(meant.award, (meant, []))[1].extend(lines)
    if not chosen:
        raise UnknownName("award", str(next(iter(pasted.lists), award)), [one.award for one in known])
    return Lists(list(chosen.values()), sorted(unread))


def _joined(version: Version, pasted: Pasted, known: list[Award]) -> tuple[Pasted, list[tuple[int, str]]]:
    """A line that heads no award and below which ranks only go on heads nothing: it is unread, the list continues."""
    lists: dict[str | None, list[Line]] = {}
    unread = list(pasted.unread)
    above: str | None = None
    for heading, lines in pasted.lists.items():
        row = None if heading is None else pasted.headings.get(heading)
        stray = row is not None and _meant(version, heading, known) is None
        if row is not None and heading is not None and stray and lists and _goes_on(lists[above][-1], lines[0]):
            unread.append((row, heading))
        else:
            above = heading
        lists.setdefault(above, []).extend(lines)
    return replace(pasted, lists=lists), unread


def _goes_on(last: Line, first: Line) -> bool:
    """Whether a line can follow another in one list: no better rank, or without ranks no more points."""
    if last.rank is not None and first.rank is not None:
        return first.rank >= last.rank and first.rank > 1
    return None not in (last.points, first.points) and int(first.points or 0) <= int(last.points or 0)


def _meant(version: Version, heading: str | None, known: list[Award]) -> Award | None:
    if heading is None:
        return None
    listed = version.rules.list_award(heading) if version.rules.computes else None
    for one in known:
        if heading.casefold() in (one.award, one.name.casefold()) or one.award == listed:
            return one
    return None
