"""`tatame history`: the versions of an event and what each changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tatame import api, options, output

if TYPE_CHECKING:
    from rich.console import RenderableType

_MOST = 40  # lines of one version; the whole of it is in JSON and CSV


def history(
    event: options.Event = None,
    privacy: options.Privacy = None,
    format: options.AsFormat = None,
    store: options.Store = options.DEFAULT_STORE,
) -> None:
    """Show the versions of an event and what each changed.

    Places, categories, points and ranks against the version before; decisions with the number that undoes them.
    """
    from publishing import rows

    with api.open(store) as opened:
        answer = opened.history(event, privacy=privacy)
    output.show(answer, lambda: rows.history(answer), lambda: _parts(answer), format)


def _parts(answer: api.Answer) -> Iterator[RenderableType]:
    for version in answer["versions"]:
        yield output.cell(f"{answer['event']}, version {version['version']}: {_made(version)}", "bold")
        for each in version["decisions"]:
            yield output.cell(f"  {decision(each, version['version'])}")
        changes = [change(each) for each in version["changes"]]
        for line in changes[:_MOST]:
            yield output.cell(f"  {line}")
        if len(changes) > _MOST:
            yield output.note(f"  and {len(changes) - _MOST} changes more (--format json or csv has them all)")
        if version["against"] is not None and not changes:
            yield output.note(f"  changes nothing against version {version['against']}")


def _made(version: api.Answer) -> str:
    """What made a version, when, by whom and why."""
    at = f"{version['loaded_at'][:19].replace('T', ' ')} UTC"
    of = f" of {version['source']} ({version['sha256'][:12]})" if version["kind"] == "load" else ""
    by = f" by {version['recorded_by']}" if version["recorded_by"] else ""
    why = f": {version['reason']}" if version["reason"] else ""
    return f"{version['kind']}{of}, {at}{by}{why}"


def decision(each: api.Answer, version: int) -> str:
    """What was recorded, by its number, on which category or award; seen from this version."""
    from publishing.wording import notes

    where = f"award {each['award']}" if each["award"] else notes.category(each)
    subject = each["subject"] or "no place for anybody"
    ended = f"; ended by version {each['ended_by']}" if each["ended_by"] else ""
    if each["ended_by"] == version:
        return f"ends {each['kind']} {each['number']} ({where}: {subject})"
    return f"{each['kind']} {each['number']} ({where}: {subject}){ended}"


def change(row: api.Answer) -> str:
    """A changed place, category or standing in one line."""
    from publishing.wording import notes

    match row["what"]:
        case "place":
            who = f"{row['athlete']} ({row['academy'] or 'academy not known'})"
            return f"{notes.category(row)}: {who}: {row['reason']}"
        case "category":
            old, new = (None if state is None else notes.state(state) for state in (row["old_state"], row["new_state"]))
            why = f": {row['reason']}" if row["reason"] else ""
            return f"{notes.category(row)}: {old or 'not there'} -> {new or 'not there'}{why}"
    return f"{row['award']}: {row['academy']}: {moved(row)}"


def moved(change: api.Answer) -> str:
    """Points and rank before and after; an academy without points is in no standing."""
    points = f"{change['old_points'] or 0} -> {change['new_points'] or 0} points"
    rank = f"rank {change['old_rank'] or '-'} -> {change['new_rank'] or '-'}"
    return ", ".join(
        said
        for said, old, new in (
            (points, change["old_points"], change["new_points"]),
            (rank, change["old_rank"], change["new_rank"]),
        )
        if old != new
    )
