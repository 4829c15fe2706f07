"""The versions of an event, and what each changed against the one before, with the reason in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from analytics import changes, versions
from etl.errors import UnknownName

if TYPE_CHECKING:
    import duckdb

    from analytics.changes import Parts, PlaceChange, StandingChange, StateChange
    from analytics.versions import Version

_ORDINAL = {1: "first", 2: "second", 3: "third"}
_HOLDER = {1: "the champion", 2: "the runner-up", 3: "a third"}
_STRUCK = ("disciplinary", "doping")
_MOVED_UP = "M24"
_WAITS = {"needs_ruling": "the category awaits a ruling (A7)", "open": "the category is not finished (A7)"}


@dataclass(frozen=True)
class PlaceStory:
    """A changed place and why, in words."""

    change: PlaceChange
    reason: str


@dataclass(frozen=True)
class VersionStory:
    """A version, its source, and what it changed against version `against`; None for the first and for a removal."""

    version: Version
    source: str
    sha256: str
    against: int | None
    places: tuple[PlaceStory, ...]
    states: tuple[StateChange, ...]
    standings: tuple[StandingChange, ...]


def history(cur: duckdb.DuckDBPyConnection, event: str) -> list[VersionStory]:
    """Every version of an event, the oldest first; one removed is told too."""
    found = versions.versions(cur, event)
    if not found:
        raise UnknownName("event", event, [version.event_id for version in versions.current(cur)])
    stories: list[VersionStory] = []
    before: Version | None = None
    for version in found:
        stories.append(_story(cur, before, version))
        if version.kind != "removal":
            before = version
    return stories


def _story(cur: duckdb.DuckDBPyConnection, before: Version | None, version: Version) -> VersionStory:
    source, sha256 = cur.execute(
        "select source, sha256 from source_load where load_id = ?", [version.load_id]
    ).fetchone() or ("", "")
    if before is None or version.kind == "removal":
        return VersionStory(version, source, sha256, None, (), (), ())
    old, new = (cur, before.version_id), (cur, version.version_id)
    moved = changes.places(old, new)
    became = changes.states(old, new)
    decided = _Decided(cur, before, version, became)
    return VersionStory(
        version,
        source,
        sha256,
        before.version,
        tuple(PlaceStory(change, decided.reason(change, moved)) for change in moved),
        tuple(became),
        tuple(changes.standings(old, new)),
    )


class _Decided:
    """What people recorded between two versions, by category and athlete."""

    def __init__(
        self, cur: duckdb.DuckDBPyConnection, before: Version, version: Version, became: list[StateChange]
    ) -> None:
        span = {"event": version.event_id, "before": before.version_id, "version": version.version_id}
        self._version = version
        self._waits = {one.category: _WAITS[one.new_state] for one in became if one.new_state in _WAITS}
        self._status: dict[tuple[Parts, str], str] = {}
        for *parts, key, status in cur.execute(_STATUS, {"load": version.load_id}).fetchall():
            self._status[_parts(parts), key] = status
        self._corrected: dict[tuple[Parts, str], str] = {}
        self._undone: set[tuple[Parts, str]] = set()
        for *parts, key, status, begun in cur.execute(_CORRECTED, span).fetchall():
            if begun:
                self._corrected[_parts(parts), key] = status
            else:
                self._undone.add((_parts(parts), key))
        self._ruled = {_parts(row) for row in cur.execute(_RULED, span).fetchall()}

    def reason(self, change: PlaceChange, moved: list[PlaceChange]) -> str:
        """`third moves up to second: M24, the runner-up struck out`."""
        cause = self._cause(change, moved)
        if cause in _WAITS.values():
            return f"{_ORDINAL[change.old_place or 3]} before: {cause}"
        return f"{_movement(change)}: {cause}"

    def _cause(self, change: PlaceChange, moved: list[PlaceChange]) -> str:
        own = self._struck(change)
        if change.new_place is None and own is not None:
            return f"{_MOVED_UP}, struck out ({own})"
        if change.new_place is None and change.category in self._waits:  # nobody's fault: all places are open (A7)
            return self._waits[change.category]
        if _key(change.category) in self._ruled:
            return "an official ruling"
        lost = [one for one in moved if one.category == change.category and one.new_place is None and self._struck(one)]
        if change.new_rule is not None and change.new_rule.startswith(_MOVED_UP) and lost:
            who = " and ".join(_HOLDER[one.old_place or 3] for one in lost)
            return f"{change.new_rule}, {who} struck out"
        if any(category == _key(change.category) for category, _ in self._undone):
            return f"{change.new_rule or change.old_rule}, a correction undone"
        if any(category == _key(change.category) for category, _ in self._corrected):
            return f"{change.new_rule or change.old_rule}, after a correction"
        if self._version.kind == "load":
            return f"{change.new_rule or 'no place'}, as the source now has it"
        return f"{change.new_rule or 'no place'}, {self._version.reason or self._version.kind}"

    def _struck(self, change: PlaceChange) -> str | None:
        key = _key(change.category), change.athlete_key
        status = self._corrected.get(key, self._status.get(key))
        return status if status in _STRUCK else None


def _movement(change: PlaceChange) -> str:
    old, new = change.old_place, change.new_place
    if old is None:
        return f"{_ORDINAL[new or 3]} now, without a place before"
    if new is None:
        return f"{_ORDINAL[old]} loses the place"
    return f"{_ORDINAL[old]} {'moves up' if new < old else 'moves down'} to {_ORDINAL[new]}"


def _key(category: Parts) -> Parts:
    """Decisions name a category by four parts; what could not be read stays out."""
    return (*category[:4], "")


def _parts(row: list[str] | tuple[str, ...]) -> Parts:
    return row[0], row[1], row[2], row[3], ""


_STATUS = """
select c.gender, c.age_division, c.belt, c.weight_class, e.athlete_key, e.status
from entry as e join category as c on c.category_id = e.category_id
where e.load_id = $load and e.status in ('disciplinary', 'doping')
"""
_CORRECTED = """
select gender, age_division, belt, weight_class, athlete_key, status, version_id > $before as begun
from correction
where event_id = $event
  and (version_id between $before + 1 and $version or undone_version_id between $before + 1 and $version)
order by correction_id
"""
_RULED = """
select distinct gender, age_division, belt, weight_class
from ruling
where event_id = $event
  and (version_id between $before + 1 and $version or undone_version_id between $before + 1 and $version)
"""
