"""`tatame restore`: a backup in the store's place."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tatame import options, output


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The backup.")],
    store: options.Store = options.DEFAULT_STORE,
) -> None:
    """Put a backup in the store's place once it is seen to be whole and sound; what stood there is kept beside it."""
    from analytics import check
    from etl import backup as keeping
    from etl import schema

    restored = keeping.restore(store, file, check.refuse_unsound)
    if restored.note is None:
        output.tell(f"{file} has no note beside it: whether it is the file that was backed up is not known")
    if restored.older is not None:
        output.done(f"brought from layout {restored.older} to {schema.SCHEMA_VERSION}; {file} stays as it is")
    output.done(f"{store}: restored from {file}")
    if restored.kept is not None:
        output.done(f"What was there before is kept as {restored.kept}")
