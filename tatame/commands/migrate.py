"""`tatame migrate`: an older store brought to the layout of this program."""

from __future__ import annotations

from contextlib import suppress

from tatame import options, output


def migrate(store: options.Store = options.DEFAULT_STORE) -> None:
    """Bring an older store to this program's layout; the old file is kept as a backup beside it, which is named."""
    from analytics import relations
    from etl import load, schema

    with suppress(load.Unchanged), load.writing(store) as con:
        # Step by step, for all of a big store in one transaction is held in memory; half of it never takes its place.
        if not relations.prepare(con):
            raise load.Unchanged  # nothing to keep but the layout
    output.done(f"{store}: layout {schema.SCHEMA_VERSION}")
