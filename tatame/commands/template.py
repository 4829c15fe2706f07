"""`tatame template`: a blank workbook of the bundle."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from tatame import options, output


def template(
    file: Annotated[Path, typer.Argument(metavar="FILE.xlsx", help="The workbook to write.")],
    store: options.Store = options.DEFAULT_STORE,
) -> None:
    """Write a blank workbook with drop-down lists to fill in."""
    if file.suffix.casefold() != ".xlsx":
        raise typer.BadParameter(f"{file} is to be an Excel workbook: end its name with .xlsx")
    if not file.parent.is_dir():
        raise typer.BadParameter(f"there is no folder {file.parent} for it; make it, or name another")
    from etl import template as blank

    blank.write(file)
    name = shlex.quote(str(file))
    output.done(f"{file}: fill in the sheet event and the tables you have, then: tatame ingest {name}")
