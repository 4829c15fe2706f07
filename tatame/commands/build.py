"""`tatame build`: the answers of many events from Parquet, on this machine or on a cluster."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from analytics.engines import Engine
from tatame import options, output, progress

if TYPE_CHECKING:
    from analytics.engines import Built


def setting(text: str) -> tuple[str, str]:
    """`spark.driver.memory=4g`."""
    key, equals, value = text.partition("=")
    if not equals or not key.startswith("spark."):
        raise typer.BadParameter(f"{text!r} is no setting of Spark; write for example spark.driver.memory=4g")
    return key, value


def build(
    source: Annotated[str, typer.Option("--input", metavar="DIR", help="What `tatame facts` wrote.")],
    folder: Annotated[str, typer.Option("--output", metavar="DIR", help="The folder to write; made, whole or not.")],
    engine: Annotated[Engine, typer.Option(metavar="duckdb|spark", help="Who computes.")] = Engine.DUCKDB,
    master: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Where Spark runs: local[*], spark://HOST:7077, yarn …", show_default=False),
    ] = None,
    conf: Annotated[
        list[str] | None, typer.Option("--conf", metavar="KEY=VALUE", help="A setting of Spark; again for more.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Take the place of the answers written before.")] = False,
    store: options.Store = options.DEFAULT_STORE,
) -> int:
    """Compute the answers of every event in a folder of Parquet, as Parquet; both engines give the same rows."""
    settings = dict(map(setting, conf or ()))
    with progress.shown({}) as tell:
        if engine is Engine.SPARK:
            from analytics.engines import on_spark

            built = on_spark.build(
                source, folder, master=master or "local[*]", settings=settings, force=force, progress=tell
            )
        elif master or settings:
            raise typer.BadParameter("--master and --conf are for --engine spark")
        else:
            from analytics.engines import on_duckdb

            built = on_duckdb.build(source, folder, force=force, progress=tell)
    return told(folder, built)


def told(folder: str, built: Built) -> int:
    """What was written; 1 where a category needs a ruling (contract 2)."""
    output.done(f"{folder}: " + ", ".join(f"{name} {rows:,}" for name, rows in built.rows.items()))
    if not built.needs_ruling:
        return 0
    waiting = f"{built.needs_ruling:,} {'category needs' if built.needs_ruling == 1 else 'categories need'}"
    output.tell(f"{waiting} an official ruling (state needs_ruling in category_result)")
    return 1
