"""What is said after a correction, ruling or draw: the version it made, and whether a category needs a ruling now."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tatame import output, streams

if TYPE_CHECKING:
    from etl.decisions import Decision
    from etl.versions import Version

_COMMANDS: dict[Decision, str] = {"correction": "correct", "ruling": "rule", "draw": "draw"}

_MOST = 20  # lines of changes; `tatame history` has them all
_PARTS = ("gender", "age_division", "belt", "weight_class")
_DOUBTS = ("ruled_athlete_struck", "two_golds", "two_silvers")


def meant(store: Path, event: str | None) -> str:
    """The event named, or the only one the store holds."""
    if event is not None:
        return event
    from analytics import queries
    from analytics.store import Store

    with Store.open(store) as opened, opened.cursor() as cur:
        return queries.resolve(cur).event_id


def number(store: Path, what: Decision, version: Version) -> int:
    """The number under which a version recorded a correction, ruling or draw."""
    from analytics import recorded
    from analytics.store import Store

    with Store.open(store) as opened, opened.cursor() as cur:
        made = recorded.decisions(cur, version.event_id)
    return next(each.number for each in made if (each.kind, each.version) == (what, version.version))


def _changed(store: Path, version: Version) -> None:
    """The decision with its category, and each place or state that became another; ranks are for `history`."""
    from tatame import api
    from tatame.commands import history

    with api.open(store) as opened:
        made = next(v for v in opened.history(version.event_id)["versions"] if v["version"] == version.version)
        findings = opened.findings(version.event_id)["warnings"]
    for each in made["decisions"]:
        output.line(f"  {history.decision(each, version.version)}")
    if made["kind"] == "draw":  # no place changes by it
        return
    changes = [history.change(each) for each in made["changes"] if each["what"] in ("place", "category")]
    for line in changes[:_MOST] or ["no place changes"]:
        output.line(f"  {line}")
    if len(changes) > _MOST:
        output.line(f"  and {len(changes) - _MOST} changes more (see: tatame history)")
    ruled = {" / ".join(str(each[part]) for part in _PARTS) for each in made["decisions"] if each["kind"] == "ruling"}
    for finding in findings:
        if finding["code"] in _DOUBTS and finding["value"] in ruled:
            output.tell(f"Look at this ({finding['rule']}): {finding['value']}: {finding['reason']}")


def told(store: Path, version: Version, what: Decision, *, undone: int | None = None, more: Sequence[str] = ()) -> int:
    """Says what was recorded and changed, then `more`; exit status 1 where a category needs a ruling now (contract 2).

    It is recorded already: whatever goes wrong here does not take it back.
    """
    from analytics import queries
    from analytics.store import Store

    done = f"{version.event_id}: {what} {'recorded' if undone is None else f'{undone} undone'}"
    with streams.after(f"{done}, as version {version.version}"):
        made = number(store, what, version) if undone is None else undone
        said = f"{what} {made} {'recorded' if undone is None else 'undone'}"
        output.line(f"{version.event_id}: {said}, as version {version.version}")
        _changed(store, version)
        for line in more:
            output.line(line)
        with Store.open(store) as opened, opened.cursor() as cur:
            needed = queries.coverage(cur, queries.resolve(cur, version.event_id)).needs_ruling
    if needed:
        words = "category needs" if needed == 1 else "categories need"
        output.tell(f"{needed:,} {words} an official ruling (see: tatame placements; settle with: tatame rule)")
    if undone is None:
        output.tell(
            f"To undo it: tatame {_COMMANDS[what]} --event {version.event_id} --undo {made} --reason TEXT --by NAME"
        )
    return 1 if needed else 0
