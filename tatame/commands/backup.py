"""`tatame backup`: the store as another file, while others read and load."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tatame import options, output


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write; its note is FILE.json.")],
    replace: Annotated[bool, typer.Option("--replace", help="Write over FILE where it is there already.")] = False,
    store: options.Store = options.DEFAULT_STORE,
) -> None:
    """Copy the store as it is now, whoever reads or loads, with its SHA-256 and layout in a note beside the copy."""
    from etl import backup as keeping

    note = keeping.backup(store, file, replace=replace)
    output.done(f"{file}: {note.bytes:,} bytes, layout {note.layout}")
    output.done(f"sha256 {note.sha256} (also in {keeping.note_beside(file).name})")
