"""`tatame verify`: whether a release is still what was published."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tatame import options, output


def verify(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a release.")],
    fingerprint: Annotated[
        str | None,
        typer.Option(metavar="HEX", help="The fingerprint that publish printed: tells one made up anew."),
    ] = None,
    store: options.Store = options.DEFAULT_STORE,
) -> int:
    """Check every file of a release against its manifest; exit status 2 where one was changed, is missing or was added.

    Needs no store.
    """
    from publishing import manifest

    checked = manifest.verify(folder)
    for word, paths in (("changed", checked.changed), ("missing", checked.missing), ("added", checked.added)):
        for path in paths:
            output.tell(f"{word}: {path}")
    if not checked.whole:
        output.tell(f"tatame: {folder} is not as it was published")
        return 2
    if fingerprint is not None and fingerprint.strip().casefold() != checked.fingerprint:
        output.tell(f"tatame: {folder} is whole, but another release: its fingerprint is {checked.fingerprint}")
        return 2
    output.line(f"{folder}: {checked.files} files, all as published")
    output.line(f"fingerprint {checked.fingerprint}")
    return 0
