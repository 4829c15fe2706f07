"""`tatame findings`: every rejected row and every warning."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from tatame import api, options, output

if TYPE_CHECKING:
    from rich.console import RenderableType


def findings(
    event: options.AnyEvent = None,
    summary: Annotated[bool, typer.Option("--summary", help="Only how many of each code every file has.")] = False,
    privacy: options.Privacy = None,
    format: options.AsFormat = None,
    store: options.Store = options.DEFAULT_STORE,
) -> None:
    """List every rejected row and every warning, with code, file, row, column, value, reason and rule."""
    from publishing import rows

    with api.open(store) as opened:
        if summary:
            counts = opened.finding_counts(event)
            output.show(counts, lambda: rows.finding_counts(counts), lambda: _counts(counts), format)
            return
        answer = opened.findings(event, privacy=privacy)
    output.show(answer, lambda: rows.findings(answer), lambda: _table(answer), format)


def _counts(answer: api.Answer) -> Iterator[RenderableType]:
    found = answer["counts"]
    several = len({row["event"] for row in found}) > 1
    if not found:
        yield _none()
        return
    columns = {"file": "left", "code": "left", "severity": "left", "count": "right", "first row": "right"}
    yield output.grid(
        f"Findings: {sum(row['count'] for row in found):,}",
        columns,
        ((_file(row, several), row["code"], row["severity"], f"{row['count']:,}", row["first_row"]) for row in found),
    )


def _file(row: api.Answer, with_event: bool) -> str:
    return f"{row['event']} {row['file']}" if with_event else str(row["file"])


def _none() -> RenderableType:
    return output.note("No findings: every row was used, and nothing contradicts the rules.")


def _table(answer: api.Answer) -> Iterator[RenderableType]:
    for name, title in (("rejected", "Rejected rows"), ("warnings", "Warnings")):
        found = answer[name]
        several = len({row["event"] for row in found}) > 1
        if found:
            yield output.grid(
                f"{title}: {len(found):,}",
                {"where": "left", "what": "left"},
                ((_where(row, several), _what(row)) for row in found),
            )
    if not answer["rejected"] and not answer["warnings"]:
        yield _none()


def _where(row: api.Answer, with_event: bool) -> str:
    place = row["at"] if row["row"] is None else f"row {row['row']}"
    parts = [row["event"] if with_event else None, row["file"], place, row["column"]]
    return " ".join(str(part) for part in parts if part is not None)


def _what(row: api.Answer) -> str:
    value = "" if row["value"] is None else f" [{row['value']}]"
    rule = "" if row["rule"] is None else f" ({row['rule']})"
    return f"{row['code']}{value}: {row['reason']}{rule}"
