"""What changed since an earlier release, and why: as published and as corrected, side by side."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from analytics import history, queries, recorded, versions
from etl import academies
from etl.errors import UnusableInput
from publishing import contrasts, manifest, privacy
from publishing.shapes import CATEGORY, Answer, moment, parts, unread
from publishing.wording import DEFAULT
from rulebook.award import Award

if TYPE_CHECKING:
    import duckdb

    from analytics.history import PlaceStory, VersionStory
    from analytics.store import Store
    from publishing.content import Content, EventContent


@dataclass(frozen=True)
class Earlier:
    """An earlier release that is still as it was written: its manifest and its events as documents."""

    fingerprint: str
    manifest: Answer
    events: dict[str, Answer]


def read(folder: Path) -> Earlier:
    """Opens a release to compare with; UnusableInput where it is none, or not as it was published."""
    checked = manifest.verify(folder)
    if not checked.whole:
        wrong = (*checked.changed, *checked.missing, *checked.added)[0]
        raise UnusableInput(f"{folder} is not as it was published ({wrong}): nothing can be compared with it")
    said = manifest.read(folder)
    events: dict[str, Answer] = {}
    for path in sorted(said["files"]):
        if path.startswith("data/") and path.endswith(".json") and path != "data/changes.json":
            document = json.loads((folder / path).read_bytes())
            if "standings" in document:
                events[document["event"]["event"]] = document
    return Earlier(checked.fingerprint, said, events)


def against(store: Store, earlier: Earlier, content: Content) -> dict[str, Answer]:
    """The changes by language; athletes as the release shows them."""
    now = {event.facts["event"]: event for event in content.events}
    with store.cursor() as cur:
        raw = [_event(cur, name, earlier.events.get(name), now.get(name)) for name in _names(earlier, now)]
        of = [
            version for name in now for version in versions.versions(cur, name)
        ]  # a name may stand in an old one alone
        shield = privacy.shield(cur, of, content.order.level)
    head = {
        "release": manifest.FORM,
        "previous": {
            "fingerprint": earlier.fingerprint,
            "data_cut_off": earlier.manifest.get("data_cut_off"),
            "program_version": earlier.manifest.get("program_version"),
        },
        "data_cut_off": content.cut_off,
    }
    languages = dict.fromkeys((DEFAULT, *content.order.languages))
    return {lang: {**head, "events": shield.answer(raw, lang)} for lang in languages}


def _names(earlier: Earlier, now: dict[str, EventContent]) -> list[str]:
    return [*now, *(name for name in earlier.events if name not in now)]


def _event(cur: duckdb.DuckDBPyConnection, name: str, old: Answer | None, new: EventContent | None) -> Answer:
    """`kind`: new, gone, same (nothing differs) or changed; `explained`: this store made the earlier release."""
    if old is None or new is None:
        known = old["event"] if old is not None else new.facts if new is not None else {}
        return {"event": name, "name": known["name"], "kind": "gone" if new is None else "new", **_EMPTY}
    was, facts = old["event"], new.facts
    stories = _stories(cur, was, facts)
    told = [] if stories is None else stories
    awards = [
        _award(cur, before, after, told)
        for after in new.standings
        for before in old["standings"]
        if before["award"] == after["award"]
    ]
    differs = any(row["changed"] for award in awards for row in award["rows"])
    return {
        "event": name,
        "name": facts["name"],
        "kind": "changed" if differs else "same",
        "explained": stories is not None,
        "old_version": was["version"],
        "new_version": facts["version"],
        "old_status": was["status"],
        "new_status": facts["status"],
        "versions": _versions(cur, name, told),
        "awards": awards,
    }


_EMPTY: Answer = {
    "explained": False,
    "old_version": None,
    "new_version": None,
    "old_status": None,
    "new_status": None,
    "versions": [],
    "awards": [],
}


def _stories(cur: duckdb.DuckDBPyConnection, was: Answer, facts: Answer) -> list[VersionStory] | None:
    """What was recorded in between; None where the earlier release is not of this store's past."""
    told = history.history(cur, facts["event"])
    known = {story.version.version: moment(story.version.recorded_at) for story in told}
    if known.get(was["version"]) != was["recorded_at"] or was["version"] > facts["version"]:
        return None
    return [story for story in told if was["version"] < story.version.version <= facts["version"]]


def _versions(cur: duckdb.DuckDBPyConnection, event: str, told: Sequence[VersionStory]) -> list[Answer]:
    decided = recorded.decisions(cur, event) if told else []
    return [
        {
            **parts(story.version, "version", "kind", "reason", "recorded_by"),
            "recorded_at": moment(story.version.recorded_at),
            "decisions": [
                contrasts.decision(each) for each in decided if story.version.version in (each.version, each.undone)
            ],
        }
        for story in told
    ]


def _award(cur: duckdb.DuckDBPyConnection, old: Answer, new: Answer, told: Sequence[VersionStory]) -> Answer:
    """Every academy of either standing, in the order of the new one, then those that are gone."""
    before, after = _by_key(old), _by_key(new)
    meant = queries.award(cur, queries.resolve(cur, new["event"]), new["award"]) if told else None
    scope = None if meant is None else Award(meant.award, meant.name, meant.genders, meant.ages, meant.belts)
    rows = [_row(key, before.get(key), after.get(key)) for key in dict.fromkeys([*after, *before])]
    for row in rows:
        key = row.pop("key")
        row["versions"], row["places"] = _behind(key, new["award"], scope, told) if row["changed"] else ([], [])
    return {"award": new["award"], "award_name": new["award_name"], "rows": rows}


def _by_key(standing: Answer) -> dict[str, Answer]:
    return {academies.key(row["academy"]) or row["academy"]: row for row in standing["standings"]}


def _row(key: str, old: Answer | None, new: Answer | None) -> Answer:
    """Rank and points before and after (None = no points, in no standing); `changed` = either differs."""
    shown = new or old or {}
    ranks = [None if row is None else row["rank"] for row in (old, new)]
    scores = [None if row is None else row["points"] for row in (old, new)]
    return {
        "key": key,
        "academy": shown["academy"],
        "old_rank": ranks[0],
        "new_rank": ranks[1],
        "old_points": scores[0],
        "new_points": scores[1],
        "points_change": (scores[1] or 0) - (scores[0] or 0),  # in no standing = no points
        "changed": ranks[0] != ranks[1] or scores[0] != scores[1],
    }


def _behind(key: str, award: str, scope: Award | None, told: Sequence[VersionStory]) -> tuple[list[int], list[Answer]]:
    """The versions that moved an academy, and its own places that changed; none of these: only others moved it."""
    numbers, places = [], []
    for story in told:
        moved = [
            one
            for one in story.standings
            if one.award == award and key in (one.academy_key, academies.key(one.academy))
        ]
        if not moved:
            continue
        numbers.append(story.version.version)
        own = {one.academy_key for one in moved}
        places += [
            _place(each, story.version.version)
            for each in story.places
            if each.change.academy_key in own and _covers(scope, each)
        ]
    return numbers, places


def _covers(scope: Award | None, story: PlaceStory) -> bool:
    return scope is not None and scope.admits(*story.change.category[:3])


def _place(story: PlaceStory, version: int) -> Answer:
    change = story.change
    names = ("athlete", "academy", "old_place", "new_place", "old_rule", "new_rule")
    category = dict(zip(CATEGORY, change.category, strict=False))
    category |= unread(change.category[-1])
    return {"version": version, **category, **parts(change, *names), "reason": story.reason}
