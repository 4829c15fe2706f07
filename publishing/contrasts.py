"""What differs, in shapes: computed against published, a version against the one before, rule sets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from publishing.shapes import CATEGORY, Answer, line, moment, parts, unread

if TYPE_CHECKING:
    from analytics.changes import Parts, PlaceChange, StandingChange, StateChange
    from analytics.compare import Cause, Comparison
    from analytics.diff import Move
    from analytics.history import VersionStory
    from analytics.queries import Award
    from analytics.recorded import Decision


def comparison(head: Answer, award: Award, found: Comparison) -> Answer:
    """Row by row; `agrees` = equal points; `causes` would make up a difference exactly."""
    names = ("academy", "official_rank", "official_points", "rank", "points", "agrees")
    return {
        **head,
        "award": award.award,
        "award_name": award.name,
        "rows": [{**parts(row, *names), "causes": [_cause(cause) for cause in row.causes]} for row in found.rows],
        "agree": found.agree,
        "of": found.of,
        "unlisted": [parts(each, "academy", "rank", "points") for each in found.unlisted],
    }


def _cause(found: Cause) -> Answer:
    return {
        **parts(found, "kind", "points", "rules", "academy"),
        "places": [line(place) for place in found.places],
        "categories": [{**parts(each, *CATEGORY, "state"), **unread(each.unread)} for each in found.categories],
    }


def history(event: str, stories: Iterable[VersionStory], decisions: Sequence[Decision]) -> Answer:
    """The versions of an event, the oldest first; `changes` against version `against`."""
    return {"event": event, "versions": [_version(story, decisions) for story in stories]}


def _version(story: VersionStory, decisions: Sequence[Decision]) -> Answer:
    version = story.version
    places = [{**place(each.change), "reason": each.reason} for each in story.places]
    return {
        "version": version.version,
        "loaded_at": moment(version.recorded_at),
        "kind": version.kind,
        "source": story.source,
        "sha256": story.sha256,
        "ruleset": version.ruleset,
        "reason": version.reason,
        "recorded_by": version.recorded_by,
        "against": story.against,
        "decisions": [decision(each) for each in decisions if version.version in (each.version, each.undone)],
        "changes": [*places, *map(state, story.states), *map(standing_change, story.standings)],
    }


def decision(found: Decision) -> Answer:
    """`in_force_from` and `ended_by` are versions; None = in force."""
    category = dict(zip(CATEGORY, found.category or (None,) * len(CATEGORY), strict=True))
    said = {"in_force_from": found.version, "ended_by": found.undone}
    return {**parts(found, "kind", "number", "award", "subject", "recorded_by"), **category, **said}


def place(change: PlaceChange) -> Answer:
    """A place before and after; None = no place."""
    names = ("athlete", "academy", "old_place", "new_place", "old_rule", "new_rule")
    return {"what": "place", **_category(change.category), **parts(change, *names)}


def state(change: StateChange) -> Answer:
    """What became of a category before and after; None = not there."""
    return {"what": "category", **_category(change.category), **parts(change, "old_state", "new_state", "reason")}


def _category(found: Parts) -> Answer:
    return {**dict(zip(CATEGORY, found, strict=False)), **unread(found[-1])}


def standing_change(change: StandingChange) -> Answer:
    """Points and rank of an academy before and after; None = not in the standing."""
    names = ("award", "academy", "old_points", "new_points", "old_rank", "new_rank")
    return {"what": "standing", **parts(change, *names)}


def difference(head: Answer, award: Award, ruleset: str, moves: Iterable[Move]) -> Answer:
    """Who would stand elsewhere, or with other points, under `under`; nothing stored changes."""
    return {
        **head,
        "award": award.award,
        "award_name": award.name,
        "under": ruleset,
        "moves": [_move(move) for move in moves],
    }


def _move(move: Move) -> Answer:
    """`level` separates it, under the other rule set, from the academy it was tied with, else from the row above."""
    return {
        **{name: value for name, value in standing_change(move.standing).items() if name not in ("what", "award")},
        **parts(move, "why", "level"),
        "places": [{name: value for name, value in place(each).items() if name != "what"} for each in move.places],
        "revalued": [
            {**line(each.place), "new_points": each.new_points, "new_rule": each.new_rule} for each in move.revalued
        ],
    }
