"""How far long work is: a bar for people at a terminal, nothing for a script."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

Progress = Callable[[str, int, int], None]  # step, how much of it is done, of how much


@contextmanager
def shown(steps: Mapping[str, str]) -> Iterator[Progress | None]:
    """Step -> what people read, a line each; steps that are not in it share a line, under their own names.

    The bars are gone when the work is done; None where standard error is no terminal.
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Bars(*columns, console=Console(stderr=True), transient=True) as bars:
        lines = {step: bars.add_task(words, total=None, visible=False) for step, words in {**steps, "": ""}.items()}

        def tell(step: str, done: int, total: int) -> None:
            line = lines[step if step in steps else ""]
            bars.update(line, description=steps.get(step, step), completed=done, total=total, visible=True)

        yield tell
