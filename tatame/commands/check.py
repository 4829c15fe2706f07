"""`tatame check`: whether a store is sound."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from tatame import options, output, progress

if TYPE_CHECKING:
    from rich.console import RenderableType

    from analytics.check import Checked

_STEPS = {"read": "reading", "check": "checking", "recompute": "computing again"}


def check(
    recompute: Annotated[
        bool,
        typer.Option(
            "--recompute", help="Compute every current version again and compare: as long as loading it took."
        ),
    ] = False,
    format: options.AsFormat = None,
    store: options.Store = options.DEFAULT_STORE,
) -> int:
    """Look a store through: bytes, keys, references, sums, versions, hashes; exit status 1 where something is wrong."""
    from analytics import check as checking

    with progress.shown(_STEPS) as tell:
        result = checking.check(store, recompute=recompute, progress=tell)
    rows = [{"code": each.code, "place": each.place, "detail": each.detail} for each in result.faults]
    answer = {
        "store": str(store),
        "layout": result.layout,
        "sound": result.sound,
        "versions": result.versions,
        "recomputed": result.recomputed,
        "other_rules": result.other_rules,
        "counts": result.counts,
        "faults": rows,
    }
    output.show(answer, lambda: (("code", "place", "detail"), rows), lambda: _table(result), format)
    if result.sound:
        return 0
    count = sum(result.counts.values())
    output.tell(f"{count:,} {'fault' if count == 1 else 'faults'} (what each code means: docs/operations.md)")
    return 1


def _table(result: Checked) -> Iterator[RenderableType]:
    if result.faults:
        rows = ((each.code, each.place, each.detail) for each in result.faults)
        yield output.grid("Faults", {"code": "left", "where": "left", "what": "left"}, rows)
    for code, count in result.counts.items():
        shown = sum(each.code == code for each in result.faults)
        if count > shown:
            yield output.note(f"{code}: {count:,}, of which {shown} are shown")
    words = "sound" if result.sound else "not sound"
    again = f", {result.recomputed:,} of them computed again" if result.recomputed else ""
    yield output.note(f"layout {result.layout}, {result.versions:,} versions{again}: {words}")
    if result.other_rules:
        yield output.note(
            f"{result.other_rules:,} were computed under rules that this program reads otherwise: "
            "their sums were not looked at"
        )
